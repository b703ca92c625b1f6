//! The last dice roll: each die and the probability of the roll.

use dagaz_core::{Effect, Fuel, Game, MoveList, MoveRef, State};
use dagaz_record::fallen;

use super::Drawing;
use crate::view::ThrowView;

/// More dice than this are reported as their sum.
const DICE_MAX: i32 = 16;

/// The maximum number of lots (two-sided dice) reported one by one.
const LOTS_MAX: i32 = 8;

impl Drawing {
    /// Returns the throw of a random move; `None` if it is not a throw, or if moves could not be
    /// counted.
    pub fn thrown(&self, game: &dyn Game, before: &State, chosen: MoveRef<'_>) -> Option<ThrowView> {
        // An event of the clock is no throw of dice: its timers are among the numbers of the view.
        if !game.throws(before) || game.clock_tick(before).is_some() {
            return None;
        }
        let words = fallen(game, chosen);
        if words.is_empty() {
            return None;
        }
        let mut list = MoveList::new();
        game.moves(before, &mut list, &mut Fuel::new(game.limits().fuel)).ok()?;
        let all = list.iter().filter(|one| one.same_as(chosen)).count();
        let set = assigned(game, chosen);
        let count = list.len().checked_ilog2().unwrap_or(0) as i32;
        let lots = set.len() == 1 && (2..=LOTS_MAX).contains(&count) && are_lots(game, &list, count);
        let shown = match set.as_slice() {
            [(_, sum)] if lots => (0..count).map(|lot| i32::from(lot < *sum)).collect(),
            [(_, sum)] => vec![*sum],
            several => several.iter().flat_map(|(name, count)| faces(name, *count)).collect(),
        };
        Some(ThrowView { text: words.join(" "), shown, lots, ways: all as u32, of: list.len() as u32 })
    }
}

/// Returns the variables that a throw sets.
fn assigned<'a>(game: &'a dyn Game, chosen: MoveRef<'_>) -> Vec<(&'a str, i32)> {
    let effects = chosen.steps().flat_map(|(_, effects)| effects);
    let set = effects.filter_map(|effect| match *effect {
        Effect::Assign { variable, value } => {
            Some((game.glossary().variables.get(usize::from(variable))?.as_str(), value))
        }
        _ => None,
    });
    set.collect()
}

/// Returns the dice that a variable such as `pips.3` counts.
fn faces(name: &str, count: i32) -> impl Iterator<Item = i32> {
    let face = name.rsplit_once('.').and_then(|(_, face)| face.parse().ok());
    face.into_iter().flat_map(move |face: i32| (0..count.clamp(0, DICE_MAX)).map(move |_| face))
}

/// Returns whether throws fall as so many lots do that count 0 or 1 each: each sum as often as
/// there are ways to choose so many of them.
fn are_lots(game: &dyn Game, list: &MoveList, count: i32) -> bool {
    let mut ways = vec![0u32; count as usize + 1];
    for one in list.iter() {
        let set = assigned(game, one);
        let Some(place) = set.first().and_then(|(_, sum)| ways.get_mut(usize::try_from(*sum).ok()?)) else {
            return false;
        };
        *place += 1;
    }
    let mut expected = 1u32;
    (0..=count).all(|chosen| {
        let fits = ways[chosen as usize] == expected;
        expected = expected * (count - chosen) as u32 / (chosen + 1) as u32;
        fits
    })
}
