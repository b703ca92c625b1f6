//! Saved games of Zillions: as they are found, and damaged.

use crate::common::{JUMPS, PAWNS, game};
use dagaz_core::Game;
use dagaz_record::{Format, GameTree, ReadLimits, Reading, RecordFaultKind, Wording};

fn read(game: &dyn Game, text: &str) -> Reading {
    Format::Zsg.read(game, text, &ReadLimits::default())
}

fn saved(lines: &str) -> String {
    format!("Zillions Save Game File Version 0.02 HC\nRulesFile=test.zrf\nVariantName=Pawns\n{lines}")
}

/// The moves of the main line in words.
fn moves(game: &dyn Game, tree: &GameTree) -> Vec<String> {
    let mut cursor = dagaz_record::Cursor::new(game, tree);
    let mut words = Vec::new();
    for node in tree.main_line() {
        words.extend(tree.chosen(node).map(|one| Wording::of(game, cursor.state(), one).text()));
        cursor.go_to(tree, node);
    }
    words
}

#[test]
fn any_line_ending_is_accepted() {
    let game = game(PAWNS);
    let text = saved("1. Pawn b1 - b2\n1. Pawn c4 - c3\n");
    for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r"), text.replace('\n', " \n\n")] {
        let reading = read(&game, &text);
        assert_eq!(reading.faults, [], "{text:?}");
        assert_eq!(moves(&game, &reading.games[0]), ["Pawn b1 - b2", "Pawn c4 - c3"], "{text:?}");
    }
}

#[test]
fn missing_headers_are_allowed_and_moves_are_no_headers() {
    let game = game(PAWNS);
    let position = "(x c4)\n(White Pawn c3)\n1. Pawn c3 - c4 = Queen on c4\n";
    let text = format!("Zillions Save Game File Version 0.02 HC\nRulesFile=C:\\games\\Test.zrf\n{position}");
    let reading = read(&game, &text);
    assert_eq!(reading.faults, []);
    assert_eq!(reading.games[0].facts.rules.file, "Test.zrf");
    assert_eq!(moves(&game, &reading.games[0]), ["Pawn c3 - c4 = Queen"]);
}

#[test]
fn comments_are_allowed_anywhere() {
    let game = game(PAWNS);
    let text = saved("[before]\n1. Pawn b1 - b2\n[of two\nlines]\n1. Pawn c4 - c3\n[never closed\n2. Pawn b2 - b3\n");
    let reading = read(&game, &text);
    assert_eq!(reading.faults, []);
    let tree = &reading.games[0];
    assert_eq!(moves(&game, tree).len(), 3);
    let said: Vec<&str> = tree.nodes().map(|node| tree.note(node).comment.as_str()).collect();
    assert_eq!(said, ["before", "of two\nlines", "never closed", ""]);
}

#[test]
fn effects_are_compared_as_sets() {
    let game = game(PAWNS);
    let king = |line: &str| {
        let reading = read(&game, &saved(line));
        (reading.games[0].moves(), reading.faults.len())
    };
    assert_eq!(king("1. King d1 - c1 @ c1 0 0\n"), (1, 0));
    assert_eq!(king("1. King d1 - c1\n"), (1, 0), "nobody sees an attribute");
    assert_eq!(king("1. King d1 - c1 x c1\n"), (0, 1), "it would be gone");
    assert_eq!(king("1. Pawn d1 - c1\n"), (0, 1), "another piece");
    assert_eq!(king("1. King d1 - a4\n"), (0, 1));
}

#[test]
fn steps_are_gathered_into_moves() {
    let game = game(JUMPS);
    let lines = "1. partial 1 Man a1 - c1 x b1\n1. partial 1 Man c1 - e1 x d1\n";
    let reading = read(&game, &saved(lines));
    assert_eq!(reading.faults, []);
    assert_eq!(reading.games[0].moves(), 1);
    let stopped = read(&game, &saved("1. partial 1 Man a1 - c1 x b1\n1. Pass\n"));
    assert_eq!((stopped.games[0].moves(), stopped.faults.len()), (1, 0));
    let unfinished = read(&game, &saved("1. partial 1 Man a1 - c1 x b1\n"));
    assert_eq!(unfinished.games[0].moves(), 0);
    assert_eq!(unfinished.faults[0].message, "the record ends in the middle of a turn");
}

#[test]
fn errors_have_their_location() {
    let game = game(PAWNS);
    for (lines, place, said) in [
        ("1. Pawn b1 - b2\n1. Pawn c4 - c9\n", (5, 14), "the board has no site `c9`"),
        ("1. Pawn b1 - b2\n1. Pawn c4 - d3\n", (5, 4), "not a legal move here; the nearest are: Pawn c4 - c3"),
        ("1. Pawn b1 - b2\n1. Dragon c4 - c3\n", (5, 4), "`Dragon` is no piece type"),
        ("1. Pawn b1\n", (4, 11), "`-` or `x` is expected"),
        ("Pawn b1 - b2\n", (4, 1), "begins with its number and a dot"),
        ("(White Dragon b2)\n", (4, 8), "there is no piece type `Dragon`"),
        ("(White Pawn b2\n", (4, 15), "`)` is missing"),
        ("(White Pawn b9)\n", (4, 13), "the board has no site `b9`"),
    ] {
        let reading = read(&game, &saved(lines));
        let fault = &reading.faults[0];
        assert_eq!((fault.line, fault.column), place, "{lines}: {fault}");
        assert!(fault.message.contains(said), "{lines}: {fault}");
    }
    assert!(matches!(read(&game, "").faults[0].kind, RecordFaultKind::Form));
}

#[test]
fn damage_of_any_size_gives_an_error() {
    let game = game(PAWNS);
    let good = "1. Pawn b1 - b2\n";
    for (what, lines) in [
        ("a long line", format!("{good}1. {}\n", "x ".repeat(5_000_000))),
        ("a long remark", format!("{good}[{}\n", "word\n".repeat(1_000_000))),
        ("many lines", format!("{good}{}", "1. Pawn b1 - b2\n".repeat(1_000_000))),
        ("many set-up lines", "(x a1)\n".repeat(1_000_000)),
    ] {
        let reading = read(&game, &saved(&lines));
        assert_eq!(reading.faults.len(), 1, "{what}");
        assert!(reading.faults[0].message.len() < 2_000, "{what}");
    }
    let text = saved("1. Pawn b1 - b2\n1. Pawn c4 - c3\n2. King d1 - c1 @ c1 0 0\n");
    for end in 0..text.len() {
        let reading = read(&game, &text[..end]);
        assert!(reading.games[0].moves() <= 3 && reading.faults.len() <= 1, "{end}");
        let mut bytes = text.clone().into_bytes();
        bytes[end] ^= 1 << (end % 7);
        let reading = read(&game, &String::from_utf8_lossy(&bytes));
        assert!(reading.faults.iter().all(|fault| fault.line > 0 && fault.column > 0));
    }
}
