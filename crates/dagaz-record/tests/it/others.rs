//! Positions and records as other programs write them. The data lie in `others/`: positions with
//! the numbers of legal moves that python-chess and pyffish count, and one small record of each
//! kind.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dagaz_core::{Fuel, Game, Limits, MoveList, State, UndoLog};
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_record::{Cursor, Format, GameTree, NodeId, ReadLimits, encoding, parse_position_with, usual_position};
use dagaz_syntax::NoIncludes;

use crate::common::moves;
use crate::independent::Script;

/// A game of the library by its name, with the title of a variant behind a slash.
pub(crate) fn named(name: &str) -> PathGame {
    let (name, variant) = name.split_once('/').map_or((name, None), |(name, variant)| (name, Some(variant)));
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let families = std::fs::read_dir(games).expect("the library").flatten();
    let found = families.map(|family| family.path().join(name).join(format!("{name}.drf"))).find(|file| file.is_file());
    let bytes = std::fs::read(found.expect("a game of the library")).expect("its rules");
    let limits = Limits::default();
    let file = DrfFile::parse("test.drf", &bytes, &NoIncludes, &limits);
    let index = variant.map_or(file.default_index(), |title| file.titled(title).expect("a variant of the game"));
    let rules = file.rules(index).rules.expect("the library is without faults");
    PathGame::new(Arc::new(rules), &limits).expect("within the limits")
}

/// The games that have been asked for.
#[derive(Default)]
struct Library(HashMap<String, PathGame>);

impl Library {
    fn game(&mut self, name: &str) -> &PathGame {
        self.0.entry(name.to_string()).or_insert_with(|| named(name))
    }
}

fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split(';').map(str::trim).collect())
}

fn set_up(game: &dyn Game, text: &str) -> (State, Vec<String>) {
    let mut remarks = Vec::new();
    let position = parse_position_with(game, text, &mut remarks).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    (game.set_up(&position).unwrap_or_else(|errors| panic!("{text}: {errors:?}")), remarks)
}

#[test]
fn positions_of_other_programs_have_their_moves() {
    let mut library = Library::default();
    let mut wrong = Vec::new();
    for line in lines(include_str!("others/positions.txt")) {
        let [name, fen, count, remarks] = line[..] else { panic!("{line:?}") };
        let game = library.game(name);
        let (state, said) = set_up(game, fen);
        let found = moves(game, &state).len();
        if (found.to_string(), said.len().to_string()) != (count.to_string(), remarks.to_string()) {
            wrong.push(format!("{name}: {fen}: {found} moves, {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The pieces of the first row of a start of Chess960, by its number (Reinhard Scharnagl's order).
fn start(number: usize) -> String {
    let mut row = [' '; 8];
    let free = |row: &[char; 8]| -> Vec<usize> { (0..8).filter(|place| row[*place] == ' ').collect() };
    let (number, light) = (number / 4, number % 4);
    row[2 * light + 1] = 'B';
    let (number, dark) = (number / 4, number % 4);
    row[2 * dark] = 'B';
    let (number, queen) = (number / 6, number % 6);
    row[free(&row)[queen]] = 'Q';
    let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let places = free(&row);
    (row[places[pairs[number].0]], row[places[pairs[number].1]]) = ('N', 'N');
    for (place, piece) in free(&row).into_iter().zip(['R', 'K', 'R']) {
        row[place] = piece;
    }
    row.iter().collect()
}

/// A row without any pieces but rooks and king.
fn bare(row: &str) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for piece in row.chars().chain([' ']) {
        if piece == ' ' || "RK".contains(piece) {
            text += &if empty > 0 { empty.to_string() } else { String::new() };
            text += piece.to_string().trim();
            empty = 0;
        } else {
            empty += 1;
        }
    }
    text
}

#[test]
fn all_starts_of_chess960_have_the_moves_of_python_chess() {
    let game = named("chess960");
    assert_eq!(start(518), "RNBQKBNR");
    let mut wrong = Vec::new();
    for line in lines(include_str!("others/chess960.txt")) {
        let numbers: Vec<usize> = line[0].split(' ').map(|number| number.parse().expect("a number")).collect();
        let row = start(numbers[0]);
        let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1", row.to_lowercase());
        let (state, remarks) = set_up(&game, &fen);
        let (mut two, mut list, mut after) = (0, MoveList::new(), MoveList::new());
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("no limit");
        for chosen in list.iter() {
            let mut next = state.clone();
            game.play(&mut next, chosen, &mut UndoLog::new());
            game.moves(&next, &mut after, &mut Fuel::new(game.limits().fuel)).expect("no limit");
            two += after.len();
        }
        let bare = bare(&row);
        let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{bare} w KQkq - 0 1", bare.to_lowercase());
        let castling = moves(&game, &set_up(&game, &fen).0).len();
        if (two, castling) != (numbers[1], numbers[2]) || !remarks.is_empty() {
            wrong.push(format!("{row}: {two}, {castling} instead of {}, {}; {remarks:?}", numbers[1], numbers[2]));
        }
    }
    assert!(wrong.is_empty(), "{} starts, the first: {}", wrong.len(), wrong[0]);
}

#[test]
fn a_king_that_has_castled_leaves_a_fen() {
    let game = named("chess");
    let mut state = game.initial();
    for typed in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"] {
        let list = moves(&game, &state);
        let index = dagaz_record::find_typed(&game, &state, &list, typed).expect("a legal move");
        game.play(&mut state, list.get(index), &mut UndoLog::new());
    }
    let fen = usual_position(&game, &state);
    assert!(fen.starts_with("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -"), "{fen}");
}

/// The one game of a file.
fn record(file: &str, game: &dyn Game) -> (Format, GameTree) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/others").join(file);
    let bytes = std::fs::read(&path).expect("the file is there");
    let text = encoding::decode(&bytes).unwrap_or_else(|| String::from_utf8(bytes).expect("UTF-8"));
    let format = Format::guess(&text).unwrap_or_else(|| panic!("{file}: no format"));
    let mut games =
        format.read(game, &text, &ReadLimits::default()).strict().unwrap_or_else(|why| panic!("{file}: {why}"));
    assert_eq!(games.len(), 1, "{file}");
    (format, games.remove(0))
}

#[test]
fn records_of_other_programs_are_read_and_written() {
    let mut library = Library::default();
    for line in lines(include_str!("others/games.txt")) {
        let [file, name, format, plies, sites] = line[..] else { panic!("{line:?}") };
        let game: &dyn Game = library.game(name);
        let (found, tree) = record(file, game);
        let main = tree.main_line();
        assert_eq!((found.name(), main.len().to_string()), (format, plies.to_string()), "{file}");
        let mut cursor = Cursor::new(game, &tree);
        cursor.go_to(&tree, main.last().copied().unwrap_or(NodeId::ROOT));
        for (site, owner) in sites.split_whitespace().filter_map(|word| word.split_once('=')) {
            let site_id = game.topology().site_named(site).expect("a site");
            let there = cursor.state().piece(site_id).map(|piece| game.glossary().player(piece.owner));
            let owner = if owner == "nobody" { "nobody" } else { owner };
            let said = there.unwrap_or("nothing");
            assert!(
                said.eq_ignore_ascii_case(owner) || owner == "nobody" && said.is_empty(),
                "{file}: {site} is {said}"
            );
        }
        for format in [found, Format::Json, Format::Text] {
            let written =
                format.write(game, std::slice::from_ref(&tree)).unwrap_or_else(|why| panic!("{file}: {why}")).text;
            let read = format.read(game, &written, &ReadLimits::default()).strict();
            let read = read.unwrap_or_else(|why| panic!("{file}: {why}\n{written}"));
            let again = format.write(game, &read).expect("it was written before").text;
            assert_eq!(again, written, "{file}");
            assert_eq!(read[0].moves(), tree.moves(), "{file}: {written}");
        }
    }
}

#[test]
fn go_files_are_plain_go_files() {
    let game = named("go-9x9");
    let (_, tree) = record("go-9-in-a-row.sgf", &game);
    let text = Format::Sgf.write(&game, &[tree]).expect("it fits").text.replace('\n', "");
    for part in ["GM[1]", "SZ[9]", ";B[ee];B[cc];W[gg];", "AB[aa][ba]AW[ia]AE[ee]PL[W]", ";W[ee])"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("DGM") && !text.contains("DGS"), "{text}");
}

#[test]
fn hex_names_rows_as_the_standard_does() {
    let game = named("hex");
    // A chain from the first to the last row, which wins for the player who moves first.
    let mut text = String::from("(;GM[11]SZ[11]");
    for (row, column) in ('a'..='k').rev().enumerate() {
        text += &format!(";B[{column}{}]", row + 1);
        text += &if row < 10 { format!(";W[a{}]", row + 1) } else { String::new() };
    }
    let tree = Format::Sgf.read(&game, &(text + ")"), &ReadLimits::default()).strict().expect("legal moves").remove(0);
    let mut cursor = Cursor::new(&game, &tree);
    cursor.go_to(&tree, *tree.main_line().last().expect("moves"));
    assert!(cursor.outcome().expect("no limit").is_some(), "a chain from side to side wins");
}

#[test]
fn shogi_files_keep_names_times_comments_and_endings() {
    let game = named("shogi");
    let (_, tree) = record("even.kif", &game);
    let names: Vec<&str> = tree.facts.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(
        (names, tree.facts.tag("Date"), tree.facts.tag("Event")),
        (vec!["甲", "乙"], Some("2026.11.28"), Some("練習"))
    );
    let main = tree.main_line();
    assert_eq!(tree.note(main[0]).comment, "first comment");
    assert_eq!(tree.note(main[3]).spent, Some(std::time::Duration::from_secs(60)));
    assert_eq!(tree.moves(), main.len() + 2, "a variation of two moves");
    let result = tree.facts.result.as_ref().expect("a result");
    assert_eq!((result.ending.as_str(), format!("{:?}", result.verdicts)), ("resignation", "[Loss, Win]".to_string()));
    let written = Format::Kif.write(&game, &[tree]).expect("it fits").text;
    for line in [
        "開始日時：2026/11/28 10:00\n",
        "   4 ８八角成(22)   ( 1:00/00:01:02)",
        "   5 同　銀(79)",
        "   6 ４五角打",
        "   7 投了",
        "変化：4手",
    ] {
        assert!(written.contains(line), "{line}: {written}");
    }
    let (_, tree) = record("server.csa", &game);
    assert_eq!(tree.note(tree.main_line()[1]).comment, "a comment");
    let (_, tree) = record("board.csa", &game);
    assert_eq!(tree.facts.result.map(|result| result.ending), Some("mate".to_string()));
}

#[test]
fn ki2_names_no_more_of_an_origin_than_is_needed() {
    let game = named("shogi");
    let (_, tree) = record("people.ki2", &game);
    let written = Format::Ki2.write(&game, std::slice::from_ref(&tree)).expect("it fits");
    for part in ["▲５八金右", "△同　銀", "▲２二角成", "まで9手で先手の勝ち"] {
        assert!(written.text.contains(part), "{part}: {}", written.text);
    }
    assert_eq!(written.left_out, Vec::<String>::new());
    let (_, tree) = record("even.kif", &game);
    let written = Format::Ki2.write(&game, &[tree]).expect("it fits");
    assert!(written.text.contains("変化：4手"), "{}", written.text);
    assert_eq!(written.left_out, ["6 clock times"]);
}

#[test]
fn backgammon_is_read_and_written_as_gnubg_does() {
    let game = named("backgammon");
    let (_, tree) = record("backgammon.mat", &game);
    let names: Vec<&str> = tree.facts.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["ann", "ben"]);
    let text = Format::Mat.write(&game, std::slice::from_ref(&tree)).expect("it fits").text;
    for line in ["  1) 21: 13/11 24/23", "65: 24/18 18/13\n", " 21) 52: 9/7 19/14", "Wins 1 point"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let text = Format::Sgf.write(&game, std::slice::from_ref(&tree)).expect("it fits").text;
    for part in ["GM[6]", ";W[21mkxw]", ";B[65aggl]"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Points in another order, several steps in one, a number of men, and hits are read.
    for (line, plies) in
        [("31: 6/5 8/5", 2), ("62: 24/16", 2), ("11: 8/7(2) 6/5(2)", 2), ("31: 8/4", 2), ("31: 8/3", 0)]
    {
        let text = format!(" 0 point match\n\n Game 1\n ann : 0    ben : 0\n  1) {line}\n");
        let reading = Format::Mat.read(&game, &text, &ReadLimits::default());
        assert_eq!(reading.games[0].moves(), plies, "{line}: {:?}", reading.faults);
        assert_eq!(reading.faults.is_empty(), plies > 0, "{line}");
    }
}

#[test]
fn starts_of_chess960_are_read_by_their_numbers() {
    let (shuffled, chess) = (named("chess960"), named("chess"));
    for (number, text) in [("518", "RNBQKBNR"), ("0", "BBQNNRKR"), (" 959 ", "RKRNNQBB")] {
        let (state, remarks) = set_up(&shuffled, number);
        let position = usual_position(&shuffled, &state);
        assert!(position.contains(&format!("PPPPPPPP/{text} w ")), "{number}: {position}");
        assert!(remarks.is_empty());
    }
    assert!(dagaz_record::parse_position(&shuffled, "960").is_err());
    assert!(dagaz_record::parse_position(&chess, "0").is_err(), "chess has one start");
    let drawn = dagaz_record::asked_start(&shuffled, "random", 960 + 518).expect("a start");
    assert_eq!(set_up(&shuffled, &drawn).0, shuffled.initial());
}

#[test]
fn a_roll_is_found_in_any_order_of_its_dice() {
    let game = named("backgammon");
    let state = game.initial();
    let list = moves(&game, &state);
    let found = |typed: &str| dagaz_record::find_typed(&game, &state, &list, typed).ok();
    assert!(found("roll 1 3").is_some());
    assert_eq!(found("roll 3 1"), found("roll 1 3"));
    assert_eq!(found("roll 5 5"), found("roll 5 5 5 5"));
    assert!(found("roll 5 5").is_some() && found("roll 5 5 5").is_none() && found("roll 7 1").is_none());
}

#[test]
fn a_record_of_xiangqi_names_its_players_and_its_game() {
    let game = named("xiangqi");
    let (_, tree) = record("xiangqi-chinese.pgn", &game);
    let names: Vec<&str> = tree.facts.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Ben"]);
    let said = Format::Pgn.rules_named("[Game \"Chinese Chess\"]\n[Red \"Ann\"]\n\n1. C2.5 *");
    assert_eq!(said.title, "Chinese Chess");
    let text = "[Game \"Chinese Chess\"]\n\n1. e4 *";
    let faults = Format::Pgn.read(&named("chess"), text, &ReadLimits::default()).faults;
    assert!(faults[0].message.contains("not of Chess"), "{faults:?}");
}

#[test]
fn portuguese_draughts_are_spanish_draughts() {
    let game = named("spanish-draughts");
    for (number, faults) in [("24", 0), ("28", 0), ("26", 1)] {
        let text = format!("[GameType \"{number}\"]\n[Result \"*\"]\n\n*\n");
        let reading = Format::Pdn.read(&game, &text, &ReadLimits::default());
        assert_eq!(reading.faults.len(), faults, "{number}: {:?}", reading.faults);
    }
}

#[test]
fn castling_has_its_name_where_king_or_rook_stays() {
    let game = named("chess960");
    for (fen, typed, site) in [
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O", "g1"),
        ("3rk3/8/8/8/8/8/8/4K3 b d - 0 1", "O-O-O", "c8"),
        ("6k1/8/8/8/8/8/8/6KR w H - 0 1", "O-O", "g1"),
    ] {
        let text = format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n[Result \"*\"]\n\n1. {typed} *\n");
        let text = text.replace("1. ", if fen.contains(" b ") { "1... " } else { "1. " });
        let trees = Format::Pgn.read(&game, &text, &ReadLimits::default()).strict();
        let tree = trees.unwrap_or_else(|why| panic!("{fen}: {why}")).remove(0);
        let mut cursor = Cursor::new(&game, &tree);
        cursor.go_to(&tree, tree.main_line()[0]);
        let king = cursor.state().piece(game.topology().site_named(site).expect("a site")).expect("a king");
        assert_eq!(game.glossary().piece(king.kind), "King", "{fen}");
        let written = Format::Pgn.write(&game, &[tree]).expect("it fits").text;
        assert!(written.contains(typed) && (typed == "O-O-O" || !written.contains("O-O-O")), "{written}");
    }
}

#[test]
fn handicaps_of_shogi_begin_with_their_positions() {
    let game = named("shogi");
    for (name, row) in [("左五枚落ち", "1nsgkgs2/9"), ("右七枚落ち", "3gkgs2/9"), ("トンボ", "4k4/1r5b1")]
    {
        let text = format!("手合割：{name}\n手数----指手---------消費時間--\n   1 投了\n");
        let tree = Format::Kif.read(&game, &text, &ReadLimits::default()).strict().expect("it is known").remove(0);
        assert!(usual_position(&game, tree.start()).starts_with(row), "{name}");
        let written = Format::Kif.write(&game, &[tree]).expect("it fits").text;
        assert!(written.contains(&format!("手合割：{name}")), "{written}");
    }
}

#[test]
fn an_illegal_move_of_a_shogi_file_is_located() {
    let game = named("shogi");
    for (format, text, line) in [
        (Format::Kif, "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(34)\n   3 ２六歩(27)\n", 3),
        (Format::Csa, "PI\n+\n+7776FU\n-3433FU\n+2726FU\n", 4),
        (Format::Kif, "手合割：平手\n▲７六歩\n△９九歩\n▲２六歩\n", 3),
    ] {
        let reading = format.read(&game, text, &ReadLimits::default());
        assert_eq!((reading.faults.len(), reading.faults[0].line), (1, line), "{text}: {:?}", reading.faults);
        assert_eq!(reading.games[0].moves(), 1, "{text}");
        assert!(reading.faults[0].message.contains("1 move behind it"), "{}", reading.faults[0].message);
    }
}

#[test]
fn go_files_of_sgfmill_come_back_equal() {
    let Some(judge) = Script::needing("sgfmill", "go_games.py") else { return };
    for (name, size) in [("go-9x9", "9"), ("go-13x13", "13"), ("go-19x19", "19")] {
        let game = named(name);
        let text = judge.said(&["make", "20", "48", size]);
        let games =
            Format::Sgf.read(&game, &text, &ReadLimits::default()).strict().unwrap_or_else(|why| panic!("{why}"));
        let written = Format::Sgf.write(&game, &games).expect("it fits").text;
        judge.check(&format!("go-{size}.sgf"), &written, &["20", "48", size]);
    }
}

#[test]
fn shogi_files_of_python_shogi_come_back_equal() {
    let Some(judge) = Script::needing("shogi", "shogi_files.py") else { return };
    let game = named("shogi");
    for format in [Format::Kif, Format::Csa] {
        let text = judge.said(&["make", format.name(), "40", "48"]);
        let again = text.split("=\n").map(|file| {
            let games = format.read(&game, file, &ReadLimits::default()).strict();
            let games = games.unwrap_or_else(|why| panic!("{why}\n{file}"));
            format.write(&game, &games).expect("it fits").text
        });
        let written = again.collect::<Vec<String>>().join("=\n");
        judge.check(&format!("shogi-files.{}", format.name()), &written, &[format.name(), "40", "48"]);
    }
}

#[test]
fn ki2_means_the_moves_of_the_kif_that_it_was_made_of() {
    let Some(judge) = Script::needing("shogi", "shogi_files.py") else { return };
    let game = named("shogi");
    let read = |format: Format, text: &str| {
        let games = format.read(&game, text, &ReadLimits::default()).strict();
        games.unwrap_or_else(|why| panic!("{why}\n{text}"))
    };
    let write = |format: Format, games: &[GameTree]| format.write(&game, games).expect("it fits").text;
    let made = judge.said(&["make", "kif", "40", "48"]);
    let ki2: Vec<String> = made.split("=\n").map(|file| write(Format::Ki2, &read(Format::Kif, file))).collect();
    let kif: Vec<String> = ki2.iter().map(|file| write(Format::Kif, &read(Format::Ki2, file))).collect();
    judge.check("from-ki2.kif", &kif.join("=\n"), &["kif", "40", "48"]);
    for (file, again) in ki2.iter().zip(&kif) {
        assert_eq!(write(Format::Ki2, &read(Format::Kif, again)), *file);
    }
}
