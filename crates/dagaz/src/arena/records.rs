//! The games of a match as records: a file a game and format, in a folder.

use std::path::{Path, PathBuf};

use dagaz_arena::Batch;
use dagaz_record::Format;

use super::arrange::Arranged;
use crate::failure::Failure;

/// Digits of a game's number in the name of its file: they do not depend on how many games there are, since that may grow.
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

    /// Writes the games of a batch.
    pub(crate) fn add(&self, arranged: &Arranged<'_>, batch: &Batch) -> Result<(), Failure> {
        for (place, tree) in batch.trees.iter().enumerate() {
            let mut tree = tree.clone();
            tree.facts.rules = arranged.loaded.identity();
            let number = batch.first + place as u64 + 1;
            for format in &self.formats {
                let path = self.folder.join(format!("game-{number:0DIGITS$}.{}", format.name()));
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
