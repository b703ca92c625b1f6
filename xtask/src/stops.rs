//! `cargo xtask stops`: how soon bots stop after a stop request, in every game of the library, with
//! the slowest ones.
//!
//! It measures the processor time of the bot's thread after the request, which equals real time on
//! an idle machine.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dagaz_bots::{Bot, Clock, Context, Maker, Question, opening};
use dagaz_core::{Game, Turn};
use dagaz_testkit::source;

use crate::cpu::{Cpu, Watched};

/// Searches without an end of their own.
const BOTS: [&str; 2] = ["alphabeta:60s", "mcts:60s"];
/// Random plies before the search.
const PLIES: [usize; 3] = [0, 10, 40];
/// Processor time of the search before the stop request.
const THINKING: Duration = Duration::from_millis(30);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only games whose path has this in it
    #[arg(default_value = "")]
    name: String,
    /// Number of slowest games to print
    #[arg(long, default_value_t = 15, value_name = "N")]
    worst: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut found: Vec<(Duration, String)> = Vec::new();
    let mut faults: Vec<String> = Vec::new();
    let folder = source::root().join("games");
    for path in source::library().into_iter().chain(source::path_library()) {
        let name = source::short_name(&path, &folder);
        if name.contains(&arguments.name) {
            // Failures are reported, and the others are measured.
            faults.extend(measure(&path, &name, &mut found).err().map(|fault| format!("{name}: {fault}")));
        }
    }
    found.sort_by_key(|(late, _)| std::cmp::Reverse(*late));
    let late = found.iter().filter(|(late, _)| *late > Duration::from_millis(20)).count();
    println!("{} questions, {late} answered later than 20 ms after the stop; the slowest:", found.len());
    for (late, what) in found.iter().take(arguments.worst) {
        println!("{:7.1} ms  {what}", late.as_secs_f64() * 1e3);
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

fn measure(path: &Path, name: &str, found: &mut Vec<(Duration, String)>) -> Result<(), String> {
    let (game, maker) = (source::open(path)?, Maker::unlearned());
    for text in BOTS {
        let bot = maker.bot(&*game, text.parse().map_err(|_| "no bot")?).map_err(|hit| hit.to_string())?;
        for plies in PLIES {
            let state = opening(&*game, plies, 1).map_err(|error| error.to_string())?;
            let Turn::Choice(player) = game.turn(&state) else { continue };
            let view = game.view(&state, player);
            let late = lateness(&*game, &*bot, &view)?;
            found.push((late, format!("{name}, {text} after {plies} plies")));
        }
    }
    Ok(())
}

/// The time from the stop to the answer, the better of two: other programs run here as well.
/// Nothing if it has answered before.
fn lateness(game: &dyn Game, bot: &dyn Bot, view: &dagaz_core::View) -> Result<Duration, String> {
    let mut best = Duration::MAX;
    for _ in 0..2 {
        let (stop, done, clock) = (&AtomicBool::new(false), &AtomicBool::new(false), Instant::now());
        let asked = std::thread::scope(|scope| {
            let own = Watched::this();
            let (thread, began) = (own.clone(), own.spent());
            let stopper = scope.spawn(move || {
                while thread.spent() < began + THINKING && !done.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                // Asked before: what the bot does until the flag is seen counts, however long this
                // thread has to wait.
                let spent = thread.spent();
                stop.store(true, Ordering::Relaxed);
                spent
            });
            let mut question = Question {
                game,
                view,
                budget: None,
                seed: 1,
                lines: 1,
                threads: 1,
                stop,
                clock: &clock,
                progress: &mut |_| (),
            };
            let answered = bot.choose(&mut question, &mut Context::new()).map(|_| {
                // Others see what a thread has had as of the last tick of the system, a few
                // milliseconds ago; once it has looked at its own clock they see all. So what is
                // measured is never too little.
                Cpu.now();
                own.spent()
            });
            done.store(true, Ordering::Relaxed);
            let stopped = stopper.join().map_err(|_| "the stopper has failed".to_string())?;
            answered.map(|end| end.saturating_sub(stopped)).map_err(|error| error.to_string())
        })?;
        best = best.min(asked);
    }
    Ok(best)
}
