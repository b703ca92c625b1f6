//! KIF, KI2 and CSA as programs and servers of shogi write them: endings, times, variations,
//! headers and diagrams. Positions and whole games are in `others`.

use std::time::Duration;

use dagaz_core::{Game, Verdict};
use dagaz_engine::PathGame;
use dagaz_record::{Cursor, Format, GameTree, NodeId, ReadLimits, Written, played_position};

use crate::others::named;

fn shogi() -> PathGame {
    named("shogi")
}

/// The games of a text, which must be without faults, and the remarks of the reader.
fn read(game: &dyn Game, format: Format, text: &str) -> (Vec<GameTree>, Vec<String>) {
    let reading = format.read(game, text, &ReadLimits::default());
    let faults: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults, Vec::<String>::new(), "{text}");
    (reading.games, reading.remarks)
}

fn one(game: &dyn Game, format: Format, text: &str) -> GameTree {
    let (mut games, _) = read(game, format, text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn write(game: &dyn Game, format: Format, tree: &GameTree) -> Written {
    format.write(game, std::slice::from_ref(tree)).expect("it fits")
}

/// The ending of a game and whether the player who begins won it.
fn ending(tree: &GameTree) -> (&str, Verdict) {
    let result = tree.facts.result.as_ref().expect("a result");
    (result.ending.as_str(), result.verdicts[0])
}

const KIF_HEAD: &str = "手合割：平手\n手数----指手---------消費時間--\n";

#[test]
fn a_foul_of_csa_is_lost_by_the_player_of_its_sign() {
    let game = shogi();
    for (moves, word, expected, written) in [
        ("+7776FU\n", "%-ILLEGAL_ACTION", ("illegal move", Verdict::Win), "%ILLEGAL_MOVE\n"),
        ("+7776FU\n", "%+ILLEGAL_ACTION", ("forfeit", Verdict::Loss), "%+ILLEGAL_ACTION\n"),
        ("", "%+ILLEGAL_ACTION", ("illegal move", Verdict::Loss), "%ILLEGAL_MOVE\n"),
        ("", "%-ILLEGAL_ACTION", ("forfeit", Verdict::Win), "%-ILLEGAL_ACTION\n"),
    ] {
        let tree = one(&game, Format::Csa, &format!("V2.2\nPI\n+\n{moves}{word}\n"));
        assert_eq!(ending(&tree), expected, "{moves}{word}");
        assert!(write(&game, Format::Csa, &tree).text.ends_with(written), "{moves}{word}");
    }
}

#[test]
fn the_time_before_the_last_word_is_not_that_of_the_last_move() {
    let game = shogi();
    let csa = "V2.2\nPI\n+\n+7776FU\nT3\n-3334FU\nT4\n%TORYO\nT65\n";
    let tree = one(&game, Format::Csa, csa);
    let spent = |node: NodeId| tree.note(node).spent;
    assert_eq!(
        tree.main_line().into_iter().map(spent).collect::<Vec<_>>(),
        [3, 4].map(|s| Some(Duration::from_secs(s)))
    );
    assert_eq!(write(&game, Format::Csa, &tree).text, csa);
    let kif = write(&game, Format::Kif, &tree);
    assert!(kif.text.contains("   3 投了   ( 1:05/00:01:08)\n"), "{}", kif.text);
    assert_eq!(kif.left_out, Vec::<String>::new());
    let again = one(&game, Format::Kif, &kif.text);
    assert_eq!(write(&game, Format::Kif, &again).text, kif.text);
    assert_eq!(write(&game, Format::Ki2, &tree).left_out, ["3 clock times"]);
}

#[test]
fn facts_and_fractions_of_csa_3_come_back() {
    let game = shogi();
    let csa = "'CSA encoding=UTF-8\nV3.0\nN+名前\nN-b\n$EVENT:x\n$START_TIME:2026/10/31 09:00:00\n$TIME:300+10+0\n\
               $TIME+:300+10+0\n$MAX_MOVES:256\n$JISHOGI:27\n$NOTE:a note\nPI\n+\n+7776FU\nT1.234\n%MAX_MOVES\nT0.5\n";
    let tree = one(&game, Format::Csa, csa);
    assert_eq!(ending(&tree), ("move limit", Verdict::Draw));
    let written = write(&game, Format::Csa, &tree);
    assert_eq!((written.text.as_str(), written.left_out), (csa, Vec::new()));
    let kif = write(&game, Format::Kif, &tree);
    assert_eq!(kif.left_out, ["2 fractions of seconds"]);
    let plain = one(&game, Format::Csa, "N+a\nPI\n+\n+7776FU\nT1\n");
    assert!(write(&game, Format::Csa, &plain).text.starts_with("V2.2\nN+a\n"), "version 3 only where it is needed");
}

#[test]
fn start_and_end_have_their_times_in_kif_and_csa() {
    let game = shogi();
    let kif =
        format!("開始日時：2026/10/31 9:00:00\n終了日時：2026/10/31 17:11:05\n{KIF_HEAD}   1 ７六歩(77)\n   2 中断\n");
    let tree = one(&game, Format::Kif, &kif);
    let csa = write(&game, Format::Csa, &tree);
    for line in ["$START_TIME:2026/10/31 09:00:00\n", "$END_TIME:2026/10/31 17:11:05\n", "+7776FU\n%CHUDAN\n"] {
        assert!(csa.text.contains(line), "{line}: {}", csa.text);
    }
    assert_eq!(csa.left_out, Vec::<String>::new());
    let again = write(&game, Format::Kif, &one(&game, Format::Csa, &csa.text));
    assert!(
        again.text.contains("開始日時：2026/10/31 09:00:00\n")
            && again.text.contains("終了日時：2026/10/31 17:11:05\n")
    );
}

#[test]
fn the_total_of_a_variation_begins_with_that_of_its_line() {
    let game = shogi();
    let text = format!(
        "{KIF_HEAD}   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:02/00:00:02)\n   3 ２六歩(27)   ( 0:04/00:00:05)\n\
         \x20  4 投了\n\n変化：3手\n   3 ６六歩(67)   ( 0:07/00:00:08)\n   4 中断\n\n変化：2手\n   2 ８四歩(83)   ( 0:09/00:00:09)\n   3 投了\n"
    );
    let (games, remarks) = read(&game, Format::Kif, &text);
    assert_eq!(remarks, ["2 endings of variations were not kept"]);
    let written = write(&game, Format::Kif, &games[0]).text;
    for line in ["   3 ６六歩(67)   ( 0:07/00:00:08)\n", "   2 ８四歩(83)   ( 0:09/00:00:09)\n"] {
        assert!(written.contains(line), "{line}: {written}");
    }
}

#[test]
fn results_in_words_name_winner_and_reason() {
    let game = shogi();
    let two = "▲７六歩　△３四歩\n";
    for (moves, words, expected) in [
        (two, "まで2手で後手の勝ち", ("resignation", Verdict::Loss)),
        (two, "まで2手で時間切れにより後手の勝ち", ("time", Verdict::Loss)),
        (two, "まで2手で先手の反則負け", ("illegal move", Verdict::Loss)),
        (two, "まで2手で後手の反則負け", ("forfeit", Verdict::Win)),
        (two, "まで2手で先手の入玉勝ち", ("declaration", Verdict::Win)),
        (two, "まで2手で千日手", ("repetition", Verdict::Draw)),
        ("▲７六歩\n", "まで1手で先手の勝ち", ("resignation", Verdict::Win)),
        ("▲７六歩\n", "まで1手で切れ負けにより先手の勝ち", ("time", Verdict::Win)),
        ("▲７六歩\n", "まで1手で後手の不戦敗", ("default", Verdict::Win)),
    ] {
        let tree = one(&game, Format::Ki2, &format!("手合割：平手\n{moves}{words}\n"));
        assert_eq!(ending(&tree), expected, "{words}");
        let again = one(&game, Format::Ki2, &write(&game, Format::Ki2, &tree).text);
        assert_eq!(ending(&again), expected, "{words}");
    }
}

#[test]
fn endings_without_a_word_in_csa_are_told() {
    let game = shogi();
    let tree = one(&game, Format::Kif, &format!("{KIF_HEAD}   1 不戦敗\n"));
    assert_eq!(ending(&tree), ("default", Verdict::Loss));
    assert!(write(&game, Format::Kif, &tree).text.contains("   1 不戦敗\n"));
    assert_eq!(write(&game, Format::Csa, &tree).left_out, ["1 result"]);
}

#[test]
fn sfen_counts_the_moves_of_both_players() {
    let game = shogi();
    let tree = one(&game, Format::Kif, &format!("{KIF_HEAD}   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n"));
    let mut cursor = Cursor::new(&game, &tree);
    for (node, number) in std::iter::once(NodeId::ROOT).chain(tree.main_line()).zip(1..) {
        cursor.go_to(&tree, node);
        let sfen = played_position(&game, &tree, node, cursor.state());
        assert!(sfen.ends_with(&format!(" {number}")), "{sfen}");
    }
}

#[test]
fn of_two_dragons_none_is_called_straight() {
    let game = shogi();
    let board = |pieces: [&str; 2], move_: &str| {
        let [eighth, ninth] = pieces;
        let empty = |rank: char| format!("| ・ ・ ・ ・ ・ ・ ・ ・ ・|{rank}\n");
        let middle: String = "二三四五六七".chars().map(empty).collect();
        format!(
            "後手の持駒：\n+---+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n{middle}|{eighth}|八\n|{ninth}|九\n+---+\n先手の持駒：\n\
             手数----指手---------消費時間--\n   1 {move_}\n"
        )
    };
    let none = " ・ ・ ・ ・ ・ ・ ・ ・ ・";
    let dragons = [none, " 龍 龍 ・ ・ 玉 ・ ・ ・ ・"];
    let golds = [none, " 金 金 ・ ・ 玉 ・ ・ ・ ・"];
    for (pieces, move_, expected) in [
        (dragons, "８八龍(89)", "▲８八龍右"),
        (dragons, "８八龍(99)", "▲８八龍左"),
        (golds, "８八金(89)", "▲８八金直"),
        (golds, "８八金(99)", "▲８八金左"),
    ] {
        let tree = one(&game, Format::Kif, &board(pieces, move_));
        let written = write(&game, Format::Ki2, &tree).text;
        assert!(written.lines().any(|line| line == expected), "{expected}: {written}");
    }
}

#[test]
fn headers_have_ascii_colons_and_hands_without_blanks() {
    let game = shogi();
    let tree = one(&game, Format::Kif, "先手:甲\n後手: 乙\n手合割:平手\n   1 ７六歩(77)   (0:05)\n   2 投了\n");
    assert_eq!(tree.facts.seats[1].name, "乙");
    assert_eq!(tree.note(tree.main_line()[0]).spent, Some(Duration::from_secs(5)));
    let rows: String = "二三四五六七八".chars().map(|rank| format!("| ・ ・ ・ ・ ・ ・ ・ ・ ・|{rank}\n")).collect();
    let text = format!(
        "後手の持駒：\n+---+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n{rows}| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---+\n先手の持駒：飛二角金四歩十八\n"
    );
    let tree = one(&game, Format::Kif, &text);
    assert_eq!(dagaz_record::usual_position(&game, tree.start()), "4k4/9/9/9/9/9/9/9/4K4 b 2RB4G18P 1");
}

#[test]
fn lines_may_end_in_carriage_returns_only() {
    let game = shogi();
    for (format, text) in [
        (Format::Kif, format!("{KIF_HEAD}   1 ７六歩(77)\n   2 投了\n")),
        (Format::Ki2, "手合割：平手\n▲７六歩\nまで1手で先手の勝ち\n".to_string()),
        (Format::Csa, "V2.2\nPI\n+\n+7776FU\n%TORYO\n".to_string()),
    ] {
        let text = text.replace('\n', "\r");
        assert_eq!(Format::guess(&text), Some(format), "{text}");
        assert_eq!(ending(&one(&game, format, &text)), ("resignation", Verdict::Win), "{text}");
    }
}
