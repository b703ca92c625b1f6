//! Any bytes are read as a script, and played if they are a game.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dagaz_testkit::scripts::fuzz(bytes));
