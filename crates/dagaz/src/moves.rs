//! `dagaz moves`: the legal moves of a position.

use dagaz_core::{Fuel, Game, MoveList, PlayerId, SiteId, State, Turn};
use dagaz_record::{ListNotation, Wording, listed_as, usual_position};
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
    let (state, position) = loaded.reached_text(&args.start, &args.history, args.after.as_deref())?;
    if let Some(player) = &args.seen_by {
        return list_as(args, loaded, &state, player, out);
    }
    let list = legal(game, &state)?;
    let outcome = if list.is_empty() { game.outcome(&state)? } else { None };
    let words: Vec<Wording> = list.iter().map(|one| Wording::of(game, &state, one)).collect();
    let texts = listed_as(game, &state, &list, &words);
    let native = ListNotation::of(game).native(game, &state, &list);
    if args.json {
        let site = |site: Option<SiteId>| site.map(|site| game.site_name(&state, site));
        let moves: Vec<serde_json::Value> = words
            .iter()
            .zip(texts.iter().zip(&native))
            .map(|(words, (text, native))| {
                let steps: Vec<serde_json::Value> = words
                    .steps
                    .iter()
                    .map(|step| json!({ "text": step.text(), "from": site(step.from), "to": site(step.to) }))
                    .collect();
                json!({ "text": text, "native": native.as_ref().unwrap_or(text), "steps": steps })
            })
            .collect();
        let to_move: Vec<&str> =
            movers(game, &state).into_iter().map(|player| game.glossary().player(player)).collect();
        out.json(&json!({
            "game": loaded.title(),
            "position": position,
            "to_move": to_move,
            "count": list.len(),
            "stepwise": list.is_stepwise(),
            "moves": moves,
            "outcome": outcome.as_ref().map(|outcome| outcome_json(game, outcome)),
        }))?;
        return Ok(());
    }
    for (text, native) in texts.iter().zip(&native) {
        out.line(clean(native.as_ref().unwrap_or(text)))?;
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

/// Prints what a player sees, and their moves.
fn list_as(args: &MovesArgs, loaded: &Loaded, state: &State, name: &str, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    let player = player_named(game, name)?;
    let view = usual_position(game, &game.view(state, player).seen);
    let outcome = game.outcome(state)?;
    let mut list = MoveList::new();
    if movers(game, state).contains(&player) && !matches!(game.turn(state), Turn::Chance(_)) {
        game.moves_of(state, player, &mut list, &mut Fuel::new(game.limits().fuel))?;
    }
    let words: Vec<Wording> = list.iter().map(|one| Wording::of(game, state, one)).collect();
    let texts = listed_as(game, state, &list, &words);
    if args.json {
        let moves: Vec<serde_json::Value> = texts.iter().map(|text| json!({ "text": text })).collect();
        out.json(&json!({
            "game": loaded.title(),
            "player": game.glossary().player(player),
            "view": view,
            "count": list.len(),
            "moves": moves,
            "outcome": outcome.as_ref().map(|outcome| outcome_json(game, outcome)),
        }))?;
        return Ok(());
    }
    out.line(clean(&view))?;
    for text in &texts {
        out.line(clean(text))?;
    }
    out.flush()?;
    match outcome {
        Some(outcome) => output::remark(&format!("The game has ended: {}.", outcome_words(game, &outcome))),
        None if list.is_empty() => {
            output::remark(&format!("It is not the turn of {}.", game.glossary().player(player)))
        }
        None => {}
    }
    Ok(())
}

/// Returns the player of that name.
fn player_named(game: &dyn Game, name: &str) -> Result<PlayerId, Failure> {
    let players = &game.glossary().players;
    let found = players.iter().position(|player| player.name.eq_ignore_ascii_case(name));
    found.map(PlayerId::at).ok_or_else(|| {
        let known: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        Failure::Usage(format!("there is no player `{name}`; the players are {}", known.join(", ")))
    })
}
