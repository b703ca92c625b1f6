//! The guarantees of a store: an acknowledged write is there, once, after any crash; and damage is
//! never read as a game. Guarantees shared by files and databases are tested with both;
//! `members.rs` has those of databases.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use dagaz_store::{Append, Appended, Damage, Options, Page, Retag, Store, StoreFault, Summary, Tagged, Weather};
use tempfile::TempDir;

fn open(folder: &TempDir) -> Store {
    Store::open(&folder.path().join("games.sqlite"), Options::default()).expect("it opens")
}

/// Where a store is kept: in a file, or in a database of its own.
enum Place {
    File(TempDir),
    Database(String),
}

impl Place {
    fn open(&self) -> Store {
        self.open_with(Options::default())
    }

    fn open_with(&self, options: Options) -> Store {
        match self {
            Place::File(folder) => Store::open(&folder.path().join("games.sqlite"), options).expect("it opens"),
            Place::Database(address) => Store::open_database(address, options).expect("it opens"),
        }
    }

    fn is_file(&self) -> bool {
        matches!(self, Place::File(_))
    }
}

/// One of each kind; of files alone where there is no PostgreSQL.
fn places() -> impl Iterator<Item = Place> {
    let database = dagaz_testkit::postgres::shared().map(|cluster| cluster.database().expect("it is made"));
    [Place::File(TempDir::new().expect("a folder"))].into_iter().chain(database.map(Place::Database))
}

fn summary(text: &str, touched: u64) -> Summary {
    Summary { text: text.to_string(), live: true, touched, deadline: None, words: text.to_lowercase() }
}

fn record(game: &str, number: u32) -> Vec<u8> {
    format!("{{\"game\":\"{game}\",\"number\":{number},\"said\":\"a record of some length\"}}").into_bytes()
}

fn append(store: &Store, game: &str, after: u32, count: u32) -> Result<Appended, StoreFault> {
    let records = (after..after + count).map(|number| record(game, number)).collect();
    let append =
        Append { game: game.to_string(), after, records, summary: summary(game, u64::from(after)), tags: None };
    let (sender, receiver) = mpsc::channel();
    store.append(append, move |result| sender.send(result).expect("somebody waits"));
    receiver.recv().expect("every append is answered")
}

fn fill(store: &Store) {
    for number in 0..5 {
        append(store, "first", number, 1).expect("it is written");
    }
    append(store, "second", 0, 4).expect("it is written");
}

/// A file with some games, closed.
fn filled() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fill(&open(&folder));
    folder
}

/// A game as it is read: its name, its summary and its records.
type Game = (String, Summary, Vec<Vec<u8>>);

/// All that can be read of a store.
fn everything(path: &Path) -> Result<Vec<Game>, StoreFault> {
    everything_in(&Store::open(path, Options::default())?)
}

fn everything_in(store: &Store) -> Result<Vec<Game>, StoreFault> {
    let mut games = Vec::new();
    for row in store.list(&Page { count: 100, ..Page::default() })? {
        let (row, log) =
            store.log(&row.game)?.ok_or(StoreFault::Damaged(Damage::Summary { game: row.game.clone() }))?;
        games.push((row.game, row.summary, log));
    }
    // Games are also asked for by name, without a list.
    for game in ["first", "second"] {
        if !games.iter().any(|(known, _, _)| known == game) {
            games.extend(store.log(game)?.map(|(row, log)| (row.game, row.summary, log)));
        }
    }
    Ok(games)
}

#[test]
fn written_data_survives_closing() {
    for place in places() {
        fill(&place.open());
        let store = place.open();
        let games = everything_in(&store).expect("nothing is damaged");
        let names: Vec<(&str, usize)> = games.iter().map(|(name, _, log)| (name.as_str(), log.len())).collect();
        assert_eq!(names, [("first", 5), ("second", 4)]);
        assert_eq!(games[0].2[3], record("first", 3));
        assert_eq!(store.log("third"), Ok(None));
    }
}

#[test]
fn an_append_with_a_wrong_log_length_is_refused() {
    for place in places() {
        fill(&place.open());
        let store = place.open();
        assert_eq!(append(&store, "first", 4, 1), Err(StoreFault::Conflict { found: 5 }));
        assert_eq!(append(&store, "first", 6, 1), Err(StoreFault::Conflict { found: 5 }));
        assert_eq!(append(&store, "third", 1, 1), Err(StoreFault::Conflict { found: 0 }));
        assert_eq!(append(&store, "first", 5, 1), Ok(Appended { records: 6 }));
    }
}

#[test]
fn many_appends_share_one_commit() {
    for place in places() {
        let store = place.open();
        let (sender, receiver) = mpsc::channel();
        for game in 0..500 {
            let game = format!("game {game}");
            let append =
                Append { records: vec![record(&game, 0)], after: 0, summary: summary(&game, 1), tags: None, game };
            let sender = sender.clone();
            store.append(append, move |result| sender.send(result.is_ok()).expect("somebody waits"));
        }
        assert!((0..500).all(|_| receiver.recv() == Ok(true)));
        let (commits, records) = store.commits();
        assert_eq!(records, 500);
        assert!(commits < 250, "{commits} commits");
        assert_eq!(store.count(), Ok(500));
    }
}

#[test]
fn lists_come_by_parts_newest_first_and_are_searched() {
    for place in places() {
        let store = place.open();
        for number in 0..25u64 {
            let title = if number % 5 == 0 { "100% Hex" } else { "Chess" };
            let append = Append {
                game: format!("g{number}"),
                after: 0,
                records: vec![vec![1]],
                summary: Summary { live: number % 2 == 0, deadline: Some(number), ..summary(title, number / 2) },
                tags: (number % 5 == 0).then(|| vec!["all".to_string(), format!("r:{}", number % 2)]),
            };
            let (sender, receiver) = mpsc::channel();
            store.append(append, move |result| sender.send(result).expect("somebody waits"));
            receiver.recv().expect("an answer").expect("it is written");
        }
        let tagged = |tags: &[&str], behind| {
            let tags = tags.iter().map(|tag| tag.to_string()).collect();
            let rows = store.tagged(&Tagged { tags, behind, count: 2, ..Tagged::default() }).expect("it is read");
            rows.into_iter().map(|row| (row.game, row.next.1)).collect::<Vec<_>>()
        };
        let first = tagged(&["all"], None);
        assert_eq!(first.iter().map(|(game, _)| game.as_str()).collect::<Vec<_>>(), ["g20", "g15"], "last begun first");
        assert_eq!(tagged(&["all"], Some(first[1].1))[0].0, "g10");
        assert_eq!(
            tagged(&["all", "r:1"], None).iter().map(|(game, _)| game.as_str()).collect::<Vec<_>>(),
            ["g15", "g5"]
        );
        assert!(tagged(&["nothing"], None).is_empty() && tagged(&[], None).is_empty());
        let mut page = Page { count: 7, ..Page::default() };
        let mut names = Vec::new();
        loop {
            let rows = store.list(&page).expect("it is read");
            let Some(last) = rows.last() else { break };
            page.behind = Some(last.next);
            names.extend(rows.into_iter().map(|row| row.game));
        }
        assert_eq!(names, (0..25).rev().map(|number| format!("g{number}")).collect::<Vec<_>>());
        let count = |page: Page| store.list(&Page { count: 100, ..page }).expect("it is read").len();
        assert_eq!(count(Page { containing: Some("100% HEX".into()), ..Page::default() }), 5);
        assert_eq!(count(Page { containing: Some("1_0".into()), ..Page::default() }), 0);
        assert_eq!(count(Page { live: Some(false), ..Page::default() }), 12);
        assert_eq!(store.due(3).expect("it is read"), ["g0", "g1", "g2", "g3"]);
    }
}

#[test]
fn a_tag_migration_runs_once_and_reports_grown_games() {
    for place in places() {
        let store = place.open();
        for game in ["a", "b", "c", "d", "e"] {
            append(&store, game, 0, 2).expect("it is written");
        }
        let retag = |store: &Store, game: &str, records: u32| {
            let (sender, receiver) = mpsc::channel();
            let tags = vec![format!("o:{game}"), "o:all".to_string()];
            let retag = Retag { game: game.to_string(), records, tags };
            store.retag(retag, move |result| sender.send(result).expect("somebody waits"));
            receiver.recv().expect("an answer")
        };
        let tagged = |store: &Store| -> Vec<String> {
            let wanted = Tagged { tags: vec!["o:all".to_string()], count: 10, ..Tagged::default() };
            store.tagged(&wanted).expect("it is read").into_iter().map(|row| row.game).collect()
        };
        let first = store.untagged(1, 2).expect("it is read");
        assert_eq!(first.games, ["e", "d"]);
        append(&store, "f", 0, 1).expect("a game that begins later has its tags");
        assert_eq!(retag(&store, "e", 1), Err(StoreFault::Conflict { found: 2 }), "its log has grown");
        assert_eq!(retag(&store, "e", 2), Ok(()));
        assert_eq!(retag(&store, "d", 2), Ok(()));
        assert_eq!(retag(&store, "none", 1), Err(StoreFault::Conflict { found: 0 }));
        assert_eq!(store.untagged(1, 2).expect("it is read"), first, "nothing was noted");
        store.note_tagged(1, first.down_to).expect("it is noted");
        drop(store);
        // It continues where it was interrupted, and completes.
        let store = place.open();
        let second = store.untagged(1, 10).expect("it is read");
        assert_eq!(second.games, ["c", "b", "a"]);
        for game in &second.games {
            assert_eq!(retag(&store, game, 2), Ok(()));
        }
        store.note_tagged(1, second.down_to).expect("it is noted");
        assert!(store.untagged(1, 10).expect("it is read").games.is_empty());
        assert_eq!(tagged(&store), ["e", "d", "c", "b", "a"]);
        assert_eq!(store.untagged(2, 10).expect("it is read").games.len(), 6, "another edition is another matter");
        // Nothing else was changed, and games continue.
        assert_eq!(store.log("e").expect("it is whole").expect("it is there").1.len(), 2);
        assert_eq!(append(&store, "e", 2, 1), Ok(Appended { records: 3 }));
    }
}

#[test]
fn rules_are_kept_under_their_hash_and_damage_to_them_is_named() {
    for place in places() {
        let store = place.open();
        for bytes in [b"rules".to_vec(), b"other".to_vec()] {
            let (sender, receiver) = mpsc::channel();
            store.keep("h", bytes, move |result| sender.send(result).expect("somebody waits"));
            receiver.recv().expect("an answer").expect("it is written");
        }
        assert_eq!(store.kept("h", |_| true), Ok(Some(b"rules".to_vec())));
        assert_eq!(store.kept("x", |_| true), Ok(None));
        assert_eq!(store.kept("h", |_| false), Err(StoreFault::Damaged(Damage::Kept { hash: "h".into() })));
    }
}

/// After a failed commit the contents of the disk are unknown. Nothing is written to that file, or
/// to that game in a database, until they are known. Then writing continues by itself from the last
/// acknowledged write, whichever commit has failed.
#[test]
fn acknowledged_writes_survive_a_failed_commit() {
    for place in places() {
        for failing in [1, 2, 6, 10, 12] {
            let asked = Arc::new(AtomicU64::new(0));
            let counted = asked.clone();
            let weather = Weather(Arc::new(move |_| {
                let number = counted.fetch_add(1, Ordering::SeqCst) + 1;
                if number == failing { Err("disk full".to_string()) } else { Ok(()) }
            }));
            let game = format!("g{failing}");
            let store = place.open_with(Options { weather: Some(weather), ..Options::default() });
            let mut written = 0u64;
            for number in 0..10 {
                match append(&store, &game, number, 1) {
                    Ok(_) => written += 1,
                    Err(StoreFault::Conflict { found }) if !place.is_file() => assert_eq!(u64::from(found), written),
                    Err(fault) => assert_eq!(fault, StoreFault::Write("disk full".to_string())),
                }
            }
            assert_eq!(written, (failing - 1).min(10));
            assert_eq!(store.is_writing(), !place.is_file() || failing > 10);
            while !store.is_writing() {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            assert_eq!(store.log(&game).expect("it is read").map_or(0, |(_, log)| log.len() as u64), written);
            append(&store, &game, written as u32, 1).expect("it goes on, and so does a game that had its conflict");
            drop(store);
            let log = place.open().log(&game).expect("it is read");
            assert_eq!(log.map_or(0, |(_, log)| log.len() as u64), written + 1);
        }
    }
}

/// Every byte of the file is changed in several ways. Either nothing that is read changes, or the
/// damage is found.
#[test]
fn a_changed_byte_is_never_read_as_a_game() {
    let folder = filled();
    let path = folder.path().join("games.sqlite");
    let whole = std::fs::read(&path).expect("it can be read");
    let truth = everything(&path).expect("nothing is damaged");
    let (mut found, mut harmless) = (0, 0);
    let work = TempDir::new().expect("a folder");
    let copy = work.path().join("games.sqlite");
    let witness = std::fs::read(folder.path().join("games.sqlite-commits")).expect("there is a witness");
    // The pages of an SQLite file are mostly empty: where a page holds only zeros every tenth byte
    // will do.
    let places = (0..whole.len()).filter(|&place| whole[place] != 0 || place % 61 == 0);
    for place in places {
        let bit = 1u8 << (place % 8);
        let mut damaged = whole.clone();
        damaged[place] ^= bit;
        let _ = std::fs::remove_file(work.path().join("games.sqlite-wal"));
        let _ = std::fs::remove_file(work.path().join("games.sqlite-shm"));
        std::fs::write(&copy, &damaged).expect("it can be written");
        std::fs::write(work.path().join("games.sqlite-commits"), &witness).expect("it can be written");
        match everything(&copy) {
            Ok(read) if read == truth => harmless += 1,
            Ok(read) => panic!("byte {place} was changed, and another game was read: {read:?}"),
            Err(_) => found += 1,
        }
    }
    assert!(found > 1_000, "{found} found, {harmless} harmless");
}

/// The file is cut off anywhere, as after a power cut on a disk that lies.
#[test]
fn no_file_that_was_cut_off_is_read_as_a_shorter_game() {
    let folder = filled();
    let path = folder.path().join("games.sqlite");
    let whole = std::fs::read(&path).expect("it can be read");
    let truth = everything(&path).expect("nothing is damaged");
    let work = TempDir::new().expect("a folder");
    let copy = work.path().join("games.sqlite");
    let witness = std::fs::read(folder.path().join("games.sqlite-commits")).expect("there is a witness");
    for length in (0..whole.len()).step_by(509) {
        std::fs::write(&copy, &whole[..length]).expect("it can be written");
        std::fs::write(work.path().join("games.sqlite-commits"), &witness).expect("it can be written");
        let read = everything(&copy);
        assert!(read.as_ref().is_err() || read == Ok(truth.clone()), "cut at {length}: {read:?}");
        let _ = std::fs::remove_file(work.path().join("games.sqlite-wal"));
        let _ = std::fs::remove_file(work.path().join("games.sqlite-shm"));
    }
}

/// The write-ahead log is damaged by a crash: SQLite continues without the commits behind the
/// damage, and the commit counter detects it.
#[test]
fn commits_lost_with_a_damaged_wal_are_detected() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let store = open(&folder);
    for number in 0..20 {
        append(&store, "g", number, 1).expect("it is written");
    }
    // A crash: what is on the disk now is all there is.
    let crashed = TempDir::new().expect("a folder");
    let copy = |from: &str, to: &TempDir| {
        let bytes = std::fs::read(folder.path().join(from)).expect("it can be read");
        std::fs::write(to.path().join(from), &bytes).expect("it can be written");
        bytes
    };
    let wal = copy("games.sqlite-wal", &crashed);
    copy("games.sqlite", &crashed);
    copy("games.sqlite-commits", &crashed);
    let log = open(&crashed).log("g").expect("it is read").expect("it is there").1;
    assert_eq!(log.len(), 20);
    let mut missed = 0;
    for place in (100..wal.len()).step_by(wal.len() / 40) {
        let damaged = TempDir::new().expect("a folder");
        copy("games.sqlite", &damaged);
        copy("games.sqlite-commits", &damaged);
        let mut bytes = wal.clone();
        bytes[place] ^= 0x10;
        std::fs::write(damaged.path().join("games.sqlite-wal"), bytes).expect("it can be written");
        match Store::open(&damaged.path().join("games.sqlite"), Options::default()).map(|store| store.log("g")) {
            Err(StoreFault::Damaged(_)) | Ok(Err(StoreFault::Damaged(_))) => missed += 1,
            Ok(Ok(Some((_, log)))) => assert_eq!(log.len(), 20, "byte {place}: fewer records were read"),
            other => panic!("byte {place}: {other:?}"),
        }
    }
    assert!(missed > 30, "{missed} of 40 were missed");
    drop((store, path));
}

#[test]
fn a_store_has_one_writer() {
    let folder = TempDir::new().expect("a folder");
    let store = open(&folder);
    let path = folder.path().join("games.sqlite");
    assert!(matches!(Store::open(&path, Options::default()), Err(StoreFault::InUse)));
    drop(store);
    open(&folder);
}

/// A process that is being started has copies of all open files until it runs its own program.
#[test]
fn a_closed_store_opens_again_while_processes_are_started() {
    let folder = TempDir::new().expect("a folder");
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                Command::new("true").status().expect("it runs");
            }
        });
        let opened =
            (0..100).try_for_each(|_| Store::open(&folder.path().join("games.sqlite"), Options::default()).map(drop));
        over.store(true, Ordering::Relaxed);
        assert!(opened.is_ok(), "{opened:?}");
    });
}

#[test]
fn an_archive_of_20000_games_opens_and_lists_quickly() {
    for place in places() {
        let store = place.open();
        let (sender, receiver) = mpsc::channel();
        for number in 0..20_000u64 {
            let game = format!("game {number}");
            let text =
                "a summary as long as those that the server writes, with seats, an ending and all that ".repeat(5);
            let append =
                Append { after: 0, records: vec![record(&game, 0)], summary: summary(&text, number), tags: None, game };
            let sender = sender.clone();
            store.append(append, move |result| sender.send(result.is_ok()).expect("somebody waits"));
        }
        assert!((0..20_000).all(|_| receiver.recv() == Ok(true)));
        drop(store);
        let timed = |what: &str, most: u64, work: &mut dyn FnMut()| {
            let began = std::time::Instant::now();
            work();
            let took = began.elapsed();
            // A connection to a database is made first.
            let most = if place.is_file() { most } else { most + 500 };
            assert!(took < std::time::Duration::from_millis(most), "{what} took {took:?}");
        };
        let mut store = None;
        timed("opening", 2_000, &mut || store = Some(place.open()));
        let store = store.expect("it was opened");
        let page = |page: Page| store.list(&Page { count: 50, ..page }).expect("it is read").len();
        timed("the newest", 50, &mut || assert_eq!(page(Page::default()), 50));
        timed("the oldest", 50, &mut || assert_eq!(page(Page { behind: Some((50, 0)), ..Page::default() }), 50));
        timed("a search without an answer", 500, &mut || {
            assert_eq!(page(Page { containing: Some("nobody".into()), ..Page::default() }), 0)
        });
        timed("an append", 500, &mut || assert!(append(&store, "game 7", 1, 1).is_ok()));
    }
}

#[test]
fn a_database_of_another_program_or_a_newer_version_is_not_touched() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "these are my notes, and no store at all; they are long enough to look like a file")
        .expect("a file");
    assert!(matches!(Store::open(&path, Options::default()), Err(StoreFault::Damaged(Damage::File(_)))));
    assert!(std::fs::read_to_string(&path).is_ok_and(|text| text.starts_with("these are my notes")));
}
