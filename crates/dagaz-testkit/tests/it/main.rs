//! The tests of this crate from outside, a file a subject: one program, so that they are linked once and run side by side.

mod architecture;
mod choices;
mod columns;
mod common;
mod corpus;
mod coverage;
mod draughts;
mod fuzzing;
mod language;
mod language_reference;
mod library;
mod logs;
mod notation;
mod odd;
mod order;
mod parameters;
mod paths;
mod players;
mod purity;
mod quoted;
mod records;
mod scripts;
mod sizes;
mod tallies;
mod uniform;
mod words;
