//! Pieces that change their sites: the moving piece, and those that rules move.

use dagaz_core::{Effect as Done, SiteId};

use super::super::plan::{Row, SetId};
use super::bitset::has;
use super::effect::Sites;
use super::record::Note;
use super::{Machine, NONE, Registers, bits};

impl<const W: usize> Machine<'_, W> {
    /// The moving piece, if the cursor takes it along, leaves the board for the hand.
    #[inline]
    pub(super) fn depart(&mut self, at: &mut Registers) {
        if !at.carrying || at.in_hand || at.it == NONE {
            return;
        }
        let hand = self.shape().hand();
        match at.lift {
            0 => self.memory.position.relocate(at.it.into(), hand),
            count => self.memory.position.pile(at.it.into(), hand, count.into()),
        }
        (at.lifted_from, at.it, at.lifted, at.lift) = (at.it, hand as u16, at.lift, 0);
        at.in_hand = true;
        at.held_effects = 0;
        self.note(at, Note::Departure);
    }

    #[inline]
    pub(super) fn arrive(&mut self, at: &mut Registers, to: u16) {
        at.here = to;
        if self.plan.has_visit_marks {
            self.memory.passed.truncate(at.passed.into());
            self.memory.passed.push(to);
            at.passed += 1;
        }
    }

    /// The piece in hand comes down under the cursor; `false` if it has no room.
    pub(super) fn land(&mut self, at: &mut Registers) -> bool {
        if !at.in_hand {
            return true;
        }
        let (here, hand) = (usize::from(at.here), self.shape().hand());
        let mut onto = None;
        if self.shape().has_columns() {
            let piled = self.memory.position.board.height(self.shape(), here);
            let count = self.memory.position.board.height(self.shape(), hand);
            if piled + count > self.shape().levels() {
                return false;
            }
            onto = (piled > 0 || at.lifted > 0).then_some(count as u16);
            // A question about attacks means what could be covered, too.
            if self.attacked_site != NONE && piled > 0 {
                self.capture(at, at.here);
            }
        } else if !self.captured_at(at, at.here) {
            return false;
        }
        self.memory.position.relocate(hand, here);
        let moves = u16::from(at.lifted_from != at.here);
        at.effects = at.effects.saturating_add(moves + std::mem::take(&mut at.held_effects));
        self.note(at, Note::Landing { from: SiteId(at.lifted_from), to: SiteId(at.here), onto });
        (at.it, at.in_hand, at.lifted_from, at.lifted) = (at.here, false, NONE, 0);
        self.has_moved(at, at.here);
        self.visit(at, at.here);
        true
    }

    /// Notes, for an attack question, that the piece of a site is moved away.
    pub(super) fn displaces(&self, at: &mut Registers, from: u16) {
        at.displaced |= self.attacked_site == from;
    }

    /// The topmost piece of a site goes under the moving column.
    pub(super) fn tuck(&mut self, at: &mut Registers, site: u16) {
        if at.it == NONE || at.it == site || self.memory.position.board.is_empty(site.into()) {
            return;
        }
        self.capture(at, site);
        self.memory.position.tuck(site.into(), at.it.into());
        let from = SiteId(site);
        if !at.in_hand {
            self.effect(at, Done::Tuck { from, to: SiteId(at.it) });
        } else if at.lifted == 0 {
            self.effect(at, Done::Tuck { from, to: SiteId(at.lifted_from) });
        } else {
            // The column in hand lies on what it takes along.
            self.effect(at, Done::Pile { from: SiteId(at.lifted_from), to: from, count: at.lifted });
            (at.lifted_from, at.lifted) = (site, at.lifted + 1);
        }
    }

    /// Pieces that move at the same time.
    pub(super) fn together(&mut self, at: &mut Registers, pairs: &[(u16, u16)]) -> bool {
        if pairs.iter().any(|(_, to)| !self.memory.position.board.is_empty((*to).into())) {
            at.irreversible = true;
        }
        let sites: Vec<(SiteId, SiteId)> = pairs.iter().map(|(from, to)| (SiteId(*from), SiteId(*to))).collect();
        if sites.len() > 1 {
            self.note(at, Note::Effect(Done::Together { count: sites.len() as u16 }));
        }
        sites.iter().for_each(|(from, to)| self.effect(at, Done::Move { from: *from, to: *to }));
        pairs.iter().for_each(|(from, _)| self.displaces(at, *from));
        self.memory.position.relocate_together(&sites);
        if let Some(&(_, to)) = pairs.iter().find(|(from, _)| *from == at.it) {
            at.it = to;
        }
        pairs.iter().for_each(|(_, to)| self.has_moved(at, *to));
        true
    }

    pub(super) fn shift(&mut self, at: &mut Registers, set: SetId, row: Row) -> bool {
        let sites = self.set(set, at);
        let (mut pairs, mut doomed) = (Sites::new(), Sites::new());
        let mut moves: Vec<(u16, u16)> = Vec::new();
        for from in bits(sites).filter(|site| !self.memory.position.board.is_empty((*site).into())) {
            match self.link(row, from) {
                NONE => doomed.push(from),
                to => {
                    let within = has(&sites, to);
                    let hit = !within && !self.memory.position.board.is_empty(to.into());
                    if hit && self.shape().has_columns() {
                        return false;
                    }
                    if hit {
                        doomed.push(to);
                    }
                    pairs.push(from);
                    moves.push((from, to));
                }
            }
        }
        self.take_each(at, &doomed) && {
            moves.retain(|(from, _)| !self.memory.position.board.is_empty((*from).into()));
            self.together(at, &moves)
        }
    }

    pub(super) fn move_one(&mut self, at: &mut Registers, from: Option<u16>, to: Option<u16>) -> bool {
        let (Some(from), Some(to)) = (from, to) else { return false };
        if self.memory.position.board.is_empty(from.into()) || from == to {
            return true;
        }
        if self.shape().has_columns() && !self.memory.position.board.is_empty(to.into()) {
            let [moved, below] = [from, to].map(|site| self.memory.position.board.height(self.shape(), site.into()));
            if moved + below > self.shape().levels() {
                return false;
            }
            self.displaces(at, from);
            self.memory.position.relocate(from.into(), to.into());
            self.effect(at, Done::Pile { from: SiteId(from), to: SiteId(to), count: moved as u16 });
            if at.it == from {
                at.it = to;
            }
            return true;
        }
        if !self.captured_at(at, to) {
            return false;
        }
        self.displaces(at, from);
        self.memory.position.relocate(from.into(), to.into());
        self.effect(at, Done::Move { from: SiteId(from), to: SiteId(to) });
        if at.it == from {
            at.it = to;
        }
        self.has_moved(at, to);
        true
    }

    pub(super) fn leave(&mut self, at: &mut Registers) {
        if at.it == NONE {
            return;
        }
        // What was lifted leaves, and not what it stood on.
        if at.lift > 0 {
            self.depart(at);
        }
        let site = SiteId(if at.in_hand { at.lifted_from } else { at.it });
        self.memory.position.clear(at.it.into());
        match at.lifted {
            0 => self.effect(at, Done::Remove { site }),
            // Only the topmost of the column leave.
            lifted => (0..lifted).for_each(|_| self.effect(at, Done::Pluck { site, level: 0 })),
        }
        at.irreversible = true;
        (at.it, at.in_hand, at.carrying, at.lifted, at.has_left) = (NONE, false, false, 0, true);
    }
}
