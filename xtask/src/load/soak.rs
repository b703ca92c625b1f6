//! `cargo xtask soak`: play at half of what a machine bears for a long time, in which nothing may grow.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::field::{Field, Figures};
use super::in_folder;
use crate::server::Kept;

/// How many, how fast, how long.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Games at once; each has two players with a socket each
    #[arg(long, default_value_t = 4_000)]
    games: usize,
    /// Moves a second, all games together
    #[arg(long, default_value_t = 1_000)]
    rate: u32,
    /// How long, in minutes
    #[arg(long, default_value_t = 120)]
    minutes: u64,
    /// Where games are kept
    #[arg(long, value_enum, default_value_t = Kept::File)]
    db: Kept,
    /// Seed of moves and moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program; built for it if not given
    #[arg(long)]
    program: Option<PathBuf>,
}

/// How much more memory the last part may take than the part before it, in hundredths. Games grow, and the archive's
/// pages are kept at hand; what leaks grows on.
const MEMORY: u64 = 110;

/// How much slower the last part may be, in hundredths. Other programs of the machine are slow now and then too.
const TIME: u64 = 200;

/// Files and connections come and go with players who lose theirs.
const DESCRIPTORS: u64 = 105;

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    in_folder("soak", arguments.program.as_deref(), async |program, data| soak(arguments, program, data).await)
}

async fn soak(arguments: &Arguments, program: &Path, data: &Path) -> Result<(), String> {
    let mut field = Field::open(program, arguments.db, data, arguments.games).await?;
    field.begin(arguments.rate, arguments.seed).await?;
    let mut all = Vec::new();
    for minute in 1..=arguments.minutes {
        let figures = field.measure(Duration::from_secs(60)).await?;
        println!("minute {minute}: {figures}");
        all.push(figures);
    }
    field.close().await?;
    flat(&all)
}

/// Compares the last third of the minutes with the one before it: the first third is for warming up.
fn flat(minutes: &[Figures]) -> Result<(), String> {
    let third = minutes.len() / 3;
    if third == 0 {
        return Err("at least three minutes are needed to compare".to_string());
    }
    let (before, after) = (&minutes[third..2 * third], &minutes[2 * third..]);
    let median = |part: &[Figures], of: fn(&Figures) -> u64| {
        let mut values: Vec<u64> = part.iter().map(of).collect();
        values.sort_unstable();
        values[values.len() / 2]
    };
    let compare = |name: &str, most: u64, of: fn(&Figures) -> u64| {
        let (then, now) = (median(before, of), median(after, of));
        println!("{name}: {then} in the second third, {now} in the last");
        if now * 100 > then * most { Err(format!("the {name} has grown")) } else { Ok(()) }
    };
    compare("memory in KiB", MEMORY, |figures| figures.memory >> 10)?;
    compare("descriptors", DESCRIPTORS, |figures| figures.descriptors)?;
    compare("p99 in microseconds", TIME, |figures| u64::from(figures.within(0.99)))
}
