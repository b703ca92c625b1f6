//! Large games are played within the ordinary limits, and by their rules.

use dagaz_core::{Fuel, Game, Limits, MoveList, PlayoutLimits};
use dagaz_testkit::sizes::{self, large};
use dagaz_testkit::source::pair_of_text;
use dagaz_testkit::{agreement, walk};

#[test]
fn large_games_are_played_within_the_limits() {
    for large in large() {
        let pair = pair_of_text(&large.text).unwrap_or_else(|why| panic!("{}: {why}", large.what));
        let game = &pair.compiled;
        let mut list = MoveList::new();
        let listed = game.moves(&game.initial(), &mut list, &mut Fuel::new(Limits::default().fuel));
        assert_eq!(listed.map(|()| list.len()), Ok(large.first_moves), "{}", large.what);
        for seed in 0..2 {
            let mut state = game.initial();
            let playout =
                game.playout(&mut state, &mut walk::rng(seed), PlayoutLimits { plies: 30, quiet_plies: None });
            assert_eq!(playout.map(|played| (played.plies, played.cut)), Ok((30, None)), "{}", large.what);
        }
    }
}

#[test]
fn royal_pieces_on_large_boards_agree_with_the_interpreter() {
    let pair = pair_of_text(&sizes::chess(24, 24, 8, 1)).unwrap_or_else(|why| panic!("{why}"));
    let states = walk::sample(&pair.compiled, 7, 12, 60).expect("within the limits");
    // After some hundred questions rules are looked at more closely: the last states are judged by
    // that.
    for state in &states {
        assert_eq!(agreement::agree(&pair.compiled, &pair.interpreter, state), Ok(()));
    }
    assert_eq!(states.len(), 12);
}
