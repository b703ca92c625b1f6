//! Tests of the store and the register against files and databases. They are one program, so that
//! tests that wait for a disk or a database server run in parallel with those that compute.

mod disks;
mod formats;
mod members;
mod memory;
mod second_factor;
mod secrecy;
mod simulation;
mod stores;
mod tournaments;
mod usage;
