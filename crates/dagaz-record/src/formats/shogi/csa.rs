//! CSA, the format of computer shogi: `+7776FU`, `T12`, `%TORYO`.
//!
//! Several games stand in one file with a `/` between them. Comments are lines that begin with `'`;
//! those for people with `'*`.

use dagaz_core::{Game, MoveList, Turn};
use std::time::Duration;

use super::diagram::Diagram;
use super::draft::Draft;
use super::ending::{ENDING_TIME, Ending, TERMINATION, Winner};
use super::{Shogi, WHICH, ending, one_line, pieces, without_controls};
use crate::cursor::Cursor;
use crate::faults::Faults;
use crate::formats::usi::From;
use crate::formats::{WriteFault, Written, decimal, left_out, phrase};
use crate::position::draft::ordered;
use crate::reading::{ReadLimits, Reading, TAGS};
use crate::tree::{GameTree, NodeId};

/// Facts with the names that PGN has for them.
const FACTS: [(&str, &str); 6] = [
    ("$EVENT:", "Event"),
    ("$SITE:", "Site"),
    ("$START_TIME:", "Date"),
    ("$END_TIME:", "EndTime"),
    ("$TIME_LIMIT:", "TimeControl"),
    ("$OPENING:", "Opening"),
];

/// Facts of version 3, by their names there.
const FACTS_3: [&str; 6] = ["TIME", "TIME+", "TIME-", "MAX_MOVES", "JISHOGI", "NOTE"];

/// The start of every even game.
const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

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

/// Writes the main lines of games in this format: in version 3 what version 2.2 cannot say, such as
/// letters that are not ASCII and fractions of a second.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let shogi = Shogi::of(game).ok_or(WriteFault::NotThisGame(WHICH))?;
    let mut written = Written::default();
    for (place, tree) in trees.iter().enumerate() {
        written.text += if place > 0 { "/\n" } else { "" };
        one(&shogi, tree, &mut written)?;
    }
    let is_new = |tree: &GameTree| {
        let fraction = tree.nodes().any(|node| tree.note(node).spent.is_some_and(|spent| spent.subsec_nanos() > 0));
        let ending = tree.facts.tag(ENDING_TIME).is_some_and(|time| time.contains('.'));
        let fact = tree.facts.tags.iter().any(|(tag, _)| FACTS_3.contains(&tag.as_str()));
        let limit = ending_of(&shogi, tree).is_some_and(|(ending, _)| ending.csa == "%MAX_MOVES");
        fraction || ending || fact || limit
    };
    let is_new = !written.text.is_ascii() || trees.iter().any(is_new);
    written.text.insert_str(0, if is_new { "'CSA encoding=UTF-8\nV3.0\n" } else { "V2.2\n" });
    Ok(written)
}

/// The ending of the main line, and whether the second player would move there; none if the format
/// of the game has no word for it.
fn ending_of(shogi: &Shogi<'_>, tree: &GameTree) -> Option<(&'static Ending, bool)> {
    let mut cursor = Cursor::new(shogi.game, tree);
    cursor.go_to(tree, tree.main_line().last().copied().unwrap_or(NodeId::ROOT));
    let Turn::Choice(mover) = shogi.game.turn(cursor.state()) else { return None };
    let ending = match &tree.facts.result {
        Some(outcome) => ending::of(outcome, mover),
        None => tree.facts.tag(TERMINATION).and_then(ending::open),
    };
    Some((ending?, mover == shogi.players()[1]))
}

/// Seconds, with decimals where they are not whole.
fn time(spent: Duration) -> String {
    format!("T{}\n", decimal::write(spent))
}

fn one(shogi: &Shogi<'_>, tree: &GameTree, written: &mut Written) -> Result<(), WriteFault> {
    let facts = &tree.facts;
    let text = &mut written.text;
    for (word, player) in ["N+", "N-"].into_iter().zip(shogi.players()) {
        if let Some(seat) = facts.seats.get(player.index()).filter(|seat| !one_line(&seat.name).is_empty()) {
            *text += &format!("{word}{}\n", one_line(&seat.name));
        }
    }
    let mut tags = 0;
    let ending = ending_of(shogi, tree).and_then(|(ending, second)| Some((ending, ending.csa_word(second)?)));
    for (tag, value) in &facts.tags {
        let value = one_line(value);
        match FACTS.iter().find(|(_, name)| name == tag) {
            Some((word, "Date")) => {
                let time = facts.tag("Time").map(|time| format!(" {}", two_digits(&one_line(time))));
                *text += &format!("{word}{}{}\n", value.replace('.', "/"), time.unwrap_or_default());
            }
            Some((word, _)) => *text += &format!("{word}{value}\n"),
            None if FACTS_3.contains(&tag.as_str()) => *text += &format!("${tag}:{value}\n"),
            // They stand behind the date, and at the end of the game.
            None if tag == "Time" && facts.tag("Date").is_some() => {}
            None if tag == TERMINATION && ending.as_ref().is_some_and(|(ending, _)| ending.winner == Winner::Open) => {}
            None if tag == ENDING_TIME && ending.is_some() && decimal::read(&value).is_some() => {}
            None => tags += 1,
        }
    }
    let sfen = shogi.usi.sfen.write_exactly(&ordered(shogi.game.position(tree.start())));
    let sfen = sfen.ok_or(WriteFault::NotThisGame("games whose start position it can say"))?;
    let diagram = Diagram::of_sfen(&sfen).ok_or(WriteFault::NotThisGame(WHICH))?;
    if sfen == EVEN {
        *text += "PI\n";
    } else {
        board(&diagram, text);
    }
    *text += if diagram.second_moves { "-\n" } else { "+\n" };
    comment(tree, NodeId::ROOT, text);
    let clocks = tree.nodes().filter(|node| tree.note(*node).clock.is_some()).count();
    let mut cursor = Cursor::new(shogi.game, tree);
    for node in tree.main_line() {
        *text += &said(shogi, tree, &cursor, node).ok_or(WriteFault::Move(tree.depth(node)))?;
        text.push('\n');
        let note = tree.note(node);
        if let Some(spent) = note.spent {
            *text += &time(spent);
        }
        comment(tree, node, text);
        cursor.go_to(tree, node);
    }
    match ending {
        Some((_, word)) => {
            *text += &format!("{word}\n");
            *text += &facts.tag(ENDING_TIME).and_then(decimal::read).map_or_else(String::new, time);
        }
        None if facts.result.is_some() => written.left_out.push("1 result".to_string()),
        None => {}
    }
    // Names, comments and times spent are written, and clocks are not.
    let kept = ["comment", "player", "tag", "clock"];
    written.left_out.extend(left_out(tree).into_iter().filter(|phrase| !kept.iter().any(|word| phrase.contains(word))));
    written.left_out.extend(phrase(clocks, "clock time", "clock times"));
    written.left_out.extend(phrase(tags, "tag", "tags"));
    Ok(())
}

/// A time of day with two digits for the hour.
fn two_digits(time: &str) -> String {
    let hour = time.split(':').next().unwrap_or_default();
    format!("{}{time}", if hour.len() == 1 { "0" } else { "" })
}

fn comment(tree: &GameTree, node: NodeId, text: &mut String) {
    let note = tree.note(node);
    for part in [&note.before, &note.comment] {
        if !part.is_empty() {
            part.split('\n').for_each(|line| *text += &format!("'*{}\n", one_line(line)));
        }
    }
}

/// The rows and hands of a start.
fn board(diagram: &Diagram, text: &mut String) {
    for rank in 1..=diagram.height() {
        *text += &format!("P{rank}");
        for file in (1..=diagram.width()).rev() {
            match diagram.at(file, rank) {
                Some((letter, second)) => {
                    let code = pieces::of_letter(letter).map_or("", |piece| piece.csa);
                    *text += &format!("{}{code}", if second { '-' } else { '+' });
                }
                None => *text += " * ",
            }
        }
        text.push('\n');
    }
    for (second, hand) in diagram.hands.iter().enumerate() {
        if !hand.is_empty() {
            *text += if second == 1 { "P-" } else { "P+" };
            for (letter, count) in hand {
                let code = pieces::of_letter(letter).map_or("", |piece| piece.csa);
                (0..*count).for_each(|_| *text += &format!("00{code}"));
            }
            text.push('\n');
        }
    }
}

/// The move that leads to a node.
fn said(shogi: &Shogi<'_>, tree: &GameTree, cursor: &Cursor<'_>, node: NodeId) -> Option<String> {
    let made = shogi.usi.said(cursor.state(), tree.chosen(node)?)?;
    let Turn::Choice(mover) = shogi.game.turn(cursor.state()) else { return None };
    let sign = if mover == shogi.players()[0] { '+' } else { '-' };
    let (file, rank) = shogi.place(made.to)?;
    let (from, kind) = match made.from {
        From::Hand(kind) => ("00".to_string(), kind),
        From::Site(site) => {
            let (file, rank) = shogi.place(site)?;
            (format!("{file}{rank}"), cursor.state().piece(site)?.kind)
        }
    };
    let letter = shogi.usi.duel().letter(kind)?;
    let behind = if made.promotes { format!("+{letter}") } else { letter.to_string() };
    Some(format!("{sign}{from}{file}{rank}{}", pieces::of_letter(&behind)?.csa))
}
