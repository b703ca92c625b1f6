//! The position of one game: pieces by slot, numbers by register, and a log by which every change
//! is taken back. It knows nothing of rules.

use super::bits::Bits;

/// A piece on a slot, or on a level of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Token {
    /// The component; 0 for none.
    pub what: u16,
    /// The rotation.
    pub rotation: i16,
    /// The local state.
    pub state: i32,
    /// The value.
    pub value: i32,
}

/// Register of the player to move.
pub const MOVER: usize = 0;
/// Register of the player who moves next.
pub const NEXT: usize = 1;
/// Register of the player who moved last.
pub const PREV: usize = 2;
/// Register of the counter.
pub const COUNTER: usize = 3;
/// Register of the unnamed variable.
pub const TEMP: usize = 4;
/// Register of the pot.
pub const POT: usize = 5;
/// Register of the number of turns, counted from 1.
pub const TURNS: usize = 6;
/// Register of the moves that the mover has made in this turn.
pub const MOVES_THIS_TURN: usize = 7;
/// Register of the moves since the set-up.
pub const PLIES: usize = 8;
/// Register of the passes in a row that were whole turns.
pub const PASSES: usize = 9;
/// Register of the origin of the last move.
pub const LAST_FROM: usize = 10;
/// Register of the target of the last move.
pub const LAST_TO: usize = 11;
/// Register of the level of the origin of the last move.
pub const LAST_LEVEL_FROM: usize = 12;
/// Register of the level of the target of the last move.
pub const LAST_LEVEL_TO: usize = 13;
/// Register of the target of the last move after its consequences.
pub const LAST_AFTER: usize = 14;
/// Register that is 1 if the last move was a pass.
pub const LAST_PASS: usize = 15;
/// Register that is 1 if the game is over.
pub const OVER: usize = 16;
/// Register of the number of players that have won.
pub const WINNERS: usize = 17;
/// Register of the number of players that have lost.
pub const LOSERS: usize = 18;
/// Register that is 1 if all dice show the same.
pub const DICE_EQUAL: usize = 19;
/// Register that is 1 if the last move set the next player.
pub const REPLAYED: usize = 20;
/// Register of the number of positions recorded since the last turn began, in games that ask for
/// it.
pub const TURN_RECORDS: usize = 21;
/// Register of the mover of the last move.
pub const LAST_MOVER: usize = 22;
/// Register that is 1 if the dice have been rolled in this position.
pub const ROLLED: usize = 23;
/// Register of the player who moved in the turn before.
pub const PREV_TURN: usize = 24;
/// Register of the origin of the last move after its consequences.
pub const LAST_AFTER_FROM: usize = 25;
/// Register of the element type of the target of the last move.
pub const LAST_SLOT_TYPE: usize = 26;
/// Registers before those of players.
pub const FIXED: usize = 27;

/// One change, as needed to take it back.
#[derive(Clone, Debug)]
enum Undo {
    Site(u32, Token, i32),
    Push(u32),
    Pop(u32, Token),
    Level(u32, u32, Token),
    Insert(u32, u32),
    Extract(u32, u32, Token),
    Register(u32, i32),
    Pending(Vec<i32>),
    Remembered(u32, Vec<i32>),
    Visited(u32),
    Cleared(Bits),
    ToClear(Bits),
    History,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Position {
    /// The top piece by slot.
    pub top: Vec<Token>,
    /// The number of pieces by slot, in games without stacks.
    pub count: Vec<i32>,
    /// The pieces by slot from the bottom, in games with stacks.
    pub stacks: Vec<Vec<Token>>,
    /// The slots where a component is on top.
    pub held: Vec<Bits>,
    /// The slots where a player's piece is on top, by owner.
    pub own: Vec<Bits>,
    /// The slots with a piece.
    pub full: Bits,
    /// Numbers, by register.
    pub registers: Vec<i32>,
    /// Pending values in the order in which they were set.
    pub pending: Vec<i32>,
    /// Remembered values by name.
    pub remembered: Vec<Vec<i32>>,
    /// Visited slots.
    pub visited: Bits,
    /// Slots to be cleared at the end of the turn.
    pub to_clear: Bits,
    /// Keys of the recorded positions.
    pub history: Vec<u64>,
    owner: Vec<u8>,
    log: Vec<Undo>,
    logging: bool,
}

impl Position {
    /// Returns the empty position. `owner` has the owner of each component, number 0 being no
    /// component.
    pub fn new(slots: usize, owners: usize, owner: Vec<u8>, registers: Vec<i32>, lists: usize, stacks: bool) -> Self {
        Position {
            top: vec![Token::default(); slots],
            count: vec![0; slots],
            stacks: if stacks { vec![Vec::new(); slots] } else { Vec::new() },
            held: vec![Bits::new(slots); owner.len()],
            own: vec![Bits::new(slots); owners],
            full: Bits::new(slots),
            registers,
            pending: Vec::new(),
            remembered: vec![Vec::new(); lists],
            visited: Bits::new(slots),
            to_clear: Bits::new(slots),
            history: Vec::new(),
            owner,
            log: Vec::new(),
            logging: true,
        }
    }

    /// Sets whether changes are logged; without a log nothing can be taken back.
    pub fn log_changes(&mut self, logging: bool) {
        self.logging = logging;
        self.log.clear();
    }

    /// Returns a mark to which `undo_to` goes back.
    #[inline]
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Starts a log if none is kept, and returns the mark and whether one was kept.
    #[inline]
    pub fn begin(&mut self) -> (usize, bool) {
        let was = self.logging;
        self.logging = true;
        (self.log.len(), was)
    }

    /// Goes back to what `begin` returned.
    #[inline]
    pub fn back(&mut self, (mark, was): (usize, bool)) {
        self.undo_to(mark);
        self.logging = was;
    }

    /// Returns a register.
    #[inline]
    pub fn get(&self, register: usize) -> i32 {
        self.registers.get(register).copied().unwrap_or(0)
    }

    /// Sets a register.
    #[inline]
    pub fn set(&mut self, register: usize, value: i32) {
        if let Some(old) = self.registers.get_mut(register)
            && *old != value
        {
            if self.logging {
                self.log.push(Undo::Register(register as u32, *old));
            }
            *old = value;
        }
    }

    /// Returns the number of levels of a slot: 0 or 1 without stacks.
    #[inline]
    pub fn height(&self, slot: usize) -> usize {
        if self.stacks.is_empty() { usize::from(self.top[slot].what != 0) } else { self.stacks[slot].len() }
    }

    /// Returns the piece of a level, the top one without a level.
    #[inline]
    pub fn token(&self, slot: usize, level: Option<i32>) -> Token {
        match level {
            Some(level) if !self.stacks.is_empty() && level >= 0 => {
                self.stacks[slot].get(level as usize).copied().unwrap_or_default()
            }
            _ => self.top[slot],
        }
    }

    /// Returns the number of pieces of a slot: its pile or the height of its stack.
    #[inline]
    pub fn pieces(&self, slot: usize) -> i32 {
        if self.stacks.is_empty() { self.count[slot] } else { self.stacks[slot].len() as i32 }
    }

    /// Returns the owner of a component.
    #[inline]
    pub fn owner_of(&self, what: u16) -> usize {
        self.owner.get(usize::from(what)).copied().unwrap_or(0).into()
    }

    /// Returns the owner of the top piece; 0 for none.
    #[inline]
    pub fn who(&self, slot: usize) -> usize {
        self.owner_of(self.top[slot].what)
    }

    #[inline]
    fn show(&mut self, slot: usize, token: Token) {
        let old = self.top[slot].what;
        self.top[slot] = token;
        if old != token.what {
            if old != 0 {
                let owner = self.owner_of(old);
                self.held[usize::from(old)].remove(slot);
                self.own[owner].remove(slot);
            }
            if token.what == 0 {
                self.full.remove(slot);
            } else {
                let owner = self.owner_of(token.what);
                self.held[usize::from(token.what)].insert(slot);
                self.own[owner].insert(slot);
                self.full.insert(slot);
            }
        }
    }

    /// Puts a piece and a count on a slot of a game without stacks.
    #[inline]
    pub fn put(&mut self, slot: usize, token: Token, count: i32) {
        if self.logging {
            self.log.push(Undo::Site(slot as u32, self.top[slot], self.count[slot]));
        }
        let (token, count) = match (token.what, count) {
            // An empty site can have a state.
            (0, _) => (token, 0),
            (_, ..=0) => (Token::default(), 0),
            _ => (token, count),
        };
        self.show(slot, token);
        self.count[slot] = count;
    }

    /// Changes the facets of a piece without replacing it.
    pub fn change(&mut self, slot: usize, level: Option<i32>, token: Token) {
        if self.stacks.is_empty() {
            let count = self.count[slot];
            self.put(slot, token, count);
            return;
        }
        let height = self.stacks[slot].len();
        let level = match level {
            Some(level) if level >= 0 => level as usize,
            _ => height.wrapping_sub(1),
        };
        let Some(old) = self.stacks[slot].get_mut(level) else { return };
        if self.logging {
            self.log.push(Undo::Level(slot as u32, level as u32, *old));
        }
        *old = token;
        if level + 1 == height {
            self.show(slot, token);
        }
    }

    /// Puts a piece on top of a stack.
    pub fn push(&mut self, slot: usize, token: Token) {
        if self.logging {
            self.log.push(Undo::Push(slot as u32));
        }
        self.stacks[slot].push(token);
        self.show(slot, token);
    }

    /// Takes the top piece of a stack.
    pub fn pop(&mut self, slot: usize) -> Option<Token> {
        let token = self.stacks[slot].pop()?;
        if self.logging {
            self.log.push(Undo::Pop(slot as u32, token));
        }
        self.settle(slot);
        Some(token)
    }

    /// Puts a piece into a stack at a level.
    pub fn insert(&mut self, slot: usize, level: usize, token: Token) {
        let level = level.min(self.stacks[slot].len());
        if self.logging {
            self.log.push(Undo::Insert(slot as u32, level as u32));
        }
        self.stacks[slot].insert(level, token);
        self.settle(slot);
    }

    /// Takes the piece of a level out of a stack.
    pub fn extract(&mut self, slot: usize, level: usize) -> Option<Token> {
        if level >= self.stacks[slot].len() {
            return None;
        }
        let token = self.stacks[slot].remove(level);
        if self.logging {
            self.log.push(Undo::Extract(slot as u32, level as u32, token));
        }
        self.settle(slot);
        Some(token)
    }

    fn settle(&mut self, slot: usize) {
        let token = self.stacks[slot].last().copied().unwrap_or_default();
        self.show(slot, token);
    }

    /// Changes the pending values.
    pub fn set_pending(&mut self, values: Vec<i32>) {
        let old = std::mem::replace(&mut self.pending, values);
        if self.logging {
            self.log.push(Undo::Pending(old));
        }
    }

    /// Changes the remembered values of a name.
    pub fn set_remembered(&mut self, name: usize, values: Vec<i32>) {
        let old = std::mem::replace(&mut self.remembered[name], values);
        if self.logging {
            self.log.push(Undo::Remembered(name as u32, old));
        }
    }

    /// Marks a slot as visited.
    pub fn visit(&mut self, slot: usize) {
        if slot < self.top.len() && !self.visited.contains(slot) {
            if self.logging {
                self.log.push(Undo::Visited(slot as u32));
            }
            self.visited.insert(slot);
        }
    }

    /// Forgets all visited slots.
    pub fn forget_visited(&mut self) {
        if !self.visited.is_empty() {
            if self.logging {
                self.log.push(Undo::Cleared(self.visited.clone()));
            }
            self.visited.clear();
        }
    }

    /// Sets the slots to be cleared at the end of the turn.
    pub fn set_to_clear(&mut self, slots: Bits) {
        let old = std::mem::replace(&mut self.to_clear, slots);
        if self.logging {
            self.log.push(Undo::ToClear(old));
        }
    }

    /// Records the key of a position.
    pub fn record(&mut self, key: u64) {
        self.history.push(key);
        if self.logging {
            self.log.push(Undo::History);
        }
    }

    /// Takes all changes back that were made since `mark`.
    pub fn undo_to(&mut self, mark: usize) {
        while self.log.len() > mark {
            let Some(undo) = self.log.pop() else { return };
            match undo {
                Undo::Site(slot, token, count) => {
                    self.show(slot as usize, token);
                    self.count[slot as usize] = count;
                }
                Undo::Register(register, old) => self.registers[register as usize] = old,
                Undo::Push(slot) => {
                    self.stacks[slot as usize].pop();
                    self.settle(slot as usize);
                }
                Undo::Pop(slot, token) => {
                    self.stacks[slot as usize].push(token);
                    self.settle(slot as usize);
                }
                Undo::Level(slot, level, token) => {
                    self.stacks[slot as usize][level as usize] = token;
                    self.settle(slot as usize);
                }
                Undo::Insert(slot, level) => {
                    self.stacks[slot as usize].remove(level as usize);
                    self.settle(slot as usize);
                }
                Undo::Extract(slot, level, token) => {
                    self.stacks[slot as usize].insert(level as usize, token);
                    self.settle(slot as usize);
                }
                Undo::Pending(old) => self.pending = old,
                Undo::Remembered(name, old) => self.remembered[name as usize] = old,
                Undo::Visited(slot) => self.visited.remove(slot as usize),
                Undo::Cleared(old) => self.visited = old,
                Undo::ToClear(old) => self.to_clear = old,
                Undo::History => {
                    self.history.pop();
                }
            }
        }
    }
}
