//! Any bytes that are a game can be played, with equal results of both executors.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dagaz_testkit::fuzzing::play(bytes));
