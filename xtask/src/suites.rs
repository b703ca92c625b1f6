//! `cargo xtask suites`: positions with a win that is proved, and how many of them a bot finds.
//!
//! Nobody's collection is copied: positions come from games that bots or lots have played, and those of which the solver proves what is wanted are kept.
//!
//! - *Mates*: chess, a mate in four moves by force and none in three: as it stood four moves before games ended in mate.
//! - *Shots*: English draughts, a win by force that begins with a piece given away, by a side that has no more pieces than the other, and no win in two moves.
//!
//! A position is found if the bot says that it wins, no later than was proved, and begins with a move that does (`cargo xtask suites mates`).
//! With `--make` new positions are looked for and added to the file.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::ValueEnum;
use dagaz_bots::{Bot, Budget, Context, Description, Maker, Score, Solution, Watch, solve};
use dagaz_core::{Candidate, Fuel, Game, MoveList, PlayerId, Roster, State, Turn, UndoLog, Verdict};
use dagaz_testkit::source;

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

    /// Plies within which the win must be.
    fn plies(self) -> u32 {
        match self {
            Suite::Mates => 7,
            Suite::Shots => 13,
        }
    }

    fn file(self) -> PathBuf {
        let name = match self {
            Suite::Mates => "mates-in-four.txt",
            Suite::Shots => "shots.txt",
        };
        source::root().join("crates/dagaz-bots/tests/suites").join(name)
    }
}

/// Positions that a proof may look at.
const PROOF_NODES: u64 = 600_000;
/// What a position of draughts is worth at least, in hundredths, that is looked at closely.
const SHOT_LEAST: i32 = -200;

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
        let (plies, position) = line.split_once(' ').ok_or_else(|| format!("no position: {line}"))?;
        let plies: u32 = plies.parse().map_err(|_| format!("no number of plies: {line}"))?;
        let position = dagaz_record::parse_position(game, position).map_err(|fault| format!("{line}: {fault:?}"))?;
        let state = game.set_up(&position).map_err(|errors| format!("{line}: {errors:?}"))?;
        let thought = think(game, &*bot, &state)?;
        let solved = matches!(thought.score, Some(Score::Win(found)) if found <= plies);
        (found, all, nodes) = (found + usize::from(solved), all + 1, nodes + thought.nodes);
        if !solved {
            println!("not found: {line}");
        }
    }
    println!("{}: {found} of {all}, {} positions each", bot.name(), nodes / all.max(1));
    Ok(())
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

/// Looks through positions of games and keeps what is proved of them.
fn make(game: &dyn Game, suite: Suite, number: usize, from: u64) -> Result<(), String> {
    let maker = Maker::new();
    let bot = |text: &str| -> Result<Box<dyn Bot>, String> {
        maker.bot(game, text.parse().map_err(|_| "no bot")?).map_err(|hit| hit.to_string())
    };
    let (players, scout) = ([bot("alphabeta:1500n")?, bot("level:4")?], bot("alphabeta:500n")?);
    let path = suite.file();
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let mut file = file.map_err(|error| error.to_string())?;
    let (mut made, mut seed) = (0, from);
    while made < number {
        seed += 1;
        let states = match suite {
            Suite::Mates => before_the_end(game, &players, seed, suite.plies() as usize)?.into_iter().collect(),
            Suite::Shots => drifted(game, seed)?,
        };
        for state in states {
            // A glance tells where to look; what it has seen itself counts no more than what it has not.
            let glance = |state: &State| -> Result<bool, String> {
                Ok(match think(game, &*scout, state)?.score {
                    Some(Score::Win(_)) => true,
                    Some(Score::Hundredths(value)) => value >= SHOT_LEAST,
                    _ => false,
                })
            };
            if (suite == Suite::Mates || glance(&state)?)
                && let Some(plies) = proved(game, suite, &state)?
            {
                let text = dagaz_bots::position_text(game, &state);
                writeln!(file, "{plies} {text}").map_err(|error| error.to_string())?;
                println!("game {seed}: {plies} {text}");
                made += 1;
                // One position of a game is enough.
                break;
            }
        }
    }
    Ok(())
}

/// The position so many plies before the end of a game between somebody who looks ahead and somebody who blunders, if whoever is to move
/// there has won it.
fn before_the_end(
    game: &dyn Game,
    players: &[Box<dyn Bot>; 2],
    seed: u64,
    plies: usize,
) -> Result<Option<State>, String> {
    let mut state = dagaz_bots::opening(game, 6, seed).map_err(|error| error.to_string())?;
    let mut states = Vec::new();
    for ply in 0..160u64 {
        if let Some(outcome) = game.outcome(&state).map_err(|hit| hit.to_string())? {
            let Some(before) = states.len().checked_sub(plies).map(|at| states.swap_remove(at)) else { break };
            let won = outcome.verdicts.get(mover(game, &before)?.index()) == Some(&Verdict::Win);
            return Ok(won.then_some(before));
        }
        states.push(state.clone());
        let who = &players[((ply + seed) % 2) as usize];
        let thought = think(game, &**who, &state)?;
        game.play(&mut state, thought.chosen.as_ref(), &mut UndoLog::new());
    }
    Ok(None)
}

/// Positions after many random plies: few pieces are left, and they stand badly.
fn drifted(game: &dyn Game, seed: u64) -> Result<Vec<State>, String> {
    let after = |plies| dagaz_bots::opening(game, plies, seed).map_err(|error| error.to_string());
    (34..66).step_by(4).map(after).collect()
}

/// In how many plies a win is proved that belongs to the suite; none if it does not or nothing is proved.
fn proved(game: &dyn Game, suite: Suite, state: &State) -> Result<Option<u32>, String> {
    let within = |plies: u32, nodes: u64| {
        let (stop, clock) = (AtomicBool::new(false), Instant::now());
        let budget = Budget { depth: Some(plies), ..Budget::nodes(nodes) };
        solve(game, state, &mut Watch::new(budget, &stop, &clock)).map_err(|why| format!("{why:?}"))
    };
    let longest = suite.plies();
    // What is not the shortest way belongs to no suite: there may be a win that is found at a glance.
    let solution = within(longest, PROOF_NODES)?;
    let Solution::Win { moves, plies: Some(plies), shortest: true } = solution else { return Ok(None) };
    let Some(first) = moves.first() else { return Ok(None) };
    let belongs = match suite {
        Suite::Mates => plies == longest,
        Suite::Shots => plies > 3 && gives(game, state, first.as_ref())?,
    };
    Ok(belongs.then_some(plies))
}

/// Whether a move gives something away: whoever plays it has no more pieces than the other, and every answer captures.
fn gives(game: &dyn Game, state: &State, chosen: dagaz_core::MoveRef<'_>) -> Result<bool, String> {
    let own = mover(game, state)?;
    let pieces = |player: PlayerId| state.count_all(game.layout(), player);
    let others = (0..game.glossary().players.len()).map(PlayerId::at).filter(|player| *player != own);
    if others.map(pieces).max().unwrap_or(0) < pieces(own) {
        return Ok(false);
    }
    let roster = Roster::of(game);
    let takes = |state: &State, one| Candidate::of(state, &roster, one).captures > 0;
    let (mut after, mut list) = (state.clone(), MoveList::new());
    if takes(state, chosen) {
        return Ok(false);
    }
    game.play(&mut after, chosen, &mut UndoLog::new());
    game.moves(&after, &mut list, &mut Fuel::new(game.limits().fuel)).map_err(|hit| hit.to_string())?;
    Ok(!list.is_empty() && list.iter().all(|one| takes(&after, one)))
}
