//! Golden facts: published data about a game, kept next to its rules in `facts.toml`.

use std::path::Path;

use dagaz_core::{Counting, Game, PerftTable, State};
use serde::Deserialize;

/// The golden facts of a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The ending of the rules file that people get by the game's name; none: the newest edition.
    pub plays: Option<String>,
    /// Counted trees of moves.
    #[serde(default)]
    pub perft: Vec<Perft>,
    /// Trees of all histories, of games with chance or hidden facts.
    #[serde(default)]
    pub tree: Vec<Tree>,
}

/// All histories of a game, as others count them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// What is counted.
    pub name: String,
    /// The variant; none: the game that a file offers first.
    pub variant: Option<String>,
    /// Histories at whose end the game is over; equal results of chance count once.
    pub ends: usize,
    /// For each player who chooses the information states in which they have more than one move.
    pub information: Vec<usize>,
    /// What the first player gets, and with what probability if every move is drawn by lot.
    pub returns: Vec<(f64, f64)>,
    /// What the game is worth to the first player in equilibrium, if that is known.
    pub value: Option<f64>,
    /// Who counted.
    pub from: String,
}

/// A counted tree of moves.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// What is counted.
    pub name: String,
    /// The number of sequences of 1, 2, ... plies.
    pub counts: Vec<u64>,
    /// Who counted.
    pub from: String,
    /// The variant; none: the game that a file offers first.
    pub variant: Option<String>,
    /// The position; none: the start.
    pub position: Option<String>,
    /// Whether moves of one list that lead to the same state count once.
    #[serde(default)]
    pub merged: bool,
    /// The edition whose text alone has what is counted; none: every text of the game.
    pub edition: Option<u8>,
    /// What else is to be known.
    pub note: Option<String>,
}

impl Facts {
    /// Reads the facts in the folder of a game that are about these rules; none if there is no such
    /// file.
    pub fn beside(rules: &Path) -> Result<Facts, String> {
        let path = rules.with_file_name("facts.toml");
        let Ok(text) = std::fs::read_to_string(&path) else { return Ok(Facts::default()) };
        let mut facts: Facts = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let edition = if rules.extension().is_some_and(|ending| ending == "drf") { 3 } else { 2 };
        facts.perft.retain(|perft| perft.edition.is_none_or(|only| only == edition));
        Ok(facts)
    }
}

impl Perft {
    /// The state from which is counted.
    pub fn start(&self, game: &dyn Game) -> Result<State, String> {
        let Some(text) = &self.position else { return Ok(game.initial()) };
        let position = dagaz_record::parse_position(game, text).map_err(|fault| format!("{}: {fault}", self.name))?;
        game.set_up(&position).map_err(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            format!("{}: {}", self.name, errors.join("; "))
        })
    }

    /// How is counted.
    pub fn counting(&self) -> Counting {
        if self.merged { Counting::Results } else { Counting::Moves }
    }

    /// Depths and counts, as far as a count is at most `most`.
    pub fn up_to(&self, most: u64) -> impl Iterator<Item = (u32, u64)> + '_ {
        (1..).zip(self.counts.iter().copied()).take_while(move |(_, count)| *count <= most)
    }

    /// Counts to the last depth whose count is at most `most`, and compares. Gives the nodes
    /// counted.
    pub fn verify(&self, game: &dyn Game, most: u64) -> Result<u64, String> {
        self.verify_in(game, most, 0)
    }

    /// The same, counting once below positions that are reached in several ways, as far as so many
    /// bytes have room.
    pub fn verify_in(&self, game: &dyn Game, most: u64, bytes: usize) -> Result<u64, String> {
        let state = self.start(game)?;
        let table = || PerftTable::new(bytes, self.counting()).ok_or("there is not so much memory");
        let mut table = if bytes > 0 { Some(table()?) } else { None };
        let mut total = 0;
        for (depth, expected) in self.up_to(most) {
            let found = game.perft_by(&state, depth, self.counting(), table.as_mut());
            let found = found.map_err(|hit| format!("{}: {hit}", self.name))?;
            if found != expected {
                return Err(format!("{}: depth {depth} has {found} nodes, not {expected}", self.name));
            }
            total += found;
        }
        Ok(total)
    }

    /// Which of the titles of a file is meant; `default` is the one that it offers first.
    pub fn variant_among(&self, titles: &[String], default: usize) -> Result<usize, String> {
        variant_among(self.variant.as_deref(), titles, default).map_err(|fault| format!("{}: {fault}", self.name))
    }
}

/// Which of the titles of a file is meant by the name of a variant; `default` is the one that it
/// offers first.
pub fn variant_among(variant: Option<&str>, titles: &[String], default: usize) -> Result<usize, String> {
    let Some(variant) = variant else { return Ok(default) };
    let place = titles.iter().position(|title| title == variant);
    place.ok_or_else(|| format!("there is no variant `{variant}`, only {}", titles.join(", ")))
}
