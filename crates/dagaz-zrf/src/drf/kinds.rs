//! Kinds: what a text is, before anything else is known of it.
//!
//! The same list can be read in several places, and what it means depends only on what is expected
//! there. Where anything is welcome, on a path or in a condition, its kind decides.

use super::lower::Lower;
use super::names::{EnvId, Name, Value};
use crate::tree::NodeId;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Set,
    Number,
    Family,
    Truth,
    Ways,
    /// Something to be walked.
    Path,
    /// No word that is known here.
    Unknown,
}

/// Sets that need no declaration.
pub(super) const SETS: [&str; 25] = [
    "board",
    "empty",
    "occupied",
    "mine",
    "friend",
    "enemy",
    "nobody",
    "open",
    "here",
    "start",
    "it",
    "origin",
    "visited",
    "captured",
    "taken",
    "attacked",
    "passed",
    "unmoved",
    "last-from",
    "last-to",
    "dark",
    "light",
    "none",
    "closed",
    "anyone",
];

/// Questions of one word.
pub(super) const TRUTHS: [&str; 3] = ["no-moves", "nobody-moves", "my-turn"];

/// Words that are numbers.
pub(super) const NUMBERS: [&str; 5] = ["turn", "passes", "steps", "cycle", "moves"];

/// Heads of lists that are sets.
const SET_HEADS: [&str; 15] = [
    "top",
    "beneath",
    "bottom",
    "see",
    "from",
    "where",
    "row",
    "column",
    "edge",
    "now",
    "last",
    "can",
    "sites",
    "attacked-by",
    "is",
];

const NUMBER_HEADS: [&str; 14] =
    ["distance", "+", "-", "*", "/", "mod", "min", "max", "abs", "count", "hand", "height", "repeats", "ways"];

pub(super) const TRUTH_HEADS: [&str; 13] =
    ["all-out", "=", "<", ">", "<=", ">=", "!=", "any", "no", "all", "made", "me", "phase"];

/// Heads of lists that are what their last member is, seen otherwise.
const VIEW_HEADS: [&str; 2] = ["as", "was"];

/// Heads that can only be walked.
const PATH_HEADS: [&str; 39] = [
    "many",
    "run",
    "most",
    "times",
    "maybe",
    "along",
    "pick",
    "let",
    "unless",
    "each",
    "at",
    "fly",
    "land",
    "like",
    "then",
    "may",
    "must",
    "take",
    "put",
    "drop",
    "draw",
    "pocket",
    "become",
    "give",
    "move",
    "shift",
    "swap",
    "rotate",
    "leave",
    "tuck",
    "lift",
    "set",
    "add",
    "extra-turn",
    "goto",
    "skip",
    "spend",
    "close",
    "open",
];

/// Returns whether a word belongs to one of the lists above.
pub(super) fn is_word(word: &str) -> bool {
    let lists: [&[&str]; 7] = [&SETS, &NUMBERS, &SET_HEADS, &NUMBER_HEADS, &TRUTH_HEADS, &PATH_HEADS, &VIEW_HEADS];
    lists.iter().any(|list| list.contains(&word))
}

/// What to do with a word that stands alone and can only begin a list.
pub(super) fn begins(word: &str) -> Option<String> {
    let example = match word {
        "not" => "(not enemy)",
        "and" => "(and mine King)",
        "or" => "(or empty enemy)",
        "if" => "(if empty (become King))",
        "=" | "<" | ">" | "<=" | ">=" | "!=" => {
            return Some(format!("a comparison begins with its sign: `({word} (count enemy) 3)`"));
        }
        "+" | "-" | "*" | "/" | "mod" | "min" | "max" => {
            return Some(format!("a sum begins with its sign: `({word} (count enemy) 3)`"));
        }
        _ if SETS.contains(&word) || NUMBERS.contains(&word) => return None,
        _ if is_word(word) => return Some(format!("`{word}` begins a list, with all that it is about: `({word} …)`")),
        _ => return None,
    };
    Some(format!("`{word}` begins a list: `{example}`"))
}

/// Returns whether a text is a number: `3`, `-2`, `0.5`. Names such as `inf` are none.
pub(super) fn is_numeral(text: &str) -> bool {
    text.ends_with(|last: char| last.is_ascii_digit() || last == '.') && text.parse::<f64>().is_ok()
}

impl Lower<'_> {
    /// What a text is.
    pub(super) fn kind_of(&mut self, node: NodeId, env: EnvId) -> Kind {
        if let Some(word) = self.tree.word(node) {
            match self.envs.get(env, word).cloned() {
                Some(Value::Way(_)) => return Kind::Ways,
                Some(Value::Number(_) | Value::LocalNumber(_)) => return Kind::Number,
                Some(Value::Type(_) | Value::Region(..) | Value::LocalSet(_)) => return Kind::Set,
                Some(Value::Text(text, env)) => return self.kind_of(text, env),
                None => {}
            }
            return match self.names.get(&word).cloned() {
                Some(Name::Ways(_)) => Kind::Ways,
                Some(Name::Site(_) | Name::Zone(_) | Name::Type(_) | Name::Player(_)) => Kind::Set,
                Some(Name::Var(var)) => match (self.variables[var.index()].home, self.variables[var.index()].kind) {
                    (_, dagaz_rules::path::VariableKind::Set) => Kind::Set,
                    (dagaz_rules::path::Home::Piece | dagaz_rules::path::Home::Site, _) => Kind::Set,
                    _ => Kind::Number,
                },
                Some(Name::Value(_)) => Kind::Number,
                Some(Name::Define(form)) => self.kind_of_define(form, &[], env),
                Some(Name::Rule(_) | Name::Class(_) | Name::Table(_)) => Kind::Path,
                Some(Name::Lines(_) | Name::Regions(_)) => Kind::Family,
                None => {
                    let text = self.text(node);
                    if is_numeral(text) || NUMBERS.contains(&text) {
                        Kind::Number
                    } else if TRUTHS.contains(&text) {
                        Kind::Truth
                    } else if SETS.contains(&text) || text.contains("..") || self.site_names.contains_key(text) {
                        Kind::Set
                    } else if self.ways_of(node, env).is_some() {
                        Kind::Ways
                    } else {
                        Kind::Unknown
                    }
                }
            };
        }
        let parts = self.members(node);
        let Some(&first) = parts.first() else { return Kind::Path };
        let Some(word) = self.tree.word(first) else { return self.kind_of_all(&parts, env, true) };
        let head = self.tree.symbols.text(word).to_string();
        let head = head.as_str();
        if self.envs.get(env, word).is_none() {
            match self.names.get(&word).cloned() {
                Some(Name::Define(form)) if parts.len() > 1 || self.takes_a_list(form) => {
                    return self.kind_of_define(form, &parts[1..], env);
                }
                Some(Name::Var(var)) if parts.len() == 2 && self.holds_sets(var) => return Kind::Set,
                Some(Name::Var(_)) if parts.len() == 2 => return Kind::Number,
                Some(Name::Table(_)) => return Kind::Number,
                Some(Name::Rule(_)) => return Kind::Path,
                _ => {}
            }
        }
        match head {
            "and" | "or" | "first" => self.kind_of_all(&parts[1..], env, false),
            "not" => match parts.get(1).map(|part| self.kind_of(*part, env)) {
                Some(Kind::Ways | Kind::Path) => Kind::Path,
                Some(kind) if parts.len() == 2 => kind,
                _ => Kind::Path,
            },
            "if" => match parts.get(2).map(|part| self.kind_of(*part, env)) {
                Some(kind @ (Kind::Set | Kind::Number | Kind::Truth)) if parts.len() == 4 => {
                    match self.kind_of(parts[3], env) {
                        other if other == kind => kind,
                        _ => Kind::Path,
                    }
                }
                _ => Kind::Path,
            },
            // Several sets are asked about as a question.
            head if VIEW_HEADS.contains(&head) => match parts.last().map(|part| self.kind_of(*part, env)) {
                Some(Kind::Family) => Kind::Truth,
                kind => kind.unwrap_or(Kind::Unknown),
            },
            "full" | "groups" => Kind::Family,
            _ if NUMBERS.contains(&head) && parts.len() == 1 => Kind::Number,
            _ if SET_HEADS.contains(&head) => Kind::Set,
            _ if NUMBER_HEADS.contains(&head) => Kind::Number,
            _ if TRUTH_HEADS.contains(&head) => Kind::Truth,
            _ if super::directions::HEADS.contains(&head) => Kind::Ways,
            _ if PATH_HEADS.contains(&head) => Kind::Path,
            _ => {
                if self.ways_of(node, env).is_some() {
                    return Kind::Ways;
                }
                // `(n here)`: one hop from a set.
                if self.kind_of(first, env) == Kind::Ways
                    && parts.len() == 2
                    && self.kind_of(parts[1], env) == Kind::Set
                {
                    return Kind::Set;
                }
                self.kind_of_all(&parts, env, true)
            }
        }
    }

    /// Returns the kind of several texts together; as a sequence they can only be walked, unless
    /// they are one.
    fn kind_of_all(&mut self, parts: &[NodeId], env: EnvId, sequence: bool) -> Kind {
        let kinds: Vec<Kind> = parts.iter().map(|part| self.kind_of(*part, env)).collect();
        match kinds.as_slice() {
            [] => Kind::Path,
            [one] => *one,
            kinds if kinds.iter().all(|kind| *kind == Kind::Set) && !sequence => Kind::Set,
            kinds if kinds.iter().all(|kind| *kind == Kind::Ways) && !sequence => Kind::Ways,
            kinds if kinds.contains(&Kind::Unknown) => Kind::Unknown,
            kinds if sequence || kinds.iter().any(|kind| matches!(kind, Kind::Ways | Kind::Path)) => Kind::Path,
            _ => Kind::Truth,
        }
    }

    fn takes_a_list(&self, form: NodeId) -> bool {
        self.tree.members(form).nth(1).is_some_and(|header| self.tree.word(header).is_none())
    }

    fn kind_of_define(&mut self, form: NodeId, arguments: &[NodeId], env: EnvId) -> Kind {
        let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
        let inner = self.frame(form, arguments, env);
        match body.as_slice() {
            [only] => self.guarded(form, |lower| lower.kind_of(*only, inner)).unwrap_or(Kind::Unknown),
            _ => Kind::Path,
        }
    }

    /// Returns the frame of a use of a rule or definition.
    pub(super) fn frame(&mut self, form: NodeId, arguments: &[NodeId], env: EnvId) -> EnvId {
        let mut frame = EnvId::EMPTY;
        for (parameter, argument) in self.parameters(form).into_iter().zip(arguments) {
            let value = self.argument(*argument, env);
            frame = self.envs.with(frame, parameter, value);
        }
        frame
    }

    /// What an argument stands for: a direction, number or piece by itself, so that equal uses are
    /// equal; else its text.
    pub(super) fn argument(&mut self, node: NodeId, env: EnvId) -> Value {
        if let Some(word) = self.tree.word(node)
            && let Some(value) = self.envs.get(env, word)
        {
            return value.clone();
        }
        if let Some([way]) = self.ways_of(node, env).as_deref() {
            return Value::Way(*way);
        }
        if let Some(number) = self.constant(node) {
            return Value::Number(number);
        }
        if let Some(kind) = self.type_named(node) {
            return Value::Type(kind);
        }
        Value::Text(node, env)
    }
}
