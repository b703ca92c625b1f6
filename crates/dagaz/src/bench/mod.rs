//! `dagaz bench`: measures the speed of a game and summarises its playouts.
//!
//! A figure about speed is worth nothing if the answer was wrong, so every benchmark also checks
//! what it has counted.

pub(crate) mod clock;
mod perft;
mod playouts;
mod profile;
mod replay;
mod workers;

use std::io;
use std::thread::available_parallelism;

use crate::cli::BenchArgs;
use crate::failure::Failure;
use crate::load::{Loaded, Playable};
use crate::output::{Output, grouped};

/// Measures playouts, with `--perft` move counting, or with `--profile` the parts of both.
pub(crate) fn run(args: &BenchArgs, out: &mut Output) -> Result<(), Failure> {
    let threads = threads(args.threads)?;
    let mut loaded = Loaded::new(&args.game)?;
    if args.reference {
        loaded.game = match loaded.game {
            Playable::Paths(game) => Playable::Paths(Box::new(game.only_walking())),
            _ => {
                let message = "`--reference` is for rules of edition 3 (.drf); `dagaz upgrade` translates others";
                return Err(Failure::Usage(message.to_string()));
            }
        };
    }
    loaded.with(|loaded| match args.perft {
        Some(depth) => perft::run(args, depth, threads, loaded, out),
        None if args.profile => profile::run(args, loaded, out),
        None => playouts::run(args, threads, loaded, out),
    })
}

/// Returns how many threads are meant: 0 stands for one on each core.
fn threads(asked: usize) -> io::Result<usize> {
    if asked > 0 { Ok(asked) } else { available_parallelism().map(usize::from) }
}

/// Returns a rate as people read it.
fn per_second(rate: f64) -> String {
    if rate >= 100.0 { grouped(rate.round() as u64) } else { format!("{rate:.2}") }
}

/// Returns the message for two computations that differ: an internal error, which the user cannot
/// have caused.
fn differs(what: impl std::fmt::Display) -> Failure {
    Failure::Errors(format!("{what}; this is a mistake of dagaz, not of the rules, and the speed means nothing"))
}
