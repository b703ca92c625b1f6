//! Any bytes are read as rules of edition 3, laid out, and put into words and played if they are a
//! game.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dagaz_testkit::path_fuzzing::run(bytes));
