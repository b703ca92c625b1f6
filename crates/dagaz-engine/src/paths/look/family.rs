//! Families of sets: lines, full lines, groups.

use std::ops::ControlFlow;

use dagaz_rules::path::{Family, LinesId};

use super::super::sites::Sites;
use super::super::walker::{Halt, Walker};

/// What is done with each set of a family; it may break off.
type Visit<'v> = &'v mut dyn FnMut(&Sites) -> ControlFlow<()>;

impl<'g> Walker<'g> {
    /// Calls `visit` with each set of a family, until it breaks.
    pub(super) fn each_of(&mut self, family: &'g Family, visit: Visit<'_>) -> Result<(), Halt> {
        let game = self.game;
        let lines = |lines: &LinesId| game.lines[lines.index()].lines.iter();
        match family {
            Family::Lines(which) => {
                for line in lines(which) {
                    self.fuel.spend(1)?;
                    if visit(line).is_break() {
                        break;
                    }
                }
            }
            Family::Full(which, set, through) => {
                let full = self.set(set)?;
                let through = through.as_ref().map(|set| self.set(set)).transpose()?;
                let all = &game.lines[which.index()];
                for &index in full.iter().flat_map(|site| all.beginning_on(site)) {
                    self.fuel.spend(1)?;
                    let line = &all.lines[index as usize];
                    let wanted = line.is_within(&full) && through.as_ref().is_none_or(|through| line.meets(through));
                    if wanted && visit(line).is_break() {
                        break;
                    }
                }
            }
            Family::Groups(set, ways) => {
                let mut rest = self.set(set)?;
                while let Some(site) = rest.first() {
                    let mut group = self.sites_of(&[site]);
                    let mut edge = group.clone();
                    while !edge.is_empty() {
                        self.spend_on_sites(ways.len())?;
                        let mut more = self.shifted(ways, &edge);
                        more.intersect(&rest);
                        more.subtract(&group);
                        group.unite(&more);
                        edge = more;
                    }
                    rest.subtract(&group);
                    if visit(&group).is_break() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}
