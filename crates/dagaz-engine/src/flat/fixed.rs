//! Fixed steps: those of which it is known before the game what they do, and all that they ask.
//!
//! Some rules have a way or two through them from each start, and do the same each time. They are
//! not walked: what must stand where is tested by sets of sites, what must not be attacked is
//! asked, and the step is at hand.

use dagaz_core::{CompactSort, Effect, SiteId};

use super::codes::CodeSet;
use super::entries::FlatEntry;
use super::graph::{Actions, Made};
use super::list::{Action, FlatList, FlatStep};
use super::machine::Opaque;
use super::masks::Masks;
use super::side_generator::says_little;
use super::sites::Sites;
use super::ways::Way;

/// Ways from one start: where there are more, walks from starts that have been found ask less.
const WAYS_MAX: usize = 4;
/// Nodes that are visited to find the ways of one start.
const VISITS_MAX: usize = 300;

/// A way through a rule to a step that is fixed.
#[derive(Debug)]
pub(crate) struct Fixed<const W: usize> {
    pub(crate) start: usize,
    /// The number of a set of codes, and the sites on which it must stand.
    pub(crate) needs: Vec<(u16, Sites<W>)>,
    /// The sites that are asked about, and whether they must be attacked.
    pub(crate) attacked: Vec<(SiteId, bool)>,
    /// The code of which a piece is thought on a site that is asked about and has no own one.
    pub(crate) fresh: u8,
    pub(crate) step: FlatStep,
}

/// The fixed steps of one unit.
#[derive(Debug)]
pub(crate) struct FixedSteps<const W: usize> {
    /// In order of starts.
    ways: Vec<Fixed<W>>,
    /// The starts that have any.
    pub(crate) starts: Sites<W>,
    /// Where the ways of each start begin, and where those of the last end.
    first: Vec<u16>,
    /// The steps with their effects.
    pub(crate) list: FlatList,
}

impl<const W: usize> FixedSteps<W> {
    pub(crate) fn none() -> FixedSteps<W> {
        FixedSteps { ways: Vec::new(), starts: Sites::EMPTY, first: Vec::new(), list: FlatList::default() }
    }

    /// The ways from one of `starts`.
    #[inline]
    pub(crate) fn of(&self, start: usize) -> &[Fixed<W>] {
        &self.ways[usize::from(self.first[start])..usize::from(self.first[start + 1])]
    }

    /// The sets of codes that it asks for.
    pub(crate) fn sets(&self) -> impl Iterator<Item = u16> {
        self.ways.iter().flat_map(|way| &way.needs).map(|(set, _)| *set)
    }

    /// Adds the steps that a rule makes with `code`; false if they are not fixed, or too many, and
    /// then nothing is added. `others` are the rules of the same pieces that may be walked.
    pub(crate) fn add(
        &mut self,
        masks: &mut Masks<W>,
        (all, effects_max): (CodeSet, usize),
        (entry, code): (&FlatEntry, u8),
        others: &[&FlatEntry],
    ) -> bool {
        let mut found: Vec<(Way, Vec<Effect>, SiteId)> = Vec::new();
        for (start, graph) in entry.rule.graphs.iter().enumerate().filter(|(_, graph)| !graph.is_barren()) {
            let own = |effect: &Effect| matches!(*effect, Effect::Move { from, .. } if from.index() == start);
            let mut show = |way: &Way, made: &Made| match made.actions {
                Actions::Fixed(span)
                    if made.then.is_none()
                        && way.unlike == 0
                        && way.last_from.is_none()
                        && way.last_to.is_none()
                        && graph.effects(span).iter().any(own)
                        && graph.effects(span).len() <= effects_max
                        && !others.iter().any(|other| may_do(other, (all, code), start, graph.effects(span)))
                        && found.iter().filter(|(way, ..)| way.start == start).count() < WAYS_MAX =>
                {
                    found.push((way.clone(), graph.effects(span).to_vec(), made.target));
                    Ok(())
                }
                _ => Err(Opaque),
            };
            let mut way = Way::new(all, VISITS_MAX, false);
            if way.follow(graph, (start, 1 << code), &|_| true, &mut show).is_err() {
                return false;
            }
        }
        let known = self.ways.iter().map(|way| (way.start, sorted(self.list.effects(&way.step))));
        let mut done: Vec<_> =
            known.chain(found.iter().map(|(way, effects, _)| (way.start, sorted(effects)))).collect();
        let count = done.len();
        done.sort_unstable();
        done.dedup();
        if done.len() < count || count > usize::from(u16::MAX) {
            // Two ways to do the same are one move.
            return false;
        }
        for (way, effects, target) in found {
            let mut needs: Vec<(u16, Sites<W>)> = Vec::new();
            for (site, codes) in way.conditions(usize::MAX) {
                let number = masks.number(codes);
                match needs.iter_mut().find(|(known, _)| *known == number) {
                    Some((_, sites)) => sites.insert(usize::from(site)),
                    None => needs.push((number, Sites::of(usize::from(site)))),
                }
            }
            let step = FlatStep::new(way.start as u16, target.0, Action::Effects, None, entry.rule.rule);
            self.list.push_with(step, &effects);
            let step = self.list.steps()[self.list.len() - 1];
            let (start, attacked, fresh) = (way.start, way.attacked, entry.rule.fresh);
            self.ways.push(Fixed { start, needs, attacked, fresh, step });
            self.starts.insert(start);
        }
        self.ways.compact_sort_by_key(|way| way.start);
        let sites = entry.rule.graphs.len();
        self.first = (0..=sites).map(|start| self.ways.partition_point(|way| way.start < start) as u16).collect();
        true
    }
}

/// Whether another rule may make a step from the same start with these effects, on a way that can
/// be gone with `code` there.
fn may_do(other: &FlatEntry, (all, code): (CodeSet, u8), start: usize, effects: &[Effect]) -> bool {
    let graph = &other.rule.graphs[start];
    let same = |made: &Made| match made.actions {
        Actions::Plain(_) => false,
        Actions::Fixed(known) => sorted(graph.effects(known)) == sorted(effects),
        Actions::Shaped(_) | Actions::Live { .. } => true,
    };
    if !graph.resumed.is_empty() || says_little(effects) {
        return true;
    }
    let mut show = |_: &Way, made: &Made| if same(made) { Err(Opaque) } else { Ok(()) };
    graph.made.iter().any(same)
        && Way::new(all, VISITS_MAX, false).follow(graph, (start, 1 << code), &same, &mut show).is_err()
}

fn sorted(effects: &[Effect]) -> Vec<Effect> {
    let mut effects = effects.to_vec();
    effects.sort_unstable();
    effects
}
