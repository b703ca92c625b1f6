//! Unique texts of the moves of a list.
//!
//! The [wording](crate::wording) describes the changes of the board. Several moves may have the
//! same text, for example if a site may get one of several colours, and some have none, if only
//! numbers change. The [notation of records](crate::formats::notation) distinguishes these: it
//! names the rule and its arguments.

use std::collections::HashMap;

use dagaz_core::{Game, MoveList, State};

use crate::Wording;
use crate::formats::notation;

/// A text for each move of a list. Only equal moves have equal texts.
pub fn listed(game: &dyn Game, state: &State, list: &MoveList) -> Vec<String> {
    let wordings: Vec<Wording> = list.iter().map(|one| Wording::of(game, state, one)).collect();
    listed_as(game, state, list, &wordings)
}

/// As above, for callers that have the wordings of the list already.
pub fn listed_as(game: &dyn Game, state: &State, list: &MoveList, wordings: &[Wording]) -> Vec<String> {
    let mut texts: Vec<String> = wordings.iter().map(Wording::text).collect();
    let mut first: HashMap<&str, usize> = HashMap::new();
    let mut shared = vec![false; texts.len()];
    for (index, text) in texts.iter().enumerate() {
        let known = *first.entry(text).or_insert(index);
        if known != index && !list.get(known).same_as(list.get(index)) {
            shared[known] = true;
        }
    }
    let told: Vec<usize> = (0..texts.len())
        .filter(|&index| {
            first.get(texts[index].as_str()).is_some_and(|known| shared[*known]) || wordings[index].is_silent()
        })
        .collect();
    for index in told {
        texts[index] = notation::move_text(game, state, list, index);
    }
    texts
}
