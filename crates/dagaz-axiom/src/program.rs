//! A script that has been read: its code, and what it declared.
//!
//! While a script is being loaded this grows; afterwards it is never changed, and any number of
//! machines run it.

use crate::fault::Frame;
use crate::op::Op;
use crate::source::{Place, SourceText};

/// A player's part of a piece's cell: five bits of its number, and one that says that it is
/// neutral.
pub(crate) const OWNER_MASK: i32 = 0xFC00;
/// The bit of a neutral player.
pub(crate) const NEUTRAL: i32 = 1 << 10;
/// The first bit of a player's number.
pub(crate) const PLAYER_SHIFT: u32 = 11;
/// The part of a piece's cell that says its type.
pub(crate) const TYPE_MASK: i32 = 0x3FF;
/// Bytes of one step of the turn order, as scripts count them.
pub(crate) const TURN_BYTES: i32 = 12;
/// A direction leads nowhere.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// A word of at most so many operations is copied into its caller.
pub(crate) const COPIED_MAX: usize = 8;

/// Scores that end a game; anything else between them is a score too, by its sign.
pub(crate) const UNKNOWN_SCORE: i32 = -2_140_000_000;
pub(crate) const LOSS_SCORE: i32 = -2_130_000_000;
pub(crate) const WIN_SCORE: i32 = 2_130_000_000;

/// Who moves for a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Engine {
    /// A search.
    #[default]
    Search,
    /// Any move of the list, each equally likely.
    Random,
    /// The first move of the list.
    First,
    /// A word of the script.
    Word(String, u32),
    /// No player: neutral.
    None,
}

#[derive(Clone, Debug)]
pub(crate) struct PlayerSpec {
    pub(crate) name: String,
    pub(crate) neutral: bool,
    pub(crate) engine: Engine,
    /// Whether it is a random mover, which has no seat.
    pub(crate) is_chance: bool,
    /// Where its engine was declared, or itself.
    pub(crate) place: Place,
}

/// One entry of a list of moves.
#[derive(Clone, Debug)]
pub(crate) struct MoveEntry {
    /// The token of the word.
    pub(crate) token: u32,
    pub(crate) class: i32,
    /// Its place among the rules.
    pub(crate) rule: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct PieceSpec {
    pub(crate) name: String,
    pub(crate) value: i32,
    /// Its moves and drops, by the number of the list.
    pub(crate) moves: Option<usize>,
    pub(crate) drops: Option<usize>,
    /// Whether generation passes it over.
    pub(crate) dummy: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct TurnSpec {
    /// Cell values of players.
    pub(crate) player: i32,
    pub(crate) for_player: i32,
    pub(crate) of_type: i32,
    /// Where it was declared; the first line if the script declares none.
    pub(crate) place: Place,
}

/// What a board remembers besides pieces.
#[derive(Clone, Debug)]
pub(crate) struct BoardVariable {
    pub(crate) name: String,
    /// Its cells on the board.
    pub(crate) cell: usize,
    pub(crate) cells: usize,
}

/// A piece of the set-up, by the tokens of its names.
#[derive(Clone, Debug)]
pub(crate) struct SetupEntry {
    pub(crate) names: [String; 3],
    pub(crate) place: Place,
    pub(crate) tokens: [u32; 3],
}

/// Where the text of a definition is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordText {
    pub(crate) token: u32,
    /// Where it begins.
    pub(crate) place: Place,
    /// Its bytes in the file, from the colon to the semicolon.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Operations that were copied from a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copied {
    /// The first of them, and the one behind the last.
    pub(crate) first: u32,
    pub(crate) end: u32,
    /// The word.
    pub(crate) token: u32,
}

/// The tokens of the events, 0 where there is nothing but the kit's default.
#[derive(Clone, Debug, Default)]
pub(crate) struct Events {
    pub(crate) new_game: u32,
    pub(crate) is_game_over: u32,
    pub(crate) evaluate: u32,
    pub(crate) is_terminal: u32,
    pub(crate) next_turn: u32,
    pub(crate) friends: u32,
    pub(crate) edit_add: u32,
    pub(crate) search: u32,
    pub(crate) generate: u32,
    pub(crate) make_move: u32,
}

/// Addresses of the switches that a script sets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Switches {
    pub(crate) pass_turn_forced: u32,
    pub(crate) search_status: u32,
}

/// See the [module documentation](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) ops: Vec<Op>,
    /// Where the code of each token begins. Token 0 is no word.
    pub(crate) tokens: Vec<u32>,
    /// The name of each token.
    pub(crate) names: Vec<String>,
    /// Where code came from: from this operation on, until the next entry.
    pub(crate) places: Vec<(u32, Place)>,
    /// Where code was copied instead of called, in its order.
    pub(crate) copies: Vec<Copied>,
    /// Referenced words without a definition.
    pub(crate) unknown: Vec<String>,
    /// The texts of `ABORT"`.
    pub(crate) reasons: Vec<String>,
    pub(crate) sources: Vec<SourceText>,
    /// The texts of the script's own definitions, oldest first.
    pub(crate) texts: Vec<WordText>,

    pub(crate) sites: Vec<String>,
    /// Rows and columns of the grid with which the sites begin.
    pub(crate) grid: Option<(usize, usize)>,
    /// Sites from here on are not looked at by generation.
    pub(crate) scanned: usize,
    pub(crate) variables: Vec<BoardVariable>,
    /// Cells of a board.
    pub(crate) board_cells: usize,
    pub(crate) directions: Vec<String>,
    /// For each direction and site where it leads.
    pub(crate) links: Vec<Vec<u16>>,
    /// For each player, from 0, and direction: which direction is meant. Empty where nothing is
    /// turned.
    pub(crate) symmetries: Vec<Vec<u16>>,

    pub(crate) players: Vec<PlayerSpec>,
    pub(crate) pieces: Vec<PieceSpec>,
    pub(crate) lists: Vec<Vec<MoveEntry>>,
    /// The words of all entries of all lists.
    pub(crate) rules: Vec<String>,
    pub(crate) classes: Vec<String>,
    pub(crate) turns: Vec<TurnSpec>,
    pub(crate) repeat: usize,
    /// Ranks of move types, best first.
    pub(crate) priorities: Vec<i32>,
    pub(crate) setup: Vec<SetupEntry>,
    pub(crate) events: Events,
    pub(crate) switches: Switches,
    /// The cells of memory after loading, and after a new game has begun.
    pub(crate) memory: Vec<i32>,
    /// Address and cells of each global variable and array.
    pub(crate) globals: Vec<(u32, usize)>,
    /// Address and name of the global cells that belong to the state: only play writes them.
    pub(crate) kept: Vec<(u32, String)>,
    /// What it printed while it was read.
    pub(crate) printed: Vec<u8>,
    /// Whether positions are remembered.
    pub(crate) repeats: bool,
}

impl Program {
    /// Returns the cell value of the `index`-th player, from 0.
    pub(crate) fn player_cell(&self, index: usize) -> i32 {
        let neutral = self.players.get(index).is_some_and(|player| player.neutral);
        ((index as i32 + 1) << PLAYER_SHIFT) | if neutral { NEUTRAL } else { 0 }
    }

    /// Returns the player of a cell, from 0.
    pub(crate) fn player_index(&self, cell: i32) -> Option<usize> {
        let index = ((cell >> PLAYER_SHIFT & 31) as usize).checked_sub(1)?;
        (index < self.players.len()).then_some(index)
    }

    /// Returns the slot that follows a slot.
    pub(crate) fn next_slot(&self, slot: usize) -> usize {
        if slot + 1 < self.turns.len() { slot + 1 } else { self.repeat }
    }

    /// Where an operation came from.
    pub(crate) fn place_of(&self, op: usize) -> Place {
        let after = self.places.partition_point(|(first, _)| *first as usize <= op);
        after.checked_sub(1).map_or(Place::default(), |index| self.places[index].1)
    }

    /// Returns the word that an operation belongs to, and where in it.
    pub(crate) fn frame(&self, op: usize) -> Frame {
        let begins = |token: &usize| self.tokens[*token] as usize <= op;
        let token = (1..self.tokens.len()).filter(begins).max_by_key(|token| self.tokens[*token]);
        let word = token.map_or("?", |token| self.names.get(token).map_or("?", |name| name));
        Frame { word: word.to_string(), place: self.place_of(op) }
    }

    /// Returns the words that an operation belongs to, innermost first: those that were copied, and
    /// the one that runs.
    pub(crate) fn frames(&self, op: usize) -> impl Iterator<Item = Frame> + '_ {
        let after = self.copies.partition_point(|copied| copied.first as usize <= op);
        let near = self.copies[..after].iter().rev().take_while(move |copied| copied.first as usize + COPIED_MAX > op);
        let copied = near.filter(move |copied| op < copied.end as usize).map(move |copied| {
            let begin = self.tokens.get(copied.token as usize).map_or(0, |begin| *begin as usize);
            let place = self.place_of(begin + (op - copied.first as usize));
            let word = self.names.get(copied.token as usize).map_or("?", |name| name);
            Frame { word: word.to_string(), place }
        });
        copied.chain(std::iter::once_with(move || self.frame(op)))
    }

    /// Returns the code of a token.
    pub(crate) fn entry(&self, token: i32) -> Option<u32> {
        let token = usize::try_from(token).ok().filter(|token| *token > 0)?;
        self.tokens.get(token).copied()
    }

    /// How good a move type is; the least is best.
    pub(crate) fn rank(&self, class: i32) -> usize {
        self.priorities.iter().position(|known| *known == class).unwrap_or(usize::MAX)
    }
}
