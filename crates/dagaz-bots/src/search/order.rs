//! The order in which moves are tried: the better the first one, the fewer the others that must be looked at.
//!
//! First the move that the table remembers, then captures by what they win, then moves that refuted others at this
//! ply or after this answer (killers, counter-moves), then whatever has refuted something anywhere (history).

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
    /// What a piece is worth for ordering: its greatest weight on any site.
    worth: Vec<i32>,
    /// Whether captures tell some moves from others: where nearly every move turns pieces over they do not.
    tells_loud: bool,
}

#[inline]
fn slot(number: u32) -> usize {
    (number.wrapping_mul(0x85eb_ca6b) >> 18) as usize % SLOTS
}

impl Order {
    /// Nothing learned yet. `tells_loud`: captures tell some moves from others.
    pub(crate) fn new(roster: &Roster, weights: &Weights, sites: usize, tells_loud: bool) -> Order {
        let worth = (0..roster.len()).map(|rank| {
            let piece = roster.piece(Rank(rank as u16));
            let all = (0..sites).map(|site| weights.on(piece, dagaz_core::SiteId::at(site)));
            (all.sum::<i32>() / sites.max(1) as i32).max(1)
        });
        let (history, counters) = (vec![0; SLOTS], vec![0; SLOTS]);
        Order { history, counters, killers: Vec::new(), worth: worth.collect(), tells_loud }
    }

    /// A new search begins: what was learned counts less.
    pub(crate) fn fade(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 2);
        self.killers.clear();
    }

    /// What a piece is worth.
    #[inline]
    pub(crate) fn worth(&self, rank: Rank) -> i32 {
        self.worth.get(rank.index()).copied().unwrap_or(0)
    }

    /// Whether a move captures or promotes, where that sets it apart.
    #[inline]
    pub(crate) fn is_loud(&self, one: &Candidate) -> bool {
        self.tells_loud && one.is_loud()
    }

    /// What a move wins at once.
    #[inline]
    pub(crate) fn gain(&self, one: &Candidate) -> i32 {
        let changed = if one.becomes == one.piece { 0 } else { self.worth(one.becomes) - self.worth(one.piece) };
        self.worth(one.captured) * i32::from(one.captures.max(1)) + changed
    }

    /// How early to try a move.
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

    /// How often a quiet move has been good, from -8192 to 8192.
    #[inline]
    pub(crate) fn history(&self, one: &Candidate) -> i32 {
        i32::from(self.history[slot(one.number())])
    }

    /// A quiet move has refuted; those tried before it have not.
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

    /// A move has been good in a game that was only played to see, or has not if the number is less than 0.
    pub(crate) fn lean(&mut self, number: u32, bonus: i32) {
        self.learn(number, bonus);
    }

    fn learn(&mut self, number: u32, bonus: i32) {
        let value = &mut self.history[slot(number)];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_MAX).clamp(-HISTORY_MAX, HISTORY_MAX) as i16;
    }
}
