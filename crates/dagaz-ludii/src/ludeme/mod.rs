//! Ludemes: the tree of a description becomes closed, typed operations.
//!
//! Each reader takes the parameters of a ludeme in their order. A ludeme or a parameter that is not
//! covered is refused where it stands.

mod args;
mod array;
mod directions;
mod effect;
mod equipment;
mod generator;
mod graph;
mod names;
mod number;
pub mod op;
mod reader;
mod region;
mod rules;
mod scan;
mod truth;

pub use reader::{BLOCKS, Block, block_start};
pub use rules::compile;
