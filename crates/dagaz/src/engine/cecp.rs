//! CECP v2, the protocol of xboard: <https://www.gnu.org/software/xboard/engine-intf.html>.

use std::io;
use std::time::Duration;

use dagaz_bots::{Budget, Dialect, Score, Thought};
use dagaz_core::PlayerId;

use super::desk::Desk;
use super::{Protocol, say};
use crate::library;
use crate::start::outcome_words;

/// See the [module documentation](self).
#[derive(Default)]
pub(super) struct Cecp {
    /// For whom the engine plays; none while it only follows.
    side: Option<PlayerId>,
    /// Whether it thinks aloud.
    posts: bool,
    per_move: Option<Duration>,
    depth: Option<u32>,
    /// What is left on its clock, and what each move adds.
    left: Option<Duration>,
    increment: Duration,
    moves_to_go: Option<u32>,
    analyses: bool,
}

impl Cecp {
    fn budget(&self) -> Option<Budget> {
        let by_clock = || {
            let left = self.left?;
            let share = left / self.moves_to_go.unwrap_or(30).clamp(1, 30);
            Some(share.saturating_add(self.increment.saturating_mul(3) / 4).min(left / 2))
        };
        let time = self.per_move.or_else(by_clock).map(|time| time.max(Duration::from_millis(2)));
        let budget = Budget { time, depth: self.depth, ..Budget::default() };
        (!budget.is_endless()).then_some(budget)
    }

    /// Thinks if it is the engine's turn; tells if the game is over.
    fn go_on(&mut self, desk: &mut Desk) -> io::Result<()> {
        if let Ok(Some(outcome)) = desk.game().outcome(desk.state()) {
            let won = |player: usize| outcome.verdicts.get(player) == Some(&dagaz_core::Verdict::Win);
            let result = match (won(0), won(1)) {
                (true, false) => "1-0",
                (false, true) => "0-1",
                _ => "1/2-1/2",
            };
            return say(&format!("{result} {{{}}}", outcome_words(desk.game(), &outcome)));
        }
        if self.analyses {
            desk.think(Some(Budget::default()), true);
        } else if self.side == Some(desk.mover()) {
            desk.think(self.budget(), false);
        }
        Ok(())
    }

    fn level(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let moves = words.next().and_then(|word| word.parse::<u32>().ok()).unwrap_or(0);
        self.moves_to_go = (moves > 0).then_some(moves);
        let base = words.next().unwrap_or("5");
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let seconds =
            minutes.parse::<u64>().unwrap_or(5).saturating_mul(60).saturating_add(seconds.parse().unwrap_or(0));
        self.left = Some(Duration::from_secs(seconds));
        let more = words.next().and_then(|word| word.parse::<f64>().ok()).filter(|more| more.is_finite());
        self.increment = Duration::try_from_secs_f64(more.unwrap_or(0.0)).unwrap_or_default();
        self.per_move = None;
    }
}

impl Protocol for Cecp {
    fn hear(&mut self, line: &str, desk: &mut Desk) -> io::Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" | "xboard" | "accepted" | "rejected" | "otim" | "random" | "hard" | "easy" | "computer" | "name"
            | "rating" | "ics" => {}
            "protover" => {
                let games: Vec<&str> = library::GAMES.iter().map(|game| game.name).collect();
                say("feature done=0")?;
                say(&format!("feature myname=\"Dagaz {}\"", env!("CARGO_PKG_VERSION")))?;
                say("feature ping=1 setboard=1 usermove=1 playother=1 analyze=1 colors=0 sigint=0 sigterm=0 debug=1")?;
                say(&format!("feature variants=\"normal,{}\"", games.join(",")))?;
                say("feature option=\"Bot -string best\"")?;
                say("feature done=1")?;
            }
            "new" => {
                desk.begin();
                self.side = Some(PlayerId(1));
                (self.depth, self.analyses) = (None, false);
            }
            "variant" => {
                let name = if rest == "normal" { "chess" } else { rest };
                match desk.load(name, None) {
                    Ok(()) => {
                        let pieces: String =
                            desk.game().glossary().pieces.iter().filter_map(|piece| piece.letter.clone()).collect();
                        let grid = desk.game().topology().grids().first();
                        let sizes: Vec<usize> =
                            grid.map_or(Vec::new(), |grid| grid.labels.iter().map(Vec::len).collect());
                        if let [width, height] = sizes[..] {
                            let position = dagaz_bots::position_text(desk.game(), desk.state());
                            let letters = format!("{}{}", pieces.to_uppercase(), pieces.to_lowercase());
                            say(&format!("setup ({letters}) {width}x{height}+0_{name} {position}"))?;
                            for (letter, moves) in dagaz_bots::betza(desk.game()) {
                                say(&format!("piece {letter}& {moves}"))?;
                            }
                        }
                    }
                    Err(what) => say(&format!("Error (unsupported variant): {what}"))?,
                }
            }
            "option" => {
                if let Some(value) = rest.strip_prefix("Bot=")
                    && let Err(what) = desk.set_bot(value)
                {
                    say(&format!("Error ({what}): option"))?;
                }
            }
            "quit" => return Ok(false),
            "force" | "result" => {
                desk.cancel();
                self.side = None;
            }
            "go" => {
                self.side = Some(desk.mover());
                self.go_on(desk)?;
            }
            "playother" => {
                let players = desk.game().glossary().players.len();
                self.side = (0..players).map(PlayerId::at).find(|player| *player != desk.mover());
            }
            "st" => {
                let seconds = rest.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                (self.per_move, self.left) = (seconds, None);
            }
            "sd" => self.depth = rest.parse().ok(),
            "level" => self.level(rest),
            "time" => {
                self.left =
                    rest.parse::<u64>().ok().map(|hundredths| Duration::from_millis(hundredths.saturating_mul(10)))
            }
            "ping" => say(&format!("pong {rest}"))?,
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
            "?" => desk.stop(),
            "." => {}
            "setboard" => match desk.set_position(rest) {
                Ok(()) => self.go_on(desk)?,
                Err(what) => say(&format!("tellusererror Illegal position: {what}"))?,
            },
            "undo" | "remove" => {
                let times = if word == "remove" { 2 } else { 1 };
                for _ in 0..times {
                    if !desk.take_back() {
                        say(&format!("Error (no move to take back): {word}"))?;
                        break;
                    }
                }
            }
            "usermove" => match desk.play(Dialect::Uci, rest) {
                Ok(()) => self.go_on(desk)?,
                Err(_) => say(&format!("Illegal move: {rest}"))?,
            },
            // Without `usermove` a move stands alone.
            _ => match desk.play(Dialect::Uci, line) {
                Ok(()) => self.go_on(desk)?,
                Err(_) => say(&format!("Error (unknown command): {word}"))?,
            },
        }
        Ok(true)
    }

    fn thought(&mut self, thought: &Thought, desk: &mut Desk) -> io::Result<()> {
        if !self.posts {
            return Ok(());
        }
        let score = match thought.score {
            Some(Score::Hundredths(value)) => value,
            Some(Score::Win(plies)) => 100_000 + plies.div_ceil(2) as i32,
            Some(Score::Loss(plies)) => -100_000 - plies.div_ceil(2) as i32,
            None => thought.win_chance.map_or(0, |chance| (400.0 * (chance - 0.5)) as i32),
        };
        let pv = desk.line(Dialect::Uci, thought.pv()).join(" ");
        say(&format!("{} {score} {} {} {pv}", thought.depth, thought.time.as_millis() / 10, thought.nodes))
    }

    fn answer(&mut self, answer: Result<Box<Thought>, String>, desk: &mut Desk) -> io::Result<()> {
        match answer {
            Ok(thought) => {
                self.thought(&thought, desk)?;
                if self.analyses {
                    return Ok(());
                }
                let word = desk.line(Dialect::Uci, std::slice::from_ref(&thought.chosen));
                desk.play_thought(&thought);
                say(&format!("move {}", word.first().map_or("@@@@", String::as_str)))?;
                // Whoever has several turns in a row goes on.
                self.go_on(desk)
            }
            Err(what) => say(&format!("Error ({}): go", what.replace('\n', " "))),
        }
    }
}
