//! Open targets: the ways through a rule from one start, each with the target that it opens.

use dagaz_core::{Continuation, Effect, SiteId};

use super::codes::CodeSet;
use super::entries::FlatEntry;
use super::graph::{Actions, Graph, Made};
use super::machine::Opaque;
use super::ways::Way;

/// Nodes that are visited to find the ways of one start.
const VISITS_MAX: usize = 3_000;
/// Ways of one start.
const OPENS_MAX: usize = 400;

/// A way to a step, as what must stand where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Open {
    pub(crate) target: usize,
    /// What must stand on the target.
    pub(crate) stands: CodeSet,
    /// As what the piece lands there; none if the step does more.
    pub(crate) landing: Option<u8>,
    /// The continuation of the turn.
    pub(crate) then: Option<Continuation>,
    /// What must stand elsewhere, the start left out, in order of site.
    pub(crate) conditions: Vec<(u16, CodeSet)>,
    /// Where the last step must have ended.
    pub(crate) last_to: Option<SiteId>,
    /// Where it must have begun, if it is also asked where it ended.
    pub(crate) last_from: Option<SiteId>,
    /// Whether it matters what is attacked, or where the last step was not.
    pub(crate) asks: bool,
    /// Whether the piece moves to the target along with others. Of such ways to one target only
    /// what all of them ask is kept, so that it is open at least wherever one of them is.
    pub(crate) along: bool,
}

/// Where the piece on a start goes with a step that moves several pieces at once.
fn arrival(graph: &Graph, made: &Made, start: usize) -> Option<u16> {
    match made.actions {
        Actions::Fixed(span) => match graph.effects(span) {
            effects @ [Effect::Together { .. }, ..] => effects.iter().find_map(|effect| match *effect {
                Effect::Move { from, to } if from.index() == start => Some(to.0),
                _ => None,
            }),
            _ => None,
        },
        Actions::Shaped(number) => {
            let along = &graph.shaped[number as usize].cascades;
            along.iter().find(|(from, _)| from.index() == start).map(|(_, to)| to.0)
        }
        _ => None,
    }
}

/// All ways through a rule from one start with `code` standing there; an error if they are too
/// many, or more than `visits` nodes would have to be seen.
pub(crate) fn opens(
    all: CodeSet,
    entry: &FlatEntry,
    code: u8,
    start: usize,
    visits: &mut usize,
) -> Result<Vec<Open>, Opaque> {
    let rule = &entry.rule;
    let mut opens: Vec<Open> = Vec::new();
    let most = VISITS_MAX.min(*visits);
    let mut way = Way::new(all, most, false);
    let own = if rule.drops { all } else { 1 << code };
    let graph = &rule.graphs[start];
    let followed = way.follow(graph, (start, own), &|_| true, &mut |way, made| {
        let settled = way.unlike == 0 && way.attacked.is_empty() && way.last_from.is_none() && way.last_to.is_none();
        if let Some(target) = arrival(graph, made, start).filter(|_| settled && !rule.drops && made.then.is_none()) {
            join_along(&mut opens, way, usize::from(target), all);
            return if opens.len() > OPENS_MAX { Err(Opaque) } else { Ok(()) };
        }
        let target = made.target.index();
        let mut conditions = way.conditions(target);
        if rule.drops && target != start && way.of(start) != all {
            conditions.push((start as u16, way.of(start)));
        }
        conditions.sort_unstable();
        let landing = match made.actions {
            Actions::Plain(plain) => Some(graph.landing(plain, rule.place(code))),
            _ => None,
        };
        let asks = way.unlike > 0 || !way.attacked.is_empty();
        let stands = way.of(target);
        let last_to = way.last_to;
        let last_from = way.last_from.filter(|_| last_to.is_some());
        let asks = asks || way.last_from.is_some() && last_to.is_none();
        let then = entry.then(made.then);
        let open = Open { target, stands, landing, then, conditions, last_to, last_from, asks, along: false };
        // Ways that differ only in what stands on the target are one.
        let same = opens.iter_mut().find(|known| {
            (known.target, known.landing, known.then, known.asks, known.along)
                == (open.target, open.landing, open.then, open.asks, open.along)
                && (known.last_to, known.last_from) == (open.last_to, open.last_from)
                && known.conditions == open.conditions
        });
        match same {
            Some(known) => known.stands |= open.stands,
            None => opens.push(open),
        }
        if opens.len() > OPENS_MAX { Err(Opaque) } else { Ok(()) }
    });
    *visits -= most - way.left();
    followed.map(|()| opens)
}

/// Adds a way on which the piece goes to a target along with others.
fn join_along(opens: &mut Vec<Open>, way: &Way, target: usize, all: CodeSet) {
    let stands = way.of(target);
    match opens.iter_mut().find(|known| known.along && known.target == target) {
        Some(known) => {
            known.stands |= stands;
            known.conditions.retain_mut(|(site, set)| {
                *set |= way.of(usize::from(*site));
                *set != all
            });
        }
        None => {
            let mut conditions = way.conditions(target);
            conditions.sort_unstable();
            let (landing, then, last_to, last_from, asks) = (None, None, None, None, false);
            opens.push(Open { target, stands, landing, then, conditions, last_to, last_from, asks, along: true });
        }
    }
}
