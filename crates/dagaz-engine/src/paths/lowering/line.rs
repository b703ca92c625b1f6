//! Lines: paths without a choice, so that each is one automaton.
//!
//! A path is every way of walking it; here it is written out as the list of these ways, where that
//! list is short. What stays open in a line is only how often a loop goes round.

use std::collections::BTreeSet;

use dagaz_core::{PlayerId, SiteId};
use dagaz_rules::path::{Act, KindOf, Number, Path, Set, Truth, VarId, WayId};

use super::Source;
use super::automaton::way_to;

/// Lines of one rule, at most.
const LINES_MAX: usize = 64;

/// One element of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step<'a> {
    /// The cursor hops.
    Hop(WayId),
    /// The site under the cursor is one of these.
    Is(&'a Set),
    /// This holds.
    Holds(&'a Truth),
    /// One of these lines can be walked from here, or none of them can.
    Look { lines: Vec<Vec<Step<'a>>>, wanted: bool },
    /// Continues with one line or the other.
    If { question: Vec<Vec<Step<'a>>>, yes: Vec<Step<'a>>, no: Vec<Step<'a>> },
    /// Hops as often as one likes while the tests pass behind each hop.
    Loop { way: WayId, tests: Vec<Step<'a>> },
    /// What stands under the cursor is captured.
    Take,
    /// The moving piece becomes one of these.
    Become(&'a [KindOf]),
    /// Something is noted of the moving piece.
    Note { var: VarId, value: bool },
    /// Another piece moves.
    Other { from: &'a Set, to: &'a Set },
}

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(super) struct Line<'a>(pub(super) Vec<Step<'a>>);

/// The lines of a path; none if it is more than lines.
pub(super) fn lines(path: &Path) -> Option<Vec<Line<'_>>> {
    Some(expand(path)?.into_iter().map(Line).collect())
}

/// The same as rows of steps.
pub(super) fn expand(path: &Path) -> Option<Vec<Vec<Step<'_>>>> {
    let one = |step| Some(vec![vec![step]]);
    match path {
        Path::Go(ways) => Some(ways.iter().map(|way| vec![Step::Hop(*way)]).collect()),
        Path::Is(set) => one(Step::Is(set)),
        Path::Holds(truth) => one(Step::Holds(truth)),
        Path::Seq(parts) => {
            let mut all = vec![Vec::new()];
            for part in parts {
                let more = expand(part)?;
                all = all.iter().flat_map(|line| more.iter().map(|next| joined(line, next))).collect();
                if all.len() > LINES_MAX {
                    return None;
                }
            }
            Some(all)
        }
        Path::Or(parts) => {
            let all: Vec<_> = parts.iter().map(expand).collect::<Option<Vec<_>>>()?.concat();
            (all.len() <= LINES_MAX).then_some(all)
        }
        Path::Many { least, body } => {
            let body = expand(body)?;
            let [round] = body.as_slice() else { return None };
            let [Step::Hop(way), tests @ ..] = round.as_slice() else { return None };
            if !tests.iter().all(|test| matches!(test, Step::Is(_))) {
                return None;
            }
            let goes_round = Step::Loop { way: *way, tests: tests.to_vec() };
            let mut line = if *least == 0 { Vec::new() } else { round.clone() };
            line.push(goes_round);
            Some(vec![line])
        }
        Path::See(inner) => one(Step::Look { lines: expand(inner)?, wanted: true }),
        Path::Not(inner) => one(Step::Look { lines: expand(inner)?, wanted: false }),
        Path::If(question, yes, no) => {
            let (question, yes, no) = (expand(question)?, expand(yes)?, expand(no)?);
            if let ([yes], [no]) = (yes.as_slice(), no.as_slice()) {
                return one(Step::If { question, yes: yes.clone(), no: no.clone() });
            }
            let branch = |wanted: bool| Step::Look { lines: question.clone(), wanted };
            let yes = yes.iter().map(|line| joined(&[branch(true)], line));
            Some(yes.chain(no.iter().map(|line| joined(&[branch(false)], line))).collect())
        }
        Path::Do(Act::Take { at: Set::Here, later: false }) => one(Step::Take),
        Path::Do(Act::Become { kinds, at: Set::Here | Set::It }) => one(Step::Become(kinds)),
        Path::Do(Act::Assign { var, value: Number::Is(value @ (0 | 1)), add: false, at: Set::Here | Set::It }) => {
            one(Step::Note { var: *var, value: *value == 1 })
        }
        Path::Do(Act::Move { from, to }) => one(Step::Other { from, to }),
        _ => None,
    }
}

fn joined<'a>(line: &[Step<'a>], next: &[Step<'a>]) -> Vec<Step<'a>> {
    line.iter().chain(next).cloned().collect()
}

/// A line with every loop written out, once for each number of its rounds; none if a loop has no
/// end.
pub(super) fn unrolled<'a>(source: &Source<'_>, line: &[Step<'a>]) -> Option<Vec<Vec<Step<'a>>>> {
    let mut all: Vec<Vec<Step<'a>>> = vec![Vec::new()];
    for step in line {
        let Step::Loop { way, tests } = step else {
            all.iter_mut().for_each(|one| one.push(step.clone()));
            continue;
        };
        let round = joined(&[Step::Hop(*way)], tests);
        let most = source.longest(*way)? + 1;
        let rounds: Vec<_> =
            std::iter::successors(Some(Vec::new()), |last| Some(joined(last, &round))).take(most).collect();
        all = all.iter().flat_map(|one| rounds.iter().map(|round| joined(one, round))).collect();
        if all.len() > LINES_MAX {
            return None;
        }
    }
    Some(all)
}

/// Whether steps only ask, from where they are.
pub(super) fn stands_still(steps: &[Step<'_>]) -> bool {
    steps.iter().all(|step| match step {
        Step::Is(_) | Step::Holds(_) | Step::Become(_) | Step::Note { .. } => true,
        Step::Look { lines, .. } => lines.iter().all(|line| !loops(line)),
        Step::If { question, yes, no } => {
            question.iter().all(|line| !loops(line)) && stands_still(yes) && stands_still(no)
        }
        _ => false,
    })
}

fn loops(steps: &[Step<'_>]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Loop { .. }))
}

/// Whether steps go anywhere, or look away from where they are.
fn goes(steps: &[Step<'_>]) -> bool {
    steps.iter().any(|step| match step {
        Step::Hop(_) | Step::Loop { .. } | Step::Other { .. } => true,
        Step::Look { lines, .. } => lines.iter().any(|line| goes(line)),
        Step::If { question, yes, no } => question.iter().any(|line| goes(line)) || goes(yes) || goes(no),
        _ => false,
    })
}

impl Line<'_> {
    /// Whether it never looks at what it has changed itself: at the site that it has left, or at
    /// what it has taken.
    pub(super) fn is_sound(&self, source: &Source<'_>) -> bool {
        let steps = &self.0;
        let Some(leaves) = steps.iter().position(|step| matches!(step, Step::Hop(_) | Step::Loop { .. })) else {
            return false;
        };
        let (before, after) = steps.split_at(leaves);
        let actions = before.iter().any(|step| matches!(step, Step::Take | Step::Other { .. }));
        let ends = steps.iter().position(|step| matches!(step, Step::Other { .. }));
        if actions || ends.is_some_and(|place| place + 1 != steps.len()) {
            return false;
        }
        if let Some(taken) = steps.iter().position(|step| *step == Step::Take) {
            let rest = &steps[taken + 1..];
            let (first, rest) = rest.split_first().map_or((None, rest), |(first, rest)| (Some(first), rest));
            if first.is_some_and(|first| !matches!(first, Step::Hop(_))) || goes(rest) || rest.contains(&Step::Take) {
                return false;
            }
        }
        each_start(source).all(|(player, start)| {
            let mut seen = BTreeSet::new();
            let mut walk = Walk { source, player, seen: &mut seen };
            walk.from(after, &BTreeSet::from([start])).is_some() && !seen.contains(&start)
        })
    }

    /// For each player and site where the line can lead from there.
    pub(super) fn reaches(&self, source: &Source<'_>) -> Vec<Vec<BTreeSet<SiteId>>> {
        let sites = source.rules.topology.sites().len();
        let mut all = vec![vec![BTreeSet::new(); sites]; source.rules.players.len()];
        for (player, start) in each_start(source) {
            let mut walk = Walk { source, player, seen: &mut BTreeSet::new() };
            let reached = walk.from(&self.0, &BTreeSet::from([start]));
            all[player.index()][start.index()] = reached.unwrap_or_default();
        }
        all
    }
}

fn each_start<'a>(source: &'a Source<'_>) -> impl Iterator<Item = (PlayerId, SiteId)> + use<'a> {
    let players = (0..source.rules.players.len()).map(PlayerId::at);
    players.flat_map(move |player| source.rules.topology.site_ids().map(move |site| (player, site)))
}

impl Source<'_> {
    /// How many hops along a way there are at most, from any site and for any player; none if it
    /// never ends.
    fn longest(&self, way: WayId) -> Option<usize> {
        let sites = self.rules.topology.sites().len();
        let from = |(player, start): (PlayerId, SiteId)| {
            let next = |site: &SiteId| self.game.tables.link(player, way, *site).some();
            let hops = std::iter::successors(Some(start), next).take(sites + 1).count() - 1;
            (hops < sites).then_some(hops)
        };
        each_start(self).map(from).try_fold(0, |most, hops| Some(most.max(hops?)))
    }

    /// Whether a piece that has just left its site could only have stood in the way of enemies who
    /// then attacked that site itself: pieces leap over what they pass or slide up to where they
    /// land. Then what is attacked behind it can be asked as if it still stood there, of a piece
    /// that was not attacked itself.
    pub(super) fn lines_are_open(&self) -> bool {
        let calls = self.rules.pieces.iter().flat_map(|piece| &piece.moves);
        calls.into_iter().all(|call| {
            let lines = lines(&self.rules.rules[call.rule.index()].path);
            lines.is_some_and(|lines| lines.iter().all(|line| is_open(&line.0)))
        })
    }
}

/// Whether the moving piece may become another one on the way.
pub(super) fn becomes(steps: &[Step<'_>]) -> bool {
    steps.iter().any(|step| match step {
        Step::Become(_) => true,
        Step::If { yes, no, .. } => becomes(yes) || becomes(no),
        _ => false,
    })
}

/// See [`Source::lines_are_open`].
fn is_open(steps: &[Step<'_>]) -> bool {
    let is_empty = |step: &Step<'_>| matches!(step, Step::Is(Set::Empty));
    let hops = |step: &Step<'_>| matches!(step, Step::Hop(_) | Step::Loop { .. });
    let Some(last) = steps.iter().rposition(hops) else { return true };
    let lands_on_empty = steps[last..].iter().any(is_empty)
        || matches!(&steps[last], Step::Loop { tests, .. } if tests.iter().any(is_empty) && steps[..last].iter().any(hops));
    if lands_on_empty && !steps.contains(&Step::Take) {
        return true;
    }
    let mut left = false;
    for (index, step) in steps[..last].iter().enumerate() {
        let fine = match step {
            Step::Hop(_) | Step::Take => true,
            Step::Loop { way, tests } => {
                tests.iter().all(is_empty) && index + 1 == last && steps[last] == Step::Hop(*way)
            }
            Step::Is(Set::Fixed(_)) => true,
            // A passing piece has just moved: it is not a piece that moves now.
            Step::Is(_) => {
                !left || {
                    let here = steps[..last].split(hops).find(|here| here.iter().any(|one| std::ptr::eq(one, step)));
                    here.is_some_and(|here| here.iter().any(|one| matches!(one, Step::Is(Set::LastBy(_)))))
                }
            }
            _ => !left,
        };
        left |= hops(step);
        if !fine {
            return false;
        }
    }
    !steps[last..].iter().any(|step| matches!(step, Step::Look { lines, .. } if lines.iter().any(|line| goes(line))))
}

/// Where a line can lead, whatever stands on the board.
struct Walk<'a, 'b> {
    source: &'a Source<'a>,
    player: PlayerId,
    /// Where the cursor has been behind a hop.
    seen: &'b mut BTreeSet<SiteId>,
}

impl Walk<'_, '_> {
    /// The sites after some steps; `None` if a loop might not end.
    fn from(&mut self, steps: &[Step<'_>], from: &BTreeSet<SiteId>) -> Option<BTreeSet<SiteId>> {
        let mut at = from.clone();
        for step in steps {
            at = match step {
                Step::Hop(way) => self.hop(*way, &at),
                Step::Is(Set::Fixed(sets)) => {
                    let set = sets.get(self.player.index()).or(sets.first());
                    at.into_iter().filter(|site| set.is_some_and(|set| set.contains(*site))).collect()
                }
                Step::Is(_) | Step::Holds(_) | Step::Take | Step::Become(_) | Step::Note { .. } => at,
                Step::Look { lines, .. } => {
                    for line in lines {
                        self.from(line, &at)?;
                    }
                    at
                }
                Step::If { question, yes, no } => {
                    for line in question {
                        self.from(line, &at)?;
                    }
                    let mut both = self.from(yes, &at)?;
                    both.extend(self.from(no, &at)?);
                    both
                }
                Step::Loop { way, .. } => {
                    let mut all = at.clone();
                    let mut last = at;
                    for _ in 0..self.source.rules.topology.sites().len() {
                        last = self.hop(*way, &last);
                        all.extend(&last);
                    }
                    if !last.is_empty() {
                        return None;
                    }
                    all
                }
                // Whether another piece stands where it comes from is asked, and where the moving
                // one was it is asked too late.
                Step::Other { from, .. } => {
                    self.from(&way_to(from).ok()?, &at)?;
                    at
                }
            };
        }
        Some(at)
    }

    fn hop(&mut self, way: WayId, from: &BTreeSet<SiteId>) -> BTreeSet<SiteId> {
        let tables = &self.source.game.tables;
        let to: BTreeSet<SiteId> = from.iter().filter_map(|site| tables.link(self.player, way, *site).some()).collect();
        self.seen.extend(&to);
        to
    }
}
