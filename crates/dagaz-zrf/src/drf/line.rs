//! Lines and regions: sites that mean something together.

use dagaz_core::{DirectionId, PlayerId, SiteId, SiteSet, Topology};
use dagaz_rules::path::{Lines, LinesId, WayId};

use super::lower::Lower;
use super::names::{EnvId, Name};
use crate::tree::NodeId;

/// Lines of one name that are walked by several directions at each step.
const RUNS_MAX: usize = 100_000;

/// Where some directions in a row lead.
fn hop(topology: &Topology, from: SiteId, hops: &[DirectionId]) -> Option<SiteId> {
    hops.iter().try_fold(from, |site, direction| topology.link(site, *direction).some())
}

impl Lower<'_> {
    /// `(lines NAME 5 [dirs])` or `(lines NAME (corner cw cw) …)`
    pub(super) fn lines(&mut self, part: NodeId, topology: &Topology) {
        let rest = self.rest(part);
        let Some((&name, how)) = rest.split_first() else { return };
        self.check_part(name, "a name of lines");
        let name = self.text(name).to_string();
        let mut runs: Vec<Vec<SiteId>> = Vec::new();
        let mut known = std::collections::HashSet::new();
        let mut add = |run: Vec<SiteId>| {
            let mut sorted = run.clone();
            sorted.sort_unstable();
            if known.insert(sorted) {
                runs.push(run);
            }
        };
        match how.first().and_then(|node| self.integer(*node)) {
            Some(length @ 1..=1_000) => {
                let ways = match how.get(1) {
                    Some(dirs) => self.ways_of(*dirs, EnvId::EMPTY),
                    None => Some(self.usual[2].clone()),
                };
                for way in ways.unwrap_or_default() {
                    let hops = &self.ways[way.index()];
                    // Of a direction and the one back the first will do.
                    for site in topology.site_ids() {
                        let next = |site: &SiteId| hop(topology, *site, hops);
                        let run: Vec<SiteId> = std::iter::successors(Some(site), next).take(length as usize).collect();
                        if run.len() == length as usize {
                            add(run);
                        }
                    }
                }
            }
            Some(_) => {
                self.wrong(part, "a line has from 1 to 1,000 sites", "`(lines winning 5 orthogonal)`");
                return;
            }
            None => {
                for &path in how {
                    let elements = self.members(path);
                    let from = elements.first().filter(|node| self.ways_of(**node, EnvId::EMPTY).is_none()).copied();
                    let starts = match from {
                        Some(node) => {
                            let set = self.set(node, EnvId::EMPTY);
                            self.fixed(&set, PlayerId(0), node)
                        }
                        None => SiteSet::of(self.sites.len(), topology.site_ids()),
                    };
                    let steps = &elements[usize::from(from.is_some())..];
                    let ways: Option<Vec<Vec<WayId>>> =
                        steps.iter().map(|node| self.ways_of(*node, EnvId::EMPTY)).collect();
                    let Some(ways) = ways else {
                        self.wrong(
                            path,
                            "a line is walked by directions",
                            "`(corner cw cw)`: from where, then which way",
                        );
                        continue;
                    };
                    let mut runs: Vec<Vec<SiteId>> = starts.iter().map(|start| vec![start]).collect();
                    for step in &ways {
                        let onward = |run: &Vec<SiteId>| -> Vec<Vec<SiteId>> {
                            let hops = step.iter().map(|way| &self.ways[way.index()]);
                            let next = hops.filter_map(|hops| hop(topology, *run.last()?, hops));
                            next.map(|next| [run.as_slice(), &[next]].concat()).collect()
                        };
                        runs = runs.iter().flat_map(onward).take(RUNS_MAX + 1).collect();
                    }
                    if runs.len() > RUNS_MAX {
                        self.wrong(path, "there are too many such lines", "at most 100,000");
                        return;
                    }
                    runs.into_iter().for_each(&mut add);
                }
            }
        }
        if runs.is_empty() {
            self.wrong(part, "there is no such line on this board", "a length that fits, or directions that exist");
        }
        self.lines.push(Lines { name: name.clone(), runs });
        self.declare_text(&name, Name::Lines(LinesId::at(self.lines.len() - 1)));
    }

    pub(super) fn regions_of(&mut self, part: NodeId) {
        let rest = self.rest(part);
        let Some((&name, regions)) = rest.split_first() else { return };
        self.check_part(name, "a name of regions");
        let name = self.text(name).to_string();
        let mut list = Vec::new();
        for &region in regions {
            let word = self.text(region).to_string();
            match self.range(&word) {
                Some(run) => list.push(run),
                None => {
                    let set = self.set(region, EnvId::EMPTY);
                    list.push(self.fixed(&set, PlayerId(0), region).iter().collect());
                }
            }
        }
        self.regions.push(list);
        self.declare_text(&name, Name::Regions(self.regions.len() - 1));
    }
}
