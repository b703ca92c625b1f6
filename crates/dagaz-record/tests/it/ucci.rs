//! UCCI and WXF: xiangqi and its relatives.

// Skipped tests print so, and reference programs print their results.
#![allow(clippy::print_stdout)]

use crate::common::{JUMPS, game, moves};
use crate::independent::{Dice, Script, games};
use dagaz_core::Game;
use dagaz_engine::CompiledGame;
use dagaz_record::formats::wxf::{self, wxf};
use dagaz_record::{
    Cursor, Format, GameTree, NodeId, ReadLimits, Reading, RecordFaultKind, WriteFault, find_move, parse_position,
    write_position,
};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn rules(path: &str) -> String {
    let path = format!("{}/../../games/{path}.zrf", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the library has it")
}

fn xiangqi() -> CompiledGame {
    game(&rules("chess/xiangqi/xiangqi"))
}

fn read(game: &dyn Game, text: &str) -> Reading {
    Format::Ucci.read(game, text, &ReadLimits::default())
}

/// The position at the end of the main line.
fn last(game: &dyn Game, tree: &GameTree) -> String {
    let mut cursor = Cursor::new(game, tree);
    cursor.go_to(tree, tree.main_line().last().copied().unwrap_or(NodeId::ROOT));
    write_position(game, cursor.state())
}

#[test]
fn the_xiangqi_format_accepts_xiangqi_only() {
    assert!(Format::Ucci.fits(&xiangqi()));
    for path in ["chess/chess/chess", "shogi/shogi/shogi", "race-to-row/breakthrough/breakthrough"] {
        assert!(!Format::Ucci.fits(&game(&rules(path))), "{path}");
    }
    assert!(matches!(Format::Ucci.write(&game(JUMPS), &[]), Err(WriteFault::NotThisGame(_))));
    let fault = read(&game(JUMPS), "position startpos").strict().expect_err("no xiangqi");
    assert_eq!(fault.to_string(), "1:1: this format is for xiangqi and its relatives");
}

#[test]
fn moves_are_read_in_three_notations() {
    let game = xiangqi();
    let text = format!("position fen {START} moves h2e2 h9g7 h0g2 i9h9\n");
    for line in [
        text.clone(),
        "position startpos moves H2-E2 h9-g7 H0G2 I9-H9".to_string(),
        "startpos moves 1. C2=5 H8+7 2. H2+3 R9=8\n".to_string(),
        "startpos moves c2.5 n8+7 h2+3 r9.8".to_string(),
        format!(
            "# red begins\n{} moves C2=5 N8+7 h0g2 i9h9",
            START.replace('w', "r").replace('n', "h").replace('B', "E")
        ),
    ] {
        let trees = read(&game, &line).strict().unwrap_or_else(|fault| panic!("{line}: {fault}"));
        let written = Format::Ucci.write(&game, &trees).expect("it fits");
        assert_eq!((written.text, written.left_out), (text.clone(), vec![]), "{line}");
    }
}

#[test]
fn foreign_letters_follow_the_standard() {
    let usual = rules("chess/xiangqi/xiangqi");
    let other = usual.replace("(notation \"N\")", "(notation \"H\")").replace("(notation \"B\")", "(notation \"E\")");
    let game = game(&other);
    let trees = read(&game, &format!("position fen {START}\n")).strict().expect("sound");
    assert_eq!(trees[0].start(), &game.initial());
    assert_eq!(Format::Ucci.write(&game, &trees).expect("it fits").text, format!("position fen {START}\n"));
    let list = moves(&game, &game.initial());
    let texts: Vec<String> = list.iter().filter_map(|one| wxf(&game, &game.initial(), &list, one)).collect();
    assert!(texts.contains(&"H2+3".to_string()) && texts.contains(&"E3+5".to_string()), "{texts:?}");
}

#[test]
fn front_and_rear_pieces_have_signs() {
    let game = xiangqi();
    // The soldiers of the examples in the description of the World Xiangqi Federation stand on
    // files 3 and 7.
    for (fen, expected) in [
        ("3k5/9/9/9/R8/9/R8/9/9/4K4 w", vec![("a5b5", "R+=8"), ("a3b3", "R-=8"), ("a5a6", "R++1"), ("a3a2", "R--1")]),
        ("4K4/9/9/r8/9/r8/9/9/9/3k5 b", vec![]),
        ("4k4/9/9/r8/9/r8/9/9/9/3K5 b", vec![("a4b4", "R+=2"), ("a6b6", "R-=2"), ("a4a3", "R++1")]),
        ("4k4/9/9/9/9/9/9/3A5/9/3AK4 w", vec![("d2e1", "A6-5"), ("d0e1", "A6+5")]),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", vec![("d0d1", "K6+1")]),
        (
            "3k5/9/6P2/6P2/6P2/9/9/9/9/4K4 w",
            vec![("g7f7", "P+=4"), ("g6f6", "P3=4"), ("g5f5", "P-=4"), ("g7g8", "P++1")],
        ),
        (
            "3k2P2/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w",
            vec![("g9f9", "++=4"), ("g8f8", "P+=4"), ("g7f7", "P3=4"), ("g6f6", "P-=4"), ("g5f5", "--=4")],
        ),
        (
            "3k5/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w",
            vec![("g8f8", "++=4"), ("g7f7", "P+=4"), ("g6f6", "P-=4"), ("g5f5", "--=4"), ("g8g9", "+++1")],
        ),
        (
            "3k5/9/6P2/2P3P2/2P3P2/9/9/9/9/4K4 w",
            vec![("g7f7", "3+=4"), ("g6f6", "33=4"), ("g5f5", "3-=4"), ("c6d6", "7+=6"), ("c5d5", "7-=6")],
        ),
    ] {
        let position = parse_position(&game, fen).expect(fen);
        let state = game.set_up(&position).expect("a possible position");
        let list = moves(&game, &state);
        for (ends, text) in expected {
            let tree = |typed: &str| {
                let trees = read(&game, &format!("{fen} moves {typed}")).strict();
                trees.unwrap_or_else(|fault| panic!("{fen} {typed}: {fault}")).remove(0)
            };
            let (named, coordinates) = (tree(text), tree(ends));
            assert_eq!(last(&game, &named), last(&game, &coordinates), "{fen}: {text}");
            let chosen = coordinates.chosen(coordinates.main_line()[0]).expect("a move");
            assert_eq!(wxf(&game, &state, &list, chosen).as_deref(), Some(text), "{fen}: {ends}");
        }
    }
    // The sign in front, and soldiers counted from the front.
    for (fen, typed, ends) in [
        ("3k5/9/9/9/R8/9/R8/9/9/4K4 w", "+R=4", "a5f5"),
        ("3k5/9/9/9/R8/9/R8/9/9/4K4 w", "-r.4", "a3f3"),
        ("3k5/9/6P2/2P3P2/2P3P2/9/9/9/9/4K4 w", "13=4", "g7f7"),
        ("3k5/9/6P2/2P3P2/2P3P2/9/9/9/9/4K4 w", "27.6", "c5d5"),
    ] {
        let end = |typed: &str| last(&game, &read(&game, &format!("{fen} moves {typed}")).strict().expect(typed)[0]);
        assert_eq!(end(typed), end(ends), "{typed}");
    }
    // A file with two chariots does not say which one.
    let fault = read(&game, "3k5/9/9/9/R8/9/R8/9/9/4K4 w moves R9=4").strict().expect_err("two chariots");
    assert_eq!(fault.to_string(), "1:35: `R9=4` could be any of 2 moves: R+=4; R-=4");
}

#[test]
fn a_person_may_type_wxf() {
    let game = xiangqi();
    let list = moves(&game, &game.initial());
    let typed = |text: &str| find_move(&game, &game.initial(), &list, text);
    assert_eq!(typed("C2=5"), typed("h3e3"));
    assert_eq!(typed("h8+7").ok(), typed("b1c3").ok());
    assert!(typed("C2=5").is_ok() && typed("C2=2").is_err());
    assert_eq!(wxf::find(&game, &game.initial(), &list, "h2e2"), None);
}

#[test]
fn errors_have_a_location_and_end_one_game_only() {
    let game = xiangqi();
    let text = "position startpos moves h2e2 h9g8\nposition fen 9/9 w\nposition fen 9/9/9/9/9/9/9/9/9/9 x\n\
                position fen 9/9/9/9/9/9/9/9/9/9 w KQ\n9/9/9/9/9/9/9/9/9/9 w - - 0 one\n9/9/9/9/9/9/9/9/9/9 w - - 0 1 h2e2\n\
                9/9/9/9/9/9/9/9/9/Q8\n9/9/9/9/9/9/9/9/9/+R8\nposition startpos moves b2e2\nposition startpos moves C2=2\n\
                position startpos moves 1. 2. ... h2e2";
    let reading = read(&game, text);
    let faults: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "1:30: `h9g8` is not a legal move here; the nearest are: h9g7; a9a8; d9e8; e9e8; f9e8; h7g7",
            "2:17: there are 2 of 10 rows",
            "3:34: `x` is nobody to move; `w` is Red and `b` is Black",
            "4:36: `-` is expected, not `KQ`",
            "5:29: `one` is no number",
            "6:31: `h2e2` is too much; `moves` is expected",
            "7:19: `Q` is no piece; this game has K, A, B, N, R, C, P, H and 1 more",
            "8:19: `+R` is no piece; this game has K, A, B, N, R, C, P, H and 1 more",
            "10:25: `C2=2` is not a legal move here; the nearest are: C2+2; C2+1; C2+3; C2+4; C2+7; C2-1",
            "11:31: `...` is not a legal move here; the nearest are: a0a1; a0a2; a3a4; b0a2; b0c2; b2a2; \
             1 move behind it is not read",
        ]
    );
    assert_eq!(reading.games.iter().map(GameTree::moves).collect::<Vec<_>>(), [1, 1, 0, 0]);
    assert!(matches!(&reading.faults[0].kind, RecordFaultKind::Move { typed, .. } if typed == "h9g8"));
    assert_eq!(reading.faults[0].at, Some((0, reading.games[0].main_line()[0])));
}

#[test]
fn damaged_texts_keep_their_valid_part() {
    let game = xiangqi();
    let whole = format!("position fen {START} moves h2e2 h9g7\nposition startpos moves C2=5 H8+7\n");
    for end in 0..whole.len() {
        let reading = read(&game, &whole[..end]);
        assert!(reading.games.len() <= 2 && reading.faults.len() <= 1, "{end}: {:?}", reading.faults);
    }
    for (at, byte) in (0..whole.len()).flat_map(|at| [b'\0', b'+', b'.', b'/', 0xff].map(|byte| (at, byte))) {
        let mut bytes = whole.as_bytes().to_vec();
        bytes[at] = byte;
        read(&game, &String::from_utf8_lossy(&bytes));
    }
    let mut dice = Dice(5);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..400).map(|_| dice.below(256) as u8).collect();
        let reading = read(&game, &format!("{}\n{whole}", String::from_utf8_lossy(&bytes)));
        let games: Vec<usize> = reading.games.iter().map(GameTree::moves).collect();
        assert_eq!(games[games.len() - 2..], [2, 2]);
    }
    let long = format!("startpos moves{}\nstartpos moves h2e2", " a0a1 a9a8 a1a0 a8a9".repeat(250_000));
    let reading = read(&game, &long);
    assert_eq!(reading.games.iter().map(GameTree::moves).collect::<Vec<_>>(), [200_000, 1]);
    assert!(reading.faults[0].message.contains("more than 200000 moves"), "{}", reading.faults[0]);
}

/// Playouts as lines with their final positions.
fn random_games(game: &dyn Game, count: usize, seed: u64) -> String {
    let mut dice = Dice(seed);
    let mut text = String::new();
    for _ in 0..count {
        let mut tree = GameTree::of(game);
        let mut cursor = Cursor::new(game, &tree);
        for _ in 0..1 + dice.below(300) {
            let list = cursor.legal().expect("a small game");
            if list.is_empty() {
                break;
            }
            cursor.play(&mut tree, list.get(dice.below(list.len())));
        }
        text += &Format::Ucci.write(game, std::slice::from_ref(&tree)).expect("it fits").text;
        text += &format!("# final {}\n", write_position(game, cursor.state()));
    }
    text
}

/// A game in WXF notation.
fn named(game: &dyn Game, tree: &GameTree) -> Vec<String> {
    let mut cursor = Cursor::new(game, tree);
    let mut texts = Vec::new();
    for node in tree.main_line() {
        let list = cursor.legal().expect("a small game");
        let chosen = tree.chosen(node).expect("a move");
        texts.push(wxf(game, cursor.state(), &list, chosen).expect("xiangqi has the notation"));
        cursor.go_to(tree, node);
    }
    texts
}

#[test]
fn fairy_stockfish_plays_the_same_games() {
    let Some(script) = Script::needing("pyffish", "xiangqi_games.py") else { return };
    let (game, count) = (xiangqi(), games(60));
    let (made, text) = script.run(&["make", &count.to_string(), "1"]);
    assert!(made);
    let reading = read(&game, &text);
    assert!(reading.faults.is_empty(), "{} faults, the first: {}", reading.faults.len(), reading.faults[0]);
    let after = |word: &str| text.lines().filter_map(|line| line.strip_prefix(word)).collect::<Vec<_>>();
    let (heads, ends, names) = (after("position "), after("# final "), after("# wxf"));
    assert_eq!((reading.games.len(), ends.len(), names.len()), (count, count, count));
    let (mut compared, mut soldiers, mut unsigned) = (0, 0, 0);
    for (number, tree) in reading.games.iter().enumerate() {
        let board = |text: &str| text.split(' ').take(2).map(str::to_string).collect::<Vec<_>>();
        assert_eq!(board(&last(&game, tree)), board(ends[number]), "game {}", number + 1);
        // The names are the same, but for soldiers in tandem, whom Fairy-Stockfish counts, and for
        // signs, which it leaves out where the other piece would leave the board.
        for (ours, theirs) in named(&game, tree).iter().zip(names[number].split_whitespace()) {
            compared += 1;
            let counted = theirs.starts_with(|c: char| c.is_ascii_digit());
            let sign_less = !counted && theirs[1..2].parse::<u8>().is_ok() && {
                let with = |sign: &str| format!("{}{sign}{}", &theirs[..1], &theirs[2..]);
                *ours == with("+") || *ours == with("-")
            };
            soldiers += usize::from(counted);
            unsigned += usize::from(sign_less);
            assert!(counted || sign_less || ours == theirs, "game {}: {ours} is {theirs}", number + 1);
        }
        // Their names, read here, are the same game.
        let start = heads[number].split(" moves ").next().unwrap_or_default();
        let trees = read(&game, &format!("{start} moves {}", names[number])).strict();
        let again = trees.unwrap_or_else(|fault| panic!("game {}: {fault}", number + 1));
        assert_eq!(last(&game, &again[0]), last(&game, tree), "game {}", number + 1);
    }
    println!("{compared} names of moves compared; {soldiers} with counted soldiers, {unsigned} without a sign");
    script.check("xiangqi.ucci", &random_games(&game, count, 1), &[]);
}

#[test]
fn moves_alone_are_a_game() {
    let game = xiangqi();
    for text in ["h2e2 h9g7", "C2=5 H8+7", "1. C2=5 H8+7", "# a game\n1. C2=5 H8+7\n\n"] {
        let reading = read(&game, text);
        assert_eq!(reading.faults, [], "{text}");
        assert_eq!((reading.games.len(), reading.games[0].moves()), (1, 2), "{text}");
    }
    let reading = read(&game, "1. C2=5 H8+7\n2. H2+3 x\n1. C2=5");
    assert_eq!(reading.games.iter().map(|tree| tree.moves()).collect::<Vec<_>>(), [3, 1]);
    assert_eq!((reading.faults.len(), reading.faults[0].line, reading.faults[0].column), (1, 2, 9));
}
