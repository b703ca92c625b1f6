//! The binary as a person or a script meets it.

use std::path::Path;

use crate::common::{Folder, dagaz, fine, json};

/// Sites in a row, on which a stone walks to the end.
const WALK: &str = r#"
(version "2.0")
(game (title "Walk") (players Walker) (turn-order Walker)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (10 0)) ("1" (0 10))) (directions (e 1 0))))
  (board-setup (Walker (Stone a1)))
  (piece (name Stone) (moves (e (verify empty?) add)))
  (win-condition (Walker) (absolute-config Stone (c1))))
(variant (title "Walk from the middle") (board-setup (Walker (Stone b1))))
"#;

/// The rules of chess in edition 2.
const CHESS_ZRF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/chess/chess/chess.zrf");

/// Without arguments the gallery is served, until the process is stopped.
#[test]
fn without_arguments_games_are_served() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = Folder::new("served");
    let mut child = Command::new(env!("CARGO_BIN_EXE_dagaz"))
        .env("XDG_DATA_HOME", &folder.0)
        .env("HOME", &folder.0)
        .env("LOCALAPPDATA", &folder.0)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    let read = BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line);
    child.kill().expect("it was running");
    child.wait().expect("it ends");
    assert!(read.is_ok() && line.contains("http://127.0.0.1:") && line.contains("/open?token="), "{line}");
}

/// With any mode of the folder: passwords and session tokens are unreadable for other users of the
/// machine.
#[cfg(target_os = "linux")]
#[test]
fn data_of_a_public_server_is_private_on_disk() {
    use std::io::{BufRead, BufReader};
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};
    let folder = Folder::new("kept");
    let data = folder.0.join("data");
    let mut child = Command::new(env!("CARGO_BIN_EXE_dagaz"))
        .args(["serve", "--public", "http://127.0.0.1:1", "--port", "0", "--no-open", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let read = BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut String::new());
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let inside = std::fs::read_dir(&data).expect("it is there").map(|entry| entry.expect("it is read").path());
    let modes: Vec<_> = inside.map(|path| (mode(&path), path)).collect();
    child.kill().expect("it was running");
    child.wait().expect("it ends");
    assert!(read.is_ok() && mode(&data) == 0o700 && modes.len() >= 5, "{modes:?}");
    assert!(modes.iter().all(|(mode, _)| mode & 0o077 == 0), "{modes:?}");
}

#[test]
fn help_is_printed_on_request() {
    let text = fine(&["--help"], "");
    assert!(text.contains("Usage: dagaz") && text.contains("dagaz play chess"), "{text}");
}

#[test]
fn every_command_has_examples_in_its_help() {
    for command in ["serve", "games", "check", "info", "moves", "perft", "play", "bench"] {
        let text = fine(&[command, "--help"], "");
        assert!(text.contains("Examples:") && text.contains(&format!("dagaz {command}")), "{text}");
    }
}

#[test]
fn wrong_usage_has_code_two() {
    for arguments in [
        &["moves"][..],
        &["fly", "chess"],
        &["moves", "no-such-game"],
        &["perft", "chess", "deep"],
        &["moves", "chess", "--variant", "Rollerball"],
        &["play", "chess", "--seat", "Green=human"],
        &["play", "chess", "--seat", "White"],
        &["play", "chess", "--seat", "White=random", "--seat", "white=human"],
        &["perft", "chess", "-1"],
        &["bench", "chess", "--playouts", "-1"],
        &["play", "chess", "--seed", "-1"],
        &["bench", "chess", "--seconds", "-1"],
        &["bench", "chess", "--seconds", "1", "--playouts", "1"],
        &["bench", "chess", "--perft", "2", "--playouts", "1"],
        &["bench", "chess", "--perft", "2", "--max-plies", "9"],
        &["bench", "chess", "--perft", "2", "--quiet-limit", "9"],
        &["bench", "chess", "--perft", "2", "--seed", "9"],
        &["bench", "chess", "--threads", "-1"],
        &["bench", "chess", "--threads", "5000"],
        &["games", "no-such-family"],
    ] {
        let said = dagaz(arguments, "");
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.err);
        assert!(said.out.is_empty() && !said.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_negative_number_is_named_in_the_error() {
    for arguments in [
        &["bench", "chess", "--seconds", "-1"][..],
        &["perft", "chess", "-1"],
        &["bench", "chess", "--max-plies", "-2"],
    ] {
        let said = dagaz(arguments, "");
        assert!(said.err.contains("must be 0 or more") && !said.err.contains("tip:"), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn a_missing_file_is_a_usage_error() {
    let folder = Folder::new("unreadable");
    let missing = folder.0.join("missing.zrf").display().to_string();
    for command in [&["check"][..], &["info"], &["moves"], &["play"], &["bench", "--playouts", "1"], &["replay"]] {
        let said = dagaz(&[command, &[missing.as_str()]].concat(), "");
        assert_eq!(said.code, Some(2), "{command:?}: {}", said.err);
    }
    let said = dagaz(&["check", &folder.file("future.drf", "")], "");
    assert_eq!(said.code, Some(1), "{}", said.err);
}

#[test]
fn questions_about_all_pieces_of_all_players_have_a_limit() {
    let list = |count: usize, part: &str| -> String { (0..count).map(|n| part.replace('#', &n.to_string())).collect() };
    let game = |goals: usize| {
        format!(
            "(game (title \"many\") (players {players}) (turn-order p0 p1)
              (board (grid (dimensions (\"a/b/c\" (1 0)) (\"1\" (0 1))) (directions (e 1 0))))
              (piece (name M) (moves (e add))) {kinds} (board-setup (p0 (M a1)) (p1 (M b1)))
              (win-condition ({players}) (or {goals})))",
            players = list(16, "p# "),
            kinds = list(500, "(piece (name k#))"),
            goals = "(total-piece-count 99999) ".repeat(goals),
        )
    };
    let folder = Folder::new("counts");
    fine(&["check", &folder.file("few.zrf", &game(2))], "");
    let said = dagaz(&["check", &folder.file("many.zrf", &game(20))], "");
    assert!(said.out.contains("many.zrf:1:1: error") && said.out.contains("size of the move rules"), "{}", said.out);
}

#[test]
fn help_tells_the_exit_codes() {
    for arguments in [&["--help"][..], &["games", "--help"], &["check", "--help"], &["play", "--help"]] {
        let text = fine(arguments, "").split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [
            "0 all is well",
            "1 the rules,",
            "or the output written",
            "2 wrong usage, such as a FILE that is not there",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    assert!(fine(&["play", "--help"], "").contains("stops after 10000 plies"));
}

#[test]
fn several_turns_are_taken_back_at_once() {
    let text = fine(&["play", "tic-tac-toe"], "b2\na3\nc3\nundo 2\nredo 2\nposition\nquit\n");
    assert_eq!((text.matches("Taken back:").count(), text.matches("Played again:").count()), (2, 2), "{text}");
    let said = dagaz(&["play", "tic-tac-toe"], "b2\nundo 5\nundo x\nundo 0\nquit now\n");
    assert_eq!(said.code, Some(1));
    for part in [
        "Taken back: X: X Mark b2",
        "there is no move of yours to take back",
        "`x` is no number of turns",
        "`0` is no number of turns",
        "the command `quit` stands alone",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

#[test]
fn a_mistyped_game_name_gets_a_suggestion() {
    let said = dagaz(&["moves", "ches"], "");
    assert!(said.err.contains("there is no file `ches`") && said.err.contains("did you mean chess"), "{}", said.err);
}

#[test]
fn games_lists_the_library() {
    assert!(fine(&["games"], "").contains("tic-tac-toe"));
    let games = json(&["games", "chess", "--json"]);
    let names: Vec<&str> =
        games["games"].as_array().expect("a list").iter().filter_map(|game| game["name"].as_str()).collect();
    assert!(names.contains(&"chess") && !names.contains(&"hex"), "{names:?}");
    for (typed, name) in [("koth", "king-of-the-hill"), ("Fischer", "chess960"), ("weiqi", "go-19x19")] {
        let games = json(&["games", typed, "--json"]);
        assert_eq!(games["games"][0]["name"], name, "{typed}");
    }
}

#[test]
fn starts_of_chess960_are_drawn_or_chosen() {
    for (position, row) in [("518", "RNBQKBNR"), ("0", "BBQNNRKR")] {
        let said = json(&["moves", "chess960", "--position", position, "--json"]);
        assert!(said["position"].as_str().is_some_and(|fen| fen.contains(&format!("/{row} w"))), "{said}");
    }
    let said = dagaz(&["moves", "chess960", "--position", "random"], "");
    assert!(said.code == Some(0) && said.err.contains("the start is"), "{}", said.err);
    assert_eq!(dagaz(&["moves", "chess", "--position", "random"], "").code, Some(1), "chess has one start");
}

#[test]
fn every_game_of_the_library_is_right() {
    let games = json(&["games", "--json"]);
    let names: Vec<&str> =
        games["games"].as_array().expect("a list").iter().filter_map(|game| game["name"].as_str()).collect();
    let mut arguments = vec!["check", "--json"];
    arguments.extend(&names);
    let report = json(&arguments);
    assert_eq!(report["summary"]["files"], names.len());
    assert_eq!(report["summary"]["errors"], 0);
}

#[test]
fn check_reports_what_is_wrong_in_the_look_beside_the_rules() {
    let folder = Folder::new("look");
    let rules = "(drf 3) (game \"Look\" (players White Black) (board (grid 3 3))
        (setup (White (Man a1)) (Black (Man c3))) (piece Man \"M\" (moves (step n))))";
    let game = folder.file("look.drf", rules);
    folder.file("look.toml", "[board]\nkind = \"tiles\"\n\n[pieces.Man]\nglyf = \"frog\"\n");
    let said = dagaz(&["check", &game], "");
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert!(said.out.contains("look.toml:5:1: error[look]: unknown key `glyf`"), "{}", said.out);
    assert!(said.out.contains("did you mean `glyph`?"), "{}", said.out);
    let said = dagaz(&["check", "--json", &game], "");
    assert!(said.out.contains("\"line\": 5"), "{}", said.out);
    folder.file("look.toml", "[pieces.Man]\nglyph = \"frog\"\n");
    fine(&["check", &game], "");
    // A game of the library brings its look.
    fine(&["check", "quoridor", "ultimate-tic-tac-toe"], "");
}

#[test]
fn check_shows_errors_with_their_location() {
    let folder = Folder::new("check");
    let good = folder.file("good.zrf", WALK);
    let bad = folder.file("bad.zrf", &WALK.replace("(verify empty?) add", "sideways add"));
    let text = fine(&["check", &good], "");
    assert!(
        text.starts_with("checked 1 file, 2 variants in ") && text.ends_with(" s: 0 errors, 0 warnings\n"),
        "{text}"
    );
    let said = dagaz(&["check", &good, &bad], "");
    assert_eq!(said.code, Some(1));
    assert!(
        said.out.contains("bad.zrf:6:") && said.out.contains("error[") && said.out.contains("sideways"),
        "{}",
        said.out
    );
    assert!(said.out.trim_end().lines().last().is_some_and(|line| line.starts_with("checked 2 files, 4 variants in ")));

    let said = dagaz(&["check", "--json", &folder.0.display().to_string()], "");
    assert_eq!(said.code, Some(1));
    let report: serde_json::Value = serde_json::from_str(&said.out).expect("JSON in spite of errors");
    assert_eq!(
        (&report["summary"]["files"], report["files"][1]["errors"].as_u64() > Some(0)),
        (&2.into(), false),
        "by name"
    );
    assert_eq!(report["files"][0]["diagnostics"][0]["at"]["line"], 6);
}

#[test]
fn rules_with_errors_are_not_played() {
    let folder = Folder::new("errors");
    let bad = folder.file("bad.zrf", &WALK.replace("(verify empty?) add", "sideways add"));
    for command in ["info", "moves", "play", "bench"] {
        let said = dagaz(&[command, &bad], "");
        assert_eq!(said.code, Some(1), "{command}");
        assert!(said.err.contains("sideways") && said.out.is_empty(), "{command}: {}", said.err);
    }
}

/// What each command that needs the game says of it.
fn refusals(file: &str) -> Vec<String> {
    let commands: [&[&str]; 4] =
        [&["moves", file], &["perft", file, "2"], &["bench", file, "--playouts", "1"], &["play", file]];
    let said = commands.map(|arguments| dagaz(arguments, ""));
    assert!(said.iter().all(|said| said.code == Some(1) && said.out.trim().lines().count() <= 1));
    said.into_iter().map(|said| said.err).collect()
}

/// A piece that would come from a hand by a rule of its own.
const WAITING: &str =
    "(drf 3) (game \"Waiting\" (players White Black) (board (grid a-c 1-3)) (setup (each (hand (Man 3))))
  (piece Man (moves enter)) (rule enter (at empty) (drop Man)) (lose stuck no-moves))";

#[test]
fn every_command_locates_errors_of_a_game() {
    let folder = Folder::new("refusals");
    let endless = "\n(e (verify empty?) add)\n((while on-board? (if (on-board? e) e else a1)) add)";
    let cases = [
        ("loop.zrf", WALK.replace("(e (verify empty?) add)", endless), "loop.zrf:8:", "loop turns in one move rule"),
        (
            "stuck.zrf",
            WALK.replace("(e (verify empty?) add)", "(e (verify enemy?) add)"),
            "stuck.zrf:3:",
            "over before it begins",
        ),
        ("waiting.drf", WAITING.to_string(), "waiting.drf:1:", "no piece is on the board"),
    ];
    for (name, text, place, what) in cases {
        let file = folder.file(name, &text);
        let checked = dagaz(&["check", &file], "").out;
        assert!(checked.contains(place) && checked.contains(what), "{checked}");
        for said in refusals(&file) {
            assert!(said.contains(place) && said.contains(what) && checked.contains(said.trim()), "{said}");
        }
    }
}

#[test]
fn a_game_with_more_moves_than_can_be_listed_is_refused_by_every_command() {
    let folder = Folder::new("explosion");
    // Half a million drops: single steps, so that nothing could be played piecemeal.
    let joined = |count: u32, prefix: &str, between: &str| -> String {
        (0..count).map(|number| format!("{prefix}{number}")).collect::<Vec<_>>().join(between)
    };
    let (columns, rows, kinds) = (joined(100, "c", "-/"), joined(100, "", "/"), joined(50, "T", " "));
    let pieces: String = (0..50).map(|kind| format!("(piece (name T{kind}))")).collect();
    let text = format!(
        "(game (title \"Burst\") (players A B) (turn-order A B)\n(board (grid (dimensions (\"{columns}-\" (1 0))
           (\"{rows}\" (0 1)))))\n(board-setup (A (M off 9)) (B (M off 9))) {pieces}
           (piece (name M) (drops ((verify empty?) (add {kinds})))))"
    );
    let file = folder.file("burst.zrf", &text);
    for said in refusals(&file) {
        assert!(said.contains("limit reached: ") && said.contains("moves in one position"), "{said}");
        assert!(said.contains("burst.zrf:5:"), "{said}");
    }
}

#[test]
fn includes_come_from_the_folder_of_the_file() {
    let folder = Folder::new("include");
    folder.file("secret.inc", "(define step e (verify empty?) add)");
    folder.file("mine/parts/step.inc", "(define step e (verify empty?) add)");
    let text = |path: &str| {
        WALK.replace("(version \"2.0\")", &format!("(version \"2.0\") (include \"{path}\")"))
            .replace("e (verify empty?) add", "(step)")
    };
    let good = folder.file("mine/good.zrf", &text("parts\\Step.inc"));
    assert_eq!(fine(&["moves", &good], ""), "Stone a1 - b1\n");
    let bad = folder.file("mine/bad.zrf", &text("../secret.inc"));
    let said = dagaz(&["moves", &bad], "");
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("include"), "{}", said.err);
}

#[test]
fn chess_is_drawn_by_fifty_moves_and_insufficient_material() {
    let text = fine(&["info", "chess"], "");
    for ending in ["insufficient-material: a draw, if", "repetition: a draw, if", "fifty-moves: a draw, if"] {
        assert!(text.contains(ending), "{text}");
    }
    let ended = |arguments: &[&str], ending: &str| {
        let value = json(&[arguments, &["--json"]].concat());
        assert_eq!(
            (&value["outcome"]["ending"], &value["outcome"]["results"]["White"]),
            (&ending.into(), &"draw".into())
        );
        value
    };
    let fen = "4k3/8/8/8/8/8/8/4K2R w - - 99 80";
    let value = ended(&["moves", "king-of-the-hill", "--position", fen, "--after", "h1h2"], "fifty-moves");
    assert_eq!(value["position"], "4k3/8/8/8/8/8/7R/4K3 b - - 100 80");
    ended(&["moves", "chess", "--position", "7k/8/8/8/8/8/8/K7 w - - 0 1"], "insufficient-material");
}

#[test]
fn info_tells_what_a_game_is() {
    for chess in ["chess", CHESS_ZRF] {
        let text = fine(&["info", chess], "");
        for part in ["Chess", "White", "Black", "grid of 8 x 8", "Knight (N)", "Endings", "rnbqkbnr/pppppppp"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    let info = json(&["info", "chess", "--json"]);
    assert_eq!(info["board"]["sites"].as_array().map(Vec::len), Some(64));
    assert_eq!(info["pieces"].as_array().map(Vec::len), Some(6));
}

#[test]
fn info_tells_what_the_compiler_has_made_of_the_rules() {
    let text = fine(&["info", "chess", "--compiled"], "");
    for part in ["White Rook", "masks", "families", "after last", "asks what the last move was"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let reversi = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/flipping/reversi/reversi.zrf");
    let compiled = json(&["info", reversi, "--compiled", "--json"]);
    assert_eq!((&compiled["flat"], &compiled["rules"][0]["form"]), (&true.into(), &"lockstep".into()));
    // Where equal results are one move, lists say too little.
    let halma = json(&["info", "halma", "--compiled", "--json"]);
    assert_eq!(halma["flat"], false);
    assert!(halma["why"].as_str().is_some_and(|why| !why.is_empty()), "{halma}");
}

#[test]
fn info_tells_which_rules_of_edition_3_are_compiled_and_why_others_are_walked() {
    let text = fine(&["info", "knightmate", "--compiled"], "");
    for part in ["bitboards", "White Rook", "masks", "families"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let compiled = json(&["info", "knightmate", "--compiled", "--json"]);
    let named = |rule: &str| compiled["rules"].as_array().expect("rules").iter().any(|one| one["rule"] == rule);
    assert!(compiled["flat"] == true && named("slide") && named("strike"), "{compiled}");
    // Each of these says for itself why it is not.
    for (game, how, form, why) in [
        ("go-9x9", "by a specialised executor", "stones", "taken without liberties"),
        ("canadian-draughts", "by a specialised executor", "draughts", "of the draughts family"),
        ("yavalath", "by a specialised executor", "placements", "put pieces on empty sites"),
        ("reversi", "by a specialised executor", "choices", "its moves are choices of sites"),
        ("kalah", "by a specialised executor", "numbers", "nothing but numbers"),
        ("arimaa", "by the compiled executor", "compiled", "one class of moves comes before another"),
    ] {
        let text = fine(&["info", game, "--compiled"], "");
        assert!(
            text.contains(&format!("played {how}, not by the bitboard executor")) && text.contains(why),
            "{game}: {text}"
        );
        let walked = json(&["info", game, "--compiled", "--json"]);
        assert_eq!(walked["flat"], false, "{game}");
        assert_eq!((&walked["form"], &walked["rules"][0]["form"]), (&form.into(), &form.into()), "{game}");
        assert!(walked["why"].as_str().is_some_and(|said| said.contains(why)), "{walked}");
    }
}

#[test]
fn info_names_the_clause_for_which_rules_are_walked() {
    let folder = Folder::new("walked");
    let game = |name: &str, clause: &str| {
        let text = format!(
            "(drf 3)\n(game \"A\"\n  (board (grid 4 4))\n  (setup (White (Man a1)) (Black (Man d4)))\n  \
             (piece Man \"M\" (moves (step orthogonal)))\n  (never corner (and mine a4))\n  {clause})"
        );
        folder.file(name, &text)
    };
    for (name, clause, found) in [
        ("never.drf", "(never crowd (> (count mine) 3))", "where one's own stand: (never crowd …), at never.drf:7"),
        ("first.drf", "(first step pass)", "a result is forbidden besides: (never corner …), at first.drf:6"),
        ("score.drf", "(score most (= turn 9) (count mine))", "idle turns: (score most …), at score.drf:7"),
    ] {
        let text = fine(&["info", &game(name, clause), "--compiled"], "");
        assert!(text.contains(found), "{found}: {text}");
    }
}

#[test]
fn variants_are_taken_by_title_part_or_number() {
    let folder = Folder::new("variant");
    let file = folder.file("walk.zrf", WALK);
    for (name, expected) in
        [("Walk", "a1 - b1"), ("walk from the middle", "b1 - c1"), ("middle", "b1 - c1"), ("2", "b1 - c1")]
    {
        assert_eq!(fine(&["moves", &file, "--variant", name], ""), format!("Stone {expected}\n"));
    }
}

#[test]
fn moves_after_moves() {
    assert_eq!(fine(&["moves", "chess"], "").lines().count(), 20);
    let text = fine(&["moves", "chess", "--after", "e2e4; e7-e5; Knight g1 - f3"], "");
    assert!(text.lines().any(|line| line == "Nc6"), "{text}");
    let value = json(&["moves", "chess", "--json"]);
    assert_eq!((&value["count"], &value["to_move"][0]), (&20.into(), &"White".into()));
    let said = dagaz(&["moves", "chess", "--after", "e2e4; e2e4"], "");
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("move 2: `e2e4` is not a legal move"), "{}", said.err);
}

#[test]
fn a_longer_path_differs_from_its_first_step() {
    let said = dagaz(&["moves", "english-draughts", "--after", "c3 - d4 - e5"], "");
    assert_eq!(said.code, Some(1), "{}", said.out);
    assert!(said.err.contains("c3 - d4 - e5"), "{}", said.err);
    let said = dagaz(&["why", "chess", "e2 - e4 x d5"], "");
    assert!(!said.out.contains("this is legal"), "{}{}", said.out, said.err);
}

#[test]
fn moves_of_a_finished_game() {
    let said = dagaz(&["moves", "tic-tac-toe", "--after", "a3; b3; a2; b2; a1"], "");
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""));
    assert!(said.err.contains("The game has ended: X won"), "{}", said.err);
    let value = json(&["moves", "tic-tac-toe", "--after", "a3; b3; a2; b2; a1", "--json"]);
    assert_eq!(value["outcome"]["results"]["X"], "win");
}

#[test]
fn a_pocket_repeats_the_letter_of_each_piece() {
    const MANY: &str = "k7/8/8/8/8/8/8/K7[PPPPPPPPPPpp] w - - 0 1";
    let listed = json(&["moves", "crazyhouse", "--position", MANY, "--json"]);
    assert_eq!(listed["position"].as_str(), Some(MANY), "as Fairy-Stockfish and python-chess write it");
}

#[test]
fn positions_are_accepted_and_errors_shown() {
    let mated = ["moves", "chess", "--position", "7k/6Q1/6K1/8/8/8/8/8 b - -"];
    assert!(dagaz(&mated, "").err.contains("White won"));
    let line = "turn=Black; Black King=h8; White Queen=g7; White King=g6";
    assert_eq!(dagaz(&["moves", "chess", "--position", line], "").out, "");
    let said = dagaz(&["moves", "chess", "--position", "7k/6Q1/6K1/7/8/8/8/8 b"], "");
    assert_eq!(said.code, Some(1));
    assert!(
        said.err.contains("column 13: row 4 has 7 of 8 places\n  7k/6Q1/6K1/7/8/8/8/8 b\n              ^"),
        "{}",
        said.err
    );
}

#[test]
fn perft_counts() {
    assert_eq!(fine(&["perft", "chess", "3"], ""), "1 20\n2 400\n3 8902\n");
    assert_eq!(fine(&["perft", "chess", "4", "--memory", "1"], ""), "1 20\n2 400\n3 8902\n4 197281\n");
    assert_eq!(fine(&["perft", "chess", "3", "--only"], ""), "3 8902\n");
    let too_much = dagaz(&["perft", "chess", "3", "--memory", "99999999"], "");
    assert!(too_much.code == Some(2) && too_much.err.contains("at most 1048576"), "{}", too_much.err);
    let divided = fine(&["perft", "chess", "2", "--divide"], "");
    assert!(divided.contains("Pawn e2 - e4: 20\n"), "{divided}");
    let value = json(&["perft", "tic-tac-toe", "3", "--merged", "--divide", "--json"]);
    assert_eq!(value["depths"][2]["nodes"], 504);
    assert_eq!(value["divide"].as_array().map(Vec::len), Some(9));
}

#[test]
fn a_move_without_a_piece_is_named_by_its_site() {
    let text = fine(&["play", "kalah"], "A1\nquit\n");
    assert!(text.contains("South: seeds a1 - e1"), "{text}");
    assert!(fine(&["why", "kalah", "c1"], "").contains("this is legal, by sow"));
    assert!(fine(&["why", "chess", "e2"], "").contains("e2 is not legal"), "a pawn has two ways to go on");
}

#[test]
fn a_game_is_played_through_a_pipe() {
    let text = fine(&["play", "tic-tac-toe"], "moves\nb2\na3\nundo\nredo\nhint\nb3\nc3\nb1\nundo\nb1\nquit\n");
    for part in [
        "X to move, 9 legal moves.",
        "X: X Mark b2",
        "Taken back: O: O Mark a3",
        "Played again: O: O Mark a3",
        "Try X Mark ",
        "The game is over:",
        "  X won\n  O lost\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("The game is over:").count(), 2, "once more after undo");
}

#[test]
fn refused_lines_are_explained_and_kept() {
    let said = dagaz(&["play", "chess"], "e2e5\n99\nundo\nsave\n");
    assert_eq!(said.code, Some(1));
    for part in [
        "`e2e5` is not a legal move here",
        "there is no move number 99",
        "there is no move of yours to take back",
        "`save` needs the name of a file",
        "Stopped after 0 moves. The position:\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

#[test]
fn a_long_move_is_entered_step_by_step() {
    let position = "8/8/3m1m2/8/3m4/2M5/8/8 w";
    let play = |input: &str| fine(&["play", "english-draughts", "--position", position], input);
    let text = play("c3e5\nundo\nc3-e5\ne5-g7\n");
    assert!(text.contains("Black to go on after x d4 Man c3 - e5: 2 ways;"), "{text}");
    assert!(text.contains("Black: x d4 Man c3 - e5 + x f6 Man e5 - g7"), "{text}");
    let text = play("c3 e5 c7\n");
    assert!(text.contains("Black: x d4 Man c3 - e5 + x d6 Man e5 - c7"), "{text}");
}

#[test]
fn random_seats_play_automatically() {
    let run = || fine(&["play", "tic-tac-toe", "--seat", "X=random", "--seat", "O=random", "--seed", "3"], "");
    let text = run();
    assert_eq!(text, run(), "the same seed, the same game");
    assert!(text.contains("X (at random): X Mark") && text.contains("The game is over:"), "{text}");
}

#[test]
fn dice_rolls_do_not_depend_on_the_players() {
    let text = fine(&["play", "royal-game-of-ur", "--seed", "3"], "1\n1\nundo\n1\nquit\n");
    let thrown = text.matches("(by chance): pips ").count();
    assert!(thrown >= 3, "{text}");
    assert!(!text.contains("Nothing"), "nobody is asked to choose a throw: {text}");
    let both = ["play", "royal-game-of-ur", "--seed", "3", "--seat", "Light=alphabeta:100n", "--seat", "Dark=greedy"];
    let text = fine(&both, "");
    assert!(text.contains("The game is over:") && text.contains("pips 4") && text.contains("pips 0"), "{text}");
}

#[test]
fn a_game_is_saved() {
    let folder = Folder::new("save");
    let file = folder.0.join("game.zsg").display().to_string();
    let input = format!("e2e4\nc7c5\ng1f3\nsave {file}\nquit\n");
    fine(&["play", CHESS_ZRF], &input);
    let saved = std::fs::read_to_string(&file).expect("a saved game");
    let expected = "Zillions Save Game File Version 0.02 HH\nRulesFile=chess.zrf\nVariantName=Chess\n\
        1. Pawn e2 - e4\n1. Pawn c7 - c5\n2. Knight g1 - f3\n";
    assert_eq!(saved, expected);
    let said = dagaz(&["play", CHESS_ZRF], &format!("save {file}\n"));
    assert!(said.out.contains("exists already"), "{}", said.out);
    assert!(Path::new(&file).exists());
}

#[test]
fn moves_are_understood_in_every_notation_that_the_game_has() {
    for (game, position, typed, played) in [
        ("chess", "4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1", "bxc4", "Pawn b3 x c4"),
        ("chess", "4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1", "Bxc4", "Bishop e2 x c4"),
        (CHESS_ZRF, "", "e2 - e4 double-push", "Pawn e2 - e4"),
        ("chess", "", "Nf3", "Knight g1 - f3"),
        ("shogi", "", "7g7f", ""),
        ("xiangqi", "", "C2=5", ""),
        ("international-draughts", "", "32-28", ""),
    ] {
        let mut arguments = vec!["moves", game, "--after", typed, "--json"];
        let mut play = vec!["play", game];
        if !position.is_empty() {
            arguments.extend(["--position", position]);
            play.extend(["--position", position]);
        }
        let after = json(&arguments)["position"].as_str().unwrap_or_default().to_string();
        let said = fine(&play, &format!("{typed}\nposition\nquit\n"));
        assert!(said.contains(&after) && said.contains(played), "{typed}: {after}: {said}");
    }
}

#[test]
fn an_unknown_site_is_named() {
    let said = dagaz(&["moves", "chess", "--after", "z9"], "");
    assert!(said.err.contains("the board has no site z9"), "{}", said.err);
    let said = dagaz(&["play", "chess"], "e2e9\nquit\n");
    assert!(said.out.contains("the board has no site e9"), "{}", said.out);
}

#[test]
fn a_draughts_position_is_read_in_pdn_notation() {
    let moves = |position: &str| json(&["moves", "international-draughts", "--position", position, "--json"]);
    let start = json(&["moves", "international-draughts", "--json"]);
    assert_eq!(moves("W:W31-50:B1-20")["position"], start["position"]);
    assert_eq!(moves("B:W31-50:B1-20")["to_move"][0], "Black");
    let said = dagaz(&["moves", "international-draughts", "--position", "W:W31-60:B1-20"], "");
    assert!(said.err.contains("the position has an error at column 4"), "{}", said.err);
}

#[test]
fn a_turn_with_too_many_moves_is_played_step_by_step() {
    let folder = Folder::new("cli-stepwise");
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../dagaz-testkit/tests/chains/long-chains.zrf");
    let said = dagaz(&["moves", rules], "");
    assert_eq!((said.code, said.out.lines().count()), (Some(0), 2), "{}{}", said.out, said.err);
    assert!(said.err.contains("one step at a time"), "{}", said.err);
    let value = json(&["moves", rules, "--json"]);
    assert_eq!((&value["stepwise"], &value["count"]), (&true.into(), &2.into()));
    // The same player continues until the chain ends.
    let after = json(&["moves", rules, "--json", "--after", "c1c6"]);
    assert_eq!((&value["to_move"], &after["to_move"]), (&after["to_move"], &serde_json::json!(["White"])));
    // A whole game by lot is played to its end, written and read.
    let record = folder.0.join("game.zsg").display().to_string();
    let seats = ["--seat", "White=random", "--seat", "Black=random", "--seed", "3", "--save", &record];
    let played = dagaz(&[&["play", rules][..], &seats].concat(), "");
    assert_eq!(played.code, Some(0), "{}{}", played.out, played.err);
    let end = json(&["moves", rules, "--json", "--record", &record]);
    assert!(end["outcome"].is_object() && end["count"] == 0, "{end:#}");
}

#[test]
fn a_turn_of_edition_3_with_too_many_moves_is_played_step_by_step() {
    let folder = Folder::new("cli-stepwise-paths");
    for name in ["kings-on-twelve", "hexagonal-kings"] {
        let rules = format!("{}/../dagaz-testkit/tests/chains/{name}.drf", env!("CARGO_MANIFEST_DIR"));
        let said = dagaz(&["moves", &rules], "");
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
        assert!(said.err.contains("one step at a time"), "{}", said.err);
        let value = json(&["moves", &rules, "--json"]);
        assert_eq!(value["stepwise"], true);
        // A game by lot is played, written and read.
        let record = folder.0.join(format!("{name}.json")).display().to_string();
        let seats = ["--seat", "White=random", "--seat", "Black=random", "--seed", "3", "--save", &record];
        let played = dagaz(&[&["play", &rules][..], &seats].concat(), "");
        assert_eq!(played.code, Some(0), "{}{}", played.out, played.err);
        let end = json(&["moves", &rules, "--json", "--record", &record]);
        assert_ne!(end["position"], value["position"], "{end:#}");
        // Bots that search move too.
        let thought = dagaz(&["analyse", &rules, "--time", "200n"], "");
        assert_eq!(thought.code, Some(0), "{}{}", thought.out, thought.err);
    }
}
