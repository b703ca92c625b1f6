//! Ur with its three strategies, against each other.

#![expect(clippy::print_stdout, reason = "figures are for whoever runs this by hand")]

use crate::common::{Seat, game, matrix_game, perft};
use dagaz_core::Verdict;

#[test]
fn ur_loads_and_begins_with_the_dice() {
    let ur = game("axiom/ur/ur.4th");
    assert_eq!(perft(&ur, 1), 16, "sixteen throws");
    // One of these throws leaves the player without a move: a pass. Every other throw lets a piece
    // enter.
    assert_eq!(perft(&ur, 2), 16);
}

/// Wins of the first of `games` games, sides changed after each, and the moves of a game on
/// average.
fn wins(one: &str, other: &str, games: u64) -> (u64, f64) {
    let (one, other) = (game(&format!("axiom/ur/Ur-[{one}].4th")), game(&format!("axiom/ur/Ur-[{other}].4th")));
    let (mut wins, mut all) = (0, 0);
    for seed in 0..games {
        let first = seed % 2 == 0;
        let seats = if first { [Seat::own(&one), Seat::own(&other)] } else { [Seat::own(&other), Seat::own(&one)] };
        let (verdicts, moves) = matrix_game(&seats, seed, 3_000).expect("Ur comes to an end");
        all += moves;
        assert!(verdicts.iter().all(|verdict| *verdict != Verdict::Draw), "there are no draws in Ur");
        wins += u64::from(verdicts[usize::from(!first)] == Verdict::Win);
    }
    (wins, all as f64 / games as f64)
}

#[test]
fn known_strategies_reach_their_known_results() {
    const GAMES: u64 = 400;
    let percent = |one: &str, other: &str| {
        let (wins, moves) = wins(one, other, GAMES);
        let share = wins * 100 / GAMES;
        println!("{one} over {other}: {share} %, {moves:.0} moves a game");
        // With any players a game has about 150 moves: fourteen pieces have to cover the route,
        // some of them twice.
        assert!((100.0..190.0).contains(&moves), "{one} against {other}: {moves:.0} moves a game");
        share
    };
    let even = percent("random", "random");
    assert!((40..=60).contains(&even), "random against itself: {even} %");
    let simple = percent("simple", "random");
    assert!(simple >= 75, "simple over random: {simple} %");
    let aggressive = percent("aggressive", "random");
    assert!(aggressive >= 70, "aggressive over random: {aggressive} %");
    let between = percent("simple", "aggressive");
    assert!(between >= 60, "simple over aggressive: {between} %");
}
