//! Profiles of games of edition 3: what can be measured where no automata tell it.

use dagaz_core::{Counting, Fuel, Game, LimitHit, MoveList, PlayoutLimits, Rng, RuleId, State, UndoLog};
use dagaz_rules::path::NameId;

use super::game::PathGame;
use super::walker::{Halt, Walker};
use crate::profile::{Part, Work};

impl PathGame {
    /// What can be measured. Where the game is played in automata, [`automata`](PathGame::automata)
    /// have more.
    pub fn parts(&self) -> Vec<Part> {
        let phases = [Work::Count, Work::Random, Work::List, Work::Play].map(Part::phase);
        let walks = self
            .names_of_moves()
            .into_iter()
            .enumerate()
            .map(|(number, (_, rules))| Part { rules, ..Part::phase(Work::Walk(number)) });
        phases.into_iter().chain(walks).collect()
    }

    /// Repeats some work in a state where the game is in progress. Returns the number of moves each
    /// time; `None` if there is no such work. Random draws use `rng`.
    pub fn work(&self, state: &State, work: Work, times: u32, rng: &mut dyn Rng) -> Result<Option<u64>, LimitHit> {
        let fuel = || Fuel::new(self.limits.fuel);
        let (mut list, mut done) = (MoveList::new(), None);
        match work {
            Work::Count => {
                for _ in 0..times {
                    done = Some(self.perft(state, 1, Counting::Moves)?);
                }
            }
            Work::Random => {
                let mut after = state.clone();
                for _ in 0..times {
                    after.clone_from(state);
                    let one = PlayoutLimits { plies: 1, quiet_plies: None };
                    done = Some(self.playout(&mut after, rng, one)?.choices);
                }
            }
            Work::List => {
                for _ in 0..times {
                    self.moves(state, &mut list, &mut fuel())?;
                    done = Some(list.len() as u64);
                }
            }
            Work::Play => {
                self.moves(state, &mut list, &mut fuel())?;
                let (mut state, mut log) = (state.clone(), UndoLog::new());
                let moves = if list.is_empty() { 0 } else { times as usize };
                for index in (0..list.len()).cycle().take(moves) {
                    self.play(&mut state, list.get(index), &mut log);
                    self.undo(&mut state, &mut log);
                    done = Some(1);
                }
            }
            Work::Walk(number) => {
                let slot = self.slot(state);
                let names = self.names_of_moves();
                let Some((name, _)) = names.get(number).filter(|_| slot.roll.is_none()) else { return Ok(None) };
                if !slot.names.is_empty() && !slot.names.contains(name) {
                    return Ok(None);
                }
                for _ in 0..times {
                    let mut walker = Walker::new(self, state, slot.mover, fuel());
                    match walker.all_moves(&|other| other == *name) {
                        Ok(()) | Err(Halt::Enough) => done = Some(walker.drafts.len() as u64),
                        Err(Halt::Limit(hit)) => return Err(hit),
                    }
                }
            }
            Work::Draw | Work::Safety | Work::Rules(_) => {}
        }
        Ok(done)
    }

    /// The names of rules by which moves are made, each with its rules.
    fn names_of_moves(&self) -> Vec<(NameId, Vec<RuleId>)> {
        let rules = &self.rules;
        let calls = rules.pieces.iter().flat_map(|piece| &piece.moves).chain(&rules.moves);
        let calls = calls.chain(rules.slots.iter().flat_map(|slot| &slot.moves));
        let mut names: Vec<(NameId, Vec<RuleId>)> = Vec::new();
        for call in calls {
            let name = rules.rules[call.rule.index()].name;
            let place = names.iter().position(|(known, _)| *known == name).unwrap_or(names.len());
            if place == names.len() {
                names.push((name, Vec::new()));
            }
            if !names[place].1.contains(&call.rule) {
                names[place].1.push(call.rule);
            }
        }
        names
    }
}
