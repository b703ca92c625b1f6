//! A search as text for a terminal: the best candidates, where the best one comes from, and what
//! was no game.

use std::collections::{BTreeMap, VecDeque};

use dagaz_core::CompactSort;

use dagaz_arena::evolve::Origin;
use dagaz_arena::summary::blindness_of;

use super::lineage::{Entry, Lineage, Outcome};
use super::subject::Subject;
use crate::output::{FAINT, HEADING, clean, counted, styled};

/// Ancestors of the best one that are shown.
const ANCESTORS_MAX: usize = 12;
/// Reasons that are shown.
const REASONS_MAX: usize = 8;

/// Three digits behind the point, and no zeros at the end.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// Parameters with their values: `size=5 goal=4`.
pub(super) fn values_text(values: &[(String, String)]) -> String {
    values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// Returns the whole text, ending with a line feed.
pub(super) fn text<S: Subject>(lineage: &Lineage<'_, S>, keep: usize) -> String {
    let trial = lineage.trial;
    let mut text = styled(HEADING, clean(&lineage.title)) + "\n" + &blindness(lineage);
    text += &format!(
        "{} in {}; {} each by {}, seed {}\n",
        counted(lineage.tried(), "candidate"),
        lineage.search,
        counted(trial.games as usize, "game"),
        clean(&trial.names.join(", ")),
        trial.seed
    );
    text += &clean(&format!("target {}\n", lineage.target));
    text += &best(lineage, keep);
    text += &ancestors(lineage);
    text += &failures(lineage);
    text + &discarded(lineage)
}

/// Returns a warning if bots could tell no two positions of the best candidates apart.
fn blindness<S: Subject>(lineage: &Lineage<'_, S>) -> String {
    let names = lineage.blind();
    if names.is_empty() { String::new() } else { clean(&format!("Beware: {}.\n", blindness_of(&names.join(", ")))) }
}

/// Returns the best candidates, a line each.
fn best<S: Subject>(lineage: &Lineage<'_, S>, keep: usize) -> String {
    let best = lineage.best();
    if best.is_empty() {
        return String::new();
    }
    let mut rows = vec![vec!["".to_string(), "score".to_string()]];
    rows[0].extend(lineage.subject.columns());
    rows[0].extend(lineage.target.goals.iter().map(|goal| goal.name.clone()));
    rows[0].push("from".to_string());
    for (rank, place) in best.iter().enumerate() {
        let entry = &lineage.entries[*place];
        let Outcome::Measured { measured, score } = &entry.outcome else { continue };
        let mut row = vec![(rank + 1).to_string(), number(*score)];
        row.extend(lineage.subject.cells(&entry.candidate.genome));
        row.extend(lineage.target.goals.iter().map(|goal| measured.get(&goal.name).map_or("-".to_string(), number)));
        row.push(origin(entry));
        rows.push(row);
    }
    let count = lineage.ranked().len();
    let more = if count > best.len() { format!(" (of {count})") } else { String::new() };
    let title = if keep == 1 { "Best candidate" } else { "Best candidates" };
    format!("\n{}{more}\n", styled(HEADING, title)) + &columns(&rows)
}

/// Where the best one comes from, generation by generation.
fn ancestors<S: Subject>(lineage: &Lineage<'_, S>) -> String {
    let Some(first) = lineage.ranked().first().map(|place| &lineage.entries[*place]) else { return String::new() };
    if first.candidate.parents.is_empty() {
        return String::new();
    }
    let (mut waiting, mut seen) = (VecDeque::from([first.candidate.number]), vec![first.candidate.number]);
    let mut rows = Vec::new();
    while let Some(entry) = waiting.pop_front().and_then(|number| lineage.numbered(number)) {
        let values = lineage.subject.short_words(&entry.candidate.genome);
        let score = entry.score().map_or("-".to_string(), number);
        rows.push(vec![format!("#{}", entry.candidate.number), score, values, origin(entry)]);
        for parent in &entry.candidate.parents {
            if !seen.contains(parent) {
                seen.push(*parent);
                waiting.push_back(*parent);
            }
        }
    }
    let more = rows.len().saturating_sub(ANCESTORS_MAX);
    rows.truncate(ANCESTORS_MAX);
    let more = if more > 0 { styled(FAINT, format!("  and {more} more\n")) } else { String::new() };
    format!("\n{}\n", styled(HEADING, "Lineage of the best")) + &columns(&rows) + &more
}

/// Returns how many candidates were no games, and why.
fn failures<S: Subject>(lineage: &Lineage<'_, S>) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &lineage.entries {
        if let Outcome::Failed(why) = &entry.outcome {
            *reasons.entry(why).or_default() += 1;
        }
    }
    if reasons.is_empty() {
        return String::new();
    }
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.compact_sort_by_key(|(why, count)| (std::cmp::Reverse(*count), *why));
    let rows: Vec<Vec<String>> =
        reasons.iter().take(REASONS_MAX).map(|(why, count)| vec![count.to_string(), why.to_string()]).collect();
    format!("\n{}\n", styled(HEADING, "Not measured")) + &columns(&rows)
}

/// Returns how many drafts never became candidates, and why.
fn discarded<S: Subject>(lineage: &Lineage<'_, S>) -> String {
    let discarded = lineage.subject.discarded();
    if discarded.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = discarded.into_iter().map(|(why, count)| vec![count.to_string(), why]).collect();
    format!("\n{}\n", styled(HEADING, "Discarded drafts")) + &columns(&rows)
}

fn origin<G>(entry: &Entry<G>) -> String {
    let candidate = &entry.candidate;
    let parents: Vec<String> = candidate.parents.iter().map(|number| format!("#{number}")).collect();
    match candidate.origin {
        Origin::Usual => format!("#{}, the file as it is", candidate.number),
        Origin::Grid => format!("#{}", candidate.number),
        Origin::Random => format!("#{}, drawn in generation {}", candidate.number, candidate.generation),
        Origin::Child => {
            format!("#{}, generation {}, of {}", candidate.number, candidate.generation, parents.join(" and "))
        }
    }
}

/// Rows with their columns aligned.
fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        text += clean(&format!("  {}", cells.collect::<Vec<_>>().join("  "))).trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.5, 1.0, 12.3456, -0.00001, 100.0].map(number), ["0.5", "1", "12.346", "0", "100"]);
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [vec!["a".to_string(), "bb".to_string()], vec!["ccc".to_string(), "d".to_string()]];
        assert_eq!(columns(&rows), "  a    bb\n  ccc  d\n");
    }
}
