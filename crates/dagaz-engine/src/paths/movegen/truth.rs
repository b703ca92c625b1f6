//! Questions that are answered with yes or no.

use dagaz_core::{PlayerId, SlotId};
use dagaz_rules::path::Level;

use super::super::plan::{TruthId, TruthNode};
use super::super::position::Board;
use super::super::tables::LastBy;
use super::bitset::{but, is_empty};
use super::{Machine, NONE, Registers};

impl<const W: usize> Machine<'_, W> {
    /// The slot of the turn order.
    pub(in crate::paths) fn slot(&self) -> SlotId {
        SlotId(self.memory.position.board.word(self.shape().slot) as u16)
    }

    /// Whether a player has left the game.
    pub(in crate::paths) fn is_out(&self, player: PlayerId) -> bool {
        self.is_out_of(&self.memory.position.board, player)
    }

    fn is_out_of(&self, board: &Board<W>, player: PlayerId) -> bool {
        let word = self.game.tables.extras.outs;
        word.is_some_and(|word| board.variable(self.shape(), word) >> player.0 & 1 == 1)
    }

    fn last_rule(&self) -> LastBy {
        let word = self.game.tables.extras.last_name;
        let word = word.map_or(0, |word| self.memory.position.board.variable(self.shape(), word));
        LastBy::of_word(word, &self.game.rules)
    }

    /// Whether a truth holds, answered once a turn while moves are listed: then no question depends
    /// on the move.
    pub(super) fn holds_listed(&mut self, truth: TruthId, at: &Registers) -> bool {
        if !self.listing || self.level != Level::Top {
            return self.holds(truth, at);
        }
        if let Some((turn, answer)) = self.memory.listed_truths.get(truth.index())
            && *turn == self.memory.turn
        {
            return *answer;
        }
        let answer = self.holds(truth, at);
        if self.memory.listed_truths.is_empty() {
            self.memory.listed_truths = vec![(0, false); self.plan.truths.len()];
        }
        self.memory.listed_truths[truth.index()] = (self.memory.turn, answer);
        answer
    }

    /// Whether a truth holds.
    pub(in crate::paths) fn holds(&mut self, truth: TruthId, at: &Registers) -> bool {
        let plan = self.plan;
        let rules = &self.game.rules;
        match &plan.truths[truth.index()] {
            TruthNode::Always(value) => *value,
            TruthNode::Any(set) => self.any(*set, at),
            TruthNode::Has(set) => at.here != NONE && self.contains(*set, at.here, at),
            TruthNode::AnyFamily(family) => {
                let mut any = false;
                self.each_of(*family, at, &mut |_| {
                    any = true;
                    false
                });
                any
            }
            TruthNode::Within(one, other) => {
                let one = self.set(*one, at);
                let other = self.within(*other, &one, at);
                is_empty(&but(one, &other))
            }
            TruthNode::Compare(a, comparison, b) => {
                let (a, b) = (self.number(*a, at), self.number(*b, at));
                comparison.holds(a, b)
            }
            TruthNode::Not(inner) => !self.holds(*inner, at),
            TruthNode::And(parts) => parts.iter().all(|part| self.holds(*part, at)),
            TruthNode::Or(parts) => parts.iter().any(|part| self.holds(*part, at)),
            TruthNode::Made(name) => {
                if at.steps == 0 || self.was {
                    self.last_rule().is_by(*name, rules)
                } else {
                    self.memory.steps[..at.steps.into()].iter().any(|step| rules.rules[step.rule.index()].name == *name)
                }
            }
            TruthNode::MadeBy(asked) => {
                if at.steps == 0 || self.was {
                    matches!(self.last_rule(), LastBy::Rule(rule) if asked.contains(&rule))
                } else {
                    self.memory.steps[..at.steps.into()].iter().any(|step| asked.contains(&step.rule))
                }
            }
            TruthNode::InPhase(from, to) => (*from..*to).contains(&self.slot()),
            TruthNode::Turn(player) => {
                // It is asked of the position now, even where the one before the move is looked at.
                let slot = match self.was {
                    true => SlotId(self.memory.before.word(self.shape().slot) as u16),
                    false => self.slot(),
                };
                rules.slots[slot.index()].mover == *player
            }
            TruthNode::Stuck(player) => rules.slots[self.slot().index()].mover == *player && self.lacks_moves(),
            TruthNode::IsOut(player) => {
                let board = if self.was { &self.memory.before } else { &self.memory.position.board };
                self.is_out_of(board, *player)
            }
            TruthNode::AllOut(players) => {
                players.iter().all(|player| self.is_out_of(&self.memory.position.board, *player))
            }
            TruthNode::NobodyMoves => self.nobody_moves(),
            TruthNode::Was(inner) => self.before_the_move(|machine| machine.holds(*inner, at)),
        }
    }
}
