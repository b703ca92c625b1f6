//! The points of a rectangular board, as the standard names them.
//!
//! Two letters are column and row, from the top left: `aa`. Hex has letters for columns and numbers
//! for rows: `a1`. The standard draws a1 of Hex at the top left and has c1, b2, a3 in a chain.
//! Boards of this library draw it at the bottom left with the same chain, so that each point keeps
//! its name.

use dagaz_core::{Game, SiteId};

use super::number::{self, HEX};
use crate::position::rectangle::Rectangle;

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A site.
    Site(SiteId),
    /// A pass.
    Pass,
    /// A point that the board does not have.
    Outside,
    /// No point at all.
    Nothing,
}

/// See the [module documentation](self).
pub(super) struct Points {
    rows: Vec<Vec<Option<SiteId>>>,
    /// Column and row of each site.
    places: Vec<Option<(usize, usize)>>,
    /// The names that the rules have for the sites, in lower case.
    names: Vec<String>,
    numbered: bool,
}

/// Rows and columns that have a letter.
const LETTERS: usize = 52;
/// The largest board on which `tt` is a pass.
const TT: usize = 19;

impl Points {
    /// The points of a game's board, if it is one rectangle.
    pub(super) fn of(game: &dyn Game) -> Option<Points> {
        let mut rows = Rectangle::of(game.topology())?.rows;
        let numbered = number::of_title(&game.glossary().title) == Some(HEX);
        // Rows are counted as their names are, from wherever the board is drawn.
        let bottom = rows.last().and_then(|row| row.iter().flatten().next());
        let lowest = bottom.map_or("", |site| game.topology().site(*site).name.trim_start_matches(char::is_alphabetic));
        if numbered && lowest == "1" {
            rows.reverse();
        }
        let mut places = vec![None; game.topology().sites().len()];
        for (row, sites) in rows.iter().enumerate() {
            for (column, site) in sites.iter().enumerate() {
                if let Some(site) = site {
                    places[site.index()] = Some((column, row));
                }
            }
        }
        let names = game.topology().sites().iter().map(|site| site.name.to_lowercase()).collect();
        Some(Points { rows, places, names, numbered })
    }

    /// How many columns and rows there are.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.rows.first().map_or(0, Vec::len), self.rows.len())
    }

    /// Whether the points are named as in Hex, whose players may swap.
    pub(super) fn are_of_hex(&self) -> bool {
        self.numbered
    }

    /// Whether every point has a name.
    pub(super) fn all_named(&self) -> bool {
        let (columns, rows) = self.size();
        self.numbered || (columns <= LETTERS && rows <= LETTERS)
    }

    /// The column and row of a site, counted from 0; none if it is not on the board.
    pub(super) fn place(&self, site: SiteId) -> Option<(usize, usize)> {
        self.places.get(site.index()).copied().flatten()
    }

    /// The site at a column and row.
    pub(super) fn site(&self, (column, row): (usize, usize)) -> Option<SiteId> {
        *self.rows.get(row)?.get(column)?
    }

    /// The name of a site.
    pub(super) fn name(&self, site: SiteId) -> Option<String> {
        let (column, row) = self.place(site)?;
        if self.numbered {
            return Some(format!("{}{}", letters(column), row + 1));
        }
        let letter = |index: usize| match index {
            0..26 => Some(char::from(b'a' + index as u8)),
            26..LETTERS => Some(char::from(b'A' + (index - 26) as u8)),
            _ => None,
        };
        Some([letter(column)?, letter(row)?].iter().collect())
    }

    /// What a value of a move means.
    pub(super) fn find(&self, text: &str) -> Named {
        let text = text.trim();
        let (columns, rows) = self.size();
        if text.is_empty() || text.eq_ignore_ascii_case("pass") || (text == "tt" && columns.max(rows) <= TT) {
            return Named::Pass;
        }
        match self.spot(text) {
            Some(place) => self.site(place).map_or(Named::Outside, Named::Site),
            None => {
                let folded = text.to_lowercase();
                let known = self.names.iter().position(|name| *name == folded).map(SiteId::at);
                known.map_or(Named::Nothing, Named::Site)
            }
        }
    }

    /// Column and row of a point, on the board or not.
    pub(super) fn spot(&self, text: &str) -> Option<(usize, usize)> {
        let index = |byte: u8| match byte {
            b'a'..=b'z' => Some(usize::from(byte - b'a')),
            b'A'..=b'Z' => Some(usize::from(byte - b'A') + 26),
            _ => None,
        };
        let text = text.trim();
        if let &[column, row] = text.as_bytes()
            && let (Some(column), Some(row)) = (index(column), index(row))
        {
            return Some((column, row));
        }
        if !self.numbered {
            return None;
        }
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let row: usize = text[digits..].parse().ok()?;
        let column = number_of(&text[..digits])?;
        Some((column, row.checked_sub(1)?))
    }
}

/// The letters of a column: a to z, aa to zz and so on.
fn letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'a' + (left % 26) as u8));
        left /= 26;
    }
    letters.iter().rev().collect()
}

fn number_of(letters: &str) -> Option<usize> {
    if letters.is_empty() || letters.len() > 4 {
        return None;
    }
    let add = |sum: usize, c: char| c.is_ascii_alphabetic().then(|| sum * 26 + (c.to_ascii_lowercase() as usize - 96));
    letters.chars().try_fold(0, add)?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_letters_continue_after_z() {
        for (column, name) in [(0, "a"), (25, "z"), (26, "aa"), (701, "zz"), (702, "aaa")] {
            assert_eq!(letters(column), name);
            assert_eq!(number_of(name), Some(column));
        }
        assert_eq!(number_of("a-"), None);
    }
}
