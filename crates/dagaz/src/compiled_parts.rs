//! The rules, endings and forbidden results of a game of edition 3 as the compiled executor has
//! them: what each became, and which word at which line keeps it slow.

use dagaz_drf::DrfFile;
use dagaz_engine::{NotCompiled, PathGame, SlowWord, Walked};
use dagaz_front::paths::make;
use dagaz_rules::path::PathEndingKind;
use dagaz_syntax::source::{SourceMap, Span};
use serde_json::{Value, json};

use crate::output::{FAINT, Output, clean, counted, styled};
use crate::text_place::{place, span_of_text};

/// A rule, an ending or a forbidden result.
pub(crate) struct CompiledPart {
    /// `rule`, `never`, or the word of the ending.
    kind: &'static str,
    name: String,
    /// Where it was written.
    at: String,
    /// How its moves are listed; `None` for a question.
    form: Option<&'static str>,
    /// Operations of a rule, or expressions of a question.
    size: usize,
    /// Whether each of its moves is made to list it.
    is_made: bool,
    slow: Option<Slow>,
}

/// What keeps a part slow.
struct Slow {
    word: String,
    /// Where the word stands.
    at: Option<String>,
    why: &'static str,
}

/// Whether the compiled executor plays a game, or the reference interpreter: neither automata nor a
/// specialised executor do.
pub(crate) fn is_general<T>(made: &Result<T, Walked>) -> bool {
    matches!(made, Err(Walked::NoTwin(_) | Walked::NotFlat(_)))
}

/// Returns the parts of a game, rules first.
pub(crate) fn parts_of(game: &PathGame, sources: &SourceMap) -> Result<Vec<CompiledPart>, NotCompiled> {
    let rules = game.rules();
    let mut parts = Vec::new();
    for one in game.compiled_rules()? {
        let rule = &rules.rules[one.rule.index()];
        let span = span_of_text(rule.span);
        parts.push(CompiledPart {
            kind: "rule",
            name: rules.names[rule.name.index()].clone(),
            at: place(sources, span),
            form: Some(one.form.name()),
            size: one.operations,
            is_made: one.is_made,
            slow: one.slow_word.map(|word| slow(word, span, sources)),
        });
    }
    let question = |kind, name: &str, span, of: dagaz_engine::CompiledQuestion| CompiledPart {
        kind,
        name: name.to_string(),
        at: place(sources, span),
        form: None,
        size: of.expressions,
        is_made: false,
        slow: of.slow_word.map(|word| slow(word, span, sources)),
    };
    for (ending, of) in rules.endings.iter().zip(game.compiled_endings()) {
        let kind = match ending.kind {
            PathEndingKind::Win => "win",
            PathEndingKind::Loss => "lose",
            PathEndingKind::Draw => "draw",
            PathEndingKind::Score { .. } => "score",
        };
        parts.push(question(kind, &ending.name, span_of_text(ending.span), of));
    }
    for (never, of) in rules.nevers.iter().zip(game.compiled_nevers()) {
        parts.push(question("never", &never.name, span_of_text(never.span), of));
    }
    Ok(parts)
}

/// Finds the word in the part itself, or else in all of its file.
fn slow(slow: SlowWord, part: Span, sources: &SourceMap) -> Slow {
    let words: Vec<&str> = std::iter::once(slow.word).chain(slow.others.iter().copied()).collect();
    let whole = Span { file: part.file, start: 0, end: sources.file(part.file).text().len() as u32 };
    let inside = Some(part).filter(|_| slow.is_inside).and_then(|span| find(&words, span, sources));
    let found = inside.or_else(|| find(&words, whole, sources));
    match found {
        Some(span) => Slow { word: sources.text(span).to_string(), at: Some(place(sources, span)), why: slow.why },
        None => Slow { word: slow.word.to_string(), at: None, why: slow.why },
    }
}

/// Finds the first of some words in a part of a text, outside of comments and strings.
fn find(words: &[&str], within: Span, sources: &SourceMap) -> Option<Span> {
    let text = sources.text(within);
    let is_word = |char: char| !char.is_whitespace() && !matches!(char, '(' | ')' | '"' | ';');
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if is_word(first) => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        if words.contains(&&rest[..length]) {
            let start = within.start + (text.len() - rest.len()) as u32;
            return Some(Span { file: within.file, start, end: start + length as u32 });
        }
        rest = &rest[length..];
    }
    None
}

impl CompiledPart {
    /// What keeps it slow, as a sentence; `None` if nothing does.
    fn remark(&self) -> Option<String> {
        let Slow { word, at, why } = self.slow.as_ref()?;
        let at = at.as_ref().map_or_else(String::new, |at| format!(" ({at})"));
        Some(format!("`{word}`{at} {why}"))
    }

    fn size_words(&self) -> String {
        match self.form {
            Some(_) => counted(self.size, "operation"),
            None => counted(self.size, "expression"),
        }
    }

    fn as_json(&self) -> Value {
        let size = if self.form.is_some() { "operations" } else { "expressions" };
        json!({
            "part": self.kind,
            "name": self.name,
            "at": self.at,
            "form": self.form,
            size: self.size,
            "each_move_is_made": self.is_made,
            "slow": self.slow.as_ref().map(|slow| json!({ "word": slow.word, "at": slow.at, "why": slow.why })),
        })
    }
}

/// The parts as data.
pub(crate) fn as_json(parts: &[CompiledPart]) -> Value {
    parts.iter().map(CompiledPart::as_json).collect()
}

/// Prints the parts, a line each, and below it what keeps it slow.
pub(crate) fn print(parts: &[CompiledPart], out: &mut Output) -> std::io::Result<()> {
    for part in parts {
        let form = match (part.form, part.is_made) {
            (None, _) => String::new(),
            (Some(form), false) => form.to_string(),
            (Some(form), true) => format!("{form}, moves made"),
        };
        let head = format!("  {:<5} {:<20} {form:<18} {:<15}", part.kind, clean(&part.name), part.size_words());
        out.line(format!("{head} {}", styled(FAINT, clean(&part.at))))?;
        if let Some(remark) = part.remark() {
            out.line(clean(&format!("          slow: {remark}")))?;
        }
    }
    Ok(())
}

/// What keeps the games and variants of a file slow, each remark once: a line of `check --speed`.
pub(crate) fn speed_remarks(file: &DrfFile, limits: &dagaz_core::Limits) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    let mut note = |remark: String| {
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
    };
    for (index, item) in file.playable().iter().enumerate() {
        let Some(game) = file.rules(index).rules.and_then(|rules| make(rules, limits).ok()) else { continue };
        if !is_general(&game.make_ready()) {
            continue;
        }
        match parts_of(&game, file.sources()) {
            Ok(parts) => {
                for part in &parts {
                    let Some(remark) = part.remark() else { continue };
                    note(format!("{}: slow: {} {}: {remark}", part.at, part.kind, part.name));
                }
            }
            Err(why) => {
                let at = place(file.sources(), item.span);
                note(format!("{at}: slow: {} is played by the reference interpreter: {why}", item.title));
            }
        }
    }
    remarks
}
