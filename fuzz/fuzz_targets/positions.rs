//! Any bytes are read as a position; what could be read is written and read again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dagaz_testkit::record_fuzzing::read_position(bytes));
