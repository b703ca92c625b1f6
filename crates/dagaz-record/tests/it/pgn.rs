//! Games of chess as PGN: by hand, damaged, and as another program sees them.

// A test that is skipped says so, and the long one says how long it took.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use crate::common::{compiled, moves, rules};
use crate::independent::{Script, games};
use dagaz_core::{Game, State, Verdict};
use dagaz_engine::CompiledGame;
use dagaz_record::formats::pgn::san::{self, San};
use dagaz_record::position::fen::Fen;
use dagaz_record::{
    Cursor, Format, GameTree, NodeId, ReadLimits, Reading, RecordFaultKind, find_move, move_text, parse_position,
};

fn chess() -> CompiledGame {
    compiled(rules(include_str!("../../../../games/chess/chess/chess.zrf")))
}

fn read(game: &dyn Game, text: &str) -> Reading {
    Format::Pgn.read(game, text, &ReadLimits::default())
}

/// What must be read without a fault.
fn sound(game: &dyn Game, text: &str) -> Vec<GameTree> {
    read(game, text).strict().unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn state(game: &dyn Game, fen: &str) -> State {
    game.set_up(&parse_position(game, fen).unwrap_or_else(|fault| panic!("{fen}: {fault}"))).expect("a good position")
}

fn sans(game: &dyn Game, state: &State) -> Vec<String> {
    let list = moves(game, state);
    list.iter().map(|one| san::san(game, state, &list, one)).collect()
}

/// The FEN at the end of a state, without counters.
fn fen(game: &dyn Game, state: &State) -> String {
    Fen::of(game).and_then(|fen| fen.write(&game.position(state))).expect("chess has FEN")
}

/// The main line as SAN.
fn line(game: &dyn Game, tree: &GameTree) -> String {
    let mut cursor = Cursor::new(game, tree);
    let texts = tree.main_line().into_iter().map(|node| {
        let list = cursor.legal().expect("chess is small");
        let text = san::san(game, cursor.state(), &list, tree.chosen(node).expect("a move"));
        cursor.go_to(tree, node);
        text
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[test]
fn san_is_minimal() {
    let game = chess();
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/4K3/R6R w - -", "Rad1 Rhd1"),
        ("4k3/8/8/7R/8/8/8/4K2R w - -", "R1h3 R5h3"),
        // Three queens: file, rank and both.
        ("8/k7/8/8/4Q2Q/8/8/K6Q w - -", "Qh4e1 Qee1 Q1e1"),
        // The other knight is pinned, so that it cannot be meant.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -", "Ne2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6"),
        ("3n3k/4P3/8/8/8/8/8/4K3 w - -", "e8=Q+ e8=R+ e8=B e8=N exd8=Q+ exd8=R+ exd8=B exd8=N"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "O-O O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K -", "O-O+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q -", "Ra8# O-O-O"),
        ("7k/8/5KQ1/8/8/8/8/8 w - -", "Qg7# Kf7"),
    ] {
        let texts = sans(&game, &state(&game, fen));
        for text in expected.split(' ') {
            assert!(texts.iter().any(|known| known == text), "{text} in {fen}: {texts:?}");
        }
        let mut sorted = texts.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), texts.len(), "{fen}: {texts:?}");
    }
}

#[test]
fn typed_moves_may_be_san() {
    let game = chess();
    let meant = |fen: &str, typed: &str| {
        let state = state(&game, fen);
        let list = moves(&game, &state);
        find_move(&game, &state, &list, typed).map(|index| move_text(&game, &state, list.get(index)))
    };
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    for (typed, square) in [("O-O", "g1"), ("0-0", "g1"), ("o-o", "g1"), ("O-O-O", "c1"), ("0-0-0", "c1")] {
        let text = meant(castling, typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert!(text.starts_with(&format!("King e1 - {square}")) && text.contains("Rook"), "{typed}: {text}");
    }
    let bishop = "4k3/8/8/8/2p5/1P6/8/4KB2 w - -";
    assert_eq!(meant(bishop, "bxc4").as_deref(), Ok("Pawn b3 x c4"));
    assert_eq!(meant(bishop, "Bxc4").as_deref(), Ok("Bishop f1 x c4"));
    let knights = "4k3/8/5n2/8/8/8/8/1n2K3 b - -";
    assert_eq!(meant(knights, "Nbd2").as_deref(), Ok("Knight b1 - d2"));
    assert!(meant("4k3/8/8/5n2/8/8/8/1n2K3 b - -", "Nd4").is_ok());
    assert!(meant(castling, "O-O-O-O").is_err());
}

#[test]
fn a_game_with_everything_is_read() {
    let game = chess();
    let text = "% made by hand\r\n[White \"A \\\"B\\\" C\"]\r\n[Result \"1-0\"]\r\n[Event \"x\"] [Site \"?\"]\r\n\
        [Termination \"time forfeit\"]\r\n\r\n\
        {start} 1. e4! {[%clk 0:10:00] good} (1. d4 $10 d5 ({or} 1... Nf6 2. c4 e6) 2. c4) 1... e5 ; to the end\r\n\
        2.Ng1f3 Nc6 {one} {two} 3.Bf1-c4+ Nf6 4.0-0 Nxe4?! 5 Re1 d5 6. Bd5 f5 7. d2d4 e5-d4 1-0\r\n";
    let mut trees = sound(&game, text);
    assert_eq!(trees.len(), 1);
    let tree = trees.remove(0);
    assert_eq!(line(&game, &tree), "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O Nxe4 Re1 d5 Bxd5 f5 d4 exd4");
    assert_eq!(tree.moves(), 14 + 6);
    let facts = &tree.facts;
    assert_eq!(facts.seats[0].name, "A \"B\" C");
    assert_eq!((facts.tag("Event"), facts.tag("Site")), (Some("x"), None));
    let result = facts.result.as_ref().expect("a result");
    assert_eq!((result.ending.as_str(), &result.verdicts[..]), ("time forfeit", &[Verdict::Win, Verdict::Loss][..]));
    let main = tree.main_line();
    assert_eq!(tree.note(NodeId::ROOT).comment, "start");
    let first = tree.note(main[0]);
    assert_eq!((first.comment.as_str(), &first.glyphs[..]), ("good", &[1][..]));
    assert_eq!(first.clock.map(|clock| clock.as_secs()), Some(600));
    assert_eq!(tree.note(main[1]).comment, "to the end");
    assert_eq!(tree.note(main[3]).comment, "one\ntwo");
    assert_eq!(tree.note(main[7]).glyphs, [6]);
    let beside = tree.children(NodeId::ROOT)[1];
    assert_eq!(tree.note(beside).glyphs, [10]);
    assert_eq!(tree.note(tree.children(beside)[1]).before, "or");

    let written = Format::Pgn.write(&game, &[tree]).expect("chess fits");
    assert_eq!(written.left_out, Vec::<String>::new());
    let expected = "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\" C\"]\n\
        [Black \"?\"]\n[Result \"1-0\"]\n[Termination \"time forfeit\"]\n\n\
        {start} 1. e4 $1 {[%clk 0:10:00] good} (1. d4 $10 d5 ({or} 1... Nf6 2. c4 e6)\n\
        2. c4) 1... e5 {to the end} 2. Nf3 Nc6 {one} {two} 3. Bc4 Nf6 4. O-O Nxe4 $6\n\
        5. Re1 d5 6. Bxd5 f5 7. d4 exd4 1-0\n";
    assert_eq!(written.text, expected);
    let again = Format::Pgn.write(&game, &sound(&game, &written.text)).expect("chess fits");
    assert_eq!(again.text, expected);
}

#[test]
fn starts_results_and_several_games() {
    let game = chess();
    let text = "[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 3 40\"]\n[SetUp \"1\"]\n\n40. Qg7# 1-0\n\n\
        [Black \"Q\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 9\"]\n\n9... Kd7 10. O-O *\n\n1. e4 e5\n[Event \"tags\"]\n\
        [Result \"1/2-1/2\"]\n\n1/2-1/2";
    let trees = sound(&game, text);
    let lines: Vec<String> = trees.iter().map(|tree| line(&game, tree)).collect();
    assert_eq!(lines, ["Qg7#", "Kd7 O-O", "e4 e5", ""]);
    let endings: Vec<Option<&str>> =
        trees.iter().map(|tree| tree.facts.result.as_ref().map(|end| end.ending.as_str())).collect();
    assert_eq!(endings, [Some("checkmate"), None, None, Some("agreed")]);
    let written = Format::Pgn.write(&game, &trees).expect("chess fits");
    for said in ["\n40. Qg7# 1-0\n", "\n9... Kd7 10. O-O *\n", "- 0 9\"]\n[SetUp \"1\"]", "\n\n1/2-1/2\n"] {
        assert!(written.text.contains(said), "{said:?} in\n{}", written.text);
    }
    assert_eq!(Format::Pgn.write(&game, &sound(&game, &written.text)).expect("chess fits").text, written.text);
}

/// Line, column and kind of each fault.
fn faults(reading: &Reading) -> Vec<(usize, usize, &'static str)> {
    let kind = |kind: &RecordFaultKind| match kind {
        RecordFaultKind::Form => "form",
        RecordFaultKind::Setup => "setup",
        RecordFaultKind::Move { .. } => "move",
        RecordFaultKind::Limit => "limit",
    };
    reading.faults.iter().map(|fault| (fault.line, fault.column, kind(&fault.kind))).collect()
}

#[test]
fn damage_is_reported_and_the_rest_is_kept() {
    let game = chess();
    for (text, expected, lines) in [
        ("1. e4 e5 2. Nf", &[(1, 13, "move")][..], &["e4 e5"][..]),
        ("[Result \"1-0\"]\n1. e4 e5", &[(2, 9, "form")], &["e4 e5"]),
        ("1. e4 Ke4 2. d4 d5 *\n\n1. d4 *", &[(1, 7, "move")], &["e4", "d4"]),
        ("1. e4 (1. d5 d4 (1. c4)) e5 *", &[(1, 11, "move")], &["e4 e5"]),
        // A variation of the move that could not be played would be the main line.
        ("1. e4 Ke4 (1... e5 2. Nf3) 2. d4 *", &[(1, 7, "move")], &["e4"]),
        ("1. e4 e5 (1... c5 *", &[(1, 10, "form")], &["e4 e5"]),
        ("(1. e4) 1. d4 d5) 2. c4 *", &[(1, 1, "form"), (1, 17, "form")], &["d4 d5 c4"]),
        ("1. e4 {no end\n\n[Event \"2\"]\n1. d4 *", &[(1, 7, "form")], &["e4", "d4"]),
        ("1. e4 {no end", &[(1, 7, "form")], &["e4"]),
        ("[Event 3]\n[White]\n1. e4 *", &[(1, 8, "form"), (2, 7, "form")], &["e4"]),
        ("1. e4 $999 e5 ] *", &[(1, 7, "form"), (1, 15, "form")], &["e4 e5"]),
        ("[FEN \"8/8/9/8 w\"]\n1. e4 *\n1. d4 *", &[(1, 11, "setup")], &["", "d4"]),
        ("[Variant \"Atomic\"]\n1. e4 *\n1. d4 *", &[(1, 11, "setup")], &["", "d4"]),
        ("1. f3 e5 2. g4 Qh4# 3. e4 *", &[(1, 24, "move")], &["f3 e5 g4 Qh4#"]),
    ] {
        let reading = read(&game, text);
        assert_eq!(faults(&reading), expected, "{text}: {:?}", reading.faults);
        let read: Vec<String> = reading.games.iter().map(|tree| line(&game, tree)).collect();
        assert_eq!(read, lines, "{text}");
    }
    let reading = read(&game, "1. e4 Nf5 *");
    assert_eq!(reading.faults[0].at, Some((0, reading.games[0].main_line()[0])));
    let said = reading.faults[0].to_string();
    assert!(said.starts_with("1:7: `Nf5` is not a legal move of Black here; the nearest are: Nf6, "), "{said}");
    let ended = read(&game, "1. f3 e5 2. g4 Qh4# 3. e4 *").faults[0].to_string();
    assert!(ended.ends_with("`e4` cannot be played: the game has ended: checkmate"), "{ended}");
    let castle = read(&game, "[FEN \"r3k3/8/8/8/8/8/8/4K3 b - -\"]\n1... a8=Q").faults[0].to_string();
    assert!(castle.contains("is not a legal move"), "{castle}");
}

#[test]
fn limits_hold_and_are_reported() {
    let game = chess();
    let with = |change: fn(&mut ReadLimits), text: &str| {
        let mut limits = ReadLimits::default();
        change(&mut limits);
        let reading = Format::Pgn.read(&game, text, &limits);
        (faults(&reading), reading.games.iter().map(|tree| line(&game, tree)).collect::<Vec<_>>())
    };
    let nested = "1. e4 (1. d4 (1. c4 (1. b4))) e5 *";
    assert_eq!(with(|l| l.depth = 2, nested), (vec![(1, 21, "limit")], vec!["e4 e5".to_string()]));
    assert_eq!(with(|l| l.moves = 2, "1. e4 e5 2. d4 d5 *"), (vec![(1, 13, "limit")], vec!["e4 e5".to_string()]));
    assert_eq!(with(|l| l.games = 1, "1. e4 * 1. d4 *"), (vec![(1, 9, "limit")], vec!["e4".to_string()]));
    let begun = "[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n";
    assert_eq!(with(|l| l.games = 1, begun), (vec![(5, 2, "limit")], vec!["e4".to_string()]));
    assert_eq!(with(|l| l.games = 2, begun), (vec![], vec!["e4".to_string(), String::new()]));
    assert_eq!(with(|l| l.text = 3, "1. e4 {é long} e5 *"), (vec![(1, 7, "limit")], vec!["e4 e5".to_string()]));
    assert_eq!(with(|l| l.bytes = 3, "1. e4 *"), (vec![(1, 1, "limit")], vec![]));
    let (found, games) = with(|l| l.faults = 2, "1. e4 ] ] ] ] e5 *");
    assert_eq!((found.len(), found[2], games), (3, (1, 11, "limit"), vec!["e4 e5".to_string()]));
}

#[test]
fn large_and_strange_texts_are_no_trouble() {
    let game = chess();
    let begun = Instant::now();
    let comment = format!("1. e4 {{{}}} e5 *", "long ".repeat(2 << 20));
    let reading = read(&game, &comment);
    assert_eq!(faults(&reading), [(1, 7, "limit")]);
    assert_eq!(line(&game, &reading.games[0]), "e4 e5");
    assert_eq!(reading.games[0].note(reading.games[0].main_line()[0]).comment.len(), 1 << 20);

    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(250_000);
    let reading = read(&game, &shuffle);
    assert_eq!(faults(&reading).len(), 1, "the third repetition ends the game");

    for noise in ["(", ")", "{", "}", "[", "]", "\"", "1. e4 (", "[Event \"", "[Event \"x\"]\n", "{ {", "; \n%", "$"] {
        let text = noise.repeat((4 << 20) / noise.len());
        let reading = read(&game, &text);
        assert!(reading.faults.len() <= 101, "{noise}");
        assert!(reading.faults.iter().all(|fault| fault.line > 0 && fault.column > 0), "{noise}");
    }
    let mut seed = 1u64;
    let bytes: Vec<u8> = (0..1 << 20)
        .map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 56) as u8
        })
        .collect();
    let reading = read(&game, &String::from_utf8_lossy(&bytes));
    assert!(!reading.faults.is_empty());
    let game_text = "[Event \"x\"]\n\n1. e4 {a} (1. d4 $1) e5 2. Nf3 (2. f4 exf4) Nc6 *\n";
    for end in 0..game_text.len() {
        let _ = read(&game, &game_text[..end]);
        let _ = read(&game, &format!("{}\u{0}}}{}", &game_text[..end], &game_text[end..]));
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn comments_beyond_pgn_are_reported() {
    let game = chess();
    let mut tree = sound(&game, "1. e4 *").remove(0);
    let node = tree.main_line()[0];
    tree.note_mut(node).comment = format!("a }} b\n\n{}", "[Event % ; ".repeat(20));
    tree.facts.set_tag("Not a name", "x");
    let written = Format::Pgn.write(&game, &[tree]).expect("chess fits");
    assert_eq!(written.left_out, ["1 tag whose name PGN does not allow", "1 `}` in a comment, written as `)`"]);
    let read = sound(&game, &written.text).remove(0);
    assert_eq!(read.note(node).comment, format!("a ) b\n\n{}", "[Event % ; ".repeat(20).trim()));
}

/// A game in the words of `chess_games.py check`.
fn described(game: &dyn Game, san: &San<'_>, tree: &GameTree) -> String {
    let mut cursor = Cursor::new(game, tree);
    let mut text = format!("game\t{}\n", fen(game, tree.start()));
    let mut todo = vec![NodeId::ROOT];
    while let Some(node) = todo.pop() {
        if let Some(parent) = tree.parent(node) {
            cursor.go_to(tree, parent);
            let list = cursor.legal().expect("chess is small");
            let mover = san.mover(cursor.state()).expect("two players");
            let mut name = san.body(cursor.state(), &list, tree.chosen(node).expect("a move")).expect("chess has SAN");
            cursor.go_to(tree, node);
            name += san.suffix(cursor.state(), mover).expect("chess is small");
            let note = tree.note(node);
            let mut glyphs: Vec<u8> = note.glyphs.clone();
            glyphs.sort_unstable();
            let glyphs: Vec<String> = glyphs.iter().map(u8::to_string).collect();
            let glyphs = if glyphs.is_empty() { "-".to_string() } else { glyphs.join(",") };
            let clock = note.clock.map_or("-".to_string(), |clock| clock.as_secs().to_string());
            let comment = format!("{} / {}", note.before, note.comment);
            let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
            text += &format!("move\t{}\t{name}\t{glyphs}\t{clock}\t{comment}\n", tree.depth(node));
        }
        match tree.children(node).first() {
            None => text += &format!("leaf\t{}\n", fen(game, cursor.state())),
            Some(&next) => todo.push(next),
        }
        let siblings = tree.parent(node).map_or(&[][..], |parent| tree.children(parent));
        if siblings.first() == Some(&node) {
            todo.extend(siblings[1..].iter().rev());
        }
    }
    cursor.go_to(tree, tree.main_line().last().copied().unwrap_or(NodeId::ROOT));
    text + &format!("final\t{}\n", fen(game, cursor.state()))
}

fn same(one: &str, other: &str, what: &str) {
    for (number, (a, b)) in one.lines().zip(other.lines()).enumerate() {
        assert_eq!(a, b, "{what}, line {number} of the description");
    }
    assert_eq!(one.lines().count(), other.lines().count(), "{what}");
}

#[test]
fn python_chess_sees_the_same_games() {
    let count = games(200);
    let Some(judge) = Script::needing("chess.pgn", "chess_games.py") else { return };
    let made = judge.said(&["make", &count.to_string(), "7"]);
    let game = chess();
    let san = San::of(&game).expect("chess has SAN");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let checked = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a folder of our own");
        judge.said(&["check", &path.to_string_lossy()])
    };
    let begun = Instant::now();
    let trees = sound(&game, &made);
    let reading = begun.elapsed();
    assert_eq!(trees.len(), count);
    let describe = |trees: &[GameTree]| trees.iter().map(|tree| described(&game, &san, tree)).collect::<String>();
    let ours = describe(&trees);
    same(&ours, &checked("made.pgn", &made), "what python-chess wrote");

    let begun = Instant::now();
    let written = Format::Pgn.write(&game, &trees).expect("chess fits");
    let writing = begun.elapsed();
    assert_eq!(written.left_out, Vec::<String>::new());
    assert!(written.text.lines().all(|line| line.chars().count() < 80 || line.starts_with('[')), "a long line");
    same(&ours, &checked("written.pgn", &written.text), "what we wrote");
    let again = sound(&game, &written.text);
    same(&ours, &describe(&again), "what we read again");
    assert_eq!(Format::Pgn.write(&game, &again).expect("chess fits").text, written.text);
    let moves: usize = trees.iter().map(GameTree::moves).sum();
    println!("{count} games, {moves} moves, {} bytes: read in {reading:?}, written in {writing:?}", made.len());
}

#[test]
fn the_main_line_is_that_of_the_record() {
    let game = chess();
    let lines = |text: &str| {
        let reading = read(&game, text);
        let lines: Vec<String> = reading.games.iter().map(|tree| line(&game, tree)).collect();
        (lines.join("; "), reading.faults.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(lines("1. e4 (1. e4 e5 2. Nf3) 1... c5 2. d4 *"), ("e4 c5 d4".to_string(), vec![]));
    let (line, faults) = lines("1. e4 e5 2. Ke3 (2. Nf3 Nc6) 2... d5 (2... c5) *");
    assert_eq!((line.as_str(), faults.len()), ("e4 e5", 1));
    assert!(faults[0].ends_with("; 1 move behind it and 2 variations there are not read"), "{}", faults[0]);
}

#[test]
fn an_error_in_one_game_hides_no_other() {
    let text = "1. e5 *\n".repeat(150) + &"1. e4 *\n".repeat(200);
    let reading = read(&chess(), &text);
    assert_eq!((reading.games.len(), reading.faults.len()), (350, 101));
    assert_eq!(reading.faults[100].to_string(), "101:4: … and 50 more faults");
    assert_eq!(reading.games[349].moves(), 1);
}

#[test]
fn contradictions_are_reported() {
    let mate = "[Result \"0-1\"]\n[Site \"a\"]\n[Site \"b\"]\n1. f3 e5 2. g4 Qh4# 1-0\n1. f3 e5 2. g4 Qh4# 1-0";
    assert_eq!(
        read(&chess(), mate).remarks,
        [
            "game 1: the tag `Site` stands twice; the first is not kept",
            "game 1: the tag `Result` says 0-1, the end of the moves 1-0",
            "game 2: the record says 1-0, the board 0-1 (checkmate)",
        ]
    );
}

#[test]
fn the_longest_comment_round_trips_in_every_format() {
    let game = chess();
    let limits = ReadLimits { text: 1000, ..ReadLimits::default() };
    let comment = "\"%]:".repeat(250);
    let reading = Format::Pgn.read(&game, &format!("1. e4 {{{comment}}} *"), &limits);
    assert_eq!(reading.faults, []);
    for format in [Format::Json, Format::Text, Format::Sgf, Format::Pgn] {
        let written = format.write(&game, &reading.games).expect("it can be written");
        let again = format.read(&game, &written.text, &limits);
        assert_eq!(again.faults, [], "{}", format.name());
        let tree = &again.games[0];
        assert_eq!(tree.note(tree.main_line()[0]).comment, comment, "{}", format.name());
    }
}

#[test]
fn empty_input_is_no_game_in_any_format() {
    let game = chess();
    for format in [Format::Text, Format::Json, Format::Sgf, Format::Pgn] {
        for text in ["", " \n\t\n"] {
            let reading = format.read(&game, text, &ReadLimits::default());
            let said: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
            assert_eq!(said, ["1:1: the text holds no game"], "{}", format.name());
        }
    }
}
