//! The operations of the machine.

use dagaz_core::{PieceTypeId, RuleId};
use dagaz_rules::path::Continue;

use super::super::plan::{Op, Pc};
use super::record::Note;
use super::{Alternative, Frame, FrameKind, Machine, NONE, ROOT, Registers, Step};

impl<const W: usize> Machine<'_, W> {
    /// Runs from an operation on. `true` where it stopped, which leaves everything as it is there;
    /// `false` where all alternatives above `base` have failed.
    pub(super) fn run(&mut self, entry: Pc, registers: Registers, base: usize) -> bool {
        let plan = self.plan;
        let (mut pc, mut at) = (entry, registers);
        loop {
            if !self.take_fuel() {
                return false;
            }
            let passed = match &plan.ops[pc.index()] {
                Op::Stop => {
                    self.stopped = at;
                    return true;
                }
                Op::Fail => false,
                Op::Go { rows, next } => {
                    if at.here == NONE {
                        false
                    } else if let [row] = rows.as_ref() {
                        let to = self.link(*row, at.here);
                        if to == NONE {
                            false
                        } else {
                            self.depart(&mut at);
                            self.arrive(&mut at, to);
                            pc = *next;
                            true
                        }
                    } else {
                        self.depart(&mut at);
                        self.hop(pc, 0, &mut at).inspect(|next| pc = *next).is_some()
                    }
                }
                Op::Test { set, at_none, next } => {
                    let passes = if at.here == NONE { *at_none } else { self.contains(*set, at.here, &at) };
                    pc = *next;
                    passes
                }
                Op::Holds { truth, next } => {
                    pc = *next;
                    self.holds(*truth, &at)
                }
                Op::Branch { truth, yes, no } => {
                    pc = if self.holds(*truth, &at) { *yes } else { *no };
                    true
                }
                Op::BranchSet { set, at_none, yes, no } => {
                    let passes = if at.here == NONE { *at_none } else { self.contains(*set, at.here, &at) };
                    pc = if passes { *yes } else { *no };
                    true
                }
                Op::See { entry, yes, no } => {
                    pc = if self.sees(*entry, &at) { *yes } else { *no };
                    true
                }
                Op::Fork { targets } => {
                    if targets.len() > 1 {
                        self.choose(at, Alternative::Next { op: pc, at: 1 });
                    }
                    targets.first().inspect(|target| pc = **target).is_some()
                }
                Op::First { targets } => {
                    let completed = self.completed;
                    self.choose(at, Alternative::First { op: pc, at: 1, completed });
                    targets.first().inspect(|target| pc = **target).is_some()
                }
                Op::Again { body, next } => {
                    self.choose(at, Alternative::Jump(*body));
                    pc = *next;
                    true
                }
                Op::Enter { body, least, next, .. } => {
                    let known = self.open_loop(at);
                    let outer = at;
                    self.frame(&mut at, *next, FrameKind::Loop { op: pc, known });
                    if *least == 0 {
                        self.note_round(pc, known, &outer);
                        self.choose(at, Alternative::Jump(*body));
                        at.frame = outer.frame;
                        pc = *next;
                    } else {
                        pc = *body;
                    }
                    true
                }
                Op::Round => {
                    let Frame { parent, next, kind } = self.memory.frames[at.frame as usize];
                    let FrameKind::Loop { op, known } = kind else { return false };
                    let Op::Enter { body, .. } = &plan.ops[op.index()] else { return false };
                    if self.note_round(op, known, &at) {
                        self.choose(at, Alternative::Jump(*body));
                        at.frame = parent;
                        pc = next;
                        true
                    } else {
                        false
                    }
                }
                Op::EnterMost { body, next, .. } => {
                    let known = self.open_loop(at);
                    self.note_round(pc, known, &at);
                    let choice = self.memory.choices.len() as u32;
                    self.choose(at, Alternative::Ended { went_on: false, pc: *next });
                    self.frame(&mut at, *next, FrameKind::Most { op: pc, known, choice });
                    pc = *body;
                    true
                }
                Op::RoundMost => {
                    let Frame { parent, next, kind } = self.memory.frames[at.frame as usize];
                    let FrameKind::Most { op, known, choice } = kind else { return false };
                    let Op::EnterMost { body, .. } = &plan.ops[op.index()] else { return false };
                    if self.note_round(op, known, &at) {
                        if let Alternative::Ended { went_on, .. } =
                            &mut self.memory.choices[choice as usize].alternative
                        {
                            *went_on = true;
                        }
                        at.frame = parent;
                        let choice = self.memory.choices.len() as u32;
                        self.choose(at, Alternative::Ended { went_on: false, pc: next });
                        self.frame(&mut at, next, FrameKind::Most { op, known, choice });
                        pc = *body;
                        true
                    } else {
                        false
                    }
                }
                Op::Times { number, body, next } => {
                    let times = self.number(*number, &at);
                    if times <= 0 {
                        pc = *next;
                    } else {
                        self.frame(&mut at, *next, FrameKind::Times { left: times - 1, body: *body });
                        pc = *body;
                    }
                    true
                }
                Op::RoundTimes => {
                    let Frame { parent, next, kind } = self.memory.frames[at.frame as usize];
                    let FrameKind::Times { left, body } = kind else { return false };
                    at.frame = parent;
                    if left <= 0 {
                        pc = next;
                    } else {
                        self.frame(&mut at, next, FrameKind::Times { left: left - 1, body });
                        pc = body;
                    }
                    true
                }
                Op::Each { set, body, next } => {
                    let sites = self.set(*set, &at);
                    self.memory.bitsets.push(sites);
                    let set = self.memory.bitsets.len() as u32 - 1;
                    let (here, carrying) = (at.here, at.carrying);
                    let kind = FrameKind::Each { set, from: 0, here, carrying, body: *body, choice: 0 };
                    self.frame(&mut at, *next, kind);
                    pc = self.next_site(&mut at);
                    true
                }
                Op::RoundEach => {
                    let FrameKind::Each { choice, .. } = self.memory.frames[at.frame as usize].kind else {
                        return false;
                    };
                    if let Alternative::NextSite { went_on, .. } = &mut self.memory.choices[choice as usize].alternative
                    {
                        *went_on = true;
                    }
                    pc = self.next_site(&mut at);
                    true
                }
                Op::At { set, .. } => {
                    let sites = self.set(*set, &at);
                    let sites = self.wanted(sites);
                    self.land(&mut at) && !self.counts_choice(pc, &sites, &at) && {
                        let sites = self.one_of(pc, sites, &at);
                        self.memory.bitsets.push(sites);
                        let set = self.memory.bitsets.len() as u32 - 1;
                        self.next_choice(pc, set, 0, &mut at).inspect(|next| pc = *next).is_some()
                    }
                }
                Op::Fly { set, .. } => {
                    let sites = self.set(*set, &at);
                    let sites = self.wanted(sites);
                    self.memory.bitsets.push(sites);
                    let set = self.memory.bitsets.len() as u32 - 1;
                    self.next_choice(pc, set, 0, &mut at).inspect(|next| pc = *next).is_some()
                }
                Op::Land { next } => {
                    pc = *next;
                    self.land(&mut at)
                }
                Op::Pick { from, to, .. } => {
                    let (from, to) = (self.number(*from, &at), self.number(*to, &at));
                    self.next_value(pc, from, to, at).inspect(|next| pc = *next).is_some()
                }
                Op::PickDie { .. } => self.next_face(pc, 0, at).inspect(|next| pc = *next).is_some(),
                Op::PickHere { slot, next } => {
                    let here = self.one(at.here);
                    self.bind_set(*slot, here);
                    pc = *next;
                    true
                }
                Op::Let { slot, number, next } => {
                    let value = self.number(*number, &at);
                    if self.memory.bound_sets[usize::from(*slot)] != [0; W] {
                        self.bind_set(*slot, [0; W]);
                    }
                    self.bind(*slot, value);
                    pc = *next;
                    true
                }
                Op::LetSet { slot, set, next } => {
                    let set = self.set(*set, &at);
                    self.bind_set(*slot, set);
                    pc = *next;
                    true
                }
                Op::Like { set, next } => {
                    if at.borrows {
                        false
                    } else {
                        let (calls, end) = self.lenders(*set, &at);
                        self.next_borrowed(calls, 0, end, *next, &mut at).inspect(|next| pc = *next).is_some()
                    }
                }
                Op::LikeEnd => {
                    let Frame { parent, next, .. } = self.memory.frames[at.frame as usize];
                    at.frame = parent;
                    at.borrows = false;
                    pc = next;
                    true
                }
                Op::EndStep { last, next } => {
                    if !at.step_open {
                        pc = self.behind_end_of_step(*next);
                        true
                    } else if *last && self.ends_unmade(&at) && self.passes_over(&at, self.plan.one_completion, base)
                        || !self.land(&mut at)
                    {
                        false
                    } else if self.attacked_site != NONE {
                        let captured = &self.memory.captured[usize::from(at.captured_from)..usize::from(at.captured)];
                        let replaced = at.displaced && !self.memory.position.board.is_empty(self.attacked_site.into());
                        if replaced || captured.contains(&self.attacked_site) {
                            self.stopped = at;
                            return true;
                        }
                        false
                    } else {
                        pc = *next;
                        true
                    }
                }
                Op::Way { once, next } => {
                    pc = *next;
                    let counted =
                        |machine: &mut Self| machine.fails_at_once(pc, &at) || machine.passes_over(&at, false, base);
                    self.is_asked_way(&at) && !(*once && self.counts_unmade(&at) && counted(self))
                }
                Op::Hooks { hook, next } => {
                    let kind = self.moving_kind(&at);
                    let all = plan.hooks(self.me, kind, *hook);
                    match all.first() {
                        None => pc = *next,
                        Some(first) => {
                            let (here, carrying) = (at.here, at.carrying);
                            let kind = kind.map_or(NONE, |kind| kind.0);
                            let frame = FrameKind::Hooks { hook: *hook, kind, at: 1, here, carrying };
                            self.frame(&mut at, *next, frame);
                            at.carrying = false;
                            pc = *first;
                        }
                    }
                    true
                }
                Op::HookEnd => {
                    if at.frame == ROOT {
                        self.stopped = at;
                        return true;
                    }
                    let Frame { parent, next, kind } = self.memory.frames[at.frame as usize];
                    let FrameKind::Hooks { hook, kind, at: index, here, carrying } = kind else { return false };
                    let of = (kind != NONE).then_some(PieceTypeId(kind));
                    at.frame = parent;
                    at.here = here;
                    match plan.hooks(self.me, of, hook).get(usize::from(index)) {
                        Some(entry) => {
                            let frame = FrameKind::Hooks { hook, kind, at: index + 1, here, carrying };
                            self.frame(&mut at, next, frame);
                            pc = *entry;
                        }
                        None => {
                            at.carrying = carrying;
                            pc = next;
                        }
                    }
                    true
                }
                Op::NoteStep { next } => {
                    let moved = at.it != NONE || at.has_left;
                    let origin = if moved { at.start } else { NONE };
                    self.memory.steps.truncate(at.steps.into());
                    self.memory.steps.push(Step { rule: RuleId(at.rule), origin, target: at.here });
                    at.steps += 1;
                    at.step_open = false;
                    self.note(&mut at, Note::EndOfStep);
                    pc = *next;
                    true
                }
                Op::Continue { how, onward, next } => {
                    let situation = self.situation(*onward, &at);
                    let earlier = &self.memory.situations[..usize::from(at.situations)];
                    if earlier.contains(&situation) {
                        false
                    } else if usize::from(at.steps) >= self.game.limits.steps {
                        self.fuel = 0;
                        return false;
                    } else {
                        let completed = self.completed;
                        if *how == Continue::Then {
                            self.choose(at, Alternative::Otherwise { pc: *next, completed });
                        }
                        if *how == Continue::May {
                            self.choose(at, Alternative::GoOn { op: pc });
                            pc = *next;
                            true
                        } else {
                            self.go_on(pc, &mut at).inspect(|next| pc = *next).is_some()
                        }
                    }
                }
                Op::Return => {
                    let Frame { parent, next, .. } = self.memory.frames[at.frame as usize];
                    at.frame = parent;
                    pc = next;
                    true
                }
                Op::BeginStep { rule, next } => {
                    let from = at.it;
                    at = self.begin_step(at, *rule, from);
                    pc = *next;
                    true
                }
                Op::RemoveDead { next } => {
                    let idle = at.effects == 0 && at.taken == 0;
                    if idle && !self.game.rules.rules[self.at_work.0.index()].may_be_idle {
                        false
                    } else {
                        pc = *next;
                        self.remove_dead(&mut at)
                    }
                }
                Op::Done => {
                    if self.is_wanted(&at) {
                        self.stopped = at;
                        return true;
                    }
                    false
                }
                Op::Do { effect, next } => {
                    pc = *next;
                    self.apply(*effect, &mut at)
                }
            };
            if passed {
                continue;
            }
            match self.backtrack(base) {
                Some((next, registers)) => (pc, at) = (next, registers),
                None => return false,
            }
        }
    }

    /// Whether a path can be walked from here.
    pub(super) fn sees(&mut self, entry: Pc, at: &Registers) -> bool {
        let (base, marks, stopped, completed) = (self.memory.choices.len(), self.marks(), self.stopped, self.completed);
        let (notes, jumps) = (std::mem::take(&mut self.notes_effects), std::mem::take(&mut self.jumps));
        let found = self.run(entry, Registers { carrying: false, ..*at }, base);
        self.cut(base);
        self.restore_marks(marks);
        (self.stopped, self.completed) = (stopped, completed);
        (self.notes_effects, self.jumps) = (notes, jumps);
        found
    }

    /// Calls `visit` with the registers at each end of a path from a site.
    pub(super) fn each_end(&mut self, entry: Pc, from: u16, at: &Registers, visit: &mut dyn FnMut(u16)) {
        let (base, marks, stopped, completed) = (self.memory.choices.len(), self.marks(), self.stopped, self.completed);
        let (notes, jumps) = (std::mem::take(&mut self.notes_effects), std::mem::take(&mut self.jumps));
        let mut start = Some((entry, Registers { here: from, carrying: false, ..*at }));
        while let Some((pc, registers)) = start {
            if !self.run(pc, registers, base) {
                break;
            }
            visit(self.stopped.here);
            self.completed += 1;
            start = self.backtrack(base);
        }
        self.cut(base);
        self.restore_marks(marks);
        (self.stopped, self.completed) = (stopped, completed);
        (self.notes_effects, self.jumps) = (notes, jumps);
    }
}
