//! Descriptions of Ludii that come with other files in memory.

use std::path::Path;

use dagaz_ludii::text::Diagnostics;
use dagaz_ludii::{Defines, Description, Options};

/// Returns whether a file name is that of a description of Ludii.
pub fn is_description(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("lud"))
}

/// Reads a description with the files of its bundle: those that end in `.def` are its defines.
pub(crate) fn read_bundle(
    name: &str,
    bytes: &[u8],
    files: &[(String, impl AsRef<[u8]>)],
) -> Result<Description, Diagnostics> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let defines = files.iter().filter(|(name, _)| name.to_ascii_lowercase().ends_with(".def"));
    let library = Defines::new(defines.map(|(name, bytes)| (name.clone(), text(bytes.as_ref()))));
    Description::read(name, &text(bytes), &library, &Options::default())
}
