//! Lanes: ways of fixed hops, along which all pieces of a type move at once.
//!
//! If the target of a move determines its result, the rule consists of a few lanes. A lane keeps
//! the tests that only ask for pieces and zones on its way; what else the rule asks and does is
//! left to the moment when a move is made, so that a lane may lead where the rule gives no move.

use dagaz_rules::path::{Act, Part, Path, Set, WayId};

use super::analysis::{
    asks_position, depends_on_cursor, has_one_result_at_most, is_local, is_local_with_variables, is_test,
};
use super::lower::Lowering;
use super::{NotCompiled, Row, SetId};

/// A rule has no more lanes than that; one with more is followed from each piece.
const MOST: usize = 16;

/// A part of a lane.
#[derive(Clone, Copy, Debug)]
pub(in crate::paths) enum LanePart {
    Hop(Row),
    Keep(SetId),
}

/// One lane.
#[derive(Clone, Debug)]
pub(in crate::paths) struct Lane {
    pub(in crate::paths) parts: Vec<LanePart>,
    /// At the end the piece, or the cursor alone, goes to any of these sites.
    pub(in crate::paths) jump: Option<SetId>,
    /// Where it leads from each site, the jump aside; the number of sites where it leads nowhere.
    leads: Vec<usize>,
    /// Where it led when something happened under the cursor.
    acted: Vec<Vec<usize>>,
    /// Whether something has happened elsewhere that later tests could depend on.
    dirty: bool,
    /// Whether a variable has been assigned.
    assigned: bool,
}

/// The lanes of a rule.
#[derive(Clone, Debug)]
pub(in crate::paths) struct Lanes {
    /// The sites where a piece passes the tests at the beginning.
    pub(in crate::paths) guard: Option<SetId>,
    pub(in crate::paths) lanes: Vec<Lane>,
    /// For each lane and target the origin.
    pub(in crate::paths) origins: Vec<Box<[u16]>>,
    /// Whether the lanes have all tests of the rule.
    pub(in crate::paths) is_exact: bool,
}

impl Lowering<'_> {
    /// The lanes of a rule; `None` if it has other results, or too many.
    pub(super) fn lanes(&mut self, parts: &[Path]) -> Result<Option<Lanes>, NotCompiled> {
        let rules = self.game.rules.clone();
        let tests = parts.iter().take_while(|part| is_test(part) && asks_position(&rules, part)).count();
        let board = self.board();
        let guard = match tests {
            0 => None,
            _ => self.pre_image(&Path::Seq(parts[..tests].to_vec()), board)?,
        };
        let sites = rules.topology.sites().len();
        let start = Lane {
            parts: Vec::new(),
            jump: None,
            leads: (0..sites).collect(),
            acted: Vec::new(),
            dirty: false,
            assigned: false,
        };
        let mut is_exact = tests == 0 || guard.is_some();
        let Some(lanes) = self.extended(vec![start], &parts[tests..], &mut is_exact)? else { return Ok(None) };
        let origins: Option<Vec<Box<[u16]>>> = lanes.iter().map(|lane| origins(&lane.leads)).collect();
        // Ways that meet have one result if nothing but where they lead matters.
        let meet = !is_exact || self.plan.has_visit_marks;
        let (Some(origins), true) = (origins, !meet || lead_apart(&lanes)) else { return Ok(None) };
        Ok(Some(Lanes { guard, lanes, origins, is_exact }))
    }

    /// Lanes with further parts of a path.
    fn extended(
        &mut self,
        mut lanes: Vec<Lane>,
        parts: &[Path],
        is_exact: &mut bool,
    ) -> Result<Option<Vec<Lane>>, NotCompiled> {
        let rules = self.game.rules.clone();
        for part in parts {
            match part {
                Path::Go(ways) => {
                    if lanes.len() * ways.len() > MOST || lanes.iter().any(|lane| lane.jump.is_some()) {
                        return Ok(None);
                    }
                    let hops = lanes.iter().flat_map(|lane| ways.iter().map(|way| self.hop(lane, *way)));
                    lanes = hops.collect();
                }
                Path::Seq(inner) => match self.extended(lanes, inner, is_exact)? {
                    Some(extended) => lanes = extended,
                    None => return Ok(None),
                },
                Path::Or(ways) if !is_test(part) => {
                    let mut forked = Vec::new();
                    for way in ways {
                        let Some(extended) = self.extended(lanes.clone(), std::slice::from_ref(way), is_exact)? else {
                            return Ok(None);
                        };
                        forked.extend(extended);
                    }
                    if forked.len() > MOST {
                        return Ok(None);
                    }
                    lanes = forked;
                }
                Path::Is(set) if is_local_with_variables(&rules, set) => {
                    let asks_variables = !is_local(set);
                    let kept = self.set(set)?;
                    for lane in &mut lanes {
                        let start: Vec<usize> = (0..lane.leads.len()).collect();
                        let changed = lane.acted.iter().chain([&start]);
                        let away = !lane.parts.is_empty() && changed.into_iter().all(|sites| !lane.comes_to(sites));
                        if away && !lane.dirty && lane.jump.is_none() && !(asks_variables && lane.assigned) {
                            lane.parts.push(LanePart::Keep(kept));
                        } else {
                            *is_exact = false;
                        }
                    }
                }
                Path::Fly(set) | Path::At(set) => {
                    let is_first = |lane: &Lane| lane.parts.is_empty() && lane.jump.is_none() && !lane.dirty;
                    let fixed = asks_position(&rules, part) && !depends_on_cursor(&rules, set);
                    if !fixed || !lanes.iter().all(is_first) {
                        return Ok(None);
                    }
                    let jump = self.set(set)?;
                    lanes.iter_mut().for_each(|lane| lane.jump = Some(jump));
                    *is_exact = false;
                }
                Path::Land => {
                    *is_exact = false;
                    for lane in &mut lanes {
                        lane.acted.push(lane.leads.clone());
                        lane.dirty |= self.plan.has_capture_hooks;
                    }
                }
                part if has_one_result_at_most(part) && !asks_for_last(part) => {
                    *is_exact = false;
                    let assigns = assigns(part);
                    lanes.iter_mut().for_each(|lane| lane.assigned |= assigns);
                    if !is_test(part) {
                        lanes.iter_mut().for_each(|lane| lane.acted.push(lane.leads.clone()));
                    }
                    if !is_test(part) && (self.plan.has_capture_hooks || !acts_here(part)) {
                        lanes.iter_mut().for_each(|lane| lane.dirty = true);
                    }
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(lanes))
    }

    fn hop(&self, lane: &Lane, way: WayId) -> Lane {
        let tables = &self.game.tables;
        let mut hopped = lane.clone();
        hopped.parts.push(LanePart::Hop(self.row(way)));
        for site in hopped.leads.iter_mut().filter(|site| **site < lane.leads.len()) {
            let to = tables.link(self.me, way, dagaz_core::SiteId::at(*site));
            *site = to.some().map_or(lane.leads.len(), |to| to.index());
        }
        hopped
    }
}

impl Lane {
    /// Whether it leads from some site to one of these, which are given for each start.
    fn comes_to(&self, sites: &[usize]) -> bool {
        self.leads.iter().zip(sites).any(|(to, site)| to == site && *to < self.leads.len())
    }
}

/// For each site from where a lane leads there; `None` if it leads there from two sites.
fn origins(leads: &[usize]) -> Option<Box<[u16]>> {
    let mut origins = vec![u16::MAX; leads.len()];
    for (from, to) in leads.iter().enumerate() {
        if let Some(origin) = origins.get_mut(*to)
            && std::mem::replace(origin, from as u16) != u16::MAX
        {
            return None;
        }
    }
    Some(origins.into())
}

/// Whether no two lanes lead from a site to the same site.
fn lead_apart(lanes: &[Lane]) -> bool {
    let sites = lanes.first().map_or(0, |lane| lane.leads.len());
    let meet = |one: &Lane, other: &Lane| {
        (0..sites).any(|site| one.leads[site] < sites && one.leads[site] == other.leads[site])
    };
    let apart = |place: usize| lanes[..place].iter().all(|earlier| !meet(earlier, &lanes[place]));
    (0..lanes.len()).all(apart) && (lanes.len() == 1 || lanes.iter().all(|lane| lane.jump.is_none()))
}

/// Whether a part of a path may assign to a variable.
fn assigns(part: &Path) -> bool {
    let mut assigns = false;
    part.each_part(&mut |part| assigns |= matches!(part, Path::Do(_)));
    assigns
}

/// Whether what a part of a path does changes no other site than the one under the cursor.
pub(super) fn acts_here(part: &Path) -> bool {
    match part {
        Path::Let(..) | Path::LetSet(..) => true,
        Path::Do(act) => match act {
            Act::Take { at, .. } | Act::Put { at, .. } | Act::Drop { at, .. } | Act::Pocket { at, .. } => {
                *at == Set::Here
            }
            Act::Assign { .. } | Act::AssignElement { .. } | Act::ExtraTurn | Act::Skip(_) | Act::Goto(_) => true,
            _ => false,
        },
        _ => false,
    }
}

/// Whether a path asks for the last move: candidates tell whether that matters.
pub(super) fn asks_for_last(path: &Path) -> bool {
    let mut asks = false;
    dagaz_rules::path::in_path(path, &mut |part| {
        asks |= matches!(
            part,
            Part::Set(Set::LastFrom | Set::LastTo | Set::LastBy(_))
                | Part::Truth(dagaz_rules::path::Truth::Made(_) | dagaz_rules::path::Truth::MadeBy(_))
        );
    });
    asks
}
