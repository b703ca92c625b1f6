//! The guarantees of a store in a database for the processes that share it: a game has one owner, a
//! server whose lease has expired cannot write, and a commit whose answer was lost is neither lost
//! nor repeated.

use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dagaz_store::{
    Append, Appended, Claim, Event, Load, Membership, Options, PersonRow, RatingRow, Register, Store, StoreFault,
    Summary,
};
use dagaz_testkit::postgres::{Cluster, programs, shared};

const LEASE: Duration = Duration::from_secs(2);

fn member(address: &str, at: &str) -> Store {
    member_for(address, at, LEASE)
}

fn member_for(address: &str, at: &str, lease: Duration) -> Store {
    let membership = Membership { address: at.to_string(), lease };
    Store::open_database(address, Options { membership, ..Options::default() }).expect("it opens")
}

fn said(game: &str, number: u32) -> Append {
    let summary =
        Summary { text: game.to_string(), live: true, touched: 1, deadline: Some(7), words: game.to_string() };
    let records = vec![format!("{game} {number}").into_bytes()];
    Append { game: game.to_string(), after: number, records, summary, tags: None }
}

fn append(store: &Store, game: &str, number: u32) -> Result<Appended, StoreFault> {
    let (sender, receiver) = mpsc::channel();
    store.append(said(game, number), move |result| drop(sender.send(result)));
    receiver.recv().expect("every append is answered")
}

fn length(store: &Store, game: &str) -> usize {
    store.log(game).expect("it is read").map_or(0, |(_, log)| log.len())
}

/// The same, as soon as the database can be reached: it may be starting still.
fn length_when_reachable(store: &Store, game: &str, ending: Instant) -> usize {
    loop {
        match store.log(game) {
            Ok(log) => return log.map_or(0, |(_, log)| log.len()),
            Err(StoreFault::Unreachable(_)) if Instant::now() < ending => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(fault) => panic!("{fault}"),
        }
    }
}

/// An account of that id and name.
fn person(id: &str) -> PersonRow {
    let text = || id.to_string();
    PersonRow { id: text(), name: text(), folded: text(), secret: "s".to_string(), since: 1, barred: false }
}

/// Waits for something, as long as a few leases.
fn until(what: &str, ready: impl Fn() -> bool) -> Duration {
    let began = Instant::now();
    while !ready() {
        assert!(began.elapsed() < LEASE * 10, "{what} has not come");
        std::thread::sleep(Duration::from_millis(10));
    }
    began.elapsed()
}

#[test]
fn a_game_has_one_server_and_moves_when_that_server_leaves() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().expect("it is made");
    // No lease may expire meanwhile, on any machine: the member would join again.
    let member = |at: &str| member_for(&address, at, LEASE * 100);
    let (one, other) = (member("one:1"), member("other:2"));
    assert_eq!(one.claim("g"), Ok(Claim::Unknown));
    append(&one, "g", 0).expect("it is written");
    assert_eq!(one.claim("g"), Ok(Claim::Own));
    let Ok(Claim::Elsewhere(owner)) = other.claim("g") else { panic!("it has an owner") };
    assert_eq!((owner.epoch, owner.address.as_str()), (one.epoch(), "one:1"));
    assert_eq!(append(&other, "g", 1), Err(StoreFault::Elsewhere("one:1".to_string())));
    assert!(other.due(10).expect("it is read").is_empty() && one.due(10) == Ok(vec!["g".to_string()]));
    assert_eq!(append(&one, "g", 1), Ok(Appended { records: 2 }));
    assert_eq!((one.take_post("lobby"), one.take_post("lobby")), (Ok(Claim::Own), Ok(Claim::Own)));
    assert!(matches!(other.take_post("lobby"), Ok(Claim::Elsewhere(_))));
    assert_eq!(one.secret("token", "a"), Ok("a".to_string()));
    assert_eq!(other.secret("token", "b"), Ok("a".to_string()), "a secret is shared");
    // A new member at the address of an old one gets its games at once: the old one has died.
    let next = member("one:1");
    assert_eq!(append(&one, "g", 2), Err(StoreFault::Fenced));
    assert_eq!(next.claim("g"), Ok(Claim::Own));
    drop((one, next));
    assert_eq!(other.due(10), Ok(vec!["g".to_string()]));
    assert_eq!((other.claim("g"), other.take_post("lobby")), (Ok(Claim::Own), Ok(Claim::Own)));
    assert_eq!(append(&other, "g", 2), Ok(Appended { records: 3 }));
}

#[test]
fn an_expelled_server_cannot_write_and_rejoins_with_a_new_id() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().expect("it is made");
    let (one, other) = (member(&address, "one"), member(&address, "other"));
    let anew = Arc::new(Mutex::new(false));
    let told = anew.clone();
    one.listen(move |event| {
        if event == Event::Anew {
            *told.lock().expect("no test has failed") = true;
        }
    });
    append(&one, "g", 0).expect("it is written");
    append(&one, "g", 1).expect("it is written");
    let before = one.epoch();
    // What another member does whose turn to judge it is.
    cluster.run(&address, &format!("DELETE FROM dagaz.members WHERE epoch = {before}")).expect("it is done");
    let late = append(&one, "g", 2);
    assert!(late == Err(StoreFault::Fenced) || one.epoch() > before, "{late:?}");
    until("another number", || one.epoch() > before);
    until("word of it", || *anew.lock().expect("no test has failed"));
    if length(&one, "g") == 2 {
        assert_eq!(other.claim("g"), Ok(Claim::Own), "what it had is free");
        assert!(matches!(append(&one, "g", 2), Err(StoreFault::Elsewhere(_))));
        assert_eq!(append(&other, "g", 2), Ok(Appended { records: 3 }));
    }
    append(&one, "h", 0).expect("it goes on with others");
}

#[test]
fn an_unrenewed_lease_expires_and_active_members_keep_theirs() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().expect("it is made");
    let store = member(&address, "alive");
    let known = Arc::new(Mutex::new(Vec::new()));
    let told = known.clone();
    store.listen(move |event| {
        if let Event::Members(members) = event {
            *told.lock().expect("no test has failed") = members;
        }
    });
    store.set_load(Load { tables: 3, people: 2 });
    append(&store, "g", 0).expect("it is written");
    // A member that died in the middle of a game.
    let dead = "INSERT INTO dagaz.members (address, expires) VALUES ('dead', clock_timestamp() + interval '1 second') RETURNING epoch";
    let dead = cluster.run(&address, dead).expect("it is done");
    cluster.run(&address, &format!("UPDATE dagaz.games SET owner = {dead} WHERE name = 'g'")).expect("it is done");
    assert!(matches!(store.claim("g"), Ok(Claim::Elsewhere(_))));
    let took = until("the end of the lease", || store.claim("g") == Ok(Claim::Own));
    assert!(took < LEASE * 3, "{took:?}");
    let members = || known.lock().expect("no test has failed").clone();
    until("the list of members", || members().len() == 1 && members()[0].load.tables == 3);
    assert_eq!(members()[0].epoch, store.epoch());
}

#[test]
fn servers_share_events_and_account_changes() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().expect("it is made");
    let (one, other) = (member(&address, "one"), member(&address, "other"));
    let register = Register::open_database(&address).expect("it opens");
    let heard = [Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new()))];
    for (store, heard) in [&one, &other].into_iter().zip(&heard) {
        let heard = heard.clone();
        store.listen(move |event| heard.lock().expect("no test has failed").push(event));
    }
    let has = |at: usize, event: &Event| heard[at].lock().expect("no test has failed").contains(event);
    // A member announces its address with its first renewal.
    until("both", || {
        heard
            .iter()
            .all(|one| one.lock().expect("no test has failed").iter().any(|event| matches!(event, Event::Members(_))))
    });
    assert!(one.say("it's a word"));
    until("a word", || has(1, &Event::Said("it's a word".to_string())));
    assert!(!has(0, &Event::Said("it's a word".to_string())), "nobody hears himself");
    assert!(!one.say(&"x".repeat(9_000)), "what is too long is not said");
    let row = person("p1");
    assert_eq!(register.add_person(&row), Ok(true));
    heard[0].lock().expect("no test has failed").clear();
    assert_eq!(register.bar("p1", true), Ok(true));
    until("word of the bar", || has(0, &Event::People));
}

#[test]
fn concurrent_results_of_one_player_are_all_counted() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().expect("it is made");
    let registers: Vec<Register> = (0..4).map(|_| Register::open_database(&address).expect("it opens")).collect();
    for id in ["a", "b"] {
        assert_eq!(registers[0].add_person(&person(id)), Ok(true));
    }
    std::thread::scope(|scope| {
        for (number, register) in registers.iter().enumerate() {
            scope.spawn(move || {
                for round in 0..10 {
                    let rated = register.rate(&format!("g{number}-{round}"), ["a", "b"], "r:0", |before| {
                        let next = |person: &str, row: &Option<RatingRow>| RatingRow {
                            person: person.into(),
                            rules: "r:0".into(),
                            title: "R".into(),
                            rating: 1_500.0,
                            deviation: 100.0,
                            volatility: 0.06,
                            games: row.as_ref().map_or(0, |row| row.games) + 1,
                            at: 1,
                        };
                        (vec![next("a", &before[0]), next("b", &before[1])], "[]".to_string())
                    });
                    rated.expect("it is counted");
                }
            });
        }
    });
    let games = registers[0].ratings("a").expect("it is read")[0].games;
    assert_eq!(games, 40);
}

/// The database is killed again and again while two members append. Whatever was acknowledged is
/// there, at its place, and nothing is there twice.
#[test]
fn a_killed_database_loses_and_duplicates_nothing() {
    if programs().is_none() {
        shared();
        return;
    }
    let mut cluster = Cluster::start().expect("it starts");
    let address = cluster.database().expect("it is made");
    let stores = [member(&address, "one"), member(&address, "other")];
    let stop = std::sync::atomic::AtomicBool::new(false);
    let ending = Instant::now() + Duration::from_secs(60);
    let logs: Vec<(String, u32)> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .map(|number| {
                let (store, stop) = (&stores[number % 2], &stop);
                scope.spawn(move || {
                    let (game, mut next) = (format!("g{number}"), 0);
                    while !stop.load(std::sync::atomic::Ordering::SeqCst) && Instant::now() < ending {
                        match append(store, &game, next) {
                            Ok(appended) => {
                                assert_eq!(appended.records, next + 1);
                                next += 1;
                            }
                            // The lease was lost, or the database was away for too long: read it
                            // again.
                            Err(StoreFault::Fenced | StoreFault::Write(_)) => {
                                let there = length_when_reachable(store, &game, ending) as u32;
                                assert!(there == next || there == next + 1, "{there} records, {next} acknowledged");
                                next = there;
                            }
                            Err(fault) => panic!("{fault}"),
                        }
                    }
                    (game, next)
                })
            })
            .collect();
        for pause in [150, 40, 260] {
            std::thread::sleep(Duration::from_millis(pause));
            cluster.kill().expect("it is killed");
            cluster.start_again().expect("it starts");
        }
        std::thread::sleep(Duration::from_millis(300));
        stop.store(true, std::sync::atomic::Ordering::SeqCst);
        writers.into_iter().map(|writer| writer.join().expect("it has not failed")).collect()
    });
    for (game, acknowledged) in logs {
        let (_, log) = stores[0].log(&game).expect("it is read").expect("it is there");
        let wanted: Vec<Vec<u8>> = (0..acknowledged).map(|number| format!("{game} {number}").into_bytes()).collect();
        assert_eq!(log, wanted);
        assert!(acknowledged > 0, "{game} was never written");
    }
    assert!(stores.iter().all(Store::is_writing));
}

#[test]
fn a_copy_of_a_database_in_use_is_complete_and_usable() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().expect("it is made");
    let store = member(&address, "one");
    for number in 0..20 {
        append(&store, &format!("g{}", number % 2), number / 2).expect("it is written");
    }
    let register = Register::open_database(&address).expect("it opens");
    let row = person("p1");
    assert_eq!(register.add_person(&row), Ok(true));
    assert_eq!(store.secret("token", "t"), Ok("t".to_string()));
    let copy = cluster.copy(&address).expect("it is copied");
    append(&store, "g0", 10).expect("it is written");
    let (restored, people) = (member(&copy, "two"), Register::open_database(&copy).expect("it opens"));
    assert_eq!((length(&restored, "g0"), length(&restored, "g1"), length(&store, "g0")), (10, 10, 11));
    assert_eq!((people.person("p1"), restored.secret("token", "other")), (Ok(Some(row)), Ok("t".to_string())));
    // The owner of the games at the time of the copy is not there.
    until("the end of a lease of long ago", || restored.claim("g0") == Ok(Claim::Own));
    assert_eq!(append(&restored, "g0", 10), Ok(Appended { records: 11 }));
}

#[test]
fn database_start_failures_are_reported() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().expect("it is made");
    let open =
        |address: &str| Store::open_database(address, Options::default()).map(|_| ()).expect_err("it does not open");
    assert!(open(&cluster.address("nowhere")).to_string().contains("database \"nowhere\" does not exist"));
    assert!(matches!(open("postgres://dagaz@127.0.0.1:1/x"), StoreFault::Unreachable(_)));
    assert!(matches!(open("postgres://[what"), StoreFault::Open(_)));
    drop(member(&address, ""));
    cluster.run(&address, "UPDATE dagaz.facts SET value = 1000 WHERE name = 'format'").expect("it is done");
    assert_eq!(open(&address), StoreFault::Newer(1_000));
    let other = cluster.database().expect("it is made");
    cluster.run(&other, "CREATE SCHEMA dagaz; CREATE TABLE dagaz.notes (text TEXT)").expect("it is done");
    assert!(open(&other).to_string().contains("holds something else"));
}
