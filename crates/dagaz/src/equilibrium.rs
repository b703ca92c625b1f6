//! `dagaz solve` for games with chance or hidden facts: an equilibrium.

use dagaz_bots::{Aim, Equilibrium, NotSolvable, SearchLimits, equilibrium};
use dagaz_core::{Fuel, Game, MoveList, State};
use dagaz_record::{Wording, listed_as, usual_position};
use serde_json::json;

use crate::cli::SolveArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{HEADING, Output, clean, grouped, styled};

/// Rounds of learning at most.
const ROUNDS_MAX: usize = 1_000_000;

/// Bytes that a history takes, about.
const HISTORY_BYTES: usize = 64;

/// Finds an equilibrium and prints what the game is worth, and what the players do.
pub(crate) fn find(
    args: &SolveArgs,
    loaded: &Loaded,
    state: &State,
    watch: &mut SearchLimits<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    if state.key() != game.initial().key() {
        return Err(Failure::Errors(
            "a game with chance or hidden facts is solved from its start: what players know depends on all of it"
                .to_string(),
        ));
    }
    let histories_max = (args.memory << 20) / HISTORY_BYTES;
    let histories_max = histories_max.min(usize::try_from(args.nodes).unwrap_or(usize::MAX));
    let aim = Aim { histories_max, rounds_max: ROUNDS_MAX, exploitability: args.exploitability, told: args.policies };
    let found = equilibrium(game, aim, watch).map_err(|why| match why {
        NotSolvable::Kind => Failure::Errors(
            "only games of one player without chance, and games of two players, can be solved".to_string(),
        ),
        NotSolvable::Large(most) => Failure::Errors(format!(
            "the game has more than {} histories, or takes too long; --nodes, --memory and --seconds allow more",
            grouped(most as u64)
        )),
        NotSolvable::MovesDiffer(player) => Failure::Errors(format!(
            "the legal moves of {} differ between positions that look the same to them; the rules must offer the \
             same moves, or show what the moves depend on",
            clean(game.glossary().player(player))
        )),
        NotSolvable::Limit(hit) => hit.into(),
    })?;
    show(args, loaded, &found, watch, out)
}

fn show(
    args: &SolveArgs,
    loaded: &Loaded,
    found: &Equilibrium,
    watch: &SearchLimits<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    let names = found.players.map(|player| clean(game.glossary().player(player)).to_string());
    let mut policies = Vec::new();
    for policy in &found.policies {
        let mut list = MoveList::new();
        game.moves(&policy.example, &mut list, &mut Fuel::new(game.limits().fuel))?;
        let words: Vec<Wording> = list.iter().map(|one| Wording::of(game, &policy.example, one)).collect();
        let texts = listed_as(game, &policy.example, &list, &words);
        let moves: Vec<(String, f64)> =
            texts.into_iter().zip(&policy.moves).map(|(text, (_, share))| (text, *share)).collect();
        policies.push((game.glossary().player(policy.player), usual_position(game, &policy.view), moves));
    }
    if args.json {
        let policy = |(player, view, moves): &(&str, String, Vec<(String, f64)>)| {
            let moves: Vec<_> =
                moves.iter().map(|(text, share)| json!({ "text": text, "probability": share })).collect();
            json!({ "player": player, "view": view, "moves": moves })
        };
        out.json(&json!({
            "game": loaded.title(),
            "result": "equilibrium",
            "players": names,
            "value": found.value,
            "exploitability": found.exploitability,
            "rounds": found.rounds,
            "histories": found.histories,
            "ends": found.ends,
            "information_states": found.information,
            "policies": policies.iter().map(policy).collect::<Vec<_>>(),
            "seconds": watch.time().as_secs_f64(),
        }))?;
        return Ok(());
    }
    out.line(format!(
        "{}: worth {:+.5} to {}; exploitability {:.6}",
        styled(HEADING, clean(loaded.title())),
        found.value,
        names[0],
        found.exploitability
    ))?;
    for (player, view, moves) in &policies {
        let moves: Vec<String> = moves.iter().map(|(text, share)| format!("{} {share:.3}", clean(text))).collect();
        out.line(format!("  {} sees {}: {}", clean(player), clean(view), moves.join(", ")))?;
    }
    let [first, second] = found.information.map(|count| grouped(count as u64));
    out.line(format!(
        "{} histories, {} of them ended; information states: {first} of {}, {second} of {}; {} rounds, {:.2} s",
        grouped(found.histories as u64),
        grouped(found.ends as u64),
        names[0],
        names[1],
        grouped(found.rounds as u64),
        watch.time().as_secs_f64()
    ))?;
    Ok(())
}
