//! Playouts: games from a leaf of the tree to their end, or to a cut-off with an evaluation.
//!
//! The engine's fastest playout kernel plays them. With MAST their first moves are drawn by earlier
//! results.

use dagaz_core::{Found, LimitHit, MoveList, Playout, PlayoutLimits, Rank, Roster, State, UndoLog, below};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::search_tree::{SearchTree, rewards};
use crate::SearchLimits;

/// Plies of a playout between two looks at the watch, where lists are long and where looking ahead
/// is slow.
const PLIES_BETWEEN: [usize; 2] = [8, 2];
/// Fuel above which a list takes so long that it must be possible to stop it: about a millisecond.
const DEAR: u64 = 20_000;

impl SearchTree<'_> {
    /// Plays from the present position to the end, or as far as the parameters say, and returns the
    /// value for each player.
    pub(super) fn play_out(
        &mut self,
        path: &[usize],
        rng: &mut Xoshiro256PlusPlus,
        watch: &mut SearchLimits<'_>,
    ) -> Result<Vec<f32>, LimitHit> {
        let mut left = self.style.plies;
        if self.style.mast > 0 {
            let begun = self.begin_by_averages(rng, watch);
            let ending = begun.inspect_err(|_| self.walk.back(self.drawn.len()))?;
            if let Some(ending) = ending {
                if self.drawn.is_empty() {
                    return Ok(self.over(path[path.len() - 1], ending, path));
                }
                if self.style.rave > 0.0 {
                    let state = self.walk.here().state();
                    self.look_at_stones(&state);
                }
                let rewards = rewards(&self.walk.here().verdicts(ending));
                self.walk.back(self.drawn.len());
                return Ok(rewards);
            }
            left = left.saturating_sub(self.drawn.len());
        }
        let mut state = self.walk.here().state();
        self.walk.back(self.drawn.len());
        // With slow plies the limits are checked at intervals; a playout kernel is entered only
        // once.
        let between = match self.facts {
            _ if self.game.states_are_dear() => usize::MAX,
            facts if !facts.quick => PLIES_BETWEEN[1],
            facts if facts.branching > 200.0 => PLIES_BETWEEN[0],
            _ => usize::MAX,
        };
        while left > 0 {
            let played = if self.dear_lists {
                self.play_by_list(&mut state, rng, watch)?
            } else {
                let limits = PlayoutLimits { plies: left.min(between), quiet_plies: None };
                self.game.playout_uncounted(&mut state, rng, limits)?
            };
            if let Some(ending) = played.end {
                if played.plies == 0 && left == self.style.plies {
                    return Ok(self.over(path[path.len() - 1], ending, path));
                }
                if self.style.rave > 0.0 {
                    self.look_at_stones(&state);
                }
                return Ok(rewards(&self.game.outcome_of(&state, ending).verdicts));
            }
            left = left.saturating_sub(played.plies.max(1));
            if left > 0 && watch.is_over_now() {
                break;
            }
        }
        self.stones.clear();
        if self.evaluation.is_blind() {
            return Ok(vec![0.0; self.game.glossary().players.len()]);
        }
        let mut plain = dagaz_core::Plain::new(self.game, state, &self.evaluation.weights);
        Ok(self.evaluation.shares(self.game, &mut plain, &mut self.scratch))
    }

    /// Plays the first moves of a playout by how such moves have done; tells how the game has
    /// ended, if it has.
    fn begin_by_averages(&mut self, rng: &mut Xoshiro256PlusPlus, watch: &SearchLimits<'_>) -> Result<Found, LimitHit> {
        while self.drawn.len() < self.style.mast.min(self.style.plies) && !watch.is_over() {
            let ahead = self.walk.here();
            if let Some(ending) = ahead.moves(false, &mut self.candidates)? {
                return Ok(Some(ending));
            }
            if self.candidates.is_empty() {
                break;
            }
            let (mover, chance) = (ahead.mover().0, ahead.by_chance());
            let index = match chance {
                true => below(rng, self.candidates.len()),
                false => self.averages.draw(mover, &self.candidates, rng),
            };
            let ended = ahead.play(index)?;
            // Chance events have no owner.
            let mover = if chance { u8::MAX } else { mover };
            self.drawn.push((mover, self.candidates[index].number()));
            if ended.is_some() {
                return Ok(ended);
            }
        }
        Ok(None)
    }

    /// Plays one ply at random by a list that ends when the search is stopped. If the list turns
    /// out to be cheap, no other is made.
    fn play_by_list(
        &mut self,
        state: &mut State,
        rng: &mut Xoshiro256PlusPlus,
        watch: &SearchLimits<'_>,
    ) -> Result<Playout, LimitHit> {
        let units = self.game.limits().fuel;
        let (mut list, mut fuel) = (MoveList::new(), watch.fuel(units));
        self.game.moves(state, &mut list, &mut fuel)?;
        self.dear_lists = units - fuel.left() > DEAR;
        if list.is_empty() {
            return Ok(Playout { end: self.game.ending(state)?, cut: None, plies: 0, choices: 0 });
        }
        self.game.play(state, list.get(below(rng, list.len())), &mut UndoLog::new());
        Ok(Playout { end: state.ending(self.game.layout()), cut: None, plies: 1, choices: list.len() as u64 })
    }

    /// Notes what stands where at the end of a playout.
    pub(super) fn look_at_stones(&mut self, state: &State) {
        let roster = Roster::of(self.game);
        let on = |site| state.piece(site).map_or(Rank::NONE, |piece| roster.rank(piece));
        self.stones.clear();
        self.stones.extend(self.game.topology().site_ids().map(on));
    }
}
