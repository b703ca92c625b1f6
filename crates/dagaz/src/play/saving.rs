//! A game in progress is written to a file.

use std::path::{Path, PathBuf};

use dagaz_core::Game;
use dagaz_record::{Format, GameTree};

use super::history::History;
use crate::output::{clean, counted};
use crate::record::{names, of_path};
use crate::saving::write_whole;

/// Where a game is saved, and how.
#[derive(Clone)]
pub(super) struct SaveTarget {
    path: PathBuf,
    format: Format,
}

/// Why a file is no place for a game.
pub(super) enum NoPlace {
    /// Its name does not end with a format; a sentence.
    NoFormat(String),
    /// There is such a file.
    Exists,
}

impl SaveTarget {
    /// Returns the file of that name, in the format that its name ends with. A file that exists is
    /// one only if it may be replaced.
    pub(super) fn of(file: &str, replace: bool) -> Result<SaveTarget, NoPlace> {
        let path = PathBuf::from(file);
        let Some(format) = of_path(&path) else {
            return Err(NoPlace::NoFormat(format!("{file}: the name must end with a format: {}", names())));
        };
        if path.exists() && !replace {
            return Err(NoPlace::Exists);
        }
        Ok(SaveTarget { path, format })
    }

    /// Returns the name of the file.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns whether games such as this one, so far, can be written there at all; if not, a
    /// sentence says why.
    pub(super) fn suits(&self, game: &dyn Game, tree: &GameTree) -> Result<(), String> {
        match self.format.write(game, std::slice::from_ref(tree)) {
            Ok(_) => Ok(()),
            Err(fault) => Err(self.cannot(fault)),
        }
    }

    /// Writes the game. Says what was written, and what the format cannot say; or why nothing was.
    pub(super) fn save(&self, game: &dyn Game, history: &History<'_>) -> Result<Saved, String> {
        let tree = history.to_save(holds_variations(self.format)).map_err(|hit| self.cannot(hit))?;
        let moves = tree.main_line().len();
        let behind = moves - history.plies();
        let written = self.format.write(game, &[tree]).map_err(|fault| self.cannot(fault))?;
        write_whole(Path::new(&self.path), &written.text).map_err(|error| self.cannot(error))?;
        let taken_back = match behind {
            0 => String::new(),
            1 => "; the last of them is taken back".to_string(),
            _ => format!("; the last {behind} of them are taken back"),
        };
        let said = format!("Saved {} to {}{taken_back}", counted(moves, "move"), clean(&self.name()));
        let left_out = written.left_out;
        let left_out = (!left_out.is_empty())
            .then(|| format!("{} cannot say everything; left out: {}", self.format.name(), left_out.join(", ")));
        Ok(Saved { said, left_out })
    }

    fn cannot(&self, why: impl std::fmt::Display) -> String {
        format!("{} cannot be written: {why}", self.name())
    }
}

/// The messages about a saved game.
pub(super) struct Saved {
    /// What was written.
    pub(super) said: String,
    /// What was not.
    pub(super) left_out: Option<String>,
}

/// Returns whether a format has a place for moves that were not played in the end.
fn holds_variations(format: Format) -> bool {
    match format {
        Format::Text | Format::Json | Format::Sgf | Format::Pgn | Format::Pdn | Format::Kif | Format::Ki2 => true,
        Format::Zsg | Format::Usi | Format::Ucci | Format::Csa => false,
    }
}
