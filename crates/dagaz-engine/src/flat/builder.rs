//! Builders: graphs made by running the machine from one start and following both answers of every
//! question.

use dagaz_core::{Effect, PieceTypeId, PlayerId, SiteId};

use super::codes::Codes;
use super::graph::{Actions, Graph, Made, Node, Plain, Shaped, Span, set_bit};
use super::machine::{Event, Machine, Opaque, Question, Setting};
use super::workbench::Workbench;
use crate::emission::{Pieces, Shape};
use crate::vm::Waiting;

/// How much of a rule is settled before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphForm {
    /// All flags and pending effects.
    Settled,
    /// None of them: they are noted while the graph is walked.
    Live,
    /// The questions before the first of them. What follows is run by a machine.
    Resumed,
}

impl GraphForm {
    /// The next form to be tried.
    pub(crate) fn next(self) -> GraphForm {
        if self == GraphForm::Settled { GraphForm::Live } else { GraphForm::Resumed }
    }

    /// Nodes that a graph may have.
    fn most(self) -> usize {
        match self {
            GraphForm::Settled => 1_000,
            GraphForm::Live => 4_000,
            GraphForm::Resumed => 300,
        }
    }
}

/// Fuel that a machine may use from where it is resumed.
pub(crate) const RESUMED_FUEL: u32 = 20_000;

impl Graph {
    /// The graph of a rule from one start, in the first of the forms from `form` on in which it has
    /// a tolerable size; that is likely to be the same for all starts, so it is noted there.
    pub(crate) fn of(setting: &Setting<'_>, form: &mut GraphForm, bench: &mut Workbench) -> Result<Graph, Opaque> {
        loop {
            let live = *form != GraphForm::Settled;
            let built = Builder::build(&Setting { live, ..*setting }, *form, bench);
            if built.is_ok() || *form == GraphForm::Resumed {
                return built;
            }
            *form = form.next();
        }
    }
}

/// The number of something in a list of which each is there once.
fn number_of<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|known| *known == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

struct Builder<'a> {
    setting: &'a Setting<'a>,
    bench: &'a mut Workbench,
    form: GraphForm,
}

impl Builder<'_> {
    fn build(setting: &Setting<'_>, form: GraphForm, bench: &mut Workbench) -> Result<Graph, Opaque> {
        bench.clear();
        let mut builder = Builder { setting, bench, form };
        let start = builder.node(Machine::new(setting))?;
        while let Some((id, machine, event)) = builder.bench.waiting.pop() {
            builder.bench.nodes[id as usize] = builder.follow(machine, event)?;
        }
        let fuel = builder.longest(start)?;
        Ok(bench.graph(start, fuel, setting.live))
    }

    /// The node at which a machine stops next.
    fn node(&mut self, mut machine: Machine) -> Result<u32, Opaque> {
        let event = machine.advance(self.setting)?;
        let fuel = std::mem::take(&mut machine.fuel);
        if event == Event::Ends {
            self.bench.fuel[0] = self.bench.fuel[0].max(fuel);
            return Ok(0);
        }
        let next = self.bench.nodes.len() as u32;
        if let Some(&id) = self.bench.known.get(&machine) {
            let most = &mut self.bench.fuel[id as usize];
            *most = fuel.max(*most);
            return Ok(id);
        }
        let crowded = self.bench.nodes.len() >= self.form.most();
        if crowded && self.form != GraphForm::Resumed {
            return Err(Opaque);
        }
        if self.form == GraphForm::Resumed && (crowded || event.is_noted()) {
            self.bench.nodes.push(Node::Resume(self.bench.resumed.len() as u32));
            self.bench.resumed.push((machine, event));
            self.bench.fuel.push(fuel);
            return Ok(next);
        }
        self.bench.nodes.push(Node::End);
        self.bench.fuel.push(fuel);
        self.bench.known.insert(machine.clone(), next);
        self.bench.waiting.push((next, machine, event));
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
                    Question::Holds(site, set) => {
                        let set = u16::try_from(number_of(&mut self.bench.sets, set)).map_err(|_| Opaque)?;
                        Node::Ask { site, set, then, otherwise }
                    }
                    question => {
                        let question = number_of(&mut self.bench.questions, question) as u32;
                        Node::AskElse { question, then, otherwise }
                    }
                }
            }
            Event::AsksFlag(flag) => {
                let (mut yes, mut no) = (machine.clone(), machine);
                yes.told(self.setting, true);
                no.told(self.setting, false);
                Node::AskFlag { flag, then: self.node(yes)?, otherwise: self.node(no)? }
            }
            Event::Flags(flag, up) => Node::Flag { flag, up, next: self.on(machine)? },
            Event::FlagsAt(flag, site, up) => Node::FlagAt { flag, site, up, next: self.on(machine)? },
            Event::Waits(action) => Node::Wait { action, next: self.on(machine)? },
            Event::Cascades(from, to) => Node::Cascade { from, to, next: self.on(machine)? },
            Event::Emits(emit) => {
                let first = self.bench.made.len() as u32;
                self.make(&machine, emit)?;
                let last = self.bench.made.len() as u32;
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
            let actions = self.actions(machine, emit, target, becomes)?;
            let found = machine.known(self.setting, target);
            self.bench.made.push(Made { target, then: code.then, becomes, found, actions });
        }
        Ok(())
    }

    fn actions(
        &mut self,
        machine: &Machine,
        emit: u32,
        target: SiteId,
        becomes: Option<PieceTypeId>,
    ) -> Result<Actions, Opaque> {
        let Setting { codes, own, start, drops, live, layout, program, .. } = *self.setting;
        let code = &program.emits[emit as usize];
        if live {
            return Ok(Actions::Live { origin: machine.origin, copies: code.copies });
        }
        // Whose the piece of the run becomes if it changes sides, where that is the same for all
        // that may run.
        let flipped = self.setting.next_after(own);
        let changes_itself = machine.waiting.iter().all(|action| match *action {
            Waiting::Become(site, _) | Waiting::Set(site, ..) | Waiting::Give(site, _) => site == target,
            Waiting::Flip(site, _) => site == target && flipped.is_some(),
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
                for action in &machine.waiting {
                    if let Waiting::Become(_, kind) = *action {
                        word = retyped(word, kind)?;
                    }
                }
                if let Some(kind) = becomes {
                    word = retyped(word, kind)?;
                }
                for action in &machine.waiting {
                    match *action {
                        Waiting::Give(..) | Waiting::Flip(..) => {
                            let piece = dagaz_core::Piece::from_word(word)?;
                            let owner = match *action {
                                Waiting::Give(_, owner) => owner,
                                _ => flipped?,
                            };
                            word ^= piece.code() ^ dagaz_core::Piece { owner, ..piece }.code();
                        }
                        Waiting::Set(_, attribute, value) => word = set_bit(layout, word, attribute, value)?,
                        _ => {}
                    }
                }
                Some(codes.code(word)).filter(|&code| code != Codes::NONE)
            });
            let landing = landing.collect::<Option<Vec<u8>>>().ok_or(Opaque)?;
            let (effects, _) = self.effects(machine, target, becomes, code.copies);
            return Ok(Actions::Plain(Plain { landing: self.landing(&landing), effects: self.span(&effects)? }));
        }
        if machine.sure && !drops && !code.copies {
            let (effects, asked) = self.effects(machine, target, becomes, code.copies);
            if !asked {
                return Ok(Actions::Fixed(self.span(&effects)?));
            }
        }
        self.bench.shaped.push(Shaped {
            cascades: machine.cascades.clone().into_boxed_slice(),
            waiting: machine.waiting.clone().into_boxed_slice(),
            origin: machine.origin,
            copies: code.copies,
        });
        Ok(Actions::Shaped(self.bench.shaped.len() as u32 - 1))
    }

    /// Where these landing codes are in the graph. Most steps have the same.
    fn landing(&mut self, landing: &[u8]) -> u32 {
        let known = &mut self.bench.landings;
        let place = known.chunks_exact(landing.len().max(1)).position(|one| one == landing);
        let first = place.map_or(known.len(), |place| place * landing.len());
        if place.is_none() {
            known.extend_from_slice(landing);
        }
        first as u32
    }

    /// Where these effects are in the graph.
    fn span(&mut self, effects: &[Effect]) -> Result<Span, Opaque> {
        let first = self.bench.effects.len() as u32;
        self.bench.effects.extend_from_slice(effects);
        Ok(Span { first, count: u16::try_from(effects.len()).map_err(|_| Opaque)? })
    }

    /// The effects of a step as far as they are known before the game, and whether the board had to
    /// be asked.
    fn effects(
        &self,
        machine: &Machine,
        target: SiteId,
        becomes: Option<PieceTypeId>,
        copies: bool,
    ) -> (Vec<Effect>, bool) {
        let Setting { codes, own, start, drops, kind, side, .. } = *self.setting;
        let sure = machine.waiting.iter().filter_map(|action| match *action {
            Waiting::Capture(site) => Some(site),
            _ => None,
        });
        let known = Known {
            occupied: sure.chain((!drops).then_some(start)).chain(machine.stands.iter().copied()).collect(),
            word: codes.word((own.trailing_zeros() % 64) as u8),
            flipped: (!drops).then_some((start, self.setting.next_after(own))),
            setting: self.setting,
            asked: std::cell::Cell::new(false),
        };
        let (cascades, origin) = (&machine.cascades[..], machine.origin);
        let shape = Shape { pieces: &known, kind, side, drops, recycles: false, cascades, origin, target, copies };
        let mut effects = Vec::new();
        shape.effects(&machine.waiting, &mut effects);
        if let Some(kind) = becomes {
            shape.add_becoming(kind, &mut effects);
        }
        (effects, known.asked.get())
    }

    /// The most fuel on any way from a node; an error if there is a circle.
    fn longest(&self, start: u32) -> Result<u64, Opaque> {
        const OPEN: u64 = u64::MAX;
        const UNSEEN: u64 = u64::MAX - 1;
        let mut most = vec![UNSEEN; self.bench.nodes.len()];
        let mut path = vec![start];
        while let Some(&id) = path.last() {
            let index = id as usize;
            let nexts = match self.bench.nodes[index] {
                Node::Ask { then, otherwise, .. }
                | Node::AskElse { then, otherwise, .. }
                | Node::AskFlag { then, otherwise, .. } => [then, otherwise],
                Node::Make { next, .. }
                | Node::Flag { next, .. }
                | Node::FlagAt { next, .. }
                | Node::Wait { next, .. }
                | Node::Cascade { next, .. }
                | Node::CaptureEach { next, .. } => [next, next],
                Node::Resume(_) | Node::End => [0, 0],
            };
            let ends = matches!(self.bench.nodes[index], Node::Resume(_) | Node::End);
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
                let steps = match self.bench.nodes[index] {
                    Node::Make { first, last, .. } => {
                        let effects = |made: &Made| match made.actions {
                            Actions::Plain(_) => 4,
                            Actions::Fixed(effects) => 1 + u64::from(effects.count),
                            Actions::Shaped(number) => {
                                let shaped = &self.bench.shaped[number as usize];
                                4 + (shaped.cascades.len() + shaped.waiting.len()) as u64
                            }
                            Actions::Live { .. } => 64,
                        };
                        self.bench.made[first as usize..last as usize].iter().map(effects).sum()
                    }
                    Node::Resume(_) => u64::from(RESUMED_FUEL),
                    _ => 0,
                };
                most[index] = on + u64::from(self.bench.fuel[index]) + steps;
            }
        }
        Ok(most[start as usize])
    }
}

/// What is known of the board while a graph is made: where surely a piece stands.
struct Known<'a> {
    occupied: Vec<SiteId>,
    word: u32,
    /// The site of the run's own piece, and whose that piece becomes if it changes sides.
    flipped: Option<(SiteId, Option<PlayerId>)>,
    setting: &'a Setting<'a>,
    /// Whether anything else was asked.
    asked: std::cell::Cell<bool>,
}

impl Pieces for Known<'_> {
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

    fn next_after(&self, site: SiteId) -> Option<PlayerId> {
        let own = self.flipped.filter(|(start, _)| *start == site).and_then(|(_, next)| next);
        self.asked.set(self.asked.get() || own.is_none());
        own
    }

    fn next_player(&self, owner: PlayerId) -> PlayerId {
        (self.setting.next)(owner)
    }
}
