//! Tournaments: made, joined, played to the end, through restarts; and what must not be possible.

use std::collections::HashMap;
use std::time::Duration;

use crate::common::{Client, Running};
use dagaz_server::{Limits, PassRules};
use dagaz_store::{ActionRow, Register};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) fn generous() -> Limits {
    Limits { round_pause: Duration::ZERO, ..crate::meeting::generous() }
}

async fn start_with(limits: Limits) -> (TempDir, Running) {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start_public(folder.path(), limits, PassRules::default()).await;
    (folder, server)
}

pub(crate) fn plan(kind: Value, rated: bool, nonce: &str) -> Value {
    let clock = json!({ "kind": "fischer", "mainMs": 60_000, "addMs": 1_000 });
    let terms = json!({ "rules": "tic-tac-toe", "variant": 0, "rated": rated, "clock": clock });
    json!({ "title": "Friday", "terms": terms, "kind": kind, "nonce": nonce })
}

pub(crate) fn post(server: &Running, pass: &str, path: &str) -> (u16, Value) {
    let (status, body, _) = server.as_person(pass, "POST", path, Some(json!({})));
    (status, body)
}

pub(crate) fn look(server: &Running, pass: &str, id: &str) -> Value {
    let (status, view, _) = server.as_person(pass, "GET", &format!("/tournaments/{id}"), None);
    assert_eq!(status, 200, "{view}");
    view
}

pub(crate) fn make(server: &Running, pass: &str, plan: Value) -> String {
    let (status, view, _) = server.as_person(pass, "POST", "/tournaments", Some(plan));
    assert_eq!(status, 201, "{view}");
    view["about"]["tournament"].as_str().expect("an id").to_string()
}

/// Waits until a tournament is seen as it should be.
pub(crate) async fn until(server: &Running, pass: &str, id: &str, what: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..600 {
        let view = look(server, pass, id);
        if what(&view) {
            return view;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it never came: {}", look(server, pass, id));
}

pub(crate) fn open_games(view: &Value) -> Vec<Value> {
    let pairings = view["pairings"].as_array().expect("pairings");
    pairings.iter().filter(|pairing| pairing["result"].is_null()).cloned().collect()
}

/// A user with a socket.
pub(crate) struct Player {
    pub(crate) pass: String,
    pub(crate) id: String,
    pub(crate) socket: Client,
}

pub(crate) async fn player(server: &Running, name: &str) -> Player {
    let (pass, id) = server.new_user(name);
    let socket = server.socket_of(&pass).await.expect("it is let in");
    Player { pass, id, socket }
}

pub(crate) async fn resign(one: &mut Player, game: &str) {
    let done = one.socket.act(game, &format!("resign {game}"), json!({ "do": "resign" })).await;
    assert_eq!(done["tell"], "done", "{done}");
}

/// Plays what is open: of two the one whose name comes first in `order` wins.
pub(crate) async fn play_open(players: &mut [Player], view: &Value, order: &[String]) {
    for pairing in open_games(view) {
        let rank = |side: &str| order.iter().position(|id| pairing[side]["person"] == **id).expect("they take part");
        let loser = &order[rank("first").max(rank("second"))];
        let loser = players.iter_mut().find(|one| one.id == *loser).expect("they are here");
        resign(loser, pairing["game"].as_str().expect("a game")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_robin_is_played_to_its_end_and_counts() {
    let (_folder, server) = start_with(generous()).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cay"] {
        players.push(player(&server, name).await);
    }
    let order: Vec<String> = players.iter().map(|one| one.id.clone()).collect();
    let id = make(&server, &players[0].pass, plan(json!({ "kind": "roundRobin" }), true, "n"));
    let again = make(&server, &players[0].pass, plan(json!({ "kind": "roundRobin" }), true, "n"));
    assert_eq!(id, again, "the same request makes no second one");
    for one in &mut players {
        let watched = one.socket.ask(json!({ "ask": "tournament", "tournament": id, "on": true })).await;
        assert_eq!(watched["tell"], "ok");
        let (status, view) = post(&server, &one.pass, &format!("/tournaments/{id}/join"));
        assert_eq!((status, &view["about"]["joined"]), (200, &json!(true)), "{view}");
    }
    let stirred = players[0].socket.wait_for(|tell| tell["tell"] == "tournament" && tell["version"] == 3).await;
    assert_eq!(stirred["tournament"], json!(id));
    assert_eq!(look(&server, "", &id)["about"]["entrants"], 3, "everybody may look");
    let (status, view) = post(&server, &players[0].pass, &format!("/tournaments/{id}/start"));
    assert_eq!((status, &view["about"]["phase"]), (200, &json!("running")));
    for round in 1..=3 {
        let running = until(&server, "", &id, |view| view["round"] == round && open_games(view).len() == 1).await;
        let pairing = &open_games(&running)[0];
        assert!(running["bye"]["name"].is_string(), "three are an odd number");
        for side in ["first", "second"] {
            let one = players.iter_mut().find(|one| pairing[side]["person"] == *one.id).expect("they are here");
            let told = one.socket.wait_for(|tell| tell["tell"] == "tournamentGame").await;
            assert_eq!((&told["game"], &told["title"]), (&pairing["game"], &json!("Friday")));
            assert_eq!(look(&server, &one.pass, &id)["game"], pairing["game"]);
            let joined = one.socket.ask(json!({ "ask": "join", "game": pairing["game"] })).await;
            let mark = if side == "first" { "X" } else { "O" };
            assert_eq!((&joined["view"]["me"], &joined["view"]["tournament"]), (&json!([mark]), &json!(id)));
            // Others wait for the result, and it is the tournament that says who plays next.
            for kind in ["abort", "takeback", "pause", "rematch"] {
                let command = json!({ "do": "offer", "kind": kind });
                let refused = one.socket.act(told["game"].as_str().expect("an id"), kind, command).await;
                assert_eq!(refused["reason"], "notHere", "{kind}: {refused}");
            }
        }
        play_open(&mut players, &running, &order).await;
    }
    let over = until(&server, "", &id, |view| view["about"]["phase"] == "ended").await;
    let standing = |place: usize| {
        let one = &over["standings"][place];
        (one["person"]["name"].clone(), one["points"].clone(), one["place"].clone())
    };
    assert_eq!(standing(0), (json!("Ann"), json!(2.0), json!(1)));
    assert_eq!(standing(1), (json!("Bob"), json!(1.0), json!(2)));
    assert_eq!(standing(2), (json!("Cay"), json!(0.0), json!(3)));
    assert_eq!(over["about"]["winners"][0]["name"], "Ann");
    assert_eq!(over["tieBreaks"], json!(["directEncounter", "sonnebornBerger", "wins"]));
    let (_, profile, _) = server.as_person("", "GET", "/people/Ann", None);
    assert_eq!(profile["ratings"][0]["games"], 2, "its games are rated like others");
    let (_, open, _) = server.as_person("", "GET", "/tournaments", None);
    let (_, past, _) = server.as_person("", "GET", "/tournaments?past=true", None);
    assert_eq!((&open["tournaments"], &past["tournaments"][0]["title"]), (&json!([]), &json!("Friday")));
    let (_, first, _) = server.as_person("", "GET", &format!("/tournaments/{id}?round=1"), None);
    assert_eq!((&first["shown"], &first["pairings"][0]["number"]), (&json!(1), &json!(0)));
    let (_, export, _) = server.as_person(&players[1].pass, "GET", "/me/export", None);
    assert_eq!(export["tournaments"], json!([id]));
    server.stop().await;
}

/// Stopped between two results; as if killed between the end of games and their being noted; and as
/// if killed between the pairing of a round and the beginning of its games.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_continues_after_a_restart() {
    let (folder, server) = start_with(generous()).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cay", "Dan"] {
        players.push(player(&server, name).await);
    }
    let order: Vec<String> = players.iter().map(|one| one.id.clone()).collect();
    let id = make(&server, &players[0].pass, plan(json!({ "kind": "swiss", "rounds": 3 }), false, "n"));
    for one in &players {
        assert_eq!(post(&server, &one.pass, &format!("/tournaments/{id}/join")).0, 200);
    }
    assert_eq!(post(&server, &players[0].pass, &format!("/tournaments/{id}/start")).0, 200);
    let first = until(&server, "", &id, |view| open_games(view).len() == 2).await;
    let mut one_left = first.clone();
    one_left["pairings"].as_array_mut().expect("pairings").truncate(1);
    play_open(&mut players, &one_left, &order).await;
    server.stop().await;

    let path = folder.path().join("people.sqlite");
    let server = Running::start_public(folder.path(), generous(), PassRules::default()).await;
    for one in &mut players {
        one.socket = server.socket_of(&one.pass).await.expect("it is let in");
    }
    let going_on = until(&server, "", &id, |view| open_games(view).len() == 1).await;
    assert!(!going_on["pairings"][0]["result"].is_null(), "what ended just before the end is noted");
    assert_eq!(open_games(&going_on)[0]["game"], first["pairings"][1]["game"]);
    play_open(&mut players, &going_on, &order).await;
    let second = until(&server, "", &id, |view| view["round"] == 2 && open_games(view).len() == 2).await;

    // The register as it was before two games ended: killed between their ends and their being
    // noted.
    let before = folder.path().join("before.sqlite");
    Register::open(&path).expect("it opens").backup(&before).expect("it is copied");
    play_open(&mut players, &second, &order).await;
    server.stop().await;
    for one in ["people.sqlite-wal", "people.sqlite-shm"] {
        let _ = std::fs::remove_file(folder.path().join(one));
    }
    std::fs::rename(&before, &path).expect("it is put back");
    let server = Running::start_public(folder.path(), generous(), PassRules::default()).await;
    for one in &mut players {
        one.socket = server.socket_of(&one.pass).await.expect("it is let in");
    }
    let third = until(&server, "", &id, |view| view["round"] == 3 && open_games(view).len() == 2).await;
    server.stop().await;

    // A copy of the register without the third round, and with another one: paired, and the server
    // killed before it began.
    let register = Register::open(&path).expect("it opens");
    let (row, actions) = register.tournament(&id).expect("it is read").expect("it is there");
    let paired =
        actions.iter().position(|row| row.action.contains("paired") && row.at == actions[actions.len() - 1].at);
    assert_eq!(paired, Some(actions.len() - 1), "the last deed is the pairing of the third round");
    let other = dagaz_store::TournamentRow { id: "crashed".to_string(), ..row };
    register.add_tournament(&other, 99, 99).expect("it is kept");
    for (number, action) in actions.iter().enumerate() {
        let action = ActionRow { at: action.at, action: action.action.clone() };
        assert_eq!(register.append_action(number as u32, &action, &other, None), Ok(true));
    }
    drop(register);
    let server = Running::start_public(folder.path(), generous(), PassRules::default()).await;
    for one in &mut players {
        one.socket = server.socket_of(&one.pass).await.expect("it is let in");
    }
    play_open(&mut players, &third, &order).await;
    let over = until(&server, "", &id, |view| view["about"]["phase"] == "ended").await;
    assert_eq!(
        (&over["standings"][0]["person"]["name"], &over["standings"][0]["points"]),
        (&json!("Ann"), &json!(3.0))
    );
    // Of the copy only the third round has no results, and none of its games was ever begun but
    // now.
    let crashed = look(&server, "", "crashed");
    assert_eq!(open_games(&crashed).len(), 2);
    let game = open_games(&crashed)[0]["game"].as_str().expect("an id").to_string();
    assert!(!third.to_string().contains(&game));
    let (mut begun, mut tries) = (false, 0);
    while !begun && tries < 200 {
        begun = server.as_person("", "GET", &format!("/games/{game}/view"), None).0 == 200;
        tries += 1;
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert!(begun, "it was begun after the restart");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn absent_players_forfeit_and_arenas_pair_present_ones() {
    let (_folder, server) = start_with(Limits { first_move: Duration::from_millis(300), ..generous() }).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cay"] {
        players.push(player(&server, name).await);
    }
    let absent = make(&server, &players[0].pass, plan(json!({ "kind": "swiss", "rounds": 2 }), true, "a"));
    for one in &players[..2] {
        assert_eq!(post(&server, &one.pass, &format!("/tournaments/{absent}/join")).0, 200);
    }
    assert_eq!(post(&server, &players[0].pass, &format!("/tournaments/{absent}/start")).0, 200);
    let over = until(&server, "", &absent, |view| view["about"]["phase"] == "ended").await;
    assert_eq!(over["pairings"][0]["result"], "secondByForfeit", "{over}");
    assert_eq!((&over["standings"][0]["points"], &over["standings"][1]["left"]), (&json!(1.0), &json!(true)));
    let (_, profile, _) = server.as_person("", "GET", "/people/Ann", None);
    assert_eq!(profile["ratings"], json!([]), "what was not played is not rated");
    server.stop().await;

    let (folder, server) = start_with(generous()).await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cay"] {
        players.push(player(&server, name).await);
    }
    let away = server.new_user("Dan");
    let order: Vec<String> = players.iter().map(|one| one.id.clone()).collect();
    let id = make(&server, &players[0].pass, plan(json!({ "kind": "arena", "minutes": 1 }), true, "b"));
    for pass in players.iter().map(|one| &one.pass).chain([&away.0]) {
        assert_eq!(post(&server, pass, &format!("/tournaments/{id}/join")).0, 200);
    }
    assert_eq!(post(&server, &players[0].pass, &format!("/tournaments/{id}/start")).0, 200);
    let mut last = 0;
    for _ in 0..4 {
        let view =
            until(&server, "", &id, |view| open_games(view).iter().any(|one| one["number"].as_u64() >= Some(last)))
                .await;
        last = open_games(&view)[0]["number"].as_u64().expect("a number") + 1;
        assert!(!json!(open_games(&view)).to_string().contains(&away.1), "Dan takes part, but is not here");
        play_open(&mut players, &view, &order).await;
    }
    let settled = |view: &Value| view["pairings"].as_array().expect("pairings").len() - open_games(view).len();
    let view = until(&server, &players[0].pass, &id, |view| settled(view) >= 4).await;
    // After two wins in a row a win counts double.
    let mut counted: HashMap<String, (f64, u32)> = HashMap::new();
    for pairing in view["pairings"].as_array().expect("pairings").iter().rev().filter(|one| !one["result"].is_null()) {
        for side in ["first", "second"] {
            let (points, running) = counted.entry(pairing[side]["person"].to_string()).or_default();
            let won = pairing["result"] == side;
            *points += if won { if *running >= 2 { 4.0 } else { 2.0 } } else { 0.0 };
            *running = if won { *running + 1 } else { 0 };
        }
    }
    for standing in view["standings"].as_array().expect("standings") {
        let expected = counted.get(&standing["person"]["person"].to_string()).map_or(0.0, |counted| counted.0);
        assert_eq!(standing["points"], json!(expected), "{view}");
    }
    assert_eq!((&view["rounds"], &view["tieBreaks"]), (&Value::Null, &json!(["wins"])));
    assert!(view["about"]["end"].as_u64() > view["now"].as_u64(), "it goes on for a minute");
    // The operator cancels it, from another process.
    let register = Register::open(&folder.path().join("people.sqlite")).expect("it opens");
    let open = dagaz_server::open_tournaments(&register).expect("they are read");
    assert_eq!((open.len(), open[0].id.as_str(), open[0].entrants), (1, id.as_str(), 4));
    assert_eq!(dagaz_server::call_off(&register, "nothing", 1), Ok(false));
    let now = view["now"].as_u64().expect("a moment");
    assert_eq!(dagaz_server::call_off(&register, &id, now), Ok(true));
    assert_eq!(dagaz_server::call_off(&register, &id, now), Ok(false), "it is over");
    until(&server, "", &id, |view| view["about"]["phase"] == "cancelled").await;
    assert_eq!(post(&server, &players[0].pass, &format!("/tournaments/{id}/leave")).1["reason"], "ended");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forbidden_actions_are_refused() {
    let limits = Limits { person_tournaments: 2, tournaments: 4, entrants: 3, ..generous() };
    let (_folder, server) = start_with(limits).await;
    let ((ann, _), (bob, _), (guest, _)) = (server.new_user("Ann"), server.new_user("Bob"), server.new_user(""));
    let swiss = |rounds: i64| json!({ "kind": "swiss", "rounds": rounds });
    let with = |field: &str, value: Value| {
        let mut plan = plan(swiss(3), false, "x");
        plan[field] = value;
        plan
    };
    let terms = |field: &str, value: Value| {
        let mut terms = plan(swiss(3), false, "x")["terms"].clone();
        terms[field] = value;
        with("terms", terms)
    };
    let mail = json!({ "kind": "correspondence", "moveMs": 86_400_000 });
    let mut by_mail = terms("clock", mail);
    by_mail["kind"] = json!({ "kind": "arena", "minutes": 10 });
    for (wrong, status, reason) in [
        (with("title", json!("")), 400, "malformed"),
        (with("title", json!("\u{202E}\u{1B}")), 400, "malformed"),
        (with("title", json!("x".repeat(61))), 400, "malformed"),
        (with("kind", swiss(0)), 400, "malformed"),
        (with("kind", swiss(21)), 400, "malformed"),
        (with("kind", swiss(-1)), 422, "malformed"),
        (with("kind", json!({ "kind": "arena", "minutes": 0 })), 400, "malformed"),
        (with("kind", json!({ "kind": "arena", "minutes": 4_294_967_295u32 })), 400, "malformed"),
        (with("kind", json!({ "kind": "knockout" })), 422, "malformed"),
        (with("start", json!(1)), 400, "malformed"),
        (with("start", json!(u64::MAX)), 400, "malformed"),
        (with("nonce", json!("")), 400, "malformed"),
        (terms("clock", Value::Null), 400, "malformed"),
        (terms("clock", json!({ "kind": "fischer", "mainMs": 0, "addMs": 0 })), 400, "malformed"),
        (by_mail, 400, "malformed"),
        (terms("rules", json!("nothing")), 404, "unknown"),
        (terms("rules", json!("../../etc/passwd")), 404, "unknown"),
    ] {
        let (found, body, _) = server.as_person(&ann, "POST", "/tournaments", Some(wrong.clone()));
        assert_eq!((found, &body["reason"]), (status, &json!(reason)), "{wrong}: {body}");
    }
    for pass in ["", &guest] {
        let (status, body, _) = server.as_person(pass, "POST", "/tournaments", Some(plan(swiss(3), false, "n")));
        assert_eq!((status, &body["reason"]), (403, &json!("forbidden")));
    }
    let hostile = "<img src=x onerror=alert(1)>\u{1B}[2J\u{202E}";
    let mut titled = plan(swiss(3), true, "n");
    titled["title"] = json!(hostile);
    let id = make(&server, &ann, titled);
    assert_eq!(look(&server, "", &id)["about"]["title"], "<img src=x onerror=alert(1)>[2J", "text, and shown as text");

    // Joining.
    let join = |pass: &str| post(&server, pass, &format!("/tournaments/{id}/join"));
    assert_eq!(join("").1["reason"], "forbidden");
    assert_eq!(join(&guest).1["reason"], "forbidden", "it is rated");
    assert_eq!(join(&ann).0, 200);
    let (status, twice) = join(&ann);
    assert_eq!((status, &twice["reason"]), (409, &json!("taken")));
    assert_eq!(post(&server, &bob, &format!("/tournaments/{id}/leave")).1["reason"], "nothing");
    assert_eq!(post(&server, &ann, &format!("/tournaments/{id}/start")).1["reason"], "waiting", "one is not enough");
    assert_eq!(join(&bob).0, 200);
    // Starting and calling off is its maker's.
    for (path, pass) in [("start", &bob), ("start", &guest), ("cancel", &bob)] {
        assert_eq!(post(&server, pass, &format!("/tournaments/{id}/{path}")).1["reason"], "forbidden");
    }
    assert_eq!(post(&server, "", &format!("/tournaments/{id}/start")).0, 403);
    let (cay, _) = server.new_user("Cay");
    let (dan, _) = server.new_user("Dan");
    assert_eq!(join(&cay).0, 200);
    assert_eq!(join(&dan).1["reason"], "taken", "three are all that there is room for");
    for path in ["nothing", "..%2F..%2Fpeople", &"x".repeat(500)] {
        assert_eq!(server.as_person(&ann, "GET", &format!("/tournaments/{path}"), None).0, 404);
    }
    assert_eq!(server.as_person("", "GET", "/tournaments?past=true&after=x", None).0, 400);
    assert_eq!(server.as_person("", "GET", &format!("/tournaments/{id}?round=4294967295"), None).0, 200);

    // The limits for each user and for the server: thousands of requests create no more.
    make(&server, &ann, plan(swiss(1), false, "second"));
    let (mut enough, mut full) = (0, 0);
    for number in 0..200 {
        let pass = [&ann, &bob, &cay, &dan][number % 4];
        let (_, body, _) =
            server.as_person(pass, "POST", "/tournaments", Some(plan(swiss(1), false, &format!("n{number}"))));
        match body["reason"].as_str() {
            Some("tooMany") => enough += 1,
            Some("busy") => full += 1,
            _ => {}
        }
    }
    let (_, open, _) = server.as_person("", "GET", "/tournaments", None);
    assert_eq!((open["tournaments"].as_array().map(Vec::len), enough + full), (Some(4), 198));
    assert!(enough >= 50 && full > 0);
    // A user who deletes their account leaves the tournament; a cancelled one is over.
    let deleted = server.as_person(&cay, "POST", "/me/delete", Some(json!({ "password": "password of Cay" })));
    assert_eq!((deleted.0, &look(&server, "", &id)["about"]["entrants"]), (200, &json!(2)));
    assert_eq!(post(&server, &ann, &format!("/tournaments/{id}/cancel")).1["about"]["phase"], "cancelled");
    assert_eq!(join(&dan).1["reason"], "ended");
    server.stop().await;

    // The only player on a server gets no opponent.
    let folder = TempDir::new().expect("a folder");
    let server = Running::start(folder.path(), std::sync::Arc::default()).await;
    assert_eq!(server.json("GET", "/tournaments", None).1["reason"], "notHere");
    server.stop().await;
}
