//! From automata to programs: one rule, made ready for one side.
//!
//! Nodes are laid out so that the edge most often taken falls through; truths become jumps with
//! short circuits; a value to be set becomes a branch between two settings.

#![deny(clippy::cast_possible_truncation)]

use dagaz_core::{Fuel, PieceTypeId, PlayerId, PlayerKind};
use dagaz_rules::{Action, Automaton, Emit, Holder, Hop, Node, NodeId, OwnerOf, Place, Rules, SiteTest, Truth};

use crate::board::Board;
use crate::check::Check;
use crate::program::{At, EmitCode, Op, Owner, Program, Test};
use crate::table::Table;

/// Owner masks as `side` sees them: bit `owner + 1`; bit 0 is "no owner".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owners {
    own: u32,
    enemy: u32,
    neutral: u32,
}

impl Owners {
    pub(crate) fn seen_by(rules: &Rules, side: PlayerId) -> Owners {
        let (mut enemy, mut neutral) = (0, 1);
        for (index, player) in rules.players.iter().enumerate() {
            if player.kind == PlayerKind::Neutral {
                neutral |= 1 << (index + 1);
            } else if index != side.index() {
                enemy |= 1 << (index + 1);
            }
        }
        Owners { own: 1 << (side.index() + 1), enemy, neutral }
    }

    pub(crate) fn mask(self, holder: Holder) -> u32 {
        match holder {
            Holder::Own => self.own,
            Holder::Enemy => self.enemy,
            Holder::Neutral => self.neutral,
            Holder::Anyone => u32::MAX,
        }
    }
}

/// Resolves places, tests and truths for one side; the tables grow with what they name.
pub(crate) struct Resolver<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) board: &'a Board,
    pub(crate) side: PlayerId,
    pub(crate) owners: Owners,
    paths: Table<Box<[u16]>>,
    kinds: Table<Box<[u64]>>,
    zones: Table<Box<[u64]>>,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(rules: &'a Rules, board: &'a Board, side: PlayerId) -> Resolver<'a> {
        Resolver {
            rules,
            board,
            side,
            owners: Owners::seen_by(rules, side),
            paths: Table::default(),
            kinds: Table::default(),
            zones: Table::default(),
        }
    }

    /// A program that has only the tables so far.
    pub(crate) fn tables(self) -> Program {
        Program {
            paths: self.paths.entries(),
            kinds: self.kinds.entries(),
            zones: self.zones.entries(),
            ..Program::default()
        }
    }

    pub(crate) fn at(&mut self, place: &Place) -> At {
        let topology = &self.rules.topology;
        match place {
            Place::Here => At::Here,
            Place::Along(path) => {
                let rows: Vec<u16> =
                    path.iter().map(|&direction| self.board.row(topology, self.side, direction, false)).collect();
                match *rows.as_slice() {
                    [] => At::Here,
                    [row] => At::Row(row),
                    _ => At::Path(self.paths.number(rows.into_boxed_slice())),
                }
            }
            Place::Against(direction) => At::Row(self.board.row(topology, self.side, *direction, true)),
            Place::At(site) => At::Site(*site),
            Place::Mark => At::Mark,
            Place::Origin => At::Origin,
            Place::LastFrom => At::LastFrom,
            Place::LastTo => At::LastTo,
        }
    }

    pub(crate) fn test(&mut self, test: &SiteTest) -> Test {
        match test {
            SiteTest::OnBoard => Test::OnBoard,
            SiteTest::Empty => Test::Empty,
            SiteTest::Holds(holder, kinds) => {
                let owners = self.owners.mask(*holder);
                match *kinds.as_slice() {
                    [] => Test::Owned(owners),
                    [kind] => Test::OwnedKind(owners, kind),
                    _ => {
                        let mut set = vec![0; self.rules.pieces.len().div_ceil(64)];
                        kinds.iter().for_each(|kind| set[kind.index() / 64] |= 1 << (kind.index() % 64));
                        Test::OwnedKinds(owners, self.kinds.number(set.into_boxed_slice()))
                    }
                }
            }
            SiteTest::Is(site) => Test::Is(*site),
            SiteTest::In(zone) => {
                let set = self.rules.topology.zones()[zone.index()].of(self.side);
                Test::In(self.zones.number(set.words().into()))
            }
            SiteTest::Has(attribute) => Test::Has(*attribute),
            SiteTest::Flagged(flag) => Test::Flagged(*flag),
            SiteTest::LastFrom => Test::LastFrom,
            SiteTest::LastTo => Test::LastTo,
            SiteTest::Marked => Test::Marked,
            SiteTest::NextToEnemy => Test::NextToEnemy,
            SiteTest::Attacked(class) => Test::Attacked(*class),
            SiteTest::Defended(class) => Test::Defended(*class),
        }
    }
}

/// Compiles a rule for one side.
pub(crate) fn compile(rules: &Rules, board: &Board, automaton: &Automaton, side: PlayerId) -> Program {
    let mut compiler = Compiler {
        resolver: Resolver::new(rules, board, side),
        automaton,
        // Rules that could run without end exceed any budget.
        fuel: automaton.fuel(dagaz_rules::Size::of(rules)).unwrap_or_else(|_| vec![u32::MAX; automaton.nodes.len()]),
        placed: vec![None; automaton.nodes.len()],
        waiting: vec![automaton.start],
        jumps: Vec::new(),
        ops: Vec::new(),
        checks: Table::default(),
        emits: Table::default(),
    };
    while let Some(node) = compiler.waiting.pop() {
        if compiler.placed[node.0 as usize].is_none() {
            compiler.chain(node);
        }
    }
    compiler.finish()
}

struct Compiler<'a> {
    resolver: Resolver<'a>,
    automaton: &'a Automaton,
    /// For each node what the way from it costs.
    fuel: Vec<u32>,
    /// Where each node begins, once it has been laid out.
    placed: Vec<Option<u32>>,
    waiting: Vec<NodeId>,
    /// Instructions whose target is a node not yet placed.
    jumps: Vec<(usize, NodeId)>,
    ops: Vec<Op>,
    checks: Table<Check>,
    emits: Table<EmitCode>,
}

impl Compiler<'_> {
    fn push(&mut self, op: Op) {
        self.ops.push(op);
    }

    fn here(&self) -> usize {
        self.ops.len()
    }

    /// Where the next instruction will be, as jumps have it.
    fn place(&self) -> u32 {
        // Rules have a million nodes at most, each of a few instructions.
        u32::try_from(self.here()).unwrap_or(u32::MAX)
    }

    /// Lays out a node and those that follow it, until one that has been laid out already.
    fn chain(&mut self, first: NodeId) {
        let automaton = self.automaton;
        let mut node = first;
        loop {
            if self.placed[node.0 as usize].is_some() {
                self.jumps.push((self.here(), node));
                self.push(Op::Jump(0));
                return;
            }
            self.placed[node.0 as usize] = Some(self.place());
            node = match automaton.node(node) {
                Node::Go(hop, next) => {
                    let at = self.hop(*hop);
                    self.push(Op::Hop(at));
                    *next
                }
                Node::Test(truth, then, otherwise) => {
                    self.branch(truth, true, *otherwise);
                    self.waiting.push(*otherwise);
                    *then
                }
                Node::Do(action, next) => {
                    self.action(action);
                    *next
                }
                Node::Turn(next) => {
                    self.push(Op::Turn(self.fuel[next.0 as usize]));
                    *next
                }
                Node::Emit(emit, next) => {
                    self.emit(emit);
                    *next
                }
                Node::End => {
                    self.push(Op::End);
                    return;
                }
            };
        }
    }

    fn hop(&mut self, hop: Hop) -> At {
        match hop {
            Hop::Along(direction) => self.resolver.at(&Place::Along(vec![direction])),
            Hop::Against(direction) => self.resolver.at(&Place::Against(direction)),
            Hop::To(site) => At::Site(site),
            Hop::Origin => At::Origin,
            Hop::Target => At::Target,
            Hop::Mark => At::Mark,
            Hop::LastFrom => At::LastFrom,
            Hop::LastTo => At::LastTo,
        }
    }

    /// Continues if `truth` equals `wanted`, else goes to the node `otherwise`.
    fn branch(&mut self, truth: &Truth, wanted: bool, otherwise: NodeId) {
        let mut exits = Vec::new();
        self.truth(truth, wanted, &mut exits);
        self.jumps.extend(exits.into_iter().map(|exit| (exit, otherwise)));
    }

    /// Continues if `truth` equals `wanted`; the jump instructions for the other case are added to
    /// `exits`.
    fn truth(&mut self, truth: &Truth, wanted: bool, exits: &mut Vec<usize>) {
        match truth {
            Truth::Always(value) => {
                if *value != wanted {
                    exits.push(self.here());
                    self.push(Op::Jump(0));
                }
            }
            Truth::Not(inner) => self.truth(inner, !wanted, exits),
            Truth::All(parts) if wanted => parts.iter().for_each(|part| self.truth(part, true, exits)),
            Truth::Any(parts) if !wanted => parts.iter().for_each(|part| self.truth(part, false, exits)),
            // Any of them as wanted is enough: all but the last jump over the rest.
            Truth::All(parts) | Truth::Any(parts) => {
                let Some((last, parts)) = parts.split_last() else {
                    exits.push(self.here());
                    self.push(Op::Jump(0));
                    return;
                };
                let mut enough = Vec::new();
                for part in parts {
                    self.truth(part, !wanted, &mut enough);
                }
                self.truth(last, wanted, exits);
                let here = self.place();
                enough.into_iter().for_each(|jump| self.aim(jump, here));
            }
            Truth::Site(place, test) => {
                let (at, test) = (self.resolver.at(place), self.resolver.test(test));
                exits.push(self.here());
                self.push(Op::Unless { at, test, wanted, target: 0 });
            }
            Truth::Flag(flag) => {
                exits.push(self.here());
                self.push(Op::UnlessFlag { flag: *flag, wanted, target: 0 });
            }
            Truth::Somewhere(_)
            | Truth::Compare(..)
            | Truth::Captured(_)
            | Truth::Stuck
            | Truth::AllStuck
            | Truth::Repeated(_) => {
                let check = Check::resolve(&mut self.resolver, truth);
                let check = if wanted { check } else { Check::Not(Box::new(check)) };
                let check = self.checks.number(check);
                exits.push(self.here());
                self.push(Op::UnlessCheck { check, target: 0 });
            }
        }
    }

    /// Sets the target of a jump.
    fn aim(&mut self, jump: usize, to: u32) {
        match &mut self.ops[jump] {
            Op::Unless { target, .. }
            | Op::UnlessFlag { target, .. }
            | Op::UnlessCheck { target, .. }
            | Op::Jump(target) => *target = to,
            _ => {}
        }
    }

    /// One of two instructions, by the answer to `truth`.
    fn choose(&mut self, truth: &Truth, op: impl Fn(bool) -> Op) {
        if let Truth::Always(value) = truth {
            return self.push(op(*value));
        }
        let mut exits = Vec::new();
        self.truth(truth, true, &mut exits);
        self.push(op(true));
        let over = self.here();
        self.push(Op::Jump(0));
        let otherwise = self.place();
        exits.into_iter().for_each(|exit| self.aim(exit, otherwise));
        self.push(op(false));
        let end = self.place();
        self.aim(over, end);
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Origin => self.push(Op::SetOrigin),
            Action::Target => self.push(Op::SetTarget),
            Action::Mark => self.push(Op::SetMark),
            Action::Cascade => self.push(Op::Cascade),
            Action::Capture(place) => {
                let at = self.resolver.at(place);
                self.push(Op::Capture(at));
            }
            Action::Create { owner, kind, place } => {
                let (owner, at) = (self.owner(*owner), self.resolver.at(place));
                self.push(Op::Create(owner, *kind, at));
            }
            Action::Become(kind, place) => {
                let at = self.resolver.at(place);
                self.push(Op::Become(*kind, at));
            }
            Action::Give(owner, place) => {
                let (owner, at) = (self.owner(*owner), self.resolver.at(place));
                self.push(Op::Give(owner, at));
            }
            Action::Flip(place) => {
                let at = self.resolver.at(place);
                self.push(Op::Flip(at));
            }
            Action::SetAttribute(attribute, value, place) => {
                let at = self.resolver.at(place);
                self.choose(value, |value| Op::SetAttribute(*attribute, value, at));
            }
            Action::SetFlag(flag, value) => {
                self.choose(value, |value| Op::SetFlag(*flag, value));
            }
            Action::SetSiteFlag(flag, value, place) => {
                let at = self.resolver.at(place);
                self.choose(value, |value| Op::SetSiteFlag(*flag, value, at));
            }
        }
    }

    fn owner(&self, owner: OwnerOf) -> Owner {
        match owner {
            OwnerOf::Side => Owner::Player(self.resolver.side),
            OwnerOf::Mover => Owner::Mover,
            OwnerOf::Player(player) => Owner::Player(player),
        }
    }

    fn emit(&mut self, emit: &Emit) {
        let becomes: Box<[PieceTypeId]> = emit.becomes.clone().into_boxed_slice();
        let emit = self.emits.number(EmitCode { becomes, then: emit.then, copies: emit.copies });
        self.push(Op::Emit(emit));
    }

    fn finish(mut self) -> Program {
        for (jump, node) in std::mem::take(&mut self.jumps) {
            let to = self.placed[node.0 as usize].unwrap_or(0);
            self.aim(jump, to);
        }
        Program {
            ops: self.ops,
            fuel: self.fuel[self.automaton.start.0 as usize].saturating_add(Fuel::RUN),
            emits: self.emits.entries(),
            checks: self.checks.entries(),
            ..self.resolver.tables()
        }
    }
}
