//! Source files and positions in them.
//!
//! All files of one game share one address space, so that a position of 32 bits names a file and a
//! byte in it.

/// A range of addresses in [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Address of the first byte.
    pub start: u32,
    /// Address after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span from the start of `self` to the end of `other`, if they lie in this order.
    ///
    /// Parts of one list can come from different files. The span of the first part is kept then.
    pub fn to(self, other: Span) -> Span {
        if other.end > self.start { Span { start: self.start, end: other.end } } else { self }
    }
}

/// A place as a reader counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The text of the line.
    pub text: String,
}

/// One file.
#[derive(Clone, Debug)]
struct File {
    name: String,
    text: String,
    base: u32,
}

/// The files that a game was read from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<File>,
}

impl Sources {
    /// Returns the texts of all files.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.text.as_str())
    }

    /// Returns the names and texts of all files.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|file| (file.name.as_str(), file.text.as_str()))
    }

    /// Adds a file and returns the address of its first byte, or `None` if the address space is
    /// full.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> Option<u32> {
        let text = text.into();
        let base = self.files.last().map_or(Some(0), |last| end_of(last)?.checked_add(1))?;
        let file = File { name: name.into(), text, base };
        end_of(&file)?;
        self.files.push(file);
        Some(base)
    }

    /// Returns the place of an address.
    pub fn locate(&self, address: u32) -> Location {
        let at = self.files.partition_point(|file| file.base <= address);
        let Some(file) = at.checked_sub(1).and_then(|at| self.files.get(at)) else {
            return Location { file: String::new(), line: 1, column: 1, text: String::new() };
        };
        let offset = file.text.floor_char_boundary((address - file.base) as usize);
        let before = &file.text[..offset];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = &file.text[start..];
        Location {
            file: file.name.clone(),
            line: before.matches('\n').count() + 1,
            column: file.text[start..offset].chars().count() + 1,
            text: rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())].to_string(),
        }
    }
}

/// Address after the last byte of a file.
fn end_of(file: &File) -> Option<u32> {
    file.base.checked_add(u32::try_from(file.text.len()).ok()?)
}
