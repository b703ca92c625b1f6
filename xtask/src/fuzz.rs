//! `cargo xtask fuzz`: each fuzz target for a while, from the seeds and the library.

use std::path::Path;
use std::process::{Command, Stdio};

use dagaz_testkit::source;

/// The targets, as in `fuzz/Cargo.toml`.
const TARGETS: [&str; 2] = ["parse", "play"];
/// Longer inputs only slow the search down.
const INPUT_BYTES_MAX: usize = 16_384;
/// An input that takes longer is a finding.
const INPUT_SECONDS_MAX: usize = 10;
/// An input that takes more memory is a finding.
const MEMORY_MIB_MAX: usize = 1_024;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How long each target runs
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Only this target
    target: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    if !succeeds(Command::new("cargo").args(["fuzz", "--version"])) {
        return Err("cargo-fuzz is missing; install it with: cargo install cargo-fuzz --locked".to_string());
    }
    let nightly = succeeds(Command::new("cargo").args(["+nightly", "--version"]));
    if !nightly {
        println!("no nightly toolchain: the stable one is told to accept what only nightly offers");
    }
    let root = source::root();
    for target in TARGETS.into_iter().filter(|target| arguments.target.as_deref().is_none_or(|only| only == *target)) {
        println!("fuzzing `{target}` for {} s", arguments.seconds);
        run_target(&root, target, arguments.seconds, nightly)?;
    }
    Ok(())
}

fn run_target(root: &Path, target: &str, seconds: u64, nightly: bool) -> Result<(), String> {
    let found = format!("fuzz/corpus/{target}");
    std::fs::create_dir_all(root.join(&found)).map_err(|error| format!("{found}: {error}"))?;
    let mut command = Command::new("cargo");
    // The toolchain that builds this program must not decide which one builds the target.
    command.current_dir(root).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    if nightly {
        command.arg("+nightly");
    } else {
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    command.args(["fuzz", "run", target, &found, "fuzz/seeds", "games", "--"]);
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-max_len={INPUT_BYTES_MAX}"));
    command.arg(format!("-timeout={INPUT_SECONDS_MAX}"));
    command.arg(format!("-rss_limit_mb={MEMORY_MIB_MAX}"));
    command.args(["-dict=fuzz/zrf.dict", "-print_final_stats=1", "-verbosity=1"]);
    let status = command.status().map_err(|error| format!("cargo fuzz: {error}"))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("`{target}` has found something: the input is in fuzz/artifacts/{target}"))
}

fn succeeds(command: &mut Command) -> bool {
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
