//! SQLite gets no memory: its allocations fail from one byte count on, for every count in steps.
//!
//! `PRAGMA hard_heap_limit` holds for a process and cannot be raised again, so each limit has a
//! process of its own. Allocations of Rust are not part of this: if one fails, the process aborts,
//! which is the same as a kill for the disk.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use dagaz_store::{Append, Options, Store, Summary};

/// Records of a game that the process tries to append.
const RECORDS: u32 = 12;

/// Bytes between two limits.
const STEP: usize = 12 << 10;

/// The limits end here at the latest.
const MOST: usize = 8 << 20;

fn record(number: u32) -> Vec<u8> {
    format!("{number} {}", "a record that takes some memory ".repeat(100)).into_bytes()
}

/// Opens a store under a limit and appends; prints the number of each acknowledged record.
#[test]
#[ignore = "a process of `each_allocation_of_sqlite_can_fail`"]
#[expect(clippy::print_stdout, reason = "the test that starts this process reads it")]
fn process_under_a_limit() {
    let (Ok(limit), Ok(path)) = (std::env::var("DAGAZ_HEAP"), std::env::var("DAGAZ_PATH")) else { return };
    let limiting = rusqlite::Connection::open_in_memory().expect("it opens");
    limiting.pragma_update(None, "hard_heap_limit", limit.parse::<i64>().expect("a number")).expect("it is set");
    let options = Options { recovery: Duration::from_millis(1), ..Options::default() };
    let Ok(store) = Store::open(Path::new(&path), options) else { return };
    println!("opened");
    let mut number = 0;
    for _ in 0..3 * RECORDS {
        if number == RECORDS {
            break;
        }
        let (sender, receiver) = mpsc::channel();
        let append = Append {
            game: "g".to_string(),
            after: number,
            records: vec![record(number)],
            summary: Summary::default(),
            tags: Some(vec!["all".to_string()]),
        };
        store.append(append, move |done| sender.send(done).expect("the test waits"));
        match receiver.recv().expect("each append is answered") {
            Ok(_) => {
                println!("acknowledged {number}");
                number += 1;
            }
            // The outcome is read from the disk, which may fail as well.
            Err(_) => match store.log("g") {
                Ok(found) => number = found.map_or(0, |(_, log)| log.len() as u32),
                Err(_) => std::thread::sleep(Duration::from_millis(2)),
            },
        }
    }
}

#[test]
fn each_allocation_of_sqlite_can_fail() {
    let mut outcomes = BTreeSet::new();
    for limit in (STEP..MOST).step_by(STEP) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let output = Command::new(std::env::current_exe().expect("it runs"))
            .args(["--exact", "memory::process_under_a_limit", "--ignored", "--nocapture"])
            .env("DAGAZ_HEAP", limit.to_string())
            .env("DAGAZ_PATH", &path)
            .output()
            .expect("it can be started");
        let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{limit} bytes: {said}\n{wrong}");
        // The harness may print its own words on the same line.
        let acknowledged: Vec<u32> = said
            .split("acknowledged ")
            .skip(1)
            .filter_map(|rest| rest.split_whitespace().next()?.parse().ok())
            .collect();
        outcomes.insert((said.contains("opened"), !acknowledged.is_empty(), acknowledged.len() == RECORDS as usize));
        if said.contains("opened") {
            let store = Store::open(&path, Options::default()).expect("it opens with memory");
            let log = store.log("g").expect("it is whole").map(|(_, log)| log).unwrap_or_default();
            for number in &acknowledged {
                assert_eq!(log.get(*number as usize), Some(&record(*number)), "{limit} bytes: record {number}");
            }
            assert!(log.iter().zip(0..).all(|(found, number)| *found == record(number)), "{limit} bytes");
        }
        if acknowledged.len() == RECORDS as usize {
            break;
        }
    }
    // From no store at all to all records, with something between.
    assert!(outcomes.contains(&(false, false, false)) && outcomes.contains(&(true, true, true)), "{outcomes:?}");
}
