//! Files that name a relative of the usual game of their format, games without a result, and what
//! a format leaves out.

use dagaz_core::Game;
use dagaz_record::{Cursor, Format, GameTree, ReadLimits, Wording, usual_position};

use crate::others::named;

fn read(format: Format, game: &dyn Game, text: &str) -> GameTree {
    let reading = format.read(game, text, &ReadLimits::default());
    reading.strict().unwrap_or_else(|why| panic!("{text}: {why}")).remove(0)
}

#[test]
fn minishogi_is_read_from_kif_and_written_with_its_name() {
    let game = named("minishogi");
    for name in ["５五将棋", "5五将棋"] {
        let text = format!("手合割：{name}\n手数----指手---------消費時間--\n   1 ２四銀(35)\n   2 中断\n");
        assert_eq!(Format::Kif.rules_named(&text).title, name);
        let reading = Format::Kif.read(&game, &text, &ReadLimits::default());
        let tree = &reading.games[0];
        assert_eq!((tree.moves(), reading.faults.len()), (1, 0), "{:?}", reading.faults);
        let written = Format::Kif.write(&game, std::slice::from_ref(tree)).expect("it fits").text;
        assert!(written.contains("手合割：５五将棋\n"), "{written}");
    }
}

#[test]
fn a_file_of_minishogi_is_no_game_of_shogi() {
    let reading = Format::Kif.read(&named("shogi"), "手合割：5五将棋\n   1 ７六歩(77)\n", &ReadLimits::default());
    assert_eq!(reading.faults.len(), 1, "{:?}", reading.faults);
    assert!(reading.faults[0].message.contains("5五将棋"), "{}", reading.faults[0].message);
}

#[test]
fn shogi_games_without_a_result_keep_their_last_word() {
    let game = named("shogi");
    for (word, csa) in [("中断", "%CHUDAN"), ("待った", "%MATTA"), ("不詰", "%FUZUMI")] {
        let text = format!("手合割：平手\n   1 ７六歩(77)   ( 0:06/00:00:06)\n   2 {word}\n");
        let tree = read(Format::Kif, &game, &text);
        assert_eq!(tree.facts.result, None, "{word}");
        let kif = Format::Kif.write(&game, std::slice::from_ref(&tree)).expect("it fits");
        assert!(kif.text.contains(&format!("   2 {word}\n")), "{}", kif.text);
        let written = Format::Csa.write(&game, std::slice::from_ref(&tree)).expect("it fits");
        assert!(written.text.contains("T6\n") && written.text.ends_with(&format!("{csa}\n")), "{}", written.text);
        assert_eq!((kif.left_out, written.left_out), (vec![], vec![]), "times spent are written");
        let again = read(Format::Csa, &game, &written.text);
        assert_eq!(again.facts.tag("Termination"), tree.facts.tag("Termination"));
    }
}

#[test]
fn promoted_chicks_of_dobutsu_have_the_letters_of_fairy_stockfish() {
    let game = named("dobutsu");
    let text = "gle/1+C1/1c1/ELG[] w - - 0 1";
    let position = dagaz_record::parse_position(&game, text).expect("a promoted chick");
    let state = game.set_up(&position).expect("a position of the game");
    assert!(usual_position(&game, &state).starts_with("gle/1+C1/1c1/ELG"), "{}", usual_position(&game, &state));
}

#[test]
fn operations_of_epd_and_counters_of_draughts_are_no_part_of_a_position() {
    let chess = named("chess");
    let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
    for epd in [format!("{fen} bm Qg6; id \"WAC.001\";"), format!("{fen} 0 1 bm e8=Q;")] {
        let mut remarks = Vec::new();
        let position = dagaz_record::parse_position_with(&chess, &epd, &mut remarks).expect("a position");
        assert_eq!(position, dagaz_record::parse_position(&chess, fen).expect("a position"), "{epd}");
        assert_eq!(remarks.len(), 1, "{epd}: {remarks:?}");
    }
    let frisian = named("frisian-draughts");
    let usual = dagaz_record::parse_position(&frisian, "W:W31-50:B1-20").expect("the start");
    for counted in ["W:W31-50:B1-20:H0:F1", "W:W31-50:B1-20:H0:F1:+0+0"] {
        assert_eq!(dagaz_record::parse_position(&frisian, counted).as_ref(), Ok(&usual), "{counted}");
    }
}

#[test]
fn losses_of_a_backgammon_file_are_reported() {
    let game = named("backgammon");
    let text = " 0 point match\n\n Game 1\n ann : 0    ben : 0\n  1) 31: 8/5 6/5\n";
    let mut tree = read(Format::Mat, &game, text);
    let last = *tree.main_line().last().expect("a move");
    let note = tree.note_mut(last);
    (note.glyphs, note.spent) = (vec![146], Some(std::time::Duration::from_secs(7)));
    let written = Format::Sgf.write(&game, &[tree]).expect("it fits");
    assert!(!written.text.contains("DG"), "{}", written.text);
    for phrase in ["1 judgement", "1 time spent"] {
        assert!(written.left_out.iter().any(|left_out| left_out == phrase), "{phrase}: {:?}", written.left_out);
    }
}

#[test]
fn a_lost_result_that_the_board_does_not_show_is_reported() {
    let game = named("chess");
    for (text, reported) in [
        ("[Result \"1-0\"]\n\n1. e4 e5 1-0\n", true),
        ("[Result \"*\"]\n\n1. e4 e5 *\n", false),
        ("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", false),
    ] {
        let written = Format::Zsg.write(&game, &[read(Format::Pgn, &game, text)]).expect("it fits");
        assert_eq!(written.left_out.iter().any(|left_out| left_out == "1 result"), reported, "{:?}", written.left_out);
    }
}

#[test]
fn each_part_of_a_file_is_read_by_its_own_rules() {
    let chess = "[Event \"a\"]\n\n1. e4 e5 *\n\n";
    let house = "[Event \"b\"]\n[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 Qx *\n";
    let text = format!("{chess}{house}{chess}");
    let parts = Format::Pgn.parts(&text);
    let titles: Vec<&str> = parts.iter().map(|part| part.named.title.as_str()).collect();
    assert_eq!(titles, ["", "crazyhouse", ""]);
    let games = ["chess", "crazyhouse", "chess"].map(named);
    let plies: Vec<usize> = parts
        .iter()
        .zip(&games)
        .map(|(part, game)| {
            let reading = part.read(game, &ReadLimits::default());
            for fault in &reading.faults {
                assert_eq!((fault.line, fault.column), (8, 42), "the place in the file: {fault}");
            }
            reading.games[0].moves()
        })
        .collect();
    assert_eq!(plies, [2, 7, 2]);
}

#[test]
fn a_file_in_one_format_holds_parts_of_several_rules() {
    let texts = ["[Event \"a\"]\n\n*\n".to_string(), "[Event \"b\"]\n\n*\n".to_string()];
    assert_eq!(Format::Pgn.join(&texts).as_deref(), Ok("[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n"));
    assert!(Format::Usi.join(&texts).is_err() && Format::Json.join(&texts).is_err());
    assert_eq!(Format::Usi.join(&texts[..1]).as_ref(), Ok(&texts[0]));
}

#[test]
fn the_capture_of_a_promoted_piece_promotes_nothing() {
    let game = named("crazyhouse");
    let text =
        "[Variant \"crazyhouse\"]\n[SetUp \"1\"]\n[FEN \"4Q~2r/8/8/8/8/8/8/k2K4[] b - - 0 1\"]\n\n1... Rxe8 2. Kd2 *\n";
    let tree = read(Format::Pgn, &game, text);
    let written = Format::Pgn.write(&game, std::slice::from_ref(&tree)).expect("it fits").text;
    assert!(written.contains("1... Rxe8 2. Kd2"), "{written}");
    let start = Cursor::new(&game, &tree);
    let list = start.legal().expect("no limit");
    let captures = list.iter().filter(|one| one.target() == game.topology().site_named("e8").expect("a site"));
    let promotions: Vec<bool> = captures
        .map(|one| Wording::of(&game, start.state(), one).steps.iter().any(|step| step.becomes.is_some()))
        .collect();
    assert_eq!(promotions, [false]);
}
