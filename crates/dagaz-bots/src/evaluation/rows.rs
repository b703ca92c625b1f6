//! Rows: how nearly a player has filled a winning row.
//!
//! Where the first row of five wins, piece-square values mean little. Four in a row with an empty
//! fifth place are a threat anywhere, and a row with an enemy piece is worthless to both.

use dagaz_core::{Game, PlayerId, SiteId, State};

use crate::Sides;

/// Value of an open row by the number of missing pieces: one, two, and so on, in hundredths; 0 for
/// more. Chosen once and not fitted: each further piece is worth three to four times as much.
const LACKING: [i32; 4] = [120, 40, 12, 3];

/// Maximum number of rows, since each is evaluated in every position.
const ROWS_MAX: usize = 4_000;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// The sites of each row, one behind the other.
    sites: Vec<u16>,
    /// Where the sites of each row end.
    ends: Vec<u32>,
    size: usize,
}

impl Rows {
    /// Of a game that all players win by the same rows, if their endings say so outright.
    pub(crate) fn of(game: &dyn Game, sides: &Sides) -> Option<Rows> {
        let mut each = sides.choosers().iter().map(|player| game.rows(*player));
        let rows = each.next()?;
        if rows.is_empty() || rows.len() > ROWS_MAX || !each.all(|others| others == rows) {
            return None;
        }
        let (mut sites, mut ends) = (Vec::new(), Vec::new());
        for row in rows {
            sites.extend(row.iter().map(|site| site.0));
            ends.push(sites.len() as u32);
        }
        Some(Rows { sites, ends, size: game.topology().sites().len() })
    }

    /// Returns how many there are.
    pub(crate) fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the difference of a player's rows and those of the others in a state, in hundredths.
    pub(crate) fn worth(&self, state: &State, player: PlayerId, sides: &Sides) -> i32 {
        const OWN: u8 = 1;
        const OTHERS: u8 = 2;
        let whose = |site: usize| match state.piece(SiteId::at(site)) {
            None => 0,
            Some(piece) if sides.are_allied(piece.owner, player) => OWN,
            Some(_) => OTHERS,
        };
        let board: Vec<u8> = (0..self.size).map(whose).collect();
        let (mut first, mut sum) = (0, 0);
        for &end in &self.ends {
            let row = &self.sites[first..end as usize];
            first = end as usize;
            let (mut all, mut count) = (0, 0);
            for &site in row {
                let here = board[usize::from(site)];
                all |= here;
                count += usize::from(here != 0);
            }
            let lacking = row.len() - count;
            let worth = lacking.checked_sub(1).and_then(|place| LACKING.get(place)).filter(|_| count > 0);
            match (all, worth) {
                (OWN, Some(worth)) => sum += worth,
                (OTHERS, Some(worth)) => sum -= worth,
                _ => {}
            }
        }
        sum
    }
}
