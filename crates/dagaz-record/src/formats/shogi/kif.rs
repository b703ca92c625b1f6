//! KIF, in which programs and magazines of shogi keep games, and KI2, its form for people, in which
//! moves name no origin.
//!
//! The reader takes both, in one file as well: headers, handicaps, board diagrams, comments (`*`),
//! variations (`変化：8手`) and times.

use dagaz_core::{Game, MoveList};
use std::time::Duration;

use super::diagram::Diagram;
use super::draft::Draft;
use super::ending;
use super::line::{Key, Line, SIGNS};
use super::pieces;
use super::relative::{Relative, target};
use super::{Shogi, without_controls};
use crate::faults::Faults;
use crate::formats::usi::From;
use crate::names;
use crate::reading::{ReadLimits, Reading};
use crate::tree::GameTree;

/// Handicaps, with the position that they begin with.
pub(super) const HANDICAPS: [(&str, &str); 17] = [
    ("平手", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
    ("香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("右香落ち", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("角落ち", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("飛香落ち", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("二枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("三枚落ち", "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("四枚落ち", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("五枚落ち", "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("左五枚落ち", "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("六枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("左七枚落ち", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("右七枚落ち", "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("八枚落ち", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("トンボ", "4k4/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
];

/// Returns the game that the first handicap of a text names, such as `５五将棋`; none if it is a
/// handicap of shogi.
pub fn game_named(text: &str) -> Option<&str> {
    text.lines()
        .take(HEADERS)
        .find_map(|line| match Line::of(line) {
            Line::Header(Key::Handicap, value) => Some(value),
            _ => None,
        })
        .filter(|value| names::meant(value).is_some())
}

/// Returns the name of a game in place of a handicap, where files have one.
pub(super) fn game_written(title: &str) -> Option<&'static str> {
    GAMES.iter().find(|(known, _)| *known == title).map(|(_, name)| *name)
}

/// What files call relatives of shogi.
const GAMES: [(&str, &str); 1] = [("Minishogi", "５五将棋")];

/// Returns the number of rows of the first board diagram of a text; none without a diagram.
pub fn diagram_rows(text: &str) -> Option<usize> {
    let is_row = |line: &&str| Line::of(line) == Line::Row;
    let rows = text.lines().take(HEADERS).skip_while(|line| !is_row(line)).take_while(is_row).count();
    (rows > 0).then_some(rows)
}

/// Lines in which the headers of a game are looked for.
const HEADERS: usize = 60;

/// Whether a text looks like KIF or KI2.
pub fn is_kif(text: &str) -> bool {
    text.lines().take(HEADERS).map(str::trim).any(|line| {
        let headed = ["手数----", "手合割：", "先手：", "後手：", "下手：", "上手：", "#KIF"];
        headed.iter().any(|word| line.starts_with(word)) || line.starts_with(SIGNS)
    })
}

/// Whether the first move of a text is one of KI2.
pub fn is_relative(text: &str) -> bool {
    let kinds = text.lines().map(Line::of);
    let mut moves = kinds.filter(|kind| matches!(kind, Line::Relative | Line::Numbered));
    moves.next() == Some(Line::Relative)
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
        start: None,
        diagram: None,
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if reader.games.len() >= limits.games {
            reader.faults.limit(at, format!("there are more than {} games; what follows is not read", limits.games));
            break;
        }
        let clean = without_controls(line);
        reader.line(at + clean.len() - clean.trim_start().len(), clean.trim());
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
    /// Whether the game has a header.
    headed: bool,
    /// The start that a handicap means.
    start: Option<(usize, &'static str)>,
    /// The board that is drawn, where it begins, and how many of its rows have been read.
    diagram: Option<(usize, Diagram, usize)>,
}

impl Reader<'_> {
    fn line(&mut self, at: usize, line: &str) {
        match Line::of(line) {
            Line::Ignored | Line::Turn { second: false } => {}
            Line::Comment(comment) => {
                self.begin();
                self.draft.comment(at, comment, &mut self.faults);
            }
            Line::Frame => {
                self.diagram_mut(at);
            }
            Line::Row => self.row(at, line),
            Line::Relative => {
                self.begin();
                self.relative_moves(at, line);
            }
            Line::Numbered => {
                self.begin();
                self.numbered(at, line);
            }
            Line::Variation(Some(ply)) => self.draft.branch(at, ply, &mut self.faults),
            Line::Variation(None) => {
                self.faults.form(at, "a variation begins with the number of a move");
            }
            Line::Header(key, value) => self.header(at, key, value),
            Line::Turn { second: true } => self.diagram_mut(at).1.second_moves = true,
            Line::Summary => self.summary(line),
            Line::Unknown => {
                self.faults.form(at, "this line is not understood");
            }
        }
    }

    fn diagram_mut(&mut self, at: usize) -> &mut (usize, Diagram, usize) {
        let duel = self.shogi.usi.duel();
        self.diagram.get_or_insert_with(|| (at, Diagram::empty(duel.width(), duel.height()), 0))
    }

    fn row(&mut self, at: usize, line: &str) {
        let (_, diagram, rows) = self.diagram_mut(at);
        *rows += 1;
        let rank = *rows;
        if !diagram.kif_row(rank, line) {
            self.faults.form(at, "this is no row of the board");
        }
    }

    fn header(&mut self, at: usize, key: Key<'_>, value: &str) {
        // A header behind the moves is that of the next game.
        if self.draft.begun {
            self.end_game();
        }
        self.headed = true;
        if value.len() > self.limits.text {
            self.faults.limit(at, format!("a text has more than {} bytes; it is left out", self.limits.text));
            return;
        }
        let players = self.shogi.players();
        let facts = &mut self.draft.tree.facts;
        match key {
            Key::Player { second } => {
                facts.seat_mut(players[usize::from(second)].index()).name = value.to_string();
            }
            Key::Handicap => match HANDICAPS.iter().find(|(name, _)| *name == value) {
                Some((_, sfen)) => self.start = Some((at, sfen)),
                None if value.starts_with("その他") => {}
                None if names::meant(value).is_some_and(|names| names.title != self.shogi.title()) => {
                    let message = format!("this is a game of {value}, not of {}", self.shogi.title());
                    self.draft.begin_at(at, Err(message), &mut self.faults);
                }
                None if value.ends_with("将棋") => {}
                None => {
                    self.faults.form(at, "this handicap is not known");
                }
            },
            Key::Hand { second } => match Diagram::read_kif_hand(value) {
                Some(hand) => self.diagram_mut(at).1.hands[usize::from(second)] = hand,
                None => {
                    self.faults.form(at, "these are no pieces in hand");
                }
            },
            Key::Begun => {
                let (date, time) = value.split_once(' ').unwrap_or((value, ""));
                facts.set_tag("Date", date.replace(['/', '-'], "."));
                if !time.is_empty() {
                    facts.set_tag("Time", time.trim());
                }
            }
            Key::Tag(tag) => {
                if facts.tags.len() < crate::reading::TAGS {
                    facts.set_tag(tag, value);
                }
            }
        }
    }

    /// Sets up the start, once all headers are read.
    fn begin(&mut self) {
        if let Some((at, diagram, rows)) = self.diagram.take() {
            self.start = None;
            let whole = rows == diagram.height();
            let parsed = || self.shogi.usi.sfen.parse(&diagram.sfen()).map_err(|fault| fault.message);
            let position = if whole { parsed() } else { Err("the board has too few rows".to_string()) };
            self.draft.begin_at(at, position, &mut self.faults);
        }
        if let Some((at, sfen)) = self.start.take() {
            let even = sfen == HANDICAPS[0].1;
            if !even {
                let position = self.shogi.usi.sfen.parse(sfen).map_err(|fault| fault.message);
                self.draft.begin_at(at, position, &mut self.faults);
            }
        }
    }

    /// `1 ７六歩(77) ( 0:01/00:00:01)`.
    fn numbered(&mut self, at: usize, line: &str) {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let at = at + line.len() - rest.len();
        // The time stands in brackets with a slash or a colon; the origin in brackets without.
        let is_time = |begin: &usize| rest[*begin..].contains(['/', ':']);
        let (said, time) = match rest.rfind('(').filter(is_time) {
            Some(begin) => (rest[..begin].trim_end(), Some(&rest[begin..])),
            None => (rest.trim_end().trim_end_matches('+').trim_end(), None),
        };
        let (shogi, spent) = (self.shogi, time.and_then(spent));
        if let Some(ending) = ending::of_kif(said) {
            return self.draft.end(ending, spent);
        }
        let played = self.draft.play(at, said, &mut self.faults, |draft, list| absolute(shogi, draft, list, said));
        if let Some(spent) = spent.filter(|_| played) {
            self.draft.tree.note_mut(self.draft.cursor.node()).spent = Some(spent);
        }
    }

    /// `▲７六歩 △３四歩`.
    fn relative_moves(&mut self, at: usize, line: &str) {
        let shogi = self.shogi;
        let begins: Vec<usize> = line.match_indices(SIGNS).map(|(begin, _)| begin).collect();
        for (place, begin) in begins.iter().enumerate() {
            let end = begins.get(place + 1).copied().unwrap_or(line.len());
            let said = line[*begin..end].trim_start_matches(SIGNS).trim();
            if let Some(ending) = ending::of_kif(said) {
                self.draft.end(ending, None);
                continue;
            }
            self.draft.play(at + begin, said, &mut self.faults, |draft, list| {
                let place = draft.place();
                Relative::parse(shogi, &place, said).map_or_else(Vec::new, |move_| move_.meant(shogi, &place, list))
            });
        }
    }

    /// `まで75手で先手の勝ち`: the result of KI2, where no move says it.
    fn summary(&mut self, line: &str) {
        if self.draft.tree.facts.result.is_some() && self.draft.is_main_end() {
            return;
        }
        let said = line.split_once("手で").map_or("", |(_, rest)| rest.trim());
        let ending = match won_by_second(said) {
            None => ending::of_kif(said),
            Some(second) => {
                let by_mover = second == self.draft.second_moves();
                ending::of_kif(match by_mover {
                    true if said.contains("反則") => "反則勝ち",
                    true if said.contains("不戦") => "不戦勝",
                    true => "入玉勝ち",
                    false if said.contains("反則") => "反則負け",
                    false if said.contains("不戦") => "不戦敗",
                    false if said.contains("切れ") => "切れ負け",
                    false if said.contains("詰") => "詰み",
                    false => "投了",
                })
            }
        };
        if let Some(ending) = ending {
            self.draft.end(ending, None);
        }
    }

    fn end_game(&mut self) {
        self.begin();
        let next = Draft::new(self.shogi, self.limits, self.games.len() + 1);
        let draft = std::mem::replace(&mut self.draft, next);
        if draft.begun || std::mem::take(&mut self.headed) {
            self.games.push(draft.finish(&mut self.faults));
        }
        self.headed = false;
    }
}

/// The legal moves that a move of KIF means: `７六歩(77)`, `２二角成(88)`, `同　銀(31)`, `４五角打`.
fn absolute(shogi: &Shogi<'_>, draft: &Draft<'_>, list: &MoveList, said: &str) -> Vec<usize> {
    let parsed = || {
        let (to, rest) = target(shogi, &draft.place(), said)?;
        let (piece, rest) = pieces::of_kif(rest)?;
        let (words, origin) = rest.split_once('(').unwrap_or((rest, ""));
        let mut digits = origin.chars();
        let from = digits.next().and_then(pieces::digit).zip(digits.next().and_then(pieces::digit));
        let from = from.and_then(|(file, rank)| shogi.square(file, rank));
        let promotes = words.contains('成') && !words.contains("不成");
        Some((to, piece.letter, from, promotes))
    };
    let Some((to, letter, from, promotes)) = parsed() else { return Vec::new() };
    let (duel, state) = (shogi.usi.duel(), draft.state());
    let fits = |index: &usize| {
        let Some(made) = shogi.usi.said(state, list.get(*index)) else { return false };
        let (kind, origin) = match made.from {
            From::Hand(kind) => (Some(kind), None),
            From::Site(site) => (state.piece(site).map(|piece| piece.kind), Some(site)),
        };
        let same = kind.and_then(|kind| duel.letter(kind)) == Some(letter);
        same && made.to == to && origin == from && made.promotes == promotes
    };
    (0..list.len()).filter(fits).collect()
}

/// Whether the second player has won by the words of a result, such as `後手の勝ち` or
/// `先手の反則負け`; none if they name no winner.
fn won_by_second(said: &str) -> Option<bool> {
    let players = [("先手の", false), ("下手の", false), ("後手の", true), ("上手の", true)];
    let (verdict, second) = players.iter().find_map(|(name, second)| Some((said.split_once(name)?.1, *second)))?;
    match () {
        () if verdict.contains('勝') => Some(second),
        () if verdict.contains('負') || verdict.contains('敗') => Some(!second),
        () => None,
    }
}

/// The time of a move: `( 0:01/00:00:01)`.
fn spent(text: &str) -> Option<Duration> {
    let own = text.trim_start_matches('(').split(['/', ')']).next()?.trim();
    let seconds =
        own.split(':').try_fold(0u64, |sum, part| Some(sum.checked_mul(60)? + part.trim().parse::<u64>().ok()?));
    seconds.map(Duration::from_secs)
}
