//! Continuations of multi-step moves, and rules that a piece borrows from other types.

use dagaz_core::{PieceTypeId, SiteId};
use dagaz_rules::path::NameId;

use super::super::plan::{FirstHop, Next, Op, Pc, SetId};
use super::{Alternative, FrameKind, Machine, NONE, Registers, Situation, bits};

impl<const W: usize> Machine<'_, W> {
    /// Collects the rules of the types on some sites, to be borrowed.
    pub(super) fn lenders(&mut self, set: SetId, at: &Registers) -> (u32, u16) {
        let sites = self.set(set, at);
        let mut kinds: Vec<PieceTypeId> = Vec::new();
        for site in bits(sites) {
            let kind = self.memory.position.board.piece(site.into()).map(|piece| piece.kind);
            kinds.extend(kind.filter(|kind| !kinds.contains(kind)));
        }
        let first = self.memory.calls.len() as u32;
        let game = self.game;
        let rules = kinds.into_iter().flat_map(|kind| &game.rules.pieces[kind.index()].moves);
        self.memory.calls.extend(rules.map(|call| (call.rule, NONE)));
        (first, (self.memory.calls.len() as u32 - first) as u16)
    }

    pub(super) fn next_borrowed(
        &mut self,
        calls: u32,
        index: u16,
        end: u16,
        next: Pc,
        at: &mut Registers,
    ) -> Option<Pc> {
        if index >= end {
            return None;
        }
        if index + 1 < end {
            self.choose(*at, Alternative::Borrow { calls, at: index + 1, end, next });
        }
        let (rule, _) = self.memory.calls[calls as usize + usize::from(index)];
        at.borrows = true;
        self.frame(at, next, FrameKind::Like);
        Some(self.plan.side(self.me).borrowed[rule.index()])
    }

    /// Collects the possible next steps of a continuation.
    pub(super) fn onward(&mut self, onward: u16, at: &Registers) -> (u32, u16) {
        let (first, plan, game) = (self.memory.calls.len() as u32, self.plan, self.game);
        for way in plan.onward[usize::from(onward)].iter() {
            match way {
                // The moving piece stays what it is.
                Next::Rule(rule) => self.memory.calls.push((*rule, NONE)),
                Next::Own(names) => {
                    let piece = SiteId(at.here).some().and_then(|here| self.memory.position.board.piece(here.index()));
                    let calls = piece.map_or(&[][..], |piece| &game.rules.pieces[piece.kind.index()].moves);
                    let has = |name: NameId| names.contains(&name);
                    let own = calls.iter().filter(|call| has(game.rules.rules[call.rule.index()].name));
                    self.memory.calls.extend(own.map(|call| (call.rule, at.here)));
                }
                Next::Play => {
                    let plane = self.memory.position.board.plane(self.shape().owner_plane(self.me));
                    for site in bits(plane) {
                        let Some(piece) = self.memory.position.board.piece(site.into()) else { continue };
                        let calls = &game.rules.pieces[piece.kind.index()].moves;
                        self.memory.calls.extend(calls.iter().map(|call| (call.rule, site)));
                    }
                }
            }
        }
        (first, (self.memory.calls.len() as u32 - first) as u16)
    }

    /// Continues a move with the first of the possible next steps.
    pub(super) fn go_on(&mut self, op: Pc, at: &mut Registers) -> Option<Pc> {
        let Op::Continue { onward, next, .. } = &self.plan.ops[op.index()] else { return None };
        if let Some(key) = self.continuation_key(op, at) {
            if self.was_continued(key) {
                return None;
            }
            self.choose(*at, Alternative::Continued { key, completed: self.completed });
        }
        let situation = self.situation(*onward, at);
        self.memory.situations.truncate(at.situations.into());
        self.memory.situations.push(situation);
        at.situations += 1;
        let (calls, end) = self.onward(*onward, at);
        self.next_call(calls, 0, end, *next, at)
    }

    pub(super) fn next_call(&mut self, calls: u32, index: u16, end: u16, next: Pc, at: &mut Registers) -> Option<Pc> {
        let index = (index..end).find(|index| {
            let (rule, it) = self.memory.calls[calls as usize + usize::from(*index)];
            let first = self.plan.side(self.me).first_hops[rule.index()];
            !first.is_some_and(|first| self.fails_on_first_hops(first, if it == NONE { at.here } else { it }, at))
        })?;
        if index + 1 < end {
            self.choose(*at, Alternative::Call { calls, at: index + 1, end, next });
        }
        let (rule, it) = self.memory.calls[calls as usize + usize::from(index)];
        let from = if it == NONE { at.here } else { it };
        if it != NONE {
            at.it = it;
        }
        self.frame(at, next, FrameKind::Call);
        *at = self.begin_step(*at, rule, from);
        Some(self.plan.side(self.me).steps[rule.index()])
    }

    /// Whether a step from a site fails on its first two hops, because one leads nowhere or to a
    /// piece that must not be there.
    fn fails_on_first_hops(&mut self, first: FirstHop, from: u16, at: &Registers) -> bool {
        if from == NONE {
            return false;
        }
        let to = self.link(first.row, from);
        if to == NONE || to != from && first.onto.is_some_and(|onto| !self.contains(onto, to, at)) {
            return true;
        }
        first.second.is_some_and(|(row, onto)| {
            let end = self.link(row, to);
            end == NONE || end != from && end != to && !self.contains(onto, end, at)
        })
    }

    /// Skips the end of a step that has ended already.
    pub(super) fn behind_end_of_step(&self, mut pc: Pc) -> Pc {
        while let Op::Hooks { next, .. } | Op::NoteStep { next } = &self.plan.ops[pc.index()] {
            pc = *next;
        }
        pc
    }

    pub(super) fn situation(&self, onward: u16, at: &Registers) -> Situation {
        Situation { here: at.here, onward, key: self.configuration(at), unused: self.unused_dice() }
    }
}
