//! Reads the Zillions rules language (ZRF) into the rules IR.
//!
//! Text becomes rules in small steps, each its own module: bytes are decoded ([`decode`]), cut into tokens
//! ([`lexer`]), nested into a tree ([`parser`], [`tree`]), and freed of macros ([`expand`]); then games and variants
//! are told apart ([`game`]), and each becomes [`Rules`](dagaz_rules::Rules) when someone asks for it. What is found
//! wrong on the way is collected ([`diagnostic`]) and shown at the end ([`render`]).
//!
//! Rules files come from strangers: whatever the bytes are, reading ends soon, in bounded memory, with rules or with
//! diagnostics. The crate does no I/O; included files come through [`source::Includes`].

pub mod code;
pub mod decode;
pub mod diagnostic;
mod drf;
pub mod expand;
pub mod format;
mod frame;
pub mod game;
pub mod lexer;
mod lower;
mod macros;
mod options;
pub mod parser;
mod quirks;
pub mod render;
mod section;
pub mod source;
mod suggest;
pub mod symbol;
pub mod tree;
pub mod upgrade;

pub use code::Code;
pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity};
pub use drf::{BadSetting, DrfFile, DrfLowered, Said};
pub use game::{GameFile, Lowered, MoreChecks, Playable};
pub use quirks::Quirks;
pub use source::{IncludeError, Includes, MemoryIncludes, NoIncludes, SourceMap};
