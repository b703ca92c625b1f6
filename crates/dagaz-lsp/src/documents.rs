//! The open texts, each with its analysis.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use dagaz_analysis::{Analysis, LineIndex, Position};
use dagaz_core::Limits;
use dagaz_syntax::source::{IncludeError, Includes};
use lsp_types::{TextDocumentContentChangeEvent, Uri};

use crate::Files;

/// A text that an editor has opened.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: String,
    pub(crate) index: LineIndex,
    path: Option<PathBuf>,
    analysis: Option<Analysis>,
    /// Whether its diagnostics have not been sent since it changed.
    pub(crate) is_unreported: bool,
}

impl Document {
    /// Returns the byte of a position.
    pub(crate) fn byte(&self, position: lsp_types::Position) -> usize {
        self.index.byte(&self.text, Position { line: position.line, column: position.character })
    }
}

/// All open texts, by address.
pub(crate) struct Documents<'f> {
    files: &'f dyn Files,
    limits: Limits,
    open: HashMap<String, Document>,
}

impl<'f> Documents<'f> {
    pub(crate) fn new(files: &'f dyn Files) -> Documents<'f> {
        Documents { files, limits: Limits::default(), open: HashMap::new() }
    }

    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: String) {
        let (path, index) = (path_of(&uri), LineIndex::new(&text));
        let document = Document { version, index, path, analysis: None, is_unreported: true, text, uri };
        self.open.insert(document.uri.as_str().to_string(), document);
    }

    pub(crate) fn close(&mut self, uri: &Uri) -> bool {
        self.open.remove(uri.as_str()).is_some()
    }

    /// Changes a text, part by part in order.
    pub(crate) fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Some(document) = self.open.get_mut(uri.as_str()) else { return };
        for change in changes {
            match change.range {
                None => document.text = change.text,
                Some(range) => {
                    let (start, end) = (document.byte(range.start), document.byte(range.end));
                    document.text.replace_range(start..end.max(start), &change.text);
                }
            }
            document.index = LineIndex::new(&document.text);
        }
        document.version = version;
        document.analysis = None;
        document.is_unreported = true;
    }

    /// Notes that a file was saved: texts that include it are read again.
    pub(crate) fn saved(&mut self) {
        for document in self.open.values_mut() {
            document.analysis = None;
            document.is_unreported = true;
        }
    }

    /// Returns a text with its analysis, which is made if it is missing. The analysis of a text in
    /// an unknown language is `None`.
    pub(crate) fn analysed(&mut self, uri: &Uri) -> Option<(&Document, Option<&Analysis>)> {
        let needed = self.open.get(uri.as_str()).is_some_and(|document| document.analysis.is_none());
        if needed {
            let analysis = self.analyse(uri);
            self.open.get_mut(uri.as_str())?.analysis = analysis;
        }
        let document = self.open.get(uri.as_str())?;
        Some((document, document.analysis.as_ref()))
    }

    fn analyse(&self, uri: &Uri) -> Option<Analysis> {
        let document = self.open.get(uri.as_str())?;
        let path = document.path.as_deref();
        // The whole path, so that those of included files are whole too.
        let name = path.map_or_else(|| uri.as_str().to_string(), |path| path.display().to_string());
        Analysis::new(&name, &document.text, &self.includes(path), &self.limits)
    }

    /// Returns the edits of a new name.
    pub(crate) fn rename(
        &mut self,
        uri: &Uri,
        at: usize,
        name: &str,
    ) -> Option<Result<Vec<dagaz_analysis::Edit>, dagaz_analysis::RenameFault>> {
        self.analysed(uri)?;
        let document = self.open.get(uri.as_str())?;
        let includes = self.includes(document.path.as_deref());
        Some(document.analysis.as_ref()?.rename(at, name, &includes, &self.limits))
    }

    fn includes(&self, path: Option<&Path>) -> OpenFirst<'_> {
        OpenFirst { open: &self.open, files: self.files.includes(path) }
    }

    /// Returns the text of a file, the one in the editor first, and its address.
    pub(crate) fn text_of(&self, name: &str) -> Option<(Uri, String)> {
        let path = Path::new(name);
        if let Some(open) = self.open.values().find(|document| document.path.as_deref() == Some(path)) {
            return Some((open.uri.clone(), open.text.clone()));
        }
        Some((uri_of(path)?, self.files.read(path)?))
    }

    /// Returns a text whose diagnostics have to be sent.
    pub(crate) fn unreported(&self) -> Option<Uri> {
        self.open.values().find(|document| document.is_unreported).map(|document| document.uri.clone())
    }

    pub(crate) fn reported(&mut self, uri: &Uri) {
        self.open.get_mut(uri.as_str()).into_iter().for_each(|document| document.is_unreported = false);
    }
}

/// Includes from open texts, and else from disk.
struct OpenFirst<'d> {
    open: &'d HashMap<String, Document>,
    files: Box<dyn Includes>,
}

impl Includes for OpenFirst<'_> {
    fn load(&self, from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        let is_meant = |document: &&Document| document.path.as_deref() == Some(Path::new(path));
        match self.open.values().find(is_meant) {
            Some(document) => Ok(document.text.clone().into_bytes()),
            None => self.files.load(from, path),
        }
    }
}

/// Returns the path of an address of a file.
fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let Some((&byte, rest)) = left.split_first() {
        let code = (byte == b'%').then(|| rest.get(..2)).flatten();
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(byte));
        left = if code.is_some() { &rest[2..] } else { rest };
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/games` on Windows.
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// Returns the address of a file.
fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let mut text = "file://".to_string();
    if !path.starts_with('/') {
        text.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ => text += &format!("%{byte:02X}"),
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files_are_paths_and_back() {
        for path in ["/home/me/my game.drf", "/a/\u{e9}%20.zrf"] {
            let uri = uri_of(Path::new(path)).expect("an address");
            assert_eq!(path_of(&uri).as_deref(), Some(Path::new(path)), "{}", uri.as_str());
        }
        let path = |text: &str| path_of(&Uri::from_str(text).expect("an address"));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///C:/games/a.drf"), Some(PathBuf::from("C:/games/a.drf")));
        assert_eq!(path("file:///c%3A/games/a.drf"), Some(PathBuf::from("c:/games/a.drf")));
    }
}
