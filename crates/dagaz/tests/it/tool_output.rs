//! Output of the commands about effects on the turn order, dice games, blind bots, notations and
//! scripts. The rules are in `tool_output/`.

use std::path::Path;

use super::common::{Folder, dagaz, fine, json};

/// The path of a text of `tool_output/`.
fn case(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tool_output").join(name).display().to_string()
}

#[test]
fn goto_and_skip_combine_in_either_order() {
    for name in ["goto-then-skip.drf", "skip-then-goto.drf"] {
        let after = ["--after", "a1; b1; c1; a2; b2; c2"];
        let value = json(&["moves", &case(name), after[0], after[1], "--json"]);
        assert_eq!((&value["to_move"][0], &value["outcome"]), (&"Black".into(), &serde_json::Value::Null), "{name}");
        assert!(value["position"].as_str().is_some_and(|text| text.starts_with("turn=Black#4;")), "{value}");
        assert_eq!(value["count"], 11, "{name}: each man goes onto its neighbours");
        // Why a move is refused takes the turn that follows into account.
        let said = fine(&["why", &case(name), "c2", "--after", "a1; b1; c1; a2; b2"], "");
        assert!(said.contains("this is legal, by lay"), "{said}");
    }
}

#[test]
fn skipped_turns_drop_rolls_and_eliminated_players() {
    let file = case("turn-order-together.drf");
    let turn = |after: &str| {
        let value = json(&["moves", &file, "--after", after, "--json"]);
        let position = value["position"].as_str().expect("a position").to_string();
        position.split(';').next().unwrap_or_default().to_string()
    };
    assert_eq!(turn("roll pips 1; again"), "turn=White#9");
    assert_eq!(turn("roll pips 1; twice"), "turn=Blue");
    assert_eq!(turn("roll pips 1; far"), "turn=Blue#15");
    assert_eq!(turn("roll pips 1; last"), "turn=Red#11");
    let red_leaves = "roll pips 1; plain; roll pips 2; robbed; roll pips 1; plain; roll pips 1; plain; roll pips 1";
    assert_eq!(turn("roll pips 1; near"), "turn=Black#13");
    assert_eq!(turn(&format!("{red_leaves}; near")), "turn=Blue#15");
    assert_eq!(turn(&format!("{red_leaves}; twice")), "turn=White");
    assert_eq!(turn(&format!("{red_leaves}; last")), "turn=Black#13");
}

#[test]
fn dice_rolls_are_not_player_moves() {
    let value = json(&["autoplay", &case("dice-counted-as-moves.drf"), "--bots", "random", "-n", "100", "--json"]);
    let measures = value["summary"]["measures"].as_array().expect("measures");
    let mean = |name: &str| {
        let one = measures.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {value}"));
        one["mean"].as_f64().expect("a number")
    };
    assert_eq!((mean("branching"), mean("forced"), mean("captures")), (1.0, 1.0, 0.0));
    assert!((mean("moves") * 2.0 - mean("length")).abs() < 1e-9, "{} of {}", mean("moves"), mean("length"));
}

#[test]
fn bots_without_sight_are_named_in_the_headline() {
    let folder = Folder::new("tool-output-blind");
    let report = folder.0.join("blind.html").display().to_string();
    let said =
        fine(&["autoplay", &case("blind-bots.drf"), "--bots", "alphabeta:60n", "-n", "6", "--report", &report], "");
    let head: Vec<&str> = said.lines().take(6).collect();
    assert!(head[1].starts_with("Beware: the bots could tell no two positions apart"), "{said}");
    assert!(said.contains("Is it balanced?  Not known: the bots could tell no two positions apart"), "{said}");
    let page = std::fs::read_to_string(&report).expect("the page");
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("the page lacks: {text}"));
    assert!(at("Beware: the bots could tell no two positions apart") < at("Is it balanced?"));
    // A bot is named with its seat where others see something.
    let bots = ["--bots", "alphabeta:60n,mcts:8p", "-n", "4", "--json"];
    let value = json(&[&["autoplay", &case("blind-bots.drf")][..], &bots].concat());
    let blind = value["summary"]["blind"].as_array().expect("a list");
    assert!(blind.len() == 2 && blind.iter().all(|one| one["bot"] == "alphabeta:60n"), "{blind:?}");
    // Playouts see something, and so does a hint (what one player gets by it the other loses) and
    // an evaluation.
    for (file, bots) in [
        (case("blind-bots.drf"), "mcts:8p"),
        (case("blind-bots-hint.drf"), "greedy"),
        ("english-draughts".to_string(), "greedy"),
        ("tic-tac-toe".to_string(), "alphabeta:5d"),
    ] {
        let value = json(&["autoplay", &file, "--bots", bots, "-n", "4", "--json"]);
        assert_eq!(value["summary"]["blind"], serde_json::json!([]), "{file}");
    }
}

#[test]
fn bots_without_sight_are_named_in_matches_ladders_and_tournaments() {
    let (blind, sees) = (case("blind-bots.drf"), "tic-tac-toe".to_string());
    let levels = ["--levels", "5,6", "--games", "6"];
    let pair = ["alphabeta:60n", "alphabeta:90n", "--games", "6"];
    let bots = ["--bots", "alphabeta:60n,alphabeta:90n", "--games", "6"];
    for (command, rest) in [("ladder", &levels[..]), ("match", &pair[..]), ("tournament", &bots[..])] {
        let said = fine(&[&[command, &blind][..], rest].concat(), "");
        let second = said.lines().nth(1).unwrap_or_default();
        assert!(second.starts_with("Beware: ") && second.contains("could tell no two positions apart"), "{said}");
        let value = json(&[&[command, &blind][..], rest, &["--json"]].concat());
        assert_eq!(value["blind"].as_array().map(Vec::len), Some(2), "{value}");
        let value = json(&[&[command, &sees][..], rest, &["--json"]].concat());
        assert_eq!(value["blind"], serde_json::json!([]), "{command}");
    }
}

#[test]
fn bots_without_sight_are_named_where_parameters_are_searched() {
    let file = case("blind-bots.drf");
    let search = ["--vary", "par", "--generations", "1", "--population", "2", "-n", "3", "--bots"];
    for (bots, blind) in [("alphabeta:60n", &["alphabeta:60n"][..]), ("mcts:8p", &[])] {
        let words = [&["evolve", &file][..], &search, &[bots]].concat();
        assert_eq!(json(&[&words[..], &["--json"]].concat())["blind"], serde_json::json!(blind), "{bots}");
        let said = fine(&words, "");
        let second = said.lines().nth(1).unwrap_or_default();
        assert_eq!(second.starts_with("Beware: alphabeta:60n could tell no two"), !blind.is_empty(), "{said}");
    }
}

#[test]
fn the_reason_for_a_slow_executor_is_located() {
    let said = fine(&["info", &case("reason-neutral-ball.drf"), "--compiled"], "");
    let wanted =
        "because a piece is moved by others than its owner: (piece Ball … (of …)), at reason-neutral-ball.drf:7";
    assert!(said.contains(wanted), "{said}");
    // One change each to a game that has the fast form.
    let folder = Folder::new("tool-output-reasons");
    let text = |change: [&str; 2]| {
        let rules = "(drf 3)\n(game \"Plain\"\n  (players White Black)\n  (board (grid a-f 1-6))\n  \
                     (setup (each (Man (row 1 2))))\n  (piece Man \"M\" (moves step-on (strike (nw ne))))\n  \
                     (rule step-on n empty)\n  (rule (strike d) d enemy)\n  (win across (and mine Man (row -1)))\n  \
                     (lose no-man (no mine)))\n";
        folder.file("plain.drf", &rules.replace(change[0], change[1]))
    };
    for (change, wanted) in [
        (["(grid a-f 1-6)", "(grid a-f 1-6) (columns)"], "pieces stand on one another: `(columns)`"),
        (["(lose", "(pass forced) (lose"], "players may pass"),
        (["(lose", "(prefer (strike) (count captured)) (lose"], "`(prefer …)`"),
        (["(lose", "(on move-start (see mine)) (lose"], "`(on move-start …)`"),
        (["(lose", "(var got of game 0) (on move-end (add got 1)) (win ten (> got 10)) (lose"], "got"),
        (
            [
                "(lose",
                "(dice pips 1 (1 2)) (turns ((roll pips) White) ((roll pips) Black)) (draw long (> pips 3)) (lose",
            ],
            "dice are thrown",
        ),
    ] {
        let said = fine(&["info", &text(change), "--compiled"], "");
        assert!(said.contains("because ") && said.contains(wanted), "{wanted}: {said}");
    }
}

#[test]
fn moves_of_chance_are_written_by_rule_and_arguments() {
    let file = case("drawn-cards.drf");
    assert_eq!(fine(&["moves", &file], ""), "deal 1\ndeal 2\ndeal 3\ndeal 4\n");
    // As before, what a move of chance sets can be typed, too.
    for after in ["deal 1; deal 2", "roll holder.1 1; roll holder.2 1"] {
        let said = fine(&["moves", &file, "--after", after], "");
        for wanted in ["c1 - c2 card 1 n", "c1 - c2 card 2 n"] {
            assert!(said.lines().any(|line| line == wanted), "{after}: {said}");
        }
        assert!(!said.contains('#'), "{said}");
        let moved = fine(&["moves", &file, "--after", &format!("{after}; c1 - c2 card 2 n")], "");
        assert_eq!(moved, "pass\n");
    }
    // A record of such a game replays.
    let folder = Folder::new("tool-output-cards");
    let save = folder.0.join("game.txt").display().to_string();
    let seats = ["--seat", "Red=random", "--seat", "Blue=random"];
    fine(&[&["play", &file, "--seed", "3", "--save", &save][..], &seats].concat(), "");
    let record = std::fs::read_to_string(&save).expect("a record");
    assert!(record.contains("deal "), "{record}");
    fine(&["replay", &save, "--rules", &file], "");
}

#[test]
fn a_piece_is_carried_from_the_first_hop() {
    let said = fine(&["moves", &case("carried-from-when.drf")], "");
    assert_eq!(said, "Man b1 - d1\nMan b1 - e1\n");
    // Without the piece itself a1 and c1 are not joined.
    let text = std::fs::read_to_string(case("carried-from-when.drf")).expect("it is there");
    let folder = Folder::new("tool-output-carried");
    let file = folder.file("apart.drf", &text.replace("occupied orthogonal", "(and occupied (not start)) orthogonal"));
    let said = dagaz(&["moves", &file], "");
    assert!(said.out.is_empty(), "{}", said.out);
}

#[test]
fn one_hop_of_three_directions_leads_past_a_missing_site() {
    let targets = |file: &str| {
        let said = fine(&["moves", file], "");
        said.lines().filter(|line| line.ends_with(" a3")).count()
    };
    // By `w n n` nothing leads there, by `n n w` one way does.
    assert_eq!(targets(&case("offset-past-a-hole.drf")), 1);
    let text = std::fs::read_to_string(case("offset-past-a-hole.drf")).expect("it is there");
    let folder = Folder::new("tool-output-offset");
    let hop = text
        .replace("(leap w) (leap-2 n)", "(leap w)")
        .replace("(rule (leap d)   d n n empty)", "(rule (leap d) d.n.n empty)");
    let hop = hop.replace("(rule (leap-2 d) d n w empty)", "");
    assert_eq!(targets(&folder.file("hop.drf", &hop)), 1);
}

#[test]
fn commands_answer_at_the_end_of_a_game() {
    let stuck = ["tic-tac-toe", "--after", "a1; a2; b1; b2; c1"];
    let value = json(&["moves", stuck[0], stuck[1], stuck[2], "--json"]);
    assert!(value["outcome"].is_object() && value["to_move"][0].is_string(), "{value}");
    let said = fine(&["why", stuck[0], "c3", stuck[1], stuck[2]], "");
    let mover = value["to_move"][0].as_str().expect("a name");
    assert!(said.contains("the game has ended") && said.contains(&format!("it is the turn of {mover}")), "{said}");
    // The reason other than an ending is printed too, if there is one.
    let said = fine(&["why", stuck[0], "a1", stuck[1], stuck[2]], "");
    assert!(said.lines().count() > 3, "{said}");
}

#[test]
fn perft_begins_where_moves_or_a_record_lead() {
    assert_eq!(fine(&["perft", "tic-tac-toe", "1", "--after", "a1; b2"], ""), "1 7\n");
    let folder = Folder::new("tool-output-perft");
    let record = folder.file("game.pgn", "1. e4 e5 2. Nf3 *\n");
    let from = |ply: &str| fine(&["perft", "chess", "1", "--record", &record, "--ply", ply], "");
    assert_eq!((from("0"), from("1"), from("2")), ("1 20\n".into(), "1 20\n".into(), "1 29\n".into()));
}

#[test]
fn random_games_that_meet_a_limit_are_counted_as_cut_off() {
    let said = fine(&["bench", &case("over-its-limits.drf"), "--playouts", "3"], "");
    assert!(said.contains("100.00 %  cut off: "), "{said}");
}

#[test]
fn help_is_a_command() {
    let said = fine(&["help"], "");
    assert!(said.contains("Usage: dagaz") && said.contains("autoplay"), "{said}");
    assert!(fine(&["help", "perft"], "").contains("--after"));
}

#[test]
fn a_comparison_names_both_sides_and_their_endings() {
    let folder = Folder::new("tool-output-compare");
    let rules = |most: &str| {
        format!(
            "(drf 3)\n(game \"Line\"\n  (players White Black)\n  (board (grid a-c 1-3) (lines three 3))\n  (piece Man)\n  \
             (rule lay (at empty) (put Man))\n  (moves lay)\n  (win row (full three mine))\n  (draw soon (> turn {most}))\n  \
             (draw full (no empty)))\n"
        )
    };
    let (old, new) = (folder.file("old.drf", &rules("6")), folder.file("new.drf", &rules("9")));
    let said = fine(&["compare", &old, &new, "--bots", "random", "-n", "200"], "");
    assert!(said.starts_with(&format!("first:  {old}: Line, 200 games\nsecond: {new}: Line, 200 games\n")), "{said}");
    for ending in ["ending: row", "ending: soon"] {
        assert!(said.lines().any(|line| line.trim_start().starts_with(ending)), "{said}");
    }
    let value = json(&["compare", &old, &new, "--bots", "random", "-n", "200", "--json"]);
    assert_eq!((value["before"]["named"].as_str(), value["after"]["named"].as_str()), (Some(&old[..]), Some(&new[..])));
}

#[test]
fn scripts_use_their_own_engines() {
    // Both seats draw their moves.
    let random = case("go-[random]");
    let text = fine(&["autoplay", &random, &random, "10", "--seed", "5"], "");
    assert!(
        text.starts_with("Player 1 variant = \"go-[random]\"\nPlayer 2 variant = \"go-[random]\"\nGame 1 of 10\n\n")
    );
    let closing: Vec<&str> = text.lines().rev().take(5).collect();
    assert_eq!((closing[0], closing[4]), ("10 game(s) played", "Final results:"), "{text}");
    assert!(closing[1].starts_with("Draws = ") && closing[2].starts_with("Player 2 \"go-[random]\", wins = "));
    let games: std::collections::BTreeSet<&str> = text
        .split("Game ")
        .skip(1)
        .filter_map(|game| game.split("Cumulative").next())
        .map(|game| game.split_once('\n').map_or("", |(_, moves)| moves))
        .collect();
    assert!(games.len() > 1, "all games are the same: {text}");
    // A script with an engine meets one without: each plays as it declares.
    let folder = Folder::new("tool-output-engines");
    let plain = std::fs::read_to_string(case("go-[random].4th")).expect("it is there").replace(" {random}", "");
    let first = plain.replacen("{player} White\n", "{player} White {first}\n", 1);
    folder.file("plain.4th", &plain);
    folder.file("first.4th", &first);
    let [plain, first] = ["plain", "first"].map(|name| folder.0.join(name).display().to_string());
    let text = fine(&["autoplay", &first, &plain, "2"], "");
    assert!(text.contains("2 game(s) played") && text.contains("1. man a1 - "), "{text}");
    let said = json(&["autoplay", &first, &plain, "2", "--json"]);
    assert_eq!(said["summary"]["entrants"][0]["name"], "first", "{said}");
}

#[test]
fn a_script_may_write_a_move_after_it_has_played_it() {
    for name in ["look-one.4th", "look-one-other-order.4th"] {
        fine(&["check", &case(name)], "");
        let said = fine(&["play", &case(name), "--seat", "White=own", "--seat", "Black=random"], "");
        let first = said.lines().find(|line| line.contains("White")).unwrap_or_default();
        assert!(said.contains("man a1 - b1"), "{name}: {first}: {said}");
    }
}

#[test]
fn a_rules_file_finds_its_script_in_the_engine_folder() {
    let (rules, script) = (case("engine-path/rules/walk.zrf"), case("engine-path/scripts/walk.4th"));
    let moves = fine(&["moves", &rules], "");
    assert_eq!(moves, fine(&["moves", &script], ""));
    assert_eq!(moves, "man a1 - a2\n");
    fine(&["check", &rules], "");
    // The title and the set-up come from the rules file.
    assert!(fine(&["info", &rules], "").starts_with("Walk"));
    // Written on Windows, and in another case.
    let folder = Folder::new("tool-output-engine");
    let text =
        std::fs::read_to_string(&rules).expect("it is there").replace("../scripts/axiom.dll", "..\\Scripts\\AXIOM.DLL");
    let file = folder.file("rules/walk.zrf", &text);
    folder.file("scripts/walk.4th", &std::fs::read_to_string(&script).expect("it is there"));
    assert_eq!(fine(&["moves", &file], ""), moves);
    // Elsewhere it is not looked for, and an absolute path is none.
    let file = folder.file("other/walk.zrf", &text.replace("..\\Scripts\\AXIOM.DLL", "C:\\scripts\\axiom.dll"));
    let said = dagaz(&["moves", &file], "");
    assert!(said.code == Some(1) && said.err.contains("Z0305"), "{}", said.err);
}
