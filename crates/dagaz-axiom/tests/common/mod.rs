//! What the tests share: scripts of the library, games between seats, a clock.

#![allow(dead_code, reason = "each test file uses a part")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use dagaz_axiom::{AxiomGame, IncludeError, Includes, NoIncludes, Script, Stub};
use dagaz_core::{Counting, Fuel, Game, Limits, Move, MoveList, PlayoutLimits, Turn, UndoLog, Verdict, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

pub(crate) fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

struct Beside(PathBuf);

impl Includes for Beside {
    fn load(&self, name: &str) -> Result<Vec<u8>, IncludeError> {
        std::fs::read(self.0.join(name)).map_err(|_| IncludeError::NotFound)
    }
}

/// A script of the library.
pub(crate) fn game(path: &str) -> AxiomGame {
    let path = library().join(path);
    let bytes = std::fs::read(&path).expect("the script is there");
    let beside = Beside(path.parent().expect("a folder").to_path_buf());
    let script = Script::load(&path.to_string_lossy(), &bytes, &beside, &Limits::default());
    playable(&script)
}

pub(crate) fn playable(script: &Script) -> AxiomGame {
    let faults: Vec<String> = script.faults().iter().map(|fault| fault.render(script.sources())).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    AxiomGame::new(script, &Stub::default(), &Limits::default())
        .unwrap_or_else(|fault| panic!("{}", fault.render(script.sources())))
}

/// A script without faults.
pub(crate) fn script(text: &str) -> Script {
    Script::load("test.4th", text.as_bytes(), &NoIncludes, &Limits::default())
}

pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

pub(crate) fn perft(game: &AxiomGame, depth: u32) -> u64 {
    game.perft(&game.initial(), depth, Counting::Moves).expect("within the limits")
}

/// Who chooses for a seat: a game's own search.
pub(crate) struct Seat<'a> {
    game: &'a AxiomGame,
    bot: String,
}

impl<'a> Seat<'a> {
    pub(crate) fn own(game: &'a AxiomGame) -> Seat<'a> {
        Seat { game, bot: game.own_bots().into_iter().next().expect("the script has a search") }
    }
}

/// One game between two variants of the same game: each mover's move is played in the state of both.
pub(crate) fn matrix_game(seats: &[Seat<'_>; 2], seed: u64, plies: usize) -> Option<Vec<Verdict>> {
    let mut rng = rng(seed);
    let mut state = seats[0].game.initial();
    let mut list = MoveList::new();
    for _ in 0..plies {
        let game = seats[0].game;
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
        if list.is_empty() {
            return Some(game.outcome(&state).expect("within the limits").expect("it has ended").verdicts);
        }
        let chosen: Move = match game.turn(&state) {
            Turn::Choice(player) => {
                let Seat { game, bot } = &seats[player.index()];
                let chosen = game.own_bot_move(bot, &state, &mut rng, &mut Fuel::new(game.limits().fuel));
                chosen.expect("within the limits").expect("it has chosen")
            }
            _ => list.get(below(&mut rng, list.len())).to_move(),
        };
        game.play(&mut state, chosen.as_ref(), &mut UndoLog::new());
    }
    None
}

pub(crate) fn playouts_per_second(game: &AxiomGame, count: u64) -> f64 {
    let begin = Instant::now();
    let mut plies = 0;
    for seed in 0..count {
        let limits = PlayoutLimits { plies: 5_000, quiet_plies: None };
        let playout = game.playout(&mut game.initial(), &mut rng(seed), limits).expect("within the limits");
        assert!(playout.end.is_some(), "the game ends");
        plies += playout.plies;
    }
    println!("{} plies a game", plies as u64 / count);
    count as f64 / begin.elapsed().as_secs_f64()
}
