//! A few positions of each suite of proved wins. `cargo xtask suites` asks for all of them.

use std::time::Instant;

use dagaz_bots::{Context, Maker, Score};
use dagaz_core::Turn;
use dagaz_testkit::source;

/// Asks a bot about the first positions of a suite: at least so many of them must be solved. No win is sooner than was proved.
fn solves(game: &str, suite: &str, text: &str, number: usize, least: usize) {
    let game = source::named(game).expect("a game");
    let path = source::root().join("crates/dagaz-bots/tests/suites").join(suite);
    let lines = std::fs::read_to_string(path).expect("the suite is there");
    let bot = Maker::unlearned().bot(&*game, text.parse().expect("a bot")).expect("no limit");
    let (mut asked, mut solved) = (0, 0);
    for line in lines.lines().filter(|line| !line.starts_with('#')).take(number) {
        let (plies, position) = line.split_once(' ').expect("plies and a position");
        let plies: u32 = plies.parse().expect("a number");
        let position = dagaz_record::parse_position(&*game, position).expect("a position");
        let state = game.set_up(&position).expect("it is possible");
        let Turn::Choice(player) = game.turn(&state) else { panic!("somebody chooses") };
        let view = game.view(&state, player);
        let thought = bot.answer(&*game, &view, 1, &Instant::now(), &mut Context::new()).expect("there are moves");
        asked += 1;
        if let Some(Score::Win(found)) = thought.score {
            assert!(found >= plies, "{line}: a win in {found}");
            solved += usize::from(found == plies);
        }
    }
    assert_eq!(asked, number, "{suite}");
    assert!(solved >= least, "{suite}: {solved} of {asked}");
}

#[test]
fn mates_in_four_are_found() {
    solves("chess", "mates-in-four.txt", "alphabeta:100000n", 12, 8);
}
