//! Files and databases of former formats open, and hold what they held. What they were is written
//! down in `formats/`, by the statements of the programs of then; their checks were computed by
//! another program.

use std::sync::mpsc;

use dagaz_store::{
    Append, Appended, GuestRow, Options, Page, PersonRow, Register, RulesRow, Store, StoreFault, Summary, Tagged,
    Visible,
};
use dagaz_testkit::postgres::shared;

const FILE_1: &str = include_str!("../formats/games-1.sql");
const DATABASE_1: &str = include_str!("../formats/database-1.sql");
const TOURNAMENTS_1: &str = include_str!("../formats/database-1-tournaments.sql");

fn tagged(store: &Store, tag: &str) -> Vec<String> {
    let wanted = Tagged { tags: vec![tag.to_string()], count: 10, ..Tagged::default() };
    store.tagged(&wanted).expect("it is read").into_iter().map(|row| row.game).collect()
}

/// Checks the contents of each of them, and continues a game.
fn holds_what_it_held(store: &Store) {
    let (row, log) = store.log("first").expect("it is whole").expect("it is there");
    assert_eq!(log, [b"one".to_vec(), b"two".to_vec(), b"three".to_vec()]);
    assert_eq!((row.summary.live, row.summary.touched, row.summary.deadline), (true, 1_000, Some(5_000)));
    assert_eq!(row.summary.text, r#"{"title":"First"}"#);
    assert_eq!(store.log("second").expect("it is whole").expect("it is there").1, [b"alone".to_vec()]);
    assert_eq!(store.kept("h", |bytes| bytes == b"rules"), Ok(Some(b"rules".to_vec())));
    assert_eq!(store.due(10_000), Ok(vec!["first".to_string()]));
    let page = Page { count: 10, containing: Some("hex".to_string()), ..Page::default() };
    let found: Vec<String> = store.list(&page).expect("it is read").into_iter().map(|row| row.game).collect();
    assert_eq!(found, ["second"]);
    let (sender, receiver) = mpsc::channel();
    let (game, records) = ("first".to_string(), vec![b"four".to_vec()]);
    let tags = Some(vec!["p:ann".to_string()]);
    store.append(Append { game, after: 3, records, summary: Summary::default(), tags }, move |done| {
        sender.send(done).expect("somebody waits");
    });
    assert_eq!(receiver.recv().expect("an answer"), Ok(Appended { records: 4 }));
    assert_eq!(store.log("first").expect("it is whole").expect("it is there").1.len(), 4);
    assert_eq!(tagged(store, "p:ann"), ["first"]);
    // Sizes of records of before are counted, and those of new ones.
    let usage = store.usage("p:ann").expect("it is read");
    assert_eq!((usage.games, usage.records, usage.bytes), (1, 4, 1_024 + 4 * 24 + "onetwothreefour".len() as u64));
}

#[test]
fn a_file_of_the_first_format_is_migrated_without_loss() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let old = rusqlite::Connection::open(&path).expect("it is made");
    old.execute_batch(FILE_1).expect("it is written");
    drop(old);
    holds_what_it_held(&Store::open(&path, Options::default()).expect("it is moved"));
    // It has been moved: nothing is done again, and an older program would leave it alone.
    let again = Store::open(&path, Options::default()).expect("it opens");
    assert_eq!(again.log("first").expect("it is whole").expect("it is there").1.len(), 4);
    let moved = rusqlite::Connection::open(&path).expect("it opens");
    let version: i64 = moved.pragma_query_value(None, "user_version", |row| row.get(0)).expect("it is read");
    assert!(version > 1);
}

#[test]
fn a_database_of_the_first_format_is_migrated_without_loss() {
    let Some(cluster) = shared() else { return };
    for tournaments in [TOURNAMENTS_1, ""] {
        let address = cluster.database().expect("it is made");
        cluster.run(&address, &format!("{DATABASE_1}{tournaments}")).expect("it is written");
        // Several that start at once move it once.
        let stores: Vec<Store> = std::thread::scope(|scope| {
            let open = || Store::open_database(&address, Options::default()).expect("it is moved");
            let opening: Vec<_> = (0..3).map(|_| scope.spawn(open)).collect();
            opening.into_iter().map(|one| one.join().expect("it has not failed")).collect()
        });
        assert_eq!(tagged(&stores[0], "r:chess"), ["first"]);
        holds_what_it_held(&stores[0]);
        assert_eq!(stores[1].secret("token", "another"), Ok("t".to_string()));
        let register = Register::open_database(&address).expect("it opens");
        let text = |text: &str| text.to_string();
        let ann = PersonRow {
            id: text("p1"),
            name: text("Ann"),
            folded: text("ann"),
            secret: text("s"),
            since: 5,
            barred: false,
        };
        assert_eq!(register.person("p1"), Ok(Some(ann)));
        let open: Vec<(String, u32)> = if tournaments.is_empty() { Vec::new() } else { vec![("t1".to_string(), 0)] };
        assert_eq!(register.open_tournaments(), Ok(open));
        let entry = text("{}");
        let rules = RulesRow { hash: text("h"), person: text("p1"), at: 1, visible: Visible::Public, entry };
        assert_eq!(register.hand_in_rules(&rules, 5), Ok(true));
        assert_eq!(register.public_rules(5), Ok(vec![rules]));
        let guest = GuestRow { guest: text("g1"), at: 1, barred: true };
        assert_eq!(register.end_guest(&guest), Ok(()));
        assert_eq!(register.ended_guests(), Ok(vec![guest.clone()]));
        // So is one of the second format, which knew nothing of guests.
        let second = "DROP TABLE dagaz.guests; DROP TABLE dagaz.second_factors; ALTER TABLE dagaz.games DROP COLUMN bytes; UPDATE dagaz.facts SET value = 2 WHERE name = 'format'";
        cluster.run(&address, second).expect("it is done");
        let register = Register::open_database(&address).expect("it is moved");
        assert_eq!(register.end_guest(&guest), Ok(()));
        assert_eq!(register.begin_second_factor("p1", "s"), Ok(true));
        // It has been moved: a program that knows no more than the first format would leave it
        // alone.
        let format = cluster.run(&address, "SELECT value FROM dagaz.facts WHERE name = 'format'").expect("it is told");
        assert!(format.parse::<i64>().is_ok_and(|format| format > 2), "{format}");
        cluster.run(&address, "UPDATE dagaz.facts SET value = 0 WHERE name = 'format'").expect("it is done");
        let open = Store::open_database(&address, Options::default()).map(drop);
        assert!(matches!(open, Err(StoreFault::Damaged(_))), "a format that has never existed: {open:?}");
    }
}
