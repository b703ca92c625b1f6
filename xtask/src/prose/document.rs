//! Checks of one Markdown document.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::readability::{Counts, sentences, words};
use super::words::Words;
use super::{COLUMNS, Finding, READING_EASE, SENTENCE_WORDS};

/// Text of one paragraph, heading, list item or table cell. Code is replaced by one short word.
struct Block {
    text: String,
    /// Byte offsets in `text`, ascending, with the byte offsets in the document that they stand
    /// for.
    origins: Vec<(usize, usize)>,
}

impl Block {
    fn push(&mut self, text: &str, origin: usize) {
        self.origins.push((self.text.len(), origin));
        self.text.push_str(text);
    }

    fn origin(&self, at: usize) -> usize {
        let index = self.origins.partition_point(|(own, _)| *own <= at).saturating_sub(1);
        self.origins.get(index).map_or(0, |(own, origin)| origin + (at - own))
    }
}

/// Text that stands for inline code: one word of one syllable.
const CODE: &str = "x";

pub(super) fn check(file: &str, text: &str, list: &Words) -> Vec<Finding> {
    let (blocks, fixed) = blocks(text);
    let line_of =
        |offset: usize| text.as_bytes()[..offset.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1;
    let finding = |line: usize, found: String, suggestion: &str| Finding {
        file: file.into(),
        line,
        found,
        suggestion: suggestion.into(),
    };
    let mut findings = Vec::new();
    let mut counts = Counts::default();
    for block in &blocks {
        counts.add(&block.text);
        for (at, found, suggestion) in list.find(&block.text) {
            findings.push(finding(line_of(block.origin(at)), found, &suggestion));
        }
        for (at, sentence) in sentences(&block.text) {
            let count = words(sentence).count();
            if count > SENTENCE_WORDS {
                let first = sentence.len() - sentence.trim_start().len();
                let start: String = sentence.trim_start().chars().take(40).collect();
                let found = format!("a sentence of {count} words, \"{start}…\"");
                findings.push(finding(
                    line_of(block.origin(at + first)),
                    found,
                    "part it into sentences of at most 20 words",
                ));
            }
        }
    }
    let mut offset = 0;
    for (index, line) in text.split('\n').enumerate() {
        let width = line.chars().count();
        // The range of an indented code block begins behind the indentation of its first line.
        let is_fixed = fixed.iter().any(|range| range.start < offset + line.len() && offset < range.end);
        // A long address cannot be wrapped.
        if width > COLUMNS && !is_fixed && line.trim_start_matches([' ', '-', '*', '>']).contains(' ') {
            findings.push(finding(index + 1, format!("a line of {width} columns"), "wrap it at 100 columns"));
        }
        offset += line.len() + 1;
    }
    if let Some((_, least)) = READING_EASE.iter().find(|(name, _)| *name == file) {
        let ease = counts.reading_ease();
        if ease < *least {
            findings.push(finding(
                1,
                format!("a reading ease of {ease:.1}, at least {least} is asked"),
                "use shorter sentences and words",
            ));
        }
    }
    findings.sort_by_key(|finding| finding.line);
    findings
}

/// Returns the blocks of prose, and the byte ranges of tables and code blocks.
fn blocks(text: &str) -> (Vec<Block>, Vec<std::ops::Range<usize>>) {
    let (mut blocks, mut fixed) = (vec![Block { text: String::new(), origins: Vec::new() }], Vec::new());
    let mut in_code = 0_usize;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let ends_block = matches!(
            event,
            Event::Start(
                Tag::Paragraph | Tag::Heading { .. } | Tag::Item | Tag::TableCell | Tag::Table(_) | Tag::List(_)
            ) | Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell)
        );
        if ends_block && blocks.last().is_some_and(|block| !block.text.is_empty()) {
            blocks.push(Block { text: String::new(), origins: Vec::new() });
        }
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                in_code += 1;
                fixed.push(range);
            }
            Event::End(TagEnd::CodeBlock) => in_code -= 1,
            Event::Start(Tag::Table(_)) => fixed.push(range),
            Event::Text(own) if in_code == 0 => {
                blocks.last_mut().into_iter().for_each(|block| block.push(&own, range.start))
            }
            Event::Code(_) => blocks.last_mut().into_iter().for_each(|block| block.push(CODE, range.start)),
            Event::SoftBreak | Event::HardBreak => {
                blocks.last_mut().into_iter().for_each(|block| block.push(" ", range.start))
            }
            _ => {}
        }
    }
    (blocks, fixed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, String)> {
        let list: Words =
            toml::from_str("[[rule]]\nwords = [\"whoever\", \"is told\"]\nwhy = \"w\"\nplain = \"p\"").expect("valid");
        check("a.md", text, &list).into_iter().map(|finding| (finding.line, finding.found)).collect()
    }

    #[test]
    fn words_in_prose_are_found_also_across_lines_and_not_in_code() {
        assert_eq!(
            found("# A\n\nHere, Whoever\nis\ntold.\n"),
            [(3, "\"whoever\": w".into()), (4, "\"is told\": w".into())]
        );
        assert_eq!(found("`whoever` is fine.\n\n```text\nwhoever\n```\n\n    whoever\n"), []);
        assert_eq!(found("| a | b |\n|---|---|\n| 1 | whoever |\n"), [(3, "\"whoever\": w".into())]);
    }

    #[test]
    fn long_sentences_are_found_where_they_begin() {
        let long = "word ".repeat(31);
        assert_eq!(
            found(&format!("Short.\n\nShort one.\n{}.\n", long.trim().replace("word word", "word\nword")))[0].0,
            4
        );
        assert_eq!(found(&"word\n".repeat(30)), []);
    }

    #[test]
    fn long_lines_are_found_outside_tables_and_code() {
        let long = "ab ".repeat(40).trim().replace("ab ab ab ab", "ab ab; ab ab");
        assert_eq!(found(&long), [(1, "a line of 129 columns".into())]);
        assert_eq!(found(&format!("    {long}\n\n| {long} |\n|---|\n")), []);
    }
}
