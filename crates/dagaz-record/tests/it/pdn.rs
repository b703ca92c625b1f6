//! Games of draughts as PDN: by hand, damaged, and as another program sees them.

mod damaged;
mod judged;

use crate::common::{compiled, rules};
use dagaz_core::{Game, State, Verdict};
use dagaz_engine::CompiledGame;
use dagaz_record::{Cursor, Format, GameTree, NodeId, ReadLimits, Reading, RecordFaultKind};

pub(crate) const ENGLISH: &str = include_str!("../../../../games/draughts/english-draughts/english-draughts.zrf");
pub(crate) const INTERNATIONAL: &str =
    include_str!("../../../../games/draughts/international-draughts/international-draughts.zrf");
pub(crate) const RUSSIAN: &str = include_str!("../../../../games/draughts/russian-draughts/russian-draughts.zrf");
pub(crate) const TURKISH: &str = include_str!("../../../../games/draughts/turkish-draughts/turkish-draughts.zrf");

pub(crate) fn game(text: &str) -> CompiledGame {
    compiled(rules(text))
}

pub(crate) fn read(game: &dyn Game, text: &str) -> Reading {
    Format::Pdn.read(game, text, &ReadLimits::default())
}

/// What must be read without a fault.
pub(crate) fn sound(game: &dyn Game, text: &str) -> Vec<GameTree> {
    read(game, text).strict().unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn one(game: &dyn Game, text: &str) -> GameTree {
    let mut games = sound(game, text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

pub(crate) fn written(game: &dyn Game, trees: &[GameTree]) -> String {
    let written = Format::Pdn.write(game, trees).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(written.left_out, Vec::<String>::new());
    written.text
}

/// What stands behind the tags of a game, in one line.
fn movetext(game: &dyn Game, tree: &GameTree) -> String {
    let text = written(game, std::slice::from_ref(tree));
    let (_, moves) = text.split_once("\n\n").expect("an empty line stands behind the tags");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The state at a node.
pub(crate) fn state(game: &dyn Game, tree: &GameTree, node: NodeId) -> State {
    let mut cursor = Cursor::new(game, tree);
    cursor.go_to(tree, node);
    cursor.state().clone()
}

/// The position at the end of the main line, as the writer has it.
pub(crate) fn last_fen(game: &dyn Game, tree: &GameTree) -> String {
    let last = tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
    let mut end = state(game, tree, last);
    end.forget_history();
    let text = Format::Pdn.write(game, &[GameTree::new(end)]).expect("a position").text;
    let fen = text.lines().find_map(|line| line.strip_prefix("[FEN \"")).unwrap_or_else(|| panic!("{text}"));
    fen.trim_end_matches("\"]").to_string()
}

fn sites(game: &dyn Game, tree: &GameTree) -> Vec<String> {
    let name = |site: dagaz_core::SiteId| game.topology().site(site).name.clone();
    let ends = |node| {
        let chosen = tree.chosen(node).expect("a move");
        name(chosen.origin()) + &name(chosen.target())
    };
    tree.main_line().into_iter().map(ends).collect()
}

#[test]
fn the_draughts_executor_accepts_draughts_only() {
    for text in [ENGLISH, INTERNATIONAL, RUSSIAN, TURKISH] {
        assert!(Format::Pdn.fits(&game(text)));
    }
    for text in [
        include_str!("../../../../games/chess/chess/chess.zrf"),
        include_str!("../../../../games/territory/amazons/amazons.zrf"),
        include_str!("../../../../games/tafl/tablut/tablut.zrf"),
        include_str!("../../../../games/race-to-row/breakthrough/breakthrough.zrf"),
        include_str!("../../../../games/hunt/fox-and-hounds/fox-and-hounds.zrf"),
        include_str!("../../../../games/flipping/reversi/reversi.zrf"),
    ] {
        let game = game(text);
        assert!(!Format::Pdn.fits(&game), "{}", game.glossary().title);
        assert_eq!(read(&game, "1. 1-5").faults.len(), 1);
        assert!(Format::Pdn.write(&game, &[GameTree::of(&game)]).is_err());
    }
}

#[test]
fn squares_are_numbered_from_the_corner_of_the_game() {
    for (text, moves, expected, tag) in [
        (ENGLISH, "1. 11-15 23-19 2. 8-11", "c3d4 d6c5 b2c3", "21,B,8,8,N1,0"),
        (INTERNATIONAL, "1. 32-28 19-23 2. 28x19 14x23", "d4e5 g7f6 e5g7 h8f6", "20,W,10,10,N2,0"),
        (RUSSIAN, "1. c3-d4 d6-c5 2. b2-c3", "c3d4 d6c5 b2c3", "25,W,8,8,A0,0"),
        (TURKISH, "1. b3-b4 a6-a5 2. d3-d4", "b3b4 a6a5 d3d4", "30,W,8,8,A0,0"),
    ] {
        let game = game(text);
        let tree = one(&game, moves);
        let found = sites(&game, &tree).join(" ");
        assert_eq!(found, expected, "{moves}");
        assert!(written(&game, &[tree]).contains(&format!("[GameType \"{tag}\"]")));
    }
}

#[test]
fn a_tag_says_from_which_corner_squares_are_numbered() {
    let game = game(ENGLISH);
    // The same move by every notation. Black begins and sits at the bottom of our drawing.
    for (notation, typed) in [
        ("N0", "10-14"),
        ("N1", "11-15"),
        ("N2", "22-18"),
        ("N3", "23-19"),
        ("A0", "c3-d4"),
        ("A1", "f3-e4"),
        ("A2", "c6-d5"),
        ("A3", "f6-e5"),
        // A script that the tag does not name.
        ("N1", "c3-d4"),
        ("A0", "11-15"),
    ] {
        let tree = one(&game, &format!("[GameType \"21,B,8,8,{notation},0\"]\n1. {typed} *"));
        assert_eq!(sites(&game, &tree), ["c3d4"], "{notation} {typed}");
    }
    assert_eq!(sites(&game, &one(&game, "[GameType \"21\"] 1. 11-15 *")), ["c3d4"]);
}

#[test]
fn a_record_of_another_game_is_reported() {
    let game = game(ENGLISH);
    for (tag, column) in [
        ("20", 12),
        ("20,W,10,10,N2,0", 12),
        ("25", 12),
        ("23", 12),
        ("77", 12),
        ("x", 12),
        ("21,W", 15),
        ("21,B,9", 17),
        ("21,B,8,8,N7", 21),
        ("21,B,8,8,N1,1", 24),
    ] {
        let reading = read(&game, &format!("[GameType \"{tag}\"]\n1. 11-15 *"));
        let fault = &reading.faults[0];
        assert_eq!((&fault.kind, fault.line, fault.column), (&RecordFaultKind::Setup, 1, column), "{tag}: {fault}");
        assert_eq!(reading.games[0].moves(), 1, "{tag}: the moves are read all the same");
    }
    let reading = read(&game, "[Variant \"Frisian\"] *");
    assert!(matches!(reading.faults[..], [ref fault] if fault.kind == RecordFaultKind::Setup));
}

#[test]
fn captures_are_read_in_many_forms_and_written_in_one() {
    let game = game(INTERNATIONAL);
    for typed in [
        "32x3",
        "32x23x14x3",
        "32x23x3",
        "32x14x3",
        "32:23:14:3",
        "32×3",
        "32-3",
        "3203",
        "32x03",
        // The squares of what is taken.
        "32x28x23x19x14x9x3",
    ] {
        let tree = one(&game, &format!("[FEN \"W:W32:B28,19,9,15\"]\n1. {typed} *"));
        assert_eq!(last_fen(&game, &tree), "B:WK3:B15", "{typed}");
        assert_eq!(movetext(&game, &tree), "1. 32x3 *");
    }
    let russian = self::game(RUSSIAN);
    for typed in ["c3e5g7", "c3:e5:g7", "C3xG7", "c3g7", "c3:g7"] {
        let tree = one(&russian, &format!("[FEN \"W:Wc3:Bd4,f6,a7\"]\n1. {typed} *"));
        assert_eq!(movetext(&russian, &tree), "1. c3:g7 *", "{typed}");
    }
}

#[test]
fn an_ambiguous_capture_needs_its_path() {
    let game = game(ENGLISH);
    let start = "[FEN \"B:W16,15,23,24,31:B11\"]\n1. ";
    let reading = read(&game, &format!("{start}11x27 *"));
    let [fault] = &reading.faults[..] else { panic!("{:?}", reading.faults) };
    assert_eq!(fault.to_string(), "2:4: `11x27` could be any of 2 moves: 11x20x27; 11x18x27");
    assert!(matches!(&fault.kind, RecordFaultKind::Move { near, .. } if near.len() == 2));
    for typed in ["11x18x27", "11x20x27"] {
        assert_eq!(movetext(&game, &one(&game, &format!("{start}{typed} *"))), format!("1. {typed} *"));
    }
}

#[test]
fn a_whole_path_may_turn_behind_a_captured_piece() {
    // The example of the standard: 47x36 takes either 19 or 14, and 33 is not next behind anything.
    let game = game(INTERNATIONAL);
    let start = "[FEN \"B:W42,29,19,14,27,50:BK47\"]\n1... ";
    for (typed, expected) in [
        ("47x38x24x13x36", "1... 47x38x24x13x36 *"),
        ("47x33x24x13x36", "1... 47x38x24x13x36 *"),
        ("47x24x36", "1... 47x38x24x13x36 *"),
        ("47x33x20x9x36", "1... 47x38x20x9x36 *"),
    ] {
        let tree = one(&game, &format!("{start}{typed} *"));
        assert_eq!(movetext(&game, &tree), expected, "{typed}");
    }
    assert_eq!(read(&game, &format!("{start}47x36 *")).faults.len(), 1);
    // Two moves with one meaning stay two, each with its own way.
    let tree = one(&game, &format!("{start}47x38x24x13x36 (1... 47x33x24x13x36) *"));
    assert_eq!(tree.children(NodeId::ROOT).len(), 2);
    assert_eq!(movetext(&game, &tree), "1... 47x38x24x13x36 (1... 47x33x24x13x36) *");
}

#[test]
fn captures_with_equal_results_are_one_move() {
    // In a circle, one way or the other.
    let game = game(INTERNATIONAL);
    let tree = one(&game, "[FEN \"W:W32:B28,18,27,17,5\"]\n1. 32x32 *");
    assert_eq!(last_fen(&game, &tree), "B:W32:B5");
}

#[test]
fn positions_in_many_forms() {
    let game = game(ENGLISH);
    for fen in [
        "W:W31,32,K20:B1-5,K9",
        "W:W31,32,K20:B1-5,K9.",
        "W:B1,2,3,4,5,K9:W32,K20,31",
        " w : w31, 32, k20 : b1 - 3, 04, 05, K9 . ",
        "W:W31-32,K20-20:B1-5,K9:H0:F1",
    ] {
        let tree = one(&game, &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n*"));
        assert_eq!(last_fen(&game, &tree), "W:WK20,31,32:B1,2,3,4,5,K9", "{fen}");
    }
    for (fen, column, message) in [
        ("", 7, "a position begins with W or B"),
        ("?:W1:B2", 7, "does not say who moves"),
        ("W:W1:X2", 12, "W or B is expected"),
        ("W:W33:B2", 10, "there is no square 33; they are numbered from 1 to 32"),
        ("W:W1,,2:B3", 12, "a square is expected"),
        ("W:W5-3:B9", 10, "the range 5-3 runs backwards"),
        ("W:W5-99999999999999999999:B9", 10, "there is no square 999999999999"),
        ("W:Wa1-c1:B9", 10, "only numbers can be a range"),
        ("W:W5:B5", 13, "5 already has a white piece"),
        ("W:Wa2:B5", 10, "a2 is not a square of this game"),
        ("W:Wä:B5", 10, "`ä` is not a square"),
        ("W:WK:B5", 10, "a square is expected"),
    ] {
        let reading = read(&game, &format!("[FEN \"{fen}\"]\n1. 11-15 *"));
        let [fault] = &reading.faults[..] else { panic!("{fen}: {:?}", reading.faults) };
        assert_eq!((&fault.kind, fault.line, fault.column), (&RecordFaultKind::Setup, 1, column), "{fen}: {fault}");
        assert!(fault.message.starts_with(message) || fault.message.contains(message), "{fen}: {fault}");
        assert_eq!(reading.games[0].moves(), 0, "{fen}");
    }
    // No pieces at all for one side.
    assert_eq!(last_fen(&game, &one(&game, "[FEN \"B:W:B5\"] *")), "B:W:B5");
    // In letters, and numbers where letters are usual: the lowest are Black's.
    let russian = self::game(RUSSIAN);
    for fen in ["W:Wa1,Kc1:Bh8,Kg7", "W:W29,K30:B4,K8"] {
        let tree = one(&russian, &format!("[FEN \"{fen}\"] *"));
        assert_eq!(last_fen(&russian, &tree), "W:Wa1,Kc1:BKg7,h8", "{fen}");
    }
    // Before the moves, without a tag.
    let tree = one(&game, "/FEN \"W:W31:B1\"/ 1... 31-27 *");
    assert_eq!(movetext(&game, &tree), "1... 31-27 *");
    let reading = read(&game, "1. 11-15 /FEN \"W:W31:B1\"/ 31-27 (31-26) *");
    assert_eq!((reading.faults.len(), reading.games[0].moves()), (1, 1));
}

#[test]
fn results_name_white_first() {
    let english = game(ENGLISH);
    let verdicts = |game: &dyn Game, text: &str| {
        let tree = one(game, text);
        tree.facts.result.map(|outcome| (outcome.ending, outcome.verdicts))
    };
    use Verdict::{Draw, Loss, Win};
    // Black is the first player of the rules.
    for (result, expected) in [
        ("1-0", Some([Loss, Win])),
        ("0-2", Some([Win, Loss])),
        ("1/2-1/2", Some([Draw, Draw])),
        ("1-1", Some([Draw, Draw])),
        ("0-0", Some([Loss, Loss])),
        ("*", None),
    ] {
        for text in [format!("1. 11-15 {result}"), format!("[Result \"{result}\"]\n1. 11-15 *")] {
            let found = verdicts(&english, &text).map(|(_, verdicts)| verdicts);
            assert_eq!(found, expected.map(|verdicts| verdicts.to_vec()), "{text}");
        }
    }
    let said = verdicts(&english, "[Result \"1-0\"]\n[Termination \"time\"]\n1. 11-15 *");
    assert_eq!(said.map(|(ending, _)| ending), Some("time".to_string()));
    // By the rules: White cannot move.
    let by_rules = verdicts(&english, "[FEN \"B:W24:B19\"]\n1. 19x28 *");
    assert_eq!(by_rules.map(|(_, verdicts)| verdicts), Some(vec![Win, Loss]));
    assert_eq!(read(&english, "[Result \"1-0\"] 1. 11-15 0-1").faults.len(), 1);

    for (text, result) in [(INTERNATIONAL, "2-0"), (RUSSIAN, "1-0")] {
        let game = game(text);
        let tree = one(&game, "[Result \"1-0\"] *");
        assert!(written(&game, &[tree]).contains(&format!("[Result \"{result}\"]")));
    }
}

#[test]
fn a_game_with_everything() {
    let game = game(ENGLISH);
    let text = r#"[Event "a \"b\" \\ c"]
[Site "?"]
[Date "2024.05.01"]
[Round "3.1"]
[White "Tinsley, M."]
[Black "Lafferty, D."]
[Result "1/2-1/2"]
[GameType "21,B,8,8,N1,0"]
[WhiteBot "deep"]
[Seed "7"]
[Opening "Old Faithful"]

{before all} 1. {first} 11-15! $18 {[%clk 0:09:58] [%emt 0:00:02.5] a good move}
1... 23-19? (1... 22-18 2. 15x22 25x18 (2... 26x17 {other (way)}) 3. 12-16)
(1... {or} 23-18) 2. 8-11 $140 22-17 *
"#;
    let tree = one(&game, text);
    assert_eq!(tree.moves(), 10);
    let note = tree.note(tree.main_line()[0]);
    assert_eq!((note.comment.as_str(), note.before.as_str(), &note.glyphs[..]), ("a good move", "first", &[1, 18][..]));
    assert_eq!(note.clock.map(|time| time.as_secs()), Some(598));
    assert_eq!(note.spent.map(|time| time.as_millis()), Some(2500));
    assert_eq!(tree.note(NodeId::ROOT).comment, "before all");
    assert_eq!(tree.facts.seats[0].name, "Lafferty, D.");
    assert_eq!(tree.facts.seats[1].bot.as_deref(), Some("deep"));
    assert_eq!((tree.facts.seed, tree.facts.tag("Opening")), (Some(7), Some("Old Faithful")));
    let again = written(&game, &[tree]);
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(plain(&again), plain(text));
    assert!(again.lines().all(|line| line.chars().count() <= 80), "{again}");
    // Several games in a file, with or without anything between them.
    let three = format!("{again}\n{again}1. 9-14 1-0 1. 9-13 22-18");
    let games = sound(&game, &three);
    assert_eq!(games.iter().map(GameTree::moves).collect::<Vec<_>>(), [10, 10, 1, 2]);
}

#[test]
fn losses_of_a_format_are_reported() {
    let game = game(ENGLISH);
    let mut tree = one(&game, "1. 11-15 *");
    tree.note_mut(NodeId::ROOT).comment = "a } b\nc".to_string();
    tree.facts.set_tag("my tag", "x");
    let written = Format::Pdn.write(&game, &[tree]).expect("a game");
    assert_eq!(
        written.left_out,
        ["1 tag with an unusual name", "1 closing brace in comments", "1 line end in comments"]
    );
    assert!(written.text.contains("{a ) b c} 1. 11-15 *"), "{}", written.text);
}

#[test]
fn variations_stand_where_they_belong() {
    let game = game(ENGLISH);
    // What replaces a move that cannot be played would be the main line.
    let reading = read(&game, "1. 11-15 9-9 (1... 23-19 2. 8-11) (1... 22-18) 2. 8-11 (8-12) 3. x *");
    assert_eq!(reading.faults.len(), 1, "{:?}", reading.faults);
    let fault = &reading.faults[0];
    assert_eq!((fault.line, fault.column), (1, 10));
    assert_eq!(fault.at, Some((0, reading.games[0].main_line()[0])));
    assert!(matches!(&fault.kind, RecordFaultKind::Move { typed, near } if typed == "9-9" && !near.is_empty()));
    assert!(fault.message.ends_with("; 2 moves behind it and 3 variations there are not read"), "{fault}");
    assert_eq!(movetext(&game, &reading.games[0]), "1. 11-15 *");
    for (text, faults) in
        [("(1. 9-13) 1. 11-15 *", 1), ("1. 11-15 ) *", 1), ("1. 11-15 (9-13 *", 1), ("1. 11-15 $300 *", 1)]
    {
        let reading = read(&game, text);
        assert_eq!(reading.faults.len(), faults, "{text}: {:?}", reading.faults);
        assert!(reading.games[0].moves() > 0, "{text}");
    }
    // Strengths in all their forms.
    let tree = one(&game, "1. 11-15(?!) 23-19!? 2. 8-11* 22-17 !! *");
    let glyphs: Vec<u8> = tree.main_line().iter().flat_map(|&node| tree.note(node).glyphs.clone()).collect();
    assert_eq!(glyphs, [6, 5, 7, 3]);
}

#[test]
fn the_game_of_another_title_is_named() {
    let mut file = dagaz_zrf::GameFile::parse(
        "test.zrf",
        RUSSIAN.as_bytes(),
        &dagaz_syntax::NoIncludes,
        &dagaz_core::Limits::default(),
    );
    let breakthrough = compiled(file.rules(1).rules.expect("the library is without faults"));
    let text = written(&breakthrough, &[GameTree::of(&breakthrough)]);
    assert!(text.contains("[GameType \"25,W,8,8,A0,0\"]\n[Variant \"Breakthrough draughts\"]"), "{text}");
    sound(&breakthrough, &text);
    assert_eq!(read(&game(RUSSIAN), &text).faults.len(), 1);
}

#[test]
fn the_main_line_is_that_of_the_record() {
    let game = game(ENGLISH);
    let reading = read(&game, "1. 11-15 (1. 11-15 23-19 2. 8-11) 1... 22-18 2. 15x22 *");
    assert_eq!(reading.faults, []);
    assert_eq!(reading.games[0].main_line().len(), 3);
    assert!(movetext(&game, &reading.games[0]).ends_with("22-18 2. 15x22 *"));
}
