//! Reads the log that AutoPlay printed while two scripts met.
//!
//! Only its lines of moves, `3. Man e3 - e4`, are needed; what else the program prints is passed
//! over. A log may also be nothing but such lines. Moves are written in the game's own notation.

use dagaz_core::{Game, LimitHit};

use super::zsg::{choose, fitting, unknown};
use crate::cursor::Cursor;
use crate::game_notation;
use crate::reading::{ReadLimits, Reading, RecordFault, RecordFaultKind};
use crate::tree::GameTree;

const FIRST_WORDS: &str = "Player 1 variant = ";
/// Behind this line there are no more games.
const LAST_WORDS: &str = "Final results:";
/// Line beginnings that are no moves.
const PASSED_OVER: [&str; 5] = ["Player ", "(", "using first move = ", "Cumulative results ", "Draws = "];

/// Whether a text is such a log, or looks like lines of one and the game has a notation of its own.
pub(super) fn is_log(game: &dyn Game, text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    first.starts_with(FIRST_WORDS) || body(first).is_some() && game_notation::has_one(game)
}

/// The file of the script that the first player of a log played by.
pub(super) fn script_named(text: &str) -> Option<String> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let name = first.strip_prefix(FIRST_WORDS)?.trim_matches('"');
    let has_ending = name.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "4th" | "drf" | "zrf"));
    Some(if has_ending { name.to_string() } else { format!("{name}.4th") })
}

/// Reads all games of a log, each from the start position.
pub(super) fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    if text.len() > limits.bytes {
        let message = format!("the file has more than {} bytes", limits.bytes);
        return Reading::refused(text, RecordFaultKind::Limit, message);
    }
    let mut reading = Reading::default();
    let mut moves: Vec<(usize, &str)> = Vec::new();
    let mut begun = false;
    for line in text.split('\n') {
        let said = line.trim();
        let byte = said.as_ptr() as usize - text.as_ptr() as usize;
        if said.starts_with(LAST_WORDS) {
            break;
        } else if said.starts_with("Game ") {
            if begun {
                end_game(game, text, &mut reading, &moves);
            }
            moves.clear();
            begun = true;
        } else if let Some(said) = body(said) {
            begun = true;
            moves.push((said.as_ptr() as usize - text.as_ptr() as usize, said));
            if moves.len() > limits.moves {
                let message = format!("the game has more than {} moves", limits.moves);
                reading.faults.push(RecordFault::new(text, byte, RecordFaultKind::Limit, message));
                return reading;
            }
        } else if !said.is_empty() && !PASSED_OVER.iter().any(|begins| said.starts_with(begins)) {
            let message = "a move with its number, `1. …`, or another line of such a log is expected";
            reading.faults.push(RecordFault::new(text, byte, RecordFaultKind::Form, message));
            break;
        }
        if reading.games.len() >= limits.games {
            return reading;
        }
    }
    if begun {
        end_game(game, text, &mut reading, &moves);
    }
    reading
}

/// The text of a move without its number; none if the line is none.
fn body(line: &str) -> Option<&str> {
    let (number, rest) = line.split_once('.')?;
    let counts = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (counts && rest.starts_with(' ')).then(|| rest.trim())
}

fn end_game(game: &dyn Game, text: &str, reading: &mut Reading, moves: &[(usize, &str)]) {
    let mut tree = GameTree::of(game);
    let number = reading.games.len();
    match play(game, &mut tree, moves) {
        Ok(None) => {}
        Ok(Some((byte, kind, message))) => {
            let node = tree.main_line().last().copied().unwrap_or(crate::tree::NodeId::ROOT);
            reading.faults.push(RecordFault::new(text, byte, kind, message).met_at(number, node));
        }
        Err(hit) => {
            let byte = moves.first().map_or(0, |(byte, _)| *byte);
            reading.faults.push(RecordFault::new(text, byte, RecordFaultKind::Limit, hit.to_string()));
        }
    }
    reading.games.push(tree);
}

type Refused = Option<(usize, RecordFaultKind, String)>;

fn play(game: &dyn Game, tree: &mut GameTree, moves: &[(usize, &str)]) -> Result<Refused, LimitHit> {
    let mut cursor = Cursor::new(game, tree);
    for (place, &(byte, said)) in moves.iter().enumerate() {
        let list = cursor.legal()?;
        let next = moves.get(place + 1).map(|(_, next)| *next);
        let found = match fitting(game, cursor.state(), &list, said) {
            Ok(fitting) => choose(game, cursor.state(), &list, &fitting, next)?,
            Err(_) => None,
        };
        // Games of several steps in a move, which have no notation of their own.
        let found = found.or_else(|| crate::matching::find_move(game, cursor.state(), &list, said).ok());
        let Some(found) = found else {
            let (kind, message) = unknown(game, cursor.state(), &list, said, "")?;
            return Ok(Some((byte, kind, message)));
        };
        cursor.play(tree, list.get(found));
    }
    tree.facts.result = cursor.outcome()?;
    Ok(None)
}
