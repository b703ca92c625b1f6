//! Making a choice, and the ways on from there.

use dagaz_rules::path::Continue;

use super::evaluate::Evaluator;
use super::form::{Action, Fate, LOCALS_MAX, Move, Rule, RuleIndex, Start};
use super::second_steps::along;
use super::turn::{NOWHERE, Turn};
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;

/// A position in the middle of a move.
#[derive(Clone, Copy)]
pub(super) struct Made<B> {
    pub(super) board: Board<B>,
    here: u8,
    bound: [B; LOCALS_MAX],
}

impl<'f, B: Bits> Turn<'f, B> {
    fn eye<'a>(&'a self, made: &'a Made<B>) -> Evaluator<'a, B> {
        let here = if made.here == NOWHERE { B::NONE } else { B::one(usize::from(made.here)) };
        Evaluator { here, bound: &made.bound, ..Evaluator::new(self.form, self.side, &made.board) }
    }

    /// Makes a choice. None if it turns out to be none.
    #[inline]
    pub(super) fn make(&self, rule: &Rule<B>, board: &Board<B>, from: u8, to: u8) -> Option<Made<B>> {
        self.make_noting(rule, board, from, to, &mut |_, _, _| {})
    }

    /// The same; `note` gets each effect before it is applied, with the board and its sites.
    #[inline]
    pub(super) fn make_noting(
        &self,
        rule: &Rule<B>,
        board: &Board<B>,
        from: u8,
        to: u8,
        note: &mut impl FnMut(&Action<B>, &Board<B>, B),
    ) -> Option<Made<B>> {
        let setting = &self.form.setting;
        let mut made = Made { board: *board, here: to, bound: [B::NONE; LOCALS_MAX] };
        if let Some(code) = rule.start.goes() {
            made.board.clear(setting, B::one(usize::from(to)));
            made.board.turn_over(setting, usize::from(code), usize::from(from));
            made.board.turn_over(setting, usize::from(code), usize::from(to));
        }
        for action in &rule.actions {
            let eye = self.eye(&made);
            let at = match action {
                Action::When(truth) if !eye.holds(truth) => return None,
                Action::Bind(_, at) | Action::Take(at) | Action::Give { at, .. } => eye.area(at),
                _ => B::NONE,
            };
            note(action, &made.board, at);
            match action {
                Action::When(_) => {}
                Action::Bind(local, _) => made.bound[usize::from(*local)] = at,
                Action::Put { code } => {
                    made.board.clear(setting, B::one(usize::from(to)));
                    made.board.turn_over(setting, usize::from(*code), usize::from(to));
                }
                Action::Drop { code } => {
                    let held = made.board.hands[usize::from(*code)].checked_sub(1)?;
                    made.board.hold(setting, usize::from(*code), held);
                    made.board.clear(setting, B::one(usize::from(to)));
                    made.board.turn_over(setting, usize::from(*code), usize::from(to));
                }
                Action::Take(_) => made.board.clear(setting, at),
                Action::Give { codes, .. } => {
                    for (code, becomes) in codes.iter().map(|code| usize::from(*code)).enumerate() {
                        let turned = made.board.sets[code] & at;
                        if code != becomes && !turned.is_empty() {
                            made.board.lay(setting, code, made.board.sets[code].less(turned));
                            made.board.lay(setting, becomes, made.board.sets[becomes] | turned);
                        }
                    }
                }
                Action::Round { sites, to, .. } => {
                    for code in 0..setting.pieces.len() {
                        let set = made.board.sets[code];
                        let gone = set & *sites;
                        if !gone.is_empty() {
                            let come = gone.each().fold(B::NONE, |come, site| come | B::one(usize::from(to[site])));
                            made.board.lay(setting, code, set.less(gone) | come);
                        }
                    }
                }
            }
        }
        Some(made)
    }

    /// The continuation of a move after a choice, and its rules.
    fn onward(&self, index: RuleIndex, made: &Made<B>) -> Option<(Continue, &'f [RuleIndex])> {
        let eye = self.eye(made);
        let mut fate = &self.rule(index).fate;
        loop {
            fate = match fate {
                Fate::Done => return None,
                Fate::On { how, rules } => return Some((*how, rules)),
                Fate::If(truth, yes, no) => {
                    if eye.holds(truth) {
                        yes
                    } else {
                        no
                    }
                }
            };
        }
    }

    /// Number of continuations of a move after a choice.
    pub(super) fn ways(&self, index: RuleIndex, made: &Made<B>) -> u32 {
        let Some((how, rules)) = self.onward(index, made) else { return 1 };
        let steps = rules.iter().map(|rule| self.steps(*rule, made).count()).sum();
        match how {
            Continue::Must => steps,
            Continue::Then => steps.max(1),
            Continue::May => steps + 1,
        }
    }

    /// The sites of the second steps by a rule.
    fn steps(&self, index: RuleIndex, made: &Made<B>) -> B {
        let (rule, eye) = (self.rule(index), self.eye(made));
        if !rule.given.iter().all(|given| eye.holds(given)) {
            return B::NONE;
        }
        let sites = match rule.start {
            Start::Site => eye.area(&rule.sites),
            Start::Ray { line } => {
                let line = &self.side.lines[usize::from(line)];
                let (through, onto) = (line.through.as_ref().map(|area| eye.area(area)), eye.area(&rule.sites));
                let (hop, mut sites) = (&self.side.hops[usize::from(line.hop)], B::NONE);
                along(hop, through, onto, made.here, |at| sites |= B::one(usize::from(at)));
                sites
            }
            _ => B::one(usize::from(made.here)),
        };
        if !rule.may_fail {
            return sites;
        }
        let makes = |to: &usize| self.make(rule, &made.board, NOWHERE, *to as u8).is_some();
        sites.each().filter(makes).fold(B::NONE, |all, to| all | B::one(to))
    }

    /// The continuation of that index after a choice.
    pub(super) fn way(&self, index: RuleIndex, made: &Made<B>, mut number: u32) -> Option<(RuleIndex, u8)> {
        let (how, rules) = self.onward(index, made)?;
        if how == Continue::May {
            number = number.checked_sub(1)?;
        }
        for rule in rules {
            let steps = self.steps(*rule, made);
            match number.checked_sub(steps.count()) {
                Some(rest) => number = rest,
                None => return Some((*rule, steps.nth(number) as u8)),
            }
        }
        None
    }

    /// The board after the choices of a move, before the turn ends.
    pub(super) fn after(&self, chosen: Move) -> Board<B> {
        let Some(rule) = chosen.rule else { return self.board };
        let Some(made) = self.make(self.rule(rule), &self.board, chosen.from, chosen.to) else { return self.board };
        let then = chosen.then.and_then(|(rule, site)| self.make(self.rule(rule), &made.board, NOWHERE, site));
        then.unwrap_or(made).board
    }

    /// How many moves with the same first choice lead to the same position as this one, itself
    /// counted.
    pub(super) fn alike(&self, chosen: Move) -> usize {
        let Some(rule) = chosen.rule else { return 1 };
        let Some(made) = self.make(self.rule(rule), &self.board, chosen.from, chosen.to) else { return 1 };
        let Some((how, rules)) = self.onward(rule, &made) else { return 1 };
        let after = |(rule, site): (RuleIndex, u8)| self.make(self.rule(rule), &made.board, NOWHERE, site);
        let result = chosen.then.and_then(after).unwrap_or(made).board;
        // What two rules do on different sites is the same only if both do nothing.
        let changes = result.sets != made.board.sets;
        let touches = chosen.then.map_or(B::NONE, |(rule, _)| self.rule(rule).touches);
        let near = rules.iter().filter(|rule| !changes || !(self.rule(**rule).touches & touches).is_empty());
        let others = near.flat_map(|rule| self.steps(*rule, &made).each().map(move |site| (*rule, site as u8)));
        let same = |other| chosen.then == Some(other) || after(other).is_some_and(|made| made.board.key == result.key);
        let stays = how == Continue::May && !changes;
        (others.filter(|other| same(*other)).count() + usize::from(stays)).max(1)
    }

    /// What a move takes or wins over; `after`: what it leads to, if that is known.
    pub(super) fn taken(&self, chosen: Move, after: Option<&Board<B>>) -> B {
        let Some(rule) = chosen.rule else { return B::NONE };
        let takes = |rule: RuleIndex| {
            let actions = &self.rule(rule).actions;
            actions.iter().any(|action| matches!(action, Action::Take(_) | Action::Give { .. }))
        };
        let lands_on = self.board.occupied() & B::one(usize::from(chosen.to));
        if !takes(rule) && !chosen.then.is_some_and(|(rule, _)| takes(rule)) {
            return lands_on;
        }
        let made;
        let after = match after {
            Some(after) => after,
            None => {
                made = self.after(chosen);
                &made
            }
        };
        let pieces = self.board.sets.iter().zip(&after.sets);
        let gone = pieces.fold(B::NONE, |gone, (before, after)| gone | before.less(*after));
        if chosen.from == NOWHERE { gone } else { gone.less(B::one(usize::from(chosen.from))) }
    }
}
