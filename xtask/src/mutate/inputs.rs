//! Inputs: files of the library and fuzz seeds, and their mutations.

use std::path::{Path, PathBuf};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// Bytes of an input at most: larger texts have a limit of their own.
const BYTES: usize = 1 << 20;

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Rules of edition 3.
    Drf,
    /// Rules of edition 2.
    Zrf,
    /// A script.
    Script,
    /// A record of a game.
    Record,
    /// Lines of an engine protocol.
    Lines,
    /// Messages of the Language Server Protocol.
    Messages,
}

/// Lines of UCI, GTP and of the JSON protocol.
const LINES: &[&str] = &[
    "uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo nodes 10\nstop\nquit\n",
    "setoption name UCI_Variant value reversi\nposition startpos\ngo depth 1\nquit\n",
    "position fen 8/8/8/8/8/5k2/5q2/7K w - - 0 1\ngo nodes 1 searchmoves h1g1\nquit\n",
    "boardsize 9\nclear_board\nkomi 6.5\nplay black A1\ngenmove white\nfinal_score\nquit\n",
    "{\"id\":1,\"do\":\"start\",\"game\":\"tic-tac-toe\"}\n{\"id\":2,\"do\":\"moves\"}\n{\"id\":3,\"do\":\"play\",\"move\":\"b2\"}\n",
];

/// Bodies of messages of an editor.
const BODIES: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
    r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.drf","languageId":"drf","version":1,"text":"(game (title \"T\"))"}}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.drf"},"position":{"line":0,"character":2}}}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///a.drf"},"position":{"line":0,"character":1}}}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#,
    r#"{"jsonrpc":"2.0","method":"exit"}"#,
];

/// The files that are mutated, by kind, with the endings of their names.
pub(super) struct Seeds {
    files: Vec<(Kind, String, Vec<u8>)>,
}

impl Seeds {
    /// Reads the library and the fuzz seeds of a source tree.
    pub(super) fn read(root: &Path) -> Result<Seeds, String> {
        let mut paths = Vec::new();
        for folder in ["games", "fuzz/seeds"] {
            gather(&root.join(folder), &mut paths)?;
        }
        // One order on every machine.
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
            let kind = match ending.as_str() {
                "drf" => Kind::Drf,
                "zrf" => Kind::Zrf,
                "4th" => Kind::Script,
                "zsg" | "sgf" | "pgn" | "pdn" | "usi" | "ucci" | "kif" | "csa" | "json" => Kind::Record,
                _ => continue,
            };
            let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            files.push((kind, ending, bytes));
        }
        files.extend(LINES.iter().map(|lines| (Kind::Lines, "txt".to_string(), lines.as_bytes().to_vec())));
        let message = |body: &&str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let messages: String = BODIES.iter().map(message).collect();
        files.push((Kind::Messages, "txt".to_string(), messages.into_bytes()));
        Ok(Seeds { files })
    }

    /// Returns a mutated input of a kind, and the ending of its name.
    pub(super) fn input(&self, kind: Kind, rng: &mut Xoshiro256PlusPlus) -> (Vec<u8>, &str) {
        let all: Vec<_> = self.files.iter().filter(|(of, ..)| *of == kind).collect();
        let (_, ending, bytes) = all[below(rng, all.len())];
        let (_, _, other) = all[below(rng, all.len())];
        let mut bytes = bytes.clone();
        // Mostly one or two: a text with many mutations is refused by its first one.
        let most = 1 + below(rng, 5);
        for _ in 0..1 + below(rng, most) {
            mutate(&mut bytes, other, rng);
        }
        bytes.truncate(BYTES);
        (bytes, ending)
    }
}

fn gather(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if path.is_dir() {
            gather(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

fn below(rng: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    rng.next_u64() as usize % bound.max(1)
}

/// Returns a random part of a text, of up to `most` bytes.
fn part(bytes: &[u8], most: usize, rng: &mut Xoshiro256PlusPlus) -> std::ops::Range<usize> {
    let from = below(rng, bytes.len());
    from..(from + 1 + below(rng, most)).min(bytes.len())
}

/// Returns the word around a random place.
fn word(bytes: &[u8], rng: &mut Xoshiro256PlusPlus) -> std::ops::Range<usize> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_?.".contains(byte);
    let at = below(rng, bytes.len());
    let from = bytes[..at].iter().rposition(|byte| !is_word(byte)).map_or(0, |last| last + 1);
    let to = bytes[at..].iter().position(|byte| !is_word(byte)).map_or(bytes.len(), |length| at + length);
    from..to.max(from)
}

/// Returns the list in parentheses that starts first behind a random place.
fn list(bytes: &[u8], rng: &mut Xoshiro256PlusPlus) -> std::ops::Range<usize> {
    let at = below(rng, bytes.len());
    let Some(from) = bytes[at..].iter().position(|byte| *byte == b'(').map(|found| at + found) else { return at..at };
    let mut depth = 0_i32;
    let end = bytes[from..].iter().position(|byte| {
        depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
        depth == 0
    });
    from..end.map_or(bytes.len(), |length| from + length + 1)
}

/// Numbers at the edges of what programs store.
const NUMBERS: [&str; 8] = ["0", "-1", "1000000", "65536", "2147483648", "18446744073709551616", "0.5", "1e999"];

/// Changes a text in one way.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Xoshiro256PlusPlus) {
    if bytes.is_empty() {
        bytes.extend_from_slice(other);
        return;
    }
    // Words, numbers and lists three times as often as bytes: such texts are read further.
    let kind = if below(rng, 4) > 0 { 3 + below(rng, 6) } else { below(rng, 11) };
    match kind {
        0 => {
            let at = below(rng, bytes.len());
            bytes[at] ^= 1 << below(rng, 8);
        }
        1 => drop(bytes.drain(part(bytes, 40, rng))),
        2 => bytes.truncate(below(rng, bytes.len()) + 1),
        // A word becomes another word of the text, or a number.
        3 => {
            let (to, from) = (word(bytes, rng), word(bytes, rng));
            let copy = bytes[from].to_vec();
            drop(bytes.splice(to, copy));
        }
        4 => {
            let at = word(bytes, rng);
            drop(bytes.splice(at, NUMBERS[below(rng, NUMBERS.len())].bytes()));
        }
        5 => {
            let numbers: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
            if let Some(&at) = numbers.get(below(rng, numbers.len())) {
                drop(bytes.splice(at..=at, NUMBERS[below(rng, NUMBERS.len())].bytes()));
            }
        }
        // Lists are removed, repeated, exchanged and put into each other.
        6 => drop(bytes.drain(list(bytes, rng))),
        7 => {
            let found = list(bytes, rng);
            let copy = bytes[found.clone()].repeat(1 + below(rng, 20));
            drop(bytes.splice(found.end..found.end, copy));
        }
        8 => {
            let (to, from) = (list(bytes, rng), list(bytes, rng));
            let copy = bytes[from].to_vec();
            drop(bytes.splice(to, copy));
        }
        9 => {
            let copy = if other.is_empty() { Vec::new() } else { other[part(other, 400, rng)].to_vec() };
            let at = below(rng, bytes.len());
            drop(bytes.splice(at..at, copy));
        }
        _ => {
            let depth = 1 << below(rng, 14);
            let at = below(rng, bytes.len());
            drop(bytes.splice(at..at, b"(".repeat(depth)));
        }
    }
}
