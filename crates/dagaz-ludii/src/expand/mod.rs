//! Expansion of a description: options, rulesets, defines and ranges.
//!
//! The result is text again, in which each byte knows its source. The cost of an expansion is
//! bounded: a text of strangers ends in an error soon.

mod defines;
mod options;
mod ranges;
mod scan;

pub use defines::Defines;
pub use options::{Category, Ruleset};
pub(crate) use ranges::column_letters;

use crate::text::{Diagnostic, Diagnostics, Node, Sources, Span, Token, Traced, lex, parse};

/// Bytes of a description and of what it becomes. Largest real: 330 KB.
const TEXT_MAX: usize = 2_000_000;

/// Bytes that all passes of an expansion may read and write together. Largest real: 12 MB.
const WORK_MAX: usize = 150_000_000;

/// How often one define may be put in. Largest real: 600.
const USES_MAX: usize = 20_000;

/// What is chosen of a description's options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Choices, each written `Category/Label`. The default counts where a category has none.
    pub choices: Vec<String>,
    /// Name of a ruleset, whose choices count where `choices` has none.
    pub ruleset: Option<String>,
}

/// A description after expansion.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// The files it was read from.
    pub sources: Sources,
    /// The tokens, metadata left out.
    pub tokens: Vec<Token>,
    /// The metadata as it stands in the text.
    pub metadata: Vec<Traced>,
    /// The options with what was chosen.
    pub categories: Vec<Category>,
    /// The rulesets.
    pub rulesets: Vec<Ruleset>,
}

impl Expanded {
    /// Returns the syntax tree of the game or match.
    pub fn tree(&self) -> Result<Node, Diagnostics> {
        let fault = |one| {
            let mut all = Diagnostics { sources: self.sources.clone(), list: Vec::new() };
            all.push(one);
            all
        };
        let nodes = parse(&self.tokens).map_err(fault)?;
        let span = nodes.first().map_or(Span::default(), |node| node.span);
        let is_game = |node: &Node| node.list().is_some_and(|list| matches!(list.head.as_ref(), "game" | "match"));
        let mut games = nodes.into_iter().filter(is_game);
        games.next().ok_or_else(|| fault(Diagnostic::error(span, "this text has no `(game …)`")))
    }
}

/// What is left of the bounds on an expansion.
struct Budget {
    work: usize,
}

impl Budget {
    /// Takes bytes read or written off the bound.
    fn spend(&mut self, bytes: usize, span: Span) -> Result<(), Diagnostic> {
        self.work = self.work.checked_sub(bytes).ok_or_else(|| too_large(span))?;
        Ok(())
    }

    /// Checks the length of a text that is being made.
    fn check_length(&self, bytes: usize, span: Span) -> Result<(), Diagnostic> {
        if bytes > TEXT_MAX { Err(too_large(span)) } else { Ok(()) }
    }
}

/// Returns the fault of a list or string that starts at a position and has no end.
fn unclosed(text: &Traced, at: usize) -> Diagnostic {
    let string = text.bytes().get(at) == Some(&b'"');
    let message = if string { "this quoted text has no end" } else { "this list is never closed" };
    Diagnostic::error(text.span(at, at + 1), message)
}

fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error(span, "this text becomes too large when its defines are put in")
        .hint("look for defines that use each other")
}

/// Expands a text.
///
/// `name` is the name of its file, for messages.
pub fn expand(name: &str, text: &str, library: &Defines, options: &Options) -> Result<Expanded, Diagnostics> {
    let mut all = Diagnostics::default();
    if text.len() > TEXT_MAX {
        all.sources.add(name, "");
        let message = format!("this text is too large: {} bytes, at most {TEXT_MAX}", text.len());
        all.push(Diagnostic::error(Span::default(), message));
        return Err(all);
    }
    let base = all.sources.add(name, text).unwrap_or(0);
    match expand_text(&Traced::new(text, base), library, options, &mut all.sources) {
        Ok(mut expanded) => {
            expanded.sources = all.sources;
            Ok(expanded)
        }
        Err(fault) => {
            all.push(fault);
            Err(all)
        }
    }
}

fn expand_text(
    text: &Traced,
    library: &Defines,
    options: &Options,
    sources: &mut Sources,
) -> Result<Expanded, Diagnostic> {
    let mut budget = Budget { work: WORK_MAX };
    let chosen = options::choose(&scan::without_comments(text), options, &mut budget)?;
    // Metadata has no part in the rules and is most of the text. It stands last and need not be
    // closed.
    let scan::Cut { lists: metadata, rest } = scan::cut_lists(&chosen.text, "metadata").or_else(|at| {
        let is_metadata = chosen.text.bytes()[at..].starts_with(b"(metadata");
        let cut = scan::Cut { lists: vec![chosen.text.slice(at, chosen.text.len())], rest: chosen.text.slice(0, at) };
        if is_metadata { Ok(cut) } else { Err(unclosed(&chosen.text, at)) }
    })?;
    let put = defines::expand(rest, library, sources, &mut budget)?;
    let written = ranges::expand(&scan::without_comments(&put), &mut budget)?;
    let tokens = lex(&written)?;
    Ok(Expanded {
        sources: Sources::default(),
        tokens,
        metadata,
        categories: chosen.categories,
        rulesets: chosen.rulesets,
    })
}
