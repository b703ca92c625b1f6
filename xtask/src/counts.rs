//! `cargo xtask counts`: our perft counts next to published ones.
//!
//! The table is Markdown, with a row for each variant: file, title, first slot, counts at depth 1,
//! 2 and 3, flags. A count may be two, `a / b`: sequences of moves, and resulting states. `-` is
//! unknown, `?` is open, `"` repeats the file.

use std::path::{Path, PathBuf};

use dagaz_core::{Counting, Game, Limits};
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{exam, parallel};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The table
    table: PathBuf,
    /// Leave out counts larger than this
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    most: u64,
    /// Only files with this in their path
    file: Option<String>,
}

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    file: String,
    title: String,
    counts: Vec<Cell>,
    flags: String,
}

/// The text of one depth: its words and its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    text: String,
    numbers: Vec<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let folder = source::corpus().ok_or("there is no collection: set DAGAZ_CORPUS to a folder of rules files")?;
    let text =
        std::fs::read_to_string(&arguments.table).map_err(|error| format!("{}: {error}", arguments.table.display()))?;
    let files = source::files(&folder, "zrf");
    let mut rows = rows(&text);
    rows.retain(|row| arguments.file.as_ref().is_none_or(|file| row.file.contains(file.as_str())));
    if rows.is_empty() {
        return Err("there is no row to compare".to_string());
    }
    let results = parallel::map(&rows, |row| compare(row, &files, arguments.most));
    let mut different = 0;
    for (row, result) in rows.iter().zip(results) {
        let differences = result.unwrap_or_else(|panic| vec![panic]);
        different += usize::from(!differences.is_empty());
        let flags = if row.flags.is_empty() { String::new() } else { format!(" (flags {})", row.flags) };
        for difference in differences {
            println!("{}: {}{flags}: {difference}", row.file, row.title);
        }
    }
    println!("{} rows: {} agree, {different} differ", rows.len(), rows.len() - different);
    Ok(())
}

/// The rows of the first table of counts.
fn rows(text: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let section = text.split("\n## ").find(|section| section.starts_with("1.")).unwrap_or(text);
    for line in section.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let [file, title, _, first, second, third, flags @ ..] = cells.as_slice() else { continue };
        if *file == "file" || file.starts_with("--") {
            continue;
        }
        let file = match (*file, rows.last()) {
            ("\"", Some(last)) => last.file.clone(),
            (file, _) => file.to_string(),
        };
        let counts = [first, second, third].map(|cell| self::cell(cell)).to_vec();
        rows.push(Row { file, title: title.to_string(), counts, flags: flags.join(" ").trim().to_string() });
    }
    rows
}

fn cell(text: &str) -> Cell {
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    Cell { text: text.to_string(), numbers: words.filter_map(|word| word.parse().ok()).collect() }
}

/// What differs, in words.
fn compare(row: &Row, files: &[PathBuf], most: u64) -> Vec<String> {
    let game = match game_of(row, files) {
        Ok(game) => game,
        Err(reason) => return vec![reason],
    };
    let mut found = Vec::new();
    for (depth, cell) in (1..).zip(&row.counts) {
        if cell.numbers.is_empty() || cell.numbers.iter().any(|&number| number > most) {
            continue;
        }
        let count = |counting| game.perft(&game.initial(), depth, counting);
        let (moves, results) = match (count(Counting::Moves), count(Counting::Results)) {
            (Ok(moves), Ok(results)) => (moves, results),
            (Err(hit), _) | (_, Err(hit)) => {
                found.push(format!("depth {depth}: {hit}"));
                continue;
            }
        };
        let (theirs_moves, theirs_results) = match cell.numbers.as_slice() {
            [both] => (*both, *both),
            [moves, results, ..] => (*moves, *results),
            [] => continue,
        };
        let open = cell.text.contains('?') || cell.text.contains("or");
        let same = if open {
            cell.numbers.contains(&moves) || cell.numbers.contains(&results)
        } else {
            (moves, results) == (theirs_moves, theirs_results)
        };
        if !same {
            let ours = if moves == results { moves.to_string() } else { format!("{moves} / {results}") };
            found.push(format!("depth {depth}: ours {ours}, theirs {}", cell.text));
        }
    }
    found
}

fn game_of(row: &Row, files: &[PathBuf]) -> Result<impl Game + use<>, String> {
    let limits = Limits::default();
    let path = files.iter().find(|path| path.ends_with(Path::new(&row.file))).ok_or("there is no such file")?;
    let mut file = source::read(path, &limits).map_err(|error| error.to_string())?;
    let plain = |title: &str| title.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let place = file
        .titled(&row.title)
        .or_else(|| file.playable().iter().position(|item| plain(&item.title) == plain(&row.title)));
    let Some(place) = place else {
        let titles: Vec<&str> = file.playable().iter().map(|item| item.title.as_str()).collect();
        return Err(format!("there is no such title, only {}", titles.join(", ")));
    };
    let lowered = file.rules(place);
    let refused = exam::errors(&lowered.diagnostics).or_else(|| exam::errors(&file.diagnostics()));
    let rules = lowered.rules.ok_or_else(|| format!("refused: {}", refused.unwrap_or_default()))?;
    Ok(Pair::new(rules, &limits).map_err(|hit| hit.to_string())?.compiled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_row_by_row() {
        let text = "# Counts\n\n## 1. Start\n\n| file | game | slot | depth 1 | depth 2 | depth 3 | flags |\n\
            |---|---|---|---|---|---|---|\n| A/a.zrf | One | White | 8 | 64 / 60 | - | C |\n\
            | \" | Two | White | 5 | 3 or 7 ? | ? |  |\n\n## 2. Other\n\n| file | x | y | 1 | 2 | 3 | 4 |\n";
        let rows = rows(text);
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].file.as_str(), rows[0].title.as_str(), rows[0].flags.as_str()), ("A/a.zrf", "One", "C"));
        let numbers = |row: &Row| row.counts.iter().map(|cell| cell.numbers.clone()).collect::<Vec<_>>();
        assert_eq!(numbers(&rows[0]), [vec![8], vec![64, 60], vec![]]);
        assert_eq!((rows[1].file.as_str(), numbers(&rows[1])), ("A/a.zrf", vec![vec![5], vec![3, 7], vec![]]));
    }
}
