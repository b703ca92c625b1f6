//! The texts that a rules file is made of, and places in them.
//!
//! A rules file may include others, so a place is a file and a range of bytes in its text. This
//! module does no I/O: the caller brings the bytes, through [`Includes`].

use std::collections::HashMap;
use std::fmt;

use crate::decode::decode;

/// One of the texts of a [`SourceMap`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u16);

/// A range of bytes in one text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Returns the range from the start of this to the end of `other`, if both are in one text.
    pub fn to(self, other: Span) -> Span {
        if self.file == other.file { Span { end: self.end.max(other.end), ..self } } else { self }
    }

    /// Returns the first byte alone.
    pub fn head(self) -> Span {
        Span { end: self.end.min(self.start + 1), ..self }
    }
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

/// One text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    is_ascii: bool,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Returns the name under which it was loaded.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a byte is. A place beyond the text is the end of the text.
    pub fn line_column(&self, byte: u32) -> LineColumn {
        let byte = byte.min(self.text.len() as u32);
        let line = self.line_starts.partition_point(|&start| start <= byte);
        let start = self.line_starts[line - 1] as usize;
        // Some files are one line of a megabyte.
        let column = match self.is_ascii {
            true => byte as usize - start,
            false => self.text.get(start..byte as usize).unwrap_or_default().chars().count(),
        };
        LineColumn { line, column: column + 1 }
    }

    /// Returns the first byte of a line, counted from 1.
    pub fn line_start(&self, line: usize) -> Option<u32> {
        line.checked_sub(1).and_then(|index| self.line_starts.get(index)).copied()
    }

    /// Returns the text of a line, counted from 1, without its line end.
    pub fn line(&self, line: usize) -> &str {
        let Some(&start) = line.checked_sub(1).and_then(|index| self.line_starts.get(index)) else { return "" };
        let end = self.line_starts.get(line).map_or(self.text.len(), |&next| next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

/// All texts of one rules file.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a text. After 65,535 texts, more than the limit on includes allows, the last id is
    /// reused.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> FileId {
        let text = decode(bytes);
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(index, _)| index as u32 + 1);
        let line_starts = std::iter::once(0).chain(ends).collect();
        let id = FileId(self.files.len().min(usize::from(u16::MAX)) as u16);
        self.files.push(SourceFile { name: name.to_string(), is_ascii: text.is_ascii(), text, line_starts });
        id
    }

    /// One text.
    pub fn file(&self, file: FileId) -> &SourceFile {
        &self.files[usize::from(file.0)]
    }

    /// Returns all texts, the rules file itself first.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Returns the text of a span; nothing if the span does not fit its file.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
}

/// Why a file could not be included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IncludeError {
    /// There is no such file.
    NotFound,
    /// The path leads where rules files may not look.
    Forbidden,
    /// It is there but could not be read; the words say why.
    Unreadable(String),
}

impl fmt::Display for IncludeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IncludeError::NotFound => write!(f, "there is no such file"),
            IncludeError::Forbidden => write!(f, "the path leads out of the folders open to rules files"),
            IncludeError::Unreadable(why) => write!(f, "it cannot be read: {why}"),
        }
    }
}

/// Where included files come from: a folder, an archive, a table in memory.
pub trait Includes {
    /// Returns the bytes of the file `path`, which the file `from` includes. The path has been
    /// joined to the folder of `from` by [`resolve`]; whether it may be read is for the
    /// implementation to decide.
    fn load(&self, from: &str, path: &str) -> Result<Vec<u8>, IncludeError>;
}

/// No file can be included.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn load(&self, _from: &str, _path: &str) -> Result<Vec<u8>, IncludeError> {
        Err(IncludeError::NotFound)
    }
}

/// Files in memory, by path with `/` between the parts.
#[derive(Clone, Debug, Default)]
pub struct MemoryIncludes {
    files: HashMap<String, Vec<u8>>,
}

impl MemoryIncludes {
    /// Returns the given files.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> MemoryIncludes {
        MemoryIncludes { files: files.into_iter().map(|(name, bytes)| (name.to_string(), bytes.to_vec())).collect() }
    }
}

impl Includes for MemoryIncludes {
    fn load(&self, _from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        self.files.get(path).cloned().ok_or(IncludeError::NotFound)
    }
}

/// Returns the path of a file that `from` includes as `path`: backslashes become slashes, `.` and
/// `..` are worked out. Absolute paths, drive letters and paths that climb out of the top folder
/// are forbidden.
pub fn resolve(from: &str, path: &str) -> Result<String, IncludeError> {
    let path = path.trim().replace('\\', "/");
    if path.is_empty() {
        return Err(IncludeError::NotFound);
    }
    if path.starts_with('/') || path.contains(':') || path.contains('\0') {
        return Err(IncludeError::Forbidden);
    }
    let from = from.replace('\\', "/");
    let (root, from) = match from.strip_prefix('/') {
        Some(rest) => ("/", rest),
        None => ("", from.as_str()),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in from.rsplit_once('/').map_or("", |(folder, _)| folder).split('/') {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(&last)) if last != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    for part in path.split('/') {
        match (part, parts.last()) {
            ("" | ".", _) => {}
            ("..", Some(&last)) if last != ".." => drop(parts.pop()),
            // Further up than the rules file itself is named from.
            ("..", _) => return Err(IncludeError::Forbidden),
            _ => parts.push(part),
        }
    }
    Ok(format!("{root}{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters() {
        let mut map = SourceMap::default();
        let id = map.add("x.zrf", "ab\r\nc\u{e9}d\n\nlast".as_bytes());
        let file = map.file(id);
        let cases = [(0, 1, 1), (2, 1, 3), (4, 2, 1), (7, 2, 3), (9, 3, 1), (10, 4, 1), (14, 4, 5), (99, 4, 5)];
        for (byte, line, column) in cases {
            assert_eq!(file.line_column(byte), LineColumn { line, column }, "byte {byte}");
        }
        assert_eq!(
            [file.line(1), file.line(2), file.line(3), file.line(4), file.line(5)],
            ["ab", "céd", "", "last", ""]
        );
        assert_eq!(file.line(0), "");
    }

    #[test]
    fn include_paths_stay_below_the_top_folder() {
        use IncludeError::{Forbidden, NotFound};
        let cases = [
            ("a.zrf", "b.inc", Ok("b.inc")),
            ("games/a.zrf", "b.inc", Ok("games/b.inc")),
            ("games\\chess\\a.zrf", "..\\lib\\b.inc", Ok("games/lib/b.inc")),
            ("/home/me/a.zrf", "./b.inc", Ok("/home/me/b.inc")),
            ("../games/a.zrf", "b.inc", Ok("../games/b.inc")),
            ("../games/a.zrf", "../../b.inc", Err(Forbidden)),
            ("a.zrf", "../b.inc", Err(Forbidden)),
            ("a.zrf", "x/../../b.inc", Err(Forbidden)),
            ("a.zrf", "/etc/passwd", Err(Forbidden)),
            ("a.zrf", "\\\\server\\share", Err(Forbidden)),
            ("a.zrf", "C:\\secret", Err(Forbidden)),
            ("a.zrf", " ", Err(NotFound)),
        ];
        for (from, path, expected) in cases {
            assert_eq!(resolve(from, path), expected.map(str::to_string), "{from} includes {path}");
        }
    }
}
