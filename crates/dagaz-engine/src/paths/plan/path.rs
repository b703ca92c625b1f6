//! Lowering of paths and effects.

use dagaz_rules::path::{Act, Onward, OwnerRef, Path};

use super::super::tables::Place;
use super::analysis::{is_test, never_returns};
use super::lower::{FAIL, Lowering, STOP};
use super::{Array, Effect, NewOwner, Next, NotCompiled, Op, Pc, Target, Value};

/// Loops with a constant number of rounds are unrolled up to so many.
const UNROLLED: i32 = 8;

impl Lowering<'_> {
    pub(super) fn sequence(&mut self, parts: &[Path], next: Pc) -> Result<Pc, NotCompiled> {
        parts.iter().rev().try_fold(next, |next, part| self.path(part, next))
    }

    /// The operations of a path and of what follows it.
    pub(super) fn path(&mut self, path: &Path, next: Pc) -> Result<Pc, NotCompiled> {
        let op = match path {
            // Alternatives that only ask have equal results: one is enough.
            Path::Or(parts) | Path::First(parts) if parts.len() > 1 && !self.counts_ways && is_test(path) => {
                match self.test(path)? {
                    Some(test) => Op::Test { set: test.set, at_none: test.at_none, next },
                    None => {
                        let targets = self.alternatives(parts, STOP)?;
                        Op::See { entry: self.op(Op::Fork { targets }), yes: next, no: FAIL }
                    }
                }
            }
            Path::Go(ways) => Op::Go { rows: self.rows(ways), next },
            Path::Is(set) => Op::Test { set: self.set(set)?, at_none: false, next },
            Path::Holds(truth) => Op::Holds { truth: self.truth(truth)?, next },
            Path::Seq(parts) => return self.sequence(parts, next),
            Path::Or(parts) => {
                if let [only] = parts.as_slice() {
                    return self.path(only, next);
                }
                Op::Fork { targets: self.alternatives(parts, next)? }
            }
            Path::First(parts) => Op::First { targets: self.alternatives(parts, next)? },
            Path::Many { least, body } => return self.many(*least, body, next),
            Path::Most(body) => {
                let (round, key) = (self.op(Op::RoundMost), self.round_key(body));
                let body = self.path(body, round)?;
                Op::EnterMost { body, key, next }
            }
            Path::Times(number, body) => {
                if let dagaz_rules::path::Number::Is(count @ ..=UNROLLED) = number {
                    let mut next = next;
                    for _ in 0..*count {
                        next = self.path(body, next)?;
                    }
                    return Ok(next);
                }
                let round = self.op(Op::RoundTimes);
                Op::Times { number: self.number(number)?, body: self.path(body, round)?, next }
            }
            Path::See(body) => match self.test(body)? {
                Some(test) => Op::Test { set: test.set, at_none: test.at_none, next },
                None => Op::See { entry: self.question(body)?, yes: next, no: FAIL },
            },
            Path::Not(body) => match self.test(path)? {
                Some(test) => Op::Test { set: test.set, at_none: test.at_none, next },
                None => match &**body {
                    Path::Holds(truth) => Op::Branch { truth: self.truth(truth)?, yes: FAIL, no: next },
                    body => Op::See { entry: self.question(body)?, yes: FAIL, no: next },
                },
            },
            Path::If(question, yes, no) => {
                let (yes, no) = (self.path(yes, next)?, self.path(no, next)?);
                match (&**question, self.test(question)?) {
                    (Path::Holds(truth), _) => Op::Branch { truth: self.truth(truth)?, yes, no },
                    (_, Some(test)) => Op::BranchSet { set: test.set, at_none: test.at_none, yes, no },
                    (question, None) => Op::See { entry: self.question(question)?, yes, no },
                }
            }
            Path::At(set) => Op::At { set: self.set(set)?, next },
            Path::Fly(set) => Op::Fly { set: self.set(set)?, next },
            Path::Land => Op::Land { next },
            Path::Each(set, body) => {
                let round = self.op(Op::RoundEach);
                Op::Each { set: self.set(set)?, body: self.path(body, round)?, next }
            }
            Path::Pick(local, from, to) => {
                Op::Pick { slot: local.0, from: self.number(from)?, to: self.number(to)?, next }
            }
            Path::PickDie(local, dice) => Op::PickDie { slot: local.0, faces: self.faces(*dice), next },
            Path::PickCells(local, _) => Op::PickHere { slot: local.0, next },
            Path::Let(local, number) => Op::Let { slot: local.0, number: self.number(number)?, next },
            Path::LetSet(local, set) => Op::LetSet { slot: local.0, set: self.set(set)?, next },
            Path::Like(set) => Op::Like { set: self.set(set)?, next },
            Path::Continue(how, onward) => {
                let onward = onward.iter().map(|way| match way {
                    Onward::Rule(rule) => Next::Rule(*rule),
                    Onward::Own(names) => Next::Own(names.as_slice().into()),
                    Onward::Play => Next::Play,
                });
                let onward = self.onward(onward.collect());
                let go_on = self.op(Op::Continue { how: *how, onward, next });
                return Ok(self.end_step(go_on));
            }
            Path::Do(act) => return self.act(act, next),
        };
        Ok(self.op(op))
    }

    /// The number of a continuation.
    fn onward(&mut self, onward: Box<[Next]>) -> u16 {
        let known = self.plan.onward.iter().position(|known| *known == onward);
        known.unwrap_or_else(|| {
            self.plan.onward.push(onward);
            self.plan.onward.len() - 1
        }) as u16
    }

    /// Ends the step before something.
    fn end_step(&mut self, next: Pc) -> Pc {
        let note = self.op(Op::NoteStep { next });
        let hooks = match super::lower::has_hooks(&self.game.rules, super::Hook::StepEnd) {
            true => self.op(Op::Hooks { hook: super::Hook::StepEnd, next: note }),
            false => note,
        };
        self.op(Op::EndStep { last: false, next: hooks })
    }

    fn alternatives(&mut self, parts: &[Path], next: Pc) -> Result<Box<[Pc]>, NotCompiled> {
        parts.iter().map(|part| self.path(part, next)).collect()
    }

    fn many(&mut self, least: u8, body: &Path, next: Pc) -> Result<Pc, NotCompiled> {
        if never_returns(self.game, self.me, body) {
            let again = self.reserve();
            let body = self.path(body, again)?;
            self.fill(again, Op::Again { body, next });
            return Ok(if least == 0 { again } else { body });
        }
        let (round, key) = (self.op(Op::Round), self.round_key(body));
        let body = self.path(body, round)?;
        Ok(self.op(Op::Enter { body, least, key, next }))
    }

    /// The variables of move and step that distinguish rounds.
    fn round_key(&self, body: &Path) -> Box<[u16]> {
        let mut key = Vec::new();
        self.game.tables.set_in_rounds(body, &mut |place| key.push(place as u16));
        key.into()
    }

    fn faces(&self, dice: u16) -> Box<[(i32, u16)]> {
        let faces = self.game.rules.dice[usize::from(dice)].faces.iter();
        let face = |(face, var): &(i32, _)| match self.game.tables.places[dagaz_rules::path::VarId::index(*var)] {
            Place::State(index) => Some((*face, index)),
            _ => None,
        };
        faces.filter_map(face).collect()
    }

    fn owner(&self, owner: OwnerRef) -> Result<NewOwner, NotCompiled> {
        Ok(match owner {
            OwnerRef::Player(player) => NewOwner::Player(self.player(player)?),
            OwnerRef::Nobody => NewOwner::Player(dagaz_core::PlayerId::NONE),
            OwnerRef::Owner => NewOwner::Same,
        })
    }

    fn act(&mut self, act: &Act, next: Pc) -> Result<Pc, NotCompiled> {
        let effect = match act {
            Act::Take { at, later: false } => Effect::Take(self.subject(at)?),
            Act::Take { at, later: true } => Effect::TakeLater(self.subject(at)?),
            Act::Put { kind, owner, at } => {
                Effect::Put { kind: *kind, owner: self.owner(*owner)?, at: self.subject(at)? }
            }
            Act::Drop { kind, at } => Effect::Drop { kind: *kind, owner: self.me, at: self.subject(at)? },
            Act::Pocket { owner, at } => Effect::Pocket { owner: self.owner(*owner)?, at: self.subject(at)? },
            Act::Pluck { level, at, owner } => Effect::Pluck {
                level: *level,
                owner: owner.map(|owner| self.owner(owner)).transpose()?,
                at: self.subject(at)?,
            },
            Act::Tuck(at) => Effect::Tuck(self.subject(at)?),
            Act::Lift(number) => Effect::Lift(self.number(number)?),
            Act::Become { kinds, at } => {
                let at = self.subject(at)?;
                let mut targets = Vec::new();
                for kind in kinds {
                    let effect = self.effect_node(Effect::Become { kind: *kind, at });
                    targets.push(self.op(Op::Do { effect, next }));
                }
                return Ok(match targets.as_slice() {
                    [only] => *only,
                    _ => self.op(Op::Fork { targets: targets.into() }),
                });
            }
            Act::Give { owner, at } => Effect::Give { owner: self.owner(*owner)?, at: self.subject(at)? },
            Act::Move { from, to } => Effect::Move { from: self.set(from)?, to: self.set(to)? },
            Act::Shift { set, way } => Effect::Shift { set: self.set(set)?, row: self.row(*way) },
            Act::Swap(a, b) => Effect::Swap(self.set(a)?, self.set(b)?),
            Act::Cycle(cycles) => {
                let mut pairs = Vec::new();
                for cycle in cycles {
                    let after = cycle.iter().skip(1).chain(cycle.first());
                    let steps = cycle.iter().zip(after).filter(|(from, to)| from != to);
                    pairs.extend(steps.map(|(from, to)| (from.0, to.0)));
                }
                Effect::Cycle(pairs.into())
            }
            Act::Out(owner) => Effect::Out(self.owner(*owner)?),
            Act::SwapSeats => Effect::SwapSeats,
            Act::Close(at) => Effect::Close(self.subject(at)?),
            Act::Open(at) => Effect::Open(self.subject(at)?),
            Act::Leave => Effect::Leave,
            Act::Assign { var, value, add, at } => {
                let to = match self.value(*var) {
                    Value::Passing(place) => Target::Passing(place),
                    Value::State(index) => Target::State(index),
                    Value::Site(first) => Target::Sites(first, self.subject(at)?),
                    Value::Attribute(attribute) => Target::Pieces(attribute, self.subject(at)?),
                };
                Effect::Assign { to, value: self.number(value)?, add: *add }
            }
            Act::AssignElement { var, index, value, add } => match self.array(*var) {
                Some(array) => {
                    let to = Target::Element(array, self.number(index)?);
                    Effect::Assign { to, value: self.number(value)?, add: *add }
                }
                None => return Ok(FAIL),
            },
            Act::AssignSet(var, set) => match self.array(*var) {
                Some(Array { first, .. }) => Effect::Keep { first, set: self.set(set)? },
                None => return Ok(next),
            },
            Act::AssignSetAt(var, index, set) => match self.array(*var) {
                Some(array) => Effect::KeepAt { array, index: self.number(index)?, set: self.set(set)? },
                None => return Ok(FAIL),
            },
            Act::Spend(dice, face) => {
                let sum = match self.value(self.game.rules.dice[usize::from(*dice)].sum) {
                    Value::State(index) => index,
                    _ => return Ok(FAIL),
                };
                Effect::Spend { faces: self.faces(*dice), sum, face: self.number(face)? }
            }
            Act::ExtraTurn => Effect::ExtraTurn,
            Act::Skip(number) => Effect::Skip(self.number(number)?),
            Act::Goto(slots) => {
                let known = self.plan.gotos.iter().position(|known| known == slots);
                let place = known.unwrap_or_else(|| {
                    self.plan.gotos.push(slots.clone());
                    self.plan.gotos.len() - 1
                });
                Effect::Goto(place as u16)
            }
        };
        let effect = self.effect_node(effect);
        Ok(self.op(Op::Do { effect, next }))
    }
}
