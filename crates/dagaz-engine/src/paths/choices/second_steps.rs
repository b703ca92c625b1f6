//! Fans: second steps that lead straight on from where the first one has ended, as far as the board
//! lets them, in one direction or another.
//!
//! How many they are depends on the first step, and to know it for all of them is most of the work
//! of a turn. So first steps are taken for as many moves each as the widest fan of the board has,
//! and a move that is drawn so and is none is drawn again: all that there are stay equally likely.

use super::form::{Fan, Move, RuleIndex, Start, Weigh};
use super::turn::{NOWHERE, Origins, Sweep, Then, Turn};
use crate::paths::bits::Bits;
use crate::paths::bits::board::EMPTY;
use crate::paths::bits::hop::Hop;

/// Calls `take` with the sites to which a hop leads again and again over a set, so that the last of
/// them, which need not be in it, is still one of those where one may stop. Without a set there is
/// one hop.
#[inline]
pub(super) fn along<B: Bits>(hop: &Hop<B>, through: Option<B>, onto: B, from: u8, mut take: impl FnMut(u8)) {
    let mut at = hop.to[usize::from(from)];
    while at != NOWHERE {
        if onto.contains(usize::from(at)) {
            take(at);
        }
        match through {
            Some(through) if through.contains(usize::from(at)) => at = hop.to[usize::from(at)],
            _ => return,
        }
    }
}

impl<'f, B: Bits> Turn<'f, B> {
    /// The fan that opens after the first step of a sweep.
    fn fan(&self, sweep: &Sweep<B>) -> Option<&'f Fan> {
        match (sweep.then, &self.rule(sweep.rule).weigh) {
            (Then::Fan, Weigh::Fan(fan)) => Some(fan),
            _ => None,
        }
    }

    /// Where pieces of a mask of codes stand, or nothing, once one has gone from one site to
    /// another.
    #[inline]
    fn those_after(&self, fan: &Fan, mask: u32, from: u8, to: u8) -> B {
        let to = B::one(usize::from(to));
        let mut all = self.board.those(&self.form.setting, mask).less(to);
        if mask >> fan.comes & 1 == 1 {
            all |= to;
        }
        if from == NOWHERE {
            return all;
        }
        let from = B::one(usize::from(from));
        if mask & EMPTY == 0 { all.less(from) } else { all | from }
    }

    /// Calls `take` with the steps of a fan, by their place among its rays, and where they lead.
    #[inline]
    fn spread(&self, fan: &Fan, from: u8, to: u8, mut take: impl FnMut(usize, u8)) {
        let onto = self.those_after(fan, fan.onto, from, to);
        let through = fan.through.map(|mask| match mask == fan.onto {
            true => onto,
            false => self.those_after(fan, mask, from, to),
        });
        for (ray, (_, hop)) in fan.rays.iter().enumerate() {
            along(&self.side.hops[usize::from(*hop)], through, onto, to, |at| take(ray, at));
        }
    }

    /// How many steps a fan has.
    #[inline]
    pub(super) fn spread_of(&self, fan: &Fan, from: u8, to: u8) -> u32 {
        let mut steps = 0;
        self.spread(fan, from, to, |_, _| steps += 1);
        steps
    }

    /// The continuation of a move by its index on an empty board: rule and destination. `None` if a
    /// piece is in the way.
    #[inline]
    pub(super) fn on_the_fan(&self, sweep: &Sweep<B>, from: u8, to: u8, number: u32) -> Option<(RuleIndex, u8)> {
        let fan = self.fan(sweep)?;
        let &(ray, end) = fan.steps[usize::from(to)].get(number as usize)?;
        let onto = self.those_after(fan, fan.onto, from, to);
        if !onto.contains(usize::from(end)) {
            return None;
        }
        let (rule, hop) = fan.rays[usize::from(ray)];
        let hop = &self.side.hops[usize::from(hop)].to;
        let mut at = hop[usize::from(to)];
        if at == end {
            return Some((rule, end));
        }
        let through = match fan.through {
            Some(mask) if mask != fan.onto => self.those_after(fan, mask, from, to),
            _ => onto,
        };
        while through.contains(usize::from(at)) {
            at = hop[usize::from(at)];
            if at == end {
                return Some((rule, end));
            }
        }
        None
    }

    /// A move whose first step is known, by the number of its second among those that there are.
    fn step_of(&self, rule: RuleIndex, fan: &Fan, (from, to): (u8, u8), number: u32) -> Option<Move> {
        let (mut left, mut found) = (number, None);
        self.spread(fan, from, to, |ray, at| {
            if left == 0 && found.is_none() {
                found = Some((fan.rays[ray].0, at));
            }
            left = left.wrapping_sub(1);
        });
        found.map(|then| Move { rule: Some(rule), from, to, then: Some(then) })
    }

    /// Calls `take` with the ends of the first steps of a sweep, until it says that it is enough.
    fn firsts(&self, sweep: &Sweep<B>, mut take: impl FnMut(u8, u8) -> bool) -> bool {
        let start: Start = self.rule(sweep.rule).start;
        sweep.sites.each().any(|to| match sweep.froms {
            Origins::Any(froms) => froms.each().any(|from| take(from as u8, to as u8)),
            froms => take(self.origin(start, froms, to), to as u8),
        })
    }

    /// Whether some first step of a sweep can be followed by a second.
    pub(super) fn opens(&self, sweep: &Sweep<B>) -> bool {
        let Some(fan) = self.fan(sweep) else { return true };
        self.firsts(sweep, |from, to| self.spread_of(fan, from, to) > 0)
    }

    /// Calls `take` with the moves of a sweep that opens fans.
    pub(super) fn each_of_fans(&self, sweep: &Sweep<B>, take: &mut impl FnMut(Move)) {
        let Some(fan) = self.fan(sweep) else { return };
        self.firsts(sweep, |from, to| {
            self.spread(fan, from, to, |ray, at| {
                take(Move { rule: Some(sweep.rule), from, to, then: Some((fan.rays[ray].0, at)) });
            });
            false
        });
    }

    /// How many moves a sweep has.
    pub(super) fn moves_of(&self, sweep: &Sweep<B>) -> u32 {
        let Some(fan) = self.fan(sweep) else { return sweep.moves };
        let mut moves = 0;
        self.firsts(sweep, |from, to| {
            moves += self.spread_of(fan, from, to);
            false
        });
        moves
    }

    /// The move of that number among those that a sweep has; how many they are, if there are not so
    /// many.
    pub(super) fn one_of_fans(&self, sweep: &Sweep<B>, number: u32) -> Result<Move, u32> {
        let Some(fan) = self.fan(sweep) else { return Err(0) };
        let (mut moves, mut found) = (0, None);
        self.firsts(sweep, |from, to| {
            let steps = self.spread_of(fan, from, to);
            if number < moves + steps {
                found = self.step_of(sweep.rule, fan, (from, to), number - moves);
            }
            moves += steps;
            found.is_some()
        });
        found.ok_or(moves)
    }
}
