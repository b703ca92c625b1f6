//! Numbers of rules: variables, counts, sums, repetitions.

use dagaz_core::{Piece, word_key};
use dagaz_rules::path::RepeatsOf;

use super::super::arithmetic::compute;
use super::super::plan::{NumberId, NumberNode, Subject, Value};
use super::bitset::count;
use super::{Machine, NONE, Registers, bits};

impl<const W: usize> Machine<'_, W> {
    /// A number that is not kept.
    pub(super) fn compute_number(&mut self, number: NumberId, at: &Registers) -> i64 {
        let plan = self.plan;
        match &plan.numbers[number.index()] {
            NumberNode::Is(value) => *value,
            NumberNode::Local(slot) => self.memory.numbers[self.passing + usize::from(*slot)],
            NumberNode::Value(value) => self.value_at(*value, 0),
            NumberNode::AtCursor(value, all) => {
                if at.here == NONE {
                    let all = self.set(*all, at);
                    bits(all).map(|site| self.value_at(*value, site)).sum()
                } else if at.carrying && at.in_hand && matches!(value, Value::Attribute(_)) {
                    self.value_at(*value, at.it)
                } else {
                    self.value_at(*value, at.here)
                }
            }
            NumberNode::Sum(value, subject) => self.sum(*subject, at, |machine, site| machine.value_at(*value, site)),
            NumberNode::Row(array) => (0..array.count)
                .map(|place| {
                    i64::from(self.memory.position.board.variable(self.shape(), array.first + place * array.stride))
                })
                .sum(),
            NumberNode::Element(array, index) => {
                let index = self.number(*index, at);
                let word = array.element(index);
                word.map_or(0, |word| self.memory.position.board.variable(self.shape(), word).into())
            }
            NumberNode::Was(inner) => self.before_the_move(|machine| machine.number(*inner, at)),
            NumberNode::Count(set) => {
                let sites = self.set(*set, at);
                count(&sites) as i64
            }
            NumberNode::CountCaptured => i64::from(at.captured - at.captured_from),
            NumberNode::CountFamily(family) => {
                let mut found = 0;
                self.each_of(*family, at, &mut |_| {
                    found += 1;
                    true
                });
                found
            }
            NumberNode::Ways(set, entry) => {
                let sites = self.set(*set, at);
                let mut ways = 0;
                for site in bits(sites) {
                    self.each_end(*entry, site, at, &mut |_| ways += 1);
                }
                ways
            }
            NumberNode::Of(operation, parts) => {
                let numbers = parts.iter().map(|part| Ok::<i64, std::convert::Infallible>(self.number(*part, at)));
                match compute(*operation, numbers) {
                    Ok(value) => value,
                    Err(never) => match never {},
                }
            }
            NumberNode::If(truth, yes, no) => {
                let branch = if self.holds(*truth, at) { *yes } else { *no };
                self.number(branch, at)
            }
            NumberNode::Height(subject) => self.sum(*subject, at, |machine, site| {
                machine.memory.position.board.height(machine.shape(), site.into()) as i64
            }),
            NumberNode::Distance(from, to, rows) => {
                let (from, to) = (self.set(*from, at), self.set(*to, at));
                self.distance(from, to, rows)
            }
            NumberNode::States(indices) => {
                let word = |index: &u16| i64::from(self.memory.position.board.variable(self.shape(), *index));
                indices.iter().map(word).sum()
            }
            NumberNode::Hand(kind, owner) => {
                self.memory.position.board.supply(self.shape(), Piece { kind: *kind, owner: *owner }).into()
            }
            NumberNode::Table(table, subject) => {
                let entries = &self.game.rules.table(*table).entries;
                self.sum(*subject, at, |machine, site| {
                    let piece = machine.memory.position.board.piece(site.into());
                    piece.and_then(|piece| *entries.get(piece.kind.index())?).map_or(0, i64::from)
                })
            }
            NumberNode::Steps => i64::from(at.steps),
            NumberNode::Moves => self.count_moves() as i64,
            NumberNode::Repeats(of) => self.repeats(*of),
            NumberNode::Cycle => {
                let Some((now, earlier)) = self.memory.history.split_last() else { return 0 };
                earlier.iter().rev().position(|key| key == now).map_or(0, |back| back as i64 + 1)
            }
        }
    }

    fn sum(&mut self, subject: Subject, at: &Registers, of: impl Fn(&Self, u16) -> i64) -> i64 {
        match subject {
            Subject::Here if at.here == NONE => 0,
            Subject::Here => of(self, at.here),
            Subject::It if at.it == NONE => 0,
            Subject::It => of(self, at.it),
            Subject::Set(set) => {
                let sites = self.set(set, at);
                bits(sites).map(|site| of(self, site)).sum()
            }
        }
    }

    /// The key by which the present situation is remembered.
    pub(in crate::paths) fn history_key(&self, of: RepeatsOf) -> u64 {
        match of {
            RepeatsOf::Situation => self.key ^ self.memory.position.position_key(),
            RepeatsOf::Board => self.board_key ^ self.memory.position.board_key(),
        }
    }

    /// How often the present situation has been there, now counted.
    fn repeats(&self, of: RepeatsOf) -> i64 {
        let key = if self.was { self.key_from_scratch(of) } else { self.history_key(of) };
        let known = self.memory.history.iter().filter(|known| **known == key).count() as i64;
        // It is noted already, unless it is what a move that is being judged has come to.
        if self.judged.is_some() && !self.was { known + 1 } else { known.max(1) }
    }

    fn key_from_scratch(&self, of: RepeatsOf) -> u64 {
        match of {
            RepeatsOf::Situation => self.key,
            RepeatsOf::Board => (0..=self.shape().hand())
                .fold(0, |key, site| key ^ word_key(site, self.memory.position.board.word(site))),
        }
    }
}
