//! `dagaz explain`: a game with everything said that its text leaves to be understood.

mod others;
mod paths;
mod phases;
mod remaining;

use serde_json::json;

use crate::cli::ExplainArgs;
use crate::failure::Failure;
use crate::load::{Loaded, Playable, Text};
use crate::output::{FAINT, HEADING, HINT, Output, clean, styled, wrapped};

/// Width of running text.
const WIDTH: usize = 110;

/// Deeper lines stand no further in.
const INDENT_MAX: usize = 12;

/// What is known of one part of the game.
#[derive(Debug, Default)]
struct Explanation {
    /// What it is about.
    title: String,
    /// The text of the rules, if it is explicit.
    written: Option<String>,
    /// Where.
    at: Option<String>,
    /// Whether it is a default that no text states.
    by_default: bool,
    /// How it is understood: how far a line stands in, and the line.
    lines: Vec<(usize, String)>,
}

impl Explanation {
    fn new(title: impl Into<String>) -> Explanation {
        Explanation { title: title.into(), ..Explanation::default() }
    }

    fn line(mut self, line: impl Into<String>) -> Explanation {
        self.lines.push((0, line.into()));
        self
    }

    fn lines(mut self, lines: impl IntoIterator<Item = (usize, String)>) -> Explanation {
        self.lines.extend(lines);
        self
    }

    /// Returns a default, without a text.
    fn unsaid(mut self, is_so: bool) -> Explanation {
        self.by_default = is_so;
        self
    }
}

/// Items about one thing.
#[derive(Debug)]
struct Section {
    heading: &'static str,
    items: Vec<Explanation>,
}

/// Explains a game.
pub(crate) fn run(args: &ExplainArgs, out: &mut Output) -> Result<(), Failure> {
    let loaded = Loaded::new(&args.game)?;
    let (edition, sections) = match (&loaded.text, &loaded.game) {
        (Text::Paths(text), Playable::Paths(game)) => ("edition 3 (DRF)", paths::sections(text, game)),
        (Text::Rules(text), _) => ("edition 2 (ZRF)", others::of_rules(text)),
        (Text::Script(script), _) => ("ForthScript", others::of_script(script, &*loaded.game)),
        _ => ("", Vec::new()),
    };
    if args.json {
        let item = |item: &Explanation| {
            json!({
                "title": item.title,
                "written": item.written,
                "at": item.at,
                "by_default": item.by_default,
                "lines": item.lines.iter().map(|(indent, text)| json!({ "indent": indent, "text": text })).collect::<Vec<_>>(),
            })
        };
        let section = |section: &Section| json!({ "heading": section.heading, "items": section.items.iter().map(item).collect::<Vec<_>>() });
        out.json(&json!({
            "title": loaded.title(),
            "file": loaded.source.name(),
            "language": edition,
            "sections": sections.iter().map(section).collect::<Vec<_>>(),
        }))?;
        return Ok(());
    }
    out.line(styled(HEADING, clean(loaded.title())))?;
    out.line(styled(FAINT, clean(&format!("{}, {edition}", loaded.source.name()))))?;
    for section in sections.iter().filter(|section| !section.items.is_empty()) {
        out.line("")?;
        out.line(styled(HEADING, section.heading))?;
        for item in &section.items {
            print(item, out)?;
        }
    }
    Ok(())
}

fn print(item: &Explanation, out: &mut Output) -> Result<(), Failure> {
    let mut head = format!("  {}", clean(&item.title));
    if item.by_default {
        head += &styled(FAINT, "  (by default)");
    }
    if let Some(at) = &item.at {
        head += &styled(FAINT, clean(&format!("  {at}")));
    }
    out.line(head)?;
    if let Some(written) = &item.written {
        let text = clean(&wrapped(written, WIDTH - 6, "        "));
        out.line(format!("      {}", styled(HINT, text)))?;
    }
    for (indent, line) in &item.lines {
        let space = " ".repeat(6 + 2 * indent.min(&INDENT_MAX));
        out.line(format!("{space}{}", clean(&wrapped(line, WIDTH - space.len(), &format!("{space}  ")))))?;
    }
    Ok(())
}
