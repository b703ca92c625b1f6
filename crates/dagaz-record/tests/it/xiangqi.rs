//! Xiangqi as its programs write it: PGN with the tag `Format`, WXF files, and the letters of
//! Fairy-Stockfish.

use dagaz_core::{Game, Verdict};
use dagaz_record::{Format, GameTree, ReadLimits};

use crate::others::named;

fn read(game: &dyn Game, format: Format, text: &str) -> GameTree {
    let games = format.read(game, text, &ReadLimits::default()).strict();
    games.unwrap_or_else(|fault| panic!("{text}: {fault}")).remove(0)
}

#[test]
fn moves_are_written_as_the_tag_format_says() {
    let game = named("xiangqi");
    let head = "[Game \"Chinese Chess\"]\n[Red \"a\"]\n[Black \"b\"]\n";
    for (format, moves, written) in [
        ("[Format \"ICCS\"]\n", "1. H2-E2 H7-E7 2. H0-G2", "1. H2-E2 H7-E7 2. H0-G2 *"),
        ("[Format \"WXF\"]\n", "1. C2.5 h8+7 2. H2+3", "1. C2=5 H8+7 2. H2+3 *"),
        ("[Format \"Chinese\"]\n", "1. 炮二平五 馬８進７", "1. H2-E2 H9-G7 *"),
        ("", "1. 炮二平五 馬８進７", "1. H2-E2 H9-G7 *"),
    ] {
        let tree = read(&game, Format::Pgn, &format!("{head}{format}\n{moves} *\n"));
        let text = Format::Pgn.write(&game, std::slice::from_ref(&tree)).expect("it fits").text;
        assert!(text.ends_with(&format!("\n{written}\n")), "{format}: {text}");
        let said = if format.contains("WXF") { "WXF" } else { "ICCS" };
        assert_eq!(text.matches("[Format ").count(), 1, "{text}");
        assert!(text.contains(&format!("[Format \"{said}\"]")) && text.contains("[Red \"a\"]"), "{text}");
        assert!(!text.contains("[White "), "{text}");
        let again = read(&game, Format::Pgn, &text);
        assert_eq!((again.moves(), &again.facts.seats), (tree.moves(), &tree.facts.seats), "{text}");
    }
}

#[test]
fn san_has_the_letters_of_fairy_stockfish() {
    let game = named("xiangqi");
    let head = "[Variant \"Xiangqi\"]\n\n";
    let tree = read(&game, Format::Pgn, &format!("{head}1. Che3 Hg8 2. Hg3 Ege8 *\n"));
    let text = Format::Pgn.write(&game, std::slice::from_ref(&tree)).expect("it fits").text;
    assert!(text.ends_with("\n1. Che3 Hg8 2. Hg3 Ege8 *\n"), "{text}");
    let letters_of_fen = read(&game, Format::Pgn, &format!("{head}1. Che3 Ng8 2. Ng3 Bge8 *\n"));
    assert_eq!(Format::Pgn.write(&game, &[letters_of_fen]).expect("it fits").text, text);
}

#[test]
fn wxf_files_are_found_and_read() {
    let game = named("xiangqi");
    let moves = "START{\n1. C2.5 h8+7\n{a comment}\n2.H2+3 R9.8\n}END\n";
    let text = format!("FORMAT\tWXF\nGAME test\nDATE 2026-11-01\nRED Ann\nBLACK Bob\nRESULT 1-0\n{moves}");
    assert_eq!(Format::guess(&text), Some(Format::Ucci));
    let reading = Format::Ucci.read(&game, &text, &ReadLimits::default());
    assert_eq!(reading.remarks, ["1 comment was not kept"]);
    let tree = reading.strict().expect("a game").remove(0);
    let names: Vec<&str> = tree.facts.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!((names, tree.moves()), (vec!["Ann", "Bob"], 4));
    assert_eq!((tree.facts.tag("Event"), tree.facts.tag("Date")), (Some("test"), Some("2026.11.01")));
    assert_eq!(tree.facts.result.expect("a result").verdicts, [Verdict::Win, Verdict::Loss]);
    let position = "FORMAT WXF\nFEN 3k5/9/9/9/9/9/9/9/4R4/4K4 r - - 0 1\nSTART{\n1. R5+2 k4+1 1/2-1/2\n}END\n";
    let tree = read(&game, Format::Ucci, position);
    assert_eq!((tree.moves(), tree.facts.result.expect("a result").verdicts), (2, vec![Verdict::Draw; 2]));
}

#[test]
fn a_fault_of_a_wxf_file_has_its_place() {
    let game = named("xiangqi");
    for (text, fault) in [
        ("FORMAT WXF\nRED 红\nSTART{\n1. C2.5 h8+7\n2. H2+9 r9.8\n}END\n", "5:4: `H2+9`"),
        ("FORMAT WXF\nRED 红\n", "1:1: the moves are missing"),
        ("FORMAT WXF\nFEN 3k5/9/9 r\nSTART{\n}END\n", "2:"),
    ] {
        let reading = Format::Ucci.read(&game, text, &ReadLimits::default());
        let said = reading.faults.first().expect("a fault").to_string();
        assert!(said.starts_with(fault), "{said}");
    }
}
