//! `dagaz bench`: playouts, for speed and for a summary of the game.

use std::time::{Duration, Instant};

use dagaz_core::{CompactSort, EndingId, Game, PlayerId, Playout, PlayoutLimits, Series, State, Verdict};
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};
use serde_json::json;

use super::clock::Time;
use super::replay::{self, FinishedPlayout, Replay};
use super::workers::{self, Job};
use crate::cli::BenchArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{HEADING, Output, Progress, clean, counted, grouped, plies, styled};

/// Plies that are played before the clocks run.
const WARM_UP_PLIES: usize = 100;

/// So many games tell how many legal moves there are. To count them costs time where moves are
/// drawn without a list, so that it is done before the clocks run.
const COUNTED: u64 = 100;

/// The share of the time of a run for which moves are counted before it.
const COUNTING: f64 = 0.1;

/// Every so many games the clock is looked at, once it has not run out during the first ones.
const CLOCK_EVERY: u64 = 8;
/// The first games, each of which is looked at.
const FIRST: u64 = 100;

/// Playouts from one position, for a number of seconds or of games.
struct Games<'a> {
    game: &'a dyn Game,
    start: State,
    limits: PlayoutLimits,
    seed: u64,
    /// So many games, or as many as the time allows, but at least one.
    playouts: Option<u64>,
    begin: Instant,
    wanted: Duration,
}

/// How often something came out.
struct EndingCount {
    /// What it came out as, if that alone says who won.
    end: Option<(EndingId, PlayerId)>,
    ending: String,
    winners: Vec<PlayerId>,
    games: u64,
}

/// Games summed up. The order in which they were played leaves no trace.
#[derive(Default)]
struct PlayoutSums {
    playouts: u64,
    plies: u64,
    /// The shortest and the longest game; none before the first.
    lengths: Option<(usize, usize)>,
    tallies: Vec<EndingCount>,
    /// Those to be played again.
    kept: Vec<FinishedPlayout>,
}

/// How many legal moves there are, by the first games.
#[derive(Default)]
struct Choices {
    games: u64,
    plies: u64,
    moves: u64,
}

/// Returns the random bits of one game. They depend on nothing but the seed and the number of the
/// game, so a run is made of the same games however many threads play them.
pub(super) fn generator(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    let run = SplitMix64::seed_from_u64(seed).next_u64();
    Xoshiro256PlusPlus::seed_from_u64(SplitMix64::seed_from_u64(run ^ number).next_u64())
}

/// Plays uniform playouts and reports.
pub(super) fn run(args: &BenchArgs, threads: usize, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let mut games = Games {
        game: &*loaded.game,
        start: loaded.begin(args.start.position.as_deref())?,
        limits: PlayoutLimits { plies: args.max_plies, quiet_plies: args.quiet_limit },
        seed: args.seed,
        playouts: args.playouts,
        begin: Instant::now(),
        wanted: Duration::from_secs_f64(args.seconds),
    };
    games.warm_up()?;
    let choices = games.choices()?;
    games.begin = Instant::now();
    let (parts, time) = workers::run(&games, threads)?;
    let sums = PlayoutSums::all(parts.into_iter());
    let checked = games.check(&sums.kept)?;
    if args.json {
        report_json(args, loaded, (&sums, &choices), checked, &time, out)
    } else {
        report(args, loaded, (&sums, &choices), checked, &time, out)
    }
}

impl Job for Games<'_> {
    type Part = PlayoutSums;

    fn part(&self) -> PlayoutSums {
        PlayoutSums::default()
    }

    fn wants(&self, number: u64) -> bool {
        match self.playouts {
            Some(most) => number < most,
            None => {
                let quick = number > FIRST && !number.is_multiple_of(CLOCK_EVERY);
                number == 0 || quick || self.begin.elapsed() < self.wanted
            }
        }
    }

    fn work(&self, next: &mut dyn FnMut() -> Option<u64>, sums: &mut PlayoutSums) -> Result<(), Failure> {
        let Some(number) = next() else { return Ok(()) };
        let bits = generator(self.seed, number);
        let mut run = PlayoutRun { games: self, next, sums, number: Some(number), bits };
        Ok(self.game.playouts(&self.start, self.limits, &mut run)?)
    }

    fn progress(&self, begun: u64) -> String {
        format!("{} games …", grouped(begun))
    }
}

impl Games<'_> {
    /// Plays the beginning of a game, so that what the rules prepare when it is first needed is
    /// ready.
    fn warm_up(&self) -> Result<(), Failure> {
        let limits = PlayoutLimits { plies: self.limits.plies.min(WARM_UP_PLIES), ..self.limits };
        self.game.playout(&mut self.start.clone(), &mut generator(self.seed, 0), limits)?;
        Ok(())
    }

    /// Plays the first games move by move.
    fn choices(&self) -> Result<Choices, Failure> {
        let (begin, most) = (Instant::now(), self.playouts.unwrap_or(COUNTED).min(COUNTED));
        let mut choices = Choices::default();
        // So many games are the same ones each time; so much time is not.
        let in_time = || self.playouts.is_some() || begin.elapsed() < self.wanted.mul_f64(COUNTING);
        while choices.games < most && (choices.games == 0 || in_time()) {
            let mut bits = generator(self.seed, choices.games);
            let playout = self.game.playout(&mut self.start.clone(), &mut bits, self.limits)?;
            choices.games += 1;
            choices.plies += playout.plies as u64;
            choices.moves += playout.choices;
        }
        Ok(choices)
    }

    /// Plays some games again. Gives the number of plies that were looked at.
    fn check(&self, kept: &[FinishedPlayout]) -> Result<u64, Failure> {
        let generator = |number| generator(self.seed, number);
        let replay = Replay { game: self.game, start: &self.start, limits: self.limits, generator };
        let (progress, mut plies) = (Progress::new(), 0);
        for played in kept {
            progress.show(&format!("playing game {} again …", grouped(played.number)));
            let checked = replay.check(played);
            progress.clear();
            plies += checked?;
        }
        Ok(plies)
    }

    /// What came out of a game.
    fn came_out(&self, stopped: &mut dyn FnMut() -> State, playout: &Playout) -> EndingCount {
        let Some(end) = playout.end else {
            let ending = if let Some(hit) = &playout.cut {
                format!("cut off: {hit}")
            } else if playout.plies >= self.limits.plies {
                format!("cut off after {} plies", self.limits.plies)
            } else {
                format!("cut off after {} quiet plies", self.limits.quiet_plies.unwrap_or(0))
            };
            return EndingCount { end: None, ending, winners: Vec::new(), games: 1 };
        };
        let outcome = self.game.outcome_of(&stopped(), end);
        let won = outcome.verdicts.iter().enumerate().filter(|(_, verdict)| **verdict == Verdict::Win);
        let winners = won.map(|(index, _)| PlayerId::at(index)).collect();
        EndingCount { end: outcome.scores.is_none().then_some(end), ending: outcome.ending, winners, games: 1 }
    }
}

/// Games played one after another by one thread.
struct PlayoutRun<'a, 'g> {
    games: &'a Games<'g>,
    next: &'a mut dyn FnMut() -> Option<u64>,
    sums: &'a mut PlayoutSums,
    /// The game that is played, or if none is, the one that was.
    number: Option<u64>,
    bits: Xoshiro256PlusPlus,
}

impl Series for PlayoutRun<'_, '_> {
    fn begin(&mut self) -> Option<&mut dyn Rng> {
        self.bits = generator(self.games.seed, self.number?);
        Some(&mut self.bits)
    }

    fn end(&mut self, playout: &Playout, stopped: &mut dyn FnMut() -> State) {
        if let Some(number) = self.number {
            self.sums.add(self.games, number, playout, stopped);
        }
        self.number = (self.next)();
    }
}

impl PlayoutSums {
    /// Returns all games of all threads, what came out most often first.
    fn all(parts: impl Iterator<Item = PlayoutSums>) -> PlayoutSums {
        let mut all = PlayoutSums::default();
        for part in parts {
            all.playouts += part.playouts;
            all.plies += part.plies;
            all.lengths = match (all.lengths, part.lengths) {
                (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
                (one, other) => one.or(other),
            };
            part.tallies.into_iter().for_each(|tally| all.tally(tally));
            all.kept.extend(part.kept);
        }
        all.tallies.compact_sort_by(|a, b| (b.games, &a.ending, &a.winners).cmp(&(a.games, &b.ending, &b.winners)));
        all.kept.compact_sort_by_key(|played| played.number);
        all
    }

    /// Adds a game; `stopped` makes the state where it stopped.
    fn add(&mut self, games: &Games<'_>, number: u64, playout: &Playout, stopped: &mut dyn FnMut() -> State) {
        self.playouts += 1;
        self.plies += playout.plies as u64;
        let (shortest, longest) = self.lengths.unwrap_or((playout.plies, playout.plies));
        self.lengths = Some((shortest.min(playout.plies), longest.max(playout.plies)));
        if replay::is_kept(number) {
            self.kept.push(FinishedPlayout { number, playout: playout.clone(), state: stopped() });
        }
        match self.tallies.iter_mut().find(|known| known.end.is_some() && known.end == playout.end) {
            Some(known) => known.games += 1,
            None => match games.came_out(stopped, playout) {
                // Players with equal results share one line of the report.
                tally if tally.end.is_some() => self.tallies.push(tally),
                tally => self.tally(tally),
            },
        }
    }

    fn tally(&mut self, tally: EndingCount) {
        let same = |known: &&mut EndingCount| known.ending == tally.ending && known.winners == tally.winners;
        match self.tallies.iter_mut().find(same) {
            Some(known) => known.games += tally.games,
            None => self.tallies.push(tally),
        }
    }

    fn mean_length(&self) -> f64 {
        share(self.plies, self.playouts)
    }
}

impl EndingCount {
    fn winners<'a>(&self, game: &'a dyn Game) -> Vec<&'a str> {
        self.winners.iter().map(|player| game.glossary().player(*player)).collect()
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn report_json(
    args: &BenchArgs,
    loaded: &Loaded,
    (sums, choices): (&PlayoutSums, &Choices),
    checked: u64,
    time: &Time,
    out: &mut Output,
) -> Result<(), Failure> {
    let outcomes: Vec<serde_json::Value> = sums
        .tallies
        .iter()
        .map(|tally| {
            json!({
                "ending": tally.ending,
                "winners": tally.winners(&*loaded.game),
                "games": tally.games,
                "share": share(tally.games, sums.playouts),
            })
        })
        .collect();
    let (shortest, longest) = sums.lengths.unwrap_or_default();
    out.json(&json!({
        "game": loaded.title(),
        "seed": args.seed,
        "max_plies": args.max_plies,
        "quiet_limit": args.quiet_limit,
        "playouts": sums.playouts,
        "plies": sums.plies,
        "mean_length": sums.mean_length(),
        "shortest": shortest,
        "longest": longest,
        "mean_legal_moves": share(choices.moves, choices.plies),
        "outcomes": outcomes,
        "checked": { "games": sums.kept.len(), "plies": checked },
        "speed": time.json(&[("playouts", sums.playouts), ("plies", sums.plies)]),
    }))?;
    Ok(())
}

fn report(
    args: &BenchArgs,
    loaded: &Loaded,
    (sums, choices): (&PlayoutSums, &Choices),
    checked: u64,
    time: &Time,
    out: &mut Output,
) -> Result<(), Failure> {
    let (shortest, longest) = sums.lengths.unwrap_or_default();
    out.line(styled(HEADING, clean(loaded.title())))?;
    out.line(format!("random games     {}, seed {}", grouped(sums.playouts), args.seed))?;
    let again = counted(sums.kept.len(), "game");
    out.line(format!(
        "checked          {again} played again, {} looked up in the lists of moves",
        plies(checked as usize)
    ))?;
    out.line(format!("time             {}", time.words()))?;
    out.line(format!("playouts/s       {}", time.rates(sums.playouts)))?;
    out.line(format!("plies/s          {}", time.rates(sums.plies)))?;
    out.line(format!("mean length      {:.1} plies (from {shortest} to {longest})", sums.mean_length()))?;
    let counted = if sums.playouts > choices.games {
        format!(" (in the first {})", self::counted(choices.games as usize, "game"))
    } else {
        String::new()
    };
    out.line(format!("mean legal moves {:.1} a ply{counted}", share(choices.moves, choices.plies)))?;
    out.line("outcomes")?;
    for tally in &sums.tallies {
        let who = match tally.winners(&*loaded.game).as_slice() {
            [] => String::new(),
            winners => format!("{} won: ", winners.join(" and ")),
        };
        let percent = 100.0 * share(tally.games, sums.playouts);
        out.line(clean(&format!("  {percent:6.2} %  {who}{}", tally.ending)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_every_seed_has_its_own_random_bits() {
        let mut first: Vec<u64> =
            (0..10).flat_map(|seed| (0..100).map(move |n| generator(seed, n).next_u64())).collect();
        assert_eq!(generator(3, 5), generator(3, 5));
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 1_000);
    }
}
