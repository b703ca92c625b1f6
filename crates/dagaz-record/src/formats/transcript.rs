//! Transcripts of Othello: the squares of the discs, `F5D6C3D3…`, with or without blanks.
//!
//! A text is one game, or a game in each line if each begins one. Forced passes are left out, or
//! written as `--`, `pa` or `pass`. Moves may have numbers: `1. f5 d6 2. c3`. Transcripts are read
//! only; games are written in other formats.

use dagaz_core::{Game, LimitHit};

use crate::cursor::Cursor;
use crate::matching::find_move;
use crate::reading::{ReadLimits, Reading, RecordFault, RecordFaultKind};
use crate::tree::{GameTree, NodeId};

/// Squares that a text has at least.
const FEWEST: usize = 4;
/// Squares with which a game of Othello may begin.
const FIRST: [&str; 4] = ["c4", "d3", "e6", "f5"];
const PASSES: [&str; 4] = ["--", "pass", "pa", "ps"];

/// Whether a text is a transcript.
pub(crate) fn is_transcript(text: &str) -> bool {
    text.len() <= MOST && begins_game(text)
}

/// Bytes of a text that is looked at: thousands of games.
const MOST: usize = 16 << 20;

fn begins_game(text: &str) -> bool {
    let words = words(text).unwrap_or_default();
    // A numbered list may be a game of chess, in which White cannot begin with `e6` or `f5`.
    let bare = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let chess = || words.first().is_some_and(|(_, first)| ["c4", "d3"].iter().any(|c| c.eq_ignore_ascii_case(first)));
    let is_chess = bare.starts_with('.') && (bare.starts_with("..") || chess());
    words.len() >= FEWEST && !is_chess && FIRST.iter().any(|first| words[0].1.eq_ignore_ascii_case(first))
}

/// Returns the squares of a text in which they stand without blanks, `F5D6C3`; `None` if it has
/// other signs, or fewer than two squares.
pub fn run_of_squares(text: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = words(text)?.into_iter().map(|(_, word)| word).collect();
    (words.len() > 1 && !text.contains(char::is_whitespace)).then_some(words)
}

/// Squares and passes with their places; `None` if the text has anything else.
fn words(text: &str) -> Option<Vec<(usize, &str)>> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && rest[digits..].starts_with('.') {
            at += digits + rest[digits..].bytes().take_while(|byte| *byte == b'.').count();
            continue;
        }
        let is_square = matches!(rest.as_bytes(), [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8', ..]);
        let passes =
            || PASSES.iter().find(|pass| rest.get(..pass.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(pass)));
        let length = if is_square { 2 } else { passes()?.len() };
        words.push((at, &rest[..length]));
        at += length;
    }
    Some(words)
}

/// Reads all games of a transcript, each from the start position.
pub(super) fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    let mut reading = Reading::default();
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let games: Vec<&str> = if lines().all(begins_game) { lines().collect() } else { vec![text] };
    for (number, one) in games.into_iter().enumerate() {
        let begin = one.as_ptr() as usize - text.as_ptr() as usize;
        if number >= limits.games {
            let message = format!("there are more than {} games; what follows is not read", limits.games);
            reading.faults.push(RecordFault::new(text, begin, RecordFaultKind::Limit, message));
            break;
        }
        let mut tree = GameTree::of(game);
        if let Err((at, kind, message)) = play(game, &mut tree, one, limits) {
            let node = tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
            reading.faults.push(RecordFault::new(text, begin + at, kind, message).met_at(number, node));
        }
        reading.games.push(tree);
    }
    reading
}

type Refused = (usize, RecordFaultKind, String);

fn play(game: &dyn Game, tree: &mut GameTree, text: &str, limits: &ReadLimits) -> Result<(), Refused> {
    let mut cursor = Cursor::new(game, tree);
    for (at, word) in words(text).unwrap_or_default() {
        let limit = |hit: LimitHit| (at, RecordFaultKind::Limit, hit.to_string());
        if tree.moves() >= limits.moves {
            return Err((at, RecordFaultKind::Limit, format!("the game has more than {} moves", limits.moves)));
        }
        let mut list = cursor.legal().map_err(limit)?;
        let forced = list.len() == 1 && list.get(0).is_idle();
        let passes = PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass));
        if forced {
            cursor.play(tree, list.get(0));
            list = cursor.legal().map_err(limit)?;
        }
        if forced && passes {
            continue;
        }
        let square = word.to_ascii_lowercase();
        let found = find_move(game, cursor.state(), &list, &square).map_err(|error| {
            let kind = RecordFaultKind::Move { typed: word.to_string(), near: Vec::new() };
            (at, kind, error.to_string())
        })?;
        cursor.play(tree, list.get(found));
    }
    tree.facts.result = cursor.outcome().map_err(|hit| (text.len(), RecordFaultKind::Limit, hit.to_string()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transcripts_are_squares_and_nothing_else() {
        for text in [
            "F5D6C3D3",
            "1. f5 d6 2. c3 d3",
            "1.e6 f6 2.f5 d6\n3...c5",
            "f5 d6 c3 d3\nc4",
            "d3c3c4c5\n",
            "F5D6C3D3C4F4--F6",
        ] {
            assert!(is_transcript(text), "{text}");
        }
        for text in [
            "",
            "f5d6c3",
            "1. e4 e5 2. d4 d5",
            "1. c4 c5 2. d3 d6",
            "1. f5 d6 2. c3 1-0",
            "e2e4e7e5",
            "f5d6c3d9",
            "f5 d6 c3 x",
        ] {
            assert!(!is_transcript(text), "{text}");
        }
        assert_eq!(run_of_squares("F5d6"), Some(vec!["F5", "d6"]));
        assert_eq!((run_of_squares("f5"), run_of_squares("f5 d6"), run_of_squares("Nf3")), (None, None, None));
    }
}
