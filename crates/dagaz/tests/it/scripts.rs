//! Runs the binary on ForthScript games.

use crate::common::{Folder, dagaz, fine, json};

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
fn scripts_play_like_other_games() {
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
    assert!(fine(&["check", &stub], "").contains("0 errors"), "what can be played is in order");
    // The script decides the players; a warning reports a file with other names.
    assert!(!fine(&["check", &script], "").contains("has Light"));
    folder.file("game.zrf", &STUB.replace("White", "Light"));
    folder.file("The-Walk.4th", &format!("{SCRIPT}{SETUP}"));
    let said = dagaz(&["check", &script], "");
    assert_eq!(said.code, Some(0), "{}", said.out);
    assert!(
        said.out.contains("but the rules file that goes with the script has") && said.out.contains("Light"),
        "{}",
        said.out
    );
}

#[test]
fn a_damaged_file_of_a_script_is_reported_with_its_location() {
    let folder = Folder::new("damaged");
    let script = folder.file("The-Walk.4th", SCRIPT);
    // Cut off before the players, in the positions, and before the set-up. Two ends too few are
    // forgiven.
    let missing = "The-Walk.zrf:1:1: the file ends in the middle";
    for (length, told) in
        [(60, "The-Walk.zrf:1:2: there is no `(players ...)`"), (250, missing), (STUB.len() - 40, "The-Walk.zrf:1:1: ")]
    {
        folder.file("The-Walk.zrf", &STUB[..length]);
        let said = dagaz(&["check", &script], "");
        assert!(said.out.contains(told) && said.out.contains("pieces itself"), "{length}: {}", said.out);
        let moves = dagaz(&["moves", &script], "");
        assert!(moves.err.contains(told) && moves.code == Some(1), "{length}: {}", moves.err);
    }
    folder.file("The-Walk.zrf", &STUB[..STUB.len() - 2]);
    assert!(fine(&["check", &script], "").contains("0 errors, 0 warnings"));
    // A script with its own set-up is played without a warning; complete rules of another game are
    // not a fault.
    let own = folder.file("The-Walk.4th", &format!("{SCRIPT}{SETUP}"));
    assert_eq!(dagaz(&["moves", &own], "").err, "");
    folder.file("The-Walk.zrf", &STUB.replace(" (engine \"../Axiom/axiom.dll\")", ""));
    assert!(fine(&["check", &own], "").contains("0 errors, 0 warnings"));
}

#[test]
fn an_error_in_a_companion_file_affects_only_its_own_part() {
    let folder = Folder::new("mistaken");
    let script = folder.file("The-Walk.4th", SCRIPT);
    for (right, wrong) in [
        ("(b1 (verify enemy?) add)", "(dummy-move)"),
        ("(White (man a1))", "(White (man a1) (ghost b1))"),
        ("(Black (man c1))", "(Black (man c1 z9))"),
    ] {
        folder.file("The-Walk.zrf", &STUB.replace(right, wrong));
        let info = json(&["info", &script, "--json"]);
        let said = (info["title"].as_str(), info["pieces"][0]["help"].as_str());
        assert_eq!(said, (Some("The Walk"), Some("Man: one step on")), "{wrong}");
        assert_eq!(info["pictures"], serde_json::json!(["w.bmp", "x.bmp"]), "{wrong}");
        let moves = dagaz(&["moves", &script], "");
        assert_eq!((moves.code, moves.out.trim()), (Some(0), "man a1 - b1"), "{wrong}: {}", moves.err);
        assert!(moves.err.contains("The-Walk.zrf:") && moves.err.contains("as far as it can be read"), "{}", moves.err);
    }
}

#[test]
fn script_output_is_shown() {
    let folder = Folder::new("printed");
    let words = ".\" hello\" CR : step .\" from \" here . CR ";
    let file = folder.file("Print.4th", &format!("{}{SETUP}", SCRIPT.replacen(": step", words, 1)));
    let said = fine(&["check", &file], "");
    assert!(said.contains("Print.4th prints:\n   hello\n   from 0\n"), "{said}");
    let printed = json(&["check", &file, "--json"])["files"][0]["printed"].clone();
    assert!(printed.as_str().is_some_and(|text| text.contains("   hello\n")), "{printed}");
    let said = dagaz(&["moves", &file], "");
    assert_eq!(said.out, "man a1 - b1\n", "standard output is for the moves");
    assert!(said.err.contains("   hello\n   from 0"), "{}", said.err);
    assert!(dagaz(&["play", &file], "1\n").err.contains("   hello"));
}

#[test]
fn script_errors_name_word_file_and_line() {
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

/// Two players who may put a stone or pass, each counted by a word that runs with the move.
const PUT: &str = "{board 2 2 {grid} {variable} passes board}
{players {player} White {player} Black players} {turn-order {turn} White {turn} Black turn-order}
: note passes ++ ; : forget 0 passes ! ;
: put empty? verify drop COMPILE forget add-move ; : rest COMPILE note Pass ;
{moves all {move} put {move} rest moves} {pieces {piece} stone {drops} all pieces}
: OnIsGameOver passes @ 2 = IF #DrawScore ELSE #UnknownScore ENDIF ;
";

#[test]
fn moves_are_written_as_axiom_writes_them() {
    let folder = Folder::new("kit-notation");
    let file = folder.file("Put.4th", PUT);
    let moves = "White stone a2\nPass\nWhite stone b2\nWhite stone a1\nWhite stone b1\n";
    assert_eq!(fine(&["moves", &file], ""), moves);
    assert_eq!(fine(&["moves", &file, "--after", "White stone a2; Pass"], "").lines().count(), 4);
    // Lines as a log has them, and all of a log.
    let lines = "1. White stone a2\n1. Black stone b2\n2. Pass\n2. Pass\n";
    for (name, text) in [
        ("lines.txt", lines.to_string()),
        (
            "log.txt",
            format!(
                "Player 1 variant = \"Put\"\nPlayer 2 variant = \"Put\"\nGame 1 of 2\n\n\n\n{}Player 1 - I lose!\n\n\
                 Cumulative results following game 1 of 2:\nPlayer 1 \"Put\", wins = 0.\nPlayer 2 \"Put\", wins = 1.\n\
                 Draws = 0\n\nGame 2 of 2\n\n(White stone a1)\n\n{lines}\nFinal results:\nDraws = 1\n2 games played.\n",
                lines.replacen("2. Pass", "using first move = Pass\n2. Pass", 1)
            ),
        ),
        ("saved.zsg", format!("Zillions Save Game File Version 0.02 HH\nRulesFile=Put.4th\nVariantName=Put\n{lines}")),
    ] {
        let record = folder.file(name, &text);
        let said = fine(&["replay", &record, "--rules", &file], "");
        let all = if name == "log.txt" { "All 8 plies of 2 games are legal" } else { "All 4 plies are legal" };
        assert!(said.contains(all), "{name}: {said}");
    }
    // An illegal move is reported with its line.
    let wrong = folder.file("wrong.txt", &lines.replace("Black stone b2", "Black stone a2"));
    let said = dagaz(&["replay", &wrong, "--rules", &file], "");
    assert!(said.code == Some(1) && said.err.contains("wrong.txt:2:"), "{}", said.err);
    let log = fine(&["autoplay", &file, &file, "2", "--bots", "random,random", "--seed", "2"], "");
    assert!(log.contains(". Pass\n") && !log.contains("Nothing"), "{log}");
    let again = folder.file("again.txt", &log);
    fine(&["replay", &again], "");
}

#[test]
fn saved_games_find_the_script_of_their_variant() {
    let folder = Folder::new("kit-variant");
    let file = folder.file("The-Walk.4th", &format!("{SCRIPT}{SETUP}"));
    let text =
        "Zillions Save Game File Version 0.02 HH\nRulesFile=C:\\Z\\Walks.zrf\nVariantName=The Walk\n1. man a1 - b1\n";
    let record = folder.file("walk.zsg", text);
    for arguments in [&["replay", &record][..], &["replay", &record, "--rules", &file]] {
        assert!(fine(arguments, "").contains("The one ply is legal"), "{arguments:?}");
    }
    let other = folder.file("other.zsg", &text.replace("The Walk", "Another Walk"));
    let said = dagaz(&["replay", &other, "--rules", &file], "");
    assert!(said.code == Some(2) && said.err.contains("`Another Walk`"), "{}", said.err);
}

#[test]
fn the_order_of_effects_does_not_matter_in_records() {
    let folder = Folder::new("kit-order");
    let words = ": step b1 capture-at c1 capture-at Black change-owner add-move";
    let file = folder.file("Order.4th", &format!("{}{SETUP}", SCRIPT.replace(": step", &format!("{words} ; : other"))));
    assert_eq!(fine(&["moves", &file], "").trim(), "x b1 x c1 = Black");
    for said in ["x b1 x c1 = Black", "= Black x c1 x b1", "x c1 x b1 = Black"] {
        let record = folder.file("order.txt", &format!("1. {said}\n"));
        assert!(fine(&["replay", &record, "--rules", &file], "").contains("The one ply is legal"), "{said}");
    }
}

#[test]
fn moves_with_one_text_are_told_apart_in_saved_games() {
    let folder = Folder::new("kit-twins");
    let words = "{variable} pot board} {directions";
    let game = SCRIPT.replacen("board} {directions", words, 1).replace(
        ": step",
        ": add pot +! ; : sow 1 COMPILE-LITERAL COMPILE add add-move 10 COMPILE-LITERAL COMPILE add add-move ; : step",
    );
    let file = folder.file("Sow.4th", &format!("{}{SETUP}", game.replace("{move} step", "{move} sow {move} step")));
    let listed = fine(&["moves", &file], "");
    let texts: std::collections::HashSet<&str> = listed.lines().collect();
    assert_eq!(texts.len(), listed.lines().count(), "{listed}");
    for text in texts {
        fine(&["moves", &file, "--after", text], "");
    }
    let said = dagaz(&["moves", &file, "--after", "Pass"], "");
    assert!(said.code == Some(1) && said.err.contains("any of 2 moves"), "{}", said.err);
    let records = folder.0.join("records").display().to_string();
    let arguments = ["autoplay", &file, "--bots", "random", "-n", "4", "--seed", "3", "--max-plies", "30"];
    fine(&[&arguments[..], &["--records", &records]].concat(), "");
    let position = |ending: &str, number: usize| {
        let record = std::path::Path::new(&records).join(format!("game-{number:06}.{ending}")).display().to_string();
        json(&["replay", &record, "--rules", &file, "--json"])["games"][0]["position"].clone()
    };
    for number in 1..=4 {
        assert_eq!(position("zsg", number), position("json", number), "game {number}");
    }
}

#[test]
fn a_log_lists_the_set_up_as_the_script_does_and_counts_rounds() {
    let folder = Folder::new("kit-log");
    let words = "DEFER light : step e verify enemy? verify from here move partial add-move ; : other";
    let text = format!(
        "{}' man IS light {{board-setup {{setup}} Black man c1 {{setup}} White light a1 {{setup}} Black man b1 board-setup}}",
        SCRIPT.replace(": step", words)
    );
    let file = folder.file("Log.4th", &text);
    let log = fine(&["autoplay", &file, &file, "1", "--bots", "random,random"], "");
    let setup = "(Black man c1)\n(White light a1)\n(Black man b1)\n";
    assert_eq!(log.matches(setup).count(), 2, "{log}");
    assert!(log.contains("1. man a1 x b1 partial 0\n1. man b1 x c1 partial 0\n"), "{log}");
}

#[test]
fn runtime_errors_are_reported_once_by_every_command() {
    let folder = Folder::new("kit-faults");
    let words =
        "DEFER never : late never ; : step e verify empty? verify from here move COMPILE late add-move ; : other";
    let file = folder.file("Late.4th", &format!("{}{SETUP}", SCRIPT.replace(": step", words)));
    let bench: &[&str] = &["bench", &file, "--playouts", "3"];
    for arguments in [bench, &["check", &file], &["moves", &file, "--after", "man a1 - b1"]] {
        let said = dagaz(arguments, "");
        let text = said.out + &said.err;
        assert_eq!(text.matches("Late.4th:4: error[A0001]").count(), 1, "{arguments:?}: {text}");
    }
    let over = folder.file("Over.4th", &format!("{SCRIPT}{SETUP} : OnIsGameOver #WinScore ;"));
    let said = dagaz(&["moves", &over], "");
    assert!(
        said.err.contains("over before it begins: White won") && !said.err.contains("nobody can move"),
        "{}",
        said.err
    );
}
