//! A game that is being read: its tree, the place in it, and what is wrong.

use std::time::Duration;

use dagaz_core::{Game, MoveList, PlayerId, Position, State, Turn};

use super::Shogi;
use super::ending::{self, ENDING_TIME, Ending, TERMINATION, Winner};
use super::relative::Place;
use crate::cursor::Cursor;
use crate::faults::{Faults, Unread, named};
use crate::formats::decimal;
use crate::formats::join::append;
use crate::reading::{ReadLimits, RecordFaultKind};
use crate::tree::{GameTree, NodeId};

/// See the [module documentation](self).
pub(super) struct Draft<'a> {
    shogi: &'a Shogi<'a>,
    limits: &'a ReadLimits,
    pub(super) tree: GameTree,
    pub(super) cursor: Cursor<'a>,
    /// The place of the game in the file.
    number: usize,
    /// If a move of the line could not be played: what has been passed over since.
    unread: Option<Unread>,
    /// Whether moves are played at all.
    readable: bool,
    /// Whether there was anything but headers.
    pub(super) begun: bool,
    /// The node at which the last ending of a variation was met.
    ended: NodeId,
    /// Endings of variations: a tree has one result.
    endings: usize,
}

impl<'a> Draft<'a> {
    pub(super) fn new(shogi: &'a Shogi<'a>, limits: &'a ReadLimits, number: usize) -> Draft<'a> {
        let tree = GameTree::of(shogi.game);
        let cursor = Cursor::new(shogi.game, &tree);
        Draft {
            shogi,
            limits,
            tree,
            cursor,
            number,
            unread: None,
            readable: true,
            begun: false,
            ended: NodeId::ROOT,
            endings: 0,
        }
    }

    pub(super) fn game(&self) -> &'a dyn Game {
        self.shogi.game
    }

    pub(super) fn state(&self) -> &State {
        self.cursor.state()
    }

    /// Who moves.
    pub(super) fn mover(&self) -> PlayerId {
        match self.game().turn(self.state()) {
            Turn::Choice(player) | Turn::Chance(player) => player,
            Turn::Together(players) => players.first().copied().unwrap_or(PlayerId::NONE),
        }
    }

    /// Where the next move is made.
    pub(super) fn place(&self) -> Place<'_> {
        let last = self.tree.chosen(self.cursor.node()).and_then(|chosen| chosen.target().some());
        Place { state: self.cursor.state(), mover: self.mover(), last }
    }

    /// Sets the start position. After the first move this is an error, since faults refer to the
    /// nodes of the tree.
    pub(super) fn begin_at(&mut self, at: usize, position: Result<Position, String>, faults: &mut Faults) {
        if self.tree.moves() > 0 {
            let here = Some((self.number, self.cursor.node()));
            let message = "a position behind the first move is not read".to_string();
            faults.push(at, RecordFaultKind::Setup, message, here);
            return;
        }
        let state = position.and_then(|position| {
            self.game().set_up(&position).map_err(|errors| {
                errors.first().map_or_else(|| "this start is refused".to_string(), ToString::to_string)
            })
        });
        match state {
            Ok(state) => {
                self.tree.begin_at(state);
                self.cursor = Cursor::new(self.game(), &self.tree);
            }
            Err(message) => {
                self.readable = false;
                faults.push(at, RecordFaultKind::Setup, message, Some((self.number, NodeId::ROOT)));
            }
        }
    }

    /// Whether the next move cannot be played, since one before it could not; it is counted then.
    pub(super) fn passes_over(&mut self) -> bool {
        self.begun = true;
        if let Some(unread) = &mut self.unread {
            unread.moves += 1;
        }
        !self.readable || self.unread.is_some()
    }

    /// Plays the one move that is meant by a word. `meant` chooses among the legal moves.
    pub(super) fn play(
        &mut self,
        at: usize,
        word: &str,
        faults: &mut Faults,
        meant: impl FnOnce(&Draft<'a>, &MoveList) -> Vec<usize>,
    ) -> bool {
        if self.passes_over() {
            return false;
        }
        let here = Some((self.number, self.cursor.node()));
        if self.tree.moves() >= self.limits.moves {
            self.readable = false;
            faults.push(
                at,
                RecordFaultKind::Limit,
                format!("the game has more than {} moves", self.limits.moves),
                here,
            );
            return false;
        }
        let list = match self.cursor.legal() {
            Ok(list) => list,
            Err(hit) => {
                let fault = faults.push(at, RecordFaultKind::Limit, hit.to_string(), here);
                self.unread = Some(Unread::behind(fault));
                return false;
            }
        };
        let found = meant(self, &list);
        if let [first, rest @ ..] = &found[..]
            && rest.iter().all(|other| list.get(*other).same_as(list.get(*first)))
        {
            self.cursor.play(&mut self.tree, list.get(*first));
            return true;
        }
        let typed = named(word);
        let (near, message) = if list.is_empty() {
            (Vec::new(), format!("`{typed}` cannot be played: the game has ended"))
        } else if found.len() > 1 {
            (Vec::new(), format!("`{typed}` could be any of {} moves", found.len()))
        } else {
            (Vec::new(), format!("`{typed}` is not a legal move here"))
        };
        let fault = faults.push(at, RecordFaultKind::Move { typed, near }, message, here);
        self.unread = Some(Unread::behind(fault));
        false
    }

    /// Notes how the game has ended, on its main line, and how long the player thought before.
    pub(super) fn end(&mut self, ending: &Ending, spent: Option<Duration>) {
        if self.passes_over() {
            return;
        }
        let node = self.cursor.node();
        if !self.is_main_end() {
            self.endings += usize::from(self.ended != node);
            self.ended = node;
            return;
        }
        self.tree.facts.result = ending::outcome(self.game(), ending, self.mover());
        if ending.winner == Winner::Open {
            self.tree.facts.set_tag(TERMINATION, ending.name);
        }
        self.end_after(spent);
    }

    /// Notes how long the player thought who ended the game.
    pub(super) fn end_after(&mut self, spent: Option<Duration>) {
        if let Some(spent) = spent {
            self.tree.facts.set_tag(ENDING_TIME, decimal::write(spent));
        }
    }

    /// Whether the reader is at the end of the main line.
    pub(super) fn is_main_end(&self) -> bool {
        self.tree.main_line().last().copied().unwrap_or(NodeId::ROOT) == self.cursor.node()
    }

    /// Whether the second player is to move.
    pub(super) fn second_moves(&self) -> bool {
        self.mover() == self.shogi.players()[1]
    }

    /// Goes back to the position before a ply of this line, for a variation.
    pub(super) fn branch(&mut self, at: usize, ply: usize, faults: &mut Faults) {
        self.tell_unread(faults);
        let path = self.tree.path(self.cursor.node());
        let Some(before) = ply.checked_sub(1).filter(|before| *before <= path.len()) else {
            faults.form(at, format!("there is no move {ply} in this line to replace"));
            self.unread = Some(Unread::default());
            return;
        };
        let node = before.checked_sub(1).map_or(NodeId::ROOT, |place| path[place]);
        self.cursor.go_to(&self.tree, node);
    }

    /// Adds a line of comment to the node where the reader is.
    pub(super) fn comment(&mut self, at: usize, text: &str, faults: &mut Faults) {
        if !self.readable || self.unread.is_some() {
            return;
        }
        let note = self.tree.note_mut(self.cursor.node());
        if text.is_empty() && !note.comment.is_empty() {
            note.comment.push('\n');
        } else if !append(&mut note.comment, text, "\n", self.limits.text) {
            faults.limit(at, format!("a comment has more than {} bytes; the rest of it is left out", self.limits.text));
        }
    }

    fn tell_unread(&mut self, faults: &mut Faults) {
        if let Some(unread) = self.unread.take() {
            unread.tell(faults);
        }
    }

    /// The game as far as it could be read. What the board says of its end comes before what the
    /// file says.
    pub(super) fn finish(mut self, faults: &mut Faults) -> GameTree {
        self.tell_unread(faults);
        match self.endings {
            0 => {}
            1 => faults.remark("1 ending of a variation was not kept"),
            many => faults.remark(format!("{many} endings of variations were not kept")),
        }
        let last = self.tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
        self.cursor.go_to(&self.tree, last);
        if let Ok(Some(outcome)) = self.cursor.outcome() {
            self.tree.facts.result = Some(outcome);
        }
        self.tree
    }
}
