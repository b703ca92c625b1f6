//! Rules of edition 2 as a text of edition 3 that a person would have written.
//!
//! Board, players, set-up and endings are said in the other language's words; each automaton becomes a path, and paths that
//! differ in directions alone become one rule. Whether the text plays the same game is not decided here: whoever asks for
//! it can play both. What cannot be said is a [`Gap`], and stands as a comment where it is missing.

mod asked;
mod backwards;
mod board;
mod branch;
mod cascade;
mod deed;
mod draft;
mod emission;
mod endings;
mod family;
mod game;
mod hoist;
mod known;
mod last;
mod lost;
mod names;
mod place;
mod question;
mod ride;
mod round;
mod setup;
mod share;
mod sites;
mod text;
mod tidy;
mod walk;
mod write;

use dagaz_core::PlayerId;
use dagaz_rules::path::Distinct;
use dagaz_rules::{Rules, Span};

/// How rules are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Rules let the cursor go alone and do everything at the end, as automata do. It reads worse and keeps to the letter.
    pub exact: bool,
    /// What makes two moves different ones.
    pub distinct: Distinct,
}

/// Something that cannot be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where it is in the text of the ZRF.
    pub span: Span,
    /// What it is, as the end of a sentence that begins with what is missing.
    pub what: String,
}

/// A game as clauses of edition 3.
pub struct Upgraded {
    translated: game::Translated,
}

impl Upgraded {
    /// The rules in edition 3.
    pub fn of(rules: &Rules, style: Style) -> Upgraded {
        Upgraded { translated: game::translate(rules, style) }
    }

    /// What could not be said.
    pub fn gaps(&self) -> &[Gap] {
        &self.translated.gaps
    }

    /// For each site of the old game its name in the new one.
    pub fn sites(&self) -> &[String] {
        &self.translated.sites
    }

    /// For each piece type of the old game its name in the new one.
    pub fn pieces(&self) -> &[String] {
        &self.translated.pieces
    }

    /// For each attribute of the old game the variable that it has become; none for those that `unmoved` says.
    pub fn attributes(&self) -> &[Option<String>] {
        &self.translated.attributes
    }

    /// For each piece type whether it waits in hands in both games: what never runs out is put from nothing in the new one.
    pub fn hands(&self) -> &[bool] {
        &self.translated.hands
    }

    /// For each player of the new game who it was in the old one. The pieces of all others are nobody's.
    pub fn players(&self) -> &[PlayerId] {
        &self.translated.players
    }
}

pub use write::{Remark, text};
