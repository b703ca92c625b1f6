//! Declarations of edition 3 that are much work in few words: they are counted, and end with the
//! name of the limit.

use std::time::{Duration, Instant};

use dagaz_core::Limits;
use dagaz_drf::DrfFile;
use dagaz_syntax::NoIncludes;

/// More than any of these needs on a busy machine; what had no bound took minutes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A game on the largest square board, with so many players.
fn game(players: usize, board: &str, rules: &str, pieces: &str) -> String {
    let names: Vec<String> = (0..players).map(|player| format!("P{player}")).collect();
    format!(
        "(drf 3)\n(game \"S\" (players {}) (board (grid 128 128) {board}) (piece Q (moves (zz adjacent)))\n\
         (rule (zz d) (many d empty) d open) {rules} (setup (P0 (Q a1)) (P1 (Q b9))) (win stuck no-moves) {pieces})\n",
        names.join(" ")
    )
}

fn many(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(" ")
}

/// Returns the messages of a text, and the work of its items.
fn checked(text: &str) -> (String, u64) {
    let begun = Instant::now();
    let file = DrfFile::parse("test.drf", text.as_bytes(), &NoIncludes, &Limits::default());
    let said = file.render(&file.check());
    let work = (0..file.playable().len().min(3)).map(|index| file.rules(index).work).max().unwrap_or(0);
    assert!(begun.elapsed() < PATIENCE, "{:?} for {text:.300}", begun.elapsed());
    (said, work)
}

#[test]
fn declarations_are_charged_and_the_limit_is_named() {
    let ranges = |count| format!("(zone big {})", many(count, |_| "a1..dx128".to_string()));
    for text in [
        game(32, &many(250, |zone| format!("(zone zone{zone} (not (row {})))", zone % 128 + 1)), "", ""),
        game(2, &ranges(20_000), "", ""),
        game(2, &format!("(zone big {})", many(60_000, |_| "(edge n)".to_string())), "", ""),
        game(32, "(zone home (row 1 3))", "", "")
            .replace("d open)", &format!("d (or {}))", many(30_000, |_| "home".to_string()))),
    ] {
        let (said, _) = checked(&text);
        assert!(said.contains("limit reached: work to read"), "{said:.1500}\nof {text:.300}");
    }
}

#[test]
fn ordinary_boards_stay_far_below_the_limit() {
    let limit = Limits::default().file_work;
    for text in [
        game(2, "(zone home (row 1 3)) (zone far (row -3 -1))", "", ""),
        game(32, &many(20, |zone| format!("(zone zone{zone} (row {} 128))", zone + 1)), "", ""),
    ] {
        let (said, work) = checked(&text);
        assert!(!said.contains("error"), "{said}");
        assert!(work < limit / 2, "{work}");
    }
}

#[test]
fn lines_are_bounded_by_the_memory_of_their_sets() {
    let (said, _) = checked(&game(2, "(lines five 7)", "", ""));
    assert!(said.contains("too many such lines"), "{said}");
    let (said, _) = checked(&game(2, "(lines five 5 (n e))", "", "").replace("128 128", "19 19"));
    assert!(!said.contains("error"), "{said}");
}

#[test]
fn variants_are_charged_to_the_file() {
    let variant = |number| format!("(variant \"V{number}\" (of \"S\") (setup (P0 (Q a1)) (P1 (Q c9))))");
    let text = game(2, "", "", "") + &many(100, variant);
    let (said, _) = checked(&text);
    assert!(said.contains("games and variants have been checked"), "{said:.500}");
}
