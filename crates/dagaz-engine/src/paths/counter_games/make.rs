//! Making a move, and looking about in the middle of it.

use std::convert::Infallible;

use dagaz_core::{PlayerId, word_key};

use super::form::{Area, Look, Number, Side, Sites, Step, Truth};
use crate::paths::arithmetic::compute;

/// Maximum elements of one move; beyond it the reference interpreter is used, far below its own
/// limits.
const STEPS_MAX: u32 = 5_000;

/// No site.
pub(super) const NOWHERE: u8 = u8::MAX;

/// Whether a path has a result, or that takes too long.
pub(super) enum Stop {
    /// It has none.
    None,
    TooLong,
}

/// What a player sees and changes: the state, the cursor, what rules have bound.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) words: Vec<u32>,
    /// Words from here on are not compared.
    pub(super) counters: usize,
    pub(super) here: u8,
    pub(super) passing: Vec<i64>,
    pub(super) numbers: Vec<i64>,
    pub(super) sets: Vec<Sites>,
    /// What the changed words add to the key of the state: all of them, and those that are
    /// compared.
    pub(super) key: u64,
    pub(super) position_key: u64,
    /// Whether anything has been done, and whether the player has another turn.
    pub(super) has_changed: bool,
    pub(super) again: bool,
    pub(super) left: u32,
    /// What is known between two moves.
    pub(super) mover: PlayerId,
    pub(super) stuck: bool,
    pub(super) repeats: i64,
}

impl View {
    pub(super) fn clone_into(&self, other: &mut View) {
        other.words.clone_from(&self.words);
        other.passing.clone_from(&self.passing);
        other.numbers.clone_from(&self.numbers);
        other.sets.clone_from(&self.sets);
        (other.here, other.key, other.position_key) = (self.here, self.key, self.position_key);
        (other.has_changed, other.again, other.left) = (self.has_changed, self.again, self.left);
        (other.mover, other.stuck, other.repeats) = (self.mover, self.stuck, self.repeats);
    }

    /// A new move begins.
    pub(super) fn begin(&mut self, starts: &[i64], here: u8) {
        self.here = here;
        self.passing.copy_from_slice(starts);
        self.numbers.fill(0);
        self.sets.fill(0);
        (self.has_changed, self.again, self.left) = (false, false, STEPS_MAX);
    }

    #[inline]
    pub(super) fn set_word(&mut self, place: usize, value: u32) {
        let old = std::mem::replace(&mut self.words[place], value);
        if old != value {
            let change = word_key(place, old) ^ word_key(place, value);
            self.key ^= change;
            self.position_key ^= if place < self.counters { change } else { 0 };
        }
    }

    #[inline]
    fn assign(&mut self, place: usize, value: i64, add: bool) {
        let old = self.words[place];
        let value = if add { i64::from(old as i32) + value } else { value };
        let value = cut(value) as i32 as u32;
        if value != old {
            self.set_word(place, value);
            self.has_changed = true;
        }
    }

    /// Walks a path that has one result at most.
    pub(super) fn run(&mut self, side: &Side, steps: &[Step]) -> Result<(), Stop> {
        for step in steps {
            self.left = self.left.checked_sub(1).ok_or(Stop::TooLong)?;
            match step {
                Step::Go(way) => match side.ways[usize::from(*way)][usize::from(self.here)] {
                    NOWHERE => return Err(Stop::None),
                    to => self.here = to,
                },
                Step::When(truth) => {
                    if !self.holds(side, truth) {
                        return Err(Stop::None);
                    }
                }
                Step::Times(number, body) => {
                    for _ in 0..self.number(side, number) {
                        self.run(side, body)?;
                    }
                }
                Step::Most { body, set } => self.most(side, body, set)?,
                Step::If(truth, yes, no) => {
                    let branch = if self.holds(side, truth) { yes } else { no };
                    self.run(side, branch)?;
                }
                Step::Let(local, number) => self.numbers[usize::from(*local)] = self.number(side, number),
                Step::LetSet(local, area) => self.sets[usize::from(*local)] = self.area(side, area),
                Step::Assign { word, value, add } => {
                    let value = self.number(side, value);
                    self.assign(*word, value, *add);
                }
                Step::AssignPassing { place, value, add } => {
                    let value = self.number(side, value);
                    let old = self.passing[*place];
                    self.passing[*place] = cut(if *add { old + value } else { value });
                }
                Step::AssignAt { first, at, value, add } => {
                    let value = self.number(side, value);
                    match at {
                        Area::Here if self.here == NOWHERE => {}
                        Area::Here => self.assign(first + usize::from(self.here), value, *add),
                        at => each(self.area(side, at)).for_each(|site| self.assign(first + site, value, *add)),
                    }
                }
                Step::Again => (self.again, self.has_changed) = (true, true),
            }
        }
        Ok(())
    }

    /// What a loop does not come back to.
    fn round(&self, set: &[usize]) -> (u8, u64) {
        // No state has so many words.
        let word = |place: &usize| word_key(u32::MAX as usize - 1 - place, self.passing[*place] as u32);
        (self.here, set.iter().map(word).fold(self.key, u64::wrapping_add))
    }

    /// As often as possible, without coming back to where this loop has been.
    fn most(&mut self, side: &Side, body: &[Step], set: &[usize]) -> Result<(), Stop> {
        let mut known = vec![self.round(set)];
        loop {
            let before = self.clone();
            let left = match self.run(side, body) {
                Ok(()) if !known.contains(&self.round(set)) => {
                    known.push(self.round(set));
                    continue;
                }
                Ok(()) | Err(Stop::None) => self.left,
                Err(Stop::TooLong) => return Err(Stop::TooLong),
            };
            *self = View { left, ..before };
            return Ok(());
        }
    }

    /// Where a path leads from some sites.
    fn ahead(&mut self, side: &Side, looks: &[Look], from: Sites) -> Sites {
        let mut at = from;
        for look in looks {
            if at == 0 {
                return 0;
            }
            at = match look {
                Look::Go(ways) => each(at).fold(0, |all, site| {
                    let to = ways.iter().map(|way| side.ways[usize::from(*way)][site]);
                    to.filter(|to| *to != NOWHERE).fold(all, |all, to| all | 1 << to)
                }),
                Look::When(truth) => self.those(side, at, truth),
                Look::Or(parts) => parts.iter().fold(0, |all, part| all | self.ahead(side, part, at)),
                Look::Many { least, body } => {
                    let (mut all, mut last) = (if *least == 0 { at } else { 0 }, at);
                    while last != 0 {
                        last = self.ahead(side, body, last) & !all;
                        all |= last;
                    }
                    all
                }
                Look::Times(number, body) => each(at).fold(0, |all, site| {
                    let times = self.at(site, |view| view.number(side, number));
                    all | (0..times).fold(1 << site, |at, _| self.ahead(side, body, at))
                }),
                Look::If(truth, yes, no) => {
                    let asked = self.those(side, at, truth);
                    self.ahead(side, yes, asked) | self.ahead(side, no, at & !asked)
                }
            };
        }
        at
    }

    /// Those of some sites where a truth holds.
    fn those(&mut self, side: &Side, of: Sites, truth: &Truth) -> Sites {
        each(of).filter(|site| self.at(*site, |view| view.holds(side, truth))).fold(0, |all, site| all | 1 << site)
    }

    /// Looks with the cursor on a site.
    fn at<T>(&mut self, site: usize, look: impl FnOnce(&mut View) -> T) -> T {
        let here = std::mem::replace(&mut self.here, site as u8);
        let seen = look(self);
        self.here = here;
        seen
    }

    pub(super) fn area(&mut self, side: &Side, area: &Area) -> Sites {
        match area {
            Area::Fixed(sites) => *sites,
            Area::Here if self.here == NOWHERE => 0,
            Area::Here => 1 << self.here,
            Area::Local(local) => self.sets[usize::from(*local)],
            Area::And(parts) => {
                // What is known at once is asked first, and of the rest only what is left.
                let mut all = Sites::MAX;
                for part in parts {
                    all = match part {
                        Area::Where(first) if all != Sites::MAX => self.marked(*first, all),
                        part => all & self.area(side, part),
                    };
                }
                all
            }
            Area::Where(first) => self.marked(*first, side.board),
            Area::Or(parts) => parts.iter().fold(0, |all, part| all | self.area(side, part)),
            Area::Not(board, inner) => board & !self.area(side, inner),
            Area::If(truth, yes, no) => {
                let branch = if self.holds(side, truth) { yes } else { no };
                self.area(side, branch)
            }
            Area::From(from, looks) => {
                let from = self.area(side, from);
                self.ahead(side, looks, from)
            }
            Area::Holding(of, truth) => {
                let of = self.area(side, of);
                self.those(side, of, truth)
            }
        }
    }

    /// Those of some sites where a variable is not 0.
    fn marked(&self, first: usize, of: Sites) -> Sites {
        each(of).filter(|site| self.words[first + site] != 0).fold(0, |all, site| all | 1 << site)
    }

    /// Whether the cursor is on a site of an area.
    fn is(&mut self, side: &Side, area: &Area) -> bool {
        match area {
            _ if self.here == NOWHERE => false,
            Area::Fixed(sites) => sites >> self.here & 1 == 1,
            Area::Where(first) => self.words[first + usize::from(self.here)] != 0,
            Area::And(parts) => parts.iter().all(|part| self.is(side, part)),
            Area::Or(parts) => parts.iter().any(|part| self.is(side, part)),
            Area::Not(_, inner) => !self.is(side, inner),
            Area::Holding(of, truth) => self.is(side, of) && self.holds(side, truth),
            area => self.area(side, area) >> self.here & 1 == 1,
        }
    }

    pub(super) fn holds(&mut self, side: &Side, truth: &Truth) -> bool {
        match truth {
            Truth::Always(holds) => *holds,
            Truth::Any(area) => self.area(side, area) != 0,
            Truth::Is(area) => self.is(side, area),
            Truth::Compare(one, comparison, other) => {
                let (one, other) = (self.number(side, one), self.number(side, other));
                comparison.holds(one, other)
            }
            Truth::Not(inner) => !self.holds(side, inner),
            Truth::And(parts) => parts.iter().all(|part| self.holds(side, part)),
            Truth::Or(parts) => parts.iter().any(|part| self.holds(side, part)),
            Truth::Sees(_) if self.here == NOWHERE => false,
            Truth::Sees(looks) => self.ahead(side, looks, 1 << self.here) != 0,
            Truth::ToMove(player) => self.mover == *player,
            Truth::Stuck(player) => self.stuck && self.mover == *player,
        }
    }

    pub(super) fn number(&mut self, side: &Side, number: &Number) -> i64 {
        let value = |words: &[u32], place: usize| i64::from(words[place] as i32);
        match number {
            Number::Is(value) => *value,
            Number::Local(local) => self.numbers[usize::from(*local)],
            Number::Word(place) => value(&self.words, *place),
            Number::Passing(place) => self.passing[*place],
            Number::Here(first, board) if self.here == NOWHERE => {
                each(*board).map(|site| value(&self.words, first + site)).sum()
            }
            Number::Here(first, _) => value(&self.words, first + usize::from(self.here)),
            Number::Sum(first, area) => {
                let sites = self.area(side, area);
                each(sites).map(|site| value(&self.words, first + site)).sum()
            }
            Number::Count(area) => i64::from(self.area(side, area).count_ones()),
            Number::Of(operation, parts) => {
                let each = parts.iter().map(|part| Ok::<i64, Infallible>(self.number(side, part)));
                let Ok(value) = compute(*operation, each);
                value
            }
            Number::If(truth, yes, no) => {
                let branch = if self.holds(side, truth) { yes } else { no };
                self.number(side, branch)
            }
            Number::Repeats => self.repeats,
        }
    }
}

fn cut(value: i64) -> i64 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX))
}

/// The sites of a set, in order.
pub(super) fn each(mut sites: Sites) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let site = sites.trailing_zeros();
        sites &= sites.wrapping_sub(1);
        (site < Sites::BITS).then_some(site as usize)
    })
}
