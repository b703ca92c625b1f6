//! Links: connections in addition to the directions of grids, and how each player sees them.

use std::collections::HashMap;

use dagaz_core::{DirectionId, LimitHit, PlayerId, PlayerKind, SiteId, SiteSet, TopologyBuilder};
use dagaz_rules::path::WayId;

use super::environment::{EnvId, Name};
use super::grid::DirectionInfo;
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// Links these pairs in both directions. A site that several links lead to has no reverse link,
/// since it would be ambiguous.
fn link_both(
    (there, back): (DirectionId, DirectionId),
    led: &[(SiteId, SiteId)],
    builder: &mut TopologyBuilder,
) -> Result<(), LimitHit> {
    let mut sources: HashMap<SiteId, usize> = HashMap::new();
    led.iter().for_each(|(_, to)| *sources.entry(*to).or_default() += 1);
    for &(from, to) in led {
        builder.link(there, from, to)?;
        if sources.get(&to) == Some(&1) {
            builder.link(back, to, from)?;
        }
    }
    Ok(())
}

impl Lower<'_> {
    pub(super) fn direction_of(&mut self, name: &str, builder: &mut TopologyBuilder) -> Result<DirectionId, LimitHit> {
        let id = builder.direction(name)?;
        if id.index() == self.directions.len() {
            self.directions.push(DirectionInfo { name: name.to_string(), ..DirectionInfo::default() });
        }
        Ok(id)
    }

    /// Returns a direction and the one that leads back.
    pub(super) fn both_ways(
        &mut self,
        name: &str,
        builder: &mut TopologyBuilder,
    ) -> Result<(DirectionId, DirectionId), LimitHit> {
        let there = self.direction_of(name, builder)?;
        let back = match self.directions[there.index()].back {
            Some(back) => back,
            None => self.direction_of(&format!("back-{name}"), builder)?,
        };
        self.directions[there.index()].back = Some(back);
        self.directions[back.index()].back = Some(there);
        Ok((there, back))
    }

    pub(super) fn declare_direction(&mut self, name: &str, direction: DirectionId) {
        let way = self.way(vec![direction]);
        self.board_takes(name, "a direction");
        self.declare_text(name, Name::Ways(vec![way]));
    }

    /// Gives the way back of a link or track its name, unless something else has it.
    fn declare_back(&mut self, back: DirectionId) {
        let name = self.directions[back.index()].name.clone();
        if let Some(symbol) = self.symbol(&name)
            && !self.names.contains_key(&symbol)
        {
            self.declare_direction(&name, back);
        }
    }

    pub(super) fn declare_usual(&mut self) {
        let usual = self.usual.clone();
        for (name, ways) in ["orthogonal", "diagonal", "adjacent"].into_iter().zip(usual) {
            self.declare_text(name, Name::Ways(ways));
        }
    }

    /// Returns a site, or the sites of a range in its order.
    fn row_of_sites(&mut self, node: NodeId) -> Vec<SiteId> {
        match self.range(self.text(node)) {
            Some(sites) => sites,
            None => self.site(node).into_iter().collect(),
        }
    }

    /// `(link d (a b) …)`, `(link d (a1..h8 A1..H8))`
    pub(super) fn link(&mut self, part: NodeId, builder: &mut TopologyBuilder) -> Result<(), LimitHit> {
        let rest = self.rest(part);
        let Some((&name, pairs)) = rest.split_first() else {
            self.wrong(part, "a link needs a direction and pairs of sites", "`(link next (a1 b1) (b1 c1))`");
            return Ok(());
        };
        let name = self.text(name).to_string();
        let (there, back) = self.both_ways(&name, builder)?;
        self.declare_direction(&name, there);
        self.declare_back(back);
        let mut led = Vec::new();
        for &pair in pairs {
            let rows: Vec<Vec<SiteId>> = self.members(pair).into_iter().map(|node| self.row_of_sites(node)).collect();
            match rows.as_slice() {
                [from, to] if from.len() == to.len() && !from.is_empty() => {
                    for (&from, &to) in from.iter().zip(to) {
                        self.leads(pair, there, (from, to), &mut led);
                    }
                }
                [from, to] if !from.is_empty() && !to.is_empty() => {
                    let message = format!("{} sites cannot lead to {}, each to one", from.len(), to.len());
                    self.wrong(pair, &message, "ranges with as many sites: `(a1..h8 A1..H8)`");
                }
                _ => self.wrong(pair, "a link leads from one site to another", "`(a1 b1)`, or `(a1..h8 A1..H8)`"),
            }
        }
        link_both((there, back), &led, builder)
    }

    /// Notes that a direction leads from one site to another; complains if it leads elsewhere from
    /// there.
    fn leads(
        &mut self,
        node: NodeId,
        there: DirectionId,
        (from, to): (SiteId, SiteId),
        led: &mut Vec<(SiteId, SiteId)>,
    ) {
        match self.led.insert((there, from), to) {
            Some(other) if other != to => {
                let name = |site: SiteId| self.sites[site.index()].name.clone();
                let (direction, from, other) = (self.directions[there.index()].name.clone(), name(from), name(other));
                let message =
                    format!("`{direction}` leads from {from} to {other} already, and a direction leads to one site");
                self.wrong(node, &message, "another direction for the second way; a rule may walk both: `(or a b)`");
            }
            _ => led.push((from, to)),
        }
    }

    pub(super) fn unlink(&mut self, part: NodeId, builder: &mut TopologyBuilder) {
        let rest = self.rest(part);
        let [dirs, sets @ ..] = rest.as_slice() else { return };
        let Some(ways) = self.ways_of(*dirs, EnvId::EMPTY) else {
            self.wrong(*dirs, "these are no directions", "`(unlink diagonal light)`");
            return;
        };
        let mut sites = SiteSet::empty(self.sites.len());
        for set in sets {
            let lowered = self.set(*set, EnvId::EMPTY);
            sites.unite(&self.fixed(&lowered, PlayerId(0), *set));
        }
        for way in ways {
            let directions = self.ways[way.index()].clone();
            sites.iter().for_each(|site| builder.unlink_towards(site, directions[0]));
        }
    }

    /// `(track next [Player] s1 s2 …)`
    pub(super) fn track(&mut self, part: NodeId, builder: &mut TopologyBuilder) -> Result<(), LimitHit> {
        let rest = self.rest(part);
        let Some((&first, mut path)) = rest.split_first() else {
            self.wrong(part, "a track needs a direction and its sites in order", "`(track next a1..f1 f2..a2 a1)`");
            return Ok(());
        };
        let name = self.text(first).to_string();
        let player = path.first().and_then(|node| self.player_named(*node));
        if player.is_some() {
            path = &path[1..];
        }
        let known = self.directions.iter().any(|direction| direction.name == name);
        let own_name = match player {
            Some(player) if known => format!("{name}:{}", self.players[player.index()].name),
            _ => name.clone(),
        };
        let (there, back) = self.both_ways(&own_name, builder)?;
        if known {
            let (common, common_back) = self.both_ways(&name, builder)?;
            if let Some(player) = player {
                builder.symmetry(player, common, there);
                builder.symmetry(player, common_back, back);
            }
        } else {
            self.declare_direction(&name, there);
            self.declare_back(back);
        }
        let mut sites = Vec::new();
        for &node in path {
            let word = self.text(node).to_string();
            match self.range(&word).or_else(|| self.site_names.get(&word).map(|site| vec![*site])) {
                Some(run) => sites.extend(run),
                None => self.wrong(node, "this is no site of the board", "a site, or a run of them such as `a1..f1`"),
            }
        }
        let mut led = Vec::new();
        for pair in sites.windows(2) {
            self.leads(part, there, (pair[0], pair[1]), &mut led);
        }
        link_both((there, back), &led, builder)
    }

    /// Who sees which direction where.
    pub(super) fn symmetry(&mut self, _form: NodeId, builder: &mut TopologyBuilder) {
        let count = self.players.len();
        self.seen = vec![(0..self.directions.len()).map(DirectionId::at).collect(); count.max(1)];
        let written = self.clauses_of("symmetry");
        let turn = |lower: &mut Self,
                    builder: &mut TopologyBuilder,
                    player: PlayerId,
                    map: &dyn Fn((i32, i32)) -> (i32, i32)| {
            for index in 0..lower.directions.len() {
                let Some(vector) = lower.directions[index].vector else { continue };
                let wanted = map(vector);
                let to = lower.directions.iter().position(|other| other.vector == Some(wanted));
                if let Some(to) = to {
                    lower.seen[player.index()][index] = DirectionId::at(to);
                    builder.symmetry(player, DirectionId::at(index), DirectionId::at(to));
                }
            }
        };
        let flat = self.directions.iter().any(|direction| direction.name == "n" && direction.vector == Some((0, 1)));
        if written.is_empty() {
            // Chance looks at the board as the first does, and is no opponent.
            let chooses = |place: &usize| self.players[*place].kind == PlayerKind::Chooser;
            let choosers: Vec<usize> = (0..count).filter(chooses).collect();
            if let ([_, second], true) = (choosers.as_slice(), flat) {
                turn(self, builder, PlayerId::at(*second), &|(x, y)| (x, -y));
            }
            return;
        }
        let mut told: Vec<PlayerId> = Vec::new();
        for form in written {
            for entry in self.rest(form) {
                let parts = self.members(entry);
                let Some(player) = parts.first().and_then(|node| self.player_named(*node)) else {
                    self.wrong(entry, "this names no player", "`(symmetry (Black mirror))`");
                    continue;
                };
                let how = parts.get(1).copied();
                let is_word = how.is_some_and(|how| self.tree.word(how).is_some());
                // Pairs may follow, for directions that are not the grid's.
                if is_word && told.contains(&player) {
                    let message = format!("how {} sees the board has been said", self.players[player.index()].name);
                    self.wrong(entry, &message, "each player once: `(symmetry (Black mirror))`");
                    continue;
                }
                told.extend(is_word.then_some(player));
                if is_word && let Some(more) = parts[2..].iter().find(|more| self.tree.word(**more).is_some()) {
                    self.wrong(*more, "nothing is asked for here any more", "`(symmetry (Black 180))`");
                }
                let word = how.map_or(String::new(), |node| self.text(node).to_string());
                match word.as_str() {
                    "mirror" => turn(self, builder, player, &|(x, y)| (x, -y)),
                    "0" => {}
                    "90" => turn(self, builder, player, &|(x, y)| (-y, x)),
                    "180" => turn(self, builder, player, &|(x, y)| (-x, -y)),
                    "270" => turn(self, builder, player, &|(x, y)| (y, -x)),
                    _ => {
                        self.pairs(player, &parts[1..], builder);
                    }
                }
            }
        }
    }

    /// `(Black (n s) (nw sw))`: directions that a player sees the other way round. On a grid the
    /// diagonals go with their parts, unless they are written themselves.
    fn pairs(&mut self, player: PlayerId, pairs: &[NodeId], builder: &mut TopologyBuilder) {
        let mut written: Vec<(DirectionId, DirectionId)> = Vec::new();
        for &pair in pairs {
            let ways: Vec<Option<Vec<WayId>>> =
                self.members(pair).into_iter().map(|node| self.ways_of(node, EnvId::EMPTY)).collect();
            let [Some(from), Some(to)] = ways.as_slice() else {
                let usual = "`mirror`, `0`, `90`, `180`, `270`, or pairs of directions such as `(n s)`";
                self.wrong(pair, "this is no symmetry", usual);
                continue;
            };
            let (from, to) = (self.ways[from[0].index()][0], self.ways[to[0].index()][0]);
            let is_else = |&(one, other): &(DirectionId, DirectionId)| {
                (one == from && other != to) || (one == to && other != from)
            };
            if written.iter().any(is_else) {
                self.wrong(pair, "one of these is another direction already", "each direction in one pair");
                continue;
            }
            for (from, to) in [(from, to), (to, from)] {
                written.push((from, to));
                self.sees(player, from, to, builder);
                // The way back of a link has no name that could stand in a pair: it goes with the
                // link.
                let backs = [from, to].map(|way| self.directions[way.index()].back);
                if let [Some(from), Some(to)] = backs
                    && self.directions[from.index()].name.starts_with("back-")
                {
                    self.sees(player, from, to, builder);
                }
            }
        }
        let of = |lower: &Self, step: &[i32]| lower.directions.iter().position(|known| known.step == step);
        let seen = |lower: &Self, step: &[i32]| {
            let seen = lower.seen[player.index()][of(lower, step)?];
            Some(lower.directions[seen.index()].step.clone())
        };
        for from in (0..self.directions.len()).map(DirectionId::at) {
            let step = self.directions[from.index()].step.clone();
            let parts = step.iter().enumerate().filter(|(_, along)| **along != 0).map(|(dimension, along)| {
                let mut part = vec![0; step.len()];
                part[dimension] = *along;
                part
            });
            let parts: Vec<Vec<i32>> = parts.collect();
            if parts.len() < 2 || written.iter().any(|(known, _)| *known == from) {
                continue;
            }
            let mut sum = vec![0; step.len()];
            let all = parts.iter().try_for_each(|part| {
                let seen = seen(self, part).filter(|seen| seen.len() == sum.len())?;
                sum.iter_mut().zip(seen).for_each(|(sum, along)| *sum += along);
                Some(())
            });
            if let Some(to) = all.and_then(|()| of(self, &sum)) {
                self.sees(player, from, DirectionId::at(to), builder);
            }
        }
    }

    fn sees(&mut self, player: PlayerId, from: DirectionId, to: DirectionId, builder: &mut TopologyBuilder) {
        self.seen[player.index()][from.index()] = to;
        builder.symmetry(player, from, to);
    }
}
