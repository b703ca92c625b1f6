//! The list of what is covered: no row is missing, and what it names is there.

use dagaz_testkit::source::{files, root};

/// Requirements, and mechanics.
const REQUIREMENTS: usize = 211;
const MECHANICS: usize = 68;

#[test]
fn every_row_exists_and_names_existing_items() {
    let text = std::fs::read_to_string(root().join("docs/coverage.md")).expect("the page is there");
    let rows: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("| ")).collect();
    let number = |row: &&str| row.split(' ').next().unwrap_or_default().to_string();
    let numbers: Vec<String> = rows.iter().map(number).filter(|number| !number.is_empty() && number != "|").collect();
    let expected: Vec<String> =
        (1..=REQUIREMENTS).map(|n| n.to_string()).chain((1..=MECHANICS).map(|n| format!("m{n}"))).collect();
    assert_eq!(numbers, expected);
    let tests: Vec<String> = files(&root().join("crates"), "rs")
        .iter()
        .filter(|path| path.components().any(|part| part.as_os_str() == "tests"))
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let mut faults = Vec::new();
    let numbered = rows.iter().filter(|row| !number(row).is_empty() && !row.starts_with('|'));
    for (row, cell) in numbered.filter_map(|row| Some((row, row.rsplit('|').nth(1)?))) {
        if !cell.contains('`') && !cell.contains("see there") && !cell.contains("as ") && !cell.contains("not yet") {
            faults.push(format!("nothing shows it: {row}"));
        }
        for name in cell.split('`').skip(1).step_by(2) {
            let is_there = match name {
                name if name.starts_with("games/") => root().join(name).exists(),
                name if name.ends_with(".rs") && !name.contains('/') => tests.iter().any(|test| test == name),
                name if name.ends_with(".rs") => root().join("crates").join(name).is_file(),
                name if name.ends_with(".md") => root().join("docs").join(name).is_file(),
                name if name.starts_with("LICENSE") || name.starts_with(".ci") => root().join(name).is_file(),
                _ => true,
            };
            if !is_there {
                faults.push(format!("there is no {name}: {row}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
