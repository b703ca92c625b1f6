//! Full, slow and broken disks. Acknowledged writes are there afterwards, and failures are
//! reported.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use dagaz_store::{Append, Appended, Options, Store, StoreFault, Summary, Weather};
use tempfile::TempDir;

fn record(number: u32) -> Vec<u8> {
    format!("{number}: {}", "a record that takes its place on the disk ".repeat(20)).into_bytes()
}

fn said(game: &str, number: u32) -> Append {
    let summary = Summary { text: game.to_string(), live: true, touched: 1, deadline: None, words: game.to_string() };
    Append { game: game.to_string(), after: number, records: vec![record(number)], summary, tags: None }
}

fn append(store: &Store, game: &str, number: u32) -> Result<Appended, StoreFault> {
    let (sender, receiver) = mpsc::channel();
    store.append(said(game, number), move |result| drop(sender.send(result)));
    receiver.recv().expect("every append is answered")
}

/// A file system of its own, with little room. None where this user may not mount.
struct Small(TempDir);

impl Small {
    fn mount() -> Option<Small> {
        let folder = TempDir::new().expect("a folder");
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=2m", "dagaz-small"]).arg(folder.path()).output();
        mount.is_ok_and(|done| done.status.success()).then_some(Small(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

/// Appends until the disk is full; gives how many are acknowledged then.
fn fill(store: &Store, from: u32) -> u32 {
    for number in from..10_000 {
        match append(store, "g", number) {
            Ok(appended) => assert_eq!(appended.records, number + 1),
            Err(fault) => {
                assert!(matches!(fault, StoreFault::Write(_)), "{fault}");
                return number;
            }
        }
    }
    panic!("the disk is never full");
}

#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let Some(small) = Small::mount() else {
        // The same happens to `Weather` in `stores.rs`, wherever this user may not mount a small
        // disk.
        dagaz_testkit::skipped("a full disk; this user may not mount a small one");
        return;
    };
    let file = small.path().join("games.sqlite");
    let store = Store::open(&file, Options::default()).expect("it opens");
    let in_the_way = small.path().join("in-the-way");
    std::fs::write(&in_the_way, vec![0; 500_000]).expect("it can be written");
    // Twice: the first time space is freed, and it continues by itself.
    let first = fill(&store, 0);
    assert!(!store.is_writing(), "a server that cannot write says so");
    std::fs::remove_file(&in_the_way).expect("there is room again");
    let waiting = Instant::now();
    while !store.is_writing() {
        assert!(waiting.elapsed() < Duration::from_secs(20), "nothing is written though there is room");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(store.log("g").expect("it is read").expect("it is there").1.len(), first as usize);
    let written = fill(&store, first);
    assert!(first > 50 && written > first, "{first}, {written}");
    assert!(!store.is_writing(), "a server that cannot write says so");
    assert!(append(&store, "other", 0).is_err(), "nothing is written behind what failed");
    assert_eq!(store.log("g").expect("it can still be read").expect("it is there").1.len(), written as usize);
    drop(store);
    // After space is freed, all writes continue.
    let roomy = TempDir::new().expect("a folder");
    for name in ["games.sqlite", "games.sqlite-wal", "games.sqlite-commits"] {
        if small.path().join(name).exists() {
            std::fs::copy(small.path().join(name), roomy.path().join(name)).expect("it is copied");
        }
    }
    let store = Store::open(&roomy.path().join("games.sqlite"), Options::default()).expect("it opens");
    let log = store.log("g").expect("it is read").expect("it is there").1;
    assert_eq!(log, (0..written).map(record).collect::<Vec<_>>());
    assert_eq!(append(&store, "g", written), Ok(Appended { records: written + 1 }));
}

/// A commit that takes long is shared by all that comes meanwhile; what is more than may wait is
/// refused at once.
#[test]
fn a_slow_disk_makes_larger_commits_and_a_bounded_queue() {
    let folder = TempDir::new().expect("a folder");
    let weather = Weather(Arc::new(|_| {
        std::thread::sleep(Duration::from_millis(60));
        Ok(())
    }));
    let options = Options { weather: Some(weather), queue: 100, ..Options::default() };
    let store = Store::open(&folder.path().join("games.sqlite"), options).expect("it opens");
    let (sender, receiver) = mpsc::channel();
    let began = Instant::now();
    for game in 0..400 {
        let sender = sender.clone();
        store.append(said(&format!("g{game}"), 0), move |result| drop(sender.send(result)));
    }
    assert!(began.elapsed() < Duration::from_secs(5), "nobody who asks is kept waiting");
    let (mut written, mut refused) = (0, 0);
    for _ in 0..400 {
        match receiver.recv().expect("every append is answered") {
            Ok(_) => written += 1,
            Err(StoreFault::Busy) => refused += 1,
            Err(fault) => panic!("{fault}"),
        }
    }
    assert!(written >= 100 && refused > 0, "{written} written, {refused} refused");
    let (commits, _) = store.commits();
    assert!(commits <= 6, "{commits} commits");
    assert_eq!(store.count(), Ok(written));
}

/// Says that so many calls that wait for the disk go well and no later one does, as a disk that
/// dies does it.
const DYING: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int calls;
static int dead(void) {
    const char *most = getenv("DAGAZ_SYNCS");
    return most && atomic_fetch_add(&calls, 1) >= atoi(most);
}
int fsync(int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    return dead() ? (errno = EIO, -1) : real(fd);
}
int fdatasync(int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    return dead() ? (errno = EIO, -1) : real(fd);
}
"#;

/// Where the process under the dying disk says how far it came.
fn reached(file: &Path) -> PathBuf {
    file.with_extension("acknowledged")
}

/// The process under the failing disk: it appends until a write fails, and reports how many
/// succeeded.
#[test]
fn appends_until_the_disk_fails() {
    // Alone it has no disk that dies.
    let Some(file) = std::env::var_os("DAGAZ_DYING") else { return };
    // It may die before there is anything to append to.
    let Ok(store) = Store::open(Path::new(&file), Options::default()) else { return };
    let from = store.log("g").expect("it is read").map_or(0, |log| log.1.len() as u32);
    let acknowledged = (from..from + 1_000).find(|number| append(&store, "g", *number).is_err());
    let acknowledged = acknowledged.expect("the disk dies");
    assert!(!store.is_writing(), "a server that cannot write says so");
    let again = append(&store, "g", acknowledged);
    assert!(matches!(again, Err(StoreFault::Write(_))), "nothing is written behind what failed: {again:?}");
    if acknowledged > from + 20 {
        // However often it is tried meanwhile.
        std::thread::sleep(Duration::from_millis(2_500));
        assert!(append(&store, "g", acknowledged).is_err() && !store.is_writing(), "a disk that is dead stays so");
    }
    std::fs::write(reached(Path::new(&file)), acknowledged.to_string()).expect("it can be written");
}

#[cfg(target_os = "linux")]
#[test]
fn a_failing_fsync_loses_no_acknowledged_write() {
    let folder = TempDir::new().expect("a folder");
    let (source, library) = (folder.path().join("dying.c"), folder.path().join("dying.so"));
    std::fs::write(&source, DYING).expect("it can be written");
    let made = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).status();
    if !made.is_ok_and(|status| status.success()) {
        // `Weather` in `stores.rs` says the same one layer above, wherever there is no compiler.
        dagaz_testkit::skipped("a disk that fails in a call; there is no C compiler `cc`");
        return;
    }
    let file = folder.path().join("games.sqlite");
    let mut written = 0;
    // Each time the disk dies at another call: while the file is made, in a commit, at the end.
    for syncs in [0, 1, 2, 3, 5, 8, 13, 40] {
        let done = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "disks::appends_until_the_disk_fails", "--nocapture"])
            .env("LD_PRELOAD", &library)
            .env("DAGAZ_SYNCS", syncs.to_string())
            .env("DAGAZ_DYING", &file)
            .output()
            .expect("it runs");
        let told = [done.stdout, done.stderr].concat();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&told));
        let acknowledged = std::fs::read_to_string(reached(&file)).map_or(0, |text| text.parse().expect("a number"));
        written = written.max(acknowledged);
        // What was acknowledged is there and is what was said; of the one that failed nothing was
        // said.
        let store = Store::open(&file, Options::default()).expect("it opens");
        let log = store.log("g").expect("it is read").map_or_else(Vec::new, |log| log.1);
        assert!((written..=written + 1).contains(&(log.len() as u32)), "{} of {written}", log.len());
        assert_eq!(log, (0..log.len() as u32).map(record).collect::<Vec<_>>());
        written = log.len() as u32;
    }
    assert!(written > 20, "{written}");
}
