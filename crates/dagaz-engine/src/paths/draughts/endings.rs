//! How a game ends.

use dagaz_core::{EndingId, Found, PlayerId};

use super::form::{Amount, Side, Truth};
use super::turn::Turn;
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;
use crate::paths::bits::past::Past;
use crate::paths::bits::setting::Setting;

impl<B: Bits> Turn<'_, B> {
    /// The ending of the position whose moves have been found, if it is one.
    #[inline]
    pub(super) fn ending(&self, past: &Past) -> Found {
        let mover = self.board.slot(&self.form.setting).mover;
        let sides = &self.form.sides;
        let first = usize::from(self.board.last_mover).checked_sub(1).unwrap_or(mover.index());
        let setting = &self.form.setting;
        let asked = Asked { setting, board: &self.board, past: Some(past), mover, stuck: self.len() == 0 };
        for (ending, truth) in self.side.endings.iter().enumerate() {
            // What cannot be is seen here, for every ply comes by.
            match truth {
                Truth::Stuck if !asked.stuck => continue,
                Truth::Repeated(times) if past.is_shorter_than(*times) => continue,
                Truth::And(parts) if parts.iter().any(|part| part.has_not_come(&self.board.counters)) => continue,
                truth if truth.has_not_come(&self.board.counters) => continue,
                _ => {}
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
pub(super) struct Asked<'a, B> {
    setting: &'a Setting<B>,
    board: &'a Board<B>,
    /// `None` where nothing but the board is asked about.
    past: Option<&'a Past>,
    mover: PlayerId,
    stuck: bool,
}

impl<'a, B: Bits> Asked<'a, B> {
    /// A board about whose pieces something is asked.
    pub(super) fn of_board(setting: &'a Setting<B>, board: &'a Board<B>) -> Asked<'a, B> {
        Asked { setting, board, past: None, mover: PlayerId::NONE, stuck: false }
    }

    pub(super) fn holds(&self, me: PlayerId, side: &Side<B>, truth: &Truth) -> bool {
        match truth {
            Truth::Always(holds) => *holds,
            Truth::Stuck => self.stuck && self.mover == me,
            Truth::MyTurn => self.mover == me,
            Truth::Any(test) => !self.those(side, *test).is_empty(),
            Truth::Not(inner) => !self.holds(me, side, inner),
            Truth::And(parts) => parts.iter().all(|part| self.holds(me, side, part)),
            Truth::Or(parts) => parts.iter().any(|part| self.holds(me, side, part)),
            Truth::Repeated(times) => self.past.is_some_and(|past| past.times(self.board.key) >= *times),
            Truth::Compare(one, comparison, other) => {
                comparison.holds(self.amount(side, one), self.amount(side, other))
            }
        }
    }

    pub(super) fn amount(&self, side: &Side<B>, amount: &Amount) -> i64 {
        match amount {
            Amount::Is(value) => *value,
            Amount::Count(test) => i64::from(self.those(side, *test).count()),
            Amount::Repeats => self.past.map_or(1, |past| past.times(self.board.key)) as i64,
            Amount::Counter(counter) => i64::from(self.board.counters[usize::from(*counter)]),
        }
    }

    fn those(&self, side: &Side<B>, test: u16) -> B {
        let test = &side.tests[usize::from(test)];
        self.board.those(self.setting, test.now) & test.zone
    }
}
