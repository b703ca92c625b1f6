//! What numbers are: variables, counts, sums, what has happened how often.

use std::ops::ControlFlow;

use dagaz_core::{Piece, SiteId};
use dagaz_rules::path::{Home, Number, RepeatsOf, Set, VarId, VariableKind};

use super::super::arithmetic::compute;
use super::super::tables::Place;
use super::super::walker::{Halt, Local, Walker};
use super::beneath;

impl<'g> Walker<'g> {
    /// A number.
    pub(in crate::paths) fn number(&mut self, number: &'g Number) -> Result<i64, Halt> {
        self.fuel.spend(1)?;
        let game = self.game;
        Ok(match number {
            Number::Is(value) => i64::from(*value),
            Number::Local(local) => match &self.locals[local.index()] {
                Local::Number(value) => *value,
                Local::Sites(sites) => sites.len() as i64,
                Local::Nothing => 0,
            },
            Number::Var(var) => self.variable(*var)?,
            Number::Sum(var, set) => match set {
                Set::It => self.at.it.some().map_or(0, |it| self.value_at(*var, it)),
                set => {
                    let sites = self.set(set)?;
                    sites.iter().map(|site| self.value_at(*var, site)).sum()
                }
            },
            Number::Element(var, index) => {
                let index = self.number(index)?;
                self.element_of(*var, index).map_or(0, |word| i64::from(self.word(word)))
            }
            Number::Was(inner) => self.before_the_move(|walker| walker.number(inner))?,
            Number::As(player, inner) => {
                let player = self.player(*player);
                self.as_player(player, |walker| walker.number(inner))?
            }
            Number::Count(Set::Captured) => self.captured.len() as i64,
            Number::Count(set) => self.set(set)?.len() as i64,
            Number::CountSets(family) => {
                let mut count = 0;
                self.each_of(family, &mut |_| {
                    count += 1;
                    ControlFlow::Continue(())
                })?;
                count
            }
            Number::Ways(set, path) => {
                let sites = self.set(set)?;
                let mut ways = 0;
                for site in sites.iter() {
                    let (saved, completed) = (self.save(), self.completed);
                    (self.at.here, self.at.carrying) = (site, false);
                    let flow = self.asking(|walker| {
                        walker.run(std::slice::from_ref(path), &mut |walker| {
                            walker.completed += 1;
                            ways += 1;
                            Ok(())
                        })
                    });
                    self.restore(saved);
                    self.completed = completed;
                    flow?;
                }
                ways
            }
            Number::Of(operation, parts) => compute(*operation, parts.iter().map(|part| self.number(part)))?,
            Number::If(truth, yes, no) => {
                let branch = if self.holds(truth)? { yes } else { no };
                self.number(branch)?
            }
            Number::Height(set) => {
                let sites = self.subjects(set)?;
                sites.into_iter().map(|site| self.seen().height(&game.layout, site) as i64).sum()
            }
            Number::Distance(from, to, ways) => {
                let (from, to) = (self.set(from)?, self.set(to)?);
                self.distance(from, to, ways)?
            }
            Number::DiceLeft(dice) => {
                let faces = &game.rules.dice[usize::from(*dice)].faces;
                faces.iter().map(|(_, var)| self.value_at(*var, SiteId::NONE)).sum()
            }
            Number::Hand(kind) => {
                let piece = Piece { kind: *kind, owner: self.at.me };
                i64::from(self.seen().supply(&game.layout, piece))
            }
            Number::Table(table, set) => {
                let entries = &game.rules.table(*table).entries;
                let of = |walker: &Walker<'g>, site: SiteId| {
                    let piece = walker.seen().piece(site);
                    piece.and_then(|piece| *entries.get(piece.kind.index())?).map_or(0, i64::from)
                };
                match set {
                    Set::It | Set::Here => self.subjects(set)?.into_iter().map(|site| of(self, site)).sum(),
                    set => self.set(set)?.iter().map(|site| of(self, site)).sum(),
                }
            }
            Number::Steps => self.steps.len() as i64,
            Number::Passes => game.tables.extras.passes.map_or(0, |word| i64::from(self.word(word))),
            Number::Turn => 1 + game.tables.extras.turns.map_or(0, |word| i64::from(self.word(word))),
            Number::Repeats(of) => self.repeats(*of) as i64,
            Number::Cycle => self.cycle() as i64,
            Number::Moves => self.count_moves()? as i64,
        })
    }

    /// The value of a variable for one site, or for the piece there.
    pub(super) fn value_at(&self, var: VarId, site: SiteId) -> i64 {
        let (layout, seen) = (&self.game.layout, self.seen());
        match (self.game.tables.places[var.index()], self.game.rules.variables[var.index()].home) {
            (Place::Piece(attribute), _) => {
                let level = beneath(self.at.level, seen.height(layout, site));
                i64::from(level.map_or(0, |level| seen.attribute_beneath(layout, site, level, attribute)))
            }
            (Place::State(first), Home::Site) => i64::from(self.word(first + site.0)),
            (Place::State(first), Home::Player) => i64::from(self.word(first + u16::from(self.at.me.0))),
            (Place::State(first), _) => i64::from(self.word(first)),
            (Place::Passing(place), _) => self.passing[place],
        }
    }

    /// Where one of a row of variables is, or begins if it holds a set; none if the row has none of
    /// that number.
    pub(in crate::paths) fn element_of(&self, var: VarId, index: i64) -> Option<u16> {
        let Home::Numbers { from, count } = self.game.rules.variables[var.index()].home else { return None };
        let at = u16::try_from(index - i64::from(from)).ok().filter(|at| *at < count)?;
        match self.game.tables.places[var.index()] {
            Place::State(first) => match self.game.rules.variables[var.index()].kind {
                VariableKind::Set => Some(first + at * 2 * self.game.tables.width as u16),
                VariableKind::Number => Some(first + at),
            },
            _ => None,
        }
    }

    fn variable(&mut self, var: VarId) -> Result<i64, Halt> {
        let variable = &self.game.rules.variables[var.index()];
        if variable.kind == VariableKind::Set {
            return Ok(0);
        }
        Ok(match variable.home {
            Home::Numbers { from, count } => {
                let row = (0..i64::from(count)).filter_map(|at| self.element_of(var, i64::from(from) + at));
                row.map(|word| i64::from(self.word(word))).sum()
            }
            Home::Piece if self.at.here == SiteId::NONE => {
                let mine = self.held_by(&[self.at.me]);
                mine.iter().map(|site| self.value_at(var, site)).sum()
            }
            Home::Piece if self.at.carrying && self.at.in_hand => self.value_at(var, self.at.it),
            Home::Site if self.at.here == SiteId::NONE => {
                let board = self.board();
                board.iter().map(|site| self.value_at(var, site)).sum()
            }
            _ => self.value_at(var, self.at.here),
        })
    }

    /// How often the present situation has been there, now counted.
    fn repeats(&self, of: RepeatsOf) -> usize {
        let key = self.game.history_key(self.seen(), of);
        let known = self.history.iter().filter(|known| **known == key).count();
        // It is written down already, unless it is what a move that is being judged has come to.
        if self.judged.is_some() && !self.at.was { known + 1 } else { known.max(1) }
    }

    fn cycle(&self) -> usize {
        let Some((now, earlier)) = self.history.split_last() else { return 0 };
        earlier.iter().rev().position(|key| key == now).map_or(0, |back| back + 1)
    }
}
