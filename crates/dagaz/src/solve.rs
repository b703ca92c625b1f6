//! `dagaz solve`: what can be proved about a position.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dagaz_bots::{
    Budget, NotSolvable, PuzzleMethod, SearchLimits, Solution, Solved, SolverLimits, Stage, Way, solve_with,
};
use dagaz_core::{Game, PlayerId};
use serde_json::{Value, json};

use crate::analyse::words;
use crate::cli::{PuzzleCourse, SolveArgs};
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
    let (tree, node) = loaded.history(&args.start, &args.history)?;
    let mut cursor = dagaz_record::Cursor::new(game, &tree);
    cursor.go_to(&tree, node);
    let mut state = cursor.state().clone();
    if let Some(moves) = &args.after {
        play_moves(game, &mut state, moves)?;
    }
    if let Some(outcome) = game.outcome(&state)? {
        return Err(Failure::Errors(format!("the game is over: {}", outcome_words(game, &outcome))));
    }
    let alone = {
        let slots = &game.glossary().slots;
        slots.iter().all(|slot| slot.mover == slots[0].mover)
    };
    if args.by.is_some() && !alone {
        return Err(Failure::Usage("`--by` is for puzzles of one player".to_string()));
    }
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let time = Some(Duration::from_secs_f64(args.seconds));
    let budget = Budget { nodes: Some(args.nodes), time, depth: args.within, ..Budget::default() };
    let mut watch = SearchLimits::new(budget, &stop, &clock);
    let progress = Progress::new();
    let course = args.by.map(course);
    let limits =
        SolverLimits { memory: args.memory << 20, course, progress: &mut |stage| progress.show(&stage_words(stage)) };
    let solved = solve_with(game, &state, &mut watch, limits);
    progress.clear();
    let solved = match solved {
        Err(NotSolvable::Kind | NotSolvable::Large(_) | NotSolvable::MovesDiffer(_)) => {
            return crate::equilibrium::find(args, loaded, &state, &mut watch, out);
        }
        Err(NotSolvable::Limit(hit)) => return Err(hit.into()),
        Ok(solved) => solved,
    };
    let Solved { solution, best, plies: longest, way, crowded } = &solved;
    let mover = movers(game, &state).first().copied().unwrap_or(PlayerId::NONE);
    let name = clean(game.glossary().player(mover));
    let (word, said) = match solution {
        Solution::Win { plies: Some(count), shortest, .. } if alone => {
            let how = if *shortest { "; there is no shorter way" } else { "" };
            ("win", format!("solved in {}{how}", plies(*count as usize)))
        }
        Solution::Win { plies: Some(count), shortest: true, .. } => {
            ("win", format!("{name} wins in {}, and no sooner", plies(*count as usize)))
        }
        Solution::Win { plies: Some(count), .. } => {
            ("win", format!("{name} wins in {} at the latest", plies(*count as usize)))
        }
        Solution::Win { plies: None, .. } => ("win", format!("{name} wins, beginning with this move")),
        Solution::Draw => ("draw", "with best play nobody wins".to_string()),
        Solution::Loss if alone => ("no solution", "there is no solution".to_string()),
        Solution::Loss => match longest {
            Some(count) => ("loss", format!("{name} loses in {} against best play", plies(*count as usize))),
            None => ("loss", format!("{name} loses against best play")),
        },
        Solution::NoWin if args.within.is_some() => {
            let within = plies(args.within.unwrap_or(0) as usize);
            match alone {
                true => ("no win", format!("there is no solution within {within}")),
                false => ("no win", format!("{name} cannot force a win within {within}")),
            }
        }
        Solution::NoWin => ("no win", format!("{name} cannot force a win; more is not known")),
        Solution::Unknown if *crowded => {
            ("unknown", "nothing was proved; --memory, --nodes and --seconds allow a longer search".to_string())
        }
        Solution::Unknown => ("unknown", "nothing was proved; --nodes and --seconds allow a longer search".to_string()),
    };
    let line = match solution {
        Solution::Win { moves, .. } => words(game, &state, moves),
        _ => words(game, &state, best),
    };
    if args.json {
        let length = match solution {
            Solution::Win { plies, .. } => Value::from(*plies),
            _ => Value::from(*longest),
        };
        out.json(&json!({
            "game": loaded.title(),
            "to_move": name,
            "result": word,
            "plies": length,
            "line": line,
            "way": way_word(*way),
            "memory_is_full": crowded,
            "nodes": watch.nodes(),
            "seconds": watch.time().as_secs_f64(),
        }))?;
    } else {
        out.line(format!("{}: {said}", styled(HEADING, clean(loaded.title()))))?;
        for (number, text) in line.iter().enumerate() {
            out.line(format!("{:>4}. {}", number + 1, clean(text)))?;
        }
        if *crowded {
            out.line("not all positions that can be reached fit into the memory; --memory allows more")?;
        }
        let how = match way {
            Way::AllPositions(count) => {
                format!("; all {} positions that can be reached are known", grouped(*count as u64))
            }
            _ => String::new(),
        };
        out.line(format!("{} positions, {:.2} s{how}", grouped(watch.nodes()), watch.time().as_secs_f64()))?;
    }
    if *solution == Solution::Unknown { Err(Failure::Reported) } else { Ok(()) }
}

/// Returns how far a solver is, for a line that is shown while it works.
fn stage_words(stage: Stage) -> String {
    match stage {
        Stage::Proving => "looking for a proof".to_string(),
        Stage::Reaching(found, looked_at) => {
            format!("{} positions can be reached, {} looked at", grouped(found as u64), grouped(looked_at as u64))
        }
        Stage::Exhausting(positions) => format!("searching all games to their ends: {} positions", grouped(positions)),
    }
}

/// Returns the course that the argument names.
fn course(by: PuzzleCourse) -> PuzzleMethod {
    match by {
        PuzzleCourse::Breadth => PuzzleMethod::Breadth,
        PuzzleCourse::Deepening => PuzzleMethod::Deepening,
        PuzzleCourse::Depth => PuzzleMethod::Depth,
    }
}

/// How something was found out, for programs.
fn way_word(way: Way) -> &'static str {
    match way {
        Way::AllPositions(_) => "all positions",
        Way::Proof => "proof",
        Way::ToTheEnd => "to the end",
        Way::WithinPlies => "within plies",
        Way::Puzzle(PuzzleMethod::Breadth) => "breadth first",
        Way::Puzzle(PuzzleMethod::Deepening) => "deepening",
        Way::Puzzle(PuzzleMethod::Depth) => "depth first",
    }
}
