//! Reads the Zillions rules language (ZRF), edition 2 of the rules language, into the rules IR.
//!
//! `dagaz-syntax` makes a tree of the text. Macros are expanded ([`expand`]), games and variants
//! are separated ([`game`]), and each becomes [`Rules`](dagaz_rules::Rules) on demand.
//!
//! Rules files are untrusted: for any bytes, reading ends soon, in bounded memory, with rules or
//! with diagnostics. The crate does no I/O.

pub mod expand;
mod frame;
pub mod game;
mod lower;
mod macros;
mod options;
mod quirks;
mod section;

pub use game::{GameFile, Lowered, MoreChecks};
pub use quirks::Quirks;
