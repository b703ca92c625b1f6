//! Tables of a match as CSV: a game a line, and a ply a line.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use dagaz_arena::{Batch, MEASURES, Results, Row, Shard, Trace};
use dagaz_core::Game;

use super::earlier_games::{TableContents, said, without};
use crate::failure::Failure;
use crate::output::remark;

/// A heading is no longer.
const HEADING_MAX: u64 = 1 << 20;

/// A file that lines are added to.
pub(crate) struct OutputTable {
    file: BufWriter<File>,
    length: u64,
}

impl OutputTable {
    /// Opens a table that is `length` bytes long, or has been made shorter since; what stands
    /// behind that is cut off, as is half a line at its end. An empty table gets the heading; one
    /// that has games already must have it.
    fn open(path: &Path, length: u64, fields: &[String], before: &ExpectedLines<'_>) -> Result<OutputTable, Failure> {
        let (name, heading) = (path.display(), text_of(fields));
        let failed = |error: io::Error| Failure::Errors(format!("{name}: {error}"));
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(failed)?;
        let kept = TableContents::of(path, length).map_err(failed)?;
        let mut first = String::new();
        let has_text = length > 0 && file.metadata()?.len() > 0;
        if has_text {
            io::BufReader::new(File::open(path)?).take(HEADING_MAX).read_line(&mut first).map_err(failed)?;
            if first != heading {
                return Err(Failure::Usage(format!("{name} is no table of this match: it begins with another line")));
            }
        }
        let strange = without(&kept.games, before.played);
        if !strange.is_empty() {
            return Err(Failure::Usage(format!(
                "{name} has games that the results do not have ({}); remove it, or name another file",
                said(&strange)
            )));
        }
        let missing = without(before.played, &kept.games);
        if !missing.is_empty() {
            let parts = said(&missing);
            let why = if has_text { "played without it, or cut out of it since" } else { "played without it" };
            remark(&format!("{name} lacks what has been played before: {parts} ({why})"));
        } else if before.lines.is_some_and(|lines| lines != kept.lines) {
            remark(&format!(
                "{name} has other lines of the games played before than were written: somebody has changed it"
            ));
        }
        file.set_len(kept.length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut table = OutputTable { file: BufWriter::new(file), length: kept.length };
        if kept.length == 0 {
            table.line(fields).map_err(failed)?;
        }
        Ok(table)
    }

    fn line(&mut self, fields: &[String]) -> io::Result<()> {
        let text = text_of(fields);
        self.length += text.len() as u64;
        self.file.write_all(text.as_bytes())
    }
}

fn text_of(fields: &[String]) -> String {
    fields.iter().map(|field| quoted(field)).collect::<Vec<_>>().join(",") + "\n"
}

/// Returns a field as RFC 4180 has it.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

/// What was played before a table is opened.
struct ExpectedLines<'a> {
    /// The games that it should have lines of.
    played: &'a [Shard],
    /// How many lines it should have if it has all these games.
    lines: Option<u64>,
}

/// The requested tables.
pub(crate) struct Tables {
    games: Option<OutputTable>,
    plies: Option<OutputTable>,
    seats: Vec<String>,
    entrants: Vec<String>,
    sites: Vec<String>,
    counters: Vec<String>,
}

impl Tables {
    /// Opens the tables; `length` tells how long each is.
    pub(crate) fn open(
        [games, plies]: [Option<&Path>; 2],
        length: impl Fn(&str) -> u64,
        game: &dyn Game,
        results: &Results,
    ) -> Result<Tables, Failure> {
        let identity = &results.identity;
        let counters = game.statistics(&game.initial()).into_iter().map(|(name, _)| name).collect();
        let mut tables = Tables {
            games: None,
            plies: None,
            seats: identity.seats.clone(),
            entrants: identity.plan.entrants.clone(),
            sites: game.topology().sites().iter().map(|site| site.name.clone()).collect(),
            counters,
        };
        let played = &results.played;
        if let Some(path) = games {
            let before = ExpectedLines { played, lines: Some(results.sums.games) };
            tables.games = Some(OutputTable::open(path, length("games"), &tables.heading_of_games(), &before)?);
        }
        if let Some(path) = plies {
            let lines = (results.sums.detail.games == results.sums.games).then_some(results.sums.detail.plies);
            let before = ExpectedLines { played, lines };
            tables.plies = Some(OutputTable::open(path, length("plies"), &tables.heading_of_plies(), &before)?);
        }
        Ok(tables)
    }

    fn heading_of_games(&self) -> Vec<String> {
        let mut line: Vec<String> = ["game", "opening"].map(String::from).to_vec();
        line.extend(self.seats.iter().map(|seat| format!("bot of {seat}")));
        line.extend(["plies", "ended", "ending"].map(String::from));
        line.extend(self.seats.iter().map(|seat| format!("result of {seat}")));
        line.extend(self.seats.iter().map(|seat| format!("points of {seat}")));
        line.extend(self.counters.iter().map(|name| format!("statistic {name}")));
        line.extend(MEASURES.iter().map(|measure| measure.name.to_string()));
        line
    }

    fn heading_of_plies(&self) -> Vec<String> {
        let mut line: Vec<String> =
            ["game", "ply", "player", "moves", "target", "captures", "pass", "irreversible"].map(String::from).to_vec();
        line.extend(self.seats.iter().map(|seat| format!("chance of {seat}")));
        line
    }

    /// Returns whether there is any.
    pub(crate) fn wanted(&self) -> (bool, bool) {
        (self.games.is_some(), self.plies.is_some())
    }

    /// Adds games.
    pub(crate) fn add(&mut self, batch: &Batch) -> io::Result<()> {
        for (place, row) in batch.rows.iter().enumerate() {
            let trace = batch.traces.get(place).and_then(Option::as_ref);
            if let Some(table) = &mut self.games {
                table.line(&game_line(row, trace, &self.entrants, self.counters.len()))?;
            }
            if let (Some(table), Some(trace)) = (&mut self.plies, trace) {
                for (ply, one) in trace.plies.iter().enumerate() {
                    let mut line = vec![
                        (row.number + 1).to_string(),
                        (ply + 1).to_string(),
                        one.seat.map_or("chance", |seat| &self.seats[seat]).to_string(),
                        one.choices.to_string(),
                        one.target.map_or("", |site| &self.sites[site.index()]).to_string(),
                        one.captured.len().to_string(),
                        u8::from(one.pass).to_string(),
                        u8::from(one.irreversible).to_string(),
                    ];
                    let standing = &trace.standings[ply + 1];
                    let chance = |seat| standing.get(seat).map_or(String::new(), |chance: &f64| format!("{chance:.4}"));
                    line.extend((0..self.seats.len()).map(chance));
                    table.line(&line)?;
                }
            }
        }
        Ok(())
    }

    /// Hands over what has been written, and tells how long the tables are.
    pub(crate) fn lengths(&mut self) -> io::Result<std::collections::BTreeMap<String, u64>> {
        let mut lengths = std::collections::BTreeMap::new();
        for (name, table) in [("games", &mut self.games), ("plies", &mut self.plies)] {
            if let Some(table) = table {
                table.file.flush()?;
                lengths.insert(name.to_string(), table.length);
            }
        }
        Ok(lengths)
    }
}

fn game_line(row: &Row, trace: Option<&Trace>, entrants: &[String], counters: usize) -> Vec<String> {
    let seats = row.seats.len();
    let mut line = vec![(row.number + 1).to_string(), (row.opening_number + 1).to_string()];
    line.extend(row.seats.iter().map(|entrant| entrants[*entrant].clone()));
    line.extend([row.plies.to_string(), u8::from(row.ended).to_string(), row.ending.clone()]);
    line.extend(row.results.iter().map(i32::to_string));
    line.extend((0..seats).map(|seat| row.scores.get(seat).map_or(String::new(), f64::to_string)));
    line.extend(
        (0..counters).map(|place| row.counters.get(place).map_or(String::new(), |(_, value)| value.to_string())),
    );
    line.extend(MEASURES.iter().map(|measure| {
        trace.and_then(|trace| (measure.of)(trace)).map_or(String::new(), |value| format!("{value:.6}"))
    }));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_fields_are_quoted_where_needed() {
        assert_eq!(quoted("a"), "a");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
