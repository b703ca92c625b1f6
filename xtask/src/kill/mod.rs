//! `cargo xtask kill`: kills the server at random moments of play, and checks that nothing
//! acknowledged is lost.
//!
//! Players play random moves over sockets. The server, in a separate process, is killed with
//! SIGKILL and restarted. A player without an answer sends the same command again, as any client
//! must. At the end the log on the disk is compared with all acknowledgements.
//!
//! With `--tournament` members play each other on one of several servers, each of which is killed
//! repeatedly.
//!
//! With `--db postgres` two servers share a database, players change between them, and PostgreSQL
//! is killed too, with all its processes at once.

mod player;
mod request;
mod stage;
mod tournament;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use dagaz_core::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use self::player::{Place, Player};
use self::stage::Stage;
use crate::judge::judge;
use crate::server::built;
use crate::storage::Kept;

/// How often, and how many play.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How often to kill the server
    #[arg(long, default_value_t = 100)]
    kills: u32,
    /// How many play at once, each a game of its own after the other
    #[arg(long, default_value_t = 12)]
    players: u64,
    /// The longest time between a start and a kill, in milliseconds
    #[arg(long, default_value_t = 900)]
    longest: u64,
    /// Play a tournament of members, on two servers and a database, instead of games of one each
    #[arg(long, requires = "db")]
    tournament: bool,
    /// Seed of the moves and moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where games are kept
    #[arg(long, value_enum, default_value_t = Kept::File)]
    db: Kept,
    /// How often to kill PostgreSQL; a tenth of the kills if not given
    #[arg(long)]
    database_kills: Option<u32>,
    /// The program; built for it if not given
    #[arg(long)]
    program: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => built()?,
    };
    let data = std::env::temp_dir().join(format!("dagaz-kill-{}", std::process::id()));
    std::fs::create_dir_all(&data).map_err(|error| error.to_string())?;
    let done = match (arguments.tournament, arguments.db) {
        (true, Kept::File) => Err("a tournament under kills is one of several servers: --db postgres".to_string()),
        (true, Kept::Postgres) => tournament::run(arguments, &program, &data),
        (false, _) => play_and_kill(arguments, &program, &data),
    };
    if done.is_ok() || arguments.db == Kept::Postgres {
        let _ = std::fs::remove_dir_all(&data);
    } else {
        eprintln!("the games are left in {}", data.display());
    }
    done
}

fn play_and_kill(arguments: &Arguments, program: &Path, data: &Path) -> Result<(), String> {
    let (mut stage, token) = Stage::set(arguments, program, data)?;
    let ports = stage.servers.iter().map(|(port, _)| *port).collect();
    let place = Arc::new(Place::new(ports, token));
    let players: Vec<_> = (0..arguments.players)
        .map(|number| {
            let player = Player::new(place.clone(), arguments.seed.wrapping_mul(1_000).wrapping_add(number));
            std::thread::spawn(move || player.play())
        })
        .collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let (mut slowest, mut slowest_database) = (Duration::ZERO, Duration::ZERO);
    let of_database = arguments.database_kills.unwrap_or(arguments.kills.div_ceil(10));
    let database_kills = if stage.storage.is_database() { of_database } else { 0 };
    let mut left = (arguments.kills, database_kills);
    while left.0 + left.1 > 0 {
        std::thread::sleep(Duration::from_millis(below(&mut rng, arguments.longest as usize) as u64));
        if below(&mut rng, (left.0 + left.1) as usize) < left.1 as usize {
            left.1 -= 1;
            slowest_database = slowest_database.max(stage.kill_database()?);
        } else {
            left.0 -= 1;
            let number = below(&mut rng, place.ports.len());
            slowest = slowest.max(stage.kill(number)?);
        }
    }
    // Pending answers are still delivered.
    place.stop.store(true, Ordering::SeqCst);
    let mut games = Vec::new();
    for player in players {
        games.extend(player.join().map_err(|_| "a player failed")??);
    }
    stage.end();
    let acknowledged = std::mem::take(&mut *place.acknowledged.lock().map_err(|error| error.to_string())?);
    let records = judge(&stage.store()?, &acknowledged, games.len()..=games.len())?;
    let of_database = match database_kills {
        0 => String::new(),
        kills => format!(" and {kills} of PostgreSQL"),
    };
    println!(
        "{} kills{of_database}: {} games, {} commands, {} acknowledged, {} sent again, {records} records on the disk; none lost, none \
         doubled. Slowest start {} ms, of PostgreSQL {} ms; longest wait for an answer {} ms.",
        arguments.kills,
        games.len(),
        place.sent.load(Ordering::Relaxed),
        acknowledged.len(),
        place.resends.load(Ordering::Relaxed),
        slowest.as_millis(),
        slowest_database.as_millis(),
        place.longest.load(Ordering::Relaxed),
    );
    if acknowledged.is_empty() {
        return Err("nothing was acknowledged: nothing was tested".to_string());
    }
    Ok(())
}
