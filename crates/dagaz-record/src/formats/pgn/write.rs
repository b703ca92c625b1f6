//! Writes games in export format.

use dagaz_core::{Game, LimitHit};

use super::notation::Notation;
use super::tags::{self, Ends};
use super::wrap::Lines;
use super::{commands, result};
use crate::cursor::Cursor;
use crate::formats::pgn::san::{PASS, San};
use crate::formats::{WriteFault, Written};
use crate::position::fen::Fen;
use crate::position::fen_fields::{move_number, with_counters};
use crate::tree::{GameTree, NodeId, Note};
use crate::{parse_position, write_position};

/// Writes one file.
pub(super) struct Writer<'a> {
    game: &'a dyn Game,
    san: &'a San<'a>,
    /// The notation of the moves of the game being written.
    notation: Notation,
    lost: Lost,
}

/// The number of facts that could not be written, by kind.
#[derive(Default)]
struct Lost {
    starts: usize,
    results: usize,
    tags: usize,
    braces: usize,
    glyphs: usize,
    befores: usize,
}

/// What is still to be written of a game, the next thing last.
enum Task {
    /// A move and what follows it. `head` if the line begins with it.
    Move {
        node: NodeId,
        head: bool,
    },
    Close,
}

impl<'a> Writer<'a> {
    pub(super) fn new(game: &'a dyn Game, san: &'a San<'a>) -> Writer<'a> {
        Writer { game, san, notation: Notation::San, lost: Lost::default() }
    }

    /// Writes the games, with an empty line between them.
    pub(super) fn run(mut self, trees: &[GameTree]) -> Result<Written, WriteFault> {
        let games = trees.iter().map(|tree| self.tree(tree)).collect::<Result<Vec<String>, WriteFault>>()?;
        Ok(Written { text: games.join("\n"), left_out: self.lost.phrases() })
    }

    fn tree(&mut self, tree: &GameTree) -> Result<String, WriteFault> {
        let players = self.san.players();
        let fen = self.start(tree);
        let mut cursor = Cursor::new(self.game, tree);
        let facts = &tree.facts;
        let mut result = result::OPEN;
        let mut termination = None;
        if let Some(outcome) = &facts.result {
            match result::of(players, outcome) {
                Some(known) => result = known,
                None => self.lost.results += 1,
            }
            cursor.go_to(tree, tree.main_line().last().copied().unwrap_or(NodeId::ROOT));
            if cursor.outcome()?.is_none() && !result::says_nothing(&outcome.ending) {
                termination = Some(outcome.ending.as_str());
            }
            cursor.go_to(tree, NodeId::ROOT);
        }
        self.notation = Notation::of(self.game, facts);
        let ends = Ends { result, termination, fen: fen.as_deref(), notation: self.notation };
        let (mut text, unnamed) = tags::write(self.game, players, facts, &ends);
        self.lost.tags += unnamed;
        let mut lines = Lines::default();
        self.movetext(tree, &mut cursor, first_number(fen.as_deref()), &mut lines)?;
        lines.word(result);
        text.push('\n');
        text += &lines.finish();
        Ok(text)
    }

    /// The FEN of the start; none if it is the start of the game. The one that was read serves
    /// again, with its counters.
    fn start(&mut self, tree: &GameTree) -> Option<String> {
        let start = tree.start();
        if *start == self.game.initial() {
            return None;
        }
        let same = |fen: &&str| {
            let position = parse_position(self.game, fen).ok();
            position.and_then(|position| self.game.set_up(&position).ok()).is_some_and(|state| state == *start)
        };
        if let Some(known) = tree.facts.tag("FEN").filter(same) {
            return Some(known.to_string());
        }
        let exact = write_position(self.game, start);
        if !exact.contains('=') {
            return Some(with_counters(&exact));
        }
        // Other programs read nothing but a FEN, so it has to do.
        self.lost.starts += 1;
        let fen = Fen::of(self.game).and_then(|fen| fen.write(&self.game.position(start)));
        Some(fen.map_or(exact, |fen| with_counters(&fen)))
    }

    fn movetext(
        &mut self,
        tree: &GameTree,
        cursor: &mut Cursor<'_>,
        first: usize,
        lines: &mut Lines,
    ) -> Result<(), WriteFault> {
        let players = self.san.players();
        // The first mover of the tree: the second player begins with `1...`.
        let second = usize::from(self.san.mover(tree.start()) == players.get(1).copied());
        let root = tree.note(NodeId::ROOT);
        self.lost.glyphs += root.glyphs.len();
        let mut forced = self.said(root, lines);
        let mut tasks: Vec<Task> =
            tree.children(NodeId::ROOT).first().map(|&node| Task::Move { node, head: true }).into_iter().collect();
        while let Some(task) = tasks.pop() {
            let Task::Move { node, head } = task else {
                lines.close(")");
                forced = true;
                continue;
            };
            let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
            let ply = tree.depth(parent) + second;
            let main = tree.children(parent).first() == Some(&node);
            if head && !main {
                lines.word("(");
                lines.glue();
            }
            let note = tree.note(node);
            if !note.before.is_empty() {
                self.comment(&note.before, lines);
                // Only at the beginning of a variation is it plain which move it is about.
                self.lost.befores += usize::from(!head || main);
                forced = true;
            }
            let number = first + ply / 2;
            if ply.is_multiple_of(2) {
                lines.word(&format!("{number}."));
            } else if head || forced {
                lines.word(&format!("{number}..."));
            }
            lines.word(&self.step(tree, cursor, parent, node)?);
            for glyph in &note.glyphs {
                lines.word(&format!("${glyph}"));
            }
            forced = self.said(note, lines);

            tasks.extend(tree.children(node).first().map(|&next| Task::Move { node: next, head: false }));
            if main {
                for &other in tree.children(parent)[1..].iter().rev() {
                    tasks.extend([Task::Close, Task::Move { node: other, head: true }]);
                }
            }
        }
        Ok(())
    }

    /// The move to a node, with its sign for check; the cursor goes there.
    fn step(
        &self,
        tree: &GameTree,
        cursor: &mut Cursor<'_>,
        parent: NodeId,
        node: NodeId,
    ) -> Result<String, WriteFault> {
        cursor.go_to(tree, parent);
        if let Some(state) = tree.position(node) {
            let null = self.san.null_move(cursor.state()).is_some_and(|after| after == *state);
            cursor.go_to(tree, node);
            return if null { Ok(PASS.to_string()) } else { Err(WriteFault::Position(tree.depth(node))) };
        }
        let list = cursor.legal()?;
        let mover = self.san.mover(cursor.state());
        if let Some(text) = tree.chosen(node).and_then(|chosen| self.notation.text(self.game, cursor, &list, chosen)) {
            cursor.go_to(tree, node);
            return Ok(text);
        }
        let body = tree.chosen(node).and_then(|chosen| self.san.body(cursor.state(), &list, chosen));
        let (Some(body), Some(mover)) = (body, mover) else { return Err(WriteFault::Move(tree.depth(node))) };
        cursor.go_to(tree, node);
        let suffix: Result<&str, LimitHit> = self.san.suffix(cursor.state(), mover);
        Ok(body + suffix?)
    }

    /// Writes what a note says behind a move; whether there was anything.
    fn said(&mut self, note: &Note, lines: &mut Lines) -> bool {
        let commands = commands::write(note.clock, note.spent).join(" ");
        let mut comment = note.comment.as_str();
        if !commands.is_empty() {
            // The times stand before the first line of the comment.
            let (first, rest) = comment.split_once('\n').unwrap_or((comment, ""));
            self.line(&format!("{commands} {first}"), lines);
            if rest.is_empty() && !comment.contains('\n') {
                return true;
            }
            comment = rest;
        }
        if !comment.is_empty() {
            self.comment(comment, lines);
        }
        !commands.is_empty() || !comment.is_empty()
    }

    /// Writes a comment, a pair of braces for each of its lines.
    fn comment(&mut self, text: &str, lines: &mut Lines) {
        for line in text.split('\n') {
            self.line(line, lines);
        }
    }

    fn line(&mut self, text: &str, lines: &mut Lines) {
        self.lost.braces += usize::from(text.contains('}'));
        let plain = |c: char| match c {
            '}' => ')',
            c if c.is_control() => ' ',
            c => c,
        };
        lines.comment(text.trim().chars().map(plain).collect::<String>().trim());
    }
}

/// The number of the first move: the last counter of a FEN.
fn first_number(fen: Option<&str>) -> usize {
    let number = fen.and_then(move_number);
    number.map_or(1, |number| number.max(1) as usize)
}

impl Lost {
    fn phrases(&self) -> Vec<String> {
        let phrase = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        [
            phrase(self.starts, "part of a start that no FEN says", "parts of starts that no FEN says"),
            phrase(self.results, "result other than a win or a draw", "results other than a win or a draw"),
            phrase(self.tags, "tag whose name PGN does not allow", "tags whose names PGN does not allow"),
            phrase(self.braces, "`}` in a comment, written as `)`", "comments' `}`, written as `)`"),
            phrase(self.glyphs, "judgement of a start", "judgements of starts"),
            phrase(
                self.befores,
                "comment before a move, written behind the one before",
                "comments before moves, written behind the ones before",
            ),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
