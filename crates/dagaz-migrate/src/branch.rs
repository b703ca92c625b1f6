//! Branches of automata: where they join, and what must be duplicated.
//!
//! Code behind a join is written once wherever possible; otherwise a rule of a hundred branches
//! would be expanded for every combination of them.

use dagaz_rules::{Action, Hop, Node, NodeId, Place, SiteTest, Truth};

use super::place::CursorPlace;
use super::question::{contrary, elements};
use super::rule_walk::{RuleState, Walk, Walked};
use super::sequence::grouped;
use super::stop::Untranslated;
use super::text::{Sx, list, word};

impl Walk<'_, '_> {
    /// Two branches, each with all that follows.
    pub(super) fn apart(
        &mut self,
        truth: &Truth,
        (yes, no): (NodeId, NodeId),
        now: RuleState,
        end: Option<NodeId>,
    ) -> Walked {
        let question = self.question(truth, &now)?;
        let [one, other] = self.either_way(truth, now);
        let one = self.tail(yes, one, end)?;
        let other = self.tail(no, other, end)?;
        Ok(match (one, other) {
            (None, None) => None,
            (Some(one), None) => Some(elements(question).into_iter().chain(one).collect()),
            (None, Some(other)) => Some(elements(contrary(question)).into_iter().chain(other).collect()),
            (Some(one), Some(other)) => Some(vec![branch(question, one, other)]),
        })
    }

    /// What is known on the two ways of a test.
    fn either_way(&self, truth: &Truth, now: RuleState) -> [RuleState; 2] {
        let mut ways = [now.clone(), now];
        for (way, holds) in ways.iter_mut().zip([true, false]) {
            way.known.learn(self.draft, truth, holds);
        }
        ways
    }

    /// Two branches that emit moves before they join: those moves, or the code behind the join.
    /// `None` if that code must be duplicated, since the pending effects differ.
    pub(super) fn emitting_branches(
        &mut self,
        test: NodeId,
        truth: &Truth,
        ways: (NodeId, NodeId),
        now: &RuleState,
        end: Option<NodeId>,
    ) -> Walked {
        let Some(join) = self.meeting(test, ways, end).filter(|join| Some(*join) != end) else { return Ok(None) };
        if !now.acts.is_empty() || !now.moves.is_empty() || now.target.is_some() || !self.reaches_emission(join, end) {
            return Ok(None);
        }
        let of_branches = [ways.0, ways.1].map(|from| self.reached_before(from, &[join, test])).concat();
        let moves =
            |node: &NodeId| matches!(self.node(*node), Node::Do(Action::Cascade | Action::Origin | Action::Target, _));
        if (!self.chain && of_branches.iter().any(moves))
            || (self.marks(&of_branches) && self.is_mark_wanted(join, end))
        {
            return Ok(None);
        }
        let known = (self.parts, self.put_off.clone());
        let mut behind = now.clone();
        let through = match self.branches_silently(truth, ways.0, ways.1, join, &mut behind, Some(join)) {
            Ok(through) => through,
            Err(Untranslated::Alone) => return Err(Untranslated::Alone),
            Err(Untranslated::Gap(_)) => {
                (self.parts, self.put_off) = known;
                return Ok(None);
            }
        };
        let emitted = self.apart(truth, ways, now.clone(), Some(join))?;
        let rest = match through {
            Some(through) => {
                self.tail(join, behind, end)?.map(|rest| through.into_iter().chain(rest).collect::<Vec<Sx>>())
            }
            None => None,
        };
        Ok(match emitted {
            Some(emitted) => Some(either(emitted, rest)),
            None => rest,
        })
    }

    /// Where an emission is passed by, what waited for it is forgotten.
    pub(super) fn forgotten(&self) -> Result<Vec<Sx>, Untranslated> {
        let forget = |what: &super::act::What| Ok(list("set", [word(self.draft.later(what)?), word("none")]));
        let begun = if self.chain { self.chain_begun() } else { Vec::new() };
        self.put_off.iter().map(forget).chain(begun.into_iter().map(Ok)).collect()
    }

    /// Returns whether any of these nodes remembers the cursor.
    fn marks(&self, nodes: &[NodeId]) -> bool {
        nodes.iter().any(|node| matches!(self.node(*node), Node::Do(Action::Mark, _)))
    }

    /// Returns whether the mark is asked for, from a node on, before there is another.
    fn is_mark_wanted(&self, from: NodeId, end: Option<NodeId>) -> bool {
        let asked = |truth: &Truth| {
            truth.mentions(&|part| matches!(part, Truth::Site(Place::Mark, _) | Truth::Site(_, SiteTest::Marked)))
        };
        let mut seen = vec![false; self.automaton.nodes.len()];
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop() {
            if Some(node) == end || std::mem::replace(&mut seen[node.0 as usize], true) {
                continue;
            }
            match self.node(node) {
                Node::End | Node::Do(Action::Mark, _) => {}
                Node::Go(Hop::Mark, _) => return true,
                Node::Go(_, next) | Node::Turn(next) | Node::Emit(_, next) => waiting.push(*next),
                Node::Do(action, next) => {
                    let wanted = match action {
                        Action::Capture(place) | Action::Create { place, .. } => *place == Place::Mark,
                        Action::Become(_, place) | Action::Give(_, place) | Action::Flip(place) => {
                            *place == Place::Mark
                        }
                        Action::SetAttribute(_, truth, place) | Action::SetSiteFlag(_, truth, place) => {
                            *place == Place::Mark || asked(truth)
                        }
                        Action::SetFlag(_, truth) => asked(truth),
                        _ => false,
                    };
                    if wanted {
                        return true;
                    }
                    waiting.push(*next);
                }
                Node::Test(truth, yes, no) => {
                    if asked(truth) {
                        return true;
                    }
                    waiting.extend([*no, *yes]);
                }
            }
        }
        false
    }

    pub(super) fn branches(
        &mut self,
        truth: &Truth,
        yes: NodeId,
        no: NodeId,
        join: NodeId,
        now: &mut RuleState,
    ) -> Walked {
        self.branches_silently(truth, yes, no, join, now, None)
    }

    /// Two branches that lead to the same place.
    pub(super) fn branches_silently(
        &mut self,
        truth: &Truth,
        yes: NodeId,
        no: NodeId,
        join: NodeId,
        now: &mut RuleState,
        silently: Option<NodeId>,
    ) -> Walked {
        let question = self.question(truth, now)?;
        let [mut one_now, mut other_now] = self.either_way(truth, now.clone());
        let one = self.region(yes, join, &mut one_now, silently)?;
        let other = self.region(no, join, &mut other_now, silently)?;
        Ok(match (one, other) {
            (None, None) => None,
            (Some(one), None) => {
                *now = one_now;
                Some(elements(question).into_iter().chain(one).collect())
            }
            (None, Some(other)) => {
                *now = other_now;
                Some(elements(contrary(question)).into_iter().chain(other).collect())
            }
            (Some(one), Some(other)) => {
                *now = merged(one_now, other_now, silently.is_some())?;
                match one.is_empty() && other.is_empty() {
                    true => Some(Vec::new()),
                    false => Some(vec![branch(question, one, other)]),
                }
            }
        })
    }

    /// Returns the nodes that are reached without coming past `end`.
    pub(super) fn reached(&self, from: NodeId, end: Option<NodeId>) -> Vec<NodeId> {
        self.reached_before(from, end.as_slice())
    }

    /// The nodes that are reached without coming past any of `ends`, in the order of the walk.
    fn reached_before(&self, from: NodeId, ends: &[NodeId]) -> Vec<NodeId> {
        let mut seen = vec![false; self.automaton.nodes.len()];
        let (mut waiting, mut all) = (vec![from], Vec::new());
        while let Some(node) = waiting.pop() {
            if ends.contains(&node) || std::mem::replace(&mut seen[node.0 as usize], true) {
                continue;
            }
            all.push(node);
            match self.node(node) {
                Node::End => {}
                Node::Go(_, next) | Node::Do(_, next) | Node::Turn(next) | Node::Emit(_, next) => waiting.push(*next),
                Node::Test(_, yes, no) => waiting.extend([*no, *yes]),
            }
        }
        all
    }

    pub(super) fn reaches_emission(&self, from: NodeId, end: Option<NodeId>) -> bool {
        self.reached(from, end).iter().any(|node| matches!(self.node(*node), Node::Emit(..)))
    }

    /// Returns whether something is emitted on every way from a node to another; ways that end
    /// before do not count.
    pub(super) fn surely_emits(&self, from: NodeId, to: NodeId) -> bool {
        let emissions: Vec<NodeId> = self.emissions().filter(|node| *node != to).collect();
        !self.reached_before(from, &emissions).contains(&to)
    }

    /// Returns whether the cursor stays where it is, on every way from a node on, until something
    /// is emitted.
    pub(super) fn lands_before_emission(&self, from: NodeId) -> bool {
        let emissions: Vec<NodeId> = self.emissions().collect();
        !self.reached_before(from, &emissions).iter().any(|node| matches!(self.node(*node), Node::Go(..)))
    }

    fn emissions(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = (0..self.automaton.nodes.len() as u32).map(NodeId);
        nodes.filter(|node| matches!(self.node(*node), Node::Emit(..)))
    }

    /// Where the branches of a test come together, if nothing is emitted before; `None` where they
    /// never do.
    pub(super) fn join(&self, test: NodeId, (yes, no): (NodeId, NodeId), end: Option<NodeId>) -> Option<NodeId> {
        let join = self.meeting(test, (yes, no), end)?;
        // What moves, or is noted for it, in one of them belongs to the rest behind it.
        let silent = |from: NodeId| {
            let nodes = self.reached_before(from, &[join, test]);
            let moves = |node: &NodeId| match self.node(*node) {
                Node::Emit(..) => true,
                // Those of a chain are noted in variables.
                Node::Do(Action::Cascade | Action::Origin, _) => !self.chain,
                _ => false,
            };
            !nodes.iter().any(moves) && (!self.marks(&nodes) || !self.is_mark_wanted(join, end))
        };
        // The end of a move is in both branches or in none.
        let [ends_by_one, ends_by_other] = [yes, no].map(|from| {
            let nodes = self.reached_before(from, &[join, test]);
            nodes.iter().any(|node| matches!(self.node(*node), Node::Do(Action::Target, _)))
        });
        (silent(yes) && silent(no) && ends_by_one == ends_by_other).then_some(join)
    }

    /// Where the branches of a test come together. Commands that a loop repeats may be the ones
    /// before it, so that a way may come back to the test.
    pub(super) fn meeting(&self, test: NodeId, (yes, no): (NodeId, NodeId), end: Option<NodeId>) -> Option<NodeId> {
        let ends: Vec<NodeId> = end.into_iter().chain([test]).collect();
        let of_one = self.reached_before(yes, &ends);
        let of_other: std::collections::HashSet<NodeId> = self.reached_before(no, &ends).into_iter().collect();
        let is_end = |node: &NodeId| matches!(self.node(*node), Node::End);
        // In the order of the walk: the first that both come to.
        let join = of_one.iter().copied().find(|node| of_other.contains(node) && !is_end(node))?;
        // Everything that both come to lies behind it.
        let behind: std::collections::HashSet<NodeId> = self.reached_before(join, &ends).into_iter().collect();
        let all = of_one.iter().all(|node| !of_other.contains(node) || behind.contains(node) || is_end(node));
        all.then_some(join)
    }
}

/// Returns a move that ends here, or continues.
pub(super) fn either(done: Vec<Sx>, rest: Option<Vec<Sx>>) -> Vec<Sx> {
    let Some(rest) = rest else { return done };
    let mut ways = vec![grouped(done)];
    match rest.as_slice() {
        [more] if more.rest_of("or").is_some() => ways.extend(more.rest_of("or").unwrap_or_default().iter().cloned()),
        _ => ways.push(grouped(rest)),
    }
    vec![list("or", ways)]
}

/// One or the other.
fn branch(question: Sx, one: Vec<Sx>, other: Vec<Sx>) -> Sx {
    list("if", [question, grouped(one), grouped(other)])
}

/// What is known where two branches come together.
fn merged(mut one: RuleState, mut other: RuleState, silently: bool) -> Result<RuleState, Untranslated> {
    if silently && one.target.is_some() != other.target.is_some() {
        (one.target, other.target) = (None, None);
    }
    let same = one.acts.len() == other.acts.len() && one.moves.len() == other.moves.len();
    if !same || one.target.is_some() != other.target.is_some() {
        return Err(Untranslated::Gap("actions in one of two branches that come together"));
    }
    let mut now = RuleState { known: one.known.clone().or(&other.known), ..one.clone() };
    let mut others = other.clone();
    if one.mark.is_some() != other.mark.is_some() {
        (now.mark, others.mark) = (Some(CursorPlace::lost()), Some(CursorPlace::lost()));
    }
    now.has_left |= other.has_left;
    now.hopped &= other.hopped;
    now.jumped |= other.jumped;
    for (spot, other) in now.spots().zip(others.spots()) {
        if spot.hops != other.hops {
            spot.hops = None;
        }
        if spot.note != other.note {
            spot.note = None;
        }
        if spot.fixed != other.fixed {
            spot.fixed = None;
        }
    }
    Ok(now)
}
