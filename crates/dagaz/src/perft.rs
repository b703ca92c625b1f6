//! `dagaz perft`: counts sequences of moves, to check and to time move generation.

use std::time::Instant;

use dagaz_core::{Counting, Game, PerftTable, UndoLog};
use dagaz_record::listed;
use serde_json::json;

use crate::cli::PerftArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{Output, Progress, clean};
use crate::start::legal;

/// Prints the count of each depth; with `--divide` also of each first move.
pub(crate) fn run(args: &PerftArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| count(args, loaded, out))
}

fn count(args: &PerftArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    let state = loaded.reached(&args.start, &args.history, args.after.as_deref())?;
    let counting = if args.merged { Counting::Results } else { Counting::Moves };
    let progress = Progress::new();
    let mut table = match args.memory {
        0 => None,
        megabytes => Some(PerftTable::new(megabytes << 20, counting).ok_or_else(|| {
            Failure::Errors(format!("there are no {megabytes} megabytes of memory to be had; --memory says how many"))
        })?),
    };
    let mut rows = Vec::new();
    let depths = if args.only || args.depth == 0 { args.depth..=args.depth } else { 1..=args.depth };
    for depth in depths {
        progress.show(&format!("counting depth {depth} …"));
        let begin = Instant::now();
        let nodes = game.perft_by(&state, depth, counting, table.as_mut())?;
        let seconds = begin.elapsed().as_secs_f64();
        progress.clear();
        if args.json {
            rows.push(json!({
                "depth": depth,
                "nodes": nodes,
                "seconds": seconds,
                "nodes_per_second": if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 },
            }));
        } else {
            out.line(format!("{depth} {nodes}"))?;
            out.flush()?;
        }
    }
    let mut parts = Vec::new();
    if args.divide && args.depth > 0 {
        let list = legal(game, &state)?;
        let texts = listed(game, &state, &list);
        let (mut after, mut log) = (state.clone(), UndoLog::new());
        let mut seen = std::collections::HashSet::new();
        for (index, one) in list.iter().enumerate() {
            progress.show(&format!("counting below move {} of {} …", index + 1, list.len()));
            let text = &texts[index];
            game.play(&mut after, one, &mut log);
            if !args.merged || seen.insert(after.key()) {
                let nodes = game.perft_by(&after, args.depth - 1, counting, table.as_mut())?;
                progress.clear();
                if args.json {
                    parts.push(json!({ "move": text, "nodes": nodes }));
                } else {
                    out.line(format!("{}: {nodes}", clean(text)))?;
                }
            }
            game.undo(&mut after, &mut log);
        }
        progress.clear();
    }
    if args.json {
        let counting = if args.merged { "results" } else { "moves" };
        let mut value = json!({ "game": loaded.title(), "counting": counting, "depths": rows });
        if args.divide {
            value["divide"] = parts.into();
        }
        out.json(&value)?;
    }
    Ok(())
}
