//! Lets two bots play some games of the library: `duel alphabeta:3000n -alphabeta:3000n 40 chess
//! reversi`.
//!
//! A bot with `-` before it has learned nothing from how games end. What `dagaz match` does better,
//! this does for such bots too.
#![expect(clippy::print_stdout, reason = "it prints")]

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_bots::{Bot, Contest, Maker, opening};
use dagaz_core::PlayerId;
use dagaz_testkit::source;

/// Random plies before the bots begin, and plies after which a game is drawn.
const OPENING: usize = 6;
const PLIES_MAX: usize = 300;

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, games, names @ ..] = &args[..] else {
        return Err("two bots, a number of games and names of games are expected".to_string());
    };
    let games: u64 = games.parse().map_err(|_| format!("`{games}` is no number"))?;
    for name in names {
        let game = source::named(name)?;
        let bot = |text: &str| -> Result<Box<dyn Bot>, String> {
            let (maker, text) = match text.strip_prefix('-') {
                Some(text) => (Maker::unlearned(), text),
                None => (Maker::new(), text),
            };
            let description = text.parse().map_err(|error: dagaz_bots::DescriptionError| error.to_string())?;
            maker.bot(&*game, description).map_err(|hit| hit.to_string())
        };
        let bots = [bot(first)?, bot(second)?];
        let (stop, clock) = (AtomicBool::new(false), Instant::now());
        let mut counts = [0; 3];
        for number in 0..games {
            let start = opening(&*game, OPENING, number / 2 * 7 + 1).map_err(|error| error.to_string())?;
            let turn = (number % 2) as usize;
            let players = 0..game.glossary().players.len();
            let seats = players
                .map(|player| (!game.is_random(PlayerId::at(player))).then(|| &*bots[(player + turn) % 2]))
                .collect();
            let contest = Contest {
                game: &*game,
                seats,
                rules: Vec::new(),
                plies_max: PLIES_MAX,
                stop: &stop,
                clock: &clock,
                budget: None,
            };
            let played = contest.play(&start, number).map_err(|error| error.to_string())?;
            counts[(2.0 - 2.0 * played.points(PlayerId::at(turn))) as usize] += 1;
        }
        let [won, drawn, lost] = counts;
        println!("{name}: {first} against {second}: {won} won, {drawn} drawn, {lost} lost");
    }
    Ok(())
}
