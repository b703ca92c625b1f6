//! The searches that a script brings along.
//!
//! The kit calls such a word after it has generated the moves; the word looks through them and
//! calls `BestMove!` with the text of the one that it likes, again and again as it finds better
//! ones. The last one counts, and also when the search has to be stopped.

use dagaz_core::{Effect, Fuel, Game, LimitHit, LimitKind, Move, MoveList, PlayerId, Rng, State, Turn, below};

use super::{AxiomGame, all_effects};
use crate::fault::Fault;
use crate::machine::{STRING_BYTES, Trouble};
use crate::program::{Engine, Program};

/// The engine of players that play the first move of their list, as scripts write it.
const FIRST: &str = "{first}";
/// The engine of players that play any move of their list, as scripts write it.
const RANDOM: &str = "{random}";
/// The search that a script puts in the place of all others.
const ON_SEARCH: &str = "OnSearch";
/// The part of the fuel at which a search is asked to hurry.
const HURRY: u64 = 10;

/// Returns the names of a game's own searches, each once.
pub(crate) fn names(game: &AxiomGame) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for player in &game.program.players {
        if let Engine::Word(name, _) = &player.engine
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    }
    if game.program.events.search != 0 {
        names.push(ON_SEARCH.to_string());
    }
    // They come last, so that they take no number from a search.
    for (engine, name) in [(Engine::First, FIRST), (Engine::Random, RANDOM)] {
        if game.program.players.iter().any(|player| player.engine == engine && !player.is_chance) {
            names.push(name.to_string());
        }
    }
    names
}

/// Returns the name of the search that the script gives a player; `None` if it leaves the player to
/// the searches of the program.
pub(crate) fn of_player(game: &AxiomGame, player: PlayerId) -> Option<String> {
    let spec = game.program.players.get(player.index())?;
    match &spec.engine {
        Engine::Word(name, _) => Some(name.clone()),
        Engine::First => Some(FIRST.to_string()),
        Engine::Random if !spec.is_chance => Some(RANDOM.to_string()),
        Engine::Search if game.program.events.search != 0 => Some(ON_SEARCH.to_string()),
        Engine::Random | Engine::Search | Engine::None => None,
    }
}

/// Returns the move that the search of that name chooses.
pub(crate) fn choose(
    game: &AxiomGame,
    bot: &str,
    state: &State,
    rng: &mut dyn Rng,
    fuel: &mut Fuel<'_>,
) -> Result<Option<Move>, LimitHit> {
    let program = &*game.program;
    let named = |player: &crate::program::PlayerSpec| match &player.engine {
        Engine::Word(name, token) if bot.is_empty() || name == bot => Some(*token),
        _ => None,
    };
    let seated = match game.turn(state) {
        Turn::Choice(player) if bot.is_empty() => program.players.get(player.index()),
        _ => None,
    };
    if bot == FIRST || seated.is_some_and(|player| player.engine == Engine::First) {
        return first(game, state, fuel);
    }
    if bot == RANDOM || seated.is_some_and(|player| player.engine == Engine::Random) {
        return any(game, state, rng, fuel);
    }
    let own = seated.and_then(named).or_else(|| program.players.iter().find_map(named));
    let searches = bot.is_empty() || bot == ON_SEARCH;
    let token = own.or((searches && program.events.search != 0).then_some(program.events.search));
    let Some(token) = token else { return Ok(None) };
    let mut list = MoveList::new();
    game.moves(state, &mut list, fuel)?;
    if list.is_empty() {
        return Ok(None);
    }
    let seed = rng.next_u64();
    game.ask(state, |machine| {
        machine.reseed(seed);
        machine.hurry = fuel.left() / HURRY;
        game.told(machine.generate(program, fuel))?;
        let searched = machine.event(program, token, fuel);
        let stopped = match &searched {
            Err(Trouble::Limit(hit, _)) => matches!(hit.kind, LimitKind::Fuel | LimitKind::Stopped),
            _ => false,
        };
        if searched.is_err() && !stopped {
            return game.told(searched).map(|_| None);
        }
        let Some(best) = machine.report.best.take() else {
            match searched {
                Err(Trouble::Limit(hit, _)) if hit.kind == LimitKind::Fuel && hit.max >= game.limits.fuel => {
                    let what = "had not called `BestMove!` when all the work that it may do was done";
                    let hint = "it may go round without end; call `BestMove!` early, and again for each better move";
                    game.keep(undecided(program, token, what).hint(hint));
                }
                // A budget that the caller has made smaller is no fault of the script.
                Err(_) => {}
                Ok(_) => game.keep(undecided(program, token, "has chosen no move: it never called `BestMove!`")),
            }
            return Ok(None);
        };
        // The script may have left its boards as they were in the middle of its search.
        machine.begin(program, state.key());
        crate::transfer::load(program, &game.layout, state, machine);
        let chosen = list.iter().find(|one| {
            let text = machine.text_of(program, &all_effects(*one));
            // What is too long for the place of strings has been cut there.
            text.as_bytes()[..text.len().min(STRING_BYTES - 1)] == best
        });
        if chosen.is_none() {
            game.keep(undecided(program, token, "called `BestMove!` with a text that no legal move has"));
        }
        Ok(chosen.map(|one| one.to_move()))
    })
}

/// Returns the first move of the list, for a player who always plays it.
fn first(game: &AxiomGame, state: &State, fuel: &mut Fuel<'_>) -> Result<Option<Move>, LimitHit> {
    if !names(game).iter().any(|name| name == FIRST) {
        return Ok(None);
    }
    let mut list = MoveList::new();
    game.moves(state, &mut list, fuel)?;
    Ok(list.iter().next().map(|head| head.to_move()))
}

/// Any move of the list that the script generates. A move that stands there twice is twice as
/// likely.
fn any(game: &AxiomGame, state: &State, rng: &mut dyn Rng, fuel: &mut Fuel<'_>) -> Result<Option<Move>, LimitHit> {
    if !names(game).iter().any(|name| name == RANDOM) {
        return Ok(None);
    }
    let mut list = MoveList::new();
    game.moves(state, &mut list, fuel)?;
    if list.is_empty() {
        return Ok(None);
    }
    let drawn = game.ask(state, |machine| {
        game.told(machine.generate(&game.program, fuel))?;
        let item = machine.items()[below(rng, machine.items().len())];
        Ok::<_, LimitHit>(machine.effects_of(&item).to_vec())
    })?;
    let sorted = |mut effects: Vec<Effect>| {
        effects.sort_unstable();
        effects
    };
    // Of moves that do the same one is listed, whichever order their effects have.
    let exact = list.iter().find(|one| all_effects(*one) == drawn);
    let wanted = sorted(drawn);
    let chosen = exact.or_else(|| list.iter().find(|one| sorted(all_effects(*one)) == wanted));
    Ok(chosen.or(list.iter().next()).map(|one| one.to_move()))
}

/// Returns the error of a search that gave no move, at its definition.
fn undecided(program: &Program, token: u32, what: &str) -> Fault {
    let entry = program.entry(token as i32).unwrap_or(0) as usize;
    let frame = program.frame(entry);
    Fault::error(frame.place, format!("the search `{}` {what}", program.names[token as usize]))
}
