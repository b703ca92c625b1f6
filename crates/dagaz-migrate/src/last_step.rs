//! The last step: a ZRF asks for its origin and destination, also within a chain.
//!
//! Edition 3 answers this for whole moves, and drops have no origin there. Within a chain the last
//! step ended where the next one starts; its origin is kept in a variable if some rule asks for it.

use dagaz_core::MoveClassId;
use dagaz_rules::{Action, Entry, Hop, Node, PassRule, Place, Rules, SiteTest, Then, Truth};

/// When a rule of a class is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MovePhase {
    /// A turn begins with it.
    First,
    /// It continues moves of others.
    Onward,
    /// Both.
    Either,
}

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(super) struct LastStep {
    /// For each class when its rules are walked; the last for those without.
    walked: Vec<MovePhase>,
    /// For each class whether some of its rules, as continuations, ask for the origin of the last
    /// step.
    within: Vec<bool>,
    /// Whether others do, so that every step has to be kept.
    beyond: bool,
    is_lost_by_pass: bool,
}

/// The end of the last step that rules ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Origin,
    Target,
}

impl Asked {
    fn place(self) -> Place {
        match self {
            Asked::Origin => Place::LastFrom,
            Asked::Target => Place::LastTo,
        }
    }

    fn hop(self) -> Hop {
        match self {
            Asked::Origin => Hop::LastFrom,
            Asked::Target => Hop::LastTo,
        }
    }

    /// Returns whether a condition, parts aside, asks for it.
    fn is_in(self, truth: &Truth) -> bool {
        match (self, truth) {
            (_, Truth::Site(place, _)) if *place == self.place() => true,
            (Asked::Origin, Truth::Site(_, SiteTest::LastFrom)) => true,
            (Asked::Target, Truth::Site(_, SiteTest::LastTo)) => true,
            _ => false,
        }
    }
}

impl LastStep {
    pub(super) fn of(rules: &Rules) -> LastStep {
        let classes = rules.classes.len();
        let place = |class: Option<MoveClassId>| class.map_or(classes, |class| class.index());
        let mut onward = vec![false; classes + 1];
        let entries = || rules.pieces.iter().flat_map(|piece| piece.moves.iter().chain(&piece.drops));
        for entry in entries() {
            for node in &rules.rules[entry.rule.index()].automaton.nodes {
                if let Node::Emit(emit, _) = node {
                    match emit.then {
                        Some(Then::Class(class)) => onward[place(Some(class))] = true,
                        Some(Then::SameClass) => onward[place(entry.class)] = true,
                        None => {}
                    }
                }
            }
        }
        let first = |class: usize| {
            let of_slot = rules.turns.slots.iter().any(|slot| slot.class.is_some_and(|known| known.index() == class));
            let unclassed_slot = rules.turns.slots.iter().any(|slot| slot.class.is_none());
            let begins = match &rules.first {
                Some(first) => class == classes || first.groups.iter().flatten().any(|known| known.index() == class),
                None => true,
            };
            of_slot || (unclassed_slot && begins)
        };
        let walked: Vec<MovePhase> = (0..=classes)
            .map(|class| match (onward[class], first(class)) {
                (true, true) => MovePhase::Either,
                (true, false) => MovePhase::Onward,
                _ => MovePhase::First,
            })
            .collect();
        // A drop begins where it ends, and so does a copy; edition 3 has them begin nowhere, and
        // where the piece stood.
        let drops = rules.pieces.iter().any(|piece| !piece.drops.is_empty());
        let copies = |node: &Node| matches!(node, Node::Emit(emit, _) if emit.copies);
        // A pass has no sites in edition 3, so that its `last-from` is empty; edition 2 keeps the
        // sites of the move before it.
        let passes = rules.pass != PassRule::Never;
        let differs = passes
            || drops
            || onward.contains(&true)
            || rules.rules.iter().flat_map(|rule| &rule.automaton.nodes).any(copies);
        let asks_of = |class: usize| {
            let mut own = entries().filter(|entry| place(entry.class) == class);
            own.any(|entry| asks(&rules.rules[entry.rule.index()].automaton.nodes, Asked::Origin))
        };
        let within: Vec<bool> = (0..=classes).map(|class| onward[class] && asks_of(class)).collect();
        let of_endings = || {
            let endings = rules.endings.iter().map(|ending| &ending.when);
            endings.chain(rules.nevers.iter().map(|never| &never.when))
        };
        let in_endings = |asked: Asked| of_endings().any(|truth| truth.mentions(&|part| asked.is_in(part)));
        let begun_with = (0..=classes).any(|class| walked[class] != MovePhase::Onward && asks_of(class));
        let beyond = differs && (begun_with || in_endings(Asked::Origin));
        let begins = |entry: &&Entry| walked[place(entry.class)] != MovePhase::Onward;
        let asks_target = |entry: &Entry| asks(&rules.rules[entry.rule.index()].automaton.nodes, Asked::Target);
        let is_lost_by_pass = passes && (entries().filter(begins).any(asks_target) || in_endings(Asked::Target));
        LastStep { walked, within, beyond, is_lost_by_pass }
    }

    /// Returns whether rules ask where the last move ended when a pass may have come after it:
    /// edition 3 forgets it then.
    pub(super) fn is_lost_by_pass(&self) -> bool {
        self.is_lost_by_pass
    }

    /// When rules of a class are walked.
    pub(super) fn walked(&self, class: Option<MoveClassId>) -> MovePhase {
        class
            .map_or(self.walked.last().copied(), |class| self.walked.get(class.index()).copied())
            .unwrap_or(MovePhase::First)
    }

    /// Returns whether a variable has to tell where the last step began, for a rule that is walked
    /// then.
    pub(super) fn is_kept_for(&self, walked: MovePhase) -> bool {
        self.beyond || (walked != MovePhase::First && self.within.contains(&true))
    }

    /// Returns whether a step must record its origin. `onward`: the class of its continuation, if
    /// any.
    pub(super) fn is_left_by(&self, onward: Option<Option<MoveClassId>>) -> bool {
        let asked = |class: Option<MoveClassId>| {
            class.map_or(self.within.last(), |class| self.within.get(class.index())).copied().unwrap_or(false)
        };
        self.beyond || onward.is_some_and(asked)
    }
}

/// Returns whether nodes ask for an end of the last step.
fn asks(nodes: &[Node], asked: Asked) -> bool {
    let in_truth = |truth: &Truth| truth.mentions(&|part| asked.is_in(part));
    let is_asked = |place: &Place| *place == asked.place();
    nodes.iter().any(|node| match node {
        Node::Test(truth, ..) => in_truth(truth),
        Node::Go(hop, _) => *hop == asked.hop(),
        Node::Do(action, _) => match action {
            Action::Capture(place)
            | Action::Create { place, .. }
            | Action::Become(_, place)
            | Action::Give(_, place)
            | Action::Flip(place) => is_asked(place),
            Action::SetAttribute(_, truth, place) | Action::SetSiteFlag(_, truth, place) => {
                is_asked(place) || in_truth(truth)
            }
            Action::SetFlag(_, truth) => in_truth(truth),
            _ => false,
        },
        _ => false,
    })
}
