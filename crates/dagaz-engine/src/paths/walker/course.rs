//! The course of a move: steps with their hooks, and continuations.

use dagaz_core::{Continuation, LimitHit, LimitKind, PlayerId, RuleId, SiteId};
use dagaz_rules::path::{Continue, Level, NameId, Onward, Path};

use super::super::draft::Draft;
use super::{Cursor, Flow, Halt, Next, Situation, SoFar, StepDraft, Walker};

impl<'g> Walker<'g> {
    /// Whether this is the first step of a move, not yet ended, and not part of an attack question.
    pub(in crate::paths) fn is_first_step_of_a_move(&self) -> bool {
        self.at.step_open && self.steps.is_empty() && self.attacked_site.is_none()
    }

    /// Ends the step: the piece lands, and what happens after each step happens.
    pub(in crate::paths) fn finish_step(&mut self, next: Next<'_, 'g>) -> Flow {
        if !self.at.step_open {
            return next(self);
        }
        self.land(&mut |walker| {
            if let Some(goal) = walker.attacked_site {
                let replaced = walker.at.displaced && !walker.state.is_empty(goal);
                return if replaced || walker.captured.contains(&goal) { Err(Halt::Enough) } else { Ok(()) };
            }
            let game = walker.game;
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_step_end.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_step_end, &mut |walker| {
                walker.trying(|walker| {
                    let Cursor { rule, start, here, it, .. } = walker.at;
                    let moved = it != SiteId::NONE || walker.at.has_left;
                    let origin = if moved { start } else { SiteId::NONE };
                    let passed = (walker.at.passed_from, walker.passed.len());
                    walker.steps.push(StepDraft { rule, origin, target: here, effects: walker.effects.len(), passed });
                    walker.at.step_open = false;
                    next(walker)
                })
            })
        })
    }

    /// Walks hooks at the cursor, one after the other, and comes back to where it was.
    pub(in crate::paths) fn hooks(&mut self, own: &'g [Path], common: &'g [Path], next: Next<'_, 'g>) -> Flow {
        if own.is_empty() && common.is_empty() {
            return next(self);
        }
        let home = self.at;
        self.trying(|walker| {
            walker.at.carrying = false;
            walker.run_each(own, home, &mut |walker| {
                walker.run_each(common, home, &mut |walker| {
                    walker.trying(|walker| {
                        (walker.at.here, walker.at.carrying) = (home.here, home.carrying);
                        next(walker)
                    })
                })
            })
        })
    }

    fn run_each(&mut self, paths: &'g [Path], home: Cursor, next: Next<'_, 'g>) -> Flow {
        let Some((path, rest)) = paths.split_first() else { return next(self) };
        self.trying(|walker| {
            walker.at.here = home.here;
            walker.element(path, &mut |walker| walker.run_each(rest, home, next))
        })
    }

    /// One step by a rule, from a site.
    pub(in crate::paths) fn step(&mut self, rule: RuleId, from: SiteId, next: Next<'_, 'g>) -> Flow {
        let game = self.game;
        self.trying(|walker| {
            walker.at = Cursor {
                rule,
                start: from,
                here: from,
                step_open: true,
                carrying: walker.at.it != SiteId::NONE,
                has_left: false,
                lift: 0,
                borrows: false,
                passed_from: walker.passed.len(),
                ..walker.at
            };
            walker.begin_step();
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_step_start.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_step_start, &mut |walker| {
                walker.element(&game.rules.rules[rule.index()].path, &mut |walker| match walker.is_as_good_as_made() {
                    true => walker.take_lot_unmade(),
                    false => walker.finish_step(next),
                })
            })
        })
    }

    /// Variables of the step are as at its beginning.
    fn begin_step(&mut self) {
        for (place, start) in &self.game.step_starts {
            if self.passing[*place] != *start {
                self.pass_by(*place, *start);
            }
        }
    }

    /// Whether the move has continued the same way from the same configuration already. The start
    /// does not count, since no step ended there.
    pub(super) fn has_gone_on(&self, onward: &[Onward]) -> bool {
        let now = self.configuration();
        self.situations.iter().any(|known| known.at == now && known.onward == onward)
    }

    /// Continues after a complete step, or stops there, where the moves begin with steps that have
    /// been played.
    pub(super) fn continue_turn(
        &mut self,
        so_far: SoFar<'g>,
        how: Continue,
        onward: &'g [Onward],
        next: Next<'_, 'g>,
    ) -> Flow {
        let played = so_far.keys.len();
        if self.steps.len() <= played {
            let key = self.steps.len().checked_sub(1).and_then(|last| so_far.keys.get(last));
            if key != Some(&self.key_in_turn()) {
                return Ok(());
            }
            if how == Continue::May && self.steps.len() == played {
                // The turn ends behind the last of them.
                self.so_far = None;
                let flow = next(self);
                self.so_far = Some(so_far);
                flow?;
            }
            return self.go_on(onward, next);
        }
        let (drafts, completed) = (self.drafts.len(), self.completed);
        if so_far.single {
            self.draft_open(onward, next)?;
        } else {
            if how == Continue::May {
                next(self)?;
            }
            self.go_on(onward, next)?;
        }
        let stops = match how {
            Continue::Then => self.completed == completed,
            // Where the turn may continue, it can be ended after that.
            Continue::May => so_far.single && self.drafts.len() == drafts,
            Continue::Must => false,
        };
        if stops { next(self) } else { Ok(()) }
    }

    /// The key of the position in the middle of a turn, after a complete step: without counters, as
    /// the trail of a turn has it.
    fn key_in_turn(&mut self) -> u64 {
        let (saved, here) = (self.save(), self.at.here);
        self.change().set_pending(Some((here, Continuation::Unclassed)));
        let key = self.state.position_key();
        self.restore(saved);
        key
    }

    /// Drafts the step that has just ended, if some legal move continues after it.
    fn draft_open(&mut self, onward: &'g [Onward], next: Next<'_, 'g>) -> Flow {
        let (Some(first), Some(last)) = (self.steps.first().copied(), self.steps.last().copied()) else {
            return Ok(());
        };
        let drafts = std::mem::take(&mut self.drafts);
        let (parts, completed) = (self.parts, self.completed);
        let so_far = self.so_far.take();
        let wants_one = std::mem::replace(&mut self.wants_one, true);
        let keeps_forbidden = std::mem::replace(&mut self.keeps_forbidden, false);
        let flow = self.trying(|walker| walker.go_on(onward, next));
        let is_legal = !std::mem::replace(&mut self.drafts, drafts).is_empty();
        (self.parts, self.so_far, self.wants_one) = (parts, so_far, wants_one);
        self.keeps_forbidden = keeps_forbidden;
        if let Err(Halt::Limit(hit)) = flow {
            return Err(hit.into());
        }
        if self.completed == completed || !is_legal && !keeps_forbidden {
            return Ok(());
        }
        self.add(Draft {
            steps: self.steps.clone(),
            effects: self.effects[..last.effects].to_vec(),
            name: self.game.rules.rules[first.rule.index()].name,
            origin: first.origin,
            target: last.target,
            result: self.state.key(),
            forbidden: !is_legal,
            scores: Vec::new(),
            passed: Vec::new(),
            captured: Vec::new(),
            open: true,
        })
    }

    /// Continues after a complete step.
    pub(super) fn go_on(&mut self, onward: &'g [Onward], next: Next<'_, 'g>) -> Flow {
        let now = Situation { at: self.configuration(), onward };
        let most = self.game.limits.steps;
        if self.steps.len() >= most {
            return Err(LimitHit::new(LimitKind::Steps, most).in_rule(self.at.rule).into());
        }
        self.trying(|walker| {
            walker.situations.push(now);
            let here = walker.at.here;
            for way in onward {
                match way {
                    Onward::Rule(rule) => walker.step(*rule, here, next)?,
                    Onward::Own(names) => walker.own_moves(here, names, next)?,
                    Onward::Play => walker.any_move(next)?,
                }
            }
            Ok(())
        })
    }

    /// The moves of these names that the piece on a site has of its own.
    fn own_moves(&mut self, site: SiteId, names: &[NameId], next: Next<'_, 'g>) -> Flow {
        let game = self.game;
        let Some(piece) = site.some().and_then(|site| self.state.piece(site)) else { return Ok(()) };
        let site = self.game.body_at(&self.state, site).map_or(site, |(_, first)| first);
        for call in &game.rules.pieces[piece.kind.index()].moves {
            if names.contains(&game.rules.rules[call.rule.index()].name) {
                self.trying(|walker| {
                    walker.at.it = site;
                    walker.step(call.rule, site, next)
                })?;
            }
        }
        Ok(())
    }

    /// Any ordinary move of the player's pieces.
    fn any_move(&mut self, next: Next<'_, 'g>) -> Flow {
        let game = self.game;
        let mine: Vec<SiteId> = self.state.sites_of(&game.layout, self.at.me).collect();
        for site in mine {
            let Some(piece) = self.state.piece(site) else { continue };
            if game.is_further_part(&self.state, site) {
                continue;
            }
            for call in &game.rules.pieces[piece.kind.index()].moves {
                self.trying(|walker| {
                    walker.at.it = site;
                    walker.step(call.rule, site, next)
                })?;
            }
        }
        Ok(())
    }

    /// Begins a move: nothing has happened yet.
    pub(in crate::paths) fn begin_move(&mut self, me: PlayerId, it: SiteId) {
        let game = self.game;
        self.at = Cursor {
            here: it,
            start: it,
            origin: it,
            it,
            lifted_from: SiteId::NONE,
            carrying: it != SiteId::NONE,
            in_hand: false,
            step_open: false,
            has_left: false,
            displaced: false,
            lift: 0,
            lifted: 0,
            form: None,
            level: Level::Top,
            borrows: false,
            me,
            whole: false,
            was: false,
            passed_from: 0,
            hand_from: 0,
            lifted_at: 0,
            rule: self.at.rule,
        };
        if it != SiteId::NONE {
            self.visited.push(it);
        }
        for (place, start) in &game.move_starts {
            if self.passing[*place] != *start {
                self.pass_by(*place, *start);
            }
        }
    }
}
