//! Where a path can end, walked with whole sets of sites at once wherever its elements allow: a
//! flood.

use dagaz_core::SiteId;
use dagaz_rules::path::{Path, Set, WayId};
use smallvec::SmallVec;

use super::super::sites::Sites;
use super::super::walker::{Halt, Walker};
use super::{looks_at_each, mentions_here};

/// So many sites are looked at one by one before whole sets are moved.
const FEW: usize = 12;

impl<'g> Walker<'g> {
    pub(super) fn shifted(&self, ways: &[WayId], from: &Sites) -> Sites {
        let mut sites = self.none();
        if let Some(only) = from.only() {
            let links = ways.iter().filter_map(|way| self.hop(*way, only).some());
            links.for_each(|site| sites.insert(site));
            return sites;
        }
        ways.iter().for_each(|way| self.game.tables.unite_shifted(&mut sites, self.at.me, *way, from));
        self.but_closed(sites)
    }

    /// Where a path can end that begins on one of some sites.
    pub(super) fn image(&mut self, from: &Sites, path: &'g [Path]) -> Result<Sites, Halt> {
        let mut now = from.clone();
        for (place, element) in path.iter().enumerate() {
            if now.is_empty() {
                return Ok(now);
            }
            self.fuel.spend(1)?;
            now = match element {
                Path::Go(ways) => {
                    self.spend_on_sites(ways.len())?;
                    self.shifted(ways, &now)
                }
                Path::Is(set) if looks_at_each(set) || mentions_here(set) => self.those_here(&now, set)?,
                Path::Is(set) => {
                    let mut sites = self.set(set)?;
                    sites.intersect(&now);
                    sites
                }
                Path::Seq(parts) => self.image(&now, parts)?,
                Path::Or(parts) => {
                    let mut sites = self.none();
                    for part in parts {
                        let part = self.image(&now, std::slice::from_ref(part))?;
                        sites.unite(&part);
                    }
                    sites
                }
                Path::Many { least, body } if !body.stays() => self.flood(&now, *least, body)?,
                Path::At(set) => self.set(set)?,
                Path::Holds(_) | Path::See(_) | Path::Not(_) => {
                    let mut sites = self.none();
                    for site in now.iter() {
                        if self.at_site(site, |walker| walker.sees(element))? {
                            sites.insert(site);
                        }
                    }
                    sites
                }
                // What binds, counts or chooses is walked from each site by itself, with all that
                // follows.
                _ => return self.ends(&now, &path[place..]),
            };
        }
        Ok(now)
    }

    fn those_here(&mut self, of: &Sites, set: &'g Set) -> Result<Sites, Halt> {
        let mut sites = self.none();
        for site in of.iter() {
            if self.at_site(site, |walker| walker.contains(set, site))? {
                sites.insert(site);
            }
        }
        Ok(sites)
    }

    /// Where any number of rounds can end.
    fn flood(&mut self, from: &Sites, least: u8, body: &'g Path) -> Result<Sites, Halt> {
        if let Path::Go(ways) = body {
            return self.flood_within(from, least, ways, &Set::Board);
        }
        if let Path::Seq(parts) = body
            && let [Path::Go(ways), Path::Is(set)] = parts.as_slice()
            && !looks_at_each(set)
            && !mentions_here(set)
        {
            return self.flood_within(from, least, ways, set);
        }
        let body = std::slice::from_ref(body);
        let mut reached = if least == 0 { from.clone() } else { self.image(from, body)? };
        let mut edge = reached.clone();
        while !edge.is_empty() {
            let mut more = self.image(&edge, body)?;
            more.subtract(&reached);
            reached.unite(&more);
            edge = more;
        }
        Ok(reached)
    }

    /// The same where every round is a hop within a set, which looking does not change.
    fn flood_within(&mut self, from: &Sites, least: u8, ways: &[WayId], within: &'g Set) -> Result<Sites, Halt> {
        let mut rest = self.set(within)?;
        let mut reached = if least == 0 { from.clone() } else { self.none() };
        rest.subtract(&reached);
        // A few sites one by one, many all at once.
        let mut edge: SmallVec<[SiteId; FEW]> = from.iter().take(FEW).collect();
        let mut left = if edge.len() < FEW { FEW } else { 0 };
        while left > 0 {
            let Some(site) = edge.pop() else { return Ok(reached) };
            self.fuel.spend(1)?;
            left -= 1;
            for way in ways {
                let to = self.hop(*way, site);
                if rest.contains(to) {
                    rest.remove(to);
                    reached.insert(to);
                    edge.push(to);
                }
            }
        }
        let mut edge = from.clone();
        edge.unite(&reached);
        while !edge.is_empty() {
            self.spend_on_sites(ways.len())?;
            edge = self.shifted(ways, &edge);
            edge.intersect(&rest);
            rest.subtract(&edge);
            reached.unite(&edge);
        }
        Ok(reached)
    }

    /// Where a path ends, walked from each of some sites.
    fn ends(&mut self, from: &Sites, path: &'g [Path]) -> Result<Sites, Halt> {
        let mut ends = self.none();
        for site in from.iter() {
            let (saved, completed) = (self.save(), self.completed);
            (self.at.here, self.at.carrying) = (site, false);
            let flow = self.asking(|walker| {
                walker.run(path, &mut |walker| {
                    walker.completed += 1;
                    ends.insert(walker.at.here);
                    Ok(())
                })
            });
            self.restore(saved);
            self.completed = completed;
            flow?;
        }
        Ok(ends)
    }

    /// How many hops some sites are from the nearest of others, together.
    pub(super) fn distance(&mut self, mut from: Sites, mut reached: Sites, ways: &[WayId]) -> Result<i64, Halt> {
        let game = self.game;
        let (mut sum, mut hops) = (0, 0);
        from.subtract(&reached);
        while !from.is_empty() {
            self.fuel.spend(game.rules.topology.sites().len() as u64)?;
            let leads = |site: &SiteId| ways.iter().any(|way| reached.contains(self.hop(*way, *site)));
            let more: Vec<SiteId> = self.all_but(&reached).iter().filter(leads).collect();
            hops += 1;
            if more.is_empty() {
                return Ok(sum + from.len() as i64 * game.rules.topology.sites().len() as i64);
            }
            for site in more {
                sum += if from.contains(site) { hops } else { 0 };
                reached.insert(site);
            }
            from.subtract(&reached);
        }
        Ok(sum)
    }
}
