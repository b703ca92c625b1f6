//! Profiles: parts of the work on a position, repeated for a caller with a clock.

use dagaz_core::AttributeId;

use super::checks::Safety;
use super::draft::Draft;
use super::game::FlatGame;
use super::list::FlatList;
use super::move_sink::Count;
use super::moves::{Declined, Listed, Runner};
use super::piece_generators::PieceGenerator;
use super::side_generator::Wanted;
use super::state::FlatState;
use crate::profile::{Part, Work};

impl<const W: usize> FlatGame<W> {
    /// All units, with the number of their side.
    fn units(&self) -> impl Iterator<Item = (usize, &PieceGenerator<W>)> {
        let of_sides = self.armies.iter().enumerate();
        of_sides.flat_map(|(side, armies)| armies.units().map(move |unit| (side, unit)))
    }

    /// What can be measured.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let mut phases = vec![Work::Count, Work::Draw, Work::List, Work::Play];
        if self.royals.iter().any(|codes| *codes != 0) {
            phases.push(Work::Safety);
        }
        let layout = &self.tables.layout;
        let units = self.units().enumerate().map(|(number, (_, unit))| {
            let (codes, rules) = (&self.tables.codes, unit.forms.iter().map(|(rule, ..)| *rule).collect());
            let raised = |attribute: &AttributeId| {
                layout.attribute_bit(*attribute).is_some_and(|bit| codes.word(unit.code) >> bit & 1 == 1)
            };
            let attributes = (0..layout.spec().attributes.len()).map(AttributeId::at).filter(raised).collect();
            Part { work: Work::Rules(number), piece: codes.piece(unit.code), attributes, rules }
        });
        phases.into_iter().map(Part::phase).chain(units).collect()
    }
}

impl<'g, const W: usize> Runner<'g, W> {
    /// Does some work so many times, and tells how many moves or steps came of it each time; none
    /// if there is nothing to do in this position.
    pub(crate) fn work(&mut self, state: &mut FlatState<W>, work: Work, times: u32) -> Result<Option<u64>, Declined> {
        let (mut list, mut draft, mut done) = (FlatList::default(), Draft::default(), None);
        let side = self.game.slot(state.facts.slot).side;
        match work {
            Work::Count => {
                for _ in 0..times {
                    done = Some(self.number_of_moves(state, &mut list)?);
                }
            }
            Work::Draw => {
                for number in 0..u64::from(times) {
                    if !self.draft(state, &mut draft, Wanted::PseudoLegal)? || draft.len() == 0 || draft.chained {
                        return Ok(None);
                    }
                    draft.draw(number % draft.len(), &mut list);
                    done = Some(draft.len());
                }
            }
            Work::List => {
                for _ in 0..times {
                    done = (self.moves(state, &mut list)? == Listed::Moves).then_some(list.len() as u64);
                }
            }
            Work::Play => {
                let any = self.moves(state, &mut list)? == Listed::Moves;
                for index in (0..list.len()).cycle().take(if any { times as usize } else { 0 }) {
                    let mark = state.mark();
                    self.play(state, &list, index, true)?;
                    state.undo(&self.game.tables, mark);
                    done = Some(1);
                }
            }
            Work::Safety if self.game.royals[side.index()] != 0 => {
                let mut safety = Safety::default();
                for _ in 0..times {
                    safety.look(self.game, state, side);
                    done = Some(safety.royals.len() as u64);
                }
            }
            Work::Safety | Work::Random | Work::Walk(_) => {}
            Work::Rules(number) => {
                let unit = self.game.units().nth(number).filter(|(of, _)| *of == side.index());
                let Some((_, unit)) = unit else { return Ok(None) };
                self.game.masks.standing(state, side.index(), &mut self.standing);
                for _ in 0..times {
                    let mut count = Count::default();
                    list.clear();
                    self.unit_alone(state, unit, &mut count, &mut list)?;
                    done = Some(count.0 + list.len() as u64);
                }
            }
        }
        Ok(done)
    }
}
