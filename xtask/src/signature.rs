//! `cargo xtask signature`: one hash of the behaviour of all games.
//!
//! It covers games of both editions, with all their variants. A refactoring must not change it; a
//! change of behaviour must, and states it. With `--search` it is the result of a search with a
//! fixed number of nodes from the start of each game; the known value is stored with the tests of
//! the bots.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use dagaz_bots::{Budget, Context, Description, Kind, Maker, Score, opening};
use dagaz_core::{Game, Limits, Turn};
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{parallel, walk};

/// Playouts of each variant.
const WALKS: u64 = 4;
/// Nodes of the search of each variant: where looking ahead is quick, and where it is not.
const SEARCH_NODES: [u64; 2] = [2_000, 60];
/// Maximum plies of chance, or of all players together, before the first choice.
const OPENING_MAX: usize = 4;
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
    /// Compare with the numbers of this file, as `--each` prints them, and fail where one is
    /// another
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let games = source::root().join("games");
    let files: Vec<PathBuf> = source::library().into_iter().chain(source::path_library()).collect();
    let mut all = Hash::default();
    let mut lines = Vec::new();
    for (path, result) in files.iter().zip(parallel::map(&files, |path| file_signature(path, arguments.search))) {
        let name = source::short_name(path, &games);
        let signature = result.and_then(|result| result).map_err(|fault| format!("{name}: {fault}"))?;
        lines.push(format!("{signature:016x}  {name}"));
        all.add(signature);
    }
    if arguments.each {
        lines.iter().for_each(|line| println!("{line}"));
    }
    println!("{:016x}", all.0);
    arguments.known.as_ref().map_or(Ok(()), |known| compare(&lines, known))
}

/// Tells which lines are not those of a file.
fn compare(lines: &[String], known: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(known).map_err(|error| format!("{}: {error}", known.display()))?;
    let found: HashSet<&str> = lines.iter().map(String::as_str).collect();
    // The last line is that of all.
    let known_lines: HashSet<&str> = text.lines().filter(|line| line.contains("  ")).collect();
    let new = lines.iter().filter(|line| !known_lines.contains(line.as_str())).count();
    lines.iter().filter(|line| !known_lines.contains(line.as_str())).for_each(|line| println!("new     {line}"));
    let mut gone: Vec<&str> = known_lines.difference(&found).copied().collect();
    gone.sort_unstable();
    gone.iter().for_each(|line| println!("before  {line}"));
    if new + gone.len() == 0 {
        return Ok(());
    }
    Err(format!("{new} of {} signatures are not those of {}", lines.len(), known.display()))
}

fn file_signature(path: &Path, search: bool) -> Result<u64, String> {
    let limits = Limits::default();
    let mut hash = Hash::default();
    if source::is_of_paths(path) {
        let file = source::read_paths(path, &limits).map_err(|error| error.to_string())?;
        for index in source::own_items(&file) {
            game_signature(&source::path_game(&file, index, &limits)?, search, &mut hash)?;
        }
        return Ok(hash.0);
    }
    let mut file = source::read(path, &limits).map_err(|error| error.to_string())?;
    for index in 0..file.playable().len() {
        let lowered = file.rules(index);
        let Some(rules) = lowered.rules else { return Err(file.render(&lowered.diagnostics)) };
        game_signature(&Pair::new(rules, &limits).map_err(|hit| hit.to_string())?.compiled, search, &mut hash)?;
    }
    Ok(hash.0)
}

fn game_signature(game: &dyn Game, search: bool, hash: &mut Hash) -> Result<(), String> {
    if search {
        return search_signature(game, hash);
    }
    for seed in 0..WALKS {
        let end = walk::walk(game, game.initial(), seed, PLIES, &mut |state, list| {
            hash.add(state.key());
            hash.add(list.len() as u64);
            ControlFlow::Continue(())
        });
        hash.add(end.map_err(|hit| hit.to_string())?.key());
    }
    Ok(())
}

/// The result of a search with few nodes at the first choice. The game analysis before it is
/// shortened, but calls every function of a full one.
fn search_signature(game: &dyn Game, hash: &mut Hash) -> Result<(), String> {
    // Bots of games with hidden facts search states that fit all that a player has seen, which a
    // state alone does not tell.
    if game.hides() {
        return Ok(());
    }
    let maker = Maker::glancing();
    let facts = maker.facts(game).map_err(|hit| hit.to_string())?;
    let mut starts = (0..OPENING_MAX).filter_map(|plies| opening(game, plies, 0).ok());
    let Some((state, player)) = starts.find_map(|state| match game.turn(&state) {
        Turn::Choice(player) => Some((state, player)),
        _ => None,
    }) else {
        return Ok(());
    };
    let nodes = SEARCH_NODES[usize::from(!facts.quick)];
    let description = Description { budget: Some(Budget::nodes(nodes)), ..Description::of(Kind::AlphaBeta) };
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
