//! UCI, and its relatives USI and UCCI, which differ in a few words.
//!
//! <https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html>, with `UCI_Variant` and `VariantPath` as
//! Fairy-Stockfish has them: any game of the library, or any rules file.

use std::io;
use std::time::Duration;

use dagaz_bots::{Budget, Dialect, Score, Thought};

use super::desk::Desk;
use super::{Protocol, say};
use crate::library;

/// See the [module documentation](self).
pub(super) struct Uci {
    dialect: Dialect,
}

/// A share of the time left for one move, and what is kept for the way there and back.
const SHARE: u32 = 30;
const RESERVE: Duration = Duration::from_millis(30);

impl Uci {
    pub(super) fn new(dialect: Dialect) -> Uci {
        Uci { dialect }
    }

    fn greet(&self, desk: &Desk) -> io::Result<()> {
        say(&format!("id name Dagaz {}", env!("CARGO_PKG_VERSION")))?;
        say("id author The Dagaz authors")?;
        let games: Vec<String> = library::GAMES.iter().map(|game| format!("var {}", game.name)).collect();
        let options = [
            format!("UCI_Variant type combo default chess {}", games.join(" ")),
            "VariantPath type string default <empty>".to_string(),
            format!("Bot type string default {}", desk.bot()),
            "MultiPV type spin default 1 min 1 max 500".to_string(),
            "Threads type spin default 1 min 1 max 256".to_string(),
        ];
        for option in options {
            match self.dialect {
                Dialect::Ucci => say(&format!("option {option}"))?,
                _ => say(&format!("option name {option}"))?,
            }
        }
        say(&format!("{}ok", self.dialect))
    }

    fn set_option(&self, rest: &str, desk: &mut Desk) -> Result<(), String> {
        let (name, value) = match self.dialect {
            Dialect::Ucci => rest.split_once(' ').unwrap_or((rest, "")),
            _ => {
                let rest = rest.strip_prefix("name").unwrap_or(rest).trim();
                rest.split_once(" value").map_or((rest, ""), |(name, value)| (name.trim(), value.trim()))
            }
        };
        let number = |most: usize| {
            let number = value.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("`{value}` is no number from 1 to {most}"))
        };
        match name.to_lowercase().as_str() {
            "uci_variant" | "usi_variant" => desk.load(value, None),
            "variantpath" if !value.is_empty() && value != "<empty>" => desk.load(value, None),
            "bot" => desk.set_bot(value),
            "multipv" => number(500).map(|lines| desk.lines = lines),
            "threads" => number(256).map(|threads| desk.threads = threads),
            // Others are set by programs that set whatever they know.
            _ => Ok(()),
        }
    }

    fn position(&self, rest: &str, desk: &mut Desk) -> Result<(), String> {
        let (place, moves) = match rest.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves.trim()),
            None => (rest.trim(), ""),
        };
        match place.split_once(' ') {
            _ if place == "startpos" => desk.set_state(desk.game().initial()),
            Some(("fen" | "sfen", text)) => desk.set_position(text.trim())?,
            _ => return Err(format!("`{place}` is no position: startpos, fen or sfen is expected")),
        }
        moves.split_whitespace().try_for_each(|word| desk.play(self.dialect, word))
    }

    /// The budget that `go` asks for, and whether the answer waits for `stop`.
    fn budget(&self, rest: &str, desk: &Desk) -> (Option<Budget>, bool) {
        let mut words = rest.split_whitespace();
        let mut budget = Budget::default();
        let (mut infinite, mut to_go) = (false, None);
        let (mut clocks, mut increments) = ([None; 2], [None; 2]);
        while let Some(word) = words.next() {
            let mut number =
                || words.next().and_then(|word| word.parse::<i64>().ok()).map(|number| number.max(0) as u64);
            match word {
                "depth" => budget.depth = number().map(|depth| depth.min(1_000) as u32),
                "nodes" => budget.nodes = number(),
                "movetime" | "byoyomi" => budget.time = number().map(Duration::from_millis),
                "wtime" => clocks[0] = number(),
                "btime" => clocks[1] = number(),
                "winc" => increments[0] = number(),
                "binc" => increments[1] = number(),
                "movestogo" => to_go = number(),
                "infinite" | "ponder" => infinite = true,
                _ => {}
            }
        }
        if infinite {
            return (Some(Budget::default()), true);
        }
        // The first of the two clocks is that of the first player, but for shogi, where black begins.
        let first = desk.mover().index() == 0;
        let own = usize::from(first == (self.dialect == Dialect::Usi));
        if let Some(left) = clocks[own].filter(|left| *left > 0 || budget.time.is_none()) {
            let left = Duration::from_millis(left);
            let more = Duration::from_millis(increments[own].unwrap_or(0));
            let share = left / to_go.map_or(SHARE, |moves| (moves as u32).clamp(1, SHARE)) + more * 3 / 4;
            let time = share.min(left / 2).saturating_sub(RESERVE).max(Duration::from_millis(1));
            budget.time = Some(budget.time.map_or(time, |fixed| fixed + time));
        }
        ((!budget.is_endless()).then_some(budget), false)
    }
}

impl Protocol for Uci {
    fn hear(&mut self, line: &str, desk: &mut Desk) -> io::Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match word {
            "" => Ok(()),
            "uci" | "usi" | "ucci" => {
                self.dialect = word.parse().unwrap_or(self.dialect);
                self.greet(desk)?;
                Ok(())
            }
            "isready" => {
                say("readyok")?;
                Ok(())
            }
            "setoption" => self.set_option(rest, desk),
            "ucinewgame" | "usinewgame" => {
                desk.begin();
                Ok(())
            }
            "position" => self.position(rest, desk),
            "go" => {
                let (budget, waits) = self.budget(rest, desk);
                desk.think(budget, waits);
                Ok(())
            }
            "stop" | "ponderhit" | "gameover" => {
                desk.stop();
                Ok(())
            }
            "quit" => {
                if self.dialect == Dialect::Ucci {
                    say("bye")?;
                }
                return Ok(false);
            }
            "d" => {
                say(&dagaz_bots::position_text(desk.game(), desk.state()))?;
                Ok(())
            }
            _ => Err(format!("`{word}` is not understood")),
        };
        if let Err(what) = done {
            say(&format!("info string {}", what.replace('\n', " ")))?;
        }
        Ok(true)
    }

    fn thought(&mut self, thought: &Thought, desk: &mut Desk) -> io::Result<()> {
        let millis = thought.time.as_millis().max(1);
        for (place, line) in thought.top.iter().enumerate() {
            let score = match line.score {
                Some(Score::Hundredths(value)) => format!(" score cp {value}"),
                Some(Score::Win(plies)) => format!(" score mate {}", plies.div_ceil(2)),
                Some(Score::Loss(plies)) => format!(" score mate -{}", plies.div_ceil(2)),
                // The curve of chess programs: a pawn is about 64 of 100 games.
                None => line.win_chance.map_or_else(String::new, |chance| {
                    let chance = chance.clamp(0.001, 0.999);
                    format!(" score cp {}", (174.0 * (chance / (1.0 - chance)).ln()).round())
                }),
            };
            say(&format!(
                "info depth {} multipv {}{score} nodes {} nps {} time {millis} pv {}",
                thought.depth,
                place + 1,
                thought.nodes,
                u128::from(thought.nodes) * 1_000 / millis,
                desk.line(self.dialect, &line.moves).join(" ")
            ))?;
        }
        Ok(())
    }

    fn answer(&mut self, answer: Result<Box<Thought>, String>, desk: &mut Desk) -> io::Result<()> {
        match answer {
            Ok(thought) => {
                self.thought(&thought, desk)?;
                let best = desk.line(self.dialect, std::slice::from_ref(&thought.chosen));
                let pv = desk.line(self.dialect, thought.pv());
                let ponder = pv.get(1).filter(|_| pv.first() == best.first());
                let ponder = ponder.map_or_else(String::new, |word| format!(" ponder {word}"));
                say(&format!("bestmove {}{ponder}", best.first().map_or("0000", String::as_str)))
            }
            Err(what) => {
                say(&format!("info string {}", what.replace('\n', " ")))?;
                match self.dialect {
                    Dialect::Uci => say("bestmove 0000"),
                    Dialect::Usi => say("bestmove resign"),
                    Dialect::Ucci => say("nobestmove"),
                }
            }
        }
    }
}
