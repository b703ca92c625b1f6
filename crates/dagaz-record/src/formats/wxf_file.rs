//! WXF files of xiangqi: `FORMAT WXF`, headers such as `RED` and `BLACK`, and the moves between
//! `START{` and `}END`. They are read only; the moves are those of [WXF](crate::formats::wxf).

use dagaz_core::Game;

use super::pgn::{result, tags};
use super::ucci;
use crate::position::two_player::TwoPlayerGame;
use crate::reading::{ReadLimits, Reading, RecordFaultKind, TAGS, line_and_column};

/// Headers with the names that PGN has for them.
const FACTS: [(&str, &str); 8] = [
    ("GAME", "Event"),
    ("EVENT", "Event"),
    ("SITE", "Site"),
    ("DATE", "Date"),
    ("ROUND", "Round"),
    ("REDTEAM", "RedTeam"),
    ("BLACKTEAM", "BlackTeam"),
    ("OPENING", "Opening"),
];

/// What begins the moves.
const START: &str = "START{";

/// Whether a text is such a file.
pub(crate) fn is_file(text: &str) -> bool {
    let mut words = text.split_whitespace().map(str::to_ascii_uppercase);
    words.next().as_deref() == Some("FORMAT") && words.next().as_deref() == Some("WXF")
}

/// Reads the game of a file.
pub(super) fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    if text.len() > limits.bytes {
        let message = format!("the file has more than {} bytes", limits.bytes);
        return Reading::refused(text, RecordFaultKind::Limit, message);
    }
    let Some(begin) = text.find(START) else {
        return Reading::refused(text, RecordFaultKind::Form, "the moves are missing: they begin with `START{`");
    };
    let head = &text[..begin];
    let value =
        |wanted: &str| headers(head).find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value);
    let mut line = Line { signs: vec![' '; text.chars().count()], text };
    match value("FEN") {
        Some(fen) => line.put(fen.as_ptr() as usize - text.as_ptr() as usize, fen),
        None => line.put(head.len() - head.trim_start().len(), "startpos"),
    }
    line.put(begin, "moves");
    let (comments, said) = line.moves(begin + START.len());
    let mut reading = ucci::read(game, &line.signs.into_iter().collect::<String>(), limits);
    for fault in &mut reading.faults {
        // The line has a character for each of the text.
        let byte = text.char_indices().nth(fault.column - 1).map_or(text.len(), |(byte, _)| byte);
        (fault.line, fault.column) = line_and_column(text, byte);
    }
    match comments {
        0 => {}
        1 => reading.remarks.push("1 comment was not kept".to_string()),
        many => reading.remarks.push(format!("{many} comments were not kept")),
    }
    let (Some(tree), Some(duel)) = (reading.games.first_mut(), TwoPlayerGame::of(game)) else { return reading };
    for (name, value) in headers(head).filter(|(_, value)| value.len() <= limits.text) {
        let value = tags::plain(value);
        match name.to_ascii_uppercase().as_str() {
            "FORMAT" | "FEN" | "RESULT" => {}
            "RED" => tree.facts.seat_mut(duel.players[0].index()).name = value,
            "BLACK" => tree.facts.seat_mut(duel.players[1].index()).name = value,
            "DATE" => tree.facts.set_tag("Date", value.replace(['-', '/'], ".")),
            other if tree.facts.tags.len() < TAGS => {
                let known = FACTS.iter().find(|(word, _)| *word == other).map(|(_, tag)| *tag);
                tree.facts.set_tag(known.unwrap_or(name), value);
            }
            _ => {}
        }
    }
    if tree.facts.result.is_none() {
        let said = value("RESULT").and_then(result::parse).or(said);
        tree.facts.result = said.and_then(|said| result::outcome(game, &duel.players, said, None));
    }
    reading
}

/// The headers of a file: a word in capitals, and what stands behind it.
fn headers(head: &str) -> impl Iterator<Item = (&str, &str)> {
    let pairs = head.lines().filter_map(|line| line.trim().split_once(char::is_whitespace));
    pairs
        .map(|(name, value)| (name, value.trim()))
        .filter(|(name, value)| !value.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The game as a line of the protocol: blanks, and what is put in their place. It has a character
/// for each of the text.
struct Line<'t> {
    signs: Vec<char>,
    text: &'t str,
}

impl Line<'_> {
    /// Puts words where a byte of the text is.
    fn put(&mut self, at: usize, words: &str) {
        let begin = self.text[..at].chars().count();
        for (place, c) in self.signs[begin..].iter_mut().zip(words.chars()) {
            *place = c;
        }
    }

    /// Takes the moves from a byte on, without their numbers. Returns the number of comments, and
    /// the result if one stands behind them.
    fn moves(&mut self, from: usize) -> (usize, Option<&'static str>) {
        let (mut comments, mut said) = (0, None);
        let begin = self.text[..from].chars().count();
        let text: Vec<char> = self.text[from..].chars().collect();
        let mut at = 0;
        while at < text.len() && text[at] != '}' {
            let is_word = |c: &&char| !c.is_whitespace() && !matches!(c, '{' | '}');
            let length = text[at..].iter().take_while(is_word).count();
            if text[at] == '{' {
                comments += 1;
                at += text[at..].iter().take_while(|c| **c != '}').count();
            } else if let Some(found) = result::parse(&text[at..at + length].iter().collect::<String>()) {
                said = Some(found);
                at += length - 1;
            } else if length > 0 {
                let number = number(&text[at..at + length]);
                self.signs[begin + at + number..begin + at + length].copy_from_slice(&text[at + number..at + length]);
                at += length - 1;
            }
            at += 1;
        }
        (comments, said)
    }
}

/// Returns the length of the number with which a word begins: `1.` of `1.C2.5`. Soldiers begin with
/// digits too: `27.6`.
fn number(word: &[char]) -> usize {
    let digits = word.iter().take_while(|c| c.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|c| matches!(c, '.' | '…')).count();
    let is_number = dots > 0 && word.get(digits + dots).is_none_or(|c| !c.is_ascii_digit());
    if is_number { digits + dots } else { 0 }
}
