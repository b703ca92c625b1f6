//! Counts of playouts, for measurements that are shown while they continue.
//!
//! A batch adds games to the counts of the batches before, so that the caller keeps the only state.
//! The end of a batch depends on work and not on a clock. A game that has begun is played to its
//! end, since games that are dropped for their length would bias the mean.

use std::collections::BTreeMap;

use dagaz_contract::studio::{CountSums, Estimate, PlayoutCounts, PlayoutMeasures, WinShare};
use dagaz_core::{
    Effect, EndingId, Fuel, Game, Glossary, LimitHit, MoveList, MoveRef, PlayerId, PlayerKind, PlayoutLimits, State,
    Turn, UndoLog, Verdict, below,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::stats::{Z95, wilson};

/// Plies after which a game is stopped.
const PLIES: usize = 600;

/// Work of a batch: the listed moves and the plies of its games.
const WORK: u64 = 100_000;

/// Games of a batch.
const GAMES: u32 = 500;

/// Fuel of all lists of one game.
const FUEL: u64 = 20_000_000;

/// The seed of the first game. Each further game has the next one.
const SEED: u64 = 1;

/// How one game went.
#[derive(Default)]
struct Played {
    end: Option<(EndingId, PlayerId)>,
    plies: u64,
    lists: u64,
    choices: u64,
}

/// Plays a batch of playouts and adds them to `counts`. Returns the limit that even the start
/// position meets.
pub fn add_playouts(game: &dyn Game, counts: &mut PlayoutCounts) -> Result<(), LimitHit> {
    fit(game.glossary(), counts);
    let mut work = 0;
    for _ in 0..GAMES {
        if work >= WORK {
            break;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED.wrapping_add(u64::from(counts.games)));
        let mut state = game.initial();
        let played = play(game, &mut state, &mut rng, counts)?;
        work += played.plies + played.choices + 1;
        note(game, &state, &played, counts);
    }
    Ok(())
}

/// Gives the lists the lengths that the game has. They may come from a client.
fn fit(glossary: &Glossary, counts: &mut PlayoutCounts) {
    if counts.games == 0 {
        *counts = PlayoutCounts { complete: true, ..PlayoutCounts::default() };
    }
    counts.wins.resize(glossary.players.len(), 0);
    counts.pieces.resize(glossary.pieces.len(), 0);
    counts.rules.resize(glossary.rules.len(), 0);
}

/// Plays one game from a state.
fn play(
    game: &dyn Game,
    state: &mut State,
    rng: &mut Xoshiro256PlusPlus,
    counts: &mut PlayoutCounts,
) -> Result<Played, LimitHit> {
    let (mut list, mut log) = (MoveList::new(), UndoLog::new());
    let mut fuel = Fuel::new(FUEL);
    let mut played = Played::default();
    while (played.plies as usize) < PLIES {
        if let Turn::Together(_) = game.turn(state) {
            // Simultaneous turns have no single list of moves.
            counts.complete = false;
            let limits = PlayoutLimits { plies: PLIES - played.plies as usize, quiet_plies: None };
            let rest = game.playout(state, rng, limits)?;
            played.plies += rest.plies as u64;
            played.end = rest.end;
            return Ok(played);
        }
        match game.moves(state, &mut list, &mut fuel) {
            Err(_) if played.plies > 0 => return Ok(played),
            listed => listed?,
        }
        if list.is_empty() {
            break;
        }
        played.choices += list.len() as u64;
        played.lists += 1;
        played.plies += 1;
        if list.is_stepwise() {
            game.random_steps(state, rng)?;
            counts.complete = false;
            continue;
        }
        let chosen = list.get(below(rng, list.len()));
        count_move(state, chosen, counts);
        game.play(state, chosen, &mut log);
        log = UndoLog::new();
    }
    played.end = match game.ending(state) {
        Err(_) if played.plies > 0 => None,
        ending => ending?,
    };
    Ok(played)
}

/// Counts the rules of a move, and the types of the pieces that it moves or puts on the board.
fn count_move(state: &State, chosen: MoveRef<'_>, counts: &mut PlayoutCounts) {
    let add = |list: &mut Vec<u32>, index: usize| {
        if let Some(count) = list.get_mut(index) {
            *count = count.saturating_add(1);
        }
    };
    for (step, effects) in chosen.steps() {
        if let Some(rule) = step.rule {
            add(&mut counts.rules, rule.0 as usize);
        }
        for effect in effects {
            let kind = match *effect {
                Effect::Move { from, .. } | Effect::Pile { from, .. } | Effect::Tuck { from, .. } => {
                    // In later steps the piece has left its first site.
                    state.piece(from).or_else(|| state.piece(chosen.origin())).map(|piece| piece.kind)
                }
                Effect::Place { kind, .. } | Effect::Drop { kind, .. } | Effect::Become { kind, .. } => Some(kind),
                _ => None,
            };
            if let Some(kind) = kind {
                add(&mut counts.pieces, kind.0 as usize);
            }
        }
    }
}

/// Adds a game that has been played.
fn note(game: &dyn Game, state: &State, played: &Played, counts: &mut PlayoutCounts) {
    counts.games = counts.games.saturating_add(1);
    add_to(&mut counts.length, played.plies as f64);
    if played.lists > 0 {
        add_to(&mut counts.choices, played.choices as f64 / played.lists as f64);
    }
    let Some(ending) = played.end else {
        counts.unfinished = counts.unfinished.saturating_add(1);
        return;
    };
    let outcome = game.outcome_of(state, ending);
    if outcome.is_draw() {
        counts.draws = counts.draws.saturating_add(1);
    }
    for (count, verdict) in counts.wins.iter_mut().zip(&outcome.verdicts) {
        if *verdict == Verdict::Win {
            *count = count.saturating_add(1);
        }
    }
}

fn add_to(sums: &mut CountSums, value: f64) {
    let value = (value * 100.0).round() as u64;
    sums.count = sums.count.saturating_add(1);
    sums.sum = sums.sum.saturating_add(value);
    sums.squares = sums.squares.saturating_add(value.saturating_mul(value));
}

/// Returns what counts of a game mean, with intervals of 95 %: Wilson's for shares, that of the
/// normal distribution for means.
pub fn playout_measures(game: &dyn Game, counts: &PlayoutCounts) -> PlayoutMeasures {
    let glossary = game.glossary();
    let choosers = glossary.players.iter().zip(&counts.wins).filter(|(player, _)| player.kind == PlayerKind::Chooser);
    let known = counts.complete && counts.games > 0;
    let pieces = glossary.pieces.iter().map(|piece| piece.name.as_str());
    let rules = glossary.rules.iter().map(|rule| rule.name.as_str());
    PlayoutMeasures {
        games: counts.games,
        wins: choosers
            .map(|(player, &wins)| WinShare { player: player.name.clone(), share: share(wins, counts.games) })
            .collect(),
        draws: share(counts.draws, counts.games),
        unfinished: share(counts.unfinished, counts.games),
        length: mean(&counts.length),
        choices: mean(&counts.choices),
        unused_pieces: if known { unused(pieces, &counts.pieces) } else { Vec::new() },
        unused_rules: if known { unused(rules, &counts.rules) } else { Vec::new() },
    }
}

/// Returns the names that were never used, in alphabetical order. Several rules may have one name.
fn unused<'a>(names: impl Iterator<Item = &'a str>, used: &[u32]) -> Vec<String> {
    let mut counts: BTreeMap<&str, bool> = BTreeMap::new();
    for (name, &count) in names.zip(used).filter(|(name, _)| !name.is_empty()) {
        *counts.entry(name).or_default() |= count > 0;
    }
    counts.into_iter().filter(|(_, is_used)| !is_used).map(|(name, _)| name.to_string()).collect()
}

fn share(count: u32, all: u32) -> Estimate {
    let found = wilson(f64::from(count.min(all)), f64::from(all), Z95);
    Estimate { value: found.value, low: found.low, high: found.high }
}

fn mean(sums: &CountSums) -> Estimate {
    let count = f64::from(sums.count.max(1));
    let value = sums.sum as f64 / 100.0 / count;
    let variance = (sums.squares as f64 / 10_000.0 - count * value * value).max(0.0) / (count - 1.0).max(1.0);
    let half = Z95 * (variance / count).sqrt();
    Estimate { value, low: (value - half).max(0.0), high: value + half }
}
