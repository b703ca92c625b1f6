//! `cargo xtask suites`: positions with a proved result, and how many of them a bot solves.
//!
//! No published collection is copied: positions come from games of bots and from playouts, and are
//! kept if the solver proves the result.
//!
//! - *Mates*: chess, a forced mate in four moves and none in three, from four moves before the end
//!   of games.
//!
//! - *Shots*: English draughts, a move with which a side without more pieces wins some for certain,
//!   by sacrificing two or more first (`shot`), from games between a searching and a blundering
//!   bot. A search of many more positions finds no other move as good.
//!
//! A mate is solved if the bot reports a win within the proved number of moves, a shot if the bot
//! plays it (`cargo xtask suites mates`). With `--make` new positions are searched for and added to
//! the file.

mod shot;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::ValueEnum;
use dagaz_bots::{Bot, Budget, Context, Description, Maker, Score, SearchLimits, Solution, solve};
use dagaz_core::{Candidate, Fuel, Game, MoveList, Outcome, PlayerId, Roster, State, Turn, UndoLog, Verdict};
use dagaz_record::find_typed;
use dagaz_testkit::source;
use shot::{Shot, Shots};

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Suite {
    /// Mates in four in chess
    Mates,
    /// Shots in English draughts
    Shots,
}

impl Suite {
    fn game(self) -> &'static str {
        match self {
            Suite::Mates => "chess",
            Suite::Shots => "english-draughts",
        }
    }

    fn file(self) -> PathBuf {
        let name = match self {
            Suite::Mates => "mates-in-four.txt",
            Suite::Shots => "shots-in-draughts.txt",
        };
        source::root().join("crates/dagaz-bots/tests/suites").join(name)
    }
}

/// Plies within which a mate is.
const MATE_PLIES: u32 = 7;
/// Positions that its proof may look at.
const PROOF_NODES: u64 = 600_000;
/// Maximum number of sacrifices in a shot.
const GIVES_MAX: u32 = 4;
/// Who must agree that nothing is better than a shot.
const JUDGE: &str = "alphabeta:3000000n";

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Which positions
    suite: Suite,
    /// Who is to solve them
    #[arg(long, default_value = "alphabeta:300000n", value_name = "BOT")]
    bot: Description,
    /// Look for so many new positions instead
    #[arg(long, value_name = "N")]
    make: Option<usize>,
    /// The game from which on to look for new ones
    #[arg(long, default_value_t = 0, value_name = "N")]
    from: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let game = source::named(arguments.suite.game())?;
    match arguments.make {
        Some(number) => make(&*game, arguments.suite, number, arguments.from),
        None => find(&*game, arguments.suite, arguments.bot),
    }
}

/// Lets a bot solve all positions of a suite.
fn find(game: &dyn Game, suite: Suite, bot: Description) -> Result<(), String> {
    let text = std::fs::read_to_string(suite.file()).map_err(|error| format!("{}: {error}", suite.file().display()))?;
    let bot = Maker::new().bot(game, bot).map_err(|hit| hit.to_string())?;
    let (mut found, mut all, mut nodes) = (0, 0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (wanted, position) = line.split_once(' ').ok_or_else(|| format!("no position: {line}"))?;
        let position = dagaz_record::parse_position(game, position).map_err(|fault| format!("{line}: {fault:?}"))?;
        let state = game.set_up(&position).map_err(|errors| format!("{line}: {errors:?}"))?;
        let thought = think(game, &*bot, &state)?;
        let solved = match suite {
            Suite::Mates => {
                let plies: u32 = wanted.parse().map_err(|_| format!("no number of plies: {line}"))?;
                matches!(thought.score, Some(Score::Win(found)) if found <= plies)
            }
            Suite::Shots => {
                let list = listed(game, &state)?;
                let place = find_typed(game, &state, &list, wanted).map_err(|_| format!("no move: {line}"))?;
                list.get(place).same_as(thought.chosen.as_ref())
            }
        };
        (found, all, nodes) = (found + usize::from(solved), all + 1, nodes + thought.nodes);
        if !solved {
            println!("not found: {line}");
        }
    }
    println!("{}: {found} of {all}, {} positions each", bot.name(), nodes / all.max(1));
    Ok(())
}

fn listed(game: &dyn Game, state: &State) -> Result<MoveList, String> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).map_err(|hit| hit.to_string())?;
    Ok(list)
}

fn mover(game: &dyn Game, state: &State) -> Result<PlayerId, String> {
    match game.turn(state) {
        Turn::Choice(player) => Ok(player),
        _ => Err("it is nobody's turn".to_string()),
    }
}

fn think(game: &dyn Game, bot: &dyn Bot, state: &State) -> Result<dagaz_bots::Thought, String> {
    let view = game.view(state, mover(game, state)?);
    bot.answer(game, &view, 1, &Instant::now(), &mut Context::new()).map_err(|error| error.to_string())
}

/// Looks through positions of games and keeps those of which something is proved.
fn make(game: &dyn Game, suite: Suite, number: usize, from: u64) -> Result<(), String> {
    let maker = Maker::new();
    let bot = |text: &str| -> Result<Box<dyn Bot>, String> {
        maker.bot(game, text.parse().map_err(|_| "no bot")?).map_err(|hit| hit.to_string())
    };
    let (players, judge) = ([bot("alphabeta:1500n")?, bot("level:4")?], bot(JUDGE)?);
    let path = suite.file();
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let mut file = file.map_err(|error| error.to_string())?;
    let (mut made, mut seed) = (0, from);
    while made < number {
        seed += 1;
        let (states, outcome) = game_of(game, &players, seed)?;
        let found = match suite {
            Suite::Mates => mate(game, states, outcome.as_ref())?,
            Suite::Shots => first_shot(game, &states, &*judge)?,
        };
        // One position of a game is enough.
        if let Some((wanted, state)) = found {
            let text = dagaz_bots::position_text(game, &state);
            writeln!(file, "{wanted} {text}").map_err(|error| error.to_string())?;
            println!("game {seed}: {wanted} {text}");
            made += 1;
        }
    }
    Ok(())
}

/// The positions of a game between a searching and a blundering bot, and its result.
fn game_of(game: &dyn Game, players: &[Box<dyn Bot>; 2], seed: u64) -> Result<(Vec<State>, Option<Outcome>), String> {
    let mut state = dagaz_bots::opening(game, 6, seed).map_err(|error| error.to_string())?;
    let mut states = Vec::new();
    for ply in 0..160u64 {
        if let Some(outcome) = game.outcome(&state).map_err(|hit| hit.to_string())? {
            return Ok((states, Some(outcome)));
        }
        states.push(state.clone());
        let who = &players[((ply + seed) % 2) as usize];
        let thought = think(game, &**who, &state)?;
        game.play(&mut state, thought.chosen.as_ref(), &mut UndoLog::new());
    }
    Ok((states, None))
}

/// What stands in a file of something that was found, and its position.
type Kept = Option<(String, State)>;

/// The position four moves before a mate, if a mate in four and none shorter is proved for the
/// player to move.
fn mate(game: &dyn Game, mut states: Vec<State>, outcome: Option<&Outcome>) -> Result<Kept, String> {
    let before = states.len().checked_sub(MATE_PLIES as usize).map(|at| states.swap_remove(at));
    let (Some(before), Some(outcome)) = (before, outcome) else { return Ok(None) };
    if outcome.verdicts.get(mover(game, &before)?.index()) != Some(&Verdict::Win) {
        return Ok(None);
    }
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let budget = Budget { depth: Some(MATE_PLIES), ..Budget::nodes(PROOF_NODES) };
    let solution =
        solve(game, &before, &mut SearchLimits::new(budget, &stop, &clock)).map_err(|why| format!("{why:?}"))?;
    // What is not the shortest way belongs to no suite: there may be a win that is found at a
    // glance.
    let wanted = matches!(solution, Solution::Win { plies: Some(MATE_PLIES), shortest: true, .. });
    Ok(wanted.then(|| (MATE_PLIES.to_string(), before)))
}

/// The first position with just one move that begins a shot, for a side that has no more pieces
/// than the other, which a long search would play too.
fn first_shot(game: &dyn Game, states: &[State], judge: &dyn Bot) -> Result<Kept, String> {
    for state in states {
        let Some(shots) = Shots::of(game, state).filter(|shots| shots.balance(state) <= 0) else { continue };
        let found = shots.best(state, GIVES_MAX).map_err(|hit| hit.to_string())?;
        let Some(Shot { wins, gives, moves }) = found else { continue };
        let ([only], list) = (&moves[..], listed(game, state)?) else { continue };
        let chosen = list.get(*only);
        if think(game, judge, state)?.chosen.as_ref().same_as(chosen) {
            println!("{wins} won by giving {gives} times:");
            return Ok(Some((word(game, state, chosen), state.clone())));
        }
    }
    Ok(None)
}

/// A move as where it comes from and where it goes.
fn word(game: &dyn Game, state: &State, chosen: dagaz_core::MoveRef<'_>) -> String {
    let one = Candidate::of(state, &Roster::of(game), chosen);
    let name = |site| game.topology().site(site).name.as_str();
    format!("{}-{}", name(one.from), name(one.to))
}
