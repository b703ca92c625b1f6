//! The parts of a game as the schema has them.

use serde::Deserialize;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A move as the schema has it.
#[derive(Deserialize)]
pub(super) struct MoveItem<'t> {
    #[serde(borrow, rename = "move")]
    pub(super) text: Option<&'t RawValue>,
    #[serde(borrow)]
    pub(super) before: Option<&'t RawValue>,
    #[serde(borrow)]
    pub(super) comment: Option<&'t RawValue>,
    #[serde(default)]
    pub(super) glyphs: Vec<u8>,
    pub(super) clock: Option<f64>,
    pub(super) spent: Option<f64>,
    #[serde(default)]
    pub(super) marks: Pairs<Vec<String>>,
}

/// Which rules.
#[derive(Deserialize)]
pub(super) struct RulesItem {
    #[serde(default)]
    pub(super) file: String,
    #[serde(default)]
    pub(super) title: String,
    pub(super) edition: Option<u8>,
    pub(super) hash: Option<String>,
    #[serde(default)]
    pub(super) set: Pairs<String>,
}

/// Who sat in a seat.
#[derive(Deserialize)]
pub(super) struct SeatItem {
    pub(super) player: String,
    #[serde(default)]
    pub(super) name: String,
    pub(super) bot: Option<String>,
}

/// How a game ended.
#[derive(Deserialize)]
pub(super) struct ResultItem {
    #[serde(default)]
    pub(super) ending: String,
    #[serde(default)]
    pub(super) verdicts: Pairs<String>,
    pub(super) scores: Option<Pairs<f64>>,
}

/// A seed: digits, as text or as a number.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Seed {
    Number(u64),
    Text(String),
}

/// The members of an object in their order.
pub(super) struct Pairs<T>(pub(super) Vec<(String, T)>);

impl<T> Default for Pairs<T> {
    fn default() -> Pairs<T> {
        Pairs(Vec::new())
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Pairs<T>, D::Error> {
        struct Members<T>(Vec<(String, T)>);
        impl<'de, T: DeserializeOwned> Visitor<'de> for Members<T> {
            type Value = Pairs<T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "an object")
            }

            fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Pairs<T>, A::Error> {
                while let Some(pair) = map.next_entry()? {
                    self.0.push(pair);
                }
                Ok(Pairs(self.0))
            }
        }
        deserializer.deserialize_map(Members(Vec::new()))
    }
}
