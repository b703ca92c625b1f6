//! `cargo xtask times`: what the last build and test run took: crates, test binaries, the slowest
//! tests, CI steps.
//!
//! It measures nothing. `.ci/run` leaves the raw times in `target/times`: `steps.tsv` (one line per
//! step), the log of every test binary (written by the cargo runner `.ci/timed`), and cargo's own
//! report in `target/cargo-timings`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dagaz_testkit::source;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The file that `--write` writes and that later runs are compared with.
const KNOWN: &str = "docs/bench/times.json";

/// A change of fewer seconds is noise.
const NOISE_SECONDS: f64 = 2.0;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  .ci/run                        run all checks; the last step prints this report
  cargo xtask times --tests 10   print the report again, with ten tests
  cargo xtask times --write      keep the times as those to compare with")]
pub(crate) struct Arguments {
    /// How many of the slowest tests to print
    #[arg(long, value_name = "N", default_value_t = 30)]
    tests: usize,
    /// How many of the slowest crates to print
    #[arg(long, value_name = "N", default_value_t = 20)]
    crates: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the times to docs/bench/times.json, which later runs are compared with
    #[arg(long)]
    write: bool,
}

/// Seconds by name.
type Seconds = BTreeMap<String, f64>;

/// All times of one run, in seconds.
#[derive(Default, Serialize, Deserialize)]
struct Times {
    /// Steps of `.ci/run`.
    steps: Seconds,
    /// Compilation units of `cargo test`, as "crate" or "crate (target)".
    crates: Seconds,
    /// Test binaries, as "crate/target".
    binaries: Seconds,
    /// Tests, as "crate/target test".
    tests: Seconds,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let root = source::root();
    let times = read(&root)?;
    if arguments.json {
        println!("{}", json!(times));
    } else {
        let known = fs::read_to_string(root.join(KNOWN)).ok();
        let known = known.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        print(&times, &known, arguments);
    }
    if arguments.write {
        write(&root.join(KNOWN), times, arguments)?;
    }
    Ok(())
}

fn read(root: &Path) -> Result<Times, String> {
    let folder = root.join("target/times");
    let steps = fs::read_to_string(folder.join("steps.tsv")).unwrap_or_default();
    let steps: Seconds = steps.lines().filter_map(named_seconds).collect();
    let mut times = Times { steps, crates: crates(root), ..Times::default() };
    let logs = fs::read_dir(folder.join("tests")).into_iter().flatten().flatten();
    for log in logs.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ending| ending == "log")) {
        let text = fs::read_to_string(&log).map_err(|error| format!("{}: {error}", log.display()))?;
        read_test_log(&text, &mut times);
    }
    if times.steps.is_empty() && times.binaries.is_empty() {
        return Err("no times were recorded yet; `.ci/run` records them in target/times".to_string());
    }
    Ok(times)
}

/// Reads the log of one test binary: `# NAME` first, `# SECONDS` last, between them what libtest
/// prints.
fn read_test_log(text: &str, times: &mut Times) {
    let mut marks = text.lines().filter_map(|line| line.strip_prefix("# "));
    let Some(binary) = marks.next() else { return };
    if let Some(seconds) = marks.next_back().and_then(|last| last.parse().ok()) {
        times.binaries.insert(binary.to_string(), seconds);
    }
    for line in text.lines() {
        if let Some((test, seconds)) = test_seconds(line) {
            times.tests.insert(format!("{binary} {test}"), seconds);
        }
    }
}

/// `test NAME ... ok <1.234s>`, as libtest writes it with `--report-time`.
fn test_seconds(line: &str) -> Option<(&str, f64)> {
    let (test, verdict) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let (_, seconds) = verdict.split_once('<')?;
    Some((test, seconds.split_once("s>")?.0.parse().ok()?))
}

/// `NAME<tab>SECONDS`.
fn named_seconds(line: &str) -> Option<(String, f64)> {
    let (name, seconds) = line.split_once('\t')?;
    Some((name.to_string(), seconds.trim().parse().ok()?))
}

/// The compilation units in cargo's newest report, which is a page with its data as JSON in it.
fn crates(root: &Path) -> Seconds {
    #[derive(Deserialize)]
    struct Unit {
        name: String,
        target: String,
        duration: f64,
    }
    let page = fs::read_to_string(root.join("target/cargo-timings/cargo-timing.html")).unwrap_or_default();
    let data = page.split_once("const UNIT_DATA = ").and_then(|(_, rest)| rest.split_once(";\n"));
    let units: Vec<Unit> = data.and_then(|(data, _)| serde_json::from_str(data).ok()).unwrap_or_default();
    let mut crates = Seconds::new();
    for Unit { name, target, duration } in units {
        *crates.entry(format!("{name}{target}")).or_default() += duration;
    }
    crates
}

/// The entries that took longest, the longest first.
fn slowest(all: &Seconds, count: usize) -> Vec<(&str, f64)> {
    let mut sorted: Vec<(&str, f64)> = all.iter().map(|(name, seconds)| (name.as_str(), *seconds)).collect();
    sorted.sort_by(|one, other| other.1.total_cmp(&one.1));
    sorted.truncate(count);
    sorted
}

fn print(times: &Times, known: &Times, arguments: &Arguments) {
    let tables = [
        ("Crates (cargo test)", &times.crates, &known.crates, arguments.crates),
        ("Slowest tests", &times.tests, &known.tests, arguments.tests),
        ("Test binaries", &times.binaries, &known.binaries, usize::MAX),
        ("CI steps", &times.steps, &known.steps, usize::MAX),
    ];
    for (title, all, before, count) in tables {
        if all.is_empty() {
            println!("\n{title}: not recorded");
            continue;
        }
        println!("\n{title}: {:.0} s in all", all.values().sum::<f64>());
        for (name, seconds) in slowest(all, count) {
            println!("{seconds:9.1} s  {name}{}", change(seconds, before.get(name).copied()));
        }
    }
}

/// How much longer or shorter than in the file something took; empty where that is noise or
/// unknown.
fn change(seconds: f64, before: Option<f64>) -> String {
    match before.map(|before| seconds - before) {
        Some(change) if change.abs() >= NOISE_SECONDS => format!("  ({change:+.1} s)"),
        _ => String::new(),
    }
}

fn write(path: &Path, times: Times, arguments: &Arguments) -> Result<(), String> {
    let kept = |all: Seconds, count: usize| {
        let rounded = |(name, seconds): (&str, f64)| (name.to_string(), (seconds * 10.0).round() / 10.0);
        slowest(&all, count).into_iter().map(rounded).collect()
    };
    let times = Times {
        steps: kept(times.steps, usize::MAX),
        crates: kept(times.crates, arguments.crates),
        binaries: kept(times.binaries, usize::MAX),
        tests: kept(times.tests, arguments.tests),
    };
    let text = serde_json::to_string_pretty(&times).map_err(|error| error.to_string())?;
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    fs::write(path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_a_binary_and_of_its_tests_are_read_from_its_log() {
        let log = "# dagaz-core/dagaz_core\n\nrunning 3 tests\ntest a::b ... ok <0.500s>\ntest c ... ignored\n\
                   test result_of_d ... FAILED <1.250s>\n\ntest result: FAILED. 1 passed\n\n# 1.9\n";
        let mut times = Times::default();
        read_test_log(log, &mut times);
        assert_eq!(times.binaries, Seconds::from([("dagaz-core/dagaz_core".to_string(), 1.9)]));
        let tests = [("dagaz-core/dagaz_core a::b", 0.5), ("dagaz-core/dagaz_core result_of_d", 1.25)];
        assert_eq!(times.tests, tests.map(|(name, seconds)| (name.to_string(), seconds)).into());
    }

    #[test]
    fn a_change_within_noise_is_not_shown() {
        assert_eq!(change(10.0, Some(9.0)), "");
        assert_eq!(change(10.0, None), "");
        assert_eq!(change(10.0, Some(4.0)), "  (+6.0 s)");
    }
}
