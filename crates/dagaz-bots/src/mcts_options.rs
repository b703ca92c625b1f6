//! Optional parameters of Monte-Carlo tree search, for measurements.
//!
//! The defaults follow from the game, by the measurements in `docs/bots.md`.

use std::fmt;

/// Written behind a budget as `mcts:800p;keep=0;mast=4;history=300;grave=50`. What is none here is
/// as it suits the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MctsOptions {
    /// Whether the subtree of the next position is kept for the next search (0 or 1).
    pub keep: Option<bool>,
    /// Plies at the beginning of a playout whose moves are drawn by how such moves have done
    /// (MAST); 0: none.
    pub mast: Option<u16>,
    /// How much it counts in the tree how such a move has done elsewhere (progressive history), in
    /// hundredths; 0: nothing.
    pub history: Option<u16>,
    /// Visits that a position must have had for all playouts through it to tell about moves farther
    /// down (GRAVE); 0: what is known of a move is that of its own position (RAVE). Means something
    /// only where pieces are put and never leave the board.
    pub grave: Option<u32>,
}

impl MctsOptions {
    /// Parses a text such as `mast=4;history=300`. `None` for unknown parameters.
    pub(crate) fn parse(text: &str) -> Option<MctsOptions> {
        text.split(';').try_fold(MctsOptions::default(), |habits, part| habits.and(part.trim()))
    }

    fn and(self, part: &str) -> Option<MctsOptions> {
        let (word, value) = part.split_once('=')?;
        let value = value.trim();
        Some(match word.trim() {
            "keep" => MctsOptions { keep: Some(["0", "1"].iter().position(|one| *one == value)? == 1), ..self },
            "mast" => MctsOptions { mast: Some(value.parse().ok()?), ..self },
            "history" => MctsOptions { history: Some(value.parse().ok()?), ..self },
            "grave" => MctsOptions { grave: Some(value.parse().ok()?), ..self },
            _ => return None,
        })
    }
}

impl fmt::Display for MctsOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.keep.map(|keep| format!("keep={}", u8::from(keep))),
            self.mast.map(|plies| format!("mast={plies}")),
            self.history.map(|weight| format!("history={weight}")),
            self.grave.map(|visits| format!("grave={visits}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(";"))
    }
}
