//! Answers to questions of the page: the analysis in the types of the contract.
//!
//! Places of the contract count UTF-16 code units; the rest of the crate counts bytes.

use std::ops::Range;

use dagaz_contract::studio::{
    TextAnswer, TextEdit, TextFinding, TextFix, TextHover, TextQuestion, TextTopic, TextWord,
};
use dagaz_core::Limits;
use dagaz_syntax::NoIncludes;

use crate::analysis::Analysis;
use crate::complete::{Completion, CompletionKind};
use crate::edits::Edit;
use crate::finding::Finding;
use crate::language::Language;
use crate::measure::measure;

/// Bytes between two places whose UTF-16 offset is stored.
const STRIDE: usize = 256;

/// Returns the answer to a question about a text that includes no file. `None` if the name is not
/// that of a rules file.
pub fn answer(question: &TextQuestion, limits: &Limits) -> Option<TextAnswer> {
    if let TextTopic::Measure { counts } = &question.about {
        Language::of(&question.name)?;
        return Some(measure(question, counts.clone().unwrap_or_default(), limits));
    }
    let analysis = Analysis::new(&question.name, &question.text, &NoIncludes, limits)?;
    let places = Places::new(&question.text);
    Some(match &question.about {
        TextTopic::Check => {
            TextAnswer::Checked { findings: analysis.findings().iter().map(|one| finding(&places, one)).collect() }
        }
        TextTopic::Complete { at } => {
            let found = analysis.complete(places.byte(*at));
            TextAnswer::Completed { words: found.into_iter().map(|one| word(&places, one)).collect() }
        }
        TextTopic::Hover { at } => {
            let hover = analysis.hover(places.byte(*at)).map(|hover| {
                let Range { start, end } = places.units(&hover.range);
                TextHover { from: start, to: end, text: hover.text, sites: hover.sites }
            });
            TextAnswer::Hovered { hover }
        }
        TextTopic::Format => TextAnswer::Formatted { edit: analysis.format().map(|one| edit(&places, one)) },
        TextTopic::Measure { .. } => return None,
    })
}

fn finding(places: &Places<'_>, one: &Finding) -> TextFinding {
    let Range { start, end } = places.units(&one.range);
    TextFinding {
        from: start,
        to: end,
        error: one.is_error,
        code: one.code.clone(),
        say: one.message.clone(),
        hint: one.hint.clone(),
        fix: one.fix.clone().map(|fix| TextFix { title: fix.title, edit: edit(places, fix.edit) }),
    }
}

fn edit(places: &Places<'_>, one: Edit) -> TextEdit {
    let Range { start, end } = places.units(&one.range);
    TextEdit { from: start, to: end, text: one.text }
}

fn word(places: &Places<'_>, one: Completion) -> TextWord {
    let Range { start, end } = places.units(&one.range);
    TextWord {
        from: start,
        to: end,
        keyword: one.kind == CompletionKind::Word,
        name: one.name,
        form: one.form,
        meaning: one.meaning,
    }
}

/// Converts between bytes of a text and its UTF-16 code units.
struct Places<'a> {
    text: &'a str,
    /// The bytes and units before places of the text, in order; the first is its start.
    marks: Vec<(usize, u32)>,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Places<'a> {
        let (mut marks, mut units) = (vec![(0, 0)], 0);
        for (at, character) in text.char_indices() {
            if at >= marks.len() * STRIDE {
                marks.push((at, units));
            }
            units += character.len_utf16() as u32;
        }
        Places { text, marks }
    }

    /// Returns the units before a byte. A byte within a character is the start of the character,
    /// one beyond the text its end.
    fn unit(&self, byte: usize) -> u32 {
        let byte = self.text.floor_char_boundary(byte.min(self.text.len()));
        let (start, units) = self.marks[self.marks.partition_point(|mark| mark.0 <= byte).saturating_sub(1)];
        units + self.text[start..byte].encode_utf16().count() as u32
    }

    fn units(&self, bytes: &Range<usize>) -> Range<u32> {
        self.unit(bytes.start)..self.unit(bytes.end)
    }

    /// Returns the byte of a place. A place within a character is the start of the character, one
    /// beyond the text its end.
    fn byte(&self, unit: u32) -> usize {
        let (start, mut units) = self.marks[self.marks.partition_point(|mark| mark.1 <= unit).saturating_sub(1)];
        for (at, character) in self.text[start..].char_indices() {
            units += character.len_utf16() as u32;
            if units > unit {
                return start + at;
            }
        }
        self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_utf_16_units() {
        let text = "a\u{1f600}\u{e9}".repeat(2 * STRIDE);
        let places = Places::new(&text);
        let (mut unit, mut inside) = (0, 0);
        for (byte, character) in text.char_indices() {
            assert_eq!((places.unit(byte), places.byte(unit)), (unit, byte));
            if character.len_utf16() == 2 {
                assert_eq!((places.unit(byte + 1), places.byte(unit + 1)), (unit, byte), "within a character");
                inside += 1;
            }
            unit += character.len_utf16() as u32;
        }
        assert_eq!((places.unit(text.len() + 9), places.byte(unit + 9)), (unit, text.len()), "beyond the text");
        assert_eq!(inside, 2 * STRIDE);
    }
}
