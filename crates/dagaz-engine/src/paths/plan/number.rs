//! Lowering of numbers, questions and families of sets.

use dagaz_rules::path::{Family, Home, Number, Operation, PlayerRef, Set, Truth, VariableKind};

use super::lower::Lowering;
use super::{FamilyId, FamilyNode, NotCompiled, NumberId, NumberNode, Subject, TruthId, TruthNode, Value};

impl Lowering<'_> {
    pub(super) fn numbers(&mut self, numbers: &[Number]) -> Result<Box<[NumberId]>, NotCompiled> {
        numbers.iter().map(|number| self.number(number)).collect()
    }

    pub(super) fn number(&mut self, number: &Number) -> Result<NumberId, NotCompiled> {
        let extras = self.game.tables.extras;
        let node = match number {
            Number::Is(value) => NumberNode::Is(i64::from(*value)),
            Number::Local(local) => NumberNode::Local(local.0),
            Number::Var(var) => {
                let variable = &self.game.rules.variables[var.index()];
                match (variable.kind, variable.home, self.value(*var)) {
                    (VariableKind::Set, ..) => NumberNode::Is(0),
                    (_, Home::Numbers { .. }, _) => match self.array(*var) {
                        Some(array) => NumberNode::Row(array),
                        None => NumberNode::Is(0),
                    },
                    (_, Home::Piece, value) => {
                        let mine = self.set(&Set::Mine)?;
                        NumberNode::AtCursor(value, mine)
                    }
                    (_, Home::Site, value) => NumberNode::AtCursor(value, self.board()),
                    (_, _, value) => NumberNode::Value(value),
                }
            }
            Number::Sum(var, set) => NumberNode::Sum(self.value(*var), self.sum_subject(set)?),
            Number::Element(var, index) => match self.array(*var) {
                Some(array) => NumberNode::Element(array, self.number(index)?),
                None => NumberNode::Is(0),
            },
            Number::Was(inner) => {
                self.plan.asks_before = true;
                NumberNode::Was(self.number(inner)?)
            }
            Number::As(player, inner) => {
                return self.as_player(
                    *player,
                    |lowering| lowering.number(inner),
                    |lowering, out, others, number| lowering.number_node(NumberNode::If(out, others, number)),
                );
            }
            Number::Count(Set::Captured) => NumberNode::CountCaptured,
            Number::Count(set) if is_about_here(set) => {
                let set = self.set(set)?;
                let has = self.truth_node(TruthNode::Has(set));
                let [one, none] = [1, 0].map(|value| self.number_node(NumberNode::Is(value)));
                NumberNode::If(has, one, none)
            }
            Number::Count(set) => NumberNode::Count(self.set(set)?),
            Number::CountSets(family) => NumberNode::CountFamily(self.family(family)?),
            Number::Ways(set, path) => {
                let set = self.set(set)?;
                let counts = std::mem::replace(&mut self.counts_ways, true);
                let entry = self.question(path);
                self.counts_ways = counts;
                NumberNode::Ways(set, entry?)
            }
            Number::Of(operation, parts) => NumberNode::Of(*operation, self.numbers(parts)?),
            Number::If(truth, yes, no) => NumberNode::If(self.truth(truth)?, self.number(yes)?, self.number(no)?),
            Number::Height(set) => NumberNode::Height(self.subject(set)?),
            Number::Distance(from, to, ways) => NumberNode::Distance(self.set(from)?, self.set(to)?, self.rows(ways)),
            Number::DiceLeft(dice) => {
                let faces = &self.game.rules.dice[usize::from(*dice)].faces;
                let states = faces.iter().filter_map(|(_, var)| match self.value(*var) {
                    Value::State(index) => Some(index),
                    _ => None,
                });
                NumberNode::States(states.collect())
            }
            Number::Hand(kind) => NumberNode::Hand(*kind, self.me),
            Number::Table(table, set) => NumberNode::Table(*table, self.subject(set)?),
            Number::Steps => NumberNode::Steps,
            Number::Passes => NumberNode::States(extras.passes.into_iter().collect()),
            Number::Turn => {
                let turns = self.number_node(NumberNode::States(extras.turns.into_iter().collect()));
                let one = self.number_node(NumberNode::Is(1));
                NumberNode::Of(Operation::Add, [one, turns].into())
            }
            Number::Repeats(of) => NumberNode::Repeats(*of),
            Number::Cycle => NumberNode::Cycle,
            Number::Moves => NumberNode::Moves,
        };
        Ok(self.number_node(node))
    }

    /// The sites over which a variable is summed: the moving piece as it is, in hand or not.
    pub(super) fn sum_subject(&mut self, set: &Set) -> Result<Subject, NotCompiled> {
        Ok(match set {
            Set::It => Subject::It,
            set => Subject::Set(self.set(set)?),
        })
    }

    pub(super) fn truths(&mut self, truths: &[Truth]) -> Result<Box<[TruthId]>, NotCompiled> {
        truths.iter().map(|truth| self.truth(truth)).collect()
    }

    /// The truths whose answer is not known; `None` if one of them always is `decides`.
    fn folded(&mut self, truths: &[Truth], decides: bool) -> Result<Option<Box<[TruthId]>>, NotCompiled> {
        let mut open = Vec::new();
        for truth in self.truths(truths)? {
            match self.plan.truths[truth.index()] {
                TruthNode::Always(value) if value == decides => return Ok(None),
                TruthNode::Always(_) => {}
                _ => open.push(truth),
            }
        }
        Ok(Some(open.into()))
    }

    pub(super) fn truth(&mut self, truth: &Truth) -> Result<TruthId, NotCompiled> {
        let me = self.me;
        let node = match truth {
            Truth::Always(value) => TruthNode::Always(*value),
            Truth::Any(set) if is_about_here(set) => TruthNode::Has(self.set(set)?),
            Truth::Any(set) => TruthNode::Any(self.set(set)?),
            Truth::AnySet(family) => TruthNode::AnyFamily(self.family(family)?),
            Truth::Within(a, b) => TruthNode::Within(self.set(a)?, self.set(b)?),
            Truth::Compare(a, comparison, b) => TruthNode::Compare(self.number(a)?, *comparison, self.number(b)?),
            Truth::Not(inner) => {
                let inner = self.truth(inner)?;
                match self.plan.truths[inner.index()] {
                    TruthNode::Always(value) => TruthNode::Always(!value),
                    _ => TruthNode::Not(inner),
                }
            }
            Truth::And(parts) => match self.folded(parts, false)? {
                Some(parts) => TruthNode::And(parts),
                None => TruthNode::Always(false),
            },
            Truth::Or(parts) => match self.folded(parts, true)? {
                Some(parts) => TruthNode::Or(parts),
                None => TruthNode::Always(true),
            },
            Truth::Made(name) => TruthNode::Made(*name),
            Truth::MadeBy(rules) => TruthNode::MadeBy(rules.as_slice().into()),
            Truth::Me(player) => TruthNode::Always(me == *player),
            Truth::MyTurn => TruthNode::Turn(me),
            Truth::InPhase(phase) => TruthNode::InPhase(phase.from, phase.to),
            Truth::AllOut(who) => {
                let players = match who {
                    PlayerRef::Me => self.game.tables.friends[me.index()].clone(),
                    PlayerRef::Enemy => self.game.tables.enemies[me.index()].clone(),
                    other => vec![self.player(*other)?],
                };
                let players: Vec<dagaz_core::PlayerId> =
                    players.into_iter().filter(|player| self.game.plays(*player)).collect();
                match (self.game.tables.extras.outs, players.is_empty()) {
                    (Some(_), false) => TruthNode::AllOut(players.into()),
                    (_, empty) => TruthNode::Always(empty),
                }
            }
            Truth::Stuck | Truth::NobodyMoves if self.has_moves == Some(true) => TruthNode::Always(false),
            Truth::Stuck if self.has_moves == Some(false) => TruthNode::Turn(me),
            Truth::Stuck => TruthNode::Stuck(me),
            Truth::NobodyMoves => TruthNode::NobodyMoves,
            Truth::Was(inner) => {
                self.plan.asks_before = true;
                TruthNode::Was(self.truth(inner)?)
            }
            Truth::As(player, inner) => {
                return self.as_player(
                    *player,
                    |lowering| lowering.truth(inner),
                    |lowering, out, others, truth| {
                        let plays = lowering.truth_node(TruthNode::Not(out));
                        let others = lowering.truth_node(TruthNode::And([out, others].into()));
                        let truth = lowering.truth_node(TruthNode::And([plays, truth].into()));
                        lowering.truth_node(TruthNode::Or([others, truth].into()))
                    },
                );
            }
        };
        Ok(self.truth_node(node))
    }

    pub(super) fn family(&mut self, family: &Family) -> Result<FamilyId, NotCompiled> {
        let node = match family {
            Family::Full(lines, set, through) => {
                let through = through.as_ref().map(|set| self.set(set)).transpose()?;
                FamilyNode::Full(*lines, self.set(set)?, through)
            }
            Family::Groups(set, ways) => FamilyNode::Groups(self.set(set)?, self.rows(ways)),
            Family::Lines(lines) => FamilyNode::Lines(*lines),
        };
        Ok(self.family_node(node))
    }
}

/// Whether a set has no other site than the one under the cursor.
fn is_about_here(set: &Set) -> bool {
    matches!(set, Set::Here) || matches!(set, Set::And(parts) if parts.contains(&Set::Here))
}
