//! Ludii's own format of saved games (`.trl`): options, moves and the result, line by line.
//!
//! The format has no hashes of positions and no text of the set-up.

use super::trial::{Ply, Trial};

/// A saved game.
#[derive(Clone, Debug, Default)]
pub struct SavedGame {
    /// The path of the description, as Ludii names it.
    pub game: String,
    /// The chosen options, written `Category/Label`.
    pub options: Vec<String>,
    /// The game.
    pub trial: Trial,
}

/// Why a text is no saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedFault {
    /// No line names the game.
    NoGame,
    /// A line of a move cannot be read: its number, from 1.
    Move(usize),
    /// There are lengths of lists, but not one for each move.
    Lengths {
        /// The number of moves.
        moves: usize,
        /// The number of lengths.
        lengths: usize,
    },
}

impl std::fmt::Display for SavedFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SavedFault::NoGame => f.write_str("no line `game=` names the game"),
            SavedFault::Move(line) => write!(f, "line {line}: the move cannot be read"),
            SavedFault::Lengths { moves, lengths } => write!(f, "{moves} moves, but {lengths} lengths of lists"),
        }
    }
}

impl std::error::Error for SavedFault {}

/// Reads a saved game.
pub fn read(text: &str) -> Result<SavedGame, SavedFault> {
    let mut saved = SavedGame::default();
    let (mut in_options, mut known, mut lengths) = (false, false, Vec::new());
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line == "START GAME OPTIONS" || line == "END GAME OPTIONS" {
            in_options = line.starts_with("START");
        } else if in_options {
            saved.options.push(line.to_string());
        } else if let Some(name) = line.strip_prefix("game=") {
            known = true;
            saved.game = name.to_string();
        } else if let Some(text) = line.strip_prefix("Move=") {
            let mover = mover(text).ok_or(SavedFault::Move(number + 1))?;
            // The player 0 moves in the set-up, which follows from the rules.
            if mover > 0 {
                saved.trial.plies.push(Ply { mover, moves: None, text: text.to_string(), hash: None });
            }
        } else if let Some(length) = line.strip_prefix("LEGAL MOVES LIST SIZE = ") {
            lengths.push(length.parse().map_err(|_| SavedFault::Move(number + 1))?);
        } else if let Some(ranks) = line.strip_prefix("rankings=") {
            // The first number belongs to no player.
            saved.trial.ranking = ranks.split(',').skip(1).filter_map(|rank| rank.trim().parse().ok()).collect();
        } else if line.starts_with("endtype=") {
            saved.trial.over = true;
        }
    }
    if !known {
        return Err(SavedFault::NoGame);
    }
    if !lengths.is_empty() {
        let moves = saved.trial.plies.len();
        if lengths.len() != moves {
            return Err(SavedFault::Lengths { moves, lengths: lengths.len() });
        }
        for (ply, length) in saved.trial.plies.iter_mut().zip(lengths) {
            ply.moves = Some(length);
        }
    }
    Ok(saved)
}

fn mover(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("[Move:mover=")?;
    rest[..rest.find([',', ']'])?].parse().ok()
}
