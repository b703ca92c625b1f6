//! The tests of this crate from outside, a file a subject: one program, so that they are linked
//! once and run side by side.

mod common;
mod exchange;
mod independent;
mod json;
mod kept_facts;
mod moves;
mod native;
mod notation;
mod others;
mod pdn;
mod pgn;
mod positions;
mod relatives;
mod sgf;
mod shogi;
mod trees;
mod twins;
mod typed;
mod ucci;
mod usi;
mod xiangqi;
mod zsg;
