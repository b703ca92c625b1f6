//! Text of a description: source files, lexer and the untyped syntax tree.
//!
//! Nothing here knows a ludeme. Options and defines are expanded before this module parses
//! (`expand`); the meaning of the tree is given by the typed ludemes and the board builder.

mod diagnostic;
mod lexer;
mod parser;
mod source;
mod traced;
mod tree;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub(crate) use lexer::string_end;
pub use lexer::{Token, TokenKind, lex};
pub use parser::parse;
pub use source::{Location, Sources, Span};
pub use traced::Traced;
pub use tree::{List, Node, Value};
