//! `dagaz bench --profile`: what the parts of the work on a position cost.
//!
//! Positions come from playouts. In each of them every part is repeated until a clock can measure
//! it. The report has means over all positions in which the part does something.

use std::time::{Duration, Instant};

use dagaz_core::{Fuel, Game, LimitHit, MoveList, PlayoutLimits, State, below};
use dagaz_engine::{CompiledGame, Part, PathGame, Work};
use serde_json::{Value, json};

use super::clock::thread_time;
use super::playouts::generator;
use crate::cli::BenchArgs;
use crate::failure::Failure;
use crate::load::{Loaded, Playable};
use crate::output::{HEADING, Output, Progress, clean, counted, styled};

/// Positions at most.
const POSITIONS: usize = 200;
/// The maximum number of playouts for them, per position.
const GAMES: usize = 4;
/// For how long, about, a part is done in one position before the clock is read again.
const SPELL: Duration = Duration::from_micros(20);
/// So many times that is done; the shortest counts, since others may have been disturbed.
const SPELLS: usize = 3;

/// What has parts to measure.
#[derive(Clone, Copy)]
enum Subject<'a> {
    /// Automata: those of edition 2, or those in which a game of edition 3 is played.
    Automata(&'a CompiledGame),
    /// Paths.
    Paths(&'a PathGame),
}

/// What one part has cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    positions: u64,
    nanoseconds: f64,
    found: u64,
}

/// Measures and reports.
pub(super) fn run(args: &BenchArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let subject = match &loaded.game {
        Playable::Rules(game) => Subject::Automata(game),
        Playable::Paths(game) => game.automata().map_or(Subject::Paths(game), Subject::Automata),
        _ => return Err(Failure::Usage("only rules have parts to measure".to_string())),
    };
    let positions = positions(args, loaded)?;
    let (begin, progress) = (Instant::now(), Progress::new());
    let is_over = || begin.elapsed().as_secs_f64() >= args.seconds;
    let parts = subject.parts();
    let mut costs = vec![Cost::default(); parts.len()];
    let mut measured = 0;
    for state in &positions {
        // The first position is measured whole, however long that takes; another that is not done
        // in time does not count.
        let mut here = costs.clone();
        for (part, cost) in parts.iter().zip(&mut here) {
            if measured > 0 && is_over() {
                break;
            }
            measure(subject, state, part, cost, args.seed)?;
        }
        if measured > 0 && is_over() {
            break;
        }
        costs = here;
        measured += 1;
        progress.show(&format!("measuring, {measured} of {} …", counted(positions.len(), "position")));
    }
    progress.clear();
    let rows: Vec<(&Part, Cost)> = parts.iter().zip(costs).filter(|(_, cost)| cost.positions > 0).collect();
    if args.json {
        let rows: Vec<Value> = rows.iter().map(|(part, cost)| as_json(subject, part, *cost)).collect();
        out.json(&json!({ "game": loaded.title(), "seed": args.seed, "positions": measured, "parts": rows }))?;
        return Ok(());
    }
    out.line(styled(HEADING, clean(loaded.title())))?;
    out.line(format!("measured in {} of random games, seed {}", counted(measured, "position"), args.seed))?;
    out.line(format!("{:>12}  {:>8}", "nanoseconds", "found"))?;
    for (part, cost) in rows {
        let (time, found) = (cost.mean(cost.nanoseconds), cost.mean(cost.found as f64));
        out.line(clean(&format!("{time:12.1}  {found:8.1}  {}", name(subject, part))))?;
    }
    Ok(())
}

/// Returns positions of playouts in which a player can move.
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

impl<'a> Subject<'a> {
    fn game(self) -> &'a dyn Game {
        match self {
            Subject::Automata(game) => game,
            Subject::Paths(game) => game,
        }
    }

    fn parts(self) -> Vec<Part> {
        match self {
            Subject::Automata(game) => game.parts(),
            Subject::Paths(game) => game.parts(),
        }
    }

    fn work(self, state: &State, work: Work, times: u32, seed: u64) -> Result<Option<u64>, LimitHit> {
        match self {
            Subject::Automata(game) => game.work(state, work, times),
            Subject::Paths(game) => game.work(state, work, times, &mut generator(seed, 0)),
        }
    }
}

fn measure(subject: Subject<'_>, state: &State, part: &Part, cost: &mut Cost, seed: u64) -> Result<(), Failure> {
    let spell = |times: u32| -> Result<Option<(u64, Duration)>, Failure> {
        let begin = thread_time();
        let found = subject.work(state, part.work, times, seed)?;
        Ok(found.map(|found| (found, thread_time().saturating_sub(begin))))
    };
    // Moves have to be listed before one is played: what that costs, and one move, is taken off.
    let mut listing = Duration::ZERO;
    if part.work == Work::Play {
        listing = Duration::MAX;
        for _ in 0..SPELLS {
            let Some((_, took)) = spell(1)? else { return Ok(()) };
            listing = listing.min(took);
        }
    }
    let first = u32::from(part.work == Work::Play);
    let (mut times, mut spells, mut shortest) = (1, 0, Duration::MAX);
    while spells < SPELLS {
        let Some((found, took)) = spell(times + first)? else { return Ok(()) };
        let took = took.saturating_sub(listing);
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

fn name(subject: Subject<'_>, part: &Part) -> String {
    let glossary = subject.game().glossary();
    let rule = |rule: &dagaz_core::RuleId| glossary.rules.get(rule.index()).map_or("", |rule| rule.name.as_str());
    let Some(piece) = part.piece else {
        let name = match part.work {
            Work::Count => "counting the legal moves",
            Work::Draw => "drawing one of all moves",
            Work::List => "listing the legal moves",
            Work::Play => "playing a move and taking it back",
            Work::Safety => "looking for attackers of royal pieces",
            Work::Random => "playing one ply of a random game",
            Work::Rules(_) => "rules",
            Work::Walk(_) => return format!("walking {}", part.rules.first().map_or("", rule)),
        };
        return name.to_string();
    };
    let rules: Vec<&str> = part.rules.iter().map(rule).collect();
    let kind = glossary.pieces.get(piece.kind.index()).map_or("", |kind| kind.name.as_str());
    let attribute = |which: &dagaz_core::AttributeId| {
        glossary.attributes.get(which.index()).map_or(String::new(), |name| format!(" {name}"))
    };
    let attributes: String = part.attributes.iter().map(attribute).collect();
    format!("{} {kind}{attributes}: {}", glossary.player(piece.owner), rules.join(", "))
}

fn as_json(subject: Subject<'_>, part: &Part, cost: Cost) -> Value {
    json!({
        "part": name(subject, part),
        "positions": cost.positions,
        "nanoseconds": cost.mean(cost.nanoseconds),
        "found": cost.mean(cost.found as f64),
    })
}
