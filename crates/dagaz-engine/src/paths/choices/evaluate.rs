//! Looking at a position: areas, courses, numbers and truths.

use std::convert::Infallible;

use dagaz_core::PlayerId;
use dagaz_rules::Comparison;

use super::form::{Area, Course, Form, LOCALS_MAX, Number, Side, TALLY_DIGITS, Truth};
use crate::paths::arithmetic::compute;
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;
use crate::paths::bits::hop::Hop;
use crate::paths::bits::past::Past;

/// The viewing player and site.
#[derive(Clone, Copy)]
pub(super) struct Evaluator<'a, B> {
    pub(super) form: &'a Form<B>,
    pub(super) side: &'a Side<B>,
    pub(super) board: &'a Board<B>,
    /// The chosen site, and what rules have bound.
    pub(super) here: B,
    pub(super) bound: &'a [B; LOCALS_MAX],
    /// What is asked between two moves.
    pub(super) between: Option<Between<'a>>,
}

/// What is known between two moves.
#[derive(Clone, Copy)]
pub(super) struct Between<'a> {
    pub(super) past: &'a Past,
    /// Whose view it is, who is to move, and whether that one cannot.
    pub(super) me: PlayerId,
    pub(super) mover: PlayerId,
    pub(super) stuck: bool,
}

impl<'a, B: Bits> Evaluator<'a, B> {
    /// Without a chosen site, and so with nothing bound.
    #[inline]
    pub(super) fn new(form: &'a Form<B>, side: &'a Side<B>, board: &'a Board<B>) -> Evaluator<'a, B> {
        Evaluator { form, side, board, here: B::NONE, bound: &form.unbound, between: None }
    }

    #[inline]
    pub(super) fn area(&self, area: &Area<B>) -> B {
        match area {
            Area::Fixed(set) => *set,
            Area::Code(code) => self.board.sets[usize::from(*code)],
            Area::Empty => self.board.empty(&self.form.setting),
            Area::Here => self.here,
            _ => self.put_together(area),
        }
    }

    fn put_together(&self, area: &Area<B>) -> B {
        match area {
            Area::Fixed(_) | Area::Code(_) | Area::Empty | Area::Here => self.area(area),
            Area::Codes(mask) => self.board.those(&self.form.setting, *mask),
            Area::Bound(local) => self.bound[usize::from(*local)],
            Area::And(parts) => parts
                .iter()
                .fold(self.form.setting.board, |all, part| if all.is_empty() { all } else { all & self.area(part) }),
            Area::Or(parts) => parts.iter().fold(B::NONE, |all, part| all | self.area(part)),
            Area::Not(inner) => self.form.setting.board.less(self.area(inner)),
            Area::First(parts) => {
                parts.iter().map(|part| self.area(part)).find(|part| !part.is_empty()).unwrap_or(B::NONE)
            }
            Area::Ahead(from, course) => self.ahead(course, self.area(from)),
            Area::Behind(course) => self.behind(course, self.form.setting.board),
            Area::Tally { hops, into, comparison, number } => self.tally(hops, self.area(into), *comparison, *number),
            Area::Full(lines, within) => {
                let within = self.area(within);
                let lines = &self.form.lines[usize::from(*lines)].all;
                lines.iter().filter(|line| **line & within == **line).fold(B::NONE, |all, line| all | *line)
            }
        }
    }

    /// The sites from which so many hops lead into a set.
    fn tally(&self, hops: &[u16], into: B, comparison: Comparison, number: u32) -> B {
        // How many it is for each site, one set for each binary digit.
        let mut digits = [B::NONE; TALLY_DIGITS];
        for hop in hops {
            let mut carry = self.side.hops[usize::from(*hop)].behind(into);
            for digit in &mut digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        let board = self.form.setting.board;
        let exactly = |count: u32| {
            digits.iter().enumerate().fold(board, |all, (digit, set)| match count >> digit & 1 {
                1 => all & *set,
                _ => all.less(*set),
            })
        };
        let counts = (0..=hops.len() as u32).filter(|count| comparison.holds(i64::from(*count), i64::from(number)));
        counts.fold(B::NONE, |all, count| all | exactly(count))
    }

    /// Where a course leads from the sites of a set.
    fn ahead(&self, course: &Course<B>, from: B) -> B {
        if from.is_empty() {
            return from;
        }
        let hops = |hops: &[u16], set: B| {
            hops.iter().fold(B::NONE, |all, hop| all | self.side.hops[usize::from(*hop)].ahead(set))
        };
        match course {
            Course::Go(ways) => hops(ways, from),
            Course::Is(area) => from & self.area(area),
            Course::Seq(parts) => parts.iter().fold(from, |at, part| self.ahead(part, at)),
            Course::Or(parts) => parts.iter().fold(B::NONE, |all, part| all | self.ahead(part, from)),
            Course::Run { hops: ways, within, once } => {
                let within = self.area(within);
                let (mut all, mut last) = (if *once { B::NONE } else { from }, from);
                while !last.is_empty() {
                    last = (hops(ways, last) & within).less(all);
                    all |= last;
                }
                all
            }
            Course::Bracket { hop, within, end } => {
                let (hop, within, end) = (&self.side.hops[usize::from(*hop)], self.area(within), self.area(end));
                let (mut all, mut last) = (B::NONE, hop.ahead(from) & within);
                if last.is_empty() {
                    return last;
                }
                loop {
                    all |= last;
                    let next = hop.ahead(last);
                    last = next & within;
                    if last.is_empty() {
                        // From one site there is one row, and it ends here.
                        return match from.without_lowest().is_empty() {
                            true if (next & end).is_empty() => B::NONE,
                            true => all,
                            false => all & closed(hop, within, end),
                        };
                    }
                }
            }
            Course::See(inner) => from & self.behind(inner, self.form.setting.board),
            Course::Not(inner) => from.less(self.behind(inner, self.form.setting.board)),
        }
    }

    /// From where a course leads to the sites of a set.
    fn behind(&self, course: &Course<B>, to: B) -> B {
        let hops = |hops: &[u16], set: B| {
            hops.iter().fold(B::NONE, |all, hop| all | self.side.hops[usize::from(*hop)].behind(set))
        };
        match course {
            Course::Go(ways) => hops(ways, to),
            Course::Is(area) => to & self.area(area),
            Course::Seq(parts) => parts.iter().rev().fold(to, |at, part| self.behind(part, at)),
            Course::Or(parts) => parts.iter().fold(B::NONE, |all, part| all | self.behind(part, to)),
            Course::Run { hops: ways, within, once } => {
                let within = self.area(within);
                let (mut all, mut last) = (if *once { B::NONE } else { to }, to);
                while !last.is_empty() {
                    last = hops(ways, last & within).less(all);
                    all |= last;
                }
                all
            }
            Course::Bracket { hop, within, end } => {
                let hop = &self.side.hops[usize::from(*hop)];
                let rows = closed(hop, self.area(within), self.area(end));
                if rows.less(to).is_empty() {
                    return hop.behind(rows);
                }
                let (mut all, mut last) = (B::NONE, rows & to);
                while !last.is_empty() {
                    last = hop.behind(last);
                    all |= last;
                    last &= rows;
                }
                all
            }
            Course::See(inner) => to & self.behind(inner, self.form.setting.board),
            Course::Not(inner) => to.less(self.behind(inner, self.form.setting.board)),
        }
    }

    #[inline]
    pub(super) fn holds(&self, truth: &Truth<B>) -> bool {
        match truth {
            Truth::Compare(one, comparison, other) => comparison.holds(self.number(one), self.number(other)),
            _ => self.holds_together(truth),
        }
    }

    fn holds_together(&self, truth: &Truth<B>) -> bool {
        match truth {
            Truth::Always(holds) => *holds,
            Truth::Stuck => self.between.is_some_and(|between| between.stuck && between.mover == between.me),
            Truth::MyTurn => self.between.is_none_or(|between| between.mover == between.me),
            Truth::Any(area) => !self.area(area).is_empty(),
            Truth::Full(lines, within, meets) => {
                let (lines, within) = (&self.form.lines[usize::from(*lines)], self.area(within));
                let full = |line: &B| *line & within == *line;
                match meets {
                    None => lines.all.iter().any(full),
                    Some(Area::Here) => self.here.each().any(|site| lines.through[site].iter().any(full)),
                    Some(meets) => {
                        let meets = self.area(meets);
                        lines.all.iter().any(|line| full(line) && !(*line & meets).is_empty())
                    }
                }
            }
            Truth::Within(inner, outer) => self.area(inner).less(self.area(outer)).is_empty(),
            Truth::Not(inner) => !self.holds(inner),
            Truth::And(parts) => parts.iter().all(|part| self.holds(part)),
            Truth::Or(parts) => parts.iter().any(|part| self.holds(part)),
            Truth::Compare(..) => self.holds(truth),
        }
    }

    #[inline]
    fn number(&self, number: &Number<B>) -> i64 {
        match number {
            Number::Is(value) => *value,
            Number::Count(area) => i64::from(self.area(area).count()),
            Number::Held(code) => i64::from(self.board.hands[usize::from(*code)]),
            _ => self.computed(number),
        }
    }

    fn computed(&self, number: &Number<B>) -> i64 {
        match number {
            Number::Is(_) | Number::Count(_) | Number::Held(_) => self.number(number),
            Number::Passes => i64::from(self.board.passes),
            Number::Turn => 1 + i64::from(self.board.turns),
            Number::Repeats => self.between.map_or(0, |between| between.past.times(self.board.key) as i64),
            Number::Of(operation, parts) => {
                let each = parts.iter().map(|part| Ok::<i64, Infallible>(self.number(part)));
                let Ok(value) = compute(*operation, each);
                value
            }
        }
    }

    /// The sites where a piece that comes there may fill up a line of others in a set: those that a
    /// line lacks alone.
    pub(super) fn lacking(&self, lines: u16, within: B) -> B {
        let lines = &self.form.lines[usize::from(lines)].all;
        let lacks = lines.iter().map(|line| line.less(within));
        lacks.fold(B::NONE, |all, lack| all | if lack.count() == 1 { lack } else { B::NONE })
    }
}

/// The sites of a set from which one comes by hops within it to a site of another.
#[inline]
fn closed<B: Bits>(hop: &Hop<B>, within: B, end: B) -> B {
    let (mut all, mut last) = (B::NONE, end);
    loop {
        last = hop.behind(last) & within;
        if last.is_empty() {
            return all;
        }
        all |= last;
    }
}
