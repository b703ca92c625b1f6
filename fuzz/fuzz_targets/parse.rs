//! Any bytes are read and come with diagnostics that can be shown.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dagaz_testkit::fuzzing::parse(bytes));
