//! Lines and regions: sites that mean something together.

use std::collections::HashSet;

use dagaz_core::{DirectionId, PlayerId, SiteId, SiteSet, Topology};
use dagaz_rules::path::{Lines, LinesId, WayId};

use super::environment::{EnvId, Name};
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// How many lines a game has at most, and how many sites all of them together: a board of 19 x 19
/// has some 1,400 rows of five.
const RUNS_MAX: usize = 100_000;
const RUN_SITES_MAX: usize = 500_000;

/// How many words the sets of all lines have: each is a set of the whole board.
const RUN_WORDS_MAX: usize = 4_000_000;

/// Sites of one line.
const LENGTH_MAX: i32 = 1_000;

/// Lines of one name, each once, independent of its direction.
#[derive(Default)]
struct Runs {
    list: Vec<Vec<SiteId>>,
    known: HashSet<Vec<SiteId>>,
    /// Sites of all these lines and of those that other names have.
    sites: usize,
    /// How many lines other names have.
    others: usize,
    /// Words of a set of sites.
    words: usize,
}

impl Runs {
    /// Adds a line; `None` if there are too many now.
    fn add(&mut self, run: Vec<SiteId>) -> Option<()> {
        let mut sorted = run.clone();
        sorted.sort_unstable();
        if self.known.insert(sorted) {
            self.sites += run.len();
            self.list.push(run);
        }
        let lines = self.others + self.list.len();
        (lines <= RUNS_MAX && self.sites <= RUN_SITES_MAX && lines * self.words <= RUN_WORDS_MAX).then_some(())
    }
}

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
        let all_others = || self.lines.iter().flat_map(|lines| &lines.runs);
        let (others, sites) = (all_others().count(), all_others().map(Vec::len).sum());
        self.pay(1 + self.lines.len() / 8 + others / 8);
        let mut runs = Runs { sites, others, words: self.set_words(), ..Runs::default() };
        let length = how.first().map(|node| (*node, self.integer(*node)));
        let all = match length {
            Some((_, Some(length @ 1..=LENGTH_MAX))) => {
                self.nothing_more(how, 2, "`(lines winning 5 orthogonal)`");
                self.straight(part, how.get(1).copied(), length as usize, topology, &mut runs)
            }
            Some((_, Some(_))) => {
                self.wrong(part, "a line has from 1 to 1,000 sites", "`(lines winning 5 orthogonal)`");
                return;
            }
            _ => how.iter().try_for_each(|path| self.walked(*path, topology, &mut runs)),
        };
        if all.is_none() {
            let hint = "at most 100,000 lines of 500,000 sites together, and fewer on a large board: each is a set of its sites";
            self.wrong(part, "there are too many such lines", hint);
            return;
        }
        if runs.list.is_empty() {
            self.wrong(part, "there is no such line on this board", "a length that fits, or directions that exist");
        }
        self.lines.push(Lines { name: name.clone(), runs: runs.list });
        self.declare_text(&name, Name::Lines(LinesId::at(self.lines.len() - 1)));
    }

    /// Lines that go straight on; `None` if there are too many.
    fn straight(
        &mut self,
        part: NodeId,
        directions: Option<NodeId>,
        length: usize,
        topology: &Topology,
        runs: &mut Runs,
    ) -> Option<()> {
        let ways = match directions {
            Some(directions) => self.ways_of(directions, EnvId::EMPTY).unwrap_or_else(|| {
                self.wrong(directions, "lines go along directions", "`(lines winning 5 orthogonal)`");
                Vec::new()
            }),
            None => self.usual[2].clone(),
        };
        for way in ways {
            let hops = self.ways[way.index()].len();
            self.pay(4 * self.every_site().saturating_mul(length).saturating_mul(hops));
            if self.stops_at(part) {
                return Some(());
            }
            let hops = &self.ways[way.index()];
            // Of a direction and the one back the first will do.
            for site in topology.site_ids() {
                let next = |site: &SiteId| hop(topology, *site, hops);
                let run: Vec<SiteId> = std::iter::successors(Some(site), next).take(length).collect();
                if run.len() == length {
                    runs.add(run)?;
                }
            }
        }
        Some(())
    }

    /// Lines that are walked step by step, by any of some directions at each; `None` if there are
    /// too many.
    fn walked(&mut self, path: NodeId, topology: &Topology, runs: &mut Runs) -> Option<()> {
        if self.stops_at(path) {
            return Some(());
        }
        let elements = self.members(path);
        if elements.len() > LENGTH_MAX as usize + 1 {
            self.wrong(path, &format!("a line has at most {LENGTH_MAX} sites"), "fewer steps");
            return Some(());
        }
        let from = elements.first().filter(|node| self.ways_of(**node, EnvId::EMPTY).is_none()).copied();
        let starts = match from {
            Some(node) => {
                let set = self.set(node, EnvId::EMPTY);
                self.fixed(&set, PlayerId(0), node)
            }
            None => SiteSet::of(self.sites.len(), topology.site_ids()),
        };
        let steps = &elements[usize::from(from.is_some())..];
        let ways: Option<Vec<Vec<WayId>>> = steps.iter().map(|node| self.ways_of(*node, EnvId::EMPTY)).collect();
        let Some(ways) = ways else {
            self.wrong(path, "a line is walked by directions", "`(corner cw cw)`: from where, then which way");
            return Some(());
        };
        let mut walked: Vec<Vec<SiteId>> = starts.iter().map(|start| vec![start]).collect();
        for (place, step) in ways.iter().enumerate() {
            // Each line so far is copied for each way onward.
            let hops: usize = step.iter().map(|way| self.ways[way.index()].len()).sum();
            self.pay(walked.len().saturating_mul(2 + 2 * hops + step.len() * place / 8));
            if self.stops_at(path) {
                return Some(());
            }
            let onward = |run: &Vec<SiteId>| -> Vec<Vec<SiteId>> {
                let hops = step.iter().map(|way| &self.ways[way.index()]);
                let next = hops.filter_map(|hops| hop(topology, *run.last()?, hops));
                next.map(|next| [run.as_slice(), &[next]].concat()).collect()
            };
            // One more than there may be shows that there are too many.
            let most = RUNS_MAX.min(RUN_SITES_MAX / (place + 2)) + 1;
            walked = walked.iter().flat_map(onward).take(most).collect();
        }
        self.pay(walked.len() * (2 + ways.len() / 4));
        walked.into_iter().try_for_each(|run| runs.add(run))
    }

    pub(super) fn regions_of(&mut self, part: NodeId) {
        let rest = self.rest(part);
        let Some((&name, regions)) = rest.split_first() else { return };
        self.check_part(name, "a name of regions");
        let name = self.text(name).to_string();
        let mut list = Vec::new();
        for &region in regions {
            if self.stops_at(region) {
                break;
            }
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
