//! A client that speaks the protocol to the server, in the same process.
//! `crates/dagaz/tests/it/lsp.rs` speaks it to the program.

mod client;
mod messages;
mod texts;
