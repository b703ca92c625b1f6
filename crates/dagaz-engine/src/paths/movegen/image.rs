//! Where paths lead, computed with whole sets: hops, floods, families of sets, distances.

use dagaz_core::SiteId;
use dagaz_rules::path::Level;
use smallvec::SmallVec;

use super::super::plan::{FamilyId, FamilyNode, Hop, ImageId, ImageNode, Row, SetId};
use super::super::position::Bitset;
use super::bitset::{and, but, count, has, insert, is_empty, moved, only, or};
use super::{Machine, NONE, Registers, bits};

impl<const W: usize> Machine<'_, W> {
    /// One hop from a set.
    pub(super) fn shifted(&self, rows: &[Row], from: &Bitset<W>) -> Bitset<W> {
        let mut to = [0; W];
        if let Some(star) = self.tables.star(rows) {
            bits(*from).for_each(|site| to = or(to, &star[usize::from(site)]));
            return if self.sees_vanished { to } else { but(to, &self.closed()) };
        }
        for row in rows {
            let shifts = &self.tables.shifts[row.index()];
            if shifts.len() > 6 {
                let links = &self.tables.links[row.index()];
                bits(*from).map(|site| links[usize::from(site)]).filter(|to| *to != NONE).for_each(|site| {
                    insert(&mut to, site);
                });
                continue;
            }
            for (by, sites) in shifts {
                to = or(to, &moved(&and(*from, sites), *by));
            }
        }
        if self.sees_vanished { to } else { but(to, &self.closed()) }
    }

    /// From where one hop leads into a set.
    pub(super) fn shifted_back(&self, rows: &[Row], to: &Bitset<W>) -> Bitset<W> {
        let mut from = [0; W];
        if let Some(star) = self.tables.back_star(rows) {
            bits(*to).for_each(|site| from = or(from, &star[usize::from(site)]));
            return from;
        }
        for row in rows {
            for (by, sites) in &self.tables.shifts[row.index()] {
                from = or(from, &and(moved(to, -by), sites));
            }
        }
        from
    }

    /// Where a path can end that begins on one of some sites.
    pub(super) fn image(&mut self, image: ImageId, from: &Bitset<W>, at: &Registers) -> Bitset<W> {
        if is_empty(from) {
            return *from;
        }
        self.fuel = self.fuel.saturating_sub(1);
        let plan = self.plan;
        match &plan.images[image.index()] {
            ImageNode::Go(rows) => self.hopped(rows, from),
            ImageNode::Keep(set) if self.listing && self.level == Level::Top => and(*from, &self.listed(*set)),
            ImageNode::Slide { row, through, target } => {
                let mut ends = [0; W];
                for site in bits(*from) {
                    self.slide(*row, *through, *target, site, at, &mut ends);
                }
                ends
            }
            ImageNode::Keep(set) => match only(from) {
                Some(site) if self.contains(*set, site, at) => *from,
                Some(_) => [0; W],
                None => self.within(*set, from, at),
            },
            ImageNode::Seq(parts) => parts.iter().fold(*from, |now, part| self.image(*part, &now, at)),
            ImageNode::Or(parts) => parts.iter().fold([0; W], |sites, part| or(sites, &self.image(*part, from, at))),
            ImageNode::To(set) => self.set(*set, at),
            ImageNode::FloodWithin { least, rows, within } => {
                if let ([row], Some(only)) = (rows.as_ref(), only(from)) {
                    return self.walk_ray(*row, *least, *within, only, at);
                }
                let mut rest =
                    if self.listing && self.level == Level::Top { self.listed(*within) } else { self.set(*within, at) };
                let mut reached = if *least == 0 { *from } else { [0; W] };
                rest = but(rest, &reached);
                let mut edge = *from;
                while !is_empty(&edge) {
                    edge = and(self.shifted(rows, &edge), &rest);
                    rest = but(rest, &edge);
                    reached = or(reached, &edge);
                }
                reached
            }
            ImageNode::Flood { least, body } => {
                let mut reached = if *least == 0 { *from } else { self.image(*body, from, at) };
                let mut edge = reached;
                while !is_empty(&edge) && self.fuel > 0 {
                    edge = but(self.image(*body, &edge, at), &reached);
                    reached = or(reached, &edge);
                }
                reached
            }
            ImageNode::FloodHops { least, hops } => self.flood_hops(*least, hops, from, at),
            ImageNode::Ends(entry) => {
                let mut ends = [0; W];
                let hand = self.shape().hand();
                for site in bits(*from) {
                    self.each_end(*entry, site, at, &mut |end| {
                        if usize::from(end) < hand {
                            insert(&mut ends, end);
                        }
                    });
                }
                ends
            }
        }
    }

    /// Where any number of hops lead. The sets from which and to which each leads are computed
    /// once.
    fn flood_hops(&mut self, least: u8, hops: &[Hop], from: &Bitset<W>, at: &Registers) -> Bitset<W> {
        let sets: SmallVec<[(Bitset<W>, Bitset<W>); 8]> =
            hops.iter().map(|hop| (self.set(hop.from, at), self.set(hop.to, at))).collect();
        let mut reached = if least == 0 { *from } else { [0; W] };
        let mut edge = *from;
        while !is_empty(&edge) && self.fuel > 0 {
            self.fuel -= 1;
            let mut next = [0; W];
            for (hop, (leaving, arriving)) in hops.iter().zip(&sets) {
                let leaving = and(edge, leaving);
                if !is_empty(&leaving) {
                    next = or(next, &and(self.hopped(&hop.rows, &leaving), arriving));
                }
            }
            edge = but(next, &reached);
            reached = or(reached, &edge);
        }
        reached
    }

    /// One hop from a set, which often has one site.
    fn hopped(&self, rows: &[Row], from: &Bitset<W>) -> Bitset<W> {
        let Some(site) = only(from) else { return self.shifted(rows, from) };
        let mut to = [0; W];
        for to_site in rows.iter().map(|row| self.link(*row, site)).filter(|to| *to != NONE) {
            insert(&mut to, to_site);
        }
        to
    }

    /// A set that depends on the position alone, computed once for all moves of a turn that are
    /// listed.
    pub(super) fn listed(&mut self, set: SetId) -> Bitset<W> {
        if let Some((turn, sites)) = self.memory.listed_sets.get(set.index())
            && *turn == self.memory.turn
        {
            return *sites;
        }
        let sites = self.set(set, &Registers::at_rest());
        if self.memory.listed_sets.is_empty() {
            self.memory.listed_sets = vec![(0, [0; W]); self.plan.sets.len()];
        }
        self.memory.listed_sets[set.index()] = (self.memory.turn, sites);
        sites
    }

    fn slide(&mut self, row: Row, through: SetId, target: SetId, from: u16, at: &Registers, ends: &mut Bitset<W>) {
        if self.listing && self.level == Level::Top {
            let (through, target) = (self.listed(through), self.listed(target));
            if let Some(open) = self.open_ray(row, from, &through) {
                *ends = or(*ends, &and(open, &target));
                return;
            }
            let mut site = self.link(row, from);
            while site != NONE {
                if has(&target, site) {
                    insert(ends, site);
                }
                if site == from || !has(&through, site) {
                    break;
                }
                site = self.link(row, site);
            }
            return;
        }
        let mut site = self.link(row, from);
        while site != NONE {
            if self.contains(target, site, at) {
                insert(ends, site);
            }
            if site == from || !self.contains(through, site, at) {
                break;
            }
            site = self.link(row, site);
        }
    }

    /// Whether a ray from a site comes over sites of `through` to a site of `target`.
    pub(super) fn ray(
        &mut self,
        row: Row,
        least: u8,
        through: SetId,
        target: SetId,
        from: u16,
        at: &Registers,
    ) -> bool {
        if least == 0 && self.contains(target, from, at) {
            return true;
        }
        let tables = self.tables;
        let links = &tables.links[row.index()];
        let mut site = links[usize::from(from)];
        // A ray on a ring ends where it began.
        for _ in 0..links.len() {
            if site == NONE || !self.contains(through, site, at) {
                return false;
            }
            if self.contains(target, site, at) {
                return true;
            }
            site = links[usize::from(site)];
        }
        false
    }

    /// The sites of a ray up to the first one that is not in a set; `None` if they have to be
    /// walked.
    #[inline]
    fn open_ray(&self, row: Row, from: u16, through: &Bitset<W>) -> Option<Bitset<W>> {
        let gone = if self.sees_vanished { [0; W] } else { self.closed() };
        let blockers = or(but(self.tables.board, through), &gone);
        Some(but(self.tables.rays[row.index()].as_ref()?.open(from, &blockers)?, &gone))
    }

    /// The sites of a ray within a set.
    pub(super) fn walk_ray(&mut self, row: Row, least: u8, within: SetId, from: u16, at: &Registers) -> Bitset<W> {
        let mut reached = if least == 0 { self.one(from) } else { [0; W] };
        if self.listing && self.level == Level::Top {
            let within = self.listed(within);
            if let Some(open) = self.open_ray(row, from, &within) {
                return or(reached, &and(open, &within));
            }
        }
        let tables = self.tables;
        let links = &tables.links[row.index()];
        let mut site = links[usize::from(from)];
        while site != NONE && !has(&reached, site) && self.contains(within, site, at) {
            insert(&mut reached, site);
            site = links[usize::from(site)];
        }
        reached
    }

    /// Calls `visit` with each set of a family, until it returns `false`.
    pub(super) fn each_of(&mut self, family: FamilyId, at: &Registers, visit: &mut dyn FnMut(&Bitset<W>) -> bool) {
        let (plan, tables, game) = (self.plan, self.tables, self.game);
        match &plan.families[family.index()] {
            FamilyNode::Lines(lines) => {
                for line in &tables.lines[lines.index()] {
                    if !visit(line) {
                        return;
                    }
                }
            }
            FamilyNode::Full(lines, set, through) => {
                let full = self.set(*set, at);
                let through = through.map(|set| self.set(set, at));
                let runs = &game.lines[lines.index()];
                for site in bits(full) {
                    for &index in runs.beginning_on(SiteId(site)) {
                        let line = &tables.lines[lines.index()][index as usize];
                        let meets = through.as_ref().is_none_or(|through| !is_empty(&and(*line, through)));
                        if meets && is_empty(&but(*line, &full)) && !visit(line) {
                            return;
                        }
                    }
                }
            }
            FamilyNode::Groups(set, rows) => {
                let mut rest = self.set(*set, at);
                while let Some(site) = bits(rest).next() {
                    let mut group = self.one(site);
                    let mut edge = group;
                    while !is_empty(&edge) {
                        edge = but(and(self.shifted(rows, &edge), &rest), &group);
                        group = or(group, &edge);
                    }
                    rest = but(rest, &group);
                    if !visit(&group) {
                        return;
                    }
                }
            }
        }
    }

    /// How many hops some sites are from the nearest of others, together.
    pub(super) fn distance(&mut self, from: Bitset<W>, mut reached: Bitset<W>, rows: &[Row]) -> i64 {
        let sites = self.game.rules.topology.sites().len() as i64;
        let (mut sum, mut hops) = (0, 0);
        let mut from = but(from, &reached);
        while !is_empty(&from) {
            let mut more = [0; W];
            for row in rows {
                for (by, sources) in &self.tables.shifts[row.index()] {
                    more = or(more, &and(moved(&reached, -by), sources));
                }
            }
            let more = but(and(more, &self.tables.board), &reached);
            hops += 1;
            if is_empty(&more) {
                return sum + count(&from) as i64 * sites;
            }
            sum += count(&and(from, &more)) as i64 * hops;
            reached = or(reached, &more);
            from = but(from, &reached);
        }
        sum
    }
}
