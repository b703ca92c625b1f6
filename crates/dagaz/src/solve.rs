//! `dagaz solve`: what can be proved about a position.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dagaz_bots::{Budget, NotSolvable, Solution, Watch, solve};
use dagaz_core::{Game, PlayerId};
use serde_json::{Value, json};

use crate::analyse::words;
use crate::cli::SolveArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{HEADING, Output, Progress, clean, grouped, plies, styled};
use crate::start::{movers, outcome_words, play_moves};

/// Solves, and says what was found.
pub(crate) fn run(args: &SolveArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| prove(args, loaded, out))
}

fn prove(args: &SolveArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    let mut state = loaded.begin(args.start.position.as_deref())?;
    if let Some(moves) = &args.after {
        play_moves(game, &mut state, moves)?;
    }
    if let Some(outcome) = game.outcome(&state)? {
        return Err(Failure::Errors(format!("the game is over: {}", outcome_words(game, &outcome))));
    }
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let time = Some(Duration::from_secs_f64(args.seconds));
    let budget = Budget { nodes: Some(args.nodes), time, depth: args.within, ..Budget::default() };
    let mut watch = Watch::new(budget, &stop, &clock);
    let progress = Progress::new();
    progress.show("looking for a proof");
    let solved = solve(game, &state, &mut watch);
    progress.clear();
    let solution = solved.map_err(|why| match why {
        NotSolvable::Kind => Failure::Errors(
            "only games of one or two players without chance and without hidden facts can be solved".to_string(),
        ),
        NotSolvable::Limit(hit) => hit.into(),
    })?;
    let mover = movers(game, &state).first().copied().unwrap_or(PlayerId::NOBODY);
    let name = clean(game.glossary().player(mover));
    let alone = game.glossary().slots.iter().all(|slot| slot.mover == mover);
    let (word, said) = match &solution {
        Solution::Win { plies: Some(count), shortest, .. } if alone => {
            let how = if *shortest { "; there is no shorter way" } else { "" };
            ("win", format!("solved in {}{how}", plies(*count as usize)))
        }
        Solution::Win { plies: Some(count), .. } => {
            ("win", format!("{name} wins in {} at the latest", plies(*count as usize)))
        }
        Solution::Win { plies: None, .. } => ("win", format!("{name} wins, beginning with this move")),
        Solution::Draw => ("draw", "with best play nobody wins".to_string()),
        Solution::Loss if alone => ("no solution", "there is no solution".to_string()),
        Solution::Loss => ("loss", format!("{name} loses against best play")),
        Solution::NoWin if args.within.is_some() => {
            let within = plies(args.within.unwrap_or(0) as usize);
            ("no win", format!("{name} cannot force a win within {within}"))
        }
        Solution::NoWin => ("no win", format!("{name} cannot force a win; more is not known")),
        Solution::Unknown => ("unknown", "nothing was proved; --nodes and --seconds allow a longer search".to_string()),
    };
    let line = match &solution {
        Solution::Win { moves, .. } => words(game, &state, moves),
        _ => Vec::new(),
    };
    if args.json {
        let length = match &solution {
            Solution::Win { plies, .. } => Value::from(*plies),
            _ => Value::Null,
        };
        out.json(&json!({
            "game": loaded.title(),
            "to_move": name,
            "result": word,
            "plies": length,
            "line": line,
            "nodes": watch.nodes(),
            "seconds": watch.time().as_secs_f64(),
        }))?;
    } else {
        out.line(format!("{}: {said}", styled(HEADING, clean(loaded.title()))))?;
        for (number, text) in line.iter().enumerate() {
            out.line(format!("{:>4}. {}", number + 1, clean(text)))?;
        }
        out.line(format!("{} positions, {:.2} s", grouped(watch.nodes()), watch.time().as_secs_f64()))?;
    }
    if solution == Solution::Unknown { Err(Failure::Reported) } else { Ok(()) }
}
