//! The syntax of a JSON record, before its meaning is checked.
//!
//! The parts are slices of the text, so that their places are known, and they are kept as they are
//! met, so that what stands before a fault in the form is not lost.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::reading::ReadLimits;

/// A slice of the text that is a JSON value.
pub(super) type Raw<'t> = &'t RawValue;

/// One game of a text.
#[derive(Default)]
pub(super) struct GameDraft<'t> {
    /// Its keys and values, other than those below.
    pub(super) facts: Vec<(String, Raw<'t>)>,
    /// Its main line.
    pub(super) moves: Vec<Raw<'t>>,
    /// Its variations.
    pub(super) variations: Vec<VariationDraft<'t>>,
    /// How many moves were met. Of more than are allowed only one is kept.
    met: usize,
}

/// One variation of a game.
#[derive(Default)]
pub(super) struct VariationDraft<'t> {
    /// The line that it leaves.
    pub(super) line: Option<Raw<'t>>,
    /// The move that it replaces.
    pub(super) at: Option<Raw<'t>>,
    /// Its moves.
    pub(super) moves: Vec<Raw<'t>>,
}

/// A text.
#[derive(Default)]
pub(super) struct Draft<'t> {
    /// The version of the schema.
    pub(super) version: Option<Raw<'t>>,
    /// The games; none if the key was not met.
    pub(super) games: Option<Vec<GameDraft<'t>>>,
    /// The first game that is one too many.
    pub(super) too_many: Option<Raw<'t>>,
}

impl<'t> Draft<'t> {
    /// Reads a text; on an error, what was read stays.
    pub(super) fn fill(&mut self, text: &'t str, limits: &ReadLimits) -> Result<(), serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        (&mut deserializer).deserialize_map(Whole { draft: self, limits })?;
        deserializer.end()
    }
}

/// The object that a text is.
struct Whole<'d, 't> {
    draft: &'d mut Draft<'t>,
    limits: &'d ReadLimits,
}

impl<'t> Visitor<'t> for Whole<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with `dagaz` and `games`")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "dagaz" => self.draft.version = Some(map.next_value()?),
                "games" => map.next_value_seed(Games { draft: self.draft, limits: self.limits })?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// Its array of games.
struct Games<'d, 't> {
    draft: &'d mut Draft<'t>,
    limits: &'d ReadLimits,
}

impl<'t> Visitor<'t> for Games<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of games")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<(), A::Error> {
        let games = self.draft.games.get_or_insert_default();
        loop {
            if games.len() >= self.limits.games {
                self.draft.too_many = seq.next_element()?;
                return match self.draft.too_many {
                    None => Ok(()),
                    Some(_) => Err(A::Error::custom(format!("a record has at most {} games", self.limits.games))),
                };
            }
            let mut game = GameDraft::default();
            let read = seq.next_element_seed(OneGame { game: &mut game, most: self.limits.moves });
            // A game with a fault in its form is kept as far as it goes.
            if matches!(read, Ok(Some(()))) || !(game.facts.is_empty() && game.moves.is_empty()) {
                games.push(game);
            }
            if read?.is_none() {
                return Ok(());
            }
        }
    }
}

/// A game.
struct OneGame<'d, 't> {
    game: &'d mut GameDraft<'t>,
    most: usize,
}

impl<'t> Visitor<'t> for OneGame<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a game, which is an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        let GameDraft { facts, moves, variations, met } = self.game;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "moves" => map.next_value_seed(Moves { moves, met, most: self.most })?,
                "variations" => map.next_value_seed(Variations { variations, met, most: self.most })?,
                _ => facts.push((key, map.next_value()?)),
            }
        }
        Ok(())
    }
}

/// An array of moves.
struct Moves<'d, 't> {
    moves: &'d mut Vec<Raw<'t>>,
    met: &'d mut usize,
    most: usize,
}

impl<'t> Visitor<'t> for Moves<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of moves")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<(), A::Error> {
        while *self.met <= self.most {
            let Some(one) = seq.next_element()? else { return Ok(()) };
            self.moves.push(one);
            *self.met += 1;
        }
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// An array of variations.
struct Variations<'d, 't> {
    variations: &'d mut Vec<VariationDraft<'t>>,
    met: &'d mut usize,
    most: usize,
}

impl<'t> Visitor<'t> for Variations<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of variations")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<(), A::Error> {
        loop {
            let mut variation = VariationDraft::default();
            let one = OneVariation { variation: &mut variation, met: self.met, most: self.most };
            let read = seq.next_element_seed(one);
            // There cannot be more variations than moves, but for empty ones.
            if !matches!(read, Ok(None)) && self.variations.len() <= self.most {
                self.variations.push(variation);
            }
            if read?.is_none() {
                return Ok(());
            }
        }
    }
}

/// A variation.
struct OneVariation<'d, 't> {
    variation: &'d mut VariationDraft<'t>,
    met: &'d mut usize,
    most: usize,
}

impl<'t> Visitor<'t> for OneVariation<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a variation, which is an object with `line`, `at` and `moves`")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        let VariationDraft { line, at, moves } = self.variation;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "line" => *line = Some(map.next_value()?),
                "at" => *at = Some(map.next_value()?),
                "moves" => map.next_value_seed(Moves { moves, met: self.met, most: self.most })?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// What is filled is the seed of what is read.
macro_rules! filled {
    ($($name:ident $how:ident;)*) => {$(
        impl<'t> DeserializeSeed<'t> for $name<'_, 't> {
            type Value = ();

            fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.$how(self)
            }
        }
    )*};
}

filled! {
    Games deserialize_seq;
    OneGame deserialize_map;
    Moves deserialize_seq;
    Variations deserialize_seq;
    OneVariation deserialize_map;
}
