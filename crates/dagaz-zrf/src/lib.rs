//! Reads the Zillions rules language (ZRF) into the rules IR.
//!
//! The stages are modules: bytes are decoded ([`decode`]), tokenised ([`lexer`]), parsed to a tree
//! ([`parser`], [`tree`]), and macro-expanded ([`expand`]). Then games and variants are separated
//! ([`game`]), and each becomes [`Rules`](dagaz_rules::Rules) on demand. Diagnostics are collected
//! ([`diagnostic`]) and rendered at the end ([`render`]).
//!
//! Rules files are untrusted: for any bytes, reading ends soon, in bounded memory, with rules or
//! with diagnostics. The crate does no I/O; included files come through [`source::Includes`].

pub mod code;
pub mod decode;
pub mod diagnostic;
mod drf;
pub mod expand;
mod fix;
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

pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Diagnostics, Label};
pub use drf::{BadSetting, DrfFile, DrfLowered, SourceClauses};
pub use fix::{Fix, Hint};
pub use game::{GameFile, Lowered, MoreChecks, Playable};
pub use quirks::Quirks;
pub use source::{IncludeError, Includes, MemoryIncludes, NoIncludes, SourceMap};
