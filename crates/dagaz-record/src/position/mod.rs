//! Positions as text, in the form that suits the game.

pub(crate) mod draft;
pub mod fen;
pub(crate) mod fen_fields;
pub mod letters;
pub mod line;
mod line_write;
pub mod numbered;
pub(crate) mod rectangle;
pub mod sfen;
pub(crate) mod two_player;

use dagaz_core::{AttributeId, Game, Position, SiteId, State, Topology};

use crate::Fault;
use crate::formats::pdn;
use crate::position::draft::ordered;
use crate::position::fen::Fen;
use crate::position::fen_fields::move_number;
use crate::position::rectangle::Rectangle;
use crate::position::sfen::Sfen;
use crate::tree::{GameTree, NodeId};

/// Reads a position: a text with `=` is a [`line`](mod@line), any other an
/// [SFEN](crate::position::sfen) where the game is shogi or one of its relatives, and a
/// [FEN](crate::position::fen) where it is not. A text with pockets (`[`), or with a counter in the
/// place of the hands, is always a FEN, in which `w` is the player who begins. Draughts
/// games also have the positions of [PDN](crate::formats::pdn), `W:W31-50:B1-20`. The starts of
/// Chess960 are read by their [numbers](numbered).
pub fn parse_position(game: &dyn Game, text: &str) -> Result<Position, Fault> {
    parse_position_with(game, text, &mut Vec::new())
}

/// Reads a position as [`parse_position`] does, and notes in `remarks` what the text claims and the
/// board does not support.
pub fn parse_position_with(game: &dyn Game, text: &str, remarks: &mut Vec<String>) -> Result<Position, Fault> {
    let text = without_operations(text, remarks);
    if text.contains('=') || text.trim().eq_ignore_ascii_case("empty") {
        return line::parse(game, text);
    }
    if let Some(read) = pdn::parse_position(game, text) {
        return read;
    }
    if let Some(sfen) = Sfen::of(game) {
        if !sfen::is_fen(text) {
            return sfen.parse(text);
        }
        if Fen::of(game).is_none() {
            return sfen.parse(&sfen::of_fen(text));
        }
    }
    match Fen::of(game) {
        Some(fen) => match text.trim().parse().ok().and_then(|number| numbered::numbered_start(game, number)) {
            Some(start) => fen.parse_with(&start, remarks),
            None => fen.parse_with(text, remarks),
        },
        None => {
            let example = line::write(game, &crate::position::draft::start(game));
            let example: String = if example.chars().count() > 160 {
                example.chars().take(160).chain("…".chars()).collect()
            } else {
                example
            };
            Err(Fault::at(0, format!("this game has no FEN; its positions are written like this: {example}")))
        }
    }
}

/// Returns a text without the operations of EPD behind its fields: `bm Qg6; id "WAC.001";`.
fn without_operations<'t>(text: &'t str, remarks: &mut Vec<String>) -> &'t str {
    let mut fields = text.split_whitespace();
    let is_fen = fields.next().is_some_and(|board| board.contains('/') && !board.contains('='));
    let is_code = |field: &&str| field.starts_with(|c: char| c.is_ascii_alphabetic());
    let code = fields.skip(EPD_FIELDS - 1).find(is_code).filter(|_| is_fen && text.trim_end().ends_with(';'));
    let Some(code) = code else { return text };
    remarks.push("the operations of EPD are left out".to_string());
    &text[..code.as_ptr() as usize - text.as_ptr() as usize]
}

/// Fields of EPD before its operations.
const EPD_FIELDS: usize = 4;

/// Writes the position of a state: as SFEN or FEN if that says everything, else as a line. Reading
/// and setting up gives the same state again.
pub fn write_position(game: &dyn Game, state: &State) -> String {
    write(game, &ordered(game.position(state)))
}

/// Writes the position of a state for people: as [`write_position`] does, but where FEN names the
/// square that the last step passed over, a last step that passed over none is not told. In games
/// with castling, pockets that are those of the start are written too; in games with a half-move
/// clock the FEN has six fields, with 1 for the number of the move.
///
/// Returns a FEN if it contains everything but unusable rights, such as that of a rook next to a
/// castled king: other programs do not know them either.
///
/// Draughts have the positions of PDN, which have no counters.
pub fn usual_position(game: &dyn Game, state: &State) -> String {
    if let Some(text) = pdn::write_position(game, state) {
        return text;
    }
    let usual = exact_position(game, state);
    let position = ordered(game.position(state));
    let Some(fen) = Fen::of(game).filter(|_| Sfen::of(game).is_none()) else { return usual };
    if !usual.contains('=') {
        return fen.completed(&position, usual);
    }
    let plain = |position: &Position| {
        let mut plain = Position { last: None, ..position.clone() };
        let rights = &game.glossary().fen.rights;
        let is_right = |which: AttributeId| rights.iter().any(|(_, known, _)| *known == which);
        let pieces = plain.pieces.iter_mut();
        pieces.for_each(|placement| placement.attributes.retain(|(which, _)| !is_right(*which)));
        plain
    };
    let text = fen.write(&position).filter(|text| fen.parse(text).is_ok_and(|read| plain(&read) == plain(&position)));
    text.map_or(usual, |text| fen.completed(&position, text))
}

/// Writes the position of a state that a node of a tree leads to, as [`usual_position`] does, with
/// the number of the move: that of the FEN of the start, and one more for each turn of both
/// players. SFEN counts the moves of both.
pub fn played_position(game: &dyn Game, tree: &GameTree, node: NodeId, state: &State) -> String {
    let text = usual_position(game, state);
    if Sfen::of(game).is_some() {
        let number = tree.facts.tag("FEN").and_then(sfen::move_number).unwrap_or(1);
        let rest = text.strip_suffix(" 1").filter(|_| sfen::move_number(&text).is_some());
        return match rest {
            Some(rest) => format!("{rest} {}", number.saturating_add(tree.depth(node))),
            None => text,
        };
    }
    let second = Fen::of(game).is_some_and(|fen| {
        let mover = |state: &State| game.glossary().slots.get(state.slot(game.layout()).index()).map(|slot| slot.mover);
        mover(tree.start()) == fen.players.get(1).copied()
    });
    let first = tree.facts.tag("FEN").and_then(move_number).unwrap_or(1);
    let number = first.saturating_add((tree.depth(node) + usize::from(second)) as u32 / 2);
    match text.strip_suffix(" 1").filter(|_| move_number(&text) == Some(1)) {
        Some(rest) => format!("{rest} {number}"),
        None => text,
    }
}

fn exact_position(game: &dyn Game, state: &State) -> String {
    let position = ordered(game.position(state));
    if game.glossary().fen.passed.is_some() {
        let rest = write(game, &Position { last: None, ..position.clone() });
        let exact = write(game, &position);
        // Where neither is a FEN, nothing need be left out.
        return if exact.contains('=') && !rest.contains('=') { rest } else { exact };
    }
    write(game, &position)
}

/// Writes the position of a state with all that stands, waits and is counted in it, whatever is
/// usual in the game.
pub fn whole_position(game: &dyn Game, state: &State) -> String {
    line::write(game, &ordered(game.position(state)))
}

/// Writes the position of a state for other programs: as FEN or SFEN if the game has it, although
/// facts may be missing, such as unusable castling rights.
pub fn protocol_position(game: &dyn Game, state: &State) -> String {
    let position = ordered(game.position(state));
    let usual = usual_position(game, state);
    if !usual.contains('=') {
        return usual;
    }
    Fen::of(game).and_then(|fen| fen.write(&position)).unwrap_or(usual)
}

/// Returns the sites of a board row by row as it is drawn, the topmost row first, with `None` for a
/// hole. A smaller grid is outside the board, as hands are. Returns `None` for a board that is not
/// a rectangle.
pub fn drawn_rows(topology: &Topology) -> Option<Vec<Vec<Option<SiteId>>>> {
    Rectangle::largest(topology).map(|rectangle| rectangle.rows)
}

fn write(game: &dyn Game, position: &Position) -> String {
    if let Some(sfen) = Sfen::of(game) {
        return sfen.write_exactly(position).unwrap_or_else(|| line::write(game, position));
    }
    let exact = Fen::of(game).and_then(|fen| {
        let text = fen.write(position)?;
        let read = fen.parse(&text).ok()?;
        // Setting up derives variables that FEN lacks, such as by which rule the last move was.
        let derived = || {
            let completed = Position { variables: position.variables.clone(), ..read.clone() };
            completed == *position && game.set_up(&read).is_ok_and(|state| ordered(game.position(&state)) == *position)
        };
        (read == *position || derived()).then_some(text)
    });
    exact.unwrap_or_else(|| line::write(game, position))
}
