//! `cargo xtask corpus`: the long examination of a collection of rules files.

use std::path::PathBuf;

use dagaz_core::Limits;
use dagaz_testkit::exam::{Plan, Report, examine_all};
use dagaz_testkit::source;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Random playouts of each variant
    #[arg(long, value_name = "N", default_value_t = 200)]
    playouts: u64,
    /// Plies after which a playout is cut off
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    plies: usize,
    /// States of each variant on which the executors are compared
    #[arg(long, value_name = "N", default_value_t = 50)]
    states: usize,
    /// How far into a game these states may be
    #[arg(long, value_name = "N", default_value_t = 60)]
    state_plies: usize,
    /// Playouts of each variant that run all invariant checks
    #[arg(long, value_name = "N", default_value_t = 3)]
    batteries: u64,
    /// Plies of each of these
    #[arg(long, value_name = "N", default_value_t = 60)]
    battery_plies: usize,
    /// Only files with this in their path
    file: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let folder = source::corpus().ok_or("there is no collection: set DAGAZ_CORPUS to a folder of rules files")?;
    let plan = Plan {
        playouts: arguments.playouts,
        plies: arguments.plies,
        states: arguments.states,
        state_plies: arguments.state_plies,
        batteries: arguments.batteries,
        battery_plies: arguments.battery_plies,
    };
    let wanted = |path: &PathBuf| {
        arguments.file.as_ref().is_none_or(|file| source::short_name(path, &folder).contains(file.as_str()))
    };
    let files: Vec<PathBuf> = source::files(&folder, "zrf").into_iter().filter(wanted).collect();
    println!("  ended/playouts   mean plies  agreed  variant");
    let reports = examine_all(&files, &Limits::default(), &plan, |item, report| {
        println!("{}", line(&source::short_name(&item.path, &folder), report));
    });
    let refused = reports.iter().filter(|(_, report)| report.refused.is_some()).count();
    let loaded = reports.len() - refused;
    let faulty = reports.iter().filter(|(_, report)| !report.faults.is_empty());
    println!("{} files: {loaded} variants loaded, {refused} refused", files.len());
    for (item, report) in faulty.clone() {
        let name = source::short_name(&item.path, &folder);
        report.faults.iter().for_each(|fault| println!("FAULT {name}: {}: {fault}", report.title));
    }
    for (item, report) in &reports {
        let name = source::short_name(&item.path, &folder);
        report.cut.iter().for_each(|(seed, hit)| println!("CUT {name}: {}: playout {seed}: {hit}", report.title));
    }
    let faulty = faulty.count();
    println!("{} passed, {faulty} failed", reports.len() - faulty);
    if faulty > 0 { Err("not everything holds".to_string()) } else { Ok(()) }
}

fn line(file: &str, report: &Report) -> String {
    let name = format!("{file}: {}", report.title);
    if let Some(reason) = &report.refused {
        return format!("  refused                               {name}: {reason}");
    }
    let mean = report.plies as f64 / report.playouts.max(1) as f64;
    let faults = if report.faults.is_empty() { "" } else { "  FAULTS" };
    format!("  {:>5}/{:<8} {mean:>11.1} {:>7}  {name}{faults}", report.ended, report.playouts, report.agreed)
}
