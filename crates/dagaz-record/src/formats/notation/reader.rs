//! Reads records in text: puts their parts together and plays their moves.

use dagaz_core::{Game, LimitHit};

use super::entry::{Entries, Entry};
use super::facts::KeyLine;
use super::find::find_move;
use super::remark::{read_comment, read_marks};
use crate::changed;
use crate::cursor::Cursor;
use crate::faults::{Faults, Kept, Unread};
use crate::formats::join::append;
use crate::matching::MoveError;
use crate::position::parse_position;
use crate::reading::{ReadLimits, Reading, RecordFaultKind, TAGS};
use crate::tree::{Facts, GameTree, NodeId};

/// See [`read`](super::read()).
pub(super) fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    if text.len() > limits.bytes {
        let message = format!("a record has at most {} bytes", limits.bytes);
        return Reading::refused(text, RecordFaultKind::Limit, message);
    }
    let faults = Faults::new(limits.faults);
    let mut reader = Reader { game, limits, faults, games: Vec::new(), draft: None, broken: false };
    let mut entries = Entries::new(text);
    while let Some((at, entry)) = entries.next() {
        reader.entry(at, entry);
        if reader.games.len() >= limits.games {
            break;
        }
        if reader.broken {
            entries.skip_game();
        }
    }
    reader.end_game(text.len());
    reader.faults.reading(text, reader.games)
}

/// The fault of a text that is no legal move.
pub(crate) fn move_fault(typed: &str, error: MoveError) -> (RecordFaultKind, String) {
    let message = error.to_string();
    let near = match error {
        MoveError::Unknown { near, .. } => near,
        MoveError::Several { moves, .. } => moves,
        MoveError::Empty | MoveError::NoMoves => Vec::new(),
    };
    (RecordFaultKind::Move { typed: typed.to_string(), near }, message)
}

/// A variation that is open: the move in whose place it stands, and whether the line outside was
/// being skipped.
struct Outside {
    node: NodeId,
    skipping: bool,
}

/// A game on its way.
struct Draft<'g> {
    tree: GameTree,
    cursor: Cursor<'g>,
    /// Variations around the place that is being read.
    outside: Vec<Outside>,
    /// A move of this line could not be played: the rest of the line is skipped.
    skipping: bool,
    /// What is skipped, and how many variations were open at that move.
    unread: Option<(Unread, usize)>,
    /// The variation has no move yet.
    fresh: bool,
    /// The comment before the next move.
    before: Option<String>,
    /// The steps of a move that continues, and the byte where it begins.
    chain: Option<(usize, String)>,
}

impl<'g> Draft<'g> {
    fn new(game: &'g dyn Game) -> Draft<'g> {
        let mut tree = GameTree::of(game);
        tree.facts = Facts::default();
        let cursor = Cursor::new(game, &tree);
        Draft {
            tree,
            cursor,
            outside: Vec::new(),
            skipping: false,
            unread: None,
            fresh: false,
            before: None,
            chain: None,
        }
    }
}

struct Reader<'g, 't> {
    game: &'g dyn Game,
    limits: &'t ReadLimits,
    faults: Faults,
    games: Vec<GameTree>,
    draft: Option<Draft<'g>>,
    /// Nothing more of this game is to be read.
    broken: bool,
}

impl<'g, 't> Reader<'g, 't> {
    fn fault(&mut self, at: usize, kind: RecordFaultKind, message: impl Into<String>) {
        self.faults.push(at, kind, message, None);
    }

    fn form(&mut self, at: usize, message: impl Into<String>) {
        self.fault(at, RecordFaultKind::Form, message);
    }

    fn draft(&mut self) -> &mut Draft<'g> {
        self.draft.get_or_insert_with(|| Draft::new(self.game))
    }

    fn entry(&mut self, at: usize, entry: Entry<'t>) {
        // A move of several steps stands in lines of its own, none between them.
        let goes_on = matches!(&entry, Entry::Move(text) if *text == "+" || text.starts_with("+ "));
        if !goes_on {
            self.drop_chain();
        }
        match entry {
            Entry::Game(version) => {
                self.end_game(at);
                if self.games.len() >= self.limits.games {
                    let message = format!("a record has at most {} games", self.limits.games);
                    return self.fault(at, RecordFaultKind::Limit, message);
                }
                if version != "1" {
                    self.form(at, format!("this is version `{version}` of the format; version 1 is known"));
                }
                self.draft();
            }
            Entry::Key(line) => self.key(at, &line),
            Entry::Move(text) => self.move_line(at, text),
            Entry::Open => self.open(at),
            Entry::Close => self.close(at),
            Entry::Comment(inside, before) => self.comment(at, inside, before),
            Entry::Unclosed => self.form(at, "this comment has no end"),
            Entry::Start => {
                let draft = self.draft();
                if let (Some(before), NodeId::ROOT) = (draft.before.take(), draft.cursor.node()) {
                    draft.tree.note_mut(NodeId::ROOT).before = before;
                }
            }
            Entry::Marks(line) => {
                let draft = self.draft();
                if draft.skipping || draft.fresh {
                    return;
                }
                let node = draft.cursor.node();
                if let Err(word) = read_marks(line, draft.tree.note_mut(node)) {
                    self.form(
                        at + word,
                        "a judgement is written like `$1`, a clock like `clock 1:59:30` or `spent 0:00:12.5`",
                    );
                }
            }
            Entry::Unknown => {
                self.form(at, "this is no part of a record; a move begins with its number, as in `1. e2 - e4`")
            }
        }
    }

    fn key(&mut self, at: usize, line: &KeyLine<'t>) {
        let value_at = at + line.value_at;
        if line.longest(self.limits.text) > self.limits.text {
            return self.too_long(value_at);
        }
        if line.is_position() {
            return self.position(value_at, line);
        }
        let game = self.game;
        let facts = &mut self.draft().tree.facts;
        if let Err(message) = line.put(game, facts) {
            self.form(value_at, message);
        } else if facts.tags.len() > TAGS {
            facts.tags.pop();
            self.fault(at, RecordFaultKind::Limit, format!("a game has more than {TAGS} tags"));
        }
    }

    fn position(&mut self, at: usize, line: &KeyLine<'t>) {
        if self.draft().tree.moves() > 0 {
            return self.form(at, "the position stands before the first move");
        }
        let text = match line.text() {
            Ok(text) => text,
            Err(message) => return self.form(at, message),
        };
        let state = parse_position(self.game, &text)
            .map_err(|fault| {
                let before: usize = text.chars().take(fault.column - 1).map(char::len_utf8).sum();
                // In quotes the places are shifted; the value itself is close enough.
                let exact = !line.value.starts_with('"');
                (if exact { at + before } else { at }, fault.message)
            })
            .and_then(|position| {
                self.game.set_up(&position).map_err(|errors| {
                    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                    (at, errors.join("; "))
                })
            });
        match state {
            Ok(state) => {
                let game = self.game;
                let draft = self.draft();
                draft.tree.begin_at(state);
                draft.cursor = Cursor::new(game, &draft.tree);
            }
            Err((at, message)) => {
                self.fault(at, RecordFaultKind::Setup, message);
                // Moves from another position would mean nothing.
                self.draft().skipping = true;
            }
        }
    }

    fn too_long(&mut self, at: usize) {
        let message = format!("a text in a record has at most {} bytes", self.limits.text);
        self.fault(at, RecordFaultKind::Limit, message);
    }

    fn move_line(&mut self, at: usize, text: &str) {
        let longest = self.limits.text;
        if self.draft().skipping {
            // A move of several steps is counted once, at its end.
            let counts = !text.starts_with('+') || text.ends_with('+');
            let draft = self.draft();
            if let Some((unread, _)) = draft.unread.as_mut().filter(|(_, open)| counts && *open == draft.outside.len())
            {
                unread.moves += 1;
            }
            return;
        }
        if text.len() > longest {
            self.too_long(at);
            return self.cut();
        }
        if !text.starts_with("+ ") && text != "+" {
            return self.play(at, text);
        }
        let (begin, mut chain) = self.draft().chain.take().unwrap_or((at, String::new()));
        if !chain.is_empty() {
            chain.push(' ');
        }
        // A pass after steps ends the move as a `+` does.
        let ends =
            text == "+" || text.ends_with(" +") || (text == "+ Pass" && !chain.is_empty()) || text.ends_with(" + Pass");
        chain += text;
        if chain.len() > longest {
            self.too_long(begin);
            self.cut();
        } else if ends {
            self.play(begin, &chain);
        } else {
            self.draft().chain = Some((begin, chain));
        }
    }

    fn drop_chain(&mut self) {
        if let Some((at, _)) = self.draft.as_mut().and_then(|draft| draft.chain.take()) {
            self.form(at, "the move that begins here is not ended: a `+` alone is expected behind its last step");
            self.cut();
        }
    }

    /// Skips the rest of this line of play.
    fn cut(&mut self) {
        let draft = self.draft();
        draft.skipping = true;
        draft.before = None;
    }

    fn play(&mut self, at: usize, typed: &str) {
        let (index, most) = (self.games.len(), self.limits.moves);
        let draft = self.draft();
        let node = draft.cursor.node();
        let (kind, message) = if draft.tree.moves() >= most {
            self.broken = true;
            (RecordFaultKind::Limit, format!("a game in a record has at most {most} moves"))
        } else {
            match played(draft, typed) {
                Ok(()) => return,
                Err(Unplayed::Limit(hit)) => (RecordFaultKind::Limit, hit.to_string()),
                Err(Unplayed::Position(message)) => (RecordFaultKind::Setup, message),
                Err(Unplayed::Move(error)) => move_fault(typed, error),
            }
        };
        let fault = self.faults.push(at, kind, message, Some((index, node)));
        self.cut();
        self.skip_behind(fault);
    }

    /// Counts what is skipped behind a fault.
    fn skip_behind(&mut self, fault: Kept) {
        let draft = self.draft();
        draft.unread = Some((Unread::behind(fault), draft.outside.len()));
    }

    /// Says what was skipped, at the end of the line.
    fn tell_unread(&mut self) {
        if let Some((unread, _)) = self.draft.as_mut().and_then(|draft| draft.unread.take()) {
            unread.tell(&mut self.faults);
        }
    }

    fn open(&mut self, at: usize) {
        let deepest = self.limits.depth;
        let draft = self.draft();
        let (node, skipping) = (draft.cursor.node(), draft.skipping);
        let nothing_to_replace = node == NodeId::ROOT || draft.fresh;
        let too_deep = draft.outside.len() >= deepest;
        draft.outside.push(Outside { node, skipping });
        draft.before = None;
        if skipping {
            let open = draft.outside.len() - 1;
            if let Some((unread, _)) = draft.unread.as_mut().filter(|(_, place)| *place == open) {
                unread.variations += 1;
            }
            return;
        }
        draft.fresh = true;
        if nothing_to_replace || too_deep {
            draft.skipping = true;
        } else {
            draft.cursor.back(&draft.tree);
        }
        if nothing_to_replace {
            self.form(at, "a variation stands behind the move that it replaces, and there is none");
        } else if too_deep {
            let message = format!("a record has at most {deepest} variations within each other");
            self.fault(at, RecordFaultKind::Limit, message);
            // What is deeper is not even looked at, so that the open ones need not be remembered.
            self.broken = true;
        }
    }

    fn close(&mut self, at: usize) {
        let draft = self.draft();
        let Some(Outside { node, skipping }) = draft.outside.pop() else {
            return self.form(at, "no variation is open here");
        };
        if !skipping {
            draft.cursor.go_to(&draft.tree, node);
            self.tell_unread();
        }
        let draft = self.draft();
        (draft.skipping, draft.fresh, draft.before) = (skipping, false, None);
    }

    fn comment(&mut self, at: usize, inside: &str, before: bool) {
        let most = self.limits.text;
        let text = read_comment(inside);
        if text.len() > most {
            return self.too_long(at);
        }
        let draft = self.draft();
        if draft.skipping {
            return;
        }
        let node = draft.cursor.node();
        let place = if before || draft.fresh {
            draft.before.get_or_insert_default()
        } else {
            &mut draft.tree.note_mut(node).comment
        };
        if !append(place, &text, "\n", most) {
            self.too_long(at);
        }
    }

    fn end_game(&mut self, at: usize) {
        self.drop_chain();
        self.tell_unread();
        let broken = std::mem::take(&mut self.broken);
        let Some(draft) = self.draft.take() else { return };
        if !draft.outside.is_empty() && !broken {
            self.form(at, "a variation is not ended: a `)` is expected");
        }
        self.games.push(draft.tree);
    }
}

/// Why a move was not played.
enum Unplayed {
    Limit(LimitHit),
    Position(String),
    Move(MoveError),
}

fn played(draft: &mut Draft<'_>, typed: &str) -> Result<(), Unplayed> {
    let node = match changed::read(draft.cursor.game(), typed) {
        Some(_) if draft.tree.positions() >= changed::POSITIONS_MAX => {
            return Err(Unplayed::Position(changed::too_many()));
        }
        Some(state) => draft.cursor.change(&mut draft.tree, state.map_err(Unplayed::Position)?),
        None => {
            let list = draft.cursor.legal().map_err(Unplayed::Limit)?;
            let index = find_move(draft.cursor.game(), draft.cursor.state(), &list, typed).map_err(Unplayed::Move)?;
            draft.cursor.play(&mut draft.tree, list.get(index))
        }
    };
    if let Some(before) = draft.before.take() {
        draft.tree.note_mut(node).before = before;
    }
    draft.fresh = false;
    Ok(())
}
