//! `cargo xtask speed`: playouts of every game of edition 3 on each executor.
//!
//! A row has plies per second of processor time with all executors, on the compiled executor alone,
//! and on the reference interpreter; and the reason if rules are not compiled.

use std::path::PathBuf;
use std::time::Duration;

use dagaz_bots::Clock;
use dagaz_core::{Game, Limits, PlayoutLimits};
use dagaz_engine::PathGame;
use dagaz_testkit::source::{self, path_game};
use dagaz_testkit::walk;
use serde_json::json;

use crate::cpu::Cpu;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only files whose path has this in it
    #[arg(default_value = "")]
    name: String,
    /// Processor time for each figure
    #[arg(long, value_name = "MS", default_value_t = 300)]
    time: u64,
    /// Games are cut off here
    #[arg(long, value_name = "N", default_value_t = 400)]
    plies: usize,
    /// Only games that no executor of some kinds of games plays
    #[arg(long)]
    general: bool,
    /// Other files than the library's: a folder
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Writes the figures to a file, as JSON
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// Plies per second of processor time.
fn measure(game: &PathGame, time: Duration, plies: usize) -> f64 {
    let (mut rng, mut played) = (walk::rng(1), 0);
    let limits = PlayoutLimits { plies, quiet_plies: None };
    // What is made when it is first needed is made before.
    let _ = game.playout_uncounted(&mut game.initial(), &mut rng, PlayoutLimits { plies: 2, quiet_plies: None });
    let began = Cpu.now();
    loop {
        match game.playout_uncounted(&mut game.initial(), &mut rng, limits) {
            Ok(playout) => played += playout.plies,
            Err(_) => return 0.0,
        }
        let spent = Cpu.now() - began;
        if spent >= time {
            return played as f64 / spent.as_secs_f64();
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let (limits, time) = (Limits::default(), Duration::from_millis(arguments.time));
    let folder = arguments.folder.clone().unwrap_or_else(|| source::root().join("games"));
    let (mut ratios, mut rows) = (Vec::new(), Vec::new());
    println!("{:>12} {:>12} {:>12} {:>8}  game", "all", "compiled", "reference", "ratio");
    for path in source::files(&folder, "drf") {
        let name = source::short_name(&path, &folder);
        if !name.contains(&arguments.name) {
            continue;
        }
        let Ok(file) = source::read_paths(&path, &limits) else { continue };
        let Some(index) = source::own_items(&file).first().copied() else { continue };
        let make = || path_game(&file, index, &limits);
        let (game, compiled, reference) = (make()?, make()?.only_compiled(), make()?.only_walking());
        let ready = game.make_ready();
        let is_general = ready.is_err_and(|walked| walked.form() == "walked");
        if arguments.general && !is_general {
            continue;
        }
        let [all, alone, walked] = [&game, &compiled, &reference].map(|game| measure(game, time, arguments.plies));
        let why = compiled.compiled_size().err().map_or(String::new(), |why| format!(" ({why})"));
        let kind = if is_general { "" } else { "*" };
        println!("{all:>12.0} {alone:>12.0} {walked:>12.0} {:>8.2}  {name}{kind}{why}", alone / walked);
        ratios.push(alone / walked);
        rows.push(json!({
            "game": name,
            "general": is_general,
            "all_executors": all.round(),
            "compiled": alone.round(),
            "reference": walked.round(),
        }));
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(file) = &arguments.write {
        let text = json!({
            "command": format!("cargo xtask speed --time {} --plies {}", arguments.time, arguments.plies),
            "unit": "random plies per second of processor time",
            "games": rows,
        });
        let text = format!("{text:#}\n");
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    if let (Some(median), Some(quarter)) = (ratios.get(ratios.len() / 2), ratios.get(ratios.len() / 4)) {
        println!("{} games; compiled over reference: median {median:.2}, lower quartile {quarter:.2}", ratios.len());
    }
    Ok(())
}
