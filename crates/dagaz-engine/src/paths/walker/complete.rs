//! Complete moves: how the reference interpreter finds, makes and judges them.

use dagaz_core::{Fuel, LimitHit, LimitKind, RuleId, SiteId};
use dagaz_rules::path::{Distinct, NameId, Set};

use super::super::draft::Draft;
use super::super::sketch::Ends;
use super::super::turn::TurnEnd;
use super::{Aim, Flow, Halt, Next, Walker};

/// Why the result of a move is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::paths) enum Forbidden {
    /// The pieces come farther apart than a board without borders allows.
    Extent,
    /// By this `never` of the rules.
    Never(usize),
}

impl<'g> Walker<'g> {
    /// Drafts all moves by rules whose names are allowed.
    pub(in crate::paths) fn all_moves(&mut self, allowed: &dyn Fn(NameId) -> bool) -> Flow {
        let game = self.game;
        let me = self.at.me;
        let wanted = |rule: RuleId| allowed(game.rules.rules[rule.index()].name);
        let own: Vec<SiteId> = self.before.sites_of(&game.layout, me).collect();
        let sites: Vec<SiteId> = if game.moves_others { game.rules.topology.site_ids().collect() } else { own };
        for site in sites {
            if self.only.is_some_and(|only| only != site) {
                continue;
            }
            let Some(piece) = self.before.piece(site) else { continue };
            // A piece on a site that has vanished is in no set.
            if game.is_further_part(self.before, site) || self.is_closed(site) {
                continue;
            }
            let rules = &game.rules.pieces[piece.kind.index()];
            let may_move = match &rules.of {
                Set::Mine => piece.owner == me,
                of => self.contains(of, site)?,
            };
            if !may_move {
                continue;
            }
            for call in rules.moves.iter().filter(|call| wanted(call.rule)) {
                self.one(call.rule, site)?;
            }
        }
        if self.only.is_some() {
            return Ok(());
        }
        for call in game.rules.moves_in(game.slot(self.before)).filter(|call| wanted(call.rule)) {
            self.one(call.rule, SiteId::NONE)?;
        }
        Ok(())
    }

    /// Drafts the moves of one rule, with the piece on a site or without a piece.
    pub(in crate::paths) fn one(&mut self, rule: RuleId, it: SiteId) -> Flow {
        let game = self.game;
        self.fuel.spend(u64::from(Fuel::RUN))?;
        if let Aim::Lots(lots) = &mut self.aim {
            lots.begin(rule, it);
            if it == SiteId::NONE && self.take_lots_of_sites(rule)? {
                return Ok(());
            }
        }
        if it != SiteId::NONE && game.begins_plainly && self.forgiving.is_none() {
            let mut ends = Ends::new();
            if self.sketch(&game.rules.rules[rule.index()].path, it, &mut ends)? {
                let counts = matches!(self.aim, Aim::Lots(_)) && game.one_completion;
                if counts || ends.is_empty() {
                    return ends.iter().try_for_each(|end| self.take_lot(it, *end));
                }
            }
        }
        self.trying(|walker| {
            walker.begin_move(walker.at.me, it);
            walker.at.rule = rule;
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_move_start.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_move_start, &mut |walker| {
                walker.step(rule, it, &mut |walker| walker.complete(rule))
            })
        })
    }

    /// A move is complete: what dead pieces remain are taken off, hooks run, and it is drafted
    /// unless it is forbidden.
    fn complete(&mut self, rule: RuleId) -> Flow {
        let game = self.game;
        self.fuel.spend(1)?;
        if self.so_far.as_ref().is_some_and(|so_far| self.steps.len() <= so_far.keys.len()) {
            // The turn has continued after these steps.
            return Ok(());
        }
        let idle = self.effects.is_empty() && self.taken.is_empty();
        if idle && !game.rules.rules[rule.index()].may_be_idle {
            return Ok(());
        }
        let dead = self.taken.clone();
        self.remove_dead(&dead, &mut |walker| {
            let own = walker.moving_kind().map(|kind| game.rules.pieces[kind.index()].on_move_end.as_slice());
            walker.hooks(own.unwrap_or_default(), &game.rules.on_move_end, &mut |walker| {
                walker.completed += 1;
                match (&mut walker.aim, walker.steps.first(), walker.steps.last()) {
                    (Aim::Lots(_), Some(first), Some(last)) => walker.take_lot(first.origin, last.target),
                    (Aim::One(0), ..) => walker.trying(|walker| walker.judge()).and(Err(Halt::Enough)),
                    (Aim::One(before), ..) => {
                        *before -= 1;
                        Ok(())
                    }
                    _ => walker.trying(|walker| walker.judge()),
                }
            })
        })
    }

    /// Takes dead pieces off the board.
    pub(in crate::paths) fn remove_dead(&mut self, dead: &[SiteId], next: Next<'_, 'g>) -> Flow {
        let Some((&site, rest)) = dead.split_first() else { return next(self) };
        self.trying(|walker| {
            walker.fate_of_part(site, &mut |walker| {
                walker.clear(site);
                walker.remove_dead(rest, next)
            })
        })
    }

    /// Drafts a complete move unless its result is forbidden.
    fn judge(&mut self) -> Flow {
        let game = self.game;
        let mut scores = Vec::new();
        for number in game.rules.prefers_in(game.slot(self.before)).flat_map(|prefer| &prefer.by) {
            scores.push(self.number(number)?);
        }
        let rules = &game.rules.rules;
        let (Some(first), Some(last)) = (self.steps.first().copied(), self.steps.last().copied()) else {
            return Ok(());
        };
        let end = self.turn_end(first, last);
        game.end_turn(&mut self.change(), end);
        let forbidden = self.forbidden(end)?.is_some();
        if forbidden && !self.keeps_forbidden {
            return Ok(());
        }
        let draft = Draft {
            steps: self.steps.clone(),
            effects: self.effects.clone(),
            name: rules[first.rule.index()].name,
            origin: first.origin,
            target: last.target,
            result: self.state.key(),
            forbidden,
            scores,
            passed: if self.keeps_ways { self.passed.clone() } else { Vec::new() },
            captured: if game.rules.distinct == Distinct::Orders { self.captured.clone() } else { Vec::new() },
            open: false,
        };
        if let Some(bests) = &mut self.bests {
            let slot = game.slot(self.before);
            let before = self.drafts.len();
            if !game.may_be_best(slot, bests, &draft, &mut self.drafts) {
                return Ok(());
            }
            if self.drafts.len() < before {
                self.parts = self.drafts.iter().map(Draft::parts).sum();
            }
        }
        let limits = &game.limits;
        if self.drafts.len() >= limits.moves {
            return Err(LimitHit::new(LimitKind::Moves, limits.moves).in_rule(first.rule).into());
        }
        self.add(draft)
    }

    /// Adds a draft to the others.
    pub(in crate::paths) fn add(&mut self, draft: Draft) -> Flow {
        let (limits, forbidden) = (&self.game.limits, draft.forbidden);
        self.parts += draft.parts();
        if self.parts > limits.move_parts {
            let rule = self.steps.first().map_or(self.at.rule, |first| first.rule);
            return Err(LimitHit::new(LimitKind::MoveParts, limits.move_parts).in_rule(rule).into());
        }
        self.drafts.push(draft);
        if self.wants_one && !forbidden { Err(Halt::Enough) } else { Ok(()) }
    }

    /// The forbidden result that a turn which has ended so has, if it has one.
    pub(in crate::paths) fn forbidden(&mut self, end: TurnEnd) -> Result<Option<Forbidden>, Halt> {
        let game = self.game;
        if game.leaves_extent(self.state.words()) {
            return Ok(Some(Forbidden::Extent));
        }
        let shallow = self.shallow;
        let asked = game.nevers.iter().filter(|never| !(shallow && never.looks_at_moves)).map(|never| never.index);
        self.judged = Some((end.from, end.to));
        let mut found = Ok(None);
        for index in asked {
            match self.holds(&game.rules.nevers[index].when) {
                Ok(false) => continue,
                Ok(true) => found = Ok(Some(Forbidden::Never(index))),
                Err(halt) => found = Err(halt),
            }
            break;
        }
        self.judged = None;
        found
    }
}
