//! `cargo xtask signature`: one number for how all games of the library behave.
//!
//! A clean-up must not change it; a change of behaviour must, and says so. With `--search` it is what a search of a
//! fixed number of nodes from the start of each game has found.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use dagaz_bots::{Budget, Context, Description, Kind, Maker, Score};
use dagaz_core::{Game, Limits, Turn};
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{parallel, walk};

/// Random games of each variant.
const WALKS: u64 = 4;
/// Nodes of the search of each variant.
const SEARCH_NODES: u64 = 2_000;
/// Plies of each.
const PLIES: usize = 200;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Print a number for each file as well
    #[arg(long)]
    each: bool,
    /// The number of what the bots think, instead of how the games behave
    #[arg(long)]
    search: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let games = source::root().join("games");
    let files = source::library();
    let mut all = Hash::default();
    for (path, result) in files.iter().zip(parallel::map(&files, |path| file_signature(path, arguments.search))) {
        let name = source::short_name(path, &games);
        let signature = result.and_then(|result| result).map_err(|fault| format!("{name}: {fault}"))?;
        if arguments.each {
            println!("{signature:016x}  {name}");
        }
        all.add(signature);
    }
    println!("{:016x}", all.0);
    Ok(())
}

fn file_signature(path: &Path, search: bool) -> Result<u64, String> {
    let limits = Limits::default();
    let mut file = source::read(path, &limits).map_err(|error| error.to_string())?;
    let mut hash = Hash::default();
    for index in 0..file.playable().len() {
        let lowered = file.rules(index);
        let Some(rules) = lowered.rules else { return Err(file.render(&lowered.diagnostics)) };
        let game = Pair::new(rules, &limits).map_err(|hit| hit.to_string())?.compiled;
        if search {
            search_signature(&game, &mut hash)?;
            continue;
        }
        for seed in 0..WALKS {
            let end = walk::walk(&game, game.initial(), seed, PLIES, &mut |state, list| {
                hash.add(state.key());
                hash.add(list.len() as u64);
                ControlFlow::Continue(())
            });
            hash.add(end.map_err(|hit| hit.to_string())?.key());
        }
    }
    Ok(hash.0)
}

/// What a search of a few nodes finds at the start of a game.
fn search_signature(game: &dyn Game, hash: &mut Hash) -> Result<(), String> {
    let maker = Maker::unlearned();
    let state = game.initial();
    let Turn::Choice(player) = game.turn(&state) else { return Ok(()) };
    let description = Description { kind: Kind::AlphaBeta, budget: Some(Budget::nodes(SEARCH_NODES)) };
    let bot = maker.bot(game, description).map_err(|hit| hit.to_string())?;
    let thought = bot.answer(game, &game.view(&state, player), 1, &Instant::now(), &mut Context::new());
    let thought = thought.map_err(|error| error.to_string())?;
    hash.add(thought.nodes);
    hash.add(u64::from(thought.depth));
    thought.pv().iter().for_each(|one| hash.add(one.as_ref().sameness()));
    match thought.score {
        Some(Score::Hundredths(value)) => hash.add(value as u64),
        Some(Score::Win(plies)) => hash.add(u64::from(plies) << 32),
        Some(Score::Loss(plies)) => hash.add(u64::from(plies) << 40),
        None => {}
    }
    Ok(())
}

/// A running hash of numbers (FNV-1a over their bytes).
struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
