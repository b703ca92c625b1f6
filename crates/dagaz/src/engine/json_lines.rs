//! JSON lines: everything, for every game. `docs/engine.schema.json` says what may be asked and
//! what is answered.
//!
//! Every request gets one answer. An invalid request changes nothing. A request that changes the
//! position cancels the search and reports so. If the search was stopped before by a request, its
//! result is the answer.

use std::io;

use dagaz_bots::{Budget, Dialect, Thought};
use serde_json::{Value, json};

use super::controller::Desk;
use super::place::SearchRoot;
use super::search_request::{LINES_MAX, Wish};
use super::{Protocol, SearchAnswer, say};
use crate::analyse::as_json;
use crate::library;
use crate::start::outcome_json;

/// Threads at most.
const THREADS_MAX: usize = 256;

/// See the [module documentation](self).
#[derive(Default)]
pub(super) struct Native {
    /// The `id` of the question that is thought about.
    open: Option<Value>,
    /// The `id`s of those who wait for the game to be studied.
    waiting: Vec<Value>,
}

/// What a question says under a name: a text, if anything.
fn text<'a>(asked: &'a Value, name: &str) -> Result<Option<&'a str>, String> {
    match &asked[name] {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        _ => Err(format!("`{name}` is no text")),
    }
}

fn needed<'a>(asked: &'a Value, name: &str) -> Result<&'a str, String> {
    text(asked, name)?.ok_or_else(|| format!("`{name}` is missing"))
}

/// Returns a number from 1 on; 1 if there is none.
fn number(asked: &Value, name: &str, most: usize) -> Result<usize, String> {
    let wrong = || format!("`{name}` is no number from 1 to {most}");
    match &asked[name] {
        Value::Null => Ok(1),
        value => {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok()).ok_or_else(wrong)?;
            if (1..=most).contains(&number) { Ok(number) } else { Err(wrong()) }
        }
    }
}

/// The words of a list of moves.
fn moves(asked: &Value) -> Result<Vec<&str>, String> {
    match &asked["moves"] {
        Value::Null => Ok(Vec::new()),
        Value::Array(moves) => {
            moves.iter().map(|one| one.as_str().ok_or_else(|| "a move is no text".to_string())).collect()
        }
        _ => Err("`moves` is no list".to_string()),
    }
}

impl Native {
    fn command(&mut self, asked: &Value, desk: &mut Desk) -> Result<Option<Value>, String> {
        Ok(Some(match needed(asked, "do")? {
            "hello" => json!({ "name": "Dagaz", "version": env!("CARGO_PKG_VERSION"), "protocol": 1 }),
            "games" => json!({ "games": library::GAMES.iter().map(|game| game.name).collect::<Vec<_>>() }),
            "load" => {
                desk.load(needed(asked, "game")?, text(asked, "variant")?)?;
                position(desk)?
            }
            "bot" => {
                desk.set_bot(needed(asked, "bot")?)?;
                json!({ "bot": desk.bot().to_string() })
            }
            "new" => {
                desk.begin();
                position(desk)?
            }
            "ready" => {
                if !desk.is_ready() && desk.asked().is_none() {
                    desk.study();
                    self.waiting.push(asked["id"].clone());
                    return Ok(None);
                }
                json!({})
            }
            "position" => {
                let state = match text(asked, "position")? {
                    Some(text) => desk.position_of(text)?,
                    None => desk.game().initial(),
                };
                desk.play_all(Some(state), Dialect::Uci, moves(asked)?.into_iter())?;
                position(desk)?
            }
            "play" => {
                desk.play_all(None, Dialect::Uci, moves(asked)?.into_iter())?;
                position(desk)?
            }
            "undo" => {
                if !desk.take_back(1) {
                    return Err("there is no move to take back".to_string());
                }
                position(desk)?
            }
            "state" => position(desk)?,
            "think" => {
                let (wish, lines, threads) = wish(asked)?;
                (desk.lines, desk.threads) = (lines, threads);
                desk.think(wish);
                return Ok(None);
            }
            "stop" => {
                desk.stop();
                json!({})
            }
            other => return Err(format!("`{other}` is not understood")),
        }))
    }

    /// Answers a question that was ended because something else has come.
    fn tell_ended(&mut self, desk: &mut Desk) -> io::Result<()> {
        let Some(ended) = desk.take_ended() else { return Ok(()) };
        let answer = if ended.stopped { ended.answer } else { Err("the question was taken back".to_string()) };
        self.tell(answer, &ended.about)
    }

    fn tell(&mut self, answer: SearchAnswer, about: &SearchRoot) -> io::Result<()> {
        let id = self.open.take().unwrap_or_default();
        match answer {
            Ok(thought) => say(&json!({ "id": id, "ok": thought_json(&thought, about) }).to_string()),
            Err(what) => say(&json!({ "id": id, "error": what }).to_string()),
        }
    }

    /// The input has ended: each waiting request gets an answer.
    fn take_leave(&mut self, desk: &mut Desk) -> io::Result<()> {
        // What was thought so far is the answer to what is asked still.
        desk.stop();
        desk.cancel();
        self.tell_ended(desk)?;
        for id in std::mem::take(&mut self.waiting) {
            say(&json!({ "id": id, "error": "the game was not studied to the end" }).to_string())?;
        }
        Ok(())
    }
}

/// Returns the goal of a search, the number of its lines and of its threads.
fn wish(asked: &Value) -> Result<(Wish, usize, usize), String> {
    let budget = text(asked, "budget")?;
    let budget = budget
        .map(|text| {
            let said = "is no budget; it is a time (`2s`, `500ms`), nodes (`5000n`), plies (`8d`) or playouts (`800p`)";
            Budget::parse(text).ok_or_else(|| format!("`{text}` {said}"))
        })
        .transpose()?;
    let endless = match &asked["endless"] {
        Value::Null => false,
        Value::Bool(endless) => *endless,
        _ => return Err("`endless` is neither true nor false".to_string()),
    };
    let (lines, threads) = (number(asked, "lines", LINES_MAX)?, number(asked, "threads", THREADS_MAX)?);
    let budget = if endless { Some(Budget::default()) } else { budget };
    Ok((Wish { budget, waits: endless, ..Wish::default() }, lines, threads))
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

/// Returns a thought as data, its moves as words that can be sent back.
fn thought_json(thought: &Thought, about: &SearchRoot) -> Value {
    let mut value = as_json(about.game(), &about.state, &about.bot.to_string(), thought);
    value["move"] = about.line(Dialect::Uci, std::slice::from_ref(&thought.chosen)).first().cloned().into();
    for (place, line) in thought.top.iter().enumerate() {
        value["lines"][place]["moves"] = about.line(Dialect::Uci, &line.moves).into();
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
            self.take_leave(desk)?;
            say(&json!({ "id": id, "ok": {} }).to_string())?;
            return Ok(false);
        }
        let done = self.command(&asked, desk);
        self.tell_ended(desk)?;
        match done {
            Ok(Some(value)) => say(&json!({ "id": id, "ok": value }).to_string())?,
            Ok(None) if asked["do"] == "think" => self.open = Some(id),
            Ok(None) => {}
            Err(what) => say(&json!({ "id": id, "error": what }).to_string())?,
        }
        Ok(true)
    }

    fn thought(&mut self, thought: &Thought, about: &SearchRoot) -> io::Result<()> {
        let id = self.open.as_ref().unwrap_or(&Value::Null);
        say(&json!({ "id": id, "thinks": thought_json(thought, about) }).to_string())
    }

    fn answer(&mut self, answer: SearchAnswer, about: &SearchRoot, _desk: &mut Desk) -> io::Result<bool> {
        self.tell(answer, about)?;
        Ok(true)
    }

    fn ready(&mut self, _desk: &mut Desk) -> io::Result<bool> {
        for id in std::mem::take(&mut self.waiting) {
            say(&json!({ "id": id, "ok": {} }).to_string())?;
        }
        Ok(true)
    }
}
