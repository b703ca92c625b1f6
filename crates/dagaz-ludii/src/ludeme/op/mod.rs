//! The closed set of operations that ludemes compile to: numbers, truths, regions, arrays,
//! directions and moves. The module `play` executes them; the readers in this folder compile text
//! to them.

mod moves;
mod number;
mod region;
mod truth;

pub use moves::*;
pub use number::*;
pub use region::*;
pub use truth::*;
