//! GTP version 2 (<https://www.lysator.liu.se/~gunnar/gtp/>), with the `gogui-rules` commands by
//! which GoGui plays other games than Go.
//!
//! A GTP engine answers one command after the other: while it thinks, what comes in waits. If
//! `quit` is among that, what is thought about may take a few seconds more and is answered, as is
//! everything before it.
//!
//! Colours are those of the players' names where they have them; else the player who begins is
//! black. The protocol has no turns: a move of a colour whose turn it is not is played as if the
//! other had been left out, where the game has such a position.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use dagaz_bots::{Budget, Dialect, Thought};
use dagaz_core::{Game, PlayerId, SiteId, UndoLog, Verdict};
use dagaz_record::Cursor;
use dagaz_record::formats::sgf;

use super::controller::Desk;
use super::place::SearchRoot;
use super::search_request::Wish;
use super::time_management::pace;
use super::{Protocol, SearchAnswer, say};
use super::{dead_stones, handicap};
use crate::failure::Failure;
use crate::record::RecordFile;
use crate::start::{legal, outcome_words};

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
    "reg_genmove",
    "undo",
    "showboard",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "final_score",
    "final_status_list",
    "loadsgf",
    "time_settings",
    "time_left",
    "dagaz-load",
    "dagaz-bot",
    "dagaz-position",
    "gogui-analyze_commands",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-title",
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
    /// Whether the move that is thought about is not to be played.
    only_asks: bool,
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
            // The rules say how large the board is: another size is another game of the family.
            "boardsize" => match args.first().and_then(|text| text.parse().ok()) {
                Some(wanted) if size(desk) == Some(wanted) => {
                    desk.begin();
                    Ok(String::new())
                }
                Some(wanted) => match desk.resize(wanted) {
                    Ok(true) => Ok(String::new()),
                    _ => Err("unacceptable size".to_string()),
                },
                None => Err("syntax error: boardsize SIZE".to_string()),
            },
            "clear_board" => {
                desk.begin();
                // A game can begin once it has been studied: that is not to be done while a clock
                // runs.
                if !desk.is_ready() {
                    desk.study();
                    return None;
                }
                Ok(String::new())
            }
            "komi" => match args.first().and_then(|text| text.parse::<f64>().ok()).filter(|komi| komi.is_finite()) {
                Some(komi) => {
                    desk.set_parameter("komi", &format!("{}", (komi * 2.0).round() / 2.0)).map(|()| String::new())
                }
                None => Err("syntax error: komi NUMBER".to_string()),
            },
            "fixed_handicap" | "place_free_handicap" => match args.first().and_then(|text| text.parse().ok()) {
                Some(stones) => handicap::places(desk, stones, word == "place_free_handicap").and_then(|places| {
                    handicap::put(desk, &places)?;
                    Ok(places.join(" "))
                }),
                None => Err(format!("syntax error: {word} STONES")),
            },
            "set_free_handicap" => {
                let places: Vec<String> = args.iter().map(|place| place.to_string()).collect();
                handicap::put(desk, &places).map(|()| String::new())
            }
            "final_score" => score(desk),
            "final_status_list" => match args.first() {
                Some(&"alive") => Ok(stones(desk, false)),
                Some(&"dead") => Ok(stones(desk, true)),
                // Stones that live in seki are among the living ones.
                Some(&"seki") => Ok(String::new()),
                _ => Err("syntax error: final_status_list alive, dead or seki".to_string()),
            },
            "loadsgf" => match args.first() {
                Some(file) => load(desk, file, args.get(1).and_then(|number| number.parse().ok())),
                None => Err("syntax error: loadsgf FILE [MOVE NUMBER]".to_string()),
            },
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
                [colour, word] => play(desk, colour, word).map(|()| String::new()),
                _ => Err("syntax error: play COLOUR MOVE".to_string()),
            },
            "undo" if desk.take_back(1) => Ok(String::new()),
            "undo" => Err("cannot undo".to_string()),
            "genmove" | "reg_genmove" => match args[..] {
                [colour] => match turn(desk, colour) {
                    // Players who disagree on dead stones continue after the passes.
                    Ok(()) if may_pass(desk.game()) && is_over(desk) => Ok("pass".to_string()),
                    Ok(()) => {
                        self.only_asks = word == "reg_genmove";
                        desk.think(Wish { budget: self.budget(), ..Wish::default() });
                        return None;
                    }
                    Err(what) => Err(what),
                },
                _ => Err("syntax error: genmove COLOUR".to_string()),
            },
            "gogui-analyze_commands" => {
                Ok("string/Final Score/final_score\nplist/Alive Stones/final_status_list alive\nplist/Dead Stones/final_status_list dead".to_string())
            }
            "gogui-title" => Ok(desk.title().to_string()),
            "gogui-play_sequence" => {
                let pairs = args.chunks(2).map(|pair| match pair {
                    [colour, word] => play(desk, colour, word),
                    _ => Err("syntax error: gogui-play_sequence COLOUR MOVE ...".to_string()),
                });
                pairs.collect::<Result<Vec<()>, String>>().map(|_| String::new())
            }
            "gogui-setup" => handicap::set_up(desk, &args).map(|()| String::new()),
            "gogui-setup_player" => match args[..] {
                [colour] => turn(desk, colour).map(|()| String::new()),
                _ => Err("syntax error: gogui-setup_player COLOUR".to_string()),
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
pub(super) fn colour(game: &dyn Game, player: PlayerId) -> &'static str {
    match game.glossary().player(player).to_lowercase().as_str() {
        "black" => "black",
        "white" => "white",
        _ if dagaz_arena::choosers(game).first() == Some(&player) => "black",
        _ => "white",
    }
}

/// Who is meant by a colour.
pub(super) fn player(game: &dyn Game, said: &str) -> Result<PlayerId, String> {
    let wanted = match said.to_lowercase().as_str() {
        "b" | "black" => "black",
        "w" | "white" => "white",
        _ => return Err(format!("syntax error: {said} is no colour; black or white is expected")),
    };
    let found = dagaz_arena::choosers(game).into_iter().find(|player| colour(game, *player) == wanted);
    found.ok_or_else(|| format!("nobody is {wanted} in this game"))
}

/// Gives the turn to a colour, if it does not have it. Of more than two players all but the first
/// are white.
fn turn(desk: &mut Desk, said: &str) -> Result<(), String> {
    let wanted = player(desk.game(), said)?;
    let mover = colour(desk.game(), desk.mover());
    if mover == colour(desk.game(), wanted) || desk.give_turn(wanted) {
        return Ok(());
    }
    Err(format!("illegal move: it is the turn of {mover}"))
}

/// Plays a move of a colour.
fn play(desk: &mut Desk, said: &str, word: &str) -> Result<(), String> {
    let wanted = player(desk.game(), said)?;
    let its_turn = colour(desk.game(), desk.mover()) == colour(desk.game(), wanted);
    let wanted = if its_turn { desk.mover() } else { wanted };
    // Programs for Hex say the swap of pieces in either way.
    if its_turn
        && desk.plies() == 1
        && matches!(word.to_ascii_lowercase().as_str(), "swap" | "swap-pieces")
        && let Some(state) = sgf::swapped_pieces(desk.game(), desk.state())
    {
        desk.change(state);
        return Ok(());
    }
    desk.play_as(wanted, Dialect::Gtp, word).map_err(|_| "illegal move".to_string())
}

/// Moves without effect after which a game that counts points is over, at most.
const PASSES: usize = 4;

/// Returns the stones that cannot live, in a game where a player may always pass.
fn dead(desk: &Desk) -> Vec<SiteId> {
    let game = desk.game();
    if may_pass(game) { dead_stones::dead(game, desk.state()) } else { Vec::new() }
}

/// Returns whether a player may always pass.
fn may_pass(game: &dyn Game) -> bool {
    legal(game, &game.initial()).is_ok_and(|list| list.len() > 1 && list.iter().any(|one| one.is_idle()))
}

fn is_over(desk: &Desk) -> bool {
    desk.game().outcome(desk.state()).is_ok_and(|outcome| outcome.is_some())
}

/// Returns the score as GTP says it: `B+3.5`, `W+7`, `0`. Dead stones are taken off, and an
/// unfinished game is scored as if both players passed.
fn score(desk: &Desk) -> Result<String, String> {
    let game = desk.game();
    let mut state = desk.state().clone();
    let dead = dead(desk);
    if !dead.is_empty() {
        let mut position = game.position(&state);
        position.pieces.retain(|placement| !dead.contains(&placement.site));
        state = game.set_up(&position).map_err(|_| "cannot score: the dead stones cannot be taken off")?;
    }
    for _ in 0..PASSES {
        if game.outcome(&state).map_err(|hit| hit.to_string())?.is_some() {
            break;
        }
        let list = legal(game, &state).map_err(|hit| hit.to_string())?;
        let pass = list.iter().find(|one| one.is_idle()).ok_or("cannot score: the game is not over")?;
        game.play(&mut state, pass, &mut UndoLog::new());
    }
    let outcome = game.outcome(&state).map_err(|hit| hit.to_string())?.ok_or("cannot score: the game is not over")?;
    let of = |wanted: &str| (0..outcome.verdicts.len()).find(|&index| colour(game, PlayerId::at(index)) == wanted);
    let (Some(black), Some(white)) = (of("black"), of("white")) else {
        return Err("cannot score: this game is not of black and white".to_string());
    };
    let letter = |index: usize| if index == black { "B" } else { "W" };
    if let Some(scores) = &outcome.scores {
        let ahead = if scores[black] > scores[white] { black } else { white };
        let apart = scores[black].apart(scores[white]);
        return Ok(if scores[black] == scores[white] { "0".to_string() } else { format!("{}+{apart}", letter(ahead)) });
    }
    let winner = [black, white].into_iter().find(|&index| outcome.verdicts[index] == Verdict::Win);
    Ok(winner.map_or("0".to_string(), |winner| format!("{}+", letter(winner))))
}

/// Returns the points on which stones stand that are dead or that are not, a line for each.
fn stones(desk: &Desk, wanted_dead: bool) -> String {
    let (topology, dead) = (desk.game().topology(), dead(desk));
    let standing = topology.site_ids().filter(|site| desk.state().piece(*site).is_some());
    let wanted = standing.filter(|site| dead.contains(site) == wanted_dead);
    wanted.map(|site| topology.site(site).name.clone()).collect::<Vec<String>>().join("\n")
}

/// Goes to the position before a move of a game that a file holds, or to its last one. A board of
/// another size is taken.
fn load(desk: &mut Desk, file: &str, before: Option<usize>) -> Result<String, String> {
    let said = |failure: Failure| format!("cannot load file: {}", failure.message().unwrap_or_default());
    let record = RecordFile::open(file, Some("sgf")).map_err(said)?;
    if let Some(wanted) = record.board_size().filter(|wanted| size(desk) != Some(*wanted))
        && !desk.resize(wanted)?
    {
        return Err("cannot load file: unacceptable size".to_string());
    }
    if let Some(komi) = record.komi() {
        desk.set_parameter("komi", &komi)?;
    }
    let (states, last) = {
        let reading = record.read_first(desk.game());
        let first = reading.faults.first().map(|fault| record.said(fault, &reading.games, 0));
        let tree = match (reading.games.first(), first) {
            (Some(tree), None) => tree,
            (_, fault) => return Err(format!("cannot load file: {}", fault.unwrap_or_default())),
        };
        let mut line = tree.main_line();
        line.truncate(before.map_or(line.len(), |number| number.saturating_sub(1)));
        let mut cursor = Cursor::new(desk.game(), tree);
        let mut states = Vec::new();
        for node in line {
            states.push(cursor.state().clone());
            cursor.go_to(tree, node);
        }
        (states, cursor.state().clone())
    };
    desk.follow(states, last);
    Ok(String::new())
}

/// Returns a number of `time_settings` or `time_left`.
fn whole(args: &[&str], index: usize) -> Result<u64, String> {
    let said = args.get(index).copied().unwrap_or_default();
    said.parse().map_err(|_| format!("syntax error: `{said}` is no number"))
}

/// Main time, time of a period, moves of a period.
fn time_settings(args: &[&str]) -> Result<Time, String> {
    let (main, period, moves) = (whole(args, 0)?, whole(args, 1)?, whole(args, 2)?);
    let (main, period) = (Duration::from_secs(main), Duration::from_secs(period));
    Ok(match moves {
        // A period without moves means no time limit.
        0 if !period.is_zero() || main.is_zero() => Time::Usual,
        0 => Time::Left(main, None),
        // The remaining main time is unknown unless a command sets it; the periods are known in any
        // case.
        moves => Time::Each(period / moves.min(u64::from(u32::MAX)) as u32),
    })
}

/// Returns a colour, its seconds, and for how many moves they are; 0: for all that are to come.
fn time_left<'a>(args: &[&'a str]) -> Result<(&'a str, Time), String> {
    let (seconds, moves) = (whole(args, 1)?, whole(args, 2)?);
    let colour = args.first().copied().unwrap_or_default();
    Ok((colour, Time::Left(Duration::from_secs(seconds), (moves > 0).then_some(moves))))
}

/// Returns how many sites a square board has along each side.
pub(super) fn size(desk: &Desk) -> Option<usize> {
    let grid = desk.game().topology().grids().first()?;
    match &grid.labels[..] {
        [width, height] if width.len() == height.len() => Some(width.len()),
        _ => None,
    }
}

/// Returns the board as `gogui-rules_board` wants it: rows from the top, `X` for black, `O` for
/// white, and a dot.
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

    fn thought(&mut self, _thought: &Thought, _about: &SearchRoot) -> io::Result<()> {
        Ok(())
    }

    fn answer(&mut self, result: SearchAnswer, about: &SearchRoot, desk: &mut Desk) -> io::Result<bool> {
        let id = self.open.take().unwrap_or_default();
        let result = result.map(|thought| {
            let words = about.line(Dialect::Gtp, std::slice::from_ref(&thought.chosen));
            if !std::mem::take(&mut self.only_asks) {
                desk.play_thought(&thought);
            }
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
    fn times_follow_the_protocol() {
        let seconds = Duration::from_secs;
        assert_eq!(time_settings(&["0", "10", "5"]), Ok(Time::Each(seconds(2))));
        assert_eq!(time_settings(&["300", "0", "0"]), Ok(Time::Left(seconds(300), None)));
        assert_eq!(time_settings(&["0", "1", "0"]), Ok(Time::Usual), "no limit");
        assert_eq!(time_left(&["b", "30", "3"]), Ok(("b", Time::Left(seconds(30), Some(3)))));
        assert!(time_settings(&["much"]).is_err());
    }
}
