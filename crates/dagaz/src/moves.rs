//! `dagaz moves`: the legal moves of a position.

use dagaz_core::{Game, SiteId};
use dagaz_record::{Wording, listed_as, usual_position};
use serde_json::json;

use crate::cli::MovesArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{self, Output, clean};
use crate::start::{STEPWISE, legal, movers, outcome_json, outcome_words};

/// Prints them one a line, in the order in which the game finds them.
pub(crate) fn run(args: &MovesArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| {
        let listed = list(args, loaded, out);
        out.flush()?;
        loaded.tell_printed();
        listed
    })
}

fn list(args: &MovesArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    let state = loaded.reached(&args.start, &args.history, args.after.as_deref())?;
    let list = legal(game, &state)?;
    let outcome = if list.is_empty() { game.outcome(&state)? } else { None };
    let words: Vec<Wording> = list.iter().map(|one| Wording::of(game, &state, one)).collect();
    let texts = listed_as(game, &state, &list, &words);
    if args.json {
        let site = |site: Option<SiteId>| site.map(|site| game.topology().site(site).name.as_str());
        let moves: Vec<serde_json::Value> = words
            .iter()
            .zip(&texts)
            .map(|(words, text)| {
                let steps: Vec<serde_json::Value> = words
                    .steps
                    .iter()
                    .map(|step| json!({ "text": step.text(), "from": site(step.from), "to": site(step.to) }))
                    .collect();
                json!({ "text": text, "steps": steps })
            })
            .collect();
        let to_move: Vec<&str> =
            movers(game, &state).into_iter().map(|player| game.glossary().player(player)).collect();
        out.json(&json!({
            "game": loaded.title(),
            "position": usual_position(game, &state),
            "to_move": to_move,
            "count": list.len(),
            "stepwise": list.is_stepwise(),
            "moves": moves,
            "outcome": outcome.as_ref().map(|outcome| outcome_json(game, outcome)),
        }))?;
        return Ok(());
    }
    for text in &texts {
        out.line(clean(text))?;
    }
    if list.is_stepwise() {
        out.flush()?;
        output::remark(STEPWISE);
    }
    if let Some(outcome) = outcome {
        out.flush()?;
        output::remark(&format!("The game has ended: {}.", outcome_words(game, &outcome)));
    }
    Ok(())
}
