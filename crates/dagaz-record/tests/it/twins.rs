//! Moves of edition 3 that the usual words do not tell apart, or do not say: numbers, columns,
//! hands.

use std::sync::Arc;

use dagaz_core::{Game, Limits};
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_record::{Cursor, Format, GameTree, ReadLimits, RecordFaultKind, move_text};
use dagaz_syntax::NoIncludes;

const KALAH: &str = include_str!("../../../../games/sowing/kalah/kalah.drf");
const TAK: &str = include_str!("../../../../games/columns/tak/tak.drf");
const SHOGI: &str = include_str!("../../../../games/shogi/shogi/shogi.drf");

fn game(text: &str) -> PathGame {
    let limits = Limits::default();
    let file = DrfFile::parse("test.drf", text.as_bytes(), &NoIncludes, &limits);
    PathGame::new(Arc::new(file.rules(0).rules.expect("the library has it")), &limits).expect("no limit")
}

/// A game of moves chosen as if by chance.
fn played(game: &dyn Game, plies: usize) -> GameTree {
    let mut tree = GameTree::of(game);
    let mut cursor = Cursor::new(game, &tree);
    let mut dice = 12_345_u64;
    for _ in 0..plies {
        let list = cursor.legal().expect("no limit");
        if list.is_empty() {
            break;
        }
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cursor.play(&mut tree, list.get((dice >> 33) as usize % list.len()));
    }
    tree
}

fn comes_back(game: &dyn Game, format: Format, tree: &GameTree) {
    let text = format.write(game, std::slice::from_ref(tree)).expect("it can be written").text;
    let reading = format.read(game, &text, &ReadLimits::default());
    assert_eq!(reading.faults, [], "{text}");
    let (line, read) = (tree.main_line(), reading.games[0].main_line());
    assert_eq!(line.len(), read.len());
    for (node, again) in line.into_iter().zip(read) {
        let (one, other) = (tree.chosen(node), reading.games[0].chosen(again));
        assert!(one.zip(other).is_some_and(|(one, other)| one.same_as(other)), "{text}");
    }
}

#[test]
fn games_with_counters_and_columns_round_trip() {
    for (rules, plies) in [(KALAH, 60), (TAK, 80)] {
        let game = game(rules);
        let tree = played(&game, plies);
        comes_back(&game, Format::Zsg, &tree);
        comes_back(&game, Format::Sgf, &tree);
    }
}

#[test]
fn drops_from_counted_hands_are_said() {
    let game = game(SHOGI);
    comes_back(&game, Format::Usi, &played(&game, 120));
}

#[test]
fn an_ambiguous_name_matches_no_move() {
    let game = game(TAK);
    let mut tree = GameTree::of(&game);
    let mut cursor = Cursor::new(&game, &tree);
    // As if by chance, until a text is shared.
    let mut dice = 1_usize;
    let (list, shared) = loop {
        let list = cursor.legal().expect("no limit");
        assert!(!list.is_empty(), "a game without twins");
        let text = |index: usize| move_text(&game, cursor.state(), list.get(index));
        let twins = (0..list.len())
            .find(|&one| (0..one).any(|other| !list.get(one).same_as(list.get(other)) && text(one) == text(other)));
        if let Some(one) = twins {
            break (list.get(one).to_move(), text(one));
        }
        dice = (dice * 7_919 + 17) % 1_000_003;
        cursor.play(&mut tree, list.get(dice % list.len()));
    };
    cursor.play(&mut tree, list.as_ref());
    let plain = |format: Format| {
        let text = format.write(&game, std::slice::from_ref(&tree)).expect("it can be written").text;
        let at = text.rfind(" spread ").expect("the unique text");
        let begin = text[..at].rfind(['[', '.']).expect("a line") + 1;
        let end = at + text[at..].find([']', '\n']).expect("an end");
        format!("{} {shared}{}", &text[..begin], &text[end..])
    };
    for format in [Format::Zsg, Format::Sgf] {
        let reading = format.read(&game, &plain(format), &ReadLimits::default());
        assert_eq!(reading.games[0].moves() + 1, tree.moves());
        assert!(matches!(reading.faults[0].kind, RecordFaultKind::Move { .. }), "{}", reading.faults[0]);
        assert!(reading.faults[0].message.contains("could be any of"), "{}", reading.faults[0]);
    }
}
