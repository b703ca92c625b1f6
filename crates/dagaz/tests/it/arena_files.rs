//! Messages of the arena about changed files and about unusual games: missing data is reported.

use crate::common::{Folder, dagaz, fine, json};

/// A line of three on a small board, with an open size and a statistic: a game of placement.
const ROWS: &str = r#"(drf 3)
(game "Rows"
  (parameter size 3 3..5)
  (players White Black)
  (board (grid size size) (lines row 3))
  (piece Stone)
  (rule place (at empty) (put Stone))
  (moves place)
  (win line (full row mine))
  (draw full (no empty))
  (statistic stones (count occupied)))
"#;

/// Men who walk about on a board and never come to an end.
const WANDER: &str = r#"(drf 3)
(game "Wander"
  (players White Black)
  (board (grid a-h 1-8))
  (setup (White (Man a1..h1)) (Black (Man a8..h8)))
  (piece Man (moves (walk (orthogonal diagonal))))
  (lose no-move no-moves))
"#;

fn path(folder: &Folder, name: &str) -> String {
    folder.0.join(name).display().to_string()
}

fn text_of(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn playout_statistics_do_not_depend_on_the_executor() {
    let folder = Folder::new("arena-statistics");
    let rules = folder.file("rows.drf", ROWS);
    let play = |name: &str, more: &[&str]| {
        let results = path(&folder, name);
        let arguments = ["autoplay", &rules, "--bots", "random", "-n", "3000", "--resume", &results];
        fine(&[&arguments[..], more].concat(), "");
        results
    };
    let whole = play("whole.json", &["--threads", "1"]);
    let table = path(&folder, "games.csv");
    assert!(text_of(&play("table.json", &["--threads", "3", "--csv", &table])) == text_of(&whole));
    let parts: Vec<String> =
        (1..=3).map(|part| play(&format!("{part}.json"), &["--shard", &format!("{part}/3")])).collect();
    let merged = path(&folder, "merged.json");
    fine(&["merge", &parts[0], &parts[1], &parts[2], "--to", &merged], "");
    assert!(text_of(&merged) == text_of(&whole));
    // Statistics of some games hold for all: the table has every game.
    let told = json(&["autoplay", &rules, "--bots", "random", "-n", "3000", "--json"]);
    let counter = &told["summary"]["counters"][0];
    let (count, mean) = (counter["count"].as_u64().expect("a count"), counter["mean"].as_f64().expect("a mean"));
    let text = text_of(&table);
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heading = lines.next().expect("a heading");
    let column = heading.iter().position(|name| *name == "statistic stones").expect("the statistic");
    let values: Vec<f64> = lines.map(|line| line[column].parse().expect("a number")).collect();
    let all = values.iter().sum::<f64>() / values.len() as f64;
    assert_eq!(values.len(), 3_000);
    // One game in 32 at least.
    assert!(count > 90 && (mean - all).abs() < 0.6, "{count}: {mean}, {all}");
}

#[test]
fn truncated_tables_are_detected() {
    let folder = Folder::new("arena-cut");
    let (results, games, plies) = (path(&folder, "r.json"), path(&folder, "g.csv"), path(&folder, "p.csv"));
    let run = |count: &str, more: &[&str]| {
        let arguments = ["autoplay", "tic-tac-toe", "--bots", "greedy", "-n", count, "--resume", &results];
        let said = dagaz(&[&arguments[..], more].concat(), "");
        (said.code, said.err)
    };
    let both = ["--csv", &*games, "--plies", &*plies];
    assert_eq!(run("20", &both), (Some(0), String::new()));
    assert_eq!(run("22", &both), (Some(0), String::new()));
    // Some lines and half a line are gone.
    let text = text_of(&games);
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&games, lines[..11].join("\n") + "\n" + &lines[11][..9]).expect("it is there");
    let (code, said) = run("24", &both);
    assert!(code == Some(0) && said.contains("g.csv lacks what has been played before: games 11 to 22"), "{said}");
    assert_eq!(text_of(&games).lines().count(), 1 + 10 + 2);
    assert!(text_of(&games).lines().all(|line| line.matches(',').count() == lines[0].matches(',').count()));
    // Of the plies the end of a game.
    let text = text_of(&plies);
    let shorter: Vec<&str> = text.lines().take(text.lines().count() - 1).collect();
    std::fs::write(&plies, shorter.join("\n") + "\n").expect("it is there");
    let (code, said) = run("26", &["--plies", &plies]);
    assert!(code == Some(0) && said.contains("p.csv has other lines"), "{said}");
    // A table of more games than there are results.
    let other = path(&folder, "other.csv");
    fine(&["autoplay", "tic-tac-toe", "--bots", "greedy", "-n", "60", "--csv", &other], "");
    let (code, said) = run("70", &["--csv", &other]);
    assert!(code == Some(2) && said.contains("that the results do not have (games 27 to 60)"), "{said}");
}

#[test]
fn missing_records_of_earlier_games_are_reported() {
    let folder = Folder::new("arena-records");
    let (results, records) = (path(&folder, "r.json"), path(&folder, "games"));
    let arguments = |count| ["autoplay", "tic-tac-toe", "--bots", "greedy", "-n", count, "--resume", &results];
    fine(&arguments("4"), "");
    let said = dagaz(&[&arguments("6")[..], &["--records", &records]].concat(), "");
    assert!(said.code == Some(0) && said.err.contains("lacks what has been played before"), "{}", said.err);
    assert!(said.err.contains("games 1 to 4; without --resume"), "{}", said.err);
    assert_eq!(std::fs::read_dir(&records).expect("a folder").count(), 4);
    std::fs::remove_file(&results).expect("it is there");
    let said = dagaz(&[&arguments("6")[..], &["--records", &records]].concat(), "");
    assert!(said.code == Some(0) && said.err.is_empty(), "{}", said.err);
    assert_eq!(std::fs::read_dir(&records).expect("a folder").count(), 12);
}

#[test]
fn a_record_names_its_parameter_values() {
    let folder = Folder::new("arena-set");
    let rules = folder.file("rows.drf", ROWS);
    for format in ["json", "zsg", "txt", "sgf"] {
        let records = path(&folder, format);
        let arguments = ["autoplay", &rules, "--set", "size=5", "--bots", "random", "-n", "3", "--seed", "4"];
        fine(&[&arguments[..], &["--records", &records, "--formats", format]].concat(), "");
        let record = std::fs::read_dir(&records).expect("a folder").next().expect("a record").expect("a file");
        let told = json(&["replay", &record.path().display().to_string(), "--rules", &rules, "--json"]);
        assert_eq!(told["rules"]["set"]["size"], "5", "{format}");
        // What is typed goes before.
        let other = dagaz(
            &["replay", &record.path().display().to_string(), "--rules", &rules, "--set", "size=3", "--lenient"],
            "",
        );
        let said = match format {
            // These have no place for what the reader could compare.
            "zsg" => continue,
            "sgf" => (other.err, "the record is for a board of size 5, that of Rows is 3"),
            _ => (other.out, "other values of parameters: size=5"),
        };
        assert!(said.0.contains(said.1), "{format}: {}", said.0);
    }
}

#[test]
fn a_game_without_an_end_is_judged_at_once() {
    let folder = Folder::new("arena-endless");
    let rules = folder.file("wander.drf", WANDER);
    let told =
        json(&["autoplay", &rules, "--bots", "random", "-n", "40", "--detail", "2", "--max-plies", "600", "--json"]);
    assert_eq!(told["summary"]["endings"][0]["name"], "cut off after 600 plies");
    assert!(
        told["summary"]["judge"].as_str().is_some_and(|judge| judge.starts_with("nothing")),
        "{}",
        told["summary"]["judge"]
    );
}

#[test]
fn rolls_are_reported_by_their_faces() {
    let told = json(&["autoplay", "royal-game-of-ur", "--bots", "random", "-n", "12", "--detail", "12", "--json"]);
    let moves = told["summary"]["openings"]["moves"].as_array().expect("openings");
    let said: Vec<&str> = moves.iter().filter_map(|opened| opened["text"].as_str()).collect();
    assert!(said.iter().all(|text| text.starts_with("chance: pips ")) && said.len() > 1, "{said:?}");
    let told = json(&["autoplay", "backgammon", "--bots", "random", "-n", "12", "--detail", "12", "--json"]);
    let moves = told["summary"]["openings"]["moves"].as_array().expect("openings");
    let dice = |text: &str| text.strip_prefix("chance: ").is_some_and(|dice| dice.split(' ').all(|one| one.len() == 1));
    assert!(moves.iter().all(|opened| opened["text"].as_str().is_some_and(dice)), "{moves:?}");
}

#[test]
fn a_single_game_is_not_a_tournament() {
    let twice = dagaz(&["tournament", "tic-tac-toe", "reversi", "tic-tac-toe", "--bots", "random,greedy"], "");
    assert!(twice.code == Some(2) && twice.err.contains("is named twice"), "{}", twice.err);
}

#[test]
fn no_output_overwrites_what_is_read_however_it_is_named() {
    let folder = Folder::new("arena-overwrite");
    let rules = folder.file("rows.drf", ROWS);
    let name = folder.0.file_name().expect("a name").to_string_lossy().to_string();
    let other_way = folder.0.join("..").join(&name).join("rows.drf").display().to_string();
    let results = path(&folder, "r.json");
    fine(&["autoplay", &rules, "--bots", "random", "-n", "2", "--resume", &results], "");
    for arguments in [
        vec!["autoplay", &rules, "--bots", "random", "-n", "2", "--report", &other_way],
        vec!["autoplay", &rules, "--bots", "random", "-n", "2", "--csv", &other_way],
        vec!["compare", &rules, &results, "-n", "2", "--bots", "random", "--report", &other_way],
        vec!["merge", &results, "--game", &rules, "--report", &other_way],
    ] {
        let said = dagaz(&arguments, "");
        assert!(said.code == Some(2) && said.err.contains("would be overwritten"), "{arguments:?}: {}", said.err);
    }
    assert_eq!(text_of(&rules), ROWS);
}

#[test]
fn losing_pieces_is_no_loss_in_giveaway_games() {
    let told = json(&["autoplay", "antichess", "--bots", "random", "-n", "60", "--detail", "60", "--json"]);
    let winners = told["summary"]["course"]["winners"].as_array().expect("a list");
    let late = winners.iter().rev().nth(2).and_then(|part| part["mean"].as_f64()).expect("a mean");
    assert!(late > 0.6, "near the end the later winner's chance is {late}");
}

/// Who has never heard of `autoplay` has a match all the same.
#[test]
fn log_errors_are_located_in_the_log() {
    let folder = Folder::new("arena-logs");
    let log = folder.file("log.json", "{\"results\":");
    let said = dagaz(&["match", "tic-tac-toe", "random", "random", "--games", "2", "--log", &log], "");
    assert!(said.code == Some(1) && said.err.contains("dagaz match --log"), "{}", said.err);
    let nowhere = path(&folder, "not/there/log.json");
    let said = dagaz(&["match", "tic-tac-toe", "random", "random", "--games", "2", "--log", &nowhere], "");
    assert!(said.code == Some(1) && said.err.contains("there is no folder"), "{}", said.err);
    assert!(!said.err.contains(".lock"), "{}", said.err);
}

/// Of four seats two are each one's: a game compares four pairs of seats.
#[test]
fn a_match_of_four_players_states_its_scoring() {
    let arguments =
        ["match", "four-player-chess", "random", "random", "--games", "4", "--max-plies", "40", "--opening", "0"];
    let said = fine(&arguments, "");
    assert!(said.contains("4 games, in which each seat of the one is compared"), "{said}");
    let told = json(&[&arguments[..], &["--json"]].concat());
    let sum = ["wins", "draws", "losses"].iter().filter_map(|name| told[*name].as_u64()).sum::<u64>();
    assert_eq!((told["games"].as_u64(), told["compared"].as_u64()), (Some(4), Some(sum)), "{told}");
    assert!(sum > 4, "{told}");
    let told = json(&["match", "tic-tac-toe", "random", "random", "--games", "4", "--json"]);
    assert_eq!((&told["games"], &told["compared"]), (&4.into(), &4.into()));
}
