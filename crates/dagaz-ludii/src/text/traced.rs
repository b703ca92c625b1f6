//! Text in which each byte knows where it came from.
//!
//! Expansion works on text, because options and defines may put parts of names and strings
//! together. The origins keep diagnostics located.

use super::Span;

/// A text with the address of each of its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traced {
    bytes: Vec<u8>,
    origins: Vec<u32>,
}

impl Traced {
    /// Returns a text that starts at this address.
    pub fn new(text: &str, base: u32) -> Traced {
        let origins = (0..text.len() as u32).map(|offset| base.saturating_add(offset)).collect();
        Traced { bytes: text.as_bytes().to_vec(), origins }
    }

    /// Returns the bytes, which are UTF-8 as a whole.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the text. Parts that are no UTF-8 are replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Returns a part of the text. Both ends must be within the text.
    pub fn slice(&self, start: usize, end: usize) -> Traced {
        Traced { bytes: self.bytes[start..end].to_vec(), origins: self.origins[start..end].to_vec() }
    }

    /// Appends a part of another text.
    pub fn push(&mut self, other: &Traced, start: usize, end: usize) {
        self.bytes.extend_from_slice(&other.bytes[start..end]);
        self.origins.extend_from_slice(&other.origins[start..end]);
    }

    /// Appends text that was made, not read, at an address that it is put down to.
    pub fn push_made(&mut self, text: &str, origin: u32) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.origins.resize(self.bytes.len(), origin);
    }

    /// Returns where a part of the text came from.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let Some(&first) = self.origins.get(start).or(self.origins.last()) else { return Span::default() };
        let last = end.checked_sub(1).and_then(|last| self.origins.get(last)).copied();
        let end = last.unwrap_or(first).max(first).saturating_add(1);
        // A part that was put together of several places is put down to its first byte.
        let end = if (end - first) as usize > self.bytes.len() { first.saturating_add(1) } else { end };
        Span { start: first, end }
    }
}
