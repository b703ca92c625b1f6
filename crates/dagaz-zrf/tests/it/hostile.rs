//! Bytes from strangers: whatever they are, reading ends soon and says something.

#![allow(clippy::print_stdout, reason = "times are read with --nocapture")]

use std::time::{Duration, Instant};

use dagaz_core::Limits;
use dagaz_syntax::{MemoryIncludes, NoIncludes};
use dagaz_zrf::GameFile;

/// More than any text below needs on a busy machine; what had no bound would take minutes.
const PATIENCE: Duration = Duration::from_secs(30);

const SAMPLE: &str = r#"; a small game, with something of everything
(version "2.0")
(define step ($1 (verify (or empty? enemy?)) (if (in-zone? far) (add Queen $2) else (add $2))))
(define slide ($1 (while (and empty? (not-in-zone? far $1)) add $1) (verify enemy?) (tail)))
(define tail (set-flag f-$1 true) (if (not-flag? f-$1) (add-partial $2 more) else add))
(game (title "Sample") (players White Black ?Dice) (turn-order White repeat (Black more) (?Dice White))
  (option "pass turn" forced) (move-priorities (take rest) more) (description "A \ `text`")
  (board (image "b.bmp") (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (10 0)) ("3/2/1" (0 10)))
    (directions (n 0 -1) (s 0 1) (e 1 0))) (dummy hand) (links next (a1 hand)) (unlink (a1 a2)) (kill-positions c3)
    (symmetry Black (n s) (s n)) (zone (name far) (players White) (positions a3 b3)))
  (board-setup (White (Queen a1 off 3)) (Black (Man (moved? true) b2)))
  (piece (name Man) (attribute moved? false) (moves (move-type more) (n add) (step n Man) (move-type take) (slide e Man)) (drops (add)))
  (piece (name Queen) (help "Q") (moves (slide n Queen) ((capture n) cascade s (create Black Man hand) add)))
  (loss-condition (White Black) (checkmated Queen)) (win-condition (White) (absolute-config Queen (far b2))))
(variant (title "Other") (piece (name Man) (attribute moved? true) (moves (move-type more) (step s Man))) (count-condition stalemated))
"#;

/// Reads and checks a text; panics if that panics or takes long.
fn survive(bytes: &[u8], what: &str) {
    let started = Instant::now();
    let files = MemoryIncludes::new([("x.zrf", bytes), ("again.inc", b"(include \"again.inc\")(include \"x.zrf\")")]);
    let mut file = GameFile::parse("x.zrf", bytes, &files, &Limits::default());
    let said = file.check();
    let shown = file.render(&said);
    println!("{what}: {:.0?}", started.elapsed());
    assert!(started.elapsed() < PATIENCE, "{what} took {:?}: {}", started.elapsed(), &shown[..shown.len().min(500)]);
}

#[test]
fn the_sample_is_valid() {
    let mut file = crate::common::file(SAMPLE);
    let said = file.check();
    assert!(said.is_empty(), "{}", file.render(&said));
    for index in 0..file.playable().len() {
        let rules = file.rules(index).rules.expect("no errors");
        assert_eq!(dagaz_rules::validate(&rules), []);
        assert!(!crate::common::program(&rules, &rules.rules[0]).is_empty());
    }
}

#[test]
fn truncated_files() {
    for end in 0..SAMPLE.len() {
        survive(&SAMPLE.as_bytes()[..end], &format!("{end} bytes"));
    }
}

#[test]
fn mutated_files() {
    // Xorshift: the same mutations on every machine.
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let words: Vec<&str> = SAMPLE.split_inclusive(|c: char| c.is_whitespace() || "()\"$".contains(c)).collect();
    for round in 0..3_000 {
        let mut parts: Vec<&str> = words.clone();
        for _ in 0..1 + random(6) {
            let (at, from) = (random(parts.len()), random(words.len()));
            match random(4) {
                0 => drop(parts.remove(at)),
                1 => parts.insert(at, words[from]),
                2 => parts[at] = words[from],
                _ => {
                    let end = (at + random(20)).min(parts.len());
                    let copy: Vec<&str> = parts[at..end].to_vec();
                    let to = random(parts.len());
                    parts.splice(to..to, copy);
                }
            }
        }
        survive(parts.concat().as_bytes(), &format!("mutation {round}"));
    }
}

#[test]
fn binary_files() {
    let noise: Vec<u8> = (0..200_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    survive(&noise, "noise");
    survive(&vec![0; 1 << 20], "zeros");
    survive(&vec![b'"'; 1 << 20], "quotes");
    survive(&vec![0xff; 1 << 20], "high bytes");
    survive(&"é(\u{202e})".repeat(50_000).into_bytes(), "marks of direction");
}

#[test]
fn large_and_nested_texts() {
    let many = |part: &str, count: usize| part.repeat(count);
    let numbered =
        |part: &str, count: usize| -> String { (0..count).map(|n| part.replace('#', &n.to_string())).collect() };
    let board = "(board (grid (dimensions (\"a/b\" (1 0)) (\"1/2\" (0 1))) (directions (n 0 -1))))";
    let game = |more: &str| format!("(game (players A B) {board} (piece (name M)) {more})");
    let big = "(board (grid (dimensions (\"".to_string()
        + &numbered("#/", 127)
        + "x\" (1 0)) (\""
        + &numbered("#/", 127)
        + "x\" (0 1))) (directions (n 0 -1)))";
    let cases = [
        ("open", many("(", 1 << 20)),
        ("close", many(")", 1 << 20)),
        ("pairs", many("()", 1 << 19)),
        ("nested defines", format!("(define {}", many("(define ", 100_000))),
        ("games", many("(game)", 100_000)),
        ("variants of a large game", format!("(game (players A B) {big})) {}", many("(variant)", 50_000))),
        ("many macros", numbered("(define m# (m#))", 30_000)),
        ("a ladder of macros", numbered("(define m# (n# m#) $1)", 20_000) + &game("(piece (name X) (moves (m0)))")),
        ("one macro defined again and again", many("(define m a)(m)", 50_000)),
        ("pieces", game(&numbered("(piece (name p#))", 40_000))),
        ("the same piece", game(&many("(piece (name p))", 40_000))),
        ("unknown sections", game(&numbered("(sect# a)", 50_000))),
        ("unknown positions", game(&format!("(board-setup (A (M {})))", numbered("z# ", 100_000)))),
        (
            "unknown positions of a large board",
            format!("(game (players A B) {big} (links n {})))", numbered("(z# y#) ", 30_000)),
        ),
        ("set-up", game(&format!("(board-setup (A {}))", many("(M off 1)", 100_000)))),
        ("dimensions", format!("(game (players A B) (board (grid (dimensions {}))))", many("(\"a\" (1 0))", 50_000))),
        (
            "huge dimensions",
            format!("(game (players A B) (board (grid (dimensions {}))))", many("(\"a/b/c/d/e/f/g/h\" (1 0))", 60)),
        ),
        (
            "long labels",
            format!(
                "(game (players A B) (board (grid (dimensions (\"{}\" (1 0)) (\"{}a\" (0 1))))))",
                many("x", 300_000),
                many("a/", 10_000)
            ),
        ),
        ("directions", format!("(game (players A B) {})", big.replace("(n 0 -1)", &many("(n 0 1)", 60_000)))),
        (
            "grids",
            format!(
                "(game (players A B) (board {}))",
                many(
                    "(grid (dimensions (\"a/b/c/d/e/f/g/h\" (1 0)) (\"1/2/3/4/5/6/7/8\" (0 1)) (\"1/2/3/4/5/6/7/8\" (0 1)) (\"1/2/3/4/5/6/7/8/9\" (0 1))) (directions (n 1 0 0 0)(s 0 1 0 0)))",
                    5_000
                )
            ),
        ),
        ("kills", format!("(game (players A B) {big} (kill-positions {})))", numbered("#1 ", 127))),
        ("zones", game(&format!("(board {})", numbered("(zone (name z#))", 40_000)))),
        ("goals", game(&many("(loss-condition (A) (checkmated M))(win-condition (A) (captured M))", 8_000))),
        ("turn order", game(&format!("(turn-order {})", many("A ", 300_000)))),
        ("move types", game(&format!("(piece (name X) (moves {}))", numbered("(move-type t#)(n add)", 30_000)))),
        ("blocks", game(&format!("(piece (name X) (moves {}))", many("(n (while empty? add n) add)", 30_000)))),
        ("flags", game(&format!("(piece (name X) (moves ({})))", numbered("(set-flag f# true)", 40_000)))),
        (
            "deep conditions",
            game(&format!("(piece (name X) (moves ({}n{})))", many("(if (not (not empty?)) ", 250), many(")", 250))),
        ),
        ("a long string", format!("(game (title \"{}\"))", many("x", 1_000_000))),
        ("a long word", many("x", 1_000_000)),
        ("includes", many("(include \"again.inc\")", 40_000)),
    ];
    for (what, text) in cases {
        survive(text.as_bytes(), what);
    }
}

/// A board of 127 x 127 sites.
fn large_board() -> String {
    let labels: Vec<String> = (1..=127).map(|n| n.to_string()).collect();
    let labels = labels.join("/");
    format!("(board (grid (dimensions (\"{labels}\" (1 0)) (\"{labels}\" (0 1))) (directions (n 0 -1) (e 1 0))))")
}

#[test]
fn variants_are_bounded_together() {
    let variants = |board: &str, more: &str, count: usize| {
        format!("(game (players A B) {board} (piece (name M)) {more})") + &"\n(variant)".repeat(count)
    };
    let small = "(board (grid (dimensions (\"a/b\" (1 0)) (\"1/2\" (0 1))) (directions (n 0 -1))))";
    let pieces: String = (0..1_000).map(|n| format!("(piece (name p{n}) (moves (n add)))")).collect();
    let symmetries = "(symmetry B (n n))".repeat(10_000);
    let cases = [
        ("boards", variants(&large_board(), "", 3_000)),
        ("pieces", variants(small, &pieces, 8_000)),
        ("symmetries", variants(&(small[..small.len() - 1].to_string() + &symmetries + ")"), "", 8_000)),
        ("set-up", variants(small, &format!("(board-setup {})", "(A (M a1 a2 b1 b2))".repeat(10_000)), 8_000)),
        ("supplies", variants(small, &format!("(board-setup {})", "(A (M off 5))".repeat(10_000)), 8_000)),
        ("move types", variants(small, &format!("(move-priorities {})", "(a b c)".repeat(1_000)), 20_000)),
        ("goals", variants(small, &"(win-condition (A) stalemated)".repeat(2_000), 8_000)),
        ("warnings", variants(small, &"(option \"z\" true)".repeat(20_000), 8_000)),
    ];
    for (what, text) in cases {
        survive(text.as_bytes(), what);
        let mut file = GameFile::parse("x.zrf", text.as_bytes(), &NoIncludes, &Limits::default());
        let (mut read, said) = (0, file.check());
        let end =
            said.list().iter().find(|one| one.message.contains("work to read all games and variants of one file"));
        let end = end.unwrap_or_else(|| panic!("{what}: {}", file.render(&said)));
        assert!(end.span.start > 100, "{what}: it points at a variant");
        file.check_with(&mut |_, _| {
            read += 1;
            (None, 0)
        });
        assert!((10..8_000).contains(&read), "{what}: {read} items read");
    }
    let mut honest = crate::common::file(&variants(&large_board(), "", 12));
    assert!(!honest.check().has_errors());
}

#[test]
fn macros_that_explode() {
    let doubling = |body: &str, levels: usize| -> String {
        (1..=levels).map(|level| format!("(define m{level} {})", body.replace('#', &(level - 1).to_string()))).collect()
    };
    let game = |block: &str| {
        format!(
            "(game (players A B) (board (grid (dimensions (\"a/b\" (1 0)) (\"1/2\" (0 1))) (directions (n 0 -1))))
               (piece (name M) (moves ({block}))))"
        )
    };
    let cases = [
        ("spliced", "(define m0 n add)".to_string() + &doubling("(m#) (m#)", 30) + &game("(m30)")),
        ("nested", "(define m0 n)".to_string() + &doubling("(if empty? (m#) else (m#))", 30) + &game("(m30)")),
        ("branches", "(define m0 n)".to_string() + &doubling("(if empty? (m#) else (m#))", 22) + &game("(m22)")),
        ("conditions", "(define m0 empty?)".to_string() + &doubling("(or (m#) (m#))", 21) + &game("(verify (m21))")),
        (
            "goals",
            "(define m0 stalemated)".to_string()
                + &doubling("(or (m#) (m#))", 21)
                + &game("n add").replace("(piece", "(win-condition (A) (m21)) (piece"),
        ),
        ("different words", "(define m0 p$1)".to_string() + &doubling("(m# a$1) (m# b$1)", 30) + &game("(m30 x)")),
        ("growing words", "(define m0 $1)".to_string() + &doubling("(m# $1$1)", 60) + &game("(m60 x)")),
        ("growing lists", "(define m0 $1)".to_string() + &doubling("(m# ($1 $1))", 60) + &game("(m60 x)")),
        (
            "arguments that call",
            "(define a $1 $1) (define m0 n)".to_string()
                + &game(&format!("{}n{}", "(a (a ".repeat(100), "))".repeat(100))),
        ),
        (
            "in every variant",
            "(define m0 n add)".to_string()
                + &doubling("(m#) (m#)", 30)
                + &game("n add")
                + &"(variant (piece (name M) (moves ((m30)))))".repeat(2_000),
        ),
    ];
    for (what, text) in cases {
        survive(text.as_bytes(), what);
    }
}

#[test]
fn a_file_that_includes_itself() {
    let text = b"(include \"x.zrf\") (include \"again.inc\") (game)";
    let mut file = GameFile::parse("x.zrf", text, &NoIncludes, &Limits::default());
    assert!(file.check().has_errors());
    survive(text, "itself");
}
