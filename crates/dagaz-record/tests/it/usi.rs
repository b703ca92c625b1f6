//! USI and SFEN: shogi and its relatives.

// Skipped tests print so, and reference programs print their results.
#![allow(clippy::print_stdout)]

use crate::common::{JUMPS, game, moves};
use crate::independent::{Dice, Script, games};
use dagaz_core::{Game, UndoLog};
use dagaz_engine::CompiledGame;
use dagaz_record::position::sfen::Sfen;
use dagaz_record::{
    Cursor, Format, GameTree, NodeId, ReadLimits, Reading, RecordFaultKind, WriteFault, find_move, parse_position,
    write_position,
};

fn library(path: &str) -> CompiledGame {
    let path = format!("{}/../../games/{path}.zrf", env!("CARGO_MANIFEST_DIR"));
    game(&std::fs::read_to_string(path).expect("the library has it"))
}

fn shogi() -> CompiledGame {
    library("shogi/shogi/shogi")
}

fn minishogi() -> CompiledGame {
    library("shogi/minishogi/minishogi")
}

fn read(game: &dyn Game, text: &str) -> Reading {
    Format::Usi.read(game, text, &ReadLimits::default())
}

/// The position at the end of the main line.
fn last(game: &dyn Game, tree: &GameTree) -> String {
    let mut cursor = Cursor::new(game, tree);
    cursor.go_to(tree, tree.main_line().last().copied().unwrap_or(NodeId::ROOT));
    write_position(game, cursor.state())
}

/// A small shogi whose hands are supplies, drawn with the first player above.
const SUPPLIES: &str = r#"
(version "2.0")
(game
  (title "Supplies")
  (option "recycle captures" true)
  (players First Second)
  (turn-order First Second)
  (board
    (grid (start-rectangle 0 0 10 10)
      (dimensions ("a/b/c" (10 0)) ("1/2/3/4" (0 10)))
      (directions (n 0 1) (s 0 -1))))
  (board-setup
    (First (King a1) (Pawn b1 off 2) (Gold off 0))
    (Second (King c4) (Pawn off 12)))
  (piece (name King) (notation "K") (moves (n (verify empty?) add) (s (verify empty?) add)))
  (piece (name Gold) (notation "G") (drops ((verify empty?) add)))
  (piece (name Tokin) (notation "+P") (moves (s (verify empty?) add)))
  (piece (name Pawn) (notation "P")
    (drops ((verify empty?) add))
    (moves (n (verify empty?) add) (n (verify empty?) (add Tokin))))
  (loss-condition (First Second) stalemated))
"#;

#[test]
fn the_shogi_format_accepts_shogi_only() {
    for (game, fits) in [
        (shogi(), true),
        (minishogi(), true),
        (game(SUPPLIES), true),
        (game(JUMPS), false),
        (library("chess/chess/chess"), false),
    ] {
        assert_eq!(Format::Usi.fits(&game), fits, "{}", game.glossary().title);
        assert_eq!(Sfen::of(&game).is_some(), fits);
    }
    let jumps = game(JUMPS);
    assert!(matches!(Format::Usi.write(&jumps, &[]), Err(WriteFault::NotThisGame(_))));
    let fault = read(&jumps, "position startpos").strict().expect_err("no shogi");
    assert_eq!(fault.to_string(), "1:1: this format is for shogi and its relatives");
}

#[test]
fn moves_of_all_kinds_are_read_and_written() {
    let game = shogi();
    let text = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e 2b3c 4e3d\n";
    let trees = read(&game, text).strict().expect("a sound game");
    assert_eq!(trees.len(), 1);
    assert_eq!(last(&game, &trees[0]), "lnsgkg1nl/1r7/ppppppspp/6B2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w Pb 1");
    let written = Format::Usi.write(&game, &trees).expect("it fits");
    assert_eq!((written.text.as_str(), written.left_out), (text, vec![]));
    // The same with less, with more and with other line ends.
    let loose = "# a comment\r\n\r\n  startpos  moves 7G7F\t3c3d 8h2b+ 3a2b b*4e 2b3c 4e3d\r\nstartpos\n";
    let trees = read(&game, loose).strict().expect("a sound game");
    assert_eq!(Format::Usi.write(&game, &trees).expect("it fits").text, format!("{text}position startpos\n"));
}

#[test]
fn positions_are_set_up_with_their_hands() {
    let game = shogi();
    // The example of the protocol's description.
    let text = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124";
    let position = parse_position(&game, text).expect("a sound position");
    let state = game.set_up(&position).expect("a possible one");
    assert_eq!(write_position(&game, &state), text.replace(" 124", " 1"));
    let record = format!("position sfen {text} moves P*3h\n{text}\n");
    let trees = read(&game, &record).strict().expect("two sound games");
    assert_eq!(trees[0].start(), trees[1].start());
    assert_eq!(trees[0].start(), &state);
    assert_eq!((trees[0].moves(), trees[1].moves()), (1, 0));
    // The usual start said in full is the usual start.
    let start = format!("position sfen {}", write_position(&game, &game.initial()));
    let trees = read(&game, &start).strict().expect("a sound game");
    assert_eq!(Format::Usi.write(&game, &trees).expect("it fits").text, "position startpos\n");
}

#[test]
fn supplies_are_hands_with_the_first_player_below() {
    let game = game(SUPPLIES);
    assert_eq!(write_position(&game, &game.initial()), "k2/3/3/1P1".replace("1P1", "1PK") + " b 2P12p 1");
    let text = "position startpos moves P*1c 3a3b 2d2c P*3a 1c1b+\n";
    let trees = read(&game, text).strict().expect("a sound game");
    assert_eq!(last(&game, &trees[0]), "p2/k1+P/1P1/2K w P11p 1");
    assert_eq!(Format::Usi.write(&game, &trees).expect("it fits").text, text);
}

#[test]
fn errors_in_positions_have_a_location() {
    let game = shogi();
    for (text, fault) in [
        ("9/9/9", "column 6: there are 3 of 9 rows"),
        ("9/9/9/9/9/9/9/9/9/9 b - 1", "column 18: the board has only 9 rows"),
        ("9/9/10", "column 5: row 3 is longer than the 9 places of the board"),
        ("9/8", "column 4: row 2 has 8 of 9 places"),
        ("9/08", "column 3: the number 08 may not begin with 0"),
        ("9/+G8", "column 3: `+G` is no piece; this game has K, R, B, G, S, N, L, P and 6 more"),
        ("9/9/9/9/9/9/9/9/9 x", "column 19: `x` is nobody to move; `b` is Sente and `w` is Gote"),
        ("9/9/9/9/9/9/9/9/9 b K", "column 21: King is never in hand; R, B, G, S, N, L, P can be"),
        ("9/9/9/9/9/9/9/9/9 b 3r", "column 21: a hand has room for 2 Rook, not for more"),
        ("9/9/9/9/9/9/9/9/9 b 18P99999999999p", "column 24: this number is too large"),
        ("9/9/9/9/9/9/9/9/9 b 2", "column 22: a piece is expected"),
        ("9/9/9/9/9/9/9/9/9 b - one", "column 23: `one` is no number of a move"),
        ("9/9/9/9/9/9/9/9/9 b - 1 7g7f", "column 25: `7g7f` is too much"),
        ("", "column 1: a position is expected"),
    ] {
        let found = parse_position(&game, text).expect_err(text).to_string();
        assert_eq!(found, fault, "{text}");
    }
}

#[test]
fn a_fault_ends_its_game_and_not_the_next() {
    let game = shogi();
    let text = "position startpos moves 7g7f 3c3e 2g2f\nposition sfen 9/9 b - 1\nstartpos 7g7f\nposition \n\
                position startpos moves 2g2f 8c8d\nnonsense\nposition startpos moves P*5e\n";
    let reading = read(&game, text);
    let faults: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "1:30: `3c3e` is not a legal move here; the nearest are: 3c3d; 3a3b; 1c1d; 2c2d; 3a4b; 4a3b; \
             1 move behind it is not read",
            "2:18: there are 2 of 9 rows",
            "3:10: `moves` is expected, not `7g7f`",
            "4:9: `startpos` or `sfen` is expected",
            "6:1: `startpos` or `sfen` is expected, not `nonsense`",
            "7:25: `P*5e` is not a legal move here; the nearest are: 2h5h; 4i5h; 5g5f; 5i5h; 6i5h; 1g1f",
        ]
    );
    let games: Vec<usize> = reading.games.iter().map(GameTree::moves).collect();
    assert_eq!(games, [1, 0, 2, 0]);
    assert_eq!(reading.faults[0].at, Some((0, reading.games[0].main_line()[0])));
    assert_eq!(reading.faults[5].at, Some((3, NodeId::ROOT)));
    let RecordFaultKind::Move { typed, near } = &reading.faults[0].kind else { panic!("a move is wrong") };
    assert_eq!((typed.as_str(), near[0].as_str()), ("3c3e", "3c3d"));
    assert_eq!(reading.faults[1].kind, RecordFaultKind::Form);
}

#[test]
fn exceeded_limits_are_errors_with_a_location() {
    let game = minishogi();
    let text = "startpos moves 5d5c 1b1c\nstartpos moves 5d5c\nstartpos moves 5e4d\n";
    let reading = read(&game, text);
    assert!(reading.faults.is_empty(), "{:?}", reading.faults);
    let with = |limits: ReadLimits| {
        let reading = Format::Usi.read(&game, text, &limits);
        let games: Vec<usize> = reading.games.iter().map(GameTree::moves).collect();
        assert!(reading.faults.iter().all(|fault| fault.kind == RecordFaultKind::Limit));
        (games, reading.faults.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let some = ReadLimits::default();
    let (games, faults) = with(ReadLimits { moves: 1, ..some.clone() });
    assert_eq!((games, faults), (vec![1, 1, 1], vec!["1:21: the game has more than 1 moves".to_string()]));
    let (games, faults) = with(ReadLimits { games: 2, ..some.clone() });
    assert_eq!((games, faults), (vec![2, 1], vec!["3:1: the file has more than 2 games".to_string()]));
    let (games, faults) = with(ReadLimits { bytes: 30, ..some.clone() });
    let said = "2:1: the file has more than 30 bytes; what follows is not read".to_string();
    assert_eq!((games, faults), (vec![2], vec![said]));
    let noise = "x\n".repeat(50);
    let reading = Format::Usi.read(&game, &noise, &ReadLimits { faults: 7, ..some });
    assert_eq!((reading.faults.len(), reading.faults[7].message.starts_with("… and ")), (8, true));
}

#[test]
fn damaged_texts_keep_their_valid_part() {
    let game = minishogi();
    let whole = "# one\nposition startpos moves 5d5c 1b1c 2e1d\nposition sfen 4k/5/5/5/K4 w Pp 3 moves P*3d P*3b\n";
    assert_eq!(read(&game, whole).strict().expect("sound").iter().map(GameTree::moves).collect::<Vec<_>>(), [3, 2]);
    for end in 0..whole.len() {
        let reading = read(&game, &whole[..end]);
        assert!(reading.games.len() <= 2 && reading.faults.len() <= 1, "{end}: {:?}", reading.faults);
        for fault in &reading.faults {
            assert!((1..=3).contains(&fault.line) && fault.column <= 65, "{end}: {fault}");
        }
    }
    // Every byte replaced, and bytes without any sense.
    for (at, byte) in (0..whole.len()).flat_map(|at| [b'\0', b'+', b'*', b'/', b' ', 0xff].map(|byte| (at, byte))) {
        let mut bytes = whole.as_bytes().to_vec();
        bytes[at] = byte;
        read(&game, &String::from_utf8_lossy(&bytes));
    }
    let mut dice = Dice(3);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..400).map(|_| dice.below(256) as u8).collect();
        let text = format!("{}\n{whole}", String::from_utf8_lossy(&bytes));
        let reading = read(&game, &text);
        let games: Vec<usize> = reading.games.iter().map(GameTree::moves).collect();
        assert_eq!(games[games.len() - 2..], [3, 2]);
    }
    for strange in ["+", "*", "P*", "*5e", "5e", "5e5", "99e1a", "0e0d", "5é5d", "5e5d++", "é*3c", "P*3c+", "１a１b"]
    {
        let fault = read(&game, &format!("startpos moves {strange}")).strict().expect_err(strange);
        assert!(matches!(fault.kind, RecordFaultKind::Move { .. }) && fault.column == 16, "{strange}");
    }
}

#[test]
fn long_lines_end_at_the_limit() {
    let game = shogi();
    let text = format!("position startpos moves{}\nstartpos moves 7g7f\n", " 5i5h 5a5b 5h5i 5b5a".repeat(250_000));
    let reading = read(&game, &text);
    assert_eq!(reading.games.iter().map(GameTree::moves).collect::<Vec<_>>(), [200_000, 1]);
    assert_eq!(reading.faults.len(), 1);
    assert!(reading.faults[0].message.contains("more than 200000 moves"), "{}", reading.faults[0]);
    // One word of a million characters is not a move, and is not repeated.
    let fault = read(&game, &format!("startpos moves {}", "7g7f".repeat(250_000))).strict().expect_err("no move");
    assert!(fault.message.len() < 200 && fault.column == 16, "{fault}");
}

#[test]
fn unsupported_annotations_are_listed() {
    let game = minishogi();
    let mut tree = read(&game, "startpos moves 5d5c 1b1c 2e1d").strict().expect("sound").remove(0);
    let mut cursor = Cursor::new(&game, &tree);
    let list = cursor.legal().expect("a small game");
    cursor.play(&mut tree, list.get(list.len() - 1));
    tree.note_mut(NodeId::ROOT).comment = "a friendly game".to_string();
    tree.facts.seat_mut(1).name = "Akira".to_string();
    let first = tree.clone();
    tree.facts.result = Some(dagaz_core::Outcome { ending: "resigned".to_string(), verdicts: vec![], scores: None });
    let written = Format::Usi.write(&game, &[first, tree]).expect("it fits");
    assert_eq!(written.text, "position startpos moves 5d5c 1b1c 2e1d\n".repeat(2));
    assert_eq!(written.left_out, ["2 moves of variations", "2 comments", "2 players' names", "1 result"]);
}

#[test]
fn a_person_may_type_usi() {
    let game = shogi();
    let list = moves(&game, &game.initial());
    let typed = |text: &str| find_move(&game, &game.initial(), &list, text);
    assert_eq!(typed("7g7f"), typed("c3c4"));
    assert!(typed("7g7f").is_ok());
    assert!(typed("7g7e").is_err());
}

/// Plays every game of a script here, and compares where it ends.
fn same_ends(game: &dyn Game, text: &str, expected: usize) {
    let reading = read(game, text);
    assert!(reading.faults.is_empty(), "{} faults, the first: {}", reading.faults.len(), reading.faults[0]);
    let ends: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# final ")).collect();
    assert_eq!((reading.games.len(), ends.len()), (expected, expected));
    for (number, (tree, end)) in reading.games.iter().zip(ends).enumerate() {
        let position = parse_position(game, end).unwrap_or_else(|fault| panic!("{end}: {fault}"));
        let state = game.set_up(&position).expect("a possible position");
        assert_eq!(last(game, tree), write_position(game, &state), "game {}", number + 1);
        let words = |text: &str| text.split(' ').take(3).map(str::to_string).collect::<Vec<_>>();
        assert_eq!(words(&last(game, tree)), words(end), "game {}", number + 1);
    }
}

/// Playouts as lines with their final positions, every third one from its middle on.
fn random_games(game: &dyn Game, count: usize, seed: u64) -> String {
    let mut dice = Dice(seed);
    let mut text = String::new();
    for number in 0..count {
        let mut state = game.initial();
        if number % 3 == 2 {
            for _ in 0..dice.below(100) {
                let list = moves(game, &state);
                if !list.is_empty() {
                    game.play(&mut state, list.get(dice.below(list.len())), &mut UndoLog::new());
                }
            }
            let position = game.position(&state);
            state = game.set_up(&position).expect("a position of this game");
        }
        let mut tree = GameTree::new(state);
        let mut cursor = Cursor::new(game, &tree);
        for _ in 0..1 + dice.below(160) {
            let list = cursor.legal().expect("a small game");
            if list.is_empty() {
                break;
            }
            cursor.play(&mut tree, list.get(dice.below(list.len())));
        }
        text += &Format::Usi.write(game, std::slice::from_ref(&tree)).expect("it fits").text;
        text += &format!("# final {}\n", write_position(game, cursor.state()));
    }
    text
}

#[test]
fn python_shogi_plays_the_same_games() {
    let Some(script) = Script::needing("shogi", "shogi_games.py") else { return };
    let (game, count) = (shogi(), games(200));
    let (made, text) = script.run(&["make", &count.to_string(), "1"]);
    assert!(made);
    same_ends(&game, &text, count);
    script.check("shogi.usi", &random_games(&game, count, 1), &["shogi"]);
}

#[test]
fn fairy_stockfish_plays_the_same_minishogi() {
    let Some(script) = Script::needing("pyffish", "shogi_games.py") else { return };
    let (game, count) = (minishogi(), games(25));
    let (made, text) = script.run(&["make", &count.to_string(), "1", "minishogi"]);
    assert!(made);
    same_ends(&game, &text, count);
    script.check("minishogi.usi", &random_games(&game, count, 1), &["minishogi"]);
}
