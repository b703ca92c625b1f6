//! A whole move in words: a line for each step.

use std::borrow::Cow;

use dagaz_core::{Change, Game, MoveList, MoveRef, State, UndoLog, apply};

use super::step::{Made, same_effects, step_text};

/// The steps of a move that are not passes.
pub(super) fn played(one: MoveRef<'_>) -> impl Iterator<Item = Made<'_>> {
    one.steps().take_while(|(step, _)| !step.is_pass())
}

/// Returns whether a move is written with `+`: the piece may continue, or could have.
pub(super) fn goes_on(one: MoveRef<'_>) -> bool {
    one.steps().next().is_some_and(|(step, _)| step.then.is_some()) || played(one).nth(1).is_some()
}

/// Whether a move of several steps ends with a pass.
pub(super) fn stops(one: MoveRef<'_>) -> bool {
    one.steps().next_back().is_some_and(|(step, _)| step.is_pass())
}

/// The moves of a list that begin with the same steps, and the state after these.
pub(super) struct Narrowed<'a> {
    pub(super) game: &'a dyn Game,
    pub(super) list: &'a MoveList,
    /// The moves that are left, by their places in the list.
    pub(super) left: Vec<usize>,
    /// The state before the next step.
    pub(super) state: Cow<'a, State>,
    /// How many steps they have in common.
    pub(super) steps: usize,
}

impl<'a> Narrowed<'a> {
    /// All moves of a list that are written with `+`, or all that are not. Passes are neither.
    pub(super) fn new(game: &'a dyn Game, state: &'a State, list: &'a MoveList, plus: bool) -> Narrowed<'a> {
        let left = (0..list.len()).filter(|&index| {
            let one = list.get(index);
            !one.is_pass() && goes_on(one) == plus
        });
        Narrowed { game, list, left: left.collect(), state: Cow::Borrowed(state), steps: 0 }
    }

    /// The next step of one of its moves.
    pub(super) fn next(&self, index: usize) -> Option<Made<'a>> {
        self.list.get(index).steps().nth(self.steps).filter(|(step, _)| !step.is_pass())
    }

    /// The text of the next step of one of its moves.
    pub(super) fn text(&self, chosen: Made<'_>) -> String {
        let choices = self.left.iter().filter_map(|&index| self.next(index));
        step_text(self.game, &self.state, choices, chosen)
    }

    /// Keeps the moves that begin with that step.
    pub(super) fn go(&mut self, chosen: Made<'_>) {
        let (list, steps) = (self.list, self.steps);
        self.left.retain(|&index| {
            let next = list.get(index).steps().nth(steps);
            next.is_some_and(|(step, effects)| !step.is_pass() && same_effects(effects, chosen.1))
        });
        let state = self.state.to_mut();
        apply(&mut Change::begin(self.game.layout(), state, &mut UndoLog::new()), chosen.1);
        self.steps += 1;
    }

    /// Whether some of its moves ends here, with a pass or without one.
    pub(super) fn ends(&self, with_pass: bool) -> Option<usize> {
        let steps = self.steps;
        let ends = |one: MoveRef<'_>| one.steps().len() == steps + usize::from(with_pass) && stops(one) == with_pass;
        self.left.iter().copied().find(|&index| ends(self.list.get(index)))
    }
}

/// The lines of the move of `list` at `index`: one, or one for each step and one for the end.
/// `list` is all that is legal in `state`; no two different moves of it have the same lines.
pub fn move_lines(game: &dyn Game, state: &State, list: &MoveList, index: usize) -> Vec<String> {
    let chosen = list.get(index);
    if chosen.is_pass() {
        return vec!["Pass".to_string()];
    }
    let plus = goes_on(chosen);
    let mut narrowed = Narrowed::new(game, state, list, plus);
    if !plus {
        return played(chosen).map(|step| narrowed.text(step)).collect();
    }
    let mut lines = Vec::new();
    for step in played(chosen) {
        lines.push(format!("+ {}", narrowed.text(step)));
        narrowed.go(step);
    }
    // A pass is what a `+` alone means, unless the move could end here without one.
    let twin = stops(chosen) && narrowed.ends(false).is_some();
    lines.push(if twin { "+ Pass" } else { "+" }.to_string());
    lines
}

/// The move of `list` at `index` in one line: `+ g5 - e3 jump nw + e3 - c5 jump sw +`.
pub fn move_text(game: &dyn Game, state: &State, list: &MoveList, index: usize) -> String {
    move_lines(game, state, list, index).join(" ")
}
