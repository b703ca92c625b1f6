//! Descriptions of bots, as people type them: `random`, `greedy`, `alphabeta:2s`, `mcts:5000n`,
//! `level:5`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::{Budget, Dialect, MctsOptions};

/// The kind of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Any legal move, each equally likely.
    Random,
    /// The first legal move of the list.
    First,
    /// The best move one ply ahead.
    Greedy,
    /// Alpha-beta search.
    AlphaBeta,
    /// The same where each of more than two sides plays for itself; with two sides it is alpha-beta
    /// search.
    MaxN,
    /// Monte-Carlo tree search.
    Mcts,
    /// Whichever of the searches suits the game.
    Best,
    /// A search that the game brings along, by its number in
    /// [`Game::own_bots`](dagaz_core::Game::own_bots) from 1; 0 is the one that the game has for
    /// the player who is to move.
    Own(u8),
    /// A level from 1 (a beginner wins) to 10.
    Level(u8),
}

/// A bot to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// The kind.
    pub kind: Kind,
    /// Budget for a move, if given.
    pub budget: Option<Budget>,
    /// MCTS parameters that differ from the defaults of the game.
    pub habits: MctsOptions,
}

/// Why a text describes no bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DescriptionError {
    /// There is no such kind.
    NoSuchKind(String),
    /// Protocols of external engines, which begin their descriptions.
    IsProgram(Dialect),
    /// The text behind the colon is not a budget.
    NoBudget(String),
    /// Text behind the budget that is not an MCTS parameter.
    NoHabit(String),
    /// This kind does not think, or has a budget of its own.
    NeedsNoBudget(&'static str),
    /// A level is a number from 1 to 10.
    NoLevel(String),
    /// Searches of a game are numbered from 1.
    NoNumber(String),
}

impl Description {
    /// Default budget of a search for a move.
    pub const USUAL: Budget = Budget { time: Some(Duration::from_secs(1)), nodes: None, depth: None, playouts: None };

    /// Returns a bot of a kind, with its usual budget.
    pub fn of(kind: Kind) -> Description {
        Description { kind, budget: None, habits: MctsOptions::default() }
    }

    /// Returns the budget, or the usual one.
    pub fn budget_or_usual(&self) -> Budget {
        self.budget.unwrap_or(Self::USUAL)
    }
}

impl Kind {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::First => "first",
            Kind::Greedy => "greedy",
            Kind::AlphaBeta => "alphabeta",
            Kind::MaxN => "maxn",
            Kind::Mcts => "mcts",
            Kind::Best => "best",
            Kind::Own(_) => "own",
            Kind::Level(_) => "level",
        }
    }
}

impl FromStr for Description {
    type Err = DescriptionError;

    fn from_str(text: &str) -> Result<Description, DescriptionError> {
        let (word, rest) = match text.split_once(':') {
            Some((word, rest)) => (word.trim(), Some(rest.trim())),
            None => (text.trim(), None),
        };
        let kind = match word.to_lowercase().as_str() {
            "random" => Kind::Random,
            "first" => Kind::First,
            "greedy" => Kind::Greedy,
            "alphabeta" | "alpha-beta" | "ab" => Kind::AlphaBeta,
            "maxn" | "max-n" => Kind::MaxN,
            "mcts" => Kind::Mcts,
            "best" | "auto" => Kind::Best,
            "level" => {
                let number = rest.unwrap_or_default();
                let level = number.parse::<u8>().ok().filter(|level| (1..=10).contains(level));
                let level = level.ok_or_else(|| DescriptionError::NoLevel(number.to_string()))?;
                return Ok(Description::of(Kind::Level(level)));
            }
            "own" => {
                let Some(rest) = rest else { return Ok(Description::of(Kind::Own(0))) };
                let number = rest.parse::<u8>().ok().filter(|number| *number > 0);
                let number = number.ok_or_else(|| DescriptionError::NoNumber(rest.to_string()))?;
                return Ok(Description::of(Kind::Own(number)));
            }
            other => {
                let program = other.parse().map(DescriptionError::IsProgram);
                return Err(program.unwrap_or_else(|_| DescriptionError::NoSuchKind(word.to_string())));
            }
        };
        let Some(rest) = rest else { return Ok(Description::of(kind)) };
        if let Kind::Random | Kind::First | Kind::Greedy = kind {
            return Err(DescriptionError::NeedsNoBudget(kind.word()));
        }
        let (rest, habits) = match rest.split_once(';') {
            Some((rest, habits)) => {
                let found = MctsOptions::parse(habits).filter(|_| kind == Kind::Mcts);
                (rest, found.ok_or_else(|| DescriptionError::NoHabit(habits.to_string()))?)
            }
            None => (rest, MctsOptions::default()),
        };
        let budget = Budget::parse(rest).ok_or_else(|| DescriptionError::NoBudget(rest.to_string()))?;
        Ok(Description { kind, budget: Some(budget), habits })
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        match (self.kind, self.budget) {
            (Kind::Level(number) | Kind::Own(number @ 1..), _) => write!(f, ":{number}"),
            (_, Some(budget)) => write!(f, ":{budget}"),
            _ => Ok(()),
        }?;
        if self.habits == MctsOptions::default() { Ok(()) } else { write!(f, ";{}", self.habits) }
    }
}

impl fmt::Display for DescriptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DescriptionError::NoSuchKind(word) => write!(
                f,
                "there is no bot `{word}`; there are random, first, greedy, alphabeta, maxn, mcts, best, level and own, as in \
                 `alphabeta:2s`, `mcts:5000n` or `level:5`"
            ),
            DescriptionError::IsProgram(dialect) => write!(
                f,
                "`{dialect}` is no bot; programs of others are written `{dialect}:BUDGET:PROGRAM`, and play in `dagaz play`, \
                 `match` and `autoplay`; to analyse, and to be an engine, only bots of its own are taken"
            ),
            DescriptionError::NoBudget(text) => write!(
                f,
                "`{text}` is no budget; it is a time (`2s`, `500ms`), nodes (`5000n`), plies (`8d`) or playouts \
                 (`800p`), or several of them joined by commas"
            ),
            DescriptionError::NoHabit(text) => write!(
                f,
                "`{text}` is no habit of `mcts`; there are `keep=0` or `keep=1`, `mast=PLIES`, `history=HUNDREDTHS` and \
                 `grave=VISITS`, joined by semicolons"
            ),
            DescriptionError::NeedsNoBudget(word) => write!(f, "`{word}` does not look ahead and takes no budget"),
            DescriptionError::NoNumber(text) => {
                write!(f, "`{text}` is no number of a search that the game brings along, as in `own:1`")
            }
            DescriptionError::NoLevel(text) => {
                write!(f, "`{text}` is no level; a level is a number from 1 to 10, as in `level:5`")
            }
        }
    }
}

impl std::error::Error for DescriptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_round_trip() {
        for text in [
            "random",
            "first",
            "greedy",
            "alphabeta",
            "alphabeta:2s",
            "mcts:5000n",
            "mcts:800p;keep=0;mast=4;history=300;grave=50",
            "maxn:3d",
            "best:500ms",
            "level:5",
            "own",
            "own:2",
        ] {
            assert_eq!(text.parse::<Description>().map(|bot| bot.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("AB:2s".parse::<Description>(), "alphabeta:2s".parse());
        for (wrong, words) in [
            ("alphazero", "no bot `alphazero`"),
            ("", "no bot"),
            ("uci", "`uci:BUDGET:PROGRAM`"),
            ("uci:1s:stockfish", "only bots of its own"),
            ("mcts:fast", "`fast` is no budget"),
            ("mcts:", "is no budget"),
            ("mcts:800p;haste=3", "no habit of `mcts`"),
            ("mcts:800p;keep=2", "no habit of `mcts`"),
            ("alphabeta:800n;mast=4", "no habit of `mcts`"),
            ("random:2s", "takes no budget"),
            ("own:0", "is no number of a search"),
            ("level", "from 1 to 10"),
            ("level:11", "from 1 to 10"),
        ] {
            let said = wrong.parse::<Description>().map_err(|error| error.to_string());
            assert!(said.as_ref().is_err_and(|said| said.contains(words)), "{wrong}: {said:?}");
        }
    }
}
