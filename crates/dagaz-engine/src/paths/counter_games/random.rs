//! Playouts: all moves of a turn are made, and one of each distinct result is kept.

use dagaz_core::{EndingId, Found, PlayerId, Playout, PlayoutLimits, Rng, State, below};

use super::form::{Side, Slot, Tallies};
use super::make::{NOWHERE, Stop, View, each};
use crate::flat::Progress;
use crate::paths::bits::past::Past;
use crate::paths::series;

impl Tallies {
    /// Playouts from a state. `None` if this kernel does not support it.
    pub(in crate::paths) fn run(&self, start: &State) -> Option<Run<'_>> {
        Run::of(self, start)
    }
}

/// A move that has been made.
struct Made {
    view: View,
    /// The site that was chosen.
    from: u8,
    /// Which of the rules of a preference it is by, as a place among all of them, and for each
    /// number of each preference its value.
    rule: usize,
    scores: Vec<i64>,
}

/// A game that is being played.
pub(in crate::paths) struct Run<'f> {
    form: &'f Tallies,
    start: View,
    start_past: Past,
    view: View,
    past: Past,
    made: Vec<Made>,
    /// How many of them there are: the others are memory.
    pub(super) moves: usize,
}

impl<'f> Run<'f> {
    fn of(form: &'f Tallies, state: &State) -> Option<Run<'f>> {
        let layout = &form.layout;
        if state.begun().is_some() || state.ending(layout).is_some() || state.pending(layout).is_some() {
            return None;
        }
        let words = state.words();
        if words[..form.sites].iter().any(|word| *word != 0) {
            return None;
        }
        let view = View {
            words: words.to_vec(),
            counters: form.counters,
            here: NOWHERE,
            passing: form.starts.clone(),
            numbers: vec![0; form.locals],
            sets: vec![0; form.locals],
            key: state.key(),
            position_key: state.position_key(),
            has_changed: false,
            again: false,
            left: 0,
            mover: PlayerId(0),
            stuck: false,
            repeats: 0,
        };
        let past = Past::new(state.history(), state.is_forgetful(), form.remembers);
        Some(Run { form, start: view.clone(), start_past: past.clone(), view, past, made: Vec::new(), moves: 0 })
    }

    /// A game that stands where this one does, of which no moves have been made.
    pub(super) fn beside(&self) -> Run<'f> {
        let (view, past) = (self.view.clone(), self.past.clone());
        let (start, start_past) = (self.start.clone(), self.start_past.clone());
        Run { form: self.form, start, start_past, view, past, made: Vec::new(), moves: 0 }
    }

    /// Goes where a move of another one, made last, has led, or where giving up the turn leads.
    pub(super) fn follow(&mut self, other: &Run<'f>, made: Option<usize>) {
        self.past.restart(&other.past);
        match made {
            Some(index) => other.made[index].view.clone_into(&mut self.view),
            None => {
                let slot = other.slot();
                other.view.clone_into(&mut self.view);
                (self.view.has_changed, self.view.again) = (false, false);
                end_turn(self.form, slot, &mut self.view);
            }
        }
        self.view.here = NOWHERE;
        if made.is_some() {
            self.past.note(self.view.position_key, false);
        }
        self.moves = 0;
    }

    /// Gives the turn to a player; `None` if that player never moves.
    pub(super) fn give_to(&mut self, player: PlayerId) -> Option<()> {
        let slots = &self.form.slots;
        let now = self.view.words[self.form.layout.places().slot] as usize;
        let slot = (0..slots.len()).map(|ahead| (now + ahead) % slots.len()).find(|at| slots[*at].mover == player)?;
        self.view.set_word(self.form.layout.places().slot, slot as u32);
        Some(())
    }

    /// Where the moves that have been made begin and end.
    pub(super) fn ends(&self) -> impl Iterator<Item = (u8, u8)> {
        self.made[..self.moves].iter().map(|made| (made.from, made.view.here))
    }

    /// The key of the state.
    pub(super) fn key(&self) -> u64 {
        self.view.key
    }

    /// How often the present position has occurred; 1 if no rule asks.
    pub(super) fn occurrences(&self) -> usize {
        if self.form.remembers { self.past.times(self.view.position_key) } else { 1 }
    }

    pub(super) fn slot(&self) -> Slot {
        self.form.slots[self.view.words[self.form.layout.places().slot] as usize]
    }

    /// Makes all moves of the turn, of those that do the same only one.
    pub(super) fn find(&mut self) -> Result<(), ()> {
        let (form, slot) = (self.form, self.slot());
        let side = &form.sides[slot.mover.index()];
        self.moves = 0;
        (self.view.here, self.view.mover) = (NOWHERE, slot.mover);
        for (index, rule) in side.rules.iter().enumerate() {
            for site in each(self.view.area(side, &rule.at)) {
                if self.made.len() == self.moves {
                    let (view, scores) = (self.view.clone(), Vec::new());
                    self.made.push(Made { view, from: NOWHERE, rule: index, scores });
                }
                let made = &mut self.made[self.moves];
                self.view.clone_into(&mut made.view);
                (made.rule, made.from) = (index, site as u8);
                made.view.begin(&form.starts, site as u8);
                match made.view.run(side, &rule.steps) {
                    Ok(()) if made.view.has_changed || rule.may_be_idle => {}
                    Ok(()) | Err(Stop::None) => continue,
                    Err(Stop::TooLong) => return Err(()),
                }
                made.scores.clear();
                let numbers = side.prefers.iter().flatten();
                made.scores.extend(numbers.map(|number| made.view.number(side, number)));
                end_turn(form, slot, &mut made.view);
                self.moves += 1;
            }
        }
        self.keep_the_best(side);
        self.merge();
        Ok(())
    }

    /// Of the moves that compete only those with the greatest numbers stay.
    fn keep_the_best(&mut self, side: &Side) {
        let mut column = 0;
        for (names, numbers) in self.form.prefers.iter().zip(&side.prefers) {
            let columns = column..column + numbers.len();
            column = columns.end;
            let competes = |made: &Made| names.contains(&side.rules[made.rule].name);
            let best = self.made[..self.moves].iter().filter(|made| competes(made));
            let Some(best) = best.map(|made| made.scores[columns.clone()].to_vec()).max() else { continue };
            self.retain(|_, made| !competes(made) || made.scores[columns.clone()] == best[..]);
        }
    }

    /// Of those that end on the same site and do the same the first stays.
    fn merge(&mut self) {
        self.retain(|kept, made| {
            !kept.iter().any(|other| (other.view.here, other.view.key) == (made.view.here, made.view.key))
        });
    }

    /// Keeps the moves of which this is so, told which have been kept.
    fn retain(&mut self, keep: impl Fn(&[Made], &Made) -> bool) {
        let mut kept = 0;
        for index in 0..self.moves {
            let (before, rest) = self.made.split_at(index);
            if keep(&before[..kept], &rest[0]) {
                self.made.swap(kept, index);
                kept += 1;
            }
        }
        self.moves = kept;
    }

    pub(super) fn ended(&mut self, stuck: bool) -> Found {
        let (form, mover) = (self.form, self.slot().mover);
        let last = self.view.words[form.last_mover] as usize;
        let first = last.checked_sub(1).unwrap_or(mover.index());
        let repeats = if form.remembers { self.past.times(self.view.position_key) } else { 0 };
        (self.view.here, self.view.stuck, self.view.repeats) = (NOWHERE, stuck, repeats as i64);
        for ending in 0..form.sides[0].endings.len() {
            for player in (first..form.sides.len()).chain(0..first) {
                let side = &form.sides[player];
                if self.view.holds(side, &side.endings[ending]) {
                    return Some((EndingId::at(ending), PlayerId::at(player)));
                }
            }
        }
        None
    }
}

impl series::Run for Run<'_> {
    fn play(&mut self, rng: &mut dyn Rng, limits: PlayoutLimits, _counts: bool) -> Progress {
        self.past.restart(&self.start_past);
        self.start.clone_into(&mut self.view);
        let (mut playout, mut quiet) = (Playout::default(), 0);
        loop {
            let found = self.find();
            let stuck = self.moves == 0;
            // Passes and limits are left to the reference interpreter.
            if found.is_err() || self.moves > self.form.moves_max {
                return Progress { playout, quiet, goes_on: true };
            }
            playout.end = self.ended(stuck);
            if stuck && playout.end.is_none() {
                if self.form.passes_if_stuck {
                    return Progress { playout, quiet, goes_on: true };
                }
                playout.end = Some((EndingId::at(self.form.sides[0].endings.len()), self.slot().mover));
            }
            let cut = playout.plies >= limits.plies || limits.quiet_plies.is_some_and(|most| quiet >= most);
            if playout.end.is_some() || cut {
                return Progress { playout, quiet, goes_on: false };
            }
            playout.choices += self.moves as u64;
            playout.plies += 1;
            // Nothing of it is taken: all of it could be done again.
            quiet += 1;
            let chosen = below(rng, self.moves);
            std::mem::swap(&mut self.view, &mut self.made[chosen].view);
            self.view.here = NOWHERE;
            self.past.note(self.view.position_key, false);
        }
    }

    fn state(&self) -> State {
        let (view, past) = (&self.view, &self.past);
        State::from_words(
            &self.form.layout,
            view.words.clone(),
            view.position_key,
            past.keys().to_vec(),
            past.is_forgetful(),
        )
    }
}

/// Says in the state who moved, and who is next.
fn end_turn(form: &Tallies, slot: Slot, view: &mut View) {
    if let Some(word) = form.passes {
        let passes = if view.has_changed { 0 } else { view.words[word] + 1 };
        view.set_word(word, passes);
    }

    if let Some(word) = form.turns {
        view.set_word(word, view.words[word] + 1);
    }
    view.set_word(form.last_mover, u32::from(slot.mover.0) + 1);
    let next = if view.again { slot.again } else { slot.next };
    view.set_word(form.layout.places().slot, u32::from(next));
}
