//! Records as JSON.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::common::{PAWNS, game};
use dagaz_core::{Game, Outcome, Points, Verdict};
use dagaz_record::formats::json;
use dagaz_record::formats::notation::find_move;
use dagaz_record::reading::RecordFaultKind;
use dagaz_record::{Cursor, Facts, GameTree, NodeId, Note, ReadLimits, Reading, RulesIdentity, Seat, parse_position};
use serde_json::Value;

fn read(game: &dyn Game, text: &str) -> Reading {
    json::read(game, text, &ReadLimits::default())
}

fn write(game: &dyn Game, trees: &[GameTree]) -> String {
    json::write(game, trees).expect("can be written").text
}

fn faults(reading: &Reading) -> Vec<String> {
    reading.faults.iter().map(ToString::to_string).collect()
}

fn counts(reading: &Reading) -> Vec<usize> {
    reading.games.iter().map(GameTree::moves).collect()
}

/// Returns a game with every kind of fact.
fn full(game: &dyn Game) -> GameTree {
    let mut tree = GameTree::of(game);
    let mut cursor = Cursor::new(game, &tree);
    let mut play = |tree: &mut GameTree, from: NodeId, typed: &str| {
        cursor.go_to(tree, from);
        let list = cursor.legal().expect("a small game");
        let index = find_move(game, cursor.state(), &list, typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        cursor.play(tree, list.get(index))
    };
    let first = play(&mut tree, NodeId::ROOT, "b1 - b3");
    let second = play(&mut tree, first, "c4 - c2");
    play(&mut tree, second, "b3 - b4 = Queen");
    let other = play(&mut tree, first, "c4 - c3");
    play(&mut tree, other, "a1 - a3");
    play(&mut tree, other, "a1 - a2");
    play(&mut tree, first, "d4 - d3");
    play(&mut tree, NodeId::ROOT, "a1 - a2");
    tree.facts = Facts {
        rules: RulesIdentity {
            file: "pawns.zrf".into(),
            title: "Pawns \"2\"".into(),
            edition: Some(2),
            hash: Some("00ff".into()),
            settings: vec![("size".into(), "7".into()), ("first".into(), "Two \"w\"".into())],
        },
        seats: vec![Seat { name: "Ann".into(), bot: None }, Seat { name: String::new(), bot: Some("search".into()) }],
        seed: Some(u64::MAX),
        tags: vec![("Round".into(), "1".into()), ("Event".into(), "A\nfête".into())],
        result: Some(Outcome {
            ending: "captured King".into(),
            verdicts: vec![Verdict::Win, Verdict::Loss],
            scores: Some(vec![Points::halves(-17), Points::whole(4)]),
        }),
    };
    tree.note_mut(NodeId::ROOT).comment = "start".into();
    *tree.note_mut(second) = Note {
        comment: "two\nlines".into(),
        before: "{".into(),
        glyphs: vec![1, 255],
        clock: Some(Duration::new(3661, 5)),
        spent: Some(Duration::from_millis(1500)),
        marks: Vec::new(),
    };
    tree
}

const FULL: &str = r#"{
"dagaz": 1,
"games": [
{
  "rules": {"file": "pawns.zrf", "title": "Pawns \"2\"", "edition": 2, "hash": "00ff", "set": {"size": "7", "first": "Two \"w\""}},
  "seats": [
    {"player": "White", "name": "Ann"},
    {"player": "Black", "bot": "search"}
  ],
  "seed": "18446744073709551615",
  "tags": {"Round": "1", "Event": "A\nfête"},
  "result": {"ending": "captured King", "verdicts": {"White": "win", "Black": "loss"}, "scores": {"White": -8.5, "Black": 4}},
  "start": {"comment":"start"},
  "moves": [
    {"move":"b1 - b3 Pawn-2"},
    {"move":"c4 - c2 Pawn-2","before":"{","comment":"two\nlines","glyphs":[1,255],"clock":3661.000000005,"spent":1.5},
    {"move":"b3 - b4 Pawn-1 = Queen"}
  ],
  "variations": [
    {"line": 0, "at": 1, "moves": [
      {"move":"c4 - c3 Pawn-1"},
      {"move":"a1 - a3 Pawn-2"}
    ]},
    {"line": 1, "at": 1, "moves": [
      {"move":"a1 - a2 Pawn-1"}
    ]},
    {"line": 0, "at": 1, "moves": [
      {"move":"d4 - d3 step n"}
    ]},
    {"line": 0, "at": 0, "moves": [
      {"move":"a1 - a2 Pawn-1"}
    ]}
  ]
}
]
}
"#;

#[test]
fn a_record_round_trips_every_field() {
    let game = game(PAWNS);
    let tree = full(&game);
    assert_eq!(write(&game, std::slice::from_ref(&tree)), FULL);
    let games = read(&game, FULL).strict().unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].facts, tree.facts);
    assert_eq!(write(&game, &games), FULL);
}

#[test]
fn games_begin_anywhere_and_a_file_has_many() {
    let game = game(PAWNS);
    let state = game.set_up(&parse_position(&game, "2k1/P3/4/3K b - -").expect("a good FEN")).expect("a good position");
    let mut odd = GameTree::new(game.initial());
    odd.facts.seats = vec![Seat::default(); 4];
    odd.facts.result = Some(Outcome { ending: String::new(), verdicts: vec![Verdict::Aside; 3], scores: Some(vec![]) });
    let trees = [GameTree::new(state), odd, full(&game)];
    let text = write(&game, &trees);
    assert!(text.contains("\"setup\": \"2k1/P3/4/3K b - -\""), "{text}");
    let games = read(&game, &text).strict().unwrap_or_else(|fault| panic!("{fault}"));
    assert!(games.len() == 3 && games[0].start() == trees[0].start() && games[1].facts == trees[1].facts);
    assert_eq!(write(&game, &games), text);
    assert_eq!(counts(&read(&game, &write(&game, &[]))), [0; 0]);
}

#[test]
fn records_of_other_programs_are_accepted() {
    let game = game(PAWNS);
    let text = r#"{"generator": {"name": [1]}, "games": [{"moves": [{"eval": 0.3, "move": "b1-b3", "clock": 12},
        {"move": "c4 c2", "comment": null}], "seed": 7, "variations": [], "x": [[[]]]}], "dagaz": 1}"#;
    let games = read(&game, text).strict().unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((games[0].moves(), games[0].facts.seed), (2, Some(7)));
    assert_eq!(games[0].note(games[0].main_line()[0]).clock, Some(Duration::from_secs(12)));
}

#[test]
fn all_keys_are_in_the_schema() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = std::fs::read_to_string(folder.join("../../docs/record.schema.json")).expect("the schema is there");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let written: Value = serde_json::from_str(FULL).expect("JSON");
    let mut unknown = BTreeSet::new();
    check(&written, &schema, &schema, "", &mut unknown);
    assert_eq!(unknown, BTreeSet::new());
}

/// Checks the keys of a value, and its types, against a schema made of the few words that ours is
/// made of.
fn check(value: &Value, schema: &Value, root: &Value, path: &str, unknown: &mut BTreeSet<String>) {
    let resolve = |schema: &Value| -> Vec<Value> {
        let (mut found, mut waiting) = (Vec::new(), vec![schema.clone()]);
        while let Some(next) = waiting.pop() {
            if let Some(target) = next.get("$ref").and_then(Value::as_str) {
                let target = root.pointer(target.trim_start_matches('#'));
                waiting.push(target.unwrap_or_else(|| panic!("{path}: a bad reference")).clone());
            }
            waiting.extend(next.get("allOf").and_then(Value::as_array).into_iter().flatten().cloned());
            found.push(next);
        }
        found
    };
    let schemas = resolve(schema);
    for schema in &schemas {
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            _ => continue,
        };
        let is = |kind: &str| match kind {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            other => panic!("{path}: type {other}"),
        };
        assert!(types.into_iter().any(is), "{path}: {value} is not {schema}");
    }
    for (key, member) in value.as_object().into_iter().flatten() {
        let path = format!("{path}/{key}");
        let known = schemas.iter().find_map(|schema| {
            schema.get("properties").and_then(|known| known.get(key)).or_else(|| schema.get("additionalProperties"))
        });
        match known {
            Some(known) => check(member, known, root, &path, unknown),
            None => drop(unknown.insert(path)),
        }
    }
    for item in value.as_array().into_iter().flatten() {
        let items = schemas.iter().find_map(|schema| schema.get("items"));
        check(item, items.unwrap_or_else(|| panic!("{path}: no items")), root, &format!("{path}[]"), unknown);
    }
}

#[test]
fn errors_have_locations_and_the_rest_is_kept() {
    let game = game(PAWNS);
    let text = r#"{"dagaz": 1, "games": [
{"seed": "x", "rules": {"edition": "2"},
 "seats": [{"player": "Grün"}],
 "moves": [
  {"move": "b1 - b3"},
  {"ä": 1, "move": "c4 - a1 Pawn"},
  {"move": "b3 - b4"}
 ],
 "variations": [
  {"line": 0, "at": 0, "moves": [{"move": "a1 - a2"}, {"move": 7}]},
  {"line": 0, "at": 2, "moves": [{"move": "a1 - a2"}]},
  {"line": 9, "at": 0, "moves": []},
  {"moves": []}
 ]},
{"moves": [{"move": "a1 - a2", "glyphs": [300]}, {"mov": ""}]},
{"moves": [{"move": "a1 - a2"}, {"clock": -1, "move": "c4 - c3"}, {"mov": ""}]},
{"moves": [{"move": "a1 - a2"}], "variations": [{"line": 0, "at": 1, "moves": []}]},
{"moves": [{"move": "a1 - a2"}, nonsense"#;
    let reading = read(&game, text);
    let found = faults(&reading);
    let expected = [
        "2:10: a seed is a whole number",
        "2:36: invalid type: string \"2\", expected u8",
        "3:12: there is no player `Grün`",
        "6:20: `c4 - a1 Pawn` is not a legal move here; the nearest are: c4 - ",
        "10:64: invalid type: integer `7`, expected a string",
        "12:21: there is no line 9 yet",
        "12:22: a variation needs `line`",
        "15:43: invalid value: integer `300`",
        "16:33: a time is a number of seconds",
        "16:67: the key `move` is missing",
        "17:67: the line has 1 moves",
        "18:34: expected ident",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    assert!(matches!(reading.faults[3].kind, RecordFaultKind::Move { .. }));
    assert_eq!(reading.faults[3].at.map(|(game, node)| (game, node.index())), Some((0, 1)));
    assert_eq!(counts(&reading), [2, 0, 2, 1, 1]);
}

#[test]
fn damaged_records_keep_their_valid_part() {
    let game = game(PAWNS);
    for end in (0..FULL.len()).filter(|&end| FULL.is_char_boundary(end)) {
        let reading = read(&game, &FULL[..end]);
        assert!(
            reading.games.len() <= 1 && (!reading.faults.is_empty() || end + 1 == FULL.len()),
            "cut at {end}: {:?}",
            faults(&reading)
        );
    }
    let cut = FULL.find("{\"move\":\"b3").expect("there");
    assert_eq!(counts(&read(&game, &FULL[..cut])), [2]);
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
    for text in ["", "[]", "1", "{}", "{\"dagaz\": 2, \"games\": []}", "\u{0}", "{\"games\": 1}", "null"] {
        assert!(!read(&game, text).faults.is_empty(), "{text}");
    }
}

#[test]
fn oversized_input_is_reported() {
    let game = game(PAWNS);
    let limits = ReadLimits { moves: 2, depth: 1, text: 1000, games: 2, bytes: 1 << 20, faults: 3 };
    let say = |text: &str| {
        let reading = json::read(&game, text, &limits);
        (faults(&reading), counts(&reading))
    };
    let moves = r#"{"move": "b1 - b3"}, {"move": "c4 - c2"}, {"move": "b3 - b4 = Queen"}, {"move": "b3 - b4"}"#;
    assert_eq!(
        say(&format!("{{\"dagaz\": 1, \"games\": [{{\"moves\": [\n{moves}]}}, {{\"moves\": []}}]}}")),
        (vec!["2:43: a game in a record has at most 2 moves".into()], vec![2, 0])
    );
    assert_eq!(
        say("{\"dagaz\": 1, \"games\": [{}, {},\n {}]}"),
        (vec!["2:2: a record has at most 2 games".into()], vec![0, 0])
    );
    let long = "long ".repeat(1000);
    assert_eq!(
        say(&format!(
            "{{\"dagaz\": 1, \"games\": [{{\"moves\": [{{\"move\": \"b1-b3\", \"comment\":\n\"{long}\"}}]}}]}}"
        )),
        (vec!["2:1: a text in a record has at most 1000 bytes".into()], vec![1])
    );
    let deep = r#"{"dagaz": 1, "games": [{"moves": [{"move": "b1 - b3"}], "variations": [
        {"line": 0, "at": 0, "moves": [{"move": "a1 - a2"}]}, {"line": 1, "at": 0, "moves": [{"move": "a1 - a3"}]}]}]}"#;
    assert_eq!(say(deep), (vec!["2:81: a record has at most 1 variations within each other".into()], vec![2]));
    assert_eq!(say(&" ".repeat(2 << 20)).0, ["1:1: a record has at most 1048576 bytes"]);
    // Brackets without end are looked at without recursion, wherever they stand.
    for text in ["[".repeat(1 << 20), format!("{{\"games\": [{{\"tags\": {}", "[".repeat(1 << 19))] {
        assert!(!read(&game, &text).faults.is_empty());
    }
}

#[test]
fn large_records_take_time_in_proportion() {
    let shuttle = crate::common::game(
        r#"(version "2.0")
        (define step ($1 (verify empty?) add))
        (game (title "Kings") (players White Black) (turn-order White Black)
          (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c" (10 0)) ("2/1" (0 10)))
            (directions (n 0 -1) (s 0 1))) (symmetry Black (n s) (s n)))
          (board-setup (White (King a1)) (Black (King c2)))
          (piece (name King) (moves (step n) (step s)))
          (draw-condition (White Black) stalemated))"#,
    );
    let round = ["a1 - a2 step n", "c2 - c1 step n", "a2 - a1 step s", "c1 - c2 step s"];
    let round: String = round.iter().map(|one| format!("{{\"move\": \"{one}\"}},\n")).collect();
    let text = format!("{{\"dagaz\": 1, \"games\": [{{\"moves\": [\n{}", round.repeat(250_000));
    let reading = read(&shuttle, &text);
    assert_eq!(faults(&reading)[0], "200002:1: a game in a record has at most 200000 moves");
    assert_eq!(counts(&reading), [200_000]);
}

#[test]
fn variations_are_read_in_any_order() {
    let game = game(PAWNS);
    let text = r#"{"dagaz": 1, "games": [{"moves": [
        {"move": "b1 - b3", "comment": "main"}, {"move": "c4 - c2"}, {"move": "b3 - b4 = Queen"}],
        "variations": [
            {"line": 0, "at": 0, "moves": [{"move": "b1 - b3", "comment": "other"}, {"move": "c4 - c3"}]},
            {"line": 0, "at": 1, "moves": [{"move": "c4 - c3"}, {"move": "b3 - b4 = Queen"}]},
            {"line": 1, "at": 1, "moves": [{"move": "c4 - c2"}]},
            {"line": 0, "at": 0, "moves": [{"move": "a1 - a2"}]}]}]}"#;
    let reading = read(&game, text);
    assert_eq!(faults(&reading), [""; 0]);
    let tree = &reading.games[0];
    let main = tree.main_line();
    assert_eq!((main.len(), tree.moves(), tree.note(main[0]).comment.as_str()), (3, 9, "main"));
    let [_, other, last] = tree.children(NodeId::ROOT) else { panic!("three first moves") };
    assert_eq!((tree.note(*other).comment.as_str(), tree.children(*other).len()), ("other", 2));
    assert!(tree.children(*last).is_empty());
}

#[test]
fn moves_after_an_error_are_counted() {
    let game = game(PAWNS);
    let text = r#"{"dagaz": 1, "games": [{"moves": [{"move": "b1 - b3"}, {"move": "x"}, {"move": "b3 - b4 = Queen"}],
        "variations": [{"line": 0, "at": 1, "moves": [{"move": "c4 - c2"}]}]}]}"#;
    let reading = read(&game, text);
    let [fault] = &reading.faults[..] else { panic!("{:?}", reading.faults) };
    assert!(fault.message.ends_with("; 1 move behind it and 1 variation there are not read"), "{fault}");
    assert_eq!(reading.games[0].moves(), 1);
}
