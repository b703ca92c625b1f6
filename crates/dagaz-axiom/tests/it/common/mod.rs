//! What the tests share: scripts of the library, games between seats.

use std::path::{Path, PathBuf};

use dagaz_axiom::{AxiomGame, IncludeError, Includes, NoIncludes, Script, Stub};
use dagaz_core::{Counting, Fuel, Game, Limits, Move, MoveList, State, Turn, UndoLog, Verdict, below};
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

/// One game between two variants of the same game: each mover's move is played in the state of
/// both. With the verdicts comes how many moves the players have made, passes left out.
pub(crate) fn matrix_game(seats: &[Seat<'_>; 2], seed: u64, plies: usize) -> Option<(Vec<Verdict>, usize)> {
    let mut rng = rng(seed);
    let mut state = seats[0].game.initial();
    let (mut list, mut moves) = (MoveList::new(), 0);
    for _ in 0..plies {
        let game = seats[0].game;
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
        if list.is_empty() {
            let outcome = game.outcome(&state).expect("within the limits").expect("it has ended");
            return Some((outcome.verdicts, moves));
        }
        let chosen: Move = match game.turn(&state) {
            Turn::Choice(player) => {
                let Seat { game, bot } = &seats[player.index()];
                let chosen = game.own_bot_move(bot, &state, &mut rng, &mut Fuel::new(game.limits().fuel));
                let chosen = chosen.expect("within the limits").expect("it has chosen");
                moves += usize::from(!chosen.as_ref().is_pass());
                chosen
            }
            _ => list.get(below(&mut rng, list.len())).to_move(),
        };
        game.play(&mut state, chosen.as_ref(), &mut UndoLog::new());
    }
    None
}

/// The texts of the moves at a state.
pub(crate) fn moves_at(game: &AxiomGame, state: &State) -> Vec<String> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
    list.iter().map(|one| game.move_string(state, one)).collect()
}

/// The state after the moves of these texts.
pub(crate) fn after(game: &AxiomGame, texts: &[&str]) -> State {
    let (mut state, mut list) = (game.initial(), MoveList::new());
    for text in texts {
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
        let chosen = list.iter().find(|one| game.move_string(&state, *one) == *text);
        let chosen = chosen.unwrap_or_else(|| panic!("{text} is not among {:?}", moves_at(game, &state)));
        game.play(&mut state, chosen, &mut UndoLog::new());
    }
    state
}

/// A variable of a state.
pub(crate) fn value(game: &AxiomGame, state: &State, name: &str) -> i32 {
    let index = game.glossary().variables.iter().position(|known| known == name).expect("such a variable");
    state.variable(game.layout(), index) as i32
}

/// A small game of White and Black on a board of 3 by 3 with one piece type, `man`, that does
/// `generator`: White has a man on b2.
pub(crate) fn small(words: &str, generator: &str) -> String {
    format!(
        "{{board 3 3 {{grid}} {{variable}} seen 3 {{array}} row board}}
         {{directions -1 0 {{direction}} n 1 0 {{direction}} s 0 1 {{direction}} e 0 -1 {{direction}} w directions}}
         {{players {{player}} White {{player}} Black players}}
         {{turn-order {{turn}} White {{turn}} Black turn-order}}
         {words}
         : generator {generator} ;
         {{moves all {{move}} generator moves}}
         {{pieces {{piece}} man {{moves}} all pieces}}
         {{board-setup {{setup}} White man b2 {{setup}} Black man c3 board-setup}}"
    )
}

/// What White can do in such a game.
pub(crate) fn small_moves(words: &str, generator: &str) -> Vec<String> {
    let game = playable(&script(&small(words, generator)));
    moves_at(&game, &game.initial())
}

/// What a word computes: it is run as an evaluation.
pub(crate) fn computed(words: &str) -> i32 {
    let text = small(&format!(": OnEvaluate {words} ;"), "from here add-move");
    let game = playable(&script(&text));
    game.evaluate(&game.initial(), dagaz_core::PlayerId(0)).expect("it evaluates")
}
