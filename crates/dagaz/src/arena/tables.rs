//! Tables of a match as CSV: a game a line, and a ply a line.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use dagaz_arena::{Batch, MEASURES, Row, Trace};
use dagaz_core::Game;

use crate::failure::Failure;
use crate::output::remark;

/// A heading is no longer.
const HEADING_MAX: u64 = 1 << 20;

/// A file that lines are added to.
pub(crate) struct Table {
    file: BufWriter<File>,
    length: u64,
}

impl Table {
    /// Opens a table that is `length` bytes long; what stands behind that is cut off.
    fn open(path: &Path, length: u64) -> io::Result<Table> {
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        let length = length.min(file.metadata()?.len());
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Table { file: BufWriter::new(file), length })
    }

    /// Writes the heading of an empty table; one that has games already must have it.
    fn heading(&mut self, path: &Path, begun: bool, fields: &[String]) -> Result<(), Failure> {
        if self.length == 0 {
            if begun {
                let name = path.display();
                remark(&format!(
                    "{name} begins with the games that are played now; those before them were not kept in it"
                ));
            }
            return Ok(self.line(fields)?);
        }
        let mut first = String::new();
        io::BufReader::new(File::open(path)?).take(HEADING_MAX).read_line(&mut first)?;
        if first != text_of(fields) {
            let name = path.display();
            return Err(Failure::Usage(format!("{name} is no table of this match: it begins with another line")));
        }
        Ok(())
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

/// A field as RFC 4180 has it.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

/// The tables that are wanted.
pub(crate) struct Tables {
    games: Option<Table>,
    plies: Option<Table>,
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
        seats: &[String],
        entrants: &[String],
    ) -> Result<Tables, Failure> {
        let open = |path: Option<&Path>, name: &str| {
            let table = path.map(|path| {
                Table::open(path, length(name)).map_err(|error| Failure::Errors(format!("{}: {error}", path.display())))
            });
            table.transpose()
        };
        let counters = game.statistics(&game.initial()).into_iter().map(|(name, _)| name).collect();
        let mut tables = Tables {
            games: open(games, "games")?,
            plies: open(plies, "plies")?,
            seats: seats.to_vec(),
            entrants: entrants.to_vec(),
            sites: game.topology().sites().iter().map(|site| site.name.clone()).collect(),
            counters,
        };
        tables.headings([games, plies], length("") > 0)?;
        Ok(tables)
    }

    fn headings(&mut self, paths: [Option<&Path>; 2], begun: bool) -> Result<(), Failure> {
        if let (Some(table), Some(path)) = (&mut self.games, paths[0]) {
            let mut line: Vec<String> = ["game", "opening"].map(String::from).to_vec();
            line.extend(self.seats.iter().map(|seat| format!("bot of {seat}")));
            line.extend(["plies", "ended", "ending"].map(String::from));
            line.extend(self.seats.iter().map(|seat| format!("result of {seat}")));
            line.extend(self.seats.iter().map(|seat| format!("points of {seat}")));
            line.extend(self.counters.iter().map(|name| format!("statistic {name}")));
            line.extend(MEASURES.iter().map(|measure| measure.name.to_string()));
            table.heading(path, begun, &line)?;
        }
        if let (Some(table), Some(path)) = (&mut self.plies, paths[1]) {
            let mut line: Vec<String> =
                ["game", "ply", "player", "moves", "target", "captures", "pass", "irreversible"]
                    .map(String::from)
                    .to_vec();
            line.extend(self.seats.iter().map(|seat| format!("chance of {seat}")));
            table.heading(path, begun, &line)?;
        }
        Ok(())
    }

    /// Whether there is any.
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
                    line.extend(trace.standings[ply + 1].iter().map(|chance| format!("{chance:.4}")));
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
    line.extend((0..seats).map(|seat| row.scores.get(seat).map_or(String::new(), i64::to_string)));
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
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(quoted("a"), "a");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
