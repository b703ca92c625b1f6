//! Why a move is illegal: the tests that would have to be ignored.
//!
//! A walk can ignore a few failing tests. The tests that it ignores on the way to the requested
//! move are the reason, and the rule that ignores the fewest is the intended one. If none has to be
//! ignored, the rules make the move and a later filter removes it.

use dagaz_core::{Fuel, LimitHit, MoveList, RuleId, SiteId, State};
use dagaz_rules::path::{NameId, Path};

use super::game::PathGame;
use super::walker::{Flow, Forbidden, Halt, Next, Walker};
use super::window::Window;

/// The most tests that are overlooked at once.
const OVERLOOKED_MAX: usize = 3;

/// The requested move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The site of the moving piece; `None`: a drop, or not given.
    pub from: Option<SiteId>,
    /// Where the move ends; none: anywhere.
    pub to: Option<SiteId>,
    /// The sites in the order in which they were named.
    pub through: Vec<SiteId>,
    /// Only rules of that name.
    pub rule: Option<NameId>,
}

/// A test that fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Failing<'g> {
    /// The test, or the step that leads nowhere.
    pub test: &'g Path,
    /// The site under the cursor; none where there is none.
    pub at: Option<SiteId>,
}

/// Why there is no such move.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason<'g> {
    /// These tests of the rule fail.
    Fails {
        /// The rule that needs least to be overlooked.
        rule: RuleId,
        /// What fails, in the order of the path.
        tests: Vec<Failing<'g>>,
    },
    /// The rule makes the move, and this result is forbidden: the place among the forbidden
    /// results.
    Never {
        /// The rule.
        rule: RuleId,
        /// Which one.
        never: usize,
    },
    /// The rule makes the move, and the pieces come farther apart than a board without borders
    /// allows.
    Extent {
        /// The rule.
        rule: RuleId,
        /// The limit on the extent.
        extent: usize,
    },
    /// The rule makes the move, and rules of another class have legal moves and come first.
    First {
        /// The rule.
        rule: RuleId,
        /// Rules that come first.
        instead: Vec<NameId>,
    },
    /// The rule makes the move, and others are preferred: the place among the preferences.
    Prefer {
        /// The rule.
        rule: RuleId,
        /// Which one.
        prefer: usize,
    },
    /// The rule makes the move, and this turn is for other rules.
    Slot {
        /// The rule.
        rule: RuleId,
    },
    /// The rule ends the move without any change, and is no pass.
    Idle {
        /// The rule.
        rule: RuleId,
    },
    /// The piece there is not one that the player may move.
    NotYours,
    /// Nothing stands there.
    Nothing,
    /// No rule comes anywhere near it.
    NoRule,
}

/// What a walk may overlook, and what it has overlooked.
pub(super) struct Forgiving<'g> {
    left: usize,
    overlooked: Vec<Failing<'g>>,
    /// Sites that were named: clicks go to these.
    wanted: Vec<SiteId>,
    /// Clicks on them so far.
    clicks: usize,
}

/// What has been found so far.
#[derive(Default)]
struct Found<'g> {
    best: Option<(RuleId, Vec<Failing<'g>>, Fate)>,
}

/// What becomes of a move whose tests all pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Good,
    Idle,
    Forbidden(Forbidden),
}

impl PathGame {
    /// Why a move that is not legal in a state is none.
    ///
    /// # Errors
    /// If a limit is met on the way.
    pub fn why_not<'g>(&'g self, state: &'g State, wanted: &Wanted) -> Result<Reason<'g>, LimitHit> {
        let slot = self.slot(state);
        let me = slot.mover;
        let mut any_yours = wanted.from.is_none();
        let mut starts: Vec<(RuleId, SiteId)> = Vec::new();
        let mut walker = Walker::new(self, state, me, Fuel::new(self.limits.fuel));
        if let Some(from) = wanted.from
            && let Some(piece) = state.piece(from)
        {
            let rules = &self.rules.pieces[piece.kind.index()];
            any_yours = match walker.contains(&rules.of, from) {
                Ok(holds) => holds,
                Err(Halt::Limit(hit)) => return Err(hit),
                Err(Halt::Enough) => false,
            };
            if any_yours {
                starts.extend(rules.moves.iter().map(|call| (call.rule, from)));
            }
        }
        // What is done without a piece may begin with a click on one.
        starts.extend(self.rules.moves_in(slot).map(|call| (call.rule, SiteId::NONE)));
        let is_meant = |rule: &RuleId| wanted.rule.is_none_or(|name| self.rules.rules[rule.index()].name == name);
        starts.retain(|(rule, _)| is_meant(rule));
        let mut found = Found::default();
        // All rounds together have the fuel of one list of moves.
        let mut fuel = self.limits.fuel;
        for left in 0..=OVERLOOKED_MAX {
            for (rule, from) in &starts {
                let mut walker = Walker::new(self, state, me, Fuel::new(fuel));
                walker.forgiving = Some(Box::new(Forgiving {
                    left,
                    overlooked: Vec::new(),
                    wanted: wanted.through.clone(),
                    clicks: 0,
                }));
                match walker.forgiven(*rule, *from, wanted, &mut found) {
                    // To overlook much in a large position may be too much work: then what is known
                    // must do.
                    Ok(()) | Err(Halt::Enough | Halt::Limit(_)) => {}
                }
                fuel = walker.fuel.left();
            }
            if found.best.is_some() {
                break;
            }
        }
        let Some((rule, tests, fate)) = found.best else {
            return Ok(match wanted.from {
                Some(from) if state.is_empty(from) => Reason::Nothing,
                Some(_) if !any_yours => Reason::NotYours,
                _ => Reason::NoRule,
            });
        };
        Ok(match fate {
            _ if !tests.is_empty() => Reason::Fails { rule, tests },
            Fate::Idle => Reason::Idle { rule },
            Fate::Forbidden(Forbidden::Never(never)) => Reason::Never { rule, never },
            Fate::Forbidden(Forbidden::Extent) => {
                Reason::Extent { rule, extent: self.window.as_ref().map_or(0, Window::extent) }
            }
            Fate::Good => self.put_aside(state, rule)?,
        })
    }

    /// Why a move that the rules make and do not forbid is not in the list.
    fn put_aside(&self, state: &State, rule: RuleId) -> Result<Reason<'_>, LimitHit> {
        let name = self.rules.rules[rule.index()].name;
        let slot = self.slot(state);
        if !slot.names.is_empty() && !slot.names.contains(&name) {
            return Ok(Reason::Slot { rule });
        }
        let mut list = MoveList::new();
        self.legal(state, &mut list, &mut Fuel::new(self.limits.fuel), false)?;
        let legal: Vec<NameId> = list
            .iter()
            .filter_map(|one| one.steps().next().and_then(|(step, _)| step.rule))
            .map(|rule| self.rules.rules[rule.index()].name)
            .collect();
        for first in self.rules.firsts_in(slot) {
            let Some(own) = first.classes.iter().position(|class| class.contains(&name)) else { continue };
            let pseudo_legal = if first.pseudo_legal { Some(self.pseudo_legal_names(state)?) } else { None };
            let found = pseudo_legal.as_ref().unwrap_or(&legal);
            let earlier = first.classes[..own].iter().find(|class| class.iter().any(|name| found.contains(name)));
            if let Some(class) = earlier {
                let instead = class.iter().copied().filter(|name| found.contains(name)).collect();
                return Ok(Reason::First { rule, instead });
            }
        }
        let prefer = self.rules.prefers_in(slot).position(|prefer| prefer.names.contains(&name));
        Ok(prefer.map_or(Reason::NoRule, |prefer| Reason::Prefer { rule, prefer }))
    }
}

impl<'g> Walker<'g> {
    /// One rule from one site, failing tests overlooked while that is allowed.
    fn forgiven(&mut self, rule: RuleId, from: SiteId, wanted: &Wanted, found: &mut Found<'g>) -> Flow {
        let game = self.game;
        self.trying(|walker| {
            walker.begin_move(walker.at.me, from);
            walker.at.rule = rule;
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_move_start.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_move_start, &mut |walker| {
                walker.step(rule, from, &mut |walker| walker.arrived(rule, wanted, found))
            })
        })
    }

    /// A move is complete: it is taken down if it is the one that was wanted.
    fn arrived(&mut self, rule: RuleId, wanted: &Wanted, found: &mut Found<'g>) -> Flow {
        let Some(last) = self.steps.last().copied() else { return Ok(()) };
        // If only sites are given, a move that clicks on one of them is meant, and not a pass.
        let is_aimed = wanted.from.is_some() || wanted.to.is_some() || wanted.through.is_empty();
        let clicks = self.forgiving.as_ref().map_or(0, |forgiving| forgiving.clicks);
        if wanted.to.is_some_and(|to| to != last.target) || (!is_aimed && clicks == 0) {
            return Ok(());
        }
        let game = self.game;
        let idle = self.effects.is_empty() && self.taken.is_empty();
        if idle && !game.rules.rules[rule.index()].may_be_idle {
            self.note_fate(rule, Fate::Idle, found);
            return Ok(());
        }
        let dead = self.taken.clone();
        self.remove_dead(&dead, &mut |walker| {
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_move_end.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_move_end, &mut |walker| {
                walker.completed += 1;
                walker.trying(|walker| {
                    let fate = walker.fate_of_move()?;
                    walker.note_fate(rule, fate, found);
                    match fate {
                        Fate::Good => Err(Halt::Enough),
                        _ => Ok(()),
                    }
                })
            })
        })
    }

    /// Keeps the first of the moves that are found with as little as possible overlooked; a good
    /// one is better than others.
    fn note_fate(&self, rule: RuleId, fate: Fate, found: &mut Found<'g>) {
        let overlooked = self.forgiving.as_ref().map_or(&[][..], |forgiving| &forgiving.overlooked);
        let better = match &found.best {
            None => true,
            Some((_, known, known_fate)) => {
                (overlooked.len(), fate != Fate::Good) < (known.len(), *known_fate != Fate::Good)
            }
        };
        if better {
            found.best = Some((rule, overlooked.to_vec(), fate));
        }
    }

    /// Whether the move that has just been made has a forbidden result.
    fn fate_of_move(&mut self) -> Result<Fate, Halt> {
        let game = self.game;
        let (Some(first), Some(last)) = (self.steps.first().copied(), self.steps.last().copied()) else {
            return Ok(Fate::Good);
        };
        let end = self.turn_end(first, last);
        game.end_turn(&mut self.change(), end);
        Ok(self.forbidden(end)?.map_or(Fate::Good, Fate::Forbidden))
    }

    /// Asks something without overlooking anything: a question that only looks has an answer of its
    /// own.
    #[inline]
    pub(super) fn asking<T>(&mut self, question: impl FnOnce(&mut Self) -> Result<T, Halt>) -> Result<T, Halt> {
        let forgiving = self.forgiving.take();
        let answer = question(self);
        self.forgiving = forgiving;
        answer
    }

    /// Walks an element while failing tests may be overlooked.
    pub(super) fn forgive(&mut self, element: &'g Path, next: Next<'_, 'g>) -> Flow {
        let passes = match element {
            Path::Is(set) => {
                let here = self.at.here;
                here != SiteId::NONE && self.contains(set, here)?
            }
            Path::Holds(truth) => self.holds(truth)?,
            Path::See(body) => self.sees(body)?,
            Path::Not(body) => !self.sees(body)?,
            Path::At(set) | Path::Fly(set) if self.has_clicks() => {
                let sites = self.set(set)?;
                return self.click(element, &|site| sites.contains(site), next);
            }
            other => return self.walk(other, next),
        };
        if passes { next(self) } else { self.overlook(element, next) }
    }

    fn overlook(&mut self, test: &'g Path, next: Next<'_, 'g>) -> Flow {
        let at = self.at.here.some();
        match &mut self.forgiving {
            Some(forgiving) if forgiving.left > 0 => {
                forgiving.left -= 1;
                forgiving.overlooked.push(Failing { test, at });
            }
            _ => return Ok(()),
        }
        let flow = next(self);
        if let Some(forgiving) = &mut self.forgiving {
            forgiving.left += 1;
            forgiving.overlooked.pop();
        }
        flow
    }

    fn count_click(&mut self, by: isize) {
        if let Some(forgiving) = &mut self.forgiving {
            forgiving.clicks = forgiving.clicks.saturating_add_signed(by);
        }
    }

    fn has_clicks(&self) -> bool {
        self.forgiving.as_ref().is_some_and(|forgiving| !forgiving.wanted.is_empty())
    }

    /// Clicks on the sites that were named and on no others; that the set of a click does not hold
    /// one may be overlooked.
    fn click(&mut self, element: &'g Path, holds: &dyn Fn(SiteId) -> bool, next: Next<'_, 'g>) -> Flow {
        let flies = matches!(element, Path::Fly(_));
        let wanted = self.forgiving.as_ref().map_or(Vec::new(), |forgiving| forgiving.wanted.clone());
        for site in wanted {
            self.clicking(flies, site, &mut |walker| {
                walker.count_click(1);
                let flow = if holds(site) { next(walker) } else { walker.overlook(element, next) };
                walker.count_click(-1);
                flow
            })?;
        }
        Ok(())
    }
}
