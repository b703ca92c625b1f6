//! Games of bots by the engine in WebAssembly, compared with the same games natively: each by the
//! same seed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use dagaz_contract::Board;
use dagaz_contract::catalog::{Begun, NewGame, RecordText};
use dagaz_contract::command::{SeatRule, Sitter};
use dagaz_contract::message::ClientMessage;
use dagaz_contract::view::BotChoice;
use dagaz_session::Millis;
use dagaz_web::{Catalog, CatalogGame, Environment, Host, Needed, Out, Thinker, ThinkerMessage, Work};
use serde::Serialize;

/// Moves of bots after which a game is broken off.
const MOVES: usize = 40;

/// What plays the games in WebAssembly.
const PLAYER: &str = "xtask/src/site/play.mjs";

/// A game that is to be played.
#[derive(Serialize)]
struct Wanted {
    rules: String,
    hash: String,
    moves: usize,
    new: NewGame,
}

/// Plays so many games of the library both ways; an error names those that differ.
pub(super) fn run(root: &Path, out: &Path, engine: &str, catalog: &Catalog, games: usize) -> Result<(), String> {
    let step = (catalog.games.len() / games.max(1)).max(1);
    let picked = catalog.games.iter().step_by(step).take(games);
    let wanted: Vec<Wanted> =
        picked.enumerate().map(|(seed, game)| wanted(out, game, seed)).collect::<Result<_, _>>()?;
    let theirs = in_wasm(root, out, engine, &wanted)?;
    let mut differing = Vec::new();
    for (wanted, theirs) in wanted.iter().zip(theirs.lines()) {
        let ours = native(out, catalog, wanted)?;
        let theirs: String = serde_json::from_str(theirs).map_err(|error| error.to_string())?;
        if ours != theirs {
            differing.push(wanted.rules.as_str());
            println!("{}\n  native: {ours}\n  wasm:   {theirs}", wanted.rules);
        }
    }
    if theirs.lines().count() != wanted.len() {
        return Err(format!("{} games of {} were played in WebAssembly", theirs.lines().count(), wanted.len()));
    }
    match differing.as_slice() {
        [] => {
            println!("{} games by the same seeds are the same in WebAssembly as natively", wanted.len());
            Ok(())
        }
        some => Err(format!("{} of {} games differ: {}", some.len(), wanted.len(), some.join(", "))),
    }
}

/// A game of the first player, who searches, against others who play at random.
fn wanted(out: &Path, game: &CatalogGame, seed: usize) -> Result<Wanted, String> {
    let path = out.join(format!("boards/{}.json", game.hash));
    let text = std::fs::read_to_string(&path).map_err(super::told(&path))?;
    let board: Board = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let choosers = board.players.iter().filter(|player| player.kind == dagaz_contract::board::PlayerKind::Chooser);
    let bot = |place: usize| match place {
        0 => BotChoice { bot: "level".to_string(), level: Some(2) },
        _ => BotChoice { bot: "random".to_string(), level: None },
    };
    let seats = choosers.enumerate();
    let seats =
        seats.map(|(place, player)| SeatRule { player: player.id.clone(), by: Sitter::Bot(bot(place)) }).collect();
    let new = NewGame {
        rules: game.entry.id.clone(),
        variant: None,
        seats,
        clock: None,
        position: None,
        study: false,
        seed: Some(seed as u32),
        from: None,
        private: false,
        rated: false,
        nonce: "compare".to_string(),
        draft: false,
    };
    Ok(Wanted { rules: game.entry.id.clone(), hash: game.hash.clone(), moves: MOVES, new })
}

/// The texts of the games, each as JSON in a line.
fn in_wasm(root: &Path, out: &Path, engine: &str, wanted: &[Wanted]) -> Result<String, String> {
    let mut node = Command::new("node");
    node.arg(root.join(PLAYER)).arg(out).arg(engine).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = node.spawn().map_err(|error| format!("node: {error}"))?;
    let asked = serde_json::to_vec(wanted).map_err(|error| error.to_string())?;
    let mut input = node.stdin.take().ok_or("node has no input")?;
    input.write_all(&asked).map_err(|error| format!("node: {error}"))?;
    drop(input);
    let output = node.wait_with_output().map_err(|error| format!("node: {error}"))?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(format!("the games in WebAssembly failed: {}", output.status)),
    }
}

/// The text of a game that is played here.
fn native(out: &Path, catalog: &Catalog, wanted: &Wanted) -> Result<String, String> {
    let environment = Environment { now: Box::new(|| Millis(0)), random: Box::new(|bytes| bytes.fill(0)) };
    let (mut host, mut thinker) = (Host::new(environment, catalog.clone(), Vec::new()), Thinker::new());
    let path = out.join(format!("games/{}.bin", wanted.hash));
    let files = std::fs::read(&path).map_err(super::told(&path))?;
    host.supply(&wanted.rules, &files);
    thinker.supply(&files);
    let refused = |needed: Needed| format!("{}: {needed:?} is needed", wanted.rules);
    let body = serde_json::to_vec(&wanted.new).map_err(|error| error.to_string())?;
    let (_, begun) = host.request("POST", "/games", &body).map_err(refused)?;
    let begun: Begun = serde_json::from_str(&begun).map_err(|error| format!("{}: {error}: {begun}", wanted.rules))?;
    let join = ClientMessage::Join { re: 1, game: begun.game.clone(), board: None, player: None };
    host.hear(&join).map_or(Ok(()), |needed| Err(refused(needed)))?;
    let mut moves = 0;
    loop {
        let mut thought = false;
        for job in host.take() {
            let Out::Think(job) = job else { continue };
            let Work::Choose { player, .. } = job.work else { continue };
            let mut chosen = None;
            thinker.work(&job, &mut |told| {
                if let ThinkerMessage::Chosen(index) = told {
                    chosen = index;
                }
            });
            host.chosen(&job.game, player, job.node, chosen);
            moves += 1;
            thought = true;
        }
        if !thought || moves >= wanted.moves {
            break;
        }
    }
    let (_, record) = host.request("GET", &format!("/games/{}/record?format=txt", begun.game), b"").map_err(refused)?;
    let record: RecordText = serde_json::from_str(&record).map_err(|error| format!("{}: {error}", wanted.rules))?;
    Ok(record.text)
}
