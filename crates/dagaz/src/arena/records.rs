//! The games of a match as records: a file a game and format, in a folder.

use std::path::{Path, PathBuf};

use dagaz_arena::{Batch, Shard};
use dagaz_record::Format;

use super::earlier_games::{parts, said, without};
use super::match_setup::Arranged;
use crate::failure::Failure;
use crate::output::remark;

/// Digits of a game's number in the name of its file: they do not depend on how many games there
/// are, since that may grow.
const DIGITS: usize = 6;

/// See the [module documentation](self).
pub(crate) struct Records {
    folder: PathBuf,
    formats: Vec<Format>,
}

impl Records {
    /// Makes the folder, if there is none.
    pub(crate) fn new(folder: &Path, formats: &[Format]) -> Result<Records, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::Errors(format!("{}: {error}", folder.display())))?;
        Ok(Records { folder: folder.to_path_buf(), formats: formats.to_vec() })
    }

    /// Says which of the games that were played before are not in the folder.
    pub(crate) fn tell_missing(&self, played: &[Shard]) {
        let whole = |number: &u64| self.formats.iter().all(|format| self.path(*number, *format).exists());
        let kept = played.iter().flat_map(|part| part.first..part.end).filter(whole).collect();
        let missing = without(played, &parts(kept));
        if !missing.is_empty() {
            remark(&format!(
                "{} gets the games that are played now and lacks what has been played before without it: {}; without \
                 --resume all of them are played, and written",
                self.folder.display(),
                said(&missing)
            ));
        }
    }

    /// Returns the file of a game.
    fn path(&self, number: u64, format: Format) -> PathBuf {
        self.folder.join(format!("game-{:0DIGITS$}.{}", number + 1, format.name()))
    }

    /// Writes the games of a batch.
    pub(crate) fn add(&self, arranged: &Arranged<'_>, batch: &Batch) -> Result<(), Failure> {
        for (place, tree) in batch.trees.iter().enumerate() {
            let mut tree = tree.clone();
            tree.facts.rules = arranged.loaded.identity();
            for format in &self.formats {
                let path = self.path(batch.first + place as u64, *format);
                let name = path.display();
                let written = format
                    .write(arranged.game(), std::slice::from_ref(&tree))
                    .map_err(|fault| Failure::Errors(format!("{name}: {fault}")))?;
                std::fs::write(&path, written.text).map_err(|error| Failure::Errors(format!("{name}: {error}")))?;
            }
        }
        Ok(())
    }
}
