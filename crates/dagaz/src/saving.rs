//! Writes a file as a whole or not at all.
//!
//! The text goes to a new file in the same folder, which replaces the old one when it is complete:
//! a full disk does not damage an existing file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names that are tried for the new file.
const TRIES: u32 = 100;

/// Writes a text to a file, in the place of what was there.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    write_bytes(path, text.as_bytes())
}

/// Writes bytes to a file, in the place of what was there.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What is no file, such as a pipe or a terminal, cannot be replaced, only written to.
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes);
    }
    replace(path, |file| file.write_all(bytes))
}

fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // A link stays one: the file that it leads to is replaced.
    let target = if path.exists() { path.canonicalize()? } else { path.to_path_buf() };
    let known = fs::metadata(&target).ok().map(|known| known.permissions());
    if known.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let (temporary, mut file) = beside(&target)?;
    let done = fill(&mut file)
        .and_then(|()| known.map_or(Ok(()), |permissions| file.set_permissions(permissions)))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, &target));
    if done.is_err() {
        // It is of no use, and if it cannot be removed there is nothing else to do about it.
        let _ = fs::remove_file(&temporary);
    }
    done
}

/// Returns a new file in the folder of another.
fn beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut last = io::ErrorKind::AlreadyExists.into();
    for number in 0..TRIES {
        let path = folder.join(format!(".dagaz-{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_by_a_complete_one() {
        let folder = std::env::temp_dir().join(format!("dagaz-saving-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let path = folder.join("game.txt");
        write_whole(&path, "first").expect("it can be written");
        let full = replace(&path, |file| {
            file.write_all(b"sec")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(full.map_err(|error| error.kind()), Err(io::ErrorKind::StorageFull));
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("first"), "what was there is still there");
        assert_eq!(fs::read_dir(&folder).map(Iterator::count).ok(), Some(1), "nothing else is left behind");
        write_whole(&path, "second").expect("it can be written");
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("second"));
        assert_eq!(fs::read_dir(&folder).map(Iterator::count).ok(), Some(1), "nothing else is left behind");
        fs::remove_dir_all(&folder).expect("the test cleans up");
    }
}
