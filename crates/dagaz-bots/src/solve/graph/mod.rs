//! Retrograde analysis: all reachable positions and their values, computed from the ends backwards.
//!
//! In games whose pieces move back and forth, positions repeat, and a forward search cannot decide
//! their value. If few enough positions are reachable, all are found once, breadth first
//! (`reached`). Then a player with a move to a won position has a win one ply later, and so on
//! until nothing changes (`backwards`). The other positions are draws: no player can force an end,
//! by endless play or by repetition rules.

mod packed;
mod reached;
mod retrograde;

use dagaz_core::{Game, LimitHit, PlayerId, State, Weights, look_ahead};

use crate::SearchLimits;
pub(super) use reached::{Bounds, Reached, Stopped};
use retrograde::Worths;

/// See the [module documentation](self).
pub(super) struct Graph {
    player: PlayerId,
    reached: reached::Index,
    worths: Worths,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// To the player of whom it was asked: 1, 0 or -1.
    pub(super) value: i32,
    /// Plies to the end of a won or lost position: the winner hurries, and the loser delays.
    pub(super) plies: u32,
}

impl Worth {
    /// Returns how much the player likes it: the greater the better.
    fn rank(self) -> i64 {
        match self.value {
            0 => 0,
            value if value > 0 => (1 << 40) - i64::from(self.plies),
            _ => i64::from(self.plies) - (1 << 40),
        }
    }
}

impl Graph {
    /// Returns the values of all enumerated positions; `None` if a line to an end is longer than
    /// the counter.
    pub(super) fn of(reached: Reached<'_>, player: PlayerId) -> Option<Graph> {
        let (index, edges) = reached.into_parts();
        let worths = Worths::of(&index, edges)?;
        Some(Graph { player, reached: index, worths })
    }

    /// Returns how many positions there are.
    pub(super) fn positions(&self) -> usize {
        self.reached.len()
    }

    /// Returns the value of a position.
    pub(super) fn worth(&self, key: u64) -> Option<Worth> {
        self.reached.find(key).map(|node| self.worths.of_node(node))
    }

    /// Returns the keys along the best line from a state of this graph, with best play of both
    /// sides, up to this number of plies.
    pub(super) fn line(&self, game: &dyn Game, state: &State, most: u32) -> Result<Vec<u64>, LimitHit> {
        let weights = Weights::new(game, |_, _| 0, |_| 0);
        let mut ahead = look_ahead(game, state, &weights);
        let (mut keys, mut list) = (Vec::new(), Vec::new());
        while (keys.len() as u32) < most && ahead.moves(false, &mut list)?.is_none() {
            let attacks = ahead.mover() == self.player;
            let mut best: Option<(i64, usize)> = None;
            for index in 0..list.len() {
                let ended = ahead.play(index)?;
                let worth = match ended {
                    Some(ending) => {
                        let value = reached::value_of(&ahead.verdicts(ending), self.player);
                        Some(Worth { value, plies: 0 })
                    }
                    None => self.worth(ahead.key()),
                };
                ahead.undo();
                let Some(worth) = worth else { continue };
                let rank = if attacks { worth.rank() } else { -worth.rank() };
                if best.is_none_or(|(known, _)| rank > known) {
                    best = Some((rank, index));
                }
            }
            let Some((_, index)) = best else { break };
            let ended = ahead.play(index)?;
            keys.push(ahead.key());
            if ended.is_some() {
                break;
            }
        }
        Ok(keys)
    }
}

/// Begins to look for all positions that can be reached from a state.
pub(super) fn begin<'a>(game: &'a dyn Game, state: &State, weights: &'a Weights, player: PlayerId) -> Reached<'a> {
    Reached::new(game, state, weights, player)
}

/// Continues until all are known or it must stop.
pub(super) fn go_on(
    reached: &mut Reached<'_>,
    watch: &mut SearchLimits<'_>,
    bounds: reached::Bounds<'_>,
) -> Result<Result<(), Stopped>, LimitHit> {
    reached.run(watch, bounds)
}
