//! The names of squares: numbers, or letters and digits, from one of the four corners.

use std::collections::HashMap;

use dagaz_core::{SiteId, Topology};

use super::board::{Board, Colour};

/// How squares are named in moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// By a letter for the column and a number for the row.
    Letters,
    /// By the number of the square.
    Numbers,
}

/// From which corner squares are named, as the player sees it who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    /// 0 in tags.
    BottomLeft,
    /// 1 in tags.
    BottomRight,
    /// 2 in tags.
    TopLeft,
    /// 3 in tags.
    TopRight,
}

impl Corner {
    /// All, in the order of their digits.
    pub(super) const ALL: [Corner; 4] = [Corner::BottomLeft, Corner::BottomRight, Corner::TopLeft, Corner::TopRight];

    /// The corner of a digit.
    pub(super) fn of(digit: char) -> Option<Corner> {
        Corner::ALL.get(digit.to_digit(10)? as usize).copied()
    }

    /// Its digit.
    pub(super) fn digit(self) -> char {
        char::from(b'0' + self as u8)
    }

    fn is_bottom(self) -> bool {
        matches!(self, Corner::BottomLeft | Corner::BottomRight)
    }

    fn is_left(self) -> bool {
        matches!(self, Corner::BottomLeft | Corner::TopLeft)
    }
}

/// A way of naming squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Notation {
    /// By what.
    pub(super) script: Script,
    /// From where.
    pub(super) corner: Corner,
}

/// The names of all squares of a board.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    by_number: Vec<SiteId>,
    by_letters: HashMap<String, SiteId>,
    /// For each site its rank by number, its number and its letters.
    names: HashMap<SiteId, (usize, String)>,
}

impl Numbering {
    /// The names of a board's squares. Those of the other script are counted from its usual corner.
    pub(super) fn new(board: &Board, notation: Notation, first: Colour) -> Numbering {
        let (numbers, letters) = match notation.script {
            Script::Numbers => (notation.corner, Corner::BottomLeft),
            Script::Letters => (usual_corner(first), notation.corner),
        };
        let by_number: Vec<SiteId> = from_corner(board, numbers).flat_map(|(_, _, site)| site).collect();
        let by_letters: HashMap<String, SiteId> = from_corner(board, letters)
            .filter_map(|(row, column, site)| Some((format!("{}{}", letter(column), row + 1), site?)))
            .collect();
        // Lists of squares are ordered as they are counted in the script that is used.
        let names = match notation.script {
            Script::Numbers => {
                by_number.iter().enumerate().map(|(rank, &site)| (site, (rank, (rank + 1).to_string()))).collect()
            }
            Script::Letters => from_corner(board, letters)
                .enumerate()
                .filter_map(|(rank, (row, column, site))| {
                    Some((site?, (rank, format!("{}{}", letter(column), row + 1))))
                })
                .collect(),
        };
        Numbering { by_number, by_letters, names }
    }

    /// The name of a square; `?` for a site that is none.
    pub(super) fn name(&self, site: SiteId) -> &str {
        self.names.get(&site).map_or("?", |(_, name)| name)
    }

    /// Where a square comes in a list; none for a site that is no square.
    pub(super) fn rank(&self, site: SiteId) -> Option<usize> {
        self.names.get(&site).map(|(rank, _)| *rank)
    }

    /// How many squares there are.
    pub(super) fn len(&self) -> usize {
        self.by_number.len()
    }

    /// The square of a number, counted from 1.
    pub(super) fn numbered(&self, number: usize) -> Option<SiteId> {
        self.by_number.get(number.checked_sub(1)?).copied()
    }

    /// The square of a name, by number (`5`, `05`) or by letters (`a3`, `A3`), or what is wrong
    /// with it.
    pub(super) fn square(&self, name: &str) -> Result<SiteId, String> {
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = name.parse().unwrap_or(usize::MAX);
            return self.numbered(number).ok_or_else(|| {
                let digits: String = name.chars().take(12).collect();
                format!("there is no square {digits}; they are numbered from 1 to {}", self.len())
            });
        }
        let is_lettered = name.len() <= 4
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.len() > 1
            && name[1..].bytes().all(|byte| byte.is_ascii_digit());
        if !is_lettered {
            let shown: String = name.chars().take(20).collect();
            return Err(format!("`{shown}` is not a square"));
        }
        let lower = name.to_ascii_lowercase();
        self.by_letters.get(&lower).copied().ok_or_else(|| format!("{lower} is not a square of this game"))
    }
}

/// The corner from which the rules number squares themselves, if they do so from one of the four.
pub(super) fn corner_of_rules(board: &Board, topology: &Topology) -> Option<Corner> {
    Corner::ALL.into_iter().find(|corner| {
        let mut squares = from_corner(board, *corner).flat_map(|(_, _, site)| site).zip(1u32..);
        squares.all(|(site, number)| topology.site(site).name.parse() == Ok(number))
    })
}

/// Returns the default corner of the numbering: on the right of Black, who has the lowest numbers
/// in nearly all draughts, for any first player.
pub(super) fn usual_corner(first: Colour) -> Corner {
    match first {
        Colour::White => Corner::TopLeft,
        Colour::Black => Corner::BottomRight,
    }
}

fn letter(column: usize) -> char {
    char::from(b'a' + (column % 26) as u8)
}

/// All places of a board, counted from a corner: row, column, and the square, if it is one in use.
fn from_corner(board: &Board, corner: Corner) -> impl Iterator<Item = (usize, usize, Option<SiteId>)> + '_ {
    (0..board.height).flat_map(move |row| {
        let line = if corner.is_bottom() { board.height - 1 - row } else { row };
        (0..board.width).map(move |column| {
            let place = if corner.is_left() { column } else { board.width - 1 - column };
            (row, column, board.rows()[line][place])
        })
    })
}
