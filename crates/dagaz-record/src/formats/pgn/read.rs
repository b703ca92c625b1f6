//! Reads a file of games: tags, then movetext, then the next game.

use dagaz_core::{Game, State};

use super::lexer::{Lexer, Tag, Token};
use super::movetext::{Movetext, say};
use super::{result, tags};
use crate::faults::{Faults, named};
use crate::formats::pgn::san::San;
use crate::parse_position_with;
use crate::reading::{ReadLimits, Reading, RecordFaultKind, TAGS};
use crate::tree::{GameTree, NodeId};

/// The tag with which games begin.
const FIRST: &str = "Event";

/// Reads one file.
pub(super) struct Reader<'a> {
    game: &'a dyn Game,
    san: &'a San<'a>,
    text: &'a str,
    limits: &'a ReadLimits,
    lexer: Lexer<'a>,
    faults: Faults,
    games: Vec<GameTree>,
    /// The end of the main line of the last game.
    last: NodeId,
    /// The tags of the game being read.
    tags: Vec<Tag>,
    /// Its moves, once they have begun.
    movetext: Option<Movetext<'a>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(game: &'a dyn Game, san: &'a San<'a>, text: &'a str, limits: &'a ReadLimits) -> Reader<'a> {
        Reader {
            game,
            san,
            text,
            limits,
            lexer: Lexer::new(text),
            faults: Faults::new(limits.faults),
            games: Vec::new(),
            last: NodeId::ROOT,
            tags: Vec::new(),
            movetext: None,
        }
    }

    /// Reads everything.
    pub(super) fn run(mut self) -> Reading {
        while let Some((byte, token)) = self.lexer.next() {
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
        let byte = self.tags.first().map_or(byte, |tag| tag.byte);
        self.tags.clear();
        self.movetext = None;
        let message = format!("there are more than {} games; what follows is not read", self.limits.games);
        self.faults.push(byte, RecordFaultKind::Limit, message, None);
    }

    fn form(&mut self, byte: usize, message: impl Into<String>) {
        self.faults.form(byte, message);
    }

    fn token(&mut self, byte: usize, token: Token<'a>) {
        match token {
            Token::Bracket { fresh } if fresh || self.movetext.is_none() => {
                if self.movetext.is_some() {
                    self.end(byte, None);
                }
                self.tag();
            }
            Token::Bracket { .. } => {
                self.lexer.rest_of_line();
                self.form(byte, "a tag begins its line; what stands here is skipped to the end of the line");
            }
            Token::Stray(sign) => self.form(byte, format!("`{sign}` means nothing here")),
            Token::Comment { text, closed } => {
                if !closed {
                    self.form(byte, "this comment has no end: `}` is missing");
                }
                self.comment(byte, text);
            }
            Token::Open => self.moves(|movetext, faults| movetext.open(byte, faults)),
            Token::Close => self.moves(|movetext, faults| movetext.close(byte, faults)),
            Token::Glyph(digits) => self.moves(|movetext, faults| match digits.parse() {
                Ok(number) => movetext.glyph(number),
                Err(_) => {
                    faults.form(byte, "a number from 0 to 255 is expected behind `$`");
                }
            }),
            Token::Word(word) => self.word(byte, word),
        }
    }

    fn tag(&mut self) {
        match self.lexer.tag() {
            Ok(tag) if tag.value.len() > self.limits.text => {
                let message = format!("a tag has more than {} bytes", self.limits.text);
                self.faults.push(tag.value_byte, RecordFaultKind::Limit, message, None);
            }
            Ok(tag) if tag.name == FIRST && self.tags.iter().any(|known| known.name == FIRST) => {
                // A game without moves or a result.
                self.end(tag.byte, None);
                self.tags.push(tag);
            }
            Ok(tag) if self.tags.len() == TAGS => {
                let message = format!("a game has more than {TAGS} tags");
                self.faults.push(tag.byte, RecordFaultKind::Limit, message, None);
                // Said once; the rest of them is passed over.
                self.tags.push(tag);
            }
            Ok(_) if self.tags.len() > TAGS => {}
            Ok(tag) => self.tags.push(tag),
            Err((byte, message)) => self.form(byte, message),
        }
    }

    fn word(&mut self, byte: usize, word: &'a str) {
        if let Some(said) = result::parse(word) {
            let inside = self.movetext.as_ref().is_some_and(Movetext::in_variation);
            // Some programs end a variation with a result.
            if !inside && (self.movetext.is_some() || !self.tags.is_empty()) {
                self.end(byte, Some(said));
            }
            return;
        }
        self.moves(|movetext, faults| movetext.word(byte, word, faults));
    }

    fn comment(&mut self, byte: usize, text: &str) {
        // What stands between two games is about the one before.
        let between = self.movetext.is_none() && self.tags.is_empty();
        let place = self.games.len();
        if let Some(tree) = self.games.last_mut().filter(|_| between) {
            let at = Some((place - 1, self.last));
            say(tree.note_mut(self.last), text, self.limits, (byte, at), &mut self.faults);
            return;
        }
        self.moves(|movetext, faults| movetext.comment(byte, text, faults));
    }

    /// Does something to the moves, which begin if they have not.
    fn moves(&mut self, deed: impl FnOnce(&mut Movetext<'a>, &mut Faults)) {
        if self.movetext.is_none() {
            self.movetext = Some(self.begin());
        }
        if let Some(movetext) = &mut self.movetext {
            deed(movetext, &mut self.faults);
        }
    }

    /// A game with what its tags say of the start.
    fn begin(&mut self) -> Movetext<'a> {
        let mut tree = GameTree::of(self.game);
        let mut readable = true;
        let title = &self.game.glossary().title;
        for tag in std::mem::take(&mut self.tags) {
            let setup = match tag.name.as_str() {
                "Variant" | tags::GAME
                    if (tag.name != tags::GAME || tags::is_known(&tag.value)) && !super::means(title, &tag.value) =>
                {
                    let message = format!("this is a game of {}, not of {title}", named(&tag.value));
                    Err((tag.value_byte, message))
                }
                "FEN" => self.start(&tag).map(|start| {
                    if start != self.game.initial() {
                        tree.begin_at(start);
                        // The number of the move is not part of a state, and would be lost.
                        tree.facts.set_tag("FEN", tag.value.clone());
                    }
                }),
                _ => Ok(()),
            };
            if let Err((byte, message)) = setup {
                readable = false;
                self.faults.push(byte, RecordFaultKind::Setup, message, Some((self.games.len(), NodeId::ROOT)));
            }
            if self.tags.iter().any(|known| known.name == tag.name) {
                let (name, game) = (named(&tag.name), self.games.len() + 1);
                self.faults.remark(format!("game {game}: the tag `{name}` stands twice; the first is not kept"));
            }
            tags::into_facts(self.game, &mut tree.facts, self.san.players(), &tag);
            self.tags.push(tag);
        }
        let chinese = self.tags.iter().any(|tag| tag.name == "Format" && matches!(tag.value.as_str(), "WXF" | "ICCS"));
        let mut movetext = Movetext::new(self.game, self.san, self.limits, tree, self.games.len(), readable);
        movetext.chinese = chinese;
        movetext
    }

    /// The start that a FEN describes, or what is wrong with it and where.
    fn start(&mut self, tag: &Tag) -> Result<State, (usize, String)> {
        let text = tag.value.as_str();
        let mut remarks = Vec::new();
        let position = parse_position_with(self.game, text, &mut remarks).map_err(|fault| {
            let before = text.char_indices().nth(fault.column - 1).map_or(text.len(), |(byte, _)| byte);
            (tag.value_byte + before, fault.message)
        })?;
        remarks.into_iter().for_each(|remark| self.faults.remark(remark));
        self.game.set_up(&position).map_err(|errors| {
            let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
            (tag.value_byte, said.join("; "))
        })
    }

    /// Ends the game being read, at its result or where it breaks off.
    fn end(&mut self, byte: usize, marker: Option<&str>) {
        if self.is_full() {
            // The tag that ended the last game there is a place for has begun another one.
            if !self.tags.is_empty() {
                self.too_many(byte);
            }
            return;
        }
        if self.movetext.is_none() && (marker.is_some() || !self.tags.is_empty()) {
            self.movetext = Some(self.begin());
        }
        let Some(movetext) = self.movetext.take() else { return };
        let tags = std::mem::take(&mut self.tags);
        // A comment alone is no game.
        if tags.is_empty() && marker.is_none() && !movetext.begun() {
            return;
        }
        let said = |name: &str| tags.iter().rev().find(|tag| tag.name == name).map(|tag| tag.value.as_str());
        let tagged = said("Result").and_then(|value| result::parse(value.trim()));
        if let (None, Some(expected)) = (marker, said("Result")) {
            let message = format!("the game breaks off: its result `{}` is expected behind the moves", named(expected));
            self.faults.push(byte, RecordFaultKind::Form, message, None);
        }
        let number = self.games.len() + 1;
        let tagged = tagged.filter(|said| *said != result::OPEN);
        if let (Some(tagged), Some(marker)) = (tagged, marker.filter(|said| *said != result::OPEN))
            && tagged != marker
        {
            let remark = format!("game {number}: the tag `Result` says {tagged}, the end of the moves {marker}");
            self.faults.remark(remark);
        }
        let claimed = tagged.or(marker).unwrap_or(result::OPEN);
        let outcome = result::outcome(self.game, self.san.players(), claimed, said("Termination"));
        let (tree, last) = movetext.finish(outcome, &mut self.faults);
        let on_board = tree.facts.result.as_ref().and_then(|end| Some((result::of(self.san.players(), end)?, end)));
        if let Some((board, end)) = on_board.filter(|(board, _)| claimed != result::OPEN && *board != claimed) {
            let remark = format!("game {number}: the record says {claimed}, the board {board} ({})", end.ending);
            self.faults.remark(remark);
        }
        self.games.push(tree);
        self.last = last;
    }
}
