//! A game of backgammon that is being read, turn by turn.

use dagaz_core::{LimitHit, Outcome, PlayerKind, UndoLog, Verdict};

use super::{BAR, Board, OFF};
use crate::cursor::Cursor;
use crate::faults::{Faults, Unread, named};
use crate::reading::{ReadLimits, RecordFaultKind};
use crate::tree::GameTree;

/// A throw and where the men go: each part is a way from point to point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// The greater die first.
    pub(crate) dice: [u8; 2],
    /// The points at which each man stands, its first one included.
    pub(crate) ways: Vec<Vec<usize>>,
}

/// Why a turn cannot be played.
pub(crate) enum TurnError {
    /// It is not legal, for a reason that follows its text in a sentence.
    Illegal(&'static str),
    /// The rules met a limit.
    Limit(LimitHit),
}

impl From<LimitHit> for TurnError {
    fn from(hit: LimitHit) -> TurnError {
        TurnError::Limit(hit)
    }
}

impl<'a> Board<'a> {
    /// Plays a turn: the throw and the moves. The first turn of a game may be either player's.
    pub(crate) fn play(
        &self,
        tree: &mut GameTree,
        cursor: &mut Cursor<'a>,
        player: usize,
        said: &Said,
    ) -> Result<(), TurnError> {
        let mut start = None;
        if self.mover(cursor.state()) != Some(player) {
            let begins = if tree.moves() == 0 { self.begun_by(player) } else { None };
            start = Some(begins.ok_or(TurnError::Illegal("is not of the player whose turn it is"))?);
        }
        let before = start.as_ref().unwrap_or(cursor.state());
        let throws = self.legal(before)?;
        let fits = |index: &usize| self.dice(before, throws.get(*index)) == Some(said.dice);
        let thrown = (0..throws.len()).find(fits);
        let thrown = thrown.ok_or(TurnError::Illegal("cannot be thrown: the game has ended"))?;
        let mut after = before.clone();
        self.game.play(&mut after, throws.get(thrown), &mut UndoLog::new());
        let mut wanted = self.counts(&after);
        let mut left: Vec<&Vec<usize>> = said.ways.iter().collect();
        // A part may begin where another one ends, whichever is written first.
        while let Some(next) = left.iter().position(|way| way.first().is_some_and(|from| wanted.stands(player, *from)))
        {
            for step in left.remove(next).windows(2) {
                wanted.go(player, step[0], step[1]);
            }
        }
        if !left.is_empty() {
            return Err(TurnError::Illegal("moves a man that is not there"));
        }
        let list = self.legal(&after)?;
        let found = self.leading_to(&after, &list, &wanted, &said.ways);
        // A throw alone is the last of a game that was left.
        if found.is_none() && !said.ways.is_empty() {
            return Err(TurnError::Illegal("is not a legal move here"));
        }
        if let Some(start) = start {
            tree.begin_at(start);
            *cursor = Cursor::new(self.game, tree);
        }
        cursor.play(tree, throws.get(thrown));
        if let Some(index) = found {
            cursor.play(tree, list.get(index));
        }
        Ok(())
    }
}

/// See the [module documentation](self).
pub(super) struct Draft<'a> {
    board: &'a Board<'a>,
    limits: &'a ReadLimits,
    pub(super) tree: GameTree,
    cursor: Cursor<'a>,
    /// The place of the game in the file.
    number: usize,
    /// What has been passed over since a turn that could not be played.
    unread: Option<Unread>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(board: &'a Board<'a>, limits: &'a ReadLimits, number: usize) -> Draft<'a> {
        let tree = GameTree::of(board.game);
        let cursor = Cursor::new(board.game, &tree);
        Draft { board, limits, tree, cursor, number, unread: None }
    }

    /// Plays a turn of a player: the throw and the moves.
    pub(super) fn play(&mut self, at: usize, player: usize, word: &str, said: &Said, faults: &mut Faults) {
        if let Some(unread) = &mut self.unread {
            unread.moves += 1;
            return;
        }
        if let Err((kind, message)) = self.try_play(player, word, said) {
            let kept = faults.push(at, kind, message, Some((self.number, self.cursor.node())));
            self.unread = Some(Unread::behind(kept));
        }
    }

    fn try_play(&mut self, player: usize, word: &str, said: &Said) -> Result<(), (RecordFaultKind, String)> {
        if self.tree.moves() + 2 > self.limits.moves {
            let message = format!("the game has more than {} moves", self.limits.moves);
            return Err((RecordFaultKind::Limit, message));
        }
        self.board.play(&mut self.tree, &mut self.cursor, player, said).map_err(|error| match error {
            TurnError::Limit(hit) => (RecordFaultKind::Limit, hit.to_string()),
            TurnError::Illegal(why) => {
                let typed = named(word);
                let message = format!("`{typed}` {why}");
                (RecordFaultKind::Move { typed, near: Vec::new() }, message)
            }
        })
    }

    /// Adds a comment to the last turn.
    pub(super) fn comment(&mut self, at: usize, text: &str, faults: &mut Faults) {
        let note = self.tree.note_mut(self.cursor.node());
        if !crate::formats::join::append(&mut note.comment, text, "\n", self.limits.text) {
            faults.limit(at, format!("a comment has more than {} bytes; the rest of it is left out", self.limits.text));
        }
    }

    /// The game as it was read, with its winner by the board, else by the file.
    pub(super) fn finish(mut self, winner: Option<usize>, faults: &mut Faults) -> GameTree {
        if let Some(unread) = self.unread.take() {
            unread.tell(faults);
        }
        let players = self.board.game.glossary().players.iter();
        let verdict = |index: usize| match winner.map(|winner| self.board.players[winner].index() == index) {
            Some(true) => Verdict::Win,
            _ => Verdict::Loss,
        };
        let verdicts = players.enumerate().map(|(index, player)| match player.kind {
            PlayerKind::Chooser => verdict(index),
            _ => Verdict::Aside,
        });
        let told =
            winner.map(|_| Outcome { ending: "resignation".to_string(), verdicts: verdicts.collect(), scores: None });
        self.tree.facts.result = self.cursor.outcome().ok().flatten().or(told);
        self.tree
    }
}

/// A point from a word of a match file: a number, `bar`, `off`.
pub(super) fn point(word: &str) -> Option<usize> {
    match word {
        "bar" => Some(BAR),
        "off" => Some(OFF),
        digits => digits.parse().ok().filter(|number| *number <= BAR),
    }
}
