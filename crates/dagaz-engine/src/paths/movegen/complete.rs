//! Complete moves: each is listed, judged, drafted, or is the one that is to be made.

use dagaz_core::RuleId;

use super::{Machine, Mode, Registers, Step};

impl<const W: usize> Machine<'_, W> {
    /// Takes note of a complete move; whether it is the one to be made.
    pub(super) fn is_wanted(&mut self, at: &Registers) -> bool {
        self.completed += 1;
        let steps = &self.memory.steps[..at.steps.into()];
        let ends = steps.first().copied().zip(steps.last().copied());
        match &mut self.mode {
            Mode::List => {
                ends.inspect(|ends| self.list_move(*ends, at));
                false
            }
            Mode::Judge => {
                self.judge_move(at);
                false
            }
            Mode::Draft => {
                self.draft_move(at);
                false
            }
            Mode::Make(0) => true,
            Mode::Make(before) => {
                *before -= 1;
                false
            }
            Mode::MakeTo(target) => ends.is_some_and(|(_, last)| last.target == *target),
        }
    }

    fn list_move(&mut self, (first, last): (Step, Step), at: &Registers) {
        let is_compared = self.compares(at);
        if is_compared && self.has_known_result(at) {
            // The moves behind it keep their numbers.
            self.found += 1;
            return;
        }
        self.note_scores(at);
        self.note_candidate(first.origin, last.target, true);
        if let Some(candidate) = self.memory.candidates.last_mut().filter(|_| is_compared) {
            candidate.counted_choice = compared_moves_of(candidate.rule);
        }
    }

    fn judge_move(&mut self, at: &Registers) {
        let scores = self.memory.scores.len();
        self.note_scores(at);
        let mark = self.memory.position.mark();
        let ends = self.judge(at, true);
        self.memory.position.restore(mark);
        let Some((origin, target, judged)) = ends else { return };
        let is_compared = self.compares(at);
        if is_compared && !self.memory.results.insert((self.at_work.0, origin, target, judged.result)) {
            self.memory.scores.truncate(scores);
            self.found += 1;
            return;
        }
        self.note_candidate(origin, target, true);
        let number = self.note_verdict(judged);
        if let Some(candidate) = self.memory.candidates.last_mut() {
            candidate.judged = number;
            candidate.counted_choice = if is_compared { compared_moves_of(candidate.rule) } else { 0 };
        }
    }

    /// Whether a complete move is compared with earlier ones when it is listed: moves that spend
    /// dice often have the same result.
    fn compares(&self, at: &Registers) -> bool {
        self.merges_continuations && at.steps > 1
    }

    /// Whether an earlier move of the turn by the same rule has the same ends and the same result.
    /// Moves by other rules may be of another class or preference.
    fn has_known_result(&mut self, at: &Registers) -> bool {
        let mark = self.memory.position.mark();
        let ends = self.end_move(at);
        let result = self.memory.position.key();
        self.memory.position.restore(mark);
        let rule = self.at_work.0;
        ends.is_some_and(|(first, last)| !self.memory.results.insert((rule, first.origin, last.target, result)))
    }
}

/// The choice of the candidates of a rule that have been compared with each other.
fn compared_moves_of(rule: RuleId) -> u32 {
    u32::MAX - rule.0
}
