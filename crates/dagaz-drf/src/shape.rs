//! Shapes: pieces that cover several sites, and their possible placements.
//!
//! A shape depends on the board alone, so each form is enumerated: for each first site, the sites
//! that it covers. Forms that cover the same sets of sites are one family, whichever of their sites
//! is first.

use std::collections::{BTreeSet, HashMap};

use dagaz_core::{AttributeId, DirectionId, PieceTypeId, Placement, PlayerId, Position, SiteId, SiteSet, Topology};
use dagaz_rules::path::{Form, Home, VarId, VariableKind, WayId};

use super::environment::EnvId;
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// So many sites all forms together may cover, wherever they lie, and so many hops may lead to
/// them.
const CELLS_MAX: usize = 2_000_000;
const HOPS_MAX: usize = 20_000_000;

/// The paths of a shape: from its first site the directions that lead to each of the others.
type Paths = Vec<Vec<DirectionId>>;

impl Lower<'_> {
    /// `(shape n (n n) e)`, `(shape turned …)`, `(shape flipped …)`: the sites that a piece covers
    /// in addition to its first site.
    pub(super) fn shapes(&mut self, topology: &Topology) {
        // Forms that are known, by the sets of sites that they cover.
        let mut families: HashMap<BTreeSet<Vec<SiteId>>, u16> = HashMap::new();
        let mut hops = 0usize;
        for (index, clause) in self.piece_forms.clone().into_iter().enumerate() {
            for part in self.rest(clause) {
                if self.head(part) != Some("shape") {
                    continue;
                }
                self.body_variable(part);
                if self.columns.is_some() {
                    let hint = "a board without `(columns)`, or pieces without a shape";
                    self.wrong(part, "pieces that stand on one another cover one site each", hint);
                    return;
                }
                let Some(turns) = self.turns_of_shape(part) else { continue };
                let steps: usize = turns.iter().flatten().map(Vec::len).sum();
                hops += steps.saturating_mul(topology.sites().len()).saturating_mul(self.players.len());
                if hops > HOPS_MAX {
                    self.wrong(part, "these pieces can lie in too many ways", "smaller shapes, or a smaller board");
                    return;
                }
                let players = 0..self.players.len();
                let shape: Vec<Vec<u16>> = players
                    .map(|player| {
                        let forms = turns.iter().map(|paths| self.form(topology, PlayerId::at(player), paths));
                        let forms: Vec<Vec<Box<[SiteId]>>> = forms.collect();
                        self.numbered(forms, &mut families)
                    })
                    .collect();
                if shape.iter().any(Vec::is_empty) {
                    self.wrong(
                        part,
                        "this piece has no room on the board",
                        "a shape that fits on it somewhere; of two hops in a row it is `(shape (n n))`",
                    );
                }
                let cells = self.forms.iter().flat_map(|form| &form.cells).map(|cells| cells.len()).sum::<usize>();
                if cells > CELLS_MAX {
                    self.wrong(part, "these pieces can lie in too many ways", "smaller shapes, or a smaller board");
                    return;
                }
                self.pieces[index].shape = shape;
            }
        }
    }

    /// Returns the numbers of forms, those left out that cover what an earlier one of them covers.
    fn numbered(
        &mut self,
        forms: Vec<Vec<Box<[SiteId]>>>,
        families: &mut HashMap<BTreeSet<Vec<SiteId>>, u16>,
    ) -> Vec<u16> {
        let mut numbers: Vec<u16> = Vec::new();
        for cells in forms {
            let placings: BTreeSet<Vec<SiteId>> =
                cells.iter().filter(|cells| !cells.is_empty()).map(|cells| sorted(cells)).collect();
            let number = self.forms.len() as u16;
            let family = *families.entry(placings.clone()).or_insert(number);
            let known = numbers.iter().any(|known| self.forms[usize::from(*known)].family == family);
            if placings.is_empty() || known || self.forms.len() >= usize::from(u16::MAX) {
                if family == number {
                    families.remove(&placings);
                }
                continue;
            }
            let same = self.forms.iter().position(|form| form.family == family && form.cells == cells);
            numbers.push(same.map_or(number, |same| same as u16));
            if same.is_none() {
                self.forms.push(Form { cells, family });
            }
        }
        numbers
    }

    /// For each site what a player's piece covers that is laid with its first site there.
    fn form(&self, topology: &Topology, player: PlayerId, paths: &Paths) -> Vec<Box<[SiteId]>> {
        let end = |from: SiteId, path: &[DirectionId]| {
            path.iter()
                .try_fold(from, |site, direction| topology.link(site, topology.seen_by(player, *direction)).some())
        };
        let covered = |from: SiteId| -> Option<Box<[SiteId]>> {
            let ends = paths.iter().map(|path| end(from, path)).collect::<Option<Vec<_>>>()?;
            let cells: Vec<SiteId> = std::iter::once(from).chain(ends).collect();
            let different: BTreeSet<_> = cells.iter().collect();
            (different.len() == cells.len()).then(|| cells.into_boxed_slice())
        };
        topology.site_ids().map(|site| covered(site).unwrap_or_default()).collect()
    }

    /// Returns the paths of a shape, in each way in which it may be turned.
    fn turns_of_shape(&mut self, part: NodeId) -> Option<Vec<Paths>> {
        let rest = self.rest(part);
        let word = rest.first().map(|node| self.text(*node).to_string()).unwrap_or_default();
        let (turned, flipped) = (word == "turned" || word == "flipped", word == "flipped");
        let mut paths: Vec<Vec<WayId>> = Vec::new();
        for &node in &rest[usize::from(turned)..] {
            let steps = if self.tree.word(node).is_some() { vec![node] } else { self.members(node) };
            let mut path = Vec::new();
            for step in steps {
                path.push(self.one_way(step, EnvId::EMPTY)?);
            }
            paths.push(path);
        }
        if paths.is_empty() {
            let example = "`(shape n (n n) e)`: the sites beside the first, each by the way that leads to it";
            self.wrong(part, "this does not say what the piece covers", example);
            return None;
        }
        let straight = |lower: &Self, paths: &[Vec<WayId>]| -> Paths {
            let directions = |path: &Vec<WayId>| path.iter().flat_map(|way| lower.ways[way.index()].clone()).collect();
            paths.iter().map(directions).collect()
        };
        let plain = straight(self, &paths);
        if !turned {
            return Some(vec![plain]);
        }
        // Each direction by its place in the round of those that it belongs to.
        let mut places: HashMap<DirectionId, (usize, Vec<DirectionId>)> = HashMap::new();
        for &direction in plain.iter().flatten() {
            let way = self.way(vec![direction]);
            let round: Option<Vec<DirectionId>> =
                self.round(way).map(|ways| ways.iter().map(|way| self.ways[way.index()][0]).collect());
            let place = round.as_ref().and_then(|round| round.iter().position(|one| *one == direction));
            let (Some(round), Some(place)) = (round, place) else {
                let example = "directions of the plane, or `(shape …)` without `turned`";
                self.wrong(part, "these directions cannot be turned", example);
                return None;
            };
            places.insert(direction, (place, round));
        }
        let count = places.values().map(|(_, round)| round.len()).next().unwrap_or(1);
        let unit = if count % 4 == 0 { count / 4 } else { 1 };
        let mut turns = Vec::new();
        for mirrored in [false, true].into_iter().filter(|mirrored| flipped || !mirrored) {
            for turn in (0..count).step_by(unit) {
                let turned = |direction: &DirectionId| {
                    let (place, round) = &places[direction];
                    let place = if mirrored { round.len() - place } else { *place };
                    round[(place + turn) % round.len()]
                };
                turns.push(plain.iter().map(|path| path.iter().map(turned).collect()).collect());
            }
        }
        Some(turns)
    }

    /// The variable that says of which piece a site has a part.
    fn body_variable(&mut self, part: NodeId) {
        if self.body.is_none() {
            if self.variables.iter().any(|variable| variable.name == "body" && variable.home == Home::Piece) {
                self.wrong(part, "where pieces have shapes, `body` is a variable of theirs already", "another name");
            }
            self.body = Some(self.add_variable(None, "body", Home::Piece, VariableKind::Number, 0, false, false));
        }
    }

    /// `(cells T)`: the piece that is laid.
    pub(super) fn large_kind(&mut self, node: NodeId, env: EnvId) -> Option<PieceTypeId> {
        let example = "`(pick new (cells Beam))` of a piece such as `(piece Beam (shape e))`";
        let Some(&named) = self.rest(node).first() else {
            self.wrong(node, "this does not say whose sites are meant", example);
            return None;
        };
        self.needed_kind(named, env)
    }

    /// Returns the attribute of pieces that a variable of theirs is.
    pub(super) fn attribute_of(&self, var: VarId) -> AttributeId {
        let before = self.variables[..var.index()].iter().filter(|variable| variable.home == Home::Piece);
        AttributeId::at(before.count())
    }

    /// Sets up one piece that covers these sites.
    pub(super) fn lay_out(
        &mut self,
        node: NodeId,
        kind: PieceTypeId,
        owner: PlayerId,
        sites: &SiteSet,
        setup: &mut Position,
    ) {
        let wanted: Vec<SiteId> = sites.iter().collect();
        let own = self.pieces[kind.index()].shape.iter().flatten().map(|form| &self.forms[usize::from(*form)]);
        let families: BTreeSet<u16> = own.map(|form| form.family).collect();
        let found = families.into_iter().find_map(|family| {
            let cells = &self.forms[usize::from(family)].cells;
            let first = wanted.iter().find(|site| sorted(&cells[site.index()]) == wanted)?;
            Some((family, *first))
        });
        let (Some((form, first)), Some(body)) = (found, self.body) else {
            let name = self.pieces[kind.index()].name.clone();
            let example = "all the sites of one piece together: `(Beam a4..b4 d1..d2)` are two";
            self.wrong(node, &format!("no `{name}` covers these sites"), example);
            return;
        };
        let attribute = self.attribute_of(body);
        let value = (1 + first.index() * self.forms.len() + usize::from(form)) as i32;
        let piece = dagaz_core::Piece { kind, owner };
        for site in wanted {
            setup.pieces.retain(|placement| placement.site != site);
            setup.pieces.push(Placement { site, piece, attributes: vec![(attribute, value)] });
        }
    }
}

fn sorted(cells: &[SiteId]) -> Vec<SiteId> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}
