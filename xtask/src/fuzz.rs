//! `cargo xtask fuzz`: each fuzz target for a while, from its seeds.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use dagaz_testkit::source;

/// The targets, as in `fuzz/Cargo.toml`: those that read rules of edition 2, those that read
/// edition 3, scripts and descriptions of Ludii, a reader of records for each format, and that of
/// positions.
const RULES: [&str; 2] = ["parse", "play"];
const SCRIPTS: &str = "scripts";
const PATHS: &str = "paths";
const LUDII: [&str; 2] = ["ludii", "ludii_play"];
const RECORDS: [&str; 12] = ["zsg", "text", "json", "sgf", "pgn", "pdn", "usi", "ucci", "kif", "ki2", "csa", "mat"];
const POSITIONS: &str = "positions";
/// Longer inputs only slow the search down.
const INPUT_BYTES_MAX: usize = 16_384;
/// An input that takes longer is a finding.
const INPUT_SECONDS_MAX: usize = 10;
/// An input that takes more memory is a finding.
const MEMORY_MIB_MAX: usize = 1_024;
/// Targets that run at the same time: each uses one processor.
const AT_ONCE: usize = 2;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How long each target of rules of edition 2 runs
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// How long each other target runs: edition 3, scripts, each reader of records
    #[arg(long, value_name = "S", default_value_t = 60)]
    other_seconds: u64,
    /// With the same seed the same inputs are tried as far as time allows; another one each time
    /// unless told
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Only build the targets
    #[arg(long)]
    build: bool,
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
    if arguments.build {
        let mut command = cargo_fuzz("build", &root, nightly);
        let status = command.args(&arguments.target).status().map_err(|error| format!("cargo fuzz: {error}"))?;
        return if status.success() { Ok(()) } else { Err("the fuzz targets cannot be built".to_string()) };
    }
    let wanted = |target: &str| arguments.target.as_deref().is_none_or(|only| only == target);
    let mut targets: Vec<Fuzz> = RULES
        .into_iter()
        .map(|target| Fuzz {
            target,
            seed: arguments.seed,
            seconds: arguments.seconds,
            seeds: vec!["fuzz/seeds/rules".to_string(), "games".to_string()],
            dictionary: Some("fuzz/zrf.dict"),
        })
        .collect();
    targets.push(Fuzz {
        target: PATHS,
        seed: arguments.seed,
        seconds: arguments.other_seconds,
        seeds: vec!["fuzz/seeds/paths".to_string(), "games".to_string()],
        dictionary: Some("fuzz/drf.dict"),
    });
    targets.push(Fuzz {
        target: SCRIPTS,
        seed: arguments.seed,
        seconds: arguments.other_seconds,
        seeds: vec!["fuzz/seeds/scripts".to_string(), "games/axiom".to_string()],
        dictionary: Some("fuzz/script.dict"),
    });
    targets.extend(LUDII.into_iter().map(|target| Fuzz {
        target,
        seed: arguments.seed,
        seconds: arguments.other_seconds,
        seeds: vec!["fuzz/seeds/ludii".to_string()],
        dictionary: None,
    }));
    targets.extend(RECORDS.into_iter().map(|target| Fuzz {
        target,
        seed: arguments.seed,
        seconds: arguments.other_seconds,
        seeds: vec![format!("fuzz/seeds/records/{target}")],
        dictionary: None,
    }));
    targets.push(Fuzz {
        target: POSITIONS,
        seed: arguments.seed,
        seconds: arguments.other_seconds,
        seeds: vec!["fuzz/seeds/positions".to_string()],
        dictionary: None,
    });
    targets.retain(|fuzz| wanted(fuzz.target));
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(fuzz) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            fuzz.run(&root, nightly)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        let panicked = |_| Err("a fuzz run panicked".to_string());
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(panicked))
    })
}

/// One run of one target.
struct Fuzz {
    target: &'static str,
    seed: Option<u32>,
    seconds: u64,
    seeds: Vec<String>,
    /// Where the words of the language are that are put in.
    dictionary: Option<&'static str>,
}

impl Fuzz {
    fn run(&self, root: &Path, nightly: bool) -> Result<(), String> {
        let Fuzz { target, seconds, .. } = self;
        println!("fuzzing `{target}` for {seconds} s");
        let found = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(root.join(&found)).map_err(|error| format!("{found}: {error}"))?;
        let mut command = cargo_fuzz("run", root, nightly);
        command.args([target, found.as_str()]).args(&self.seeds).arg("--");
        command.arg(format!("-max_total_time={seconds}"));
        command.arg(format!("-max_len={INPUT_BYTES_MAX}"));
        command.arg(format!("-timeout={INPUT_SECONDS_MAX}"));
        command.arg(format!("-rss_limit_mb={MEMORY_MIB_MAX}"));
        command.args(["-print_final_stats=1", "-verbosity=1"]);
        if let Some(seed) = self.seed {
            // Libfuzzer takes 0 for no seed.
            command.arg(format!("-seed={}", seed.max(1)));
        }
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

/// What `cargo fuzz` is asked with, whatever it is to do.
fn cargo_fuzz(what: &str, root: &Path, nightly: bool) -> Command {
    let mut command = Command::new("cargo");
    // The toolchain that builds this program must not decide which one builds the target.
    command.current_dir(root).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    if nightly {
        command.arg("+nightly");
    } else {
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    // Nothing here is `unsafe`: a sanitizer of addresses would find nothing, and cost half the
    // speed.
    command.args(["fuzz", what, "--sanitizer", "none"]);
    command
}

fn succeeds(command: &mut Command) -> bool {
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
