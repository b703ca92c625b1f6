//! Tournaments in the register, with files and with databases: the number of an action is assigned
//! once, for any caller.

use dagaz_store::{ActionRow, Entered, Register, TournamentRow};
use tempfile::TempDir;

/// Where a register is kept: in a file, or in a database of its own.
pub(crate) enum Place {
    File(TempDir),
    Database(String),
}

impl Place {
    pub(crate) fn open(&self) -> Register {
        match self {
            Place::File(folder) => Register::open(&folder.path().join("people.sqlite")).expect("it opens"),
            Place::Database(address) => Register::open_database(address).expect("it opens"),
        }
    }
}

/// One of each kind; of files alone where there is no PostgreSQL.
pub(crate) fn places() -> impl Iterator<Item = Place> {
    let database = dagaz_testkit::postgres::shared().map(|cluster| cluster.database().expect("it is made"));
    [Place::File(TempDir::new().expect("a folder"))].into_iter().chain(database.map(Place::Database))
}

fn row(id: &str, maker: &str) -> TournamentRow {
    let (made, touched) = (5, 5);
    let text = |what: &str| format!("{what} of {id}");
    TournamentRow {
        id: id.to_string(),
        maker: maker.to_string(),
        made,
        touched,
        over: false,
        about: text("about"),
        summary: text("summary"),
    }
}

#[test]
fn an_action_number_is_unique_and_survives_reopening() {
    for place in places() {
        let register = place.open();
        assert_eq!(register.add_tournament(&row("a", "ann"), 2, 9), Ok(Entered::Done));
        assert_eq!(register.add_tournament(&row("a", "ann"), 2, 9), Ok(Entered::There));
        let action = |number: u64| ActionRow { at: number, action: format!("deed {number}") };
        let after =
            |number: u64| TournamentRow { touched: number, summary: format!("after {number}"), ..row("a", "ann") };
        assert_eq!(register.append_action(0, &action(1), &after(1), Some("bob")), Ok(true));
        assert_eq!(
            register.append_action(0, &action(9), &after(9), Some("eve")),
            Ok(false),
            "another one was appended first"
        );
        assert_eq!(register.append_action(2, &action(9), &after(9), Some("eve")), Ok(false), "one is missing");
        assert_eq!(
            register.append_action(1, &action(2), &after(2), Some("bob")),
            Ok(true),
            "who comes again is there once"
        );
        drop(register);
        let register = place.open();
        assert_eq!(register.open_tournaments(), Ok(vec![("a".to_string(), 2)]));
        assert_eq!(register.tournament("a"), Ok(Some((after(2), vec![action(1), action(2)]))));
        assert_eq!(register.tournament("b"), Ok(None));
        assert_eq!(register.tournaments_of("bob"), Ok(vec!["a".to_string()]));
        assert_eq!(register.tournaments_of("eve"), Ok(Vec::new()));
        register.remove_person("bob").expect("it is removed");
        assert_eq!(register.tournaments_of("bob"), Ok(Vec::new()));
    }
}

#[test]
fn concurrent_tournaments_are_limited_and_finished_ones_listed() {
    for place in places() {
        let register = place.open();
        let add = |id: &str, maker: &str| register.add_tournament(&row(id, maker), 2, 3);
        assert_eq!(
            (add("a", "ann"), add("b", "ann"), add("c", "ann")),
            (Ok(Entered::Done), Ok(Entered::Done), Ok(Entered::Enough))
        );
        assert_eq!((add("c", "bob"), add("d", "eve")), (Ok(Entered::Done), Ok(Entered::Full)));
        for (number, id) in ["a", "b", "c"].into_iter().enumerate() {
            let over = TournamentRow { over: true, touched: 10 + number as u64 / 2, ..row(id, "ann") };
            let action = ActionRow { at: 1, action: String::new() };
            assert_eq!(register.append_action(0, &action, &over, None), Ok(true));
        }
        assert_eq!(
            (add("c", "ann"), add("d", "ann")),
            (Ok(Entered::There), Ok(Entered::Done)),
            "what is over leaves room"
        );
        assert_eq!(register.open_tournaments(), Ok(vec![("d".to_string(), 0)]));
        let past = |behind| -> Vec<String> {
            let rows = register.past_tournaments(behind, 2).expect("they are read");
            rows.into_iter().map(|row| row.id).collect()
        };
        assert_eq!(past(None), ["c", "b"]);
        assert_eq!(past(Some((10, "b"))), ["a"]);
    }
}

#[test]
fn concurrent_appends_have_one_winner() {
    const AT_ONCE: usize = 6;
    for place in places() {
        place.open().add_tournament(&row("a", "ann"), 9, 9).expect("it is kept");
        let (first, room) = std::thread::scope(|scope| {
            let at_once: Vec<_> = (0..AT_ONCE)
                .map(|number| {
                    let register = place.open();
                    scope.spawn(move || {
                        let mut first = 0;
                        for after in 0..20 {
                            let action = ActionRow { at: 1, action: format!("{number}") };
                            first += usize::from(
                                register.append_action(after, &action, &row("a", "ann"), None).expect("it is told"),
                            );
                            while register.tournament("a").expect("it is read").expect("it is there").1.len()
                                <= after as usize
                            {}
                        }
                        let entered =
                            register.add_tournament(&row(&format!("of {number}"), &format!("{number}")), 9, 2);
                        (first, entered.expect("it is told"))
                    })
                })
                .collect();
            let told: Vec<(usize, Entered)> =
                at_once.into_iter().map(|one| one.join().expect("it has not failed")).collect();
            let room = told.iter().filter(|(_, entered)| *entered == Entered::Done).count();
            (told.iter().map(|(first, _)| first).sum::<usize>(), room)
        });
        assert_eq!((first, room), (20, 1));
        assert_eq!(place.open().tournament("a").expect("it is read").expect("it is there").1.len(), 20);
    }
}
