//! The controller side of UCI, USI and UCCI.

use std::time::Duration;

use super::fault::Fault;
use super::running::Running;
use super::{Decision, EngineAnalysis, EngineProtocol, EngineRequest, Program, hundredths, mate, number};
use crate::dialect::Dialect;
use crate::{Budget, Clock};

/// See the [module documentation](self).
pub(super) struct Uci {
    dialect: Dialect,
    /// Whether times are in milliseconds; in UCCI only if the engine has that option.
    millis: bool,
}

impl Uci {
    /// Greets a program and sets its options.
    pub(super) fn greet(program: &Program, running: &mut Running, clock: &dyn Clock) -> Result<Uci, Fault> {
        let (dialect, patience) = (program.dialect, program.patience);
        running.say(dialect.word())?;
        let greeting = format!("{dialect}ok");
        let mut millis = dialect != Dialect::Ucci;
        let greeted = running.until(clock, patience.greeting, |line| {
            millis |= line.starts_with("option usemillisec ");
            (line == greeting).then_some(())
        })?;
        greeted.ok_or(Fault::NeverSays(greeting, patience.greeting))?;
        if dialect == Dialect::Ucci && millis {
            running.say("setoption usemillisec true")?;
        }
        for (name, value) in &program.options {
            match dialect {
                Dialect::Ucci => running.say(&format!("setoption {name} {value}"))?,
                _ => running.say(&format!("setoption name {name} value {value}"))?,
            }
        }
        running.say("isready")?;
        running.wait_for(clock, patience.ready, "readyok")?;
        match dialect {
            Dialect::Usi => running.say("usinewgame")?,
            Dialect::Ucci => {}
            _ => {
                // A new game may need preparation too.
                running.say("ucinewgame")?;
                running.say("isready")?;
                running.wait_for(clock, patience.ready, "readyok")?;
            }
        }
        Ok(Uci { dialect, millis })
    }

    /// Returns the line that makes a program think.
    fn go(&self, budget: &Budget) -> String {
        if self.dialect == Dialect::Ucci {
            return self.go_by_one(budget);
        }
        let mut said = "go".to_string();
        if let Some(depth) = budget.depth {
            said.push_str(&format!(" depth {depth}"));
        }
        if let Some(nodes) = budget.nodes.or(budget.playouts) {
            said.push_str(&format!(" nodes {nodes}"));
        }
        if let Some(time) = budget.time {
            match self.dialect {
                Dialect::Usi => said.push_str(&format!(" btime 0 wtime 0 byoyomi {}", time.as_millis())),
                _ => said.push_str(&format!(" movetime {}", time.as_millis())),
            }
        }
        if said == "go" { "go infinite".to_string() } else { said }
    }

    /// The same in UCCI, which takes one bound and no more; where there are several it is the time.
    fn go_by_one(&self, budget: &Budget) -> String {
        match (budget.time, budget.depth, budget.nodes.or(budget.playouts)) {
            // A clock for one move: UCCI has no word for the time of a move.
            (Some(time), ..) => format!("go time {} movestogo 1", self.clock(time)),
            (None, Some(depth), _) => format!("go depth {depth}"),
            (None, None, Some(nodes)) => format!("go nodes {nodes}"),
            (None, None, None) => "go depth infinite".to_string(),
        }
    }

    fn clock(&self, time: Duration) -> u128 {
        if self.millis { time.as_millis() } else { time.as_millis().div_ceil(1_000) }
    }
}

impl EngineProtocol for Uci {
    fn ask(&mut self, running: &mut Running, asked: &EngineRequest<'_>) -> Result<(), Fault> {
        let word = if self.dialect == Dialect::Usi { "sfen" } else { "fen" };
        let position = self.dialect.position(asked.game, asked.state);
        running.say(&format!("position {word} {position}"))?;
        running.say(&self.go(&asked.budget))
    }

    fn stop(&mut self, running: &mut Running) -> Result<bool, Fault> {
        running.say("stop").map(|()| true)
    }

    fn heard(
        &mut self,
        line: &str,
        _asked: &EngineRequest<'_>,
        told: &mut EngineAnalysis,
    ) -> Result<Option<Decision>, Fault> {
        let mut words = line.split_whitespace();
        Ok(match words.next() {
            Some("info") => {
                hear(told, words);
                None
            }
            Some("bestmove") => Some(Decision::Plays(words.next().unwrap_or_default().to_string())),
            Some("nobestmove") => Some(Decision::Resigns),
            _ => None,
        })
    }
}

/// A line of analysis.
fn hear<'w>(told: &mut EngineAnalysis, mut words: impl Iterator<Item = &'w str>) {
    while let Some(word) = words.next() {
        match word {
            "depth" => told.depth = number(words.next()).unwrap_or(0).clamp(0, 10_000) as u32,
            "nodes" => told.nodes = number(words.next()).unwrap_or(0).max(0) as u64,
            "score" => {
                told.score = match words.next() {
                    Some("mate") => number(words.next()).map(mate),
                    Some("cp") => number(words.next()).map(hundredths),
                    // UCCI says the number alone.
                    other => number(other).map(hundredths),
                }
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn engine_info_lines_are_parsed() {
        let mut told = EngineAnalysis::default();
        hear(&mut told, "depth 12 seldepth 20 score cp -35 nodes 123456 nps 99 pv e2e4".split_whitespace());
        assert_eq!((told.depth, told.nodes, told.score), (12, 123_456, Some(Score::Hundredths(-35))));
        hear(&mut told, "depth 13 score mate 3 pv depth".split_whitespace());
        assert_eq!((told.depth, told.score), (13, Some(Score::Win(5))));
        hear(&mut told, "depth 14 score mate -9223372036854775808".split_whitespace());
        assert!(matches!(told.score, Some(Score::Loss(_))));
    }

    #[test]
    fn each_protocol_sends_time_in_its_own_format() {
        let go = |dialect, millis, text: &str| Uci { dialect, millis }.go(&Budget::parse(text).expect("it is one"));
        assert_eq!(go(Dialect::Uci, true, "1500ms"), "go movetime 1500");
        assert_eq!(go(Dialect::Usi, true, "1500ms"), "go btime 0 wtime 0 byoyomi 1500");
        assert_eq!(go(Dialect::Ucci, true, "1500ms"), "go time 1500 movestogo 1");
        assert_eq!(go(Dialect::Ucci, false, "1500ms"), "go time 2 movestogo 1");
        assert_eq!(go(Dialect::Ucci, true, "8d"), "go depth 8");
    }
}
