//! Games written in ForthScript.
//!
//! A ForthScript game is a program: colon definitions that generate moves, and declarations of
//! board, pieces and turn order. [`Script::load`] reads one and what it loads, with the kit's words
//! supplied by natives and a prelude of our own; [`AxiomGame`] plays it. No part of the kit is
//! needed. `docs/axiom.md` says what the words mean here.

mod fault;
mod game;
mod listing;
mod loader;
mod machine;
mod op;
mod outside;
mod program;
mod reach;
mod script;
mod source;
mod transfer;
mod upgrade;
mod vocabulary;

pub use fault::{Fault, Frame, Severity};
pub use game::{AxiomGame, is_failure};
pub use script::{Script, Stub};
pub use source::{IncludeError, Includes, MemoryIncludes, NoIncludes, Place, SourceText};
pub use upgrade::{Upgrade, upgrade};
