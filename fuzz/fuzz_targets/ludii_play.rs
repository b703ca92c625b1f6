//! Any bytes that are a description of Ludii can be played, and undo restores.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dagaz_testkit::ludii::fuzzing::play(bytes, &Default::default()));
