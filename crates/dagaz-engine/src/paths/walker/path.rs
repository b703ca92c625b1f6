//! What each element of a path does: it calls what follows it once for each of its results.

use dagaz_core::{LimitHit, LimitKind, PieceTypeId, SiteId};
use dagaz_rules::path::{Continue, Path, Set};

use super::{Flow, Halt, Local, Next, Walker};
use crate::paths::configurations::Configurations;
use crate::paths::depth::{DEPTH_MAX, with_stack};

/// Configurations that a loop has met, and dead pieces, for each unit of fuel of a round.
const KNOWN_PER_FUEL: usize = 16;

/// Stack that has to be left for one more element, and what is taken when it is not.
const STACK_LEFT: usize = 96 * 1024;
const STACK_MORE: usize = 2 * 1024 * 1024;

impl<'g> Walker<'g> {
    /// Walks a path.
    pub(in crate::paths) fn run(&mut self, path: &'g [Path], next: Next<'_, 'g>) -> Flow {
        match path {
            [] => next(self),
            [only] => self.element(only, next),
            [first, rest @ ..] => self.element(first, &mut |walker| walker.run(rest, next)),
        }
    }

    pub(super) fn element(&mut self, element: &'g Path, next: Next<'_, 'g>) -> Flow {
        self.fuel.spend(1).map_err(|hit| hit.in_rule(self.at.rule))?;
        if self.depth >= DEPTH_MAX {
            return Err(LimitHit::new(LimitKind::LoopTurns, DEPTH_MAX).in_rule(self.at.rule).into());
        }
        if self.effects.len() - self.steps.last().map_or(0, |step| step.effects) > self.game.limits.effects {
            return Err(LimitHit::new(LimitKind::Effects, self.game.limits.effects).in_rule(self.at.rule).into());
        }
        self.depth += 1;
        let flow = with_stack(STACK_LEFT, STACK_MORE, || match self.forgiving {
            None => self.walk(element, next),
            Some(_) => self.forgive(element, next),
        });
        self.depth -= 1;
        flow
    }

    pub(in crate::paths) fn walk(&mut self, element: &'g Path, next: Next<'_, 'g>) -> Flow {
        match element {
            Path::Go(ways) => {
                let Some(here) = self.at.here.some() else { return Ok(()) };
                let mut hop = |walker: &mut Walker<'g>| {
                    for way in ways {
                        if let Some(to) = walker.hop(*way, here).some().filter(|to| walker.has_room(*to)) {
                            walker.arrive(to);
                            let flow = next(walker);
                            walker.at.here = here;
                            walker.passed.pop();
                            flow?;
                        }
                    }
                    Ok(())
                };
                if self.departs() {
                    return self.trying(|walker| {
                        walker.depart();
                        hop(walker)
                    });
                }
                hop(self)
            }
            Path::Is(set) => {
                let here = self.at.here;
                // A piece in hand that covers several sites is asked about all of them.
                let covered = if self.at.in_hand && self.at.carrying { self.covered_from(here) } else { None };
                for &site in covered.unwrap_or(&[here]) {
                    if site == SiteId::NONE || !self.contains(set, site)? {
                        return Ok(());
                    }
                }
                next(self)
            }
            Path::Holds(truth) => {
                if self.holds(truth)? {
                    next(self)
                } else {
                    Ok(())
                }
            }
            Path::Seq(parts) => self.run(parts, next),
            Path::Or(parts) => parts.iter().try_for_each(|part| self.element(part, next)),
            Path::First(parts) => {
                let before = self.completed;
                for part in parts {
                    self.element(part, next)?;
                    if self.completed != before {
                        break;
                    }
                }
                Ok(())
            }
            Path::Many { least, body } => {
                let mut known = Configurations::default();
                if *least == 0 {
                    known.note(self.round(body));
                    next(self)?;
                }
                self.again(body, &mut known, next)
            }
            Path::Most(body) => {
                let mut known = Configurations::default();
                known.note(self.round(body));
                self.most(body, &mut known, next)
            }
            Path::Times(number, body) => {
                let times = self.number(number)?;
                self.times(times, body, next)
            }
            Path::See(body) => {
                if self.sees(body)? {
                    next(self)
                } else {
                    Ok(())
                }
            }
            Path::Not(body) => {
                if self.sees(body)? {
                    Ok(())
                } else {
                    next(self)
                }
            }
            Path::If(question, yes, no) => {
                let branch = if self.sees(question)? { yes } else { no };
                self.element(branch, next)
            }
            Path::At(set) => {
                let mut sites = self.set(set)?;
                if let Some((place, site)) = self.only_at
                    && std::ptr::eq(place, set)
                {
                    sites.keep_only(site);
                }
                self.land(&mut |walker| {
                    for site in sites.iter() {
                        walker.trying(|walker| {
                            walker.at.here = site;
                            walker.at.carrying = false;
                            next(walker)
                        })?;
                    }
                    Ok(())
                })
            }
            Path::Fly(set) => {
                let sites = self.set(set)?;
                sites.iter().try_for_each(|site| self.clicking(true, site, next))
            }
            Path::Land => self.land(next),
            Path::Each(set, body) => {
                let sites: Vec<SiteId> = self.set(set)?.iter().collect();
                let home = self.at;
                self.each(&sites, body, &mut |walker| {
                    walker.trying(|walker| {
                        (walker.at.here, walker.at.carrying) = (home.here, home.carrying);
                        next(walker)
                    })
                })
            }
            Path::Pick(local, from, to) => {
                let (from, to) = (self.number(from)?, self.number(to)?);
                for value in from..=to {
                    self.fuel.spend(1)?;
                    self.trying(|walker| {
                        walker.bind(*local, Local::Number(value));
                        next(walker)
                    })?;
                }
                Ok(())
            }
            Path::PickDie(local, dice) => {
                for (face, left) in &self.game.rules.dice[usize::from(*dice)].faces {
                    if self.dice_left(*left) > 0 {
                        self.trying(|walker| {
                            walker.bind(*local, Local::Number(i64::from(*face)));
                            next(walker)
                        })?;
                    }
                }
                Ok(())
            }
            Path::PickCells(local, kind) => {
                let here = [self.at.here];
                let alone = (!self.game.rules.is_large(*kind)).then_some(here.as_slice());
                for cells in self.placings_here(*kind).into_iter().chain(alone) {
                    self.fuel.spend(1)?;
                    let sites = self.sites_of(cells);
                    self.trying(|walker| {
                        walker.bind(*local, Local::Sites(sites));
                        next(walker)
                    })?;
                }
                Ok(())
            }
            Path::Like(set) => self.borrow(set, next),
            Path::Let(local, number) => {
                let value = self.number(number)?;
                self.trying(|walker| {
                    walker.bind(*local, Local::Number(value));
                    next(walker)
                })
            }
            Path::LetSet(local, set) => {
                let sites = self.set(set)?;
                self.trying(|walker| {
                    walker.bind(*local, Local::Sites(sites));
                    next(walker)
                })
            }
            Path::Continue(how, onward) => self.trying(|walker| {
                walker.finish_step(&mut |walker| {
                    // What goes round in circles is no step.
                    if walker.has_gone_on(onward) {
                        return Ok(());
                    }
                    if let Some(so_far) = walker.so_far {
                        return walker.continue_turn(so_far, *how, onward, next);
                    }
                    let before = walker.completed;
                    if *how == Continue::May {
                        next(walker)?;
                    }
                    walker.go_on(onward, next)?;
                    if *how == Continue::Then && walker.completed == before { next(walker) } else { Ok(()) }
                })
            }),
            Path::Do(act) => self.trying(|walker| walker.act(act, next)),
        }
    }

    /// Moves that the types on some sites have.
    fn borrow(&mut self, set: &'g Set, next: Next<'_, 'g>) -> Flow {
        if self.at.borrows {
            return Ok(());
        }
        let game = self.game;
        let mut kinds: Vec<PieceTypeId> = Vec::new();
        for site in self.set(set)?.iter() {
            kinds.extend(self.seen().piece(site).map(|piece| piece.kind).filter(|kind| !kinds.contains(kind)));
        }
        for call in kinds.into_iter().flat_map(|kind| &game.rules.pieces[kind.index()].moves) {
            self.trying(|walker| {
                walker.at.borrows = true;
                walker.element(&game.rules.rules[call.rule.index()].path, &mut |walker| {
                    let borrows = std::mem::replace(&mut walker.at.borrows, false);
                    let flow = next(walker);
                    walker.at.borrows = borrows;
                    flow
                })
            })?;
        }
        Ok(())
    }

    /// One click: the cursor goes to a site, alone or with the moving piece.
    pub(in crate::paths) fn clicking(&mut self, flies: bool, site: SiteId, next: Next<'_, 'g>) -> Flow {
        if flies {
            return self.trying(|walker| {
                walker.depart();
                if !walker.has_room(site) {
                    return Ok(());
                }
                walker.arrive(site);
                next(walker)
            });
        }
        self.land(&mut |walker| {
            walker.trying(|walker| {
                walker.at.here = site;
                walker.at.carrying = false;
                next(walker)
            })
        })
    }

    /// Whether a loop has come to what it has not come to before, which is noted then.
    fn is_new(&mut self, known: &mut Configurations, body: &Path) -> Result<bool, Halt> {
        self.fuel.spend(((known.len() + self.taken.len()) / KNOWN_PER_FUEL) as u64)?;
        Ok(known.note(self.round(body)))
    }

    fn again(&mut self, body: &'g Path, known: &mut Configurations, next: Next<'_, 'g>) -> Flow {
        self.element(body, &mut |walker| {
            if !walker.is_new(known, body)? {
                return Ok(());
            }
            next(walker)?;
            walker.again(body, known, next)
        })
    }

    fn most(&mut self, body: &'g Path, known: &mut Configurations, next: Next<'_, 'g>) -> Flow {
        let mut went_on = false;
        self.element(body, &mut |walker| {
            if !walker.is_new(known, body)? {
                return Ok(());
            }
            went_on = true;
            walker.most(body, known, next)
        })?;
        if went_on { Ok(()) } else { next(self) }
    }

    fn times(&mut self, times: i64, body: &'g Path, next: Next<'_, 'g>) -> Flow {
        if times <= 0 {
            return next(self);
        }
        self.element(body, &mut |walker| walker.times(times - 1, body, next))
    }

    fn each(&mut self, sites: &[SiteId], body: &'g Path, next: Next<'_, 'g>) -> Flow {
        let Some((&site, rest)) = sites.split_first() else { return next(self) };
        let mut done = false;
        self.trying(|walker| {
            walker.at.here = site;
            walker.at.carrying = false;
            walker.element(body, &mut |walker| {
                done = true;
                walker.each(rest, body, next)
            })
        })?;
        if done { Ok(()) } else { self.each(rest, body, next) }
    }

    /// Whether a path can be walked from here.
    pub(in crate::paths) fn sees(&mut self, path: &'g Path) -> Result<bool, Halt> {
        // The result of a look is not a complete move of the caller.
        let (saved, attacked_site, completed) = (self.save(), self.attacked_site, self.completed);
        self.at.carrying = false;
        let flow = self.asking(|walker| {
            walker.element(path, &mut |walker| {
                walker.completed += 1;
                Err(Halt::Enough)
            })
        });
        self.restore(saved);
        (self.attacked_site, self.completed) = (attacked_site, completed);
        match flow {
            Ok(()) => Ok(false),
            Err(Halt::Enough) => Ok(true),
            Err(limit) => Err(limit),
        }
    }
}
