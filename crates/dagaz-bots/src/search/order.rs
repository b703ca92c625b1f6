//! Move ordering: the better the first move, the more cutoffs.
//!
//! The order is: the hash move; captures by material gain; killer moves and countermoves; then the
//! history heuristic.

use dagaz_core::{Candidate, Rank, Roster, Weights};

use super::table::tag;

const SLOTS: usize = 1 << 14;
const HISTORY_MAX: i32 = 8_192;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Order {
    history: Vec<i16>,
    counters: Vec<u16>,
    killers: Vec<[u16; 2]>,
    /// Value of a piece for the ordering: its greatest weight on any site.
    worth: Vec<i32>,
    /// Whether captures distinguish moves. They do not where nearly every move flips pieces.
    tells_loud: bool,
}

#[inline]
fn slot(number: u32) -> usize {
    (number.wrapping_mul(0x85eb_ca6b) >> 18) as usize % SLOTS
}

impl Order {
    /// Without history. `tells_loud`: captures distinguish moves.
    pub(crate) fn new(roster: &Roster, weights: &Weights, sites: usize, tells_loud: bool) -> Order {
        let worth = (0..roster.len()).map(|rank| {
            let piece = roster.piece(Rank(rank as u16));
            let all = (0..sites).map(|site| weights.on(piece, dagaz_core::SiteId::at(site)));
            (all.sum::<i32>() / sites.max(1) as i32).max(1)
        });
        let (history, counters) = (vec![0; SLOTS], vec![0; SLOTS]);
        Order { history, counters, killers: Vec::new(), worth: worth.collect(), tells_loud }
    }

    /// A new search: the history is aged.
    pub(crate) fn fade(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 2);
        self.killers.clear();
    }

    /// Returns the value of a piece.
    #[inline]
    pub(crate) fn worth(&self, rank: Rank) -> i32 {
        self.worth.get(rank.index()).copied().unwrap_or(0)
    }

    /// Returns whether a move is tactical: a capture or a promotion, where these distinguish moves.
    #[inline]
    pub(crate) fn is_loud(&self, one: &Candidate) -> bool {
        self.tells_loud && one.is_loud()
    }

    /// Returns the immediate material gain of a move.
    #[inline]
    pub(crate) fn gain(&self, one: &Candidate) -> i32 {
        let changed = if one.becomes == one.piece { 0 } else { self.worth(one.becomes) - self.worth(one.piece) };
        self.worth(one.captured) * i32::from(one.captures.max(1)) + changed
    }

    /// Returns the ordering score of a move.
    #[inline]
    pub(crate) fn score(&self, one: &Candidate, best: u16, ply: usize, before: u32) -> i32 {
        let number = one.number();
        let own = tag(number);
        if own == best {
            return i32::MAX;
        }
        if self.is_loud(one) {
            return (1 << 20) + self.gain(one) * 16 - self.worth(one.piece);
        }
        if let Some([first, second]) = self.killers.get(ply) {
            if own == *first {
                return (1 << 19) + 2;
            }
            if own == *second {
                return (1 << 19) + 1;
            }
        }
        if own == self.counters[slot(before)] {
            return 1 << 19;
        }
        i32::from(self.history[slot(number)])
    }

    /// Returns the history score of a quiet move, from -8192 to 8192.
    #[inline]
    pub(crate) fn history(&self, one: &Candidate) -> i32 {
        i32::from(self.history[slot(one.number())])
    }

    /// Updates killers, countermoves and history after a cutoff by a quiet move.
    pub(crate) fn refuted(&mut self, one: &Candidate, tried: &[Candidate], depth: i32, ply: usize, before: u32) {
        let number = one.number();
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        let own = tag(number);
        if self.killers[ply][0] != own {
            self.killers[ply] = [own, self.killers[ply][0]];
        }
        self.counters[slot(before)] = own;
        let bonus = (depth * depth * 8).min(1_200);
        self.learn(number, bonus);
        for other in tried {
            if !self.is_loud(other) {
                self.learn(other.number(), -bonus);
            }
        }
    }

    /// Updates the history from a playout; `number` is negative for the loser's moves.
    pub(crate) fn lean(&mut self, number: u32, bonus: i32) {
        self.learn(number, bonus);
    }

    fn learn(&mut self, number: u32, bonus: i32) {
        let value = &mut self.history[slot(number)];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_MAX).clamp(-HISTORY_MAX, HISTORY_MAX) as i16;
    }
}
