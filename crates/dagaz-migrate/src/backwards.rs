//! Ways back against directions in which several sites lead to one.
//!
//! `(opposite d)` goes to the first of those sites; in the other language there is no way back from
//! where links meet. So what is gone backwards there becomes a direction of its own, with the links
//! that are meant. Such a direction has the number of the one that it goes against, behind those of
//! all directions.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

use dagaz_core::{DirectionId, SiteId};
use dagaz_rules::{Action, Hop, Node, Place, Rules, Truth};

use super::board::Board;
use super::flag_uses::truths;
use super::names::Names;
use super::stop::Untranslated;
use super::text::Step;

impl Board<'_> {
    /// Returns the hop against a direction; none where it leads nowhere.
    pub(super) fn way_back(&self, direction: DirectionId) -> Result<Option<Step>, Untranslated> {
        let Some(step) = self.way(direction) else { return Ok(None) };
        if self.leads_back(&step) {
            return Ok(Some(Board::back(&step)));
        }
        let own = self.ways.get(self.topology.directions().len() + direction.index()).cloned().flatten();
        let gap = Untranslated::Gap(
            "a way against a direction in which several sites lead to one, and which players see differently",
        );
        own.map(Some).ok_or(gap)
    }

    /// Makes directions of their own for the ways back that rules go where links meet.
    pub(super) fn name_ways_back(&mut self, names: &mut Names) {
        let count = self.topology.directions().len();
        self.ways.resize(2 * count, None);
        self.link_names.resize(2 * count, String::new());
        for direction in gone_against(self.rules) {
            let alike = self.players.iter().all(|player| self.topology.seen_by(*player, direction) == direction);
            let meets = self.way(direction).is_some_and(|step| !self.leads_back(&step));
            if alike && meets {
                let which = count + direction.index();
                self.ways[which] = Some(Step::Links(which, false));
                self.link_names[which] =
                    names.take_direction(&format!("{}-back", self.topology.directions()[direction.index()]));
            }
        }
    }

    /// Where each site leads in a direction, or in the one against it.
    pub(super) fn links_of(&self, which: usize) -> &[SiteId] {
        match which.checked_sub(self.topology.directions().len()) {
            None => self.topology.links(DirectionId::at(which)),
            Some(against) => self.topology.links_back(DirectionId::at(against)),
        }
    }

    /// Returns whether no site leads to itself.
    pub(super) fn leads_away(&self, which: usize) -> bool {
        self.links_of(which).iter().enumerate().all(|(from, to)| *to != SiteId::at(from))
    }

    /// Returns whether the way back from where a direction leads is known: no two sites lead to the
    /// same one.
    pub(super) fn leads_back(&self, step: &Step) -> bool {
        match step {
            Step::Vector(_) => true,
            Step::Links(which, _) => {
                let mut seen = HashSet::new();
                self.links_of(*which).iter().filter(|to| **to != SiteId::NONE).all(|to| seen.insert(*to))
            }
            Step::Parameter(_) => false,
        }
    }
}

/// Returns the directions that any rule goes, looks or acts against.
fn gone_against(rules: &Rules) -> BTreeSet<DirectionId> {
    let found = RefCell::new(BTreeSet::new());
    let place = |place: &Place| {
        if let Place::Against(direction) = place {
            found.borrow_mut().insert(*direction);
        }
    };
    truths(rules).for_each(|truth| {
        truth.mentions(&|part| {
            if let Truth::Site(at, _) = part {
                place(at);
            }
            // All of a truth is looked at.
            false
        });
    });
    for node in rules.rules.iter().flat_map(|rule| &rule.automaton.nodes) {
        match node {
            Node::Go(Hop::Against(direction), _) => place(&Place::Against(*direction)),
            Node::Do(
                Action::SetAttribute(_, _, at)
                | Action::SetSiteFlag(_, _, at)
                | Action::Capture(at)
                | Action::Create { place: at, .. }
                | Action::Become(_, at)
                | Action::Give(_, at)
                | Action::Flip(at),
                _,
            ) => place(at),
            _ => {}
        }
    }
    found.into_inner()
}
