//! Programs that others wrote, as bots: they speak UCI, USI or UCCI on their standard input and output.
//!
//! A program is started for each game and seat, lives in the [`Context`], and is told the whole position before each move. What it
//! answers is looked up among the legal moves; a program that answers anything else, falls silent or dies has failed.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::dialect::{Dialect, position_text};
use crate::simple::legal_of;
use crate::{Bot, BotError, Budget, Context, Line, Question, Score, Thought};

/// How to start a program, and what to tell it: `uci:100ms:/usr/games/stockfish;Skill Level=3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What it speaks.
    pub dialect: Dialect,
    /// How much it may think about a move.
    pub budget: Budget,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// Options to be set: name and value.
    pub options: Vec<(String, String)>,
}

/// How long a program may take to answer a greeting.
const GREETING: Duration = Duration::from_secs(10);
/// How long a program may take beyond its time.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often the stop flag is looked at while a program thinks.
const GLANCE: Duration = Duration::from_millis(5);
/// What a program may think if nobody has said how much.
const USUAL: Budget = Budget { time: Some(Duration::from_secs(1)), nodes: None, depth: None, playouts: None };

impl Program {
    /// Reads a description; none if the text does not begin like one.
    pub fn parse(text: &str) -> Option<Result<Program, String>> {
        let (word, rest) = text.split_once(':')?;
        let dialect: Dialect = word.trim().to_lowercase().parse().ok()?;
        let (budget, rest) = match rest.split_once(':').map(|(first, rest)| (Budget::parse(first.trim()), rest)) {
            Some((Some(budget), rest)) => (budget, rest),
            _ => (USUAL, rest),
        };
        let mut parts = rest.split(';');
        let command: Vec<String> = parts.next().unwrap_or_default().split_whitespace().map(str::to_string).collect();
        if command.is_empty() {
            return Some(Err(format!("`{text}` names no program; for example uci:100ms:/usr/games/stockfish")));
        }
        let mut options = Vec::new();
        for part in parts {
            let Some((name, value)) = part.split_once('=') else {
                return Some(Err(format!("`{part}` is no option of a program: NAME=VALUE is expected")));
            };
            options.push((name.trim().to_string(), value.trim().to_string()));
        }
        Some(Ok(Program { dialect, budget, command, options }))
    }
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        Program::parse(text)
            .unwrap_or_else(|| Err(format!("`{text}` is no program; it begins with uci:, usi: or ucci:")))
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.dialect, self.budget, self.command.join(" "))?;
        self.options.iter().try_for_each(|(name, value)| write!(f, ";{name}={value}"))
    }
}

impl Bot for Program {
    fn name(&self) -> String {
        self.to_string()
    }

    fn choose(&self, question: &mut Question<'_>, context: &mut Context) -> Result<Thought, BotError> {
        let list = legal_of(question)?;
        let game = question.game;
        let began = question.clock.now();
        let failed = |what: String| BotError::Program(format!("{}: {what}", self.command.join(" ")));
        let running = context.memory::<Option<Running>>(|| None);
        if running.is_none() {
            *running = Some(Running::start(self).map_err(failed)?);
        }
        let Some(program) = running else { return Err(failed("it does not run".to_string())) };
        let budget = question.budget.unwrap_or(self.budget);
        let result = (|| {
            let position = position_text(game, &question.view.seen);
            program.say(&format!("position {} {position}", self.dialect.position_word()))?;
            program.say(&go(&budget, self.dialect))?;
            let mut told = Told::default();
            let mut stopped = false;
            loop {
                let spent = question.clock.now().saturating_sub(began);
                if budget.time.is_some_and(|time| spent > time + PATIENCE) {
                    return Err("it thinks longer than it may".to_string());
                }
                if !stopped && question.stop.load(Ordering::Relaxed) {
                    stopped = true;
                    program.say("stop")?;
                }
                let Some(line) = program.line(GLANCE)? else { continue };
                let mut words = line.split_whitespace();
                match words.next() {
                    Some("info") => told.hear(words),
                    Some("bestmove") => {
                        let word = words.next().unwrap_or_default();
                        return match self.dialect.find(game, &question.view.seen, &list, word) {
                            Some(index) => Ok((index, told)),
                            None => Err(format!("it plays `{word}`, which is no legal move here")),
                        };
                    }
                    Some("nobestmove") => return Err("it finds no move".to_string()),
                    _ => {}
                }
            }
        })();
        let (index, told) = match result {
            Ok(found) => found,
            Err(what) => {
                // What it says from here on belongs to no question.
                *running = None;
                return Err(failed(what));
            }
        };
        let chosen = list.get(index).to_move();
        let top = vec![Line { moves: vec![chosen.clone()], score: told.score, win_chance: None, visits: told.nodes }];
        Ok(Thought {
            score: told.score,
            nodes: told.nodes,
            depth: told.depth,
            time: question.clock.now().saturating_sub(began),
            top,
            ..Thought::just(chosen)
        })
    }
}

/// The line that makes a program think.
fn go(budget: &Budget, dialect: Dialect) -> String {
    let mut said = "go".to_string();
    if let Some(depth) = budget.depth {
        said.push_str(&format!(" depth {depth}"));
    }
    if let Some(nodes) = budget.nodes.or(budget.playouts) {
        said.push_str(&format!(" nodes {nodes}"));
    }
    if let Some(time) = budget.time {
        match dialect {
            Dialect::Usi => said.push_str(&format!(" btime 0 wtime 0 byoyomi {}", time.as_millis())),
            Dialect::Uci | Dialect::Ucci => said.push_str(&format!(" movetime {}", time.as_millis())),
        }
    }
    if said == "go" { "go infinite".to_string() } else { said }
}

/// What a program has told of its thoughts.
#[derive(Default)]
struct Told {
    score: Option<Score>,
    nodes: u64,
    depth: u32,
}

impl Told {
    fn hear<'w>(&mut self, mut words: impl Iterator<Item = &'w str>) {
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<i64>().ok());
        while let Some(word) = words.next() {
            match word {
                "depth" => self.depth = number(words.next()).unwrap_or(0).clamp(0, 10_000) as u32,
                "nodes" => self.nodes = number(words.next()).unwrap_or(0).max(0) as u64,
                "cp" => self.score = number(words.next()).map(|value| Score::Hundredths(value as i32)),
                "mate" => {
                    // Programs count moves, bots count plies.
                    self.score = number(words.next()).map(|moves| match moves {
                        moves if moves > 0 => Score::Win(2 * moves as u32 - 1),
                        moves => Score::Loss(2 * moves.unsigned_abs() as u32),
                    });
                }
                "pv" => break,
                _ => {}
            }
        }
    }
}

/// A program that runs.
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Running {
    fn start(program: &Program) -> Result<Running, String> {
        let mut child = Command::new(&program.command[0])
            .args(&program.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no input or output".to_string());
        };
        let (say, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if say.send(line).is_err() {
                    break;
                }
            }
        });
        let mut running = Running { child, input, lines };
        running.say(program.dialect.word())?;
        running.wait_for(&format!("{}ok", program.dialect.word()))?;
        for (name, value) in &program.options {
            match program.dialect {
                Dialect::Ucci => running.say(&format!("setoption {name} {value}"))?,
                _ => running.say(&format!("setoption name {name} value {value}"))?,
            }
        }
        running.say("isready")?;
        running.wait_for("readyok")?;
        match program.dialect {
            Dialect::Uci => running.say("ucinewgame")?,
            Dialect::Usi => running.say("usinewgame")?,
            Dialect::Ucci => {}
        }
        Ok(running)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("it does not listen: {error}"))
    }

    /// The next line, if one comes within some time.
    fn line(&mut self, within: Duration) -> Result<Option<String>, String> {
        match self.lines.recv_timeout(within) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err("it has ended".to_string()),
        }
    }

    fn wait_for(&mut self, word: &str) -> Result<(), String> {
        loop {
            match self.line(GREETING)? {
                Some(line) if line.trim() == word => return Ok(()),
                Some(_) => {}
                None => return Err(format!("it never says `{word}`")),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It is asked to go; whatever it answers, it is gone afterwards.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_read_as_they_are_written() {
        let text = "uci:100ms:/usr/games/stockfish --x;Skill Level=3;Threads=1";
        let program: Program = text.parse().expect("it is one");
        assert_eq!(program.options[0], ("Skill Level".to_string(), "3".to_string()));
        assert_eq!(program.to_string(), text);
        let plain: Program = "uci:/usr/games/stockfish".parse().expect("it is one");
        assert_eq!((plain.budget, plain.command.len()), (USUAL, 1));
        assert!(Program::parse("level:5").is_none() && Program::parse("random").is_none());
        for wrong in ["uci:", "uci:1s:", "uci:1s:x;Skill"] {
            assert!(Program::parse(wrong).is_some_and(|read| read.is_err()), "{wrong}");
        }
    }

    #[test]
    fn infos_are_understood() {
        let mut told = Told::default();
        told.hear("depth 12 seldepth 20 score cp -35 nodes 123456 nps 99 pv e2e4".split_whitespace());
        assert_eq!((told.depth, told.nodes, told.score), (12, 123_456, Some(Score::Hundredths(-35))));
        told.hear("depth 13 score mate 3 pv depth".split_whitespace());
        assert_eq!((told.depth, told.score), (13, Some(Score::Win(5))));
    }
}
