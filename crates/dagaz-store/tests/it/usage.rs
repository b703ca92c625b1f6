//! The space that games take, by tag, and the removal of games after a time: in files and in
//! databases.

use std::sync::mpsc;

use dagaz_store::{
    Append, Expired, Options, Removal, Store, StoreFault, Summary, Tagged, Usage, usage_in_database, usage_in_file,
};
use dagaz_testkit::postgres::shared;
use tempfile::TempDir;

/// Bytes that are counted for a game and for a record besides its contents.
const OVERHEAD: [u64; 2] = [1_024, 24];

enum Place {
    File(TempDir),
    Database(String),
}

impl Place {
    /// One of each kind; of files alone where there is no PostgreSQL.
    fn all() -> Vec<Place> {
        let database = shared().map(|cluster| Place::Database(cluster.database().expect("it is made")));
        [Place::File(TempDir::new().expect("a folder"))].into_iter().chain(database).collect()
    }

    fn open(&self) -> Store {
        match self {
            Place::File(folder) => Store::open(&folder.path().join("games.sqlite"), Options::default()),
            Place::Database(address) => Store::open_database(address, Options::default()),
        }
        .expect("it opens")
    }

    fn largest(&self, most: usize) -> Vec<Usage> {
        match self {
            Place::File(folder) => usage_in_file(&folder.path().join("games.sqlite"), "c:", most),
            Place::Database(address) => usage_in_database(address, "c:", most),
        }
        .expect("it is read")
    }
}

fn waited<T: Send + 'static>(
    send: impl FnOnce(Box<dyn FnOnce(Result<T, StoreFault>) + Send>),
) -> Result<T, StoreFault> {
    let (sender, receiver) = mpsc::channel();
    send(Box::new(move |result| drop(sender.send(result))));
    receiver.recv().expect("an answer")
}

/// Appends records of so many bytes; the game changed at this moment, and may have a deadline.
fn append(store: &Store, game: &str, after: u32, sizes: &[usize], when: (u64, Option<u64>)) -> Result<u32, StoreFault> {
    let (touched, deadline) = when;
    let summary = Summary { touched, deadline, ..Summary::default() };
    let records = sizes.iter().map(|&size| vec![b'x'; size]).collect();
    let tags = (after == 0).then(|| vec![format!("c:{}", &game[..1]), "guests".to_string()]);
    let append = Append { game: game.to_string(), after, records, summary, tags };
    waited(|done| store.append(append, done)).map(|appended| appended.records)
}

fn remove(store: &Store, game: &str, records: u32) -> Result<(), StoreFault> {
    waited(|done| store.remove(Removal { game: game.to_string(), records }, done))
}

fn taken(tag: &str, games: u64, records: u64, contents: u64, touched: u64) -> Usage {
    let bytes = contents + OVERHEAD[0] * games + OVERHEAD[1] * records;
    Usage { tag: tag.to_string(), games, records, bytes, touched }
}

#[test]
fn usage_counts_every_record_once_and_shrinks_with_a_removal() {
    for place in Place::all() {
        let store = place.open();
        append(&store, "a1", 0, &[100], (10, None)).expect("it is written");
        append(&store, "a1", 1, &[200, 300], (20, None)).expect("it is written");
        append(&store, "a2", 0, &[7], (15, None)).expect("it is written");
        append(&store, "b1", 0, &[5_000], (30, None)).expect("it is written");
        assert!(append(&store, "a1", 1, &[9_999], (99, None)).is_err(), "a refused append takes no space");
        assert_eq!(store.usage("c:a"), Ok(taken("c:a", 2, 4, 607, 20)));
        assert_eq!(store.usage("c:z").map(|usage| (usage.games, usage.bytes)), Ok((0, 0)));
        assert_eq!(place.largest(9), [taken("c:b", 1, 1, 5_000, 30), taken("c:a", 2, 4, 607, 20)]);
        assert_eq!(place.largest(1).len(), 1);
        assert_eq!(remove(&store, "a1", 3), Ok(()));
        assert_eq!(store.usage("c:a"), Ok(taken("c:a", 1, 1, 7, 15)));
    }
}

#[test]
fn a_removed_game_is_gone_and_a_grown_one_stays() {
    for place in Place::all() {
        let store = place.open();
        append(&store, "a1", 0, &[10, 20], (10, None)).expect("it is written");
        append(&store, "a2", 0, &[30], (10, None)).expect("it is written");
        // One record more or less than there are: the game has changed, and is left alone.
        for wrong in [1, 3] {
            assert_eq!(remove(&store, "a1", wrong), Err(StoreFault::Conflict { found: 2 }));
        }
        assert_eq!(remove(&store, "none", 1), Err(StoreFault::Conflict { found: 0 }));
        assert_eq!(remove(&store, "none", 0), Err(StoreFault::Conflict { found: 0 }));
        assert_eq!(remove(&store, "a1", 2), Ok(()));
        assert_eq!(store.log("a1"), Ok(None));
        let tagged = Tagged { tags: vec!["guests".to_string()], count: 9, ..Tagged::default() };
        let left: Vec<String> = store.tagged(&tagged).expect("a list").into_iter().map(|row| row.game).collect();
        assert_eq!(left, ["a2"]);
        // A table that still has the game in memory learns that it is gone.
        assert_eq!(append(&store, "a1", 2, &[1], (11, None)), Err(StoreFault::Conflict { found: 0 }));
        assert_eq!(append(&store, "a1", 0, &[1], (12, None)), Ok(1), "the name may begin again");
        assert_eq!(append(&store, "a2", 1, &[1], (12, None)), Ok(2));
        drop(store);
        let store = place.open();
        assert_eq!(store.log("a1").expect("it is whole").expect("it is there").1, [vec![b'x']]);
        assert_eq!(store.count(), Ok(2));
    }
}

/// Whatever of it shares a commit: a game that is removed and begins again has the records of its
/// second beginning, and those are acknowledged.
#[test]
fn a_game_is_removed_and_begins_again_in_one_commit() {
    for place in Place::all() {
        let store = place.open();
        append(&store, "a1", 0, &[1], (1, None)).expect("it is written");
        let (sender, receiver) = mpsc::channel();
        let begin = |after: u32, byte: u8| {
            let (game, sender) = ("a1".to_string(), sender.clone());
            let append = Append { game, after, records: vec![vec![byte]], summary: Summary::default(), tags: None };
            store.append(append, move |done| drop(sender.send(done.map(|appended| appended.records))));
        };
        let remove = || {
            let sender = sender.clone();
            let removal = Removal { game: "a1".to_string(), records: 1 };
            store.remove(removal, move |done| drop(sender.send(done.map(|()| 0))));
        };
        remove();
        begin(1, 7);
        begin(0, 8);
        begin(1, 9);
        remove();
        let answers: Vec<Result<u32, StoreFault>> = receiver.iter().take(5).collect();
        let conflict = |found: u32| Err(StoreFault::Conflict { found });
        assert_eq!(answers, [Ok(0), conflict(0), Ok(1), Ok(2), conflict(2)]);
        let (_, log) = store.log("a1").expect("it is whole").expect("it is there");
        assert_eq!(log, [vec![8], vec![9]]);
    }
}

#[test]
fn only_old_games_without_a_deadline_expire() {
    for place in Place::all() {
        let store = place.open();
        append(&store, "a1", 0, &[1], (100, None)).expect("it is written");
        append(&store, "b1", 0, &[1], (100, Some(500))).expect("it is written");
        append(&store, "c1", 0, &[1, 1], (99, None)).expect("it is written");
        append(&store, "d1", 0, &[1], (200, None)).expect("it is written");
        let expired = |before: u64, count: usize| -> Vec<(String, u32)> {
            let found = store.expired(&Expired { tag: "guests".to_string(), before, count }).expect("it is read");
            found.into_iter().map(|removal| (removal.game, removal.records)).collect()
        };
        assert_eq!(expired(100, 9), [("c1".to_string(), 2)]);
        assert_eq!(expired(101, 9), [("a1".to_string(), 1), ("c1".to_string(), 2)]);
        assert_eq!(expired(1_000, 1), [("a1".to_string(), 1)]);
        let other = Expired { tag: "c:z".to_string(), before: 1_000, count: 9 };
        assert_eq!(store.expired(&other), Ok(Vec::new()));
    }
}
