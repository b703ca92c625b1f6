//! SFEN: positions of shogi and its relatives, as the Universal Shogi Interface writes them.
//!
//! `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`: the rows from the top, `+` in
//! front of what is promoted; who moves, `b` for the player who begins and `w` for the other; the
//! hands, as `2Pb`, or `-`; the number of the move, of which nothing is made. All but the board may
//! be left out.
//!
//! A game is of this kind if two players take turns on a full rectangle of lettered pieces, and
//! some piece type has the letter of another one with `+` in front. Its hands are supplies, or rows
//! of squares outside the board whose names begin with those of the player and of the piece type,
//! as `sente-Pawn-a`; such a row is filled from its first square.

use dagaz_core::{CompactSort, Game, Piece, PieceTypeId, Placement, Position, SiteId, SlotId};

use crate::Fault;
use crate::fault::few;
use crate::position::draft::ordered;
use crate::position::fen_fields::fields;
use crate::position::two_player::TwoPlayerGame;

/// What the SFEN strings of one game are made of.
pub struct Sfen<'a> {
    pub(crate) duel: TwoPlayerGame<'a>,
    /// In the order in which hands are written.
    hands: Vec<Hand>,
}

/// Where one piece waits to be dropped.
struct Hand {
    piece: Piece,
    place: Place,
}

enum Place {
    Supply,
    Sites(Vec<SiteId>),
}

/// Whether a text is a FEN although the game has SFEN: it has pockets, two counters in place of the
/// hands, or a passed square in that of the counter.
pub(crate) fn is_fen(text: &str) -> bool {
    let field = |number| text.split_whitespace().nth(number);
    let is_counter = |number| {
        let counter = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
        field(number).is_some_and(counter)
    };
    text.contains('[') || is_counter(2) && is_counter(3) || field(3) == Some("-")
}

/// Returns the number of the move in a SFEN; none if the text is none.
pub(crate) fn move_number(text: &str) -> Option<usize> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    match fields[..] {
        [board, "b" | "w", _, number] if board.contains('/') => number.parse().ok(),
        _ => None,
    }
}

/// The SFEN of a FEN: in a FEN `w` is the player who begins, and the hands stand behind the board.
pub(crate) fn of_fen(text: &str) -> String {
    let (fields, mut rest) = (text.split_whitespace().next().unwrap_or_default(), text.split_whitespace().skip(1));
    let (board, hands) = fields.split_once('[').unwrap_or((fields, ""));
    let hands = hands.strip_suffix(']').unwrap_or(hands);
    let side = match rest.next() {
        Some("b") => "w",
        Some("w") | None => "b",
        Some(other) => other,
    };
    format!("{board} {side} {} 1", if hands.is_empty() { "-" } else { hands })
}

/// The order of pieces in hand; what it does not name comes behind.
const ORDER: [&str; 7] = ["R", "B", "G", "S", "N", "L", "P"];

impl<'a> Sfen<'a> {
    /// SFEN for a game; none if the game is not of this kind.
    pub fn of(game: &'a dyn Game) -> Option<Sfen<'a>> {
        let duel = TwoPlayerGame::of(game).filter(|_| !game.layout().has_columns())?;
        let promotes = duel.letters().any(|(letter, _)| promoted_of(&duel, letter).is_some());
        if !promotes || !duel.is_lettered() {
            return None;
        }
        let hands = hands(&duel);
        Some(Sfen { duel, hands })
    }

    /// What a type becomes when it promotes.
    pub(crate) fn promoted(&self, kind: PieceTypeId) -> Option<PieceTypeId> {
        promoted_of(&self.duel, self.duel.letter(kind)?)
    }

    /// Reads a position.
    pub fn parse(&self, text: &str) -> Result<Position, Fault> {
        let chars: Vec<char> = text.chars().collect();
        let fields = fields(&chars);
        let mut rest = fields.iter().copied();
        let Some(board) = rest.next() else { return Err(Fault::at(0, "a position is expected")) };
        let word = |field: (usize, usize)| chars[field.0..field.1].iter().take(20).collect::<String>();
        let mut position = self.duel.emptied();
        position.pieces.retain(|placement| !self.is_hand(placement.site));
        position.supplies.retain(|(piece, _)| !self.hands.iter().any(|hand| hand.piece == *piece));
        position.pieces.extend(self.duel.parse_rows(&chars, board)?);
        if let Some(field) = rest.next() {
            position.slot = match word(field).as_str() {
                "b" | "B" => Some(SlotId(0)),
                "w" | "W" => Some(SlotId(1)),
                other => {
                    let [first, second] = self.duel.players.map(|player| self.duel.game.glossary().player(player));
                    let message = format!("`{other}` is nobody to move; `b` is {first} and `w` is {second}");
                    return Err(Fault::at(field.0, message));
                }
            };
        }
        if let Some(field) = rest.next() {
            self.parse_hands(&chars, field, &mut position)?;
        }
        if let Some(field) = rest.next()
            && !chars[field.0..field.1].iter().all(char::is_ascii_digit)
        {
            return Err(Fault::at(field.0, format!("`{}` is no number of a move", word(field))));
        }
        match rest.next() {
            Some(field) => Err(Fault::at(field.0, format!("`{}` is too much", word(field)))),
            None => Ok(ordered(position)),
        }
    }

    fn is_hand(&self, site: SiteId) -> bool {
        self.hands.iter().any(|hand| matches!(&hand.place, Place::Sites(sites) if sites.contains(&site)))
    }

    fn parse_hands(&self, chars: &[char], field: (usize, usize), position: &mut Position) -> Result<(), Fault> {
        if chars[field.0..field.1] == ['-'] {
            return Ok(());
        }
        let mut counts = vec![0u32; self.hands.len()];
        let mut at = field.0;
        while at < field.1 {
            let begin = at;
            let digits: String = chars[at..field.1].iter().take_while(|c| c.is_ascii_digit()).collect();
            at += digits.len();
            if digits.starts_with('0') {
                return Err(Fault::at(begin, format!("the number {digits} may not begin with 0")));
            }
            let count: u32 = match digits.is_empty() {
                true => 1,
                false => digits.parse().map_err(|_| Fault::at(begin, "this number is too large"))?,
            };
            if at == field.1 {
                return Err(Fault::at(at, "a piece is expected"));
            }
            let letter_at = at;
            let piece = self.duel.parse_piece(chars, &mut at, field.1)?;
            let Some(index) = self.hands.iter().position(|hand| hand.piece == piece) else {
                let glossary = self.duel.game.glossary();
                let own = self.hands.iter().filter(|hand| hand.piece.owner == piece.owner);
                let letters: Vec<&str> = own.filter_map(|hand| self.duel.letter(hand.piece.kind)).collect();
                let name = glossary.piece(piece.kind);
                let known = if letters.is_empty() { "nothing".to_string() } else { few(letters) };
                return Err(Fault::at(letter_at, format!("{name} is never in hand; {known} can be")));
            };
            counts[index] = counts[index].saturating_add(count);
            if let Place::Sites(sites) = &self.hands[index].place
                && counts[index] as usize > sites.len()
            {
                let name = self.duel.game.glossary().piece(piece.kind);
                return Err(Fault::at(begin, format!("a hand has room for {} {name}, not for more", sites.len())));
            }
        }
        for (hand, count) in self.hands.iter().zip(counts) {
            match &hand.place {
                Place::Supply if count > 0 => position.supplies.push((hand.piece, count)),
                Place::Supply => {}
                Place::Sites(sites) => {
                    position.pieces.extend(sites.iter().take(count as usize).map(|&site| Placement {
                        site,
                        piece: hand.piece,
                        attributes: Vec::new(),
                    }));
                }
            }
        }
        Ok(())
    }

    /// Writes a position, as well as SFEN can. Whether it says everything, only reading it again
    /// can tell.
    pub fn write(&self, position: &Position) -> Option<String> {
        let board = self.duel.write_rows(position)?;
        let side = if position.slot.unwrap_or(SlotId(0)).index() == 0 { 'b' } else { 'w' };
        let mut hands = String::new();
        for hand in &self.hands {
            let count = match &hand.place {
                Place::Supply => {
                    position.supplies.iter().find(|(piece, _)| *piece == hand.piece).map_or(0, |(_, n)| *n)
                }
                Place::Sites(sites) => {
                    position.pieces.iter().filter(|placement| sites.contains(&placement.site)).count() as u32
                }
            };
            if count > 1 {
                hands += &count.to_string();
            }
            if count > 0 {
                hands += &self.duel.piece_text(hand.piece)?;
            }
        }
        if hands.is_empty() {
            hands.push('-');
        }
        Some(format!("{board} {side} {hands} 1"))
    }

    /// Writes a position, if SFEN says everything about it.
    pub fn write_exactly(&self, position: &Position) -> Option<String> {
        let text = self.write(position)?;
        self.parse(&text).is_ok_and(|read| read == *position).then_some(text)
    }
}

fn promoted_of(duel: &TwoPlayerGame<'_>, letter: &str) -> Option<PieceTypeId> {
    duel.kind(&format!("+{letter}"))
}

/// The hands of both players, in the order in which they are written.
fn hands(duel: &TwoPlayerGame<'_>) -> Vec<Hand> {
    let mut kinds: Vec<(&str, PieceTypeId)> = duel.letters().filter(|(letter, _)| !letter.starts_with('+')).collect();
    kinds.compact_sort_by_key(|(letter, _)| ORDER.iter().position(|known| known == letter).unwrap_or(ORDER.len()));
    let supplies = &duel.game.layout().spec().supplies;
    let rows = hand_rows(duel);
    let mut hands = Vec::new();
    for owner in duel.players {
        for &(_, kind) in &kinds {
            let piece = Piece { kind, owner };
            let sites: Vec<SiteId> = rows.iter().filter(|(known, _)| *known == piece).map(|(_, site)| *site).collect();
            if supplies.contains(&piece) {
                hands.push(Hand { piece, place: Place::Supply });
            } else if !sites.is_empty() {
                hands.push(Hand { piece, place: Place::Sites(sites) });
            }
        }
    }
    hands
}

/// Returns the squares outside the board whose names assign them to a piece in hand, in order of
/// declaration.
fn hand_rows(duel: &TwoPlayerGame<'_>) -> Vec<(Piece, SiteId)> {
    let glossary = duel.game.glossary();
    let bare =
        |name: &str| name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let mut names: Vec<(String, Piece)> = Vec::new();
    for owner in duel.players {
        let kinds = (0..glossary.pieces.len()).map(PieceTypeId::at);
        let name = |kind: PieceTypeId| bare(&format!("{}{}", glossary.player(owner), glossary.piece(kind)));
        names.extend(kinds.map(|kind| (name(kind), Piece { kind, owner })));
    }
    // `Gold` begins `GoldSilver`: the longer name is meant.
    names.compact_sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let topology = duel.game.topology();
    let beside = topology.site_ids().filter(|site| duel.place(*site).is_none());
    let owner_of = |site: SiteId| {
        let name = bare(&topology.site(site).name);
        names.iter().find(|(known, _)| name.starts_with(known.as_str())).map(|(_, piece)| (*piece, site))
    };
    beside.filter_map(owner_of).collect()
}
