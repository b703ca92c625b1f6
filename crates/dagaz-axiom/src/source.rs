//! The texts of a script, and who brings those that it loads.
//!
//! This module does no I/O: the caller brings the bytes, through [`Includes`].

use std::fmt;

/// Why a file could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IncludeError {
    /// There is no such file.
    NotFound,
    /// The path leads where scripts may not look.
    Forbidden,
    /// It is there but could not be read; the words say why.
    Unreadable(String),
}

impl fmt::Display for IncludeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IncludeError::NotFound => f.write_str("there is no such file"),
            IncludeError::Forbidden => f.write_str("a script may load only files of its own folder and below"),
            IncludeError::Unreadable(why) => write!(f, "it cannot be read: {why}"),
        }
    }
}

/// Where the files are that a script loads.
pub trait Includes {
    /// Returns the bytes of the included file `name`, relative to the script. Case is ignored.
    fn load(&self, name: &str) -> Result<Vec<u8>, IncludeError>;
}

/// Nothing can be loaded.
#[derive(Clone, Copy, Debug)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn load(&self, _name: &str) -> Result<Vec<u8>, IncludeError> {
        Err(IncludeError::NotFound)
    }
}

/// Texts at hand.
#[derive(Clone, Debug, Default)]
pub struct MemoryIncludes {
    files: Vec<(String, Vec<u8>)>,
}

impl MemoryIncludes {
    /// These files, by name.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> MemoryIncludes {
        MemoryIncludes { files: files.into_iter().map(|(name, bytes)| (name.to_string(), bytes.to_vec())).collect() }
    }
}

impl Includes for MemoryIncludes {
    fn load(&self, name: &str) -> Result<Vec<u8>, IncludeError> {
        let found = self.files.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, bytes)| bytes.clone()).ok_or(IncludeError::NotFound)
    }
}

/// One text: its bytes are characters of a single-byte encoding.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// The name under which it was loaded.
    pub name: String,
    /// The text.
    pub bytes: Vec<u8>,
}

/// A place in a text: the file by its number, the line counted from 1. The default is nowhere: the
/// words of the kit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The number of the text.
    pub file: u16,
    /// The line, counted from 1; 0 is nowhere.
    pub line: u32,
}

/// What a script printed as text: lines are kept, other control characters are not.
pub(crate) fn shown_lines(bytes: &[u8]) -> String {
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line: Vec<u8> = line.iter().map(|byte| if *byte == b'\t' { b' ' } else { *byte }).collect();
        shown(&line)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Bytes as text: each byte that is no ASCII is the character of that number, as Latin-1 has it;
/// control characters become `?`, so that nothing of a script steers a terminal.
pub(crate) fn shown(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| if byte < 32 || (127..160).contains(&byte) { '?' } else { char::from(byte) }).collect()
}
