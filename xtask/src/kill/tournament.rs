//! A tournament of several servers on one database, all of which are killed while it is played.
//!
//! Members meet each other once, in short games that count. Whatever is killed, the tournament is
//! to come to its end, each two are to have met in one game, and each result is to count once: in
//! the standings and in the ratings.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dagaz_core::below;
use dagaz_store::Register;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::{Value, json};

use super::Arguments;
use super::player::{Place, Player};
use super::request::{Answer, ask};
use super::stage::Stage;
use crate::judge::judge;

/// A tournament that takes longer than this hangs.
const LONGEST: Duration = Duration::from_secs(900);

/// A participant.
struct Member {
    place: Arc<Place>,
    id: String,
}

/// Repeats a request until a server answers; servers are down repeatedly.
fn insist(ports: &[u16], pass: &str, method: &str, path: &str, body: &Value) -> Result<Answer, String> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut last = Value::Null;
    for again in 0..1_000 {
        if let Some(answer) = ask(ports[again % ports.len()], pass, method, path, &body) {
            if !matches!(answer.body["reason"].as_str(), Some("busy" | "storage" | "tooMany")) {
                return Ok(answer);
            }
            last = answer.body;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Err(format!("{method} {path} was never answered: {last}"))
}

/// Holds a tournament, kills what it is held by, and compares.
pub(super) fn run(arguments: &Arguments, program: &Path, data: &Path) -> Result<(), String> {
    let (mut stage, _) = Stage::set(arguments, program, data)?;
    let ports: Vec<u16> = stage.servers.iter().map(|(port, _)| *port).collect();
    let mut members = Vec::new();
    for number in 0..arguments.players {
        let account = json!({ "name": format!("Member{number}"), "password": format!("a password of {number}") });
        let answer = insist(&ports, "", "POST", "/accounts", &account)?;
        let pass = answer.pass.ok_or_else(|| format!("no account: {}", answer.body))?;
        let id = answer.body["person"].as_str().ok_or("a member without an id")?.to_string();
        members.push(Member { place: Arc::new(Place::new(ports.clone(), pass)), id });
    }
    let clock = json!({ "kind": "fischer", "mainMs": 600_000, "addMs": 10_000 });
    let terms = json!({ "rules": "tic-tac-toe", "variant": 0, "rated": true, "clock": clock });
    let plan = json!({ "title": "Under kills", "terms": terms, "kind": { "kind": "roundRobin" }, "nonce": "n" });
    let made = insist(&ports, &members[0].place.token, "POST", "/tournaments", &plan)?.body;
    let id = made["about"]["tournament"].as_str().ok_or_else(|| format!("no tournament: {made}"))?.to_string();
    for member in &members {
        insist(&ports, &member.place.token, "POST", &format!("/tournaments/{id}/join"), &json!({}))?;
    }
    insist(&ports, &members[0].place.token, "POST", &format!("/tournaments/{id}/start"), &json!({}))?;
    let began = Instant::now();
    let (over, failed) = (AtomicBool::new(false), Mutex::new(None));
    let mut kills = (0, 0);
    std::thread::scope(|scope| -> Result<(), String> {
        for (number, member) in members.iter().enumerate() {
            let (ports, id, over, failed) = (&ports, &id, &over, &failed);
            scope.spawn(move || {
                let seed = arguments.seed.wrapping_mul(1_000).wrapping_add(number as u64);
                if let Err(fault) = take_part(member, seed, ports, id, over)
                    && let Ok(mut failed) = failed.lock()
                {
                    *failed = Some(fault);
                }
            });
        }
        let killed = kill_until_it_is_over(arguments, &mut stage, &ports, &id, began, &mut kills);
        over.store(true, Ordering::SeqCst);
        for member in &members {
            member.place.stop.store(true, Ordering::SeqCst);
        }
        killed
    })?;
    if let Some(fault) = failed.into_inner().map_err(|error| error.to_string())? {
        return Err(fault);
    }
    let view = insist(&ports, &members[0].place.token, "GET", &format!("/tournaments/{id}"), &Value::Null)?.body;
    let took = began.elapsed().as_secs();
    let games = compare(&ports, &members, &id, &view)?;
    let database = stage.database().to_string();
    stage.end();
    let mut acknowledged = Vec::new();
    for member in &members {
        acknowledged.append(&mut *member.place.acknowledged.lock().map_err(|error| error.to_string())?);
    }
    let records = judge(&stage.store()?, &acknowledged, games..=games)?;
    let register = Register::open_database(&database).map_err(|fault| fault.to_string())?;
    for member in &members {
        let ratings = register.ratings(&member.id).map_err(|fault| fault.to_string())?;
        let counted: u32 = ratings.iter().map(|row| row.games).sum();
        if counted as usize != members.len() - 1 {
            return Err(format!("{counted} games count for {}, who has played {}", member.id, members.len() - 1));
        }
    }
    println!(
        "{} kills of servers and {} of PostgreSQL in {took} s: {} members, {games} games, {} moves acknowledged, {records} records; everybody has met \
         everybody once, and each result counts once.",
        kills.0,
        kills.1,
        members.len(),
        acknowledged.len(),
    );
    Ok(())
}

/// Plays whatever game is one's own until the tournament is over.
fn take_part(member: &Member, seed: u64, ports: &[u16], id: &str, over: &AtomicBool) -> Result<(), String> {
    let mut player = Player::new(member.place.clone(), seed);
    let mut last = String::new();
    while !over.load(Ordering::SeqCst) {
        let view = insist(ports, &member.place.token, "GET", &format!("/tournaments/{id}"), &Value::Null)?.body;
        match view["game"].as_str().filter(|game| *game != last) {
            Some(game) => {
                last = game.to_string();
                player.play_to_the_end(game)?;
            }
            None => std::thread::sleep(Duration::from_millis(200)),
        }
    }
    Ok(())
}

fn kill_until_it_is_over(
    arguments: &Arguments,
    stage: &mut Stage,
    ports: &[u16],
    id: &str,
    began: Instant,
    kills: &mut (u32, u32),
) -> Result<(), String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    loop {
        std::thread::sleep(Duration::from_millis(below(&mut rng, arguments.longest as usize) as u64));
        if below(&mut rng, 10) == 0 {
            stage.kill_database()?;
            kills.1 += 1;
        } else {
            stage.kill(below(&mut rng, ports.len()))?;
            kills.0 += 1;
        }
        let view = insist(ports, "", "GET", &format!("/tournaments/{id}"), &Value::Null)?.body;
        if view["about"]["phase"] == "ended" {
            return Ok(());
        }
        if began.elapsed() > LONGEST {
            return Err(format!("the tournament does not end: {view}"));
        }
    }
}

/// Compares the standings with the games of all rounds; gives how many games there are.
fn compare(ports: &[u16], members: &[Member], id: &str, view: &Value) -> Result<usize, String> {
    let rounds = view["round"].as_u64().ok_or("a tournament without rounds")?;
    let (mut met, mut games) = (HashSet::new(), HashSet::new());
    let mut points = std::collections::HashMap::new();
    for round in 1..=rounds {
        let path = format!("/tournaments/{id}?round={round}");
        let shown = insist(ports, "", "GET", &path, &Value::Null)?.body;
        for pairing in shown["pairings"].as_array().ok_or("a round without pairings")? {
            let two = ["first", "second"].map(|side| pairing[side]["person"].as_str().unwrap_or_default().to_string());
            let scores = match pairing["result"].as_str() {
                Some("first") => [1.0, 0.0],
                Some("second") => [0.0, 1.0],
                Some("draw") => [0.5, 0.5],
                other => return Err(format!("a game that nobody left has the result {other:?}: {pairing}")),
            };
            for (person, score) in two.iter().zip(scores) {
                *points.entry(person.clone()).or_insert(0.0) += score;
            }
            let mut both = two.clone();
            both.sort();
            let game = pairing["game"].as_str().unwrap_or_default().to_string();
            if !met.insert(both) || !games.insert(game) {
                return Err(format!("two have met twice: {pairing}"));
            }
        }
    }
    let wanted = members.len() * (members.len() - 1) / 2;
    if met.len() != wanted {
        return Err(format!("{} games were played, and {wanted} are to be", met.len()));
    }
    for standing in view["standings"].as_array().ok_or("no standings")? {
        let person = standing["person"]["person"].as_str().unwrap_or_default();
        if standing["points"].as_f64() != points.get(person).copied() {
            return Err(format!("{person} has made {:?}: {standing}", points.get(person)));
        }
    }
    Ok(games.len())
}
