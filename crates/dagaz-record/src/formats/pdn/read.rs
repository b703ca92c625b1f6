//! Reads a file of games: tags, then moves, then the next game.

use super::board::Draughts;
use super::game::{self, Play};
use super::gametype::{self, Classified};
use super::numbering::Numbering;
use super::result::Score;
use super::tags::{self, Tag};
use super::token::{Token, Tokens};
use super::{WHICH, fen};
use crate::faults::{Faults, named};
use crate::formats::pgn::commands;
use crate::formats::pgn::tags::plain;
use crate::reading::{ReadLimits, Reading, RecordFaultKind, TAGS};
use crate::tree::{GameTree, NodeId};

/// What is read of a text for a game that is no draughts: one fault.
pub(super) fn not_this_game(text: &str) -> Reading {
    Reading::refused(text, RecordFaultKind::Setup, format!("this format is for {WHICH}"))
}

/// Reads a text.
pub(super) fn read(draughts: &Draughts<'_>, text: &str, limits: &ReadLimits) -> Reading {
    if text.len() > limits.bytes {
        let message = format!("the file has more than {} bytes", limits.bytes);
        return Reading::refused(text, RecordFaultKind::Limit, message);
    }
    let reader = Reader {
        draughts,
        own: Classified::of(draughts),
        text,
        limits,
        faults: Faults::new(limits.faults),
        games: Vec::new(),
        tags: Vec::new(),
        play: None,
    };
    reader.run()
}

struct Reader<'a> {
    draughts: &'a Draughts<'a>,
    own: Classified,
    text: &'a str,
    limits: &'a ReadLimits,
    faults: Faults,
    games: Vec<GameTree>,
    /// The tags of the game being read.
    tags: Vec<Tag>,
    /// Its moves, once they have begun.
    play: Option<Play<'a>>,
}

impl<'a> Reader<'a> {
    fn run(mut self) -> Reading {
        for (byte, token) in Tokens::of(self.text) {
            if self.is_full() && !matches!(token, Token::Comment { .. }) {
                self.too_many(byte);
                break;
            }
            self.token(byte, token);
        }
        self.end(self.text.len(), None);
        self.faults.reading(self.text, self.games)
    }

    fn is_full(&self) -> bool {
        self.games.len() >= self.limits.games
    }

    /// There is no place for what has been begun and all that follows.
    fn too_many(&mut self, byte: usize) {
        let byte = self.tags.first().map_or(byte, |tag| tag.at);
        self.tags.clear();
        self.play = None;
        let message = format!("there are more than {} games; what follows is not read", self.limits.games);
        self.faults.push(byte, RecordFaultKind::Limit, message, None);
    }

    fn token(&mut self, byte: usize, token: Token<'a>) {
        match token {
            Token::Bad(message) => {
                self.faults.form(byte, message);
            }
            Token::Tag { name, value, at } => {
                if self.play.is_some() {
                    self.end(byte, None);
                }
                self.tag(Tag { name: name.to_string(), value: plain(&value), at });
            }
            Token::Comment { text, closed } => {
                if !closed {
                    let message = "this comment has no end: `}` is missing";
                    self.faults.push(byte, RecordFaultKind::Form, message, None);
                }
                self.comment(byte, text);
            }
            Token::Open => self.moves(|play, faults| play.open(byte, faults)),
            Token::Close => self.moves(|play, faults| play.close(byte, faults)),
            Token::Number => self.moves(|play, _| play.number()),
            Token::Glyph(digits) => self.moves(|play, faults| play.glyph(byte, digits, faults)),
            Token::Setup(position) => self.set_up(byte, position),
            Token::Word(word) => match Score::of(word) {
                None => self.moves(|play, faults| play.word(byte, word, faults)),
                // Some programs end a variation with a result.
                Some(_) if self.play.as_ref().is_some_and(Play::in_variation) => {}
                Some(score) => self.end(byte, Some(score)),
            },
        }
    }

    fn tag(&mut self, tag: Tag) {
        if tag.value.len() > self.limits.text {
            let message = format!("a tag has more than {} bytes", self.limits.text);
            self.faults.push(tag.at, RecordFaultKind::Limit, message, None);
        } else if self.tags.len() < TAGS {
            self.tags.push(tag);
        } else if self.tags.len() == TAGS {
            let message = format!("a game has more than {TAGS} tags");
            self.faults.push(tag.at, RecordFaultKind::Limit, message, None);
            // Said once; the rest of them is passed over.
            self.tags.push(tag);
        }
    }

    fn comment(&mut self, byte: usize, text: &str) {
        if self.play.is_some() || !self.tags.is_empty() || self.games.is_empty() {
            return self.moves(|play, faults| play.comment(byte, text, faults));
        }
        // What stands between two games is about the one before.
        let number = self.games.len() - 1;
        if let Some(tree) = self.games.last_mut() {
            let last = tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
            if !game::say(tree.note_mut(last), commands::read(text), self.limits) {
                let message = game::too_long(self.limits);
                self.faults.push(byte, RecordFaultKind::Limit, message, Some((number, last)));
            }
        }
    }

    /// A position in the middle of the moves. The tree of a game has no place for it but at its
    /// root.
    fn set_up(&mut self, byte: usize, position: &str) {
        let draughts = self.draughts;
        self.moves(|play, faults| {
            if !play.at_start() {
                let message = "a position can be set up only before the first move; this line ends here";
                faults.push(byte, RecordFaultKind::Form, message, None);
                return play.break_off();
            }
            match fen::read(draughts, play.numbering(), position) {
                Ok(start) => play.begin_at(start),
                Err((_, message)) => {
                    faults.push(byte, RecordFaultKind::Setup, message, None);
                    play.break_off();
                }
            }
        });
    }

    /// Does something to the moves, which begin if they have not.
    fn moves(&mut self, deed: impl FnOnce(&mut Play<'a>, &mut Faults)) {
        if self.play.is_none() {
            self.play = Some(self.begin());
        }
        if let Some(play) = &mut self.play {
            deed(play, &mut self.faults);
        }
    }

    fn setup_fault(&mut self, byte: usize, message: String) {
        self.faults.push(byte, RecordFaultKind::Setup, message, Some((self.games.len(), NodeId::ROOT)));
    }

    /// The last tag of a name.
    fn said(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().rev().find(|tag| tag.name == name)
    }

    /// A game with what its tags say of the start.
    fn begin(&mut self) -> Play<'a> {
        let draughts = self.draughts;
        let mut tree = GameTree::of(draughts.game);
        for (place, tag) in self.tags.iter().enumerate() {
            if self.tags[..place].iter().any(|known| known.name == tag.name) {
                let (name, game) = (named(&tag.name), self.games.len() + 1);
                self.faults.remark(format!("game {game}: the tag `{name}` stands twice; the first is not kept"));
            }
            tags::into_facts(&mut tree.facts, draughts, tag);
        }
        let mut notation = self.own.notation();
        if let Some((at, value)) = self.said("GameType").map(|tag| (tag.at, tag.value.clone())) {
            let (said, faults) = gametype::read(draughts, &self.own, &value);
            notation = said;
            faults.into_iter().for_each(|(byte, message)| self.setup_fault(at + byte, message));
        }
        if let Some(tag) = self.said("Variant").filter(|tag| !tags::is_variant(draughts, &tag.value)) {
            let message = format!("this is a game of {}, not of {}", named(&tag.value), draughts.game.glossary().title);
            self.setup_fault(tag.at, message);
        }
        let numbering = Numbering::new(&draughts.board, notation, draughts.first);
        let position = self.said("FEN").map(|tag| (tag.at, fen::read(draughts, &numbering, &tag.value)));
        let mut readable = true;
        match position {
            None => {}
            Some((_, Ok(start))) => tree.begin_at(start),
            Some((at, Err((byte, message)))) => {
                self.setup_fault(at + byte, format!("{message}; the moves are not read"));
                readable = false;
            }
        }
        let number = self.games.len();
        Play::new(draughts, (numbering, self.own.separator()), self.limits, (tree, number), readable)
    }

    /// Ends the game being read, at its result or where the next game begins.
    fn end(&mut self, byte: usize, marker: Option<Score>) {
        if self.play.is_none() && self.tags.is_empty() {
            return;
        }
        if self.is_full() {
            // The tag that ended the last game there is a place for has begun another one.
            if !self.tags.is_empty() {
                self.too_many(byte);
            }
            return;
        }
        let play = match self.play.take() {
            Some(play) => play,
            None => self.begin(),
        };
        let tags = std::mem::take(&mut self.tags);
        // A comment alone is no game.
        if tags.is_empty() && marker.is_none() && !play.begun() {
            return;
        }
        let said = |name: &str| tags.iter().rev().find(|tag| tag.name == name).map(|tag| tag.value.trim());
        let tagged = said("Result").and_then(Score::of).filter(|score| *score != Score::Open);
        let score = match (tagged, marker) {
            (Some(tagged), Some(marker)) if marker != Score::Open && marker != tagged => {
                let message = format!(
                    "the tag `Result` says {}, the end of the moves {}",
                    tagged.text(self.own.two_points()),
                    marker.text(self.own.two_points())
                );
                self.faults.push(byte, RecordFaultKind::Form, message, None);
                tagged
            }
            (tagged, marker) => tagged.or(marker).unwrap_or(Score::Open),
        };
        let two_points = self.own.two_points();
        let tree = play.finish((byte, two_points), score, said("Termination"), &mut self.faults);
        self.games.push(tree);
    }
}
