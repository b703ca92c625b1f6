//! Lanes: the targets of all pieces of a type at once.
//!
//! A lane leads from different sites to different sites, so the target determines the origin.

use dagaz_core::RuleId;

use super::super::plan::{Lane, LanePart, Lanes};
use super::super::position::Bitset;
use super::bitset::{and, has, only};
use super::{Candidate, Machine, NONE, Registers, bits, is_empty};

impl<const W: usize> Machine<'_, W> {
    /// Lists the moves of a rule with all pieces on some sites, where the rule is nothing but
    /// lanes; `false` if it is not.
    pub(in crate::paths) fn list_lanes(&mut self, rule: RuleId, movable: &Bitset<W>) -> bool {
        let plan = self.plan;
        let Some(lanes) = &plan.side(self.me).lanes[rule.index()] else { return false };
        if self.must_make(rule) {
            return false;
        }
        self.listing = true;
        let from = match lanes.guard {
            Some(guard) => self.within(guard, movable, &Registers::at_rest()),
            None => *movable,
        };
        if !is_empty(&from) {
            for (lane, origins) in lanes.lanes.iter().zip(&lanes.origins) {
                self.list_lane(rule, lanes, lane, origins, from);
            }
        }
        self.listing = false;
        true
    }

    fn list_lane(&mut self, rule: RuleId, lanes: &Lanes, lane: &Lane, origins: &[u16], from: Bitset<W>) {
        let is_sure = lanes.is_exact && self.plan.one_completion;
        let candidate = Candidate { is_sure, ..Candidate::of(rule, NONE) };
        // The site of a single piece is faster than a set of it.
        if let Some(site) = only(&from) {
            if let Some(end) = self.end_of_lane(lane, site) {
                self.push_end(candidate, lane, origins[usize::from(end)], end);
            }
            return;
        }
        let mut now = from;
        for part in &lane.parts {
            now = match part {
                LanePart::Hop(row) => match only(&now) {
                    Some(site) => self.one(self.link(*row, site)),
                    None => self.shifted(std::slice::from_ref(row), &now),
                },
                LanePart::Keep(set) => and(now, &self.listed(*set)),
            };
            if is_empty(&now) {
                return;
            }
        }
        for end in bits(now) {
            self.push_end(candidate, lane, origins[usize::from(end)], end);
        }
    }

    /// Where a lane leads from a site.
    fn end_of_lane(&mut self, lane: &Lane, from: u16) -> Option<u16> {
        let mut site = from;
        for part in &lane.parts {
            match part {
                LanePart::Hop(row) => {
                    site = self.link(*row, site);
                    if site == NONE {
                        return None;
                    }
                }
                LanePart::Keep(set) if !has(&self.listed(*set), site) => return None,
                LanePart::Keep(_) => {}
            }
        }
        Some(site)
    }

    /// Adds the candidates of a piece whose lane ends on a site.
    fn push_end(&mut self, candidate: Candidate, lane: &Lane, origin: u16, end: u16) {
        // A piece that comes back to its site may have done nothing.
        let candidate = Candidate { it: origin, origin, is_sure: candidate.is_sure && origin != end, ..candidate };
        match lane.jump.map(|jump| self.listed(jump)) {
            None => self.push_candidate(Candidate { target: end, ..candidate }),
            Some(targets) => bits(targets).for_each(|target| {
                self.push_candidate(Candidate { target, ..candidate });
            }),
        }
    }
}
