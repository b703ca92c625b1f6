//! Games and positions that the benchmarks measure, each with something to know whether the answers
//! were right.

use std::path::PathBuf;

use dagaz_core::{Counting, Game, LimitHit, Limits, State};

use crate::facts::{Facts, Perft};
use crate::source::{self, Pair};
use crate::walk;

/// Games whose trees of moves are counted: chains, drops, promotions, passes, flips and royal
/// pieces are among them.
pub const COUNTED: [&str; 7] =
    ["chess", "breakthrough", "english-draughts", "international-draughts", "reversi", "xiangqi", "shogi"];

/// Games in which a stone is placed and stays where it is. Their trees are known by arithmetic, so
/// they are only played.
pub const PLACED: [&str; 4] = ["tic-tac-toe", "connect-four", "hex", "gomoku"];

/// A game of the library to be measured.
pub struct Subject {
    /// The name of its folder.
    pub name: &'static str,
    /// Its rules file.
    pub path: PathBuf,
    /// The game, and its judge.
    pub pair: Pair,
    /// The golden counts of its start position.
    pub counts: Vec<u64>,
}

impl Subject {
    /// The game of the library of that name: the one that its file offers first.
    pub fn load(name: &'static str) -> Result<Subject, String> {
        let path = source::library().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
        let path = path.ok_or_else(|| format!("there is no {name} in the library"))?;
        let mut file = source::read(&path, &Limits::default()).map_err(|error| error.to_string())?;
        let index = file.default_index();
        let rules = file.rules(index).rules.ok_or_else(|| format!("{name} has errors"))?;
        let pair = Pair::new(rules, &Limits::default()).map_err(|hit| format!("{name}: {hit}"))?;
        let at_start = |perft: &Perft| perft.position.is_none() && perft.variant.is_none() && !perft.merged;
        let counts = Facts::beside(&path)?.perft.into_iter().find(at_start).map(|perft| perft.counts);
        Ok(Subject { name, path, pair, counts: counts.ok_or_else(|| format!("nobody has counted {name}"))? })
    }

    /// The deepest golden count of at most `most` leaves: its depth, and the count.
    pub fn deepest(&self, most: u64) -> (u32, u64) {
        (1..).zip(self.counts.iter().copied()).take_while(|(_, count)| *count <= most).last().unwrap_or((0, 1))
    }

    /// Counts the leaves at a depth of the compiled game.
    pub fn leaves(&self, depth: u32) -> Result<u64, LimitHit> {
        self.pair.compiled.perft(&self.pair.compiled.initial(), depth, Counting::Moves)
    }

    /// Returns so many states spread over playouts.
    pub fn states(&self, count: usize) -> Result<Vec<State>, String> {
        let states = walk::sample(&self.pair.compiled, 1, count, 200).map_err(|hit| hit.to_string())?;
        if states.len() == count { Ok(states) } else { Err(format!("{}: only {} states", self.name, states.len())) }
    }
}

/// All games to be measured.
pub fn all() -> impl Iterator<Item = &'static str> {
    PLACED.into_iter().chain(COUNTED)
}
