//! `dagaz match`: two bots play each other, and the result comes with its error.
//!
//! Each opening is played twice with exchanged seats, so that neither the opening nor the first
//! move favours a bot.

use std::path::Path;

use dagaz_arena::stats::{Decision, Difference, Risks, Sprt};
use dagaz_arena::summary::standing;
use dagaz_arena::{Score, Sums};
use serde_json::{Value, json};

use crate::arena::head_to_head::{Meeting, Sighted, score, studied};
use crate::arena::interrupt;
use crate::arena::players;
use crate::cli::MatchArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{HEADING, Output, Progress, clean, styled};

pub(crate) fn run(args: &MatchArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| hold(args, loaded, out))
}

fn hold(args: &MatchArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let progress = Progress::new();
    let (first, second) = (players::one(&args.first)?, players::one(&args.second)?);
    let (maker, judge) = studied(loaded, &progress)?;
    let names = players::names(&[first.clone(), second.clone()]);
    let bots = [players::bot(&maker, &*loaded.game, &first)?, players::bot(&maker, &*loaded.game, &second)?];
    let test = args.sprt.map(|(low, high)| Sprt { low, high });
    let sums = Meeting {
        loaded,
        judge: &judge,
        bots: [(names[0].clone(), bots[0].as_deref()), (names[1].clone(), bots[1].as_deref())],
        games: args.games,
        opening: args.bout.duel.opening,
        plies_max: args.bout.duel.max_plies,
        seed: args.bout.seed,
        threads: args.bout.threads.max(1),
        sprt: test,
        log: args.log.as_deref().map(Path::new),
        stop: &interrupt::watch(),
    }
    .hold(&progress)?;
    tell(args.json, loaded.title(), &names, &sums, test, out)
}

fn tell(
    as_json: bool,
    title: &str,
    names: &[String],
    sums: &Sums,
    test: Option<Sprt>,
    out: &mut Output,
) -> Result<(), Failure> {
    let score = score(sums);
    // Where there are more than two seats a game compares each seat of the one with each of the
    // other; those are no games more.
    let Difference { share, elo } = standing(&score, 2, sums.games);
    let several = score.games() != sums.games;
    let cut_off = sums.games - sums.ended;
    let mut sighted = Sighted::default();
    sighted.add([&names[0], &names[1]], sums);
    let test = test.map(|test| (test, test.likelihood(&score), test.decide(&score, &Risks::default())));
    if as_json {
        let finite = |value: f64| if value.is_finite() { Value::from(value) } else { Value::Null };
        let test = test.map(|(test, ratio, decision)| {
            json!({ "low": test.low, "high": test.high, "log_likelihood_ratio": ratio, "result": decision })
        });
        out.json(&json!({
            "game": title,
            "bots": names,
            "games": sums.games,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "compared": score.games(),
            "cut_off": cut_off,
            "score": share.value,
            "elo": finite(elo.value),
            "elo_from": finite(elo.low),
            "elo_to": finite(elo.high),
            "plies": sums.mean_length(),
            "blind": sighted.blind(),
            "sprt": test,
        }))?;
        return Ok(());
    }
    out.line(styled(HEADING, format!("{}: {} against {}", clean(title), names[0], names[1])))?;
    sighted.warn(out)?;
    let Score { wins, draws, losses } = score;
    let points = 100.0 * share.value;
    out.line(match several {
        false => format!("{} games: {wins} won, {draws} drawn, {losses} lost; {points:.1} % of the points", sums.games),
        true => format!(
            "{} games, in which each seat of the one is compared with each of the other, {} times in all: {wins} ahead, {draws} \
             alike, {losses} behind; {points:.1} % of the points",
            sums.games,
            score.games()
        ),
    })?;
    out.line(format!(
        "difference {:+.0} Elo, between {:+.0} and {:+.0} in 95 of 100 cases",
        elo.value, elo.low, elo.high
    ))?;
    if cut_off > 0 {
        let were = if cut_off == 1 { "game was cut off and counts" } else { "games were cut off and count" };
        out.line(format!("{cut_off} {were} as drawn"))?;
    }
    if let Some((test, ratio, decision)) = test {
        out.line(decided(test, ratio, decision))?;
    }
    Ok(())
}

/// What a sequential test says, in a line.
pub(crate) fn decided(test: Sprt, ratio: f64, decision: Decision) -> String {
    let said = match decision {
        Decision::High => "accepted: the difference is the higher one rather than the lower",
        Decision::Low => "rejected: the difference is the lower one rather than the higher",
        Decision::GoOn => "undecided",
    };
    let Sprt { low, high } = test;
    format!("sequential test of {low} against {high} Elo: {said} (log-likelihood ratio {ratio:+.2})")
}
