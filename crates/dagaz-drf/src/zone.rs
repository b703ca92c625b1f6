//! Zones and other sets of sites that no piece can change.

use dagaz_core::{DirectionId, LimitHit, LimitKind, PlayerId, SiteId, SiteSet, TopologyBuilder, ZoneId};
use dagaz_rules::path::{Path, Set, WayId};

use super::environment::{EnvId, Name};
use super::lower::Lower;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    pub(super) fn zones_of(&mut self, parts: &[NodeId], builder: &mut TopologyBuilder) -> Result<(), LimitHit> {
        for (name, sites) in std::mem::take(&mut self.made_zones) {
            let set = SiteSet::of(self.sites.len(), sites.iter().copied());
            self.add_zone(&name, vec![set; self.players.len()], builder)?;
        }
        let players: Vec<PlayerId> = (0..self.players.len()).map(PlayerId::at).collect();
        let mut declared: Vec<(String, Vec<SiteSet>)> = Vec::new();
        for &part in parts {
            if self.head(part) != Some("zone") {
                continue;
            }
            let rest = self.rest(part);
            let Some((&name, mut sets)) = rest.split_first() else { continue };
            if self.tree.word(name).is_none() {
                self.wrong(part, "a zone has a name", "`(zone camp (row 1 3))`, or `(zone camp White a1..c3)`");
                continue;
            }
            let node = name;
            let name = self.text(node).to_string();
            if !declared.iter().any(|(known, _)| *known == name) {
                self.check_part(node, "a zone");
            }
            let owner = sets.first().and_then(|node| self.player_named(*node));
            if owner.is_some() {
                sets = &sets[1..];
            }
            let place = declared.iter().position(|(known, _)| *known == name);
            if place.is_none() && declared.len() >= self.limits.zones {
                return Err(LimitHit::new(LimitKind::Zones, self.limits.zones));
            }
            let place = place.unwrap_or_else(|| {
                declared.push((name.clone(), vec![SiteSet::empty(self.sites.len()); players.len()]));
                declared.len() - 1
            });
            for &set in sets {
                let lowered = self.set(set, EnvId::EMPTY);
                for &player in players.iter().filter(|player| owner.is_none_or(|owner| owner == **player)) {
                    if self.is_spent() {
                        return Ok(());
                    }
                    let sites = self.fixed(&lowered, player, set);
                    declared[place].1[player.index()].unite(&sites);
                }
            }
            // A later zone may speak of an earlier one.
            let sets = declared[place].1.clone();
            self.pay(2 * sets.len() * self.set_words());
            match self.zone_place(&name) {
                Some(zone) => self.zones[zone.index()] = alike(sets),
                None => self.declare_zone(&name, sets),
            }
        }
        for (name, sets) in declared {
            self.build_zone(&name, &sets, builder)?;
        }
        Ok(())
    }

    pub(super) fn add_zone(
        &mut self,
        name: &str,
        sets: Vec<SiteSet>,
        builder: &mut TopologyBuilder,
    ) -> Result<(), LimitHit> {
        self.build_zone(name, &sets, builder)?;
        self.declare_zone(name, sets);
        Ok(())
    }

    pub(super) fn zone_place(&self, name: &str) -> Option<ZoneId> {
        match self.names.get(&self.symbol(name)?)? {
            Name::Zone(zone) => Some(*zone),
            _ => None,
        }
    }

    pub(super) fn declare_zone(&mut self, name: &str, sets: Vec<SiteSet>) {
        self.zones.push(alike(sets));
        self.declare_text(name, Name::Zone(ZoneId::at(self.zones.len() - 1)));
    }

    pub(super) fn build_zone(
        &self,
        name: &str,
        sets: &[SiteSet],
        builder: &mut TopologyBuilder,
    ) -> Result<(), LimitHit> {
        let members = |set: &SiteSet| set.iter().collect::<Vec<_>>();
        if sets.windows(2).all(|pair| pair[0] == pair[1]) {
            return builder.zone(name, &[], &sets.first().map_or(Vec::new(), members));
        }
        sets.iter().enumerate().try_for_each(|(player, set)| builder.zone(name, &[PlayerId::at(player)], &members(set)))
    }

    /// Returns the sites of `a1..f2`: a box of a grid, or a run of loose sites, in the order that
    /// the two ends give.
    pub(super) fn range(&self, text: &str) -> Option<Vec<SiteId>> {
        let (first, last) = text.split_once("..")?;
        let (a, b) = (*self.site_names.get(first)?, *self.site_names.get(last)?);
        if self.is_spent() {
            return Some(Vec::new());
        }
        let (from, to) = (&self.sites[a.index()], &self.sites[b.index()]);
        if from.grid.is_none() || from.grid != to.grid {
            let (low, high) = (a.0.min(b.0), a.0.max(b.0));
            self.pay(usize::from(high - low));
            let run: Vec<SiteId> = (low..=high).map(SiteId).collect();
            return Some(if a <= b { run } else { run.into_iter().rev().collect() });
        }
        let runs: Vec<Vec<i32>> = from
            .at
            .iter()
            .zip(&to.at)
            .map(|(&a, &b)| if a <= b { (a..=b).collect() } else { (b..=a).rev().collect() })
            .collect();
        let count: usize = runs.iter().map(Vec::len).product();
        self.pay(4 * count.min(self.sites.len()));
        let mut sites = Vec::new();
        for index in 0..count.min(self.sites.len()) {
            let mut rest = index;
            let at: Vec<i32> = runs
                .iter()
                .map(|run| {
                    let along = run[rest % run.len()];
                    rest /= run.len();
                    along
                })
                .collect();
            sites.extend(self.site_places.get(&(from.grid, at)));
        }
        Some(sites)
    }

    /// Returns the sites of a set that does not depend on the pieces.
    pub(super) fn fixed(&mut self, set: &Set, player: PlayerId, node: NodeId) -> SiteSet {
        match self.fold(set, player) {
            Some(sites) => sites,
            None => {
                let span = self.tree.node(node).span;
                self.push(
                    Diagnostic::new(Code::WrongForm, span, "this set depends on the pieces, and a board does not")
                        .hint("use sites, ranges such as `a1..h1`, rows, columns, `(edge n)`, `dark`, `light`, zones, and `and or not` of them"),
                );
                SiteSet::empty(self.sites.len())
            }
        }
    }

    fn fold(&self, set: &Set, player: PlayerId) -> Option<SiteSet> {
        let count = self.sites.len();
        self.pay(match set {
            Set::Fixed(_) | Set::Or(_) => self.set_words(),
            Set::And(parts) => self.every_site() * (1 + parts.len()),
            Set::Where(..) => self.every_site() * (1 + self.directions.len()),
            _ => self.every_site(),
        });
        if self.is_spent() {
            return Some(SiteSet::empty(count));
        }
        let all = || (0..count).map(SiteId::at);
        Some(match set {
            Set::Board => SiteSet::of(count, all()),
            Set::Fixed(sets) => sets.get(player.index()).or(sets.first())?.clone(),
            Set::Not(inner) => {
                let inner = self.fold(inner, player)?;
                SiteSet::of(count, all().filter(|site| !inner.contains(*site)))
            }
            Set::Or(parts) => {
                let mut sites = SiteSet::empty(count);
                for part in parts {
                    sites.unite(&self.fold(part, player)?);
                }
                sites
            }
            Set::And(parts) => {
                let parts: Option<Vec<SiteSet>> = parts.iter().map(|part| self.fold(part, player)).collect();
                let parts = parts?;
                SiteSet::of(count, all().filter(|site| parts.iter().all(|part| part.contains(*site))))
            }
            // The edge of the board: sites from which some direction leads off it.
            Set::Where(inner, path) => {
                let (inner, ways) = (self.fold(inner, player)?, off_the_board(path)?);
                let leads = |way: WayId, from: SiteId| {
                    let seen = |direction: &DirectionId| self.seen.get(player.index())?.get(direction.index()).copied();
                    self.ways[way.index()].iter().try_fold(from, |site, direction| {
                        let direction = seen(direction).unwrap_or(*direction);
                        self.links.get(direction.index())?.get(site.index())?.some()
                    })
                };
                let off = |site: &SiteId| ways.iter().any(|way| leads(*way, *site).is_none());
                SiteSet::of(count, inner.iter().filter(off))
            }
            _ => return None,
        })
    }
}

/// Returns the sets of all players: one where they are the same.
fn alike(mut sets: Vec<SiteSet>) -> Vec<SiteSet> {
    if sets.windows(2).all(|pair| pair[0] == pair[1]) {
        sets.truncate(1);
    }
    sets
}

/// Returns the ways of which `(edge …)` asks whether they lead off the board, if a path asks for
/// nothing else.
fn off_the_board(path: &Path) -> Option<Vec<WayId>> {
    let Path::Or(parts) = path else { return None };
    let way = |part: &Path| match part {
        Path::Not(go) => match go.as_ref() {
            Path::Go(ways) => <[WayId; 1]>::try_from(ways.as_slice()).ok().map(|[way]| way),
            _ => None,
        },
        _ => None,
    };
    parts.iter().map(way).collect()
}
