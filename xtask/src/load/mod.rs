//! `cargo xtask load`: a load test with many games at a given rate, which verifies every move.
//!
//! The players are in this process, the server in another. Two guests play each game over a socket
//! each. The player to move waits, plays a random legal move, and waits for its acknowledgement. At
//! the end the log on the disk is compared with all acknowledgements. With `--ramp` the rate rises
//! until the server no longer keeps up: the maximum rate. In addition to times, it reports the
//! processor time of a move, which does not depend on other load.

mod client_address;
mod field;
mod guest;
mod http;
mod play;
mod recover;
mod siege;
mod soak;

use std::path::{Path, PathBuf};
use std::time::Duration;

use self::field::{Field, limits};
use crate::server::built;
use crate::storage::Kept;

pub(crate) use recover::{Arguments as RecoverArguments, run as recover};
pub(crate) use siege::{Arguments as SiegeArguments, run as siege};
pub(crate) use soak::{Arguments as SoakArguments, run as soak};

/// How many, how fast, how long.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Games at once; each has two players with a socket each
    #[arg(long, default_value_t = 4_000)]
    games: usize,
    /// Moves a second, all games together
    #[arg(long, default_value_t = 2_000)]
    rate: u32,
    /// How long, in seconds; of each step with --ramp
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// Raise the rate again and again until the server no longer keeps up
    #[arg(long)]
    ramp: bool,
    /// With --ramp: the relative increase of the rate
    #[arg(long, default_value_t = 4)]
    step: u32,
    /// What the p99 of an acknowledgement may be at most, in milliseconds
    #[arg(long, default_value_t = 100)]
    p99: u64,
    /// What a silent socket may cost the server at most, in KiB
    #[arg(long, default_value_t = 16)]
    socket_kib: u64,
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

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    in_folder("load", arguments.program.as_deref(), async |program, data| load(arguments, program, data).await)
}

/// Runs something with the program and a folder for games, which stays if it fails.
fn in_folder(
    name: &str,
    program: Option<&Path>,
    run: impl AsyncFnOnce(&Path, &Path) -> Result<(), String>,
) -> Result<(), String> {
    let program = match program {
        Some(program) => program.to_path_buf(),
        None => built()?,
    };
    let data = std::env::temp_dir().join(format!("dagaz-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&data).map_err(|error| error.to_string())?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    let done = runtime.block_on(run(&program, &data));
    if done.is_ok() {
        let _ = std::fs::remove_dir_all(&data);
    } else {
        eprintln!("the games are left in {}", data.display());
    }
    done
}

async fn load(arguments: &Arguments, program: &Path, data: &Path) -> Result<(), String> {
    let mut field =
        Field::open(program, arguments.db, data, arguments.games, &limits(arguments.games * 4 + 1_000)).await?;
    let mut rate = arguments.rate;
    field.begin(rate, arguments.seed).await?;
    let (mut knee, mut verdict) = (None, Ok(()));
    loop {
        let figures = field.measure(Duration::from_secs(arguments.seconds)).await?;
        println!("{rate} moves/s wanted: {figures}");
        let in_time = u64::from(figures.within(0.99)) < arguments.p99 * 1_000;
        let keeps_up = in_time && figures.moves >= f64::from(rate) * 0.95;
        if keeps_up {
            knee = Some((rate, figures.moves));
        } else if knee.is_none() {
            verdict = Err(format!("{rate} moves/s with a p99 under {} ms are not reached", arguments.p99));
        }
        if !arguments.ramp || !keeps_up {
            break;
        }
        // Players who are already waiting use the old rate, for two pauses at most.
        let pause = arguments.games as f64 / f64::from(rate.max(1));
        rate += rate / arguments.step.max(1);
        field.set_rate(rate);
        tokio::time::sleep(Duration::from_secs_f64(3.0 + 2.0 * pause)).await;
    }
    if let (true, Some((rate, moves))) = (arguments.ramp, knee) {
        println!("the knee: {moves:.0} moves/s at {rate} wanted");
    }
    let each = field.socket_bytes;
    field.close(false).await?;
    if each > arguments.socket_kib * 1024 {
        return Err(format!("a socket costs {} KiB and may cost {}", each / 1024, arguments.socket_kib));
    }
    verdict
}
