//! Lanes: ways of fixed hops, along which all pieces of a type move at once.
//!
//! A rule that only hops and asks, without loops, is a few lanes. The targets along a lane are found
//! with whole sets for all pieces together; since a lane leads from different sites to different
//! sites, each target tells its origin.

use dagaz_core::PlayerId;

use super::super::plan::{ImageId, ImageNode, Plan, Row, SetId};
use super::super::position::Bitset;
use super::set::and;
use super::{Candidate, Machine, NONE, Registers, bits, is_empty};

/// A part of a lane.
#[derive(Clone, Copy, Debug)]
enum Part {
    Hop(Row),
    Keep(SetId),
}

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(super) struct Lane {
    parts: Vec<Part>,
    /// For each target the origin.
    origins: Box<[u16]>,
}

/// A rule has no more lanes than that; one with more is followed from each piece.
const MOST: usize = 16;

/// Returns the lanes of each rule of a player, where it is nothing but lanes.
pub(super) fn lanes_of(plan: &Plan, player: PlayerId, links: &[Box<[u16]>]) -> Vec<Option<Vec<Lane>>> {
    let lanes = |image: &Option<ImageId>| {
        let parts = parts_of(plan, (*image)?)?;
        parts.into_iter().map(|parts| Some(Lane { origins: origins(&parts, links)?, parts })).collect()
    };
    plan.side(player).targets.iter().map(lanes).collect()
}

fn parts_of(plan: &Plan, image: ImageId) -> Option<Vec<Vec<Part>>> {
    let lanes = match &plan.images[image.index()] {
        ImageNode::Go(rows) => rows.iter().map(|row| vec![Part::Hop(*row)]).collect(),
        ImageNode::Keep(set) => vec![vec![Part::Keep(*set)]],
        ImageNode::Or(parts) => parts.iter().map(|part| parts_of(plan, *part)).collect::<Option<Vec<_>>>()?.concat(),
        ImageNode::Seq(parts) => {
            let mut lanes = vec![Vec::new()];
            for part in parts {
                let further = parts_of(plan, *part)?;
                if lanes.len() * further.len() > MOST {
                    return None;
                }
                let extended =
                    |lane: &Vec<Part>| further.iter().map(|more| [&lane[..], more].concat()).collect::<Vec<_>>();
                lanes = lanes.iter().flat_map(extended).collect();
            }
            lanes
        }
        ImageNode::Flood { .. }
        | ImageNode::FloodWithin { .. }
        | ImageNode::Slide { .. }
        | ImageNode::To(_)
        | ImageNode::Ends(_) => return None,
    };
    (lanes.len() <= MOST).then_some(lanes)
}

/// For each site from where a lane leads there; `None` if it leads there from two sites.
fn origins(parts: &[Part], links: &[Box<[u16]>]) -> Option<Box<[u16]>> {
    let sites = links.first()?.len();
    let mut origins = vec![NONE; sites];
    for from in 0..sites as u16 {
        let hop = |site: u16, part: &Part| match part {
            Part::Hop(row) if site != NONE => links[row.index()][usize::from(site)],
            _ => site,
        };
        let to = parts.iter().fold(from, hop);
        if to != NONE && std::mem::replace(&mut origins[usize::from(to)], from) != NONE {
            return None;
        }
    }
    Some(origins.into())
}

impl<const W: usize> Machine<'_, W> {
    /// Lists the moves of a rule with all pieces on some sites, where the rule is nothing but lanes; `false` if it is not.
    pub(in crate::paths) fn list_lanes(&mut self, rule: dagaz_core::RuleId, movable: &Bitset<W>) -> bool {
        let (plan, tables) = (self.plan, self.tables);
        if self.must_make(rule) {
            return false;
        }
        let Some(lanes) = &tables.lanes[self.me.index()][rule.index()] else { return false };
        self.listing = true;
        let from = match plan.side(self.me).tested[rule.index()] {
            Some(tested) => self.within(tested, movable, &Registers::at_rest()),
            None => *movable,
        };
        for lane in lanes {
            let mut now = from;
            for part in &lane.parts {
                if is_empty(&now) {
                    break;
                }
                now = match part {
                    Part::Hop(row) => self.shifted(std::slice::from_ref(row), &now),
                    Part::Keep(set) => and(now, &self.listed(*set)),
                };
            }
            for target in bits(now) {
                let origin = lane.origins[usize::from(target)];
                self.push_candidate(Candidate {
                    rule,
                    it: origin,
                    choice: NONE,
                    nth: None,
                    origin,
                    target,
                    of_choice: 0,
                    is_sure: plan.ends_surely,
                    judged: None,
                });
            }
        }
        self.listing = false;
        true
    }
}
