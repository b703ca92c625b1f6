//! UCI, and its relatives USI and UCCI, which differ in a few words.
//!
//! <https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html>, with
//! `UCI_Variant` and `VariantPath` as Fairy-Stockfish has them: any game of the library, or any
//! rules file. UCCI: <https://www.xqbase.com/protocol/cchess_ucci.htm>.
//!
//! Every `go` gets one `bestmove`, whatever stands behind it and whatever comes before it is
//! answered: the other side waits for nothing else. Only `quit` ends without.

use std::io;
use std::iter::Peekable;
use std::str::SplitWhitespace;
use std::time::Duration;

use dagaz_bots::{Budget, Dialect, Score, Thought};
use dagaz_core::Move;
use dagaz_record::names;

use super::controller::Desk;
use super::place::SearchRoot;
use super::search_request::{LINES_MAX, Wish};
use super::time_management::pace;
use super::{Protocol, SearchAnswer, say};
use crate::library;

/// Threads at most.
const THREADS_MAX: usize = 256;
/// How long to think where a bound was said that cannot be read, and no other: it may have been a
/// short one.
const QUICK: Duration = Duration::from_millis(100);

/// See the [module documentation](self).
pub(super) struct Uci {
    dialect: Dialect,
    /// How many times it was asked whether the game is ready, and has not answered yet.
    asked: usize,
    /// How long to think about the move once the other side has played what it was thought to play;
    /// none while it has not.
    ponders: Option<Option<Duration>>,
    /// Moves that are forbidden here, which UCCI says before it lets think.
    banned: Vec<String>,
    /// What one unit of a UCCI clock is.
    unit: Duration,
}

/// What `go` asks for.
#[derive(Default)]
struct Go {
    budget: Budget,
    /// Whether the answer waits for `stop`.
    infinite: bool,
    /// Whether it waits for `ponderhit`.
    ponder: bool,
    /// The only moves that are to be looked at.
    only: Vec<String>,
    /// What of it cannot be done.
    remarks: Vec<String>,
}

impl Uci {
    pub(super) fn new(dialect: Dialect) -> Uci {
        Uci { dialect, asked: 0, ponders: None, banned: Vec::new(), unit: Duration::from_millis(1) }
    }

    fn greet(&self, desk: &Desk) -> io::Result<()> {
        say(&format!("id name Dagaz {}", env!("CARGO_PKG_VERSION")))?;
        say("id author The Dagaz authors")?;
        let mut games: Vec<String> = library::GAMES.iter().map(|game| format!("var {}", game.name)).collect();
        // Other programs choose a game by the name that they know.
        let others = names::all().iter().map(|names| names.fairy).filter(|name| !name.is_empty());
        games.extend(others.filter(|name| library::find(name).is_none()).map(|name| format!("var {name}")));
        let (present, mut path) = (desk.name(), "<empty>");
        if library::find(present).is_none() {
            games.push(format!("var {present}"));
            path = present;
        }
        let mut options = vec![
            format!("UCI_Variant type combo default {present} {}", games.join(" ")),
            format!("VariantPath type string default {path}"),
            format!("Bot type string default {}", desk.bot()),
            format!("MultiPV type spin default 1 min 1 max {LINES_MAX}"),
            format!("Threads type spin default 1 min 1 max {THREADS_MAX}"),
        ];
        match self.dialect {
            Dialect::Ucci => options.push("usemillisec type check default true".to_string()),
            _ => options.push("Ponder type check default false".to_string()),
        }
        if self.dialect == Dialect::Uci {
            options.push(format!("UCI_Chess960 type check default {}", present == "chess960"));
        }
        for option in options {
            match self.dialect {
                Dialect::Ucci => say(&format!("option {option}"))?,
                _ => say(&format!("option name {option}"))?,
            }
        }
        say(&format!("{}ok", self.dialect))
    }

    fn set_option(&mut self, rest: &str, desk: &mut Desk) -> Result<(), String> {
        let (name, value) = match self.dialect {
            Dialect::Ucci => rest.split_once(' ').unwrap_or((rest, "")),
            _ => {
                let rest = rest.strip_prefix("name").unwrap_or(rest).trim();
                rest.split_once(" value").map_or((rest, ""), |(name, value)| (name.trim(), value.trim()))
            }
        };
        let value = value.trim();
        let number = |most: usize| {
            let number = value.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("`{value}` is no number from 1 to {most}"))
        };
        match name.to_lowercase().as_str() {
            "uci_variant" | "usi_variant" => desk.load(value, None),
            "uci_chess960" => match (value, library::find(desk.name()).map(|entry| entry.name)) {
                ("true", Some("chess")) => desk.load("chess960", None),
                ("false", Some("chess960")) => desk.load("chess", None),
                _ => Ok(()),
            },
            "variantpath" if !value.is_empty() && value != "<empty>" => desk.load(value, None),
            "bot" => desk.set_bot(value),
            "multipv" => number(LINES_MAX).map(|lines| desk.lines = lines),
            "threads" => number(THREADS_MAX).map(|threads| desk.threads = threads),
            "usemillisec" => {
                self.unit = if value == "false" { Duration::from_secs(1) } else { Duration::from_millis(1) };
                Ok(())
            }
            // Others are set by programs that set whatever they know.
            _ => Ok(()),
        }
    }

    fn position(&mut self, rest: &str, desk: &mut Desk) -> Result<(), String> {
        let (place, moves) = match rest.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves.trim()),
            None => (rest.trim(), ""),
        };
        let state = match place.split_once(' ') {
            _ if place == "startpos" => desk.game().initial(),
            Some(("fen" | "sfen", text)) => desk.position_of(text.trim())?,
            _ => return Err(format!("`{place}` is no position: startpos, fen or sfen is expected")),
        };
        self.banned.clear();
        desk.play_all(Some(state), self.dialect, moves.split_whitespace())
    }

    /// Reads what stands behind `go`, as far as it can be read.
    fn go(&self, rest: &str, desk: &Desk) -> Go {
        let mut words = rest.split_whitespace().peekable();
        let mut go = Go::default();
        let mut to_go = None;
        let (mut clocks, mut increments) = ([None; 2], [None; 2]);
        // The first of the two clocks is that of the first player, but for shogi, where black
        // begins.
        let first = desk.mover().index() == 0;
        let own = usize::from(first == (self.dialect == Dialect::Usi));
        while let Some(word) = words.next() {
            if word == "depth" && words.peek() == Some(&"infinite") {
                continue;
            }
            let mut number = || number_behind(word, &mut words, &mut go.remarks);
            let millis = Duration::from_millis;
            let units = |number: u64| self.unit.saturating_mul(u32::try_from(number).unwrap_or(u32::MAX));
            match word {
                "depth" => go.budget.depth = number().map(|plies| plies.min(1_000) as u32),
                "nodes" => go.budget.nodes = number(),
                "movetime" | "byoyomi" => go.budget.time = number().map(millis),
                "mate" => go.budget.depth = number().map(|moves| moves.saturating_mul(2).clamp(1, 1_000) as u32),
                "wtime" => clocks[0] = number().map(millis),
                "btime" => clocks[1] = number().map(millis),
                "winc" => increments[0] = number().map(millis),
                "binc" => increments[1] = number().map(millis),
                // UCCI knows one's own clock and the other's.
                "time" => clocks[own] = number().map(units),
                "increment" => increments[own] = number().map(units),
                "opptime" | "oppincrement" | "oppmovestogo" => {
                    number();
                }
                "movestogo" => to_go = number(),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(word) = words.next_if(|word| !GO_WORDS.contains(word)) {
                        go.only.push(word.to_string());
                    }
                }
                _ => {}
            }
        }
        if let Some(left) = clocks[own].filter(|left| !left.is_zero() || go.budget.time.is_none()) {
            let time = pace(left, increments[own].unwrap_or_default(), to_go);
            go.budget.time = Some(go.budget.time.map_or(time, |fixed| fixed.saturating_add(time)));
        }
        if !go.remarks.is_empty() && go.budget.is_endless() {
            go.budget.time = Some(QUICK);
        }
        go
    }

    /// The moves to which a search is bound; none if it is not.
    fn only(&self, go: &mut Go, desk: &Desk) -> Vec<Move> {
        if go.only.is_empty() && self.banned.is_empty() {
            return Vec::new();
        }
        // Where there is no list the bot says why.
        let Ok((list, _)) = desk.moves(self.dialect) else { return Vec::new() };
        let find = |word: &String| self.dialect.find(desk.game(), desk.state(), &list, word);
        let (mut wanted, mut remarks) = (Vec::new(), Vec::new());
        for word in &go.only {
            match find(word) {
                Some(index) => wanted.push(index),
                None => remarks.push(format!("`{word}` is no legal move here")),
            }
        }
        if wanted.is_empty() && !go.only.is_empty() {
            remarks.push("none of `searchmoves` is a legal move; all moves are searched".to_string());
        }
        let banned: Vec<usize> = self.banned.iter().filter_map(find).collect();
        let may = |index: &usize| (wanted.is_empty() || wanted.contains(index)) && !banned.contains(index);
        let left: Vec<usize> = (0..list.len()).filter(may).collect();
        if left.is_empty() && !list.is_empty() {
            remarks.push("every move that might be searched is banned; all moves are searched".to_string());
        }
        go.remarks.append(&mut remarks);
        // To search all moves is to be bound to none.
        let left = if left.len() < list.len() { left } else { Vec::new() };
        left.into_iter().map(|index| list.get(index).to_move()).collect()
    }

    fn think(&mut self, rest: &str, desk: &mut Desk) -> io::Result<()> {
        // The answer to the previous request comes before all output of this one.
        desk.cancel();
        self.tell_ended(desk)?;
        // The number is a time in shogi, and only a mate by checks is an answer.
        if self.dialect == Dialect::Usi && rest.split_whitespace().next() == Some("mate") {
            return say("checkmate notimplemented");
        }
        let mut go = self.go(rest, desk);
        let only = self.only(&mut go, desk);
        go.remarks.iter().try_for_each(|remark| inform(remark))?;
        let budget = (!go.budget.is_endless()).then_some(go.budget);
        self.ponders = None;
        let wish = match () {
            () if go.ponder => {
                // The time begins when the other side has played; until then there is none.
                let usual = desk.bot().budget_or_usual().time;
                self.ponders = Some(if budget.is_some() { go.budget.time } else { usual });
                Wish { budget: Some(Budget { time: None, ..go.budget }), waits: true, only }
            }
            () if go.infinite => Wish { budget: Some(Budget::default()), waits: true, only },
            () => Wish { budget, waits: false, only },
        };
        desk.think(wish);
        Ok(())
    }

    /// Answers a `go` that was ended because something else has come.
    fn tell_ended(&mut self, desk: &mut Desk) -> io::Result<()> {
        match desk.take_ended() {
            Some(ended) => self.tell(ended.answer, &ended.about),
            None => Ok(()),
        }
    }

    fn tell(&mut self, answer: SearchAnswer, about: &SearchRoot) -> io::Result<()> {
        self.ponders = None;
        match answer {
            Ok(thought) => {
                self.thought(&thought, about)?;
                let best = about.line(self.dialect, std::slice::from_ref(&thought.chosen));
                let pv = about.line(self.dialect, thought.pv());
                let ponder = pv.get(1).filter(|_| pv.first() == best.first());
                let ponder = ponder.map_or_else(String::new, |word| format!(" ponder {word}"));
                say(&format!("bestmove {}{ponder}", best.first().map_or("0000", String::as_str)))
            }
            Err(what) => {
                inform(&what)?;
                say(match self.dialect {
                    Dialect::Usi => "bestmove resign",
                    Dialect::Ucci => "nobestmove",
                    _ => "bestmove 0000",
                })
            }
        }
    }
}

/// Says what is for people.
fn inform(what: &str) -> io::Result<()> {
    say(&format!("info string {}", what.replace('\n', " ")))
}

/// Returns the number behind a word; none, and a remark, if none can be read there.
fn number_behind(word: &str, words: &mut Peekable<SplitWhitespace<'_>>, remarks: &mut Vec<String>) -> Option<u64> {
    let Some(said) = words.next_if(|next| !GO_WORDS.contains(next)) else {
        remarks.push(format!("there is no number behind `{word}`"));
        return None;
    };
    let number = whole(said);
    if number.is_none() {
        remarks.push(format!("`{said}` behind `{word}` is no number"));
    }
    number
}

/// Returns a whole number of any size: what is too large is as much as there can be, and less than
/// nothing is nothing.
fn whole(said: &str) -> Option<u64> {
    let digits = said.strip_prefix(['-', '+']).unwrap_or(said);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    Some(if said.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// The words that may stand behind `go`, which end a list of moves.
const GO_WORDS: &[&str] = &[
    "depth",
    "nodes",
    "movetime",
    "byoyomi",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "draw",
];

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
            // Ready is who has studied the game: that is not to be done while a clock runs. Who
            // thinks is ready in any case.
            "isready" if desk.is_ready() || desk.asked().is_some() => {
                say("readyok")?;
                Ok(())
            }
            "isready" => {
                self.asked += 1;
                desk.study();
                Ok(())
            }
            "setoption" => self.set_option(rest, desk),
            "ucinewgame" | "usinewgame" => {
                desk.begin();
                Ok(())
            }
            "position" => self.position(rest, desk),
            "banmoves" => {
                self.banned = rest.split_whitespace().map(str::to_string).collect();
                Ok(())
            }
            "go" => {
                self.think(rest, desk)?;
                Ok(())
            }
            "ponderhit" => {
                if let Some(time) = self.ponders.take() {
                    desk.release(time);
                }
                Ok(())
            }
            "stop" | "gameover" => {
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
        self.tell_ended(desk)?;
        if let Err(what) = done {
            inform(&what)?;
        }
        Ok(true)
    }

    fn thought(&mut self, thought: &Thought, about: &SearchRoot) -> io::Result<()> {
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
                about.line(self.dialect, &line.moves).join(" ")
            ))?;
        }
        Ok(())
    }

    fn answer(&mut self, answer: SearchAnswer, about: &SearchRoot, _desk: &mut Desk) -> io::Result<bool> {
        self.tell(answer, about)?;
        Ok(true)
    }

    fn ready(&mut self, _desk: &mut Desk) -> io::Result<bool> {
        for _ in 0..std::mem::take(&mut self.asked) {
            say("readyok")?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::GameArgs;

    /// The time that `go` asks for in tic-tac-toe, behind so many moves.
    fn time(dialect: Dialect, moves: &[&str], go: &str) -> Option<Duration> {
        let args = GameArgs { file: "tic-tac-toe".to_string(), ..GameArgs::default() };
        let bot = dagaz_bots::Description::of(dagaz_bots::Kind::First);
        let mut desk = Desk::new(&args, bot, 1, std::sync::mpsc::channel().0).expect("it is in the library");
        desk.play_all(None, Dialect::Uci, moves.iter().copied()).expect("they are legal");
        Uci::new(dialect).go(go, &desk).budget.time
    }

    #[test]
    fn each_protocol_has_its_own_clocks() {
        let millis = Duration::from_millis;
        assert_eq!(time(Dialect::Uci, &[], "wtime 60000 btime 30000"), Some(millis(2_000)));
        assert_eq!(time(Dialect::Uci, &["b2"], "wtime 60000 btime 30000"), Some(millis(1_000)));
        assert_eq!(time(Dialect::Usi, &[], "btime 60000 wtime 30000 byoyomi 500"), Some(millis(2_500)));
        // UCCI sends the clock of the player to move and of the opponent, for either side.
        for moves in [&[][..], &["b2"]] {
            assert_eq!(
                time(Dialect::Ucci, moves, "time 60000 increment 1000 opptime 3 oppincrement 3"),
                Some(millis(2_750))
            );
            assert_eq!(time(Dialect::Ucci, moves, "time 60000 movestogo 5 opptime 3"), Some(millis(12_000)));
        }
        assert_eq!(time(Dialect::Ucci, &[], "depth infinite"), None);
    }

    #[test]
    fn numbers_of_any_size_are_parsed() {
        let huge = "wtime 18446744073709551616 winc 9223372036854775807 movestogo 4294967296";
        for go in [huge, "wtime 99999999999999999999999", "movetime -5"] {
            assert!(time(Dialect::Uci, &[], go).is_some_and(|time| time < Duration::MAX), "{go}");
        }
        assert_eq!((whole("12"), whole("-3"), whole("1e3"), whole("")), (Some(12), Some(0), None, None));
    }

    #[test]
    fn an_unreadable_bound_keeps_the_others() {
        let millis = Duration::from_millis;
        assert_eq!(time(Dialect::Uci, &[], "depth abc"), Some(QUICK));
        assert_eq!(time(Dialect::Uci, &[], "depth movetime 70"), Some(millis(70)));
        assert_eq!(time(Dialect::Uci, &[], "wtime soon btime 30000"), Some(QUICK));
        assert_eq!(time(Dialect::Uci, &[], "wtime 60000 winc much"), Some(millis(2_000)));
        assert_eq!(time(Dialect::Uci, &[], ""), None, "nothing was said that cannot be read");
    }
}
