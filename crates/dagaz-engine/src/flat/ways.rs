//! The ways through a graph: each sequence of answers, with what it says about the board, up to
//! each step made.

use dagaz_core::SiteId;

use super::codes::CodeSet;
use super::graph::{Graph, Made, Node};
use super::machine::{Opaque, Question};

/// A way through the graph of one start, as far as it has gone.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) start: usize,
    /// The codes that may stand on the start before anything is asked.
    own: CodeSet,
    all: CodeSet,
    /// What the answers say of sites; of several about one site the last includes the others.
    known: Vec<(u16, CodeSet)>,
    pub(crate) last_from: Option<SiteId>,
    pub(crate) last_to: Option<SiteId>,
    /// How many answers say that the last step was not at some site.
    pub(crate) unlike: usize,
    /// The sites of which answers say that they are attacked, or are not.
    pub(crate) attacked: Vec<(SiteId, bool)>,
    /// Whether all sites count as not attacked.
    pub(crate) unattacked: bool,
    /// Nodes that may still be visited.
    visits: usize,
}

impl Way {
    /// The beginning of all ways, of which `visits` nodes may be seen.
    pub(crate) fn new(all: CodeSet, visits: usize, unattacked: bool) -> Way {
        let (known, attacked) = (Vec::new(), Vec::new());
        let (last_from, last_to) = (None, None);
        Way { start: 0, own: all, all, known, last_from, last_to, unlike: 0, attacked, unattacked, visits }
    }

    /// Shows each step to which a way leads, `own` standing on `start`. Ways that lead to no
    /// `wanted` step are not gone.
    pub(crate) fn follow(
        &mut self,
        graph: &Graph,
        (start, own): (usize, CodeSet),
        wanted: &dyn Fn(&Made) -> bool,
        show: &mut impl FnMut(&Way, &Made) -> Result<(), Opaque>,
    ) -> Result<(), Opaque> {
        (self.start, self.own) = (start, own);
        if !graph.resumed.is_empty() {
            return Err(Opaque);
        }
        if !graph.made.iter().any(wanted) {
            return Ok(());
        }
        self.on((graph, &graph.leads_to(wanted)), graph.start, show)
    }

    fn on(
        &mut self,
        (graph, leads): (&Graph, &[bool]),
        mut id: u32,
        show: &mut impl FnMut(&Way, &Made) -> Result<(), Opaque>,
    ) -> Result<(), Opaque> {
        loop {
            if !leads[id as usize] {
                return Ok(());
            }
            self.visits = self.visits.checked_sub(1).ok_or(Opaque)?;
            let (question, then, otherwise) = match graph.nodes[id as usize] {
                Node::End => return Ok(()),
                Node::Make { first, last, next } => {
                    for made in &graph.made[first as usize..last as usize] {
                        show(self, made)?;
                    }
                    id = next;
                    continue;
                }
                Node::Ask { site, set, then, otherwise } => {
                    (Question::Holds(site, graph.sets[usize::from(set)]), then, otherwise)
                }
                Node::AskElse { question, then, otherwise } => (graph.questions[question as usize], then, otherwise),
                // What a live graph does depends on more than questions.
                _ => return Err(Opaque),
            };
            match question {
                Question::Flagged(..) => return Err(Opaque),
                Question::Attacked(..) if self.unattacked => id = otherwise,
                Question::Attacked(site, _) => {
                    self.attacked.push((site, true));
                    let mut ways = self.on((graph, leads), then, show);
                    self.attacked.pop();
                    if ways.is_ok() {
                        self.attacked.push((site, false));
                        ways = self.on((graph, leads), otherwise, show);
                        self.attacked.pop();
                    }
                    return ways;
                }
                Question::LastFrom(site) | Question::LastTo(site) => {
                    let last = |way: &mut Way, new: Option<SiteId>| match question {
                        Question::LastFrom(_) => std::mem::replace(&mut way.last_from, new),
                        _ => std::mem::replace(&mut way.last_to, new),
                    };
                    let before = last(self, Some(site));
                    if before.is_none_or(|known| known == site) {
                        self.on((graph, leads), then, show)?;
                    }
                    last(self, before);
                    if before == Some(site) {
                        return Ok(());
                    }
                    self.unlike += 1;
                    let ways = self.on((graph, leads), otherwise, show);
                    self.unlike -= 1;
                    return ways;
                }
                Question::Holds(site, set) => {
                    let depth = self.known.len();
                    let before = self.of(usize::from(site.0));
                    match (before & set, before & !set) {
                        (0, _) => id = otherwise,
                        (_, 0) => id = then,
                        (yes, no) => {
                            self.known.push((site.0, yes));
                            self.on((graph, leads), then, show)?;
                            self.known.truncate(depth);
                            self.known.push((site.0, no));
                            let ways = self.on((graph, leads), otherwise, show);
                            self.known.truncate(depth);
                            return ways;
                        }
                    }
                }
            }
        }
    }

    /// Nodes that may still be visited.
    pub(crate) fn left(&self) -> usize {
        self.visits
    }

    /// The codes that may stand on a site.
    pub(crate) fn of(&self, site: usize) -> CodeSet {
        let latest = self.known.iter().rev().find(|(known, _)| usize::from(*known) == site);
        latest.map_or(if site == self.start { self.own } else { self.all }, |(_, set)| *set)
    }

    /// What must stand where, the start and one more site left out.
    pub(crate) fn conditions(&self, but: usize) -> Vec<(u16, CodeSet)> {
        let mut conditions: Vec<(u16, CodeSet)> = Vec::with_capacity(self.known.len());
        for &(at, _) in &self.known {
            let site = usize::from(at);
            if site != but && site != self.start && conditions.iter().all(|(known, _)| *known != at) {
                conditions.push((at, self.of(site)));
            }
        }
        conditions
    }
}
