//! Any bytes are read as a description of Ludii; a fault can be shown.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    dagaz_testkit::ludii::fuzzing::read(bytes, &Default::default());
});
