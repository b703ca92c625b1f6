//! Candidates: pseudo-legal moves as they are found, and choices that are counted without making
//! the moves.

use std::num::NonZeroU32;

use dagaz_core::{LimitHit, LimitKind, Piece, RuleId};

use super::super::plan::{Changes, Effect, Ends, Hook, Op, Pc, Placement, Subject};
use super::super::position::Bitset;
use super::bitset::{and, but, count, has, is_empty};
use super::{Candidate, Frame, FrameKind, Judged, Machine, Mode, NONE, ROOT, Registers, bits};

/// A number by which moves are preferred that has not been asked for.
pub(in crate::paths) const UNKNOWN: i64 = i64::MIN;

impl<const W: usize> Machine<'_, W> {
    /// Lists the moves of a rule with a piece, or without one, as candidates.
    pub(in crate::paths) fn list(&mut self, rule: RuleId, it: u16) {
        self.at_work = (rule, it);
        self.found = 0;
        let plan = self.plan;
        self.lists_made_moves = self.must_make(rule);
        if self.lists_by_ways(rule, it) {
            return self.list_ways(rule, it);
        }
        let placement = plan.side(self.me).placements[rule.index()].as_ref().filter(|_| it == NONE);
        if let Some(placement) = placement
            && !self.lists_made_moves
            && placement.ends != Ends::Several
        {
            let has_unknown_ends = placement.ends == Ends::Anywhere;
            for site in bits(self.placement_sites(placement)) {
                let ends = Candidate { choice: site, target: site, has_unknown_ends, ..Candidate::of(rule, it) };
                self.push_candidate(Candidate { nth: Some(0), ..ends });
            }
            return;
        }
        if !self.lists_made_moves
            && let Some(image) = plan.side(self.me).targets[rule.index()]
        {
            let from = self.one(it);
            self.listing = true;
            let targets = self.image(image, &from, &Registers::at_rest());
            self.listing = false;
            for target in bits(targets) {
                let ends = Candidate { origin: it, target, is_sure: plan.one_completion, ..Candidate::of(rule, it) };
                self.push_candidate(ends);
            }
            return;
        }
        self.mode = match (self.drafts_moves, self.lists_judged_moves) {
            (true, _) => Mode::Draft,
            (false, true) => Mode::Judge,
            (false, false) => Mode::List,
        };
        if let Some(placement) = placement
            && self.mode == Mode::List
            && !self.merges_continuations
        {
            return self.list_by_choice(rule, placement);
        }
        let entry = self.plan.entry(self.me, rule);
        let registers = self.begin_move(rule, it);
        self.attempt(entry, registers);
    }

    /// Lists the moves of a rule without a piece choice by choice, so that a move is made without
    /// those of earlier choices.
    fn list_by_choice(&mut self, rule: RuleId, placement: &Placement) {
        for site in bits(self.placement_sites(placement)) {
            self.found = 0;
            let registers = self.begin_move(rule, NONE);
            let registers = Registers { here: site, ..self.begin_step(registers, rule, NONE) };
            self.chosen = site;
            self.attempt(placement.rest, registers);
            self.chosen = NONE;
        }
    }

    /// The sites that a rule chooses from; none if its conditions do not hold.
    pub(super) fn placement_sites(&mut self, placement: &Placement) -> Bitset<W> {
        let registers = Registers::at_rest();
        match placement.guards.iter().all(|guard| self.holds(*guard, &registers)) {
            true => self.set(placement.sites, &registers),
            false => [0; W],
        }
    }

    /// Whether the moves of a rule have to be made when they are listed.
    #[inline]
    pub(super) fn must_make(&self, rule: RuleId) -> bool {
        self.lists_judged_moves || self.drafts_moves || self.plan.agendas[self.slot().index()].made[rule.index()]
    }

    /// The verdict on a candidate, if it has been judged.
    pub(in crate::paths) fn verdict(&self, candidate: &Candidate) -> Option<Judged> {
        candidate.judged.and_then(|number| self.memory.verdicts.get(number.get() as usize - 1)).copied()
    }

    /// Keeps a verdict and returns its number.
    pub(super) fn note_verdict(&mut self, verdict: Judged) -> Option<NonZeroU32> {
        self.memory.verdicts.push(verdict);
        NonZeroU32::new(self.memory.verdicts.len() as u32)
    }

    /// Makes a move that was listed; `false` if it is none after all. The position keeps it until
    /// it is restored.
    pub(in crate::paths) fn make(&mut self, candidate: &Candidate) -> bool {
        self.at_work = (candidate.rule, candidate.it);
        let lanes = &self.plan.side(self.me).lanes[candidate.rule.index()];
        self.jumps = lanes.as_ref().is_some_and(|lanes| lanes.lanes.iter().any(|lane| lane.jump.is_some()));
        let by_way = self.lists_by_ways(candidate.rule, candidate.it);
        self.lists_made_moves = candidate.judged.is_some() || by_way || self.must_make(candidate.rule);
        self.mode = match candidate.nth {
            Some(nth) => Mode::Make(nth),
            None => Mode::MakeTo(candidate.target),
        };
        let (entry, registers) = self.begin_way(candidate.rule, candidate.it, candidate.choice);
        let base = self.memory.choices.len();
        self.completed = 0;
        let made = self.run(entry, registers, base);
        self.cut(base);
        self.way_end = NONE;
        made
    }

    /// Where the moves of a rule begin that choose a site, or whose way ends there; all moves if it
    /// is [`NONE`].
    pub(super) fn begin_way(&mut self, rule: RuleId, it: u16, end: u16) -> (Pc, Registers) {
        let plan = self.plan;
        let registers = self.begin_move(rule, it);
        let placement = plan.side(self.me).placements[rule.index()].as_ref().filter(|_| it == NONE && end != NONE);
        self.way_end = if placement.is_some_and(|placement| placement.tail.is_none()) { NONE } else { end };
        match placement {
            Some(placement) => (placement.rest, Registers { here: end, ..self.begin_step(registers, rule, it) }),
            _ => (plan.entry(self.me, rule), registers),
        }
    }

    /// Whether the way that ends here becomes one move at most, so that it is a candidate without
    /// being made.
    pub(super) fn counts_unmade(&self, at: &Registers) -> bool {
        !self.lists_made_moves && self.attacked_site == NONE && (at.steps == 0 || self.is_last_step(at))
    }

    /// Whether nothing but the end of the move follows the rule at work.
    pub(super) fn is_last_step(&self, at: &Registers) -> bool {
        let mut frame = at.frame;
        while frame != ROOT {
            let Frame { parent, next, kind } = self.memory.frames[frame as usize];
            let ends = parent == ROOT || matches!(self.plan.ops[next.index()], Op::EndStep { last: true, .. });
            if !ends || !matches!(kind, FrameKind::Call) {
                return false;
            }
            frame = parent;
        }
        true
    }

    /// The same at the end of a step in which the piece in the hand has come to another site.
    pub(super) fn ends_unmade(&self, at: &Registers) -> bool {
        self.counts_unmade(at) && at.in_hand && at.here != at.lifted_from
    }

    /// Of the sites of a choice those that can become the target of the move that is being made.
    #[inline]
    pub(super) fn wanted(&self, sites: [u64; W]) -> [u64; W] {
        match self.mode {
            Mode::MakeTo(target) if self.jumps => and(sites, &self.one(target)),
            _ => sites,
        }
    }

    /// Whether the next operation is a drop from an empty hand.
    pub(super) fn fails_at_once(&self, pc: Pc, at: &Registers) -> bool {
        let Op::Do { effect, .. } = &self.plan.ops[pc.index()] else { return false };
        match &self.plan.effects[effect.index()] {
            Effect::Drop { kind, owner, at: Subject::Here } => {
                let piece = Piece { kind: *kind, owner: *owner };
                at.here == NONE || self.memory.position.board.supply(self.shape(), piece) == 0
            }
            _ => false,
        }
    }

    /// Notes, counts or passes over a way that is a candidate without being made; `false` if it is
    /// the one to be made.
    pub(super) fn passes_over(&mut self, at: &Registers, is_sure: bool, base: usize) -> bool {
        match &mut self.mode {
            Mode::List => {
                self.completed += 1;
                let moves = at.it != NONE || at.has_left;
                let origin = match self.memory.steps.first() {
                    Some(first) if at.steps > 0 => first.origin,
                    _ if moves => at.start,
                    _ => NONE,
                };
                self.note_candidate(origin, at.here, is_sure);
                true
            }
            Mode::Make(0) => {
                // If it turns out to be illegal, no other candidate replaces it.
                self.cut(base);
                false
            }
            Mode::Make(before) => {
                *before -= 1;
                self.completed += 1;
                true
            }
            Mode::MakeTo(target) => *target != at.here,
            Mode::Judge | Mode::Draft => false,
        }
    }

    /// Whether exactly one move follows each choice of an operation.
    pub(super) fn is_sure(&mut self, op: Pc, at: &Registers) -> bool {
        let plan = self.plan;
        let Some(sure) = &plan.sure[op.index()] else { return false };
        if at.effects == 0 || self.attacked_site != NONE || at.borrows {
            return false;
        }
        let counts = match (sure.in_hook, self.memory.frames[at.frame as usize]) {
            (false, Frame { parent, kind: FrameKind::Call, .. }) => parent == ROOT && at.step_open && at.steps == 0,
            (true, Frame { kind: FrameKind::Hooks { hook: Hook::MoveEnd, kind, at: next, .. }, .. }) => {
                let hooks = &plan.side(self.me).hooks;
                let of = if kind == NONE { hooks.len() - 1 } else { usize::from(kind) };
                hooks[of].sure_from <= usize::from(next)
            }
            _ => false,
        };
        counts && sure.needs.iter().all(|set| self.any(*set, at))
    }

    /// Whether each choice of a site changes another site, so that no two have the same result.
    fn have_different_results(&mut self, op: Pc, sites: &[u64; W], at: &Registers) -> bool {
        let plan = self.plan;
        let Some(changes) = plan.sure[op.index()].as_ref().map(|sure| sure.changes) else { return false };
        let occupied = self.memory.position.board.occupied(self.shape());
        match changes {
            Changes::Takes => is_empty(&but(*sites, &occupied)),
            Changes::Puts => is_empty(&and(*sites, &occupied)),
            Changes::Moves(from) => {
                let from = self.set(from, at);
                let moves = bits(from).next().is_some_and(|site| has(&occupied, site));
                moves && is_empty(&and(*sites, &occupied))
            }
        }
    }

    /// Counts the choices of an operation as candidates without making them, if that is possible.
    pub(super) fn counts_choice(&mut self, op: Pc, sites: &[u64; W], at: &Registers) -> bool {
        if self.mode != Mode::List || !self.is_sure(op, at) {
            return false;
        }
        self.counted_choices += 1;
        let counted_choice = if self.have_different_results(op, sites, at) { self.counted_choices } else { 0 };
        let in_hook = self.plan.sure[op.index()].as_ref().is_some_and(|sure| sure.in_hook);
        let noted = match (self.memory.steps.first(), self.memory.steps[..at.steps.into()].last()) {
            (Some(first), Some(last)) if in_hook => Some((first.origin, last.target)),
            _ => None,
        };
        for site in bits(*sites) {
            let moved = at.it != NONE || at.has_left;
            let (origin, target) = noted.unwrap_or((if moved { at.start } else { NONE }, site));
            self.completed += 1;
            self.note_candidate(origin, target, true);
            if let Some(last) = self.memory.candidates.last_mut() {
                last.counted_choice = counted_choice;
            }
        }
        true
    }

    /// Where a move is made by its number, passes over the choices before it.
    pub(super) fn one_of(&mut self, op: Pc, sites: [u64; W], at: &Registers) -> [u64; W] {
        let Mode::Make(before) = self.mode else { return sites };
        if !self.is_sure(op, at) {
            return sites;
        }
        match bits(sites).nth(before as usize) {
            Some(site) => {
                self.mode = Mode::Make(0);
                self.one(site)
            }
            None => {
                self.mode = Mode::Make(before - count(&sites) as u32);
                [0; W]
            }
        }
    }

    pub(super) fn note_candidate(&mut self, origin: u16, target: u16, is_sure: bool) {
        let (rule, it) = self.at_work;
        let choice = if self.chosen == NONE { self.way_end } else { self.chosen };
        let nth = Some(self.found);
        self.push_candidate(Candidate { choice, nth, origin, target, is_sure, ..Candidate::of(rule, it) });
        self.found += 1;
    }

    /// Adds a candidate; the numbers that have not been noted are unknown.
    #[inline]
    pub(super) fn push_candidate(&mut self, candidate: Candidate) {
        self.memory.candidates.push(candidate);
        let most = self.game.limits.moves;
        if self.memory.candidates.len() >= most {
            self.stop_at(LimitHit::new(LimitKind::Moves, most));
        }
        let numbers = self.memory.candidates.len() * self.columns;
        if self.memory.scores.len() < numbers {
            self.memory.scores.resize(numbers, UNKNOWN);
        }
    }

    /// The numbers by which moves are preferred.
    pub(in crate::paths) fn note_scores(&mut self, at: &Registers) {
        let slot = self.memory.position.board.word(self.shape().slot) as usize;
        let plan = self.plan;
        for (_, numbers) in &plan.side(self.me).prefers[slot] {
            for number in numbers {
                let score = self.number(*number, at);
                self.memory.scores.push(score);
            }
        }
    }
}
