//! The text of rules: nested lists, as both editions of the rules language write them.
//!
//! Bytes are decoded ([`decode`]), tokenised ([`lexer`]) and parsed to a tree ([`parser`],
//! [`tree`]). Diagnostics are collected ([`diagnostic`]), with fixes where there are any, and
//! rendered at the end ([`render`]). [`mod@format`] lays a text out. The front ends give the
//! lists their meaning: `dagaz-zrf` in edition 2, `dagaz-drf` in edition 3.
//!
//! Texts are untrusted: for any bytes, reading ends soon, in bounded memory, with a tree or with
//! diagnostics. The crate does no I/O; included files come through [`source::Includes`].

pub mod code;
pub mod decode;
pub mod diagnostic;
mod fix;
pub mod format;
pub mod lexer;
pub mod parser;
mod playable;
pub mod render;
pub mod source;
pub mod suggest;
pub mod symbol;
pub mod tree;

pub use code::{Code, Severity};
pub use diagnostic::{Diagnostic, Diagnostics, Label};
pub use fix::{Fix, Hint};
pub use playable::Playable;
pub use source::{IncludeError, Includes, MemoryIncludes, NoIncludes, SourceMap};
