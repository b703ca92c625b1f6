//! Games with parameters from the command line: other values, and the search for the best of them.

use crate::common::{Folder, dagaz, fine, json};
use serde_json::Value;

/// Rules of edition 2, which have no parameters.
const EDITION_2: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/territory/amazons/amazons.zrf");

/// Lines on a small board, some of which are no games: a line may be too long for the board, and
/// nowhere is nothing to do.
const LINES: &str = r#"; Lines, with much left open.
(drf 3)
(game "Lines"
  (parameter size  3 2..4)      ; the side of the board
  (parameter goal  3 (2 3 4))
  (parameter area  all (all edges nowhere))
  (players White Black)
  (board (grid size size) (lines row goal)
         (zone edges (row 1) (row size)) (zone all board) (zone nowhere none))
  (piece Stone)
  (rule place (at (and empty area)) (put Stone))
  (moves place)
  (win line (full row mine))
  (draw full (no (and area empty)))
  (statistic stones (count occupied)))
"#;

/// The arguments of a quick search, and more.
fn quick<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["evolve", file, "--bots", "random", "-n", "30", "--max-plies", "40"];
    arguments.extend(more);
    arguments
}

fn candidates(lineage: &Value) -> &[Value] {
    lineage["candidates"].as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn a_grid_tries_every_combination() {
    let folder = Folder::new("evolve-grid");
    let file = folder.file("lines.drf", LINES);
    let target = ["--grid", "--target", "length=6, stones=6, drawishness<0.3*2", "--json"];
    let lineage = json(&quick(&file, &target));
    assert_eq!((lineage["search"].as_str(), lineage["complete"].as_bool()), (Some("all combinations"), Some(true)));
    let all = candidates(&lineage);
    assert_eq!(all.len(), 27);
    assert_eq!(all.iter().filter(|one| one["origin"] == "usual").count(), 1);
    for one in all {
        let measured = one["score"].as_f64();
        assert_eq!(measured.is_some(), one["failed"].is_null(), "{one}");
        assert!(measured.is_none_or(|score| (0.0..=1.0).contains(&score)), "{one}");
        let values = &one["values"];
        // Lines are looked for before anything is played.
        if values["size"].as_u64() < values["goal"].as_u64() {
            assert_eq!(one["failed"], "there is no such line on this board", "{one}");
        } else if values["area"] == "nowhere" {
            assert_eq!(one["failed"], "over before it begins", "{one}");
        }
        if one["failed"].is_null() {
            let (length, stones) = (&one["measures"]["mean-length"], &one["measures"]["stones"]);
            assert_eq!(length, stones, "each move puts a stone: {one}");
        }
    }
    let best = lineage["best"].as_array().expect("there are some");
    let score = |number: &Value| all[number.as_u64().expect("a number") as usize]["score"].as_f64();
    assert_eq!(best.len(), 5);
    let most = all.iter().filter_map(|one| one["score"].as_f64()).fold(0.0, f64::max);
    assert_eq!(score(&best[0]), Some(most));
    assert!(best.windows(2).all(|pair| score(&pair[0]) >= score(&pair[1])));
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_readable_files() {
    let folder = Folder::new("evolve-bytes");
    let file = folder.file("lines.drf", LINES);
    let search = |name: &str, seed: &str, threads: &str| {
        let out = folder.0.join(name).display().to_string();
        let more = ["--generations", "3", "--population", "5", "--seed", seed, "--threads", threads, "--out", &out];
        let said = fine(&quick(&file, &more), "");
        assert!(said.contains("Best candidates") && said.contains("candidates in 3 generations of 5"), "{said}");
        let mut texts: Vec<(String, String)> = std::fs::read_dir(&out)
            .expect("the folder is there")
            .map(|entry| entry.expect("it can be read").path())
            .map(|path| (path.file_name().map(|name| name.to_string_lossy().into_owned()), path))
            .map(|(name, path)| (name.unwrap_or_default(), std::fs::read_to_string(path).expect("it is a text")))
            .collect();
        texts.sort();
        (said.replace(&out, ""), texts)
    };
    let first = search("one", "7", "1");
    assert_eq!(first, search("two", "7", "3"));
    assert_ne!(first.1, search("other", "8", "1").1);
    let texts = first.1;

    let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["lineage.json", "lines-1.drf", "lines-2.drf", "lines-3.drf", "lines-4.drf", "lines-5.drf"]);
    let lineage: Value = serde_json::from_str(&texts[0].1).expect("it is JSON");
    let all = candidates(&lineage);
    let children: Vec<&Value> = all.iter().filter(|one| one["origin"] == "child").collect();
    assert!(!children.is_empty());
    for child in children {
        for parent in child["parents"].as_array().expect("a list") {
            let parent = &all[parent.as_u64().expect("a number") as usize];
            assert!(parent["generation"].as_u64() < child["generation"].as_u64() && parent["score"].is_f64());
        }
    }
    let first = &all[lineage["best"][0].as_u64().expect("a number") as usize];
    assert_eq!(first["file"], "lines-1.drf");
    let text = &texts[1].1;
    assert!(text.starts_with("; Lines with ") && text.contains("Score ") && text.contains("--seed 7"), "{text}");
    let size = first["values"]["size"].as_u64().expect("a number");
    assert!(text.contains(&format!("(parameter size  {size} 2..4)      ; the side of the board")), "{text}");
    let saved = folder.0.join("one/lines-1.drf").display().to_string();
    let info = json(&["info", &saved, "--json"]);
    assert_eq!(info["parameters"][0]["value"], size.to_string());
    assert_eq!(info["board"]["sites"].as_array().map(Vec::len), Some((size * size) as usize));
}

#[test]
fn searching_bots_and_ply_measures_are_allowed() {
    let folder = Folder::new("evolve-greedy");
    let file = folder.file("lines.drf", LINES);
    let lineage = json(&[
        "evolve",
        &file,
        "--set",
        "area=all",
        "--vary",
        "goal",
        "--grid",
        "-n",
        "4",
        "--target",
        "branching<6",
        "--json",
    ]);
    assert_eq!(lineage["bots"][0], "greedy");
    assert_eq!(lineage["set"]["area"], "all");
    let all = candidates(&lineage);
    assert_eq!(all.len(), 3);
    assert!(all.iter().filter(|one| one["failed"].is_null()).all(|one| one["measures"]["branching"].is_f64()));
}

#[test]
fn unsearchable_games_are_reported() {
    let folder = Folder::new("evolve-hostile");
    let file = folder.file("lines.drf", LINES);
    let with = |name: &str, parameter: &str| folder.file(name, &LINES.replace("(parameter size  3 2..4)", parameter));
    let reversed = with("reversed.drf", "(parameter size 3 4..2)");
    let clash = with("clash.drf", "(parameter size 3 2..4) (parameter Stone 3 2..4)");
    let none = folder.file("none.drf", &LINES.replace("(parameter ", "(define ").replace(" (all edges nowhere)", ""));
    let huge = with("huge.drf", "(parameter size 3 2..2000000000)");
    for (arguments, code, expected) in [
        (vec!["evolve", &file, "--target", "beauty>0.5"], 2, "--target: nothing called `beauty` is measured"),
        (vec!["evolve", &file, "--target", "length"], 2, "`mean-length` is no share"),
        (vec!["evolve", &file, "--target", ""], 2, "at least one goal"),
        (vec!["evolve", &file, "--vary", "siez"], 2, "has no parameter `siez`; it has size, goal, area"),
        (vec!["evolve", &file, "--vary", "size", "--set", "size=3"], 2, "`size` is both set and varied"),
        (vec!["evolve", &file, "--set", "size=9"], 2, "`size` cannot be `9`"),
        (vec!["evolve", &file, "--bots", "nobody"], 2, "nobody"),
        (vec!["evolve", &file, "--grid", "--generations", "3"], 2, "cannot be used with"),
        (vec!["evolve", &file, "--grid", "--limit", "26"], 2, "--grid has 27 combinations"),
        (vec!["evolve", &huge, "--grid"], 2, "--grid has 17,999,999,991 combinations"),
        (vec!["evolve", EDITION_2], 2, "only rules of edition 3"),
        (vec!["evolve", &reversed], 1, "no number is in this range"),
        (vec!["evolve", &clash], 1, "`Stone` is a parameter already"),
        (vec!["evolve", &none], 1, "error"),
    ] {
        let said = dagaz(&arguments, "");
        assert!(said.code == Some(code) && said.err.contains(expected), "{arguments:?}: {:?} {}", said.code, said.err);
    }
    // Nearly all boards of the huge range are too large; the search says so and ends.
    let lineage = json(&quick(&huge, &["--generations", "2", "--population", "4", "--json"]));
    assert!(candidates(&lineage).iter().any(|one| one["failed"].as_str().is_some_and(|why| why.contains("sites"))));
}

#[test]
fn results_of_another_search_are_not_lost() {
    let folder = Folder::new("evolve-force");
    let file = folder.file("lines.drf", LINES);
    let out = folder.0.join("out").display().to_string();
    let search = ["--generations", "1", "--population", "2", "--out", &out];
    fine(&quick(&file, &search), "");
    let said = dagaz(&quick(&file, &search), "");
    assert!(said.code == Some(2) && said.err.contains("--force"), "{}", said.err);
    fine(&quick(&file, &[search.as_slice(), &["--force"]].concat()), "");
}

#[test]
fn a_search_in_which_nothing_can_be_played_fails() {
    let folder = Folder::new("evolve-nothing");
    let file = folder.file("lines.drf", LINES);
    let arguments = ["--set", "goal=4", "--set", "size=4", "--vary", "area", "--max-plies", "1", "--bots", "random"];
    let said = dagaz(&[["evolve", &file].as_slice(), &arguments].concat(), "");
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.out.contains("no random game ends within 1 plies"), "{}", said.out);
    assert!(said.err.contains("none of the candidates"), "{}", said.err);
}

#[test]
fn every_command_accepts_parameter_values() {
    assert_eq!(fine(&["perft", "hex-9x9", "1", "--set", "size=4"], "").trim(), "1 16");
    let info = fine(&["info", "yavalath", "--set", "side=4"], "");
    assert!(info.contains("side=4 (3..8, usually 5), winning=4 (3..6), losing=3 (2..5)"), "{info}");
    assert!(fine(&["info", "english-draughts-6x6"], "").contains("Statistics\n  taken"));
    let said = dagaz(&["play", "yavalath", "--set", "side=3", "--seat", "White=random", "--seat", "Black=random"], "");
    assert_eq!(said.code, Some(0), "{}", said.err);
    for (arguments, expected) in [
        (
            ["perft", "hex-9x9", "1", "--set", "size=40"],
            "Hex 9x9: `size` cannot be `40`; it is a whole number from 3 to 19",
        ),
        (["perft", "hex-9x9", "1", "--set", "sides=4"], "there is no parameter `sides`; did you mean `size`?"),
        (["perft", "hex-9x9", "1", "--set", "size"], "it must be a parameter and its value"),
        (["perft", EDITION_2, "1", "--set", "size=4"], "only rules of edition 3 (.drf) have parameters"),
    ] {
        let said = dagaz(&arguments, "");
        assert!(said.code == Some(2) && said.err.contains(expected), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn check_tries_both_ends_of_each_range() {
    let folder = Folder::new("evolve-check");
    let file = folder.file("lines.drf", &LINES.replace("(2 3 4)", "3..9").replace(" nowhere)\n", ")\n"));
    let said = dagaz(&["check", &file], "");
    assert_eq!(said.code, Some(1), "{}", said.out);
    assert!(said.out.contains("there is no such line on this board, if `goal` is `9`"), "{}", said.out);
    assert!(said.out.contains("if `size` is `2`"), "{}", said.out);
    // The library keeps its promises.
    fine(&["check", "yavalath", "hex-9x9", "english-draughts-6x6"], "");
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_reports_partial_results() {
    use std::process::{Command, Stdio};

    let folder = Folder::new("evolve-interrupted");
    let file = folder.file("lines.drf", &LINES.replace("3 2..4", "3 3..30"));
    // A budget too large to finish, beginning with the unchanged file, which is quick.
    let child = Command::new(env!("CARGO_BIN_EXE_dagaz"))
        .args(["evolve", &file, "--vary", "size", "--set", "goal=3", "--population", "28", "--threads", "1", "--json"])
        .args(["--bots", "mcts:2000n", "-n", "4", "--openings", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary has been built");
    std::thread::sleep(std::time::Duration::from_secs(4));
    // The shell's own `kill`: the program of that name is not part of every system.
    let interrupt = format!("kill -INT {}", child.id());
    let asked = Command::new("/bin/sh").args(["-c", &interrupt]).status().expect("it can be asked to stop");
    assert!(asked.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let lineage: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(lineage["complete"], false);
    assert!(candidates(&lineage).len() < 28);
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped after "));
}
