//! The arena: a game played against itself over and over, and what that tells about its rules.
//!
//! A [`Plan`] says which games are played by whom; a [`Match`] plays them on any number of threads
//! and hands them over in their order; [`Sums`] is what is kept of them, in whole numbers, so that
//! parts of a match that were played at other times or on other machines [merge](Sums::merge) into
//! exactly what one run would have given. A [`Summary`] is what the sums mean: shares with
//! intervals, ratings, and the [measures] by which the quality of a game is judged.
//!
//! [evolve] searches for the values of a game's parameters that make the best game.
//!
//! Nothing here reads or writes files, and no clock decides anything.

mod comparison;
pub mod evolve;
mod figures;
mod hyperloglog;
pub mod measures;
mod opening_names;
mod plan;
mod playouts;
pub mod report;
mod results;
mod runner;
mod share;
pub mod stats;
pub mod summary;
mod sums;
mod text;
pub mod tournament;
mod trace;

pub use comparison::{Change, Changes};
pub use hyperloglog::Sketch;
pub use measures::{MEASURES, Measure};
pub use plan::{Fixture, Plan, Shard, choosers};
pub use playouts::{add_playouts, playout_measures};
pub use results::{Identity, MergeFault, Results};
pub use runner::{Batch, Failed, Hold, Match, Row};
pub use summary::{Subject, Summary};
pub use sums::{Curve, Detail, Material, Moments, Opened, PARTS, Score, Sights, Sums};
pub use trace::{Ply, Sight, Trace};
