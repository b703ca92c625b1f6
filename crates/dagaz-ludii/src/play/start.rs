//! The start of a game: an empty position and the rules of the set-up.

use crate::ludeme::op::Number;
use crate::ludeme::{BLOCKS, Block, block_start};
use crate::rules::{Rules, Sites, Start};

use super::bits::Bits;
use super::position::{
    COUNTER, FIXED, LAST_AFTER, LAST_FROM, LAST_TO, MOVER, NEXT, PREV, Position, TEMP, TURNS, Token,
};
use super::run::{Run, Workspace};

impl<'g> Run<'g> {
    /// Returns a game that is about to start.
    pub fn new(rules: &'g Rules, seed: u64) -> Run<'g> {
        let mut run = Run::empty(rules, seed);
        run.set_up();
        run
    }

    /// Returns a game before the rules of the set-up.
    pub(crate) fn empty(rules: &'g Rules, seed: u64) -> Run<'g> {
        let ground = &rules.ground;
        let players = ground.players;
        let dice = ground.dice().map_or(0, |(_, faces)| faces.len());
        let mut registers = vec![0; FIXED + BLOCKS * (players + 2) + rules.vars + rules.events * (players + 2) + dice];
        let counted: usize = rules.hairpins.iter().map(|hairpin| hairpin.shared).sum();
        registers.resize(registers.len() + counted * rules.components.len(), 0);
        registers[MOVER] = 1;
        registers[NEXT] = if players > 1 { 2 } else { 1 };
        registers[PREV] = 0;
        registers[COUNTER] = -1;
        registers[TEMP] = -1;
        registers[TURNS] = 1;
        for register in [LAST_FROM, LAST_TO, LAST_AFTER] {
            registers[register] = -1;
        }
        for player in 0..players + 2 {
            registers[block_start(players, Block::Team) + player] = player as i32;
            let own = |phase: &crate::rules::Phase| phase.owner.is_none_or(|owner| owner == player);
            let phase = rules.phases.iter().position(own).unwrap_or(0);
            registers[block_start(players, Block::Phase) + player] = phase as i32;
            registers[block_start(players, Block::Value) + player] = -1;
        }
        let vars = FIXED + BLOCKS * (players + 2);
        for var in &mut registers[vars..vars + rules.vars] {
            *var = -1;
        }
        let owner = rules.components.iter().map(|one| one.owner as u8).collect();
        let position =
            Position::new(ground.slots, players + 2, owner, registers, rules.lists.len().max(1), rules.stacking);
        let workspace = Workspace { position, group: Bits::new(ground.slots), pool: Vec::new() };
        Run { random: seed, ..Run::resume(rules, workspace) }
    }

    fn set_up(&mut self) {
        self.refuel();
        let rules = self.rules;
        if let Some((first, faces)) = rules.ground.dice() {
            for die in 0..faces.len() {
                let token = Token { what: die as u16 + 1, ..Token::default() };
                self.place(first + die, token, 1);
            }
        }
        for rule in &rules.start {
            self.start_rule(rule);
        }
        if rules.records {
            let key = self.position_key(rules.no_repeat == Some(crate::rules::Repetition::Situational));
            self.position.record(key);
        }
        self.position.log_changes(true);
    }

    fn start_slots(&mut self, sites: &'g Sites) -> Vec<usize> {
        match sites {
            Sites::List(ty, sites) => sites
                .iter()
                .filter_map(|site| {
                    let site = self.number(site);
                    self.slot(*ty, site)
                })
                .collect(),
            Sites::Region(region) => self.region(region).iter().collect(),
            Sites::FirstFree(from, sites) => {
                let mut container = *from as usize..(from + sites) as usize;
                container
                    .find(|slot| !self.position.full.contains(*slot))
                    .or(Some(*from as usize))
                    .into_iter()
                    .collect()
            }
        }
    }

    fn start_rule(&mut self, rule: &'g Start) {
        match rule {
            Start::Place { what, sites, count, counts, state, rotation, value, .. } => {
                let slots = self.start_slots(sites);
                let number = |this: &mut Self, number: &'g Option<Number>| {
                    number.as_ref().map_or(0, |number| this.number(number))
                };
                let (state, rotation, value) = (number(self, state), number(self, rotation), number(self, value));
                for (at, slot) in slots.into_iter().enumerate() {
                    let count = match counts.get(at).or(counts.first().filter(|_| counts.len() == 1)) {
                        Some(count) => self.number(count),
                        None => self.number(count),
                    };
                    for what in what {
                        let token = Token { what: *what, rotation: rotation as i16, state, value };
                        self.place(slot, token, count);
                    }
                }
            }
            Start::Random { what, region, count, state, value } => {
                let state = state.as_ref().map_or(0, |state| self.number(state));
                let value = value.as_ref().map_or(0, |value| self.number(value));
                for what in what {
                    for _ in 0..self.number(count) {
                        let mut free = self.region(region);
                        free.subtract(&self.position.full);
                        let free: Vec<usize> = free.iter().collect();
                        if free.is_empty() {
                            break;
                        }
                        let slot = free[self.below(free.len() as u32) as usize];
                        self.place(slot, Token { what: *what, rotation: 0, state, value }, 1);
                    }
                }
            }
            Start::Count(value, sites) => {
                let count = self.number(value);
                for slot in self.start_slots(sites) {
                    self.act(&super::action::Action::Count { slot: slot as u32, what: 0, count });
                }
            }
            Start::Register(block, players, value) => {
                let players = self.players(players);
                let value = self.number(value);
                for player in 1..=self.rules.ground.players {
                    if players >> player & 1 != 0 {
                        self.position.set(block + player, value);
                    }
                }
            }
            Start::Team(team, players) => {
                let team = self.number(team);
                let block = self.block(Block::Team);
                for player in players {
                    let player = self.number(player).max(0) as usize;
                    self.position.set(block + player, team);
                }
            }
            Start::Remember(list, value, unique) => {
                let values = match value {
                    Ok(value) => vec![self.number(value)],
                    Err(region) => {
                        let region = self.region(region);
                        region.iter().map(|slot| self.rules.ground.number(slot)).collect()
                    }
                };
                for value in values {
                    if !(*unique && self.position.remembered[*list].contains(&value)) {
                        self.act(&super::action::Action::Remember { list: *list as u32, value });
                    }
                }
            }
        }
    }
}
