//! Writes games.

use dagaz_core::{MoveList, Turn};

use super::board::Draughts;
use super::fen;
use super::gametype::Classified;
use super::numbering::Numbering;
use super::path::Paths;
use super::result::Score;
use super::tags::{self, Ends};
use crate::cursor::Cursor;
use crate::formats::pgn::commands;
use crate::formats::pgn::result::says_nothing;
use crate::formats::pgn::wrap::Lines;
use crate::formats::{WriteFault, Written};
use crate::tree::{GameTree, NodeId, Note};

/// Judgements that have signs, by their numbers.
const SIGNS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];

/// Writes games one after the other.
pub(super) fn write(draughts: &Draughts<'_>, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let own = Classified::of(draughts);
    let numbering = Numbering::new(&draughts.board, own.notation(), draughts.first);
    let mut writer = Writer { draughts, own, numbering, lost: Lost::default() };
    let mut text = String::new();
    for tree in trees {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &writer.game(tree)?;
    }
    Ok(Written { text, left_out: writer.lost.phrases() })
}

/// What the games have and the format cannot say.
#[derive(Default)]
struct Lost {
    histories: usize,
    results: usize,
    scores: usize,
    tags: usize,
    braces: usize,
    line_ends: usize,
}

impl Lost {
    fn phrases(&self) -> Vec<String> {
        let counted = [
            (self.histories, "history of a start position", "histories of start positions"),
            (self.results, "result", "results"),
            (self.scores, "list of scores", "lists of scores"),
            (self.tags, "tag with an unusual name", "tags with unusual names"),
            (self.braces, "closing brace in comments", "closing braces in comments"),
            (self.line_ends, "line end in comments", "line ends in comments"),
        ];
        let said = counted.into_iter().filter(|(count, ..)| *count > 0);
        said.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many })).collect()
    }
}

/// What is to be written next, the last first.
enum Job {
    /// A move and what follows it; with the other moves in its place, if it is the main one.
    Moves(NodeId, bool),
    /// A variation that begins with this move.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

struct Writer<'a> {
    draughts: &'a Draughts<'a>,
    own: Classified,
    numbering: Numbering,
    lost: Lost,
}

impl Writer<'_> {
    fn game(&mut self, tree: &GameTree) -> Result<String, WriteFault> {
        let game = self.draughts.game;
        let fen = if *tree.start() == game.initial() && !self.own.begins_otherwise(self.draughts) {
            None
        } else {
            const WHOLE: WriteFault =
                WriteFault::NotThisGame("games that begin between two moves, with nothing special about the pieces");
            let fen = fen::write(self.draughts, &self.numbering, tree.start()).ok_or(WHOLE)?;
            let again = fen::read(self.draughts, &self.numbering, &fen).map_err(|_| WHOLE)?;
            self.lost.histories += usize::from(again != *tree.start());
            Some(fen)
        };
        let mut cursor = Cursor::new(game, tree);
        let second = match game.turn(cursor.state()) {
            Turn::Choice(mover) => self.draughts.colour(mover) != self.draughts.first,
            Turn::Chance(_) | Turn::Together(_) => false,
        };
        let moves = self.movetext(tree, &mut cursor, usize::from(second))?;

        let last = tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
        cursor.go_to(tree, last);
        let result = tree.facts.result.as_ref();
        let score = result.map(|outcome| Score::of_outcome(self.draughts, outcome));
        self.lost.results += usize::from(score == Some(None));
        self.lost.scores += usize::from(result.is_some_and(|outcome| outcome.scores.is_some()));
        let by_rules = result.is_some() && cursor.outcome()?.as_ref() == result;
        let ending = result.map(|outcome| outcome.ending.as_str());
        let ends = Ends {
            result: score.flatten().unwrap_or(Score::Open).text(self.own.two_points()),
            termination: ending.filter(|ending| !by_rules && !says_nothing(ending)),
            fen: fen.as_deref(),
        };
        let (tags, lost) = tags::write(self.draughts, &self.own, &tree.facts, &ends);
        self.lost.tags += lost;
        Ok(format!("{tags}\n{moves}"))
    }

    /// The moves of a game, of which the first is the `offset`-th of its pair.
    fn movetext(&mut self, tree: &GameTree, cursor: &mut Cursor<'_>, offset: usize) -> Result<String, WriteFault> {
        let mut lines = Lines::default();
        self.comment(&mut lines, tree.note(NodeId::ROOT));
        let mut jobs: Vec<Job> = Vec::new();
        jobs.extend(tree.children(NodeId::ROOT).first().map(|&first| Job::Moves(first, true)));
        // Whether the number of the move must be written, even after its other half.
        let mut numbered = true;
        while let Some(job) = jobs.pop() {
            let (node, main) = match job {
                Job::Close => {
                    lines.close(")");
                    numbered = true;
                    continue;
                }
                Job::Variation(node) => {
                    lines.word("(");
                    lines.glue();
                    numbered = true;
                    (node, false)
                }
                Job::Moves(node, main) => (node, main),
            };
            let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
            cursor.go_to(tree, parent);
            let ply = tree.depth(parent) + offset;
            let note = tree.note(node);
            if numbered || ply.is_multiple_of(2) || !note.before.is_empty() {
                lines.word(&format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." }));
            }
            if !note.before.is_empty() {
                let before = self.plain(&note.before);
                lines.comment(&before);
            }
            let mut word = self.move_text(tree, cursor, node)?;
            let sign =
                note.glyphs.first().and_then(|&glyph| SIGNS.get(usize::from(glyph))).copied().unwrap_or_default();
            word += sign;
            lines.word(&word);
            for glyph in &note.glyphs[usize::from(!sign.is_empty())..] {
                lines.word(&format!("${glyph}"));
            }
            numbered = self.comment(&mut lines, note);
            jobs.extend(tree.children(node).first().map(|&next| Job::Moves(next, true)));
            if main {
                let others = tree.children(parent).iter().skip(1).rev();
                others.for_each(|&other| jobs.extend([Job::Close, Job::Variation(other)]));
            }
        }
        lines.word("*");
        Ok(lines.finish())
    }

    /// The text of the move that leads to a node; the cursor stands before it.
    fn move_text(&self, tree: &GameTree, cursor: &Cursor<'_>, node: NodeId) -> Result<String, WriteFault> {
        let list: MoveList = cursor.legal()?;
        let paths = Paths::of(self.draughts, cursor.state(), &list);
        let index_of = |node: NodeId| tree.chosen(node).and_then(|chosen| paths.index_of(chosen));
        let index = index_of(node);
        // If another move joins the same squares, even with the same result, only the complete path
        // is unique.
        let siblings = tree.children(cursor.node()).iter().filter(|&&other| other != node);
        let ends = index.and_then(|index| paths.ends(index));
        let exact = siblings.copied().any(|other| index_of(other).and_then(|other| paths.ends(other)) == ends);
        let text = index.and_then(|index| paths.text(&self.numbering, self.own.separator(), index, exact));
        let fault = if tree.position(node).is_some() { WriteFault::Position } else { WriteFault::Move };
        text.ok_or(fault(tree.depth(node)))
    }

    /// Writes the comment of a note, with its times; whether there is one.
    fn comment(&mut self, lines: &mut Lines, note: &Note) -> bool {
        let mut parts = commands::write(note.clock, note.spent);
        if !note.comment.is_empty() {
            parts.push(self.plain(&note.comment));
        }
        if parts.is_empty() {
            return false;
        }
        lines.comment(&parts.join(" "));
        true
    }

    /// A comment without what would end it, or would be lost in it.
    fn plain(&mut self, text: &str) -> String {
        self.lost.braces += text.matches('}').count();
        let text = text.replace('}', ")");
        let mut said = text.trim().split('\n').map(str::trim).filter(|line| !line.is_empty());
        let first = said.next().unwrap_or_default().to_string();
        said.fold(first, |text, line| {
            self.lost.line_ends += 1;
            text + " " + line
        })
    }
}
