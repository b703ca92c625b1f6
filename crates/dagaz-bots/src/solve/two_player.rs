//! The value of a two-player game: which methods are tried, and in which order.
//!
//! No method suits all games, so they share the budget. First a small retrograde analysis. Then
//! proof-number search gets a small share; it finds narrow wins. Then exhaustive search runs until
//! a repetition occurs, or three quarters of the budget are used. After a repetition, proof-number
//! search continues to half of the budget, and retrograde analysis continues as far as memory and
//! half of the rest allow. The rest goes to proof-number search.

use std::sync::atomic::AtomicBool;

use dagaz_core::{Game, LimitHit, Move, PlayerId, State, Turn, Weights, look_ahead};

use super::bounded_win::Within;
use super::exhaustive::{Exhausted, exhaust};
use super::graph::{self, Bounds, Graph, Reached, Stopped};
use super::proof::{LimitShare, Proof};
use super::{NotSolvable, Solution, Solved, SolverLimits, Stage, Way, won};
use crate::SearchLimits;
use crate::search::moves_of;

/// Positions that are reached at a glance, at most.
const GLANCE: usize = 40_000;
/// The part of the budget that a glance may take.
const GLANCE_SHARE: u32 = 8;
/// Plies of the best line where there is no winner.
const DRAWN_LINE: u32 = 1;

/// See the [module documentation](self).
pub(super) struct Duel<'a, 't, 'w, 'm> {
    game: &'a dyn Game,
    /// The state in question, without its past where that does not matter.
    state: State,
    attacker: PlayerId,
    watch: &'t mut SearchLimits<'w>,
    limits: SolverLimits<'m>,
    crowded: bool,
}

impl<'a, 't, 'w, 'm> Duel<'a, 't, 'w, 'm> {
    pub(super) fn new(
        game: &'a dyn Game,
        state: &State,
        watch: &'t mut SearchLimits<'w>,
        limits: SolverLimits<'m>,
    ) -> Result<Duel<'a, 't, 'w, 'm>, NotSolvable> {
        let Turn::Choice(attacker) = game.turn(state) else { return Err(NotSolvable::Kind) };
        let mut state = state.clone();
        if past_is_idle(game, &state) {
            state.forget_history();
        }
        Ok(Duel { game, state, attacker, watch, limits, crowded: false })
    }

    /// Proves what can be proved. A depth in the budget asks only for a win within that number of
    /// plies.
    pub(super) fn run(mut self) -> Result<Solved, NotSolvable> {
        if let Some(most) = self.watch.budget().depth {
            return self.within(most);
        }
        let weights = Weights::new(self.game, |_, _| 0, |_| 0);
        let mut reached = None;
        if !self.game.layout().spec().keeps_history || self.state.is_forgetful() {
            let mut begun = graph::begin(self.game, &self.state, &weights, self.attacker);
            match self.reach(&mut begun, GLANCE, GLANCE_SHARE)? {
                Ok(()) => {
                    if let Some(solved) = self.backwards(begun)? {
                        return Ok(solved);
                    }
                }
                Err(Stopped::Share) => reached = Some(begun),
                Err(_) => {}
            }
        }
        (self.limits.progress)(Stage::Proving);
        let mut proof = Proof::new(self.game, &self.state, self.attacker, false, None);
        let mut wins = proof.run(self.watch, LimitShare(1))?;
        if wins == Some(false)
            && let Some(holds) =
                Proof::new(self.game, &self.state, self.attacker, true, None).run(self.watch, LimitShare(2))?
        {
            return Ok(self.solved(if holds { Solution::Draw } else { Solution::Loss }, Way::Proof));
        }
        if wins != Some(true) && !self.watch.is_over() {
            // If it is no win, proof-number search has had its turn.
            let share = if wins.is_none() { LimitShare(12) } else { LimitShare::ALL };
            if let Some(solved) = self.all_games(share)? {
                return Ok(solved);
            }
            if wins.is_none() {
                (self.limits.progress)(Stage::Proving);
                wins = proof.run(self.watch, LimitShare(8))?;
            }
        }
        if wins != Some(true)
            && let Some(mut reached) = reached
            && !self.watch.is_over()
        {
            match self.reach(&mut reached, usize::MAX, 2)? {
                Ok(()) => {
                    if let Some(solved) = self.backwards(reached)? {
                        return Ok(solved);
                    }
                }
                Err(stopped) => self.crowded = stopped == Stopped::Memory,
            }
        }
        if wins.is_none() && !self.watch.is_over() {
            (self.limits.progress)(Stage::Proving);
            wins = proof.run(self.watch, LimitShare::ALL)?;
        }
        let solution = match wins {
            Some(true) => {
                let solution = won(self.game, &self.state, &proof.line()?, false);
                with_plies(solution, proof.lengths()[0], false)
            }
            Some(false) => Solution::NoWin,
            None => Solution::Unknown,
        };
        Ok(self.solved(solution, Way::Proof))
    }

    fn solved(&self, solution: Solution, way: Way) -> Solved {
        Solved { solution, best: Vec::new(), plies: None, way, crowded: self.crowded }
    }

    /// Returns a win within this number of plies, or a proof that there is none.
    fn within(&mut self, most: u32) -> Result<Solved, NotSolvable> {
        let weights = Weights::new(self.game, |_, _| 0, |_| 0);
        let mut search = Within::new(self.game, &self.state, &weights, self.attacker, self.watch, LimitShare(8));
        match search.run(most)? {
            Some(0) => return Ok(self.solved(Solution::NoWin, Way::WithinPlies)),
            Some(plies) => {
                let keys = search.line(plies)?;
                let solution = with_plies(won(self.game, &self.state, &keys, true), plies, true);
                return Ok(self.solved(solution, Way::WithinPlies));
            }
            // The other search may still find narrow and long wins.
            None => {}
        }
        let mut proof = Proof::new(self.game, &self.state, self.attacker, false, Some(most));
        let solution = match proof.run(self.watch, LimitShare::ALL)? {
            Some(true) => {
                let solution = won(self.game, &self.state, &proof.line()?, false);
                with_plies(solution, proof.lengths()[0], false)
            }
            Some(false) => Solution::NoWin,
            None => Solution::Unknown,
        };
        Ok(self.solved(solution, Way::Proof))
    }

    /// Enumerates reachable positions, up to this number, for the given part of the remaining
    /// budget.
    fn reach(
        &mut self,
        reached: &mut Reached<'_>,
        positions: usize,
        part: u32,
    ) -> Result<Result<(), Stopped>, LimitHit> {
        let (nodes, time) = (self.watch.nodes(), self.watch.time());
        let budget = *self.watch.budget();
        let most = budget.nodes.map(|most| nodes + most.saturating_sub(nodes) / u64::from(part));
        let until = budget.time.map(|most| time + most.saturating_sub(time) / part);
        let over = move |watch: &SearchLimits<'_>| {
            most.is_some_and(|most| watch.nodes() >= most) || until.is_some_and(|until| watch.time() >= until)
        };
        let progress = &mut self.limits.progress;
        let told = &mut |found, looked_at| progress(Stage::Reaching(found, looked_at));
        let bounds = Bounds { positions, memory: self.limits.memory, over: &over, told };
        graph::go_on(reached, self.watch, bounds)
    }

    /// Returns the result of retrograde analysis; `None` if the positions cannot be enumerated.
    fn backwards(&self, reached: Reached<'_>) -> Result<Option<Solved>, NotSolvable> {
        let Some(graph) = Graph::of(reached, self.attacker) else { return Ok(None) };
        let key = self.state.key_but_ending(self.game.layout());
        let Some(worth) = graph.worth(key) else { return Ok(None) };
        let decided = worth.value != 0;
        let keys = graph.line(self.game, &self.state, if decided { worth.plies } else { DRAWN_LINE })?;
        let line = won(self.game, &self.state, &keys, true);
        let (solution, best) = match (worth.value, line) {
            (1, line) => (with_plies(line, worth.plies, true), Vec::new()),
            (value, Solution::Win { moves, .. }) => (if value == 0 { Solution::Draw } else { Solution::Loss }, moves),
            (_, other) => (other, Vec::new()),
        };
        let way = Way::AllPositions(graph.positions());
        let plies = decided.then_some(worth.plies);
        Ok(Some(Solved { solution, best, plies, way, crowded: self.crowded }))
    }

    /// Returns the result of the exhaustive search, if the game terminates and the budget suffices.
    fn all_games(&mut self, share: LimitShare) -> Result<Option<Solved>, NotSolvable> {
        let progress = &mut self.limits.progress;
        let told = &mut |positions| progress(Stage::Exhausting(positions));
        let found = exhaust(self.game, &self.state, self.attacker, None, self.limits.memory, share, self.watch, told)?;
        let Exhausted::Worth(value, index) = found else { return Ok(None) };
        let moves = if value < 0 { Vec::new() } else { first_of(self.game, &self.state, index)? };
        Ok(Some(match value {
            1 => self.solved(Solution::Win { moves, plies: None, shortest: false }, Way::ToTheEnd),
            0 => Solved { best: moves, ..self.solved(Solution::Draw, Way::ToTheEnd) },
            _ => self.solved(Solution::Loss, Way::ToTheEnd),
        }))
    }
}

/// Returns whether the rules use the past only for a draw by repetition, and the history of the
/// state, including it, cannot cause one: no position has occurred so often that one more
/// occurrence would draw.
fn past_is_idle(game: &dyn Game, state: &State) -> bool {
    let Some(times) = game.drawn_by_repetition() else { return false };
    // The state itself does not come again on the shortest way to a win.
    let earlier = state.history().split_last().map_or(&[][..], |(_, earlier)| earlier);
    let most = earlier.iter().map(|key| earlier.iter().filter(|other| *other == key).count()).max().unwrap_or(0);
    most + 1 < times as usize
}

/// A winning line counts as this number of plies.
fn with_plies(solution: Solution, plies: u32, shortest: bool) -> Solution {
    match solution {
        Solution::Win { moves, .. } => Solution::Win { moves, plies: Some(plies), shortest },
        other => other,
    }
}

/// Returns the move of a list that a lookahead has at a place of its own, alone.
fn first_of(game: &dyn Game, state: &State, index: usize) -> Result<Vec<Move>, LimitHit> {
    let weights = Weights::new(game, |_, _| 0, |_| 0);
    let mut ahead = look_ahead(game, state, &weights);
    ahead.moves(false, &mut Vec::new())?;
    ahead.play(index)?;
    Ok(moves_of(game, state, &[ahead.key()], None, index, &AtomicBool::new(false)))
}
