//! Writes records, each line as soon as it is known.
//!
//! Output never waits for later input: a step is written when it is made, its end when the move
//! ends, the result when it is known. The caller may read the text as it grows.

use dagaz_core::{Game, MoveList, Outcome, SlotId, State, Step};

use super::remark::{FIRST_WORDS, comment, marks};
use super::spoken::move_lines;
use super::step::step_text;
use super::{facts, step::same_effects};
use crate::changed;
use crate::cursor::Cursor;
use crate::formats::WriteFault;
use crate::position::write_position;
use crate::tree::{Facts, GameTree, NodeId, Note};

/// Variations within variations that are still indented.
const INDENTED_MAX: usize = 16;

/// The number of the next move: of the round of turns that it belongs to.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    number: u32,
    last: Option<SlotId>,
}

impl Round {
    fn of(self, slot: SlotId) -> Round {
        let new = self.last.is_none_or(|last| slot <= last);
        Round { number: self.number + u32::from(new), last: Some(slot) }
    }
}

/// Writes one game. See the [module documentation](self).
pub struct StreamWriter<'g> {
    game: &'g dyn Game,
    text: String,
    round: Round,
    /// The round before the last move, to which its alternatives belong.
    before: Round,
    /// Both rounds as they were when the variations began that are still open.
    outside: Vec<(Round, Round)>,
    /// A move is begun and not ended.
    open: bool,
    /// The move could have ended with its last step without a pass.
    twin: bool,
    headed: bool,
}

impl<'g> StreamWriter<'g> {
    /// Begins with what is known beforehand. A result among the facts is left for
    /// [`result`](StreamWriter::result).
    pub fn begin(game: &'g dyn Game, known: &Facts, start: &State) -> StreamWriter<'g> {
        let mut text = format!("{FIRST_WORDS}1\n{}", facts::opening(game, known));
        if *start != game.initial() {
            text += &format!("position: {}\n", super::names::value(&write_position(game, start)));
        }
        StreamWriter {
            game,
            text,
            round: Round::default(),
            before: Round::default(),
            outside: Vec::new(),
            open: false,
            twin: false,
            headed: false,
        }
    }

    /// What has been written since this was last asked.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Writes one step, made in `state`. `choices` are the [steps](Game::steps) that could be made,
    /// of which it is number `index`. A pass ends the move.
    pub fn step(&mut self, state: &State, choices: &MoveList, index: usize) {
        let Some((step, effects)) = choices.get(index).steps().next() else { return };
        if step.is_pass() {
            match (self.open, self.twin) {
                (true, true) => self.close("+ Pass"),
                (true, false) => self.close("+"),
                (false, _) => self.lines(state, &["Pass".to_string()]),
            }
            return;
        }
        let first = !self.open;
        let goes_on = |step: &Step| step.then.is_some();
        // The first step shows by its `+` whether it continues; the steps after it do not.
        let peers = || choices.iter().filter_map(|one| one.steps().next());
        let text = step_text(
            self.game,
            state,
            peers().filter(|(other, _)| !first || goes_on(other) == goes_on(step)),
            (step, effects),
        );
        if first && !goes_on(step) {
            return self.lines(state, &[text]);
        }
        if first {
            self.enter(state);
        }
        self.twin = !first
            && peers().any(|(other, others)| {
                !other.is_pass() && goes_on(other) != goes_on(step) && same_effects(others, effects)
            });
        self.line(&format!("+ {text}"));
    }

    /// Ends a move of several steps that was not ended by a pass.
    pub fn end_move(&mut self) {
        if self.open {
            self.close("+");
        }
    }

    /// Writes the [lines](move_lines) of a whole move, made in `state`.
    pub fn lines(&mut self, state: &State, lines: &[String]) {
        self.enter(state);
        lines.iter().for_each(|line| self.line(line));
        self.open = false;
    }

    /// Writes a comment that stands before the next move.
    pub fn before(&mut self, text: &str) {
        if !text.is_empty() {
            self.head();
            self.indent();
            self.text += &comment(text);
            self.text.push(' ');
        }
    }

    /// Writes the note of the last move, or of the start.
    pub fn note(&mut self, note: &Note) {
        let marks = marks(note);
        for line in [marks, comment(&note.comment)] {
            if !line.is_empty() && line != "{}" {
                self.head();
                self.indent();
                self.text += &line;
                self.text.push('\n');
            }
        }
    }

    /// Begins a variation in the place of the last move.
    pub fn open_variation(&mut self) {
        self.indent();
        self.text += "(\n";
        self.outside.push((self.round, self.before));
        self.round = self.before;
    }

    /// Ends it.
    pub fn close_variation(&mut self) {
        if let Some(rounds) = self.outside.pop() {
            (self.round, self.before) = rounds;
        }
        self.indent();
        self.text += ")\n";
    }

    /// Writes how the game ended. Nothing should come after it.
    pub fn result(&mut self, result: &Outcome) {
        if self.headed {
            self.text.push('\n');
        }
        self.text += &facts::closing(self.game, result);
    }

    fn enter(&mut self, state: &State) {
        self.head();
        self.before = self.round;
        self.round = self.round.of(state.slot(self.game.layout()));
        self.open = true;
        self.twin = false;
    }

    fn close(&mut self, line: &str) {
        self.line(line);
        self.open = false;
    }

    fn line(&mut self, line: &str) {
        // A comment before a move stands in its line, which is indented already.
        if self.text.is_empty() || self.text.ends_with('\n') {
            self.indent();
        }
        self.text += &format!("{}. {line}\n", self.round.number);
    }

    /// An empty line between the facts and the moves.
    fn head(&mut self) {
        if !std::mem::replace(&mut self.headed, true) {
            self.text.push('\n');
        }
    }

    fn indent(&mut self) {
        let depth = self.outside.len().min(INDENTED_MAX);
        self.text.extend(std::iter::repeat_n("  ", depth));
    }
}

/// What is still to be written of a tree.
enum Task {
    /// The continuations of a node.
    After(NodeId),
    /// A variation begins: its node and its lines.
    Variation(NodeId, Vec<String>),
    /// It ends.
    Close,
}

/// A finished game.
pub(super) fn whole(game: &dyn Game, tree: &GameTree) -> Result<String, WriteFault> {
    let mut writer = StreamWriter::begin(game, &tree.facts, tree.start());
    let root = tree.note(NodeId::ROOT);
    if !root.before.is_empty() {
        writer.before(&root.before);
        writer.text += "start\n";
    }
    writer.note(root);
    let mut cursor = Cursor::new(game, tree);
    let mut tasks = vec![Task::After(NodeId::ROOT)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(node) => {
                let [main, others @ ..] = tree.children(node) else { continue };
                cursor.go_to(tree, node);
                let list = cursor.legal()?;
                let lines = |child: NodeId| lines_of(&cursor, tree, &list, child);
                let main_lines = lines(*main)?;
                let mut later = Vec::new();
                for &other in others {
                    later.extend([Task::Variation(other, lines(other)?), Task::After(other), Task::Close]);
                }
                write_move(&mut writer, tree, &cursor, *main, &main_lines);
                tasks.push(Task::After(*main));
                tasks.extend(later.into_iter().rev());
            }
            Task::Variation(node, lines) => {
                cursor.go_to(tree, tree.parent(node).unwrap_or(NodeId::ROOT));
                writer.open_variation();
                write_move(&mut writer, tree, &cursor, node, &lines);
            }
            Task::Close => writer.close_variation(),
        }
    }
    if let Some(result) = &tree.facts.result {
        writer.result(result);
    }
    Ok(writer.take())
}

fn write_move(writer: &mut StreamWriter<'_>, tree: &GameTree, cursor: &Cursor<'_>, node: NodeId, lines: &[String]) {
    let note = tree.note(node);
    writer.before(&note.before);
    writer.lines(cursor.state(), lines);
    writer.note(note);
}

/// The lines of the move that leads to a child of the node where the cursor is.
fn lines_of(cursor: &Cursor<'_>, tree: &GameTree, list: &MoveList, child: NodeId) -> Result<Vec<String>, WriteFault> {
    if let Some(state) = tree.position(child) {
        return Ok(vec![changed::text(cursor.game(), state)]);
    }
    let index = index_of(tree, list, child).ok_or(WriteFault::Move(tree.depth(child)))?;
    Ok(move_lines(cursor.game(), cursor.state(), list, index))
}

/// The place in the list of legal moves of the move that leads to a node.
pub(crate) fn index_of(tree: &GameTree, list: &MoveList, node: NodeId) -> Option<usize> {
    let chosen = tree.chosen(node)?;
    let sameness = chosen.sameness();
    list.iter().position(|one| one.sameness() == sameness && one.same_as(chosen))
}
