//! Ratings, and what results do to them.

use dagaz_club::{Rating, Score};
use dagaz_contract::people::RatingView;
use dagaz_session::{HolderId, Rerated};
use dagaz_store::RatingRow;

use super::People;
use crate::refused::Refused;

impl People {
    /// Returns the rating of a person in a game; the initial rating before the first game.
    pub(crate) async fn rating(&self, holder: &HolderId, rules: &str) -> Result<Rating, Refused> {
        let (id, rules) = (holder.0.to_string(), rules.to_string());
        let row = self.register(move |register| register.rating(&id, &rules)).await?;
        Ok(row.as_ref().map_or_else(Rating::default, rating_of))
    }

    /// Rates a result, once, and returns the changes; nothing if one of the two has no account any
    /// more.
    pub(crate) async fn rate(
        &self,
        game: &str,
        rules: &str,
        title: &str,
        players: [(u8, HolderId); 2],
        score: Score,
        at: u64,
    ) -> Result<Vec<Rerated>, Refused> {
        let (game, rules, title) = (game.to_string(), rules.to_string(), title.to_string());
        let words = self.register(move |register| {
            for (_, holder) in &players {
                if register.person(&holder.0)?.is_none() {
                    return Ok("[]".to_string());
                }
            }
            let people = [&*players[0].1.0, &*players[1].1.0];
            register.rate(&game, people, &rules, |before| {
                let before = before.map(|row| row.as_ref().map_or_else(Rating::default, rating_of));
                let (one, other) = Rating::after(&before[0], &before[1], score, at);
                let mut rows = Vec::new();
                let mut changes = Vec::new();
                for (place, after) in [one, other].into_iter().enumerate() {
                    let points = |rating: &Rating| rating.rating.round() as i32;
                    let (player, before) = (players[place].0, &before[place]);
                    changes.push(Rerated { player, before: points(before), after: points(&after) });
                    rows.push(RatingRow {
                        person: people[place].to_string(),
                        rules: rules.clone(),
                        title: title.clone(),
                        rating: after.rating,
                        deviation: after.deviation,
                        volatility: after.volatility,
                        games: after.games,
                        at,
                    });
                }
                (rows, serde_json::to_string(&changes).unwrap_or_else(|_| "[]".to_string()))
            })
        });
        Ok(serde_json::from_str(&words.await?).unwrap_or_default())
    }
}

fn rating_of(row: &RatingRow) -> Rating {
    Rating { rating: row.rating, deviation: row.deviation, volatility: row.volatility, games: row.games, at: row.at }
}

/// Returns a rating as others see it. The key of its game is the rules and the variant.
pub(crate) fn rating_view(row: &RatingRow) -> RatingView {
    let (rules, variant) = row.rules.rsplit_once(':').unwrap_or((&row.rules, "0"));
    RatingView {
        rules: rules.to_string(),
        variant: variant.parse().unwrap_or(0),
        title: row.title.clone(),
        rating: row.rating.round() as i32,
        deviation: row.deviation.round().max(0.0) as u32,
        games: row.games,
        provisional: rating_of(row).is_provisional(),
    }
}
