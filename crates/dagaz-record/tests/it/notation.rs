//! The notation, and records in text.

use std::time::Duration;

use crate::common::{JUMPS, PAWNS, after, game, moves};
use dagaz_core::{Fuel, Game, MoveList, Outcome, Points, State, UndoLog, Verdict};
use dagaz_record::formats::notation::{self, StreamWriter, find_move};
use dagaz_record::reading::RecordFaultKind;
use dagaz_record::{Cursor, Facts, GameTree, MoveError, NodeId, ReadLimits, Reading, Seat, parse_position};

/// Pieces that leave a mark on what they take and clear the board of it in the end; named rules;
/// two ways to arrive.
const RULES: &str = r#"
(version "2.0")
(define slide ($1 (verify empty?) add))
(define shoot ($1 $1 (verify enemy?) capture (opposite $1) (verify empty?) add))
(define place ((verify empty?) add))
(define hop ($1 (verify enemy?) (change-type Gone) $1 (verify empty?) (add-partial more)))
(define clear (a1 add))
(game
  (title "Rules")
  (option "pass partial" true)
  (players White Black)
  (turn-order White Black)
  (board
    (grid (start-rectangle 0 0 10 10)
      (dimensions ("a/b/c/d/e" (10 0)) ("4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
    (symmetry Black (n s) (s n)))
  (board-setup (White (Man a1 c1 off 3)) (Black (Man b1 d1 c3 a4)))
  (piece (name Man)
    (drops (place))
    (moves
      (slide n)
      (shoot n)
      (n (verify empty?) (change-type Gone) add)
      (w (verify empty?) (add Man Gone))
      (move-type more)
      (hop e)))
  (piece (name Gone) (moves (slide s)))
  (loss-condition (White Black) stalemated))
"#;

fn texts(game: &dyn Game, state: &State) -> Vec<String> {
    let list = moves(game, state);
    (0..list.len()).map(|index| notation::move_text(game, state, &list, index)).collect()
}

/// The text of the move that is meant.
fn meant(game: &dyn Game, state: &State, typed: &str) -> Result<String, MoveError> {
    let list = moves(game, state);
    find_move(game, state, &list, typed).map(|index| notation::move_text(game, state, &list, index))
}

fn read(game: &dyn Game, text: &str) -> Reading {
    notation::read(game, text, &ReadLimits::default())
}

fn write(game: &dyn Game, tree: &GameTree) -> String {
    notation::write(game, std::slice::from_ref(tree)).expect("can be written").text
}

/// The faults as their places and messages.
fn faults(reading: &Reading) -> Vec<String> {
    reading.faults.iter().map(ToString::to_string).collect()
}

#[test]
fn rules_are_named_by_their_macros_or_numbers() {
    let game = game(PAWNS);
    let names: Vec<String> = game
        .glossary()
        .rules
        .iter()
        .map(|rule| format!("{} {}", rule.name, rule.arguments.join(" ")).trim().to_string())
        .collect();
    assert_eq!(names, ["Pawn-1", "Pawn-2", "Pawn-3", "Pawn-4", "Queen-1", "Knight-1", "step n", "step w"],);
}

#[test]
fn moves_are_named_by_sites_and_rule() {
    let game = game(PAWNS);
    let state = game.initial();
    // The attribute that a king's move sets is not written.
    assert_eq!(
        texts(&game, &state),
        ["a1 - a2 Pawn-1", "a1 - a3 Pawn-2", "b1 - b2 Pawn-1", "b1 - b3 Pawn-2", "d1 - d2 step n", "d1 - c1 step w",]
    );
    // Black's `n` leads down.
    let state = after(&game, &state, "b1-b3");
    assert!(texts(&game, &state).contains(&"d4 - d3 step n".to_string()), "{:?}", texts(&game, &state));
}

#[test]
fn text_shared_by_two_moves_is_ambiguous() {
    let game = game(PAWNS);
    let at = |text| game.set_up(&parse_position(&game, text).expect("a good text")).expect("a good position");
    let state = at("2k1/P3/4/3K w - -");
    let texts = texts(&game, &state);
    assert!(texts.contains(&"a3 - a4 Pawn-1 = Queen".to_string()), "{texts:?}");
    assert!(texts.contains(&"a3 - a4 Pawn-1 = Knight".to_string()), "{texts:?}");
    for typed in
        ["a3 - a4 = Queen", "a3 - a4 Pawn-1 = Queen", "a3 - a4 Pawn-promote n = Queen", "a3a4q", "a3x a4=Queen"]
    {
        assert_eq!(meant(&game, &state, typed).as_deref(), Ok("a3 - a4 Pawn-1 = Queen"), "{typed}");
    }
    match meant(&game, &state, "a3 - a4") {
        Err(MoveError::Several { moves, count: 2, .. }) => {
            assert_eq!(moves, ["a3 - a4 Pawn-1 = Queen", "a3 - a4 Pawn-1 = Knight"]);
        }
        other => panic!("{other:?}"),
    }
    // A capture away from the path is a capture.
    let state = at("turn=White; White Pawn=b2; Black Pawn=a2; White King=d1; Black King=d4; last=a4-a2");
    assert_eq!(meant(&game, &state, "b2 x a3").as_deref(), Ok("b2 x a3 Pawn-4"));
}

#[test]
fn steps_are_joined_by_plus_signs() {
    let game = game(JUMPS);
    let state = game.initial();
    let texts = texts(&game, &state);
    let chain = "+ a1 x c1 jump e + c1 x e1 jump e +";
    for text in [chain, "+ a1 x c1 jump e +", "a1 - a2 Man-2", "f2 Man-drop-1 White Man"] {
        assert!(texts.contains(&text.to_string()), "{texts:?}");
    }
    for typed in [chain, "+ a1 x c1 + c1 x e1 +", "a1 x c1 + c1 x e1", "+ a1 x c1 leap + c1 x e1 leap +", "a1c1e1"] {
        assert_eq!(meant(&game, &state, typed).as_deref(), Ok(chain), "{typed}");
    }
    for typed in ["+ a1 x c1 jump e +", "+ a1 x c1 jump e + Pass", "a1 x c1"] {
        assert_eq!(meant(&game, &state, typed).as_deref(), Ok("+ a1 x c1 jump e +"), "{typed}");
    }
    for typed in ["f2", "f2 drop", "f2 Man-drop-1", "White Man f2"] {
        assert_eq!(meant(&game, &state, typed).as_deref(), Ok("f2 Man-drop-1 White Man"), "{typed}");
    }
    assert!(meant(&game, &state, "f2 - f1").is_err(), "a drop is not a move");
}

#[test]
fn the_rule_tells_moves_of_the_same_sites_apart() {
    let game = game(RULES);
    let state = game.initial();
    let texts = texts(&game, &state);
    for text in ["a1 - a2 slide n", "a1 - a2 Man-3", "c1 x c2 shoot n", "b2 place White Man"] {
        assert!(texts.contains(&text.to_string()), "{texts:?}");
    }
    assert_eq!(meant(&game, &state, "a1 - a2 Man-3").as_deref(), Ok("a1 - a2 Man-3"));
    assert_eq!(meant(&game, &state, "c1 x c2").as_deref(), Ok("c1 x c2 shoot n"), "the sign decides");
}

#[test]
fn an_illegal_move_gets_suggestions() {
    let game = game(PAWNS);
    match meant(&game, &game.initial(), "b1 - b4 Pawn-9") {
        Err(MoveError::Unknown { typed, near }) => {
            assert_eq!(typed, "b1 - b4 Pawn-9");
            assert_eq!(near[..2], ["b1 - b2 Pawn-1", "b1 - b3 Pawn-2"]);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(meant(&game, &game.initial(), "  "), Err(MoveError::Empty));
    assert!(meant(&game, &game.initial(), "+").is_err() && meant(&game, &game.initial(), "Pass").is_err());
}

/// Returns a game of pawns with a variation, and every kind of fact.
fn full(game: &dyn Game) -> GameTree {
    let mut tree = GameTree::of(game);
    let mut cursor = Cursor::new(game, &tree);
    let play = |cursor: &mut Cursor<'_>, tree: &mut GameTree, typed: &str| {
        let list = cursor.legal().expect("a small game");
        let index = find_move(game, cursor.state(), &list, typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        cursor.play(tree, list.get(index))
    };
    let first = play(&mut cursor, &mut tree, "b1 - b3");
    let second = play(&mut cursor, &mut tree, "c4 - c2");
    let third = play(&mut cursor, &mut tree, "b3 - b4 = Queen");
    cursor.go_to(&tree, first);
    let other = play(&mut cursor, &mut tree, "c4 - c3");
    play(&mut cursor, &mut tree, "a1 - a3");
    cursor.go_to(&tree, first);
    play(&mut cursor, &mut tree, "d4 - d3");
    cursor.go_to(&tree, NodeId::ROOT);
    play(&mut cursor, &mut tree, "a1 - a2");
    tree.facts.rules.file = "pawns.zrf".to_string();
    tree.facts.rules.edition = Some(2);
    tree.facts.rules.hash = Some("00ff".to_string());
    tree.facts.rules.settings = vec![("size".to_string(), "7".to_string())];
    tree.facts.seats = vec![
        Seat { name: "Ann \"A\" of x: y".to_string(), bot: None },
        Seat { name: String::new(), bot: Some("search depth 4".to_string()) },
    ];
    tree.facts.seed = Some(u64::MAX);
    tree.facts.tags = vec![("Event".to_string(), "A\nfête ".to_string()), ("Odd name:".to_string(), String::new())];
    tree.facts.result = Some(Outcome {
        ending: "captured King".to_string(),
        verdicts: vec![Verdict::Win, Verdict::Loss],
        scores: Some(vec![Points::whole(3), Points::halves(-9)]),
    });
    *tree.note_mut(NodeId::ROOT) =
        dagaz_record::Note { comment: "the start".into(), before: "before all".into(), ..Default::default() };
    *tree.note_mut(second) = dagaz_record::Note {
        comment: "two\nlines with } and \\ and {\r".to_string(),
        before: "1. e2 - e4\n(\n".to_string(),
        glyphs: vec![1, 255],
        clock: Some(Duration::new(3661, 5)),
        spent: Some(Duration::from_millis(1500)),
        marks: Vec::new(),
    };
    tree.note_mut(third).comment = "Dagaz record 1".to_string();
    tree.note_mut(other).before = "or".to_string();
    tree
}

const FULL: &str = r#"Dagaz record 1
rules: pawns.zrf
title: Pawns
edition: 2
hash: 00ff
set size: 7
player White: Ann "A" of x: y
player Black: ""
bot Black: search depth 4
seed: 18446744073709551615
tag Event: "A\nfête "
tag "Odd name:": ""

{before all} start
{the start}
1. b1 - b3 Pawn-2
(
  1. a1 - a2 Pawn-1
)
{1. e2 - e4
(
} 1. c4 - c2 Pawn-2
$1 $255 clock 1:01:01.000000005 spent 0:00:01.5
{two
lines with \} and \\ and {\r}
(
  {or} 1. c4 - c3 Pawn-1
  2. a1 - a3 Pawn-2
)
(
  1. d4 - d3 step n
)
2. b3 - b4 Pawn-1 = Queen
{\Dagaz record 1}

result: captured King
verdicts: White win, Black loss
scores: White 3, Black -4.5
"#;

#[test]
fn a_record_round_trips_every_field() {
    let game = game(PAWNS);
    let tree = full(&game);
    let text = write(&game, &tree);
    assert_eq!(text, FULL);
    for text in [text.clone(), text.replace('\n', "\r\n")] {
        let read = read(&game, &text).strict().unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].facts, tree.facts);
        assert_eq!(write(&game, &read[0]), FULL);
        let notes = |tree: &GameTree| {
            let mut notes: Vec<_> = tree.nodes().map(|node| tree.note(node).clone()).collect();
            notes.sort_by_key(|note| format!("{note:?}"));
            notes
        };
        assert_eq!(notes(&read[0]), notes(&tree));
    }
}

#[test]
fn a_record_begins_anywhere_and_a_file_has_many() {
    let game = game(JUMPS);
    let position = parse_position(&game, "turn=Black; White Man=a1,c2; Black Man=f1; supply White Man=1");
    let mut tree = GameTree::new(game.set_up(&position.expect("a good line")).expect("a good position"));
    let mut cursor = Cursor::new(&game, &tree);
    for _ in 0..6 {
        let list = cursor.legal().expect("a small game");
        let Some(last) = list.len().checked_sub(1) else { break };
        cursor.play(&mut tree, list.get(last));
    }
    let trees = [tree, GameTree::of(&game), GameTree::new(game.initial())];
    let text = notation::write(&game, &trees).expect("can be written").text;
    assert!(text.contains("\nposition: 2M3/M4m[M] b"), "{text}");
    let games = read(&game, &text).strict().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(games.len(), 3);
    assert!(games[0].start() == trees[0].start() && games[0].moves() == trees[0].moves());
    assert_eq!(notation::write(&game, &games).expect("can be written").text, text);
}

#[test]
fn a_record_can_be_typed_by_hand() {
    let game = game(PAWNS);
    let reading = read(&game, "1. b1 - b3\n\n 1. c4 c2\n2. b3b4q\n{good}\n");
    assert_eq!(faults(&reading), [""; 0]);
    assert_eq!((reading.games.len(), reading.games[0].moves()), (1, 3));
    let game = crate::common::game(JUMPS);
    for text in ["1. + a1 x c1 jump e + c1 x e1 jump e +", "1. + a1 x c1\n1. + c1 x e1\n1. +\n"] {
        let reading = read(&game, text);
        assert_eq!((faults(&reading), reading.games[0].moves()), (vec![], 1), "{text}");
    }
}

#[test]
fn streamed_and_whole_output_are_equal() {
    let game = game(JUMPS);
    let (mut state, mut log) = (game.initial(), UndoLog::new());
    let mut tree = GameTree::of(&game);
    let mut stream = StreamWriter::begin(&game, &tree.facts, &state);
    let mut text = stream.take();
    // White jumps twice, black drops nothing and goes up, white jumps once and stops.
    for typed in ["a1 x c1 jump e", "c1 x e1 jump e"] {
        let mut list = MoveList::new();
        game.steps(&state, &mut list, &mut Fuel::new(1 << 20)).expect("a small game");
        let index = (0..list.len())
            .find(|&index| {
                dagaz_record::move_text(&game, &state, list.get(index)).contains(&typed[..2])
                    && list.get(index).steps().next().is_some_and(|(step, _)| step.then.is_some())
            })
            .expect("a jump");
        stream.step(&state, &list, index);
        game.play_step(&mut state, list.get(index), &mut log).expect("a small game");
        let line = stream.take();
        assert!(line.ends_with(&format!("1. + {typed}\n")), "{line}");
        text += &line;
    }
    stream.end_move();
    text += &stream.take();
    let mut cursor = Cursor::new(&game, &tree);
    let list = cursor.legal().expect("a small game");
    let index = find_move(&game, cursor.state(), &list, "+ a1 x c1 + c1 x e1 +").expect("the chain");
    cursor.play(&mut tree, list.get(index));
    assert_eq!(text, write(&game, &tree));
}

#[test]
fn errors_have_locations_and_the_rest_is_kept() {
    let game = game(PAWNS);
    let text = "Dagaz record 1\nsead: 1\nseed: x\n1. b1 - b3\n  1. c4 - a1 Pawn\n2. b3 - b4\n(\n2. a1 - a2\n)\nwhat\nresult: none\nDagaz record 1\n1. a1 - a2\n1. + c4 x b3\n";
    let reading = read(&game, text);
    let found = faults(&reading);
    assert_eq!(found.len(), 5, "{found:#?}");
    assert!(found[0].starts_with("2:7: there is no key `sead`"), "{}", found[0]);
    assert_eq!(found[1], "3:7: a seed is a number, not `x`");
    assert!(
        found[2].starts_with("5:6: `c4 - a1 Pawn` is not a legal move here; the nearest are: c4 - "),
        "{}",
        found[2]
    );
    assert_eq!(found[3], "10:1: this is no part of a record; a move begins with its number, as in `1. e2 - e4`");
    assert!(found[4].starts_with("14:4: the move that begins here is not ended"), "{}", found[4]);
    assert!(matches!(reading.faults[2].kind, RecordFaultKind::Move { .. }));
    assert_eq!(reading.faults[2].at.map(|(game, node)| (game, node.index())), Some((0, 1)));
    assert_eq!(reading.games.iter().map(GameTree::moves).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(reading.games[0].facts.result.as_ref().map(|result| result.ending.as_str()), Some("none"));
}

#[test]
fn a_bad_position_ends_its_game_only() {
    let game = game(PAWNS);
    let text = "Dagaz record 1\nposition: 9/4/4/4 w - -\n1. b1 - b3\nDagaz record 1\n1. b1 - b3\n";
    let reading = read(&game, text);
    assert!(matches!(reading.faults[..], [dagaz_record::RecordFault { line: 2, kind: RecordFaultKind::Setup, .. }]));
    assert_eq!(reading.games.iter().map(GameTree::moves).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn damaged_records_keep_their_valid_part() {
    let game = game(PAWNS);
    for end in (0..FULL.len()).filter(|&end| FULL.is_char_boundary(end)) {
        let reading = read(&game, &FULL[..end]);
        assert!(reading.games.len() <= 1 && reading.games.iter().all(|tree| tree.moves() <= 7), "cut at {end}");
    }
    for at in 0..FULL.len() {
        for bit in 0..8 {
            let mut bytes = FULL.as_bytes().to_vec();
            bytes[at] ^= 1 << bit;
            let text = String::from_utf8_lossy(&bytes);
            let reading = read(&game, &text);
            let lines = text.split('\n').count();
            assert!(reading.faults.iter().all(|fault| (1..=lines).contains(&fault.line)), "bit {bit} of {at}");
        }
    }
    let mut noise = 1u32;
    let noise: String = std::iter::repeat_with(|| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b"{}()\\\n$1. +-x:\"=#ab\r"[(noise >> 24) as usize % 20] as char
    })
    .take(200_000)
    .collect();
    assert!(!read(&game, &noise).faults.is_empty());
}

#[test]
fn oversized_input_is_reported() {
    let game = game(PAWNS);
    let limits = ReadLimits { moves: 2, depth: 2, text: 1000, games: 2, bytes: 1 << 20, faults: 3 };
    let say = |text: &str| {
        let reading = notation::read(&game, text, &limits);
        (faults(&reading), reading.games.iter().map(GameTree::moves).collect::<Vec<_>>())
    };
    assert_eq!(
        say("1. b1 - b3\n1. c4 - c2\n2. b3 - b4\n2. b3 - b4\nDagaz record 1\n1. b1 - b3\n"),
        (vec!["3:4: a game in a record has at most 2 moves".into()], vec![2, 1])
    );
    assert_eq!(
        say("1. b1 - b3\n(\n1. a1 - a2\n(\n1. a1 - a3\n(\n1. d1 - c1"),
        (vec!["5:4: a game in a record has at most 2 moves".into()], vec![2])
    );
    let deep = ReadLimits { moves: 100, ..limits.clone() };
    let text = format!("1. b1 - b3\n(\n1. a1 - a2\n(\n1. d1 - c1\n{}", "(\n".repeat(100_000));
    let reading = notation::read(&game, &text, &deep);
    assert_eq!(faults(&reading), ["6:1: a record has at most 2 variations within each other"]);
    assert_eq!(
        say(&format!("1. b1 - b3\n{{{}}}\n1. c4 - c2\n", "long ".repeat(1000))),
        (vec!["2:1: a text in a record has at most 1000 bytes".into()], vec![2])
    );
    assert_eq!(say(&"Dagaz record 1\n".repeat(3)), (vec!["3:1: a record has at most 2 games".into()], vec![0, 0]));
    assert_eq!(say(&" ".repeat(2 << 20)).0, ["1:1: a record has at most 1048576 bytes"]);
    let (said, _) = say(&"?\n".repeat(1000));
    assert_eq!((said.len(), said[3].as_str()), (4, "4:1: … and 997 more faults"));
}

#[test]
fn large_records_take_time_in_proportion() {
    let game = game(PAWNS);
    let big = ReadLimits::default();
    let comment = format!("1. b1 - b3\n{{{}}}\n1. c4 - c2\n", "long } \n ".replace('}', "\\}").repeat(1 << 20));
    let reading = notation::read(&game, &comment, &big);
    assert_eq!((reading.faults.len(), reading.games[0].moves()), (1, 2));
    // A king goes to and fro; in the end one of a million moves is too many.
    let shuttle = game_of_kings();
    let line = "1. a1 - a2 step n\n1. c2 - c1 step n\n2. a2 - a1 step s\n2. c1 - c2 step s\n".repeat(250_000);
    let reading = notation::read(&shuttle, &line, &big);
    assert_eq!(faults(&reading), ["200001:4: a game in a record has at most 200000 moves"]);
    assert_eq!(reading.games[0].moves(), 200_000);
}

/// Two kings that step up and down.
fn game_of_kings() -> dagaz_engine::CompiledGame {
    game(
        r#"(version "2.0")
        (define step ($1 (verify empty?) add))
        (game (title "Kings") (players White Black) (turn-order White Black)
          (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c" (10 0)) ("2/1" (0 10)))
            (directions (n 0 -1) (s 0 1))) (symmetry Black (n s) (s n)))
          (board-setup (White (King a1)) (Black (King c2)))
          (piece (name King) (moves (step n) (step s)))
          (draw-condition (White Black) stalemated))"#,
    )
}

#[test]
fn uneven_proof_facts_are_accepted() {
    let game = game(PAWNS);
    let mut tree = GameTree::of(&game);
    let odd = Outcome { ending: String::new(), verdicts: vec![Verdict::Aside; 3], scores: Some(Vec::new()) };
    tree.facts = Facts { seats: vec![Seat::default(); 4], result: Some(odd), ..Facts::default() };
    tree.facts.rules.hash = Some(String::new());
    let text = write(&game, &tree);
    let games = read(&game, &text).strict().unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(games[0].facts, tree.facts, "{text}");
}

#[test]
fn the_main_line_is_that_of_the_record() {
    let game = game(PAWNS);
    let text = "1. b1 - b3\n(\n1. b1 - b3\n1. c4 - c2\n2. b3 - b4 = Queen\n)\n1. c4 - c3\n";
    let reading = notation::read(&game, text, &ReadLimits::default());
    assert_eq!((faults(&reading), reading.games[0].main_line().len()), (vec![], 2));
    let text = "1. b1 - b3\n1. x9 - x9\n(\n1. c4 - c2\n)\n2. b3 - b4\n";
    let reading = notation::read(&game, text, &ReadLimits::default());
    assert!(faults(&reading)[0].ends_with("; 1 move behind it and 1 variation there are not read"));
    assert_eq!((reading.faults.len(), reading.games[0].moves()), (1, 1));
}
