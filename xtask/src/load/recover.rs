//! `cargo xtask recover`: a server that is killed with many live games, and how soon all of them
//! are there again.
//!
//! Guests begin the games and play some moves in each. Then the server is killed as by a failure of
//! the machine, and started again; every game is asked for and must be where it was. Time runs from
//! the start of the new process.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use dagaz_core::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Deserialize;
use serde_json::json;

use super::client_address::ClientAddress;
use super::field::{limits, rules};
use super::guest::{Guest, State};
use super::http::Http;
use super::in_folder;
use super::play::Rules;
use crate::server::{Server, free_port, processor_us, resident, start};
use crate::storage::{Kept, Storage};

/// Games per guest, started one after the other, below the flood limit.
const GAMES_EACH: usize = 10;

/// So many ask for the games afterwards at the same time, or more: none asks for more than a house
/// may at once.
const ASKING: usize = 64;
const ASKED_EACH: usize = 250;

/// How many, and how soon.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Live games when the server is killed
    #[arg(long, default_value_t = 10_000)]
    games: usize,
    /// Moves that have been made in each
    #[arg(long, default_value_t = 20)]
    plies: usize,
    /// How long it may take until the last game has answered, in milliseconds
    #[arg(long, default_value_t = 2_000)]
    most: u128,
    /// Where games are kept
    #[arg(long, value_enum, default_value_t = Kept::File)]
    db: Kept,
    /// Seed of the moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program; built for it if not given
    #[arg(long)]
    program: Option<PathBuf>,
}

/// A game, who may see it, and where it was when the server was killed.
struct Left {
    pass: Arc<str>,
    game: String,
    node: u64,
}

/// The parts of a view that are parsed: parsing shares the machine with the server.
#[derive(Deserialize)]
struct Now {
    node: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    in_folder("recover", arguments.program.as_deref(), async |program, data| recover(arguments, program, data).await)
}

async fn recover(arguments: &Arguments, program: &Path, data: &Path) -> Result<(), String> {
    let port = free_port()?;
    let origin = format!("http://127.0.0.1:{port}");
    let storage = Storage::new(arguments.db, data)?;
    let kept = storage.options();
    let limits = limits(arguments.games * 2 + 1_000);
    let mut options = vec!["--public", &origin];
    options.extend(limits.iter().flat_map(|limit| ["--limit", limit.as_str()]));
    options.extend(kept.iter().map(String::as_str));
    let server = Server::new(start(program, port, &options)?.0);
    let rules = Arc::new(rules(port).await?);
    let guests = arguments.games.div_ceil(GAMES_EACH);
    let shares = (0..guests).map(|number| (number, (arguments.games + number) / guests));
    let (plies, seed) = (arguments.plies, arguments.seed);
    let begun = together(shares, |(number, games)| {
        begin(ClientAddress::of_players(port, number), rules.clone(), games, plies, seed ^ number as u64)
    })
    .await?;
    println!("{} games of {plies} moves; {} MiB", arguments.games, resident(server.id())? >> 20);
    drop(server);
    let (killed, before) = (Instant::now(), processor_us(std::process::id())?);
    let server = Server::new(start(program, port, &options)?.0);
    let listening = killed.elapsed();
    let asking = ASKING.max(arguments.games.div_ceil(ASKED_EACH));
    let mut asked: Vec<Vec<Left>> = (0..asking).map(|_| Vec::new()).collect();
    begun.into_iter().flatten().enumerate().for_each(|(number, left)| asked[number % asking].push(left));
    let asked = asked.into_iter().enumerate();
    let times = together(asked, |(house, left)| ask_for(ClientAddress::of_players(port, house), left)).await?;
    let all = killed.elapsed();
    let mut times: Vec<Duration> = times.into_iter().flatten().collect();
    times.sort_unstable();
    let within = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default().as_secs_f64() * 1e3;
    let (of_server, of_asking) = (processor_us(server.id())?, processor_us(std::process::id())? - before);
    let each = |whole: u64| whole / times.len().max(1) as u64;
    println!(
        "listening after {} ms, all {} games where they were after {} ms; a game p50 {:.1} ms, p99 {:.1} ms; processor time of a \
         game: server {} µs, who asks {} µs; {} MiB",
        listening.as_millis(),
        times.len(),
        all.as_millis(),
        within(50),
        within(99),
        each(of_server),
        each(of_asking),
        resident(server.id())? >> 20
    );
    drop(server);
    match all.as_millis() <= arguments.most {
        true => Ok(()),
        false => Err(format!("it took {} ms and may take {}", all.as_millis(), arguments.most)),
    }
}

/// Does something for each of some at the same time.
async fn together<T, R, F>(each: impl Iterator<Item = T>, mut start: impl FnMut(T) -> F) -> Result<Vec<R>, String>
where
    R: Send + 'static,
    F: Future<Output = Result<R, String>> + Send + 'static,
{
    let tasks: Vec<_> = each.map(|one| tokio::spawn(start(one))).collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.map_err(|error| error.to_string())??);
    }
    Ok(results)
}

/// A guest begins games of both sides and plays some moves in each; where they are.
async fn begin(
    road: ClientAddress,
    rules: Arc<Vec<Rules>>,
    games: usize,
    plies: usize,
    seed: u64,
) -> Result<Vec<Left>, String> {
    let (mut rng, mut left) = (Xoshiro256PlusPlus::seed_from_u64(seed), Vec::new());
    let (mut guest, mut http) = (Guest::come(road).await?, Http::connect(road).await?);
    let pass: Arc<str> = guest.pass.as_str().into();
    for number in 0..games {
        let rules = &rules[number % rules.len()];
        let seats: Vec<_> = rules.players.iter().map(|player| json!({ "player": player, "by": "me" })).collect();
        let request = json!({ "rules": rules.id, "seats": seats, "nonce": format!("{seed}-{number}") });
        let begun = http.ask("POST", "/api/v1/games", &guest.pass, Some(request)).await?;
        let game = begun["game"].as_str().ok_or_else(|| format!("no game was begun: {begun}"))?.to_string();
        guest.join(&game, &rules.board).await?;
        for _ in 0..plies {
            let seen = guest.seen.filter(|seen| seen.state == State::Playing && seen.choices > 0);
            let Some(seen) = seen else { break };
            let (node, chosen) = (seen.node, below(&mut rng, seen.choices as usize));
            let command = format!(r#"{{"do":"play","node":{node},"move":{chosen}}}"#);
            let question = format!(r#"{{"ask":"do","game":"{game}","nonce":"n{node}","command":{command}"#);
            let done = guest.ask(&question).await?;
            if !done.good {
                return Err(format!("a move of {game} was refused: {:?}", done.reason));
            }
            while guest.seen.is_none_or(|seen| seen.node == node) {
                guest.hear().await?;
            }
        }
        left.push(Left { pass: pass.clone(), node: guest.seen.map_or(0, |seen| seen.node), game: game.clone() });
        guest.leave(&game).await?;
    }
    Ok(left)
}

/// Asks for games one after the other; how long each has taken.
async fn ask_for(road: ClientAddress, left: Vec<Left>) -> Result<Vec<Duration>, String> {
    let (mut http, mut times) = (Http::connect(road).await?, Vec::new());
    for Left { pass, game, node } in left {
        let asked = Instant::now();
        let view = http.text("GET", &format!("/api/v1/games/{game}/view"), &pass, None).await?;
        times.push(asked.elapsed());
        let now: Now = serde_json::from_str(&view).map_err(|error| format!("{game}: {error}: {view:.200}"))?;
        if now.node != node {
            return Err(format!("{game} was at node {node} and is at {}", now.node));
        }
    }
    Ok(times)
}
