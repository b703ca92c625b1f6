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

/// Returns the work of the first game of a text, and asserts that a limit of this name ended it.
fn stops_at(text: &str, limit: &str) -> u64 {
    let file = DrfFile::parse("test.drf", text.as_bytes(), &NoIncludes, &Limits::default());
    let lowered = file.rules(0);
    let said = file.render(&lowered.diagnostics);
    assert!(said.contains(limit), "{said:.1500}\nof {text:.300}");
    lowered.work
}

#[test]
fn sites_are_counted_before_they_are_made() {
    for board in ["(grid 128 128)", "(hex 128 128)", "(hexhex 70)", "(tri 70)", "(rings 50 200)"] {
        let work = stops_at(&game(2, &many(400, |_| board.to_string()), "", ""), "sites of the board");
        assert!(work < 1_000_000, "{work} for {board}");
    }
    let small = |part: &str, count| game(2, &many(count, |_| part.to_string()), "", "").replace("(grid 128 128)", "");
    stops_at(&small("(grid 1 1)", 16_384), "work to read");
    stops_at(&small("(hex 65536 65536 65536)", 1_000), "work to read");
    stops_at(&small("(rings 1 3)", 6_000), "sites of the board");
    stops_at(&game(2, &many(50_000, |_| "(without none)".to_string()), "", ""), "work to read");
    stops_at(&game(2, &many(5_000, |zone| format!("(zone z{zone} a1)")), "", ""), "zones");
}

#[test]
fn several_rings_share_their_directions() {
    let file = game(2, "(rings 1 3) (rings 2 4)", "", "").replace("(grid 128 128)", "");
    let (said, _) = checked(&file);
    assert!(said.contains("several sites of this board are called `a1`"), "{said}");
}

#[test]
fn regions_and_lines_are_charged_before_they_are_made() {
    let regions = format!("(regions q {})", many(20_000, |_| "a1..dx128".to_string()));
    stops_at(&game(2, &regions, "", ""), "work to read");
    // No set is made of a line that is not completed, or is there already.
    for line in ["(n e s w)", "(n n n n n n n)", "(a1 (n e s w) (n e s w) (n e s w) (n e s w) (n e s w))"] {
        let lines = format!("(lines m {})", many(15_000, |_| line.to_string()));
        stops_at(&game(2, &lines, "", "").replace("128 128", "64 64"), "work to read");
    }
    let long = format!("(lines m (a1 {}))", many(100_000, |step| ["n", "s"][step % 2].to_string()));
    stops_at(&game(2, &long, "", ""), "at most 1000 sites");
    let directions = format!("(lines m 5 ({}))", many(200_000, |_| "n".to_string()));
    stops_at(&game(2, &format!("{directions} {}", many(20_000, |_| "(lines m 1000 n)".to_string())), "", ""), "limit");
}

#[test]
fn hops_are_charged_by_their_directions() {
    let hop = vec!["n"; 100_000].join(".");
    stops_at(&game(2, "", "", "").replace("(zz adjacent)", &format!("(zz ({hop}))")), "work to read");
}

#[test]
fn endings_and_statistics_are_charged() {
    stops_at(&game(2, "", &many(20_000, |ending| format!("(win w{ending} (no mine))")), ""), "work to read");
    stops_at(&game(2, "", &many(20_000, |number| format!("(statistic s{number} {number})")), ""), "work to read");
}

#[test]
fn clauses_are_charged_to_each_item() {
    let parameters = many(3_000, |number| format!("(parameter p{number} 5 1..9)"));
    let file = |text: &str| DrfFile::parse("test.drf", text.as_bytes(), &NoIncludes, &Limits::default()).rules(0).work;
    let (few, more) = (game(2, "", "", ""), game(2, "", "", "") + &parameters);
    assert!(file(&more) >= file(&few) + 3_000 * 100, "{} and {}", file(&few), file(&more));
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
