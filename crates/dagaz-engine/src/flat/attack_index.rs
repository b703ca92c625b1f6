//! AttackIndex: the reverse index, which answers from where a site can be captured.
//!
//! Every way through a rule on which a step touches a site is turned around: for each site and
//! attacker's code the starts from which it could be touched, and what must be empty between. Then
//! a question about an attack is a few word operations and no rule is run. A way that asks for more
//! than emptiness (a cannon's screen) is kept with its conditions, and these are tested one by one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::BuildHasherDefault;

use dagaz_core::{CompactSort, Effect, SiteId};

use super::codes::CodeSet;
use super::facing_lines::FacingLines;
use super::graph::{Actions, Graph, Made, Shaped};
use super::machine::Opaque;
use super::masks::{Masks, Reach};
use super::sites::Sites;
use super::state::{Asked, FlatState};
use super::ways::Way;
use crate::fast_hash::FastHasher;
use crate::vm::Waiting;

/// Nodes visited while the ways of all rules of one player are followed.
const VISITS_MAX: usize = 3_000_000;
/// Ways that ask for more than emptiness.
const IRREGULAR_MAX: usize = 20_000;

/// What one player's pieces threaten. See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct AttackIndex<const W: usize> {
    /// Sliding attackers, merged where their attacks are equal.
    seekers: Vec<Seekers<W>>,
    /// What must be empty on each line.
    between: Vec<Sites<W>>,
    /// For each site.
    irregular: Vec<Vec<Irregular>>,
    /// The codes that can be captured on an irregular way anywhere.
    beset: CodeSet,
    /// For each site the codes that can be captured there on an irregular way.
    victims: Vec<CodeSet>,
    /// The same for ways that can be open when the last step has ended on the site.
    arrivals: Vec<CodeSet>,
}

/// Codes that share lines. A code is in several of these groups if it shares some lines with some
/// codes and others with others.
#[derive(Debug)]
struct Seekers<const W: usize> {
    codes: Asked,
    /// For each site.
    lines: Box<[Lines<W>]>,
    /// From where a site can be reached past what is occupied; none if lines are too long for
    /// tables.
    reach: Option<Reach<W>>,
}

/// The lines of one group to one site.
#[derive(Clone, Copy, Debug)]
struct Lines<const W: usize> {
    origins: Sites<W>,
    /// The origins from which nothing stands between.
    near: Sites<W>,
    /// Where in `between` the sites of the first origin stand; the others follow in order.
    first: u32,
}

/// A way to a site that asks for more than emptiness.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Irregular {
    origin: u16,
    attackers: CodeSet,
    /// The codes that can be captured on the site.
    victims: CodeSet,
    conditions: Box<[(u16, CodeSet)]>,
    last_from: Option<SiteId>,
    last_to: Option<SiteId>,
}

/// The pieces of one group that stand on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attackers<const W: usize> {
    group: u16,
    standing: Sites<W>,
}

/// A line from an attacker to a site, as one piece of the enemy makes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<const W: usize> {
    pub(crate) origin: usize,
    pub(crate) between: Sites<W>,
}

impl<const W: usize> AttackIndex<W> {
    /// Reverses the rules of one player. `graphs` has each with its start and the codes that run
    /// it; `foes` are the codes whose attack matters.
    pub(crate) fn of<'a>(
        sites: usize,
        all: CodeSet,
        foes: CodeSet,
        masks: &mut Masks<W>,
        graphs: impl Iterator<Item = (&'a Graph, usize, CodeSet)>,
        sights: impl Iterator<Item = &'a FacingLines<W>>,
    ) -> Result<AttackIndex<W>, Opaque> {
        let mut making =
            Making { foes, lines: HashMap::default(), irregular: vec![Vec::new(); sites], known: HashSet::default() };
        let mut way = Way::new(all, VISITS_MAX, true);
        let wanted = |made: &Made| !matches!(made.actions, Actions::Plain(_)) || made.found & foes != 0;
        for (graph, start, own) in graphs {
            // While the question is answered nothing else counts as attacked.
            way.follow(graph, (start, own), &wanted, &mut |way, made| making.touch(graph, way, made))?;
        }
        for sight in sights {
            for code in (0..64u8).filter(|code| sight.others >> code & 1 == 1) {
                if !making.add_line((sight.site, code, sight.origin), sight.between) {
                    return Err(Opaque);
                }
            }
        }
        let mut between = Vec::new();
        let mut seekers = Vec::new();
        for (codes, of_sites) in grouped(making.lines, sites) {
            let mut lines =
                vec![Lines { origins: Sites::EMPTY, near: Sites::EMPTY, first: 0 }; sites].into_boxed_slice();
            let reach = masks.reach(&of_sites);
            for (lines, of_site) in lines.iter_mut().zip(of_sites) {
                lines.first = between.len() as u32;
                for (origin, sites_between) in of_site {
                    lines.origins.insert(origin);
                    if sites_between.is_empty() {
                        lines.near.insert(origin);
                    }
                    between.push(sites_between);
                }
            }
            seekers.push(Seekers { codes: Asked::of(codes), lines, reach });
        }
        let (mut arrivals, mut victims) = (vec![0; sites], vec![0; sites]);
        for (site, ways) in making.irregular.iter().enumerate() {
            for way in ways {
                victims[site] |= way.victims;
                if way.last_to.is_none_or(|last| last.index() == site) {
                    arrivals[site] |= way.victims;
                }
            }
        }
        let beset = victims.iter().fold(0, |all, codes| all | codes);
        Ok(AttackIndex { seekers, between, irregular: making.irregular, beset, victims, arrivals })
    }

    /// Memory of the index in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let irregular = self.irregular.iter().flatten();
        let ways: usize = irregular.map(|way| size_of::<Irregular>() + size_of_val(&way.conditions[..])).sum();
        let lines =
            self.seekers.iter().map(|of| size_of_val(&of.lines[..]) + of.reach.as_ref().map_or(0, Reach::bytes));
        lines.sum::<usize>() + size_of_val(&self.between[..]) + ways
    }

    /// Whether a line to a site is open.
    #[inline]
    pub(crate) fn attack(&self, state: &FlatState<W>, masks: &Masks<W>, site: usize) -> bool {
        let empty = state.empty();
        self.seekers.iter().any(|seekers| self.is_open(seekers, masks, site, state.any_of_these(&seekers.codes), empty))
    }

    /// Whether a line to a site has one of some seekers at its other end and only sites of `empty`
    /// between.
    #[inline]
    fn is_open(
        &self,
        seekers: &Seekers<W>,
        masks: &Masks<W>,
        site: usize,
        standing: Sites<W>,
        empty: Sites<W>,
    ) -> bool {
        let lines = &seekers.lines[site];
        let standing = standing.and(lines.origins);
        if standing.is_empty() {
            return false;
        }
        if let Some(reach) = &seekers.reach {
            let open = lines.near.or(masks.reached(reach, site, &Sites([u64::MAX; W]).less(empty)));
            return standing.meets(&open);
        }
        standing.iter().any(|origin| self.between_of(lines, origin).less(empty).is_empty())
    }

    #[inline]
    fn between_of(&self, lines: &Lines<W>, origin: usize) -> Sites<W> {
        self.between[lines.first as usize + lines.origins.rank(origin)]
    }

    /// From where a piece of some code could capture on a site along a line, whatever stands
    /// between.
    pub(crate) fn origins(&self, code: u8, site: usize) -> Sites<W> {
        let of_code = self.seekers.iter().filter(|seekers| seekers.codes.contains(code));
        of_code.fold(Sites::EMPTY, |origins, seekers| origins.or(seekers.lines[site].origins))
    }

    /// Notes the groups of which some piece stands somewhere.
    #[inline]
    pub(crate) fn attackers(&self, state: &FlatState<W>, mut note: impl FnMut(Attackers<W>)) {
        for (group, seekers) in self.seekers.iter().enumerate() {
            let standing = state.any_of_these(&seekers.codes);
            if !standing.is_empty() {
                note(Attackers { group: group as u16, standing });
            }
        }
    }

    /// Whether a line of some attackers to `site` is open, if the sites of `empty` were, and pieces
    /// on `gone` were not there.
    #[inline]
    pub(crate) fn lines_attack(
        &self,
        of: &Attackers<W>,
        masks: &Masks<W>,
        site: usize,
        empty: Sites<W>,
        gone: Sites<W>,
    ) -> bool {
        self.is_open(&self.seekers[usize::from(of.group)], masks, site, of.standing.less(gone), empty)
    }

    /// Shows every line of some attackers to a site, open or not.
    #[inline]
    pub(crate) fn each_line(&self, of: &Attackers<W>, site: usize, mut show: impl FnMut(Line<W>)) {
        let lines = &self.seekers[usize::from(of.group)].lines[site];
        for origin in of.standing.and(lines.origins).iter() {
            show(Line { origin, between: self.between_of(lines, origin) });
        }
    }

    /// Whether an irregular way to a site is open, where a piece of code `victim` stands or is
    /// thought to.
    #[inline]
    pub(crate) fn irregular_attack(&self, state: &FlatState<W>, site: usize, victim: u8) -> bool {
        self.beset >> victim & 1 == 1 && self.victims[site] >> victim & 1 == 1 && self.is_beset(state, site, victim)
    }

    fn is_beset(&self, state: &FlatState<W>, site: usize, victim: u8) -> bool {
        let last = |wanted: Option<SiteId>, last: u16| wanted.is_none_or(|site| site.0 == last);
        self.irregular[site].iter().any(|way| {
            last(way.last_to, state.facts.last_to)
                && last(way.last_from, state.facts.last_from)
                && way.attackers >> state.code(usize::from(way.origin)) & 1 == 1
                && way.victims >> victim & 1 == 1
                && way.conditions.iter().all(|&(at, set)| set >> state.code(usize::from(at)) & 1 == 1)
        })
    }

    /// The sites that a move must leave or enter to open an irregular way to `site` on which one of
    /// `codes` can be captured, of a piece that stands where it could make one. Ways that ask where
    /// the last step went ask that of the move.
    pub(crate) fn irregular_reads(&self, state: &FlatState<W>, site: usize, codes: CodeSet) -> Sites<W> {
        let mut reads = Sites::EMPTY;
        for way in self.irregular[site].iter().filter(|way| way.victims & codes != 0) {
            if way.attackers >> state.code(usize::from(way.origin)) & 1 == 1 {
                if let Some(last) = way.last_to.or(way.last_from) {
                    reads.insert(last.index());
                    continue;
                }
                reads.insert(usize::from(way.origin));
                way.conditions.iter().for_each(|&(at, _)| reads.insert(usize::from(at)));
            }
        }
        reads
    }

    /// Whether any irregular way leads to a site on which one of these codes can be captured.
    #[inline]
    pub(crate) fn has_irregular(&self, site: usize, codes: CodeSet) -> bool {
        self.victims[site] & codes != 0
    }

    /// Whether such a way can be open to a piece that has just come to the site.
    #[inline]
    pub(crate) fn threatens_arrival(&self, site: usize, codes: CodeSet) -> bool {
        self.arrivals[site] & codes != 0
    }
}

/// The lines to a site: from where, and what must be empty between.
type OfSite<const W: usize> = Vec<(usize, Sites<W>)>;

/// Lines by the codes that share them, and by site. Codes that share long lines are a group with
/// all that they share, and the short lines of the others are left to others: there are to be few
/// groups, since each of them is asked.
fn grouped<const W: usize>(
    lines: HashMap<(usize, u8, usize), Sites<W>, BuildHasherDefault<FastHasher>>,
    sites: usize,
) -> BTreeMap<CodeSet, Vec<OfSite<W>>> {
    let mut sharing: Vec<HashMap<(usize, Sites<W>), CodeSet>> = vec![HashMap::new(); sites];
    for ((site, code, origin), between) in lines {
        *sharing[site].entry((origin, between)).or_insert(0) |= 1 << code;
    }
    let mut groups: BTreeMap<CodeSet, Vec<OfSite<W>>> = BTreeMap::new();
    for (site, of_site) in sharing.into_iter().enumerate() {
        let mut long: Vec<CodeSet> =
            of_site.iter().filter(|((_, between), _)| !between.is_empty()).map(|(_, codes)| *codes).collect();
        long.compact_sort_by_key(|codes| (std::cmp::Reverse(codes.count_ones()), *codes));
        long.dedup();
        for ((origin, between), codes) in of_site {
            let mut left = codes;
            for group in long.iter().chain([&codes]) {
                let group = if *group == codes { left } else { *group };
                if group != 0 && group & !codes == 0 && group & left != 0 {
                    left &= !group;
                    groups.entry(group).or_insert_with(|| vec![Vec::new(); sites])[site].push((origin, between));
                }
            }
        }
    }
    for of_site in groups.values_mut().flatten() {
        of_site.compact_sort_by_key(|(origin, _)| *origin);
    }
    groups
}

/// The index in the making.
struct Making<const W: usize> {
    foes: CodeSet,
    lines: HashMap<(usize, u8, usize), Sites<W>, BuildHasherDefault<FastHasher>>,
    irregular: Vec<Vec<Irregular>>,
    /// The same, to be found again: each is kept once for a site.
    known: HashSet<(usize, Irregular), BuildHasherDefault<FastHasher>>,
}

impl<const W: usize> Making<W> {
    /// Notes all that a step touches.
    fn touch(&mut self, graph: &Graph, way: &Way, made: &Made) -> Result<(), Opaque> {
        match made.actions {
            Actions::Plain(_) => self.add(way, made.target, None),
            Actions::Fixed(span) => {
                for effect in graph.effects(span) {
                    match *effect {
                        Effect::Move { to: site, .. }
                        | Effect::Remove { site }
                        | Effect::Place { site, .. }
                        | Effect::Drop { site, .. } => self.add(way, site, None)?,
                        _ => {}
                    }
                }
                Ok(())
            }
            Actions::Shaped(number) => {
                let Shaped { cascades, waiting, origin, copies } = &graph.shaped[number as usize];
                let moves: Vec<(SiteId, SiteId)> = cascades.iter().copied().chain([(*origin, made.target)]).collect();
                if *copies || moves.iter().any(|(from, to)| from == to || *from == SiteId::NONE) {
                    return Err(Opaque);
                }
                for &(from, to) in &moves {
                    self.add(way, to, Some(from))?;
                }
                for action in waiting {
                    match *action {
                        Waiting::Capture(site) if moves.iter().all(|(from, _)| *from != site) => {
                            self.add(way, site, None)?
                        }
                        Waiting::Create(site, ..) => self.add(way, site, None)?,
                        _ => {}
                    }
                }
                Ok(())
            }
            Actions::Live { .. } => Err(Opaque),
        }
    }

    /// Adds a way to a site; `leaves` must not be empty.
    fn add(&mut self, way: &Way, site: SiteId, leaves: Option<SiteId>) -> Result<(), Opaque> {
        let index = site.index();
        let victims = way.of(index);
        if victims & self.foes == 0 || index == way.start {
            return Ok(());
        }
        if way.unlike > 0 {
            return Err(Opaque);
        }
        let attackers = way.of(way.start);
        let mut conditions = way.conditions(index);
        let mut regular = victims & self.foes == self.foes && way.last_from.is_none() && way.last_to.is_none();
        let mut between = Sites::EMPTY;
        for &(at, set) in &conditions {
            if set == super::codes::Codes::EMPTY {
                between.insert(usize::from(at));
            } else {
                regular = false;
            }
        }
        if let Some(from) = leaves.filter(|from| from.index() != way.start) {
            let set = way.of(from.index());
            if set & 1 == 1 {
                conditions.retain(|(known, _)| *known != from.0);
                conditions.push((from.0, set & !1));
                regular = false;
            }
        }
        if regular {
            for code in (0..64u8).filter(|code| attackers >> code & 1 == 1) {
                if !self.add_line((index, code, way.start), between) {
                    self.add_irregular(way, index, 1 << code, victims, &conditions)?;
                }
            }
            return Ok(());
        }
        self.add_irregular(way, index, attackers, victims, &conditions)
    }

    /// Adds a line to a site that a piece of some code makes from another; false if neither of it
    /// and the one that is known asks for less.
    fn add_line(&mut self, key: (usize, u8, usize), between: Sites<W>) -> bool {
        let line = self.lines.entry(key).or_insert(between);
        if between.less(*line).is_empty() {
            *line = between;
        }
        line.less(between).is_empty()
    }

    fn add_irregular(
        &mut self,
        way: &Way,
        site: usize,
        attackers: CodeSet,
        victims: CodeSet,
        conditions: &[(u16, CodeSet)],
    ) -> Result<(), Opaque> {
        let (last_from, last_to) = (way.last_from, way.last_to);
        let origin = way.start as u16;
        let way = Irregular { origin, attackers, victims, conditions: conditions.into(), last_from, last_to };
        if !self.known.insert((site, way.clone())) {
            return Ok(());
        }
        if self.known.len() > IRREGULAR_MAX {
            return Err(Opaque);
        }
        self.irregular[site].push(way);
        Ok(())
    }
}
