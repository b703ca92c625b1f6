//! Translates rules of edition 2 to readable text of edition 3.
//!
//! Board, players, set-up and endings become clauses. Each automaton becomes a path, and paths that
//! differ only in directions become one rule. This crate does not verify the translation: the
//! caller can play both games. Inexpressible parts are [`Gap`]s, and become comments at their
//! places.

mod act;
mod actions;
mod backwards;
mod board;
mod branch;
mod captured_types;
mod cascade;
mod chain;
mod draft;
mod emission;
mod endings;
mod family;
mod flag_uses;
mod game;
mod hoist;
mod last_capture;
mod last_step;
mod names;
mod place;
mod question;
mod ride;
mod round;
mod rule_walk;
mod sequence;
mod setup;
mod share;
mod sites;
mod static_facts;
mod stop;
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
    /// Rules let the cursor go alone and do everything at the end, as automata do. It reads worse
    /// and keeps to the letter.
    pub exact: bool,
    /// What makes two moves different ones.
    pub distinct: Distinct,
    /// Endings wait for the first move: edition 2 asks none of the set-up, edition 3 asks all.
    pub after_move: bool,
}

/// An inexpressible part.
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
    /// Returns the rules in edition 3.
    pub fn of(rules: &Rules, style: Style) -> Upgraded {
        Upgraded { translated: game::translate(rules, style) }
    }

    /// Returns the inexpressible parts.
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

    /// For each attribute of the old game the variable that it has become; none for those that
    /// `unmoved` says.
    pub fn attributes(&self) -> &[Option<String>] {
        &self.translated.attributes
    }

    /// For each piece type whether it waits in hands in both games: what never runs out is put from
    /// nothing in the new one.
    pub fn hands(&self) -> &[bool] {
        &self.translated.hands
    }

    /// For each player of the new game the player of the old one. Pieces of all others have no
    /// owner.
    pub fn players(&self) -> &[PlayerId] {
        &self.translated.players
    }
}

pub use write::{Remark, text};
