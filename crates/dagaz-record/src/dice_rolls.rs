//! Texts of dice rolls: a roll moves no piece and would otherwise have no text.

use dagaz_core::{Effect, Game, MoveRef, State, Step};

/// A throw with more dice than this tells only its first ones.
const DICE_MAX: i32 = 16;

/// What has fallen by a move of chance: the kinds of pieces that it has put or turned, else the
/// values of variables that it has set. Empty if it has done neither.
pub fn fallen(game: &dyn Game, chosen: MoveRef<'_>) -> Vec<String> {
    let effects: Vec<Effect> = chosen.steps().flat_map(|(_, effects)| effects.iter().copied()).collect();
    fallen_by(game, &effects)
}

/// A throw as records and lists write it, `roll 3 1`, if a move is one.
pub fn thrown(game: &dyn Game, before: &State, chosen: MoveRef<'_>) -> Option<String> {
    let (step, effects) = chosen.steps().next().filter(|_| chosen.steps().len() == 1)?;
    throw_text(game, before, step, effects)
}

/// The same of a step: what chance does that moves nothing.
pub(crate) fn throw_text(game: &dyn Game, before: &State, step: &Step, effects: &[Effect]) -> Option<String> {
    if game.clock_tick(before).is_some() {
        // The first effect sets the number of ticks, the others let timers run.
        return match effects.first() {
            Some(Effect::Assign { value, .. }) => Some(format!("clock {value}")),
            _ => None,
        };
    }
    let moves_nothing = step.origin.some().is_none() && effects.iter().all(|one| matches!(one, Effect::Assign { .. }));
    if !moves_nothing || !game.throws(before) {
        return None;
    }
    let fallen = fallen_by(game, effects);
    (!fallen.is_empty()).then(|| format!("roll {}", fallen.join(" ")))
}

fn fallen_by(game: &dyn Game, effects: &[Effect]) -> Vec<String> {
    let glossary = game.glossary();
    let kinds = effects.iter().filter_map(|effect| match *effect {
        Effect::Place { kind, .. } | Effect::Drop { kind, .. } | Effect::Become { kind, .. } => {
            Some(glossary.piece(kind).to_string())
        }
        _ => None,
    });
    let kinds: Vec<String> = kinds.collect();
    if !kinds.is_empty() {
        return kinds;
    }
    let set: Vec<(&str, i32)> = effects
        .iter()
        .filter_map(|effect| match *effect {
            Effect::Assign { variable, value } => {
                glossary.variables.get(usize::from(variable)).map(|name| (name.as_str(), value))
            }
            _ => None,
        })
        .collect();
    // Dice that are used one by one are counted by face, in variables next to their sum: `pips.3`.
    let face = |name: &str| {
        let (dice, face) = name.rsplit_once('.')?;
        let known = face.parse::<i32>().is_ok() && set.iter().any(|(other, _)| *other == dice);
        known.then(|| (dice.to_string(), face.to_string()))
    };
    let sums: Vec<String> = set.iter().filter_map(|(name, _)| Some(face(name)?.0)).collect();
    let mut fallen = Vec::new();
    for &(name, value) in &set {
        match face(name) {
            Some((_, face)) => fallen.extend((0..value.clamp(0, DICE_MAX)).map(|_| face.clone())),
            None if sums.iter().any(|sum| sum == name) => {}
            None => fallen.push(format!("{name} {value}")),
        }
    }
    fallen
}
