//! The standard library: modules written in the language itself, always at hand.

use dagaz_syntax::source::{IncludeError, Includes};

/// What every file ends with, unseen.
pub(super) const APPENDED: &str = "\n(include \"std/standard.drf\")";

const FILES: [(&str, &str); 3] = [
    ("std/standard.drf", include_str!("std/standard.drf")),
    ("std/chess.drf", include_str!("std/chess.drf")),
    ("std/castling.drf", include_str!("std/castling.drf")),
];

/// Returns whether a file of that name is a file of the library.
pub(super) fn is_library(path: &str) -> bool {
    file(path).is_some()
}

/// Returns whether it is the file that every file includes.
pub(super) fn is_unseen(path: &str) -> bool {
    file(path) == Some(FILES[0].1)
}

fn file(path: &str) -> Option<&'static str> {
    let named = |name: &str| path == name || path.ends_with(&format!("/{name}"));
    FILES.iter().find(|(name, _)| named(name)).map(|(_, text)| *text)
}

/// The standard library, in addition to other includes.
pub(super) struct WithLibrary<'a>(pub(super) &'a dyn Includes);

impl Includes for WithLibrary<'_> {
    fn load(&self, from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        match file(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => self.0.load(from, path),
        }
    }
}
