//! The table of comparisons (`xtask/rivals/results.toml`): which game of the library is which game
//! of another program, and which differences are allowed, each with the rule that proves this
//! library right.

use std::collections::BTreeMap;
use std::path::PathBuf;

use dagaz_core::Game;
use dagaz_testkit::source;
use serde::{Deserialize, Serialize};

/// The whole table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// What is compared.
    pub(super) comparison: Vec<Comparison>,
    /// Differences that comparisons may allow, by their names.
    #[serde(default)]
    pub(super) difference: BTreeMap<String, Allowed>,
}

/// One game of the library and its counterpart.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Comparison {
    /// The name of the game's folder.
    pub(super) game: String,
    /// The title of a variant; none: the game that people get by the name.
    pub(super) variant: Option<String>,
    /// The library that judges: a driver of this name lies in `xtask/rivals`.
    pub(super) library: String,
    /// What the library calls the game.
    pub(super) rival: String,
    /// What else the driver has to know.
    #[serde(default)]
    pub(super) options: toml::Table,
    /// The positions from which games begin, one after the other; none: the set-up of the game.
    #[serde(default)]
    pub(super) starts: Vec<String>,
    /// Letters of pieces, by the names of their types; none: their letters in FEN.
    #[serde(default)]
    pub(super) letters: BTreeMap<String, String>,
    /// Names of sites; none: columns are letters from the left, rows are numbers from below.
    #[serde(default)]
    pub(super) sites: Sites,
    /// Whether moves tell the sites of what they capture, all others being told by where they begin
    /// and end.
    #[serde(default)]
    pub(super) captures: bool,
    /// Whether moves are written as resulting boards.
    #[serde(default)]
    pub(super) boards: bool,
    /// The parts of positions that are compared.
    #[serde(default = "usual_fields")]
    pub(super) fields: Vec<Field>,
    /// Whether the numbers of occurrences of positions are compared, where the library has them.
    #[serde(default = "yes")]
    pub(super) repeats: bool,
    /// The names of the allowed differences.
    #[serde(default)]
    pub(super) allow: Vec<String>,
}

/// Names of sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Sites {
    /// Columns are letters from the left, rows are numbers from below, as the board is drawn.
    #[default]
    Drawn,
    /// As the rules name them.
    Named,
}

/// A part of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Field {
    /// The pieces on the board.
    Board,
    /// The pieces in hand.
    Hands,
    /// The player to move.
    Turn,
    /// The rights to castle.
    Rights,
    /// The square that was passed over.
    Passed,
    /// Numbers that are kept of sites and players.
    Counts,
}

/// An allowed difference. `*` in a pattern stands for any text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Allowed {
    /// What differs.
    pub(super) what: What,
    /// What this library says.
    pub(super) ours: String,
    /// What the other one says.
    pub(super) theirs: String,
    /// A condition in addition to the patterns.
    pub(super) when: Option<When>,
    /// The rule that proves this library right, with its source.
    pub(super) why: String,
}

/// A condition of an allowed difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum When {
    /// Each move that this library alone has wins at once.
    Wins,
    /// The player to move can only pass.
    Passes,
    /// Each legal move here promotes.
    Promotes,
    /// The same pieces, hands and player to move have occurred at least three times, and each time
    /// the other program listed the same moves.
    SameMoves,
    /// By the other program's own FENs, the position has occurred fewer than three times.
    FewerFens,
    /// By the other program's FEN, a hundred plies have passed without a capture or pawn move.
    Clock,
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum What {
    /// The list of legal moves.
    Moves,
    /// The position.
    Position,
    /// Whether the game is over, and for whom it is won.
    Ending,
    /// How often the position has occurred.
    Repeats,
    /// A program could not play on.
    Failure,
}

fn usual_fields() -> Vec<Field> {
    vec![Field::Board, Field::Hands, Field::Turn]
}

fn yes() -> bool {
    true
}

impl Table {
    /// Reads the table and checks that every name in it is defined.
    pub(super) fn read() -> Result<Table, String> {
        let path = folder().join("results.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let table: Table = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        for one in &table.comparison {
            if let Some(name) = one.allow.iter().find(|name| !table.difference.contains_key(*name)) {
                return Err(format!("{}: no difference is called `{name}`", one.title()));
            }
        }
        let used = |name: &String| table.comparison.iter().any(|one| one.allow.contains(name));
        match table.difference.iter().find(|(name, allowed)| !used(name) || allowed.why.trim().is_empty()) {
            Some((name, _)) => Err(format!("the difference `{name}` is used by no comparison, or has no reason")),
            None => Ok(table),
        }
    }
}

impl Comparison {
    /// What it is called in reports.
    pub(super) fn title(&self) -> String {
        let name = self.variant.as_ref().unwrap_or(&self.game);
        let starts = if self.starts.is_empty() { "" } else { ", endgames" };
        format!("{name} ({} {}){starts}", self.library, self.rival)
    }

    /// Returns the position from which a game of that number begins; `None` for the set-up.
    pub(super) fn start(&self, number: u64) -> Option<&str> {
        let count = self.starts.len() as u64;
        (count > 0).then(|| self.starts[(number % count) as usize].as_str())
    }

    /// The game of the library.
    pub(super) fn game(&self) -> Result<Box<dyn Game>, String> {
        match &self.variant {
            None => source::named(&self.game),
            Some(variant) => source::variant(&self.game, variant),
        }
    }
}

impl Allowed {
    /// Whether a difference is this one.
    pub(super) fn covers(&self, what: What, ours: &str, theirs: &str) -> bool {
        self.what == what && fits(&self.ours, ours) && fits(&self.theirs, theirs)
    }
}

/// Whether a text fits a pattern in which `*` stands for any text.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((first, others)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = others.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// The folder of the drivers and the table.
pub(super) fn folder() -> PathBuf {
    source::root().join("xtask/rivals")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_names_games_of_the_library_and_explains_every_difference() {
        let table = Table::read().expect("the table is right");
        for one in &table.comparison {
            if let Err(error) = one.game() {
                panic!("{}: {error}", one.title());
            }
        }
    }

    #[test]
    fn star_in_a_pattern_stands_for_any_text() {
        for (pattern, text, expected) in [
            ("goes on", "goes on", true),
            ("goes on", "goes on and on", false),
            ("*", "", true),
            ("repetition*", "repetition: 1/2-1/2", true),
            ("*: 1-0", "mate: 1-0", true),
            ("*: 1-0", "mate: 0-1", false),
            ("a*b*c", "axxbyyc", true),
            ("a*b*c", "axxcyyb", false),
            ("ab*b", "ab", false),
        ] {
            assert_eq!(fits(pattern, text), expected, "{pattern} {text}");
        }
    }
}
