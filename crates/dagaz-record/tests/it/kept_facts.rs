//! What positions and records of other programs say, and what Dagaz writes of it: every field of a
//! FEN, the types of draughts and the facts of matches.

use dagaz_core::{Game, UndoLog};
use dagaz_record::{Format, GameTree, ReadLimits, parse_position, usual_position};

use crate::common::moves;
use crate::others::named;

fn sound(format: Format, game: &dyn Game, text: &str) -> Vec<GameTree> {
    format.read(game, text, &ReadLimits::default()).strict().unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn written(format: Format, game: &dyn Game, trees: &[GameTree]) -> String {
    format.write(game, trees).unwrap_or_else(|fault| panic!("{fault}")).text
}

/// The position behind typed moves, as people read it.
fn behind(game: &dyn Game, typed: &str) -> String {
    let mut state = game.initial();
    for word in typed.split_whitespace() {
        let list = moves(game, &state);
        let index = dagaz_record::find_typed(game, &state, &list, word).unwrap_or_else(|_| panic!("{word}"));
        game.play(&mut state, list.get(index), &mut UndoLog::new());
    }
    usual_position(game, &state)
}

#[test]
fn positions_have_all_fields_that_other_programs_ask_for() {
    for (name, typed, fen) in [
        ("three-check", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"),
        ("three-check/Five-check", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5+5 0 1"),
        ("three-check", "e2e4 d7d5 f1b5", "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+3 1 1"),
        ("sittuyin", "", "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFSSNNRRkfssnnrr] w - - 0 1"),
        ("seirawan", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"),
        (
            "seirawan",
            "a2a4 a7a5 a1a3 a8a6 h2h4 h7h5 h1h3 h8h6",
            "1nbqkbn1/1pppppp1/r6r/p6p/P6P/R6R/1PPPPPP1/1NBQKBN1[HEhe] w BCDEFGbcdefg - 2 1",
        ),
        (
            "international-draughts",
            "",
            "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
        ),
        ("english-draughts", "11-15", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"),
    ] {
        let game = named(name);
        let text = behind(&game, typed);
        assert_eq!(text, fen, "{name}");
        let read = parse_position(&game, &text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let state = game.set_up(&read).expect("a position of the game");
        assert_eq!(usual_position(&game, &state), fen, "{name}, read again");
    }
}

#[test]
fn a_capture_of_a_pawn_names_its_file() {
    let game = named("chess");
    for (text, plies) in [("1. e4 d5 2. d5 *", 2), ("1. e4 d5 2. xd5 *", 3), ("1. e4 d5 2. ed5 *", 3)] {
        let reading = Format::Pgn.read(&game, text, &ReadLimits::default());
        assert_eq!((reading.games[0].moves(), reading.faults.is_empty()), (plies, plies == 3), "{text}");
    }
}

#[test]
fn types_of_draughts_are_read_and_written_by_their_numbers() {
    for (name, said, written_tag, moves) in [
        ("pool-draughts", "23,B,8,8,N1,0", "23,B,8,8,N1,0", "1. 11-15 22-18 *"),
        ("pool-draughts", "23", "23,B,8,8,N1,0", "1. 11-15 *"),
        ("thai-draughts", "31,B,8,8,N2,0", "31,B,8,8,N2,0", "1. 25-22 *"),
        ("frisian-draughts/Frysk!", "97", "40,W,10,10,N2,0", "1. 46-41 *"),
        ("international-draughts/Antidraughts", "98", "20,W,10,10,N2,0", "1. 32-28 *"),
        ("breakthrough-draughts", "96", "20,W,10,10,N2,0", "1. 32-28 *"),
        ("international-draughts", "99", "20,W,10,10,N2,0", "1. 32-28 *"),
    ] {
        let game = named(name);
        let text = format!("[Result \"*\"]\n[GameType \"{said}\"]\n\n{moves}\n");
        let trees = sound(Format::Pdn, &game, &text);
        assert!(trees[0].moves() > 0, "{name}");
        let copy = written(Format::Pdn, &game, &trees);
        assert!(copy.contains(&format!("[GameType \"{written_tag}\"]")), "{name}: {copy}");
        // Five men each are the start of no type.
        assert_eq!(copy.contains("[FEN \"W:W46,47,48,49,50:B1,2,3,4,5\"]"), name.ends_with("Frysk!"), "{copy}");
        assert_eq!(written(Format::Pdn, &game, &sound(Format::Pdn, &game, &copy)), copy, "{name}");
    }
    let title = |text: &str| Format::Pdn.rules_named(text).title;
    assert_eq!(title("[Variant \"Breakthrough\"]\n"), "Breakthrough draughts");
    assert_eq!((title("[Variant \"Frysk!\"]\n"), title("[Event \"?\"]\n")), ("Frysk!".to_string(), String::new()));
}

#[test]
fn a_match_keeps_its_length_its_score_and_its_points() {
    let game = named("backgammon");
    let text = "; [Variation \"Backgammon\"]\n\n 5 point match\n\n Game 1\n ann : 0    ben : 0\n  1) 31: 8/5 6/5\n      \
                Wins 4 points\n\n Game 2\n ann : 4    ben : 0\n  1) 31: 8/5 6/5\n      Wins 2 points and the match\n";
    let trees = sound(Format::Mat, &game, text);
    let tag = |game: usize, name: &str| trees[game].facts.tag(name).map(str::to_string);
    assert_eq!(tag(1, "MatchLength").as_deref(), Some("5"));
    assert_eq!((tag(0, "Score"), tag(1, "Score").as_deref()), (None, Some("4-0")));
    assert_eq!(tag(0, "Points").as_deref(), Some("4"));
    let whole = Format::Mat.write(&game, &trees).expect("it fits");
    assert_eq!(whole.left_out, Vec::<String>::new());
    for line in ["[Variation \"Backgammon\"]", " 5 point match\n", "Wins 4 points\n", "Wins 2 points and the match\n"] {
        assert!(whole.text.contains(line), "{line}: {}", whole.text);
    }
    assert!(whole.text.contains(" ann : 4") && whole.text.contains("ben : 0"), "{}", whole.text);
    assert_eq!(written(Format::Mat, &game, &sound(Format::Mat, &game, &whole.text)), whole.text);
    // A copy in another format has them too.
    let json = written(Format::Json, &game, &trees);
    assert_eq!(written(Format::Mat, &game, &sound(Format::Json, &game, &json)), whole.text);
}

#[test]
fn clocks_of_lidraughts_are_those_of_the_player_who_has_moved() {
    let game = named("international-draughts");
    let text = "[GameType \"20\"]\n[Result \"*\"]\n\n1. 32-28 {[%clock w0:05:00 B0:04:00]} 17-22 {[%clock W0:04:58 b0:03:57]} *\n";
    let tree = &sound(Format::Pdn, &game, text)[0];
    let clocks: Vec<u64> =
        tree.main_line().into_iter().filter_map(|node| tree.note(node).clock).map(|clock| clock.as_secs()).collect();
    assert_eq!(clocks, [300, 237]);
}
