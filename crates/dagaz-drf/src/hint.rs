//! Hints: what the rules tell bots. No hint is ever needed to play.

use dagaz_core::{PieceTypeId, SearchMethod};
use dagaz_rules::path::PathHints;

use super::environment::EnvId;
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// No piece is worth more than this, or less than its contrary.
const VALUE_MAX: f32 = 10_000.0;

impl Lower<'_> {
    /// `(hint value (Queen 9) …)`, `(hint worth E)`, `(hint search monte-carlo)`
    pub(super) fn hints(&mut self) -> PathHints {
        let mut hints = PathHints::default();
        for clause in self.clauses_of("hint") {
            let rest = self.rest(clause);
            let about = rest.first().map_or("", |word| self.text(*word)).to_string();
            match (about.as_str(), rest.get(1..).unwrap_or_default()) {
                ("value", entries) => hints.values.extend(self.piece_values(entries)),
                ("worth", &[number]) => hints.worth = Some(self.number(number, EnvId::EMPTY)),
                ("search", &[word]) => {
                    let searches = [("alpha-beta", SearchMethod::AlphaBeta), ("monte-carlo", SearchMethod::MonteCarlo)];
                    let name = self.text(word).to_string();
                    hints.search = searches.iter().find(|(known, _)| *known == name).map(|(_, search)| *search);
                    if hints.search.is_none() {
                        let known = searches.map(|(known, _)| known);
                        self.unknown(word, "there is no such search", &name, "a search is", &known);
                    }
                }
                ("worth" | "search", _) => {
                    let example = "`(hint worth (* 10 (count mine)))` or `(hint search monte-carlo)`";
                    self.wrong(clause, "this hint says one thing", example);
                }
                _ => {
                    let known = ["value", "worth", "search"];
                    self.unknown(clause, "there is no such hint", &about, "a hint is about", &known);
                }
            }
        }
        hints
    }

    fn piece_values(&mut self, entries: &[NodeId]) -> Vec<(PieceTypeId, i32)> {
        let mut values = Vec::new();
        for &entry in entries {
            let parts = self.members(entry);
            let kind = parts.first().and_then(|node| self.type_named(*node));
            let value = parts
                .get(1)
                .and_then(|node| self.text(*node).parse::<f32>().ok())
                .filter(|value| value.abs() <= VALUE_MAX);
            match (kind, value) {
                (Some(kind), _) if values.iter().any(|(known, _)| *known == kind) => {
                    self.wrong(entry, "this piece has a value already", "one value for each piece");
                }
                (Some(kind), Some(value)) => values.push((kind, (value * 100.0) as i32)),
                _ => self.wrong(
                    entry,
                    "this is no value of a piece",
                    "`(hint value (Queen 9) (Rook 5))`, at most 10,000",
                ),
            }
        }
        values
    }
}
