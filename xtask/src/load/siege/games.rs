//! Abuse of games: of others, finished, hidden, and seats that two clients request.

use std::cell::RefCell;

use dagaz_core::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::Value;

use super::raw::{Heard, Raw, request};
use super::scenario::{JSON, Scenario};

/// Messages of one socket a second that are not yet a flood.
const A_SECOND: usize = 40;

/// What a refusal says, or the kind of whatever else was said.
fn reason(heard: &Heard) -> String {
    let Heard::Text(text) = heard else { return heard.end() };
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    value["reason"].as_str().or(value["tell"].as_str()).unwrap_or("unreadable").to_string()
}

/// The number of every question: a socket asks one after the other.
const RE: u64 = 7;

/// Sends a request on many sockets of a client repeatedly, and checks the answers.
async fn ask_again(
    ground: &Scenario,
    shown: &str,
    sockets: usize,
    question: impl Fn(u64) -> String,
    judge: impl Fn(&str, &str),
) {
    let open = RefCell::new((0..sockets).map(|_| None).collect::<Vec<Option<Raw>>>());
    ground
        .repeat(sockets, (sockets * A_SECOND) as u32, async |worker| {
            let kept = open.borrow_mut()[worker].take();
            let mut socket = match kept {
                Some(socket) => socket,
                None => match ground.socket(0, shown).await {
                    Ok(socket) => socket,
                    Err(answer) => return answer,
                },
            };
            let question = question(ground.next());
            let heard = socket.answer(&question, RE).await;
            if let Heard::Text(text) = &heard {
                judge(&question, text);
                open.borrow_mut()[worker] = Some(socket);
            }
            reason(&heard)
        })
        .await;
}

/// A command as a question.
fn act(game: &str, nonce: u64, command: &str) -> String {
    format!(r#"{{"ask":"do","re":{RE},"game":"{game}","nonce":"s{nonce}","command":{command}}}"#)
}

/// Commands in a game of others, or in one that has ended.
const COMMANDS: [&str; 8] = [
    r#"{"do":"resign"}"#,
    r#"{"do":"resign","player":"White"}"#,
    r#"{"do":"sit","player":"White"}"#,
    r#"{"do":"offer","kind":"draw"}"#,
    r#"{"do":"offer","kind":"takeback"}"#,
    r#"{"do":"say","text":"resign!"}"#,
    r#"{"do":"prune","node":1}"#,
    r#"{"do":"draft","node":0,"picks":[{"site":"e2"}]}"#,
];

/// Moves and other commands in the games of others.
pub(super) async fn others(ground: &Scenario) -> Result<(), String> {
    let (pass, games) = (ground.guest(0).await?, &ground.target.games);
    let question = |number: u64| {
        let game = games.get(number as usize % games.len().max(1)).map_or("", String::as_str);
        if number.is_multiple_of(2) {
            let play = format!(r#"{{"do":"play","node":{},"move":{}}}"#, number % 60, number % 7);
            return act(game, number, &play);
        }
        act(game, number, COMMANDS[(number / 2) as usize % COMMANDS.len()])
    };
    ask_again(ground, &pass, 16, question, |question, told| nothing_done(ground, question, told)).await;
    Ok(())
}

fn nothing_done(ground: &Scenario, question: &str, told: &str) {
    if told.contains(r#""tell":"done""#) {
        ground.breach(format!("{question} was done"));
    }
}

/// Moves and other commands in a game that is over, of those who played it.
pub(super) async fn finished(ground: &Scenario) -> Result<(), String> {
    let pass = ground.guest(0).await?;
    let game = begin(ground, 0, &pass, r#"[{"player":"White","by":"me"},{"player":"Black","by":"me"}]"#).await?;
    let mut socket = ground.socket(0, &pass).await?;
    let ended = socket.answer(&act(&game, 0, r#"{"do":"resign","player":"White"}"#), RE).await;
    if reason(&ended) != "done" {
        return Err(format!("a game could not be ended: {}", reason(&ended)));
    }
    // Talk is free when the game is over.
    let commands: Vec<&str> = COMMANDS.into_iter().filter(|command| !command.contains("say")).collect();
    let question = |number: u64| match number % 2 {
        0 => act(&game, number, &format!(r#"{{"do":"play","node":0,"move":{}}}"#, number % 20)),
        _ => act(&game, number, commands[(number / 2) as usize % commands.len()]),
    };
    ask_again(ground, &pass, 8, question, |question, told| nothing_done(ground, question, told)).await;
    Ok(())
}

/// Begins a game that is in no list; its id.
async fn begin(ground: &Scenario, house: usize, pass: &str, seats: &str) -> Result<String, String> {
    let number = ground.next();
    let body = format!(r#"{{"rules":"chess","private":true,"nonce":"siege-{number}","seats":{seats}}}"#);
    let answered =
        request(ground.road(house), "POST", "/api/v1/games", &format!("{pass}{JSON}"), body.as_bytes()).await;
    let answered = answered.ok_or("cut off")?;
    let begun: Value = serde_json::from_str(&answered.body).unwrap_or_default();
    begun["game"].as_str().map(str::to_string).ok_or_else(|| answered.status.to_string())
}

/// Ids of games are guessed, in the form that they have, on as many sockets and as fast as a house
/// may. None may hit, and nothing that is answered may tell one guess from another.
pub(super) async fn guessed(ground: &Scenario) -> Result<(), String> {
    let owner = ground.guest(1).await?;
    // A private game is hidden from clients that guess similar ids.
    let hidden: Vec<char> = begin(ground, 1, &owner, "[]").await?.chars().collect();
    let rng = RefCell::new(Xoshiro256PlusPlus::seed_from_u64(ground.target.seed));
    let guess = |number: u64| {
        let rng = &mut *rng.borrow_mut();
        let mut letters = hidden.clone();
        if number.is_multiple_of(4) {
            // A difference of one letter.
            let place = below(rng, letters.len());
            while letters == hidden {
                letters[place] = LETTERS[below(rng, LETTERS.len())] as char;
            }
        } else {
            letters.iter_mut().for_each(|letter| *letter = LETTERS[below(rng, LETTERS.len())] as char);
        }
        letters.into_iter().collect::<String>()
    };
    let question = |number: u64| match number % 3 {
        0 => format!(r#"{{"ask":"join","re":{RE},"game":"{}"}}"#, guess(number)),
        1 => format!(r#"{{"ask":"look","re":{RE},"game":"{}"}}"#, guess(number)),
        _ => act(&guess(number), number, r#"{"do":"resign"}"#),
    };
    let first = RefCell::new(None::<String>);
    let alike = |question: &str, told: &str| {
        // Commands are counted before their game is looked up: this refusal depends on the sender
        // alone.
        if told.contains(r#""reason":"tooMany""#) {
            return;
        }
        let first = first.borrow_mut().get_or_insert_with(|| told.to_string()).clone();
        if first != told || !told.contains(r#""reason":"unknown""#) {
            ground.breach(format!("{question} was answered by {told} and another one by {first}"));
        }
    };
    let guest = ground.guest(0).await?;
    ask_again(ground, &guest, 48, question, alike).await;
    Ok(())
}

/// Letters of ids.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// Two want the last seat at the same moment: one of them gets it, and never both.
pub(super) async fn races(ground: &Scenario) -> Result<(), String> {
    const HOUSES: usize = 4;
    let mut people = Vec::new();
    for house in 0..HOUSES {
        let (host, one, other) = (ground.guest(house).await?, ground.guest(house).await?, ground.guest(house).await?);
        let rivals = [ground.socket(house, &one).await?, ground.socket(house, &other).await?];
        people.push(tokio::sync::Mutex::new((host, rivals)));
    }
    ground
        .repeat(HOUSES, 40, async |house| {
            let (host, [one, other]) = &mut *people[house].lock().await;
            let seats = r#"[{"player":"White","by":"me"},{"player":"Black","by":"anyone"}]"#;
            let game = match begin(ground, house, host, seats).await {
                Ok(game) => game,
                Err(answer) => return answer,
            };
            let question = act(&game, ground.next(), r#"{"do":"sit","player":"Black"}"#);
            let (first, second) = tokio::join!(one.answer(&question, RE), other.answer(&question, RE));
            let mut said = [reason(&first), reason(&second)];
            said.sort();
            if said != ["done", "taken"] {
                ground.breach(format!("two who wanted one seat were told {said:?}"));
            }
            said.join(", ")
        })
        .await;
    Ok(())
}
