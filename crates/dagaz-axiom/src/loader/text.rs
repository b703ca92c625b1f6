//! Tokens and texts of what is being read.

use crate::loader::Loader;
use crate::source::shown;

impl Loader<'_> {
    fn byte(&self) -> Option<u8> {
        let input = self.inputs.last()?;
        self.program.sources.get(usize::from(input.file))?.bytes.get(input.at).copied()
    }

    fn advance(&mut self) -> Option<u8> {
        let byte = self.byte()?;
        if let Some(input) = self.inputs.last_mut() {
            input.at += 1;
            input.line += u32::from(byte == b'\n');
        }
        Some(byte)
    }

    /// Returns the next token of the file being read; none at its end.
    pub(super) fn token(&mut self) -> Option<String> {
        while self.byte()? <= b' ' {
            self.advance();
        }
        let mut bytes = Vec::new();
        while let Some(byte) = self.byte().filter(|byte| *byte > b' ') {
            bytes.push(byte);
            self.advance();
        }
        // The blank that ends a token is left, so that a token at the end of a line has that line's
        // number.
        Some(shown(&bytes))
    }

    /// Returns the next token; a fault if the file ends.
    pub(super) fn word_or_fault(&mut self, after: &str, what: &str) -> Option<String> {
        let token = self.token();
        if token.is_none() {
            self.error(format!("`{after}` is followed by nothing; {what} is expected"));
        }
        token
    }

    /// Passes over everything up to a character, and the character.
    pub(super) fn skip_past(&mut self, end: u8) {
        let begin = self.place();
        loop {
            match self.advance() {
                Some(byte) if byte == end => return,
                Some(_) => {}
                None => {
                    let end = char::from(end);
                    let fault = crate::fault::Fault::warning(begin, format!("this comment has no `{end}`"));
                    self.fault(fault);
                    return;
                }
            }
        }
    }

    /// Passes over the rest of the line.
    pub(super) fn skip_line(&mut self) {
        while self.byte().is_some_and(|byte| byte != b'\n' && byte != b'\r') {
            self.advance();
        }
    }

    /// Returns the text up to the next `"`, after one blank.
    pub(super) fn quoted(&mut self) -> Vec<u8> {
        self.advance();
        let mut bytes = Vec::new();
        loop {
            match self.advance() {
                Some(b'"') => return bytes,
                Some(byte) => bytes.push(byte),
                None => {
                    self.error("this text has no `\"` at its end");
                    return bytes;
                }
            }
        }
    }
}
