//! Checks for every game: invariants, generators of positions, and judges.
//!
//! Makers of inputs ([`walk`], [`source`], [`subjects`], [`sizes`], [`boards`]) and judges of
//! results ([`battery`], [`agreement`], [`ahead`], [`forms`], [`facts`], [`exam`], [`records`],
//! [`fuzzing`]) are ordinary code; tests, benchmarks, fuzz targets and the long commands only put
//! them together. Two hand-written games ([`hidden`], [`simultaneous`]) stand for what no rules
//! language here can say yet, so that nothing above the engine forgets them. [`postgres`] lends a
//! database server. For development only: nothing that is shipped depends on this crate.

pub mod agreement;
pub mod ahead;
pub mod battery;
pub mod boards;
pub mod exam;
pub mod facts;
pub mod forms;
pub mod fuzzing;
pub mod hidden;
pub mod histories;
pub mod ludii;
pub mod mutants;
pub mod parallel;
pub mod path_fuzzing;
pub mod postgres;
pub mod record_fuzzing;
pub mod records;
pub mod scripts;
pub mod simultaneous;
pub mod sizes;
pub mod source;
pub mod subjects;
pub mod walk;

/// Prints that a test, or a part of it, did not run, and why. The test harness does not capture
/// this line, so that a test that lacks a tool does not look like one that passed.
pub fn skipped(why: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}
