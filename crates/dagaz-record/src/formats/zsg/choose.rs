//! Which legal step a recorded one is: by the game's own notation, or else by what it does.

use dagaz_core::{Fuel, Game, LimitHit, MoveList, State, UndoLog};

use super::fit::{Fit, fit};
use super::line::{BadWord, parse};
use crate::Wording;
use crate::matching::nearest_texts;
use crate::own;
use crate::reading::RecordFaultKind;

/// Characters of a move that are named in a fault. The longest real one has under 800.
const SHOWN: usize = 1_000;

/// The legal steps that fit a recorded one best; none if no step does what it says.
pub(crate) fn fitting(game: &dyn Game, state: &State, steps: &MoveList, text: &str) -> Result<Vec<usize>, BadWord> {
    let meant = own::meant(game, state, steps, text);
    if !meant.is_empty() {
        return Ok(meant);
    }
    let recorded = parse(game, text)?;
    let fits: Vec<(Fit, usize)> =
        steps.iter().enumerate().filter_map(|(index, one)| Some((fit(game, state, &recorded, one)?, index))).collect();
    let best = fits.iter().map(|(fit, _)| *fit).min();
    Ok(fits.into_iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, index)| index).collect())
}

/// The one of several steps that is meant: where all do the same, the one after which the record can go on.
pub(crate) fn choose(
    game: &dyn Game,
    state: &State,
    steps: &MoveList,
    fitting: &[usize],
    next: Option<&str>,
) -> Result<Option<usize>, LimitHit> {
    if let (Some(next), [_, _, ..]) = (next, fitting) {
        let mut list = MoveList::new();
        for &index in fitting {
            let mut ahead = state.clone();
            game.play_step(&mut ahead, steps.get(index), &mut UndoLog::new())?;
            game.steps(&ahead, &mut list, &mut Fuel::new(game.limits().fuel))?;
            if self::fitting(game, &ahead, &list, next).is_ok_and(|fitting| !fitting.is_empty()) {
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
