//! A whole game: [`Rules`] and its parts.

use dagaz_core::{
    AttributeId, Glossary, MoveClassId, PieceTypeId, PlayerId, PlayerKind, Position, RuleId, SlotId, Topology,
};

use crate::{Automaton, Ending, Size, Span, Truth};

/// One playable game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The edition of the language it was written in: 2 for ZRF, 3 for DRF.
    pub edition: u8,
    /// The board.
    pub topology: Topology,
    /// The players, in order.
    pub players: Vec<Player>,
    /// The piece types, in order.
    pub pieces: Vec<PieceType>,
    /// The attributes of pieces. Every piece can carry every one.
    pub attributes: Vec<Attribute>,
    /// The names of the flags that rules use while they run.
    pub flags: Vec<String>,
    /// The names of the site flags that rules use while they run.
    pub site_flags: Vec<String>,
    /// The classes of moves, by name.
    pub classes: Vec<String>,
    /// The move rules. Pieces refer to them; equal rules of several pieces may be one.
    pub rules: Vec<Rule>,
    /// The turn order.
    pub turns: TurnOrder,
    /// Which classes come first. Asked only in slots and chains that name no class.
    pub first: Option<First>,
    /// Only the moves with the most steps remain: the longest chains of all the player's pieces.
    pub longest_chain: bool,
    /// Which moves are one.
    pub merge: Merge,
    /// Whether a player may end a chain that could continue.
    pub may_stop: bool,
    /// Whether and when a player may pass.
    pub pass: PassRule,
    /// Where captured pieces go.
    pub capture: Capture,
    /// Whether a piece can only become a type, with a step, that its owner has in supply; its
    /// former type returns there.
    pub recycle_promotions: bool,
    /// Results that a move may not have.
    pub nevers: Vec<Never>,
    /// How the game ends.
    pub endings: Vec<Ending>,
    /// How it starts. Supplies not named are empty.
    pub setup: Position,
    /// Names, and data for records. Its tables follow those above, entry by entry.
    pub glossary: Glossary,
    /// What a view may use and a rule never does.
    pub view: Vec<ViewHint>,
}

impl Rules {
    /// Returns how large the endings are when each has been made ready for each of its players, in
    /// nodes of rules.
    pub fn ending_nodes(&self) -> u64 {
        // A question about any site is written down once.
        let size = Size { sites: 1, ..Size::of(self) };
        self.endings.iter().fold(0u64, |sum, ending| {
            let players = if ending.players.is_empty() { self.players.len() } else { ending.players.len() };
            sum.saturating_add(ending.when.work(size).saturating_mul(players as u64))
        })
    }
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// Who chooses its moves.
    pub kind: PlayerKind,
}

/// An attribute of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name.
    pub name: String,
    /// Whether it holds any integer, or only 0 and 1.
    pub integer: bool,
}

/// A piece type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceType {
    /// The name.
    pub name: String,
    /// Attributes with which a new piece starts, where they are not 0.
    pub starts: Vec<(AttributeId, i32)>,
    /// Whether it does not count as material.
    pub immaterial: bool,
    /// How such a piece on the board moves, in order.
    pub moves: Vec<Entry>,
    /// How such a piece comes from the supply, in order. Tried on every site while the supply
    /// lasts.
    pub drops: Vec<Entry>,
    /// Where it was declared.
    pub span: Span,
}

/// A use of a rule by a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Which rule.
    pub rule: RuleId,
    /// The class of its moves; none: it belongs to no class.
    pub class: Option<MoveClassId>,
}

/// A move rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name: of the macro or rule, or its ordinal.
    pub name: String,
    /// Its arguments, as written.
    pub arguments: Vec<String>,
    /// Its automaton.
    pub automaton: Automaton,
    /// Where it was written.
    pub span: Span,
}

/// The turn order: slots, each of which names the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnOrder {
    /// The slots. The game begins with the first.
    pub slots: Vec<Slot>,
}

/// One slot of the turn order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The player to move.
    pub mover: PlayerId,
    /// Whose pieces are moved and dropped: usually the mover's.
    pub side: PlayerId,
    /// Only moves of this class; none: any.
    pub class: Option<MoveClassId>,
    /// The slot that follows.
    pub next: SlotId,
    /// Where it was written.
    pub span: Span,
}

/// Ordered classes of moves: if a group has a move, the later groups have none. It applies before
/// any [`Never`] removes moves. Entries without a class come after all groups; classes that no
/// group names serve only for continuations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The groups, by descending priority.
    pub groups: Vec<Vec<MoveClassId>>,
}

/// Whether a player may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PassRule {
    /// Never.
    #[default]
    Never,
    /// Exactly when there is no other legal move.
    Forced,
    /// Always.
    Free,
}

/// Which moves of one list are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merge {
    /// Those with the same effects, step by step.
    #[default]
    Effects,
    /// Those that lead to the same state. Of the ways of a chain to one situation the shortest is
    /// kept, so a list is never longer than there are results, however many ways lead to them.
    Results,
}

/// Where captured pieces go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Capture {
    /// Out of the game.
    #[default]
    Gone,
    /// To the supply of the owner they had.
    OwnersSupply,
}

/// A result that a move may not have: asked of the state after the turn, as seen by the side that
/// moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Never {
    /// Its name.
    pub name: String,
    /// The players bound by it.
    pub players: Vec<PlayerId>,
    /// What may not hold.
    pub when: Truth,
    /// Where it was written.
    pub span: Span,
}

/// A fact for views.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewHint {
    /// Its subject: `board`, or the name of a piece; empty: the game.
    pub about: String,
    /// The keyword, as written: `image`, `move-sound`.
    pub key: String,
    /// Its values.
    pub values: Vec<ViewValue>,
    /// Where it was written.
    pub span: Span,
}

/// A value of a [`ViewHint`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ViewValue {
    /// A bare word.
    Word(String),
    /// A quoted text.
    Text(String),
}

impl Rules {
    /// Returns whether a player moves, or its pieces are moved, in some slot. The others are
    /// neutral.
    pub fn active(&self, player: PlayerId) -> bool {
        self.turns.slots.iter().any(|slot| slot.mover == player || slot.side == player)
    }

    /// Returns whether a player wins and loses: see [`competes`].
    pub fn competes(&self, player: PlayerId) -> bool {
        competes(&self.players, player)
    }

    /// Returns the next player who competes, after `owner` in order of declaration, the first after
    /// the last.
    pub fn next_player(&self, owner: PlayerId) -> PlayerId {
        let count = self.players.len();
        // A piece without an owner belongs to the first.
        let first = if owner == PlayerId::NONE { 0 } else { owner.index() + 1 };
        let mut after = (first..first + count).map(|place| PlayerId::at(place % count));
        after.find(|player| self.competes(*player)).unwrap_or(owner)
    }

    /// Returns the name of a piece type.
    pub fn piece_name(&self, kind: PieceTypeId) -> &str {
        self.pieces.get(kind.index()).map_or("?", |piece| &piece.name)
    }
}

/// Returns whether one of the players wins and loses: every player who chooses, or where none does,
/// every random mover.
pub fn competes(players: &[Player], player: PlayerId) -> bool {
    let is = |one: &Player, kind: PlayerKind| one.kind == kind;
    let somebody_chooses = players.iter().any(|one| is(one, PlayerKind::Chooser));
    let wanted = if somebody_chooses { PlayerKind::Chooser } else { PlayerKind::Random };
    players.get(player.index()).is_some_and(|one| is(one, wanted))
}
