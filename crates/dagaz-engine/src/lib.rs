//! Compiles rules into a game that can be played.
//!
//! Two executors of the same rules live here and share nothing but the state: [`CompiledGame`],
//! which turns each rule into a program for a virtual machine, and [`Interpreter`], slow and
//! obvious, which stays as its judge. What the rules mean is in `docs/semantics.md`.

mod attack;
mod board;
mod check;
mod compile;
mod context;
mod emission;
mod extra_state;
mod fast_hash;
mod flags;
mod flat;
mod game;
mod generate;
mod goals;
mod interpreter;
mod long_turns;
mod nth;
mod paths;
mod profile;
mod program;
mod reach;
mod report;
mod reversibility;
mod setup;
mod stepwise;
mod table;
mod touched;
mod turn;
mod verdict;
mod vm;

pub use game::{CompiledGame, Executors};
pub use interpreter::Interpreter;
pub use paths::{
    CompiledForm, CompiledQuestion, CompiledRule, CompiledSize, Failing, NotCompiled, NotLowered, PathGame, Reason,
    SlowWord, Walked, Wanted,
};
pub use profile::{Part, Work};
pub use report::{FlatReport, Form, RuleReport, Unfit};
pub use setup::{check_limits, layout_of, set_up};
