//! Records at the command line: replayed, converted, continued.

use crate::common::{Folder, dagaz, fine, json};

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
fn missing_rules_are_requested() {
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
    assert_eq!(moves["position"], "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
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

#[test]
fn a_recorded_result_is_kept_until_play_continues() {
    let folder = Folder::new("result");
    let game = folder.file("game.pgn", "[Result \"1-0\"]\n[Termination \"normal\"]\n\n1. e4 e5 2. Nf3 1-0\n");
    let saved = |input: &str, name: &str| -> serde_json::Value {
        let file = folder.0.join(name).display().to_string();
        fine(&["play", "chess", "--record", &game], &format!("{input}save {file}\nquit\n"));
        let text = std::fs::read_to_string(&file).expect("it was saved");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["games"][0].clone()
    };
    assert_eq!(saved("", "same.json")["result"]["verdicts"]["White"], "win");
    assert_eq!(saved("undo\nredo\n", "there-and-back.json")["result"]["verdicts"]["White"], "win");
    let on = saved("b8c6\n", "on.json");
    assert!(on.get("result").is_none(), "{on}");
}

#[test]
fn taken_back_moves_are_saved_where_the_format_allows() {
    let folder = Folder::new("taken-back");
    let path = |name: &str| folder.0.join(name).display().to_string();
    let (all, line) = (path("all.json"), path("line.zsg"));
    let input = format!("e2e4\ne7e5\ng1f3\nb8c6\nundo\nsave {all}\nsave {line}\nquit\n");
    let said = fine(&["play", "chess"], &input);
    assert!(said.contains("Saved 4 moves to") && said.contains("; the last of them is taken back"), "{said}");
    assert!(said.contains("Saved 3 moves to"), "{said}");
    assert!(fine(&["replay", &all], "").contains("All 4 plies are legal."));
    assert!(fine(&["replay", &line], "").contains("All 3 plies are legal."));
}

#[test]
fn a_game_of_bots_is_saved() {
    let folder = Folder::new("save-option");
    let file = folder.0.join("game.txt").display().to_string();
    let bots = ["play", "tic-tac-toe", "--seat", "X=random", "--seat", "O=random", "--seed", "3", "--save", &file];
    assert!(fine(&bots, "").contains("Saved "));
    let replayed = fine(&["replay", &file], "");
    assert!(replayed.contains("The game is over") && replayed.contains("plies are legal."), "{replayed}");
    let again = dagaz(&bots, "");
    assert_eq!(again.code, Some(2), "nothing is replaced: {}", again.out);
    assert!(again.err.contains("exists already") && again.out.is_empty() || !again.out.contains("X:"), "{}", again.out);
    let other = folder.0.join("game.usi").display().to_string();
    let said = dagaz(&["play", "tic-tac-toe", "--save", &other], "b2\n");
    assert_eq!(said.code, Some(1), "said before the game is played: {}", said.out);
    assert!(!said.out.contains("X:"), "{}", said.out);
    let left = folder.0.join("left.json").display().to_string();
    assert!(fine(&["play", "tic-tac-toe", "--save", &left], "b2\n").contains("Saved 1 move to"), "at the end of input");
}

#[test]
fn a_record_can_be_converted_in_place() {
    let folder = Folder::new("onto-itself");
    let game = folder.file("game.pgn", "1. e4 e5 *\n");
    fine(&["convert", &game, &game, "--to", "json", "--from", "pgn", "--force"], "");
    let text = std::fs::read_to_string(&game).expect("it is there");
    assert!(text.contains("double") && text.starts_with('{'), "{text}");
    let empty = folder.file("empty.pgn", "");
    let said = dagaz(&["convert", &empty, &game, "--force"], "");
    assert_eq!(said.code, Some(1), "{}", said.out);
    assert_eq!(std::fs::read_to_string(&game).ok(), Some(text), "a record without a game replaces nothing");
}

#[test]
fn a_record_that_names_a_game_of_the_library_by_its_title_is_played_by_its_rules() {
    for (title, moves, rules) in [
        ("Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e6 *", "Crazyhouse"),
        ("king of the hill", "1. e4 e5 *", "King of the Hill"),
        ("threeCheck", "1. e4 e5 *", "Three-check"),
        ("Dunsany's chess", "1... Nc6 *", "Dunsany's chess"),
        ("From Position", "1. e4 e5 *", "Chess"),
    ] {
        let said = dagaz(&["replay", "-", "--from", "pgn"], &format!("[Variant \"{title}\"]\n\n{moves}\n"));
        assert!(said.out.contains("legal."), "{title}: {} {}", said.out, said.err);
        assert!(said.out.starts_with(rules), "{title}: {}", said.out);
    }
    let strange = dagaz(&["replay", "-", "--from", "pgn"], "[Variant \"Tiddly chess\"]\n\n1. e4 *\n");
    assert_eq!(strange.code, Some(2), "{}", strange.err);
}

#[test]
fn plies_after_the_requested_one_are_ignored() {
    let folder = Folder::new("ply");
    let bad = folder.file("bad.pgn", "1. e4 e5 2. Nf6 *\n");
    assert!(fine(&["replay", &bad, "--ply", "2"], "").contains("All 2 plies are legal."));
    assert_eq!(dagaz(&["replay", &bad, "--ply", "3"], "").code, Some(1));
    let two = folder.file("two.pgn", "[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"B\"]\n\n1. d4 *\n");
    assert!(fine(&["replay", &two, "--ply", "2"], "").contains("All 3 plies of 2 games are legal."));
    let one = folder.file("one.pgn", "1. e4 *\n");
    assert!(fine(&["replay", &one], "").contains("The one ply is legal."));
    let third = folder.file("third.pgn", "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 2. d5 *\n");
    let said = dagaz(&["replay", &third], "");
    assert!(said.err.contains("game 2, after ply 2: "), "{}", said.err);
}

#[test]
fn format_and_game_of_other_programs_are_found() {
    let folder = Folder::new("others");
    for (name, text, words) in [
        ("go.sgf", "(;GM[1]SZ[13]KM[0.5];B[aa];W[])", "Go 13x13 (go-13x13.drf, recorded as sgf)"),
        ("hex", "(;GM[11]SZ[7];B[a1])", "Hex (hex.drf, recorded as sgf)"),
        ("random.pgn", "[Variant \"fischerandom\"]\n\n1. e4 *\n", "Chess960 (chess960.drf, recorded as pgn)"),
        ("five.pgn", "[Variant \"5check\"]\n\n1. e4 *\n", "Five-check (three-check.drf, recorded as pgn)"),
        (
            "brazil.pdn",
            "[GameType \"26\"]\n\n1. c3-d4 *\n",
            "Brazilian draughts (brazilian-draughts.drf, recorded as pdn)",
        ),
        ("shogi", "手合割：平手\n   1 ７六歩(77)\n", "Shogi (shogi.drf, recorded as kif)"),
        ("computer", "PI\n+\n+7776FU\n", "Shogi (shogi.drf, recorded as csa)"),
    ] {
        let said = fine(&["replay", &folder.file(name, text)], "");
        assert!(said.contains(words), "{name}: {said}");
    }
    // `.txt` is the ending of any text.
    for (name, text, words) in [
        ("chess.txt", "1. e4 e5 *\n", "recorded as pgn"),
        ("people.txt", "▲７六歩 △３四歩\n", "recorded as ki2"),
        ("engine.txt", "position startpos moves 7g7f\n", "recorded as usi"),
    ] {
        let said = fine(&["replay", &folder.file(name, text)], "");
        assert!(said.contains(words), "{name}: {said}");
    }
    let said = fine(&["moves", "reversi", "--after", "f5; f6; e6; f4; g5; e7; e3"], "");
    assert!(!said.is_empty());
}

#[test]
fn a_position_keeps_the_number_of_its_move() {
    let position = |arguments: &[&str]| {
        let said = json(&[&["moves", "chess", "--json"], arguments].concat());
        said["position"].as_str().unwrap_or_default().to_string()
    };
    let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
    assert_eq!(position(&["--position", fen]), fen);
    assert!(position(&["--position", fen, "--after", "d4e3"]).ends_with(" w KQkq - 0 4"));
    assert!(position(&["--after", "e2e4; e7e5"]).ends_with(" w KQkq - 0 2"));
}

#[test]
fn non_records_are_reported_with_a_location() {
    let folder = Folder::new("no-record");
    for (name, text) in [
        ("empty.zsg", ""),
        ("bytes.zsg", "\u{1}\u{7f}\u{3}"),
        ("cut.json", r#"{"dagaz":1,"games":[[["#),
        ("empty.json", ""),
    ] {
        let said = dagaz(&["replay", &folder.file(name, text)], "");
        assert_eq!(said.code, Some(1), "{name}: {}", said.err);
        assert!(said.err.contains(&format!("{name}:1:")), "{name}: {}", said.err);
    }
    let nameless = folder.file("nameless.txt", "Dagaz record 1\n\n1. e2 - e4 double-push\n");
    let said = dagaz(&["replay", &nameless], "");
    assert_eq!(said.code, Some(2), "a good record without rules: {}", said.err);
    assert!(said.err.contains("does not say which rules"), "{}", said.err);
    let long = folder.file("long.pgn", &format!("1. {} *\n", "Q".repeat(100_000)));
    assert!(dagaz(&["replay", &long], "").err.len() < 2_000, "long words are cut");
}

#[test]
fn rules_are_searched_in_several_folders() {
    let (folder, game) = folder("places");
    let path = |name: &str| folder.0.join(name).display().to_string();
    folder.file("other/thing.zrf", "(version \"2.0\")");
    let rules = ["replay", &game, "--rules", &path("other"), "--rules", &path("rules")];
    assert!(fine(&rules, "").contains("All 4 plies are legal."), "the second folder has them");
    let files = ["replay", &game, "--rules", &path("other/thing.zrf"), "--rules", &path("rules/walk.zrf")];
    assert!(fine(&files, "").contains("All 4 plies are legal."), "the second file has the name");
    let said = dagaz(&["replay", &game, "--rules", &path("other")], "");
    assert_eq!(said.code, Some(2), "{}", said.err);
    let cased = GAME.replace("WALK.ZRF", "Walk.zrf");
    folder.file("cased/WALK.zrf", "(version \"2.0\")");
    folder.file("cased/Walk.zrf", RULES);
    if std::fs::read_dir(folder.0.join("cased")).map(Iterator::count).ok() == Some(2) {
        let cased = folder.file("cased/game.zsg", &cased);
        assert!(
            fine(&["replay", &cased], "").contains("All 4 plies are legal."),
            "the name as it is written comes first"
        );
    }
}

#[test]
fn a_record_is_read_from_standard_input() {
    assert!(fine(&["replay", "-", "--from", "pgn"], "1. e4 e5 *\n").contains("All 2 plies are legal."));
    assert!(fine(&["replay", "-"], "[White \"A\"]\n\n1. e4 e5 *\n").contains("All 2 plies are legal."));
    let said = dagaz(&["replay", "-"], "[White \"A\"]\n\n1. e5 *\n");
    assert!(said.err.contains("standard input:3:4: "), "{}", said.err);
    assert_eq!(dagaz(&["replay", "-"], "hello").code, Some(2));
}

/// A description of Ludii with an option, and a game that Ludii saved with the other choice.
const DESCRIPTION: &str = r#"
(game "Row" (players 2) (equipment { (board (rectangle 1 <Size:side>)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
(option "Size" <Size> args:{ <side> } { (item "Two" <2> "Two.")* (item "Three" <3> "Three.") })
"#;
const SAVED: &str = "game=/lud/Row.lud\nSTART GAME OPTIONS\nSize/Three\nEND GAME OPTIONS\n\
    Move=[Move:mover=1,from=2,to=2,actions=[Add:type=Cell,to=2,what=1,decision=true]]\n\
    Move=[Move:mover=2,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,decision=true]]\n";

#[test]
fn games_of_ludii_are_replayed_with_the_options_of_the_record() {
    let folder = Folder::new("replay-ludii");
    let rules = folder.file("row.lud", DESCRIPTION);
    let saved = folder.file("row.trl", SAVED);
    assert!(fine(&["replay", &saved, "--rules", &rules], "").contains("Game 1: all 2 plies are legal."));
    let trial = r#"{"kind": "trial", "setup": "", "plies": [[1, 3, 0, "[Move:mover=1,from=2,to=2,actions=[Add:type=Cell,to=2,what=1,decision=true]]"]], "over": false}"#;
    let lines = format!("{{\"kind\": \"variant\", \"options\": [\"Size/Three\"]}}\n{trial}\n");
    let lines = folder.file("row.jsonl", &lines);
    let said = json(&["replay", &lines, "--rules", &rules, "--json"]);
    assert_eq!(said["games"][0]["legal"], true, "{said}");
    // The place of the second stone is taken.
    let wrong = folder.file("wrong.trl", &SAVED.replace("from=0,to=0", "from=2,to=2"));
    let said = dagaz(&["replay", &wrong, "--rules", &rules], "");
    assert_eq!(said.code, Some(1));
    assert!(said.out.contains("Game 1, ply 2: no such move"), "{}", said.out);
}
