//! `cargo xtask soak`: a soak test at half of the maximum rate, in which nothing may grow.
//!
//! The last third of the minutes is compared with the one before it; the first third is for warming
//! up. Other load only adds to times, so the best quarter of the times of each third counts; a
//! server that slows down has no such quarter.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::field::{Field, Figures, limits};
use super::in_folder;
use crate::storage::Kept;

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
    /// How many seconds are a minute: fewer make a short try, which judges sizes and only tells
    /// times
    #[arg(long, default_value_t = MINUTE)]
    minute_seconds: u64,
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

/// Seconds of a minute.
const MINUTE: u64 = 60;

/// What is compared.
struct Measure {
    /// Whether it is a time, which says little of a short try: whatever else the machine does is in
    /// it.
    time: bool,
    name: &'static str,
    of: fn(&Figures) -> u64,
    /// Which part of the minutes of a third has less: 2 is the median, 4 the quiet quarter.
    part: usize,
    /// How much more the last third may have than the one before it, in hundredths.
    most: u64,
}

const MEASURES: [Measure; 4] = [
    // The length of the games in progress is random; leaks grow steadily.
    Measure { time: false, name: "memory in KiB", of: |figures| figures.memory >> 10, part: 2, most: 105 },
    // Files and connections come and go with players who lose theirs.
    Measure { time: false, name: "descriptors", of: |figures| figures.descriptors, part: 2, most: 102 },
    Measure {
        time: true,
        name: "p99 in microseconds",
        of: |figures| u64::from(figures.within(0.99)),
        part: 4,
        most: 150,
    },
    // The longer the archive, the deeper its tree.
    Measure {
        time: true,
        name: "processor time of a move in microseconds",
        of: |figures| figures.server_us as u64,
        part: 4,
        most: 120,
    },
];

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    in_folder("soak", arguments.program.as_deref(), async |program, data| soak(arguments, program, data).await)
}

async fn soak(arguments: &Arguments, program: &Path, data: &Path) -> Result<(), String> {
    let mut field =
        Field::open(program, arguments.db, data, arguments.games, &limits(arguments.games * 4 + 1_000)).await?;
    field.begin(arguments.rate, arguments.seed).await?;
    let mut all = Vec::new();
    for minute in 1..=arguments.minutes {
        let figures = field.measure(Duration::from_secs(arguments.minute_seconds)).await?;
        field.all_play().await?;
        println!("minute {minute}: {figures}");
        all.push(figures);
    }
    field.close(false).await?;
    flat(&all, arguments.minute_seconds < MINUTE)
}

/// Compares the last third of the minutes with the one before it, and reports everything that
/// grows. In a short run times are only reported.
fn flat(minutes: &[Figures], short: bool) -> Result<(), String> {
    let third = minutes.len() / 3;
    if third == 0 {
        return Err("at least three minutes are needed to compare".to_string());
    }
    let (before, after) = (&minutes[third..2 * third], &minutes[2 * third..]);
    let mut grown = Vec::new();
    for Measure { time, name, of, part, most } in MEASURES {
        let usual = |minutes: &[Figures]| {
            let mut values: Vec<u64> = minutes.iter().map(of).collect();
            values.sort_unstable();
            values[values.len() / part]
        };
        let (then, now) = (usual(before), usual(after));
        let flat = now * 100 <= then * most;
        println!("{name}: {then} in the second third, {now} in the last: {}", if flat { "flat" } else { "grown" });
        let judged = !(short && time);
        if judged && !flat {
            grown.push(name);
        }
    }
    if grown.is_empty() { Ok(()) } else { Err(format!("not flat: {}", grown.join(", "))) }
}
