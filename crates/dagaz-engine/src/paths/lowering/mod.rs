//! Lowering: games of paths as automata of edition 2, for the bitboard executor.
//!
//! Most rules of chess-like games need no more than edition 2: a line of hops with tests between
//! them, and one landing. If everything about a game has this form, it is rewritten as [`Rules`] on
//! the states of the path game, for counting, playouts and searches. The lowering is exact or fails
//! with a reason ([`NotLowered`]). The reference interpreter is used for comparison, and lists the
//! moves that people see.
//!
//! A path acts on a changing board; an automaton reads the board before the step. So a path is
//! lowered only if it never reads what it has changed: the site that it left, or what it captured.

mod automaton;
mod board;
mod counters;
mod endings;
mod hands;
mod line;
mod sets;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use dagaz_core::{AttributeId, LimitHit, MoveClassId, PieceTypeId, PlayerId, PlayerKind, RuleId};
use dagaz_rules::path::{Distinct, Home, NameId, PathPiece, PathRules, PathSlot, Set, VarId, Variable, VariableKind};
use dagaz_rules::{
    Attribute, Automaton, Capture, Entry, First, Merge, Never, PassRule, PieceType, Rule, Rules, Slot, TurnOrder,
};

use super::game::PathGame;
use super::tables::Place;
use crate::extra_state::{Checks, ExtraState, Idle, Named, NamedMove};
use crate::game::CompiledGame;
use board::Board;
use line::Line;

/// Why a game of edition 3 is walked as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotLowered {
    /// Pieces stand on one another.
    Columns,
    /// Pieces of a type cover several sites.
    Shape(PieceTypeId),
    /// Dice are thrown.
    Dice,
    /// A player moves by chance.
    Chance(PlayerId),
    /// A player chooses the moves of another.
    By(PlayerId),
    /// Players are allied.
    Teams,
    /// Pieces of a type are moved by others than their owner.
    Others(PieceTypeId),
    /// Some turns allow other moves than others.
    Turns,
    /// Players may pass.
    Pass,
    /// Players may leave the game.
    Leaving,
    /// Of all moves those with the greatest number remain.
    Prefer,
    /// Moves are distinguished by more than their ends and results.
    Distinct,
    /// Moves are chosen by more than classes of which one comes first.
    Choice,
    /// Something happens at a moment of each move, or of each move of pieces of a type.
    Moment(&'static str, Option<PieceTypeId>),
    /// Something happens before, after or because of a move, beyond what goes into hands.
    Hook,
    /// A variable is kept that is more than a truth about a piece, or a count of idle turns or of
    /// checks.
    Variable(VarId),
    /// A rule does more than hop, look and land.
    Rule(RuleId),
    /// A result is forbidden that is not about pieces that are attacked or in sight of others, or
    /// where one's own stand: by its place among all.
    Never(usize),
    /// A result is forbidden, by its place among all, where one class of moves comes before
    /// another: whether it has a move is asked after forbidden results here, and before them in
    /// automata.
    NeverAndFirst(usize),
    /// An ending, by its place among all, asks for more than patterns, counts, repetition and idle
    /// turns.
    Ending(usize),
    /// Rules ask for the last move in a way in which its ends do not tell which rule it was by.
    Last,
    /// It would be too large.
    Size,
}

impl fmt::Display for NotLowered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotLowered::Columns => "pieces stand on one another: `(columns)`",
            NotLowered::Shape(_) => "a piece covers several sites",
            NotLowered::Dice => "dice are thrown",
            NotLowered::Chance(_) => "a player moves by chance",
            NotLowered::By(_) => "a player chooses the moves of another: `(by …)`",
            NotLowered::Teams => "players are allied: `(teams …)`",
            NotLowered::Others(_) => "a piece is moved by others than its owner",
            NotLowered::Turns => "some turns allow other moves than others",
            NotLowered::Pass => "players may pass",
            NotLowered::Leaving => "players may leave the game: `(out …)`",
            NotLowered::Prefer => "of all moves those with the greatest number remain: `(prefer …)`",
            NotLowered::Distinct => "moves are told apart by more than their ends and results: `(distinct …)`",
            NotLowered::Choice => "it chooses among moves by more than classes of which one comes first",
            NotLowered::Moment(moment, _) => return write!(f, "something happens at a moment of a move: `(on {moment} …)`"),
            NotLowered::Hook => "something happens before, after or because of a move, beyond what goes into hands",
            NotLowered::Variable(_) => {
                "it keeps more than truths about pieces, for how many turns nothing has happened, and how many checks a player has given"
            }
            NotLowered::Rule(_) => "a rule does more than hop, look and land",
            NotLowered::Never(_) => {
                "a result is forbidden that is not about pieces that are attacked or in sight of others, or where one's own stand"
            }
            NotLowered::NeverAndFirst(_) => "one class of moves comes before another, and a result is forbidden besides",
            NotLowered::Ending(_) => "an ending asks for more than patterns, counts, repetition and idle turns",
            NotLowered::Last => "the ends of the last move do not tell by which rule it was",
            NotLowered::Size => "what is left of the rules would be too large",
        })
    }
}

impl From<LimitHit> for NotLowered {
    fn from(_: LimitHit) -> NotLowered {
        NotLowered::Size
    }
}

/// What everything in this module asks about the game.
struct Source<'a> {
    game: &'a PathGame,
    rules: &'a PathRules,
    board: Board,
    /// Whether a piece has moved: the attribute, and the types that can carry it.
    unmoved: Option<(AttributeId, Vec<PieceTypeId>)>,
    /// The rule of which it is asked whether the last move was by it.
    last_name: Option<NameId>,
    /// The types of the piece that the rule moved; `None` if unknown.
    last_kinds: Option<Vec<PieceTypeId>>,
}

/// The same game in automata, or why there is none.
pub(super) fn of(game: &PathGame) -> Result<CompiledGame, NotLowered> {
    let rules = &*game.rules;
    is_plain(rules)?;
    let counters = counters::Counters::of(rules)?;
    let last_name = match game.tables.last_names.as_slice() {
        _ if !game.tables.last_rules.is_empty() => return Err(NotLowered::Last),
        [] if game.tables.keeps_every_last => return Err(NotLowered::Last),
        [] => None,
        [name] if !game.tables.keeps_every_last => Some(*name),
        _ => return Err(NotLowered::Last),
    };
    let known = |var: VarId| rules.variables[var.index()].home == Home::Piece || counters.has(var);
    if let Some(var) = (0..rules.variables.len()).map(VarId::at).find(|var| !known(*var)) {
        return Err(NotLowered::Variable(var));
    }
    // The bitboard executor does not drop rights that depend on hands.
    let depends_on_hand = game.forgets.rights.iter().flat_map(|(_, rights)| rights).any(|right| !right.hand.is_empty());
    if let Some(var) = rules.unmoved.filter(|_| depends_on_hand) {
        return Err(NotLowered::Variable(var));
    }
    let last_kinds = last_name.and_then(|name| movers(rules, name));
    let mut source = Source { game, rules, board: Board::new(game)?, unmoved: carriers(game)?, last_name, last_kinds };
    let mut written = Written::default();
    let classes = classes(rules)?;
    let class_of = |name: NameId| match classes.iter().position(|class| class.contains(&name)) {
        Some(class) => Ok(Some(MoveClassId::at(class))),
        None if classes.is_empty() => Ok(None),
        None => Err(NotLowered::Choice),
    };
    let pockets = hands::pockets(&source)?;
    let drops = hands::drops(&mut source, &mut written, &class_of)?;
    let mut moves = Vec::new();
    let mut named = Vec::new();
    for kind in (0..rules.pieces.len()).map(PieceTypeId::at) {
        let mut entries = Vec::new();
        for call in &rules.pieces[kind.index()].moves {
            let rule = &rules.rules[call.rule.index()];
            let unsaid = NotLowered::Rule(call.rule);
            let lines = line::lines(&rule.path).ok_or(unsaid)?;
            let class = class_of(rule.name)?;
            for line in &lines {
                if !line.is_sound(&source) {
                    return Err(unsaid);
                }
                if last_name == Some(rule.name) {
                    named.extend(line.displacements(&source, kind));
                }
                let automaton = automaton::of_line(&mut source, kind, line).map_err(|_| unsaid)?;
                let name = &rules.names[usize::from(rule.name.0)];
                entries.push(Entry { rule: written.number(automaton, name, rule.span), class });
            }
        }
        moves.push(entries);
    }
    if let Some(name) = last_name {
        tells_apart(&source, name, &named)?;
    }
    let (nevers, mates) = endings::nevers(&mut source, &drops)?;
    let told = endings::endings(&mut source, &counters)?;
    let players: Vec<PlayerId> = (0..rules.players.len()).map(PlayerId::at).collect();
    let places = game.layout.places();
    let word = |variable: u16| match usize::from(variable).checked_sub(game.layout.spec().variables) {
        None => places.variables + usize::from(variable),
        Some(counter) => places.counters + counter,
    };
    let state_word = |var: VarId| match game.tables.places[var.index()] {
        Place::State(variable) => Some(word(variable)),
        _ => None,
    };
    let beside = ExtraState {
        last_mover: word(game.tables.extras.last_mover),
        named: last_name.zip(game.tables.extras.last_name).map(|(name, variable)| Named {
            word: word(variable),
            value: u32::from(name.0) + 1,
            stays: source.last_kinds.is_some(),
            moves: named,
        }),
        forgets_last: game.forgets.last,
        rights: game.forgets.rights.clone(),
        idle: match counters.idle {
            Some(idle) => {
                Some(Idle { word: state_word(idle.var).ok_or(NotLowered::Variable(idle.var))?, kinds: idle.kinds })
            }
            None => None,
        },
        checks: match counters.checks {
            Some(checks) => {
                let (word, in_a_row) =
                    (state_word(checks.var).ok_or(NotLowered::Variable(checks.var))?, counters.in_a_row);
                let compared = !rules.variables[checks.var.index()].uncompared;
                Some(Checks { word, kinds: checks.kinds, in_a_row, compared })
            }
            None => None,
        },
        pockets,
        mates,
        endings: told.ids,
        counted: told.counted,
        attacking: told.attacking,
        of_mover: told.of_mover,
        no_move: dagaz_core::EndingId::at(rules.endings.len()),
    };
    let slots = rules.slots.iter().map(|slot| Slot {
        mover: slot.mover,
        side: slot.mover,
        class: None,
        next: slot.next,
        span: Default::default(),
    });
    let starts = &game.layout.spec().starts;
    let of_kind = |kind: usize| drops.iter().filter(move |one| one.kind.index() == kind).map(|one| one.entry).collect();
    let pieces = rules.pieces.iter().zip(moves).zip(starts).enumerate();
    let pieces = pieces.map(|(kind, ((piece, moves), starts))| PieceType {
        name: piece.name.clone(),
        starts: starts.clone(),
        immaterial: false,
        moves,
        drops: of_kind(kind),
        span: piece.span,
    });
    let attribute = |name: &str| Attribute { name: name.to_string(), integer: false };
    let of_pieces = rules.variables.iter().filter(|variable| variable.home == Home::Piece);
    let groups = (0..classes.len()).map(|class| vec![MoveClassId::at(class)]).collect();
    let automata = Rules {
        edition: 3,
        pieces: pieces.collect(),
        attributes: of_pieces.map(|variable| attribute(&variable.name)).collect(),
        flags: Vec::new(),
        site_flags: Vec::new(),
        classes: (0..classes.len()).map(|class| class.to_string()).collect(),
        rules: written.rules,
        turns: TurnOrder { slots: slots.collect() },
        first: (!classes.is_empty()).then_some(First { groups }),
        longest_chain: false,
        merge: Merge::Effects,
        may_stop: false,
        pass: PassRule::Never,
        capture: Capture::Gone,
        recycle_promotions: false,
        nevers: nevers
            .into_iter()
            .map(|when| Never { name: String::new(), players: players.clone(), when, span: Default::default() })
            .collect(),
        endings: told.endings,
        setup: rules.setup.clone(),
        glossary: rules.glossary.clone(),
        view: Vec::new(),
        players: rules.players.clone(),
        topology: source.board.finish()?,
    };
    let initial = dagaz_core::Game::initial(game);
    Ok(CompiledGame::for_paths(Arc::new(automata), &game.limits, game.layout.clone(), initial, beside)?)
}

/// Whether nothing about a game is beyond automata that does not stand in its rules of moves and
/// endings.
fn is_plain(rules: &PathRules) -> Result<(), NotLowered> {
    let first = |wanted: &dyn Fn(&PathPiece) -> bool| rules.pieces.iter().position(wanted).map(PieceTypeId::at);
    let alone = |team: &u8| rules.teams.iter().filter(|other| *other == team).count() == 1;
    if rules.levels > 1 {
        return Err(NotLowered::Columns);
    }
    if let Some(kind) = first(&|piece| !piece.shape.is_empty()) {
        return Err(NotLowered::Shape(kind));
    }
    if !rules.dice.is_empty() || rules.slots.iter().any(|slot| slot.roll.is_some()) {
        return Err(NotLowered::Dice);
    }
    if let Some(player) = rules.players.iter().position(|player| player.kind != PlayerKind::Chooser) {
        return Err(NotLowered::Chance(PlayerId::at(player)));
    }
    if let Some(slot) = rules.slots.iter().find(|slot| slot.chooser != slot.mover) {
        return Err(NotLowered::By(slot.chooser));
    }
    if !rules.teams.iter().all(alone) {
        return Err(NotLowered::Teams);
    }
    if let Some(kind) = first(&|piece| piece.of != Set::Mine) {
        return Err(NotLowered::Others(kind));
    }
    if !rules.slots.iter().all(PathSlot::is_plain) {
        return Err(NotLowered::Turns);
    }
    if rules.pass != PassRule::Never {
        return Err(NotLowered::Pass);
    }
    if !rules.outs.is_empty() {
        return Err(NotLowered::Leaving);
    }
    if !rules.prefer.is_empty() {
        return Err(NotLowered::Prefer);
    }
    if rules.distinct != Distinct::Results {
        return Err(NotLowered::Distinct);
    }
    if rules.first.len() > 1 {
        return Err(NotLowered::Choice);
    }
    // Priorities of edition 2 are decided before a result is found to be forbidden.
    if rules.first.iter().any(|first| !first.pseudo_legal) && !rules.nevers.is_empty() {
        return Err(NotLowered::NeverAndFirst(0));
    }
    let hooks =
        [("move-start", &rules.on_move_start), ("step-start", &rules.on_step_start), ("step-end", &rules.on_step_end)];
    let hooks = hooks.map(|(moment, paths)| (moment, None, paths)).into_iter();
    let own = rules.pieces.iter().enumerate().flat_map(|(kind, piece)| {
        let kind = Some(PieceTypeId::at(kind));
        [
            ("move-start", kind, &piece.on_move_start),
            ("step-start", kind, &piece.on_step_start),
            ("step-end", kind, &piece.on_step_end),
            ("move-end", kind, &piece.on_move_end),
        ]
    });
    if let Some((moment, kind, _)) = hooks.chain(own).find(|(.., paths)| !paths.is_empty()) {
        return Err(NotLowered::Moment(moment, kind));
    }
    let kept = |variable: &Variable| {
        variable.kind == VariableKind::Number
            && match variable.home {
                Home::Piece => variable.boolean,
                Home::Game => variable.uncompared && variable.start == 0,
                Home::Player => variable.start == 0,
                _ => false,
            }
    };
    match rules.variables.iter().position(|variable| !kept(variable)) {
        Some(var) => Err(NotLowered::Variable(VarId::at(var))),
        None => Ok(()),
    }
}

/// The classes of which one comes first, each the names of its rules.
fn classes(rules: &PathRules) -> Result<&[Vec<NameId>], NotLowered> {
    let Some(first) = rules.first.first() else { return Ok(&[]) };
    let all: Vec<NameId> = first.classes.iter().flatten().copied().collect();
    let mut once = all.clone();
    once.sort_unstable();
    once.dedup();
    if once.len() == all.len() { Ok(&first.classes) } else { Err(NotLowered::Choice) }
}

/// The attribute that says that a piece has not moved, and the types that can carry it: those that
/// start with it, and what these become.
fn carriers(game: &PathGame) -> Result<Option<(AttributeId, Vec<PieceTypeId>)>, NotLowered> {
    let Some(var) = game.rules.unmoved else { return Ok(None) };
    let Place::Piece(attribute) = game.tables.places[var.index()] else { return Err(NotLowered::Variable(var)) };
    let kinds = (0..game.rules.pieces.len()).map(PieceTypeId::at);
    let starts = |kind: &PieceTypeId| {
        game.layout.spec().starts[kind.index()].iter().any(|(which, value)| *which == attribute && *value != 0)
    };
    Ok(Some((attribute, kinds.filter(starts).collect())))
}

/// The types that have a rule of that name; `None` if the rule changes them. No other part of the
/// lowered rules changes the type of a moved piece, so the moved piece has one of these types.
fn movers(rules: &PathRules, name: NameId) -> Option<Vec<PieceTypeId>> {
    let mut kinds = Vec::new();
    for kind in (0..rules.pieces.len()).map(PieceTypeId::at) {
        let calls = rules.pieces[kind.index()].moves.iter().map(|call| &rules.rules[call.rule.index()]);
        for rule in calls.filter(|rule| rule.name == name) {
            if line::lines(&rule.path)?.iter().any(|line| line::becomes(&line.0)) {
                return None;
            }
            kinds.push(kind);
        }
    }
    kinds.dedup();
    (!kinds.is_empty()).then_some(kinds)
}

/// Whether the moves by the rule of that name are the only ones of such pieces between these sites.
fn tells_apart(source: &Source<'_>, name: NameId, named: &[NamedMove]) -> Result<(), NotLowered> {
    for kind in (0..source.rules.pieces.len()).map(PieceTypeId::at) {
        if named.iter().all(|one| one.kind != kind) {
            continue;
        }
        for call in &source.rules.pieces[kind.index()].moves {
            let rule = &source.rules.rules[call.rule.index()];
            if rule.name == name {
                continue;
            }
            for line in line::lines(&rule.path).ok_or(NotLowered::Last)? {
                let reached = line.reaches(source);
                let clashes = |one: &&NamedMove| {
                    one.kind == kind && reached[one.player.index()][one.from.index()].contains(&one.to)
                };
                if named.iter().any(|one| clashes(&one)) {
                    return Err(NotLowered::Last);
                }
            }
        }
    }
    Ok(())
}

/// The automata written so far, each once.
#[derive(Default)]
struct Written {
    rules: Vec<Rule>,
    known: HashMap<Automaton, RuleId>,
}

impl Written {
    fn number(&mut self, automaton: Automaton, name: &str, span: dagaz_rules::Span) -> RuleId {
        let next = RuleId(self.rules.len() as u32);
        let id = *self.known.entry(automaton.clone()).or_insert(next);
        if id == next {
            self.rules.push(Rule { name: name.to_string(), arguments: Vec::new(), automaton, span });
        }
        id
    }
}

impl Line<'_> {
    /// The moves that the line may make, whatever stands on the board.
    fn displacements(&self, source: &Source<'_>, kind: PieceTypeId) -> Vec<NamedMove> {
        let mut all = Vec::new();
        for (player, from) in self.reaches(source).iter().enumerate() {
            for (site, reached) in from.iter().enumerate() {
                let (player, from) = (PlayerId::at(player), dagaz_core::SiteId::at(site));
                all.extend(reached.iter().map(|&to| NamedMove { player, kind, from, to }));
            }
        }
        all
    }
}
