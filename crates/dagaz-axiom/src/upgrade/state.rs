//! The initial state: variables with their values, and pieces.
//!
//! It is read from the state of a new game, after the set-up, `OnNewGame`, and the rules file in
//! the script's folder.

use std::collections::BTreeMap;

use dagaz_core::{Game, PlayerId, SiteId};

use super::Draft;
use super::board::Board;
use crate::op::Op;
use crate::transfer::REGISTERS;

/// Cells of an array that become variables of their own.
const CELLS_MAX: usize = 64;

/// A variable of the rules, with what it holds at the start.
pub(super) enum Variable {
    Game(String, i32),
    /// One for each of the first sites.
    Site(String, Vec<i32>),
    /// Cannot be translated: the name of the array and its number of cells.
    TooLong(String, usize),
}

impl Draft<'_> {
    /// What the board remembers, and what play alone writes, as variables.
    pub(super) fn variables(&mut self, board: &Board<'_>) -> Vec<Variable> {
        let program = self.program;
        let layout = self.game.layout();
        let mut variables = Vec::new();
        let mut at = REGISTERS.len();
        let grid = program.grid.map_or(0, |(rows, columns)| rows * columns);
        for variable in &program.variables {
            let cells: Vec<i32> =
                (at..at + variable.cells).map(|cell| self.start.variable(layout, cell) as i32).collect();
            at += variable.cells;
            let values = match self.is_bytes(&variable.name) {
                true => cells.iter().flat_map(|cell| cell.to_le_bytes()).map(i32::from).collect(),
                false => cells,
            };
            // An array as long as the board has, as likely as not, a cell for each site.
            let by_site = [board.sites.len(), program.scanned, grid].contains(&values.len());
            match values.as_slice() {
                [value] => variables.push(Variable::Game(self.names.take(&variable.name), *value)),
                _ if by_site => variables.push(Variable::Site(self.names.take(&variable.name), values)),
                values if values.len() <= CELLS_MAX => {
                    for (cell, value) in values.iter().enumerate() {
                        let name = self.names.take(&format!("{}-{cell}", variable.name.trim_end_matches("[]")));
                        variables.push(Variable::Game(name, *value));
                    }
                }
                values => variables.push(Variable::TooLong(variable.name.clone(), values.len())),
            }
        }
        for (index, (_, name)) in program.kept.iter().take(CELLS_MAX).enumerate() {
            let value = self.start.counter(layout, index) as i32;
            variables.push(Variable::Game(self.names.take(&name.replace(['[', ']'], "-")), value));
        }
        if program.kept.len() > CELLS_MAX {
            variables.push(Variable::TooLong("of global cells".to_string(), program.kept.len()));
        }
        variables
    }

    /// Returns whether an array of the board holds bytes.
    fn is_bytes(&self, name: &str) -> bool {
        let token = self.program.names.iter().rposition(|known| known == name);
        let entry = token.and_then(|token| self.program.entry(token as i32));
        matches!(entry.and_then(|entry| self.program.ops.get(entry as usize)), Some(Op::ByteIndex(_)))
    }

    pub(super) fn write_variables(&mut self, variables: &[Variable]) {
        if !variables.is_empty() {
            self.page.gap();
        }
        for variable in variables {
            match variable {
                Variable::Game(name, value) => self.page.line(1, &format!("(var {name} of game {value})")),
                Variable::Site(name, _) => {
                    self.page.comment(1, "An array of the script; it is taken to have a cell for each site.");
                    self.page.line(1, &format!("(var {name} of site 0)"));
                }
                Variable::TooLong(name, cells) => {
                    self.page.comment(1, &format!("The array {name} has {cells} cells."));
                    self.by_hand.push(format!("the array {name}, of {cells} cells"));
                }
            }
        }
    }

    pub(super) fn write_setup(&mut self, board: &Board<'_>, variables: &[Variable]) {
        // By owner, then by type.
        let mut standing: BTreeMap<(PlayerId, usize), Vec<String>> = BTreeMap::new();
        for (site, name) in board.sites.iter().enumerate() {
            if let Some(piece) = self.start.piece(SiteId::at(site)) {
                standing.entry((piece.owner, piece.kind.index())).or_default().push(name.clone());
            }
        }
        let mut armies: Vec<(String, Vec<String>)> = Vec::new();
        for ((owner, kind), sites) in standing {
            let owner = self.players.get(owner.index()).cloned().flatten().unwrap_or_else(|| "nobody".to_string());
            let army = format!("({} {})", self.pieces[kind], sites.join(" "));
            match armies.iter_mut().find(|(known, _)| *known == owner) {
                Some((_, known)) => known.push(army),
                None => armies.push((owner, vec![army])),
            }
        }
        let mut held: Vec<(String, Vec<String>)> = Vec::new();
        for variable in variables {
            let Variable::Site(name, values) = variable else { continue };
            let mut different: Vec<i32> = values.iter().copied().filter(|value| *value != 0).collect();
            different.sort_unstable();
            different.dedup();
            for value in different {
                let sites = board.sites.iter().zip(values).filter(|(_, own)| **own == value);
                held.push((format!("{name} {value}"), sites.map(|(site, _)| site.clone()).collect()));
            }
        }
        if armies.is_empty() && held.is_empty() {
            return;
        }
        self.page.gap();
        self.page.line(1, "(setup");
        armies.iter().chain(&held).for_each(|(head, items)| self.page.list(2, head, items));
        self.page.close(2);
    }
}
