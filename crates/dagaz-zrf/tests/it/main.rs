//! The tests of this crate from outside, a file a subject: one program, so that they are linked
//! once and run side by side.

mod common;
mod corpus;
mod declarations;
mod edition_3;
mod hostile;
mod lowering;
mod messages;
mod mistakes;
mod upgrade;
