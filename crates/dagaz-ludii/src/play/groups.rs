//! Groups of sites, territories and distances.

use crate::board::SiteType;
use crate::ludeme::op::{Bound, Directions, GroupQuery, Region, Truth};

use super::bits::Bits;
use super::run::Run;

impl<'g> Run<'g> {
    /// Returns the group of a slot; empty if the slot itself does not belong to one.
    pub(crate) fn group_of(&mut self, query: &'g GroupQuery, slot: usize) -> Bits {
        let mut group = self.none();
        let who = self.position.who(slot);
        let belongs = |this: &mut Self, slot: usize| match &query.test {
            Some(test) => {
                let saved = this.bound;
                let site = this.rules.ground.number(slot);
                this.bind(Bound::To, site);
                this.bind(Bound::Site, site);
                let holds = this.truth(test);
                this.bound = saved;
                holds
            }
            None => this.position.full.contains(slot) && this.position.who(slot) == who,
        };
        if !belongs(self, slot) {
            return group;
        }
        group.insert(slot);
        let mut open = vec![slot];
        while let Some(slot) = open.pop() {
            let Some(table) = self.table(&query.directions, slot) else { continue };
            for near in table.steps(slot) {
                if !group.contains(near) && belongs(self, near) {
                    group.insert(near);
                    open.push(near);
                }
            }
        }
        group
    }

    /// Returns all groups of the board.
    pub(crate) fn groups(&mut self, query: &'g GroupQuery) -> Vec<Bits> {
        let board = self.rules.ground.board(query.ty);
        let mut seen = self.none();
        let mut groups = Vec::new();
        let mut at = board.next(0);
        while let Some(slot) = at {
            at = board.next(slot + 1);
            if seen.contains(slot) {
                continue;
            }
            let group = self.group_of(query, slot);
            if !group.is_empty() {
                seen.union_with(&group);
                groups.push(group);
            }
        }
        groups
    }

    /// Returns the sizes of all groups of the board.
    pub(crate) fn group_sizes(&mut self, query: &'g GroupQuery) -> Vec<i32> {
        self.groups(query).iter().map(|group| group.len() as i32).collect()
    }

    /// Returns the number of empty sites whose empty region touches pieces of one player alone.
    pub(crate) fn territory(&mut self, ty: SiteType, player: i32, directions: &'g Directions) -> i32 {
        let board = self.rules.ground.board(ty);
        let mut seen = self.none();
        let mut total = 0;
        for start in board.iter() {
            if seen.contains(start) || self.position.full.contains(start) {
                continue;
            }
            let (mut size, mut own, mut others) = (0, false, false);
            let mut open = vec![start];
            seen.insert(start);
            while let Some(slot) = open.pop() {
                size += 1;
                let Some(table) = self.table(directions, slot) else { continue };
                for near in table.steps(slot) {
                    if self.position.full.contains(near) {
                        if self.position.who(near) as i32 == player {
                            own = true;
                        } else {
                            others = true;
                        }
                    } else if !seen.contains(near) {
                        seen.insert(near);
                        open.push(near);
                    }
                }
            }
            if own && !others {
                total += size;
            }
        }
        total
    }

    /// Returns the number of steps from a site to the nearest site of a set; -1 if there is no way.
    pub(crate) fn distance(&mut self, ty: SiteType, directions: &'g Directions, from: i32, to: &Bits) -> i32 {
        self.distance_over(ty, directions, None, from, to)
    }

    /// As `distance`, over steps to sites that meet a condition.
    pub(crate) fn distance_over(
        &mut self,
        ty: SiteType,
        directions: &'g Directions,
        test: Option<&'g Truth>,
        from: i32,
        to: &Bits,
    ) -> i32 {
        let Some(start) = self.slot(ty, from) else { return -1 };
        let mut steps = 0;
        let mut seen = self.none();
        seen.insert(start);
        let mut ring = vec![start];
        while !ring.is_empty() {
            if ring.iter().any(|slot| to.contains(*slot)) {
                return steps;
            }
            ring = self.ring_after(&ring, &mut seen, directions, test);
            steps += 1;
        }
        -1
    }

    /// Returns the unseen slots one step from given ones that meet a condition.
    pub(crate) fn ring_after(
        &mut self,
        ring: &[usize],
        seen: &mut Bits,
        directions: &'g Directions,
        test: Option<&'g Truth>,
    ) -> Vec<usize> {
        let mut next = Vec::new();
        for slot in ring {
            let Some(table) = self.table(directions, *slot) else { continue };
            for near in table.steps(*slot) {
                if !seen.contains(near) && self.leads_over(*slot, near, test) {
                    seen.insert(near);
                    next.push(near);
                }
            }
        }
        next
    }

    fn leads_over(&mut self, from: usize, to: usize, test: Option<&'g Truth>) -> bool {
        let Some(test) = test else { return true };
        let saved = self.bound;
        self.bind(Bound::From, self.rules.ground.number(from));
        self.bind(Bound::To, self.rules.ground.number(to));
        let holds = self.truth(test);
        self.bound = saved;
        holds
    }

    /// Returns whether the group of a slot touches enough of some regions.
    pub(crate) fn touches(
        &mut self,
        slot: usize,
        directions: &'g Directions,
        regions: &'g [Region],
        wanted: usize,
    ) -> bool {
        if !self.position.full.contains(slot) || regions.is_empty() {
            return false;
        }
        let who = self.position.who(slot);
        let targets: Vec<Bits> = regions.iter().map(|region| self.region(region)).collect();
        let mut touched = vec![false; targets.len()];
        let mut seen = self.none();
        seen.insert(slot);
        let mut open = vec![slot];
        while let Some(slot) = open.pop() {
            for (touched, target) in touched.iter_mut().zip(&targets) {
                *touched |= target.contains(slot);
            }
            if touched.iter().filter(|one| **one).count() >= wanted {
                return true;
            }
            let Some(table) = self.table(directions, slot) else { continue };
            for near in table.steps(slot) {
                if !seen.contains(near) && self.position.full.contains(near) && self.position.who(near) == who {
                    seen.insert(near);
                    open.push(near);
                }
            }
        }
        false
    }
}
