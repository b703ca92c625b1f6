//! `cargo xtask simulate`: the deterministic simulations of the store and of sessions, for many
//! seeds.
//!
//! The simulations are tests of their crates, which run few seeds by default. This runs them
//! optimised, with as many seeds as wanted.

use std::process::Command;
use std::time::Instant;

use dagaz_testkit::source;

/// The simulations: a crate, and the name of its test.
const SIMULATIONS: [(&str, &str); 2] = [
    ("dagaz-store", "simulated_power_failures_lose_and_repeat_no_acknowledged_record"),
    ("dagaz-session", "simulated_faults_lose_and_repeat_no_acknowledged_move"),
];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many seeds each simulation runs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    seeds: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The profile of cargo by which the simulations are built
    #[arg(long, value_name = "NAME", default_value = "release")]
    profile: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    for (package, test) in SIMULATIONS {
        let began = Instant::now();
        let mut command = Command::new(env!("CARGO"));
        command
            .current_dir(source::root())
            .args(["test", "--quiet", "--profile", &arguments.profile, "--package", package])
            .args(["--test", "it", "--", test])
            .env("DAGAZ_SEEDS", arguments.seeds.to_string())
            .env("DAGAZ_FIRST_SEED", arguments.seed.to_string());
        let status = command.status().map_err(|error| format!("cargo test: {error}"))?;
        if !status.success() {
            return Err(format!("{package}: a simulation failed; the seed is above"));
        }
        let last = arguments.seed.saturating_add(arguments.seeds).saturating_sub(1);
        println!("{package}: seeds {} to {last} in {:.0} s", arguments.seed, began.elapsed().as_secs_f64());
    }
    Ok(())
}
