//! The tests of this crate from outside, a file a subject: one program, so that they are linked
//! once and run side by side.

mod attacks;
mod chance;
mod common;
mod connects;
mod drafts;
mod guesses;
mod handed_in;
mod lag;
mod leaps;
mod meeting;
mod openings;
mod page;
mod people;
mod pictures;
mod prepared;
mod processes;
mod quotas;
mod second_factor;
mod server;
mod simulation;
mod studio;
mod tournaments;
mod tournaments_of_several;
