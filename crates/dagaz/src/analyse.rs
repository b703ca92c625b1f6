//! `dagaz analyse`: what a bot thinks of a position, while it thinks.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_bots::{Context, Description, Line, Question, Thought};
use dagaz_core::{Game, Move, MoveList, State, UndoLog};
use dagaz_record::{Cursor, Wording, known_at};
use serde_json::{Value, json};

use crate::cli::AnalyseArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{FAINT, HEADING, HINT, Output, Progress, clean, grouped, styled};
use crate::start::{self, movers};

/// Thinks, and prints each new thought.
pub(crate) fn run(args: &AnalyseArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| analyse(args, loaded, out))
}

fn analyse(args: &AnalyseArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    let (mut tree, node) = loaded.history(&args.start, &args.history)?;
    let mut cursor = Cursor::new(game, &tree);
    cursor.go_to(&tree, node);
    if let Some(moves) = &args.after {
        start::record_moves(&mut cursor, &mut tree, moves)?;
    }
    let state = cursor.state().clone();
    if let Some(outcome) = game.outcome(&state)? {
        return Err(Failure::Errors(format!("the game is over: {}", start::outcome_words(game, &outcome))));
    }
    let mut description: Description = args.bot.parse().map_err(|error| Failure::Usage(format!("--bot: {error}")))?;
    if let Some(budget) = args.budget {
        description.budget = Some(budget);
    }
    let progress = Progress::new();
    progress.show("studying the game");
    let bot = loaded.maker().bot(game, description)?;
    progress.clear();
    let player = movers(game, &state).first().copied().unwrap_or(dagaz_core::PlayerId::NONE);
    let view = known_at(game, &tree, cursor.node(), &state, player)?;
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    if !args.json {
        let name = clean(game.glossary().player(player));
        out.line(format!("{}: {name} to move, by {}", styled(HEADING, clean(loaded.title())), bot.name()))?;
    }
    let mut failed = None;
    let mut question = Question {
        game,
        view: &view,
        budget: None,
        seed: args.seed.unwrap_or(1),
        lines: args.lines,
        threads: args.threads.max(1),
        stop: &stop,
        clock: &clock,
        progress: &mut |thought| {
            if failed.is_none() && !args.json {
                failed = show(game, &state, thought, out).err();
            }
        },
    };
    let thought = bot.choose(&mut question, &mut Context::new())?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    if args.json {
        out.json(&as_json(game, &state, &bot.name(), &thought))?;
    } else {
        show(game, &state, &thought, out)?;
        let chosen = words(game, &state, std::slice::from_ref(&thought.chosen));
        out.line(format!("{} {}", styled(HEADING, "Best:"), styled(HINT, chosen.join(" "))))?;
    }
    Ok(())
}

fn show(game: &dyn Game, state: &State, thought: &Thought, out: &mut Output) -> Result<(), Failure> {
    let seconds = thought.time.as_secs_f64();
    let speed = if seconds > 0.0 { thought.nodes as f64 / seconds } else { 0.0 };
    let head = format!(
        "depth {:>2}  {:>13} nodes{}  {seconds:>7.2} s  {:>11} nodes/s",
        thought.depth,
        grouped(thought.nodes),
        if thought.playouts > 0 { format!("  {:>9} playouts", grouped(thought.playouts)) } else { String::new() },
        grouped(speed as u64),
    );
    out.line(styled(FAINT, head))?;
    for line in &thought.top {
        out.line(format!("  {}  {}", value(line), clean(&words(game, state, &line.moves).join(" "))))?;
    }
    out.flush()?;
    Ok(())
}

fn value(line: &Line) -> String {
    let score = line.score.map_or_else(|| "?".to_string(), |score| score.to_string());
    let chance = line.win_chance.map_or_else(String::new, |chance| format!("{:>4.0} %", chance * 100.0));
    format!("{score:>12} {chance}")
}

/// Moves in words, as far as they can be played one after the other.
pub(crate) fn words(game: &dyn Game, state: &State, moves: &[Move]) -> Vec<String> {
    let (mut state, mut list) = (state.clone(), MoveList::new());
    let mut said = Vec::new();
    for one in moves {
        list.clear();
        list.push_parts(one.as_ref().steps());
        said.push(Wording::of(game, &state, list.get(0)).short());
        game.play(&mut state, list.get(0), &mut UndoLog::new());
    }
    said
}

/// Returns a thought as data.
pub(crate) fn as_json(game: &dyn Game, state: &State, bot: &str, thought: &Thought) -> Value {
    use dagaz_bots::Score;
    let line = |line: &Line| {
        let (kind, number) = match line.score {
            Some(Score::Hundredths(value)) => ("hundredths", Value::from(value)),
            Some(Score::Win(plies)) => ("win_in_plies", plies.into()),
            Some(Score::Loss(plies)) => ("loss_in_plies", plies.into()),
            None => ("unknown", Value::Null),
        };
        json!({
            "moves": words(game, state, &line.moves),
            "score": { kind: number },
            "win_chance": line.win_chance,
            "visits": line.visits,
        })
    };
    json!({
        "bot": bot,
        "move": words(game, state, std::slice::from_ref(&thought.chosen)).first(),
        "depth": thought.depth,
        "nodes": thought.nodes,
        "playouts": thought.playouts,
        "seconds": thought.time.as_secs_f64(),
        "lines": thought.top.iter().map(line).collect::<Vec<_>>(),
    })
}
