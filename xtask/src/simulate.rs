//! `cargo xtask simulate`: the simulations of the store, of sessions and of the whole server, for
//! many seeds.
//!
//! The simulations are tests of their crates, which run few seeds by default. This runs them
//! optimised, with as many seeds as wanted.

use std::process::Command;
use std::time::Instant;

use dagaz_testkit::source;

/// The simulations: a crate, and the name of its test.
const SIMULATIONS: [(&str, &str); 3] = [
    ("dagaz-store", "simulated_power_failures_lose_and_repeat_no_acknowledged_record"),
    ("dagaz-session", "simulated_faults_lose_and_repeat_no_acknowledged_move"),
    ("dagaz-server", "simulated_servers_lose_repeat_and_alter_no_acknowledged_move"),
];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many seeds each simulation runs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    seeds: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many seeds run in one process. Each portion is reported, so that a run can be continued
    /// with --seed
    #[arg(long, value_name = "N", default_value_t = 500)]
    portion: u64,
    /// Only the simulation of this crate
    #[arg(long, value_name = "CRATE")]
    only: Option<String>,
    /// The profile of cargo by which the simulations are built
    #[arg(long, value_name = "NAME", default_value = "release")]
    profile: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut all =
        SIMULATIONS.iter().filter(|(package, _)| arguments.only.as_deref().is_none_or(|only| only == *package));
    if all.clone().next().is_none() {
        return Err(format!("the simulations are of {}", SIMULATIONS.map(|(package, _)| package).join(", ")));
    }
    all.try_for_each(|(package, test)| simulate(package, test, arguments))
}

/// Builds and runs one simulation.
fn simulate(package: &str, test: &str, arguments: &Arguments) -> Result<(), String> {
    let cargo = |(first, seeds): (u64, u64), more: &[&str]| {
        Command::new(env!("CARGO"))
            .current_dir(source::root())
            .args(["test", "--quiet", "--profile", &arguments.profile, "--package", package, "--test", "it"])
            .args(more)
            .env("DAGAZ_SEEDS", seeds.to_string())
            .env("DAGAZ_FIRST_SEED", first.to_string())
            .status()
            .map_err(|error| format!("cargo test: {error}"))
    };
    if !cargo((0, 0), &["--no-run"])?.success() {
        return Err(format!("{package} does not build"));
    }
    let (began, end) = (Instant::now(), arguments.seed.saturating_add(arguments.seeds));
    let mut first = arguments.seed;
    while first < end {
        let count = arguments.portion.max(1).min(end - first);
        if !cargo((first, count), &["--", test])?.success() {
            return Err(format!("{package}: a simulation failed; the seed is above"));
        }
        first += count;
        let (done, seconds) = (first - arguments.seed, began.elapsed().as_secs_f64());
        let hourly = done as f64 * 3_600.0 / seconds;
        println!("{package}: seeds {} to {} in {seconds:.0} s, {hourly:.0} an hour", arguments.seed, first - 1);
    }
    Ok(())
}
