//! Ludii descriptions against recorded truth: the expanded text, the board tables and the trials.
//!
//! The texts and recordings are not part of the project. The caller names their folders.

pub mod board;
pub mod expansion;
pub mod fuzzing;
pub mod play;
pub mod report;
pub mod through;
pub mod truth;
