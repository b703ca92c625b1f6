//! Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013), each game a rating
//! period of its own.
//!
//! Between games a rating becomes less certain: the deviation grows as in step 6 of the paper, by
//! [`PERIOD`]s of time instead of by rating periods without games.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2};

/// The time that makes a rating as uncertain as a period of the paper: with it the deviation of a
/// settled player is that of a new one again after some years.
const PERIOD: f64 = 7.0 * 24.0 * 3_600_000.0;

/// From the scale of the paper to that of ratings.
const SCALE: f64 = 173.7178;

/// The deviation of an unrated player, which is also the largest.
const UNKNOWN: f64 = 350.0;

/// The smallest deviation, so that the rating of an active player can still change.
const CERTAIN: f64 = 45.0;

/// The rating of a user in one game.
///
/// ```
/// use dagaz_club::{Rating, Score};
///
/// let (winner, loser) = Rating::after(&Rating::default(), &Rating::default(), Score::Win, 0);
/// assert!(winner.rating > 1500.0 && loser.rating < 1500.0);
/// assert!(winner.expects(&loser) > 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating: 1500 at first.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
    /// Games rated.
    pub games: u32,
    /// When it last changed.
    pub at: u64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: UNKNOWN, volatility: 0.06, games: 0, at: 0 }
    }
}

/// The result of a game for one of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

impl Score {
    /// Returns the result of the other player.
    pub fn other(self) -> Score {
        match self {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        }
    }
}

impl Rating {
    /// Returns whether it is too uncertain to be compared with others.
    pub fn is_provisional(&self) -> bool {
        self.deviation > 110.0
    }

    /// Returns the rating at a moment: less certain, the longer the last game is ago.
    pub fn at(&self, now: u64) -> Rating {
        if self.games == 0 {
            return *self;
        }
        let periods = now.saturating_sub(self.at) as f64 / PERIOD;
        let grown = self.deviation.powi(2) + periods * (self.volatility * SCALE).powi(2);
        Rating { deviation: grown.sqrt().min(UNKNOWN), ..*self }
    }

    /// Returns the ratings of two players after a game between them that ended at `now`, in
    /// milliseconds since 1970. `score` is the result of the first one.
    pub fn after(one: &Rating, other: &Rating, score: Score, now: u64) -> (Rating, Rating) {
        let (one, other) = (one.at(now), other.at(now));
        let outcome = match score {
            Score::Win => Outcomes::WIN,
            Score::Draw => Outcomes::DRAW,
            Score::Loss => Outcomes::LOSS,
        };
        let (a, b) = glicko2(&one.glicko(), &other.glicko(), &outcome, &Glicko2Config::new());
        (one.becomes(a, now), other.becomes(b, now))
    }

    /// Returns the expected share of the points against another player, from 0 to 1.
    pub fn expects(&self, other: &Rating) -> f64 {
        expected_score(&self.glicko(), &other.glicko()).0
    }

    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn becomes(&self, new: Glicko2Rating, now: u64) -> Rating {
        Rating {
            rating: new.rating,
            deviation: new.deviation.clamp(CERTAIN, UNKNOWN),
            volatility: new.volatility,
            games: self.games.saturating_add(1),
            at: now,
        }
    }
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    /// The example of the paper: one rating period with a win and two losses, as a check of the
    /// library.
    #[test]
    fn the_published_example() {
        let rating = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let results = [
            (rating(1400.0, 30.0), Outcomes::WIN),
            (rating(1550.0, 100.0), Outcomes::LOSS),
            (rating(1700.0, 300.0), Outcomes::LOSS),
        ];
        let new = glicko2_rating_period(&rating(1500.0, 200.0), &results, &Glicko2Config::new());
        assert!((new.rating - 1464.06).abs() < 0.02, "{new:?}");
        assert!((new.deviation - 151.52).abs() < 0.02, "{new:?}");
        assert!((new.volatility - 0.05999).abs() < 0.00001, "{new:?}");
    }

    #[test]
    fn equal_players_exchange_equal_rating_points() {
        let new = Rating::default();
        let (winner, loser) = Rating::after(&new, &new, Score::Win, 5);
        assert!(winner.rating > 1600.0 && (winner.rating + loser.rating - 3000.0).abs() < 1e-6);
        assert!(winner.deviation < new.deviation && winner.games == 1 && winner.at == 5);
        assert!(winner.expects(&loser) > 0.6);
        let (one, other) = Rating::after(&new, &new, Score::Draw, 5);
        assert!((one.rating - 1500.0).abs() < 1e-9 && (other.rating - 1500.0).abs() < 1e-9);
    }

    #[test]
    fn time_makes_a_rating_less_certain_and_many_games_never_quite_certain() {
        let mut one = Rating::default();
        for game in 0..500 {
            let score = if game % 2 == 0 { Score::Win } else { Score::Loss };
            one = Rating::after(&one, &Rating { deviation: 60.0, ..Rating::default() }, score, 0).0;
        }
        assert!(one.deviation >= CERTAIN && !one.is_provisional());
        const YEAR: u64 = 365 * 24 * 3_600_000;
        assert!(one.at(YEAR).deviation > one.deviation + 10.0);
        assert!(one.at(u64::MAX).deviation <= UNKNOWN);
    }
}
