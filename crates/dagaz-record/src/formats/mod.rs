//! The formats of records, and which of them a file is in.

pub mod backgammon;
mod decimal;
mod join;
pub mod json;
mod log;
pub mod notation;
mod origin;
mod parts;
pub mod pdn;
pub mod pgn;
mod protocol;
pub mod sgf;
pub mod shogi;
pub mod transcript;
pub mod ucci;
pub mod usi;
pub mod wxf;
mod wxf_file;
pub mod zsg;

pub use parts::Part;

use std::borrow::Cow;

use dagaz_core::{Game, UndoLog};

use crate::reading::{ReadLimits, Reading, RecordFault, RecordFaultKind};
use crate::tree::{GameTree, RulesIdentity};
use crate::without_repetition::WithoutRepetition;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Saved games of Zillions: any game, one line of play.
    Zsg,
    /// Text in DRF notation: any game, with everything. Logs of AutoPlay and transcripts of Othello
    /// are read as well.
    Text,
    /// JSON: any game, with everything.
    Json,
    /// Smart Game Format FF\[4\]: any game.
    Sgf,
    /// Portable Game Notation: chess and its relatives.
    Pgn,
    /// Portable Draughts Notation.
    Pdn,
    /// The `position` line of the Universal Shogi Interface.
    Usi,
    /// The `position` line of the Universal Chinese Chess Interface. WXF moves and files are read
    /// too.
    Ucci,
    /// KIF, the usual format of shogi players.
    Kif,
    /// KI2, the form of KIF for people: moves name no origin.
    Ki2,
    /// CSA, the format of computer shogi.
    Csa,
    /// Match files of backgammon.
    Mat,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 12] = [
        Format::Zsg,
        Format::Text,
        Format::Json,
        Format::Sgf,
        Format::Pgn,
        Format::Pdn,
        Format::Usi,
        Format::Ucci,
        Format::Kif,
        Format::Ki2,
        Format::Csa,
        Format::Mat,
    ];

    /// The name, which is also the ending of file names.
    pub fn name(self) -> &'static str {
        match self {
            Format::Zsg => "zsg",
            Format::Text => "txt",
            Format::Json => "json",
            Format::Sgf => "sgf",
            Format::Pgn => "pgn",
            Format::Pdn => "pdn",
            Format::Usi => "usi",
            Format::Ucci => "ucci",
            Format::Kif => "kif",
            Format::Ki2 => "ki2",
            Format::Csa => "csa",
            Format::Mat => "mat",
        }
    }

    /// The format of that name, in capitals or not.
    pub fn named(name: &str) -> Option<Format> {
        // Other endings of files in these formats.
        let name = match name.to_ascii_lowercase().as_str() {
            "kifu" => "kif".to_string(),
            "ki2u" => "ki2".to_string(),
            "wxf" => "ucci".to_string(),
            other => other.to_string(),
        };
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that a text looks like, if it looks like any.
    pub fn guess(text: &str) -> Option<Format> {
        origin::guess(&line_ends(text))
    }

    /// What a record in this format says of the rules it was played by. What it does not say is
    /// empty.
    pub fn rules_named(self, text: &str) -> RulesIdentity {
        origin::rules_named(self, text)
    }

    /// Divides a text into parts, each with games of the same rules: a file may have games of
    /// several.
    pub fn parts(self, text: &str) -> Vec<Part<'_>> {
        parts::parts(self, text)
    }

    /// Divides a text into its games, as far as files in this format have several.
    pub fn games(self, text: &str) -> Vec<&str> {
        parts::games(self, text)
    }

    /// Returns a game of a text by its number, counted from 0.
    pub fn game(self, text: &str, number: usize) -> Option<Part<'_>> {
        parts::game(self, text, number)
    }

    /// Makes one text of texts whose games are of different rules.
    pub fn join(self, texts: &[String]) -> Result<String, WriteFault> {
        match (self, texts) {
            (_, [only]) => Ok(only.clone()),
            (Format::Pgn | Format::Pdn | Format::Sgf | Format::Text, _) => Ok(texts.join("\n")),
            _ => Err(WriteFault::OneRulesOnly),
        }
    }

    /// Whether this format can hold games of this kind.
    pub fn fits(self, game: &dyn Game) -> bool {
        match self {
            Format::Zsg | Format::Text | Format::Json | Format::Sgf => true,
            Format::Pgn => pgn::fits(game),
            Format::Pdn => pdn::fits(game),
            Format::Usi => usi::fits(game),
            Format::Ucci => ucci::fits(game),
            Format::Kif | Format::Ki2 | Format::Csa => shogi::fits(game),
            Format::Mat => backgammon::fits(game),
        }
    }

    /// Reads a text in this format, by the rules of a game. A game that continues after a
    /// repetition that ends it by the rules is read to its end, with a warning.
    pub fn read(self, game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
        let text = &*line_ends(text.strip_prefix('\u{feff}').unwrap_or(text));
        let mut reading = self.read_once(game, text, limits);
        if !reading.faults.iter().any(|fault| after_repetition(game, &reading, fault)) {
            return reading;
        }
        let again = self.read_once(&WithoutRepetition(game), text, limits);
        if again.games.len() != reading.games.len() {
            return reading;
        }
        for (number, (tree, longer)) in reading.games.iter_mut().zip(again.games).enumerate() {
            if longer.moves() > tree.moves() {
                *tree = longer;
                let remark = format!("game {} goes on after a repetition that ends it by the rules", number + 1);
                reading.remarks.push(remark);
            }
        }
        reading.faults = again.faults;
        reading
    }

    fn read_once(self, game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
        match self {
            Format::Zsg => zsg::read(game, text, limits),
            Format::Text if log::is_log(game, text) => log::read(game, text, limits),
            Format::Text if transcript::is_transcript(text) => transcript::read(game, text, limits),
            Format::Text => notation::read(game, text, limits),
            Format::Json => json::read(game, text, limits),
            Format::Sgf => sgf::read(game, text, limits),
            Format::Pgn => pgn::read(game, text, limits),
            Format::Pdn => pdn::read(game, text, limits),
            Format::Usi => usi::read(game, text, limits),
            Format::Ucci if wxf_file::is_file(text) => wxf_file::read(game, text, limits),
            Format::Ucci => ucci::read(game, text, limits),
            Format::Kif | Format::Ki2 => shogi::kif::read(game, text, limits),
            Format::Csa => shogi::csa::read(game, text, limits),
            Format::Mat => backgammon::mat::read(game, text, limits),
        }
    }

    /// Writes games in this format.
    pub fn write(self, game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
        let mut written = self.write_all(game, trees)?;
        if !matches!(self, Format::Sgf | Format::Json) {
            let marks = trees.iter().flat_map(|tree| tree.nodes().map(|node| tree.note(node).marks.len())).sum();
            written.left_out.extend(phrase(marks, "property of SGF", "properties of SGF"));
        }
        Ok(written)
    }

    fn write_all(self, game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
        match self {
            Format::Zsg => zsg::write(game, trees),
            Format::Text => notation::write(game, trees),
            Format::Json => json::write(game, trees),
            Format::Sgf => sgf::write(game, trees),
            Format::Pgn => pgn::write(game, trees),
            Format::Pdn => pdn::write(game, trees),
            Format::Usi => usi::write(game, trees),
            Format::Ucci => ucci::write(game, trees),
            Format::Kif => shogi::kif_write::write(game, trees, shogi::kif_write::Style::Numbered),
            Format::Ki2 => shogi::kif_write::write(game, trees, shogi::kif_write::Style::Relative),
            Format::Csa => shogi::csa_write::write(game, trees),
            Format::Mat => backgammon::mat::write(game, trees),
        }
    }
}

/// Returns a text with line feeds where its lines end in carriage returns only, as on old
/// Macintoshes. Offsets stay.
fn line_ends(text: &str) -> Cow<'_, str> {
    match text.contains('\r') && !text.contains('\n') {
        true => text.replace('\r', "\n").into(),
        false => text.into(),
    }
}

/// Returns whether a move was refused only because of a repetition: by rules without repetition the
/// game continues.
fn after_repetition(game: &dyn Game, reading: &Reading, fault: &RecordFault) -> bool {
    let (RecordFaultKind::Move { .. }, Some((number, node))) = (&fault.kind, fault.at) else { return false };
    let Some(tree) = reading.games.get(number) else { return false };
    let (mut state, mut forgetful) = (tree.start().clone(), tree.start().clone());
    forgetful.forget_history();
    for node in tree.path(node) {
        if let Some(changed) = tree.position(node) {
            (state, forgetful) = (changed.clone(), changed.clone());
        }
        if let Some(chosen) = tree.chosen(node) {
            game.play(&mut state, chosen, &mut UndoLog::new());
            game.play(&mut forgetful, chosen, &mut UndoLog::new());
        }
    }
    state.ending(game.layout()).is_some() && forgetful.ending(game.layout()).is_none()
}

/// A record as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What the games have and the format cannot say, each a phrase such as `3 variations`.
    pub left_out: Vec<String>,
}

/// Why games cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteFault {
    /// The format is not for games of this kind; the text says for which.
    NotThisGame(&'static str),
    /// The format holds one game in a file.
    OneGameOnly,
    /// The format holds games of the same rules in a file.
    OneRulesOnly,
    /// The rules met a limit while moves were described.
    Limit(dagaz_core::LimitHit),
    /// A move, by its number from 1 in its game, cannot be expressed in the format.
    Move(usize),
    /// What stands in the place of a move, by its number from 1 in its game, is a position set up
    /// in the middle of the game.
    Position(usize),
}

impl std::fmt::Display for WriteFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WriteFault::NotThisGame(which) => write!(f, "this format is for {which}"),
            WriteFault::OneGameOnly => write!(f, "this format holds one game in a file"),
            WriteFault::OneRulesOnly => write!(f, "this format holds games of the same rules in a file"),
            WriteFault::Limit(hit) => write!(f, "{hit}"),
            WriteFault::Move(number) => write!(f, "move {number} cannot be said in this format"),
            WriteFault::Position(number) => {
                write!(f, "in place of move {number} a position is set up, which cannot be said in this format")
            }
        }
    }
}

impl std::error::Error for WriteFault {}

impl From<dagaz_core::LimitHit> for WriteFault {
    fn from(hit: dagaz_core::LimitHit) -> WriteFault {
        WriteFault::Limit(hit)
    }
}

/// What a format of bare main lines leaves out of a game, as phrases.
pub(crate) fn left_out(tree: &GameTree) -> Vec<String> {
    phrases(std::slice::from_ref(tree)).collect()
}

/// What a format of bare main lines leaves out of several games together, as phrases.
pub(crate) fn left_out_of(trees: &[GameTree]) -> Vec<String> {
    let settings = trees.first().map_or(0, |tree| tree.facts.rules.settings.len());
    phrases(trees).chain(phrase(settings, "value of a parameter", "values of parameters")).collect()
}

/// Returns a number with its noun; none for nothing.
fn phrase(count: usize, one: &str, many: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    }
}

fn phrases(trees: &[GameTree]) -> impl Iterator<Item = String> {
    let notes = || trees.iter().flat_map(|tree| tree.nodes().map(|node| tree.note(node)));
    let comments = notes().filter(|note| !note.comment.is_empty() || !note.before.is_empty()).count();
    let glyphs = notes().filter(|note| !note.glyphs.is_empty()).count();
    let times = notes().filter(|note| note.clock.is_some() || note.spent.is_some()).count();
    let variations: usize = trees.iter().map(|tree| tree.moves() - tree.main_line().len()).sum();
    let named = trees.iter().flat_map(|tree| &tree.facts.seats).filter(|seat| !seat.name.is_empty()).count();
    let tags: usize = trees.iter().map(|tree| tree.facts.tags.len()).sum();
    [
        phrase(variations, "move of variations", "moves of variations"),
        phrase(comments, "comment", "comments"),
        phrase(glyphs, "judgement", "judgements"),
        phrase(times, "clock time", "clock times"),
        phrase(named, "player's name", "players' names"),
        phrase(tags, "tag", "tags"),
    ]
    .into_iter()
    .flatten()
}
