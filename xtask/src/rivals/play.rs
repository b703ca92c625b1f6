//! Our bots against OpenSpiel's Monte-Carlo tree search, with equal processor time for each move.
//!
//! Our rules are the referee. The rival is a process
//! (`crates/dagaz-bots/tests/independent/rival.py`) that gets all moves so far and answers with
//! one. Game number `n` follows from `n`: its opening, which each side plays once, and all seeds.
//! Each game is a line in a file, so an interrupted match continues.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dagaz_bots::{
    Bot, BotError, Clock, Contest, ContestMove, ContestObserver, Context, Description, Maker, Question, Thought,
};
use dagaz_bots::{opening, opening_moves};
use dagaz_core::{Effect, Fuel, Game, MoveList, MoveRef, PlayerId, SiteId, Verdict};
use dagaz_testkit::source;

use crate::cpu::Cpu;
use crate::match_results::go_on;

/// Games that both sides know: what they are called here and there.
const GAMES: [(&str, &str); 5] = [
    ("hex", "hex"),
    ("breakthrough", "breakthrough"),
    ("amazons", "amazons"),
    ("reversi", "othello"),
    ("english-draughts", "checkers"),
];
/// Plies after which a game is drawn.
const PLIES_MAX: usize = 300;

#[derive(clap::Args)]
pub(super) struct MatchArguments {
    /// Games to be played, by the names of their folders; none: all that both sides know
    games: Vec<String>,
    /// Our bot
    #[arg(long, default_value = "best:200ms", value_name = "BOT")]
    bot: Description,
    /// Milliseconds of a processor that the rival may think about a move
    #[arg(long, default_value_t = 200, value_name = "MS")]
    time: u64,
    /// How many games
    #[arg(long, default_value_t = 20, value_name = "N")]
    number: u64,
    /// Random plies before each
    #[arg(long, default_value_t = 4, value_name = "PLIES")]
    opening: usize,
    /// File of results; an existing one is continued
    #[arg(long, default_value = "target/rivals", value_name = "FOLDER")]
    log: PathBuf,
}

pub(super) fn run(arguments: &MatchArguments) -> Result<(), String> {
    let known = |name: &String| GAMES.iter().find(|(ours, _)| ours == name).copied();
    let games: Vec<(&str, &str)> = match &arguments.games[..] {
        [] => GAMES.to_vec(),
        names => names
            .iter()
            .map(|name| known(name).ok_or_else(|| format!("{name} is no game that both sides know")))
            .collect::<Result<_, _>>()?,
    };
    for (ours, theirs) in games {
        let game = source::named(ours)?;
        hold(&*game, ours, theirs, arguments)?;
    }
    Ok(())
}

/// Plays the games that are not in the file yet, and tells what all of them came to.
fn hold(game: &dyn Game, name: &str, theirs: &str, arguments: &MatchArguments) -> Result<(), String> {
    let bot = Maker::new().bot(game, arguments.bot).map_err(|hit| hit.to_string())?;
    let file = format!("{name}-{}-{}ms", arguments.bot, arguments.time);
    let tally = go_on(&arguments.log, &file, arguments.number, |number| one(game, &*bot, theirs, number, arguments))?;
    println!("{name}: {} against OpenSpiel: {tally}", arguments.bot);
    Ok(())
}

/// Plays one game; the line for it.
fn one(
    game: &dyn Game,
    bot: &dyn Bot,
    theirs: &str,
    number: u64,
    arguments: &MatchArguments,
) -> Result<String, String> {
    // An opening is played twice, by each side once.
    let (seed, turn) = (number / 2, (number % 2) as usize);
    let said = |error: BotError| error.to_string();
    let moves = opening_moves(game, arguments.opening, seed).map_err(said)?;
    let start = opening(game, arguments.opening, seed).map_err(said)?;
    let rival = Rival::start(theirs, number, Duration::from_millis(arguments.time))?;
    moves.iter().for_each(|one| rival.hear(word(game, one.as_ref())));
    let ours = Timed { inner: bot, spent: Mutex::default() };
    let choosers: Vec<PlayerId> =
        (0..game.glossary().players.len()).map(PlayerId::at).filter(|one| !game.is_random(*one)).collect();
    let own = choosers.get(turn).copied().unwrap_or(PlayerId::NONE);
    let seats = (0..game.glossary().players.len()).map(PlayerId::at);
    let seats = seats.map(|player| Some(if player == own { &ours as &dyn Bot } else { &rival as &dyn Bot })).collect();
    let stop = AtomicBool::new(false);
    let contest =
        Contest { game, seats, rules: Vec::new(), plies_max: PLIES_MAX, stop: &stop, clock: &Cpu, budget: None };
    let played = match contest.play_before(&start, number, &mut Ear { game, rival: &rival }) {
        Ok(played) => Some(played),
        Err(BotError::Program(what)) if what == OVER => None,
        Err(error) => return Err(format!("game {number}: {error}")),
    };
    let result = match played.as_ref().and_then(|played| played.verdicts.get(own.index())) {
        Some(Verdict::Win) => "won",
        Some(Verdict::Loss) => "lost",
        _ => "drawn",
    };
    let plies = played.as_ref().map_or(0, |played| played.plies);
    let ending = played.map_or("over for the rival".to_string(), |played| match played.ending {
        Some(_) => "ended".to_string(),
        None => "cut off".to_string(),
    });
    let [ours, theirs] = [&ours.spent, &rival.spent].map(|spent| mean(&locked(spent)));
    let moves = locked(&rival.moves).join(" ");
    Ok(format!("{result} {plies} plies, {ours} ms a move for {theirs} ms, {ending}: {moves}"))
}

/// Milliseconds on average.
fn mean(spent: &[Duration]) -> u128 {
    spent.iter().sum::<Duration>().as_millis() / (spent.len() as u128).max(1)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A bot whose time is taken.
struct Timed<'a> {
    inner: &'a dyn Bot,
    spent: Mutex<Vec<Duration>>,
}

impl Bot for Timed<'_> {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn choose(&self, question: &mut Question<'_>, context: &mut Context) -> Result<Thought, BotError> {
        let began = Cpu.now();
        let thought = self.inner.choose(question, context);
        locked(&self.spent).push(Cpu.now().saturating_sub(began));
        thought
    }
}

/// The rival's answer where a game is over for it but not here: its draughts have a limit of quiet
/// moves.
const OVER: &str = "over";

/// The other side: a process.
struct Rival {
    talk: Mutex<Talk>,
    /// All moves so far.
    moves: Mutex<Vec<String>>,
    time: Duration,
    spent: Mutex<Vec<Duration>>,
}

struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Rival {
    fn start(game: &str, seed: u64, time: Duration) -> Result<Rival, String> {
        let python = std::env::var("DAGAZ_PYTHON").unwrap_or("python3".to_string());
        let script = source::root().join("crates/dagaz-bots/tests/independent/rival.py");
        let mut child = Command::new(&python)
            .arg(script)
            .args([game, &seed.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{python}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the rival has no input or output".to_string());
        };
        let talk = Mutex::new(Talk { child, input, output: BufReader::new(output) });
        Ok(Rival { talk, moves: Mutex::default(), time, spent: Mutex::default() })
    }

    fn hear(&self, word: String) {
        locked(&self.moves).push(word);
    }

    fn ask(&self) -> std::io::Result<String> {
        let talk = &mut *locked(&self.talk);
        writeln!(talk.input, "{} {}", self.time.as_secs_f64(), locked(&self.moves).join(" "))?;
        talk.input.flush()?;
        let mut answer = String::new();
        talk.output.read_line(&mut answer)?;
        Ok(answer.trim().to_string())
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        let child = &mut locked(&self.talk).child;
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Bot for Rival {
    fn name(&self) -> String {
        "rival".to_string()
    }

    fn choose(&self, question: &mut Question<'_>, _: &mut Context) -> Result<Thought, BotError> {
        let (game, mut list) = (question.game, MoveList::new());
        game.moves(&question.view.seen, &mut list, &mut Fuel::new(game.limits().fuel))?;
        // A single legal move is played without a search. If neither side has a move in reversi,
        // the game is over there and is passed to its end here.
        if list.len() == 1 {
            return Ok(Thought::just(list.get(0).to_move()));
        }
        let answer = self.ask().map_err(|error| BotError::Program(error.to_string()))?;
        if answer == OVER {
            return Err(BotError::Program(OVER.to_string()));
        }
        let (answer, spent) = answer.split_once(' ').unwrap_or((&answer, "0"));
        let spent = spent.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        locked(&self.spent).push(spent.unwrap_or_default());
        let found = list.iter().find(|one| word(game, *one) == answer);
        let moves = locked(&self.moves).join(" ");
        let found = found.ok_or_else(|| BotError::Program(format!("`{answer}` is no move after {moves}")))?;
        Ok(Thought::just(found.to_move()))
    }
}

/// Tells a rival what is played.
struct Ear<'a> {
    game: &'a dyn Game,
    rival: &'a Rival,
}

impl ContestObserver for Ear<'_> {
    fn observe(&mut self, played: &ContestMove<'_>) -> Result<(), BotError> {
        self.rival.hear(word(self.game, played.chosen));
        Ok(())
    }
}

/// A move as all the sites where something goes or comes, in their order; `-` for a pass.
fn word(game: &dyn Game, one: MoveRef<'_>) -> String {
    let mut sites: Vec<SiteId> = one.origin().some().into_iter().collect();
    for effect in one.steps().flat_map(|(_, effects)| effects) {
        let site = match *effect {
            Effect::Move { to, .. } => to,
            Effect::Place { site, .. } | Effect::Drop { site, .. } => site,
            _ => continue,
        };
        if sites.last() != Some(&site) {
            sites.push(site);
        }
    }
    let names: Vec<&str> = sites.iter().map(|site| game.topology().site(*site).name.as_str()).collect();
    if names.is_empty() { "-".to_string() } else { names.join(",") }
}
