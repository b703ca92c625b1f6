//! Ending checks of playout kernels, precomputed: a count, a line, a pending change. Endings are
//! evaluated only if something that they depend on has changed.

use dagaz_core::{EndingId, Found, PlayerId};
use dagaz_rules::Comparison;

use super::evaluate::{Between, Evaluator};
use super::form::{Form, Number, Truth};
use super::look::standing;
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;
use crate::paths::bits::past::Past;

/// A question.
#[derive(Debug)]
pub(super) enum Ask<B> {
    /// Pieces of a mask of codes stand on some of these sites.
    Any {
        codes: u32,
        zone: B,
    },
    /// So many of them compare so with a number.
    Count {
        codes: u32,
        zone: B,
        comparison: Comparison,
        number: i64,
    },
    /// So many that wait.
    Held {
        code: u8,
        comparison: Comparison,
        number: i64,
    },
    /// They fill up a line.
    Full {
        lines: u16,
        codes: u32,
    },
    Repeats {
        comparison: Comparison,
        number: i64,
    },
    Stuck,
    Not(Box<Ask<B>>),
    All(Vec<Ask<B>>),
    /// Anything else.
    Of(Truth<B>),
}

/// A position between two moves.
pub(super) struct Seen<'a, B> {
    pub(super) form: &'a Form<B>,
    pub(super) board: &'a Board<B>,
    pub(super) empty: B,
    pub(super) past: &'a Past,
    pub(super) mover: PlayerId,
    pub(super) stuck: bool,
}

impl<B: Bits> Ask<B> {
    pub(super) fn of(truth: &Truth<B>, board: B) -> Ask<B> {
        let turned = |comparison: &Comparison| match comparison {
            Comparison::Equal => Comparison::Equal,
            Comparison::Less => Comparison::Greater,
            Comparison::Greater => Comparison::Less,
        };
        let known = match truth {
            Truth::Stuck => Some(Ask::Stuck),
            Truth::Any(area) => standing(area, board).map(|(codes, zone)| Ask::Any { codes, zone }),
            Truth::Full(lines, within, None) => standing(within, board)
                .filter(|(_, zone)| *zone == board)
                .map(|(codes, _)| Ask::Full { lines: *lines, codes }),
            Truth::Not(inner) => Some(Ask::Not(Box::new(Ask::of(inner, board)))),
            Truth::And(parts) => Some(Ask::All(parts.iter().map(|part| Ask::of(part, board)).collect())),
            Truth::Compare(one, comparison, Number::Is(number)) => Ask::compared(one, *comparison, *number, board),
            Truth::Compare(Number::Is(number), comparison, one) => {
                Ask::compared(one, turned(comparison), *number, board)
            }
            _ => None,
        };
        known.unwrap_or_else(|| Ask::Of(truth.clone()))
    }

    fn compared(of: &Number<B>, comparison: Comparison, number: i64, board: B) -> Option<Ask<B>> {
        Some(match of {
            Number::Count(area) => {
                let (codes, zone) = standing(area, board)?;
                Ask::Count { codes, zone, comparison, number }
            }
            Number::Held(code) => Ask::Held { code: *code, comparison, number },
            Number::Repeats => Ask::Repeats { comparison, number },
            _ => return None,
        })
    }

    /// Whether it is so, as a player sees it.
    #[inline]
    pub(super) fn holds(&self, seen: &Seen<'_, B>, me: PlayerId) -> bool {
        let board = seen.board;
        match self {
            Ask::Any { codes, zone } => !(board.those_or(*codes, seen.empty) & *zone).is_empty(),
            Ask::Count { codes, zone, comparison, number } => {
                let count = (board.those_or(*codes, seen.empty) & *zone).count();
                comparison.holds(i64::from(count), *number)
            }
            Ask::Held { code, comparison, number } => {
                comparison.holds(i64::from(board.hands[usize::from(*code)]), *number)
            }
            Ask::Full { lines, codes } => {
                let within = board.those_or(*codes, seen.empty);
                seen.form.lines[usize::from(*lines)].all.iter().any(|line| *line & within == *line)
            }
            Ask::Repeats { comparison, number } => comparison.holds(seen.past.times(board.key) as i64, *number),
            Ask::Stuck => seen.stuck && seen.mover == me,
            Ask::Not(inner) => !inner.holds(seen, me),
            Ask::All(parts) => parts.iter().all(|part| part.holds(seen, me)),
            Ask::Of(truth) => {
                let between = Some(Between { past: seen.past, me, mover: seen.mover, stuck: seen.stuck });
                let eye = Evaluator::new(seen.form, &seen.form.sides[me.index()], board);
                Evaluator { between, ..eye }.holds(truth)
            }
        }
    }
}

/// All endings.
#[derive(Debug)]
pub(super) struct Watches<B> {
    /// For each player who may have moved last all that is asked then, in its order.
    after: Vec<Vec<Watch<B>>>,
    /// Whether some ending depends on whether one can move.
    pub(super) asks_stuck: bool,
}

#[derive(Debug)]
struct Watch<B> {
    ending: EndingId,
    player: PlayerId,
    ask: Ask<B>,
    /// What it depends on.
    asks_of: u32,
}

impl<B: Bits> Watches<B> {
    pub(super) fn of(form: &Form<B>) -> Watches<B> {
        let players = form.sides.len();
        let after = |first: usize| {
            let mut watched = Vec::new();
            for (ending, for_all) in form.for_all.iter().enumerate() {
                // What holds for all is asked once.
                let asked = if *for_all { 1 } else { players };
                for player in (first..players).chain(0..first).take(asked) {
                    let truth = &form.sides[player].endings[ending];
                    let (ending, player) = (EndingId::at(ending), PlayerId::at(player));
                    let ask = Ask::of(truth, form.setting.board);
                    watched.push(Watch { ending, player, ask, asks_of: truth.asks_of() });
                }
            }
            watched
        };
        let asks_stuck = form.sides.iter().flat_map(|side| &side.endings).any(Truth::asks_stuck);
        Watches { after: (0..players).map(after).collect(), asks_stuck }
    }

    /// How the game has ended; `changed`: the mask of all that may have changed since it had not.
    #[inline]
    pub(super) fn ended(&self, seen: &Seen<'_, B>, changed: u32) -> Found {
        let first = usize::from(seen.board.last_mover).checked_sub(1).unwrap_or(seen.mover.index());
        let mut asked = self.after[first].iter().filter(|watch| watch.asks_of & changed != 0);
        asked.find(|watch| watch.ask.holds(seen, watch.player)).map(|watch| (watch.ending, watch.player))
    }
}
