//! Declarations of the board: sites, variables, directions, symmetries. A block that is repeated
//! replaces the first.

use crate::loader::{Fatal, Loader};
use crate::machine::BOARD_SPACE;
use crate::op::{Host, Op};
use crate::program::{BoardVariable, NOWHERE};

/// Cells between two board variables that nothing uses.
const BOARD_GUARD: usize = 4;
/// Cells that all board variables may take.
const BOARD_VARIABLES_MAX: usize = 4_096;
/// Directions of one board, as the kit allows.
const DIRECTIONS_MAX: usize = 128;

impl Loader<'_> {
    /// Does what a word about the board says; false if it is none.
    pub(super) fn board_word(&mut self, host: Host) -> Result<bool, Fatal> {
        match host {
            Host::Board => self.begin_board(),
            Host::BoardEnd => {
                if self.program.scanned == usize::MAX {
                    self.program.scanned = self.program.sites.len();
                }
            }
            Host::Grid => self.grid()?,
            Host::Position => {
                if let Some(name) = self.word_or_fault("{position}", "a name") {
                    self.site(name)?;
                }
            }
            Host::BoardVariable => {
                if let Some(name) = self.word_or_fault("{variable}", "a name") {
                    let address = self.board_cells(&name, 1)?;
                    self.constant(&name, address as i32);
                }
            }
            Host::BoardArray | Host::BoardBytes => {
                let bytes = host == Host::BoardBytes;
                if let Some(name) = self.word_or_fault(if bytes { "{carray}" } else { "{array}" }, "a name") {
                    let count = self.machine.pop().max(1) as usize;
                    let address = self.board_cells(&name, if bytes { count.div_ceil(4) } else { count })?;
                    self.word_of(&name, &[if bytes { Op::ByteIndex(address) } else { Op::Index(address) }]);
                }
            }
            Host::DummyPositions => self.program.scanned = self.program.sites.len(),
            Host::Directions | Host::DirectionsEnd | Host::SymmetriesEnd => {}
            Host::Direction => self.direction()?,
            Host::Link => {
                if let Some((name, from)) = self.direction_and_site("{link}")?
                    && let Some(to) = self.site_number("{link}")?
                {
                    let direction = self.direction_named(&name)?;
                    self.set_link(direction, from, Some(to));
                }
            }
            Host::Unlink => {
                if let Some((name, from)) = self.direction_and_site("{unlink}")? {
                    let direction = self.direction_named(&name)?;
                    self.set_link(direction, from, None);
                }
            }
            Host::Symmetries => self.program.symmetries.clear(),
            Host::Symmetry | Host::Asymmetry => self.symmetry(host == Host::Symmetry)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn begin_board(&mut self) {
        let program = &mut self.program;
        program.sites.clear();
        program.grid = None;
        program.scanned = usize::MAX;
        program.variables.clear();
        program.links.clear();
        program.priorities.clear();
        program.setup.clear();
        program.classes.clear();
        self.variable_cells = 0;
        self.class_count = 0;
    }

    fn site(&mut self, name: String) -> Result<(), Fatal> {
        let number = self.program.sites.len();
        if number >= self.limits.sites {
            self.error(format!("the board has more than {} positions", self.limits.sites));
            return Err(Fatal);
        }
        self.constant(&name, number as i32);
        self.program.sites.push(name);
        Ok(())
    }

    /// `rows columns {grid}`: columns are letters; rows are numbers, from below unless `$flipGrid`
    /// is on.
    fn grid(&mut self) -> Result<(), Fatal> {
        let columns = self.machine.pop();
        let rows = self.machine.pop();
        let fits = rows > 0 && columns > 0 && i64::from(rows) * i64::from(columns) <= self.limits.sites as i64;
        if !fits {
            self.error(format!("a grid of {rows} rows and {columns} columns is too large, or none"));
            self.board_refused = true;
            return Ok(());
        }
        if !self.program.sites.is_empty() {
            self.error("`{grid}` must come first in the board, and only once");
            return Ok(());
        }
        let flipped = match self.find("$flipGrid") {
            Some(token) => {
                let address = self.value_of(token)?;
                self.machine.load(address) != 0
            }
            None => false,
        };
        for row in 0..rows {
            for column in 0..columns {
                let rank = if flipped { row + 1 } else { rows - row };
                self.site(format!("{}{rank}", column_name(column as usize)))?;
            }
        }
        self.program.grid = Some((rows as usize, columns as usize));
        Ok(())
    }

    /// Cells of the board for a variable or an array; gives their address.
    fn board_cells(&mut self, name: &str, cells: usize) -> Result<u32, Fatal> {
        let cell = self.variable_cells + BOARD_GUARD;
        let used: usize = self.program.variables.iter().map(|variable| variable.cells).sum();
        if used + cells > BOARD_VARIABLES_MAX {
            self.error(format!("the variables of the board take more than {BOARD_VARIABLES_MAX} cells"));
            return Err(Fatal);
        }
        self.variable_cells = cell + cells;
        self.program.variables.push(BoardVariable { name: name.to_string(), cell, cells });
        Ok(BOARD_SPACE + cell as u32 * 4)
    }

    /// Cells that all variables of the board take, unused ones between them counted.
    pub(super) fn all_board_cells(&self) -> usize {
        self.variable_cells + BOARD_GUARD
    }

    /// Returns the direction of that name; a new one if there is none.
    fn direction_named(&mut self, name: &str) -> Result<u16, Fatal> {
        let sites = self.program.sites.len();
        let index = match self.program.directions.iter().position(|known| known == name) {
            Some(index) => index,
            None => {
                let index = self.program.directions.len();
                if index >= DIRECTIONS_MAX {
                    self.error(format!("there are more than {DIRECTIONS_MAX} directions"));
                    return Err(Fatal);
                }
                self.program.directions.push(name.to_string());
                self.word_of(name, &[Op::Direction(index as u16)]);
                index
            }
        };
        while self.program.links.len() <= index {
            self.program.links.push(Vec::new());
        }
        if self.program.links[index].len() < sites {
            self.program.links[index].resize(sites, NOWHERE);
        }
        Ok(index as u16)
    }

    /// `rows columns {direction} name`: a step on the grid, rows downwards.
    fn direction(&mut self) -> Result<(), Fatal> {
        let Some(name) = self.word_or_fault("{direction}", "a name") else { return Ok(()) };
        let (across, down) = (i64::from(self.machine.pop()), i64::from(self.machine.pop()));
        let Some((rows, columns)) = self.program.grid else {
            self.error(format!("`{{direction}} {name}`: there is no grid; use `{{link}}`"));
            return Ok(());
        };
        let direction = self.direction_named(&name)?;
        let links = &mut self.program.links[usize::from(direction)];
        for (from, link) in links.iter_mut().enumerate().take(rows * columns) {
            let (row, column) = ((from / columns) as i64 + down, (from % columns) as i64 + across);
            let inside = (0..rows as i64).contains(&row) && (0..columns as i64).contains(&column);
            *link = if inside { (row * columns as i64 + column) as u16 } else { NOWHERE };
        }
        Ok(())
    }

    fn set_link(&mut self, direction: u16, from: usize, to: Option<usize>) {
        if let Some(link) = self.program.links.get_mut(usize::from(direction)).and_then(|links| links.get_mut(from)) {
            *link = to.map_or(NOWHERE, |to| to as u16);
        }
    }

    fn direction_and_site(&mut self, after: &str) -> Result<Option<(String, usize)>, Fatal> {
        let Some(direction) = self.word_or_fault(after, "the name of a direction") else { return Ok(None) };
        Ok(self.site_number(after)?.map(|site| (direction, site)))
    }

    /// Returns the site that comes next: by its name, or by a word whose value it is.
    fn site_number(&mut self, after: &str) -> Result<Option<usize>, Fatal> {
        let Some(name) = self.word_or_fault(after, "the name of a position") else { return Ok(None) };
        let mut found = self.program.sites.iter().rposition(|known| *known == name);
        if found.is_none()
            && let Some(token) = self.find(&name)
        {
            let value = self.value_of(token)?;
            found = usize::try_from(value).ok().filter(|site| *site < self.program.sites.len());
        }
        if found.is_none() {
            self.unknown(&name, "no position of the board");
        }
        Ok(found)
    }

    /// `P {symmetry} one other`: for this player the two are exchanged; an asymmetry replaces only
    /// the first. From here on their names mean what the player means.
    fn symmetry(&mut self, both: bool) -> Result<(), Fatal> {
        let after = if both { "{symmetry}" } else { "{asymmetry}" };
        let player = self.machine.pop();
        let (Some(one), Some(other)) =
            (self.word_or_fault(after, "a direction"), self.word_or_fault(after, "another direction"))
        else {
            return Ok(());
        };
        let index = |name: &str| self.program.directions.iter().position(|known| known == name);
        let (Some(first), Some(second)) = (index(&one), index(&other)) else {
            let name = if index(&one).is_none() { one } else { other };
            self.unknown(&name, "no direction of the board");
            return Ok(());
        };
        let Some(player) = self.program.player_index(player) else {
            self.error(format!("`{after}`: no player stands before it"));
            return Ok(());
        };
        let count = self.program.directions.len();
        let rows = &mut self.program.symmetries;
        while rows.len() <= player {
            rows.push(Vec::new());
        }
        let row = &mut rows[player];
        for direction in row.len()..count {
            row.push(direction as u16);
        }
        row[first] = second as u16;
        if both {
            row[second] = first as u16;
        }
        for (name, direction) in [(one, first), (other, second)] {
            self.word_of(&name, &[Op::SymmetricDirection(direction as u16)]);
        }
        Ok(())
    }
}

/// `a` to `z`, then `aa`, `ab` and so on.
fn column_name(column: usize) -> String {
    let letter = |index: usize| char::from(b'a' + (index % 26) as u8);
    match column / 26 {
        0 => letter(column).to_string(),
        tens => format!("{}{}", letter(tens - 1), letter(column)),
    }
}
