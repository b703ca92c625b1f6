//! Readers of questions about edges as a graph, about loops and about patterns of pieces.
//!
//! What they find on a position is in `play::graph`.

use crate::board::SiteType;
use crate::play::position::{LAST_SLOT_TYPE, LAST_TO};
use crate::text::Node;

use super::args::{Args, Read, refuse};
use super::generator::walk;
use super::op::{Compare, Number, Players, Region, TreeKind, Truth};
use super::reader::Reader;

impl Reader {
    /// Reads a condition `is …` about edges, loops or patterns.
    pub(crate) fn is_graph(&mut self, node: &Node, args: &mut Args<'_>, word: &str) -> Read<Truth> {
        let kind = match word {
            "Tree" => TreeKind::Tree,
            "SpanningTree" => TreeKind::Spanning,
            "TreeCentre" => TreeKind::Centre,
            "CaterpillarTree" => TreeKind::Caterpillar,
            "RegularGraph" if args.list.args.iter().all(|arg| arg.name.is_none()) => TreeKind::Regular,
            "Path" => return self.path(node, args),
            "Pattern" => return self.pattern(node, args),
            "Loop" => return self.loops(node, args),
            "LastTo" => return self.last_type(node, args),
            _ => return refuse(node),
        };
        if !self.ground.types().any(|ty| ty == SiteType::Edge) {
            return refuse(node);
        }
        Ok(Truth::Tree(kind, self.players(args.expect("a player")?, true)?))
    }

    /// Reads whether the last move ended on an element of a type.
    fn last_type(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        let Some(ty) = args.word(SiteType::named) else { return refuse(node) };
        let wanted = Box::new(Number::Const(ty as i32));
        Ok(Truth::Compare(Compare::Equal, Box::new(Number::Register(LAST_SLOT_TYPE)), wanted))
    }

    fn path(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        let is_edge = args.word(SiteType::named) == Some(SiteType::Edge);
        let closed = args.named("closed").and_then(Node::boolean) == Some(true);
        if !is_edge || !closed || args.list.named("from").is_some() {
            return refuse(node);
        }
        let owner = self.players(args.expect("a player")?, true)?;
        let Some(length) = args.named("length") else { return refuse(node) };
        let (low, high) = self.range(length)?;
        Ok(Truth::Cycle(owner, Box::new(low), Box::new(high)))
    }

    fn pattern(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        let Some(steps) = args.next().and_then(walk) else { return refuse(node) };
        let ty = self.site_type(args);
        let from = self.named_number(args, "from")?.unwrap_or(Number::Register(LAST_TO));
        let whats = match (args.named("what"), args.named("whats")) {
            (Some(what), _) => Some(vec![self.number(what)?]),
            (_, Some(list)) => {
                let list = list.braces().unwrap_or_default();
                Some(list.iter().map(|one| self.number(one)).collect::<Read<_>>()?)
            }
            _ => None,
        };
        let paths = self.walked(ty, &steps);
        Ok(Truth::Pattern { ty, paths, from: Box::new(from), whats })
    }

    fn loops(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Truth> {
        if args.peek().is_some() || args.list.args.iter().any(|arg| arg.name.is_some()) {
            return refuse(node);
        }
        let ty = self.ground.default_type;
        let Some(table) = self.absolute(ty, "Adjacent") else { return refuse(node) };
        let elements = self.ground.equipment.board.elements(ty);
        let outline = self.ground.bits(ty, elements.perimeter.iter().map(|site| *site as i32));
        Ok(Truth::Loop { ty, table, outline })
    }

    /// Returns by slot the sites that a walk passes, the start first, once for each direction in
    /// which it can begin.
    fn walked(&self, ty: SiteType, walk: &[u8]) -> Vec<Vec<Vec<u16>>> {
        let directions = self.ground.equipment.board.elements(ty).orthogonal_directions.len();
        let mut paths = vec![Vec::new(); self.ground.slots];
        for site in 0..self.ground.size(ty) {
            let Some(slot) = self.ground.slot(ty, site as i32) else { continue };
            for first in 0..directions {
                let Some(sites) = self.walk_from(ty, site as u32, first, walk) else { continue };
                let slots = sites.iter().filter_map(|site| self.ground.slot(ty, *site as i32));
                paths[slot].push(slots.map(|slot| slot as u16).collect());
            }
        }
        paths
    }

    /// Returns the sites that a walk passes, the start first, if it stays on the board. It begins
    /// in an orthogonal direction by number.
    pub(crate) fn walk_from(&self, ty: SiteType, site: u32, first: usize, walk: &[u8]) -> Option<Vec<u32>> {
        let elements = self.ground.equipment.board.elements(ty);
        let supported = &elements.orthogonal_directions;
        let step = |site: u32, direction: usize| {
            let near = elements.orthogonal.get(site as usize);
            let firsts = elements.radials_in(site, supported[direction]).iter().filter_map(|radial| radial.first());
            firsts.copied().find(|to| near.is_some_and(|near| near.contains(to)))
        };
        let (mut at, mut direction) = (site, first);
        let mut passed = vec![site];
        for one in walk {
            match one {
                b'F' => {
                    at = step(at, direction)?;
                    passed.push(at);
                }
                b'R' => direction = (direction + 1) % supported.len(),
                _ => direction = (direction + supported.len() - 1) % supported.len(),
            }
        }
        Some(passed)
    }

    /// Reads `sites Crossing`: edges that cross an edge.
    pub(crate) fn crossing(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Region> {
        let at = self.needed_number(args, "at")?;
        let owner = match args.next_if(|node| node.word().is_some_and(super::names::is_role)) {
            Some(role) => self.players(role, true)?,
            None => Players::AllOwners,
        };
        if !self.ground.types().any(|ty| ty == SiteType::Edge) {
            return refuse(node);
        }
        let board = &self.ground.equipment.board;
        let (edges, vertices) = (board.elements(SiteType::Edge), board.elements(SiteType::Vertex));
        let ends: Vec<Option<[(f64, f64); 2]>> = edges
            .sites
            .iter()
            .map(|edge| match edge.vertices.as_slice() {
                [a, b] => {
                    let (a, b) = (vertices.sites.get(*a as usize)?, vertices.sites.get(*b as usize)?);
                    Some([(a.x, a.y), (b.x, b.y)])
                }
                _ => None,
            })
            .collect();
        let crossed = |one: &Option<[(f64, f64); 2]>| {
            let others = ends.iter().enumerate().filter(|(_, other)| match (one, other) {
                (Some(one), Some(other)) => cross(one, other),
                _ => false,
            });
            others.filter_map(|(number, _)| self.ground.slot(SiteType::Edge, number as i32)).collect()
        };
        Ok(Region::Incident(ends.iter().map(crossed).collect(), Box::new(at), Some(Box::new(owner))))
    }

    /// Reads `cost`: the sum of the costs of sites.
    pub(crate) fn cost(&mut self, node: &Node, args: &mut Args<'_>) -> Read<Number> {
        let ty = self.site_type(args);
        let region = match (args.named("at"), args.named("in")) {
            (Some(at), _) => self.region_or_site(at, ty)?,
            (_, Some(region)) => self.region_of(region, ty)?,
            _ => return refuse(node),
        };
        Ok(Number::Costs(self.costs.clone(), Box::new(region)))
    }

    /// Reads `set Cost` of the set-up. Costs never change afterwards.
    pub(crate) fn set_cost(&mut self, node: &Node, args: &mut Args<'_>) -> Read<()> {
        let Number::Const(cost) = self.number(args.expect("a number")?)? else { return refuse(node) };
        let ty = self.site_type(args);
        let region = match (args.named("at"), args.named("to")) {
            (Some(at), _) => self.region_or_site(at, ty)?,
            (_, Some(region)) => self.region_of(region, ty)?,
            _ => return refuse(node),
        };
        let Region::Const(sites) = region else { return refuse(node) };
        self.costs.resize(self.ground.slots, 0);
        sites.iter().for_each(|slot| self.costs[slot] = cost);
        Ok(())
    }
}

/// Returns whether two segments cross at a point inside both.
fn cross([a, b]: &[(f64, f64); 2], [c, d]: &[(f64, f64); 2]) -> bool {
    const MARGIN: f64 = 1e-6;
    let (one, two) = ((b.0 - a.0, b.1 - a.1), (d.0 - c.0, d.1 - c.1));
    let area = one.0 * two.1 - one.1 * two.0;
    if area.abs() < MARGIN {
        return false;
    }
    let apart = (c.0 - a.0, c.1 - a.1);
    let inside = |part: f64| (MARGIN..=1.0 - MARGIN).contains(&part);
    inside((apart.0 * two.1 - apart.1 * two.0) / area) && inside((apart.0 * one.1 - apart.1 * one.0) / area)
}
