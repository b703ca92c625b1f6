//! How a game ends, and what of its past that depends on.

use dagaz_core::{EndingId, Found, PlayerId};

use super::board::Board;
use super::form::{Amount, Form, Move, Side, Truth};
use super::turn::Turn;
use crate::paths::bits::Bits;

/// The positions that have been there.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// Their keys, the present one last.
    keys: Vec<u64>,
    /// Those before this one cannot come again.
    since: usize,
    forgetful: bool,
}

impl Past {
    pub(super) fn new(keys: &[u64], forgetful: bool) -> Past {
        Past { keys: keys.to_vec(), since: 0, forgetful }
    }

    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub(super) fn is_forgetful(&self) -> bool {
        self.forgetful
    }

    /// Begins again as another one.
    pub(super) fn restart(&mut self, start: &Past) {
        self.keys.clone_from(&start.keys);
        (self.since, self.forgetful) = (start.since, start.forgetful);
    }

    /// A move has led to a position.
    #[inline]
    pub(super) fn note<B: Bits>(&mut self, form: &Form<B>, played: &Move<B>, board: &Board<B>) {
        if !form.remembers || self.forgetful {
            return;
        }
        if !played.is_quiet() || form.onward >> played.before & 1 == 1 {
            self.since = self.keys.len();
        }
        self.keys.push(board.key);
    }

    /// How much there is to be remembered; [`Past::back_to`] comes back to it.
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.keys.len(), self.since)
    }

    pub(super) fn back_to(&mut self, (len, since): (usize, usize)) {
        self.keys.truncate(len);
        self.since = since;
    }

    /// How often a position has been there, now counted.
    pub(super) fn times(&self, key: u64) -> usize {
        self.keys[self.since.min(self.keys.len())..].iter().filter(|known| **known == key).count().max(1)
    }
}

impl<B: Bits> Turn<'_, B> {
    /// The ending of the position whose moves have been found, if it is one.
    #[inline]
    pub(super) fn ended(&self, past: &Past) -> Found {
        let mover = self.board.slot(self.form).mover;
        let sides = &self.form.sides;
        let first = usize::from(self.board.last_mover).checked_sub(1).unwrap_or(mover.index());
        let asked = Asked { form: self.form, board: &self.board, past, mover, stuck: self.len() == 0 };
        for (ending, truth) in self.side.endings.iter().enumerate() {
            if !asked.stuck && matches!(truth, Truth::Stuck) {
                continue;
            }
            for player in (first..sides.len()).chain(0..first) {
                let side = &sides[player];
                if asked.holds(PlayerId::at(player), side, &side.endings[ending]) {
                    return Some((EndingId::at(ending), PlayerId::at(player)));
                }
                if self.form.for_all[ending] {
                    break;
                }
            }
        }
        asked.stuck.then(|| (EndingId::at(self.side.endings.len()), mover))
    }
}

/// A position of which something is asked.
struct Asked<'a, B> {
    form: &'a Form<B>,
    board: &'a Board<B>,
    past: &'a Past,
    mover: PlayerId,
    stuck: bool,
}

impl<B: Bits> Asked<'_, B> {
    fn holds(&self, me: PlayerId, side: &Side<B>, truth: &Truth) -> bool {
        match truth {
            Truth::Always(holds) => *holds,
            Truth::Stuck => self.stuck && self.mover == me,
            Truth::MyTurn => self.mover == me,
            Truth::Any(test) => !self.those(side, *test).is_empty(),
            Truth::Not(inner) => !self.holds(me, side, inner),
            Truth::And(parts) => parts.iter().all(|part| self.holds(me, side, part)),
            Truth::Or(parts) => parts.iter().any(|part| self.holds(me, side, part)),
            Truth::Compare(one, comparison, other) => {
                comparison.holds(self.amount(side, one), self.amount(side, other))
            }
        }
    }

    fn amount(&self, side: &Side<B>, amount: &Amount) -> i64 {
        match amount {
            Amount::Is(value) => *value,
            Amount::Count(test) => i64::from(self.those(side, *test).count()),
            Amount::Repeats => self.past.times(self.board.key) as i64,
        }
    }

    fn those(&self, side: &Side<B>, test: u16) -> B {
        let test = &side.tests[usize::from(test)];
        self.board.those(self.form, test.now) & test.zone
    }
}
