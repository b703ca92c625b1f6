//! Records at the command line: replayed, converted, continued.

mod common;

use common::{Folder, dagaz, fine, json};

/// A small game by rules of its own.
const RULES: &str = r#"
(version "2.0")
(define step ($1 (verify empty?) add))
(game (title "Walk")
  (players Red Blue) (turn-order Red Blue)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d" (10 0)) ("2/1" (0 10))) (directions (e 1 0) (n 0 -1))))
  (board-setup (Red (Stone a1)) (Blue (Stone a2)))
  (piece (name Stone) (moves (step e) (step n)))
  (win-condition (Red Blue) (absolute-config Stone (d1 d2))))
(variant (title "Walk, the other way") (turn-order Blue Red))
"#;

const GAME: &str = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=.\\games\\WALK.ZRF\r\nVariantName=Walk\r\n\
    1. Stone a1 - b1\r\n1. Stone a2 - b2\r\n2. Stone b1 - c1\r\n2. Stone b2 - c2\r\n";

fn folder(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    folder.file("rules/walk.zrf", RULES);
    let game = folder.file("game.zsg", GAME);
    (folder, game)
}

#[test]
fn a_saved_game_is_replayed_by_the_rules_it_names() {
    let (folder, game) = folder("replay");
    let rules = folder.0.join("rules");
    let said = fine(&["replay", &game, "--rules", &rules.display().to_string()], "");
    assert!(said.contains("Walk (walk.zrf, recorded as zsg)"), "{said}");
    assert!(said.contains("Red to move.") && said.contains("All 4 plies are legal."), "{said}");
    let verbose = fine(&["replay", &game, "--rules", &rules.display().to_string(), "--verbose", "--ply", "3"], "");
    assert!(verbose.contains("    3. Red: Stone b1 - c1\n") && !verbose.contains("    4."), "{verbose}");
    folder.file("Walk.zrf", RULES);
    assert!(fine(&["replay", &game], "").contains("All 4 plies are legal."), "the rules lie beside the record");
}

#[test]
fn rules_that_are_not_there_are_asked_for() {
    let (_folder, game) = folder("no-rules");
    let said = dagaz(&["replay", &game], "");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("WALK.ZRF") && said.err.contains("--rules"), "{}", said.err);
}

#[test]
fn an_illegal_move_is_shown_with_its_place() {
    let (folder, _) = folder("illegal");
    let rules = folder.0.join("rules/walk.zrf").display().to_string();
    let game = folder.file("bad.zsg", &GAME.replace("2. Stone b1 - c1", "2. Stone b1 - d1"));
    let said = dagaz(&["replay", &game, "--rules", &rules], "");
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("bad.zsg:6:4: `Stone b1 - d1` is not a legal move here"), "{}", said.err);
    assert!(said.err.contains("Stone b1 - c1"), "the nearest are named: {}", said.err);
    assert!(said.out.contains("2 plies are legal, and then:"), "{}", said.out);
    let lenient = dagaz(&["replay", &game, "--rules", &rules, "--lenient"], "");
    assert_eq!(lenient.code, Some(0), "{}", lenient.err);
    let said = dagaz(&["replay", &game, "--rules", &rules, "--json"], "");
    let told: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let fault = &told["faults"][0];
    assert_eq!((said.code, &told["legal"]), (Some(1), &false.into()));
    assert_eq!((&fault["line"], &fault["column"], &fault["after_ply"]), (&6.into(), &4.into(), &2.into()));
    assert_eq!(told["games"][0]["moves"][1]["player"], "Blue");
}

#[test]
fn a_record_is_converted_there_and_back() {
    let (folder, game) = folder("convert");
    let rules = folder.0.join("rules/walk.zrf").display().to_string();
    let path = |name: &str| folder.0.join(name).display().to_string();
    let mut last = game;
    for name in ["one.json", "two.txt", "three.sgf", "four.zsg"] {
        let next = path(name);
        fine(&["convert", &last, &next, "--rules", &rules], "");
        assert!(fine(&["replay", &next, "--rules", &rules], "").contains("All 4 plies are legal."), "{name}");
        last = next;
    }
    let text = std::fs::read_to_string(&last).expect("the file was written");
    assert!(text.contains("RulesFile=walk.zrf\nVariantName=Walk\n1. Stone a1 - b1\n"), "{text}");
    let again = dagaz(&["convert", &last, &path("one.json"), "--rules", &rules], "");
    assert_eq!(again.code, Some(2), "nothing is replaced unasked");
    assert!(again.err.contains("--force"), "{}", again.err);
    let printed = fine(&["convert", &last, "-", "--to", "txt", "--rules", &rules], "");
    assert!(printed.contains("1. a1 - b1 step e\n"), "{printed}");
    let said = dagaz(&["convert", &last, "-", "--to", "pgn", "--rules", &rules], "");
    assert_eq!(said.code, Some(1), "{}", said.err);
}

#[test]
fn a_record_is_continued() {
    let folder = Folder::new("continue");
    let file = folder.0.join("game.json").display().to_string();
    let input = format!("e2e4\ne7e5\nundo\nc7c5\nsave {file}\nquit\n");
    assert!(fine(&["play", "chess"], &input).contains("Saved 2 moves to"), "saved");
    let moves = json(&["moves", "chess", "--record", &file, "--json"]);
    assert_eq!(moves["position"], "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6");
    let moves = json(&["moves", "chess", "--record", &file, "--ply", "1", "--json"]);
    assert_eq!(moves["to_move"][0], "Black");
    let text = fine(&["play", "chess", "--record", &file], &format!("g1f3\nsave! {file}\nquit\n"));
    assert!(text.contains("Saved 3 moves to"), "{text}");
    let replayed = fine(&["replay", &file], "");
    assert!(replayed.contains("All 3 plies are legal, and 1 move of variations."), "{replayed}");
    let said = dagaz(&["moves", "chess", "--record", &file, "--ply", "9"], "");
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(said.err.contains("the record has only 3 plies"), "{}", said.err);
}
