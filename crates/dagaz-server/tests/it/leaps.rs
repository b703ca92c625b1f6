//! The clock of the machine leaps, forward and back, by hours, while the server runs and while it
//! does not.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};

use dagaz_server::{Clock, PassRules};
use dagaz_store::{Options, Page, Store};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Client, Running};
use crate::tournaments::{look, make, plan, post, until};

/// Milliseconds of an hour.
const HOUR: i64 = 3_600_000;

/// Main time of the games here, in milliseconds.
const MAIN: u64 = 120_000;

/// Passes are renewed at once, so that the old one is soon one of those that may come back only a
/// little while.
const RULES: PassRules = PassRules { life: 90 * 24 * HOUR as u64, renewal: 50, grace: 600_000 };

/// The clock of a machine, and who sets it.
#[derive(Clone, Default)]
pub(crate) struct Machine(Arc<AtomicI64>);

impl Machine {
    /// Sets it so many milliseconds off.
    pub(crate) fn leap(&self, off: i64) {
        self.0.store(off, Ordering::SeqCst);
    }

    pub(crate) fn clock(&self) -> Clock {
        let off = self.0.clone();
        Clock::by(move || {
            let off = off.load(Ordering::SeqCst);
            let by = Duration::from_millis(off.unsigned_abs());
            if off < 0 { SystemTime::now() - by } else { SystemTime::now() + by }
        })
    }
}

async fn view(client: &mut Client, game: &str) -> Value {
    client.ask(json!({ "ask": "look", "game": game })).await["view"].clone()
}

/// The game continues, and no player has lost or gained time.
async fn goes_on(client: &mut Client, game: &str, when: &str) {
    let view = view(client, game).await;
    assert_eq!(view["status"]["state"], "playing", "{when}: {view}");
    for clock in view["clocks"].as_array().expect("clocks") {
        let left = clock["ms"].as_u64().expect("a time");
        assert!((MAIN / 2..=MAIN).contains(&left), "{when}: {clock}");
    }
}

async fn play(client: &mut Client, game: &str, index: u32) {
    let view = view(client, game).await;
    let command = json!({ "do": "play", "node": view["node"], "move": index });
    let done = client.act(game, &format!("n{}", view["node"]), command).await;
    assert_eq!(done["tell"], "done", "{done}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn system_clock_jumps_cost_no_player_time() {
    let (folder, machine) = (TempDir::new().expect("a folder"), Machine::default());
    let server = Running::start_by(folder.path(), RULES, machine.clock()).await;
    let ((ann, _), (bob, _), (eve, _)) = (server.new_user("Ann"), server.new_user(""), server.new_user(""));
    let clock = json!({ "kind": "fischer", "mainMs": MAIN, "addMs": 0 });
    let seats = json!([{ "player": "X", "by": "me" }, { "player": "O", "by": "anyone" }]);
    let new = json!({ "rules": "tic-tac-toe", "nonce": "n", "seats": seats, "clock": clock });
    let (status, begun, _) = server.as_person(&ann, "POST", "/games", Some(new));
    assert_eq!(status, 201, "{begun}");
    let game = begun["game"].as_str().expect("an id").to_string();
    let (mut a, mut b) = (server.socket_of(&ann).await.expect("in"), server.socket_of(&bob).await.expect("in"));
    let mut e = server.socket_of(&eve).await.expect("in");
    let sit = b.act(&game, "sit", json!({ "do": "sit", "player": "O" })).await;
    assert_eq!(sit["tell"], "done", "{sit}");
    // Clocks run from the second move on.
    for (client, index) in [(&mut a, 0), (&mut b, 0)] {
        play(client, &game, index).await;
    }
    // By now the pass is replaced, at the latest here: the old one still counts a while for
    // requests that are on their way.
    tokio::time::sleep(Duration::from_millis(60)).await;
    assert_eq!(server.as_person(&ann, "GET", "/me", None).0, 200);

    for hours in [5, -5, -10, -15, 24 * 365, 0] {
        machine.leap(hours * HOUR);
        let when = format!("{hours} hours off");
        // Longer than the server takes to look after clocks and passes.
        tokio::time::sleep(Duration::from_millis(700)).await;
        goes_on(&mut a, &game, &when).await;
        assert_eq!(server.as_person(&ann, "GET", "/me", None).0, 200, "{when}: nobody has stolen the pass");
        // The allowance of a socket is no larger, and comes back as ever: 50 a second.
        for number in 0..60 {
            assert_eq!(e.ask(json!({ "ask": "ping" })).await["tell"], "ok", "{when}: {number}");
        }
    }
    play(&mut a, &game, 0).await;
    server.stop().await;

    // And while the server is not there: a machine that begins with a wrong clock.
    machine.leap(-5 * HOUR);
    let server = Running::start_by(folder.path(), RULES, machine.clock()).await;
    let mut b = server.socket_of(&bob).await.expect("the pass of a guest counts days");
    goes_on(&mut b, &game, "begun five hours back").await;
    play(&mut b, &game, 0).await;
    server.stop().await;

    let store = Store::open(&folder.path().join("games.sqlite"), Options::default()).expect("it opens");
    assert_eq!(store.list(&Page { count: 10, ..Page::default() }).expect("a list").len(), 1);
    let (_, log) = store.log(&game).expect("it can be read").expect("it is there");
    let moments: Vec<i64> = log
        .iter()
        .map(|record| serde_json::from_slice::<Value>(record).expect("JSON")["at"].as_i64().expect("a moment"))
        .collect();
    assert!(moments.is_sorted(), "{moments:?}");
    assert!(moments[moments.len() - 1] - moments[0] < HOUR, "no leap has come into the log: {moments:?}");
}

/// What people have agreed on by the calendar goes by it, and what has begun lasts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clock_changes_do_not_disturb_a_started_tournament() {
    let (folder, machine) = (TempDir::new().expect("a folder"), Machine::default());
    let server = Running::start_by(folder.path(), PassRules::default(), machine.clock()).await;
    let (ann, bob) = (server.new_user("Ann"), server.new_user("Bob"));
    let now = std::time::UNIX_EPOCH.elapsed().expect("after 1970").as_millis() as i64;
    let mut wanted = plan(json!({ "kind": "arena", "minutes": 60 }), false, "n");
    wanted["start"] = json!(now + HOUR);
    let id = make(&server, &ann.0, wanted);
    let sockets = (server.socket_of(&ann.0).await.expect("in"), server.socket_of(&bob.0).await.expect("in"));
    for (pass, _) in [&ann, &bob] {
        assert_eq!(post(&server, pass, &format!("/tournaments/{id}/join")).0, 200);
    }
    // The clock was an hour fast, and is corrected.
    assert_eq!(look(&server, "", &id)["about"]["phase"], "coming");
    machine.leap(HOUR + 1_000);
    until(&server, "", &id, |view| view["about"]["phase"] == "running").await;
    for hours in [-5, 5] {
        machine.leap(hours * HOUR);
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert_eq!(look(&server, "", &id)["about"]["phase"], "running", "{hours} hours");
    }
    drop(sockets);
    server.stop().await;
}
