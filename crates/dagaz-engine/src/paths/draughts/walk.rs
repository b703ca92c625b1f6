//! Walks one piece through capturing rules: every complete walk is a move.
//!
//! The board does not change; captured pieces and the vacated origin are separate sets.

use std::convert::Infallible;
use std::hash::{Hash, Hasher};

use dagaz_rules::path::{Continue, Distinct, NameId};
use smallvec::SmallVec;

use super::form::{DEAD, Move, Node, NodeId, Number};
use super::path::WAYS_MAX;
use super::turn::{Turn, Walked};
use crate::fast_hash::FastHasher;
use crate::paths::arithmetic::compute;
use crate::paths::bits::Bits;
use crate::paths::bits::board::EMPTY;
use crate::paths::bits::hop::NOWHERE;
use crate::paths::bits::turning::Declined;
use crate::paths::depth::with_stack;

/// Maximum nodes of one rule from one site; beyond it the reference interpreter is used, which
/// counts its work.
const VISITS_MAX: u32 = 1 << 20;

/// Stack that has to be left for one more step, of [`WAYS_MAX`] nodes at most, and what is taken
/// when it is not.
const STACK_LEFT: usize = WAYS_MAX * 1_024;
const STACK_MORE: usize = 4 * STACK_LEFT;

/// A piece on its way.
struct Walk<B> {
    /// The name of the rule that it began with.
    name: NameId,
    origin: u8,
    /// What it was, and what it is by now.
    before: u8,
    code: u8,
    /// Taken to stand there until the end, and taken off at once.
    dead: B,
    gone: B,
    vars: SmallVec<[i64; 2]>,
    noted: SmallVec<[u8; 2]>,
    /// What makes it another way than one with the same end: where its steps have ended and what
    /// had been taken by then, or in which order it has taken.
    way: u64,
    /// Moves that have been come to so far.
    completed: u32,
    steps: usize,
    visits: u32,
}

impl<B: Bits> Walk<B> {
    /// The way with a step that ends on this site.
    fn goes_by(&self, at: u8) -> u64 {
        let mut hasher = FastHasher::default();
        (self.way, at, self.code, self.dead, self.gone).hash(&mut hasher);
        hasher.finish()
    }

    /// Notes that what stands on a site is captured after all that was captured before, where that
    /// makes moves different.
    fn captures_in_order(&mut self, distinct: Distinct, at: u8) {
        if distinct == Distinct::Orders {
            let mut hasher = FastHasher::default();
            (self.way, at).hash(&mut hasher);
            self.way = hasher.finish();
        }
    }
}

impl<B: Bits> Turn<'_, B> {
    /// All moves of a piece that begin with a rule.
    pub(super) fn walk_from(&mut self, name: NameId, root: NodeId, from: usize) -> Result<(), Declined> {
        let code = self.board.code_on(from).ok_or(Declined)? as u8;
        let walk = &mut Walk {
            name,
            origin: from as u8,
            before: code,
            code,
            dead: B::NONE,
            gone: B::NONE,
            vars: SmallVec::from_slice(&self.form.starts),
            noted: SmallVec::from_elem(NOWHERE, self.form.locals),
            way: 0,
            completed: 0,
            steps: 1,
            visits: 0,
        };
        self.walk(walk, root, from as u8)
    }

    fn walk(&mut self, walk: &mut Walk<B>, node: NodeId, at: u8) -> Result<(), Declined> {
        walk.visits += 1;
        if walk.visits > VISITS_MAX {
            return Err(Declined);
        }
        let side = self.side;
        match &side.nodes[usize::from(node)] {
            Node::Go { hop, then } => match side.hops[usize::from(*hop)].to[usize::from(at)] {
                NOWHERE => Ok(()),
                to => self.walk(walk, *then, to),
            },
            Node::Is { test, then } => {
                if self.passes(walk, *test, at) {
                    self.walk(walk, *then, at)
                } else {
                    Ok(())
                }
            }
            Node::Run { hop, test, once, then } => {
                if !once {
                    self.walk(walk, *then, at)?;
                }
                let to = &side.hops[usize::from(*hop)].to;
                let mut at = to[usize::from(at)];
                while at != NOWHERE && self.passes(walk, *test, at) {
                    self.walk(walk, *then, at)?;
                    at = to[usize::from(at)];
                }
                Ok(())
            }
            Node::Take { later, then } => {
                let (dead, gone, way) = (walk.dead, walk.gone, walk.way);
                if self.stands(walk, at) {
                    walk.captures_in_order(self.form.distinct, at);
                    match (later, dead.contains(usize::from(at))) {
                        (true, _) => walk.dead |= B::one(usize::from(at)),
                        (false, false) => walk.gone |= B::one(usize::from(at)),
                        (false, true) => return Err(Declined),
                    }
                }
                self.walk(walk, *then, at)?;
                (walk.dead, walk.gone, walk.way) = (dead, gone, way);
                Ok(())
            }
            Node::Assign { var, value, add, then } => {
                let value = self.number(walk, value, at);
                let var = usize::from(*var);
                let old = walk.vars[var];
                walk.vars[var] = if *add { old.saturating_add(value) } else { value };
                self.walk(walk, *then, at)?;
                walk.vars[var] = old;
                Ok(())
            }
            Node::If { test, yes, no } => {
                let then = if self.passes(walk, *test, at) { yes } else { no };
                self.walk(walk, *then, at)
            }
            Node::Become { codes, then } => {
                let old = walk.code;
                for code in codes {
                    walk.code = code.unwrap_or(old);
                    self.walk(walk, *then, at)?;
                }
                walk.code = old;
                Ok(())
            }
            Node::Note { local, then } => {
                let old = std::mem::replace(&mut walk.noted[usize::from(*local)], at);
                self.walk(walk, *then, at)?;
                walk.noted[usize::from(*local)] = old;
                Ok(())
            }
            Node::See { local, test, then } => match walk.noted[usize::from(*local)] {
                NOWHERE => Ok(()),
                noted if self.passes(walk, *test, noted) => self.walk(walk, *then, at),
                _ => Ok(()),
            },
            Node::Or(all) => all.iter().try_for_each(|one| self.walk(walk, *one, at)),
            Node::First(all) => {
                let before = walk.completed;
                for one in all {
                    self.walk(walk, *one, at)?;
                    if walk.completed != before {
                        break;
                    }
                }
                Ok(())
            }
            Node::Continue { how, roots, .. } => self.landing(walk, at, |turn, walk| {
                if walk.steps >= turn.form.setting.steps_max {
                    return Err(Declined);
                }
                walk.steps += 1;
                let way = walk.way;
                if turn.form.distinct == Distinct::Paths {
                    walk.way = walk.goes_by(at);
                }
                let before = walk.completed;
                if *how == Continue::May {
                    turn.complete(walk, at)?;
                }
                with_stack(STACK_LEFT, STACK_MORE, || {
                    roots[usize::from(walk.code)].iter().try_for_each(|root| turn.walk(walk, *root, at))
                })?;
                if *how == Continue::Then && walk.completed == before {
                    turn.complete(walk, at)?;
                }
                walk.steps -= 1;
                walk.way = way;
                Ok(())
            }),
            Node::End => self.landing(walk, at, |turn, walk| turn.complete(walk, at)),
        }
    }

    /// The piece comes down, and captures what stands there.
    fn landing(
        &mut self,
        walk: &mut Walk<B>,
        at: u8,
        then: impl FnOnce(&mut Self, &mut Walk<B>) -> Result<(), Declined>,
    ) -> Result<(), Declined> {
        let (gone, way) = (walk.gone, walk.way);
        if self.stands(walk, at) {
            if walk.dead.contains(usize::from(at)) {
                return Err(Declined);
            }
            walk.captures_in_order(self.form.distinct, at);
            walk.gone |= B::one(usize::from(at));
        }
        then(self, walk)?;
        (walk.gone, walk.way) = (gone, way);
        Ok(())
    }

    /// Whether something stands on a site, dead or alive.
    #[inline]
    fn stands(&self, walk: &Walk<B>, at: u8) -> bool {
        let left = walk.gone | B::one(usize::from(walk.origin));
        self.board.occupied().less(left).contains(usize::from(at))
    }

    #[inline]
    fn passes(&self, walk: &Walk<B>, test: u16, at: u8) -> bool {
        let (index, at) = (usize::from(test), usize::from(at));
        if self.side.looks_back && !self.was[index].contains(at) {
            return false;
        }
        let test = &self.side.tests[index];
        if walk.dead.contains(at) {
            test.now & DEAD != 0 && test.zone.contains(at)
        } else if walk.gone.contains(at) || at == usize::from(walk.origin) {
            test.now & EMPTY != 0 && test.zone.contains(at)
        } else {
            self.now[index].contains(at)
        }
    }

    /// The sites that pass a test by what stood there before the move.
    #[inline]
    fn stood(&self, test: u16) -> B {
        let test = usize::from(test);
        if self.side.looks_back { self.was[test] } else { self.side.tests[test].zone }
    }

    fn number(&self, walk: &Walk<B>, number: &Number, at: u8) -> i64 {
        match number {
            Number::Is(value) => *value,
            Number::Var(var) => walk.vars[usize::from(*var)],
            Number::Captured(test) => i64::from(((walk.dead | walk.gone) & self.stood(*test)).count()),
            Number::Origin(test) => i64::from(self.stood(*test).contains(usize::from(walk.origin))),
            Number::Here(test) => i64::from(self.passes(walk, *test, at)),
            Number::Of(operation, parts) => {
                let each = parts.iter().map(|part| Ok::<i64, Infallible>(self.number(walk, part, at)));
                let Ok(value) = compute(*operation, each);
                value
            }
        }
    }

    /// A move has come to its end: it is kept unless there are better ones.
    fn complete(&mut self, walk: &mut Walk<B>, at: u8) -> Result<(), Declined> {
        let (form, side) = (self.form, self.side);
        let captured = walk.dead | walk.gone;
        let here = B::one(usize::from(at));
        let ends = side.ends[usize::from(walk.code)].iter().filter(|(sites, _)| !(*sites & here).is_empty());
        for after in ends.flat_map(|(_, codes)| codes) {
            walk.completed += 1;
            let found = Move { from: walk.origin, to: at, before: walk.before, after: *after, captured };
            let competing = form.prefers.iter().position(|names| names.contains(&walk.name));
            if let Some(prefer) = competing
                && !self.is_among_the_best(walk, prefer, at)
            {
                continue;
            }
            if self.walked.len() >= form.setting.moves_max {
                return Err(Declined);
            }
            let way = match form.distinct {
                Distinct::Results | Distinct::Positions | Distinct::Pieces => 0,
                Distinct::Orders => walk.way,
                Distinct::Paths => walk.goes_by(at),
            };
            if !self.walked.iter().any(|known| known.made == found && known.way == way) {
                self.walked.push(Walked { made: found, name: walk.name, way });
            }
        }
        Ok(())
    }

    /// Whether no better move of those that compete has been found; worse ones are forgotten.
    fn is_among_the_best(&mut self, walk: &Walk<B>, prefer: usize, at: u8) -> bool {
        let (form, side) = (self.form, self.side);
        let known = std::mem::take(&mut self.best[prefer]);
        let mut order = std::cmp::Ordering::Equal;
        let mut numbers = known.unwrap_or_else(|| {
            order = std::cmp::Ordering::Greater;
            vec![0; side.prefers[prefer].len()]
        });
        for (best, number) in numbers.iter_mut().zip(&side.prefers[prefer]) {
            let value = self.number(walk, number, at);
            order = order.then(value.cmp(best));
            match order {
                std::cmp::Ordering::Less => break,
                _ => *best = value,
            }
        }
        self.best[prefer] = Some(numbers);
        if order.is_gt() {
            self.walked.retain(|known| !form.prefers[prefer].contains(&known.name));
        }
        order.is_ge()
    }
}
