//! Bots keep what a position is worth, where that is proved: some positions of what `cargo xtask
//! perfect` asks more of.

use std::time::Instant;

use dagaz_bots::{Bot, Budget, Context, Maker, move_values, opening};
use dagaz_core::{Fuel, Game, MoveList, State, Turn};
use dagaz_testkit::{boards, source};

/// Positions of each game that decide something.
const POSITIONS: usize = 6;

fn keeps_value(game: &dyn Game, bot: &dyn Bot, state: &State) -> Option<bool> {
    let values = move_values(game, state, Budget::nodes(400_000), &Instant::now()).expect("two players")?;
    let (best, worst) = (values.iter().max()?, values.iter().min()?);
    if best == worst {
        return None;
    }
    let Turn::Choice(mover) = game.turn(state) else { return None };
    let thought = bot.answer(game, &game.view(state, mover), 1, &Instant::now(), &mut Context::new());
    let thought = thought.expect("there is a move");
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
    let place = list.iter().position(|one| one.same_as(thought.chosen.as_ref())).expect("it is legal");
    Some(values[place] == *best)
}

#[test]
fn bots_preserve_proved_results() {
    let library = |name: &str| source::named(name).expect("it is in the library");
    let own = |game: Result<dagaz_engine::PathGame, String>| -> Box<dyn Game> { Box::new(game.expect("it is right")) };
    let games: [(&str, Box<dyn Game>, usize); 5] = [
        ("tic-tac-toe", library("tic-tac-toe"), 2),
        ("tapatan", library("tapatan"), 2),
        ("connect four", library("connect-four"), 22),
        ("kalah 3x4", own(boards::kalah(3, 4)), 4),
        ("reversi 6x6", own(boards::reversi(6)), 22),
    ];
    for (name, game, plies) in &games {
        let bot = Maker::new().bot(&**game, "best:5000n".parse().expect("it is a bot")).expect("within the limits");
        let asked = (0..40).filter_map(|seed| {
            let state = opening(&**game, *plies, seed).expect("games last longer");
            Some((seed, keeps_value(&**game, &*bot, &state)?))
        });
        let asked: Vec<(u64, bool)> = asked.take(POSITIONS).collect();
        assert_eq!(asked.len(), POSITIONS, "{name}: too few positions decide something");
        assert!(asked.iter().all(|(_, keeps)| *keeps), "{name}: {asked:?}");
    }
}

/// Three of the seven moves win here, which takes some millions of positions to prove. Ten seconds
/// of playouts prefer another one.
#[test]
fn proofs_find_what_playouts_miss() {
    let game = source::named("connect-four").expect("it is in the library");
    let state = opening(&*game, 14, 30).expect("games last longer");
    let bot = Maker::new().bot(&*game, "mcts:300000p".parse().expect("it is a bot")).expect("within the limits");
    let Turn::Choice(mover) = game.turn(&state) else { panic!("somebody is to move") };
    let thought = bot.answer(&*game, &game.view(&state, mover), 1, &Instant::now(), &mut Context::new());
    let thought = thought.expect("there is a move");
    let mut list = MoveList::new();
    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
    let place = list.iter().position(|one| one.same_as(thought.chosen.as_ref())).expect("it is legal");
    assert!([1, 4, 5].contains(&place), "move {place}");
    assert_eq!(thought.win_chance, Some(1.0), "it is proved");
}
