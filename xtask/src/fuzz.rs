//! `cargo xtask fuzz`: each fuzz target for a while, from its seeds.

use std::path::Path;
use std::process::{Command, Stdio};

use dagaz_testkit::source;

/// The targets, as in `fuzz/Cargo.toml`: those that read rules, the one that reads scripts, and a reader of records for
/// each format.
const RULES: [&str; 2] = ["parse", "play"];
const SCRIPTS: &str = "scripts";
const RECORDS: [&str; 8] = ["zsg", "text", "json", "sgf", "pgn", "pdn", "usi", "ucci"];
/// Longer inputs only slow the search down.
const INPUT_BYTES_MAX: usize = 16_384;
/// An input that takes longer is a finding.
const INPUT_SECONDS_MAX: usize = 10;
/// An input that takes more memory is a finding.
const MEMORY_MIB_MAX: usize = 1_024;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How long each target of rules runs
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// How long each reader of records runs
    #[arg(long, value_name = "S", default_value_t = 30)]
    record_seconds: u64,
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
    let wanted = |target: &&str| arguments.target.as_deref().is_none_or(|only| only == *target);
    for target in RULES.into_iter().filter(wanted) {
        let fuzz = Fuzz {
            target,
            seconds: arguments.seconds,
            seeds: &["fuzz/seeds/rules", "games"],
            dictionary: Some("fuzz/zrf.dict"),
        };
        fuzz.run(&root, nightly)?;
    }
    if wanted(&SCRIPTS) {
        let seeds = &["fuzz/seeds/scripts", "games/axiom"];
        let fuzz = Fuzz { target: SCRIPTS, seconds: arguments.seconds, seeds, dictionary: Some("fuzz/script.dict") };
        fuzz.run(&root, nightly)?;
    }
    // Two at a time: each uses one processor.
    let records: Vec<&'static str> = RECORDS.into_iter().filter(wanted).collect();
    let run = &|target: &'static str| {
        let seeds = format!("fuzz/seeds/records/{target}");
        Fuzz { target, seconds: arguments.record_seconds, seeds: &[&seeds], dictionary: None }.run(&root, nightly)
    };
    for pair in records.chunks(2) {
        let results: Vec<Result<(), String>> = std::thread::scope(|scope| {
            let threads: Vec<_> = pair.iter().map(|&target| scope.spawn(move || run(target))).collect();
            let panicked = |_| Err("a fuzz run panicked".to_string());
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(panicked)).collect()
        });
        results.into_iter().collect::<Result<(), String>>()?;
    }
    Ok(())
}

/// One run of one target.
struct Fuzz<'a> {
    target: &'a str,
    seconds: u64,
    seeds: &'a [&'a str],
    /// Where the words of the language are that are put in.
    dictionary: Option<&'a str>,
}

impl Fuzz<'_> {
    fn run(&self, root: &Path, nightly: bool) -> Result<(), String> {
        let Fuzz { target, seconds, .. } = self;
        println!("fuzzing `{target}` for {seconds} s");
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
        command.args(["fuzz", "run", target, &found]).args(self.seeds).arg("--");
        command.arg(format!("-max_total_time={seconds}"));
        command.arg(format!("-max_len={INPUT_BYTES_MAX}"));
        command.arg(format!("-timeout={INPUT_SECONDS_MAX}"));
        command.arg(format!("-rss_limit_mb={MEMORY_MIB_MAX}"));
        command.args(["-print_final_stats=1", "-verbosity=1"]);
        if let Some(dictionary) = self.dictionary {
            command.arg(format!("-dict={dictionary}"));
        }
        let status = command.status().map_err(|error| format!("cargo fuzz: {error}"))?;
        if status.success() {
            return Ok(());
        }
        Err(format!("`{target}` has found something: the input is in fuzz/artifacts/{target}"))
    }
}

fn succeeds(command: &mut Command) -> bool {
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
