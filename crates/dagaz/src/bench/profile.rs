//! `dagaz bench --profile`: what the parts of the work on a position cost.
//!
//! Positions are taken from random games. In each of them every part is done again and again, so that a clock can tell
//! what it costs; the means over all positions in which there is something to do are shown.

use std::time::{Duration, Instant};

use dagaz_core::{Fuel, MoveList, PlayoutLimits, State, below};
use dagaz_engine::{CompiledGame, Part, Work};
use serde_json::{Value, json};

use super::clock::thread_time;
use super::playouts::generator;
use crate::cli::BenchArgs;
use crate::failure::Failure;
use crate::load::{Loaded, Playable};
use crate::output::{HEADING, Output, Progress, clean, counted, styled};

/// Positions at most.
const POSITIONS: usize = 200;
/// Random games that are looked at for them, for each of them at most.
const GAMES: usize = 4;
/// For how long, about, a part is done in one position before the clock is read again.
const SPELL: Duration = Duration::from_micros(20);
/// So many times that is done; the shortest counts, since others may have been disturbed.
const SPELLS: usize = 3;

/// What one part has cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    positions: u64,
    nanoseconds: f64,
    found: u64,
}

/// Measures and reports.
pub(super) fn run(args: &BenchArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let Playable::Rules(game) = &loaded.game else {
        return Err(Failure::Usage("only rules that are compiled have parts to measure".to_string()));
    };
    let positions = positions(args, loaded)?;
    let (begin, progress) = (Instant::now(), Progress::new());
    let parts = game.parts();
    let mut costs = vec![Cost::default(); parts.len()];
    let mut measured = 0;
    for state in &positions {
        for (part, cost) in parts.iter().zip(&mut costs) {
            measure(game, state, part, cost)?;
        }
        measured += 1;
        progress.show(&format!("measuring, {measured} of {} …", counted(positions.len(), "position")));
        if begin.elapsed().as_secs_f64() >= args.seconds {
            break;
        }
    }
    progress.clear();
    let rows: Vec<(&Part, Cost)> = parts.iter().zip(costs).filter(|(_, cost)| cost.positions > 0).collect();
    if args.json {
        let rows: Vec<Value> = rows.iter().map(|(part, cost)| as_json(loaded, part, *cost)).collect();
        out.json(&json!({ "game": loaded.title(), "seed": args.seed, "positions": measured, "parts": rows }))?;
        return Ok(());
    }
    out.line(styled(HEADING, clean(loaded.title())))?;
    out.line(format!("measured in {} of random games, seed {}", counted(measured, "position"), args.seed))?;
    out.line(format!("{:>12}  {:>8}", "nanoseconds", "found"))?;
    for (part, cost) in rows {
        let (time, found) = (cost.mean(cost.nanoseconds), cost.mean(cost.found as f64));
        out.line(clean(&format!("{time:12.1}  {found:8.1}  {}", name(loaded, part))))?;
    }
    Ok(())
}

/// Positions of random games in which somebody can move.
fn positions(args: &BenchArgs, loaded: &Loaded) -> Result<Vec<State>, Failure> {
    let start = loaded.begin(args.start.position.as_deref())?;
    let (game, mut states, mut list) = (&*loaded.game, Vec::new(), MoveList::new());
    let whole = PlayoutLimits { plies: args.max_plies, quiet_plies: None };
    for number in 0..(GAMES * POSITIONS) as u64 {
        if states.len() == POSITIONS {
            break;
        }
        let mut state = start.clone();
        let length = game.playout(&mut state, &mut generator(args.seed, number), whole)?.plies;
        state.clone_from(&start);
        let mut bits = generator(args.seed, number);
        let plies = below(&mut generator(!args.seed, number), length.max(1));
        game.playout(&mut state, &mut bits, PlayoutLimits { plies, ..whole })?;
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
        if !list.is_empty() {
            states.push(state);
        }
    }
    if states.is_empty() {
        return Err(Failure::Errors("nobody can move, so there is nothing to measure".to_string()));
    }
    Ok(states)
}

fn measure(game: &CompiledGame, state: &State, part: &Part, cost: &mut Cost) -> Result<(), Failure> {
    let spell = |times: u32| -> Result<Option<(u64, Duration)>, Failure> {
        let begin = thread_time();
        let found = game.work(state, part.work, times)?;
        Ok(found.map(|found| (found, thread_time().saturating_sub(begin))))
    };
    let (mut times, mut spells, mut shortest) = (1, 0, Duration::MAX);
    while spells < SPELLS {
        let Some((found, took)) = spell(times)? else { return Ok(()) };
        if took < SPELL && spells == 0 && times < 1 << 20 {
            times *= 4;
            continue;
        }
        (spells, shortest) = (spells + 1, shortest.min(took));
        if spells == SPELLS {
            cost.positions += 1;
            cost.nanoseconds += shortest.as_secs_f64() * 1e9 / f64::from(times);
            cost.found += found;
        }
    }
    Ok(())
}

impl Cost {
    fn mean(&self, sum: f64) -> f64 {
        sum / self.positions.max(1) as f64
    }
}

fn name(loaded: &Loaded, part: &Part) -> String {
    let glossary = loaded.game.glossary();
    let Some(piece) = part.piece else {
        let name = match part.work {
            Work::Count => "counting the legal moves",
            Work::Draw => "drawing one of all moves",
            Work::List => "listing the legal moves",
            Work::Play => "playing a move and taking it back",
            Work::Safety => "looking for attackers of royal pieces",
            Work::Rules(_) => "rules",
        };
        return name.to_string();
    };
    let rule = |rule: &dagaz_core::RuleId| glossary.rules.get(rule.index()).map_or("", |rule| rule.name.as_str());
    let rules: Vec<&str> = part.rules.iter().map(rule).collect();
    let kind = glossary.pieces.get(piece.kind.index()).map_or("", |kind| kind.name.as_str());
    let attribute = |which: &dagaz_core::AttributeId| {
        glossary.attributes.get(which.index()).map_or(String::new(), |name| format!(" {name}"))
    };
    let attributes: String = part.attributes.iter().map(attribute).collect();
    format!("{} {kind}{attributes}: {}", glossary.player(piece.owner), rules.join(", "))
}

fn as_json(loaded: &Loaded, part: &Part, cost: Cost) -> Value {
    json!({
        "part": name(loaded, part),
        "positions": cost.positions,
        "nanoseconds": cost.mean(cost.nanoseconds),
        "found": cost.mean(cost.found as f64),
    })
}
