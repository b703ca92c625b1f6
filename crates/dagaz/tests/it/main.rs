//! The tests of this crate from outside, a file a subject: one program, so that they are linked
//! once and run side by side.

mod admin;
mod analysis_cache;
mod arena_files;
mod autoplay;
mod bench;
mod bots;
mod cli;
mod common;
mod compiled_parts;
mod engines;
mod evolve;
mod evolve_rules;
mod file_limit;
mod handed_in;
mod hidden;
mod language;
mod long_turns;
mod lsp;
mod processes;
mod programs;
mod records;
mod scripts;
mod several;
mod tool_output;
mod upgrade;
mod upgrade_moves;
mod upgrade_rules;
mod upgrade_same;
