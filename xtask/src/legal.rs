//! `cargo xtask legal`: bots play all games of the library, and every chosen move is looked up
//! among the legal ones.
//!
//! The reference interpreter decides legality if the rules have one, else the game itself, which
//! generates moves independently of the bot's search. Every kind of bot plays one ply in turn, and
//! games restart when they are over, until enough moves have been made.
//!
//! Each finished game is a line, printed at once and kept in a file, so an interrupted run
//! continues. Failures are kept too, and repeated.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use dagaz_bots::{Bot, Context, Maker};
use dagaz_core::{Fuel, Game, Limits, MoveList, PlayerId, State, Turn, UndoLog, below};
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{parallel, scripts, walk};

/// Who plays, one after the other.
const BOTS: [&str; 7] = ["alphabeta:60n", "mcts:3n", "greedy", "best:40n", "level:2", "alphabeta:2d,2000n", "random"];
/// Plies of a game at most.
const PLIES_MAX: usize = 400;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only games whose path has this in it
    #[arg(default_value = "")]
    name: String,
    /// How many moves of bots in all games together
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    moves: usize,
    /// File of results; an existing one is continued
    #[arg(long, default_value = "target/legal.log", value_name = "FILE")]
    log: PathBuf,
}

/// The games that are done, in a file: a line each, of its path and how many moves of bots were
/// legal in it.
struct Log {
    before: String,
    file: Mutex<File>,
}

impl Log {
    fn open(path: &Path) -> Result<Log, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", path.display());
        let before = std::fs::read_to_string(path).unwrap_or_default();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fault)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(fault)?;
        Ok(Log { before, file: Mutex::new(file) })
    }

    /// How many moves of a game were legal, if it was played before and nothing was wrong.
    fn of_before(&self, name: &str) -> Option<usize> {
        let mut lines = self.before.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        lines.rfind(|said| said.ends_with(LEGAL))?.strip_suffix(LEGAL)?.parse().ok()
    }

    fn note(&self, name: &str, result: &Result<usize, String>) -> Result<(), String> {
        let said = result.as_ref().map_or_else(String::clone, |made| format!("{made}{LEGAL}"));
        println!("{name}: {said}");
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(file, "{name}: {said}").map_err(|error| error.to_string())
    }
}

/// The text of a result.
const LEGAL: &str = " legal moves";

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let folder = source::root().join("games");
    let files: Vec<PathBuf> =
        source::library().into_iter().chain(source::path_library()).chain(scripts::library()).collect();
    let files: Vec<&PathBuf> =
        files.iter().filter(|path| source::short_name(path, &folder).contains(&arguments.name)).collect();
    let each = arguments.moves.div_ceil(files.len().max(1));
    let log = Log::open(&arguments.log)?;
    let results = parallel::map(&files, |path| {
        let name = source::short_name(path, &folder);
        if let Some(made) = log.of_before(&name).filter(|made| *made >= each) {
            return Ok(made);
        }
        let result = play(path, each);
        log.note(&name, &result)?;
        result
    });
    let (mut moves, mut faults) = (0, Vec::new());
    for (path, result) in files.iter().zip(results) {
        match result.and_then(|result| result) {
            Ok(played) => moves += played,
            Err(fault) => faults.push(format!("{}: {fault}", source::short_name(path, &folder))),
        }
    }
    println!("{moves} moves of bots in {} games, {} faults", files.len(), faults.len());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Plays one game over and over; how many moves bots have made.
fn play(path: &Path, moves: usize) -> Result<usize, String> {
    let (limits, maker) = (Limits::default(), Maker::glancing());
    let is = |kind: &str| path.extension().is_some_and(|extension| extension == kind);
    let game: Box<dyn Game> = match is("4th") {
        true => Box::new(scripts::load(path, &limits)?),
        false => source::open(path)?,
    };
    let judge = match is("zrf") {
        true => {
            let mut file = source::read(path, &limits).map_err(|error| error.to_string())?;
            let index = file.default_index();
            let rules = file.rules(index).rules.ok_or("it has errors")?;
            Some(Pair::new(rules, &limits).map_err(|hit| hit.to_string())?.interpreter)
        }
        false => None,
    };
    let judge: &dyn Game = judge.as_ref().map_or(&*game, |judge| judge);
    let mut bots: Vec<Box<dyn Bot>> = Vec::new();
    for text in BOTS {
        bots.push(maker.bot(&*game, text.parse().map_err(|_| "no bot")?).map_err(|hit| hit.to_string())?);
    }
    let (mut made, mut round) = (0, 0u64);
    while made < moves {
        let (mut state, mut rng) = (game.initial(), walk::rng(round));
        let mut contexts: Vec<Context> = bots.iter().map(|_| Context::new()).collect();
        let before = made;
        for ply in 0..PLIES_MAX {
            if made >= moves || game.ending(&state).map_err(|hit| hit.to_string())?.is_some() {
                break;
            }
            let who = (ply + round as usize) % bots.len();
            made +=
                one(&*game, judge, &mut state, &*bots[who], &mut contexts[who], round << 32 | ply as u64, &mut rng)?;
        }
        if made == before {
            return Err("no bot is ever asked".to_string());
        }
        round += 1;
    }
    Ok(made)
}

/// Plays one ply; how many moves of bots that were.
fn one(
    game: &dyn Game,
    judge: &dyn Game,
    state: &mut State,
    bot: &dyn Bot,
    context: &mut Context,
    seed: u64,
    rng: &mut impl dagaz_core::Rng,
) -> Result<usize, String> {
    let turn = game.turn(state);
    let mut list = MoveList::new();
    let fuel = &mut Fuel::new(game.limits().fuel);
    let player = match &turn {
        Turn::Choice(player) | Turn::Chance(player) => *player,
        Turn::Together(players) => players.first().copied().unwrap_or(PlayerId::NONE),
    };
    let listed = match turn {
        Turn::Together(_) => judge.moves_of(state, player, &mut list, fuel),
        _ => judge.moves(state, &mut list, fuel),
    };
    // A position with more moves than can be listed is played step by step, by bots as well.
    if let Err(hit) = &listed
        && !hit.is_of_length()
    {
        return Err(hit.to_string());
    }
    if matches!(turn, Turn::Chance(_)) {
        game.play(state, list.get(below(rng, list.len())), &mut UndoLog::new());
        return Ok(0);
    }
    let thought = bot.answer(game, &game.view(state, player), seed, &Instant::now(), context);
    let thought = thought.map_err(|error| format!("{}: {error}", bot.name()))?;
    if listed.is_ok() && !list.iter().any(|one| one.same_as(thought.chosen.as_ref())) {
        return Err(format!("{} plays an illegal move at ply {}", bot.name(), seed & 0xffff_ffff));
    }
    game.play(state, thought.chosen.as_ref(), &mut UndoLog::new());
    Ok(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_faulty_records_are_replayed_again() {
        let path = std::env::temp_dir().join(format!("legal-{}", std::process::id()));
        let log = Log::open(&path).expect("a file");
        log.note("race/chess.drf", &Ok(12)).expect("it is written");
        log.note("race/chess.zrf", &Err("an illegal move".to_string())).expect("it is written");
        log.note("ch", &Ok(3)).expect("it is written");
        let again = Log::open(&path).expect("the same file");
        let known = ["race/chess.drf", "race/chess.zrf", "race/chess", "ch"].map(|name| again.of_before(name));
        assert_eq!(known, [Some(12), None, None, Some(3)]);
        std::fs::remove_file(path).expect("it was made here");
    }
}
