//! A search request: budget, moves, and the form of the answer.

use std::time::Duration;

use dagaz_bots::{Budget, Thought};
use dagaz_core::Move;

/// The limits of a search.
#[derive(Default)]
pub(super) struct Wish {
    /// Instead of the bot's own budget.
    pub(super) budget: Option<Budget>,
    /// Whether the answer waits until it is asked for.
    pub(super) waits: bool,
    /// The only moves that may be chosen; any if there are none.
    pub(super) only: Vec<Move>,
}

/// The maximum number of principal variations.
pub(super) const LINES_MAX: usize = 500;
/// Of a time that a study has used up, so much is left for the search: one part of twenty.
const LEFT: u32 = 20;

/// Returns the rest of a budget after a time, so that the game analysis counts against the clock.
pub(super) fn charged(budget: Budget, spent: Duration) -> Budget {
    let time = budget.time.map(|time| time.saturating_sub(spent).max(time / LEFT).max(Duration::from_millis(1)));
    Budget { time, ..budget }
}

/// Returns a thought that chooses only among some moves, if there are any.
pub(super) fn narrowed(mut thought: Thought, only: &[Move], lines: usize) -> Thought {
    let Some(any) = only.first() else { return thought };
    let is_one = |first: &Move| only.iter().any(|one| one.as_ref().same_as(first.as_ref()));
    thought.top.retain(|line| line.moves.first().is_some_and(is_one));
    thought.top.truncate(lines);
    match thought.top.first() {
        Some(line) => {
            thought.chosen = line.moves.first().unwrap_or(any).clone();
            (thought.score, thought.win_chance) = (line.score, line.win_chance);
        }
        None => {
            let Thought { nodes, playouts, depth, time, .. } = thought;
            thought = Thought { nodes, playouts, depth, time, ..Thought::just(any.clone()) };
        }
    }
    thought
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_analysis_is_charged_to_the_clock_within_limits() {
        let seconds = Duration::from_secs;
        let left = |spent| charged(Budget::time(seconds(10)), spent).time;
        assert_eq!(left(seconds(4)), Some(seconds(6)));
        assert_eq!(left(seconds(40)), Some(Duration::from_millis(500)));
        assert_eq!(charged(Budget::nodes(500), seconds(4)), Budget::nodes(500));
    }
}
