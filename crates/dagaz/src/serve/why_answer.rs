//! The answer of `dagaz why` for a client of the server.

use std::sync::Arc;

use dagaz_contract::message::{Place, WhyReason};
use dagaz_core::{Game, SiteId, State};
use dagaz_front::Front;
use dagaz_table::Explained;

use crate::load::{RulesText, Text};
use crate::paths::{self, PathText};
use crate::why::{self, Subject, WhyAnswer};

/// The maximum number of characters of a rule shown next to a board, with a link to the rest.
const CONDITION_MAX: usize = 160;

/// Returns an answer, as the server gives it on.
pub(super) fn explained(answer: WhyAnswer) -> Explained {
    let rule = answer.rules.first();
    let written = rule.and_then(|rule| rule.text.as_deref()).unwrap_or_default();
    Explained {
        condition: shortened(written),
        say: said(&answer.say),
        reason: reason(answer.reason),
        at: rule.and_then(|rule| rule.place.clone()).map(|(file, line, column)| Place { file, line, column }),
        sites: answer.sites,
    }
}

/// Joins sentences to one; one that ends with "but" is continued.
fn said(sentences: &[String]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        if !text.is_empty() {
            text += if text.ends_with("but") { " " } else { "; " };
        }
        text += sentence;
    }
    text
}

/// Returns the beginning of a rule as written, short enough for the panel next to a board.
fn shortened(text: &str) -> String {
    if text.chars().count() <= CONDITION_MAX {
        return text.to_string();
    }
    let start: String = text.chars().take(CONDITION_MAX).collect();
    format!("{} …", start.rsplit_once(' ').map_or(start.as_str(), |(start, _)| start))
}

/// What kind of reason a word of `dagaz why` is.
fn reason(word: &str) -> Option<WhyReason> {
    Some(match word {
        "first" | "prefer" => WhyReason::Obliged,
        "empty" => WhyReason::Empty,
        "not yours" => WhyReason::NotYours,
        "no rule" => WhyReason::NotItsWay,
        "test" | "never" | "extent" | "turn" | "idle" => WhyReason::Rules,
        _ => return None,
    })
}

/// Why sites that are picked in this order make no legal move in a state of `game`, which was made
/// of this file.
pub(super) fn why(
    mut front: Front,
    index: usize,
    game: &dyn Game,
    state: &State,
    sites: &[SiteId],
) -> Option<WhyAnswer> {
    if let Front::Rules(file) = &mut front {
        let rules = Arc::new((index < file.playable().len()).then(|| file.rules(index).rules)??);
        let Front::Rules(file) = front else { return None };
        let text = Text::Rules(Box::new(RulesText { file: *file, index, rules }));
        return why::of_sites(&Subject { text: &text, game, paths: None }, state, sites).ok();
    }
    match front {
        Front::Paths(file) => {
            let rules = (index < file.playable().len()).then(|| file.rules(index).rules)??;
            let own = paths::make(rules, game.limits()).ok()?;
            let text = Text::Paths(Box::new(PathText { file: *file, index }));
            why::of_sites(&Subject { text: &text, game, paths: Some(&own) }, state, sites).ok()
        }
        Front::Script(script) => {
            let text = Text::Script(script);
            why::of_sites(&Subject { text: &text, game, paths: None }, state, sites).ok()
        }
        Front::Rules(_) | Front::Ludii(_) => None,
    }
}
