//! Variables that count turns: those since the last capture or the last move of a man, or since few
//! pieces were left.
//!
//! A hook at the end of moves sets such a variable to 0 or adds to it. Endings ask how far it has
//! come.

use dagaz_core::PlayerId;
use dagaz_rules::Comparison;
use dagaz_rules::path::{self as rules, Act, Path, Set, VarId};

use super::endings::Asked;
use super::form::{Amount, Move, Truth};
use super::side::Reader;
use super::turn::Turn;
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;
use crate::paths::bits::setting::counters;

/// A variable that counts turns.
#[derive(Debug)]
pub(super) struct Counter {
    /// Its place among the counters of the board.
    place: u8,
    /// For each player what adds to it after a move of theirs; anything else sets it to 0.
    adds: Vec<Event>,
    /// For each player the greatest number of pieces with which that can hold.
    most_pieces: Vec<u32>,
    step: u16,
}

impl Counter {
    /// Returns the counters of a game, from those that each player's view of the rules gives.
    pub(super) fn of_players(counting: Vec<Vec<Counting>>) -> Option<Vec<Counter>> {
        let mut all: Vec<Counter> = Vec::new();
        for (player, counting) in counting.into_iter().enumerate() {
            for (index, Counting { place, adds, most_pieces, step }) in counting.into_iter().enumerate() {
                match all.get_mut(index).filter(|_| player > 0) {
                    Some(known) if known.place == place && known.step == step => {
                        known.adds.push(adds);
                        known.most_pieces.push(most_pieces);
                    }
                    None if player == 0 => {
                        all.push(Counter { place, adds: vec![adds], most_pieces: vec![most_pieces], step });
                    }
                    _ => return None,
                }
            }
        }
        Some(all)
    }
}

/// How one player's moves change a counter.
#[derive(Debug)]
pub(super) struct Counting {
    place: u8,
    adds: Event,
    most_pieces: u32,
    step: u16,
}

/// A question about a move that has been made.
#[derive(Debug)]
pub(super) enum Event {
    /// It has captured.
    Captured,
    /// The piece that moved had one of these codes before.
    Moved(u32),
    /// It holds of the board after the move.
    Now(Truth),
    /// It held of the board before the move.
    Before(Truth),
    Compare(Sample, Comparison, Sample),
    Not(Box<Event>),
    And(Vec<Event>),
    Or(Vec<Event>),
}

/// A number of the board, after the move or before it.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) amount: Amount,
    pub(super) before: bool,
}

impl<B: Bits> Reader<'_, B> {
    /// Returns the place of a variable among the counters of the board.
    pub(super) fn counter(&self, var: VarId) -> Option<u8> {
        counters(self.rules).position(|counter| counter == var).and_then(|place| u8::try_from(place).ok())
    }

    /// Reads the hooks at the end of moves; `None` if they do anything but count.
    pub(super) fn counters(&mut self) -> Option<Vec<Counting>> {
        let mut all = Vec::new();
        let rules = self.rules;
        for hook in &rules.on_move_end {
            let parts = match hook {
                Path::Seq(parts) => parts.as_slice(),
                one => std::slice::from_ref(one),
            };
            for part in parts {
                let counting = self.counting(part)?;
                all.push(counting);
            }
        }
        Some(all)
    }

    /// Reads `(if E (set x 0) (add x 1))`, or the same the other way round.
    fn counting(&mut self, path: &Path) -> Option<Counting> {
        let Path::If(question, yes, no) = path else { return None };
        let event = self.asked(question)?;
        let (adds, cleared, (added, step)) = match (cleared(yes), added(no), cleared(no), added(yes)) {
            (Some(cleared), Some(added), ..) => (Event::Not(Box::new(event)), cleared, added),
            (.., Some(cleared), Some(added)) => (event, cleared, added),
            _ => return None,
        };
        (cleared == added).then_some(())?;
        let most_pieces = self.most_pieces(&adds);
        Some(Counting { place: self.counter(added)?, adds, most_pieces, step })
    }

    /// Reads a condition that does not depend on where the cursor is.
    fn asked(&mut self, question: &Path) -> Option<Event> {
        let mut all = |parts: &[Path]| parts.iter().map(|part| self.asked(part)).collect::<Option<Vec<Event>>>();
        Some(match question {
            Path::Holds(truth) => self.event(truth)?,
            Path::Seq(parts) => Event::And(all(parts)?),
            Path::Or(parts) => Event::Or(all(parts)?),
            Path::See(inner) => self.asked(inner)?,
            Path::Not(inner) => Event::Not(Box::new(self.asked(inner)?)),
            _ => return None,
        })
    }

    fn event(&mut self, truth: &rules::Truth) -> Option<Event> {
        Some(match truth {
            rules::Truth::Any(set) => self.event_of(set)?,
            rules::Truth::Was(inner) => Event::Before(self.board_truth(inner)?),
            rules::Truth::Not(inner) => Event::Not(Box::new(self.event(inner)?)),
            rules::Truth::And(parts) => Event::And(self.events(parts)?),
            rules::Truth::Or(parts) => Event::Or(self.events(parts)?),
            rules::Truth::Compare(one, comparison, other) => {
                Event::Compare(self.sample(one)?, *comparison, self.sample(other)?)
            }
            other => Event::Now(self.board_truth(other)?),
        })
    }

    fn events(&mut self, parts: &[rules::Truth]) -> Option<Vec<Event>> {
        parts.iter().map(|part| self.event(part)).collect()
    }

    fn board_truth(&mut self, truth: &rules::Truth) -> Option<Truth> {
        self.truth(truth).filter(Truth::is_of_board)
    }

    fn sample(&mut self, number: &rules::Number) -> Option<Sample> {
        let (number, before) = match number {
            rules::Number::Was(inner) => (&**inner, true),
            other => (other, false),
        };
        let amount = self.amount(number).filter(|amount| matches!(amount, Amount::Is(_) | Amount::Count(_)))?;
        Some(Sample { amount, before })
    }

    /// Reads whether a set has a site.
    fn event_of(&mut self, set: &Set) -> Option<Event> {
        match set {
            Set::Captured => Some(Event::Captured),
            Set::Or(parts) => Some(Event::Or(parts.iter().map(|part| self.event_of(part)).collect::<Option<_>>()?)),
            Set::And(parts) if parts.contains(&Set::Origin) => {
                let rest: Vec<Set> = parts.iter().filter(|part| **part != Set::Origin).cloned().collect();
                let (test, all) = (self.test_of(&Set::And(rest))?, self.everything());
                (test.now == all.now && test.zone == all.zone).then_some(Event::Moved(test.was))
            }
            other => {
                let test = self.position_test(other)?;
                Some(Event::Now(Truth::Any(test)))
            }
        }
    }
}

/// Returns the variable that a path sets to 0, if it does nothing else.
fn cleared(path: &Path) -> Option<VarId> {
    match path {
        Path::Do(Act::Assign { var, value: rules::Number::Is(0), add: false, .. }) => Some(*var),
        _ => None,
    }
}

/// Returns the variable to which a path adds, and how much, if it does nothing else.
fn added(path: &Path) -> Option<(VarId, u16)> {
    match path {
        Path::Do(Act::Assign { var, value: rules::Number::Is(step), add: true, .. }) => {
            Some((*var, u16::try_from(*step).ok()?))
        }
        _ => None,
    }
}

impl<B: Bits> Turn<'_, B> {
    /// Counts a turn: `after` is the board that the move has left.
    pub(super) fn count_turn(&self, made: Move<B>, after: &mut Board<B>) {
        let setting = &self.form.setting;
        let player = self.board.slot(setting).mover.index();
        let pieces = (setting.board.less(after.empty(setting))).count();
        for counter in &self.form.counters {
            let adds = pieces <= counter.most_pieces[player] && self.has_come(&counter.adds[player], made, after);
            let value = &mut after.counters[usize::from(counter.place)];
            *value = if adds { value.saturating_add(counter.step) } else { 0 };
        }
    }

    fn has_come(&self, event: &Event, made: Move<B>, after: &Board<B>) -> bool {
        let setting = &self.form.setting;
        match event {
            Event::Captured => !made.captured.is_empty(),
            Event::Moved(codes) => codes >> made.before & 1 == 1,
            Event::Now(truth) => Asked::of_board(setting, after).holds(PlayerId::NONE, self.side, truth),
            Event::Before(truth) => Asked::of_board(setting, &self.board).holds(PlayerId::NONE, self.side, truth),
            Event::Compare(one, comparison, other) => {
                comparison.holds(self.sampled(one, after), self.sampled(other, after))
            }
            Event::Not(inner) => !self.has_come(inner, made, after),
            Event::And(parts) => parts.iter().all(|part| self.has_come(part, made, after)),
            Event::Or(parts) => parts.iter().any(|part| self.has_come(part, made, after)),
        }
    }

    fn sampled(&self, sample: &Sample, after: &Board<B>) -> i64 {
        let board = if sample.before { &self.board } else { after };
        Asked::of_board(&self.form.setting, board).amount(self.side, &sample.amount)
    }
}
