//! Pieces of several sites: they move, are captured and are reported as one.

use dagaz_core::Game;
use dagaz_engine::PathGame;
use dagaz_record::{Format, parse_position, write_position};
use dagaz_testkit::records::{random_tree, round_trip};
use dagaz_testkit::{battery, walk};

use crate::common::{after, game};

/// Four squares by four with a bar of two squares of White's that moves by a rule `go`, and small
/// men.
fn pond(rules: &str) -> PathGame {
    game(&format!(
        "(drf 3) (game \"Pond\" (board (grid a-d 1-4) (regions quarter a1..b2 c1..d2))
           (setup (White (Bar a1..b1)) (Black (Man d4) (Bar c4..c3) (hand (Bar 1))))
           (piece Bar (shape flipped e) (moves go)) (piece Man (moves (hit orthogonal)))
           (rule (hit d) d enemy) {rules})"
    ))
}

/// Returns where moves lead, without their parts.
fn leads(game: &PathGame, position: &str) -> Vec<String> {
    let told = |text: String| {
        let parts: Vec<&str> = text.split("; ").filter(|part| !part.starts_with("set body")).collect();
        parts.join("; ")
    };
    after(game, position).into_iter().map(told).collect()
}

#[test]
fn a_large_piece_moves_where_all_its_sites_have_room() {
    let game = pond("(rule go orthogonal empty)");
    let found = leads(&game, "turn=White; White Bar=b2,c2; Black Man=c3");
    assert_eq!(
        found,
        ["White Bar=a2,b2; Black Man=c3", "White Bar=b1,c1; Black Man=c3", "White Bar=c2,d2; Black Man=c3"]
    );
}

#[test]
fn a_large_piece_captures_all_it_covers_and_is_captured_whole() {
    let game = pond("(rule go n open)");
    let position = "turn=White; White Bar=a1,b1; Black Bar=b2,b3; Black Man=d4";
    assert_eq!(leads(&game, position), ["White Bar=a2,b2; Black Man=d4"]);
    let position = "turn=Black; White Bar=a1,b1; Black Man=b2";
    assert_eq!(leads(&game, position), ["4/4/4/1m2[] w - -"]);
    let position = "turn=Black; White Bar=a1,b1; Black Man=c1";
    assert_eq!(leads(&game, position), ["4/4/4/1m2[] w - -"]);
}

#[test]
fn attacking_a_part_attacks_the_large_piece() {
    let game = pond("(rule go (or n s) open) (never hit (and mine Bar attacked))");
    let position = "turn=White; White Bar=a1,b1; Black Man=d2";
    assert_eq!(leads(&game, position), ["White Bar=a2,b2; Black Man=d2"]);
    assert_eq!(leads(&game, "turn=White; White Bar=a1,b1; Black Man=c2"), [] as [&str; 0]);
}

#[test]
fn a_large_piece_is_placed_in_each_orientation_once() {
    let lay = "(rule go none) (rule lay (at empty) (pick new (cells Bar)) (all new empty) (drop Bar new)) (moves lay)";
    let game = pond(lay);
    // Of two by four squares: three to lie along each of two rows, and four across.
    let found = leads(&game, "turn=Black; White Man=a3,b3,c3,d3,a4,b4,c4,d4; supply Black Bar=1");
    assert_eq!(found.len(), 10);
    assert!(found.iter().all(|text| !text.contains("supply")), "{found:?}");
    let twice = pond("(rule go none) (rule lay (at (and empty (row 1))) (drop Bar)) (moves lay)");
    assert_eq!(leads(&twice, "turn=Black; White Man=a4; supply Black Bar=2").len(), 2 + 3);
}

#[test]
fn an_effect_on_a_part_affects_the_large_piece() {
    let game = pond("(rule go (give Black)) (on move-end (pocket mover (and White Bar)))");
    let position = "turn=White; White Bar=a1,b1,a2,b2";
    let found = leads(&game, position);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|text| text.contains("supply White Bar=1")), "{found:?}");
}

#[test]
fn a_large_piece_moves_whole_or_not_at_all() {
    let shift = pond("(rule go (shift here e))");
    assert_eq!(leads(&shift, "turn=White; White Bar=b1,c1"), ["White Bar=c1,d1"]);
    let turned = pond("(rule go none) (rule (turn q) (rotate q 1)) (moves (turn quarter))");
    assert_eq!(leads(&turned, "turn=White; White Bar=b1,c1"), [] as [&str; 0]);
    assert_eq!(leads(&turned, "turn=White; White Bar=a1,b1"), ["White Bar=b1,b2"]);
    let moved = pond("(rule go (at (row 4)) (move (and mine Bar) here))");
    assert_eq!(
        leads(&moved, "turn=White; White Bar=a1,b1; Black Man=b4"),
        ["White Bar=a4,b4", "White Bar=b4,c4", "White Bar=c4,d4; Black Man=b4"]
    );
}

#[test]
fn positions_and_records_come_back_and_random_games_keep_the_invariants() {
    let game = game(
        "(drf 3) (game \"Barges\" (board (hex a-e 1-5))
           (setup (White (Beam a1..c1) (Tug a3)) (Black (Beam c5..e5) (Tug e3)))
           (piece Beam (shape turned e (e e)) (moves (slide adjacent) swing)) (piece Tug (moves (step adjacent)))
           (rule swing (pick new (cells Beam)) (all new (or here empty)) (leave) (put Beam mover new))
           (lose bare (no (and mine Beam))) (draw long (> turn 40)))",
    );
    for seed in 0..20 {
        let faults = battery::run(&game, seed, 60).expect("within the limits");
        assert!(faults.is_empty(), "{faults:?}");
    }
    let tree = random_tree(&game, &mut walk::rng(7), 30, false).expect("it can be played");
    for format in [Format::Text, Format::Json, Format::Sgf, Format::Zsg] {
        round_trip(&game, format, &tree).expect("it comes back");
    }
    let state = game.initial();
    let text = write_position(&game, &state);
    let again = game.set_up(&parse_position(&game, &text).expect("it can be read")).expect("it can be set up");
    assert_eq!(again.key(), state.key());
}
