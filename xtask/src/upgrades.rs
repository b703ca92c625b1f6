//! `cargo xtask upgrades`: every game of a collection of ZRF files against what `dagaz upgrade`
//! makes of it.
//!
//! The program compares moves, endings and winners in short sequences and in playouts, and bounds
//! its processor time for each file. This command only calls it and sums up.

use std::path::PathBuf;
use std::process::Command;

use dagaz_testkit::source;
use serde_json::Value;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The program
    #[arg(long, value_name = "FILE", default_value = "target/release/dagaz")]
    dagaz: PathBuf,
    /// Only files with this in their path
    file: Option<String>,
}

/// What became of the games of all files.
#[derive(Default)]
struct Sums {
    same: usize,
    plies: u64,
    /// Games with something that edition 3 has no word for, or that could not be compared.
    refused: Vec<String>,
    different: Vec<String>,
}

/// Compares every game. An error names those that play differently.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let folder = source::corpus().ok_or("there is no collection: set DAGAZ_CORPUS to a folder of rules files")?;
    let mut sums = Sums::default();
    for path in source::files(&folder, "zrf") {
        let name = source::short_name(&path, &folder);
        if arguments.file.as_ref().is_some_and(|wanted| !name.contains(wanted.as_str())) {
            continue;
        }
        let said = Command::new(&arguments.dagaz).args(["upgrade", "--json"]).arg(&path).output();
        let said = said.map_err(|error| format!("{}: {error}", arguments.dagaz.display()))?;
        let value: Value = serde_json::from_slice(&said.stdout).map_err(|error| format!("{name}: {error}"))?;
        for game in value["games"].as_array().into_iter().flatten() {
            add(&mut sums, &name, game);
        }
    }
    println!("{} games play the same, over {} plies of playouts", sums.same, sums.plies);
    sums.refused.iter().for_each(|line| println!("refused: {line}"));
    sums.different.iter().for_each(|line| println!("DIFFERENT: {line}"));
    match sums.different.len() {
        0 if sums.same > 0 => Ok(()),
        0 => Err("no game was compared".into()),
        count => Err(format!("{count} games play differently")),
    }
}

fn add(sums: &mut Sums, file: &str, game: &Value) {
    let title = game["title"].as_str().unwrap_or_default();
    let plies = game["plies"].as_u64().unwrap_or(0);
    if game["same"] == true {
        sums.same += 1;
        sums.plies += plies;
        println!("{file}: {title}: same, {plies} plies");
    } else if game["difference"].is_null() {
        let why = [&game["missing"], &game["not_compared"]].map(Value::to_string).join(" ");
        sums.refused.push(format!("{file}: {title}: {why}"));
    } else {
        sums.different.push(format!("{file}: {title}: {}", game["difference"]));
    }
}
