//! Runs the binary on ForthScript games.

mod common;

use common::{Folder, dagaz, fine, json};

const SCRIPT: &str = "{board 1 3 {grid} board} {directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players} {turn-order {turn} White {turn} Black turn-order}
{symmetries Black {symmetry} e w symmetries}
: step e verify empty? verify from here move add-move ;
{moves steps {move} step moves} {pieces {piece} man {moves} steps pieces}
";
const SETUP: &str = "{board-setup {setup} White man a1 {setup} Black man c1 board-setup}";
const STUB: &str = "(game (title \"The Walk\") (engine \"../Axiom/axiom.dll\") (description \"Two men on a path.\")
  (option \"pass turn\" forced) (option \"animate drops\" false) (players White Black) (turn-order White Black)
  (board (image \"x.bmp\") (positions (a1 0 0 9 9) (b1 10 0 19 9) (c1 20 0 29 9)))
  (piece (name man) (help \"Man: one step on\") (image White \"w.bmp\"))
  (piece (name Dummy) (dummy) (moves (b1 (verify enemy?) add)))
  (board-setup (White (man a1)) (Black (man c1))))";

#[test]
fn scripts_are_played_like_any_game() {
    let folder = Folder::new("scripts");
    let file = folder.file("Walk.4th", &format!("{SCRIPT}{SETUP}"));
    assert_eq!(fine(&["moves", &file], "").trim(), "man a1 - b1");
    assert_eq!(fine(&["perft", &file, "2"], ""), "1 1\n2 0\n");
    assert!(fine(&["check", &file], "").contains("0 errors"));
    assert_eq!(json(&["info", &file, "--json"])["generators"][0], "step");
    assert_eq!(json(&["bench", &file, "--playouts", "2", "--json"])["playouts"], 2);
    let saved = folder.0.join("walk.zsg").display().to_string();
    let played = fine(&["play", &file, "--save", &saved], "1\nq\n");
    assert!(played.contains("no moves"), "{played}");
    let replayed = fine(&["replay", &saved], "");
    assert!(replayed.contains("The one ply is legal"), "{replayed}");
    let again = dagaz(&["info", &file, "--compiled"], "");
    assert_eq!(again.code, Some(2), "{}", again.err);
}

#[test]
fn the_file_that_goes_with_a_script_gives_what_the_script_lacks() {
    let folder = Folder::new("stub");
    folder.file("game.zrf", STUB);
    let script = folder.file("The-Walk.4th", SCRIPT);
    assert_eq!(fine(&["moves", &script], "").trim(), "man a1 - b1");
    let info = json(&["info", &script, "--json"]);
    assert_eq!((info["title"].as_str(), info["description"].as_str()), (Some("The Walk"), Some("Two men on a path.")));
    assert_eq!(info["pieces"][0]["help"], "Man: one step on");
    let option = |name: &str, value: &str| serde_json::json!({ "name": name, "value": value });
    let options = serde_json::json!([option("pass turn", "forced"), option("animate drops", "false")]);
    assert_eq!(info["options"], options, "they are told, and change nothing");
    assert_eq!(info["pictures"], serde_json::json!(["w.bmp", "x.bmp"]));
    assert!(fine(&["info", &script], "").contains("pass turn: forced, animate drops: false"));
    // And it may be named in the script's place.
    let stub = folder.0.join("game.zrf").display().to_string();
    assert_eq!(fine(&["moves", &stub], "").trim(), "man a1 - b1");
}

#[test]
fn mistakes_of_scripts_are_told_by_word_file_and_line() {
    let folder = Folder::new("broken");
    let broken = folder.file("broken.4th", &format!("{SCRIPT}: other jump; ;\nLOAD part.4th\n{SETUP}"));
    folder.file("Part.4th", "\n: more slide; ;");
    let said = dagaz(&["check", &broken], "");
    assert_eq!(said.code, Some(1));
    assert!(said.out.contains("broken.4th:6: error[A0001]: `jump;` is no word"), "{}", said.out);
    assert!(said.out.contains("part.4th:2: error[A0001]: `slide;` is no word"), "{}", said.out);
    assert_eq!(dagaz(&["moves", &broken], "").code, Some(1));
    let late = SCRIPT.replace(": step ", "DEFER never : deep never ; : step deep ");
    let late = folder.file("late.4th", &format!("{late}{SETUP}"));
    for command in ["check", "moves", "play", "bench"] {
        let said = dagaz(&[command, &late], "");
        let text = said.out + &said.err;
        assert_eq!(said.code, Some(1), "{command}: {text}");
        assert!(text.contains("late.4th:4: error[A0001]") && text.contains("DEFER"), "{command}: {text}");
    }
    let outside = folder.file("sub/outside.4th", "LOAD ../broken.4th");
    assert!(dagaz(&["check", &outside], "").out.contains("only files of its own folder"));
}
