//! What is searched: the parameters of one file, or whole rule sets.

use dagaz_arena::evolve::Variation;
use dagaz_engine::PathGame;
use serde_json::{Map, Value};

use crate::failure::Failure;

/// A [`Variation`] whose genomes are games that can be made, shown and saved.
pub(super) trait Subject: Variation<Genome: Send + Sync> + Sync {
    /// Returns the games as they stand.
    fn usual(&self) -> Vec<Self::Genome>;

    /// Returns the headings of a table of genomes.
    fn columns(&self) -> Vec<String>;

    /// Returns a genome as the cells of a table.
    fn cells(&self, genome: &Self::Genome) -> Vec<String>;

    /// Returns a description of a genome for the head of its file, in paragraphs.
    fn words(&self, genome: &Self::Genome) -> Vec<String>;

    /// Returns a description of a genome on one line.
    fn short_words(&self, genome: &Self::Genome) -> String;

    /// Returns a genome as a part of the JSON of its candidate.
    fn json(&self, genome: &Self::Genome) -> Map<String, Value>;

    /// Returns what is searched as a part of the JSON of the search.
    fn summary_json(&self) -> Map<String, Value>;

    /// Returns the game of a genome, or why it has none.
    fn game(&self, genome: &Self::Genome) -> Result<PathGame, String>;

    /// Returns the rules file of a genome.
    fn text(&self, genome: &Self::Genome) -> Result<String, Failure>;

    /// Returns the files that rules files of genomes include, each with its path and text.
    fn included(&self) -> Vec<(String, String)>;

    /// Returns how many drafts were discarded before they became candidates, by reason.
    fn discarded(&self) -> Vec<(String, usize)>;
}
