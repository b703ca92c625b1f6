//! Damaged and excessive records: no panic, a fault with its place, and the valid part is kept.

use std::time::{Duration, Instant};

use dagaz_record::{Format, GameTree, NodeId, ReadLimits, RecordFaultKind};

use super::{ENGLISH, TURKISH, game, read, sound, written};

/// Far more time than any of these needs, also next to other work; quadratic work would take
/// minutes.
const PATIENCE: Duration = Duration::from_secs(60);

const SOUND: &str = "[Event \"x\"]\n[GameType \"21\"]\n[FEN \"B:W21-32:B1-12\"]\n\n{c} 1. 11-15! {[%clk 0:01:02] d} \
                     23-19 (1... 22-18 2. 15x22 (2. x) 25x18) 2. 8-11 $7 22-17 *\n";

#[test]
fn every_prefix_of_a_record_is_read() {
    let game = game(ENGLISH);
    for end in 0..=SOUND.len() {
        let reading = read(&game, &SOUND[..end]);
        assert!(reading.games.len() <= 1, "{end}");
        for fault in &reading.faults {
            assert!(fault.line <= SOUND.lines().count() && fault.column > 0, "{end}: {fault}");
        }
    }
    let whole = read(&game, SOUND);
    assert_eq!(whole.games[0].moves(), 7);
    assert_eq!(whole.faults.len(), 1, "only the `x`");
}

#[test]
fn any_damaged_byte_of_a_record_is_handled() {
    let (english, turkish) = (game(ENGLISH), game(TURKISH));
    for at in 0..SOUND.len() {
        for wrong in ["", "(", ")", "[", "]", "{", "}", "\"", "\\", "\n", "0", "K", "-", ":", ",", "$", "/", "é", "\0"]
        {
            let text = format!("{}{wrong}{}", &SOUND[..at], &SOUND[at + 1..]);
            read(&english, &text);
            read(&turkish, &text);
        }
    }
}

#[test]
fn random_bytes_are_not_a_record() {
    let game = game(ENGLISH);
    let mut seed = 1u64;
    for length in [10, 1000, 300_000] {
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 24) as u8
        };
        let noise: Vec<u8> = (0..length).map(|_| next()).collect();
        let text = String::from_utf8_lossy(&noise).into_owned();
        let limits = ReadLimits { faults: 10, ..ReadLimits::default() };
        let reading = Format::Pdn.read(&game, &text, &limits);
        assert!(reading.faults.len() <= 11 && !reading.faults.is_empty());
        assert!(reading.games.iter().all(|tree| tree.moves() == 0));
    }
}

#[test]
fn a_very_long_comment_is_cut() {
    let game = game(ENGLISH);
    let begin = Instant::now();
    let text = format!("1. 11-15 {{{}}} 23-19 *", "ä word ".repeat(10 << 17));
    let reading = read(&game, &text);
    let [fault] = &reading.faults[..] else { panic!("{:?}", reading.faults) };
    assert_eq!((&fault.kind, fault.line, fault.column), (&RecordFaultKind::Limit, 1, 10));
    let tree = &reading.games[0];
    assert_eq!(tree.moves(), 2);
    let kept = tree.note(tree.main_line()[0]).comment.len();
    assert!((1_000_000..=1 << 20).contains(&kept), "{kept}");
    // The same without an end: the game before it is kept.
    let reading = read(&game, text.trim_end_matches("} 23-19 *"));
    assert_eq!((reading.faults.len(), reading.games[0].moves()), (2, 1));
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
}

#[test]
fn a_line_of_a_million_moves_is_read_as_far_as_it_is_legal() {
    let game = game(ENGLISH);
    let begin = Instant::now();
    // The third occurrence of a position is a draw, but records continue after it.
    let text = "[FEN \"B:WK32:BK1\"]\n".to_string() + &"1-5 32-28 5-1 28-32 ".repeat(250_000) + "*\n1. 11-15 *";
    let reading = read(&game, &text);
    let [fault] = &reading.faults[..] else { panic!("{:?}", reading.faults) };
    assert_eq!(fault.to_string(), "2:1000001: the game has more than 200000 moves; the rest is not read");
    assert_eq!(reading.games.iter().map(GameTree::moves).collect::<Vec<_>>(), [200_000, 1]);
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
}

#[test]
fn a_million_errors_on_one_line_are_located_in_linear_time() {
    let game = game(ENGLISH);
    let begin = Instant::now();
    let text = "1. x * ".repeat(1_000_000);
    let limits = ReadLimits { faults: usize::MAX, games: usize::MAX, ..ReadLimits::default() };
    let reading = Format::Pdn.read(&game, &text[..7 * 200_000], &limits);
    assert_eq!(reading.faults.len(), 200_000);
    assert_eq!(reading.faults[199_999].column, 7 * 199_999 + 4);
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
}

#[test]
fn deep_variations_need_no_stack() {
    let game = game(ENGLISH);
    let text = format!("1. 11-15 {} 23-19 *", "(9-13 ".repeat(100_000) + &")".repeat(100_000));
    let reading = read(&game, &text);
    let [fault] = &reading.faults[..] else { panic!("{:?}", reading.faults) };
    assert_eq!(fault.kind, RecordFaultKind::Limit);
    assert_eq!(reading.games[0].moves(), 202, "200 variations and the main line");
    // Open to the end.
    assert_eq!(read(&game, &"(".repeat(1_000_000)).faults.len(), 2);

    // No limit, and brackets in brackets: all of them are alternatives to the first move.
    let limits = ReadLimits { depth: usize::MAX, ..ReadLimits::default() };
    const DEEP: usize = 5_000;
    let mut deep = String::from("[FEN \"B:WK32:BK1\"] 1. 1-5");
    for _ in 0..DEEP {
        deep += " (1-6";
    }
    deep += &")".repeat(DEEP);
    let reading = Format::Pdn.read(&game, &deep, &limits);
    assert_eq!(reading.faults, []);
    let tree = &reading.games[0];
    let again = sound(&game, &written(&game, std::slice::from_ref(tree)));
    assert_eq!(again[0].children(NodeId::ROOT).len(), DEEP + 1);
}

#[test]
fn every_limit_has_its_own_error() {
    let game = game(ENGLISH);
    let tight = |change: &dyn Fn(&mut ReadLimits)| {
        let mut limits = ReadLimits::default();
        change(&mut limits);
        limits
    };
    let text = "[Event \"long\"] 1. 11-15 23-19 {long} (1... 22-18 (1... 22-17)) 2. 8-11 * 1. 9-13 *";
    for (limits, column, games, moves) in [
        (tight(&|limits| limits.bytes = 10), 1, 0, 0),
        (tight(&|limits| limits.games = 1), 74, 1, 5),
        (tight(&|limits| limits.moves = 1), 25, 2, 1),
        (tight(&|limits| limits.depth = 1), 50, 2, 4),
        (tight(&|limits| limits.text = 3), 9, 2, 5),
    ] {
        let reading = Format::Pdn.read(&game, text, &limits);
        let fault = &reading.faults[0];
        assert_eq!((&fault.kind, fault.line, fault.column), (&RecordFaultKind::Limit, 1, column), "{fault}");
        assert_eq!(reading.games.len(), games, "{fault}");
        assert_eq!(reading.games.first().map_or(0, GameTree::moves), moves, "{fault}");
    }
    let reading = Format::Pdn.read(&game, &"1. 1-32 * ".repeat(9), &tight(&|limits| limits.faults = 2));
    assert_eq!((reading.faults.len(), reading.games.len()), (3, 9));
    assert_eq!(reading.faults[2].message, "… and 7 more faults");
}
