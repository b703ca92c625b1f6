//! Writes the best candidates as rules files, and their lineage.
//!
//! A saved file is the text as it was written, comments and layout and all, with other usual
//! values, and a comment at its head that says where it comes from and how it measured.

use std::fs;
use std::path::{Path, PathBuf};

use super::lineage::{Entry, Lineage, Outcome};
use super::subject::Subject;
use super::table::number;
use crate::failure::Failure;
use crate::output::counted;
use crate::saving::write_whole;

/// The name of the lineage in its folder.
const LINEAGE: &str = "lineage.json";
/// Columns of a comment.
const WIDTH: usize = 110;

/// A folder that gets what is saved.
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Returns the folder and creates it if needed. Files of an earlier search are replaced only
    /// with `force`.
    pub(super) fn open(path: &str, force: bool) -> Result<Folder, Failure> {
        let path = PathBuf::from(path);
        if path.join(LINEAGE).exists() && !force {
            return Err(Failure::Usage(format!(
                "{} has the results of another search; name another folder, or replace them with --force",
                path.display()
            )));
        }
        fs::create_dir_all(&path).map_err(|error| Failure::Errors(format!("{}: {error}", path.display())))?;
        Ok(Folder { path })
    }

    /// Writes the best candidates, what they include, and the lineage.
    pub(super) fn save<S: Subject>(&self, lineage: &mut Lineage<'_, S>) -> Result<(), Failure> {
        let stem = Path::new(&lineage.source).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.unwrap_or_else(|| "game".to_string());
        let best = lineage.best();
        let width = best.len().to_string().len();
        for (rank, place) in best.iter().enumerate() {
            let name = format!("{stem}-{:0width$}.drf", rank + 1);
            let entry = &lineage.entries[*place];
            let rules = lineage.subject.text(&entry.candidate.genome)?;
            self.write(&name, &(head(lineage, entry) + &rules))?;
            lineage.entries[*place].file = Some(name);
        }
        if !best.is_empty() {
            for (name, text) in lineage.subject.included() {
                if let Some(parent) = self.path.join(&name).parent() {
                    fs::create_dir_all(parent)?;
                }
                self.write(&name, &text)?;
            }
        }
        let json = serde_json::to_string_pretty(&lineage.json())? + "\n";
        self.write(LINEAGE, &json)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.path.join(name);
        write_whole(&path, text).map_err(|error| Failure::Errors(format!("{}: {error}", path.display())))
    }

    /// What has been written, in a sentence.
    pub(super) fn said<S: Subject>(&self, lineage: &Lineage<'_, S>) -> String {
        let files = lineage.entries.iter().filter(|entry| entry.file.is_some()).count();
        format!("{} and {LINEAGE} written to {}", counted(files, "rules file"), self.path.display())
    }
}

/// Returns the comment at the head of a file.
fn head<S: Subject>(lineage: &Lineage<'_, S>, entry: &Entry<S::Genome>) -> String {
    let candidate = &entry.candidate;
    let from = match candidate.parents.as_slice() {
        [] => String::new(),
        parents => {
            let names: Vec<String> = parents.iter().map(usize::to_string).collect();
            format!(", child of {}", names.join(" and "))
        }
    };
    let mut lines = lineage.subject.words(&candidate.genome);
    lines.push(format!(
        "Found by `{}`: candidate {} of generation {}{from}.",
        lineage.command, candidate.number, candidate.generation
    ));
    if let Outcome::Measured { measured, score } = &entry.outcome {
        let goals = lineage.target.goals.iter().map(|goal| match measured.get(&goal.name) {
            Some(value) => format!("{} {}", goal.name, number(value)),
            None => format!("{} unknown", goal.name),
        });
        let goals: Vec<String> = goals.collect();
        let games = counted(lineage.trial.games as usize, "game");
        let bots = lineage.trial.names.join(", ");
        lines.push(format!("Score {} in {games} by {bots}: {}.", number(*score), goals.join(", ")));
    }
    let comment = |line: String| {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("; {}\n", crate::output::wrapped(&line, WIDTH, ";   "))
    };
    lines.into_iter().map(comment).collect::<String>() + "\n"
}
