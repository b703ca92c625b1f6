//! Whether a question is to be answered with yes.

use std::ops::ControlFlow;

use dagaz_core::PlayerId;
use dagaz_rules::path::{PlayerRef, Set, Truth};

use super::super::tables::LastBy;
use super::super::walker::{Halt, Walker};
use super::{is_bits, looks_at_each};

impl<'g> Walker<'g> {
    /// Whether a truth holds.
    pub(in crate::paths) fn holds(&mut self, truth: &'g Truth) -> Result<bool, Halt> {
        Ok(match truth {
            Truth::Always(value) => *value,
            Truth::Any(Set::And(parts)) if parts.iter().any(is_bits) && parts.iter().any(looks_at_each) => {
                // One site is enough.
                let mut sites = self.board();
                for part in parts.iter().filter(|part| is_bits(part)) {
                    let part = self.set(part)?;
                    sites.intersect(&part);
                }
                for site in sites.iter() {
                    let mut all = true;
                    for part in parts.iter().filter(|part| !is_bits(part)) {
                        all = all && self.contains(part, site)?;
                    }
                    if all {
                        return Ok(true);
                    }
                }
                false
            }
            Truth::Any(set) => !self.set(set)?.is_empty(),
            Truth::AnySet(family) => {
                let mut any = false;
                self.each_of(family, &mut |_| {
                    any = true;
                    ControlFlow::Break(())
                })?;
                any
            }
            Truth::Within(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                a.is_within(&b)
            }
            Truth::Compare(a, comparison, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                comparison.holds(a, b)
            }
            Truth::Not(inner) => !self.holds(inner)?,
            Truth::And(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Truth::Or(parts) => {
                for part in parts {
                    if self.holds(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            Truth::Made(name) => {
                let rules = &self.game.rules.rules;
                let by = |rule: dagaz_core::RuleId| rules[rule.index()].name == *name;
                if self.steps.is_empty() || self.at.was {
                    self.last_by().is_by(*name, &self.game.rules)
                } else {
                    self.steps.iter().any(|step| by(step.rule))
                }
            }
            Truth::MadeBy(asked) if self.steps.is_empty() || self.at.was => {
                matches!(self.last_by(), LastBy::Rule(rule) if asked.contains(&rule))
            }
            Truth::MadeBy(asked) => self.steps.iter().any(|step| asked.contains(&step.rule)),
            Truth::Me(player) => self.at.me == *player,
            Truth::AllOut(who) => {
                let (me, game) = (self.at.me, self.game);
                let players: Vec<PlayerId> = match who {
                    PlayerRef::Me => game.tables.friends[me.index()].clone(),
                    PlayerRef::Enemy => game.tables.enemies[me.index()].clone(),
                    other => vec![self.player(*other)],
                };
                players.iter().filter(|player| game.plays(**player)).all(|player| game.is_out(self.seen(), *player))
            }
            Truth::InPhase(phase) => phase.has(self.seen().slot(&self.game.layout)),
            Truth::MyTurn => self.game.slot(&self.state).mover == self.at.me,
            Truth::Stuck => self.stuck()?,
            Truth::NobodyMoves => self.nobody_moves()?,
            Truth::Was(inner) => self.before_the_move(|walker| walker.holds(inner))?,
            Truth::As(player, inner) => {
                let player = self.player(*player);
                self.as_player(player, |walker| walker.holds(inner))?
            }
        })
    }
}
