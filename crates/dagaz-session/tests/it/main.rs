//! The tests of this crate from outside, a file a subject: one program, so that they are linked
//! once and run side by side.

mod common;
mod races;
mod sessions;
mod simulation;
mod timing;
