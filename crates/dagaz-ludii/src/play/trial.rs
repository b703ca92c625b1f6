//! Replay of recorded games, ply by ply, against everything that the record says.

use super::action::{Move, Moves};
use super::position::MOVER;
use super::run::Run;
use crate::rules::Rules;

/// A recorded game.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// The position after the set-up, as text.
    pub setup: String,
    /// The plies.
    pub plies: Vec<Ply>,
    /// Number of different moves in the lists of the first plies, or -1.
    pub distinct: Vec<i64>,
    /// Whether the game was over at the end of the record.
    pub over: bool,
    /// The ranks of the players from 1; empty if the game was not over.
    pub ranking: Vec<f64>,
}

/// A recorded ply.
#[derive(Clone, Debug, Default)]
pub struct Ply {
    /// The player who moves.
    pub mover: usize,
    /// Length of the list of legal moves.
    pub moves: usize,
    /// The move with its actions.
    pub text: String,
    /// Hash of the position after it.
    pub hash: u32,
}

/// What a replay finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything agrees.
    Right,
    /// Something differs.
    Wrong {
        /// The ply before or in which it was found, from 0.
        ply: usize,
        /// What differs.
        what: String,
    },
}

/// Replays a recorded game.
pub fn replay(rules: &Rules, trial: &Trial) -> Verdict {
    let mut run = Run::new(rules, 1);
    let wrong = |ply: usize, what: String| Verdict::Wrong { ply, what };
    let random = rules.start.iter().any(|rule| matches!(rule, crate::rules::Start::Random { .. }));
    if random {
        if !run.set_position(&trial.setup) {
            return wrong(0, "the set-up cannot be read".to_string());
        }
    } else {
        let own = run.position_text();
        if own != trial.setup {
            return wrong(0, format!("set-up: {} for {}", shortened(&own), shortened(&trial.setup)));
        }
    }
    let mut list = Moves::default();
    for (at, ply) in trial.plies.iter().enumerate() {
        if run.is_over() {
            return wrong(at, "the game is over too soon".to_string());
        }
        if run.position.get(MOVER) != ply.mover as i32 {
            return wrong(at, format!("player {} moves instead of {}", run.position.get(MOVER), ply.mover));
        }
        run.fed = rolled(rules, &ply.text);
        run.legal(&mut list);
        if run.exhausted {
            return wrong(at, "a limit was hit".to_string());
        }
        if list.list.len() != ply.moves {
            let distinct = trial.distinct.get(at).copied().unwrap_or(-1);
            if distinct < 0 || run.distinct(&list) as i64 != distinct {
                return wrong(at, format!("{} moves instead of {}", list.list.len(), ply.moves));
            }
        }
        let next = trial.plies.get(at + 1).map(|next| next.mover);
        if !run.follow(&list, ply, next) {
            let own = run.explain(&list, ply);
            return wrong(at, format!("no such move: {} | {own}", ply.text));
        }
        run.fed.clear();
    }
    if run.is_over() != trial.over {
        return wrong(trial.plies.len(), format!("over: {} instead of {}", run.is_over(), trial.over));
    }
    if trial.over {
        let ranks: Vec<f64> = run.ranks().iter().map(|rank| f64::from(*rank) / 2.0).collect();
        let same =
            ranks.len() == trial.ranking.len() && ranks.iter().zip(&trial.ranking).all(|(a, b)| (a - b).abs() < 0.01);
        if !same {
            return wrong(trial.plies.len(), format!("ranks {ranks:?} instead of {:?}", trial.ranking));
        }
    }
    Verdict::Right
}

fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}

/// Returns the value of `key=` in the head of a recorded move.
fn field(text: &str, key: &str) -> Option<i32> {
    let head = text.split(",actions=").next()?;
    let start = head.find(key)? + key.len();
    let rest = &head[start..];
    let end = rest.find([',', ']']).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// Returns the faces of the dice that a recorded move rolls.
fn rolled(rules: &Rules, text: &str) -> Vec<u32> {
    let Some((first, faces)) = rules.ground.dice() else { return Vec::new() };
    let mut rolled = vec![None; faces.len()];
    for part in text.split("[SetStateAndUpdateDice:site=").skip(1) {
        let Some((site, rest)) = part.split_once(",state=") else { continue };
        let end = rest.find(']').unwrap_or(rest.len());
        if let (Ok(site), Ok(state)) = (site.parse::<usize>(), rest[..end].parse())
            && let Some(die) = site.checked_sub(first)
            && let Some(entry) = rolled.get_mut(die)
            && entry.is_none()
        {
            *entry = Some(state);
        }
    }
    rolled.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// FNV-1a with 32 bits.
fn hash_of(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Run<'_> {
    /// Plays the recorded move if it is in the list and leads to the recorded position.
    fn follow(&mut self, list: &Moves, ply: &Ply, next: Option<usize>) -> bool {
        let from = field(&ply.text, "from=").unwrap_or(-1);
        let to = field(&ply.text, "to=").unwrap_or(-1);
        let passes = ply.text.contains("[Pass:");
        let mut fallback = None;
        for strict in [true, false] {
            for one in &list.list {
                let fits = one.from == from && one.to == to && list.is_pass(one) == passes;
                if fits != strict {
                    continue;
                }
                let mark = self.position.begin();
                let dice = self.rolled.clone();
                self.play(list, one);
                if hash_of(&self.position_text()) == ply.hash {
                    if next.is_none_or(|next| self.is_over() || self.position.get(MOVER) == next as i32) {
                        return true;
                    }
                    fallback = fallback.or(Some(*one));
                }
                self.position.back(mark);
                self.rolled = dice;
            }
        }
        if let Some(one) = fallback {
            self.play(list, &one);
            return true;
        }
        false
    }

    fn explain(&mut self, list: &Moves, ply: &Ply) -> String {
        let from = field(&ply.text, "from=").unwrap_or(-1);
        let to = field(&ply.text, "to=").unwrap_or(-1);
        let mut out = String::new();
        for one in &list.list {
            if one.from == from && one.to == to {
                out += &format!("{:?};", self.consequences_of(list, one));
            }
        }
        out
    }

    /// Returns how many moves of a list differ in player, places or actions with consequences.
    pub fn distinct(&mut self, list: &Moves) -> usize {
        let mut seen = std::collections::HashSet::new();
        for one in &list.list {
            seen.insert((one.mover, one.from, one.to, self.consequences_of(list, one)));
        }
        seen.len()
    }

    /// Returns the actions of a move with its consequences.
    pub fn consequences_of(&mut self, list: &Moves, one: &Move) -> Vec<super::action::Action> {
        let mark = self.position.begin();
        let outer = self.trace.replace(Vec::new());
        let saved = std::mem::replace(&mut self.bound, [-1; 8]);
        self.apply_whole(list, one);
        self.bound = saved;
        let actions = std::mem::replace(&mut self.trace, outer).unwrap_or_default();
        self.position.back(mark);
        actions
    }
}
