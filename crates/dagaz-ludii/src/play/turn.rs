//! A ply: legal moves, playing one of them, phases, players and limits.

use crate::ludeme::Block;
use crate::rules::Repetition;

use super::action::{Action, Move, Moves};
use super::bits::Bits;
use super::limits::{MOVES_MAX, TURNS_MAX};
use super::position::{
    COUNTER, FIXED, MOVER, MOVES_THIS_TURN, NEXT, OVER, PASSES, PLIES, PREV, PREV_TURN, REPLAYED, TEMP, TURN_RECORDS,
    TURNS,
};
use super::run::{FUEL_MAX, Run};

impl<'g> Run<'g> {
    /// Lists the legal moves of the player to move; none if the game is over.
    pub fn legal(&mut self, out: &mut Moves) {
        self.legal_within(out, FUEL_MAX);
    }

    /// Lists the legal moves within an allowance of steps.
    pub(crate) fn legal_within(&mut self, out: &mut Moves, steps: u64) {
        out.clear();
        if self.position.get(OVER) != 0 {
            return;
        }
        self.refuel_with(steps);
        self.bound = [-1; 8];
        self.generate_legal(out);
        let stalemated = self.block(Block::Stalemated) + self.mover();
        self.position.set(stalemated, out.list.is_empty().into());
        if out.list.is_empty() {
            self.emit(out, None, (-1, -1), &[Action::Pass { forced: true }], None);
        }
    }

    /// Adds the legal moves of the player to move but a forced pass.
    pub(crate) fn generate_legal(&mut self, out: &mut Moves) {
        let rules = self.rules;
        let phase = self.phase_of(self.mover());
        let postpones = self.postpones;
        self.generate(&rules.phases[phase].play, out);
        if rules.swap && self.position.get(PLIES) == rules.ground.players as i32 - 1 {
            let (one, two) = (self.mover() as u8, self.next_player() as u8);
            self.emit(out, None, (-1, -1), &[Action::Swap { one, two }, Action::Next { player: one }], None);
        }
        if !postpones && (rules.no_repeat.is_some() || rules.no_suicide) {
            self.retain(out, |this, list, one| this.meta_allows(list, one));
        }
    }

    /// Returns whether the rules about rules allow a move.
    pub(crate) fn meta_allows(&mut self, list: &Moves, one: &Move) -> bool {
        if let Some(kind) = self.rules.no_repeat {
            let swaps = matches!(list.actions_of(one).first(), Some(Action::Swap { .. }));
            if !swaps && !list.is_pass(one) && self.repeats(list, one, kind) {
                return false;
            }
        }
        !self.rules.no_suicide || !self.loses_by(list, one)
    }

    fn retain(&mut self, out: &mut Moves, keep: impl Fn(&mut Self, &Moves, &Move) -> bool) {
        let mut kept = 0;
        for at in 0..out.list.len() {
            let one = out.list[at];
            if keep(self, out, &one) {
                out.list[kept] = one;
                kept += 1;
            }
        }
        out.list.truncate(kept);
    }

    fn repeats(&mut self, list: &Moves, one: &Move, kind: Repetition) -> bool {
        let history = &self.position.history;
        // In a turn, the positions of it count, at its start those of the turn before it.
        let recent = self.position.get(TURN_RECORDS).max(1) as usize;
        let first = if kind.is_in_turn() { history.len().saturating_sub(recent) } else { 0 };
        let known = history[first..].to_vec();
        let begun = self.position.begin();
        let saved = std::mem::replace(&mut self.bound, [-1; 8]);
        self.apply_whole(list, one);
        let key = self.position_key(kind.is_situational());
        let repeats = known.contains(&key);
        self.bound = saved;
        self.position.back(begun);
        repeats
    }

    fn loses_by(&mut self, list: &Moves, one: &Move) -> bool {
        let mover = self.mover();
        let begun = self.position.begin();
        let saved = std::mem::replace(&mut self.bound, [-1; 8]);
        self.apply_whole(list, one);
        self.end_rules(mover);
        let loses = self.has_lost(mover);
        self.bound = saved;
        self.position.back(begun);
        loses
    }

    /// Plays a move of a list of legal moves.
    pub fn play(&mut self, list: &Moves, one: &Move) {
        self.refuel();
        self.rolled.clear();
        self.play_out(list, one);
        // Endings that list moves roll dice as well. The next turn has a roll of its own.
        self.rolled.clear();
    }

    /// Returns whether the mover had no move when the moves were listed last.
    pub(crate) fn is_stalemated(&self) -> bool {
        self.position.get(self.block(Block::Stalemated) + self.mover()) != 0
    }

    /// Plays the only move of a list that was made for this position. It is `forced` if there was
    /// no other.
    pub(crate) fn play_listed(&mut self, list: &Moves, forced: bool) {
        let stalemated = self.block(Block::Stalemated) + self.mover();
        self.position.set(stalemated, forced.into());
        if let Some(one) = list.list.first() {
            self.play(list, one);
        }
    }

    /// Plays a move: its consequences, the end of the turn, endings, phases, the next player.
    pub(crate) fn play_out(&mut self, list: &Moves, one: &Move) {
        let rules = self.rules;
        self.bound = [-1; 8];
        let mover = self.mover();
        self.apply_whole(list, one);
        let passed = list.is_pass(one);
        self.note_pass(passed);
        if self.position.get(REPLAYED) == 0 {
            self.clear_captured();
        }
        let plies = self.position.get(PLIES);
        self.end_rules(mover);
        if self.position.get(OVER) == 0
            && (self.position.get(TURNS) >= TURNS_MAX * rules.ground.players as i32 || plies >= MOVES_MAX)
        {
            self.draw();
        }
        if self.position.get(OVER) == 0 {
            self.change_phases();
        }
        let counter = self.position.get(COUNTER) + 1;
        self.position.set(COUNTER, counter);
        let in_turn = rules.no_repeat.is_some_and(Repetition::is_in_turn);
        if rules.records && (in_turn || self.position.get(MOVES_THIS_TURN) == 0) {
            let key = self.position_key(rules.no_repeat.is_some_and(Repetition::is_situational));
            self.position.record(key);
            if in_turn {
                let goes_on = self.position.get(MOVES_THIS_TURN) > 0;
                let before = if goes_on { self.position.get(TURN_RECORDS) } else { 0 };
                self.position.set(TURN_RECORDS, before + 1);
            }
        }
        if self.position.get(OVER) == 0 {
            self.pass_on(mover);
        }
    }

    fn note_pass(&mut self, passed: bool) {
        let whole = passed && self.position.get(MOVES_THIS_TURN) == 0;
        let passes = if whole { self.position.get(PASSES) + 1 } else { 0 };
        self.position.set(PASSES, passes);
    }

    fn clear_captured(&mut self) {
        if self.position.to_clear.is_empty() {
            return;
        }
        let slots: Vec<usize> = self.position.to_clear.iter().collect();
        for slot in slots {
            self.take_away(slot, -1, 0);
        }
        let none = Bits::new(self.rules.ground.slots);
        self.position.set_to_clear(none);
    }

    fn pass_on(&mut self, mover: usize) {
        let rules = self.rules;
        let mut next = self.position.get(NEXT);
        // A player who wins and moves again makes that move.
        let moves_again = next as usize == mover && self.losing >> mover & 1 == 0;
        if !self.is_active(next.max(0) as usize) && !moves_again {
            next = self.player_after(next.max(0) as usize) as i32;
        }
        if rules.visits && next as usize != mover {
            self.position.forget_visited();
        }
        if next as usize == mover {
            let moves = self.position.get(MOVES_THIS_TURN) + 1;
            self.position.set(MOVES_THIS_TURN, moves);
        } else {
            self.position.set(MOVES_THIS_TURN, 0);
            let turns = self.position.get(TURNS) + 1;
            self.position.set(TURNS, turns);
            self.position.set(PREV_TURN, mover as i32);
        }
        self.position.set(PREV, mover as i32);
        self.position.set(MOVER, next);
        let after = self.player_after(next as usize) as i32;
        self.position.set(NEXT, after);
    }

    fn change_phases(&mut self) {
        let rules = self.rules;
        if rules.phases.len() < 2 {
            return;
        }
        let block = self.block(Block::Phase);
        for player in 1..=rules.ground.players {
            for change in &rules.phases[self.phase_of(player)].next {
                let concerns = match &change.player {
                    Some(who) => self.number(who) == player as i32,
                    None => true,
                };
                if concerns && self.truth(&change.test) {
                    self.position.set(block + player, change.phase as i32);
                    break;
                }
            }
        }
    }

    /// Returns the phase of a player.
    pub(crate) fn phase_of(&self, player: usize) -> usize {
        let phase = self.position.get(self.block(Block::Phase) + player).max(0) as usize;
        phase.min(self.rules.phases.len() - 1)
    }

    /// Returns the next active player.
    pub(crate) fn player_after(&self, player: usize) -> usize {
        let n = self.rules.ground.players;
        (1..=n).map(|step| (player + step - 1) % n + 1).find(|one| self.is_active(*one)).unwrap_or(player)
    }

    /// Returns whether a player takes part.
    pub(crate) fn is_active(&self, player: usize) -> bool {
        1 <= player
            && player <= self.rules.ground.players
            && self.position.get(self.block(Block::Inactive) + player) == 0
    }

    /// Returns the register of an event for a player.
    pub(crate) fn event_register(&self, event: usize, player: usize) -> usize {
        let players = self.rules.ground.players + 2;
        FIXED + crate::ludeme::BLOCKS * players + self.rules.vars + event * players + player
    }

    /// Returns the register of the value of a die.
    pub(crate) fn die_register(&self, die: usize) -> usize {
        self.event_register(self.rules.events, 0) + die
    }

    /// Returns the number of dice.
    pub(crate) fn dice(&self) -> usize {
        self.rules.ground.dice().map_or(0, |(_, faces)| faces.len())
    }

    /// Returns a key of the position: pieces, phases, teams and dice; the players too if asked for.
    pub(crate) fn position_key(&self, situational: bool) -> u64 {
        let mut key = 0xcbf2_9ce4_8422_2325u64;
        let mut mix = |value: i64| {
            key ^= value as u64;
            key = key.wrapping_mul(0x0000_0100_0000_01b3);
            key ^= key >> 29;
        };
        for slot in self.position.full.iter() {
            mix(slot as i64);
            let tokens: &[super::position::Token] = match self.position.stacks.get(slot) {
                Some(stack) => stack,
                None => std::slice::from_ref(&self.position.top[slot]),
            };
            for token in tokens {
                mix(token.what.into());
                mix(token.state.into());
                mix(token.rotation.into());
                mix(token.value.into());
            }
            mix(self.position.pieces(slot).into());
        }
        for block in [Block::Phase, Block::Team] {
            for player in 1..=self.rules.ground.players {
                mix(self.position.get(self.block(block) + player).into());
            }
        }
        for die in 0..self.dice() {
            mix(self.position.get(self.die_register(die)).into());
        }
        mix(self.position.get(TEMP).into());
        if situational {
            for register in [MOVER, NEXT, PREV] {
                mix(self.position.get(register).into());
            }
            for player in 1..=self.rules.ground.players {
                mix(self.position.get(self.block(Block::Score) + player).into());
            }
        }
        key
    }
}
