//! GTP version 2 (<https://www.lysator.liu.se/~gunnar/gtp/>), with the `gogui-rules` commands by which GoGui plays other games
//! than Go.
//!
//! A GTP engine answers one command after the other: while it thinks, what comes in waits. If `quit` is among that, what is thought
//! about may take a few seconds more and is answered, as is everything before it.
//!
//! Colours are those of the players' names where they have them; else whoever begins is black. A colour whose turn it is not has no
//! move: by the rules of most games there is nothing else that it could mean.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use dagaz_bots::{Budget, Dialect, Thought};
use dagaz_core::{Game, PlayerId};

use super::desk::Desk;
use super::pace::pace;
use super::place::Place;
use super::wish::Wish;
use super::{Answer, Protocol, say};
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
    "time_left",
    "dagaz-load",
    "dagaz-bot",
    "dagaz-position",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
];

/// What the time is, by what was said last of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Time {
    /// Nothing was said: as long as the bot usually takes.
    #[default]
    Usual,
    /// So much for each move.
    Each(Duration),
    /// So much for so many moves, or for all that are to come.
    Left(Duration, Option<u64>),
}

/// See the [module documentation](self).
#[derive(Default)]
pub(super) struct Gtp {
    /// The number of the command that is not done yet, if it had one.
    open: Option<String>,
    waiting: VecDeque<String>,
    time: Time,
}

fn answer(id: &str, result: Result<String, String>) -> io::Result<()> {
    match result {
        Ok(text) => say(&format!("={id} {text}\n")),
        Err(text) => say(&format!("?{id} {}\n", text.replace('\n', " "))),
    }
}

impl Gtp {
    fn budget(&self) -> Option<Budget> {
        let least = |time: Duration| Budget::time(time.max(Duration::from_millis(1)));
        match self.time {
            Time::Usual => None,
            Time::Each(time) => Some(least(time)),
            Time::Left(left, moves) => Some(least(pace(left, Duration::ZERO, moves))),
        }
    }

    /// Does what waits, as far as it can be done now.
    fn go_on(&mut self, desk: &mut Desk) -> io::Result<bool> {
        while self.open.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            if !self.hear(&line, desk)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

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
                // A game can begin once it has been studied: that is not to be done while a clock runs.
                if !desk.is_ready() {
                    desk.study();
                    return None;
                }
                Ok(String::new())
            }
            "komi" => Ok(String::new()),
            "time_settings" => time_settings(&args).map(|time| {
                self.time = time;
                String::new()
            }),
            "time_left" => time_left(&args).and_then(|(colour, time)| {
                // What the other side has left is its own affair.
                if player(desk.game(), colour)? == desk.mover() {
                    self.time = time;
                }
                Ok(String::new())
            }),
            "dagaz-load" => desk.load(rest, None).map(|()| String::new()),
            "dagaz-bot" => desk.set_bot(rest).map(|()| String::new()),
            "dagaz-position" => desk.set_position(rest).map(|()| String::new()),
            "play" => match args[..] {
                [colour, word] => turn(desk, colour).and_then(|()| {
                    desk.play(Dialect::Gtp, word).map(|()| String::new()).map_err(|_| "illegal move".to_string())
                }),
                _ => Err("syntax error: play COLOUR MOVE".to_string()),
            },
            "undo" if desk.take_back(1) => Ok(String::new()),
            "undo" => Err("cannot undo".to_string()),
            "genmove" => match args[..] {
                [colour] => match turn(desk, colour) {
                    Ok(()) => {
                        desk.think(Wish { budget: self.budget(), ..Wish::default() });
                        return None;
                    }
                    Err(what) => Err(what),
                },
                _ => Err("syntax error: genmove COLOUR".to_string()),
            },
            "showboard" | "gogui-rules_board" => Ok(board(desk)),
            "gogui-rules_game_id" => Ok(desk.title().to_string()),
            "gogui-rules_board_size" => {
                size(desk).map(|size| size.to_string()).ok_or("the board is no square".to_string())
            }
            "gogui-rules_legal_moves" => desk.moves(Dialect::Gtp).map(|(_, words)| words.join(" ")),
            "gogui-rules_side_to_move" => Ok(colour(desk.game(), desk.mover()).to_string()),
            "gogui-rules_final_result" => match desk.game().outcome(desk.state()) {
                Ok(Some(outcome)) => Ok(outcome_words(desk.game(), &outcome)),
                Ok(None) => Ok(String::new()),
                Err(hit) => Err(hit.to_string()),
            },
            _ => Err("unknown command".to_string()),
        })
    }
}

/// What a player is called.
fn colour(game: &dyn Game, player: PlayerId) -> &'static str {
    match game.glossary().player(player).to_lowercase().as_str() {
        "black" => "black",
        "white" => "white",
        _ if dagaz_arena::choosers(game).first() == Some(&player) => "black",
        _ => "white",
    }
}

/// Who is meant by a colour.
fn player(game: &dyn Game, said: &str) -> Result<PlayerId, String> {
    let wanted = match said.to_lowercase().as_str() {
        "b" | "black" => "black",
        "w" | "white" => "white",
        _ => return Err(format!("syntax error: {said} is no colour; black or white is expected")),
    };
    let found = dagaz_arena::choosers(game).into_iter().find(|player| colour(game, *player) == wanted);
    found.ok_or_else(|| format!("nobody is {wanted} in this game"))
}

/// Whether it is the turn of a colour. Of more than two players all but the first are white.
fn turn(desk: &Desk, said: &str) -> Result<(), String> {
    let (mover, wanted) = (colour(desk.game(), desk.mover()), colour(desk.game(), player(desk.game(), said)?));
    if mover == wanted { Ok(()) } else { Err(format!("illegal move: it is the turn of {mover}")) }
}

/// A number of `time_settings` or `time_left`.
fn whole(args: &[&str], index: usize) -> Result<u64, String> {
    let said = args.get(index).copied().unwrap_or_default();
    said.parse().map_err(|_| format!("syntax error: `{said}` is no number"))
}

/// Main time, time of a period, moves of a period.
fn time_settings(args: &[&str]) -> Result<Time, String> {
    let (main, period, moves) = (whole(args, 0)?, whole(args, 1)?, whole(args, 2)?);
    let (main, period) = (Duration::from_secs(main), Duration::from_secs(period));
    Ok(match moves {
        // A period without moves is said to mean that there is no limit.
        0 if !period.is_zero() || main.is_zero() => Time::Usual,
        0 => Time::Left(main, None),
        // What is left of the main time is not known unless somebody says so; the periods are there in any case.
        moves => Time::Each(period / moves.min(u64::from(u32::MAX)) as u32),
    })
}

/// A colour, its seconds, and for how many moves they are; 0: for all that are to come.
fn time_left<'a>(args: &[&'a str]) -> Result<(&'a str, Time), String> {
    let (seconds, moves) = (whole(args, 1)?, whole(args, 2)?);
    let colour = args.first().copied().unwrap_or_default();
    Ok((colour, Time::Left(Duration::from_secs(seconds), (moves > 0).then_some(moves))))
}

/// How many sites a square board has along each side.
fn size(desk: &Desk) -> Option<usize> {
    let grid = desk.game().topology().grids().first()?;
    match &grid.labels[..] {
        [width, height] if width.len() == height.len() => Some(width.len()),
        _ => None,
    }
}

/// The board as `gogui-rules_board` wants it: rows from the top, `X` for black, `O` for white, and a dot.
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
            rows[usize::from(place.index[1])][usize::from(place.index[0])] = match colour(desk.game(), piece.owner) {
                _ if piece.owner.index() > 1 => "#",
                "black" => "X",
                _ => "O",
            };
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    format!("\n{}", rows.join("\n"))
}

impl Protocol for Gtp {
    fn hear(&mut self, line: &str, desk: &mut Desk) -> io::Result<bool> {
        if self.open.is_some() {
            // Who will have left does not wait for long.
            let mut words = line.split_whitespace().skip_while(|word| word.chars().all(|c| c.is_ascii_digit()));
            if words.next() == Some("quit") {
                desk.leave();
            }
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

    fn thought(&mut self, _thought: &Thought, _about: &Place) -> io::Result<()> {
        Ok(())
    }

    fn answer(&mut self, result: Answer, about: &Place, desk: &mut Desk) -> io::Result<bool> {
        let id = self.open.take().unwrap_or_default();
        let result = result.map(|thought| {
            let words = about.line(Dialect::Gtp, std::slice::from_ref(&thought.chosen));
            desk.play_thought(&thought);
            words.first().cloned().unwrap_or_else(|| "pass".to_string())
        });
        answer(&id, result)?;
        self.go_on(desk)
    }

    fn ready(&mut self, desk: &mut Desk) -> io::Result<bool> {
        if desk.asked().is_none()
            && let Some(id) = self.open.take()
        {
            answer(&id, Ok(String::new()))?;
        }
        self.go_on(desk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_protocol() {
        let seconds = Duration::from_secs;
        assert_eq!(time_settings(&["0", "10", "5"]), Ok(Time::Each(seconds(2))));
        assert_eq!(time_settings(&["300", "0", "0"]), Ok(Time::Left(seconds(300), None)));
        assert_eq!(time_settings(&["0", "1", "0"]), Ok(Time::Usual), "no limit");
        assert_eq!(time_left(&["b", "30", "3"]), Ok(("b", Time::Left(seconds(30), Some(3)))));
        assert!(time_settings(&["much"]).is_err());
    }
}
