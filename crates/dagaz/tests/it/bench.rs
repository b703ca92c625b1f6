//! `dagaz bench`: its figures may be of any size, what it has played and counted may not.

use crate::common::{Folder, dagaz, fine, json};
use serde_json::Value;

/// What a benchmark says besides how fast it was.
fn played(arguments: &[&str]) -> Value {
    let mut value = json(&[&["bench"], arguments, &["--json"]].concat());
    value.as_object_mut().expect("an object").remove("speed");
    value
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let run = |seed: &str, threads: &str| {
        played(&["tic-tac-toe", "--playouts", "2500", "--seed", seed, "--threads", threads])
    };
    let one = run("7", "1");
    for threads in ["1", "2", "3", "8", "0"] {
        assert_eq!(run("7", threads), one, "{threads} threads");
    }
    assert_ne!(run("8", "1"), one);
    assert_eq!((&one["playouts"], &one["checked"]["games"]), (&2500.into(), &3.into()));
    let long = |threads: &str| played(&["chess", "--playouts", "9", "--quiet-limit", "60", "--threads", threads]);
    assert_eq!(long("1"), long("4"));
    assert_eq!(long("1")["checked"], serde_json::json!({ "games": 1, "plies": 8 }));
}

#[test]
fn games_are_played_until_the_time_is_over() {
    let text = fine(&["bench", "tic-tac-toe", "--seconds", "0.05"], "");
    for part in ["playouts/s", "plies/s", "won: ", "CPU time (1 thread, speed-up ", "in a CPU-second", "by the clock"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let least = played(&["tic-tac-toe", "--seconds", "0", "--threads", "2"]);
    assert_eq!(
        (&least["playouts"], &least["checked"]["games"]),
        (&1.into(), &1.into()),
        "one game, however short the time"
    );
    let cut = played(&["chess", "--playouts", "2", "--max-plies", "5"]);
    assert_eq!(cut["outcomes"][0]["ending"], "cut off after 5 plies");
}

#[test]
fn a_benchmark_of_no_games_is_refused() {
    let said = dagaz(&["bench", "tic-tac-toe", "--playouts", "0"], "");
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
    assert!(said.err.contains("it must be 1 or more"), "{}", said.err);
    assert!(fine(&["bench", "tic-tac-toe", "--playouts", "1"], "").contains("outcomes"));
}

#[test]
fn speed_is_reported_by_wall_and_processor_time() {
    let number = |speed: &Value, key: &str| speed[key].as_f64().unwrap_or_else(|| panic!("{key}: {speed}"));
    for (mode, nouns) in [(&["--playouts", "3000"][..], &["playouts", "plies"][..]), (&["--perft", "6"], &["leaves"])] {
        for threads in [1, 2] {
            let threads_text = threads.to_string();
            let arguments = [&["bench", "tic-tac-toe"], mode, &["--threads", &threads_text, "--json"]];
            let mut arguments = arguments.concat();
            if mode[0] == "--perft" {
                arguments.extend(["--seconds", "0.1"]);
            }
            let speed = &json(&arguments)["speed"];
            let (wall, cpu) = (number(speed, "wall_seconds"), number(speed, "cpu_seconds"));
            assert_eq!(speed["threads"], threads);
            assert!(wall > 0.0 && cpu > 0.0, "{speed}");
            // A thread is never busy for longer than there was time; clocks have grains.
            assert!(cpu <= wall * f64::from(threads) + 0.05, "{speed}");
            assert!((number(speed, "speed_up") - cpu / wall).abs() < 1e-6, "{speed}");
            for noun in nouns {
                let by_wall = number(speed, &format!("{noun}_per_second")) * wall;
                let by_cpu = number(speed, &format!("{noun}_per_cpu_second")) * cpu;
                assert!(by_wall > 1.0 && (by_wall - by_cpu).abs() < 1e-3 * by_wall, "{noun}: {speed}");
            }
        }
    }
}

#[test]
fn perft_equals_published_counts() {
    for threads in ["1", "2", "7", "0"] {
        let value = played(&["chess", "--perft", "3", "--seconds", "0", "--threads", threads]);
        assert_eq!(
            (&value["depth"], &value["leaves"], &value["known"]["leaves"]),
            (&3.into(), &8902.into(), &8902.into())
        );
        let from = value["known"]["from"].as_str().unwrap_or_default();
        assert!(from.contains("chessprogramming.org"), "{from}");
    }
    let variant = played(&["reversi", "--variant", "Reversi, old opening", "--perft", "6", "--seconds", "0"]);
    assert_eq!(variant["known"]["leaves"], 320);
    let text = fine(&["bench", "tic-tac-toe", "--perft", "2", "--seconds", "0.3"], "");
    for part in ["leaves           72 at depth 2, counted ", " times", "as others have counted: Reg", "leaves/s"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_count_does_not_depend_on_its_bounds() {
    // A position, an unlisted depth, and an unknown game.
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let folder = Folder::new("bench");
    let walk = folder.file(
        "walk.zrf",
        "(game (title \"Walk\") (players A) (turn-order A)
          (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c\" (10 0)) (\"1\" (0 10))) (directions (e 1 0))))
          (board-setup (A (Stone a1))) (piece (name Stone) (moves (e (verify empty?) add)))
          (win-condition (A) (absolute-config Stone (c1))))",
    );
    for (arguments, leaves) in [
        (&["chess", "--position", kiwipete, "--perft", "3"][..], 97_862),
        (&["chess", "--perft", "0"], 1),
        (&["tic-tac-toe", "--perft", "11"], 0),
        (&[&walk, "--perft", "2"], 1),
        (&[&walk, "--perft", "3"], 0),
    ] {
        for threads in ["1", "2", "5"] {
            let value = played(&[arguments, &["--seconds", "0", "--threads", threads]].concat());
            assert_eq!((&value["leaves"], &value["known"]), (&leaves.into(), &Value::Null), "{arguments:?}");
        }
    }
    let text = fine(&["bench", &walk, "--perft", "2", "--seconds", "0"], "");
    assert!(text.contains("1 at depth 2, counted once") && text.contains("checked          against nothing"), "{text}");
}

#[test]
fn a_game_limit_is_reported_with_any_number_of_threads() {
    let folder = Folder::new("bench-limit");
    let endless = "((while on-board? (if (on-board? e) e else a1)) add)";
    let text = format!(
        "(game (title \"Burst\") (players A B) (turn-order A B)\n(board (grid (dimensions (\"a/b/c/d/e/f/g/h\" (1 0))
           (\"8/7/6/5/4/3/2/1\" (0 1))) (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
           (board-setup (A (W a1)) (B (M h8))) (piece (name M) (moves {endless})) (piece (name W) (moves (e add))))"
    );
    let burst = folder.file("burst.zrf", &text);
    let fails = |arguments: &[&str]| {
        let said = dagaz(&[&["bench", &burst], arguments].concat(), "");
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{arguments:?}: {}", said.err);
        assert!(said.err.contains("limit reached: ") && said.err.contains("burst.zrf:4:"), "{}", said.err);
        said.err
    };
    let counted = fails(&["--perft", "2", "--seconds", "0"]);
    assert_eq!(counted, fails(&["--perft", "2", "--seconds", "0", "--threads", "3"]));
}

#[test]
fn a_profile_measures_phases_and_rules() {
    let chess = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/chess/chess/chess.zrf");
    let text = fine(&["bench", chess, "--profile", "--seconds", "0.2"], "");
    for part in ["counting the legal moves", "playing a move and taking it back", "White Knight: ", "never-moved?"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/lines/connect-four/connect-four.zrf");
    let value = json(&["bench", rules, "--profile", "--seconds", "0.2", "--json"]);
    let parts = value["parts"].as_array().expect("there are parts");
    let named = |name: &str| parts.iter().find(|part| part["part"] == name).expect("it is measured");
    assert!(named("listing the legal moves")["nanoseconds"].as_f64().is_some_and(|time| time > 0.0));
    let found = |name: &str| named(name)["found"].as_f64().expect("a number");
    assert_eq!(found("counting the legal moves"), found("listing the legal moves"));
    assert!(parts.len() > 4 && found("Red Disc: let-fall") > 1.0);
}

#[test]
fn a_profile_measures_every_executor_of_edition_3() {
    // In automata, with a form of its own, and walked as it stands.
    for (game, rule) in [("knightmate", "White Rook"), ("reversi", "walking place"), ("tak", "walking ")] {
        let value = json(&["bench", game, "--profile", "--seconds", "0.1", "--max-plies", "40", "--json"]);
        let parts = value["parts"].as_array().expect("there are parts");
        let found = |name: &str| {
            let part = parts.iter().find(|part| part["part"].as_str().is_some_and(|part| part.starts_with(name)));
            part.and_then(|part| part["found"].as_f64()).unwrap_or_else(|| panic!("{game}: no {name} in {value}"))
        };
        assert_eq!(found("counting the legal moves"), found("listing the legal moves"), "{game}");
        assert!(found(rule) > 0.0, "{game}: {value}");
    }
}
