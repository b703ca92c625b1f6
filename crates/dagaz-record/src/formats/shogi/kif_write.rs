//! Writes KIF and KI2.

use std::time::Duration;

use dagaz_core::{Game, PlayerId, SiteId, Turn};

use super::diagram::Diagram;
use super::ending::{self, ENDING_TIME, Ending, TERMINATION, Winner};
use super::kif::{self, HANDICAPS};
use super::relative::{Place, Relative};
use super::{Shogi, WHICH, line, one_line, pieces};
use crate::cursor::Cursor;
use crate::formats::usi::{From, Said};
use crate::formats::{WriteFault, Written, decimal};
use crate::tree::{GameTree, NodeId};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// KIF: a line for each move, with its number and its origin.
    Numbered,
    /// KI2: several moves in a line, with words where the origin is not clear.
    Relative,
}

/// Moves of KI2 in a line.
const IN_A_LINE: usize = 6;

/// Writes games in this format.
pub fn write(game: &dyn Game, trees: &[GameTree], style: Style) -> Result<Written, WriteFault> {
    let shogi = Shogi::of(game).ok_or(WriteFault::NotThisGame(WHICH))?;
    let mut text = String::new();
    if style == Style::Numbered {
        text += "#KIF version=2.0 encoding=UTF-8\n";
    }
    let mut lost = Lost::default();
    for (place, tree) in trees.iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        headers(&shogi, tree, &mut text, &mut lost)?;
        if style == Style::Numbered {
            text += "手数----指手---------消費時間--\n";
        }
        Lines { shogi: &shogi, tree, style, text: &mut text, lost: &mut lost, column: 0 }.write()?;
    }
    Ok(Written { text, left_out: lost.phrases() })
}

/// What KIF cannot say.
#[derive(Default)]
struct Lost {
    glyphs: usize,
    clocks: usize,
    results: usize,
    tags: usize,
    /// Times that are not whole seconds.
    fractions: usize,
}

impl Lost {
    fn phrases(&self) -> Vec<String> {
        let phrase = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        [
            phrase(self.glyphs, "judgement", "judgements"),
            phrase(self.clocks, "clock time", "clock times"),
            phrase(self.fractions, "fraction of a second", "fractions of seconds"),
            phrase(self.tags, "tag", "tags"),
            phrase(self.results, "result that KIF has no word for", "results that KIF has no word for"),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

fn headers(shogi: &Shogi<'_>, tree: &GameTree, text: &mut String, lost: &mut Lost) -> Result<(), WriteFault> {
    let facts = &tree.facts;
    let open = facts.tag(TERMINATION).and_then(ending::open).filter(|_| facts.result.is_none());
    for (tag, value) in &facts.tags {
        match tag.as_str() {
            // A word in place of a move says it.
            TERMINATION if open.is_some() => {}
            // It stands behind that word.
            ENDING_TIME if decimal::read(value).is_some() && (facts.result.is_some() || open.is_some()) => {}
            "Date" => {
                let date = one_line(value).replace(['.', '-'], "/");
                let time = facts.tag("Time").map(one_line).unwrap_or_default();
                // A reader divides them at the first blank.
                let words: Vec<&str> = date.split_whitespace().chain(time.split_whitespace()).collect();
                *text += &format!("開始日時：{}\n", words.join(" "));
            }
            // It stands behind the date.
            "Time" if facts.tag("Date").is_some() => {}
            tag => match line::header(tag, value).filter(|_| tag != "Time") {
                Some(line) => *text += &format!("{line}\n"),
                None => lost.tags += 1,
            },
        }
    }
    let even = *tree.start() == shogi.game.initial();
    let sfen = shogi.usi.sfen.write_exactly(&crate::position::draft::ordered(shogi.game.position(tree.start())));
    let sfen = sfen.ok_or(WriteFault::NotThisGame("games whose start position it can say"))?;
    let handicap = HANDICAPS.iter().find(|(_, known)| *known == sfen);
    match handicap {
        Some((name, _)) => *text += &format!("手合割：{name}\n"),
        None if even => {
            *text += &kif::game_written(shogi.title()).map_or_else(String::new, |name| format!("手合割：{name}\n"))
        }
        None => {
            let diagram = Diagram::of_sfen(&sfen).ok_or(WriteFault::NotThisGame(WHICH))?;
            *text += &format!("後手の持駒：{}\n", diagram.kif_hand(true));
            *text += &diagram.kif_board();
            *text += &format!("先手の持駒：{}\n", diagram.kif_hand(false));
            if diagram.second_moves {
                *text += "後手番\n";
            }
        }
    }
    let names =
        if handicap.is_some_and(|(name, _)| *name != "平手") { ["下手", "上手"] } else { ["先手", "後手"] };
    for (name, player) in names.into_iter().zip(shogi.players()) {
        if let Some(seat) = facts.seats.get(player.index()).filter(|seat| !one_line(&seat.name).is_empty()) {
            *text += &format!("{name}：{}\n", one_line(&seat.name));
        }
    }
    Ok(())
}

/// The moves of a game.
struct Lines<'w, 'g> {
    shogi: &'w Shogi<'g>,
    tree: &'w GameTree,
    style: Style,
    text: &'w mut String,
    lost: &'w mut Lost,
    /// Moves that the open line has.
    column: usize,
}

impl Lines<'_, '_> {
    fn write(&mut self) -> Result<(), WriteFault> {
        self.comment(NodeId::ROOT);
        let tree = self.tree;
        let mut cursor = Cursor::new(self.shogi.game, tree);
        // Lines in the order of KIF: the last branch of a line first, so that each replaces a move
        // of the line before it.
        let zero = [Duration::ZERO; 2];
        let mut lines: Vec<(NodeId, [Duration; 2])> =
            tree.children(NodeId::ROOT).iter().rev().map(|node| (*node, zero)).collect();
        let mut main = true;
        if lines.is_empty() {
            self.result(&cursor, 1, zero);
        }
        while let Some((first, mut total)) = lines.pop() {
            if !std::mem::take(&mut main) {
                self.end_line();
                *self.text += &format!("\n変化：{}手\n", tree.depth(first));
            }
            let mut next = Some(first);
            let mut last = first;
            while let Some(node) = next {
                let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
                cursor.go_to(tree, parent);
                let before = total;
                self.played(&cursor, node, &mut total)?;
                self.comment(node);
                if node != first {
                    lines.extend(tree.children(parent).iter().skip(1).rev().map(|node| (*node, before)));
                }
                (last, next) = (node, tree.children(node).first().copied());
            }
            cursor.go_to(tree, last);
            if tree.main_line().last() == Some(&last) {
                self.result(&cursor, tree.depth(last) + 1, total);
            }
        }
        self.end_line();
        Ok(())
    }

    fn end_line(&mut self) {
        if std::mem::take(&mut self.column) > 0 {
            self.text.push('\n');
        }
    }

    /// The move that leads to a node from the place of the cursor.
    fn played(&mut self, cursor: &Cursor<'_>, node: NodeId, total: &mut [Duration; 2]) -> Result<(), WriteFault> {
        let (shogi, tree) = (self.shogi, self.tree);
        let number = tree.depth(node);
        let spent = tree.note(node).spent;
        if self.style == Style::Relative {
            self.lost.clocks += usize::from(spent.is_some());
            let said = relative_said(shogi, tree, cursor, node).ok_or(WriteFault::Move(number))?;
            if self.column == IN_A_LINE {
                self.end_line();
            }
            *self.text += if self.column > 0 { "　" } else { "" };
            *self.text += &said;
            self.column += 1;
            return Ok(());
        }
        let said = said(shogi, tree, cursor, node).ok_or(WriteFault::Move(number))?;
        *self.text += &format!("{number:>4} {said}");
        if let Some(spent) = spent {
            self.time(spent, &mut total[(number + 1) % 2]);
        }
        self.text.push('\n');
        Ok(())
    }

    /// Writes the time of a word, and of all words of a player together.
    fn time(&mut self, spent: Duration, sum: &mut Duration) {
        *sum = sum.saturating_add(spent);
        self.lost.fractions += usize::from(spent.subsec_nanos() > 0);
        let (own, all) = (spent.as_secs(), sum.as_secs());
        *self.text +=
            &format!("   ({:>2}:{:02}/{:02}:{:02}:{:02})", own / 60, own % 60, all / 3600, all / 60 % 60, all % 60);
    }

    fn result(&mut self, cursor: &Cursor<'_>, number: usize, mut total: [Duration; 2]) {
        let facts = &self.tree.facts;
        let Turn::Choice(mover) = self.shogi.game.turn(cursor.state()) else { return };
        let ending = match &facts.result {
            Some(outcome) => ending::of(outcome, mover),
            None => match facts.tag(TERMINATION).and_then(ending::open) {
                Some(ending) => Some(ending),
                None => return,
            },
        };
        self.end_line();
        let spent = facts.tag(ENDING_TIME).and_then(decimal::read);
        match ending {
            Some(ending) if self.style == Style::Numbered => {
                *self.text += &format!("{number:>4} {}", ending.kif);
                if let Some(spent) = spent {
                    self.time(spent, &mut total[(number + 1) % 2]);
                }
                self.text.push('\n');
            }
            Some(ending) => {
                *self.text += &summary(self.shogi, ending, mover, number - 1);
                self.lost.clocks += usize::from(spent.is_some());
            }
            None => self.lost.results += 1,
        }
    }

    fn comment(&mut self, node: NodeId) {
        let note = self.tree.note(node);
        self.lost.glyphs += note.glyphs.len();
        self.lost.clocks += usize::from(note.clock.is_some());
        for part in [&note.before, &note.comment] {
            if !part.is_empty() {
                self.end_line();
                part.split('\n').for_each(|line| *self.text += &format!("*{}\n", one_line(line)));
            }
        }
    }
}

/// How a game of so many moves ended, in the last line of KI2.
fn summary(shogi: &Shogi<'_>, ending: &Ending, mover: PlayerId, moves: usize) -> String {
    let mover_wins = match ending.winner {
        Winner::Mover => true,
        Winner::Other => false,
        Winner::Nobody | Winner::Open => return format!("まで{moves}手で{}\n", ending.kif),
    };
    let winner = if mover_wins == (mover == shogi.players()[0]) { "先手" } else { "後手" };
    let usual = matches!(ending.name, "resignation" | "declaration");
    let word = if usual { String::new() } else { format!("{}により", ending.kif) };
    format!("まで{moves}手で{word}{winner}の勝ち\n")
}

fn sign(shogi: &Shogi<'_>, player: PlayerId) -> char {
    if player == shogi.players()[0] { '▲' } else { '△' }
}

/// The target of a move, as both styles write it.
fn target_text(shogi: &Shogi<'_>, tree: &GameTree, cursor: &Cursor<'_>, to: SiteId) -> Option<String> {
    let last = tree.chosen(cursor.node()).and_then(|chosen| chosen.target().some());
    let (file, rank) = shogi.place(to)?;
    Some(match last == Some(to) {
        true => "同　".to_string(),
        false => [pieces::wide(file)?, pieces::kanji(rank)?].iter().collect(),
    })
}

/// The move that leads to a node, as KIF writes it.
fn said(shogi: &Shogi<'_>, tree: &GameTree, cursor: &Cursor<'_>, node: NodeId) -> Option<String> {
    let made = shogi.usi.said(cursor.state(), tree.chosen(node)?)?;
    let to = target_text(shogi, tree, cursor, made.to)?;
    let promotes = if made.promotes { "成" } else { "" };
    Some(match made.from {
        From::Hand(kind) => format!("{to}{}打", shogi.named(kind)?.kif[0]),
        From::Site(site) => {
            let piece = shogi.named(cursor.state().piece(site)?.kind)?;
            let (file, rank) = shogi.place(site)?;
            format!("{to}{}{promotes}({file}{rank})", piece.kif[0])
        }
    })
}

/// The move that leads to a node, as KI2 writes it: with the fewest words that tell it apart, in
/// the order in which the Japan Shogi Association prefers them.
fn relative_said(shogi: &Shogi<'_>, tree: &GameTree, cursor: &Cursor<'_>, node: NodeId) -> Option<String> {
    let (state, chosen) = (cursor.state(), tree.chosen(node)?);
    let made = shogi.usi.said(state, chosen)?;
    let Turn::Choice(mover) = shogi.game.turn(state) else { return None };
    let last = tree.chosen(cursor.node()).and_then(|chosen| chosen.target().some());
    let place = Place { state, mover, last };
    let list = cursor.legal().ok()?;
    let to = target_text(shogi, tree, cursor, made.to)?;
    let (kind, stays) = match made.from {
        From::Hand(kind) => (kind, false),
        From::Site(site) => {
            let may_promote = |other: &Said| other.from == made.from && other.to == made.to && other.promotes;
            let others = (0..list.len()).filter_map(|index| shogi.usi.said(state, list.get(index)));
            (state.piece(site)?.kind, !made.promotes && others.into_iter().any(|other| may_promote(&other)))
        }
    };
    let end = match (made.promotes, stays) {
        (true, _) => "成",
        (_, true) => "不成",
        _ => "",
    };
    const WORDS: [&str; 14] =
        ["", "打", "上", "寄", "引", "直", "右", "左", "右上", "左上", "右寄", "左寄", "右引", "左引"];
    // Of two dragons or horses the one right behind the target is the left or the right one.
    let dragon = matches!(shogi.usi.duel().letter(kind), Some("+R" | "+B"));
    let words = WORDS.into_iter().filter(|word| !(dragon && *word == "直"));
    let mut texts = words.map(|word| format!("{to}{}{word}{end}", shogi.named(kind).map_or("", |named| named.kif[0])));
    let clear = |text: &String| {
        let found = Relative::parse(shogi, &place, text).map_or_else(Vec::new, |said| said.meant(shogi, &place, &list));
        !found.is_empty() && found.iter().all(|index| list.get(*index).same_as(chosen))
    };
    texts.find(clear).map(|text| format!("{}{text}", sign(shogi, mover)))
}
