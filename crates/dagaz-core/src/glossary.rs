//! The glossary: the names of the parts of a game, for records, views and people.
//!
//! Nothing here changes a rule. It is what a record needs to write a move, a view to draw a board,
//! and a person to understand both.

use crate::{AttributeId, MoveClassId, PieceTypeId, PlayerId, SiteId};

/// What kind of participant a player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// A player who chooses: a person or a bot.
    #[default]
    Chooser,
    /// A random mover: each of its moves is equally likely.
    Random,
    /// An owner of pieces that never moves.
    Neutral,
}

/// One player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerName {
    /// The name in the rules.
    pub name: String,
    /// Who chooses its moves.
    pub kind: PlayerKind,
}

/// One piece type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceName {
    /// The name in the rules.
    pub name: String,
    /// The letter for diagrams and set-up strings, if the rules give one: `N`, `+R`.
    pub letter: Option<String>,
    /// One line about how it moves.
    pub help: String,
    /// More about it.
    pub description: String,
}

/// One move rule: as records name it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleName {
    /// Its name.
    pub name: String,
    /// Its arguments, as written.
    pub arguments: Vec<String>,
    /// What records write for a move by it, where no other move could be meant.
    pub written: Option<String>,
}

/// One slot of the turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotName {
    /// The player to move.
    pub mover: PlayerId,
    /// Whose pieces are moved.
    pub side: PlayerId,
    /// Which class of moves, if only one.
    pub class: Option<MoveClassId>,
}

/// Texts about a game, as its author wrote them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// What the game is.
    pub description: String,
    /// Where it comes from.
    pub history: String,
    /// How to play it well.
    pub strategy: String,
    /// Who made the text, and other notes.
    pub notes: Vec<(String, String)>,
}

/// The fields of this game's FEN other than pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FenRights {
    /// A letter of the rights field, the attribute that it sets, and the sites of the pieces
    /// concerned.
    pub rights: Vec<(char, AttributeId, Vec<SiteId>)>,
    /// The direction in which a piece that can be taken in passing went over the square named.
    pub passed: Option<crate::DirectionId>,
    /// The type of the pieces that can be taken in passing; none if any can.
    pub passer: Option<PieceTypeId>,
    /// The variable that counts plies without a capture or a pawn's move, by its place in the
    /// layout.
    pub halfmoves: Option<usize>,
    /// The attribute of promoted pieces, which have a `~` behind their letter.
    pub promoted: Option<AttributeId>,
    /// The variables that count the checks that the players have given, by the place of the first
    /// player's in the layout, and how many checks win.
    pub checks: Option<(usize, i32)>,
}

/// The names of the parts of a game, for records, views and people.
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    /// The title of the game or variant.
    pub title: String,
    /// Texts about it.
    pub texts: Texts,
    /// The players.
    pub players: Vec<PlayerName>,
    /// The piece types.
    pub pieces: Vec<PieceName>,
    /// The attributes of pieces.
    pub attributes: Vec<String>,
    /// The variables of the game's own, in the order of the layout.
    pub variables: Vec<String>,
    /// Of the variables those that views leave out, by the name that all of a row share.
    pub unshown: Vec<String>,
    /// The classes of moves.
    pub classes: Vec<String>,
    /// The move rules.
    pub rules: Vec<RuleName>,
    /// The turn order.
    pub slots: Vec<SlotName>,
    /// The endings.
    pub endings: Vec<String>,
    /// The attribute that follows from the site of a piece and is therefore omitted in notation, if
    /// there is one.
    pub implied: Option<AttributeId>,
    /// Numbers of the attributes in ZSG records, where they have one.
    pub attribute_numbers: Vec<Option<u32>>,
    /// Numbers of the move classes in ZSG records, where they have one.
    pub class_numbers: Vec<Option<u32>>,
    /// The fields of FEN other than the pieces.
    pub fen: FenRights,
}

impl Glossary {
    /// Returns the name of a player; `nobody` for [`PlayerId::NONE`].
    pub fn player(&self, player: PlayerId) -> &str {
        self.players.get(player.index()).map_or("nobody", |player| &player.name)
    }

    /// Returns the player of that name.
    pub fn player_named(&self, name: &str) -> Option<PlayerId> {
        self.players.iter().position(|player| player.name == name).map(PlayerId::at)
    }

    /// Returns the name of a piece type.
    pub fn piece(&self, kind: PieceTypeId) -> &str {
        self.pieces.get(kind.index()).map_or("?", |piece| &piece.name)
    }

    /// Returns the piece type of that name.
    pub fn piece_named(&self, name: &str) -> Option<PieceTypeId> {
        self.pieces.iter().position(|piece| piece.name == name).map(PieceTypeId::at)
    }

    /// Returns the attribute of that name.
    pub fn attribute_named(&self, name: &str) -> Option<AttributeId> {
        self.attributes.iter().position(|attribute| attribute == name).map(AttributeId::at)
    }
}
