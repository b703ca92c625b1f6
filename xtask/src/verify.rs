//! `cargo xtask verify`: every golden perft row of both editions up to a number of nodes.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use dagaz_core::{Game, Limits};
use dagaz_engine::Walked;
use dagaz_testkit::facts::{Facts, Perft};
use dagaz_testkit::parallel;
use dagaz_testkit::source::{self, Pair};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Leave out depths with more nodes than this
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    most: u64,
    /// The same for games of edition 3 that have no form and are walked as they stand
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    walked: u64,
    /// Megabytes for each thread in which counts below positions are kept, so that a position that
    /// is reached in several ways is counted below once; 0: every sequence is counted
    #[arg(long, value_name = "MB", default_value_t = 0)]
    memory: usize,
    /// Only games with this in their path
    game: Option<String>,
}

/// One row of a game's facts.
struct Row {
    path: PathBuf,
    perft: Perft,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let games = source::root().join("games");
    let wanted = |path: &PathBuf| {
        arguments.game.as_ref().is_none_or(|game| source::short_name(path, &games).contains(game.as_str()))
    };
    let mut rows = Vec::new();
    for path in source::library().into_iter().chain(source::path_library()).filter(wanted) {
        let facts = Facts::beside(&path)?;
        rows.extend(facts.perft.into_iter().map(|perft| Row { path: path.clone(), perft }));
    }
    if rows.is_empty() {
        return Err("there is nothing to verify".to_string());
    }
    // The longest first, so that no processor is left with one of them at the end.
    let nodes = |row: &Row| row.perft.up_to(arguments.most).map(|(_, count)| count).sum::<u64>();
    rows.sort_by_key(|row| std::cmp::Reverse(nodes(row)));
    let failed = AtomicUsize::new(0);
    let results = parallel::map(&rows, |row| {
        let begun = Instant::now();
        let result = count(row, arguments);
        let seconds = begun.elapsed().as_secs_f64();
        let name = source::short_name(row.path.parent().unwrap_or(Path::new("")), &games);
        let variant = row.perft.variant.as_ref().map(|variant| format!(" [{variant}]")).unwrap_or_default();
        let edition = if source::is_of_paths(&row.path) { " (edition 3)" } else { "" };
        let name = format!("{name}{edition}{variant}: {}", row.perft.name);
        match result {
            Ok(nodes) => {
                let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
                println!("OK      {nodes:>11} nodes {seconds:>8.2} s {speed:>8.2} Mnodes/s  {name}");
            }
            Err(difference) => {
                failed.fetch_add(1, Ordering::Relaxed);
                println!("FAILED  {:>11} {seconds:>14.2} s {:>17}  {name}: {difference}", "", "");
            }
        }
    });
    let panics: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    panics.iter().for_each(|panic| println!("FAILED  {panic}"));
    let failed = failed.into_inner() + panics.len();
    println!("{} passed, {failed} failed", rows.len() - failed);
    if failed > 0 { Err(format!("{failed} counts differ")) } else { Ok(()) }
}

fn count(row: &Row, arguments: &Arguments) -> Result<u64, String> {
    if source::is_of_paths(&row.path) {
        return count_paths(row, arguments);
    }
    let limits = Limits::default();
    let mut file = source::read(&row.path, &limits).map_err(|error| error.to_string())?;
    let titles: Vec<String> = file.playable().iter().map(|item| item.title.clone()).collect();
    let lowered = file.rules(row.perft.variant_among(&titles, file.default_index())?);
    let Some(rules) = lowered.rules else {
        return Err(format!("no rules:\n{}", file.render(&lowered.diagnostics)));
    };
    let game = Pair::new(rules, &limits).map_err(|hit| hit.to_string())?.compiled;
    row.count(&game, arguments.most, arguments.memory)
}

fn count_paths(row: &Row, arguments: &Arguments) -> Result<u64, String> {
    let limits = Limits::default();
    let file = source::read_paths(&row.path, &limits).map_err(|error| error.to_string())?;
    let titles: Vec<String> = file.playable().iter().map(|item| item.title.clone()).collect();
    let index = row.perft.variant_among(&titles, file.default_index())?;
    let game = source::path_game(&file, index, &limits)?;
    let is_walked = matches!(game.make_ready(), Err(Walked::NoTwin(_) | Walked::NotFlat(_)));
    let most = if is_walked { arguments.walked.min(arguments.most) } else { arguments.most };
    row.count(&game, most, arguments.memory)
}

impl Row {
    fn count(&self, game: &dyn Game, most: u64, megabytes: usize) -> Result<u64, String> {
        if self.perft.up_to(most).next().is_none() {
            // A position that is too large to count must still be one.
            self.perft.start(game)?;
            return Ok(game.perft(&game.initial(), 0, self.perft.counting()).unwrap_or_default());
        }
        self.perft.verify_in(game, most, megabytes << 20)
    }
}
