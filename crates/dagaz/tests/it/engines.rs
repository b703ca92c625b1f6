//! `dagaz engine` as other programs talk with it: each protocol by its own rules, also where these
//! are inconvenient. And what `dagaz solve` says within bounds.

use std::time::{Duration, Instant};

use crate::common::{Folder, Talk, dagaz};
use serde_json::Value;

/// Returns the output lines of a conversation whose input is sent at once.
fn lines(arguments: &[&str], input: &str) -> Vec<String> {
    let said = dagaz(&[&["engine"], arguments].concat(), input);
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out.lines().map(str::to_string).collect()
}

/// Where a line begins with this.
fn place(lines: &[String], begin: &str) -> Option<usize> {
    lines.iter().position(|line| line.starts_with(begin))
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// XBoard says these while the engine thinks; none of them is about its move.
#[test]
fn commands_during_cecp_search_do_not_disturb_it() {
    let said = lines(
        &["--protocol", "cecp", "--bot", "alphabeta"],
        "xboard\nprotover 2\nnew\nst 1\nusermove e2e4\ndraw\nhint\notim 500\ntime 500\nfly away\nusermove d2d4\nundo\nundo\n\
         undo\n",
    );
    assert_eq!(said.iter().filter(|line| line.starts_with("move ")).count(), 0, "it was taken back: {said:?}");
    let said = lines(
        &["--protocol", "cecp", "--bot", "alphabeta"],
        "xboard\nprotover 2\nnew\nst 1\nusermove e2e4\ndraw\nhint\notim 500\ntime 500\nfly away\nusermove d2d4\nremove\n",
    );
    assert_eq!(said.iter().filter(|line| line.starts_with("move ")).count(), 1, "{said:?}");
    assert!(said.contains(&"Error (unknown command): fly away".to_string()), "{said:?}");
    assert!(said.contains(&"Illegal move (it is not your turn): d2d4".to_string()), "{said:?}");
    assert!(said.contains(&"Error (no move to take back): remove".to_string()), "{said:?}");
}

#[test]
fn cecp_answers_a_ping_behind_its_move() {
    let said = lines(
        &["--protocol", "cecp", "--bot", "alphabeta"],
        "xboard\nprotover 2\nnew\nst 600\nusermove e2e4\n?\nping 3\nquit\n",
    );
    assert_eq!(place(&said, "pong"), None, "whoever quits is not waited for");
    let mut talk = Talk::new(&["engine", "--protocol", "cecp", "--bot", "alphabeta"]);
    for line in ["xboard", "protover 2", "new", "st 600", "ping 1"] {
        talk.say(line);
    }
    talk.until("pong 1");
    for line in ["usermove e2e4", "?", "ping 3"] {
        talk.say(line);
    }
    let said = talk.until("pong 3");
    assert!(said.iter().any(|line| line.starts_with("move ")), "{said:?}");
}

/// Waits until a move from one of these rows is thought of.
fn until_thought_from(talk: &mut Talk, rows: [char; 2]) {
    loop {
        let line = talk.until(" ").pop().unwrap_or_default();
        let first = line.split_whitespace().nth(4).and_then(|word| word.chars().nth(1));
        if line.starts_with(|c: char| c.is_ascii_digit()) && first.is_some_and(|row| rows.contains(&row)) {
            return;
        }
    }
}

#[test]
fn cecp_analysis_continues_after_undo() {
    let mut talk = Talk::new(&["engine", "--protocol", "cecp", "--bot", "alphabeta"]);
    for line in ["xboard", "protover 2", "new", "force", "usermove e2e4", "analyze"] {
        talk.say(line);
    }
    until_thought_from(&mut talk, ['7', '8']);
    talk.say("?");
    talk.say("ping 5");
    talk.until("pong 5");
    talk.say("undo");
    until_thought_from(&mut talk, ['1', '2']);
    talk.say(".");
    assert!(talk.until("stat01: ").len() < 1_000);
    talk.say("exit");
    talk.say("ping 6");
    let said = talk.until("pong 6");
    assert!(said.iter().all(|line| !line.starts_with("move")), "nobody is to move in an analysis: {said:?}");
}

/// XBoard numbers squares from the left and from below, for any players; `new` returns to the first
/// game.
#[test]
fn cecp_plays_shogi_in_xboard_notation() {
    let said = lines(
        &["--protocol", "cecp", "--bot", "first"],
        "xboard\nprotover 2\nnew\nvariant shogi\nforce\nusermove c3c4\nusermove g7g6\nusermove b2h8+\nusermove i9h8\n\
         setboard lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL[Pp] w 0 1\nusermove P@e5\nnew\nforce\nusermove e2e4\n",
    );
    let setup = place(&said, "setup (").map(|place| said[place].as_str()).unwrap_or_default();
    assert!(setup.contains(" 9x9+7_shogi lnsgkgsnl/") && setup.ends_with(" w 0 1"), "{setup}");
    let illegal: Vec<&String> = said.iter().filter(|line| line.contains("llegal")).collect();
    assert_eq!(illegal, ["Illegal move: i9h8"], "nothing of its kind goes there: {said:?}");
    // The engine has the second side behind `variant`, too.
    let said = lines(&["--protocol", "cecp", "--bot", "first"], "new\nvariant shogi\nusermove c3c4\n");
    assert!(place(&said, "move ").is_some(), "{said:?}");
}

/// Columns are letters from the left and rows numbers from below, as in the UCI of Fairy-Stockfish.
#[test]
fn uci_plays_shogi_in_the_notation_of_fairy_stockfish() {
    let said = lines(
        &["shogi", "--protocol", "uci", "--bot", "first"],
        "position startpos moves c3c4 g7g6 b2h8+\ngo depth 1\n\
         position fen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL[Pp] w - - 0 1 moves P@e5 g7g6\ngo depth 1\n\
         position fen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f\ngo depth 1\n",
    );
    let best: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    let square = |word: &[u8]| (b'a'..=b'i').contains(&word[0]) && (b'1'..=b'9').contains(&word[1]);
    assert_eq!(best.len(), 3, "{said:?}");
    assert!(best.iter().all(|word| word.len() >= 4 && square(word.as_bytes())), "{best:?}");
    assert!(said.iter().all(|line| !line.contains("illegal") && !line.contains("error")), "{said:?}");
}

#[test]
fn a_bad_line_of_json_changes_nothing() {
    let said: Vec<Value> = lines(
        &["tic-tac-toe", "--protocol", "json", "--bot", "alphabeta"],
        "{\"do\":\"think\",\"budget\":\"9d\",\"id\":1}\n{\"do\":\"undo\",\"id\":2}\n{\"do\":\"play\",\"moves\":[\"zzz\"],\"id\":3}\n\
         {\"do\":\"think\",\"budget\":5,\"id\":4}\n{\"do\":\"think\",\"budget\":\"5\",\"id\":5}\n{\"do\":\"think\",\"lines\":0,\"id\":6}\n\
         {\"do\":\"think\",\"endless\":1,\"id\":7}\n",
    )
    .iter()
    .map(|line| json(line))
    .collect();
    let of = |id: u64| said.iter().find(|line| line["id"] == id && line["thinks"].is_null()).expect("an answer");
    assert!(of(1)["ok"]["move"].is_string(), "{said:?}");
    for id in 2..=7 {
        assert!(of(id)["error"].is_string(), "{id}: {said:?}");
    }
    assert!(of(5)["error"].as_str().is_some_and(|text| text.contains("500ms")), "{said:?}");
}

#[test]
fn moves_of_json_are_played_all_or_none() {
    let said: Vec<Value> = lines(
        &["--protocol", "json", "--bot", "first"],
        "{\"do\":\"play\",\"moves\":[\"e2e4\",\"zzz\"],\"id\":1}\n{\"do\":\"state\",\"id\":2}\n\
         {\"do\":\"position\",\"moves\":[\"e2e4\",\"zzz\"],\"id\":3}\n{\"do\":\"play\",\"moves\":[\"e2e4\",\"e7e5\"],\"id\":4}\n",
    )
    .iter()
    .map(|line| json(line))
    .collect();
    assert!(said[0]["error"].is_string() && said[2]["error"].is_string(), "{said:?}");
    assert_eq!((&said[1]["ok"]["to_move"], &said[3]["ok"]["to_move"]), (&"White".into(), &"White".into()));
    assert!(said[1]["ok"]["moves"].as_array().is_some_and(|moves| moves.contains(&"e2e4".into())), "{said:?}");
}

#[test]
fn a_cancelled_json_request_is_answered() {
    let said: Vec<Value> = lines(
        &["--protocol", "json", "--bot", "alphabeta"],
        "{\"do\":\"think\",\"endless\":true,\"id\":1}\n{\"do\":\"new\",\"id\":2}\n{\"do\":\"think\",\"endless\":true,\"id\":3}\n\
         {\"do\":\"quit\",\"id\":4}\n",
    )
    .iter()
    .map(|line| json(line))
    .collect();
    let first = said.iter().find(|line| line["id"] == 1).expect("an answer");
    assert!(first["error"].as_str().is_some_and(|text| text.contains("taken back")), "{said:?}");
    let last = said.iter().find(|line| line["id"] == 3 && line["thinks"].is_null()).expect("an answer");
    assert!(last["ok"]["move"].is_string(), "what is thought so far answers whoever quits: {said:?}");
    assert_eq!(said.last().map(|line| line["id"].clone()), Some(4.into()));
}

#[test]
fn gtp_answers_pending_commands_before_quit() {
    let game = ["tic-tac-toe", "--protocol", "gtp", "--bot", "alphabeta"];
    let said = lines(&game, "1 genmove b\n2 genmove w\n3 name\n");
    for answer in ["=1 ", "=2 ", "=3 Dagaz"] {
        assert!(place(&said, answer).is_some(), "{answer}: {said:?}");
    }
    let said = lines(&game, "1 genmove b\n2 name\n3 quit\n4 name\n");
    let order: Vec<Option<usize>> = ["=1 ", "=2 Dagaz", "=3"].iter().map(|answer| place(&said, answer)).collect();
    assert!(order.iter().all(Option::is_some) && order.is_sorted() && place(&said, "=4").is_none(), "{said:?}");
}

#[test]
fn gtp_has_colours_and_no_turns() {
    let game = ["tic-tac-toe", "--protocol", "gtp", "--bot", "first"];
    let said = lines(
        &game,
        "1 play w a1\n2 play w b1\n3 play b a1\n4 play green b2\n5 play b zzz\n6 undo\n7 play w b1\n8 genmove w\n",
    );
    for answer in ["=1", "=2", "?3 illegal move", "?4 syntax error", "?5 illegal move", "=6", "=7", "=8 "] {
        assert!(place(&said, answer).is_some(), "{answer}: {said:?}");
    }
    // Where players are called by their colours these are meant.
    let said = lines(&["--protocol", "gtp", "--bot", "first"], "1 gogui-rules_side_to_move\n2 play white e2e4\n");
    assert!(place(&said, "=1 white").is_some() && place(&said, "=2").is_some(), "{said:?}");
}

#[test]
fn gtp_knows_the_boards_komi_handicaps_and_scores_of_go() {
    let folder = Folder::new("gtp-go");
    let file = folder.file("game.sgf", "(;GM[1]SZ[13]KM[0.5];B[cc];B[dd];W[kk])");
    let said = lines(
        &["go-9x9", "--protocol", "gtp", "--bot", "first"],
        &format!(
            "1 boardsize 7\n2 boardsize 3\n3 boardsize 9\n4 komi 100\n5 play b e5\n6 final_score\n7 komi 0.5\n\
             8 final_score\n9 clear_board\n10 fixed_handicap 5\n11 gogui-rules_side_to_move\n\
             12 final_status_list alive\n13 loadsgf {file}\n14 gogui-rules_board_size\n15 final_score\n16 undo\n\
             17 final_score\n18 fixed_handicap 2\n19 boardsize many\n"
        ),
    );
    for answer in [
        "=1",
        "?2 unacceptable size",
        "=3",
        "=4",
        "=5",
        "=6 W+19",
        "=7",
        "=8 B+80.5",
        "=9",
        "=10 c3 g7 c7 g3 e5",
        "=11 white",
        "=12 ",
        "=13",
        "=14 13",
        "=15 B+0.5",
        "=16",
        "=17 B+168.5",
        "?18 board not empty",
        "?19 syntax error",
    ] {
        assert!(place(&said, answer).is_some(), "{answer}: {said:?}");
    }
}

#[test]
fn gtp_names_dead_stones_and_scores_without_them() {
    // Black lives on the first two rows; the white stone in its last eye cannot.
    let black = ["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "j2", "b1", "d1"];
    let plays: String = black.iter().map(|point| format!("play b {point}\n")).collect();
    let script = format!(
        "1 komi 0.5\n{plays}play w g1\nplay w e5\n2 final_status_list dead\n3 final_status_list seki\n\
         4 final_score\n5 clear_board\n6 play b e5\n7 final_status_list dead\n"
    );
    let said = lines(&["go-9x9", "--protocol", "gtp", "--bot", "first"], &script);
    for answer in ["=2 g1", "=3", "=4 B+16.5", "=7"] {
        assert!(place(&said, answer).is_some(), "{answer}: {said:?}");
    }
}

#[test]
fn uci_takes_the_names_of_other_programs() {
    let names = "setoption name UCI_Variant value kingofthehill\nd\nsetoption name UCI_Variant value racingKings\nd\n\
                 setoption name UCI_Variant value 3check\nd\n";
    let said = lines(&["chess", "--bot", "first"], names);
    assert!(said.iter().all(|line| !line.starts_with("info string")), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w")), "{said:?}");
    // In Chess960 castling is king takes rook.
    let castling = "uci\nsetoption name UCI_Chess960 value true\n\
                    position fen 4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1 moves e1h1\nd\n";
    let said = lines(&["chess", "--bot", "first"], castling);
    assert!(said.contains(&"option name UCI_Chess960 type check default false".to_string()), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("4k3/8/8/8/8/8/8/1R3RK1 b")), "{said:?}");
}

#[test]
fn uci_is_silent_in_ponder_mode_even_where_the_game_is_over() {
    let mate = "position startpos moves f2f3 e7e5 g2g4 d8h4\ngo ponder\nisready\nd\nstop\n";
    let said = lines(&["chess", "--bot", "alphabeta"], mate);
    let (ready, best) = (place(&said, "rnb1kbnr"), place(&said, "bestmove"));
    assert!(ready.is_some() && best.is_some() && ready < best, "{said:?}");
}

/// An endless search ends with its input.
#[test]
fn bounded_searches_are_answered_after_end_of_input() {
    let begun = Instant::now();
    let said = lines(&["connect-four", "--bot", "alphabeta"], "position startpos\ngo movetime 6000000\n");
    assert!(place(&said, "bestmove ").is_some() && begun.elapsed() < Duration::from_secs(60), "{said:?}");
    let begun = Instant::now();
    let said =
        lines(&["connect-four", "--bot", "alphabeta"], "isready\nposition startpos\ngo movetime 6000000\nquit\n");
    assert!(place(&said, "bestmove ").is_none() && begun.elapsed() < Duration::from_secs(60), "{said:?}");
}

#[test]
fn readyok_follows_game_analysis() {
    let mut talk = Talk::without_cache(&["engine", "--bot", "alphabeta"]);
    let begun = Instant::now();
    talk.say("isready");
    talk.until("readyok");
    let studied = begun.elapsed();
    let begun = Instant::now();
    talk.say("go depth 1");
    talk.until("bestmove");
    assert!(begun.elapsed() * 2 < studied, "{:?} after {studied:?}", begun.elapsed());
}

#[test]
fn uci_searchmoves_limits_the_search() {
    let said = lines(&["--bot", "alphabeta"], "go depth 2 searchmoves a2a3 h2h4\n");
    let best = place(&said, "bestmove ").map(|place| said[place].clone()).unwrap_or_default();
    assert!(best.starts_with("bestmove a2a3") || best.starts_with("bestmove h2h4"), "{said:?}");
    let pvs: Vec<&String> = said.iter().filter(|line| line.contains(" pv ")).collect();
    assert!(pvs.iter().all(|line| line.contains(" pv a2a3") || line.contains(" pv h2h4")), "{pvs:?}");
    let said = lines(&["--bot", "alphabeta"], "go depth 2 searchmoves e2e5\n");
    assert!(said.iter().any(|line| line.contains("`e2e5` is no legal move here")), "{said:?}");
}

#[test]
fn a_capture_of_a_promoted_piece_is_no_promotion() {
    const CAPTURE: &str = "4Q~2r/8/8/8/8/8/8/k2K4[] b - - 0 1";
    let list = json(&dagaz(&["moves", "crazyhouse", "--position", CAPTURE, "--json"], "").out);
    let moves = list["moves"].as_array().expect("a list");
    let texts: Vec<&str> = moves.iter().filter_map(|one| one["native"].as_str()).collect();
    assert!(texts.contains(&"Rxe8") && !texts.iter().any(|text| text.contains('=')), "{texts:?}");
    let asked = format!("position fen {CAPTURE}\ngo depth 1 searchmoves h8e8\n");
    let said = lines(&["crazyhouse", "--bot", "alphabeta"], &asked);
    assert!(said.iter().any(|line| line == "bestmove h8e8" || line.starts_with("bestmove h8e8 ")), "{said:?}");
    // A rook that captures becomes a stone of no player.
    let asked = "position fen 4k3/8/8/8/8/8/r7/R3K3 w - - 0 1\ngo depth 1 searchmoves a1a2\n";
    let said = lines(&["petrified", "--bot", "alphabeta"], asked);
    assert!(said.iter().any(|line| line == "bestmove a1a2" || line.starts_with("bestmove a1a2 ")), "{said:?}");
}

#[test]
fn uci_ponders_until_the_move_is_played() {
    let mut talk = Talk::new(&["engine", "tic-tac-toe", "--bot", "alphabeta"]);
    talk.say("isready");
    talk.until("readyok");
    talk.say("position startpos moves b2");
    talk.say("go ponder wtime 1000 btime 1000");
    assert!(talk.is_silent("bestmove", 1_000), "nobody has moved yet");
    talk.say("ponderhit");
    talk.until("bestmove");
}

#[test]
fn uci_names_its_variant() {
    let said = lines(&["tic-tac-toe"], "uci\nquit\n");
    let option = place(&said, "option name UCI_Variant").map(|place| said[place].clone()).unwrap_or_default();
    assert!(option.contains(" default tic-tac-toe var "), "{option}");
    let said = lines(&["tic-tac-toe"], "go depth x\n");
    assert!(said.iter().any(|line| line.contains("`x` behind `depth` is no number")), "{said:?}");
}

#[test]
fn ucci_forbids_moves_and_has_a_clock_of_its_own() {
    let said = lines(
        &["xiangqi", "--protocol", "ucci", "--bot", "first"],
        "ucci\nposition startpos\nbanmoves a0a1\ngo time 300 increment 0 opptime 300\nquit\n",
    );
    assert!(place(&said, "option usemillisec").is_some(), "{said:?}");
    assert!(said.iter().all(|line| !line.starts_with("bestmove a0a1")), "{said:?}");
}

#[test]
fn ucci_counts_ranks_from_0_behind_any_moves() {
    let said = lines(
        &["xiangqi", "--protocol", "ucci", "--bot", "first"],
        "ucci\nposition startpos moves h2e2 h9g7\ngo depth 1\nposition startpos moves h2e2\ngo depth 1\n",
    );
    let best: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    let ranks = |word: &str| -> Vec<char> { word.chars().take(4).skip(1).step_by(2).collect() };
    assert_eq!(best.len(), 2, "{said:?}");
    // Red's first rows are 0 to 4, Black's 5 to 9.
    assert!(ranks(best[0])[0] <= '4' && ranks(best[1])[0] >= '5', "{best:?}");
    assert!(best[0].trim().len() == 4 && best[1].trim().len() == 4, "{best:?}");
    assert!(said.iter().all(|line| !line.contains("no legal move")), "{said:?}");
}

#[test]
fn uci_names_no_promotion_where_the_captured_piece_loses_its_own() {
    let said = lines(
        &["shogi", "--bot", "first"],
        "position fen k8/+P8/9/9/9/9/9/9/8K w - 1\ngo depth 1\nposition startpos moves c3c4 g7g6 b2h8+ g9h8\nd\n",
    );
    assert!(place(&said, "bestmove a9a8").is_some() && place(&said, "bestmove a9a8p").is_none(), "{said:?}");
    assert!(said.iter().all(|line| !line.contains("no legal move")), "{said:?}");
}

#[test]
fn uci_reads_the_moves_of_fairy_stockfish() {
    for (game, moves) in
        [("janggi", "e2e2"), ("janggi", "0000"), ("reversi", "P@d3"), ("amazons", "d1d7,d7i7"), ("amazons", "d1d7i7")]
    {
        let said = lines(&[game, "--bot", "first"], &format!("position startpos moves {moves}\ngo depth 1\n"));
        assert!(said.iter().all(|line| !line.contains("no legal move")), "{game} {moves}: {said:?}");
        assert!(said.iter().any(|line| line.starts_with("bestmove ")), "{game}: {said:?}");
    }
}

#[test]
fn gtp_swaps_pieces_in_hex_and_passes_after_the_end_of_go() {
    let said = lines(
        &["hex", "--protocol", "gtp", "--bot", "first"],
        "1 play black b1\n2 play white swap-pieces\n3 gogui-rules_side_to_move\n4 play black b1\n5 undo\n6 undo\n\
         7 play white swap\n8 play black swap\n",
    );
    for answer in ["=2", "=3 black", "=4", "=6", "=7", "?8 illegal move"] {
        assert!(place(&said, answer).is_some(), "{answer}: {said:?}");
    }
    let said = lines(
        &["go-9x9", "--protocol", "gtp", "--bot", "first"],
        "1 play b e5\n2 play w pass\n3 play b pass\n4 genmove w\n5 play w a1\n",
    );
    assert!(place(&said, "=4 pass").is_some(), "{said:?}");
}

/// What a conversation in tic-tac-toe gets as best moves, all lines of it being said at once.
fn best_moves(input: &str) -> Vec<String> {
    let said = lines(&["tic-tac-toe", "--bot", "alphabeta"], input);
    said.into_iter().filter(|line| line.starts_with("bestmove ")).collect()
}

/// Whatever comes before an answer does not take it away, and the answer is about the position of
/// which it was asked.
#[test]
fn every_uci_go_gets_a_bestmove() {
    // The corner is the first of equal moves, and the only one of the first move.
    let said = best_moves("go infinite\nstop\nposition startpos moves a1\ngo depth 2\n");
    assert!(said.len() == 2 && said[0].contains("X@a1") && !said[1].contains("bestmove X@a1"), "{said:?}");
    let said = best_moves("go infinite\nposition startpos moves a1\nstop\n");
    assert!(said.len() == 1 && said[0].contains("X@a1"), "{said:?}");
    let said = best_moves("go infinite\nposition startpos moves zz\ngo depth 2\nsetoption name Bot value first\ngo\n");
    assert_eq!(said.len(), 3, "{said:?}");
    let said = best_moves("go ponder movetime 10\nucinewgame\nponderhit\ngo nodes 10\n");
    assert_eq!(said.len(), 2, "{said:?}");
}

#[test]
fn an_unreadable_go_command_is_answered() {
    for (go, words) in [
        ("go depth abc", "`abc` behind `depth` is no number"),
        ("go depth", "there is no number behind `depth`"),
        ("go searchmoves a9a9 depth 2", "all moves are searched"),
    ] {
        let said = lines(&["tic-tac-toe", "--bot", "alphabeta"], &format!("{go}\n"));
        let (told, best) = (said.iter().position(|line| line.contains(words)), place(&said, "bestmove X@"));
        assert!(told.is_some() && told < best, "{go}: {said:?}");
    }
    assert_eq!(best_moves("go wtime 18446744073709551616 btime 1\n").len(), 1);
}

#[test]
fn usi_go_mate_is_answered_as_not_implemented() {
    let said = lines(&["minishogi", "--protocol", "usi", "--bot", "first"], "go mate 500\ngo mate infinite\nstop\n");
    assert_eq!(said, ["checkmate notimplemented"; 2]);
}

#[test]
fn every_json_request_gets_a_response() {
    let said: Vec<Value> = lines(
        &["tic-tac-toe", "--protocol", "json", "--bot", "alphabeta"],
        "{\"do\":\"think\",\"endless\":true,\"id\":1}\n{\"do\":\"stop\",\"id\":2}\n{\"do\":\"play\",\"moves\":[\"b2\"],\"id\":3}\n\
         {\"do\":\"think\",\"endless\":true,\"id\":4}\n{\"do\":\"undo\",\"id\":5}\n{\"do\":\"load\",\"game\":\"tic-tac-toe\",\"id\":6}\n\
         {\"do\":\"ready\",\"id\":7}\n{\"do\":\"quit\",\"id\":8}\n",
    )
    .iter()
    .map(|line| json(line))
    .filter(|line| line["thinks"].is_null())
    .collect();
    for id in 1..=8 {
        assert_eq!(said.iter().filter(|line| line["id"] == id).count(), 1, "{id}: {said:?}");
    }
    let of = |id: u64| said.iter().find(|line| line["id"] == id).expect("an answer");
    assert!(of(1)["ok"]["move"].as_str().is_some_and(|word| word.starts_with("X@")), "{said:?}");
    assert!(of(4)["error"].as_str().is_some_and(|text| text.contains("taken back")), "{said:?}");
}

#[test]
fn a_puzzle_has_a_ply_limit() {
    let solved = |within: &str, by: &str| {
        let said = dagaz(&["solve", "wolf-goat-and-cabbage", "--within", within, "--by", by, "--json"], "");
        assert_eq!(said.code, Some(0), "{within} {by}: {}{}", said.out, said.err);
        json(&said.out)
    };
    let shortest = solved("1000", "breadth")["plies"].as_u64().expect("it has a solution");
    let (enough, too_few) = (shortest.to_string(), (shortest - 1).to_string());
    for by in ["breadth", "deepening", "depth"] {
        let found = solved(&enough, by);
        assert_eq!((&found["result"], &found["plies"]), (&"win".into(), &shortest.into()), "{by}");
        assert_eq!(solved(&too_few, by)["result"], "no win", "{by}");
    }
    let said = dagaz(&["solve", "wolf-goat-and-cabbage", "--within", &too_few], "");
    assert!(said.code == Some(0) && said.out.contains("there is no solution within"), "{}{}", said.out, said.err);
}

#[test]
fn a_solver_that_runs_out_of_memory_says_so() {
    let said = dagaz(&["solve", "eight-puzzle", "--by", "breadth", "--memory", "1"], "");
    assert!(said.code == Some(1) && said.out.contains("--memory allows more"), "{}{}", said.out, said.err);
    let said = dagaz(&["solve", "eight-puzzle", "--by", "breadth", "--memory", "1", "--json"], "");
    assert_eq!(json(&said.out)["memory_is_full"], true);
    for nothing in [["--nodes", "0"], ["--seconds", "0"]] {
        let said = dagaz(&[&["solve", "eight-puzzle"], &nothing[..]].concat(), "");
        assert_eq!(said.code, Some(2), "{nothing:?}: {}", said.err);
    }
}
