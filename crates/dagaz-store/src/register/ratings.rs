//! Ratings, and which games have been counted for them.

use super::{Register, Result};
use crate::sql::{Row, params};

/// A person's rating in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// Whose.
    pub person: String,
    /// The game: rules and variant, as the caller names them.
    pub rules: String,
    /// Its title.
    pub title: String,
    /// The rating.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// Games rated.
    pub games: u32,
    /// When it last changed.
    pub at: u64,
}

const RATING: &str = "SELECT person, rules, title, rating, deviation, volatility, games, at FROM ratings";

fn rating(row: &Row) -> Result<RatingRow> {
    Ok(RatingRow {
        person: row.get(0)?,
        rules: row.get(1)?,
        title: row.get(2)?,
        rating: row.get(3)?,
        deviation: row.get(4)?,
        volatility: row.get(5)?,
        games: row.get(6)?,
        at: row.get::<i64>(7)?.max(0) as u64,
    })
}

impl Register {
    /// Returns a person's rating in a game.
    pub fn rating(&self, person: &str, rules: &str) -> Result<Option<RatingRow>> {
        self.one(&format!("{RATING} WHERE person = ?1 AND rules = ?2"), params![person, rules], rating)
    }

    /// Returns all ratings of a person, most played games first.
    pub fn ratings(&self, person: &str) -> Result<Vec<RatingRow>> {
        self.all(&format!("{RATING} WHERE person = ?1 ORDER BY games DESC, rules"), params![person], rating)
    }

    /// Counts the result of a game, once: `new` makes the ratings out of those there are, in the
    /// order of `people`, and the words to remember. If the game was counted before, gives these
    /// words again and changes nothing.
    pub fn rate(
        &self,
        game: &str,
        people: [&str; 2],
        rules: &str,
        new: impl FnOnce([Option<RatingRow>; 2]) -> (Vec<RatingRow>, String),
    ) -> Result<String> {
        self.together(|base| {
            if !base.is_file() {
                // Two games of one person may end at once at two members.
                base.query(
                    "SELECT 1 FROM people WHERE id = ?1 OR id = ?2 ORDER BY id FOR UPDATE",
                    params![people[0], people[1]],
                )?;
            }
            let known = base.first("SELECT changes FROM rated WHERE game = ?1", params![game])?;
            if let Some(known) = known {
                return known.get(0);
            }
            let mut before = [None, None];
            for (place, who) in people.iter().enumerate() {
                let sql = format!("{RATING} WHERE person = ?1 AND rules = ?2");
                before[place] = base.first(&sql, params![who, rules])?.as_ref().map(rating).transpose()?;
            }
            let (rows, words) = new(before);
            for row in rows {
                base.execute("DELETE FROM ratings WHERE person = ?1 AND rules = ?2", params![row.person, row.rules])?;
                base.execute(
                    "INSERT INTO ratings (person, rules, title, rating, deviation, volatility, games, at) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                    params![
                        row.person,
                        row.rules,
                        row.title,
                        row.rating,
                        row.deviation,
                        row.volatility,
                        row.games,
                        row.at as i64
                    ],
                )?;
            }
            base.execute("INSERT INTO rated VALUES (?1, ?2)", params![game, words])?;
            Ok(words)
        })
    }
}
