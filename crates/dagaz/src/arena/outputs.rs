//! Checks output files before the match: no duplicates, no inputs, existing folders.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Returns whether these files can be written. Files are the same if they lie in the same place,
/// however they are named.
pub(super) fn check(written: &[&str], read: &[&str]) -> Result<(), Failure> {
    for (place, file) in written.iter().enumerate() {
        let here = whole(file);
        // A script may be named without its ending.
        let ending = Path::new(file).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if read.iter().any(|other| whole(other) == here || whole(&format!("{other}.{ending}")) == here) {
            return Err(Failure::Usage(format!("`{file}` is read, and would be overwritten; name another file")));
        }
        if written[..place].iter().any(|other| whole(other) == here) {
            return Err(Failure::Usage(format!("`{file}` is named twice; one would overwrite the other")));
        }
        let folder = Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let folder = folder.display();
            return Err(Failure::Usage(format!("`{file}` cannot be written: there is no folder `{folder}`")));
        }
    }
    Ok(())
}

/// Returns the one path of a file, whether it is there yet or not.
fn whole(file: &str) -> PathBuf {
    let path = Path::new(file);
    let known = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(known).unwrap_or_else(|| path.to_path_buf())
}
