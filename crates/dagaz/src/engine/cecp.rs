//! CECP v2, the protocol of xboard: <https://www.gnu.org/software/xboard/engine-intf.html>.
//!
//! Whatever comes while the engine thinks leaves the search alone, unless it is one of the few
//! commands that end it. A `ping` is answered when all before it is done: while the engine thinks
//! about its move, behind that move.

use std::io;
use std::time::Duration;

use dagaz_bots::{Budget, Dialect, Score, Thought};
use dagaz_core::PlayerId;
use dagaz_record::names;

use super::controller::Desk;
use super::place::SearchRoot;
use super::search_request::Wish;
use super::time_management::pace;
use super::{Protocol, SearchAnswer, say};
use crate::library;
use crate::start::outcome_words;

/// Commands of xboard without effect here: messages to users, pondering, hints and books, and
/// offers of a draw, which are declined by playing on.
const IDLE: &[&str] = &[
    "", "xboard", "accepted", "rejected", "otim", "random", "hard", "easy", "computer", "name", "rating", "ics",
    "draw", "hint", "bk", "pause", "resume", "white", "black", "memory", "egtpath", "partner", "ptell", "lift", "put",
    "hover", "setscore", "include", "exclude", "edit", "bye",
];

/// See the [module documentation](self).
#[derive(Default)]
pub(super) struct Cecp {
    /// For whom the engine plays; none while it only follows.
    side: Option<PlayerId>,
    /// Whether it thinks aloud.
    posts: bool,
    per_move: Option<Duration>,
    depth: Option<u32>,
    /// Nodes of a second, where they are the clock.
    rate: Option<u64>,
    /// What is left on its clock, and what each move adds.
    left: Option<Duration>,
    increment: Duration,
    /// Moves for each of which there is a time; none if there is one for the game.
    session: Option<u32>,
    analyses: bool,
    /// Pings that are not answered yet.
    pings: Vec<String>,
    /// How far an analysis is: hundredths of a second, nodes, depth.
    far: (u128, u64, u32),
}

impl Cecp {
    fn budget(&self, desk: &Desk) -> Option<Budget> {
        let by_clock = || {
            // Both sides move in turn, so half of the plies are the engine's.
            let made = (desk.plies() / desk.players().len().max(1)) as u32;
            let to_go = self.session.map(|session| u64::from(session - made % session));
            Some(pace(self.left?, self.increment, to_go))
        };
        let time = self.per_move.or_else(by_clock).map(|time| time.max(Duration::from_millis(2)));
        let budget = match (self.rate, time) {
            (Some(rate), Some(time)) => {
                let nodes = (time.as_secs_f64() * rate as f64).round().max(1.0) as u64;
                Budget { nodes: Some(nodes), depth: self.depth, ..Budget::default() }
            }
            _ => Budget { time, depth: self.depth, ..Budget::default() },
        };
        (!budget.is_endless()).then_some(budget)
    }

    /// Thinks if it is the engine's turn; tells if the game is over.
    fn go_on(&mut self, desk: &mut Desk) -> io::Result<()> {
        if let Ok(Some(outcome)) = desk.game().outcome(desk.state()) {
            // Who analyses looks at what could be; nothing ends by that.
            if self.analyses {
                desk.cancel();
                return Ok(());
            }
            let won = |player: usize| outcome.verdicts.get(player) == Some(&dagaz_core::Verdict::Win);
            let result = match (won(0), won(1)) {
                (true, false) => "1-0",
                (false, true) => "0-1",
                _ => "1/2-1/2",
            };
            return say(&format!("{result} {{{}}}", outcome_words(desk.game(), &outcome)));
        }
        if self.analyses {
            self.far = (0, 0, 0);
            desk.think(Wish { budget: Some(Budget::default()), waits: true, ..Wish::default() });
        } else if self.side == Some(desk.mover()) {
            desk.think(Wish { budget: self.budget(desk), ..Wish::default() });
        }
        Ok(())
    }

    /// Returns whether the engine thinks about a move that it will make.
    fn is_thinking(&self, desk: &Desk) -> bool {
        desk.asked().is_some() && !self.analyses
    }

    fn level(&mut self, rest: &str) -> Result<(), &'static str> {
        let mut words = rest.split_whitespace();
        let (Some(moves), Some(base), Some(more)) = (words.next(), words.next(), words.next()) else {
            return Err("three numbers are expected");
        };
        let moves: u32 = moves.parse().map_err(|_| "no number of moves")?;
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let (minutes, seconds) = (minutes.parse::<u64>(), seconds.parse::<u64>());
        let (Ok(minutes), Ok(seconds)) = (minutes, seconds) else { return Err("no time") };
        let more = more.parse::<f64>().ok().and_then(|more| Duration::try_from_secs_f64(more).ok());
        self.increment = more.ok_or("no increment")?;
        self.session = (moves > 0).then_some(moves);
        self.left = Some(Duration::from_secs(minutes.saturating_mul(60).saturating_add(seconds)));
        self.per_move = None;
        Ok(())
    }

    /// The engine plays for the second player.
    fn take_second(&mut self, desk: &Desk) {
        self.side = desk.players().get(1).copied();
    }

    fn variant(&mut self, name: &str, desk: &mut Desk) -> Result<(), String> {
        match name {
            "normal" => desk.load("chess", None)?,
            _ => desk.load(name, None)?,
        }
        if self.side.is_some() {
            self.take_second(desk);
        }
        Ok(())
    }

    /// Prints the board and the moves of the pieces, for interfaces that do not know the variant.
    fn describe(name: &str, desk: &Desk) -> io::Result<()> {
        let game = desk.game();
        let letters = game.glossary().pieces.iter().filter_map(|piece| piece.letter.clone());
        // What is promoted is written as what it was, with a sign.
        let letters: Vec<String> = letters.filter(|letter| !letter.starts_with('+')).collect();
        let sizes: Vec<usize> =
            game.topology().grids().first().map_or(Vec::new(), |grid| grid.labels.iter().map(Vec::len).collect());
        let [width, height] = sizes[..] else { return Ok(()) };
        let position = Dialect::Cecp.position(game, desk.state());
        // All but the royal piece come into a hand, where there is one.
        let hand = if position.contains('[') { letters.len().saturating_sub(1) } else { 0 };
        let letters = letters.concat();
        let letters = format!("{}{}", letters.to_uppercase(), letters.to_lowercase());
        say(&format!("setup ({letters}) {width}x{height}+{hand}_{name} {position}"))?;
        for (letter, moves) in dagaz_bots::betza(game) {
            say(&format!("piece {letter}& {moves}"))?;
        }
        Ok(())
    }

    /// Plays a move that the other side has made.
    fn play(&mut self, word: &str, stands_alone: bool, desk: &mut Desk) -> io::Result<()> {
        // Words stand alone as well that are no moves: they are not looked for among the legal ones
        // of the engine.
        if self.is_thinking(desk) {
            return match stands_alone {
                true => say(&format!("Error (unknown command): {word}")),
                false => say(&format!("Illegal move (it is not your turn): {word}")),
            };
        }
        match desk.play(Dialect::Cecp, word) {
            Ok(()) => self.go_on(desk),
            Err(_) if stands_alone => say(&format!("Error (unknown command): {word}")),
            Err(_) => say(&format!("Illegal move: {word}")),
        }
    }

    /// Answers pings, if all that came before them is done.
    fn pong(&mut self, desk: &mut Desk) -> io::Result<()> {
        if self.pings.is_empty() || self.is_thinking(desk) {
            return Ok(());
        }
        if !desk.is_ready() && !self.analyses {
            // Ready for a game is who has studied it: that is not to be done while a clock runs.
            desk.study();
            return Ok(());
        }
        self.pings.drain(..).try_for_each(|ping| say(format!("pong {ping}").trim_end()))
    }

    fn command(&mut self, word: &str, rest: &str, line: &str, desk: &mut Desk) -> io::Result<()> {
        let wrong = |what: &str| say(&format!("Error ({what}): {word}"));
        match word {
            _ if IDLE.contains(&word) => {}
            "protover" => {
                let mut games: Vec<&str> = names::all().iter().map(|names| names.xboard).collect();
                games.retain(|name| !name.is_empty() && *name != "normal");
                let own = library::GAMES.iter().map(|game| game.name);
                let known: Vec<&str> = own.filter(|name| !games.contains(name)).collect();
                games.extend(known);
                say("feature done=0")?;
                say(&format!("feature myname=\"Dagaz {}\"", env!("CARGO_PKG_VERSION")))?;
                say("feature ping=1 setboard=1 usermove=1 playother=1 analyze=1 colors=0 sigint=0 sigterm=0 debug=1")?;
                say("feature nps=1 smp=1 reuse=1")?;
                say(&format!("feature variants=\"normal,{}\"", games.join(",")))?;
                say("feature option=\"Bot -string best\"")?;
                say("feature done=1")?;
            }
            "new" => {
                // The variant is the initial one, until another one is selected.
                desk.go_home();
                (self.depth, self.rate) = (None, None);
                match self.analyses {
                    true => self.go_on(desk)?,
                    false => self.take_second(desk),
                }
            }
            "variant" => match self.variant(rest, desk) {
                Ok(()) => Self::describe(rest, desk)?,
                Err(what) => say(&format!("Error (unsupported variant): {what}"))?,
            },
            "option" => {
                if let Some(value) = rest.strip_prefix("Bot=")
                    && let Err(what) = desk.set_bot(value)
                {
                    wrong(&what)?;
                }
            }
            "force" | "result" => {
                desk.cancel();
                self.side = None;
            }
            "go" => {
                self.side = Some(desk.mover());
                self.go_on(desk)?;
            }
            "playother" => self.side = desk.players().into_iter().find(|player| *player != desk.mover()),
            "st" => match rest.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
                Some(time) => (self.per_move, self.left) = (Some(time), None),
                None => wrong("no time")?,
            },
            "sd" => match rest.parse() {
                Ok(depth) => self.depth = Some(depth),
                Err(_) => wrong("no depth")?,
            },
            "nps" => match rest.parse::<u64>() {
                Ok(rate) => self.rate = (rate > 0).then_some(rate),
                Err(_) => wrong("no number of nodes")?,
            },
            "cores" => match rest.parse::<usize>() {
                Ok(cores) => desk.threads = cores.clamp(1, 256),
                Err(_) => wrong("no number of cores")?,
            },
            "level" => {
                if let Err(what) = self.level(rest) {
                    wrong(what)?;
                }
            }
            "time" => match rest.parse::<i64>() {
                Ok(hundredths) => {
                    self.left = Some(Duration::from_millis((hundredths.max(0) as u64).saturating_mul(10)));
                }
                Err(_) => wrong("no time")?,
            },
            "ping" => self.pings.push(rest.to_string()),
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "analyze" => {
                (self.analyses, self.posts, self.side) = (true, true, None);
                self.go_on(desk)?;
            }
            "exit" => {
                desk.cancel();
                self.analyses = false;
            }
            // An analysis has no best move to send.
            "?" if self.is_thinking(desk) => desk.stop(),
            "?" => {}
            "." if self.analyses => {
                let (time, nodes, depth) = self.far;
                say(&format!("stat01: {time} {nodes} {depth} 0 0"))?;
            }
            "." => {}
            "setboard" => {
                let text = Dialect::Cecp.position_read(desk.game(), rest);
                match desk.set_position(&text) {
                    Ok(()) => self.go_on(desk)?,
                    Err(what) => say(&format!("tellusererror Illegal position: {what}"))?,
                }
            }
            "undo" | "remove" => {
                let moves = if word == "remove" { 2 } else { 1 };
                match desk.take_back(moves) {
                    true if self.analyses => self.go_on(desk)?,
                    true => {}
                    false => wrong("no move to take back")?,
                }
            }
            "usermove" => self.play(rest, false, desk)?,
            // Without `usermove` a move stands alone.
            _ => self.play(line, true, desk)?,
        }
        Ok(())
    }
}

impl Protocol for Cecp {
    fn hear(&mut self, line: &str, desk: &mut Desk) -> io::Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word == "quit" {
            return Ok(false);
        }
        self.command(word, rest.trim(), line, desk)?;
        self.pong(desk)?;
        Ok(true)
    }

    fn thought(&mut self, thought: &Thought, about: &SearchRoot) -> io::Result<()> {
        self.far = (thought.time.as_millis() / 10, thought.nodes, thought.depth);
        if !self.posts {
            return Ok(());
        }
        let score = match thought.score {
            Some(Score::Hundredths(value)) => value,
            Some(Score::Win(plies)) => 100_000 + plies.div_ceil(2) as i32,
            Some(Score::Loss(plies)) => -100_000 - plies.div_ceil(2) as i32,
            None => thought.win_chance.map_or(0, |chance| (400.0 * (chance - 0.5)) as i32),
        };
        let pv = about.line(Dialect::Cecp, thought.pv()).join(" ");
        say(&format!("{} {score} {} {} {pv}", thought.depth, thought.time.as_millis() / 10, thought.nodes))
    }

    fn answer(&mut self, answer: SearchAnswer, about: &SearchRoot, desk: &mut Desk) -> io::Result<bool> {
        match answer {
            Ok(thought) => {
                self.thought(&thought, about)?;
                if self.analyses {
                    return Ok(true);
                }
                let word = about.line(Dialect::Cecp, std::slice::from_ref(&thought.chosen));
                desk.play_thought(&thought);
                say(&format!("move {}", word.first().map_or("@@@@", String::as_str)))?;
                // A player with several turns in a row continues.
                self.go_on(desk)?;
            }
            Err(what) => say(&format!("Error ({}): go", what.replace('\n', " ")))?,
        }
        self.pong(desk)?;
        Ok(true)
    }

    fn ready(&mut self, desk: &mut Desk) -> io::Result<bool> {
        self.pong(desk)?;
        Ok(true)
    }
}
