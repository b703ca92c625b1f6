//! Bots from the command line: as players, as an engine for others, in matches, and looking for
//! proofs.

use crate::common::{Folder, dagaz, fine};
use serde_json::Value;

/// White mates at once.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn an_engine_talks_uci() {
    let said = dagaz(&["engine", "--bot", "alphabeta"], &format!("uci\nisready\nposition fen {MATE}\ngo depth 3\n"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    for line in ["uciok", "readyok"] {
        assert!(said.out.lines().any(|other| other == line), "{line} in {}", said.out);
    }
    assert!(said.out.contains("score mate 1 ") && said.out.contains("bestmove a1a8"), "{}", said.out);
}

#[test]
fn an_engine_plays_any_game_and_answers_nonsense() {
    let said = dagaz(
        &["engine", "--bot", "alphabeta"],
        "fly\nsetoption name UCI_Variant value chesss\nposition startpos moves e2e5\n\
         setoption name UCI_Variant value tic-tac-toe\nposition startpos moves b2 a1\ngo nodes 500\n",
    );
    assert!(said.out.contains("`fly` is not understood") && said.out.contains("chess"), "{}", said.out);
    assert!(said.out.contains("`e2e5` is no legal move here"), "{}", said.out);
    assert!(said.out.lines().any(|line| line.starts_with("bestmove X@")), "{}", said.out);
}

#[test]
fn infinite_search_ends_at_end_of_input() {
    let said = dagaz(&["engine", "--bot", "alphabeta"], "position startpos\ngo infinite\n");
    assert!(said.out.contains("bestmove "), "{}", said.out);
}

#[test]
fn an_engine_talks_json_and_gtp_and_cecp() {
    let asked = format!(
        "{{\"do\":\"position\",\"position\":\"{MATE}\",\"id\":1}}\n{{\"do\":\"think\",\"budget\":\"3d\",\"id\":\"x\"}}\nnonsense\n"
    );
    let said = dagaz(&["engine", "--protocol", "json", "--bot", "alphabeta"], &asked);
    let lines: Vec<Value> = said.out.lines().map(json).collect();
    assert_eq!(lines[0]["ok"]["to_move"], "White");
    assert!(lines.iter().any(|line| line["error"].as_str().is_some_and(|text| text.contains("no JSON"))));
    let answer = lines.iter().find(|line| line["id"] == "x" && !line["ok"].is_null()).expect("an answer");
    assert_eq!(
        (&answer["ok"]["move"], &answer["ok"]["lines"][0]["score"]["win_in_plies"]),
        (&"a1a8".into(), &1.into())
    );

    let said = dagaz(
        &["engine", "tic-tac-toe", "--protocol", "gtp", "--bot", "alphabeta:9d"],
        "1 gogui-rules_game_id\n2 play b a1\n3 play b a1\n4 genmove w\n5 fly\nquit\n",
    );
    for answer in ["=1 Tic-Tac-Toe", "=2 ", "?3 illegal move", "=4 ", "?5 unknown command"] {
        assert!(said.out.contains(answer), "{answer} in {}", said.out);
    }

    let said = dagaz(
        &["engine", "--protocol", "cecp", "--bot", "alphabeta"],
        "xboard\nprotover 2\nnew\nsd 2\nping 7\nusermove e2e5\nusermove e2e4\n",
    );
    for answer in ["feature done=1", "pong 7", "Illegal move: e2e5", "move "] {
        assert!(said.out.contains(answer), "{answer} in {}", said.out);
    }

    // An interface that does not know a game receives its board and the moves of its pieces.
    let said = dagaz(&["engine", "--protocol", "cecp"], "xboard\nprotover 2\nvariant makruk\nquit\n");
    for answer in ["8x8+0_makruk", "piece S& ", "piece P& fmWfcF"] {
        assert!(said.out.contains(answer), "{answer} in {}", said.out);
    }
}

/// The engine of this program sits at a seat as any other program would.
#[test]
fn an_external_engine_plays_and_a_match_resumes() {
    let folder = Folder::new("match");
    let log = folder.0.join("log.json").display().to_string();
    let program = format!("uci:200n:{} engine tic-tac-toe --bot alphabeta", env!("CARGO_BIN_EXE_dagaz"));
    let arguments = |games: &'static str| {
        let mut all = vec!["match", "tic-tac-toe", program.as_str(), "random", "--opening", "1", "--games", games];
        all.extend(["--log", log.as_str(), "--json"]);
        all
    };
    let two = dagaz(&arguments("2"), "");
    assert_eq!(two.code, Some(0), "{}", two.err);
    assert_eq!(json(&two.out)["games"], 2);
    let four = json(&dagaz(&arguments("4"), "").out);
    assert_eq!((&four["games"], &four["losses"]), (&4.into(), &0.into()));
    let kept: serde_json::Value = json(&std::fs::read_to_string(&log).expect("it was written"));
    assert_eq!(kept["results"]["played"], serde_json::json!([{ "first": 0, "end": 4 }]), "none was played twice");
    let foreign = folder.file("foreign.json", "{\"match\":\"Go\"}\n");
    let other = dagaz(&["match", "tic-tac-toe", "random", "random", "--log", &foreign], "");
    assert!(other.code == Some(1) && other.err.contains("holds no results of a match"), "{}", other.err);
    let other = dagaz(&["match", "tic-tac-toe", "random", "random", "--log", &log], "");
    assert!(other.code == Some(2) && other.err.contains("another match"), "{}", other.err);
}

#[test]
fn a_failing_engine_is_reported() {
    let said = dagaz(&["match", "chess", "uci:100ms:/no/such/program", "random", "--games", "2"], "");
    assert!(said.code == Some(1) && said.err.contains("cannot be started"), "{}", said.err);
    let said = dagaz(&["play", "chess", "--seat", "White=alphazero"], "");
    assert!(said.code == Some(2) && said.err.contains("there is no bot `alphazero`"), "{}", said.err);
}

#[test]
fn positions_are_analysed_and_solved() {
    let thought =
        crate::common::json(&["analyse", "chess", "--position", MATE, "--bot", "alphabeta", "--time", "3d", "--json"]);
    assert_eq!(thought["lines"][0]["score"]["win_in_plies"], 1, "{thought}");
    assert_eq!(crate::common::json(&["solve", "chess", "--position", MATE, "--json"])["result"], "win");
    assert_eq!(crate::common::json(&["solve", "tic-tac-toe", "--json"])["result"], "draw");
    // The examples of the help use existing names.
    let said = dagaz(&["solve", "peg-solitaire", "--variant", "any last hole", "--nodes", "50"], "");
    assert!(said.out.contains("nothing was proved") || said.code == Some(0), "{}{}", said.out, said.err);
    let said = dagaz(&["solve", "chess", "--nodes", "50"], "");
    assert!(said.code == Some(1) && said.out.contains("nothing was proved"), "{}", said.out);
}

/// Bots of games with hidden facts need all that the player to move has seen.
#[test]
fn positions_with_hidden_facts_are_analysed() {
    let analyse = |after: &str| {
        let budget = ["--time", "50p", "--json"];
        crate::common::json(&[&["analyse", "phantom-tic-tac-toe", "--after", after], &budget[..]].concat())
    };
    for after in ["", "b2 try", "b2 try; b2 try", "b2 try; b2 try; a1 try"] {
        assert_eq!(analyse(after)["lines"].as_array().map(Vec::is_empty), Some(false), "after {after:?}");
    }
}

#[test]
fn a_bot_plays_in_the_terminal() {
    let said = fine(&["play", "tic-tac-toe", "--seat", "X=level:2", "--seat", "O=alphabeta:9d", "--seed", "4"], "");
    assert!(said.contains("(level:2)") && said.contains("(alphabeta:9d)"), "{said}");
    assert!(said.contains("The game is over") && !said.contains("O lost"), "{said}");
}
