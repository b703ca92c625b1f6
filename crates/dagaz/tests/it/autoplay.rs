//! `dagaz autoplay` and `dagaz merge`: however a match is played, what it comes to is the same.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Folder, dagaz, fine, json};
use serde_json::Value;

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A match by bots: its results, and the table of its games.
fn matched(folder: &Folder, name: &str, more: &[&str]) -> (Vec<u8>, Vec<u8>) {
    let (results, table) = (path(folder, &format!("{name}.json")), path(folder, &format!("{name}.csv")));
    let arguments = ["autoplay", "connect-four", "--bots", "best:40n,greedy", "-n", "60", "--seed", "5"];
    fine(&[&arguments[..], &["--resume", &results, "--csv", &table], more].concat(), "");
    (bytes(&results), bytes(&table))
}

fn path(folder: &Folder, name: &str) -> String {
    folder.0.join(name).display().to_string()
}

#[test]
fn the_same_seed_gives_the_same_match_on_any_number_of_threads() {
    let folder = Folder::new("autoplay-threads");
    let one = matched(&folder, "one", &["--threads", "1"]);
    assert!(matched(&folder, "two", &["--threads", "2"]) == one);
    assert!(matched(&folder, "many", &["--threads", "7"]) == one);
    assert_eq!(String::from_utf8_lossy(&one.1).lines().count(), 61);
    // Played once more it is not played at all.
    assert!(matched(&folder, "one", &["--threads", "1"]) == one);
}

#[test]
fn shards_put_together_are_the_whole() {
    let folder = Folder::new("autoplay-shards");
    for (bots, games) in [("random", "1700"), ("best:40n,greedy", "37")] {
        let whole = path(&folder, "whole.json");
        let table = path(&folder, "whole.csv");
        let arguments = ["autoplay", "tic-tac-toe", "--bots", bots, "-n", games, "--detail", "100"];
        fine(&[&arguments[..], &["--resume", &whole, "--csv", &table]].concat(), "");
        let mut parts = Vec::new();
        let mut tables = Vec::new();
        for part in 1..=3 {
            let (results, table) = (path(&folder, &format!("part{part}.json")), path(&folder, &format!("{part}.csv")));
            let shard = format!("{part}/3");
            fine(&[&arguments[..], &["--shard", &shard, "--resume", &results, "--csv", &table]].concat(), "");
            tables.extend(String::from_utf8_lossy(&bytes(&table)).lines().skip(1).map(String::from));
            parts.push(results);
        }
        let merged = path(&folder, "merged.json");
        let told = fine(&["merge", &parts[2], &parts[0], &parts[1], "--to", &merged], "");
        assert!(told.contains(&format!("{games} game(s) played")), "{told}");
        assert!(bytes(&merged) == bytes(&whole), "{bots}");
        let lines: Vec<String> = String::from_utf8_lossy(&bytes(&table)).lines().skip(1).map(String::from).collect();
        assert_eq!(tables, lines, "{bots}");
        let same = dagaz(&["merge", &parts[1], &parts[1]], "");
        assert!(same.code == Some(0) && same.err.contains("counts once"), "{}", same.err);
        // What has been put together already and one of its parts.
        let again = path(&folder, "again.json");
        let within = dagaz(&["merge", &parts[1], &merged, "--to", &again], "");
        assert!(within.code == Some(0) && within.err.contains("counts once"), "{}", within.err);
        assert!(bytes(&again) == bytes(&whole), "{bots}");
        // Overlapping parts: the overlap is reported, and the games left to play.
        let [third, half] = ["third", "half"].map(|name| path(&folder, &format!("{name}.json")));
        fine(&[&arguments[..], &["--shard", "2/3", "--resume", &third]].concat(), "");
        fine(&[&arguments[..], &["--shard", "1/2", "--resume", &half]].concat(), "");
        let twice = dagaz(&["merge", &third, &half], "");
        let number = games.parse::<u64>().expect("a number");
        let (both, alone) = ((number / 3 + 1, number / 2), (number / 2 + 1, number * 2 / 3));
        let said = format!("both have games {} to {}", both.0, both.1);
        let left = format!("it alone has: games {} to {}", alone.0, alone.1);
        assert!(twice.code == Some(1) && twice.err.contains(&said) && twice.err.contains(&left), "{}", twice.err);
        for file in [&again, &third, &half] {
            std::fs::remove_file(file).expect("it has just been written");
        }
        for file in parts.iter().chain([&merged, &whole, &table]) {
            std::fs::remove_file(file).expect("it has just been written");
        }
        (1..=3).for_each(|part| std::fs::remove_file(folder.0.join(format!("{part}.csv"))).expect("it is there"));
    }
}

#[test]
fn a_missing_part_of_a_result_is_recomputed() {
    let folder = Folder::new("autoplay-hole");
    for bots in ["random", "greedy"] {
        let file = |name: &str| path(&folder, &format!("{bots}-{name}.json"));
        let arguments = ["autoplay", "tic-tac-toe", "--bots", bots, "-n", "90"];
        let part = |shard: &str, name: &str| {
            let results = file(name);
            fine(&[&arguments[..], &["--resume", &results, "--shard", shard]].concat(), "");
            results
        };
        let (first, third, holey) = (part("1/3", "1"), part("3/3", "3"), file("holey"));
        fine(&["merge", &first, &third, &first, "--to", &holey], "");
        let told = fine(&[&arguments[..], &["--resume", &holey]].concat(), "");
        assert!(told.contains("90 game(s) played"), "{told}");
        assert!(bytes(&holey) == bytes(&part("1/1", "whole")), "{bots}");
    }
}

#[test]
fn observation_does_not_change_counts() {
    let told = |detail: &str, more: &[&str]| {
        let arguments =
            ["autoplay", "english-draughts-6x6", "--bots", "random", "-n", "400", "--json", "--detail", detail];
        json(&[&arguments[..], more].concat())["summary"].clone()
    };
    // No game of tic-tac-toe has fifty plies: the openings are dropped.
    let short = json(&["autoplay", "tic-tac-toe", "--bots", "random", "--openings", "50", "-n", "300", "--json"]);
    assert!(short["summary"]["lengths"]["greatest"].as_u64().is_some_and(|plies| plies <= 9));
    for detail in ["0", "400"] {
        let cut = told(detail, &["--max-plies", "6"]);
        assert!(cut["counters"][0]["count"] == 400, "{}", cut["counters"]);
    }
}

#[test]
fn a_killed_match_resumes_to_the_same_result() {
    let folder = Folder::new("autoplay-killed");
    let arguments = |name: &str| {
        let (results, table) = (path(&folder, &format!("{name}.json")), path(&folder, &format!("{name}.csv")));
        let plies = path(&folder, &format!("{name}-plies.csv"));
        ["autoplay", "reversi", "--bots", "best:600n,greedy", "-n", "150", "--seed", "3", "--resume", &results, "--csv"]
            .into_iter()
            .chain([&*table, "--plies", &*plies])
            .map(String::from)
            .collect::<Vec<String>>()
    };
    let run = |name: &str| {
        let arguments = arguments(name);
        fine(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
    };
    run("whole");
    let mut child = Command::new(env!("CARGO_BIN_EXE_dagaz"))
        .args(arguments("killed"))
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary has been built");
    // Once it has written down some games and played on, it is killed.
    let (begin, results) = (Instant::now(), folder.0.join("killed.json"));
    while !results.exists() && begin.elapsed() < Duration::from_secs(120) && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    let _ = child.kill();
    let _ = child.wait();
    let told: Value = serde_json::from_slice(&bytes(&results.display().to_string())).expect("it is whole");
    assert!(
        told["results"]["sums"]["games"].as_u64().is_some_and(|games| games > 0),
        "{}",
        told["results"]["sums"]["games"]
    );
    run("killed");
    for file in ["json", "csv"] {
        let [whole, killed] = ["whole", "killed"].map(|name| bytes(&path(&folder, &format!("{name}.{file}"))));
        assert!(killed == whole, "{file}");
    }
    assert!(bytes(&path(&folder, "killed-plies.csv")) == bytes(&path(&folder, "whole-plies.csv")));
}

#[test]
fn results_of_another_match_are_left_alone() {
    let folder = Folder::new("autoplay-other");
    let results = path(&folder, "results.json");
    fine(&["autoplay", "tic-tac-toe", "--bots", "random", "-n", "20", "--resume", &results], "");
    let before = bytes(&results);
    for (more, words) in [(["--seed", "2"], "the seeds differ"), (["--openings", "2"], "openings, lengths or detail")] {
        let arguments = ["autoplay", "tic-tac-toe", "--bots", "random", "-n", "20", "--resume", &results];
        let said = dagaz(&[&arguments[..], &more].concat(), "");
        assert!(said.code == Some(2) && said.err.contains(words), "{}", said.err);
    }
    let fewer = dagaz(&["autoplay", "tic-tac-toe", "--bots", "random", "-n", "10", "--resume", &results], "");
    assert!(fewer.code == Some(2) && fewer.err.contains("holds 20 games already"), "{}", fewer.err);
    let text = folder.file("notes.txt", "not results");
    let said = dagaz(&["autoplay", "tic-tac-toe", "--resume", &text], "");
    assert!(said.code == Some(1) && said.err.contains("holds no results"), "{}", said.err);
    assert_eq!((bytes(&results), bytes(&text)), (before, b"not results".to_vec()));
    // More games of the same match are welcome.
    let longer = fine(&["autoplay", "tic-tac-toe", "--bots", "random", "-n", "30", "--resume", &results], "");
    assert!(longer.contains("30 game(s) played"), "{longer}");
}

#[test]
fn seats_rotate_and_every_figure_is_reported() {
    let told = json(&["autoplay", "tic-tac-toe", "--bots", "random", "-n", "2000", "--json"]);
    let summary = &told["summary"];
    // Uniform playouts of noughts and crosses: wins of the first player 58.5 %, draws 12.7 %.
    let [first, drawn] = [&summary["seats"][0]["score"]["wins"], &summary["drawn"]["count"]]
        .map(|count| count.as_f64().expect("a count"));
    assert!((1_090.0..1_250.0).contains(&first) && (190.0..320.0).contains(&drawn), "{first} {drawn}");
    assert!(summary["measures"].as_array().is_some_and(|measures| measures.len() > 10));
    assert!(told["match"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "balance")));
    assert!(told["run"]["games_per_second"].as_f64().is_some_and(|rate| rate > 0.0));
    let strong = json(&["autoplay", "tic-tac-toe", "--bots", "best:300n,random", "-n", "60", "--json"]);
    let entrants = &strong["summary"]["entrants"];
    assert!(entrants[0]["score"]["wins"].as_u64() > Some(40), "{entrants}");
    let text = fine(&["autoplay", "tic-tac-toe", "--bots", "random,greedy", "-n", "20"], "");
    for words in ["Final results:\nPlayer 1 \"random\", wins = ", "\nDraws = ", "20 game(s) played\n", "balance"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn a_sequential_test_stops_a_match() {
    let arguments = ["autoplay", "connect-four", "--bots", "best:200n,random", "-n", "5000", "--sprt", "0,100"];
    let told = json(&[&arguments[..], &["--json"]].concat());
    let games = told["summary"]["games"].as_u64().expect("a number");
    assert!((2..400).contains(&games), "{games}");
    assert!(fine(&arguments, "").contains("accepted: the difference is the higher one"));
    assert_eq!(told["sprt"]["result"], "high");
    // However many threads are at work when it decides, what it decides by is the same.
    let folder = Folder::new("autoplay-sprt");
    let stopped = |threads: &str| {
        let results = path(&folder, &format!("{threads}.json"));
        let test =
            ["autoplay", "tic-tac-toe", "--bots", "greedy,random", "-n", "5000", "--sprt", "0,100", "--seed", "2"];
        fine(&[&test[..], &["--threads", threads, "--resume", &results]].concat(), "");
        bytes(&results)
    };
    assert!(stopped("1") == stopped("3") && stopped("1") == stopped("2"));
    let alone = dagaz(&["autoplay", "tic-tac-toe", "--bots", "random", "--sprt", "0,10"], "");
    assert!(alone.code == Some(2) && alone.err.contains("two bots"), "{}", alone.err);
    let said = dagaz(&["autoplay", "tic-tac-toe", "--bots", "random,greedy", "--sprt", "0,10", "--shard", "1/2"], "");
    assert!(said.code == Some(2) && said.err.contains("--sprt"), "{}", said.err);
}

#[test]
fn games_are_written_as_records_that_replay() {
    let folder = Folder::new("autoplay-records");
    let records = path(&folder, "games");
    fine(&["autoplay", "breakthrough", "--bots", "random", "-n", "12", "--records", &records, "--threads", "2"], "");
    let files = std::fs::read_dir(&records).expect("a folder").count();
    assert_eq!(files, 24, "each game as a tree and as ZSG");
    for file in ["game-000001.json", "game-000012.zsg"] {
        let file = Path::new(&records).join(file).display().to_string();
        fine(&["replay", &file], "");
    }
}

#[test]
fn the_old_format_plays_two_scripts() {
    let ur = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/axiom/ur");
    let [simple, random] = ["Ur-[simple]", "Ur-[random]"].map(|name| ur.join(name).display().to_string());
    let text = fine(&["autoplay", &simple, &random, "20", "--seed", "4"], "");
    let wins = |number: u32, name: &str| -> u32 {
        let begin = format!("Player {number} \"{name}\", wins = ");
        let last = text.split("Final results:").nth(1).unwrap_or_default();
        let rest = last.split(&begin).nth(1).unwrap_or_else(|| panic!("{begin}: {last}"));
        rest.split('.').next().and_then(|count| count.parse().ok()).expect("a number")
    };
    let (simple, random) = (wins(1, "Ur-[simple]"), wins(2, "Ur-[random]"));
    assert!(simple > random && simple + random == 20, "{simple} to {random}");
    assert!(text.contains("Draws = 0\n20 game(s) played"), "{text}");
    // What AutoPlay printed before that: who plays, each game, and how it stands after it.
    assert!(
        text.starts_with("Player 1 variant = \"Ur-[simple]\"\nPlayer 2 variant = \"Ur-[random]\"\nGame 1 of 20\n\n")
    );
    for line in
        ["\n1. ", "\n2. ", " - I lose!\n", "\nCumulative results following game 19 of 20:\n", "\nFinal results:\n"]
    {
        assert!(text.contains(line), "{line}");
    }
    assert_eq!(text.matches(" - I lose!\n").count(), 20);
    assert!(!text.contains("Cumulative results following game 20 of 20"));
    // Two variants of a rules file, too.
    let text = fine(&["autoplay", "tic-tac-toe", "tic-tac-toe", "6", "--bots", "random,greedy"], "");
    assert!(text.contains("6 game(s) played"), "{text}");
    let said = dagaz(&["autoplay", "tic-tac-toe", "reversi", "6", "--bots", "random,random"], "");
    assert!(said.code == Some(1) && said.err.contains("disagree"), "{}", said.err);
}

#[test]
fn many_players_and_variants_load() {
    let told =
        json(&["autoplay", "four-player-chess", "--bots", "random,greedy", "-n", "4", "--max-plies", "60", "--json"]);
    assert_eq!(told["summary"]["seats"].as_array().map(Vec::len), Some(4));
    let said = dagaz(&["autoplay", "tic-tac-toe", "--bots", "clever"], "");
    assert!(said.code == Some(2) && said.err.contains("no bot `clever`"), "{}", said.err);
    let said = dagaz(&["autoplay", "tic-tac-toe", "--shard", "4/3"], "");
    assert!(said.code == Some(2) && said.err.contains("1/8"), "{}", said.err);
}

#[test]
fn two_matches_are_compared() {
    let folder = Folder::new("autoplay-compare");
    let page = path(&folder, "changes.html");
    let text =
        fine(&["compare", "tic-tac-toe", "connect-four", "--bots", "random", "-n", "400", "--report", &page], "");
    assert!(text.contains("plies of a game") && text.contains("changed"), "{text}");
    assert!(String::from_utf8_lossy(&bytes(&page)).contains("<svg"));
    let same = fine(&["compare", "tic-tac-toe", "tic-tac-toe", "--bots", "random", "-n", "200"], "");
    assert!(same.contains("Nothing has surely changed"), "{same}");
    // A match that has been played is compared without playing it again.
    let results = path(&folder, "results.json");
    fine(&["autoplay", "tic-tac-toe", "--bots", "random", "-n", "300", "--resume", &results], "");
    let told = json(&["compare", &results, &results, "--json"]);
    assert_eq!(told["before"]["games"], 300);
    assert!(told["changes"].as_array().is_some_and(|all| all.iter().all(|one| one["before"] == one["after"])));
}

#[test]
fn a_report_is_one_page_that_needs_nothing_else() {
    let folder = Folder::new("autoplay-report");
    let page = path(&folder, "report.html");
    fine(
        &["autoplay", "breakthrough", "--bots", "random", "-n", "300", "--report", &page, "--wanted-length", "60"],
        "",
    );
    let text = String::from_utf8(bytes(&page)).expect("it is UTF-8");
    assert!(
        text.starts_with("<!DOCTYPE html>") && text.contains("</html>") && text.len() < 1_000_000,
        "{}",
        text.len()
    );
    for outside in ["<script", "src=\"http", "href=\"http", "@import", "url(http"] {
        assert!(!text.contains(outside), "{outside}");
    }
}

#[test]
fn bots_are_rated_in_tournaments() {
    let folder = Folder::new("autoplay-tournament");
    let log = path(&folder, "log");
    let bots = "random,best:200n,greedy";
    let arguments = ["tournament", "tic-tac-toe", "breakthrough", "--bots", bots, "-n", "12", "--log", &log];
    let told = json(&[&arguments[..], &["--json"]].concat());
    let table = told["table"].as_array().expect("a table");
    assert_eq!((table.len(), told["played"].as_u64()), (3, Some(72)));
    assert_eq!(table[2]["bot"], "random", "{table:?}");
    assert!(table[0]["rating"].as_f64() > table[2]["rating"].as_f64());
    assert_eq!(std::fs::read_dir(&log).expect("a folder").count(), 6);
    assert_eq!(json(&[&arguments[..], &["--json"]].concat()), told, "what has been played is not played again");
    let swiss = fine(
        &["tournament", "tic-tac-toe", "--bots", "random,random,random,random,greedy", "--system", "swiss", "-n", "4"],
        "",
    );
    assert!(swiss.contains("random #4") && swiss.contains("  1. "), "{swiss}");
    let alone = dagaz(&["tournament", "tic-tac-toe", "--bots", "random"], "");
    assert!(alone.code == Some(2) && alone.err.contains("two bots"), "{}", alone.err);
}

/// A ladder is climbed where it is asked for, and tic-tac-toe has little to offer to who thinks
/// more.
#[test]
fn depth_is_measured_on_a_ladder() {
    let told = json(&["autoplay", "connect-four", "--bots", "random", "-n", "20", "--depth", "10", "--json"]);
    let depth = told["match"].as_array().and_then(|all| all.iter().find(|one| one["name"] == "depth")).cloned();
    let depth = depth.expect("it was asked for");
    assert!(depth["value"].as_f64().is_some_and(|value| (-1.0..=1.0).contains(&value)), "{depth}");
}

#[test]
fn only_one_process_at_a_time_writes_results() {
    let folder = Folder::new("autoplay-lock");
    let results = path(&folder, "results.json");
    let arguments = ["autoplay", "tic-tac-toe", "--bots", "random", "-n", "10", "--resume", &results];
    let lock = path(&folder, "results.json.lock");
    let held = std::fs::File::create(&lock).expect("the folder can be written");
    held.lock().expect("nobody has it");
    let refused = dagaz(&arguments, "");
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    assert!(
        refused.err.contains("another process is writing") && refused.err.contains("dagaz merge"),
        "{}",
        refused.err
    );
    assert!(!Path::new(&results).exists());
    drop(held);
    fine(&arguments, "");
    assert!(Path::new(&results).exists() && !Path::new(&lock).exists());
}

#[test]
fn edited_results_are_refused() {
    let folder = Folder::new("autoplay-changed");
    let results = path(&folder, "results.json");
    let arguments = ["autoplay", "tic-tac-toe", "--bots", "random", "-n", "10", "--resume", &results];
    fine(&arguments, "");
    let whole = String::from_utf8(bytes(&results)).expect("it is text");
    for (from, to, words) in [
        ("\"end\":10", "\"end\":5", "another number of games"),
        ("\"end\":10", "\"end\":11", "not of this match"),
        ("\"ended\":10", "\"ended\":10000000000000000000", "too large"),
    ] {
        assert!(whole.contains(from), "{whole}");
        folder.file("results.json", &whole.replacen(from, to, 1));
        for command in [&arguments[..], &["merge", &results]] {
            let refused = dagaz(command, "");
            assert_eq!(refused.code, Some(1), "{from}: {}", refused.err);
            assert!(refused.err.contains(words), "{from}: {}", refused.err);
        }
    }
}

#[test]
fn duplicate_games_are_counted_once() {
    let same = ["autoplay", "breakthrough", "--openings", "0", "--bots", "alphabeta:1d,first", "-n", "20"];
    assert!(fine(&same, "").contains("Beware: only about 2 of the 20 games"));
    let many = ["autoplay", "breakthrough", "--bots", "greedy,random", "-n", "20"];
    assert!(!fine(&many, "").contains("Beware"));
}

#[test]
fn unsatisfiable_requests_are_refused() {
    let folder = Folder::new("autoplay-wishes");
    let results = path(&folder, "results.json");
    fine(&["autoplay", "tic-tac-toe", "--bots", "random", "-n", "4", "--resume", &results], "");
    for (arguments, words) in [
        (&["autoplay", "yavalath", "--fixed-seats", "--bots", "random,greedy,first"][..], "2 seats for 3 bots"),
        (&["autoplay", "yavalath", "--bots", "greedy", "--openings", "10", "--max-plies", "10"], "nothing to play"),
        (&["autoplay", "yavalath", "-n", "0"], "1 or more"),
        (&["merge", &results, "--game", "breakthrough"], "other rules"),
    ] {
        let refused = dagaz(arguments, "");
        assert_eq!(refused.code, Some(2), "{arguments:?}: {}", refused.err);
        assert!(refused.err.contains(words), "{arguments:?}: {}", refused.err);
    }
    fine(&["merge", &results, "--game", "tic-tac-toe"], "");
}

#[test]
fn games_in_which_every_player_is_random_are_played_and_counted() {
    let folder = Folder::new("autoplay-random");
    let zrf = "(define go ($1 (verify not-friend?) add))
(game (title \"Drunken men\") (players ?White ?Black) (turn-order ?White ?Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c\" (9 0)) (\"3/2/1\" (0 9)))
    (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
  (board-setup (?White (Man a1 b1)) (?Black (Man b3 c3)))
  (piece (name Man) (moves (go n) (go s) (go e) (go w)))
  (loss-condition (?White ?Black) (pieces-remaining 0)))";
    let drf = "(drf 3) (game \"Drunken men\" (players (chance White) (chance Black)) (board (grid a-c 1-3))
  (setup (White (Man a1 b1)) (Black (Man b3 c3))) (piece Man \"M\" (moves (go orthogonal))) (rule (go d) d open)
  (lose bare (no (and mine Man))))";
    for (name, rules) in [("men.zrf", zrf), ("men.drf", drf)] {
        let file = folder.file(name, rules);
        let said = dagaz(&["autoplay", &file, "-n", "10", "--seed", "1", "--json"], "");
        assert_eq!(said.code, Some(0), "{name}: {}", said.err);
        let value: Value = serde_json::from_str(&said.out).expect("JSON");
        let value = &value["summary"];
        assert_eq!(value["games"], 10, "{name}");
        let seats = value["seats"].as_array().expect("the seats");
        let decided: u64 = seats.iter().map(|seat| seat["score"]["wins"].as_u64().expect("a number")).sum();
        assert_eq!((seats.len(), decided), (2, 10), "{name}: {value:#}");
    }
}
