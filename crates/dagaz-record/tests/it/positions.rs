//! Positions as text: FEN and lines.

use crate::common::{JUMPS, PAWNS, after, compiled, game, moves, rules};
use dagaz_core::{AttributeId, Continuation, DirectionId, FenRights, Game, MoveClassId, SiteId};
use dagaz_engine::CompiledGame;
use dagaz_record::position::fen::Fen;
use dagaz_record::position::line;
use dagaz_record::{parse_position, parse_position_with, write_position};

/// The small chess with rights and passing.
fn chess() -> CompiledGame {
    let mut rules = rules(PAWNS);
    let site = |name: &str| rules.topology.site_named(name).expect("a site");
    let rights = vec![('K', AttributeId(0), vec![site("d1")]), ('k', AttributeId(0), vec![site("d4")])];
    let passed = rules.topology.direction_named("n");
    rules.glossary.fen = FenRights { rights, passed, ..FenRights::default() };
    compiled(rules)
}

#[test]
fn positions_round_trip_all_along_a_game() {
    for game in [chess(), game(PAWNS), game(JUMPS)] {
        let mut state = game.initial();
        for ply in 0..30 {
            let list = moves(&game, &state);
            if list.is_empty() {
                break; // That a game has ended is not part of its position.
            }
            let text = write_position(&game, &state);
            let read = parse_position(&game, &text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            let again = game.set_up(&read).expect("a position of this game");
            assert_eq!(again.position_key(), state.position_key(), "{text}");
            assert_eq!(game.position(&again), game.position(&state), "{text}");
            let line = line::write(&game, &game.position(&state));
            assert_eq!(line::parse(&game, &line), Ok(game.position(&state)), "{line}");
            game.play(&mut state, list.get(ply * 7 % list.len()), &mut dagaz_core::UndoLog::new());
        }
    }
}

#[test]
fn fen_of_the_start_and_of_a_double_step() {
    let game = chess();
    assert_eq!(write_position(&game, &game.initial()), "2pk/4/4/PP1K w Kk -");
    let state = after(&game, &game.initial(), "b1b3");
    assert_eq!(write_position(&game, &state), "2pk/1P2/4/P2K b Kk b2");
    let state = after(&game, &state, "c4c2");
    assert_eq!(write_position(&game, &state), "3k/1P2/2p1/P2K w Kk c3");
    // A king that has moved has no right any more; the last step is no double step, so a line is
    // needed.
    let state = after(&game, &state, "d1c1");
    let text = write_position(&game, &state);
    assert!(
        text.starts_with("turn=Black; White Pawn=a1,b3; White King=c1;") && text.contains("clear rested?=c1"),
        "{text}"
    );
}

#[test]
fn fen_rights_and_passing_are_set_up() {
    let game = chess();
    let state = |fen: &str| game.set_up(&parse_position(&game, fen).expect("a good FEN")).expect("a good position");
    let site = |name: &str| game.topology().site_named(name).expect("a site");
    let rested = |fen: &str, name: &str| state(fen).attribute(game.layout(), site(name), AttributeId(0));
    assert_eq!((rested("2pk/4/4/PP1K w K -", "d1"), rested("2pk/4/4/PP1K w K -", "d4")), (1, 0));
    assert_eq!(rested("2pk/4/4/PP1K w -", "d1"), 0);
    let passed = state("2pk/1P2/4/P2K b - b2 0 7");
    assert_eq!((passed.last_from(game.layout()), passed.last_to(game.layout())), (site("b1"), site("b3")));
    let none = state("2pk/1P2/4/P2K b - -");
    assert_eq!(none.last_from(game.layout()), SiteId::NONE);
}

#[test]
fn a_fen_with_a_fault_says_where() {
    let game = chess();
    for (fen, column, words) in [
        ("2pk/4/4/PP1 w - -", 12, "row 4 has 3 of 4 places"),
        ("2pk/4/4/PP1KK w - -", 13, "row 4 is longer than the 4 places"),
        ("2pk/5/4/PP1K w - -", 5, "row 2 is longer"),
        ("2pk/4/4 w - -", 8, "there are 3 of 4 rows"),
        ("2pk/4/4/PP1K/4 w - -", 13, "the board has only 4 rows"),
        ("2pz/4/4/PP1K w - -", 3, "`z` is no piece; this game has"),
        ("*1pk/4/4/PP1K w - -", 1, "here is a4"),
        ("2pk/4/4/PP1K x - -", 14, "`w` is White and `b` is Black"),
        ("2pk/4/4/PP1K w Z -", 16, "`Z` is no right; this game has K, k"),
        ("2pk/4/4/PP1K w - e9", 18, "the board has no site `e9`"),
        ("2pk/4/4/PP1K w - a1", 18, "the board ends beside it"),
        ("2pk/4/4/PP1K[ w - -", 14, "`]` is missing"),
        ("2pk/4/4/PP1K[P] w - -", 14, "cannot wait off the board"),
        ("2pk/08/4/PP1K w - -", 5, "may not begin with 0"),
        ("2pk/4/4/PP1K[02P] w - -", 14, "may not begin with 0"),
        ("2pk/4/4/PP1K w KkK -", 18, "the right `K` is given twice"),
        ("2pk/4/4/PP1K w K- -", 17, "stands alone"),
        ("2pk/4/4/PP1K w - - 0 x", 22, "`x` is not the number of the move"),
        ("2pk/4/4/PP1K w - - -1 1", 20, "`-1` is not the number of plies"),
        ("2pk/4/4/PP1K w - - 0 1 9", 24, "`9` is too much: a FEN has"),
        ("", 1, "a position is expected"),
    ] {
        let fault = parse_position(&game, fen).expect_err(fen);
        assert_eq!(fault.column, column, "{fen}: {fault}");
        assert!(fault.message.contains(words), "{fen}: {fault}");
    }
}

#[test]
fn what_a_fen_claims_without_support_is_left_out_with_a_remark() {
    let game = chess();
    for (fen, plain, words) in [
        ("2pk/4/4/PP1K w Q -", "2pk/4/4/PP1K w - -", "the right `Q` is left out"),
        ("2pk/4/4/PPK1 w Kk -", "2pk/4/4/PPK1 w k -", "it needs White King on d1, where nothing stands"),
        ("3k/4/4/PP1k w K -", "3k/4/4/PP1k w - -", "it needs White King on d1, where Black King stands"),
        ("2pk/4/4/PP1K b - b2", "2pk/4/4/PP1K b - -", "no White piece stands on b3"),
        ("2pk/1P2/4/P2K w - b2", "2pk/1P2/4/P2K w - -", "no Black piece stands on b1"),
        ("2pk/1P2/1P2/P2K b - b2", "2pk/1P2/1P2/P2K b - -", "b2 is not empty"),
        ("2pk/1P2/4/PP1K b - b2", "2pk/1P2/4/PP1K b - -", "b1 is not empty"),
        ("2pk/1K2/4/P3 b - b2", "2pk/1K2/4/P3 b - -", "White King cannot have come from b1 to b3"),
    ] {
        let mut remarks = Vec::new();
        let read = parse_position_with(&game, fen, &mut remarks);
        assert_eq!(read, parse_position(&game, plain), "{fen}");
        assert!(remarks.len() == 1 && remarks[0].contains(words), "{fen}: {remarks:?}");
    }
}

#[test]
fn missing_fen_fields_have_defaults() {
    let game = chess();
    let whole = parse_position(&game, "2pk/4/4/PP1K w - - 0 1");
    for fen in ["2pk/4/4/PP1K", "2pk/4/4/PP1K w", "2pk/4/4/PP1K w -", "2pk/4/4/PP1K w 0 1", "2pk/4/4/PP1K w - - - -"] {
        assert!(parse_position(&game, fen) == whole && whole.is_ok(), "{fen}");
    }
    // A game without passed squares has none to name.
    let fault = parse_position(&self::game(PAWNS), "2pk/1P2/4/P2K b - b2").expect_err("no passed squares");
    assert!(fault.message.contains("this game has no passed squares"), "{fault}");
}

#[test]
fn only_the_piece_named_can_be_taken_in_passing() {
    let mut rules = rules(PAWNS);
    rules.glossary.fen.passed = rules.topology.direction_named("n");
    rules.glossary.fen.passer = rules.glossary.piece_named("King");
    let game = compiled(rules);
    let mut remarks = Vec::new();
    let read = parse_position_with(&game, "2pk/1P2/4/P2K b - b2", &mut remarks).expect("a position");
    assert!(read.last.is_none() && remarks[0].contains("no White King stands on b3"), "{remarks:?}");
    let state = after(&game, &game.initial(), "b1b3");
    assert!(write_position(&game, &state).starts_with("turn=Black"), "a line, as FEN would name a passed square");
}

#[test]
fn pockets_fill_supplies() {
    let game = game(JUMPS);
    let fen = Fen::of(&game).expect("a rectangle");
    assert_eq!(write_position(&game, &game.initial()), "6/Mm1m2 w - -");
    let kept = fen.parse("6/Mm1m2 w - -").expect("a good FEN");
    assert_eq!(kept.supplies.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [2], "without pockets supplies stay");
    let read = fen.parse("6/Mm1m2[3M] w - -").expect("a good FEN");
    assert_eq!(read.supplies.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [3]);
    assert_eq!(fen.parse("6/Mm1m2[] w - -").map(|position| position.supplies), Ok(Vec::new()));
    let state = after(&game, &game.initial(), "f2");
    assert!(write_position(&game, &state).starts_with("5M/Mm1m2[M] b"), "{}", write_position(&game, &state));
}

#[test]
fn event_lines_contain_every_field() {
    let game = game(JUMPS);
    let text = "turn=Black; White Man=c1; Black Man=d1; supply White Man=2; last=a1-c1; pending=c1:on";
    let position = parse_position(&game, text).expect("a good line");
    assert_eq!(line::write(&game, &position), text);
    let site = game.topology().site_named("c1").expect("a site");
    assert_eq!(position.pending, Some((site, Continuation::Class(MoveClassId(0)))));
    // Order, blanks and cases do not matter.
    let loose = "  black man = d1 ;pending=C1:on; LAST = a1 - c1; supply white man=2;White Man=c1; turn=black#2;";
    assert_eq!(parse_position(&game, loose), Ok(position));
    assert_eq!(parse_position(&game, "empty"), Ok(dagaz_core::Position::default()));
    assert_eq!(line::write(&game, &dagaz_core::Position::default()), "empty");
}

#[test]
fn names_with_signs_are_quoted() {
    let mut rules = rules(JUMPS);
    rules.glossary.players[0].name = "set".into();
    rules.glossary.players[1].name = "the \"other\"".into();
    rules.glossary.pieces[0].name = "a;b=c".into();
    let game = compiled(rules);
    let start = game.position(&game.initial());
    let text = line::write(&game, &start);
    assert!(text.contains(r#""set" "a;b=c"=a1; "the \"other\"" "a;b=c"=b1,d1"#), "{text}");
    assert_eq!(line::parse(&game, &text), Ok(start));
}

#[test]
fn a_line_with_a_fault_says_where() {
    let game = chess();
    for (line, column, words) in [
        ("White Pawn=a1,z9", 15, "there is no site `z9`; there are"),
        ("White Pwan=a1", 7, "there is no piece `Pwan`; did you mean `Pawn`? There are Pawn"),
        ("Whit Pawn=a1", 1, "there is no player `Whit`; did you mean `White`?"),
        ("White Pawn=a1; Black Pawn=a1", 27, "a1 already holds White Pawn"),
        ("White Pawn=a1 turn=White", 15, "`;` is expected"),
        ("turn=White#2", 12, "Black moves, not White"),
        ("turn=White#9", 12, "no slot 9"),
        ("set rested?=a1", 13, "no piece stands on a1"),
        ("set tired?=a1", 5, "there is no attribute `tired?`"),
        ("supply White Pawn=many", 19, "a number is expected"),
        ("supply White Pawn=-1", 19, "cannot be less than nothing"),
        ("supply White Pawn=5000000000", 19, "this number is too large"),
        ("supply White Pawn=99999999999999999999", 19, "this number is too large"),
        ("turn=White; turn=Black", 13, "`turn` is given twice"),
        ("last=a1-a2; Last=a1-a3", 13, "`last` is given twice"),
        ("White Pawn=a9", 12, "did you mean `a4`? There are a4, a3"),
        ("White Pawn=", 12, "the name of a site is expected"),
        ("\"White Pawn=a1", 1, "this quote has no end"),
    ] {
        let fault = parse_position(&game, line).expect_err(line);
        assert_eq!(fault.column, column, "{line}: {fault}");
        assert!(fault.message.contains(words), "{line}: {fault}");
    }
}

#[test]
fn a_rotated_board_is_written_as_drawn() {
    // The first dimension goes up the picture, the second to the left.
    let turned = JUMPS.replace(
        r#"(dimensions ("a/b/c/d/e/f" (10 0)) ("2/1" (0 10)))"#,
        r#"(dimensions ("a/b/c/d/e/f" (0 -10)) ("2/1" (-10 0)))"#,
    );
    let turned = turned.replace("(n 0 -1) (e 1 0)", "(n 0 1) (e 1 0)");
    let game = game(&turned);
    assert_eq!(write_position(&game, &game.initial()), "2/2/m1/2/m1/M1 w - -");
    assert_eq!(game.topology().direction_named("n"), Some(DirectionId(0)));
}
