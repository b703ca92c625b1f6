//! The tests of this crate from outside, a file a subject: one program, so that they are linked
//! once and run side by side.

/// What the program itself uses: games are made and undone by many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod architecture;
mod bodies;
mod bounded;
mod checks;
mod choices;
mod collection;
mod columns;
mod common;
mod compiled;
mod corpus;
mod counted;
mod coverage;
mod draughts;
mod drawn;
mod drops;
mod effects;
mod fuzzing;
mod held;
mod hidden;
mod huffs;
mod import_cycles;
mod language;
mod language_reference;
mod library;
mod logs;
mod loops;
mod ludii;
mod notation;
mod odd;
mod order;
mod parameters;
mod paths;
mod players;
mod purity;
mod quoted;
mod readings;
mod records;
mod required;
mod results;
mod scripts;
mod sizes;
mod stepwise;
mod tallies;
mod timers;
mod unbounded;
mod uniform;
mod words;
mod written;
