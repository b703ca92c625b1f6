//! The sections of games and variants, and what a variant inherits.
//!
//! A variant is its game with some sections replaced: pieces and options by their names, goals by
//! their kinds, all the rest by keyword, each as a whole.

use std::collections::HashMap;

use crate::expand::{Expander, ItemId};
use crate::options::{Meaning, meaning, normal_name};
use crate::quirks::Quirks;

/// What the goals of a game decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GoalKind {
    Win,
    Loss,
    Draw,
    Count,
}

/// What a section is, as far as inheritance goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// A piece, by name.
    Piece(String),
    /// An option, by normal name.
    Option(String),
    /// A goal.
    Goal(GoalKind),
    /// Anything else, by keyword.
    Keyword(String),
    /// Not a section at all.
    None,
}

/// Sections that tell rules.
pub(crate) const RULE_SECTIONS: [&str; 14] = [
    "title",
    "players",
    "turn-order",
    "board",
    "board-setup",
    "piece",
    "move-priorities",
    "option",
    "win-condition",
    "loss-condition",
    "draw-condition",
    "count-condition",
    "default",
    "engine",
];

/// Sections that are shown, heard or ignored, but for those that end in `-sound`.
pub(crate) const DISPLAY_SECTIONS: [&str; 11] = [
    "description",
    "history",
    "strategy",
    "help",
    "image",
    "notation",
    "translate",
    "music",
    "solution",
    "author",
    "copyright",
];

/// A section of a game or variant.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) item: ItemId,
    pub(crate) key: Key,
    /// Whether a variant has it.
    pub(crate) of_variant: bool,
}

impl Section {
    /// Returns the sections in a game (or, if `of_variant`, in a variant). Their members must be
    /// forced, and those of pieces, options and titles too.
    pub(crate) fn all(x: &Expander, form: ItemId, of_variant: bool) -> Vec<Section> {
        x.members(form).iter().skip(1).map(|&item| Section { item, key: Key::of(x, item), of_variant }).collect()
    }
}

impl Key {
    fn of(x: &Expander, section: ItemId) -> Key {
        let members = x.members(section);
        let Some(word) = members.first().and_then(|&head| x.word(head)) else { return Key::None };
        match word {
            "piece" => Key::Piece(piece_name(x, section).unwrap_or_default().to_string()),
            "option" => Key::Option(members.get(1).and_then(|&name| x.text(name)).map(normal_name).unwrap_or_default()),
            "win-condition" => Key::Goal(GoalKind::Win),
            "loss-condition" => Key::Goal(GoalKind::Loss),
            "draw-condition" => Key::Goal(GoalKind::Draw),
            "count-condition" => Key::Goal(GoalKind::Count),
            word if word.ends_with("-sound") || is_known(word) => Key::Keyword(word.to_string()),
            // The older form of options: `(pass-turn forced)`.
            word if meaning(&normal_name(word)) != Meaning::Unknown => Key::Option(normal_name(word)),
            word => Key::Keyword(word.to_string()),
        }
    }
}

fn is_known(word: &str) -> bool {
    RULE_SECTIONS.contains(&word) || DISPLAY_SECTIONS.contains(&word)
}

/// Returns the name that a `(piece ...)` gives itself.
pub(crate) fn piece_name(x: &Expander, piece: ItemId) -> Option<&str> {
    let named = x.members(piece).iter().map(|&part| x.members(part));
    let mut names = named.filter(|part| part.first().and_then(|&head| x.word(head)) == Some("name"));
    names.next().and_then(|part| x.text(*part.get(1)?))
}

/// Returns the sections of a variant over those of its game.
pub(crate) fn inherit(base: &[Section], own: &[Section], quirks: &Quirks) -> Vec<Section> {
    let is_result = |key: &Key| matches!(key, Key::Goal(GoalKind::Win | GoalKind::Loss));
    let own_results = quirks.results_displace_each_other && own.iter().any(|section| is_result(&section.key));
    let mut replacing: HashMap<&Key, Vec<&Section>> = HashMap::new();
    for section in own.iter().filter(|section| section.key != Key::None) {
        replacing.entry(&section.key).or_default().push(section);
    }
    let (mut sections, mut goals): (Vec<Section>, Vec<Section>) = Default::default();
    for section in base {
        match replacing.get_mut(&section.key) {
            // Goals of a variant are asked before those of its game.
            Some(_) if matches!(section.key, Key::Goal(_)) => {}
            // What replaces a section stands in its place: the order of pieces and attributes
            // matters to records.
            Some(new) => sections.extend(new.drain(..).cloned()),
            None if own_results && is_result(&section.key) => {}
            None if matches!(section.key, Key::Goal(_)) => goals.push(section.clone()),
            None => sections.push(section.clone()),
        }
    }
    let placed = |section: &&Section| replacing.get(&section.key).is_some_and(Vec::is_empty);
    sections.extend(own.iter().filter(|section| !placed(section)).cloned());
    sections.extend(goals);
    sections
}
