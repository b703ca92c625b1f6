//! The controller side of CECP, XBoard's protocol:
//! <https://www.gnu.org/software/xboard/engine-intf.html>.
//!
//! The engine follows in force mode and gets `go` when it is to move. An engine with `setboard`
//! gets each position; another one gets the moves, if they can be found.

use dagaz_core::{Game, State, UndoLog};

use super::fault::Fault;
use super::follow::way;
use super::running::Running;
use super::{Decision, EngineAnalysis, EngineProtocol, EngineRequest, Program, hundredths, mate, number};
use crate::dialect::Dialect;
use crate::{Budget, Clock};

/// See the [module documentation](self).
pub(super) struct Cecp {
    features: Features,
    /// The engine's known game state, if any.
    stands: Option<State>,
    pings: u32,
}

/// The engine's features; missing ones have the protocol's defaults.
#[derive(Debug, PartialEq, Eq)]
struct Features {
    setboard: bool,
    usermove: bool,
    ping: bool,
    nps: bool,
    variants: Vec<String>,
    done: bool,
}

impl Default for Features {
    fn default() -> Features {
        Features { setboard: false, usermove: false, ping: false, nps: true, variants: Vec::new(), done: false }
    }
}

/// Returns whether the protocol has words for a budget.
pub(super) fn sayable(budget: &Budget) -> Result<(), Fault> {
    if budget.time.is_some() && budget.nodes.or(budget.playouts).is_some() {
        return Err(Fault::NoBudget("CECP has words for a time or for nodes, and not for both"));
    }
    Ok(())
}

impl Cecp {
    /// Greets a program, says which variant is played, and sets its options.
    pub(super) fn greet(
        program: &Program,
        game: &dyn Game,
        running: &mut Running,
        clock: &dyn Clock,
    ) -> Result<Cecp, Fault> {
        let patience = program.patience;
        running.say("xboard")?;
        running.say("protover 2")?;
        let mut features = Features::default();
        let mut within = patience.greeting;
        loop {
            let heard = running.until(clock, within, |line| line.strip_prefix("feature ").map(str::to_string))?;
            let Some(line) = heard else {
                if features.done {
                    return Err(Fault::NeverSays("feature done=1".to_string(), within));
                }
                // A program of version 1 answers nothing at all.
                break;
            };
            let (mut is_done, mut asks_for_time) = (false, false);
            for (name, value) in pairs(&line) {
                let known = features.hear(&name, &value);
                if name == "done" {
                    (is_done, asks_for_time) = (value == "1", value != "1");
                }
                running.say(&format!("{} {name}", if known { "accepted" } else { "rejected" }))?;
            }
            if asks_for_time {
                features.done = true;
                within = patience.ready;
            }
            if is_done {
                break;
            }
        }
        let mut cecp = Cecp { features, stands: None, pings: 0 };
        running.say("new")?;
        cecp.choose_variant(program, game, running)?;
        for (name, value) in program.options.iter().filter(|(name, _)| name != "variant") {
            running.say(&format!("option {name}={value}"))?;
        }
        for word in ["easy", "post", "force"] {
            running.say(word)?;
        }
        if cecp.features.ping {
            cecp.pings += 1;
            let pong = format!("pong {}", cecp.pings);
            running.say(&format!("ping {}", cecp.pings))?;
            running.wait_for(clock, patience.ready, &pong)?;
        }
        cecp.stands = Some(game.initial());
        Ok(cecp)
    }

    /// Sends the requested variant, else the engine's variant with the game's title.
    fn choose_variant(&self, program: &Program, game: &dyn Game, running: &mut Running) -> Result<(), Fault> {
        let asked = program.options.iter().find(|(name, _)| name == "variant").map(|(_, value)| value.as_str());
        let knows = |name: &str| self.features.variants.iter().any(|known| known == name);
        match asked {
            Some("normal") => Ok(()),
            Some(name) if knows(name) || self.features.variants.is_empty() => running.say(&format!("variant {name}")),
            Some(name) => Err(Fault::NoVariant(name.to_string(), self.features.variants.clone())),
            None => {
                let title = game.glossary().title.to_lowercase();
                match [title.replace(' ', "-"), title.replace(' ', "")].iter().find(|name| knows(name)) {
                    Some(name) if name != "chess" => running.say(&format!("variant {name}")),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Brings the program to where the game stands.
    fn bring(&mut self, running: &mut Running, asked: &EngineRequest<'_>) -> Result<(), Fault> {
        let known = self.stands.take();
        if self.features.setboard {
            return running.say(&format!("setboard {}", Dialect::Cecp.position(asked.game, asked.state)));
        }
        let players = asked.game.glossary().slots.len().max(2);
        let moves = known.as_ref().and_then(|known| way(asked.game, known, asked.state, players));
        let (Some(mut state), Some(moves)) = (known, moves) else {
            return Err(Fault::NoPosition(
                "it does not know `setboard`, and so can only play from the start of a game: `--opening 0` begins there",
            ));
        };
        for one in &moves {
            let word = Dialect::Cecp.word_of(asked.game, &state, one);
            let word = word.ok_or(Fault::NoPosition("a move of the game has no word that it would know"))?;
            running.say(&if self.features.usermove { format!("usermove {word}") } else { word })?;
            asked.game.play(&mut state, one.as_ref(), &mut UndoLog::new());
        }
        Ok(())
    }
}

impl Features {
    /// Notes a feature; whether it is one that matters here.
    fn hear(&mut self, name: &str, value: &str) -> bool {
        let is_on = value == "1";
        match name {
            "setboard" => self.setboard = is_on,
            "usermove" => self.usermove = is_on,
            "ping" => self.ping = is_on,
            "nps" => self.nps = is_on,
            "variants" => self.variants = value.split(',').map(|name| name.trim().to_string()).collect(),
            "myname" | "done" | "option" | "colors" | "sigint" | "sigterm" | "analyze" | "playother" | "time" => {}
            _ => return false,
        }
        true
    }
}

/// Returns the pairs of a line of features: `ping=1 myname="Some Engine"`.
fn pairs(line: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = line.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        pairs.push((name.trim().to_string(), value.to_string()));
        rest = after.trim();
    }
    pairs
}

/// Returns the commands that limit the engine's next move.
fn bounds(budget: &Budget, knows_nodes: bool) -> Result<Vec<String>, Fault> {
    sayable(budget)?;
    let mut said = Vec::new();
    if let Some(depth) = budget.depth {
        said.push(format!("sd {depth}"));
    }
    match (budget.time, budget.nodes.or(budget.playouts)) {
        (Some(time), _) if time.subsec_nanos() == 0 => said.push(format!("st {}", time.as_secs())),
        // `st` counts whole seconds, the clock hundredths.
        (Some(time), _) => {
            let hundredths = (time.as_millis() / 10).max(1);
            let seconds = time.as_secs() + 1;
            said.push(format!("level 1 {}:{:02} 0", seconds / 60, seconds % 60));
            said.extend([format!("time {hundredths}"), format!("otim {hundredths}")]);
        }
        (None, Some(_)) if !knows_nodes => {
            return Err(Fault::NoBudget(
                "it does not know `nps`, so it takes a time or plies as its budget, and no nodes",
            ));
        }
        // A node clock: this number of nodes in its single second.
        (None, Some(nodes)) => said.extend([format!("nps {nodes}"), "st 1".to_string()]),
        (None, None) => {}
    }
    Ok(said)
}

impl EngineProtocol for Cecp {
    fn ask(&mut self, running: &mut Running, asked: &EngineRequest<'_>) -> Result<(), Fault> {
        let bounds = bounds(&asked.budget, self.features.nps)?;
        self.bring(running, asked)?;
        bounds.iter().try_for_each(|line| running.say(line))?;
        running.say("go")
    }

    fn stop(&mut self, running: &mut Running) -> Result<bool, Fault> {
        running.say("?").map(|()| true)
    }

    fn heard(
        &mut self,
        line: &str,
        asked: &EngineRequest<'_>,
        told: &mut EngineAnalysis,
    ) -> Result<Option<Decision>, Fault> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let lowered = line.to_lowercase();
        if let Some(played) = lowered.starts_with("my move is").then(|| line.rsplit(':').next()).flatten() {
            return Ok(Some(Decision::Plays(played.trim().to_string())));
        }
        Ok(match word {
            "move" => Some(Decision::Plays(rest.to_string())),
            "resign" => Some(Decision::Resigns),
            "1-0" | "0-1" | "1/2-1/2" | "*" => match (word, asked.is_first()) {
                ("0-1", true) | ("1-0", false) => Some(Decision::Resigns),
                _ => return Err(Fault::NotOver(line.to_string())),
            },
            _ if lowered.starts_with("illegal move") || lowered.starts_with("tellusererror") => {
                return Err(Fault::Refuses { told: "setboard".to_string(), answer: line.to_string() });
            }
            "Error"
                if ["setboard", "go", "variant", "usermove"]
                    .iter()
                    .any(|told| line.ends_with(&format!(": {told}"))) =>
            {
                let told = line.rsplit(": ").next().unwrap_or_default().to_string();
                return Err(Fault::Refuses { told, answer: line.to_string() });
            }
            _ => {
                hear(told, line);
                None
            }
        })
    }

    fn played(&mut self, running: &mut Running, asked: &EngineRequest<'_>, index: usize) -> Result<(), Fault> {
        let mut state = asked.state.clone();
        asked.game.play(&mut state, asked.list.get(index), &mut UndoLog::new());
        self.stands = Some(state);
        // It is not to answer the next move by itself.
        running.say("force")
    }
}

/// A line of analysis: depth, score, hundredths of a second, nodes, and the moves.
fn hear(told: &mut EngineAnalysis, line: &str) {
    let mut words = line.split_whitespace();
    let numbers: Vec<Option<i64>> =
        (0..4).map(|_| number(words.next().map(|word| word.trim_end_matches(|c: char| !c.is_ascii_digit())))).collect();
    if let [Some(depth), Some(score), Some(_), Some(nodes)] = numbers[..] {
        told.depth = depth.clamp(0, 10_000) as u32;
        told.nodes = nodes.max(0) as u64;
        // Scores far beyond material encode mate in n moves.
        told.score = Some(match score {
            100_001.. => mate((score - 100_000).min(PLIES)),
            ..=-100_001 => mate((score.saturating_add(100_000)).max(-PLIES)),
            score => hundredths(score),
        });
    }
}

/// Moves to a mate at most.
const PLIES: i64 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn features_are_read() {
        let all = pairs("ping=1 myname=\"Some = Engine 1.0\" variants=\"normal,shogi\" done=1");
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["ping", "myname", "variants", "done"]);
        let mut features = Features::default();
        for (name, value) in &all {
            assert!(features.hear(name, value), "{name}");
        }
        assert!(features.ping && !features.setboard && features.variants == ["normal", "shogi"]);
        assert!(!features.hear("smp", "1"), "nobody asks for it");
    }

    #[test]
    fn budgets_are_printed() {
        let said = |text: &str| bounds(&Budget::parse(text).expect("it is one"), true);
        assert_eq!(said("2s,8d"), Ok(vec!["sd 8".to_string(), "st 2".to_string()]));
        let short = ["level 1 0:01 0", "time 25", "otim 25"].map(str::to_string).to_vec();
        assert_eq!(said("250ms"), Ok(short));
        assert_eq!(said("500n"), Ok(vec!["nps 500".to_string(), "st 1".to_string()]));
        assert!(bounds(&Budget::nodes(500), false).is_err());
    }

    #[test]
    fn engine_thoughts_are_parsed() {
        let mut told = EngineAnalysis::default();
        hear(&mut told, "9 156 1084 48000 Nf3 Nc6");
        assert_eq!((told.depth, told.nodes, told.score), (9, 48_000, Some(Score::Hundredths(156))));
        hear(&mut told, "9. 100003 1084 48000 Nf3");
        assert_eq!(told.score, Some(Score::Win(5)));
        hear(&mut told, "this is no thought");
        assert_eq!(told.score, Some(Score::Win(5)));
    }
}
