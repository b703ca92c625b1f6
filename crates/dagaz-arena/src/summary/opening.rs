//! How games begin, and what becomes of it.

use std::collections::BTreeMap;

use dagaz_core::CompactSort;

use serde::Serialize;

use super::standing;
use crate::stats::Interval;
use crate::{Opened, Score};

/// First moves that are kept: the most frequent ones.
pub const OPENINGS_MAX: usize = 40;
/// Replies that are kept to each first move: the most frequent ones.
pub const REPLIES_MAX: usize = 5;

/// The first moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Openings {
    /// The most frequent ones, [`OPENINGS_MAX`] at most.
    pub moves: Vec<Opening>,
    /// How many different first moves there were.
    pub known: usize,
    /// How many games began with one of those that are not listed.
    pub left_out: u64,
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opening {
    /// The move.
    pub text: String,
    /// The games that began so, from the view of the first seat.
    pub score: Score,
    /// The first seat's points by game.
    pub share: Interval,
    /// The most frequent replies, [`REPLIES_MAX`] at most.
    pub replies: Vec<Reply>,
    /// The best reply that is known: that after which the upper bound of the first seat's points is
    /// lowest. It need not be among the most frequent ones.
    pub best: Option<Reply>,
}

/// A second move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reply {
    /// The move.
    pub text: String,
    /// The games that began so, from the view of the first seat.
    pub score: Score,
    /// The first seat's points by game.
    pub share: Interval,
}

impl Openings {
    /// Returns the openings of games between so many seats.
    pub fn of(openings: &BTreeMap<String, Opened>, seats: usize) -> Openings {
        let mut moves: Vec<(&String, &Opened)> = openings.iter().collect();
        moves.compact_sort_by_key(|(_, opened)| std::cmp::Reverse(opened.score.games()));
        let left_out = moves.iter().skip(OPENINGS_MAX).map(|(_, opened)| opened.score.games()).sum();
        let moves = moves.into_iter().take(OPENINGS_MAX).map(|(text, opened)| Opening::of(text, opened, seats));
        Openings { moves: moves.collect(), known: openings.len(), left_out }
    }
}

impl Opening {
    fn of(text: &str, opened: &Opened, seats: usize) -> Opening {
        let reply = |(text, opened): (&String, &Opened)| Reply {
            text: text.clone(),
            score: opened.score,
            share: standing(&opened.score, seats, opened.score.games()).share,
        };
        let mut replies: Vec<Reply> = opened.replies.iter().map(reply).collect();
        let best = replies.iter().min_by(|one, other| one.share.high.total_cmp(&other.share.high)).cloned();
        replies.compact_sort_by_key(|reply| std::cmp::Reverse(reply.score.games()));
        replies.truncate(REPLIES_MAX);
        Opening {
            text: text.to_string(),
            score: opened.score,
            share: standing(&opened.score, seats, opened.score.games()).share,
            replies,
            best,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_book_ranks_by_frequency_and_confidence() {
        let opened = |wins, losses| Opened { score: Score { wins, draws: 0, losses }, ..Opened::default() };
        let mut first = opened(50, 60);
        // One lost game says less than twenty of thirty.
        first.replies = BTreeMap::from([
            ("once".to_string(), opened(0, 1)),
            ("sure".to_string(), opened(10, 20)),
            ("weak".to_string(), opened(40, 39)),
        ]);
        let mut all: BTreeMap<String, Opened> =
            (0..OPENINGS_MAX + 3).map(|number| (format!("{number:03}"), opened(1, 1))).collect();
        all.insert("most".to_string(), first);
        let openings = Openings::of(&all, 2);
        assert_eq!((openings.moves.len(), openings.known, openings.left_out), (OPENINGS_MAX, OPENINGS_MAX + 4, 8));
        let most = &openings.moves[0];
        assert_eq!((most.text.as_str(), most.replies[0].text.as_str()), ("most", "weak"));
        assert_eq!(most.best.as_ref().map(|best| best.text.as_str()), Some("sure"));
    }
}
