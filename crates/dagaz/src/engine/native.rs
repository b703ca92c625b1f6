//! JSON lines: everything, for every game. `docs/engine.schema.json` says what may be asked and what is answered.

use std::io;

use dagaz_bots::{Budget, Dialect, Thought};
use serde_json::{Value, json};

use super::desk::Desk;
use super::{Protocol, say};
use crate::analyse::as_json;
use crate::library;
use crate::start::outcome_json;

/// See the [module documentation](self).
#[derive(Default)]
pub(super) struct Native {
    /// The `id` of the question that is thought about.
    open: Value,
}

impl Native {
    fn command(&mut self, asked: &Value, desk: &mut Desk) -> Result<Option<Value>, String> {
        let text = |name: &str| asked[name].as_str();
        let needed = |name: &str| text(name).ok_or_else(|| format!("`{name}` is missing, or is no text"));
        Ok(Some(match needed("do")? {
            "hello" => json!({ "name": "Dagaz", "version": env!("CARGO_PKG_VERSION"), "protocol": 1 }),
            "games" => json!({ "games": library::GAMES.iter().map(|game| game.name).collect::<Vec<_>>() }),
            "load" => {
                desk.load(needed("game")?, text("variant"))?;
                position(desk)?
            }
            "bot" => {
                desk.set_bot(needed("bot")?)?;
                json!({ "bot": desk.bot().to_string() })
            }
            "new" => {
                desk.begin();
                position(desk)?
            }
            "position" => {
                match text("position") {
                    Some(text) => desk.set_position(text)?,
                    None => desk.set_state(desk.game().initial()),
                }
                play_all(asked, desk)?;
                position(desk)?
            }
            "play" => {
                play_all(asked, desk)?;
                position(desk)?
            }
            "undo" => {
                if !desk.take_back() {
                    return Err("there is no move to take back".to_string());
                }
                position(desk)?
            }
            "state" => position(desk)?,
            "think" => {
                let budget = match text("budget") {
                    Some(text) => Some(Budget::parse(text).ok_or_else(|| format!("`{text}` is no budget"))?),
                    None => None,
                };
                desk.lines = asked["lines"].as_u64().unwrap_or(1).clamp(1, 500) as usize;
                desk.threads = asked["threads"].as_u64().unwrap_or(1).clamp(1, 256) as usize;
                let endless = asked["endless"] == true;
                desk.think(if endless { Some(Budget::default()) } else { budget }, endless);
                self.open = asked["id"].clone();
                return Ok(None);
            }
            "stop" => {
                desk.stop();
                json!({})
            }
            other => return Err(format!("`{other}` is not understood")),
        }))
    }
}

fn play_all(asked: &Value, desk: &mut Desk) -> Result<(), String> {
    let moves = match &asked["moves"] {
        Value::Null => return Ok(()),
        Value::Array(moves) => moves,
        _ => return Err("`moves` is no list".to_string()),
    };
    for one in moves {
        let word = one.as_str().ok_or("a move is no text")?;
        desk.play(Dialect::Uci, word)?;
    }
    Ok(())
}

/// Where the game stands.
fn position(desk: &Desk) -> Result<Value, String> {
    let (_, words) = desk.moves(Dialect::Uci)?;
    let outcome = desk.game().outcome(desk.state()).map_err(|hit| hit.to_string())?;
    Ok(json!({
        "game": desk.title(),
        "position": dagaz_bots::position_text(desk.game(), desk.state()),
        "to_move": desk.game().glossary().player(desk.mover()),
        "moves": words,
        "outcome": outcome.map(|outcome| outcome_json(desk.game(), &outcome)),
    }))
}

/// A thought as data, its moves as words that can be sent back.
fn thought_json(thought: &Thought, desk: &Desk) -> Value {
    let mut value = as_json(desk.game(), desk.state(), &desk.bot().to_string(), thought);
    value["move"] = desk.line(Dialect::Uci, std::slice::from_ref(&thought.chosen)).first().cloned().into();
    for (place, line) in thought.top.iter().enumerate() {
        value["lines"][place]["moves"] = desk.line(Dialect::Uci, &line.moves).into();
    }
    value
}

impl Protocol for Native {
    fn hear(&mut self, line: &str, desk: &mut Desk) -> io::Result<bool> {
        if line.is_empty() {
            return Ok(true);
        }
        let asked: Value = match serde_json::from_str(line) {
            Ok(asked) => asked,
            Err(error) => {
                say(&json!({ "id": null, "error": format!("this is no JSON: {error}") }).to_string())?;
                return Ok(true);
            }
        };
        let id = asked["id"].clone();
        if asked["do"] == "quit" {
            say(&json!({ "id": id, "ok": {} }).to_string())?;
            return Ok(false);
        }
        match self.command(&asked, desk) {
            Ok(Some(value)) => say(&json!({ "id": id, "ok": value }).to_string())?,
            Ok(None) => {}
            Err(what) => say(&json!({ "id": id, "error": what }).to_string())?,
        }
        Ok(true)
    }

    fn thought(&mut self, thought: &Thought, desk: &mut Desk) -> io::Result<()> {
        say(&json!({ "id": self.open, "thinks": thought_json(thought, desk) }).to_string())
    }

    fn answer(&mut self, answer: Result<Box<Thought>, String>, desk: &mut Desk) -> io::Result<()> {
        let id = self.open.take();
        match answer {
            Ok(thought) => say(&json!({ "id": id, "ok": thought_json(&thought, desk) }).to_string()),
            Err(what) => say(&json!({ "id": id, "error": what }).to_string()),
        }
    }
}
