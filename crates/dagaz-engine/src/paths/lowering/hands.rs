//! Hands: captured pieces and drops.
//!
//! Paths define what happens to a captured or dropped piece; they test and change only this piece.
//! So they are evaluated here at compile time, once for each possible piece.

use dagaz_core::{AttributeId, MoveClassId, PieceTypeId};
use dagaz_rules::path::{Act, Home, KindOf, Number, OwnerRef, Path, PathRules, PlayerRef, Set, VarId};
use dagaz_rules::{Action, AutomatonBuilder, Emit, Entry, Node, Place, Truth};

use super::counters::in_turn;
use super::sets::{Unsaid, flattened};
use super::{NotLowered, Source, Written};
use crate::extra_state::Pockets;
use crate::paths::tables;

/// Attributes of pieces, at most: whatever values they have is tried.
const ATTRIBUTES_MAX: usize = 8;

/// A way for a piece to come from a hand.
pub(super) struct Dropped {
    /// What leaves the hand, and what then stands on the board.
    pub(super) kind: PieceTypeId,
    pub(super) becomes: PieceTypeId,
    pub(super) rule: dagaz_core::RuleId,
    pub(super) entry: Entry,
}

/// One piece, while a path is about it.
#[derive(Clone, Copy)]
struct One {
    kind: PieceTypeId,
    /// The values of its attributes, as bits.
    values: u32,
    /// Whether the path has put it into the mover's hand.
    pocketed: bool,
}

/// What captured pieces become in the capturer's hand.
pub(super) fn pockets(source: &Source<'_>) -> Result<Option<Pockets>, NotLowered> {
    let rules = source.rules;
    if rules.pieces.iter().any(|piece| !piece.on_capture.is_empty()) {
        return Err(NotLowered::Hook);
    }
    if rules.on_capture.is_empty() {
        return Ok(None);
    }
    let attributes = rules.variables.iter().filter(|variable| variable.home == Home::Piece).count();
    if attributes > ATTRIBUTES_MAX {
        return Err(NotLowered::Hook);
    }
    let mut into = Vec::with_capacity(rules.pieces.len() << attributes);
    for kind in (0..rules.pieces.len()).map(PieceTypeId::at) {
        for values in 0..1 << attributes {
            let mut one = One { kind, values, pocketed: false };
            for path in &rules.on_capture {
                source.follow(path, &mut one).map_err(|_| NotLowered::Hook)?;
            }
            into.push(one.pocketed.then_some(one.kind));
        }
    }
    Ok(Some(Pockets { attributes, into }))
}

/// The drops: the moves without a piece, if they are nothing else.
pub(super) fn drops(
    source: &mut Source<'_>,
    written: &mut Written,
    class: &dyn Fn(dagaz_rules::path::NameId) -> Result<Option<MoveClassId>, NotLowered>,
) -> Result<Vec<Dropped>, NotLowered> {
    let rules = source.rules;
    let mut all: Vec<Dropped> = Vec::new();
    let mut landings = Vec::new();
    for call in &rules.moves {
        let rule = &rules.rules[call.rule.index()];
        let (kind, one, automaton) = source.dropped(&rule.path).map_err(|_| NotLowered::Rule(call.rule))?;
        // Two rules that do the same would give one move twice.
        if landings.contains(&(kind, one.kind, one.values)) {
            return Err(NotLowered::Rule(call.rule));
        }
        landings.push((kind, one.kind, one.values));
        let rule_id = written.number(automaton, &rules.names[usize::from(rule.name.0)], rule.span);
        let entry = Entry { rule: rule_id, class: class(rule.name)? };
        all.push(Dropped { kind, becomes: one.kind, rule: call.rule, entry });
    }
    Ok(all)
}

impl Source<'_> {
    /// What a path drops, what it has become then, and the path as an automaton.
    fn dropped(&mut self, path: &Path) -> Result<(PieceTypeId, One, dagaz_rules::Automaton), Unsaid> {
        let parts = in_turn(path);
        let [Path::At(at), rest @ ..] = parts.as_slice() else { return Err(Unsaid) };
        let place = rest.iter().position(|part| matches!(part, Path::Do(Act::Drop { .. }))).ok_or(Unsaid)?;
        let Path::Do(Act::Drop { kind, at: Set::Here }) = rest[place] else { return Err(Unsaid) };
        let mut asked = vec![at];
        for part in &rest[..place] {
            let Path::Is(set) = part else { return Err(Unsaid) };
            asked.push(set);
        }
        // What stood there would be captured.
        if !asked.iter().any(|set| is_empty(set)) {
            return Err(Unsaid);
        }
        let fresh = |values: u32, (attribute, value): &(AttributeId, i32)| match *value {
            0 => values,
            _ => values | 1 << attribute.index(),
        };
        let starts = self.game.layout.spec().starts[kind.index()].iter().fold(0, fresh);
        // Only what the set-up put where it stands has not moved.
        let moved = self.unmoved.as_ref().map_or(0, |(attribute, _)| 1u32 << attribute.index());
        let mut one = One { kind: *kind, values: starts & !moved, pocketed: false };
        for part in &rest[place + 1..] {
            self.follow(part, &mut one)?;
        }
        if one.pocketed {
            return Err(Unsaid);
        }
        let truths = asked.into_iter().map(|set| self.is_in(set, &Place::Here)).collect::<Result<Vec<_>, _>>()?;
        let mut builder = AutomatonBuilder::new(self.game.limits.rule_nodes);
        let becomes = if one.kind == *kind { Vec::new() } else { vec![one.kind] };
        let emit = Emit { becomes, then: None, copies: false };
        let mut node = builder.add(Node::Emit(emit, AutomatonBuilder::END), Default::default())?;
        let changed = starts ^ one.values;
        for attribute in (0..32).filter(|attribute| changed >> attribute & 1 == 1) {
            let value = Truth::Always(one.values >> attribute & 1 == 1);
            let action = Action::SetAttribute(AttributeId::at(attribute), value, Place::Here);
            node = builder.add(Node::Do(action, node), Default::default())?;
        }
        node = builder.add(Node::Test(Truth::All(truths), node, AutomatonBuilder::END), Default::default())?;
        Ok((*kind, one, builder.build(node)))
    }

    /// The attribute of pieces that a variable is.
    pub(super) fn attribute(&self, var: VarId) -> Option<AttributeId> {
        match self.game.tables.places[var.index()] {
            tables::Place::Piece(attribute) => Some(attribute),
            _ => None,
        }
    }

    /// Follows a path that is about one piece, and does to it what the path does.
    fn follow(&self, path: &Path, one: &mut One) -> Result<(), Unsaid> {
        // What has gone into a hand is not on its site any more.
        if one.pocketed {
            return if in_turn(path).is_empty() { Ok(()) } else { Err(Unsaid) };
        }
        match path {
            Path::Seq(parts) => parts.iter().try_for_each(|part| self.follow(part, one)),
            Path::If(question, yes, no) => {
                let branch = if self.asked(question, one)? { yes } else { no };
                self.follow(branch, one)
            }
            Path::Do(Act::Pocket { owner: OwnerRef::Player(PlayerRef::Me), at: Set::Here }) => {
                one.pocketed = true;
                Ok(())
            }
            Path::Do(Act::Become { kinds, at: Set::Here }) => {
                let [kind] = kinds.as_slice() else { return Err(Unsaid) };
                one.kind = becomes(self.rules, one.kind, *kind);
                Ok(())
            }
            Path::Do(Act::Assign { var, value: Number::Is(value @ (0 | 1)), add: false, at: Set::Here }) => {
                let bit = 1 << self.attribute(*var).ok_or(Unsaid)?.index();
                one.values = if *value == 1 { one.values | bit } else { one.values & !bit };
                Ok(())
            }
            _ => Err(Unsaid),
        }
    }

    fn asked(&self, path: &Path, one: &One) -> Result<bool, Unsaid> {
        match path {
            Path::Is(set) => self.is_one(set, one),
            Path::Seq(parts) => {
                let answers = parts.iter().map(|part| self.asked(part, one)).collect::<Result<Vec<_>, _>>()?;
                Ok(answers.into_iter().all(|answer| answer))
            }
            Path::Or(parts) => {
                let answers = parts.iter().map(|part| self.asked(part, one)).collect::<Result<Vec<_>, _>>()?;
                Ok(answers.into_iter().any(|answer| answer))
            }
            Path::Not(inner) => Ok(!self.asked(inner, one)?),
            _ => Err(Unsaid),
        }
    }

    fn is_one(&self, set: &Set, one: &One) -> Result<bool, Unsaid> {
        let each = |parts: &[Set]| parts.iter().map(|part| self.is_one(part, one)).collect::<Result<Vec<_>, _>>();
        Ok(match set {
            Set::Kinds(kinds) => kinds.contains(&one.kind),
            Set::Var(var) => one.values >> self.attribute(*var).ok_or(Unsaid)?.index() & 1 == 1,
            Set::Not(inner) => !self.is_one(inner, one)?,
            Set::And(parts) => each(parts)?.into_iter().all(|is| is),
            Set::Or(parts) => each(parts)?.into_iter().any(|is| is),
            _ => return Err(Unsaid),
        })
    }
}

/// What a piece of some type becomes.
pub(super) fn becomes(rules: &PathRules, from: PieceTypeId, into: KindOf) -> PieceTypeId {
    match into {
        KindOf::Type(kind) => kind,
        KindOf::Table(table) => {
            let entry = rules.table(table).entries.get(from.index()).copied().flatten();
            entry.map_or(from, |kind| PieceTypeId(kind as u16))
        }
    }
}

/// Whether a site of a set is surely empty.
fn is_empty(set: &Set) -> bool {
    match set {
        Set::Empty => true,
        Set::And(parts) => flattened(parts).into_iter().any(|part| *part == Set::Empty),
        _ => false,
    }
}
