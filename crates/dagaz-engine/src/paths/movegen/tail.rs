//! Rules with a tail: their ways are listed, and only the moves are made whose tail may have
//! several results.

use dagaz_core::{RuleId, SiteId};

use super::super::plan::{Row, Tail, Ways};
use super::super::position::Bitset;
use super::bitset::{but, has, insert, is_empty, or};
use super::{Candidate, Machine, Mode, NONE, Registers, bits};

impl<const W: usize> Machine<'_, W> {
    /// Whether the moves of a rule are listed by its ways.
    #[inline]
    pub(super) fn lists_by_ways(&self, rule: RuleId, it: u16) -> bool {
        if self.lists_judged_moves || self.drafts_moves || !self.plan.agendas[self.slot().index()].by_ways[rule.index()]
        {
            return false;
        }
        let side = self.plan.side(self.me);
        match it {
            NONE => side.placements[rule.index()].as_ref().is_some_and(|placement| placement.tail.is_some()),
            _ => side.ways[rule.index()].is_some(),
        }
    }

    /// Whether the way that ends here belongs to the move that is listed or made.
    #[inline]
    pub(super) fn is_asked_way(&self, at: &Registers) -> bool {
        self.way_end == NONE || at.here == self.way_end || at.steps > 0 || self.attacked_site != NONE
    }

    /// Lists the moves of a rule with a piece, or without one, way by way.
    pub(super) fn list_ways(&mut self, rule: RuleId, it: u16) {
        let plan = self.plan;
        let side = plan.side(self.me);
        if let Some(ways) = side.ways[rule.index()].as_ref().filter(|_| it != NONE) {
            self.listing = true;
            let from = self.one(it);
            let ends = self.image(ways.ends, &from, &Registers::at_rest());
            self.listing = false;
            for end in bits(ends) {
                let changed = self.sites_of_way(ways, it, end);
                self.list_way(Candidate { origin: it, ..Candidate::of(rule, it) }, end, &ways.tail, changed);
            }
        } else if let Some(placement) = &side.placements[rule.index()] {
            let Some(tail) = &placement.tail else { return };
            for site in bits(self.placement_sites(placement)) {
                self.list_way(Candidate::of(rule, it), site, tail, self.one(site));
            }
        }
    }

    /// Lists the moves whose way ends on a site.
    fn list_way(&mut self, candidate: Candidate, end: u16, tail: &Tail, changed: Bitset<W>) {
        if !self.may_be_full(tail, changed, end) {
            return self.push_candidate(Candidate { choice: end, nth: Some(0), target: end, ..candidate });
        }
        self.at_work = (candidate.rule, candidate.it);
        (self.found, self.lists_made_moves, self.mode) = (0, true, Mode::List);
        let (entry, registers) = self.begin_way(candidate.rule, candidate.it, end);
        self.attempt(entry, registers);
        self.way_end = NONE;
    }

    /// The sites on which the effects of a tail may change pieces.
    fn sites_of_way(&self, ways: &Ways, from: u16, end: u16) -> Bitset<W> {
        let mut sites = or(self.one(from), &self.one(end));
        if let Some(row) = ways.along {
            let mut site = self.linked(row, from);
            while site != NONE && site != end && !has(&sites, site) {
                insert(&mut sites, site);
                site = self.linked(row, site);
            }
        }
        sites
    }

    fn linked(&self, row: Row, site: u16) -> u16 {
        self.tables.links[row.index()][usize::from(site)]
    }

    /// Whether a line can be full after a move that changes pieces on these sites alone.
    fn may_be_full(&mut self, tail: &Tail, changed: Bitset<W>, end: u16) -> bool {
        self.listing = true;
        let before = self.listed(tail.set);
        self.listing = false;
        let full = or(before, &changed);
        match tail.through_end {
            true => has(&full, end) && self.has_full_line(tail, &full, end),
            // A line that was not full before goes through a site that was not in the set.
            false => {
                self.was_full(tail, &before)
                    || bits(but(changed, &before)).any(|site| self.has_full_line(tail, &full, site))
            }
        }
    }

    /// Whether a line was full before the move, answered once a turn.
    fn was_full(&mut self, tail: &Tail, before: &Bitset<W>) -> bool {
        if let Some((turn, known, answer)) = self.memory.full_before
            && (turn, known) == (self.memory.turn, *tail)
        {
            return answer;
        }
        let answer = bits(*before).any(|site| self.has_full_line(tail, before, site));
        self.memory.full_before = Some((self.memory.turn, *tail, answer));
        answer
    }

    /// Whether a line through a site lies in a set.
    fn has_full_line(&self, tail: &Tail, full: &Bitset<W>, site: u16) -> bool {
        let lines = &self.tables.lines[tail.lines.index()];
        let mut through = self.game.lines[tail.lines.index()].through(SiteId(site)).iter();
        through.any(|index| is_empty(&but(lines[*index as usize], full)))
    }
}
