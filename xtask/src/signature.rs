//! `cargo xtask signature`: one number for how all games of the library behave.
//!
//! A clean-up must not change it; a change of behaviour must, and says so.

use std::ops::ControlFlow;
use std::path::Path;

use dagaz_core::{Game, Limits};
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{parallel, walk};

/// Random games of each variant.
const WALKS: u64 = 4;
/// Plies of each.
const PLIES: usize = 200;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Print a number for each file as well
    #[arg(long)]
    each: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let games = source::root().join("games");
    let files = source::library();
    let mut all = Hash::default();
    for (path, result) in files.iter().zip(parallel::map(&files, |path| file_signature(path))) {
        let name = source::short_name(path, &games);
        let signature = result.and_then(|result| result).map_err(|fault| format!("{name}: {fault}"))?;
        if arguments.each {
            println!("{signature:016x}  {name}");
        }
        all.add(signature);
    }
    println!("{:016x}", all.0);
    Ok(())
}

fn file_signature(path: &Path) -> Result<u64, String> {
    let limits = Limits::default();
    let mut file = source::read(path, &limits).map_err(|error| error.to_string())?;
    let mut hash = Hash::default();
    for index in 0..file.playable().len() {
        let lowered = file.rules(index);
        let Some(rules) = lowered.rules else { return Err(file.render(&lowered.diagnostics)) };
        let game = Pair::new(rules, &limits).map_err(|hit| hit.to_string())?.compiled;
        for seed in 0..WALKS {
            let end = walk::walk(&game, game.initial(), seed, PLIES, &mut |state, list| {
                hash.add(state.key());
                hash.add(list.len() as u64);
                ControlFlow::Continue(())
            });
            hash.add(end.map_err(|hit| hit.to_string())?.key());
        }
    }
    Ok(hash.0)
}

/// A running hash of numbers (FNV-1a over their bytes).
struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
