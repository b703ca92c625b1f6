//! `dagaz ladder`: how strong the levels are in one game, measured.
//!
//! Each level plays the level below it and the one below that; ratings are those that fit all
//! results best.

use std::path::PathBuf;

use dagaz_arena::Score;
use dagaz_arena::stats::{Zero, ratings};
use dagaz_bots::{Bot, Description, Kind};
use serde_json::json;

use crate::arena::head_to_head::{Meeting, Sighted, score, studied};
use crate::arena::interrupt;
use crate::cli::LadderArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{HEADING, Output, Progress, clean, styled};

pub(crate) fn run(args: &LadderArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| climb(args, loaded, out))
}

fn climb(args: &LadderArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
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
    let (maker, judge) = studied(loaded, &progress)?;
    let mut bots: Vec<Box<dyn Bot>> = Vec::new();
    for &level in &levels {
        bots.push(maker.bot(&*loaded.game, Description::of(Kind::Level(level)))?);
    }
    let stop = interrupt::watch();
    // Row by row what each level has scored against each.
    let mut cross = vec![Score::default(); levels.len() * levels.len()];
    let (mut pairs, mut sighted) = (Vec::new(), Sighted::default());
    for high in 1..levels.len() {
        for low in high.saturating_sub(2)..high {
            let log = args.log.as_ref().map(|folder| format!("{folder}/{}-{}.json", levels[high], levels[low]));
            let sums = Meeting {
                loaded,
                judge: &judge,
                bots: [high, low].map(|place| (bots[place].name(), Some(&*bots[place]))),
                games: args.games,
                opening: args.bout.duel.opening,
                plies_max: args.bout.duel.max_plies,
                seed: args.bout.seed,
                threads: args.bout.threads.max(1),
                sprt: None,
                log: log.map(PathBuf::from).as_deref(),
                stop: &stop,
            }
            .hold(&progress)?;
            sighted.add([&*bots[high].name(), &*bots[low].name()], &sums);
            let score = score(&sums);
            cross[high * levels.len() + low] = score;
            cross[low * levels.len() + high] = score.turned();
            pairs.push((high, low, score));
        }
    }
    let ratings = ratings(&cross, Zero::First);
    if args.json {
        let pairs = pairs.iter().map(|(high, low, score)| {
            json!({ "level": levels[*high], "against": levels[*low], "wins": score.wins, "draws": score.draws,
                "losses": score.losses, "score": score.share() })
        });
        let rated = levels.iter().zip(&ratings).map(
            |(level, rating)| json!({ "level": level, "rating": rating.elo.round(), "error": rating.error.round() }),
        );
        out.json(&json!({
            "game": loaded.title(),
            "games_per_pair": args.games,
            "ratings": rated.collect::<Vec<_>>(),
            "pairs": pairs.collect::<Vec<_>>(),
            "blind": sighted.blind(),
        }))?;
        return Ok(());
    }
    out.line(styled(HEADING, format!("{}: levels by {} games a pair", clean(loaded.title()), args.games)))?;
    sighted.warn(out)?;
    for (place, (level, rating)) in levels.iter().zip(&ratings).enumerate() {
        let own = pairs.iter().filter(|(high, _, _)| *high == place);
        let said = own.map(|(_, low, score)| format!("{:.0} % against {}", 100.0 * score.share(), levels[*low]));
        let bounds = format!("± {:.0}", 1.96 * rating.error);
        let said = said.collect::<Vec<_>>().join(", ");
        out.line(format!("  level {level:>2}  {:>6.0} {bounds:<7} {said}", rating.elo))?;
    }
    Ok(())
}
