//! `dagaz match`: two bots play each other, and the result comes with its error.
//!
//! Each opening is played twice, with the seats turned round one place, so that neither the opening nor who begins favours
//! anybody. Every game is a line of the log; whoever stops a match loses at most the game that was being played.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use dagaz_bots::{Bot, BotError, Contest, Maker, Player, opening};
use dagaz_core::{Game, PlayerId};
use serde_json::{Value, json};

use crate::cli::MatchArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{HEADING, Output, Progress, clean, styled};

/// What one game has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Game1 {
    /// Its number, from 0 on; 2k and 2k + 1 have the same opening.
    number: usize,
    /// What the first bot has won: 1, a half or 0.
    points: f64,
    plies: usize,
    /// Whether it came to an end.
    ended: bool,
}

/// The result so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) wins: usize,
    pub(crate) draws: usize,
    pub(crate) losses: usize,
    pub(crate) plies: usize,
    pub(crate) cut_off: usize,
}

impl Tally {
    fn add(&mut self, one: &Game1) {
        match one.points {
            points if points > 0.75 => self.wins += 1,
            points if points < 0.25 => self.losses += 1,
            _ => self.draws += 1,
        }
        self.plies += one.plies;
        self.cut_off += usize::from(!one.ended);
    }

    pub(crate) fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// What the first one has won on average.
    pub(crate) fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    /// The standard error of the score.
    fn error(&self) -> f64 {
        let (games, score) = (self.games().max(1) as f64, self.score());
        let part = |count: usize, points: f64| count as f64 / games * (points - score).powi(2);
        ((part(self.wins, 1.0) + part(self.draws, 0.5) + part(self.losses, 0.0)) / games).sqrt()
    }

    /// By how many Elo the first one is stronger, and the bounds between which that is in 95 of 100 cases.
    pub(crate) fn elo(&self) -> [f64; 3] {
        let half = 1.96 * self.error();
        [self.score(), self.score() - half, self.score() + half].map(elo_of)
    }

    /// The logarithm of how much likelier this result is if the difference is `high` Elo than if it is `low`
    /// (the generalised ratio for three outcomes, in its normal approximation).
    fn likelihood(&self, (low, high): (f64, f64)) -> f64 {
        let variance = self.error().powi(2);
        if variance <= 0.0 {
            return 0.0;
        }
        let (low, high) = (score_of(low), score_of(high));
        (high - low) * (2.0 * self.score() - low - high) / (2.0 * variance)
    }
}

/// Elo of a score; infinite for all or nothing.
fn elo_of(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Where the sequential test decides, with errors of 5 % either way.
const DECIDED: f64 = 2.944;

pub(crate) fn run(args: &MatchArgs, out: &mut Output) -> Result<(), Failure> {
    Loaded::new(&args.game)?.with(|loaded| hold(args, loaded, out))
}

fn hold(args: &MatchArgs, loaded: &Loaded, out: &mut Output) -> Result<(), Failure> {
    let game: &dyn Game = &*loaded.game;
    let progress = Progress::new();
    let describe = |text: &str| text.parse::<Player>().map_err(Failure::Usage);
    let descriptions = [describe(&args.first)?, describe(&args.second)?];
    progress.show("studying the game");
    let maker = Maker::new();
    let bots = [maker.player(game, &descriptions[0])?, maker.player(game, &descriptions[1])?];
    progress.clear();
    let tally = meet(&Meeting {
        game,
        title: loaded.title(),
        bots: [&*bots[0], &*bots[1]],
        games: args.games,
        opening: args.opening,
        plies_max: args.max_plies,
        seed: args.seed,
        threads: args.threads.max(1),
        sprt: args.sprt,
        log: args.log.as_deref(),
        progress: &progress,
    })?;
    let names = bots.each_ref().map(|bot| bot.name());
    tell(args, loaded.title(), &names, &tally, out)
}

/// Everything that a match needs.
pub(crate) struct Meeting<'a> {
    pub(crate) game: &'a dyn Game,
    pub(crate) title: &'a str,
    pub(crate) bots: [&'a dyn Bot; 2],
    pub(crate) games: usize,
    pub(crate) opening: usize,
    pub(crate) plies_max: usize,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) sprt: Option<(f64, f64)>,
    pub(crate) log: Option<&'a str>,
    pub(crate) progress: &'a Progress,
}

/// Holds a match, or goes on with it.
pub(crate) fn meet(meeting: &Meeting<'_>) -> Result<Tally, Failure> {
    let choosers: Vec<PlayerId> = seats(meeting.game);
    if choosers.len() < 2 {
        return Err(Failure::Usage("a match needs a game with two players or more".to_string()));
    }
    let (known, log) = match meeting.log {
        Some(file) => open_log(file, meeting)?,
        None => (Vec::new(), None),
    };
    let mut done = vec![false; meeting.games];
    let mut tally = Tally::default();
    for one in known.iter().filter(|one| one.number < meeting.games) {
        if !std::mem::replace(&mut done[one.number], true) {
            tally.add(one);
        }
    }
    let shared = Mutex::new((tally, log, None::<Failure>));
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let decided = |tally: &Tally| {
        meeting.sprt.is_some_and(|bounds| tally.games() >= 10 && tally.likelihood(bounds).abs() >= DECIDED)
    };
    std::thread::scope(|scope| {
        for _ in 0..meeting.threads {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= meeting.games || decided(&lock(&shared).0) {
                        break;
                    }
                    if done[number] {
                        continue;
                    }
                    let played = one_game(meeting, &choosers, number, &stop);
                    let mut guard = lock(&shared);
                    let (tally, log, failure) = &mut *guard;
                    match played {
                        Ok(one) => {
                            tally.add(&one);
                            if let Some(log) = log
                                && let Err(error) = writeln!(log, "{}", line_of(&one)).and_then(|()| log.flush())
                            {
                                *failure = Some(error.into());
                                stop.store(true, Ordering::Relaxed);
                            }
                            let (games, score) = (tally.games(), tally.score());
                            meeting.progress.show(&format!("{games} of {} games, {score:.3}", meeting.games));
                        }
                        Err(error) => {
                            *failure = Some(error.into());
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    meeting.progress.clear();
    let (tally, _, failure) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(tally), Err)
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Those who choose, in the order of the turns.
fn seats(game: &dyn Game) -> Vec<PlayerId> {
    let mut players: Vec<PlayerId> = Vec::new();
    for slot in &game.glossary().slots {
        if !game.is_random(slot.mover) && !players.contains(&slot.mover) {
            players.push(slot.mover);
        }
    }
    players
}

fn one_game(meeting: &Meeting<'_>, choosers: &[PlayerId], number: usize, stop: &AtomicBool) -> Result<Game1, BotError> {
    let pair = (number / 2) as u64;
    let seed = meeting.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(pair);
    let start = opening(meeting.game, meeting.opening, seed)?;
    let mut seats: Vec<Option<&dyn Bot>> = vec![None; meeting.game.glossary().players.len()];
    for (place, player) in choosers.iter().enumerate() {
        seats[player.index()] = Some(meeting.bots[(place + number) % 2]);
    }
    let clock = Instant::now();
    let contest = Contest {
        game: meeting.game,
        seats,
        rules: Vec::new(),
        plies_max: meeting.plies_max,
        stop,
        clock: &clock,
        budget: None,
    };
    let played = contest.play(&start, seed.wrapping_add(number as u64))?;
    let own = choosers.iter().enumerate().filter(|(place, _)| (place + number).is_multiple_of(2));
    let points: Vec<f64> = own.map(|(_, player)| played.points(*player)).collect();
    let points = points.iter().sum::<f64>() / points.len().max(1) as f64;
    Ok(Game1 { number, points, plies: played.plies, ended: played.ending.is_some() })
}

fn line_of(one: &Game1) -> Value {
    json!({ "game": one.number, "points": one.points, "plies": one.plies, "ended": one.ended })
}

/// What the first line of a log says: games are only put together that belong together.
fn header(meeting: &Meeting<'_>) -> Value {
    json!({
        "match": meeting.title,
        "bots": meeting.bots.map(|bot| bot.name()),
        "opening": meeting.opening,
        "max_plies": meeting.plies_max,
        "seed": meeting.seed,
    })
}

/// The games that a log has already, and the log to write on.
fn open_log(file: &str, meeting: &Meeting<'_>) -> Result<(Vec<Game1>, Option<File>), Failure> {
    let failed = |error: std::io::Error| Failure::Errors(format!("{file}: {error}"));
    let mut known = Vec::new();
    let exists = std::path::Path::new(file).exists();
    if exists {
        let mut lines = BufReader::new(File::open(file).map_err(failed)?).lines();
        let first = lines.next().transpose().map_err(failed)?.unwrap_or_default();
        if serde_json::from_str::<Value>(&first).ok() != Some(header(meeting)) {
            return Err(Failure::Usage(format!("{file} is the log of another match, or no log at all")));
        }
        for line in lines {
            // The last line may have been cut off with the program.
            let Ok(value) = serde_json::from_str::<Value>(&line.map_err(failed)?) else { continue };
            let (number, points, plies) = (value["game"].as_u64(), value["points"].as_f64(), value["plies"].as_u64());
            if let (Some(number), Some(points), Some(plies)) = (number, points, plies) {
                let ended = value["ended"] == true;
                known.push(Game1 { number: number as usize, points, plies: plies as usize, ended });
            }
        }
    }
    let mut log = OpenOptions::new().create(true).append(true).open(file).map_err(failed)?;
    if exists {
        writeln!(log).map_err(failed)?;
    } else {
        writeln!(log, "{}", header(meeting)).map_err(failed)?;
    }
    Ok((known, Some(log)))
}

fn tell(args: &MatchArgs, title: &str, names: &[String; 2], tally: &Tally, out: &mut Output) -> Result<(), Failure> {
    let [elo, low, high] = tally.elo();
    let test = args.sprt.map(|bounds| {
        let ratio = tally.likelihood(bounds);
        let said = match ratio {
            ratio if ratio >= DECIDED => "accepted: the difference is the higher one rather than the lower",
            ratio if ratio <= -DECIDED => "rejected: the difference is the lower one rather than the higher",
            _ => "undecided",
        };
        (bounds, ratio, said)
    });
    if args.json {
        let finite = |value: f64| if value.is_finite() { Value::from(value) } else { Value::Null };
        let test = test.map(|((low, high), ratio, said)| {
            json!({ "low": low, "high": high, "log_likelihood_ratio": ratio, "result": said })
        });
        out.json(&json!({
            "game": title,
            "bots": names,
            "games": tally.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "cut_off": tally.cut_off,
            "score": tally.score(),
            "elo": finite(elo),
            "elo_from": finite(low),
            "elo_to": finite(high),
            "plies": tally.plies as f64 / tally.games().max(1) as f64,
            "sprt": test,
        }))?;
        return Ok(());
    }
    out.line(styled(HEADING, format!("{}: {} against {}", clean(title), names[0], names[1])))?;
    out.line(format!(
        "{} games: {} won, {} drawn, {} lost; {:.1} % of the points",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * tally.score()
    ))?;
    out.line(format!("difference {elo:+.0} Elo, between {low:+.0} and {high:+.0} in 95 of 100 cases"))?;
    if tally.cut_off > 0 {
        out.line(format!("{} games were cut off and count as drawn", tally.cut_off))?;
    }
    if let Some(((low, high), ratio, said)) = test {
        out.line(format!("sequential test of {low} against {high} Elo: {said} (log-likelihood ratio {ratio:+.2})"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_the_games() {
        let tally = Tally { wins: 60, draws: 20, losses: 20, ..Tally::default() };
        let [elo, low, high] = tally.elo();
        assert!((elo - 147.2).abs() < 0.1 && low < elo && elo < high, "{low} {elo} {high}");
        assert!((score_of(elo_of(0.7)) - 0.7).abs() < 1e-12);
        let wins = Tally { wins: 5, ..Tally::default() };
        assert_eq!(wins.elo()[0], f64::INFINITY);
        assert!(tally.likelihood((0.0, 50.0)) > DECIDED && tally.likelihood((200.0, 300.0)) < -DECIDED);
    }
}
