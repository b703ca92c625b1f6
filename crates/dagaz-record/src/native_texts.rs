//! The moves of a list as players of the game write them.
//!
//! Games of the chess family have SAN, games of draughts the numbers of squares ([`native_only`]).
//! All others have a short form: the names of sites, with the letter of the piece where a list has
//! several types: `d4`, `a3-b4`, `d4xf2`, `P7g-7f`, `B8hx2b+`, `Fa1` ([`short_only`]). Every text
//! is read back as its move by [`find_typed`](crate::find_typed). A move for which no such text
//! exists has the text of lists ([`listed`](crate::listed)).

use std::collections::{HashMap, HashSet};

use dagaz_core::{Game, MoveList, PieceTypeId, State};

use crate::formats::pdn;
use crate::formats::pgn::san::San;
use crate::short_forms::{Forms, squeezed};
use crate::{StepWording, Wording, game_notation};

/// The longest list whose moves are written so.
const MOST: usize = 400;

/// Returns the text of each move of a list in the notation of the game, if the chess family or
/// draughts have one for it. No two are equal.
pub fn native_only(game: &dyn Game, state: &State, list: &MoveList) -> Vec<Option<String>> {
    if list.len() > MOST || game.throws(state) || game.hides() || game_notation::has_one(game) {
        return vec![None; list.len()];
    }
    if let Some(texts) = pdn::listed(game, state, list) {
        return once(texts);
    }
    match San::of(game) {
        Some(san) => once(list.iter().map(|one| san.whole(state, list, one)).collect()),
        None => vec![None; list.len()],
    }
}

/// Returns the same, and a short form where the game has no notation. No two are equal.
pub fn short_only(game: &dyn Game, state: &State, list: &MoveList) -> Vec<Option<String>> {
    let native = native_only(game, state, list);
    let known = list.len() > MOST || native.iter().any(Option::is_some);
    if known || game.throws(state) || game.hides() || game_notation::has_one(game) {
        return native;
    }
    let wordings: Vec<Wording> = list.iter().map(|one| Wording::of(game, state, one)).collect();
    let known = Known::of(game, state, &wordings);
    let kinds: HashSet<PieceTypeId> =
        wordings.iter().flat_map(|wording| &wording.steps).filter_map(|step| Some(step.piece?.kind)).collect();
    let short = wordings.iter().enumerate().map(|(index, wording)| {
        let found = candidates(game, state, wording, kinds.len() > 1);
        found.into_iter().find(|text| known.mean(text, index))
    });
    once(short.collect())
}

/// What all short forms of a list mean: the moves that have one, and how exact it is for them.
struct Known(HashMap<String, Vec<(usize, usize)>>);

impl Known {
    fn of(game: &dyn Game, state: &State, wordings: &[Wording]) -> Known {
        let mut known: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        for (index, wording) in wordings.iter().enumerate() {
            for (tier, forms) in Forms::of(game, state, wording).tiers.iter().enumerate() {
                for form in forms {
                    known.entry(form.to_lowercase()).or_default().push((tier, index));
                }
            }
        }
        Known(known)
    }

    /// Whether a text means one move and no other: of those that have it, the most exact count.
    fn mean(&self, text: &str, index: usize) -> bool {
        let Some(found) = self.0.get(&squeezed(text).to_lowercase()) else { return false };
        let best = found.iter().map(|(tier, _)| *tier).min();
        found.iter().filter(|(tier, _)| Some(*tier) == best).all(|(_, other)| *other == index)
    }
}

/// The texts that only one move has.
fn once(texts: Vec<Option<String>>) -> Vec<Option<String>> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for text in texts.iter().flatten() {
        *counts.entry(text.clone()).or_default() += 1;
    }
    texts.into_iter().map(|text| text.filter(|text| counts.get(text) == Some(&1))).collect()
}

/// Texts that may say a move, the shortest first.
fn candidates(game: &dyn Game, state: &State, wording: &Wording, typed: bool) -> Vec<String> {
    let played: Vec<&StepWording> = wording.steps.iter().filter(|step| !step.pass).collect();
    let Some(first) = played.first() else { return Vec::new() };
    let name = |site| game.site_name(state, site).into_owned();
    let takes = |step: &StepWording| step.body.split(' ').any(|word| word == "x");
    let (mut path, mut also) = (String::new(), String::new());
    let mut stands = None;
    for step in &played {
        let sign = if takes(step) { "x" } else { "-" };
        let from = step.from.filter(|from| step.from != step.to && stands != Some(*from));
        for (site, sign) in [(from, "-"), (step.to.filter(|to| stands != Some(*to)), sign)] {
            let Some(site) = site else { continue };
            if !path.is_empty() {
                path += sign;
            }
            path += &name(site);
            stands = Some(site);
        }
        for site in &step.also {
            also += sign;
            also += &name(*site);
        }
    }
    let glossary = game.glossary();
    let letter = |kind: PieceTypeId| {
        let known = glossary.pieces.get(kind.index()).and_then(|piece| piece.letter.clone());
        known.or_else(|| glossary.piece(kind).chars().next().map(String::from)).unwrap_or_default()
    };
    let becomes = played.iter().rev().find_map(|step| step.becomes).map(|kind| match letter(kind) {
        letter if letter.starts_with('+') => "+".to_string(),
        letter => format!("={letter}"),
    });
    let piece = first.piece.filter(|_| typed).map_or(String::new(), |piece| letter(piece.kind));
    let mut found = Vec::new();
    for piece in [piece.as_str(), ""] {
        for also in ["", &also] {
            found.push(format!("{piece}{path}{also}{}", becomes.as_deref().unwrap_or("")));
        }
    }
    found.retain(|text| !text.is_empty() && text.contains(|c: char| c.is_ascii_digit()));
    found.dedup();
    found
}
