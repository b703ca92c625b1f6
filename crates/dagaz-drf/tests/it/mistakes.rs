//! Snapshots of error messages: each file of `mistakes/` has one typical mistake of an author, and
//! the file next to it has all messages. A change here is a change for authors.
//!
//! `DAGAZ_WRITE=1 cargo test -p dagaz-drf --test it mistakes` writes the present messages; then
//! review each file.

use std::path::{Path, PathBuf};

use dagaz_core::Limits;
use dagaz_drf::DrfFile;
use dagaz_syntax::NoIncludes;

/// At least so many mistakes are known.
const MISTAKES_MIN: usize = 60;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "drf")).collect();
    files.sort();
    files
}

/// Returns all messages of a file.
fn said(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("the file is there");
    let file = DrfFile::parse("game.drf", &bytes, &NoIncludes, &Limits::default());
    file.render(&file.check())
}

#[test]
fn typical_mistakes_match_their_snapshots() {
    let files = files();
    assert!(files.len() >= MISTAKES_MIN, "{} mistakes", files.len());
    let write = std::env::var_os("DAGAZ_WRITE").is_some();
    let mut different = Vec::new();
    for path in &files {
        let (now, beside) = (said(path), path.with_extension("txt"));
        if write {
            std::fs::write(&beside, &now).expect("it can be written");
        } else if std::fs::read_to_string(&beside).unwrap_or_default() != now {
            different.push(format!("{}:\n{now}", path.display()));
        }
    }
    assert!(different.is_empty(), "{} are told otherwise:\n{}", different.len(), different.join("\n"));
}

#[test]
fn each_error_has_a_location_and_a_precise_message() {
    for path in files() {
        let bytes = std::fs::read(&path).expect("the file is there");
        let file = DrfFile::parse("game.drf", &bytes, &NoIncludes, &Limits::default());
        let found = file.check();
        let name = path.display();
        assert!(!found.is_empty(), "{name}: the mistake is not found");
        for one in found.list() {
            assert_eq!(one.span.file.0, 0, "{name}: the mistake is not in the library: {}", one.message);
            let place = file.sources().file(one.span.file).line_column(one.span.start);
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
            assert!(place.line <= lines + 1, "{name}: line {}", place.line);
        }
        let helps =
            |one: &dagaz_syntax::Diagnostic| one.hint.is_some() || one.expected.is_some() || !one.labels.is_empty();
        assert!(found.list().iter().any(helps), "{name}: nothing is suggested:\n{}", file.render(&found));
    }
}

/// Heads of lists, and names of the game around them.
const WORDS: [&str; 72] = [
    "=",
    "<",
    ">=",
    "!=",
    "any",
    "no",
    "all",
    "made",
    "me",
    "and",
    "or",
    "not",
    "if",
    "unless",
    "first",
    "see",
    "from",
    "where",
    "row",
    "column",
    "edge",
    "was",
    "now",
    "last",
    "can",
    "sites",
    "attacked-by",
    "is",
    "count",
    "hand",
    "height",
    "repeats",
    "ways",
    "sum",
    "+",
    "-",
    "*",
    "mod",
    "min",
    "abs",
    "many",
    "run",
    "most",
    "times",
    "maybe",
    "along",
    "pick",
    "let",
    "each",
    "at",
    "fly",
    "land",
    "then",
    "must",
    "take",
    "put",
    "drop",
    "pocket",
    "become",
    "give",
    "move",
    "shift",
    "swap",
    "rotate",
    "leave",
    "set",
    "goto",
    "as",
    "full",
    "groups",
    "leaper",
    "back",
];

const MEMBERS: [&str; 8] = ["", "3", "n", "mine", "King", "(mine)", "mine 3", "n n n"];

#[test]
fn any_keyword_with_any_argument_ends_in_an_error() {
    for word in WORDS {
        for members in MEMBERS {
            let list = format!("({word} {members})");
            let text = format!(
                "(drf 3)\n(game \"A\" (board (grid a-c 1-3) (lines five 3)) (piece King (moves go))
                  (rule go n {list} (if {list} n) (times {list} n)) (win a {list}) (score b no-moves {list})
                  (define d {list}) (never c (d)) (setup (White (King a1))))"
            );
            let file = DrfFile::parse("game.drf", text.as_bytes(), &NoIncludes, &Limits::default());
            let found = file.check();
            assert!(found.list().iter().all(|one| !one.message.is_empty()), "{list}");
        }
    }
}

/// A parameter that switches between two ways, a table that captures are compared by, an argument
/// by which a move is recognised, and a rule that stands for one of the library.
#[test]
fn intended_forms_give_no_warning() {
    let rules = r#"(drf 3)
        (game "Switches"
          (parameter wide 1 (0 1))
          (parameter target enemy (enemy mine))
          (players White Black)
          (board (grid a-h 1-8))
          (setup (each (Rook (row 1)) (Man (row 2))))
          (table worth (Rook 5) (Man 1))
          (piece Rook (moves (slide orthogonal)))
          (piece Man (moves (mark n (1 2)) (walk n)))
          (rule (walk d) none)
          (rule (mark d k) d empty (if (= wide 1) (maybe d empty)) (not (and target friend)))
          (prefer (slide) (worth captured))
          (win marked (made mark n 2) (any (row -1)))
          (lose stuck no-moves))"#;
    let file = DrfFile::parse("game.drf", rules.as_bytes(), &NoIncludes, &Limits::default());
    assert_eq!(file.render(&file.check()), "");
}
