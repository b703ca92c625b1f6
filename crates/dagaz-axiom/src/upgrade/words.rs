//! The text of a script's own words, and of the words that they use.

use std::collections::{HashMap, HashSet};

use super::page::Page;
use crate::op::Op;
use crate::program::{Program, WordText};

/// Bytes of a script that are shown: a skeleton must stay short enough to be read as rules.
const SHOWN_MAX: usize = 400_000;
/// Deferred words that are followed.
const DEFERRED_MAX: usize = 16;

/// See the [module documentation](self).
pub(super) struct Words<'a> {
    program: &'a Program,
    texts: HashMap<u32, &'a WordText>,
    /// Words with a text, by name, oldest first.
    by_name: HashMap<&'a str, Vec<u32>>,
    shown: HashSet<u32>,
    /// Words that have been shown, in order: what they use comes later.
    order: Vec<u32>,
    left: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(program: &'a Program) -> Words<'a> {
        let mut by_name: HashMap<&str, Vec<u32>> = HashMap::new();
        for text in &program.texts {
            by_name.entry(program.names[text.token as usize].as_str()).or_default().push(text.token);
        }
        let texts = program.texts.iter().map(|text| (text.token, text)).collect();
        Words { program, texts, by_name, shown: HashSet::new(), order: Vec::new(), left: SHOWN_MAX }
    }

    /// Returns the word that a token means: of a deferred one what it was set to.
    pub(super) fn meaning(&self, token: u32) -> u32 {
        let mut token = token;
        for _ in 0..DEFERRED_MAX {
            let entry = self.program.entry(token as i32);
            match entry.and_then(|entry| self.program.ops.get(entry as usize)) {
                Some(Op::Deferred(address)) => {
                    let cell = self.program.memory.get((address >> 2) as usize);
                    match cell.filter(|cell| self.program.entry(**cell).is_some()) {
                        Some(cell) => token = *cell as u32,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        token
    }

    /// Returns whether a word was defined in the script's text.
    pub(super) fn has_text(&self, token: u32) -> bool {
        self.texts.contains_key(&token)
    }

    fn bytes(&self, token: u32) -> Option<&'a [u8]> {
        let text = self.texts.get(&token)?;
        self.program.sources.get(usize::from(text.place.file))?.bytes.get(text.start..text.end)
    }

    /// Writes a word's text as comments; only where it stands if that has been done.
    pub(super) fn show(&mut self, token: u32, depth: usize, page: &mut Page) {
        let Some(text) = self.texts.get(&token) else {
            page.comment(depth, &format!("`{}` is a word of the kit.", self.program.names[token as usize]));
            return;
        };
        let file = self.program.sources.get(usize::from(text.place.file)).map_or("?", |source| source.name.as_str());
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let place = format!("{file}:{}", text.place.line);
        if !self.shown.insert(token) {
            page.comment(depth, &format!("`{}`: see above ({place})", self.program.names[token as usize]));
            return;
        }
        self.order.push(token);
        page.comment(depth, &place);
        match self.bytes(token).filter(|bytes| bytes.len() <= self.left) {
            Some(bytes) => {
                self.left -= bytes.len();
                page.source(depth, bytes);
            }
            None => page.comment(depth, "(too long to be shown here)"),
        }
    }

    /// Writes the words that those shown so far use, and what these use in turn.
    pub(super) fn show_used(&mut self, depth: usize, page: &mut Page) {
        let (mut next, direct) = (0, self.order.len());
        while let Some(&token) = self.order.get(next) {
            next += 1;
            for used in self.used(token) {
                if !self.shown.contains(&used) {
                    page.gap();
                    if self.order.len() == direct {
                        page.comment(depth, "Words that these use, and what they use in turn.");
                        page.gap();
                    }
                    self.show(used, depth, page);
                }
            }
        }
    }

    /// Returns the words with a text that the text of a word names.
    fn used(&self, token: u32) -> Vec<u32> {
        let names = self.bytes(token).map_or(Vec::new(), names_in);
        let named = |name: String| {
            // A name meant the newest word that was there before.
            let known = self.by_name.get(name.as_str())?;
            known.iter().rev().find(|known| **known < token).copied()
        };
        names.into_iter().filter_map(named).collect()
    }
}

/// Returns the tokens of a definition, without comments and texts.
fn names_in(bytes: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = bytes;
    while let Some(start) = rest.iter().position(|byte| *byte > b' ') {
        rest = &rest[start..];
        let end = rest.iter().position(|byte| *byte <= b' ').unwrap_or(rest.len());
        let (token, behind) = rest.split_at(end);
        let past = |closing: &[u8]| {
            let found = behind.iter().position(|byte| closing.contains(byte));
            found.map_or(&[][..], |found| &behind[found + 1..])
        };
        rest = match token {
            b"(" => past(b")"),
            b"\\" => past(b"\n\r"),
            b".\"" | b"S\"" | b"^\"" | b"ABORT\"" => past(b"\""),
            _ => {
                names.push(crate::source::shown(token));
                behind
            }
        };
    }
    names
}
