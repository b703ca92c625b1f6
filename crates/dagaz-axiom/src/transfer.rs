//! Between states and the machine's board: what is loaded before a question, and written back after
//! a move.
//!
//! A site's word in a state and a piece's cell in a script have the same bits, but for the bit of
//! neutral players.

use dagaz_core::{Change, Layout, LayoutSpec, Piece, PlayerId, SiteId, SlotId, State};

use crate::machine::{Machine, Register};
use crate::program::{NEUTRAL, OWNER_MASK, Program, TYPE_MASK};

/// Variables of the state before the script's own: what the registers hold beyond what the slot
/// says.
pub(crate) const REGISTERS: [(&str, usize); 4] = [
    ("$partial", Register::PARTIAL),
    ("$of-type", Register::OF_TYPE),
    ("$player", Register::PLAYER),
    ("$for-player", Register::FOR_PLAYER),
];

/// Returns the names of all variables of the state, in the order of the layout.
pub(crate) fn variable_names(program: &Program) -> Vec<String> {
    let mut names: Vec<String> = REGISTERS.iter().map(|(name, _)| name.to_string()).collect();
    for variable in &program.variables {
        match variable.cells {
            1 => names.push(variable.name.clone()),
            cells => names.extend((0..cells).map(|cell| format!("{}[{cell}]", variable.name))),
        }
    }
    names
}

/// What the states of a script look like inside.
pub(crate) fn layout(program: &Program) -> Layout {
    Layout::new(LayoutSpec {
        sites: program.sites.len(),
        players: program.players.len(),
        kinds: program.pieces.len(),
        starts: vec![Vec::new(); program.pieces.len()],
        keeps_history: program.repeats,
        variables: variable_names(program).len(),
        counters: program.kept.len(),
        ..LayoutSpec::default()
    })
}

/// Returns the cells of the script's board variables, in the order of the layout.
fn variable_cells<'a>(program: &'a Program, machine: &Machine) -> impl Iterator<Item = usize> + use<'a> {
    let first = machine.variables_at;
    program.variables.iter().flat_map(move |variable| (0..variable.cells).map(move |cell| first + variable.cell + cell))
}

/// What a register holds in a slot if nothing else has been said.
fn usual(program: &Program, slot: usize, register: usize) -> i32 {
    let turn = program.turns.get(slot);
    turn.map_or(0, |turn| match register {
        Register::PLAYER => turn.player,
        Register::FOR_PLAYER => turn.for_player,
        Register::OF_TYPE => turn.of_type,
        _ => 0,
    })
}

/// Returns a register of a state.
pub(crate) fn register(program: &Program, layout: &Layout, state: &State, register: usize) -> i32 {
    let usual = usual(program, state.slot(layout).index(), register);
    match REGISTERS.iter().position(|(_, known)| *known == register) {
        Some(variable) => usual ^ state.variable(layout, variable) as i32,
        None => usual,
    }
}

/// Puts a state on the machine's board.
pub(crate) fn load(program: &Program, layout: &Layout, state: &State, machine: &mut Machine) {
    // Scripts write beyond their arrays here too.
    machine.board.fill(0);
    let words = &state.words()[..program.sites.len()];
    for (cell, &word) in machine.board[Register::COUNT..].iter_mut().zip(words) {
        *cell = word as i32;
    }
    for player in (0..program.players.len()).filter(|&player| program.players[player].neutral) {
        for site in state.sites_of(layout, PlayerId::at(player)) {
            machine.board[Register::COUNT + site.index()] |= NEUTRAL;
        }
    }
    machine.board[Register::SLOT] = state.slot(layout).index() as i32;
    for (_, which) in REGISTERS {
        machine.board[which] = register(program, layout, state, which);
    }
    for (index, cell) in variable_cells(program, machine).enumerate() {
        machine.board[cell] = state.variable(layout, REGISTERS.len() + index) as i32;
    }
    for (index, (address, _)) in program.kept.iter().enumerate() {
        machine.store(*address as i32, state.counter(layout, index) as i32);
    }
}

/// Writes the machine's board back: whatever differs is changed.
pub(crate) fn write_back(program: &Program, machine: &Machine, change: &mut Change<'_>) {
    for site in 0..program.sites.len() {
        let cell = machine.board[Register::COUNT + site];
        let piece = Machine::piece_of(program, cell).map(|(kind, owner)| Piece { kind, owner });
        let site = SiteId::at(site);
        if piece != change.state().piece(site) {
            match piece {
                Some(piece) => change.place(site, piece),
                None => change.clear(site),
            }
        }
    }
    let slot = (machine.board[Register::SLOT].max(0) as usize).min(program.turns.len().saturating_sub(1));
    change.set_slot(SlotId::at(slot));
    for (variable, (_, which)) in REGISTERS.iter().enumerate() {
        change.set_variable(variable, (machine.board[*which] ^ usual(program, slot, *which)) as u32);
    }
    let cells: Vec<usize> = variable_cells(program, machine).collect();
    for (index, cell) in cells.into_iter().enumerate() {
        change.set_variable(REGISTERS.len() + index, machine.board[cell] as u32);
    }
    for (index, (address, _)) in program.kept.iter().enumerate() {
        change.set_counter(index, machine.load(*address as i32) as u32);
    }
}

/// Returns the player of a register, for everything above.
pub(crate) fn player(program: &Program, cell: i32) -> PlayerId {
    program.player_index(cell & OWNER_MASK & !TYPE_MASK).map_or(PlayerId::NONE, PlayerId::at)
}
