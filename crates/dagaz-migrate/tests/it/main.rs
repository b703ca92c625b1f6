//! The tests of this crate from outside.

mod upgrade;
