//! A few positions of each suite. `cargo xtask suites` asks for all of them.

use std::time::Instant;

use dagaz_bots::{Context, Maker, Score, Thought, position_text};
use dagaz_core::{Fuel, Game, MoveList, State, Turn};
use dagaz_record::find_typed;
use dagaz_testkit::source;

/// The first positions of a suite: the expected moves, and those of a bot.
fn asked(game: &str, suite: &str, text: &str, number: usize, mut sees: impl FnMut(&dyn Game, &State, &str, &Thought)) {
    let game = source::named(game).expect("a game");
    let path = source::root().join("crates/dagaz-bots/tests/suites").join(suite);
    let lines = std::fs::read_to_string(path).expect("the suite is there");
    let bot = Maker::unlearned().bot(&*game, text.parse().expect("a bot")).expect("no limit");
    let mut asked = 0;
    for line in lines.lines().filter(|line| !line.starts_with('#')).take(number) {
        let (wanted, position) = line.split_once(' ').expect("what is wanted and a position");
        let position = dagaz_record::parse_position(&*game, position).expect("a position");
        let state = game.set_up(&position).expect("it is possible");
        let Turn::Choice(player) = game.turn(&state) else { panic!("somebody chooses") };
        let view = game.view(&state, player);
        let thought = bot.answer(&*game, &view, 1, &Instant::now(), &mut Context::new()).expect("there are moves");
        sees(&*game, &state, wanted, &thought);
        asked += 1;
    }
    assert_eq!(asked, number, "{suite}");
}

/// No mate is sooner than was proved.
#[test]
fn mates_in_four_are_found() {
    let mut solved = 0;
    asked("chess", "mates-in-four.txt", "alphabeta:100000n", 12, |game, state, wanted, thought| {
        let plies: u32 = wanted.parse().expect("a number");
        if let Some(Score::Win(found)) = thought.score {
            assert!(found >= plies, "{}: a win in {found}", position_text(game, state));
            solved += usize::from(found == plies);
        }
    });
    assert!(solved >= 8, "{solved} of 12");
}

#[test]
fn shots_in_draughts_are_found() {
    let mut solved = 0;
    asked("english-draughts", "shots-in-draughts.txt", "alphabeta:30000n", 10, |game, state, wanted, thought| {
        let mut list = MoveList::new();
        game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("no limit");
        let place = find_typed(game, state, &list, wanted).expect("it is legal");
        solved += usize::from(list.get(place).same_as(thought.chosen.as_ref()));
    });
    assert!(solved >= 8, "{solved} of 10");
}
