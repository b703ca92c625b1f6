//! `cargo xtask strength`: matches between bots over twenty varied games of the library.
//!
//! Budgets are nodes by default, and times are processor time, so other load has no effect. Each
//! opening is played twice, with the seats exchanged. Game number `n` follows from `n`, and each
//! game is a line in a file, so an interrupted match continues.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::ValueEnum;
use dagaz_arena::Score;
use dagaz_arena::stats::{Decision, Risks, Sprt};
use dagaz_bots::{Bot, Budget, Contest, Description, Kind, Maker, opening};
use dagaz_core::{Game, PlayerId, Verdict};
use dagaz_testkit::source;

use crate::cpu::Cpu;
use crate::match_results::{Tally, go_on};

/// Of many families, none of one player and none decided by dice; of some more is known than how
/// they are played.
const GAMES: [&str; 20] = [
    "chess",
    "xiangqi",
    "minishogi",
    "makruk",
    "antichess",
    "crazyhouse",
    "english-draughts",
    "international-draughts",
    "reversi",
    "ataxx",
    "breakthrough",
    "hex",
    "lines-of-action",
    "connect-four",
    "gomoku",
    "nine-mens-morris",
    "kalah",
    "tablut",
    "amazons",
    "fanorona",
];
/// Random plies before each game, and plies after which it is drawn.
const OPENING: usize = 4;
const PLIES_MAX: usize = 300;

/// What is measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// Each of some levels against the level two below
    Levels,
    /// The search that suits the game against random moves
    Random,
    /// The search that is thought to suit the game against the other one, until it is likely that
    /// it is 50 Elo weaker, or that it is not
    Searches,
}

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What is measured
    what: What,
    /// Games, by the names of their folders; none: twenty varied ones
    games: Vec<String>,
    /// How many games of each match
    #[arg(long, default_value_t = 20, value_name = "N")]
    number: u64,
    /// Budget of the searches, for `random` and `searches`
    #[arg(long, default_value = "500n", value_name = "BUDGET", value_parser = |text: &str| Budget::parse(text).ok_or("no budget"))]
    budget: Budget,
    /// Levels that play the level two below
    #[arg(long, value_delimiter = ',', default_values_t = [3, 5, 7], value_name = "N", value_parser = clap::value_parser!(u8).range(3..=10))]
    levels: Vec<u8>,
    /// File of results; an existing one is continued
    #[arg(long, default_value = "target/strength", value_name = "FOLDER")]
    log: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let all: Vec<String> = GAMES.map(str::to_string).to_vec();
    for name in if arguments.games.is_empty() { &all } else { &arguments.games } {
        let (game, maker) = (source::named(name)?, Maker::new());
        let level = |level: u8| Description::of(Kind::Level(level));
        let search = |kind: Kind| Description { budget: Some(arguments.budget), ..Description::of(kind) };
        match arguments.what {
            What::Levels => {
                for &high in &arguments.levels {
                    meet(&*game, &maker, name, [level(high), level(high - 2)], arguments)?;
                }
            }
            What::Random => {
                meet(&*game, &maker, name, [search(Kind::Best), Description::of(Kind::Random)], arguments)?;
            }
            What::Searches => {
                let suited = maker.suited(&*game, arguments.budget).map_err(|hit| hit.to_string())?;
                let other = if suited == Kind::Mcts { Kind::AlphaBeta } else { Kind::Mcts };
                test(&*game, &maker, name, [search(suited), search(other)], arguments)?;
            }
        }
    }
    Ok(())
}

/// A match of two bots.
fn meet(
    game: &dyn Game,
    maker: &Maker,
    name: &str,
    who: [Description; 2],
    arguments: &Arguments,
) -> Result<(), String> {
    let tally = hold(game, maker, name, who, arguments, arguments.number)?;
    println!("{name}: {} against {}: {tally}", who[0], who[1]);
    Ok(())
}

/// A match that is over as soon as it is likely that the first is 50 Elo weaker than the second, or
/// that it is not weaker at all: each with an error of one in twenty.
fn test(
    game: &dyn Game,
    maker: &Maker,
    name: &str,
    who: [Description; 2],
    arguments: &Arguments,
) -> Result<(), String> {
    const TEST: Sprt = Sprt { low: -50.0, high: 0.0 };
    let mut said = (Tally::default(), Decision::GoOn);
    for games in (2..=arguments.number).step_by(2) {
        let tally = hold(game, maker, name, who, arguments, games)?;
        let [wins, draws, losses] = [tally.won, tally.drawn, tally.lost].map(|count| count as u64);
        said = (tally, TEST.decide(&Score { wins, draws, losses }, &Risks::default()));
        if said.1 != Decision::GoOn {
            break;
        }
    }
    let (tally, decision) = said;
    let words = match decision {
        Decision::High => "it is not 50 Elo weaker",
        Decision::Low => "it is 50 Elo weaker",
        Decision::GoOn => "not decided",
    };
    println!("{name}: {}, which is thought to suit it, against {}: {tally}; {words}", who[0], who[1]);
    Ok(())
}

/// Plays so many games of a match.
fn hold(
    game: &dyn Game,
    maker: &Maker,
    name: &str,
    who: [Description; 2],
    arguments: &Arguments,
    games: u64,
) -> Result<Tally, String> {
    let file = format!("{name}-{}-{}", who[0], who[1]);
    let mut bots: Vec<Box<dyn Bot>> = Vec::new();
    go_on(&arguments.log, &file, games, |number| {
        // Nothing is studied for a match that is over.
        if bots.is_empty() {
            for one in who {
                bots.push(maker.bot(game, one).map_err(|hit| hit.to_string())?);
            }
        }
        one(game, [&*bots[0], &*bots[1]], number)
    })
}

/// Plays one game; the line for it.
fn one(game: &dyn Game, bots: [&dyn Bot; 2], number: u64) -> Result<String, String> {
    let start = opening(game, OPENING, number / 2).map_err(|error| error.to_string())?;
    let players = || (0..game.glossary().players.len()).map(PlayerId::at);
    let moves = |player: &PlayerId| game.glossary().slots.iter().any(|slot| slot.mover == *player);
    let choosers: Vec<PlayerId> = players().filter(|player| !game.is_random(*player) && moves(player)).collect();
    let turn = (number % 2) as usize;
    let seat =
        |player: PlayerId| choosers.iter().position(|chooser| *chooser == player).map(|place| bots[(place + turn) % 2]);
    let stop = AtomicBool::new(false);
    let contest = Contest {
        game,
        seats: players().map(seat).collect(),
        rules: Vec::new(),
        plies_max: PLIES_MAX,
        stop: &stop,
        clock: &Cpu,
        budget: None,
    };
    let played = contest.play(&start, number).map_err(|error| format!("game {number}: {error}"))?;
    let own = choosers.get(turn).and_then(|player| played.verdicts.get(player.index()));
    let result = match own {
        Some(Verdict::Win) => "won",
        Some(Verdict::Loss) => "lost",
        _ => "drawn",
    };
    Ok(format!("{result} {} plies{}", played.plies, if played.ending.is_none() { ", cut off" } else { "" }))
}
