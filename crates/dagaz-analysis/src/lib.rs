//! What an editor knows of a rules text: diagnostics with fixes, names, words, layout.
//!
//! [`Analysis`] reads a text in DRF, ZRF or ForthScript once and answers questions about byte
//! offsets in it. The language server and `dagaz check` use it; [`answer()`] answers the page. The
//! crate does no I/O: other files come through [`Includes`](dagaz_syntax::Includes).
//!
//! Texts are untrusted: for any text the answers come in bounded time and memory, by the limits of
//! the front ends.

mod analysis;
mod answer;
pub mod check;
mod complete;
mod edits;
mod finding;
mod grammar;
mod hover;
mod language;
mod lines;
mod measure;
mod names;
mod outline;
mod rename;
mod semantic;
mod tokens;
mod words;

pub use analysis::Analysis;
pub use answer::answer;
pub use complete::{Completion, CompletionKind};
pub use edits::{Edit, applied};
pub use finding::{Finding, QuickFix, Related};
pub use grammar::{textmate, word_lists};
pub use hover::Hover;
pub use language::Language;
pub use lines::{LineIndex, Position};
pub use names::{Occurrence, Place, Symbol, SymbolKind};
pub use outline::OutlineItem;
pub use rename::RenameFault;
pub use semantic::{SemanticKind, SemanticToken};
pub use words::{Word, words};
