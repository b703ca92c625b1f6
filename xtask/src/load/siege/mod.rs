//! `cargo xtask siege`: play at half of the maximum rate, with one kind of abuse after the other.
//!
//! The abusers are in this process too, on a thread of lower priority, so that their own cost does
//! not slow the players. They use other addresses, and the server has its default limits. A period
//! without abuse precedes each abuse for comparison, and one follows at the end. The test fails if
//! something forbidden was allowed, if a game was disturbed or anything is lost, or if the players'
//! latency doubled to a visible amount.

mod connections;
mod floods;
mod frames;
mod games;
mod health;
mod mix;
mod passes;
mod raw;
mod scenario;
mod table;
mod uploads;
mod work;

use std::path::{Path, PathBuf};
use std::time::Duration;

use self::health::Health;
use self::scenario::{Scenario, Tally, Target};
use self::table::{Siege, While, p99_ms};
use super::field::{Field, Figures};
use super::in_folder;
use crate::storage::Kept;

/// How many, how fast, how long.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Games at once; each has two players with a socket each, from an address of their own
    #[arg(long, default_value_t = 2_000)]
    games: usize,
    /// Moves a second, all games together
    #[arg(long, default_value_t = 1_000)]
    rate: u32,
    /// Duration of each abuse, in seconds
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// How long there is peace before each, in seconds
    #[arg(long, default_value_t = 20)]
    peace: u64,
    /// How many times the p99 of an acknowledgement in peace it may be
    #[arg(long, default_value_t = 2.0)]
    times: f64,
    /// A p99 below which no delay is visible, in milliseconds: a frame of a screen lasts 17
    #[arg(long, default_value_t = 20)]
    floor: u32,
    /// Only abuses whose name contains this
    #[arg(long)]
    only: Option<String>,
    /// Where to write the figures as JSON
    #[arg(long)]
    json: Option<PathBuf>,
    /// Where games are kept
    #[arg(long, value_enum, default_value_t = Kept::File)]
    db: Kept,
    /// Seed of moves, moments and guesses
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program; built for it if not given
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Games of others that those who abuse know of.
const AT_HAND: usize = 200;

/// Ready when an abuse is over; an error if it could not be tried.
type Done<'a> = std::pin::Pin<Box<dyn Future<Output = Result<(), String>> + 'a>>;

/// A kind of abuse, and what does it until the time of its ground is over.
struct Abuse {
    name: &'static str,
    /// From how many addresses it comes.
    houses: usize,
    run: fn(&Scenario) -> Done<'_>,
}

macro_rules! abuses {
    ($($name:literal from $houses:expr => $run:path,)*) => {
        [$(Abuse { name: $name, houses: $houses, run: |ground| Box::pin($run(ground)) }),*]
    };
}

/// Houses that an abuse may come from.
const MANY: usize = 256;

/// All that are tried, each a while.
const ABUSES: [Abuse; 21] = abuses! {
    "oversize frames" from MANY => frames::oversize,
    "malformed frames" from MANY => frames::malformed,
    "endless fragments" from MANY => frames::fragments,
    "deep and huge JSON" from MANY => frames::json,
    "floods of messages" from MANY => floods::messages,
    "floods of requests" from MANY => floods::requests,
    "slow readers" from MANY => floods::slow_readers,
    "slow handshakes" from MANY => connections::slow_handshakes,
    "1,000 connects a second" from MANY => connections::connects,
    "passes forged, ended, old" from MANY => passes::stolen,
    "moves for other seats" from MANY => games::others,
    "moves in finished games" from MANY => games::finished,
    "guessed ids" from MANY => games::guessed,
    "requests of other pages" from MANY => connections::csrf,
    "passwords tried out" from MANY => connections::logins,
    "seats raced for" from MANY => games::races,
    "rules that explode" from MANY => uploads::explode,
    "work without end" from MANY => work::everything,
    "dice foretold" from MANY => work::dice,
    "requests told in two ways" from MANY => connections::two_ways,
    "the worst mix" from mix::HOUSES => mix::worst,
};

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    in_folder("siege", arguments.program.as_deref(), async |program, data| siege(arguments, program, data).await)
}

async fn siege(arguments: &Arguments, program: &Path, data: &Path) -> Result<(), String> {
    let mut field = Field::open(program, arguments.db, data, arguments.games, &[]).await?;
    field.begin(arguments.rate, arguments.seed).await?;
    let mut siege = Siege { whiles: Vec::new(), after_ms: 0.0, times: arguments.times, floor_ms: arguments.floor };
    let wanted = |abuse: &(usize, &Abuse)| arguments.only.as_deref().is_none_or(|only| abuse.1.name.contains(only));
    let (peace, time) = (Duration::from_secs(arguments.peace), Duration::from_secs(arguments.seconds));
    for (number, abuse) in ABUSES.iter().enumerate().filter(wanted) {
        let before = field.measure(peace).await?;
        field.all_play().await?;
        let (port, kept) = (field.place.port, field.kept());
        let target = Target { port, games: field.place.latest(AT_HAND), kept, seed: arguments.seed };
        let (during, tally, health) = beside(&field, abuse, number, target, time).await?;
        field.all_play().await.map_err(|error| format!("{}: a game was disturbed: {error}", abuse.name))?;
        let one = While::new(abuse.name, &before, &during, tally, health);
        println!("{one}");
        siege.whiles.push(one);
    }
    let after = field.measure(peace).await?;
    field.all_play().await?;
    siege.after_ms = p99_ms(&after);
    field.close(true).await?;
    println!("\n{siege}");
    if let Some(path) = &arguments.json {
        std::fs::write(path, siege.json()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    siege.verdict()
}

/// Measures play during an abuse.
async fn beside(
    field: &Field,
    abuse: &'static Abuse,
    number: usize,
    target: Target,
    time: Duration,
) -> Result<(Figures, Tally, Health), String> {
    let (done, told) = tokio::sync::oneshot::channel();
    let work = move || {
        // Being refused only means being as urgent as the rest.
        let _ = rustix::process::nice(10);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let ground = Scenario::new(target, (number, abuse.houses), time);
        runtime.block_on((abuse.run)(&ground))?;
        Ok(ground.tally())
    };
    let thread = std::thread::Builder::new().name("abuse".to_string());
    let spawned = thread.spawn(move || {
        let _ = done.send(work());
    });
    spawned.map_err(|error| error.to_string())?;
    let (figures, health) = tokio::join!(field.measure(time), Health::watch(field, time));
    let tally: Result<Tally, String> = told.await.map_err(|_| format!("{}: it has failed", abuse.name))?;
    Ok((figures?, tally.map_err(|error| format!("{}: {error}", abuse.name))?, health?))
}
