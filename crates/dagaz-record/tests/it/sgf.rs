//! Smart Game Format: written and read again, read from the world, and read damaged.

use std::time::Duration;

use crate::common::game;
use crate::independent::Script;
use dagaz_core::{Game, Outcome, Points, Verdict};
use dagaz_record::formats::sgf::{read, write};
use dagaz_record::{
    Cursor, Format, GameTree, NodeId, ReadLimits, Reading, RecordFault, RecordFaultKind, Seat, move_text,
    parse_position,
};

const REVERSI: &str = include_str!("../../../../games/flipping/reversi/reversi.zrf");
const GOMOKU: &str = include_str!("../../../../games/lines/gomoku/gomoku.zrf");
const CONNECT_FOUR: &str = include_str!("../../../../games/lines/connect-four/connect-four.zrf");
const MORRIS: &str = include_str!("../../../../games/lines/nine-mens-morris/nine-mens-morris.zrf");
const HEX: &str = include_str!("../../../../games/connection/hex/hex.zrf");
const CHESS: &str = include_str!("../../../../games/chess/chess/chess.zrf");
const DRAUGHTS: &str = include_str!("../../../../games/draughts/english-draughts/english-draughts.zrf");
const SOKOBAN: &str = include_str!("../../../../games/puzzle/sokoban/sokoban.zrf");

/// One piece that moves to and fro without end.
const SHUTTLE: &str = r#"
(version "2.0")
(game
  (title "Shuttle")
  (players White Black)
  (turn-order White Black)
  (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b" (10 0)) ("2/1" (0 10))) (directions (e 1 0) (w -1 0))))
  (board-setup (White (Man a1)) (Black (Man a2)))
  (piece (name Man) (moves (e (verify empty?) add) (w (verify empty?) add)))
  (loss-condition (White Black) stalemated))
"#;

fn reading(game: &dyn Game, text: &str) -> Reading {
    read(game, text, &ReadLimits::default())
}

/// The games of a text without faults.
fn games(game: &dyn Game, text: &str) -> Vec<GameTree> {
    reading(game, text).strict().unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn only(game: &dyn Game, text: &str) -> GameTree {
    let mut games = games(game, text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn written(game: &dyn Game, trees: &[GameTree]) -> String {
    let written = write(game, trees).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(written.left_out.is_empty());
    written.text
}

/// A tree of a line of typed moves.
fn line(game: &dyn Game, moves: &str) -> GameTree {
    let mut tree = GameTree::of(game);
    add(game, &mut tree, NodeId::ROOT, moves);
    tree
}

/// Plays typed moves behind a node.
fn add(game: &dyn Game, tree: &mut GameTree, behind: NodeId, moves: &str) {
    let mut cursor = Cursor::new(game, tree);
    cursor.go_to(tree, behind);
    for typed in moves.split(',').map(str::trim) {
        let list = cursor.legal().expect("a small game");
        let index = dagaz_record::find_move(game, cursor.state(), &list, typed);
        cursor.play(tree, list.get(index.unwrap_or_else(|error| panic!("{error}"))));
    }
}

/// The moves of the main line.
fn moves(game: &dyn Game, tree: &GameTree) -> Vec<String> {
    let mut cursor = Cursor::new(game, tree);
    let line = tree.main_line();
    line.iter()
        .map(|&node| {
            let text = move_text(game, cursor.state(), tree.chosen(node).expect("a move"));
            cursor.go_to(tree, node);
            text
        })
        .collect()
}

fn same(one: &GameTree, other: &GameTree) {
    assert_eq!(one.facts, other.facts);
    assert!(one.start() == other.start() && one.start().key() == other.start().key(), "the start");
    assert_eq!(one.moves(), other.moves());
    let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((a, b)) = pairs.pop() {
        assert_eq!(one.note(a), other.note(b));
        match (one.chosen(a), other.chosen(b)) {
            (Some(a), Some(b)) => assert!(a.same_as(b)),
            (a, b) => assert_eq!(a.is_some(), b.is_some()),
        }
        assert_eq!(one.children(a).len(), other.children(b).len());
        pairs.extend(one.children(a).iter().copied().zip(other.children(b).iter().copied()));
    }
}

/// A text without its line breaks.
fn unbroken(text: &str) -> String {
    text.replace('\n', "")
}

/// Writes and reads; gives the text.
fn round_trip(game: &dyn Game, trees: &[GameTree]) -> String {
    let text = written(game, trees);
    let again = games(game, &text);
    assert_eq!(trees.len(), again.len(), "{text}");
    trees.iter().zip(&again).for_each(|(one, other)| same(one, other));
    assert_eq!(written(game, &again), text);
    text
}

fn is_limit(fault: &RecordFault) -> bool {
    fault.kind == RecordFaultKind::Limit
}

#[test]
fn othello_is_written_in_standard_sgf() {
    let game = game(REVERSI);
    let mut tree = line(&game, "d3, c5");
    tree.facts.seat_mut(0).name = "Anna [1]".to_string();
    tree.facts.seat_mut(1).name = "Bob".to_string();
    tree.facts.set_tag("Event", "Cup");
    tree.facts.set_tag("Date", "2024.05.01");
    add(&game, &mut tree, NodeId::ROOT, "f5");
    let first = tree.main_line()[0];
    tree.note_mut(first).comment = "Good: \\o/\nsecond line".to_string();
    tree.note_mut(first).glyphs = vec![1];
    tree.note_mut(first).clock = Some(Duration::from_millis(61_500));
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        round_trip(&game, &[tree]),
        format!(
            "(;FF[4]CA[UTF-8]AP[Dagaz:{version}]GM[2]SZ[8]PB[Anna [1\\]]PW[Bob]EV[Cup]DT[2024-05-01]DGR[title:Reversi]\n\
             (;B[dc]BL[61.5]TE[1]C[Good: \\\\o/\nsecond line];W[ce])\n\
             (;B[fe]))\n"
        )
    );
}

#[test]
fn othello_of_older_files() {
    let game = game(REVERSI);
    let text = "Some letter about a game (see below):\n\
        (\n;FileFormat[3]GaMe[2]SiZe[8] PlayerBlack[Kitty\tB.] PWhite[Bello] REsult[B+Resign]\n\
        AddBlack[ed][de] AW[dd:dd][ee] UnKnown[x\\]y][z] Comment[soft\\\nline]\n\
        ;Black[dc] ; White [c5] TE[2] Note[n])\n";
    let tree = only(&game, text);
    assert_eq!(moves(&game, &tree).len(), 2);
    assert_eq!(tree.facts.seats[0].name, "Kitty B.");
    assert_eq!(tree.note(NodeId::ROOT).comment, "softline");
    assert_eq!(tree.note(tree.main_line()[1]).glyphs, [3]);
    let result = tree.facts.result.clone().expect("a result");
    assert_eq!((result.ending.as_str(), result.verdicts), ("resignation", vec![Verdict::Win, Verdict::Loss]));
    assert!(tree.start() == &game.initial(), "these discs are there anyway");
}

#[test]
fn a_forced_pass_may_be_left_out() {
    let game = game(REVERSI);
    let start = "turn=Black; Black Disc=a1,h1; White Disc=b1,d1,g1,g8; supply Black Disc=20; supply White Disc=20";
    let start = game.set_up(&parse_position(&game, start).expect("a line")).expect("a position");
    let mut tree = GameTree::new(start);
    tree.facts.rules.title = "Reversi".to_string();
    add(&game, &mut tree, NodeId::ROOT, "c1, Pass, f1");
    let text = unbroken(&round_trip(&game, std::slice::from_ref(&tree)));
    assert!(text.contains(";B[ca];W[];B[fa]") && text.contains("AB[aa][ha]AW[ba][da][ga][gh]AE[dd][de][ed][ee]PL[B]"));
    same(&tree, &only(&game, &text.replace(";W[];", ";")));
    same(&tree, &only(&game, &text.replace(";W[];", ";W[tt];")));
    let Reading { faults, .. } = reading(&game, "(;GM[2];B[])");
    assert!(faults[0].to_string().starts_with("1:9: Black cannot pass here; legal are: Black Disc"), "{}", faults[0]);
}

#[test]
fn gomoku_with_stones_set_up() {
    let game = game(GOMOKU);
    // Nothing says whose turn it is, but White moves.
    let tree = only(&game, "(;GM[4]FF[4]SZ[15]AB[hh:jh][aa];W[hi];B[gh])");
    assert_eq!(moves(&game, &tree), ["White Stone h7", "Black Stone g8"]);
    let text = round_trip(&game, &[tree]);
    assert!(text.contains("SZ[15]") && text.contains("AB[aa][hh][ih][jh]PL[W]") && !text.contains("DGS"), "{text}");
    let tree = line(&game, "h8, a15, o1, a1");
    assert!(unbroken(&written(&game, &[tree])).contains(";B[hh];W[aa];B[oo];W[ao]"));
    // Programs write 1 into files of every game, and the names that the board has.
    assert_eq!(moves(&game, &only(&game, "(;GM[1];B[h8];W[A15])")), ["Black Stone h8", "White Stone a15"]);
}

#[test]
fn hex_has_points_of_its_own() {
    let game = game(HEX);
    let tree = line(&game, "f6, a1, k11");
    let text = unbroken(&round_trip(&game, std::slice::from_ref(&tree)));
    assert!(text.contains("GM[11]SZ[11]") && text.contains(";B[f6];W[a1];B[k11]"), "{text}");
    same(&tree, &only(&game, &text.replace("[f6]", "[F06]").replace("[a1]", "[aa]")));
    let tree = only(&game, "(;GM[11]SZ[11];B[f6];W[resign])");
    assert_eq!(tree.facts.result.map(|result| result.verdicts), Some(vec![Verdict::Win, Verdict::Loss]));
    for (word, message) in
        [("l1", "`W[l1]` is not a point of this board"), ("swap-colours", "is not a legal move here")]
    {
        let fault = reading(&game, &format!("(;GM[11];B[f6];W[{word}])")).faults.remove(0);
        assert!(fault.message.contains(message), "{fault}");
    }
}

#[test]
fn only_games_of_stones_have_the_moves_of_the_standard() {
    let four = game(CONNECT_FOUR);
    let text = unbroken(&round_trip(&four, &[line(&four, "d1, d2, e1")]));
    assert!(text.contains("SZ[7:6]") && text.contains(";B[df];W[de];B[ef]") && !text.contains("GM["), "{text}");
    let morris = game(MORRIS);
    let first = {
        let tree = GameTree::of(&morris);
        let cursor = Cursor::new(&morris, &tree);
        let list = cursor.legal().expect("a small game");
        move_text(&morris, cursor.state(), list.get(0))
    };
    let text = round_trip(&morris, &[line(&morris, &first)]);
    assert!(text.contains(&format!(";DGM[{first}]DGP[")) && text.contains("GM[5]") && !text.contains("SZ["), "{text}");
}

#[test]
fn a_win_by_half_points_is_written_by_the_standard() {
    let game = game(CHESS);
    let mut tree = line(&game, "e2e4");
    tree.facts.result = Some(Outcome {
        ending: "area".to_string(),
        verdicts: vec![Verdict::Win, Verdict::Loss],
        scores: Some(vec![Points::halves(17), Points::whole(3)]),
    });
    let text = round_trip(&game, &[tree]);
    assert!(text.contains("RE[W+5.5]") && text.contains("[scores:8.5 3]"), "{text}");
}

#[test]
fn chess_in_sgf_uses_private_properties() {
    let game = game(CHESS);
    let mut tree = line(&game, "e2e4, e7e5, g1f3");
    let line = tree.main_line();
    add(&game, &mut tree, line[0], "c7c5, g1f3");
    add(&game, &mut tree, line[1], "f2f4");
    tree.facts.result = Some(Outcome {
        ending: "agreed: draw]".to_string(),
        verdicts: vec![Verdict::Draw, Verdict::Draw],
        scores: None,
    });
    let text = round_trip(&game, &[tree.clone(), GameTree::of(&game), tree]);
    assert!(text.contains("\n;DGM[Pawn e2 - e4") && text.contains("DGP[White]"), "{text}");
    assert!(text.contains("RE[Draw]") && text.contains("DGE[ending:agreed\\: draw\\]][verdicts:DD]"), "{text}");
    let wrong = text.replacen("DGP[White]", "DGP[Black]", 1);
    let fault = reading(&game, &wrong).faults.remove(0);
    assert!(fault.message.contains("is a move of Black, but it is the turn of White"), "{fault}");
}

#[test]
fn chains_of_draughts_and_moves_of_one_player() {
    for (rules, plies) in [(DRAUGHTS, 60), (SOKOBAN, 30)] {
        let game = game(rules);
        let mut tree = GameTree::of(&game);
        let mut cursor = Cursor::new(&game, &tree);
        for ply in 0..plies {
            let list = cursor.legal().expect("a small game");
            if list.is_empty() {
                break;
            }
            cursor.play(&mut tree, list.get(ply * 7 % list.len()));
        }
        tree.facts.result = cursor.outcome().expect("a small game");
        let text = round_trip(&game, &[tree]);
        assert!(!text.contains(";B[") && !text.contains(";W["), "{text}");
    }
}

#[test]
fn every_known_value_round_trips() {
    const NASTY: &str = " [x\\]\r\n\ty:z%41;(;B[aa])\u{85}ä\\ ";
    for rules in [REVERSI, CHESS, SOKOBAN] {
        let game = game(rules);
        let mut tree = GameTree::of(&game);
        let mut cursor = Cursor::new(&game, &tree);
        for _ in 0..4 {
            let list = cursor.legal().expect("a small game");
            cursor.play(&mut tree, list.get(list.len() / 2));
        }
        let facts = &mut tree.facts;
        facts.rules.file = format!("{NASTY}.zrf");
        facts.rules.title = NASTY.to_string();
        facts.rules.edition = Some(2);
        facts.rules.hash = Some("00ff".to_string());
        facts.rules.settings = vec![(NASTY.to_string(), NASTY.to_string())];
        facts.seats = vec![
            Seat { name: NASTY.to_string(), bot: None },
            Seat { name: String::new(), bot: Some(NASTY.to_string()) },
            Seat { name: "third: man".to_string(), bot: Some(String::new()) },
        ];
        facts.seed = Some(u64::MAX);
        facts.result = Some(Outcome {
            ending: NASTY.to_string(),
            verdicts: vec![Verdict::Win, Verdict::Loss, Verdict::Aside],
            scores: Some(vec![Points::whole(-3), Points::halves((1 << 52) - 1)]),
        });
        for (name, value) in [("Event", NASTY), ("Date", "May 1"), (NASTY, ""), ("Komi", "much"), ("Event", "twice")] {
            facts.tags.push((name.to_string(), value.to_string()));
        }
        for (index, node) in tree.nodes().enumerate() {
            let note = tree.note_mut(node);
            note.comment = format!("{NASTY}{index}");
            note.before = NASTY.to_string();
            note.glyphs = vec![16, 1, 2, 140, 255, 1];
            note.clock = Some(Duration::new(3600, index as u32));
            note.spent = Some(Duration::ZERO);
        }
        let mut plain = tree.clone();
        plain.facts = dagaz_record::Facts::default();
        plain.facts.seats.push(Seat::default());
        for (index, node) in plain.nodes().enumerate() {
            *plain.note_mut(node) = Default::default();
            plain.note_mut(node).glyphs = vec![index as u8];
        }
        round_trip(&game, &[tree, plain]);
    }
}

#[test]
fn a_start_beyond_setup_stones_is_written_as_a_position() {
    let game = game(REVERSI);
    let played = line(&game, "d3, c5, b6");
    let mut cursor = Cursor::new(&game, &played);
    cursor.go_to(&played, played.main_line()[2]);
    let mut tree = GameTree::new(cursor.state().clone());
    add(&game, &mut tree, NodeId::ROOT, "b5");
    let mut position = game.position(cursor.state());
    position.supplies.clear();
    let odd = GameTree::new(game.set_up(&position).expect("a position"));
    let mut again = GameTree::new(game.set_up(&game.position(cursor.state())).expect("a position"));
    add(&game, &mut again, NodeId::ROOT, "b5");
    let text = round_trip(&game, &[again, odd]);
    assert!(text.contains("DGS[") && text.contains("AB["), "{text}");
}

#[test]
fn other_games_and_boards_are_named() {
    let game = game(REVERSI);
    for (text, message) in [
        ("(;GM[1]SZ[19];B[pd])", "1:11: the record is for a board of size 19, that of Reversi is 8"),
        ("(;SZ[8:10];B[pd])", "1:6: the record is for a board of size 8 by 10, that of Reversi is 8"),
        ("(;GM[4];B[dc])", "1:6: this is a record of Gomoku (GM[4]), not of Reversi"),
        ("(;AB[zz];B[dc])", "1:6: `zz` is not a point of this board"),
        ("(;DGS[nonsense=1];B[dc])", "1:3: the position of the start cannot be read: column 1:"),
    ] {
        let reading = reading(&game, &format!("{text}(;GM[2];B[dc])"));
        assert_eq!(reading.faults.len(), 1, "{:?}", reading.faults);
        assert!(reading.faults[0].to_string().starts_with(message), "{}", reading.faults[0]);
        assert_eq!(reading.faults[0].kind, RecordFaultKind::Setup);
        assert_eq!((reading.games.len(), reading.games[0].moves()), (1, 1), "{text}");
    }
    let reading = reading(&game, "(;GM[2];B[dc];AB[zz];W[ce])");
    assert_eq!(reading.faults[0].to_string(), "1:18: `zz` is not a point of this board; 1 move behind it is not read");
    assert_eq!((reading.faults[0].kind.clone(), reading.games[0].moves()), (RecordFaultKind::Setup, 1));
}

#[test]
fn stones_are_set_up_in_the_middle_of_a_game() {
    let game = game(REVERSI);
    let tree = only(&game, "(;GM[2];B[dc];AE[dd]AW[aa]PL[W];W[ce])");
    assert_eq!((tree.moves(), tree.positions()), (3, 1));
    let text = unbroken(&round_trip(&game, &[tree]));
    assert!(text.contains(";B[dc];AW[aa]AE[dd]PL[W];W[ce]"), "{text}");
}

#[test]
fn an_illegal_move_ends_its_variation() {
    let game = game(REVERSI);
    let text = "(;GM[2]\n;B[dc](;W[aa]\n;B[ce](;W[bb])(;W[cc]))\n(;W[cc];W[dd])(;W[ec]))";
    let Reading { games, faults, .. } = reading(&game, text);
    let messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(
        messages[0].starts_with("2:9: `W[aa]` is not legal here; the nearest are: White Disc") && messages.len() == 1,
        "{messages:?}"
    );
    // A sibling of the main continuation would take its place.
    assert!(messages[0].ends_with("; 1 move behind it and 4 variations there are not read"), "{}", messages[0]);
    let RecordFaultKind::Move { typed, near } = &faults[0].kind else { panic!("{faults:?}") };
    assert!(typed == "W[aa]" && !near.is_empty(), "{near:?}");
    let first = games[0].main_line()[0];
    assert_eq!(faults[0].at, Some((0, first)));
    assert_eq!((games[0].moves(), games[0].children(first).len()), (1, 0));
    let text = "(;GM[2];B[dc](;W[cc])(;W[aa];B[ce])(;W[ec]))";
    let Reading { games, faults, .. } = reading(&game, text);
    assert_eq!((faults.len(), games[0].moves()), (1, 3));
}

#[test]
fn the_main_line_is_that_of_the_record() {
    let game = game(GOMOKU);
    let tree = only(&game, "(;(;B[hh]C[one];W[aa])(;B[hh]C[two];W[bb];C[more]))");
    let main = tree.main_line();
    assert_eq!((tree.moves(), main.len()), (4, 2));
    assert_eq!(tree.note(main[0]).comment, "one");
}

#[test]
fn marks_and_properties_of_other_programs_come_back() {
    let game = game(GOMOKU);
    let text = "(;GM[4]XX[a][b];B[hh]LB[aa:1]N[a \\] b]OB[5]WL[9.5];W[ii]LB[bb:2](;B[aa]TR[aa])(;B[bb]V[1.5]HO[1]))";
    let tree = only(&game, text);
    let written = Format::Sgf.write(&game, std::slice::from_ref(&tree)).expect("it fits");
    for part in ["XX[a][b]", ";B[hh]LB[aa:1]N[a \\] b]OB[5]WL[9.5]", "LB[bb:2]", "TR[aa]", "V[1.5]HO[1]"] {
        assert!(written.text.contains(part), "{part}: {}", written.text);
    }
    let again = only(&game, &written.text);
    assert!(tree.nodes().all(|node| tree.note(node) == again.note(node)));
    let json = Format::Json.write(&game, std::slice::from_ref(&tree)).expect("it fits");
    assert_eq!(json.left_out, Vec::<String>::new());
    let from_json = Format::Json.read(&game, &json.text, &ReadLimits::default()).strict().expect("a game").remove(0);
    assert!(tree.nodes().all(|node| tree.note(node) == from_json.note(node)), "{}", json.text);
    let text = Format::Text.write(&game, &[tree]).expect("it fits");
    assert!(text.left_out.contains(&"9 properties of SGF".to_string()), "{:?}", text.left_out);
}

#[test]
fn results_that_are_none_come_back() {
    let game = game(GOMOKU);
    for (said, written, ending) in [
        ("Void", "RE[Void]", None),
        ("?", "RE[?]", None),
        ("suspended", "RE[suspended]", None),
        ("黑中盘胜", "RE[B+R]", Some("resignation")),
        ("白超时胜", "RE[", Some("time")),
        ("和棋", "RE[Draw]", Some("draw")),
        ("黑胜3目半", "RE[黑胜3目半]", None),
        ("W+2R", "RE[W+2R]", Some("win by 2R")),
    ] {
        let tree = only(&game, &format!("(;GM[4]RE[{said}]EV[x];B[hh])"));
        assert_eq!(tree.facts.result.as_ref().map(|result| result.ending.as_str()), ending, "{said}");
        let text = Format::Sgf.write(&game, &[tree]).expect("it fits").text;
        assert!(text.contains(written) && !text.contains("DGT"), "{said}: {text}");
    }
}

#[test]
fn marks_of_hostile_files_are_not_written() {
    let game = game(GOMOKU);
    let mut tree = only(&game, "(;GM[4];B[hh])");
    let pairs = [("B", "aa"), ("C", "x"), ("lb", "x"), ("LB", "a]b"), ("TR", "a\\"), ("MA", "aa"), ("", "x")];
    tree.note_mut(NodeId::ROOT).marks = pairs.map(|(name, value)| (name.to_string(), vec![value.to_string()])).to_vec();
    let text = Format::Sgf.write(&game, &[tree]).expect("it fits").text;
    assert!(text.contains("MA[aa]\n;B[hh]") || text.contains("MA[aa];B[hh]"), "{text}");
    assert!(!["B[aa]", "C[x]", "lb[", "LB[", "TR["].iter().any(|part| text.contains(part)), "{text}");
}

#[test]
fn damaged_records_keep_complete_games() {
    let game = game(GOMOKU);
    let whole = "(;GM[4]SZ[15];B[hh];W[aa];B[ii](;W[bb];B[jj])(;W[cc]))";
    for (text, moves, message) in [
        ("", None, "1:1: the text holds no game"),
        ("no game", None, "1:1: there is no game here: a game begins with `(;`"),
        (&whole[..whole.len() - 1], Some(6), "1:54: 1 `)` is missing at the end of the game that begins in line 1"),
        (&whole[..36], Some(3), "1:34: a value of `W` has no end: `]` is missing"),
        (&whole[..44], Some(5), "1:45: 2 `)` are missing"),
        ("(;B[hh];W[aa]))\n)", Some(2), "1:15: this belongs to no game: a game begins with `(;`"),
        ("(;B[hh]\n§%&;W[aa])", Some(2), "2:1: `§` is not expected here"),
        ("(;B[hh];W\n;W[aa])", Some(2), "1:9: `W` has no value: `[` is expected behind it"),
        ("(;B[hh]()(;W[aa]))", Some(2), "1:9: these brackets hold nothing"),
        ("(;B[hh](;W[aa]);W[bb];B[cc])", Some(2), "1:16: no node can follow a variation"),
        ("(;B[hh](W[aa];W[bb]))", Some(2), "1:9: `W` stands outside of a node: `;` is missing"),
        ("(;GM[x];B[hh])", Some(1), "1:6: `x` is no number of a game"),
        ("(;DGX[-1]DGE[ending];B[hh])", Some(1), "1:3: `-1` is not a number for the seed"),
    ] {
        let reading = reading(&game, text);
        assert!(reading.faults[0].to_string().starts_with(message), "{text}: {}", reading.faults[0]);
        assert_eq!(reading.games.first().map(GameTree::moves), moves, "{text}");
    }
    let lost = "(;GM[4];B[hh]\n(;W[aa]\n(;GM[4];B[ii];W[jj])\n";
    let Reading { games, faults, .. } = reading(&game, lost);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].to_string(), "3:1: a new game begins here, but the one before has no `)`");
    assert_eq!(games.iter().map(GameTree::moves).collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn limits_hold_and_are_named() {
    let game = game(GOMOKU);
    let text =
        "(;C[a very long comment]PB[ä long name];B[hh]\n;W[aa](;B[ii])(;B[jj](;W[bb])(;W[cc](;B[dd])(;B[ee]))))\n";
    let text = text.repeat(3);
    let read = |limits: ReadLimits| read(&game, &text, &limits);
    let limits = ReadLimits::default();
    assert_eq!(read(limits.clone()).strict().map(|games| games.len()), Ok(3));

    let reading = read(ReadLimits { text: 6, ..limits.clone() });
    assert!(reading.faults.len() == 6 && reading.faults.iter().all(is_limit), "{:?}", reading.faults);
    assert_eq!(reading.games[0].note(NodeId::ROOT).comment, "a very");

    let reading = read(ReadLimits { depth: 2, ..limits.clone() });
    assert_eq!(reading.faults[0].to_string(), "2:45: variations are nested deeper than 2; this one is left out");
    assert_eq!(reading.games[0].moves(), 7);

    let reading = read(ReadLimits { moves: 4, ..limits.clone() });
    let message = "2:24: the game has more than 4 moves; the rest of it is not read";
    assert_eq!((reading.faults.len(), reading.faults[0].to_string().as_str()), (3, message));
    assert_eq!(reading.games[2].moves(), 4);

    let reading = read(ReadLimits { games: 2, ..limits.clone() });
    assert_eq!((reading.games.len(), reading.faults.len()), (2, 1));
    assert_eq!(reading.faults[0].to_string(), "5:1: the record has more than 2 games; the rest is not read");

    let reading = read(ReadLimits { bytes: 60, ..limits.clone() });
    assert_eq!((reading.games.len(), reading.faults.len()), (1, 1), "{:?}", reading.faults);
    assert!(is_limit(&reading.faults[0]) && reading.games[0].moves() == 3, "{:?}", reading.faults);

    let noise = "(;B[zz])".repeat(1000);
    let reading = dagaz_record::formats::sgf::read(&game, &noise, &ReadLimits { faults: 7, ..limits });
    assert_eq!((reading.faults.len(), reading.games.len()), (8, 1000));
    assert_eq!(reading.faults[7].message, "… and 993 more faults");
}

/// How many moves a long line has.
const LONG: usize = 1_000_000;

#[test]
fn a_line_of_a_million_moves_is_read() {
    let shuttle = game(SHUTTLE);
    let round = ";DGM[Man a1 - b1];DGM[Man a2 - b2];DGM[Man b1 - a1]\n;DGM[Man b2 - a2]";
    let text = format!("(;{})", round.repeat(LONG / 4));
    let Reading { games, faults, .. } = reading(&shuttle, &text);
    assert_eq!((games[0].moves(), faults.len()), (200_000, 1));
    assert!(is_limit(&faults[0]) && faults[0].line == 50_001, "{}", faults[0]);
    let limits = ReadLimits { moves: LONG, ..ReadLimits::default() };
    let tree = read(&shuttle, &text, &limits).strict().expect("a legal line").remove(0);
    assert_eq!(tree.moves(), LONG);
    let text = written(&shuttle, &[tree]);
    assert!(text.len() > 20 * LONG);

    // Without rules that continue: the first illegal move ends it.
    let gomoku = game(GOMOKU);
    let Reading { games, faults, .. } = reading(&gomoku, &format!("(;{})", ";B[aa];W[bb]".repeat(LONG / 2)));
    assert_eq!((games[0].moves(), faults.len()), (2, 1));
    assert_eq!((faults[0].line, faults[0].column), (1, 16));
}

#[test]
fn a_hundred_thousand_brackets_are_read() {
    const NESTED: usize = 100_000;
    let shuttle = game(SHUTTLE);
    let there = "(;DGM[Man a1 - b1](;DGM[Man a2 - b2](;DGM[Man b1 - a1](;DGM[Man b2 - a2]";
    let line = format!("(;{}{})", there.repeat(NESTED / 4), ")".repeat(NESTED));
    assert_eq!(only(&shuttle, &line).moves(), NESTED, "a main line in brackets is still a line");
    let open = &line[..line.len() - NESTED / 2];
    let reading = reading(&shuttle, open);
    assert_eq!((reading.games[0].moves(), reading.faults.len()), (NESTED, 1));
    assert!(reading.faults[0].message.starts_with("50000 `)` are missing"), "{}", reading.faults[0]);

    let gomoku = game(GOMOKU);
    let deep = format!("(;B[hh]{}{})", "(;W[aa])(;W[hh]".repeat(NESTED), ")".repeat(NESTED));
    let Reading { games, faults, .. } = self::reading(&gomoku, &deep);
    assert!(games[0].moves() == 2 && !faults.is_empty(), "{faults:?}");
    let deep = format!(
        "(;{}{})",
        "(;DGM[Man a1 - b1](;DGM[Man a2 - b2](;DGM[Man b1 - a1](;DGM[Man b2 - a2]()".repeat(NESTED),
        ")"
    );
    assert!(self::reading(&shuttle, &deep).faults.iter().any(|fault| fault.line == 1));
    let empty = "(;".repeat(NESTED) + &")(;".repeat(NESTED) + &"(".repeat(NESTED);
    assert!(!self::reading(&shuttle, &empty).faults.is_empty());
}

#[test]
fn variations_within_variations_have_a_limit() {
    let game = game(SHUTTLE);
    let comment = "(;C[x])(;C[y]";
    let text = format!("(;{}{})", comment.repeat(300), ")".repeat(300));
    let faults = reading(&game, &text).faults;
    assert_eq!(faults.len(), 1);
    assert!(is_limit(&faults[0]) && faults[0].message.contains("nested deeper than 200"), "{}", faults[0]);
}

#[test]
fn comments_of_many_megabytes_are_cut() {
    let game = game(GOMOKU);
    let text = format!("(;B[hh]\n;W[aa]C[{}];B[ii])", "ten bytes\n".repeat(1 << 20));
    let Reading { games, faults, .. } = reading(&game, &text);
    assert_eq!((games[0].moves(), faults.len()), (3, 1));
    assert_eq!(faults[0].to_string(), "2:9: a text of `C` is longer than 1048576 bytes; the rest is left out");
    assert_eq!(games[0].note(games[0].main_line()[1]).comment.len(), 1 << 20);
    // The places of many faults in one long line are found at once.
    let text = format!("(;{})", "( C[nothing at all] )".repeat(400_000));
    let limits = ReadLimits { faults: usize::MAX, ..ReadLimits::default() };
    let faults = read(&game, &text, &limits).faults;
    assert_eq!((faults.len(), faults[799_999].column), (800_000, 3 + 399_999 * 21 + 20));
}

#[test]
fn endless_move_lists_are_skipped() {
    let game = game(GOMOKU);
    let many = |part: &str| part.repeat(70_000);
    for (text, moves) in [
        (format!("(;AB{};B[hh])", many("[aa:oo]")), 1),
        (format!("(;B[hh]{};W[aa])", many("X[]")), 2),
        (format!("(;B[hh]{};W[aa])", many("(")), 1),
        (format!("(;B[hh]{}(;W[aa])", many("(;)")), 2),
        (format!("(;B[hh]{};W[aa])", many(";")), 2),
    ] {
        let Reading { games, faults, .. } = reading(&game, &text);
        assert!(games[0].moves() <= moves, "{faults:?}");
        assert!(faults.len() <= 100, "{faults:?}");
    }
}

#[test]
fn random_bytes_are_not_a_record() {
    let game = game(REVERSI);
    let mut seed = 1u64;
    let signs = [
        "(", ")", ";", "[", "]", "\\", "B", "W[dc]", "AB[aa:", "C[", "SZ", "GM[2]", "\u{0}", "ä", ":", " ", "FF[4]",
        "DGS[", "%", "B[ce]",
    ];
    for _ in 0..500 {
        let mut text = String::from("(;");
        for _ in 0..40 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text += signs[(seed >> 40) as usize % signs.len()];
        }
        let Reading { games, faults, .. } = reading(&game, &text);
        assert!(faults.iter().all(|fault| fault.line == 1 && fault.column <= text.chars().count() + 1));
        let text = written(&game, &games);
        assert!(games.is_empty() || self::games(&game, &text).len() == games.len(), "{text}");
    }
    let bytes: Vec<u8> = (0..100_000u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert!(!reading(&game, &String::from_utf8_lossy(&bytes)).faults.is_empty());
}

/// A library of others reads what we write, and we read what it writes.
#[test]
fn independent_readers_accept_the_output() {
    let Some(judge) = Script::needing("sgfmill", "sgf_games.py") else { return };
    for (name, rules, played) in [
        ("gomoku", GOMOKU, "h8, a15, o1, a1"),
        ("reversi", REVERSI, "d3, c5, f6"),
        ("hex", HEX, "f6, a1, k11"),
        ("chess", CHESS, "e2e4, e7e5, g1f3"),
    ] {
        let game = game(rules);
        let mut tree = line(&game, played);
        tree.facts.seat_mut(0).name = "Anna [\\]: \u{e4}".to_string();
        tree.facts.set_tag("Event", "Cup");
        let line = tree.main_line();
        let mut cursor = Cursor::new(&game, &tree);
        cursor.go_to(&tree, line[0]);
        let other = cursor.legal().expect("a small game").get(2).to_move();
        tree.add(line[0], other.as_ref());
        tree.note_mut(line[1]).comment = "a ] comment\nof \\ two lines".to_string();
        tree.note_mut(line[1]).glyphs = vec![1, 99];
        tree.note_mut(line[1]).clock = Some(Duration::from_millis(2500));
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
        let (there, back) = (folder.join(format!("{name}.sgf")), folder.join(format!("{name}.back.sgf")));
        let trees = [tree.clone(), tree];
        std::fs::write(&there, written(&game, &trees)).expect("a folder for tests");
        let said = judge.said(&[there.to_str().expect("a plain name"), back.to_str().expect("a plain name")]);
        let expected = match name {
            // Row and column as sgfmill counts them: from the bottom left, from 0.
            "gomoku" => "b 7 7, w 14 0, b 0 14, w 0 0",
            "reversi" => "b 5 3, w 3 2, b 2 5",
            _ => "",
        };
        assert_eq!(said.trim(), format!("2 games of {} nodes in the main line; {expected}", line.len() + 1).trim());
        let text = std::fs::read_to_string(&back).expect("it has been written");
        trees.iter().zip(games(&game, &text)).for_each(|(one, other)| same(one, &other));
    }
}

#[test]
fn files_of_the_generic_game_server_are_othello() {
    let game = game(REVERSI);
    let board = "8 ---------------------------O*------*O--------------------------- *";
    let text = format!(
        "(;GM[Othello]PC[GGS/os]DT[2026.01.01]PB[ann]PW[bob]RE[-4.000:t]TI[15:00//02:00]TY[8]BO[{board}]\
         B[F5//1.2]W[d6/1.0/2]B[C3];)(;GM[Othello]PB[x]RE[+64.000:r]B[d3]W[c3]B[c4];)"
    );
    assert_eq!(dagaz_record::usual_game(Format::Sgf, &text).map(|names| names.game), Some("reversi"));
    let reading = read(&game, &text, &ReadLimits::default());
    assert_eq!((reading.faults, reading.remarks), (Vec::new(), vec!["1 value of a move was not kept".to_string()]));
    let ended = |tree: &GameTree| tree.facts.result.clone().map(|result| (result.ending, result.verdicts[0]));
    let endings: Vec<_> = reading.games.iter().map(ended).collect();
    assert_eq!(endings[0], Some(("time".to_string(), Verdict::Loss)));
    assert_eq!(endings[1], Some(("resignation".to_string(), Verdict::Win)));
    let first = &reading.games[0];
    assert_eq!((first.moves(), first.facts.tag("TimeControl")), (3, Some("15:00//02:00")));
    assert_eq!(first.note(first.main_line()[1]).spent, Some(Duration::from_secs(2)));
    let white = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- O]W[f4];)";
    // Both editions of the rules, of which one draws the first row below.
    for game in [&game as &dyn Game, &crate::others::named("reversi")] {
        let tree = read(game, white, &ReadLimits::default()).strict().expect("a game").remove(0);
        assert_eq!(tree.moves(), 1);
        let reading = read(game, &text, &ReadLimits::default());
        assert_eq!((reading.faults, reading.games[0].moves()), (Vec::new(), 3));
    }
    for damaged in
        ["(;GM[Othello]BO[8 -- *]B[f5];)", "(;GM[Othello]B[a1]W[f6];)", "(;GM[Othello]B[f5]", "(;GM[Othello]BO[8 é]"]
    {
        let faults = read(&game, damaged, &ReadLimits::default()).faults;
        assert!(damaged.ends_with("B[f5]") || !faults.is_empty(), "{damaged}");
    }
}

#[test]
fn rules_of_go_that_do_not_count_are_told() {
    let game = crate::others::named("go-9x9");
    let remarks = |root: &str| reading(&game, &format!("(;GM[1]SZ[9]{root};B[ee])")).remarks;
    for (root, said) in [
        ("RU[Japanese]", Some("the rules `Japanese` count territory; this game is scored by area")),
        ("RU[Korean]KM[6.5]", Some("the rules `Korean` count territory; this game is scored by area")),
        ("KM[six]", Some("the komi `six` is no number of points; it does not count")),
        ("RU[Chinese]KM[7.5]", None),
        ("RU[AGA]KM[6,5]", None),
    ] {
        assert_eq!(remarks(root).first().map(String::as_str), said, "{root}");
    }
    let tree = only(&game, "(;GM[1]SZ[9]KM[375];B[ee])");
    let text = Format::Sgf.write(&game, &[tree]).expect("it fits").text;
    assert!(text.contains("KM[7.5]"), "{text}");
}
