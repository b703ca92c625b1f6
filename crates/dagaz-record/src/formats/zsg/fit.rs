//! Whether a recorded step and a legal one do the same.

use dagaz_core::{Effect, Game, MoveRef, SiteId, State};

use super::line::{Action, Recorded};
use crate::wording::partial_number;

/// How well a legal step fits a recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// All effects are the same, and the class of moves to continue with.
    Exact,
    /// All effects are the same.
    Effects,
    /// All effects but attributes, which people do not see, are the same.
    Visible,
}

/// How the only step of `one`, legal in `state`, fits a recorded one, if it does.
pub(super) fn fit(game: &dyn Game, state: &State, recorded: &Recorded, one: MoveRef<'_>) -> Option<Fit> {
    let (step, effects) = one.steps().next()?;
    if recorded.pass || step.is_pass() {
        return (recorded.pass == step.is_pass()).then_some(Fit::Exact);
    }
    let said = settled(state, recorded.actions.clone());
    let done = settled(state, actions(game, state, effects, &said));
    let visible = |actions: &[Action]| -> Vec<Action> {
        actions.iter().copied().filter(|action| !matches!(action, Action::Set { .. })).collect()
    };
    if said == done {
        let number = step.then.map(|then| partial_number(game.glossary(), then));
        Some(if number == recorded.partial { Fit::Exact } else { Fit::Effects })
    } else if visible(&said) == visible(&done) && !visible(&said).is_empty() {
        Some(Fit::Visible)
    } else {
        None
    }
}

/// Effects as a line would say them. A change of owner is a flip where the line says so.
fn actions(game: &dyn Game, state: &State, effects: &[Effect], said: &[Action]) -> Vec<Action> {
    let numbers = &game.glossary().attribute_numbers;
    let action = |effect: &Effect| match *effect {
        Effect::Together { .. } | Effect::Assign { .. } | Effect::Supply { .. } | Effect::Jump { .. } => None,
        Effect::Move { from, to } | Effect::Pile { from, to, .. } => {
            Some(Action::Move { kind: state.piece(from)?.kind, from, to })
        }
        Effect::Remove { site } | Effect::Tuck { from: site, .. } | Effect::Pluck { site, .. } => {
            Some(Action::Remove { site })
        }
        Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner } => {
            Some(Action::Appear { owner, kind, site })
        }
        Effect::Become { site, kind } => Some(Action::Become { site, kind }),
        Effect::Give { site, .. } if said.contains(&Action::Flip { site }) => Some(Action::Flip { site }),
        Effect::Give { site, owner } => Some(Action::Give { site, owner }),
        Effect::Set { site, attribute, value } => {
            let number = numbers.get(attribute.index()).copied().flatten().unwrap_or(u32::from(attribute.0));
            Some(Action::Set { site, number, value })
        }
        Effect::Own { .. } => None,
    };
    effects.iter().filter_map(action).collect()
}

/// Actions in a fixed order, each once, without those that do nothing or that another one implies:
/// a move onto the same site, the capture of an empty site, or of what moves away. (The capture of
/// the site where a piece arrives does something: that piece is gone.)
fn settled(state: &State, mut actions: Vec<Action>) -> Vec<Action> {
    let departures: Vec<SiteId> = actions
        .iter()
        .filter_map(|action| match *action {
            Action::Move { from, .. } => Some(from),
            _ => None,
        })
        .collect();
    let arrivals: Vec<SiteId> = actions
        .iter()
        .filter_map(|action| match *action {
            Action::Move { to, .. } => Some(to),
            Action::Appear { site, .. } => Some(site),
            _ => None,
        })
        .collect();
    actions.retain(|action| match *action {
        Action::Move { from, to, .. } => from != to,
        Action::Remove { site } if departures.contains(&site) => false,
        Action::Remove { site } => arrivals.contains(&site) || !state.is_empty(site),
        _ => true,
    });
    actions.sort_unstable();
    actions.dedup();
    actions
}
