//! Rules of edition 2 in edition 3: equality of play, readability of the text, and messages about
//! the rest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::common::{Folder, dagaz, fine};

fn library() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let (mut folders, mut files) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()) {
            // The rules file of a script does not contain its rules.
            if path.is_dir() && !path.ends_with("axiom") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "zrf") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns the exit code and the JSON report of a file.
fn found(arguments: &[&str]) -> (Option<i32>, Value) {
    let said = dagaz(&[&["upgrade", "--json"], arguments].concat(), "");
    let value = serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", said.err));
    (said.code, value)
}

/// How many games of a file play the same in edition 3, and what is missing for the others.
fn upgraded(path: &Path) -> (usize, BTreeMap<String, String>) {
    let (mut same, mut missing) = (0, BTreeMap::new());
    let path = path.display().to_string();
    let (code, value) = found(&[&path]);
    for game in value["games"].as_array().expect("games") {
        let title = game["title"].as_str().unwrap_or_default().to_string();
        if game["same"] == true {
            let plies = game["plies"].as_u64().unwrap_or(0);
            assert!(plies > 20 && !game["perft"].as_array().expect("counts").is_empty(), "{game}");
            same += 1;
        } else {
            assert!(game["difference"].is_null(), "{path}: {game}");
            missing.insert(title, game["missing"].to_string());
        }
    }
    assert_eq!(code, Some(i32::from(value["same"] != true)), "{path}");
    // Whatever is missing, the text is one that can be read.
    let folder = Folder::new(&format!("upgrade-rules-{:?}", std::thread::current().id()));
    let rules = folder.file("upgraded.drf", value["text"].as_str().expect("a text"));
    let checked = dagaz(&["check", &rules], "");
    if value["same"] == true {
        assert_eq!(checked.code, Some(0), "{path}: {}{}", checked.out, checked.err);
        assert_eq!(dagaz(&["fmt", "--check", &rules], "").code, Some(0), "{path} is laid out");
    }
    (same, missing)
}

#[test]
fn games_of_the_library_play_the_same_in_edition_3() {
    let files = library();
    assert!(files.len() >= 24, "{files:?}");
    // Each is a program of its own that is waited for: as many at once as there are processors.
    let next = AtomicUsize::new(0);
    let work = || std::iter::from_fn(|| files.get(next.fetch_add(1, Ordering::Relaxed))).map(|path| upgraded(path));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let done: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| work().collect::<Vec<_>>())).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a file that holds")).collect()
    });
    let same: usize = done.iter().map(|(same, _)| same).sum();
    let missing: BTreeMap<String, String> = done.into_iter().flat_map(|(_, missing)| missing).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!(same, 35);
}

/// A game of the library, and the text that its rules of edition 2 become.
fn reads(name: &str, text: &str) {
    let rules = library().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
    let rules = rules.expect("it has rules of edition 2").display().to_string();
    let folder = Folder::new(&format!("upgrade-{name}"));
    let out = folder.0.join("out.drf").display().to_string();
    let said = dagaz(&["upgrade", &rules, "-o", &out], "");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("same moves: perft 1.."), "{}", said.err);
    let written = std::fs::read_to_string(&out).expect("the file");
    assert_eq!(written, text, "{name} reads so now:\n{written}");
}

#[test]
fn a_placement_game_reads_as_a_person_would_write_it() {
    reads("tic-tac-toe", include_str!("upgraded/tic-tac-toe.drf"));
}

#[test]
fn a_race_reads_as_a_person_would_write_it() {
    reads("breakthrough", include_str!("upgraded/breakthrough.drf"));
}

#[test]
fn upgraded_chess_is_idiomatic() {
    reads("chess", include_str!("upgraded/chess.drf"));
}

/// A game of two pieces, with these definitions, parts of the board, moves of the first and
/// clauses.
fn game(definitions: &str, board: &str, moves: &str, clauses: &str) -> String {
    format!(
        "{definitions}
(game (title \"Test\") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d\" (9 0)) (\"4/3/2/1\" (0 9)))
    (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))) {board})
  (board-setup (White (Man a1 b1)) (Black (Man c4 d4)))
  (piece (name Man) (moves {moves}))
  (piece (name King) (moves (n (verify not-friend?) add)))
  (loss-condition (White Black) stalemated) {clauses})"
    )
}

#[test]
fn losses_of_a_format_are_reported_with_their_line() {
    let folder = Folder::new("upgrade-missing");
    let moves = "(n (verify empty?) add)\n(n (capture e) (while empty? n add))";
    let text = game("", "", moves, "");
    let file = folder.file("a.zrf", &text);
    let said = dagaz(&["upgrade", &file], "");
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.contains("to be written by hand"), "{}", said.err);
    assert!(
        said.err.contains("a.zrf:7:") && said.err.contains("actions before a loop that makes several moves"),
        "{}",
        said.err
    );
    assert!(
        said.out.contains("; - line 7: ") && said.out.contains("actions before a loop that makes several moves"),
        "{}",
        said.out
    );
    let (code, value) = found(&[&file]);
    assert_eq!((code, &value["same"]), (Some(1), &Value::Bool(false)));
    assert_eq!(value["games"][0]["missing"][0]["line"], 7, "{value}");
    // Errors of the old rules are reported as before.
    let broken = folder.file("b.zrf", "(game (title \"B\") (players White))");
    let said = dagaz(&["upgrade", &broken], "");
    assert_eq!((said.code, said.err.contains("error[Z")), (Some(1), true), "{}", said.err);
}

#[test]
fn one_variant_may_be_chosen_and_all_stand_in_one_file() {
    let (code, value) = found(&["halma"]);
    let text = value["text"].as_str().expect("a text");
    assert_eq!(code, Some(0), "{value}");
    assert!(text.contains("(game \"Halma\"") && text.contains("(variant \"Halma on 8x8\" (of \"Halma\")"), "{text}");
    let text = fine(&["upgrade", "halma", "--variant", "8x8"], "");
    assert!(text.contains("(game \"Halma on 8x8\"") && !text.contains("10x10"), "{text}");
    assert_eq!(dagaz(&["upgrade", "halma", "--variant", "9x9"], "").code, Some(2));
    assert!(fine(&["upgrade", "--help"], "").contains("dagaz upgrade chess.zrf"));
}

#[test]
fn hostile_rules_hit_limits() {
    let folder = Folder::new("upgrade-hostile");
    let branches = "(if (empty? n) (capture n) add)".repeat(60);
    let nested = format!("{}add{}", "(if empty? ".repeat(300), ")".repeat(300));
    let loops = format!("{}n add{}", "(while empty? n ".repeat(40), ")".repeat(40));
    let emits = "add ".repeat(2_000);
    let flags: String =
        (0..200).map(|flag| format!("(set-flag f{flag} true) (set-position-flag p{flag} true)")).collect();
    let changes: String = (0..60).map(|_| "(if enemy? (change-owner) (flip n) (change-type King e))").collect();
    for (which, commands) in
        [&branches, &nested, &loops, &emits, &flags, &changes, "back add", "(go mark) add", "cascade from to back add"]
            .into_iter()
            .enumerate()
    {
        let file = folder.file("a.zrf", &game("", "", &format!("(n {commands} add)"), ""));
        let said = dagaz(&["upgrade", &file], "");
        assert!(matches!(said.code, Some(0 | 1)), "{which}: {:?} {}", said.code, said.err);
        assert!(!said.err.contains("panicked"), "{which}: {}", said.err);
        if said.code == Some(0) {
            let rules = folder.file("a.drf", &said.out);
            // A game without any move is an error in both editions.
            let checked = [&file, &rules].map(|file| dagaz(&["check", file], "").code);
            assert_eq!(checked[0], checked[1], "{which}: {}", said.out);
        }
    }
    // Names that are words of the language, or nothing that it could read.
    let names = ["enemy", "first", "row", "12", "a..b", "mine", "none", "x;y", "there's", "\u{e9}", "d", "n"];
    for name in names {
        let text = game("", "", "(n (verify not-friend?) add)", "").replace("Man", &format!("{name}?"));
        let text = text.replace("White", &format!("{name}1")).replace("(title \"Test\")", "(title \"a\\\"b ; (c\")");
        let file = folder.file("n.zrf", &text);
        let said = dagaz(&["upgrade", &file], "");
        assert!(matches!(said.code, Some(0 | 1)) && !said.err.contains("panicked"), "{name}: {}", said.err);
    }
}

#[test]
fn pieces_start_with_their_attributes() {
    let folder = Folder::new("upgrade-attributes");
    let moves = "(e (verify empty?) (verify (rested? w)) (set-attribute rested? false) add)
        (w (verify empty?) (set-attribute rested? true) add)";
    let text = game("", "", moves, "").replace("(name Man)", "(name Man) (attribute rested? true)");
    let text = text.replace("(White (Man a1 b1))", "(White (Man a1) (King b1))");
    let said = fine(&["upgrade", &folder.file("a.zrf", &text)], "");
    assert!(said.contains("(var rested? of piece 0)") && said.contains("(rested? 1 a1 c4 d4)"), "{said}");
}
