//! `dagaz ladder`: how strong the levels are in one game, measured.
//!
//! Each level plays the level below it and the one below that; ratings are those that fit all results best (the model of
//! Bradley and Terry, with a win and a loss of a hundredth of a game added to each pair, so that clean sweeps stay finite).

use dagaz_bots::{Bot, Description, Kind, Maker};
use dagaz_core::Game;
use serde_json::json;

use crate::cli::LadderArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::matches::{Meeting, Tally, meet};
use crate::output::{HEADING, Output, Progress, clean, styled};

/// Two levels, by their places in the list, and what the first has won.
struct Pairing {
    pair: (usize, usize),
    tally: Tally,
}

pub(crate) fn run(args: &LadderArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| climb(args, loaded, out))
}

fn climb(args: &LadderArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    let mut levels = args.levels.clone();
    levels.sort_unstable();
    levels.dedup();
    if levels.len() < 2 {
        return Err(Failure::Usage("a ladder needs two levels or more".to_string()));
    }
    if let Some(folder) = &args.log {
        std::fs::create_dir_all(folder).map_err(|error| Failure::Errors(format!("{folder}: {error}")))?;
    }
    let progress = Progress::new();
    progress.show("studying the game");
    let maker = Maker::new();
    let mut bots: Vec<Box<dyn Bot>> = Vec::new();
    for &level in &levels {
        bots.push(maker.bot(game, Description::of(Kind::Level(level)))?);
    }
    progress.clear();
    let mut pairings = Vec::new();
    for high in 1..levels.len() {
        for low in high.saturating_sub(2)..high {
            let log = args.log.as_ref().map(|folder| format!("{folder}/{}-{}.jsonl", levels[high], levels[low]));
            let tally = meet(&Meeting {
                game,
                title: loaded.title(),
                bots: [&*bots[high], &*bots[low]],
                games: args.games,
                opening: args.opening,
                plies_max: args.max_plies,
                seed: args.seed,
                threads: args.threads.max(1),
                sprt: None,
                log: log.as_deref(),
                progress: &progress,
            })?;
            pairings.push(Pairing { pair: (high, low), tally });
        }
    }
    let ratings = ratings(levels.len(), &pairings);
    if args.json {
        let pairs = pairings.iter().map(|Pairing { pair: (high, low), tally }| {
            json!({ "level": levels[*high], "against": levels[*low], "wins": tally.wins, "draws": tally.draws,
                "losses": tally.losses, "score": tally.score() })
        });
        let rated =
            levels.iter().zip(&ratings).map(|(level, rating)| json!({ "level": level, "rating": rating.round() }));
        out.json(&json!({
            "game": loaded.title(),
            "games_per_pair": args.games,
            "ratings": rated.collect::<Vec<_>>(),
            "pairs": pairs.collect::<Vec<_>>(),
        }))?;
        return Ok(());
    }
    out.line(styled(HEADING, format!("{}: levels by {} games a pair", clean(loaded.title()), args.games)))?;
    for (place, (level, rating)) in levels.iter().zip(&ratings).enumerate() {
        let own = pairings.iter().filter(|pairing| pairing.pair.0 == place);
        let said = own.map(|Pairing { pair: (_, low), tally }| {
            format!("{:.0} % against {}", 100.0 * tally.score(), levels[*low])
        });
        out.line(format!("  level {level:>2}  {rating:>6.0}   {}", said.collect::<Vec<_>>().join(", ")))?;
    }
    Ok(())
}

/// Ratings in Elo, the lowest level's being 0.
fn ratings(count: usize, pairings: &[Pairing]) -> Vec<f64> {
    const PRIOR: f64 = 0.01;
    let mut strengths = vec![1.0f64; count];
    for _ in 0..2_000 {
        let old = strengths.clone();
        for (place, strength) in strengths.iter_mut().enumerate() {
            let (mut won, mut weight) = (0.0, 0.0);
            for Pairing { pair: (high, low), tally } in pairings {
                let games = tally.games() as f64 + 2.0 * PRIOR;
                let points = tally.score() * tally.games() as f64 + PRIOR;
                if *high == place {
                    won += points;
                } else if *low == place {
                    won += games - points;
                } else {
                    continue;
                }
                weight += games / (old[*high] + old[*low]);
            }
            *strength = won / weight.max(1e-12);
        }
    }
    strengths.iter().map(|strength| 400.0 * (strength / strengths[0]).log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_those_that_fit_the_results() {
        let tally = |wins, losses| Tally { wins, losses, ..Tally::default() };
        let pairings = [Pairing { pair: (1, 0), tally: tally(75, 25) }, Pairing { pair: (2, 1), tally: tally(75, 25) }];
        let rated = ratings(3, &pairings);
        assert!(rated[0] == 0.0 && (rated[1] - 191.0).abs() < 2.0 && (rated[2] - 382.0).abs() < 4.0, "{rated:?}");
    }
}
