//! The memory that scripts address: one row of cells for all that is global, and the current board
//! behind it.
//!
//! Addresses are in bytes. A board variable has the same address on every board; it is the current
//! one's cell that is meant. Records of moves are read as if they were memory too. All other
//! addresses read as 0, and what is written there is lost.

use crate::machine::{Machine, Register};
use crate::program::Program;

/// Addresses from here on are variables of the current board.
pub(crate) const BOARD_SPACE: u32 = 0x1000_0000;
/// Addresses from here on are the registers of the current board.
pub(crate) const REGISTER_SPACE: u32 = 0x2000_0000;
/// The record of the list of moves on top.
pub(crate) const LIST_SPACE: u32 = 0x3000_0000;
/// Records of moves; the code of each is its address and 12.
pub(crate) const MOVE_SPACE: u32 = 0x4000_0000;
/// Bytes of the record of a move.
pub(crate) const MOVE_BYTES: u32 = 16;
/// Cells that global variables, arrays and strings may take.
pub(crate) const MEMORY_CELLS_MAX: usize = 1 << 20;
/// Cells that lie unused before everything that is allotted: scripts write a little beyond their
/// arrays.
pub(crate) const GUARD_CELLS: usize = 16;
/// Where strings of moves go: a new one overwrites the last.
pub(crate) const STRING_BUFFER: i32 = 4 * GUARD_CELLS as i32;
/// Bytes of that place.
pub(crate) const STRING_BYTES: usize = 1_024;
/// The cell with the base in which numbers are read and printed.
pub(crate) const BASE: i32 = STRING_BUFFER + STRING_BYTES as i32 + 4 * GUARD_CELLS as i32;
/// Cells of memory before anything is allotted.
pub(crate) const FIRST_CELLS: usize = BASE as usize / 4 + 1;
/// Cells that are put back together.
pub(crate) const PAGE_CELLS: usize = 32;

impl Machine {
    #[inline]
    pub(crate) fn load(&self, address: i32) -> i32 {
        match self.memory.get((address as u32 >> 2) as usize) {
            Some(&value) => value,
            None => self.load_far(address as u32),
        }
    }

    #[inline]
    pub(crate) fn store(&mut self, address: i32, value: i32) {
        let cell = (address as u32 >> 2) as usize;
        match self.memory.get_mut(cell) {
            Some(place) => {
                *place = value;
                self.mark(cell);
            }
            None => self.store_far(address as u32, value),
        }
    }

    #[inline]
    fn mark(&mut self, cell: usize) {
        let page = cell / PAGE_CELLS;
        if let Some(bits) = self.dirty.get_mut(page / 64) {
            *bits |= 1 << (page % 64);
        }
    }

    #[inline(never)]
    fn load_far(&self, address: u32) -> i32 {
        match address {
            BOARD_SPACE..LIST_SPACE => {
                self.board_cell(address).and_then(|cell| self.board.get(cell)).copied().unwrap_or(0)
            }
            LIST_SPACE..MOVE_SPACE => match (address - LIST_SPACE) >> 2 {
                1 => self.move_count(),
                2 => self.first_move(),
                _ => 0,
            },
            MOVE_SPACE..0x8000_0000 => {
                let within = (address - MOVE_SPACE) % MOVE_BYTES;
                let record = (address - within) as i32;
                match within >> 2 {
                    0 => self.next_move(record),
                    1 => self.item(record).map_or(0, |item| item.class),
                    3 => self.move_code(record),
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    #[inline(never)]
    fn store_far(&mut self, address: u32, value: i32) {
        if let Some(cell) = self.board_cell(address)
            && let Some(place) = self.board.get_mut(cell)
        {
            *place = value;
        }
    }

    /// Returns the cell of the board at an address.
    fn board_cell(&self, address: u32) -> Option<usize> {
        match address {
            BOARD_SPACE..REGISTER_SPACE => Some(self.variables_at + ((address - BOARD_SPACE) >> 2) as usize),
            REGISTER_SPACE..LIST_SPACE => {
                Some(((address - REGISTER_SPACE) >> 2) as usize).filter(|cell| *cell < Register::COUNT)
            }
            _ => None,
        }
    }

    pub(crate) fn load_byte(&self, address: i32) -> i32 {
        (self.load(address & !3) >> ((address & 3) * 8)) & 0xFF
    }

    pub(crate) fn store_byte(&mut self, address: i32, value: i32) {
        let shift = (address & 3) * 8;
        let word = self.load(address & !3) & !(0xFF << shift);
        self.store(address & !3, word | (value & 0xFF) << shift);
    }

    /// Returns the bytes of a string that ends with a zero, at most `most` of them.
    pub(crate) fn string(&self, address: i32, most: usize) -> Vec<u8> {
        let bytes = (0..most as i32).map(|offset| self.load_byte(address.wrapping_add(offset)) as u8);
        bytes.take_while(|byte| *byte != 0).collect()
    }

    /// Writes a string with a zero at its end.
    pub(crate) fn write_string(&mut self, address: i32, bytes: &[u8]) {
        for (offset, byte) in bytes.iter().copied().chain([0]).enumerate() {
            self.store_byte(address.wrapping_add(offset as i32), i32::from(byte));
        }
    }

    /// Puts every page that was written to back.
    pub(crate) fn restore_memory(&mut self, program: &Program) {
        for (word, bits) in self.dirty.iter_mut().enumerate() {
            let mut left = std::mem::take(bits);
            while left != 0 {
                let page = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let cells = page * PAGE_CELLS..((page + 1) * PAGE_CELLS).min(self.memory.len());
                if let (Some(now), Some(then)) = (self.memory.get_mut(cells.clone()), program.memory.get(cells)) {
                    now.copy_from_slice(then);
                }
            }
        }
    }
}
