//! External engines as bots. They speak UCI, USI, UCCI, CECP or GTP on standard input and output.
//!
//! An engine is started for each game and seat, lives in the [`Context`], and gets the position
//! before each move. Its answer is looked up among the legal moves. An engine that answers anything
//! else, falls silent or dies has failed. A resignation loses this game only.

mod cecp;
mod fault;
mod follow;
mod gtp;
mod running;
mod uci;

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use dagaz_core::{Game, MoveList, PlayerId, State};

use crate::dialect::Dialect;
use crate::legal_moves::legal_of;
use crate::{Bot, BotError, Budget, Clock, Context, Line, Question, Score, Thought};
use fault::Fault;
use running::Running;

/// How to start a program, and what to tell it: `uci:100ms:/usr/games/stockfish;Skill Level=3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The protocol.
    pub dialect: Dialect,
    /// How much it may think about a move.
    pub budget: Budget,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// Options to be set: name and value.
    pub options: Vec<(String, String)>,
    /// Timeouts, which are not part of the description.
    pub patience: Patience,
}

/// How long a program is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until it has answered a greeting.
    pub greeting: Duration,
    /// Until it is ready to play: it may have to read much before, or to study the game.
    pub ready: Duration,
    /// Time beyond its budget, and after a stop request.
    pub beyond: Duration,
    /// While it says nothing, if it has no time of its own to keep.
    pub silence: Duration,
    /// For one move, if it has no time of its own to keep.
    pub whole: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience {
            greeting: seconds(10),
            ready: seconds(120),
            beyond: seconds(5),
            silence: seconds(300),
            whole: seconds(3_600),
        }
    }
}

/// Default time for a move.
const USUAL: Budget = Budget { time: Some(Duration::from_secs(1)), nodes: None, depth: None, playouts: None };

impl Program {
    /// Parses a description; `None` if the text does not begin like one.
    pub fn parse(text: &str) -> Option<Result<Program, String>> {
        let (word, rest) = text.split_once(':')?;
        let dialect: Dialect = word.trim().to_lowercase().parse().ok()?;
        // A budget alone is one whose program was forgotten.
        let (first, behind) = rest.split_once(':').unwrap_or((rest, ""));
        let (budget, rest) = match Budget::parse(first.trim()) {
            Some(budget) => (budget, behind),
            None => (USUAL, rest),
        };
        let mut parts = rest.split(';');
        let command: Vec<String> = parts.next().unwrap_or_default().split_whitespace().map(str::to_string).collect();
        if command.is_empty() {
            return Some(Err(format!("`{text}` names no program; for example {dialect}:1s:/usr/games/stockfish")));
        }
        let sayable = match dialect {
            Dialect::Cecp => cecp::sayable(&budget),
            Dialect::Gtp => gtp::sayable(&budget),
            Dialect::Uci | Dialect::Usi | Dialect::Ucci => Ok(()),
        };
        if let Err(fault) = sayable {
            return Some(Err(format!("`{text}`: {fault}")));
        }
        let mut options = Vec::new();
        for part in parts {
            let Some((name, value)) = part.split_once('=') else {
                return Some(Err(format!("`{part}` is no option of a program: NAME=VALUE is expected")));
            };
            options.push((name.trim().to_string(), value.trim().to_string()));
        }
        Some(Ok(Program { dialect, budget, command, options, patience: Patience::default() }))
    }

    /// Starts it, and makes its acquaintance.
    fn start(&self, game: &dyn Game, clock: &dyn Clock) -> Result<Partner, Fault> {
        let mut running = Running::start(&self.command)?;
        let talk: Box<dyn EngineProtocol> = match self.dialect {
            Dialect::Uci | Dialect::Usi | Dialect::Ucci => Box::new(uci::Uci::greet(self, &mut running, clock)?),
            Dialect::Cecp => Box::new(cecp::Cecp::greet(self, game, &mut running, clock)?),
            Dialect::Gtp => Box::new(gtp::Gtp::greet(self, game, &mut running, clock)?),
        };
        Ok(Partner { running, talk })
    }
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        Program::parse(text)
            .unwrap_or_else(|| Err(format!("`{text}` is no program; it begins with uci:, usi:, ucci:, cecp: or gtp:")))
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.dialect, self.budget, self.command.join(" "))?;
        self.options.iter().try_for_each(|(name, value)| write!(f, ";{name}={value}"))
    }
}

/// A program that runs, and how one talks with it.
struct Partner {
    running: Running,
    talk: Box<dyn EngineProtocol>,
}

/// One way of talking with a program.
trait EngineProtocol: Send {
    /// Tells where the game stands and lets it think.
    fn ask(&mut self, running: &mut Running, asked: &EngineRequest<'_>) -> Result<(), Fault>;
    /// Asks for its move now. False if there is no way to say so.
    fn stop(&mut self, running: &mut Running) -> Result<bool, Fault>;
    /// Returns the meaning of an output line during a search.
    fn heard(
        &mut self,
        line: &str,
        asked: &EngineRequest<'_>,
        told: &mut EngineAnalysis,
    ) -> Result<Option<Decision>, Fault>;
    /// The index of its move in the list of legal moves.
    fn played(&mut self, _running: &mut Running, _asked: &EngineRequest<'_>, _index: usize) -> Result<(), Fault> {
        Ok(())
    }
}

/// A request to an engine.
struct EngineRequest<'a> {
    game: &'a dyn Game,
    state: &'a State,
    list: &'a MoveList,
    player: PlayerId,
    budget: Budget,
    clock: &'a dyn Clock,
    patience: Patience,
}

impl EngineRequest<'_> {
    /// Returns whether the engine plays the first side, which protocols call white, or black.
    fn is_first(&self) -> bool {
        self.game.glossary().slots.first().is_none_or(|slot| slot.mover == self.player)
    }
}

/// An engine's decision.
#[derive(Debug, PartialEq, Eq)]
enum Decision {
    /// It plays this word.
    Plays(String),
    /// It gives up.
    Resigns,
}

impl Bot for Program {
    fn name(&self) -> String {
        self.to_string()
    }

    fn choose(&self, question: &mut Question<'_>, context: &mut Context) -> Result<Thought, BotError> {
        let list = legal_of(question)?;
        let (game, clock) = (question.game, question.clock);
        let began = clock.now();
        let failed = |fault: Fault| BotError::Program(format!("{}: {fault}", self.command.join(" ")));
        let known = context.memory::<Option<Partner>>(|| None);
        if known.is_none() {
            *known = Some(self.start(game, clock).map_err(failed)?);
        }
        let asked = EngineRequest {
            game,
            state: &question.view.seen,
            list: &list,
            player: question.player(),
            budget: question.budget.unwrap_or(self.budget),
            clock,
            patience: self.patience,
        };
        let result = known.as_mut().map(|partner| partner.answer(&asked, question, self.dialect));
        let (index, told) = match result {
            Some(Ok(Some(found))) => found,
            Some(Ok(None)) => {
                *known = None;
                return Err(BotError::Resigned);
            }
            // An engine that ignores a stop request is not used again; a random move is played.
            Some(Err(Fault::Unstoppable)) => {
                *known = None;
                return Ok(Thought::just(list.get(0).to_move()));
            }
            Some(Err(fault)) => {
                // Later output belongs to no request.
                *known = None;
                return Err(failed(fault));
            }
            None => return Err(BotError::NoMove),
        };
        let chosen = list.get(index).to_move();
        let top = vec![Line { moves: vec![chosen.clone()], score: told.score, win_chance: None, visits: told.nodes }];
        Ok(Thought {
            score: told.score,
            nodes: told.nodes,
            depth: told.depth,
            time: clock.now().saturating_sub(began),
            top,
            ..Thought::just(chosen)
        })
    }
}

impl Partner {
    /// Its move, by the index in the list of legal moves, with its evaluation; `None` after a
    /// resignation.
    fn answer(
        &mut self,
        asked: &EngineRequest<'_>,
        question: &Question<'_>,
        dialect: Dialect,
    ) -> Result<Option<(usize, EngineAnalysis)>, Fault> {
        let Partner { running, talk } = self;
        talk.ask(running, asked)?;
        let (clock, patience) = (asked.clock, asked.patience);
        let began = clock.now();
        let (mut told, mut heard, mut stopped) = (EngineAnalysis::default(), began, None);
        loop {
            let line = running.line()?;
            let now = clock.now();
            if let Some(line) = line {
                heard = now;
                match talk.heard(&line, asked, &mut told)? {
                    Some(Decision::Plays(word)) => {
                        let Some(index) = dialect.find(asked.game, asked.state, asked.list, &word) else {
                            return if gives_up(&word) { Ok(None) } else { Err(Fault::Illegal(word)) };
                        };
                        talk.played(running, asked, index)?;
                        return Ok(Some((index, told)));
                    }
                    Some(Decision::Resigns) => return Ok(None),
                    None => {}
                }
            }
            if stopped.is_none() && question.stop.load(Ordering::Relaxed) {
                stopped = Some(now);
                if !talk.stop(running)? {
                    return Err(Fault::Unstoppable);
                }
            }
            let (thinks, silent) = (now.saturating_sub(began), now.saturating_sub(heard));
            match (stopped, asked.budget.time) {
                (Some(stopped), _) if now.saturating_sub(stopped) > patience.beyond => return Err(Fault::Unstoppable),
                (Some(_), _) => {}
                (None, Some(time)) if thinks > time.saturating_add(patience.beyond) => return Err(Fault::Slow(time)),
                (None, None) if silent > patience.silence => return Err(Fault::Silent(patience.silence)),
                (None, None) if thinks > patience.whole => return Err(Fault::Endless(patience.whole)),
                _ => {}
            }
        }
    }
}

/// Returns whether a program gives up with this word, where it is no legal move: some say that
/// there is none.
fn gives_up(word: &str) -> bool {
    ["resign", "(none)", "none", "0000", "null"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The engine's analysis output.
#[derive(Default)]
struct EngineAnalysis {
    score: Option<Score>,
    nodes: u64,
    depth: u32,
}

/// Returns a number as programs say it, within what is kept of it.
fn number(word: Option<&str>) -> Option<i64> {
    word.and_then(|word| word.parse::<i64>().ok())
}

/// Hundredths, however many a program has said.
fn hundredths(value: i64) -> Score {
    Score::Hundredths(value.clamp(-i64::from(MOST), i64::from(MOST)) as i32)
}

/// Mate in this number of moves of the engine, or of the opponent if negative. Engines count moves,
/// bots count plies.
fn mate(moves: i64) -> Score {
    let plies = moves.unsigned_abs().saturating_mul(2).min(u64::from(PLIES_MOST)) as u32;
    if moves > 0 { Score::Win(plies - 1) } else { Score::Loss(plies) }
}

/// Hundredths and plies at most: programs say anything.
const MOST: i32 = 1_000_000_000;
const PLIES_MOST: u32 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_definitions_round_trip() {
        let text = "uci:100ms:/usr/games/stockfish --x;Skill Level=3;Threads=1";
        let program: Program = text.parse().expect("it is one");
        assert_eq!(program.options[0], ("Skill Level".to_string(), "3".to_string()));
        assert_eq!(program.to_string(), text);
        let plain: Program = "uci:/usr/games/stockfish".parse().expect("it is one");
        assert_eq!((plain.budget, plain.command.len()), (USUAL, 1));
        for right in ["cecp:2s:/usr/games/crafty", "cecp:500n:x;variant=shogi", "gtp:3s:gnugo --mode gtp;komi=6.5"] {
            assert_eq!(right.parse::<Program>().map(|program| program.to_string()).as_deref(), Ok(right));
        }
        assert!(Program::parse("level:5").is_none() && Program::parse("random").is_none());
        for wrong in
            ["uci:", "uci:1s", "uci:1s:", "uci:1s:x;Skill", "gtp:500n:gnugo", "gtp:100ms:gnugo", "cecp:1s,5n:x"]
        {
            assert!(Program::parse(wrong).is_some_and(|read| read.is_err()), "{wrong}");
        }
    }

    #[test]
    fn scores_of_any_size_are_kept() {
        assert_eq!((mate(3), mate(-2), mate(0)), (Score::Win(5), Score::Loss(4), Score::Loss(0)));
        assert_eq!((mate(i64::MAX), mate(i64::MIN)), (Score::Win(PLIES_MOST - 1), Score::Loss(PLIES_MOST)));
        assert_eq!((hundredths(-35), hundredths(i64::MIN)), (Score::Hundredths(-35), Score::Hundredths(-MOST)));
    }
}
