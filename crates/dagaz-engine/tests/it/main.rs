//! The engine, tried from outside: the interpreter by games that a person can play in the head, and
//! the parts that stand alone by themselves. These are taken in as files, so that their tests,
//! which stand in them, need no second engine.

mod interpreter;

#[allow(dead_code)]
#[path = "../../src/flags.rs"]
mod flags;
#[allow(dead_code)]
#[path = "../../src/flat/gather.rs"]
mod gather;
#[allow(dead_code)]
#[path = "../../src/flat/history.rs"]
mod history;
#[allow(dead_code)]
#[path = "../../src/nth.rs"]
mod nth;
#[allow(dead_code)]
#[path = "../../src/flat/sites.rs"]
mod sites;
#[allow(dead_code)]
#[path = "../../src/paths/sites.rs"]
mod wide;
