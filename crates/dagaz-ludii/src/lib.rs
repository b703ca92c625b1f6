//! Games described for Ludii.
//!
//! A description is a text of nested lists (`.lud`). Loading it takes these steps:
//!
//! 1. `expand`: comments go; options, defines and ranges are written out.
//! 2. [`text`]: the lexer and the parser make a tree in which each node knows its place.
//! 3. [`board`]: the graph of the board becomes sites with neighbours, radials, sides and tracks.
//! 4. The ludemes of the rules are matched with their parameters and compiled.
//!
//! `docs/ludii.md` says what is read and what is refused. The crate does no input or output: the
//! library's defines are passed in as texts.

pub mod board;
mod description;
mod expand;
mod game;
mod metadata;
pub mod text;

pub use description::Description;
pub use expand::{Category, Defines, Expanded, Options, Ruleset, expand};
pub use game::LudiiGame;
pub mod ludeme;
pub mod play;
pub mod rules;
pub use metadata::{Entry, Metadata};
