//! Files whose games are of several variants: `replay` and `convert` read each by its own rules.

use serde_json::Value;

use crate::common::{dagaz, fine};

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n1. e4 e5 {a comment} *\n\n\
    [White \"Cy\"]\n[Black \"Di\"]\n[Variant \"crazyhouse\"]\n[Result \"*\"]\n\n\
    1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 *\n\n\
    [White \"Eve\"]\n[Black \"Flo\"]\n[Result \"*\"]\n\n1. d4 *\n";

#[test]
fn each_game_of_a_file_is_replayed_by_its_own_rules() {
    let said = fine(&["replay", "-"], GAMES);
    for line in ["Chess (chess.drf", "Crazyhouse (crazyhouse.drf", "All 2 plies are legal", "All 7 plies are legal"] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let said: Value = serde_json::from_str(&fine(&["replay", "-", "--json"], GAMES)).expect("JSON");
    let games = said["games"].as_array().expect("games");
    let titles: Vec<&str> = games.iter().filter_map(|game| game["rules"]["title"].as_str()).collect();
    assert_eq!(titles, ["Chess", "Crazyhouse", "Chess"]);
    let plies: Vec<&Value> = games.iter().map(|game| &game["plies"]).collect();
    assert_eq!(plies, [2, 7, 1]);
}

#[test]
fn a_file_of_several_variants_is_converted_and_read_again() {
    let pgn = fine(&["convert", "-", "-", "--to", "pgn"], GAMES);
    assert!(
        pgn.contains("[Variant \"Crazyhouse\"]") && pgn.contains("4. P@d5") && pgn.contains("{a comment}"),
        "{pgn}"
    );
    assert_eq!(fine(&["convert", "-", "-", "--to", "pgn"], &pgn), pgn);
    let txt = fine(&["convert", "-", "-", "--to", "txt"], GAMES);
    assert_eq!(fine(&["convert", "-", "-", "--to", "pgn"], &txt), pgn);
    let refused = dagaz(&["convert", "-", "-", "--to", "json"], GAMES);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("games of the same rules"), "{}", refused.err);
}

#[test]
fn boards_of_several_sizes_stand_in_one_collection() {
    let text = "(;GM[1]SZ[9]KM[6.5];B[ee];W[gc])(;GM[1]SZ[13]KM[375];B[cc])(;GM[11]SZ[13];B[m13])";
    let said: Value = serde_json::from_str(&fine(&["replay", "-", "--json"], text)).expect("JSON");
    let games = said["games"].as_array().expect("games");
    let rules: Vec<String> = games
        .iter()
        .map(|game| format!("{} {}", game["rules"]["title"].as_str().unwrap_or_default(), game["rules"]["set"]))
        .collect();
    assert_eq!(rules, ["Go 9x9 {\"komi\":\"6.5\"}", "Go 13x13 {}", "Hex {\"size\":\"13\"}"]);
}

#[test]
fn faults_name_their_games_and_places_in_the_file() {
    let damaged = GAMES.replace("4. P@d5", "4. P@d8");
    let said = dagaz(&["replay", "-"], &damaged);
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("standard input:12:37: game 2, after ply 6"), "{}", said.err);
    assert!(said.out.matches("Chess (chess.drf").count() == 2, "the other games are replayed: {}", said.out);
    let unknown = GAMES.replace("crazyhouse", "bughouse");
    let said = dagaz(&["replay", "-"], &unknown);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{}", said.err);
    assert!(said.err.contains("game 2: ") && said.err.contains("bughouse"), "{}", said.err);
    let said = dagaz(&["convert", "-", "-", "--to", "pgn", "--lenient"], &unknown);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("Ann") && said.out.contains("Eve") && !said.out.contains("Cy"), "{}", said.out);
    assert!(said.err.contains("left out: game 2: "), "{}", said.err);
}

#[test]
fn a_text_without_tags_is_taken_for_chess_or_draughts() {
    let of = |text: &str| fine(&["replay", "-"], text);
    assert!(of("1. e4 e5 2. Nf3 Nc6").contains("Chess (chess.drf, recorded as pgn)"));
    assert!(of("1. 32-28 19-23 2. 28x19 14x23").contains("International draughts"), "{}", of("1. 32-28 19-23"));
}
