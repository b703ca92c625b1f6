//! Tails of rules: what follows where the piece goes, if that is one result unless a line is full.
//!
//! Mills, rows that are taken off, and other continuations depend on lines that hold few pieces of
//! a kind. Where no line can be full after the move, the move is a candidate without being made.

use dagaz_rules::path::{Act, Family, LinesId, LocalId, Number, Path, Set, Truth, WayId};

use super::analysis::{
    asks_position, depends_on_cursor, has_no_cycle, has_one_result_at_most, hops_and_tests, is_local, is_test,
};
use super::image::parts_of;
use super::lane::asks_for_last;
use super::lower::Lowering;
use super::{ImageId, ImageNode, NotCompiled, Row, SetId};

/// The end of a rule: it has one result at most if no line is full of a set that depends on the
/// pieces on its sites alone. The effects before that question change only sites that the piece or
/// the cursor has been on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::paths) struct Tail {
    pub(in crate::paths) lines: LinesId,
    pub(in crate::paths) set: SetId,
    /// Whether only lines through the site under the cursor count.
    pub(in crate::paths) through_end: bool,
}

/// The ways of a rule that hops to its target and has a tail.
#[derive(Clone, Debug)]
pub(in crate::paths) struct Ways {
    /// Where they end.
    pub(in crate::paths) ends: ImageId,
    /// The row of all hops, if rules ask for the sites that a piece has passed.
    pub(in crate::paths) along: Option<Row>,
    pub(in crate::paths) tail: Tail,
}

/// Returns where the tail of a path begins: before the effects and tests that precede its last
/// condition, behind tests, which are cheaper than moves that fail. `None`: its last part is no
/// condition.
pub(super) fn beginning(parts: &[Path]) -> Option<usize> {
    let (last, before) = parts.split_last()?;
    condition(last)?;
    let begins = before.len() - before.iter().rev().take_while(|part| has_one_result(part)).count();
    Some(begins + before[begins..].iter().take_while(|part| is_test(part)).count())
}

/// Whether a part of a tail has one result at most.
fn has_one_result(part: &Path) -> bool {
    has_one_result_at_most(part) || matches!(part, Path::Land)
}

/// The lines that a part asks about, a set and a set that they must meet, if it has one result at
/// most unless such a line is full of the set.
fn condition(part: &Path) -> Option<(LinesId, &Set, Option<&Set>)> {
    match part {
        Path::If(question, _, no) if has_one_result_at_most(no) => match &**question {
            Path::Holds(truth) => full_line(truth),
            _ => None,
        },
        Path::Times(Number::CountSets(Family::Full(lines, set, through)), _) if is_local(set) => {
            Some((*lines, set, through.as_ref()))
        }
        _ => None,
    }
}

/// The question of a truth whether a line is full, or one of several that must all hold.
fn full_line(truth: &Truth) -> Option<(LinesId, &Set, Option<&Set>)> {
    match truth {
        Truth::AnySet(Family::Full(lines, set, through)) if is_local(set) => Some((*lines, set, through.as_ref())),
        Truth::And(parts) => parts.iter().find_map(full_line),
        _ => None,
    }
}

impl Lowering<'_> {
    /// The tail that some parts at the end of a path are, if they are one.
    pub(super) fn tail(&mut self, rest: &[Path]) -> Result<Option<Tail>, NotCompiled> {
        let Some((last, before)) = rest.split_last() else { return Ok(None) };
        let Some((lines, set, through)) = condition(last) else { return Ok(None) };
        if !self.plan.at_most_one_completion || self.plan.has_capture_hooks || self.counts_ways {
            return Ok(None);
        }
        let mut changes = Changes { locals: Vec::new() };
        let stay = before.iter().all(|part| has_one_result(part) && changes.stay_on_way(part));
        if !stay || rest.iter().any(asks_for_last) {
            return Ok(None);
        }
        let through_end = matches!(through, Some(Set::Here));
        Ok(Some(Tail { lines, set: self.set(set)?, through_end }))
    }

    /// The ways of a rule of pieces, behind its first tests: hops, or a flight, whose end
    /// determines the result.
    pub(super) fn ways(&mut self, parts: &[Path]) -> Result<Option<Ways>, NotCompiled> {
        let Some(begins) = beginning(parts) else { return Ok(None) };
        let (hops, rest) = parts.split_at(begins);
        let rules = self.game.rules.clone();
        let rows = match hops {
            [fly @ Path::Fly(set)] if asks_position(&rules, fly) && !depends_on_cursor(&rules, set) => Vec::new(),
            hops => match self.rows_of_hops(&Path::Seq(hops.to_vec())) {
                Some(rows) => rows,
                None => return Ok(None),
            },
        };
        let Some(tail) = self.tail(rest)? else { return Ok(None) };
        // If rules ask for the sites that a piece has passed, the end alone must determine them.
        let along = match (self.plan.has_visit_marks, rows.as_slice()) {
            (false, _) | (true, []) => None,
            (true, [row]) => Some(*row),
            (true, _) => return Ok(None),
        };
        let ends = match hops {
            [Path::Fly(set)] => {
                let to = self.set(set)?;
                self.image_node(ImageNode::To(to))
            }
            hops => self.image(hops)?,
        };
        Ok(Some(Ways { ends, along, tail }))
    }

    /// The rows of the hops of a path that only hops and tests pieces where it comes to, and never
    /// comes back to its start.
    fn rows_of_hops(&mut self, path: &Path) -> Option<Vec<Row>> {
        let mut ways: Vec<WayId> = Vec::new();
        path.each_part(&mut |part| {
            if let Path::Go(hops) = part {
                ways.extend(hops);
            }
        });
        ways.sort_unstable();
        ways.dedup();
        let is_one_hop = matches!(parts_of(path), [Path::Go(_), rest @ ..] if rest.iter().all(is_test));
        let returns = !is_one_hop && !has_no_cycle(self.game, self.me, &ways);
        let goes = !ways.is_empty() && hops_and_tests(path) && !returns;
        goes.then(|| ways.iter().map(|way| self.row(*way)).collect())
    }
}

/// What the effects of a tail change before its condition.
struct Changes {
    /// Bound sets of sites that the piece or the cursor has been on.
    locals: Vec<LocalId>,
}

impl Changes {
    /// Whether a part changes pieces only on sites that the piece or the cursor has been on.
    fn stay_on_way(&mut self, part: &Path) -> bool {
        match part {
            Path::Is(_) | Path::Holds(_) | Path::See(_) | Path::Not(_) | Path::Let(..) | Path::Land => true,
            Path::LetSet(local, set) => {
                if self.are_on_way(set) {
                    self.locals.push(*local);
                }
                true
            }
            Path::Seq(parts) => parts.iter().all(|part| self.stay_on_way(part)),
            Path::If(_, yes, no) => self.stay_on_way(yes) && self.stay_on_way(no),
            Path::Do(act) => match act {
                Act::Take { at, .. }
                | Act::Put { at, .. }
                | Act::Drop { at, .. }
                | Act::Pocket { at, .. }
                | Act::Become { at, .. }
                | Act::Give { at, .. } => self.are_on_way(at),
                Act::Assign { .. }
                | Act::AssignElement { .. }
                | Act::AssignSet(..)
                | Act::AssignSetAt(..)
                | Act::Spend(..)
                | Act::ExtraTurn
                | Act::Skip(_)
                | Act::Goto(_) => true,
                _ => false,
            },
            _ => false,
        }
    }

    fn are_on_way(&self, set: &Set) -> bool {
        match set {
            Set::Here | Set::Start | Set::Origin | Set::It | Set::Passed | Set::Visited => true,
            Set::Local(local) => self.locals.contains(local),
            Set::And(parts) => parts.iter().any(|part| self.are_on_way(part)),
            Set::Or(parts) => parts.iter().all(|part| self.are_on_way(part)),
            _ => false,
        }
    }
}
