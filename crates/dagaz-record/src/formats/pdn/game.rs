//! The moves of one game: played one by one, with variations, comments and judgements.

use dagaz_core::{MoveList, Outcome};

use super::board::Draughts;
use super::numbering::Numbering;
use super::path::{NoMove, Paths, squares};
use super::result::Score;
use crate::cursor::Cursor;
use crate::faults::{Faults, Unread, named};
use crate::formats::join::append;
use crate::formats::pgn::commands;
use crate::matching::MoveError;
use crate::reading::{ReadLimits, RecordFaultKind};
use crate::tree::{GameTree, NodeId, Note};

/// Moves that are named in a fault.
const NAMED: usize = 6;

/// A line of play, the main one or a variation, as far as it has been read.
#[derive(Clone, Copy)]
struct Line {
    /// Its last move, or where it begins.
    node: NodeId,
    /// Whether no move of it has been read.
    fresh: bool,
    /// If a move could not be played: what is passed over since.
    broken: Option<Unread>,
}

impl Line {
    fn at(node: NodeId) -> Line {
        Line { node, fresh: true, broken: None }
    }
}

/// See the [module documentation](self).
pub(super) struct Play<'a> {
    draughts: &'a Draughts<'a>,
    numbering: Numbering,
    separator: char,
    limits: &'a ReadLimits,
    tree: GameTree,
    cursor: Cursor<'a>,
    /// Which game of the file it is.
    number: usize,
    line: Line,
    /// The lines in which the current one is a variation, outermost first.
    outer: Vec<Line>,
    /// How many brackets are open within what is too deep to be read.
    too_deep: usize,
    /// Whether the number of a move stands before, without the move.
    numbered: bool,
    /// A comment on the move that follows.
    before: String,
    /// Whether the rest of the game is passed over.
    over: bool,
}

impl<'a> Play<'a> {
    /// The moves of the game `number` of a file, from the start of `tree`; if not `readable` they
    /// are passed over.
    pub(super) fn new(
        draughts: &'a Draughts<'a>,
        (numbering, separator): (Numbering, char),
        limits: &'a ReadLimits,
        (tree, number): (GameTree, usize),
        readable: bool,
    ) -> Play<'a> {
        let cursor = Cursor::new(draughts.game, &tree);
        let line = Line::at(NodeId::ROOT);
        let (outer, before) = (Vec::new(), String::new());
        let (too_deep, numbered, over) = (0, false, !readable);
        Play {
            draughts,
            numbering,
            separator,
            limits,
            tree,
            cursor,
            number,
            line,
            outer,
            too_deep,
            numbered,
            before,
            over,
        }
    }

    /// Whether a bracket is open.
    pub(super) fn in_variation(&self) -> bool {
        !self.outer.is_empty() || self.too_deep > 0
    }

    /// Whether there is anything in the game.
    pub(super) fn begun(&self) -> bool {
        self.tree.moves() > 0 || !self.line.fresh || !self.outer.is_empty() || self.over
    }

    /// Whether a position may still be set up here.
    pub(super) fn at_start(&self) -> bool {
        self.line.fresh && self.line.broken.is_none() && !self.in_variation() && !self.over
    }

    /// How its squares are named.
    pub(super) fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Begins at another position, before the first move.
    pub(super) fn begin_at(&mut self, start: dagaz_core::State) {
        self.tree.begin_at(start);
        self.cursor = Cursor::new(self.draughts.game, &self.tree);
    }

    /// Passes over the rest of the line.
    pub(super) fn break_off(&mut self) {
        (self.line.fresh, self.line.broken) = (false, Some(Unread::default()));
    }

    fn here(&self) -> Option<(usize, NodeId)> {
        Some((self.number, self.line.node))
    }

    fn passed_over(&self) -> bool {
        self.over || self.too_deep > 0 || self.line.broken.is_some()
    }

    /// `12.`
    pub(super) fn number(&mut self) {
        self.numbered = true;
    }

    /// `(`
    pub(super) fn open(&mut self, byte: usize, faults: &mut Faults) {
        if self.over {
            return;
        }
        if self.too_deep > 0 || self.outer.len() >= self.limits.depth {
            if self.too_deep == 0 {
                let message = format!("variations within variations go deeper than {}", self.limits.depth);
                faults.push(byte, RecordFaultKind::Limit, message, self.here());
            }
            self.too_deep += 1;
            return;
        }
        // A variation takes the place of the move before it. That of one that could not be played
        // would be the main line.
        if let Some(unread) = &mut self.line.broken {
            unread.variations += 1;
            self.too_deep += 1;
            return;
        }
        let start = if self.line.fresh { None } else { self.tree.parent(self.line.node) };
        self.outer.push(self.line);
        self.line = Line::at(start.unwrap_or(self.line.node));
        if start.is_none() {
            faults.form(byte, "a variation stands behind the move that it replaces; here is none");
            self.break_off();
        }
        self.cursor.go_to(&self.tree, self.line.node);
        self.numbered = false;
    }

    /// `)`
    pub(super) fn close(&mut self, byte: usize, faults: &mut Faults) {
        if self.over {
            return;
        }
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(line) = self.outer.pop() else {
            faults.push(byte, RecordFaultKind::Form, "this `)` closes nothing", None);
            return;
        };
        self.end_of_line(faults);
        self.line = line;
        self.cursor.go_to(&self.tree, line.node);
        self.numbered = false;
        // A comment on a move that did not come stays with the move before.
        let before = std::mem::take(&mut self.before);
        self.append(byte, &before, faults);
    }

    fn end_of_line(&mut self, faults: &mut Faults) {
        if let Some(unread) = self.line.broken.take() {
            unread.tell(faults);
        }
    }

    /// Adds to the comment on the last move.
    fn append(&mut self, byte: usize, more: &str, faults: &mut Faults) {
        if !append(&mut self.tree.note_mut(self.line.node).comment, more, " ", self.limits.text) {
            faults.push(byte, RecordFaultKind::Limit, too_long(self.limits), self.here());
        }
    }

    /// A comment.
    pub(super) fn comment(&mut self, byte: usize, text: &str, faults: &mut Faults) {
        if self.passed_over() {
            return;
        }
        let early = self.numbered || self.line.fresh && self.in_variation();
        let said = commands::read(text);
        let whole = if early {
            append(&mut self.before, &said.text, " ", self.limits.text)
        } else {
            say(self.tree.note_mut(self.line.node), said, self.limits)
        };
        if !whole {
            faults.push(byte, RecordFaultKind::Limit, too_long(self.limits), self.here());
        }
    }

    /// A judgement, by its number.
    pub(super) fn glyph(&mut self, byte: usize, digits: &str, faults: &mut Faults) {
        if self.passed_over() {
            return;
        }
        let message = match digits.parse() {
            Ok(_) if self.line.fresh => "a judgement stands behind its move; here is none",
            Ok(number) => return self.tree.note_mut(self.line.node).glyphs.push(number),
            Err(_) => "a number from 0 to 255 is expected behind `$`",
        };
        faults.form(byte, message);
    }

    /// A move, with its strength behind it; or a strength alone.
    pub(super) fn word(&mut self, byte: usize, word: &str, faults: &mut Faults) {
        if self.over || self.too_deep > 0 {
            return;
        }
        let (typed, glyph) = split_strength(word);
        let digits = glyph.map(|glyph| glyph.to_string());
        if typed.is_empty() {
            return digits.into_iter().for_each(|digits| self.glyph(byte, &digits, faults));
        }
        self.numbered = false;
        let before = std::mem::take(&mut self.before);
        self.line.fresh = false;
        if let Some(unread) = &mut self.line.broken {
            unread.moves += 1;
            return;
        }
        if self.tree.moves() >= self.limits.moves {
            let message = format!("the game has more than {} moves; the rest is not read", self.limits.moves);
            faults.push(byte, RecordFaultKind::Limit, message, self.here());
            self.over = true;
            return;
        }
        match self.play(typed, faults.full()) {
            Ok(node) => {
                self.line.node = node;
                let note = self.tree.note_mut(node);
                note.before = before;
                digits.into_iter().for_each(|digits| self.glyph(byte, &digits, faults));
            }
            Err((kind, message)) => {
                let fault = faults.push(byte, kind, message, self.here());
                self.line.broken = Some(Unread::behind(fault));
            }
        }
    }

    /// Plays a move. If it is illegal, the reason is computed only if it will be reported.
    fn play(&mut self, typed: &str, unread: bool) -> Result<NodeId, (RecordFaultKind, String)> {
        let list: MoveList = self.cursor.legal().map_err(|hit| (RecordFaultKind::Limit, hit.to_string()))?;
        let squares = squares(&self.numbering, typed).map_err(|message| (RecordFaultKind::Form, message))?;
        let paths = Paths::of(self.draughts, self.cursor.state(), &list);
        let index = paths.find(&squares).map_err(|no_move| {
            let typed = named(typed);
            let (error, near) = match no_move {
                _ if list.is_empty() || unread => (MoveError::NoMoves, Vec::new()),
                NoMove::Unknown => {
                    let near = paths.nearest(&self.numbering, self.separator, &typed);
                    (MoveError::Unknown { typed: typed.clone(), near: near.clone() }, near)
                }
                NoMove::Several(indices) => {
                    let shown = &indices[..indices.len().min(NAMED)];
                    let moves = paths.texts(&self.numbering, self.separator, shown);
                    let several =
                        MoveError::Several { typed: typed.clone(), moves: moves.clone(), count: indices.len() };
                    (several, moves)
                }
            };
            (RecordFaultKind::Move { typed, near }, error.to_string())
        })?;
        Ok(self.cursor.play(&mut self.tree, list.get(index)))
    }

    /// The game, which has ended at `byte`. Its result is what the rules say of the end of the main
    /// line, unless the record says something else.
    pub(super) fn finish(
        mut self,
        (byte, two_points): (usize, bool),
        score: Score,
        termination: Option<&str>,
        faults: &mut Faults,
    ) -> GameTree {
        self.end_of_line(faults);
        let open = self.outer.len() + self.too_deep;
        if open > 0 && !self.over {
            let signs = if open == 1 { "`)` is" } else { "`)` are" };
            faults.push(byte, RecordFaultKind::Form, format!("{open} {signs} missing at the end of the game"), None);
        }
        let last = self.tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
        self.cursor.go_to(&self.tree, last);
        let on_board = self.cursor.outcome().ok().flatten();
        let by_rules = on_board.filter(|outcome: &Outcome| {
            let board = Score::of_outcome(self.draughts, outcome);
            if let Some(board) = board.filter(|board| score != Score::Open && *board != score) {
                let (said, board, game) = (score.text(two_points), board.text(two_points), self.number + 1);
                let remark = format!("game {game}: the record says {said}, the board {board} ({})", outcome.ending);
                faults.remark(remark);
            }
            score == Score::Open || board == Some(score)
        });
        self.tree.facts.result = by_rules.or_else(|| score.outcome(self.draughts, termination));
        self.tree
    }
}

/// Puts what a comment says into a note; true if nothing was left out.
pub(super) fn say(note: &mut Note, said: commands::Said, limits: &ReadLimits) -> bool {
    note.clock = said.clock.or(note.clock);
    note.spent = said.spent.or(note.spent);
    append(&mut note.comment, &said.text, " ", limits.text)
}

pub(super) fn too_long(limits: &ReadLimits) -> String {
    format!("a comment has more than {} bytes; the rest of it is not read", limits.text)
}

/// A move without the strength behind it, and the number of that judgement: `!`, `?`, `!!`, `??`,
/// `!?`, `?!` are 1 to 6, and `*`, the only move, is 7.
fn split_strength(word: &str) -> (&str, Option<u8>) {
    let bare = word.trim_end_matches(['!', '?', '(', ')', '*', '+', '#']);
    let strength: String = word[bare.len()..].chars().filter(|c| matches!(c, '!' | '?' | '*')).collect();
    let number = match strength.as_str() {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        "*" => 7,
        _ => return (bare, None),
    };
    (bare, Some(number))
}
