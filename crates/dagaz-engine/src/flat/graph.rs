//! What is left of a rule when its start site is known: questions about the board, and the steps to which answers lead.
//!
//! A graph is made by running the [`Machine`] from one start and following both answers of every question. Runs that
//! have come to the same point are one node, so a slider is a row of nodes and a tour of the board is no longer than the
//! board. A rule of which too many different things can wait for an emission is followed without its deeds: the graph
//! then tells which steps there are, and what they do is found out when one is played.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use dagaz_core::{AttributeId, Effect, PieceTypeId, SiteId};
use dagaz_rules::Then;

use super::codes::{CodeSet, Codes};
use super::machine::{Event, Machine, Opaque, Question, Setting};
use crate::emission::{Pieces, Shape};
use crate::vm::Waiting;

/// Nodes of a graph in which all flags and deeds are settled.
const SETTLED_MAX: usize = 1_000;
/// Nodes of a graph in which they are live.
const NODES_MAX: usize = 4_000;

/// A place in a rule where the board decides, or a step is made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// Whether one of these codes stands on the site.
    Ask {
        site: SiteId,
        set: CodeSet,
        then: u32,
        otherwise: u32,
    },
    /// Any other question.
    AskElse {
        question: Question,
        then: u32,
        otherwise: u32,
    },
    /// On each of some sites where one of these codes stands, the piece is captured with the next step. They are the
    /// `first..last` of [`Graph::each`].
    CaptureEach {
        first: u32,
        last: u32,
        set: CodeSet,
        next: u32,
    },
    /// A flag decides.
    AskFlag {
        flag: u16,
        then: u32,
        otherwise: u32,
    },
    /// A flag is set.
    Flag {
        flag: u16,
        up: bool,
        next: u32,
    },
    /// A deed waits for the next step.
    Wait {
        deed: Waiting,
        next: u32,
    },
    /// A piece goes along with the next step.
    Cascade {
        from: SiteId,
        to: SiteId,
        next: u32,
    },
    /// The steps `first..last`, then on.
    Make {
        first: u32,
        last: u32,
        next: u32,
    },
    End,
}

/// What a step does to the board.
#[derive(Clone, Debug)]
pub(crate) enum Deeds {
    /// A piece goes from the start to the target, or is dropped there, and becomes what `landing` says for each code
    /// that it can have. `effects` say the same.
    Plain { landing: Box<[u8]>, effects: Box<[Effect]> },
    /// These effects, always.
    Fixed(Box<[Effect]>),
    /// What the shape of the step says once the board is known.
    Shaped { cascades: Box<[(SiteId, SiteId)]>, waiting: Box<[Waiting]>, origin: SiteId, copies: bool },
    /// The same, with the deeds that wait when the step is made.
    Live { origin: SiteId, copies: bool },
}

/// A step that the rule can make.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) target: SiteId,
    pub(crate) then: Option<Then>,
    pub(crate) becomes: Option<PieceTypeId>,
    /// The codes that may stand on the target before the step, as far as the rule has just asked.
    pub(crate) found: CodeSet,
    pub(crate) deeds: Deeds,
}

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) made: Vec<Made>,
    pub(crate) start: u32,
    /// The most fuel that a run can need.
    pub(crate) fuel: u64,
    /// Whether flags are set and deeds wait while it is walked.
    pub(crate) live: bool,
    /// The sites of all [`Node::CaptureEach`].
    pub(crate) each: Vec<SiteId>,
}

impl Graph {
    /// The graph of a rule from one start; an error if it has none of tolerable size. Whether it must be `live` is likely
    /// to be the same for all starts, so it is tried once.
    pub(crate) fn of(setting: &Setting<'_>, live: &mut bool) -> Result<Graph, Opaque> {
        if !*live {
            match Builder::build(&Setting { live: false, ..*setting }, SETTLED_MAX) {
                Ok(graph) => return Ok(graph),
                Err(Opaque) => *live = true,
            }
        }
        Builder::build(&Setting { live: true, ..*setting }, NODES_MAX)
    }

    /// Puts tours that capture whatever is such and such into one node each: most of them find little.
    fn gather_captures(&mut self) {
        let tour = |nodes: &[Node], id: u32| match nodes[id as usize] {
            Node::Ask { site, set, then, otherwise } => match nodes[then as usize] {
                Node::Wait { deed: Waiting::Capture(captured), next } if captured == site && next == otherwise => {
                    Some((site, set, next))
                }
                _ => None,
            },
            _ => None,
        };
        let mut covered = vec![false; self.nodes.len()];
        for id in 0..self.nodes.len() as u32 {
            let Some((_, set, _)) = tour(&self.nodes, id).filter(|_| !covered[id as usize]) else { continue };
            let (first, mut next) = (self.each.len() as u32, id);
            while let Some((site, _, after)) = tour(&self.nodes, next).filter(|(_, other, _)| *other == set) {
                self.each.push(site);
                covered[next as usize] = true;
                next = after;
            }
            let last = self.each.len() as u32;
            if last - first < 4 {
                self.each.truncate(first as usize);
                continue;
            }
            self.nodes[id as usize] = Node::CaptureEach { first, last, set, next };
        }
    }

    /// For each node whether a step that is `wanted` can follow.
    pub(crate) fn leads_to(&self, wanted: &dyn Fn(&Made) -> bool) -> Vec<bool> {
        let mut leads: Vec<bool> = (self.nodes.iter())
            .map(|node| match *node {
                Node::Make { first, last, .. } => self.made[first as usize..last as usize].iter().any(wanted),
                _ => false,
            })
            .collect();
        // Nodes are numbered as they were found, so a few passes from the end do.
        let mut changed = true;
        while changed {
            changed = false;
            for (index, node) in self.nodes.iter().enumerate().rev() {
                let follows = match *node {
                    Node::Ask { then, otherwise, .. }
                    | Node::AskElse { then, otherwise, .. }
                    | Node::AskFlag { then, otherwise, .. } => leads[then as usize] || leads[otherwise as usize],
                    Node::Make { next, .. }
                    | Node::Flag { next, .. }
                    | Node::Wait { next, .. }
                    | Node::Cascade { next, .. }
                    | Node::CaptureEach { next, .. } => leads[next as usize],
                    Node::End => false,
                };
                changed |= follows && !leads[index];
                leads[index] |= follows;
            }
        }
        leads
    }

    /// Memory of the graph in bytes, about.
    pub(crate) fn bytes(&self) -> usize {
        let deeds = |made: &Made| match &made.deeds {
            Deeds::Plain { landing, effects } => landing.len() + size_of_val(&effects[..]),
            Deeds::Fixed(effects) => size_of_val(&effects[..]),
            Deeds::Shaped { cascades, waiting, .. } => size_of_val(&cascades[..]) + size_of_val(&waiting[..]),
            Deeds::Live { .. } => 0,
        };
        let own = size_of_val(&self.nodes[..]) + size_of_val(&self.made[..]) + size_of_val(&self.each[..]);
        own + self.made.iter().map(deeds).sum::<usize>()
    }

    /// Whether nothing ever comes of it.
    pub(crate) fn is_barren(&self) -> bool {
        self.made.is_empty()
    }
}

/// A hash of machines: quick, and not for data that strangers choose bit by bit, of which a graph has little.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

struct Builder<'a> {
    setting: &'a Setting<'a>,
    known: HashMap<Machine, u32, BuildHasherDefault<Quick>>,
    waiting: Vec<(u32, Machine, Event)>,
    nodes: Vec<Node>,
    /// For each node the fuel from the stop before it, at most.
    fuel: Vec<u32>,
    made: Vec<Made>,
    most: usize,
}

impl Builder<'_> {
    fn build(setting: &Setting<'_>, most: usize) -> Result<Graph, Opaque> {
        let mut builder = Builder {
            setting,
            known: HashMap::default(),
            waiting: Vec::new(),
            nodes: vec![Node::End],
            fuel: vec![0],
            made: Vec::new(),
            most,
        };
        let start = builder.node(Machine::new(setting))?;
        while let Some((id, machine, event)) = builder.waiting.pop() {
            builder.nodes[id as usize] = builder.follow(machine, event)?;
        }
        let fuel = builder.longest(start)?;
        let (nodes, made) = (builder.nodes, builder.made);
        let mut graph = Graph { nodes, made, start, fuel, live: setting.live, each: Vec::new() };
        graph.gather_captures();
        graph.nodes.shrink_to_fit();
        graph.made.shrink_to_fit();
        graph.each.shrink_to_fit();
        Ok(graph)
    }

    /// The node at which a machine stops next.
    fn node(&mut self, mut machine: Machine) -> Result<u32, Opaque> {
        let event = machine.advance(self.setting)?;
        let fuel = std::mem::take(&mut machine.fuel);
        if event == Event::Ends {
            self.fuel[0] = self.fuel[0].max(fuel);
            return Ok(0);
        }
        let next = self.nodes.len() as u32;
        if let Some(&id) = self.known.get(&machine) {
            let most = &mut self.fuel[id as usize];
            *most = fuel.max(*most);
            return Ok(id);
        }
        if self.nodes.len() >= self.most {
            return Err(Opaque);
        }
        self.nodes.push(Node::End);
        self.fuel.push(fuel);
        self.known.insert(machine.clone(), next);
        self.waiting.push((next, machine, event));
        Ok(next)
    }

    fn follow(&mut self, machine: Machine, event: Event) -> Result<Node, Opaque> {
        Ok(match event {
            Event::Asks(question) => {
                let (mut yes, mut no) = (machine.clone(), machine);
                yes.answered(self.setting, question, true);
                no.answered(self.setting, question, false);
                let (then, otherwise) = (self.node(yes)?, self.node(no)?);
                match question {
                    Question::Holds(site, set) => Node::Ask { site, set, then, otherwise },
                    question => Node::AskElse { question, then, otherwise },
                }
            }
            Event::AsksFlag(flag) => {
                let (mut yes, mut no) = (machine.clone(), machine);
                yes.told(self.setting, true);
                no.told(self.setting, false);
                Node::AskFlag { flag, then: self.node(yes)?, otherwise: self.node(no)? }
            }
            Event::Flags(flag, up) => Node::Flag { flag, up, next: self.on(machine)? },
            Event::Waits(deed) => Node::Wait { deed, next: self.on(machine)? },
            Event::Cascades(from, to) => Node::Cascade { from, to, next: self.on(machine)? },
            Event::Emits(emit) => {
                let first = self.made.len() as u32;
                self.make(&machine, emit)?;
                let last = self.made.len() as u32;
                let mut machine = machine;
                machine.emitted(self.setting);
                Node::Make { first, last, next: self.node(machine)? }
            }
            Event::Ends => Node::End,
        })
    }

    fn on(&mut self, mut machine: Machine) -> Result<u32, Opaque> {
        machine.noted();
        self.node(machine)
    }

    fn make(&mut self, machine: &Machine, emit: u32) -> Result<(), Opaque> {
        let code = &self.setting.program.emits[emit as usize];
        let target = machine.lands();
        let none = [None];
        let some: Vec<Option<PieceTypeId>> = code.becomes.iter().copied().map(Some).collect();
        for &becomes in if some.is_empty() { &none[..] } else { &some } {
            let deeds = self.deeds(machine, emit, target, becomes)?;
            let found = machine.known(self.setting, target);
            self.made.push(Made { target, then: code.then, becomes, found, deeds });
        }
        Ok(())
    }

    fn deeds(
        &self,
        machine: &Machine,
        emit: u32,
        target: SiteId,
        becomes: Option<PieceTypeId>,
    ) -> Result<Deeds, Opaque> {
        let Setting { codes, own, start, drops, live, layout, program, .. } = *self.setting;
        let code = &program.emits[emit as usize];
        if live {
            return Ok(Deeds::Live { origin: machine.origin, copies: code.copies });
        }
        let changes_itself = machine.waiting.iter().all(|deed| match *deed {
            Waiting::Become(site, _) | Waiting::Set(site, ..) | Waiting::Give(site, _) => site == target,
            Waiting::Capture(_) | Waiting::Create(..) => false,
        });
        let goes = if drops { true } else { machine.origin == start && target != start };
        if machine.cascades.is_empty() && !code.copies && goes && changes_itself {
            let landing = (0..codes.len() as u8).filter(|code| own >> code & 1 == 1).map(|code| {
                let mut word = codes.word(code);
                let retyped = |word: u32, kind| {
                    let piece = dagaz_core::Piece::from_word(word)?;
                    Some(word ^ piece.code() ^ dagaz_core::Piece { kind, ..piece }.code())
                };
                // In the order of kinds that `docs/semantics.md` gives to effects.
                for deed in &machine.waiting {
                    if let Waiting::Become(_, kind) = *deed {
                        word = retyped(word, kind)?;
                    }
                }
                if let Some(kind) = becomes {
                    word = retyped(word, kind)?;
                }
                for deed in &machine.waiting {
                    match *deed {
                        Waiting::Give(_, owner) => {
                            let piece = dagaz_core::Piece::from_word(word)?;
                            word ^= piece.code() ^ dagaz_core::Piece { owner, ..piece }.code();
                        }
                        Waiting::Set(_, attribute, value) => word = set_bit(layout, word, attribute, value)?,
                        _ => {}
                    }
                }
                Some(codes.code(word)).filter(|&code| code != Codes::NONE)
            });
            let landing: Option<Box<[u8]>> = landing.collect();
            let (effects, _) = self.effects(machine, target, becomes, code.copies);
            return Ok(Deeds::Plain { landing: landing.ok_or(Opaque)?, effects });
        }
        if machine.sure && !drops && !code.copies {
            let (effects, asked) = self.effects(machine, target, becomes, code.copies);
            if !asked {
                return Ok(Deeds::Fixed(effects));
            }
        }
        Ok(Deeds::Shaped {
            cascades: machine.cascades.clone().into_boxed_slice(),
            waiting: machine.waiting.clone().into_boxed_slice(),
            origin: machine.origin,
            copies: code.copies,
        })
    }

    /// The effects of a step as far as they are known before the game, and whether the board had to be asked.
    fn effects(
        &self,
        machine: &Machine,
        target: SiteId,
        becomes: Option<PieceTypeId>,
        copies: bool,
    ) -> (Box<[Effect]>, bool) {
        let Setting { codes, own, start, drops, kind, side, .. } = *self.setting;
        let sure = machine.waiting.iter().filter_map(|deed| match *deed {
            Waiting::Capture(site) => Some(site),
            _ => None,
        });
        let known = Known {
            occupied: sure.chain((!drops).then_some(start)).chain(machine.stands.iter().copied()).collect(),
            word: codes.word((own.trailing_zeros() % 64) as u8),
            asked: std::cell::Cell::new(false),
        };
        let (cascades, origin) = (&machine.cascades[..], machine.origin);
        let shape = Shape { pieces: &known, kind, side, drops, recycles: false, cascades, origin, target, copies };
        let mut effects = Vec::new();
        shape.effects(&machine.waiting, &mut effects);
        if let Some(kind) = becomes {
            shape.add_becoming(kind, &mut effects);
        }
        (effects.into_boxed_slice(), known.asked.get())
    }

    /// The most fuel on any way from a node; an error if there is a circle.
    fn longest(&self, start: u32) -> Result<u64, Opaque> {
        const OPEN: u64 = u64::MAX;
        const UNSEEN: u64 = u64::MAX - 1;
        let mut most = vec![UNSEEN; self.nodes.len()];
        let mut path = vec![start];
        while let Some(&id) = path.last() {
            let index = id as usize;
            let nexts = match self.nodes[index] {
                Node::Ask { then, otherwise, .. }
                | Node::AskElse { then, otherwise, .. }
                | Node::AskFlag { then, otherwise, .. } => [then, otherwise],
                Node::Make { next, .. }
                | Node::Flag { next, .. }
                | Node::Wait { next, .. }
                | Node::Cascade { next, .. }
                | Node::CaptureEach { next, .. } => [next, next],
                Node::End => [0, 0],
            };
            let ends = matches!(self.nodes[index], Node::End);
            if most[index] == UNSEEN {
                most[index] = OPEN;
                if !ends {
                    for next in nexts {
                        match most[next as usize] {
                            OPEN => return Err(Opaque),
                            UNSEEN => path.push(next),
                            _ => {}
                        }
                    }
                    continue;
                }
            }
            path.pop();
            if most[index] == OPEN {
                let on = if ends { 0 } else { nexts.iter().map(|&next| most[next as usize]).max().unwrap_or(0) };
                if on == OPEN {
                    return Err(Opaque);
                }
                let steps = match self.nodes[index] {
                    Node::Make { first, last, .. } => {
                        let effects = |made: &Made| match &made.deeds {
                            Deeds::Plain { .. } => 4,
                            Deeds::Fixed(effects) => 1 + effects.len() as u64,
                            Deeds::Shaped { cascades, waiting, .. } => 4 + (cascades.len() + waiting.len()) as u64,
                            Deeds::Live { .. } => 64,
                        };
                        self.made[first as usize..last as usize].iter().map(effects).sum()
                    }
                    _ => 0,
                };
                most[index] = on + u64::from(self.fuel[index]) + steps;
            }
        }
        Ok(most[start as usize])
    }
}

/// A site's word with an attribute set.
pub(crate) fn set_bit(layout: &dagaz_core::Layout, word: u32, attribute: AttributeId, value: bool) -> Option<u32> {
    let bit = layout.attribute_bit(attribute)?;
    Some(word & !(1 << bit) | u32::from(value) << bit)
}

/// What is known of the board while a graph is made: where surely a piece stands.
struct Known {
    occupied: Vec<SiteId>,
    word: u32,
    /// Whether anything else was asked.
    asked: std::cell::Cell<bool>,
}

impl Pieces for Known {
    fn word(&self, site: SiteId) -> u32 {
        if self.occupied.contains(&site) {
            return self.word;
        }
        self.asked.set(true);
        0
    }

    fn supply(&self, _: dagaz_core::Piece) -> u32 {
        self.asked.set(true);
        0
    }
}
