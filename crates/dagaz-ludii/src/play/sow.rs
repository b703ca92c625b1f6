//! Sowing of pieces along a track.

use crate::board::TrackElement;
use crate::ludeme::op::{Bound, Sow};

use super::action::{Action, Moves};
use super::run::Run;

impl<'g> Run<'g> {
    pub(crate) fn sow(&mut self, sow: &'g Sow, then: Option<usize>, out: &mut Moves) {
        let start_site = self.number(&sow.start);
        let Some(start) = self.slot(sow.ty, start_site) else { return };
        let count = match &sow.count {
            Some(count) => self.number(count),
            None => self.position.pieces(start),
        };
        let per_hole = self.number(&sow.per_hole).max(1);
        let Some(track) = self.track(&sow.track) else { return };
        let elements = &track.elements;
        let Some(first) = elements.iter().position(|element| element.site == start_site) else { return };
        let begun = self.position.begin();
        let saved = self.bound;
        let mut at = first;
        let mut prior = self.take_list();
        let mut actions: Vec<Action> = Vec::new();
        let mut left = count;
        let moved = |to: usize| Action::Sow { from: start as u32, to: to as u32 };
        self.bind(Bound::From, start_site);
        let origin = self.truth(&sow.origin);
        if origin && left > 0 {
            left -= 1;
            actions.push(moved(start));
        }
        // Which holes are passed over depends on the position before the sowing.
        let targets = self.targets(sow, elements, first, left);
        let mut last = start_site;
        // A last piece that jumps over the start leaves the captures there.
        let jumps = !sow.include_self && targets.len() > 1 && {
            let next = usize::try_from(elements[first].next_index).ok();
            next.is_some() && targets.last().copied() == next
        };
        for place in targets {
            at = place;
            let site = elements[at].site;
            let Some(slot) = self.slot(sow.ty, site) else { break };
            self.bind(Bound::To, site);
            if let Some(effect) = &sow.effect {
                self.generate(effect, &mut prior);
                for at in 0..prior.list.len() {
                    let one = prior.list[at];
                    for action in prior.actions_of(&one) {
                        actions.push(*action);
                        self.quietly(action);
                    }
                }
                prior.clear();
            }
            let number = per_hole.min(left);
            left -= number;
            last = site;
            for _ in 0..number {
                actions.push(moved(slot));
                self.quietly(&moved(slot));
            }
        }
        let list_start = out.list.len();
        if jumps {
            at = first;
        }
        self.bind(Bound::To, elements[at].site);
        self.bind(Bound::From, start_site);
        self.emit(out, None, (start_site, last), &actions, None);
        if let Some(apply) = &sow.apply {
            let mut steps = 0;
            while steps <= elements.len() && self.truth(&sow.test) {
                steps += 1;
                let mut effects = self.take_list();
                self.generate(apply, &mut effects);
                let one = list_start;
                for effect in &effects.list {
                    out.actions.extend_from_slice(effects.actions_of(effect));
                    out.list[one].end = out.actions.len() as u32;
                    let mut thens = Vec::new();
                    effects.thens(effect, &mut thens);
                    for then in thens {
                        let before = out.list[one].then;
                        out.links.push((then, before));
                        out.list[one].then = out.links.len() as u32 - 1;
                    }
                }
                self.give_list(effects);
                let element = &elements[at];
                let (on, next) = match (&sow.backtracking, &sow.forward) {
                    (Some(test), _) => (Some(test), previous(elements, at)),
                    (_, Some(test)) => (Some(test), usize::try_from(element.next_index).ok()),
                    _ => (None, None),
                };
                let (Some(test), Some(next)) = (on, next) else { break };
                at = next;
                self.bind(Bound::To, elements[at].site);
                let at_start = sow.backtracking.is_some() && elements[at].site == start_site;
                if at_start || !self.truth(test) {
                    break;
                }
            }
        }
        self.bound = saved;
        self.position.back(begun);
        self.give_list(prior);
        out.append_then(list_start, then);
    }

    /// Returns the places on the track of the holes that get pieces, in their order.
    fn targets(&mut self, sow: &'g Sow, elements: &[TrackElement], first: usize, left: i32) -> Vec<usize> {
        let start_site = elements[first].site;
        let per_hole = self.number(&sow.per_hole).max(1);
        let mut found = Vec::new();
        let (mut at, mut left, mut tries) = (first, left, 0);
        while left > 0 && tries < 100_000 {
            tries += 1;
            let Some(next) = usize::try_from(elements[at].next_index).ok() else { break };
            at = next;
            let site = elements[at].site;
            if !sow.include_self && site == start_site {
                continue;
            }
            self.bind(Bound::To, site);
            self.bind(Bound::Value, left);
            if sow.skip.as_ref().is_some_and(|skip| self.truth(skip)) {
                continue;
            }
            found.push(at);
            left -= per_hole;
        }
        found
    }

    /// Applies an action that is not recorded.
    fn quietly(&mut self, action: &Action) {
        let trace = self.trace.take();
        self.act(action);
        self.trace = trace;
    }
}

/// Returns the element before another one, along a loop.
fn previous(elements: &[TrackElement], at: usize) -> Option<usize> {
    elements.iter().position(|element| usize::try_from(element.next_index).ok() == Some(at))
}
