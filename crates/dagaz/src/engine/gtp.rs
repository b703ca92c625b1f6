//! GTP version 2 (<https://www.lysator.liu.se/~gunnar/gtp/>), with the `gogui-rules` commands by which GoGui plays other games
//! than Go.
//!
//! A GTP engine answers one command after the other: while it thinks, what comes in waits.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use dagaz_bots::{Budget, Dialect, Thought};
use dagaz_core::PlayerId;

use super::desk::Desk;
use super::{Protocol, say};
use crate::start::outcome_words;

const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "time_settings",
    "dagaz-load",
    "dagaz-bot",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
];

/// See the [module documentation](self).
#[derive(Default)]
pub(super) struct Gtp {
    /// The number of the command that is thought about, if it had one.
    open: Option<String>,
    waiting: VecDeque<String>,
    per_move: Option<Duration>,
}

fn answer(id: &str, result: Result<String, String>) -> io::Result<()> {
    match result {
        Ok(text) => say(&format!("={id} {text}\n")),
        Err(text) => say(&format!("?{id} {}\n", text.replace('\n', " "))),
    }
}

impl Gtp {
    fn command(&mut self, word: &str, rest: &str, desk: &mut Desk) -> Option<Result<String, String>> {
        let args: Vec<&str> = rest.split_whitespace().collect();
        Some(match word {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok("Dagaz".to_string()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_string()),
            "known_command" => Ok(COMMANDS.contains(&rest).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            // The rules say how large the board is.
            "boardsize" => match size(desk) {
                Some(size) if args.first().and_then(|text| text.parse().ok()) == Some(size) => {
                    desk.begin();
                    Ok(String::new())
                }
                _ => Err("unacceptable size".to_string()),
            },
            "clear_board" => {
                desk.begin();
                Ok(String::new())
            }
            "komi" => Ok(String::new()),
            "time_settings" => {
                // Main time, time of a period, moves of a period: as much for each move.
                let number = |index: usize| args.get(index).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
                let (main, period, moves) = (number(0), number(1), number(2));
                let millis = period.saturating_mul(1_000).checked_div(moves).unwrap_or(main.saturating_mul(25));
                self.per_move = (millis > 0).then(|| Duration::from_millis(millis));
                Ok(String::new())
            }
            "dagaz-load" => desk.load(rest, None).map(|()| String::new()),
            "dagaz-bot" => desk.set_bot(rest).map(|()| String::new()),
            "play" => match args[..] {
                [_, word] => {
                    desk.play(Dialect::Uci, word).map(|()| String::new()).map_err(|_| "illegal move".to_string())
                }
                _ => Err("syntax error: play COLOUR MOVE".to_string()),
            },
            "undo" if desk.take_back() => Ok(String::new()),
            "undo" => Err("cannot undo".to_string()),
            "genmove" => {
                desk.think(self.per_move.map(Budget::time), false);
                return None;
            }
            "showboard" | "gogui-rules_board" => Ok(board(desk)),
            "gogui-rules_game_id" => Ok(desk.title().to_string()),
            "gogui-rules_board_size" => {
                size(desk).map(|size| size.to_string()).ok_or("the board is no square".to_string())
            }
            "gogui-rules_legal_moves" => desk
                .moves(Dialect::Uci)
                .map(|(_, words)| words.iter().map(|word| vertex(desk, word)).collect::<Vec<_>>().join(" ")),
            "gogui-rules_side_to_move" => Ok(if desk.mover() == PlayerId(0) { "black" } else { "white" }.to_string()),
            "gogui-rules_final_result" => match desk.game().outcome(desk.state()) {
                Ok(Some(outcome)) => Ok(outcome_words(desk.game(), &outcome)),
                Ok(None) => Ok(String::new()),
                Err(hit) => Err(hit.to_string()),
            },
            _ => Err("unknown command".to_string()),
        })
    }
}

/// Where a piece of the only kind there is comes to the board, the point alone says which move it is.
fn vertex(desk: &Desk, word: &str) -> String {
    let only = desk.game().glossary().pieces.len() == 1;
    word.split_once('@').filter(|_| only).map_or(word, |(_, point)| point).to_string()
}

/// How many sites a square board has along each side.
fn size(desk: &Desk) -> Option<usize> {
    let grid = desk.game().topology().grids().first()?;
    match &grid.labels[..] {
        [width, height] if width.len() == height.len() => Some(width.len()),
        _ => None,
    }
}

/// The board as `gogui-rules_board` wants it: rows from the top, `X` and `O` for the first two players, and a dot.
fn board(desk: &Desk) -> String {
    let topology = desk.game().topology();
    let Some(grid) = topology.grids().first().filter(|grid| grid.labels.len() == 2) else {
        return dagaz_bots::position_text(desk.game(), desk.state());
    };
    let mut rows = vec![vec!["."; grid.labels[0].len()]; grid.labels[1].len()];
    for site in topology.site_ids() {
        if let Some(place) = topology.site(site).grid.as_ref().filter(|place| place.grid == 0)
            && let Some(piece) = desk.state().piece(site)
        {
            rows[usize::from(place.index[1])][usize::from(place.index[0])] = match piece.owner.index() {
                0 => "X",
                1 => "O",
                _ => "#",
            };
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    format!("\n{}", rows.join("\n"))
}

impl Protocol for Gtp {
    fn hear(&mut self, line: &str, desk: &mut Desk) -> io::Result<bool> {
        if self.open.is_some() {
            self.waiting.push_back(line.to_string());
            return Ok(true);
        }
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            return Ok(true);
        }
        let (first, after) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (id, command) = match first.chars().all(|c| c.is_ascii_digit()) {
            true => (first, after.trim()),
            false => ("", line),
        };
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        if word == "quit" {
            answer(id, Ok(String::new()))?;
            return Ok(false);
        }
        match self.command(word, rest.trim(), desk) {
            Some(result) => answer(id, result)?,
            None => self.open = Some(id.to_string()),
        }
        Ok(true)
    }

    fn thought(&mut self, _thought: &Thought, _desk: &mut Desk) -> io::Result<()> {
        Ok(())
    }

    fn answer(&mut self, result: Result<Box<Thought>, String>, desk: &mut Desk) -> io::Result<()> {
        let id = self.open.take().unwrap_or_default();
        let result = result.map(|thought| {
            let words = desk.line(Dialect::Uci, std::slice::from_ref(&thought.chosen));
            desk.play_thought(&thought);
            words.first().map_or_else(|| "pass".to_string(), |word| vertex(desk, word))
        });
        answer(&id, result)?;
        while self.open.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            self.hear(&line, desk)?;
        }
        Ok(())
    }
}
