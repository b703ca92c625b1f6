//! New rule sets from the command line: `dagaz evolve` on games without parameters and on several.

use std::collections::HashSet;

use serde_json::Value;

use crate::common::{Folder, dagaz, fine, json};

/// Lines on a small board, without parameters.
const LINES: &str = r#"(drf 3)
(game "Lines"
  (players White Black)
  (board (grid a-d 1-4) (lines row 3))
  (piece Stone)
  (rule place (at empty) (put Stone))
  (moves place)
  (win line (full row mine))
  (draw full (no empty)))
"#;

/// A quick search for rule sets, saved in a folder.
fn search(games: &[&str], folder: &Folder, out: &str, more: &[&str]) -> Value {
    let out = folder.0.join(out).display().to_string();
    let quick = ["--bots", "random", "-n", "4", "--generations", "2", "--population", "4", "--keep", "20", "--json"];
    let all = [["evolve"].as_slice(), games, quick.as_slice(), &["--out", &out], more].concat();
    json(&all)
}

fn candidates(lineage: &Value) -> &[Value] {
    lineage["candidates"].as_array().map_or(&[], Vec::as_slice)
}

/// Checks that all saved games are accepted without a warning, laid out and measured, and that no
/// text is there twice.
fn assert_sound(folder: &Folder, out: &str, lineage: &Value) {
    let path = folder.0.join(out).display().to_string();
    let checked = json(&["check", &path, "--json"]);
    assert_eq!(checked["summary"]["errors"], 0, "{checked}");
    assert_eq!(checked["summary"]["warnings"], 0, "{checked}");
    fine(&["fmt", "--check", &path], "");
    let new: Vec<&Value> = candidates(lineage).iter().filter(|one| one["origin"] != "usual").collect();
    assert!(new.len() >= 5, "only {} new games", new.len());
    let mut texts = HashSet::new();
    for one in candidates(lineage) {
        assert!(texts.insert(one["text"].as_str().expect("a text").to_string()), "{one}");
        let changes = one["changes"].as_array().map_or(0, Vec::len);
        assert_eq!(changes == 0, one["origin"] == "usual", "{one}");
        if one["origin"] != "usual" {
            assert!(one["failed"].is_null() && one["score"].is_f64(), "{one}");
        }
    }
    for one in candidates(lineage).iter().filter(|one| one["file"].is_string()) {
        let file = format!("{path}/{}", one["file"].as_str().expect("a name"));
        let text = std::fs::read_to_string(&file).expect("it is a text");
        let (head, rules) = text.split_once("\n\n").expect("a head and the rules");
        assert!(head.contains("Found by `dagaz evolve "), "{text}");
        assert!(head.lines().all(|line| line.starts_with(';') && line.len() <= 120), "{text}");
        assert_eq!(Some(rules), one["text"].as_str());
    }
}

#[test]
fn new_games_come_from_a_game_of_lines() {
    let folder = Folder::new("evolve-rules-lines");
    let lineage = search(&["tic-tac-toe"], &folder, "out", &["--seed", "3"]);
    assert_sound(&folder, "out", &lineage);
    assert_eq!(lineage["games"], serde_json::json!(["Tic-Tac-Toe"]));
    assert_eq!(lineage["donors"].as_array().map(Vec::len), Some(8));
    assert!(candidates(&lineage)[0]["text"].as_str().is_some_and(|text| text.contains("(lines row 3)")));
}

#[test]
fn new_games_come_from_chess_which_lies_in_an_included_file() {
    let folder = Folder::new("evolve-rules-chess");
    let lineage = search(&["chess"], &folder, "out", &["--max-plies", "1000", "--seed", "2"]);
    assert_sound(&folder, "out", &lineage);
    let chess = candidates(&lineage)[0]["text"].as_str().expect("a text");
    assert!(chess.contains("(piece Knight") && chess.contains("(lose checkmate"), "{chess}");
    let file = folder.file("chess.drf", chess);
    assert_eq!(fine(&["perft", &file, "3"], ""), "1 20\n2 400\n3 8902\n");
}

#[test]
fn new_games_come_from_a_game_of_hexagons_with_parameters() {
    let folder = Folder::new("evolve-rules-hexagons");
    let more = ["--rules", "--max-plies", "200", "--generations", "3", "--set", "side=4"];
    let quick = ["--bots", "random", "-n", "4", "--population", "5", "--keep", "20", "--json", "--seed", "5"];
    let out = folder.0.join("out").display().to_string();
    let lineage = json(&[["evolve", "yavalath", "--out", &out].as_slice(), &more, &quick].concat());
    assert_sound(&folder, "out", &lineage);
    let changes: String = candidates(&lineage).iter().map(|one| one["changes"].to_string()).collect();
    assert!(changes.contains("parameter "), "{changes}");
    let first = candidates(&lineage)[0]["text"].as_str().expect("a text");
    assert!(first.contains("(parameter side 4 3..8)"), "{first}");
}

#[test]
fn games_that_are_named_exchange_rules() {
    let folder = Folder::new("evolve-rules-exchange");
    let more = ["--donors", "0", "--max-plies", "100", "--seed", "4"];
    let lineage = search(&["tic-tac-toe", "breakthrough"], &folder, "out", &more);
    assert_eq!(lineage["donors"].as_array().map(Vec::len), Some(0));
    let from: Vec<&str> = candidates(&lineage)
        .iter()
        .flat_map(|one| one["changes"].as_array().into_iter().flatten())
        .filter_map(Value::as_str)
        .filter(|change| change.contains(", from "))
        .collect();
    assert!(!from.is_empty(), "{lineage}");
    assert!(from.iter().all(|change| change.ends_with("Tic-Tac-Toe") || change.contains("Breakthrough")), "{from:?}");
}

#[test]
fn the_same_seed_gives_the_same_rule_sets() {
    let folder = Folder::new("evolve-rules-seed");
    let file = folder.file("lines.drf", LINES);
    let found = |out: &str, seed: &str, threads: &str| {
        let lineage = search(&[&file], &folder, out, &["--seed", seed, "--threads", threads]);
        let saved = std::fs::read_to_string(folder.0.join(out).join("lines-1.drf")).expect("it is a text");
        (lineage, saved)
    };
    let first = found("one", "7", "1");
    assert_eq!(first, found("two", "7", "3"));
    assert_ne!(first, found("three", "8", "1"));
}

#[test]
fn games_that_cannot_be_varied_are_reported() {
    let folder = Folder::new("evolve-rules-hostile");
    let deep = format!("{}(no empty){}", "(not ".repeat(70), ")".repeat(70));
    let file = |name: &str, from: &str, to: &str| folder.file(name, &LINES.replace(from, to));
    let deep = file("deep.drf", "(draw full (no empty))", &format!("(draw full {deep})"));
    let long = file("long.drf", "(draw full", &format!("(define long (or {}))\n  (draw full", "a1 ".repeat(30_000)));
    let wrong = file("wrong.drf", "(win line", "(win line (no such)");
    let zrf = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/territory/amazons/amazons.zrf");
    for (arguments, code, expected) in [
        (vec!["evolve", &deep], 2, "deep.drf cannot be varied: its text is too long"),
        (vec!["evolve", &long], 2, "long.drf cannot be varied: its text is too long"),
        (vec!["evolve", &wrong], 1, "error"),
        (vec!["evolve", "tic-tac-toe", zrf], 2, "only rules of edition 3"),
        (vec!["evolve", "tic-tac-toe", "no-such-game"], 2, "no-such-game"),
        (vec!["evolve", "tic-tac-toe", "hex", "--grid"], 2, "cannot be used with"),
        (vec!["evolve", "tic-tac-toe", "--vary", "size"], 2, "has no parameter `size`; it has none"),
        (vec!["evolve", "tic-tac-toe", "--donors", "101"], 2, "--donors"),
    ] {
        let said = dagaz(&arguments, "");
        assert!(said.code == Some(code) && said.err.contains(expected), "{arguments:?}: {:?} {}", said.code, said.err);
    }
}

#[test]
fn a_game_that_never_ends_still_gives_games_that_do() {
    let folder = Folder::new("evolve-rules-endless");
    let file =
        folder.file("endless.drf", &LINES.replace("(at empty)", "(at board)").replace("(draw full (no empty))", ""));
    let lineage = search(&[&file, "tic-tac-toe"], &folder, "out", &["--max-plies", "60", "--seed", "6"]);
    let new: Vec<&Value> = candidates(&lineage).iter().filter(|one| one["origin"] != "usual").collect();
    assert!(new.iter().all(|one| one["score"].is_f64()), "{lineage}");
}
