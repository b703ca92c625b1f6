//! CSA, the format of computer shogi: `+7776FU`, `T12`, `%TORYO`.
//!
//! Several games stand in one file with a `/` between them. Comments are lines that begin with `'`;
//! those for people with `'*`.

use dagaz_core::{Game, MoveList};
use std::time::Duration;

use super::diagram::Diagram;
use super::draft::Draft;
use super::{Shogi, ending, pieces, without_controls};
use crate::faults::Faults;
use crate::formats::usi::From;
use crate::reading::{ReadLimits, Reading, TAGS};
use crate::tree::{GameTree, NodeId};

/// Facts with the names that PGN has for them.
pub(super) const FACTS: [(&str, &str); 6] = [
    ("$EVENT:", "Event"),
    ("$SITE:", "Site"),
    ("$START_TIME:", "Date"),
    ("$END_TIME:", "EndTime"),
    ("$TIME_LIMIT:", "TimeControl"),
    ("$OPENING:", "Opening"),
];

/// The start of every even game.
pub(super) const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The pieces of a whole set without the kings: what `AL` puts into a hand is what is left of them.
const SET: [(&str, u32); 7] = [("R", 2), ("B", 2), ("G", 4), ("S", 4), ("N", 4), ("L", 4), ("P", 18)];

/// Whether a text looks like CSA.
pub fn is_csa(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('\''));
    lines.next().is_some_and(|line| {
        let version = line.strip_prefix('V').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let move_ = |line: &str| line.len() >= 7 && is_move(&line[..7]);
        let board = line == "PI" || line.starts_with("P1") && line.len() > 6;
        let fact = FACTS.iter().any(|(word, _)| line.starts_with(word));
        version && line.len() < 10
            || line.starts_with("N+")
            || line.starts_with("N-")
            || fact
            || board
            || line.is_char_boundary(7) && move_(line)
    })
}

/// Returns the number of rows of the first board of a text that is written row by row; none
/// without one.
pub fn rows(text: &str) -> Option<usize> {
    let rank = |line: &str| line.strip_prefix('P')?.chars().next()?.to_digit(10);
    let mut ranks = text.lines().map(|line| rank(line.trim())).skip_while(Option::is_none);
    let rows = (1..).take_while(|wanted| ranks.next().flatten() == Some(*wanted)).count();
    (rows > 0).then_some(rows)
}

/// Whether a word has the form of a move.
fn is_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() == 7
        && matches!(bytes[0], b'+' | b'-')
        && bytes[1..5].iter().all(u8::is_ascii_digit)
        && word.get(5..).is_some_and(|code| pieces::of_csa(code).is_some())
}

/// Reads games in this format.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    let shogi = match Shogi::for_text(game, text, limits) {
        Ok(shogi) => shogi,
        Err(refused) => return refused,
    };
    let mut reader = Reader {
        shogi: &shogi,
        limits,
        faults: Faults::new(limits.faults),
        games: Vec::new(),
        draft: Draft::new(&shogi, limits, 0),
        headed: false,
        ended: false,
        diagram: None,
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if reader.games.len() >= limits.games {
            reader.faults.limit(at, format!("there are more than {} games; what follows is not read", limits.games));
            break;
        }
        let clean = without_controls(line);
        let begin = at + clean.len() - clean.trim_start().len();
        let bare = clean.trim();
        if bare.starts_with(['\'', 'N', '$', 'P']) {
            reader.statement(begin, bare);
        } else {
            // Several statements may stand in a line, with commas between them.
            let mut from = begin;
            for part in bare.split(',') {
                reader.statement(from, part.trim());
                from += part.len() + 1;
            }
        }
        at += line.len();
    }
    reader.end_game();
    reader.faults.reading(text, reader.games)
}

struct Reader<'a> {
    shogi: &'a Shogi<'a>,
    limits: &'a ReadLimits,
    faults: Faults,
    games: Vec<GameTree>,
    draft: Draft<'a>,
    headed: bool,
    /// Whether the word for the end of the game has been read.
    ended: bool,
    /// The start, with its offset in the text.
    diagram: Option<(usize, Diagram)>,
}

impl Reader<'_> {
    fn statement(&mut self, at: usize, said: &str) {
        let fits = said.len() <= self.limits.text;
        if said.is_empty() || said.starts_with('V') {
            return;
        }
        if said == "/" {
            return self.end_game();
        }
        if let Some(comment) = said.strip_prefix('\'') {
            // What is not for people is of other programs.
            if let Some(comment) = comment.strip_prefix('*') {
                self.begin();
                self.draft.comment(at, comment.trim(), &mut self.faults);
            }
        } else if let Some(name) = said.strip_prefix("N+").filter(|_| fits) {
            self.headed = true;
            self.draft.tree.facts.seat_mut(self.shogi.players()[0].index()).name = name.trim().to_string();
        } else if let Some(name) = said.strip_prefix("N-").filter(|_| fits) {
            self.headed = true;
            self.draft.tree.facts.seat_mut(self.shogi.players()[1].index()).name = name.trim().to_string();
        } else if let Some((key, value)) = said.split_once(':').filter(|_| said.starts_with('$') && fits) {
            self.headed = true;
            let known = FACTS.iter().find(|(word, _)| word[..word.len() - 1] == *key).map(|(_, tag)| *tag);
            if self.draft.tree.facts.tags.len() < TAGS {
                let value = value.trim();
                let (day, time) = value.split_once(' ').filter(|_| known == Some("Date")).unwrap_or((value, ""));
                let value = if known == Some("Date") { day.replace('/', ".") } else { day.to_string() };
                self.draft.tree.facts.set_tag(known.unwrap_or(&key[1..]), value);
                if !time.trim().is_empty() {
                    self.draft.tree.facts.set_tag("Time", time.trim());
                }
            }
        } else if let Some(rest) = said.strip_prefix('P') {
            self.position(at, rest);
        } else if matches!(said, "+" | "-") {
            if said == "-" || self.diagram.is_some() {
                self.diagram_mut(at).second_moves = said == "-";
            }
            self.begin();
        } else if said.starts_with(['+', '-']) {
            self.begin();
            self.ended = false;
            let shogi = self.shogi;
            self.draft.play(at, said, &mut self.faults, |draft, list| meant(shogi, draft, list, said));
        } else if let Some(time) = said.strip_prefix('T') {
            let seconds = time.trim().parse::<f64>().ok().and_then(|time| Duration::try_from_secs_f64(time).ok());
            match seconds {
                Some(spent) if self.ended => self.draft.end_after(Some(spent)),
                Some(spent) if self.draft.cursor.node() != NodeId::ROOT => {
                    self.draft.tree.note_mut(self.draft.cursor.node()).spent = Some(spent);
                }
                Some(_) => {}
                None => {
                    self.faults.form(at, "`T` is followed by seconds");
                }
            }
        } else if said.starts_with('%') {
            self.begin();
            self.ended = true;
            match ending::of_csa(said, self.draft.second_moves()) {
                Some(ending) => self.draft.end(ending, None),
                None => {
                    self.faults.form(at, "this word for the end of a game is not known");
                }
            }
        } else {
            self.faults.form(at, "this line is not understood");
        }
    }

    fn diagram_mut(&mut self, at: usize) -> &mut Diagram {
        let duel = self.shogi.usi.duel();
        let even =
            || Diagram::of_sfen(EVEN).filter(|even| (even.width(), even.height()) == (duel.width(), duel.height()));
        let (_, diagram) = self
            .diagram
            .get_or_insert_with(|| (at, even().unwrap_or_else(|| Diagram::empty(duel.width(), duel.height()))));
        diagram
    }

    /// `PI82HI`, `P1-KY-KE * …`, `P+63FU00KI`, `P-00AL`.
    fn position(&mut self, at: usize, said: &str) {
        let duel = self.shogi.usi.duel();
        let (width, height) = (duel.width(), duel.height());
        let mut good = true;
        if let Some(gone) = said.strip_prefix('I') {
            let diagram = self.diagram_mut(at);
            for place in chunks(gone, 4) {
                good &= square(place).is_some_and(|(file, rank)| diagram.put(file, rank, None));
            }
        } else if let Some(rank) = said.chars().next().and_then(|c| c.to_digit(10)) {
            if self.diagram.is_none() || rank == 1 {
                self.diagram = Some((at, Diagram::empty(width, height)));
            }
            let diagram = self.diagram_mut(at);
            let row: Vec<String> = chunks(&said[1..], 3).map(str::to_string).collect();
            for (column, cell) in row.iter().take(width).enumerate() {
                let piece = cell.get(1..).and_then(|code| pieces::of_csa(code.trim()));
                let piece = piece.map(|piece| (piece.letter, cell.starts_with('-')));
                good &= diagram.put(width - column, rank as usize, piece);
            }
        } else if said.starts_with(['+', '-']) {
            let second = said.starts_with('-');
            if self.diagram.is_none() {
                self.diagram = Some((at, Diagram::empty(width, height)));
            }
            let diagram = self.diagram_mut(at);
            for part in chunks(&said[1..], 4) {
                let code = part.get(2..).unwrap_or_default();
                if part.starts_with("00") && code == "AL" {
                    give_rest(diagram, second);
                } else if let Some(piece) = pieces::of_csa(code) {
                    if part.starts_with("00") {
                        diagram.hands[usize::from(second)].push((piece.letter, 1));
                    } else {
                        let there = Some((piece.letter, second));
                        good &= square(part).is_some_and(|(file, rank)| diagram.put(file, rank, there));
                    }
                } else {
                    good = false;
                }
            }
        } else {
            good = false;
        }
        if !good {
            self.faults.form(at, "this part of a position is not understood");
        }
    }

    fn begin(&mut self) {
        let Some((at, diagram)) = self.diagram.take() else { return };
        // A position alone is a game without moves.
        self.headed = true;
        let sfen = diagram.sfen();
        if sfen != EVEN {
            let position = self.shogi.usi.sfen.parse(&sfen).map_err(|fault| fault.message);
            self.draft.begin_at(at, position, &mut self.faults);
        }
    }

    fn end_game(&mut self) {
        let set_up = self.diagram.is_some();
        self.begin();
        let next = Draft::new(self.shogi, self.limits, self.games.len() + 1);
        let draft = std::mem::replace(&mut self.draft, next);
        if draft.begun || std::mem::take(&mut self.headed) || set_up {
            self.games.push(draft.finish(&mut self.faults));
        }
        (self.headed, self.ended) = (false, false);
    }
}

/// Gives all pieces that are nowhere to a hand.
fn give_rest(diagram: &mut Diagram, second: bool) {
    for (letter, whole) in SET {
        let mut there = 0;
        for rank in 1..=diagram.height() {
            for file in 1..=diagram.width() {
                let known = diagram.at(file, rank).map(|(known, _)| known.trim_start_matches('+'));
                there += u32::from(known == Some(letter));
            }
        }
        for hand in &diagram.hands {
            there += hand.iter().filter(|(known, _)| *known == letter).map(|(_, count)| *count).sum::<u32>();
        }
        if whole > there {
            diagram.hands[usize::from(second)].push((letter, whole - there));
        }
    }
}

/// Parts of so many characters; what has others than ASCII is not cut.
fn chunks(text: &str, length: usize) -> impl Iterator<Item = &str> {
    let text = if text.is_ascii() { text } else { "" };
    (0..text.len()).step_by(length).map(move |begin| &text[begin..(begin + length).min(text.len())])
}

/// File and rank.
fn square(text: &str) -> Option<(usize, usize)> {
    let mut digits = text.chars().map(|c| c.to_digit(10));
    Some((digits.next()?? as usize, digits.next()?? as usize))
}

/// The legal moves that a word means. The piece is named as it is behind the move.
fn meant(shogi: &Shogi<'_>, draft: &Draft<'_>, list: &MoveList, said: &str) -> Vec<usize> {
    let first = shogi.players()[0];
    if !is_move(said) || (draft.mover() == first) != said.starts_with('+') {
        return Vec::new();
    }
    let site = |text: &str| square(text).and_then(|(file, rank)| shogi.square(file, rank));
    let (from, to) = (site(&said[1..3]), site(&said[3..5]));
    let drops = &said[1..3] == "00";
    let letter = pieces::of_csa(&said[5..]).map(|piece| piece.letter);
    let (duel, state) = (shogi.usi.duel(), draft.state());
    let fits = |index: &usize| {
        let Some(made) = shogi.usi.said(state, list.get(*index)) else { return false };
        let (kind, origin) = match made.from {
            From::Hand(kind) => (Some(kind), None),
            From::Site(site) => (state.piece(site).map(|piece| piece.kind), Some(site)),
        };
        let before = kind.and_then(|kind| duel.letter(kind));
        let promoted = before.map(|letter| format!("+{letter}"));
        let behind = if made.promotes { promoted.as_deref() } else { before };
        Some(made.to) == to && origin == from && origin.is_none() == drops && behind == letter
    };
    (0..list.len()).filter(fits).collect()
}
