//! Positions as the words of a state, and back. It knows nothing of moves.
//!
//! | of a position | in a state |
//! |---|---|
//! | the pieces of a slot, the highest first | the levels of a site |
//! | local state, rotation, value of a piece | attributes, where the rules use them |
//! | the size of a pile | a variable for each site, 0 for a single piece |
//! | registers | variables; for counters that only grow, the difference from a new game |
//! | faces of the dice that were thrown | variables |
//! | everything whose length changes, and what has no word | the tail |

use dagaz_core::{
    AttributeId, Change, Layout, LayoutSpec, Piece, PlayerId, Position as CorePosition, PositionError, SiteId, SlotId,
    State, UndoLog, Values,
};

use crate::play::Run;
use crate::play::bits::Bits;
use crate::play::position::{COUNTER, MOVER, NEXT, PLIES, Position, TURNS, Token};
use crate::rules::{Facets, Rules};

use super::pieces::Pieces;

/// Words that the levels of all sites take, about; what stands deeper is in the tail.
const LEVEL_WORDS: usize = 4096;
/// Least and greatest number of levels in a state of a game with stacks.
const LEVELS: (usize, usize) = (4, 24);

/// Registers that grow with every ply: not compared for repetition.
const COUNTED: [usize; 3] = [COUNTER, TURNS, PLIES];

/// Parts of the tail. Each begins with its kind and the number of its entries.
const FACETS: i32 = 1;
const PILES: i32 = 2;
const DEEP: i32 = 3;
const PENDING: i32 = 4;
const VISITED: i32 = 5;
const TO_CLEAR: i32 = 6;
/// Kind of the first list of remembered values.
const REMEMBERED: i32 = 16;

/// Where in a state each part of a position is.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) layout: Layout,
    pub(super) pieces: Pieces,
    /// Attributes of local state, rotation and value.
    state: Option<AttributeId>,
    rotation: Option<AttributeId>,
    value: Option<AttributeId>,
    /// Names of the variables.
    pub(super) names: Vec<String>,
    pub(super) attributes: Vec<String>,
    /// The variable of the pile of slot 0.
    piles: Option<usize>,
    /// The variable of the first die.
    dice: usize,
    /// The word of each register; none for the mover, which follows from the slot of the turn
    /// order.
    registers: Vec<Option<usize>>,
    /// The registers in a new game.
    fresh: Vec<i32>,
}

impl Words {
    /// Returns the layout of a game of which `position` is new.
    pub(super) fn new(rules: &Rules, position: &Position, sites: &[String], names: &[String]) -> Words {
        let pieces = Pieces::new(rules);
        let mut attributes = Vec::new();
        let mut attribute = |used: bool, name: &str| {
            used.then(|| {
                attributes.push(name.to_string());
                AttributeId::at(attributes.len() - 1)
            })
        };
        let Facets { state, rotation, value } = rules.facets;
        let (state, rotation, value) =
            (attribute(state, "state"), attribute(rotation, "rotation"), attribute(value, "value"));
        let slots = rules.ground.slots;
        let dice = rules.ground.dice().map_or(0, |(_, faces)| faces.len());
        let mut variables: Vec<String> = (1..=dice).map(|die| format!("die {die}")).collect();
        let piles = (rules.counted && !rules.stacking).then(|| {
            variables.extend(sites.iter().map(|site| format!("pieces.{site}")));
            dice
        });
        let first = variables.len();
        let mut places = vec![None; position.registers.len()];
        let mut register = |at: usize, name: String| {
            places[at] = Some(variables.len());
            variables.push(name);
        };
        for (at, name) in names.iter().enumerate() {
            if at != MOVER && !COUNTED.contains(&at) {
                register(at, name.clone());
            }
        }
        debug_assert!(first <= variables.len());
        let planes = 1 + attributes.len();
        let levels = if rules.stacking { (LEVEL_WORDS / (slots * planes)).clamp(LEVELS.0, LEVELS.1) } else { 1 };
        let layout = Layout::new(LayoutSpec {
            sites: slots,
            levels,
            players: rules.ground.players + usize::from(dice > 0),
            kinds: pieces.kinds(),
            attributes: vec![Values::Integer; attributes.len()],
            keeps_history: rules.records,
            variables: variables.len(),
            counters: COUNTED.len(),
            ..LayoutSpec::default()
        });
        let words = layout.places();
        let mut registers: Vec<Option<usize>> =
            places.into_iter().map(|place| place.map(|variable| words.variables + variable)).collect();
        for (counter, at) in COUNTED.into_iter().enumerate() {
            registers[at] = Some(words.counters + counter);
        }
        Words {
            layout,
            pieces,
            state,
            rotation,
            value,
            names: variables,
            attributes,
            piles,
            dice,
            registers,
            fresh: position.registers.clone(),
        }
    }

    /// Returns the variable of a die: 0 where it has not been thrown, else the number of the face
    /// from 1.
    pub(super) fn die(&self, die: usize) -> u16 {
        die as u16
    }

    /// Returns the faces of all dice; `None` if one of them has not been thrown.
    pub(super) fn faces(&self, state: &State) -> Option<Vec<u32>> {
        (0..self.dice).map(|die| state.variable(&self.layout, die).checked_sub(1)).collect()
    }

    /// Returns what a register is called.
    pub(super) fn register_name(&self, register: usize) -> &str {
        let variables = self.layout.places().variables;
        let word = self.registers.get(register).copied().flatten().and_then(|word| word.checked_sub(variables));
        word.and_then(|variable| self.names.get(variable)).map_or("?", String::as_str)
    }

    /// Returns the state of a position, of which the turn is as the position says.
    pub(super) fn set_up(&self, slots: usize, position: &CorePosition) -> Result<State, Vec<PositionError>> {
        let spec = self.layout.spec();
        let mut errors = Vec::new();
        let mut heights = vec![0; spec.sites];
        for placement in &position.pieces {
            match heights.get_mut(placement.site.index()) {
                None => errors.push(PositionError::NoSuchSite(placement.site)),
                Some(height) => *height += 1,
            }
            if self.pieces.what(placement.piece) == 0 {
                errors.push(PositionError::NoSuchPiece(placement.piece));
            }
            let unknown = placement.attributes.iter().filter(|(which, _)| which.index() >= spec.attributes.len());
            errors.extend(unknown.map(|(which, _)| PositionError::NoSuchAttribute(*which)));
        }
        let high = heights.iter().enumerate().filter(|(_, height)| **height > self.layout.levels());
        errors.extend(high.filter(|_| self.layout.has_columns()).map(|(at, _)| PositionError::TooHigh(SiteId::at(at))));
        errors.extend(position.supplies.iter().map(|(piece, _)| PositionError::NoSupply(*piece)));
        let slot = position.slot.unwrap_or(SlotId(0));
        if slot.index() >= slots {
            errors.push(PositionError::NoSuchSlot(slot));
        }
        let unknown = position.variables.iter().filter(|(which, _)| *which >= spec.variables);
        errors.extend(unknown.map(|(which, _)| PositionError::NoSuchVariable(*which)));
        if !errors.is_empty() {
            return Err(errors);
        }
        let (mut state, mut log) = (State::empty(&self.layout), UndoLog::new());
        let mut change = Change::begin(&self.layout, &mut state, &mut log);
        for placement in &position.pieces {
            change.place(placement.site, placement.piece);
            for &(which, value) in &placement.attributes {
                change.set_attribute(placement.site, which, value);
            }
        }
        change.set_slot(slot);
        for &(which, value) in &position.variables {
            change.set_variable(which, value as u32);
        }
        let tail: Vec<u32> = position.tail.iter().map(|number| *number as u32).collect();
        change.set_tail(&tail);
        Ok(state)
    }

    /// Returns the value of a register.
    pub(super) fn register(&self, state: &State, register: usize) -> i32 {
        let word = self.registers[register].map_or(0, |word| state.words()[word]);
        self.fresh[register].wrapping_add(word as i32)
    }

    /// What a register holds in a new game if this player moves.
    fn fresh(&self, rules: &Rules, register: usize, mover: usize) -> i32 {
        match register {
            NEXT => (mover % rules.ground.players) as i32 + 1,
            _ => self.fresh[register],
        }
    }

    fn token(&self, state: &State, slot: usize, level: usize) -> Token {
        let site = SiteId::at(slot);
        let Some(piece) = state.piece_beneath(&self.layout, site, level) else { return Token::default() };
        let facet = |which: Option<AttributeId>| {
            which.map_or(0, |which| state.attribute_beneath(&self.layout, site, level, which))
        };
        Token {
            what: self.pieces.what(piece),
            rotation: facet(self.rotation) as i16,
            state: facet(self.state),
            value: facet(self.value),
        }
    }

    /// Writes a piece, or an empty place, to a level of a site. Returns whether a facet has no
    /// word.
    fn write_token(&self, change: &mut Change<'_>, slot: usize, level: usize, token: Token) -> bool {
        let site = SiteId::at(slot);
        let piece = self.pieces.piece(token.what);
        change.set_word(self.layout.level_word(site, level, 0), piece.map_or(0, Piece::code));
        let mut left = false;
        let facets = [(self.state, token.state), (self.rotation, token.rotation.into()), (self.value, token.value)];
        for (which, value) in facets {
            match which {
                Some(which) if piece.is_some() => {
                    let plane = self.layout.field(which).plane();
                    change.set_word(self.layout.level_word(site, level, plane), value as u32);
                }
                Some(which) => {
                    let plane = self.layout.field(which).plane();
                    change.set_word(self.layout.level_word(site, level, plane), 0);
                    left |= value != 0;
                }
                None => left |= value != 0,
            }
        }
        left
    }

    /// Makes a state hold a position. The dice are taken as they are in the state.
    pub(super) fn write(&self, rules: &Rules, position: &Position, change: &mut Change<'_>) {
        let mut tail = Tail::default();
        let mut facets = Vec::new();
        let mut piles = Vec::new();
        let mut deep = Vec::new();
        let mut note = |slot: usize, level: usize, token: Token| {
            facets.extend([slot as i32, level as i32, token.state, token.rotation.into(), token.value]);
        };
        for slot in 0..rules.ground.slots {
            if let Some(stack) = position.stacks.get(slot) {
                let before = change.state().height(&self.layout, SiteId::at(slot));
                for level in 0..stack.len().max(before).min(self.layout.levels()) {
                    let token = stack.len().checked_sub(level + 1).map_or(Token::default(), |at| stack[at]);
                    if self.write_token(change, slot, level, token) {
                        note(slot, level, token);
                    }
                }
                let hidden = stack.len().saturating_sub(self.layout.levels());
                for token in &stack[..hidden] {
                    let facets = [token.state, token.rotation.into(), token.value];
                    deep.extend([slot as i32, token.what.into()].into_iter().chain(facets));
                }
                continue;
            }
            let (token, count) = (position.top[slot], position.count[slot]);
            if self.write_token(change, slot, 0, token) {
                note(slot, 0, token);
            }
            let pile = if count == 1 { 0 } else { count };
            match self.piles {
                Some(first) => change.set_variable(first + slot, pile as u32),
                None if pile != 0 => piles.extend([slot as i32, count]),
                None => {}
            }
        }
        let mover = position.get(MOVER) as usize;
        for (register, word) in self.registers.iter().enumerate() {
            if let Some(word) = *word {
                let value = position.get(register).wrapping_sub(self.fresh(rules, register, mover));
                change.set_word(word, value as u32);
            }
        }
        tail.part(FACETS, &facets);
        tail.part(PILES, &piles);
        tail.part(DEEP, &deep);
        tail.part(PENDING, &position.pending);
        tail.part(VISITED, &members(&position.visited));
        tail.part(TO_CLEAR, &members(&position.to_clear));
        for (list, values) in position.remembered.iter().enumerate() {
            tail.part(REMEMBERED + list as i32, values);
        }
        change.set_tail(&tail.numbers);
        let known = change.state().history().len();
        for key in position.history.iter().skip(known) {
            change.remember(*key);
        }
    }

    /// Makes a game that is being played have the position of a state.
    pub(super) fn read(&self, state: &State, run: &mut Run<'_>) {
        let rules = run.rules;
        let position = &mut run.position;
        position.log_changes(false);
        let tail = Tail::parts(state.tail());
        let part = |kind: i32| tail.iter().find(|(known, _)| *known == kind).map_or(&[][..], |(_, part)| part);
        let (facets, piles, deep) = (part(FACETS), part(PILES), part(DEEP));
        let mut stack = Vec::new();
        for slot in 0..rules.ground.slots {
            let facets = |level: usize, token: Token| {
                let found = facets.chunks_exact(5).find(|one| one[..2] == [slot as i32, level as i32]);
                found.map_or(token, |one| Token { state: one[2], rotation: one[3] as i16, value: one[4], ..token })
            };
            if !rules.stacking {
                let token = facets(0, self.token(state, slot, 0));
                let pile = match self.piles {
                    Some(first) => state.variable(&self.layout, first + slot) as i32,
                    None => piles.chunks_exact(2).find(|one| one[0] == slot as i32).map_or(0, |one| one[1]),
                };
                let count = if pile == 0 { i32::from(token.what != 0) } else { pile };
                if position.top[slot] != token || position.count[slot] != count {
                    position.put(slot, token, count);
                }
                continue;
            }
            stack.clear();
            for one in deep.chunks_exact(5).filter(|one| one[0] == slot as i32) {
                let what = self.pieces.checked(one[1]);
                stack.push(Token { what, state: one[2], rotation: one[3] as i16, value: one[4] });
            }
            let height = state.height(&self.layout, SiteId::at(slot));
            stack.extend((0..height).rev().map(|level| facets(level, self.token(state, slot, level))));
            if position.stacks[slot] != stack {
                while position.pop(slot).is_some() {}
                stack.iter().for_each(|token| position.push(slot, *token));
            }
        }
        let mover = state.slot(&self.layout).index() % rules.ground.players + 1;
        position.set(MOVER, mover as i32);
        for (register, word) in self.registers.iter().enumerate() {
            if let Some(word) = *word {
                let value = self.fresh(rules, register, mover).wrapping_add(state.words()[word] as i32);
                position.set(register, value);
            }
        }
        let set = |kind: i32| {
            let slots = part(kind).iter().filter_map(|slot| usize::try_from(*slot).ok());
            Bits::of(rules.ground.slots, slots.filter(|slot| *slot < rules.ground.slots))
        };
        position.set_pending(part(PENDING).to_vec());
        position.visited = set(VISITED);
        position.to_clear = set(TO_CLEAR);
        for list in 0..position.remembered.len() {
            let values = part(REMEMBERED + list as i32);
            if position.remembered[list] != values {
                position.set_remembered(list, values.to_vec());
            }
        }
        if rules.records && position.history != state.history() {
            position.history.clear();
            position.history.extend_from_slice(state.history());
        }
        run.fed = self.faces(state).unwrap_or_default();
        run.seed(state.key());
    }

    /// Notes who moves, and whether the dice are thrown before.
    pub(super) fn write_turn(&self, rules: &Rules, mover: usize, throws: bool, change: &mut Change<'_>) {
        let slot = mover.saturating_sub(1) + if throws { rules.ground.players } else { 0 };
        change.set_slot(SlotId::at(slot));
        for die in 0..self.dice {
            change.set_variable(die, 0);
        }
    }

    /// Returns the player who throws the dice.
    pub(super) fn thrower(rules: &Rules) -> PlayerId {
        PlayerId::at(rules.ground.players)
    }
}

fn members(bits: &Bits) -> Vec<i32> {
    bits.iter().map(|slot| slot as i32).collect()
}

#[derive(Default)]
struct Tail {
    numbers: Vec<u32>,
}

impl Tail {
    fn part(&mut self, kind: i32, entries: &[i32]) {
        if !entries.is_empty() {
            self.numbers.extend([kind as u32, entries.len() as u32]);
            self.numbers.extend(entries.iter().map(|entry| *entry as u32));
        }
    }

    /// Returns the parts of a tail; what cannot be read is left out.
    fn parts(numbers: &[u32]) -> Vec<(i32, Vec<i32>)> {
        let mut parts = Vec::new();
        let mut rest = numbers;
        while let [kind, length, more @ ..] = rest {
            let Some((entries, after)) = more.split_at_checked(*length as usize) else { break };
            parts.push((*kind as i32, entries.iter().map(|entry| *entry as i32).collect()));
            rest = after;
        }
        parts
    }
}
