//! A whole game of edition 3.

use dagaz_core::{
    DirectionId, Glossary, PieceTypeId, PlayerId, PlayerKind, Position, RuleId, SiteId, SiteSet, SlotId, Topology,
};

use super::{EndingOrder, NameId, Number, Parameter, Path, Phase, Set, Statistic, TableId, Truth, VarId};
use crate::{PassRule, Player, Span};

/// One hop: several directions in a row, without a test of the sites between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// The directions, as the player sees them.
    pub directions: Vec<DirectionId>,
    /// For each player where it leads from each site; the sites between may be missing from the
    /// board.
    pub links: Vec<Box<[SiteId]>>,
}

/// Straight runs of sites, or any others that patterns are looked for in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The name.
    pub name: String,
    /// The runs.
    pub runs: Vec<Vec<SiteId>>,
}

/// A table by piece type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The name.
    pub name: String,
    /// For each piece type its entry: a number, or the number of a piece type.
    pub entries: Vec<Option<i32>>,
}

/// What a variable belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    /// The game.
    Game,
    /// Each player.
    Player,
    /// Each piece.
    Piece,
    /// Each site.
    Site,
    /// The move that is being made; afterwards it is forgotten.
    Move,
    /// The step that is being made.
    Step,
    /// Each of these numbers: a row of variables of the game.
    Numbers {
        /// The first.
        from: i32,
        /// How many there are.
        count: u16,
    },
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// A number.
    Number,
    /// A set of sites.
    Set,
}

/// A declared variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The kind of object that has one.
    pub home: Home,
    /// Its type.
    pub kind: VariableKind,
    /// Its value at the start: of a new piece, at the beginning of the game, move or step.
    pub start: i32,
    /// Whether two situations that differ only in it are the same.
    pub uncompared: bool,
    /// Whether it is only ever 0 or 1.
    pub boolean: bool,
    /// What its values from 0 on are called, if they have names.
    pub values: Vec<String>,
    /// Whether views leave it out.
    pub hidden: bool,
}

/// A rule with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathRule {
    /// The name that it shares with its other instances.
    pub name: NameId,
    /// Its path.
    pub path: Path,
    /// Whether it may change nothing at all: a pass.
    pub may_be_idle: bool,
    /// Where it was written.
    pub span: Span,
}

/// A use of a rule by a piece or by a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The rule.
    pub rule: RuleId,
}

/// A way in which a piece of several sites can lie on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// For each site what a piece covers whose first site it is, itself first; nothing where the
    /// piece has no room.
    pub cells: Vec<Box<[SiteId]>>,
    /// The first of the forms that cover the same sets of sites, though perhaps with another first
    /// site.
    pub family: u16,
}

/// A piece type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPiece {
    /// The name.
    pub name: String,
    /// Whose pieces of this type a player may move.
    pub of: Set,
    /// Its moves, in order.
    pub moves: Vec<Call>,
    /// Walked from where a move of such a piece begins, before it.
    pub on_move_start: Vec<Path>,
    /// Walked before each step of such a piece.
    pub on_step_start: Vec<Path>,
    /// Walked after each step.
    pub on_step_end: Vec<Path>,
    /// Walked after the move.
    pub on_move_end: Vec<Path>,
    /// Walked at such a piece when it is captured.
    pub on_capture: Vec<Path>,
    /// For each player, the forms in [`PathRules::forms`] in which they can place such a piece;
    /// empty if it covers only its own site.
    pub shape: Vec<Vec<u16>>,
    /// Where it was declared.
    pub span: Span,
}

/// Dice that are thrown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    /// The variable with the rest of the throw.
    pub sum: VarId,
    /// The different faces, each with the variable that counts the dice which show it and have not
    /// been used; empty unless the rules use dice one by one.
    pub faces: Vec<(i32, VarId)>,
}

/// A throw: the variables that chance sets, with values for each of the equally likely results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The variables.
    pub vars: Vec<VarId>,
    /// For each result the values of the variables.
    pub results: Vec<Vec<i32>>,
    /// If it is an event of the clock: the first variable is the number of ticks that pass.
    pub clock: Option<Clock>,
}

/// The clock of a game, whose events say how long turns take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The milliseconds of a tick.
    pub tick: u32,
    /// Variables of the game, of players and of pieces from which each event takes its ticks, down
    /// to 0: of players that of the player whose turn follows, of pieces that of all pieces.
    pub timers: Vec<VarId>,
}

/// A slot of the turn order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathSlot {
    /// The player to move, whose moves and pieces count.
    pub mover: PlayerId,
    /// Who chooses among the moves, or in whose name chance does: the mover as a rule.
    pub chooser: PlayerId,
    /// Only rules of these names; empty: all.
    pub names: Vec<NameId>,
    /// The slot that follows.
    pub next: SlotId,
    /// The slot of an extra turn: this one, or the roll before it.
    pub again: SlotId,
    /// What chance throws here; none: the mover chooses.
    pub roll: Option<Roll>,
    /// Moves of the mover without a piece in this slot, in addition to those of every turn.
    pub moves: Vec<Call>,
    /// Compulsory classes of this slot, in addition to those of every turn.
    pub first: Vec<PathFirst>,
    /// Preferences among moves of this slot, in addition to those of every turn.
    pub prefer: Vec<Prefer>,
}

impl PathSlot {
    /// Returns whether the mover chooses among all that there is in every turn.
    pub fn is_plain(&self) -> bool {
        self.names.is_empty() && self.roll.is_none() && !self.has_orders()
    }

    /// Returns whether it has moves, compulsory classes or preferences that other turns have not.
    pub fn has_orders(&self) -> bool {
        !self.moves.is_empty() || !self.first.is_empty() || !self.prefer.is_empty()
    }
}

/// Ordered classes of moves: where one has a move, the later ones have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathFirst {
    /// Whether pseudo-legal moves count: a class comes first even if all its moves are forbidden.
    /// Else only legal ones do.
    pub pseudo_legal: bool,
    /// The classes, each the names of its rules.
    pub classes: Vec<Vec<NameId>>,
}

/// A choice of the best among all moves of the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefer {
    /// Whether pseudo-legal moves compete: the best remain even if all of them are forbidden. Else
    /// only legal ones do.
    pub pseudo_legal: bool,
    /// The rules whose moves compete, by the first step; others stay.
    pub names: Vec<NameId>,
    /// The compared numbers, the most important first.
    pub by: Vec<Number>,
}

/// A result that a move may not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathNever {
    /// Its name.
    pub name: String,
    /// What may not hold after the move, seen by the mover.
    pub when: Truth,
    /// Where it was written.
    pub span: Span,
}

/// A condition under which a player leaves the game, tested at the start of each of their turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathOut {
    /// Its name.
    pub name: String,
    /// When it holds.
    pub when: Truth,
    /// The rule that is then executed for the player, without a choice.
    pub rule: RuleId,
    /// Where it was written.
    pub span: Span,
}

/// Hints for bots; never needed to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathHints {
    /// Values of piece types, in hundredths.
    pub values: Vec<(PieceTypeId, i32)>,
    /// What a position is worth to the player whose view it is, in hundredths; the other players'
    /// is taken off.
    pub worth: Option<Number>,
    /// The search that suits the game.
    pub search: Option<dagaz_core::SearchMethod>,
}

/// What an ending is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEndingKind {
    /// The player for whom it holds wins.
    Win,
    /// The player for whom it holds loses.
    Loss,
    /// No player wins.
    Draw,
    /// The numbers of the players are compared, in the given fractions of a point.
    Score {
        /// The number.
        by: Number,
        /// Parts of a point: 1, or 2 for halves.
        parts: u8,
    },
}

/// An ending: tested for each player, the one who has just moved first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathEnding {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: PathEndingKind,
    /// When it holds.
    pub when: Truth,
    /// What decides about its place among the others.
    pub order: EndingOrder,
    /// Where it was written.
    pub span: Span,
}

/// What a hidden fact is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HiddenPart {
    /// The contents of these sites: whether there is a piece, its type and its owner.
    Sites(Set),
    /// The types and variables of the pieces on these sites.
    Types(Set),
    /// What the other players have in hand.
    Hands,
    /// A variable: of players those of the others, of pieces those of others' pieces, else all of
    /// it.
    Variable(VarId),
}

/// A fact that players do not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The hidden part, as seen by the player it is hidden from.
    pub part: HiddenPart,
    /// From whom and for how long: asked of each player.
    pub when: Truth,
}

/// What distinguishes moves, in addition to their origin, target and result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Distinct {
    /// Nothing: moves that lead from the same site to the same site with the same result are one.
    #[default]
    Results,
    /// Less than that: moves with the same result are one, wherever they begin and end.
    Positions,
    /// Which piece comes where: moves that bring each to the same place, step by step, are one,
    /// wherever they begin and end.
    Pieces,
    /// The order in which they capture.
    Orders,
    /// All that they do: the order and place of their captures, and where their steps end.
    Paths,
}

/// A board without borders. The topology is a *window* of it: a square of sites, row by row, that
/// follows the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbounded {
    /// Sites along a side of the window.
    pub side: usize,
    /// The most sites along a side of the pieces.
    pub extent: usize,
    /// The sites that exist are those at most so many steps from a piece.
    pub reach: usize,
    /// For each axis the names of its two directions, the one of growing coordinates first.
    pub axes: [[&'static str; 2]; 2],
}

impl Unbounded {
    /// Returns a window with room for pieces of that extent and all that is in their reach.
    pub fn new(extent: usize, reach: usize, axes: [[&'static str; 2]; 2]) -> Unbounded {
        Unbounded { side: extent + 2 * reach, extent, reach, axes }
    }

    /// Returns the place along an axis of the window at which the pieces begin that cover so many
    /// sites of it: such that they are in the middle.
    pub fn first_place(&self, covered: usize) -> usize {
        self.side.saturating_sub(covered) / 2
    }

    /// Returns the name of a site at some distance from the origin: `e2n0`, `w1s3`.
    pub fn name(&self, along: [i32; 2]) -> String {
        let part = |axis: usize| format!("{}{}", self.axes[axis][usize::from(along[axis] < 0)], along[axis].abs());
        part(0) + &part(1)
    }

    /// Returns the distance from the origin that a name says.
    pub fn named(&self, name: &str) -> Option<[i32; 2]> {
        let (mut rest, mut along) = (name, [0; 2]);
        for (axis, along) in self.axes.iter().zip(&mut along) {
            let letters = rest.find(|c: char| !c.is_ascii_alphabetic())?;
            let back = axis.iter().position(|direction| direction.eq_ignore_ascii_case(&rest[..letters]))?;
            let digits = rest[letters..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - letters);
            let number: i32 = rest[letters..letters + digits].parse().ok()?;
            *along = if back == 1 { -number } else { number };
            rest = &rest[letters + digits..];
        }
        rest.is_empty().then_some(along)
    }
}

/// One playable game of edition 3.
#[derive(Clone, Debug)]
pub struct PathRules {
    /// The board.
    pub topology: Topology,
    /// How the board is a window of one without borders, if it is.
    pub unbounded: Option<Unbounded>,
    /// The hops that its rules use.
    pub ways: Vec<Way>,
    /// Runs of sites.
    pub lines: Vec<Lines>,
    /// The players, in order.
    pub players: Vec<Player>,
    /// For each player its team.
    pub teams: Vec<u8>,
    /// How many pieces can stand on one another; 1 where they cannot.
    pub levels: usize,
    /// The piece types, in order.
    pub pieces: Vec<PathPiece>,
    /// The forms of pieces that cover several sites.
    pub forms: Vec<Form>,
    /// The variables.
    pub variables: Vec<Variable>,
    /// The dice.
    pub dice: Vec<Dice>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The names of rules.
    pub names: Vec<String>,
    /// The rules, one for each combination of arguments.
    pub rules: Vec<PathRule>,
    /// What players do without a piece.
    pub moves: Vec<Call>,
    /// Numbers and sets bound on paths: how many there can be at once.
    pub locals: usize,
    /// Walked before a move.
    pub on_move_start: Vec<Path>,
    /// Walked before each step.
    pub on_step_start: Vec<Path>,
    /// Walked after each step.
    pub on_step_end: Vec<Path>,
    /// Walked after the move.
    pub on_move_end: Vec<Path>,
    /// Walked at each captured piece.
    pub on_capture: Vec<Path>,
    /// Compulsory classes, one list independent of the other.
    pub first: Vec<PathFirst>,
    /// The best of all moves.
    pub prefer: Vec<Prefer>,
    /// Results that a move may not have.
    pub nevers: Vec<PathNever>,
    /// What makes two moves different ones.
    pub distinct: Distinct,
    /// The turn order.
    pub slots: Vec<PathSlot>,
    /// The phases of the turn order, by name; rules of a single phase are in its slots.
    pub phases: Vec<Phase>,
    /// Whether a player may pass.
    pub pass: PassRule,
    /// How players leave the game.
    pub outs: Vec<PathOut>,
    /// How the game ends, in the order in which endings are asked for.
    pub endings: Vec<PathEnding>,
    /// The pieces at the start.
    pub setup: Position,
    /// Numbers that are not at their start value at the start of the game: of pieces and sites each
    /// with the site, of a row or of players with the place among them.
    pub setup_variables: Vec<(VarId, SiteId, i32)>,
    /// Sets that are not empty at the start of the game, of a row or of players each with the place
    /// among them.
    pub setup_sets: Vec<(VarId, u16, SiteSet)>,
    /// The name of the rule that a set-up position gives as the last move.
    pub last_name: Option<NameId>,
    /// The variable of the game that the half-move clock of a FEN sets.
    pub halfmoves: Option<VarId>,
    /// The variable of players that counts the checks they have given, and how many win, if a FEN
    /// contains it.
    pub checks: Option<(VarId, i32)>,
    /// The piece variable that holds whether a piece has not moved yet, if a rule tests it.
    pub unmoved: Option<VarId>,
    /// The site variable that marks vanished sites, if any can vanish.
    pub closed: Option<VarId>,
    /// The piece variable that identifies the piece on a site, if any piece covers several: see
    /// [`PathRules::part_of`].
    pub body: Option<VarId>,
    /// The facts that players do not see.
    pub hidden: Vec<Hidden>,
    /// The type that stands for hidden pieces in views; `None` if no site is ever hidden. No state
    /// has it.
    pub unseen: Option<PieceTypeId>,
    /// The parameters of the file, with the selected values.
    pub parameters: Vec<Parameter>,
    /// Statistics for series of games.
    pub statistics: Vec<Statistic>,
    /// Hints for bots.
    pub hints: PathHints,
    /// The names.
    pub glossary: Glossary,
}

impl PathRules {
    /// Returns whether every player chooses in their own turns, and in no others.
    pub fn everybody_chooses(&self) -> bool {
        self.players.iter().all(|player| player.kind == PlayerKind::Chooser)
            && self.slots.iter().all(|slot| slot.chooser == slot.mover)
    }

    /// What a player does without a piece in a turn of that slot.
    pub fn moves_in<'r>(&'r self, slot: &'r PathSlot) -> impl Iterator<Item = &'r Call> {
        self.moves.iter().chain(&slot.moves)
    }

    /// Returns the compulsory classes in a turn of that slot.
    pub fn firsts_in<'r>(&'r self, slot: &'r PathSlot) -> impl Iterator<Item = &'r PathFirst> {
        self.first.iter().chain(&slot.first)
    }

    /// Returns whether a move may be illegal for its result: by a `never`, or by the extent of a
    /// board without borders.
    pub fn forbids_results(&self) -> bool {
        !self.nevers.is_empty() || self.unbounded.is_some()
    }

    /// Returns whether priorities in a turn of that slot apply to pseudo-legal moves, before any is
    /// found to be forbidden.
    pub fn orders_pseudo_legal(&self, slot: &PathSlot) -> bool {
        self.forbids_results()
            && (self.firsts_in(slot).any(|first| first.pseudo_legal)
                || self.prefers_in(slot).any(|prefer| prefer.pseudo_legal))
    }

    /// Returns the preferences among moves in a turn of that slot.
    pub fn prefers_in<'r>(&'r self, slot: &'r PathSlot) -> impl Iterator<Item = &'r Prefer> {
        self.prefer.iter().chain(&slot.prefer)
    }

    /// Returns the table of that id.
    pub fn table(&self, table: TableId) -> &Table {
        &self.tables[table.index()]
    }

    /// Returns whether pieces of a type cover several sites.
    pub fn is_large(&self, kind: PieceTypeId) -> bool {
        self.pieces.get(kind.index()).is_some_and(|piece| !piece.shape.is_empty())
    }

    /// Returns the value of the variable of parts for a piece in a form with its first site there.
    pub fn part_value(&self, form: u16, first: SiteId) -> i32 {
        (1 + first.index() * self.forms.len() + usize::from(form)) as i32
    }

    /// Returns the form and the first site of a piece, by a value of the variable of parts; `None`
    /// for a piece of one site.
    pub fn part_of(&self, value: i32) -> Option<(u16, SiteId)> {
        let value = usize::try_from(value).ok()?.checked_sub(1)?;
        let (first, form) = (value.checked_div(self.forms.len())?, value % self.forms.len());
        (first < self.topology.sites().len()).then(|| (form as u16, SiteId::at(first)))
    }
}
