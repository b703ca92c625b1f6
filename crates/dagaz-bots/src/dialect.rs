//! Dialects: the text of moves and positions in engine protocols.
//!
//! Every dialect has a text for every legal move of every game: coordinates if they are enough
//! (`e2e4`, `e7e8q`, `P@e5`), else all sites of the path (`a1c3e5`), and a number (`a1c3~2`) if
//! that is ambiguous too. USI and UCCI use their own texts where the game has them. CECP has its
//! own names of squares, which UCI uses for shogi and its relatives as Fairy-Stockfish does. GTP
//! omits the piece if there is only one type.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use dagaz_core::{
    Candidate, Effect, Fuel, Game, Move, MoveList, MoveRef, Piece, PlayerId, Rank, Roster, SiteId, State, Turn,
};
use dagaz_record::formats::{Format, ucci, usi};
use dagaz_record::{find_typed, king_that_stays, protocol_position, rook_that_stays, second_piece};

use crate::xboard;

/// A way in which programs talk about games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Universal Chess Interface.
    Uci,
    /// Universal Shogi Interface.
    Usi,
    /// Universal Chinese Chess Protocol.
    Ucci,
    /// Chess Engine Communication Protocol, that of XBoard.
    Cecp,
    /// Go Text Protocol.
    Gtp,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 5] = [Dialect::Uci, Dialect::Usi, Dialect::Ucci, Dialect::Cecp, Dialect::Gtp];

    /// Returns its name, which for UCI and its relatives is also what one program says to greet
    /// another.
    pub fn word(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Usi => "usi",
            Dialect::Ucci => "ucci",
            Dialect::Cecp => "cecp",
            Dialect::Gtp => "gtp",
        }
    }

    /// Returns the position of a state, if the protocol can express it.
    pub fn position(self, game: &dyn Game, state: &State) -> String {
        match self {
            Dialect::Cecp | Dialect::Uci => xboard::position(game, state),
            _ => protocol_position(game, state),
        }
    }

    /// Returns a position that another program has said, as
    /// [`parse_position`](dagaz_record::parse_position) reads it.
    pub fn position_read(self, game: &dyn Game, text: &str) -> String {
        match self {
            Dialect::Cecp => xboard::position_read(game, text),
            _ => text.to_string(),
        }
    }

    /// The texts of the moves of a list, all different.
    pub fn words(self, game: &dyn Game, state: &State, list: &MoveList) -> Vec<String> {
        let own = |one: MoveRef<'_>| match self {
            Dialect::Usi => usi::move_text(game, state, one),
            Dialect::Ucci => ucci::move_text(game, state, one),
            Dialect::Uci | Dialect::Cecp | Dialect::Gtp => None,
        };
        let speech = Speech::new(self, game);
        let mut words: Vec<String> =
            list.iter().map(|one| own(one).unwrap_or_else(|| speech.coordinates(state, one))).collect();
        let unclear = |words: &[String]| -> Vec<bool> {
            let mut uses = HashMap::new();
            words.iter().for_each(|word| *uses.entry(word.as_str()).or_insert(0) += 1);
            words.iter().map(|word| uses[word.as_str()] > 1).collect()
        };
        for (index, unclear) in unclear(&words).into_iter().enumerate() {
            if unclear {
                words[index] = speech.way(state, list.get(index));
            }
        }
        let mut said: HashMap<String, usize> = HashMap::new();
        let twice = unclear(&words);
        for (word, unclear) in words.iter_mut().zip(twice) {
            if unclear {
                let times = said.entry(word.clone()).or_default();
                *times += 1;
                *word = format!("{word}~{times}");
            }
        }
        words
    }

    /// Returns the text of one move; `None` if it is illegal.
    pub(crate) fn word_of(self, game: &dyn Game, state: &State, one: &Move) -> Option<String> {
        let mut list = MoveList::new();
        game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).ok()?;
        let index = (0..list.len()).find(|&index| list.get(index).same_as(one.as_ref()))?;
        self.words(game, state, &list).into_iter().nth(index)
    }

    /// Returns the move of a list that a word means: one of these words, or anything that a person
    /// could type.
    pub fn find(self, game: &dyn Game, state: &State, list: &MoveList, word: &str) -> Option<usize> {
        let words = self.words(game, state, list);
        let exact = words.iter().position(|known| known == word);
        // XBoard marks a declined promotion explicitly.
        let plain = || word.strip_suffix('=').filter(|_| self == Dialect::Cecp);
        exact
            .or_else(|| words.iter().position(|known| Some(known.as_str()) == plain()))
            .or_else(|| words.iter().position(|known| known.eq_ignore_ascii_case(word)))
            .or_else(|| self.of_fairy(game, &words, word))
            .or_else(|| (0..list.len()).find(|&index| word == NULL_MOVE && list.get(index).is_idle()))
            .or_else(|| find_typed(game, state, list, word).ok())
    }
}

impl Dialect {
    /// Returns the move of these words that Fairy-Stockfish says in another way: `P@d3` drops the
    /// only type of pieces, and `d1d7,d7i7` is a move and a shot of amazons.
    fn of_fairy(self, game: &dyn Game, words: &[String], word: &str) -> Option<usize> {
        let found = |wanted: &dyn Fn(&str) -> bool| words.iter().position(|known| wanted(known));
        if let Some(site) = word.strip_prefix("P@").filter(|_| self == Dialect::Uci) {
            let alone = game.glossary().pieces.len() == 1;
            return found(&|known: &str| alone && known.rsplit_once('@').is_some_and(|(_, at)| at == site));
        }
        let (step, shot) = word.split_once(',').filter(|_| self == Dialect::Uci)?;
        // The shot begins where the step ends.
        let stop = (1..shot.len()).rev().find(|&at| shot.is_char_boundary(at) && step.ends_with(&shot[..at]))?;
        let joined = format!("{step}{}", &shot[stop..]);
        found(&|known: &str| known == joined)
    }
}

impl FromStr for Dialect {
    type Err = ();

    fn from_str(text: &str) -> Result<Dialect, ()> {
        Dialect::ALL.into_iter().find(|dialect| dialect.word() == text).ok_or(())
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Returns the position of a state, if the protocol can express it.
pub fn position_text(game: &dyn Game, state: &State) -> String {
    protocol_position(game, state)
}

/// Returns the letter of a piece, small; its whole name if it has none.
fn letter(game: &dyn Game, piece: Piece) -> String {
    let name = game.glossary().pieces.get(piece.kind.index());
    let letter = name.and_then(|name| name.letter.clone()).filter(|letter| !letter.contains(char::is_whitespace));
    letter.or_else(|| name.map(|name| name.name.replace(char::is_whitespace, "_"))).unwrap_or_default()
}

/// Whether the piece that changes its type on the target is the captured one and not the mover: in
/// shogi a promoted piece loses its promotion before it goes to the hand.
fn changes_captured(state: &State, one: MoveRef<'_>) -> bool {
    let to = one.target();
    let mut arrived = state.piece(to).is_none();
    let mut before = false;
    for effect in one.steps().flat_map(|(_, effects)| effects) {
        match *effect {
            Effect::Move { to: end, .. } if end == to => arrived = true,
            Effect::Become { site, .. } if site == to && arrived => return false,
            Effect::Become { site, .. } if site == to => before = true,
            _ => {}
        }
    }
    before
}

/// A move that changes nothing, in UCI and its relatives.
const NULL_MOVE: &str = "0000";

/// Coordinate texts for the moves of one game.
struct Speech<'a> {
    dialect: Dialect,
    game: &'a dyn Game,
    /// Whether the game is shogi or one of its relatives.
    shogi: bool,
    /// Names of squares that are not those of the rules.
    squares: HashMap<SiteId, String>,
}

impl<'a> Speech<'a> {
    fn new(dialect: Dialect, game: &'a dyn Game) -> Speech<'a> {
        let shogi = Format::Usi.fits(game);
        let squares = match dialect {
            Dialect::Cecp => xboard::squares(game),
            Dialect::Uci if shogi => xboard::squares(game),
            _ => None,
        };
        Speech { dialect, game, shogi, squares: squares.unwrap_or_default() }
    }

    fn site(&self, site: SiteId) -> String {
        // A name with a blank in it would be two words.
        let named = || self.game.topology().site(site).name.replace(char::is_whitespace, "_");
        self.squares.get(&site).cloned().unwrap_or_else(named)
    }

    fn coordinates(&self, state: &State, one: MoveRef<'_>) -> String {
        let game = self.game;
        if one.is_idle() {
            // Janggi: Fairy-Stockfish passes by a move of the king to its own square.
            let royal = || {
                let (Turn::Choice(mover) | Turn::Chance(mover)) = game.turn(state) else { return None };
                game.royals(state, mover).first().map(|king| self.site(*king))
            };
            if let Some(king) = royal().filter(|_| self.dialect == Dialect::Uci) {
                return format!("{king}{king}");
            }
            return match self.dialect {
                Dialect::Cecp => "@@@@",
                Dialect::Gtp => "pass",
                _ => NULL_MOVE,
            }
            .to_string();
        }
        let roster = Roster::of(game);
        let seen = Candidate::of(state, &roster, one);
        let to = seen.to.some().map_or_else(String::new, |to| self.site(to));
        match seen.from.some() {
            // Where a piece of the only kind there is comes to the board, GTP says the point alone.
            None if self.dialect == Dialect::Gtp && game.glossary().pieces.len() == 1 => to,
            None => {
                let dropped = seen.becomes.some().map(|rank| letter(game, roster.piece(rank)).to_uppercase());
                format!("{}@{to}", dropped.unwrap_or_default())
            }
            Some(from) => {
                if let Some(castling) = self.castling(state, one) {
                    return castling;
                }
                let second = second_piece(state, one).map_or_else(String::new, |second| {
                    if second.piece.owner == PlayerId::NONE {
                        format!(",{to}{}", self.site(second.site))
                    } else {
                        letter(game, second.piece).to_lowercase()
                    }
                });
                // A capturer that petrifies gets another owner: that is no promotion.
                let owner = |rank| roster.piece(rank).owner;
                let own = |rank: &Rank| *rank != seen.piece && owner(*rank) == owner(seen.piece);
                let changed = seen.becomes.some().filter(|rank| own(rank) && !changes_captured(state, one));
                let letter = changed.map(|rank| letter(game, roster.piece(rank)).to_lowercase());
                let letter = letter.map(|letter| match self.dialect {
                    // The promoted type is implied in shogi.
                    Dialect::Cecp if letter.starts_with('+') => "+".to_string(),
                    Dialect::Uci if self.shogi && letter.starts_with('+') => "+".to_string(),
                    _ => letter,
                });
                format!("{}{to}{}{second}", self.site(from), letter.unwrap_or_default())
            }
        }
    }

    /// Castling where kings and rooks begin on any squares: UCI writes king takes rook, XBoard
    /// writes `O-O`. `None` for other moves, and in games where castling is a move of the king by
    /// two squares.
    fn castling(&self, state: &State, one: MoveRef<'_>) -> Option<String> {
        let rights = &self.game.glossary().fen.rights;
        let anywhere = rights.iter().filter(|(_, _, sites)| sites.len() == 1).count() > 4;
        if !anywhere || !matches!(self.dialect, Dialect::Uci | Dialect::Cecp) {
            return None;
        }
        let one_moves = king_that_stays(self.game, state, one).or_else(|| rook_that_stays(self.game, state, one));
        if let Some((king, rook)) = one_moves {
            return Some(self.castled(king, rook));
        }
        let (from, to) = (one.origin().some()?, one.target().some()?);
        let king = state.piece(from)?;
        let (_, effects) = one.steps().next()?;
        let partner = effects.iter().find_map(|effect| match *effect {
            dagaz_core::Effect::Move { from: begin, to: end } if begin != from && end != to => {
                Some(begin).filter(|begin| state.piece(*begin).is_some_and(|piece| piece.owner == king.owner))
            }
            _ => None,
        })?;
        Some(self.castled(from, partner))
    }

    fn castled(&self, king: SiteId, rook: SiteId) -> String {
        let column = |site: SiteId| self.game.topology().site(site).center.map_or(0.0, |center| center.x);
        match self.dialect {
            Dialect::Cecp if column(rook) > column(king) => "O-O".to_string(),
            Dialect::Cecp => "O-O-O".to_string(),
            _ => format!("{}{}", self.site(king), self.site(rook)),
        }
    }

    /// Returns all sites on the way of a move, and what it captures.
    fn way(&self, state: &State, one: MoveRef<'_>) -> String {
        let mut said = self.coordinates(state, one);
        let steps: Vec<SiteId> = one.steps().filter_map(|(step, _)| step.target.some()).collect();
        if steps.len() > 1 {
            said = one.origin().some().map_or_else(String::new, |from| self.site(from));
            steps.iter().for_each(|step| said.push_str(&self.site(*step)));
        }
        for (_, effects) in one.steps() {
            for effect in effects {
                if let dagaz_core::Effect::Remove { site: taken } = effect {
                    said.push('x');
                    said.push_str(&self.site(*taken));
                }
            }
        }
        said
    }
}
