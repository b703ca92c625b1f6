//! Parameters: numbers and words that a file leaves open.
//!
//! A parameter stands for a word. What has been chosen for it is put in its place before anything
//! is read, so it may stand wherever that word may: in the size of a board, the length of a line,
//! or for the name of a rule or of a piece. A name means one thing in the whole game, so nothing
//! else of the game may be called so.

use std::collections::{HashMap, HashSet};
use std::fmt;

use dagaz_rules::path::{Choices, Parameter, halves};

use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::source::{SourceMap, Span};
use dagaz_syntax::suggest;
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::{NodeId, NodeKind, Tree};

use super::{standard, words};

/// How a parameter is declared.
const EXAMPLE: &str = "`(parameter size 5 4..9)` or `(parameter goal 4 (3 4 5))`";

/// Words of the language that are in no other list.
const WORDS: [&str; 38] = [
    "and",
    "or",
    "not",
    "if",
    "as",
    "of",
    "first",
    "full",
    "groups",
    "later",
    "game",
    "player",
    "site",
    "move",
    "step",
    "uncompared",
    "forced",
    "free",
    "never",
    "each",
    "hand",
    "value",
    "paths",
    "positions",
    "mirror",
    "mover",
    "next",
    "pass",
    "play",
    "roll",
    "repeat",
    "phase",
    "rank",
    "inverse",
    "position",
    "situation",
    "it",
    "variant",
];

/// Why a parameter cannot be set so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadSetting {
    /// The game has no parameter of that name.
    Unknown {
        /// The name.
        name: String,
        /// The names that it has.
        known: Vec<String>,
    },
    /// The parameter may not have that value.
    OutOfRange {
        /// Its name.
        name: String,
        /// The value.
        value: String,
        /// What it may be.
        choices: Choices,
    },
    /// It is set twice.
    Twice {
        /// Its name.
        name: String,
    },
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSetting::Unknown { name, known } if known.is_empty() => {
                write!(f, "there is no parameter `{name}`: this game has none")
            }
            BadSetting::Unknown { name, known } => {
                let hint = suggest::hint(name, "this game has", known.iter().map(String::as_str));
                write!(f, "there is no parameter `{name}`; {}", hint.map_or_else(String::new, |hint| hint.text))
            }
            BadSetting::OutOfRange { name, value, choices: Choices::Range(low, high) } => {
                write!(f, "`{name}` cannot be `{value}`; it is a whole number from {low} to {high}")
            }
            BadSetting::OutOfRange { name, value, choices: choices @ Choices::Halves(..) } => {
                write!(f, "`{name}` cannot be `{value}`; it is a number of halves from {choices}")
            }
            BadSetting::OutOfRange { name, value, choices: Choices::Words(words) } => {
                let hint = suggest::hint(value, "it is one of", words.iter().map(String::as_str));
                write!(f, "`{name}` cannot be `{value}`; {}", hint.map_or_else(String::new, |hint| hint.text))
            }
            BadSetting::Twice { name } => write!(f, "`{name}` is set twice"),
        }
    }
}

impl std::error::Error for BadSetting {}

/// The parameters of an item with what they are called in the tree, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters {
    pub(super) list: Vec<(Symbol, Parameter)>,
    /// The place of each in the list.
    places: HashMap<Symbol, usize>,
}

impl Parameters {
    /// Reads the declarations among the clauses of an item.
    pub(super) fn find(tree: &Tree, clauses: &[NodeId], diagnostics: &mut Diagnostics) -> Parameters {
        let mut found = Parameters::default();
        for form in clauses.iter().copied().filter(|form| text_of_head(tree, *form) == "parameter") {
            match found.declaration(tree, form) {
                Ok(declared) => {
                    found.places.insert(declared.0, found.list.len());
                    found.list.push(declared);
                }
                Err(fault) => diagnostics.push(*fault),
            }
        }
        found
    }

    fn declaration(&self, tree: &Tree, form: NodeId) -> Result<(Symbol, Parameter), Box<Diagnostic>> {
        let parts: Vec<NodeId> = tree.members(form).skip(1).collect();
        let span = |node: NodeId| tree.node(node).span;
        let wrong = |at: NodeId, message: &str| {
            let found = tree.text(at);
            Box::new(Diagnostic::new(Code::WrongForm, span(at), message).expected(EXAMPLE, format!("`{found}`")))
        };
        let &[name, usual, may] = parts.as_slice() else {
            return Err(wrong(form, "a parameter has a name, its usual value, and what it may be"));
        };
        let (Some(symbol), Some(default)) = (tree.word(name), tree.word(usual)) else {
            return Err(wrong(form, "a parameter and its usual value are words or numbers"));
        };
        let (text, default) = (tree.symbols.text(symbol), tree.symbols.text(default));
        if is_of_the_language(text) {
            let said = Diagnostic::new(Code::WrongForm, span(name), format!("`{text}` means something already"));
            return Err(Box::new(said.hint("a parameter needs a name that is no word of the language and no number")));
        }
        if let Some((_, other)) = self.places.get(&symbol).map(|place| &self.list[*place]) {
            let said = Diagnostic::new(Code::WrongForm, span(name), format!("`{text}` is declared twice"));
            return Err(Box::new(said.label(of_rules(other.span), "here for the first time")));
        }
        let choices = choices(tree, may).ok_or_else(|| wrong(may, "this does not say what the parameter may be"))?;
        let reversed = matches!(choices, Choices::Range(low, high) | Choices::Halves(low, high) if low > high);
        if reversed {
            return Err(wrong(may, "no number is in this range: the lower one comes first"));
        }
        if let Choices::Words(words) = &choices
            && words.iter().collect::<HashSet<_>>().len() < words.len()
        {
            return Err(wrong(may, "one of these is named twice"));
        }
        if choices.place_of(default).is_none() {
            let message = format!("the usual value of `{text}` is not among those that it may have");
            let said = Diagnostic::new(Code::WrongForm, span(usual), message);
            return Err(Box::new(said.expected(format!("one of `{choices}`"), format!("`{default}`"))));
        }
        let parameter = Parameter {
            name: text.to_string(),
            value: default.to_string(),
            default: default.to_string(),
            choices,
            span: to_rules(span(form)),
            default_span: to_rules(span(usual)),
        };
        Ok((symbol, parameter))
    }

    /// Gives parameters other values than their usual ones.
    pub(super) fn set(&mut self, settings: &[(String, String)]) -> Result<(), BadSetting> {
        for (index, (name, value)) in settings.iter().enumerate() {
            if settings[..index].iter().any(|(other, _)| other == name) {
                return Err(BadSetting::Twice { name: name.clone() });
            }
            let Some((_, parameter)) = self.list.iter_mut().find(|(_, parameter)| parameter.name == *name) else {
                let known = self.list.iter().map(|(_, parameter)| parameter.name.clone()).collect();
                return Err(BadSetting::Unknown { name: name.clone(), known });
            };
            let place = parameter.choices.place_of(value);
            parameter.value = place.and_then(|place| parameter.choices.at(place)).ok_or_else(|| {
                BadSetting::OutOfRange { name: name.clone(), value: value.clone(), choices: parameter.choices.clone() }
            })?;
        }
        Ok(())
    }

    /// Returns the tree with the values in place of the names. The library that every file ends
    /// with keeps its own names.
    pub(super) fn put_into(
        &self,
        tree: &Tree,
        clauses: &[NodeId],
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) -> Tree {
        let mut put = tree.clone();
        let values: HashMap<Symbol, (Symbol, &str)> = self
            .list
            .iter()
            .map(|(name, parameter)| (*name, (put.symbols.intern(&parameter.value), parameter.value.as_str())))
            .collect();
        let value_of = |name: &str| values.get(&tree.symbols.find(name)?).map(|(_, value)| *value);
        let used: HashSet<NodeId> = clauses.iter().copied().collect();
        let own = |form: &&NodeId| !standard::is_library(sources.file(tree.node(**form).span.file).name());
        for form in tree.forms().iter().filter(own) {
            for clause in clauses_in(tree, *form) {
                if text_of_head(tree, clause) == "parameter" {
                    continue;
                }
                let declaring = declaring(tree, clause);
                for node in (clause.0..tree.node(clause).end.0).map(NodeId) {
                    let Some(word) = tree.word(node) else { continue };
                    if !declaring.contains(&node) {
                        let value = values.get(&word).map(|(value, _)| *value);
                        let joined = || joined(tree.symbols.text(word), &value_of);
                        let value = value.or_else(|| joined().map(|text| put.symbols.intern(&text)));
                        value.into_iter().for_each(|value| put.replace(node, value));
                    } else if values.contains_key(&word) && used.contains(&clause) {
                        diagnostics.push(self.clash(tree.symbols.text(word), tree.node(node).span));
                    }
                }
            }
        }
        put
    }

    fn clash(&self, name: &str, at: Span) -> Diagnostic {
        let mut said = Diagnostic::new(Code::WrongForm, at, format!("`{name}` is a parameter already"))
            .hint("a name means one thing in the whole game");
        if let Some((_, parameter)) = self.list.iter().find(|(_, parameter)| parameter.name == name) {
            said = said.label(of_rules(parameter.span), "declared here");
        }
        said
    }
}

/// `4..9`, `0.0..9.5`, or a list of words.
fn choices(tree: &Tree, node: NodeId) -> Option<Choices> {
    if let Some(word) = tree.word(node) {
        let (low, high) = tree.symbols.text(word).split_once("..")?;
        if low.contains('.') && high.contains('.') {
            return Some(Choices::Halves(halves(low)?, halves(high)?));
        }
        return Some(Choices::Range(low.parse().ok()?, high.parse().ok()?));
    }
    let words: Option<Vec<String>> =
        tree.members(node).map(|part| Some(tree.symbols.text(tree.word(part)?).to_string())).collect();
    words.filter(|words| !words.is_empty()).map(Choices::Words)
}

/// Returns whether a word has a meaning before anything is declared.
fn is_of_the_language(word: &str) -> bool {
    words::is_numeral(word)
        || word.contains("..")
        || WORDS.contains(&word)
        || words::is_word(word)
        || words::DIRECTION_HEADS.contains(&word)
        || words::CLAUSES.contains(&word)
        || words::BOARD_PARTS.contains(&word)
}

/// `1..size` and `1-size`: words in which a number, and with it a parameter, may stand.
pub(super) fn joined<'a>(text: &str, value: &dyn Fn(&str) -> Option<&'a str>) -> Option<String> {
    let (mark, (first, last)) = match text.split_once("..") {
        Some(parts) => ("..", parts),
        None => ("-", text.split_once('-').filter(|(first, _)| first.parse::<u32>().is_ok())?),
    };
    if value(first).is_none() && value(last).is_none() {
        return None;
    }
    Some(format!("{}{mark}{}", value(first).unwrap_or(first), value(last).unwrap_or(last)))
}

/// Returns the clauses that a form of the top level has, or is.
fn clauses_in(tree: &Tree, form: NodeId) -> Vec<NodeId> {
    match text_of_head(tree, form) {
        "game" | "variant" | "module" => tree.members(form).skip(2).collect(),
        _ => vec![form],
    }
}

/// The words of a clause that are names which it gives, not uses.
fn declaring(tree: &Tree, clause: NodeId) -> HashSet<NodeId> {
    let mut names = HashSet::new();
    let mut named = |list: NodeId| {
        let Some(second) = tree.members(list).nth(1) else { return };
        names.insert(second);
        names.extend(tree.members(second));
    };
    match text_of_head(tree, clause) {
        "rule" | "define" | "class" | "table" | "var" | "dice" | "deck" | "clock" | "timer" | "win" | "lose"
        | "draw" | "score" | "never" | "statistic" => named(clause),
        "piece" => {
            named(clause);
            tree.members(clause).filter(|part| text_of_head(tree, *part) == "var").for_each(&mut named);
        }
        "board" => {
            let parts = tree.members(clause).skip(1);
            let naming = ["link", "track", "zone", "lines", "regions"];
            parts.filter(|part| naming.contains(&text_of_head(tree, *part))).for_each(&mut named);
        }
        _ => {}
    }
    let lists = (clause.0..tree.node(clause).end.0).map(NodeId).filter(|node| tree.node(*node).kind == NodeKind::List);
    lists.filter(|list| ["along", "pick", "let"].contains(&text_of_head(tree, *list))).for_each(&mut named);
    let all_of = |list: NodeId| tree.members(list).skip(1);
    match text_of_head(tree, clause) {
        "players" => {
            let of_name = |node: NodeId| if tree.word(node).is_some() { Some(node) } else { all_of(node).next() };
            names.extend(all_of(clause).filter_map(of_name));
        }
        "board" => {
            let parts = tree.members(clause).filter(|part| text_of_head(tree, *part) == "sites");
            parts.for_each(|part| names.extend(all_of(part)));
        }
        _ => {}
    }
    names
}

fn text_of_head(tree: &Tree, node: NodeId) -> &str {
    tree.head(node).map_or("", |head| tree.symbols.text(head))
}

fn to_rules(span: Span) -> dagaz_rules::Span {
    dagaz_rules::Span { file: span.file.0, start: span.start, end: span.end }
}

fn of_rules(span: dagaz_rules::Span) -> Span {
    Span { file: dagaz_syntax::source::FileId(span.file), start: span.start, end: span.end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words_may_be_parameters() {
        let value = |name: &str| (name == "size").then_some("7");
        let cases = [
            ("1-size", Some("1-7")),
            ("2..size", Some("2..7")),
            ("size..9", Some("7..9")),
            ("board-size", None),
            ("size-1", None),
            ("a-h", None),
            ("a1..c3", None),
        ];
        for (text, expected) in cases {
            assert_eq!(joined(text, &value).as_deref(), expected, "{text}");
        }
    }
}
