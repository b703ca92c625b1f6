//! Which legal step a recorded one is: by the game's own notation, by its wording, or else by what
//! it does.

use dagaz_core::{Effect, Fuel, Game, LimitHit, MoveList, MoveRef, State, UndoLog};

use super::fit::{Fit, fit};
use super::line::{BadWord, parse};
use crate::Wording;
use crate::formats::notation::step_text;
use crate::game_notation;
use crate::matching::nearest_texts;
use crate::reading::RecordFaultKind;

/// Characters of a move that are named in a fault. The longest real one has under 800.
const SHOWN: usize = 1_000;

/// The legal steps that fit a recorded one best; none if no step does what it says.
pub(crate) fn fitting(game: &dyn Game, state: &State, steps: &MoveList, text: &str) -> Result<Vec<usize>, BadWord> {
    let meant = game_notation::meant(game, state, steps, text);
    if !meant.is_empty() {
        return Ok(meant);
    }
    // What the program itself shows and writes is read, whether or not it has the form of a saved
    // game's line.
    let worded: Vec<usize> =
        (0..steps.len()).filter(|&index| Wording::of(game, state, steps.get(index)).text() == text).collect();
    if !worded.is_empty() {
        return Ok(worded);
    }
    let done = doing(game, state, steps, text);
    if done.as_ref().is_ok_and(|done| !done.is_empty()) {
        return done;
    }
    let noted = noted(game, state, steps, text);
    if noted.is_empty() { done } else { Ok(noted) }
}

/// The legal steps that do best what a line says.
fn doing(game: &dyn Game, state: &State, steps: &MoveList, text: &str) -> Result<Vec<usize>, BadWord> {
    let recorded = parse(game, text)?;
    let fits: Vec<(Fit, usize)> =
        steps.iter().enumerate().filter_map(|(index, one)| Some((fit(game, state, &recorded, one)?, index))).collect();
    let best = fits.iter().map(|(fit, _)| *fit).min();
    Ok(fits.into_iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, index)| index).collect())
}

/// The legal steps with a text of the notation of records, which tells apart what lines of saved
/// games do not.
fn noted(game: &dyn Game, state: &State, steps: &MoveList, text: &str) -> Vec<usize> {
    (0..steps.len()).filter(|&index| note(game, state, steps, index).as_deref() == Some(text)).collect()
}

/// A step of `steps` in the notation of records.
pub(super) fn note(game: &dyn Game, state: &State, steps: &MoveList, index: usize) -> Option<String> {
    let choices = steps.iter().filter_map(|one| one.steps().next());
    Some(step_text(game, state, choices, steps.get(index).steps().next()?))
}

/// Whether two steps of the same line differ in what no line says: how much of a column goes, what
/// is counted, whose turn is next.
pub(super) fn differ(one: MoveRef<'_>, other: MoveRef<'_>) -> bool {
    unsaid(one) != unsaid(other)
}

fn unsaid(one: MoveRef<'_>) -> Vec<Effect> {
    let silent = |effect: &Effect| {
        matches!(
            effect,
            Effect::Pile { .. }
                | Effect::Tuck { .. }
                | Effect::Pluck { .. }
                | Effect::Assign { .. }
                | Effect::Supply { .. }
                | Effect::Jump { .. }
        )
    };
    let mut unsaid: Vec<Effect> = one.steps().flat_map(|(_, effects)| effects.iter().copied()).filter(silent).collect();
    unsaid.sort_unstable();
    unsaid
}

/// Returns those of several steps after which the record can continue; at its end, all of them.
fn going_on(
    game: &dyn Game,
    state: &State,
    steps: &MoveList,
    fitting: &[usize],
    next: Option<&str>,
) -> Result<Vec<usize>, LimitHit> {
    let Some(next) = next else { return Ok(fitting.to_vec()) };
    let mut left = Vec::new();
    for &index in fitting {
        if leads_on(game, state, steps.get(index), next)? {
            left.push(index);
        }
    }
    Ok(left)
}

/// Whether the next line of a record can be played after a step.
fn leads_on(game: &dyn Game, state: &State, step: MoveRef<'_>, next: &str) -> Result<bool, LimitHit> {
    let (mut ahead, mut list) = (state.clone(), MoveList::new());
    game.play_step(&mut ahead, step, &mut UndoLog::new())?;
    game.steps(&ahead, &mut list, &mut Fuel::new(game.limits().fuel))?;
    Ok(fitting(game, &ahead, &list, next).is_ok_and(|fitting| !fitting.is_empty()))
}

/// The texts of steps that one line could mean, and that do different things; none if the line is
/// plain enough. A game with a notation of its own has remarks for that, which files of other
/// programs lack.
pub(super) fn doubtful(
    game: &dyn Game,
    state: &State,
    steps: &MoveList,
    fitting: &[usize],
    next: Option<&str>,
) -> Result<Vec<String>, LimitHit> {
    let differing = |several: &[usize]| {
        several.first().is_some_and(|&first| several.iter().any(|&one| differ(steps.get(one), steps.get(first))))
    };
    if !differing(fitting) || game_notation::has_one(game) || !differing(&going_on(game, state, steps, fitting, next)?)
    {
        return Ok(Vec::new());
    }
    Ok(fitting.iter().filter_map(|&index| note(game, state, steps, index)).collect())
}

/// Returns the step that is meant: of equal steps, one after which the record can continue.
pub(crate) fn choose(
    game: &dyn Game,
    state: &State,
    steps: &MoveList,
    fitting: &[usize],
    next: Option<&str>,
) -> Result<Option<usize>, LimitHit> {
    if let (Some(next), [_, _, ..]) = (next, fitting) {
        for &index in fitting {
            if leads_on(game, state, steps.get(index), next)? {
                return Ok(Some(index));
            }
        }
    }
    Ok(fitting.first().copied())
}

/// Why a step cannot be played; `why` is what its words already tell.
pub(crate) fn unknown(
    game: &dyn Game,
    state: &State,
    steps: &MoveList,
    typed: &str,
    why: &str,
) -> Result<(RecordFaultKind, String), LimitHit> {
    let shown: String = if typed.chars().count() > SHOWN {
        typed.chars().take(SHOWN).chain("…".chars()).collect()
    } else {
        typed.to_string()
    };
    if steps.is_empty() {
        let end = game.outcome(state)?.map_or(String::new(), |outcome| format!(": {}", outcome.ending));
        let message = format!("`{shown}` cannot be played: the game has ended{end}");
        return Ok((RecordFaultKind::Move { typed: shown, near: Vec::new() }, message));
    }
    let texts: Vec<String> = steps.iter().map(|one| Wording::of(game, state, one).text()).collect();
    let near = nearest_texts(&texts, typed);
    let message = format!("`{shown}` is not a legal move here{why}; the nearest are: {}", near.join("; "));
    Ok((RecordFaultKind::Move { typed: shown, near }, message))
}
