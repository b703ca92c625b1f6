//! Where included files come from: the folder of the rules file on disk, or the library.
//!
//! A rules file may come from a stranger. It may include what lies in its own folder and below, and
//! nothing else: no absolute path, no `..` that leads out, no link that does.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use dagaz_syntax::source::{IncludeError, Includes};

use crate::library::Entry;

/// Files on disk, in one folder and below.
pub(crate) struct FolderIncludes {
    /// The folder, with all links resolved.
    folder: PathBuf,
    /// The most bytes of a file.
    most: usize,
}

impl FolderIncludes {
    /// Returns the folder of a rules file.
    pub(crate) fn of(main: &Path, most: usize) -> FolderIncludes {
        let folder = main.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        FolderIncludes { folder: folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf()), most }
    }

    /// Returns the folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Includes for FolderIncludes {
    fn load(&self, _from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        let path = existing(Path::new(path)).ok_or(IncludeError::NotFound)?;
        let real = path.canonicalize().map_err(|_| IncludeError::NotFound)?;
        if !real.starts_with(&self.folder) {
            return Err(IncludeError::Forbidden);
        }
        if !real.is_file() {
            return Err(IncludeError::Unreadable("it is not a file".to_string()));
        }
        read(&real, self.most).map_err(|error| IncludeError::Unreadable(error.to_string()))
    }
}

/// Returns the bytes of a file, and one more than `most` at the most: the reader then says that it
/// is too long.
pub(crate) fn read(path: &Path, most: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the path as it is on disk: rules files written on Windows do not care about upper and
/// lower case.
pub(crate) fn existing(path: &Path) -> Option<PathBuf> {
    if path.exists() {
        return Some(path.to_path_buf());
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let parent = if parent.exists() { parent.to_path_buf() } else { existing(parent)? };
    let wanted = path.file_name()?.to_str()?.to_lowercase();
    let entries = fs::read_dir(parent).ok()?;
    let names = entries.flatten().map(|entry| entry.path());
    names
        .into_iter()
        .find(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.to_lowercase() == wanted))
}

/// Files of a game of the library.
pub(crate) struct LibraryIncludes(pub(crate) &'static Entry);

impl Includes for LibraryIncludes {
    fn load(&self, _from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        let found = self.0.files().find(|(name, _)| name.eq_ignore_ascii_case(path));
        found.map(|(_, bytes)| bytes.to_vec()).ok_or(IncludeError::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_include_its_folder_and_nothing_else() {
        let root = std::env::temp_dir().join(format!("dagaz-includes-{}", std::process::id()));
        let folder = root.join("mine");
        fs::create_dir_all(folder.join("lib")).expect("a folder for the test");
        fs::write(root.join("secret.inc"), "secret").expect("a file for the test");
        fs::write(folder.join("lib/Part.inc"), "part").expect("a file for the test");
        let includes = FolderIncludes::of(&folder.join("game.zrf"), 1_000);
        let load = |path: &str| includes.load("game.zrf", &folder.join(path).display().to_string());
        assert_eq!(load("lib/Part.inc"), Ok(b"part".to_vec()));
        assert_eq!(load("lib/part.INC"), Ok(b"part".to_vec()), "case does not matter");
        assert_eq!(load("../secret.inc"), Err(IncludeError::Forbidden));
        assert_eq!(load("nothing.inc"), Err(IncludeError::NotFound));
        assert!(matches!(load("lib"), Err(IncludeError::Unreadable(_))));
        fs::remove_dir_all(&root).expect("the test cleans up");
    }
}
