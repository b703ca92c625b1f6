//! The rules of a board game as data: the one thing that every front end writes and the engine
//! reads.
//!
//! The IR is ready. A [`Rules`] describes *one* playable game (a variant with its inheritance
//! resolved): board, pieces, move rules as small automata, turn order, what is forbidden, how it
//! ends, and how it starts. It has no text to parse and nothing that executes. Spans are positions
//! in the rules text, so that later phases can report errors with their place.
//!
//! A move rule is an [`Automaton`]: nodes that hop, test, add an effect, or emit a step, with edges
//! to the next node. The same graph serves imperative generators (ZRF) and paths (DRF), which
//! differ in the contents of their nodes, not in their execution.

mod automaton;
mod cost;
mod ending;
pub mod path;
mod printer;
mod rules;
mod span;
mod truth;
mod validate;

pub use automaton::{Action, Automaton, AutomatonBuilder, Emit, Hop, Node, NodeId, OwnerOf, Then};
pub use cost::{EndlessCycle, Size};
pub use ending::{Ending, EndingKind, EndingRound, EvaluatedFirst};
pub use printer::print;
pub use rules::{
    Attribute, Capture, Entry, First, Merge, Never, PassRule, PieceType, Player, Rule, Rules, Slot, TurnOrder,
    ViewHint, ViewValue, competes,
};
pub use span::Span;
pub use truth::{Comparison, Holder, Number, Place, SiteTest, Truth};
pub use validate::{Flaw, validate};
