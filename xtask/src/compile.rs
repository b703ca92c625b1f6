//! `cargo xtask compile`: the time of each game from its text to its first move list and to full
//! speed, and the size of its graphs and tables on the bitboard executor.
//!
//! Games are compiled one after the other on one thread, each from its file; shared parts are
//! compiled again.

use std::path::{Path, PathBuf};
use std::time::Instant;

use dagaz_core::{Fuel, Game, Limits, MoveList};
use dagaz_engine::{CompiledGame, Executors};
use dagaz_testkit::source::{self, path_game};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only files whose path has this in it
    #[arg(default_value = "")]
    name: String,
    /// How many of the slowest and largest to print; all of them, if there are no more
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,
}

/// What one game took.
struct Made {
    name: String,
    /// Milliseconds from the beginning until its first moves are listed, and until it is played at
    /// full speed.
    first: f64,
    full: f64,
    /// Bytes of graphs and tables, if the bitboard executor supports it.
    bytes: Option<usize>,
    state_bytes: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut all = Vec::new();
    for (title, folder) in [("the library", Some(source::root().join("games"))), ("the collection", source::corpus())] {
        let Some(folder) = folder else { continue };
        let mut files: Vec<PathBuf> =
            ["zrf", "drf"].into_iter().flat_map(|extension| source::files(&folder, extension)).collect();
        files.retain(|path| source::short_name(path, &folder).contains(&arguments.name));
        let made: Vec<Made> = files.iter().flat_map(|path| compile(path, &source::short_name(path, &folder))).collect();
        summary(title, &made);
        all.extend(made);
    }
    let mut print = |what: &str, key: fn(&Made) -> f64| {
        all.sort_by(|one, other| key(other).total_cmp(&key(one)));
        println!("\n{what}\n  first moves   full speed       form   a state");
        for made in all.iter().take(arguments.worst) {
            let kilobytes = made.bytes.map_or("none".to_string(), |bytes| format!("{} KB", bytes / 1_024));
            let Made { name, first, full, state_bytes, .. } = made;
            println!("  {first:>8.1} ms {full:>9.1} ms {kilobytes:>10} {state_bytes:>7} B  {name}");
        }
    };
    print("slowest to full speed", |made| made.full);
    print("slowest to the first moves", |made| made.first);
    print("largest forms", |made| made.bytes.map_or(0.0, |bytes| bytes as f64));
    Ok(())
}

fn summary(title: &str, made: &[Made]) {
    let median = |key: fn(&Made) -> f64| {
        let mut values: Vec<f64> = made.iter().map(key).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    let flat = made.iter().filter(|made| made.bytes.is_some()).count();
    println!(
        "{title}: {} games, {flat} on the bitboard executor; first moves {:.1} ms in the median, full speed {:.1} ms",
        made.len(),
        median(|made| made.first),
        median(|made| made.full),
    );
}

/// Compiles everything that a file offers; what is refused is left out.
fn compile(path: &Path, name: &str) -> Vec<Made> {
    let limits = Limits::default();
    source::own_places(path, &limits).into_iter().filter_map(|index| one(path, name, index, &limits)).collect()
}

fn one(path: &Path, name: &str, index: usize, limits: &Limits) -> Option<Made> {
    let begin = Instant::now();
    let since = || begin.elapsed().as_secs_f64() * 1e3;
    let (title, first, bytes, state_bytes);
    if source::is_of_paths(path) {
        let file = source::read_paths(path, limits).ok()?;
        let game = path_game(&file, index, limits).ok()?;
        list(&game)?;
        (title, first) = (file.playable()[index].title.clone(), since());
        bytes = game.make_ready().ok().map(|(report, _)| report.bytes);
        state_bytes = game.layout().state_bytes();
    } else {
        let mut file = source::read(path, limits).ok()?;
        let rules = file.rules(index).rules?;
        let game = CompiledGame::with(rules.into(), limits, Executors::Fastest).ok()?;
        list(&game)?;
        (title, first) = (file.playable()[index].title.clone(), since());
        bytes = game.make_ready().ok().map(|report| report.bytes);
        state_bytes = game.layout().state_bytes();
    }
    Some(Made { name: format!("{name}: {title}"), first, full: since(), bytes, state_bytes })
}

fn list(game: &dyn Game) -> Option<()> {
    game.moves(&game.initial(), &mut MoveList::new(), &mut Fuel::new(game.limits().fuel)).ok()
}
