//! `dagaz bench`: random games, for speed and for a first impression of the game.

use std::time::{Duration, Instant};

use dagaz_core::{Game, PlayerId, PlayoutLimits, Verdict};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::json;

use crate::cli::BenchArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{HEADING, Output, Progress, grouped, styled};

/// How often something came out.
struct Tally {
    ending: String,
    winners: Vec<String>,
    games: u64,
}

/// Plays uniformly random games from one position, for some seconds or for a number of games.
pub(crate) fn run(args: &BenchArgs, out: &mut Output) -> Result<(), Failure> {
    if !args.seconds.is_finite() || args.seconds < 0.0 || args.seconds > 1e7 {
        return Err(Failure::Usage("--seconds must be a number from 0 to 10000000".to_string()));
    }
    Loaded::new(&args.game)?.with(|loaded| measure(args, loaded, out))
}

fn measure(args: &BenchArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &loaded.game;
    let start = loaded.begin(args.start.position.as_deref())?;
    let limits = PlayoutLimits { plies: args.max_plies, quiet_plies: args.quiet_limit };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let (progress, begin) = (Progress::new(), Instant::now());
    let wanted = Duration::from_secs_f64(args.seconds);
    let (mut playouts, mut plies, mut choices) = (0u64, 0u64, 0u64);
    let (mut shortest, mut longest) = (usize::MAX, 0);
    let mut tallies: Vec<Tally> = Vec::new();
    let mut state = start.clone();
    let mut shown = Instant::now();
    // At least one game, however short the time.
    while args.playouts.map_or(playouts == 0 || begin.elapsed() < wanted, |most| playouts < most) {
        state.clone_from(&start);
        let playout = game.playout(&mut state, &mut rng, limits)?;
        playouts += 1;
        plies += playout.plies as u64;
        choices += playout.choices;
        (shortest, longest) = (shortest.min(playout.plies), longest.max(playout.plies));
        let (ending, winners) = match playout.end {
            Some(end) => {
                let outcome = game.outcome_of(&state, end);
                let won = outcome.verdicts.iter().enumerate().filter(|(_, verdict)| **verdict == Verdict::Win);
                let names = won.map(|(index, _)| game.glossary().player(PlayerId::at(index)).to_string()).collect();
                (outcome.ending, names)
            }
            None if playout.plies >= args.max_plies => (format!("cut off after {} plies", args.max_plies), Vec::new()),
            None => (format!("cut off after {} quiet plies", args.quiet_limit.unwrap_or(0)), Vec::new()),
        };
        match tallies.iter_mut().find(|tally| tally.ending == ending && tally.winners == winners) {
            Some(tally) => tally.games += 1,
            None => tallies.push(Tally { ending, winners, games: 1 }),
        }
        if shown.elapsed() > Duration::from_millis(200) {
            progress.show(&format!("{} games …", grouped(playouts)));
            shown = Instant::now();
        }
    }
    progress.clear();
    let seconds = begin.elapsed().as_secs_f64();
    tallies.sort_by(|a, b| (b.games, &a.ending, &a.winners).cmp(&(a.games, &b.ending, &b.winners)));
    let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    let rate = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
    let mean_length = share(plies, playouts);
    let mean_moves = share(choices, plies);
    if playouts == 0 {
        shortest = 0;
    }
    if args.json {
        let outcomes: Vec<serde_json::Value> = tallies
            .iter()
            .map(|tally| {
                json!({
                    "ending": tally.ending,
                    "winners": tally.winners,
                    "games": tally.games,
                    "share": share(tally.games, playouts),
                })
            })
            .collect();
        out.json(&json!({
            "game": loaded.title(),
            "seed": args.seed,
            "max_plies": args.max_plies,
            "quiet_limit": args.quiet_limit,
            "playouts": playouts,
            "plies": plies,
            "mean_length": mean_length,
            "shortest": shortest,
            "longest": longest,
            "mean_legal_moves": mean_moves,
            "outcomes": outcomes,
            "speed": {
                "wall_seconds": seconds,
                "playouts_per_second": rate(playouts),
                "plies_per_second": rate(plies),
            },
        }))?;
        return Ok(());
    }
    out.line(styled(HEADING, crate::output::clean(loaded.title())))?;
    out.line(format!("random games     {} in {seconds:.2} s (wall time), seed {}", grouped(playouts), args.seed))?;
    out.line(format!("playouts/s       {}", per_second(rate(playouts))))?;
    out.line(format!("plies/s          {}", per_second(rate(plies))))?;
    out.line(format!("mean length      {mean_length:.1} plies (from {shortest} to {longest})"))?;
    out.line(format!("mean legal moves {mean_moves:.1} a ply"))?;
    if !tallies.is_empty() {
        out.line("outcomes")?;
    }
    for tally in &tallies {
        let who = match tally.winners.as_slice() {
            [] => String::new(),
            winners => format!("{} won: ", winners.join(" and ")),
        };
        let percent = 100.0 * share(tally.games, playouts);
        out.line(crate::output::clean(&format!("  {percent:6.2} %  {who}{}", tally.ending)))?;
    }
    Ok(())
}

fn per_second(rate: f64) -> String {
    if rate >= 100.0 { grouped(rate.round() as u64) } else { format!("{rate:.2}") }
}
