//! A public server from outside: coming in, passes and what is done with stolen ones, other
//! people's seats, floods.

use std::time::{Duration, Instant};

use crate::common::{ORIGIN, Running};
use dagaz_server::{Limits, Measure, PassRules};
use serde_json::{Value, json};
use tempfile::TempDir;

const RULES: PassRules = PassRules { life: 90 * 24 * 3_600_000, renewal: 24 * 3_600_000, grace: 120_000 };

async fn start() -> (TempDir, Running) {
    start_with(Limits { address_accounts: Measure { burst: 100, per_minute: 1 }, ..Limits::default() }, RULES).await
}

async fn start_with(limits: Limits, passes: PassRules) -> (TempDir, Running) {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start_public(folder.path(), limits, passes).await;
    (folder, server)
}

fn two_seats(rules: &str, nonce: &str) -> Value {
    let (one, other) = if rules == "tic-tac-toe" { ("X", "O") } else { ("White", "Black") };
    json!({ "rules": rules, "nonce": nonce, "seats": [{ "player": one, "by": "me" }, { "player": other, "by": "anyone" }] })
}

fn begin(server: &Running, pass: &str, request: Value) -> String {
    let (status, begun, _) = server.as_person(pass, "POST", "/games", Some(request));
    assert_eq!(status, 201, "{begun}");
    begun["game"].as_str().expect("an id").to_string()
}

fn play(view: &Value, index: u32) -> Value {
    json!({ "do": "play", "node": view["node"], "move": index })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_enter_as_guests_or_with_a_password() {
    let (_folder, server) = start().await;
    let (status, _, _) = server.as_person("", "GET", "/me", None);
    assert_eq!(status, 403, "nobody has come in yet");
    let (guest, id) = server.new_user("");
    let (_, me, _) = server.as_person(&guest, "GET", "/me", None);
    assert_eq!((&me["person"], &me["guest"]), (&json!(id), &json!(true)));
    let (ann, ann_id) = server.new_user("Ann");
    let (_, me, _) = server.as_person(&ann, "GET", "/me", None);
    assert_eq!((&me["name"], &me["person"], &me["guest"]), (&json!("Ann"), &json!(ann_id), &Value::Null));
    let again = |name: &str, password: &str| {
        server.as_person("", "POST", "/login", Some(json!({ "name": name, "password": password })))
    };
    let (status, me, pass) = again("ANN", "password of Ann");
    assert_eq!((status, &me["person"]), (200, &json!(ann_id)), "capitals do not matter");
    assert_ne!(pass.expect("a pass"), ann, "each login has a pass of its own");
    let (status, wrong, _) = again("Ann", "password of Bob");
    let (status_too, nobody, _) = again("Nobody", "password of Bob");
    assert_eq!((status, &wrong), (status_too, &nobody), "names cannot be tried out");
    assert_eq!(status, 403);
    for (name, password, expected) in [
        ("ann", "password of Ann", 409),
        ("<script>", "password", 400),
        ("admin", "password", 400),
        ("Bob", "short", 400),
        ("bobbobbob", "BobBobBob", 400),
    ] {
        let body = json!({ "name": name, "password": password });
        assert_eq!(server.as_person("", "POST", "/accounts", Some(body)).0, expected, "{name}");
    }
    server.stop().await;
}

/// The stored data does not allow a login.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passes_and_passwords_are_kept_as_hashes() {
    let (folder, server) = start().await;
    let (pass, _) = server.new_user("Ann");
    server.stop().await;
    for file in ["people.sqlite", "people.sqlite-wal", "games.sqlite"] {
        let Ok(bytes) = std::fs::read(folder.path().join(file)) else { continue };
        let has = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        assert!(!has(&pass) && !has(&pass[1..]) && !has("password of Ann"), "{file}");
        assert!(file != "people.sqlite" || has("Ann") || folder.path().join("people.sqlite-wal").exists());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revoked_token_closes_its_sockets_and_is_refused() {
    let (folder, server) = start().await;
    let (first, id) = server.new_user("Ann");
    let log_in = json!({ "name": "Ann", "password": "password of Ann" });
    let (_, _, second) = server.as_person("", "POST", "/login", Some(log_in.clone()));
    let second = second.expect("a pass");
    let mut socket = server.socket_of(&first).await.expect("it is good");
    let mut other = server.socket_of(&second).await.expect("it is good");
    assert_eq!(server.as_person(&second, "POST", "/logout-elsewhere", Some(json!({}))).0, 200);
    let began = Instant::now();
    assert_eq!(socket.hear().await, Err(4001));
    assert!(began.elapsed() < Duration::from_secs(1));
    assert_eq!(server.as_person(&first, "GET", "/me", None).0, 403);
    assert_eq!(other.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    // Another password ends all other passes, and needs the present one.
    let (_, _, third) = server.as_person("", "POST", "/login", Some(log_in.clone()));
    let third = third.expect("a pass");
    let change = |password: &str| json!({ "password": password, "new": "another password" });
    assert_eq!(server.as_person(&third, "POST", "/me/password", Some(change("wrong password"))).0, 403);
    assert_eq!(server.as_person(&third, "POST", "/me/password", Some(change("password of Ann"))).0, 200);
    assert_eq!(other.hear().await, Err(4001));
    assert_eq!(server.as_person("", "POST", "/login", Some(log_in)).0, 403);
    // Those who run the server do it from another process.
    let mut socket = server.socket_of(&third).await.expect("it is good");
    assert_eq!(socket.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    tokio::time::sleep(Duration::from_millis(700)).await;
    let register = dagaz_store::Register::open(&folder.path().join("people.sqlite")).expect("it opens");
    assert!(register.bar(&id, true).expect("it is written"));
    let began = Instant::now();
    assert_eq!(socket.hear().await, Err(4001));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    let again = json!({ "name": "Ann", "password": "another password" });
    assert_eq!(server.as_person("", "POST", "/login", Some(again)).0, 403);
    server.stop().await;
}

/// Those who run the server bar guests from another process: their pass is good no more, and brings
/// no other one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_banned_guest_is_disconnected_and_refused() {
    let (folder, server) = start().await;
    let ((guest, id), (other, _)) = (server.new_user(""), server.new_user(""));
    let mut socket = server.socket_of(&guest).await.expect("it is good");
    let mut others = server.socket_of(&other).await.expect("it is good");
    assert_eq!(socket.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    let register = dagaz_store::Register::open(&folder.path().join("people.sqlite")).expect("it opens");
    let end = |barred: bool| {
        let row = dagaz_store::GuestRow { guest: id.clone(), at: 1, barred };
        register.end_guest(&row).expect("it is written");
    };
    end(true);
    assert_eq!(socket.hear().await, Err(4001));
    let refused = |server: &Running| {
        assert_eq!(server.as_person(&guest, "GET", "/me", None).0, 403);
        assert_eq!(server.as_person(&guest, "POST", "/games", Some(two_seats("tic-tac-toe", "n"))).0, 403);
        assert_eq!(server.as_person(&guest, "POST", "/guests", Some(json!({}))).0, 403, "not as another guest");
        let account = json!({ "name": "Bart", "password": "a long password" });
        assert_eq!(server.as_person(&guest, "POST", "/accounts", Some(account)).0, 403, "nor by a name");
    };
    refused(&server);
    assert!(server.socket_of(&guest).await.is_none());
    assert_eq!(others.ask(json!({ "ask": "ping" })).await["tell"], "ok", "nobody else has noticed anything");
    server.stop().await;
    let server = Running::start_public(folder.path(), Limits::default(), RULES).await;
    refused(&server);
    assert_eq!(server.as_person(&other, "GET", "/me", None).0, 200);
    // A pass that has only ended brings another guest's.
    end(false);
    let began = Instant::now();
    let anew = loop {
        let (status, anew, _) = server.as_person(&guest, "POST", "/guests", Some(json!({})));
        if status == 200 {
            break anew;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "it is noticed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_ne!(anew["person"], json!(id));
    assert!(register.let_guest_in(&id).expect("it is written"));
    let began = Instant::now();
    while server.as_person(&guest, "GET", "/me", None).1["person"] != json!(id) {
        assert!(began.elapsed() < Duration::from_secs(10), "it is noticed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    server.stop().await;
}

/// A token is rotated while in use. A later use of the old one shows a theft: all devices have to
/// log in again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stolen_refresh_token_revokes_its_family() {
    let rules = PassRules { life: 1_000_000, renewal: 50, grace: 100 };
    let (_folder, server) = start_with(Limits::default(), rules).await;
    let (stolen, _) = server.new_user("Ann");
    tokio::time::sleep(Duration::from_millis(60)).await;
    let (status, _, renewed) = server.as_person(&stolen, "GET", "/me", None);
    let renewed = renewed.expect("it was old enough");
    assert_eq!(status, 200);
    assert_eq!(server.as_person(&stolen, "GET", "/me", None).0, 200, "requests that were under way still count");
    let mut socket = server.socket_of(&renewed).await.expect("it is good");
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(server.as_person(&stolen, "GET", "/me", None).0, 403, "it comes back");
    assert_eq!(server.as_person(&renewed, "GET", "/me", None).0, 403, "nobody knows which of the two is Ann");
    assert_eq!(socket.hear().await, Err(4001));
    server.stop().await;
    // And a pass ends by itself.
    let (_folder, server) = start_with(Limits::default(), PassRules { life: 80, ..rules }).await;
    let (pass, _) = server.new_user("Ann");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(server.as_person(&pass, "GET", "/me", None).0, 403);
    assert!(server.socket_of(&pass).await.is_none());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_another_origin_cannot_use_the_cookie() {
    let (_folder, server) = start().await;
    let (pass, _) = server.new_user("Ann");
    let cookie = format!("__Host-dagaz={pass}");
    let body = two_seats("tic-tac-toe", "n").to_string();
    let post = |headers: &[(&str, &str)]| {
        let mut all = vec![("Cookie", cookie.as_str()), ("Content-Type", "application/json")];
        all.extend(headers);
        server.request("POST", "/api/v1/games", &all, &body).0
    };
    assert_eq!(post(&[("Origin", ORIGIN)]), 201);
    assert_eq!(post(&[("Origin", "https://evil.example")]), 403);
    assert_eq!(post(&[("Origin", "null")]), 403);
    assert_eq!(post(&[]), 403, "a browser names the origin of whatever changes something");
    assert_eq!(post(&[("Sec-Fetch-Site", "cross-site")]), 403);
    let form = [("Cookie", cookie.as_str()), ("Origin", ORIGIN), ("Content-Type", "text/plain")];
    assert_eq!(server.request("POST", "/api/v1/games", &form, &body).0, 415, "a form cannot send JSON");
    let upgrade = |headers: &[(&str, &str)]| {
        let mut all = vec![("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"), ("Cookie", cookie.as_str())];
        all.push(("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="));
        all.extend(headers);
        server.request("GET", "/api/v1/socket", &all, "").0
    };
    assert_eq!(upgrade(&[("Origin", "https://evil.example")]), 403);
    assert!(upgrade(&[]) >= 400);
    // The token of the operator is not accepted here.
    assert_eq!(server.request("GET", &format!("/open?token={}", server.token), &[], "").0, 403);
    assert_eq!(server.as_person(&server.token, "GET", "/me", None).0, 403);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_holder_of_a_seat_plays_it() {
    let (folder, server) = start().await;
    let ((ann, ann_id), (bob, _), (eve, _)) = (server.new_user("Ann"), server.new_user("Bob"), server.new_user(""));
    let game = begin(&server, &ann, two_seats("tic-tac-toe", "n"));
    let (mut a, mut b, mut e) = (
        server.socket_of(&ann).await.expect("in"),
        server.socket_of(&bob).await.expect("in"),
        server.socket_of(&eve).await.expect("in"),
    );
    let join = json!({ "ask": "join", "game": game });
    let seen = a.ask(join.clone()).await;
    assert_eq!(seen["view"]["status"]["state"], "waiting");
    assert_eq!(b.ask(join.clone()).await["view"]["me"], json!([]));
    assert_eq!(b.act(&game, "sit", json!({ "do": "sit", "player": "O" })).await["tell"], "done");
    assert_eq!(e.act(&game, "sit", json!({ "do": "sit", "player": "O" })).await["reason"], "taken");
    let watched = e.ask(join.clone()).await;
    assert_eq!((&watched["view"]["moves"], &watched["view"]["me"]), (&json!([]), &json!([])));
    let names: Vec<&Value> =
        watched["view"]["seats"].as_array().expect("seats").iter().map(|seat| &seat["name"]).collect();
    assert_eq!(names, [&json!("Ann"), &json!("Bob")]);
    assert_eq!(watched["view"]["seats"][0]["person"], json!(ann_id));
    let view = a.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
    for (who, expected) in [(&mut e, "forbidden"), (&mut b, "notYourTurn")] {
        assert_eq!(who.act(&game, "steal", play(&view, 0)).await["reason"], expected);
        let resign = who.act(&game, "resign", json!({ "do": "resign", "player": "X" })).await;
        assert_eq!(resign["reason"], "forbidden", "{resign}");
    }
    assert_eq!(e.act(&game, "talk", json!({ "do": "say", "text": "take the middle" })).await["reason"], "forbidden");
    assert_eq!(e.ask(json!({ "ask": "hint", "game": game, "node": 0 })).await["reason"], "forbidden");
    // Ann's nonce is hers: that Eve or Bob sends it again gives away nothing.
    assert_eq!(a.act(&game, "one", play(&view, 4)).await["tell"], "done");
    assert_eq!(e.act(&game, "one", play(&view, 4)).await["reason"], "forbidden");
    // The loser of a race gets the position as it is.
    let stale = b.act(&game, "late", play(&view, 0)).await;
    assert_eq!((&stale["reason"], &stale["view"]["node"]), (&json!("stale"), &json!(1)), "{stale}");
    let update = b.wait_for(|tell| tell["tell"] == "update" && tell["view"]["node"] == 1).await;
    assert_eq!(b.act(&game, "two", play(&update["view"], 0)).await["tell"], "done");
    // Guessed ids find nothing.
    for guess in ["", "a", "23456789abcdefgh", &"x".repeat(1_000), "../people", "%2e%2e"] {
        assert_eq!(e.ask(json!({ "ask": "join", "game": guess })).await["reason"], "unknown", "{guess}");
    }
    // After a restart both continue their game.
    server.stop().await;
    let limits = Limits { address_accounts: Measure { burst: 100, per_minute: 1 }, ..Limits::default() };
    let server = Running::start_public(folder.path(), limits, RULES).await;
    let mut a = server.socket_of(&ann).await.expect("the pass is still good");
    let seen = a.ask(join).await;
    assert_eq!((&seen["view"]["node"], &seen["view"]["me"]), (&json!(2), &json!(["X"])));
    assert_eq!(a.act(&game, "one", play(&view, 4)).await["node"], 1, "what was done is answered and not done again");
    server.stop().await;
}

/// No analysis of a running game between people can be made, as long as it lasts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_human_game_cannot_be_copied() {
    let (_folder, server) = start().await;
    let ((ann, _), (bob, _), (eve, _)) = (server.new_user("Ann"), server.new_user("Bob"), server.new_user(""));
    let game = begin(&server, &ann, two_seats("tic-tac-toe", "n"));
    let mut number = 0;
    let mut from = |pass: &str, game: &str, study: bool| {
        number += 1;
        let from = json!({ "game": game, "node": 0 });
        let body = json!({ "rules": "tic-tac-toe", "nonce": format!("s{number}"), "study": study, "from": from });
        server.as_person(pass, "POST", "/games", Some(body)).0
    };
    assert_eq!(from(&ann, &game, true), 403, "somebody is waited for");
    let (mut a, mut b) = (server.socket_of(&ann).await.expect("in"), server.socket_of(&bob).await.expect("in"));
    assert_eq!(b.act(&game, "sit", json!({ "do": "sit", "player": "O" })).await["tell"], "done");
    let view = a.ask(json!({ "ask": "look", "game": game })).await["view"].clone();
    assert_eq!(a.act(&game, "one", play(&view, 0)).await["tell"], "done");
    // A spectator may be one of the players with another token, and bots of related games help as
    // well.
    for pass in [&ann, &bob, &eve] {
        assert_eq!((from(pass, &game, true), from(pass, &game, false)), (403, 403));
    }
    assert_eq!(b.act(&game, "end", json!({ "do": "resign" })).await["tell"], "done");
    for pass in [&ann, &bob, &eve] {
        assert_eq!(from(pass, &game, true), 201, "it has ended");
    }
    // A user in a game without other people may analyse at any time.
    let bot = json!([{ "player": "X", "by": "me" }, { "player": "O", "by": { "bot": { "bot": "random" } } }]);
    let alone = begin(&server, &ann, json!({ "rules": "tic-tac-toe", "nonce": "alone", "seats": bot }));
    assert_eq!(from(&ann, &alone, true), 201);
    let study = begin(&server, &ann, json!({ "rules": "tic-tac-toe", "nonce": "study", "study": true }));
    assert_eq!(from(&bob, &study, true), 201);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn password_guessing_is_throttled_at_the_attacker() {
    let limits = Limits {
        address_logins: Measure { burst: 3, per_minute: 1 },
        address_accounts: Measure { burst: 2, per_minute: 1 },
        address_guests: Measure { burst: 4, per_minute: 1 },
        address_sockets: 3,
        person_games: Measure { burst: 2, per_minute: 1 },
        ..Limits::default()
    };
    let (_folder, server) = start_with(limits, RULES).await;
    let (ann, _) = server.new_user("Ann");
    let mut playing = server.socket_of(&ann).await.expect("in");
    let mut answers = Vec::new();
    for attempt in 0..8 {
        let body = json!({ "name": "Ann", "password": format!("password {attempt}") });
        answers.push(server.as_person("", "POST", "/login", Some(body)).0);
    }
    assert_eq!(answers, [403, 403, 403, 429, 429, 429, 429, 429]);
    let body = json!({ "name": "Ann", "password": "password of Ann" });
    assert_eq!(server.as_person("", "POST", "/login", Some(body)).0, 429, "even the right one waits now");
    let enrol = |name: &str| {
        let body = json!({ "name": name, "password": "password of it" });
        server.as_person("", "POST", "/accounts", Some(body)).0
    };
    assert_eq!([enrol("Bob"), enrol("Cay")], [200, 429]);
    let (guest, _) = server.new_user("");
    for number in 0..3 {
        let (status, _, _) =
            server.as_person(&guest, "POST", "/games", Some(two_seats("tic-tac-toe", &format!("n{number}"))));
        assert_eq!(status, if number < 2 { 201 } else { 429 });
    }
    let mut sockets = Vec::new();
    for _ in 0..5 {
        sockets.extend(server.socket_of(&guest).await);
    }
    assert_eq!(sockets.len(), 2, "three of one address, of which Ann has one");
    drop(sockets);
    // The players are not affected.
    assert_eq!(playing.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    let figures = |token: &str| server.request("GET", "/metrics", &[("Authorization", &format!("Bearer {token}"))], "");
    assert_eq!(figures(&server.token).0, 401, "the server's own token is given to nobody");
    let metrics = figures(crate::common::METRICS).2;
    assert!(metrics.contains("dagaz_logins_failed 3"), "{metrics}");
    assert_eq!(server.request("GET", "/metrics", &[], "").0, 401);
    server.stop().await;
}

/// A client that guesses the password of an account locks it only for unknown devices.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn known_clients_are_not_locked_out_by_others() {
    let limits = Limits {
        address_logins: Measure { burst: 100, per_minute: 1 },
        name_logins: Measure { burst: 2, per_minute: 1 },
        device_logins: Measure { burst: 3, per_minute: 1 },
        ..Limits::default()
    };
    let (_folder, server) = start_with(limits, RULES).await;
    // A request of a browser: the status, and both cookies of the answer.
    let send = |path: &str, cookies: &str, body: &Value| {
        let headers = [("Origin", ORIGIN), ("Content-Type", "application/json"), ("Cookie", cookies)];
        let (status, head, _) = server.request("POST", &format!("/api/v1{path}"), &headers, &body.to_string());
        let given = |name: &str| {
            let rest = head.split(&format!("set-cookie: __host-dagaz{name}=")).nth(1)?;
            rest.split(';').next().map(str::to_string)
        };
        (status, given(""), given("-device"))
    };
    let with = |device: &str| format!("__Host-dagaz-device={device}");
    let right = |name: &str| json!({ "name": name, "password": format!("password of {name}") });
    let wrong = json!({ "name": "Ann", "password": "another password" });
    let [(ann_pass, ann), (_, bob)] = ["Ann", "Bob"].map(|name| {
        let (status, pass, device) = send("/accounts", "", &right(name));
        assert_eq!(status, 200);
        (pass.expect("a pass"), device.expect("a cookie"))
    });
    let tried: Vec<u16> = (0..4).map(|_| send("/login", "", &wrong).0).collect();
    assert_eq!(tried, [403, 403, 429, 429]);
    assert_eq!(send("/login", "", &right("Ann")).0, 429, "where she has never been");
    assert_eq!(send("/login", &with(&bob), &right("Ann")).0, 429, "where somebody else has been");
    assert_eq!(send("/login", &with(&format!("{}0", &bob[..63])), &right("Ann")).0, 429);
    let (status, _, device) = send("/login", &with(&ann), &right("Ann"));
    assert_eq!((status, device), (200, Some(ann.clone())), "and the browser stays the same one");
    // A cookie that was stolen has a few tries as well, and no more.
    let tried: Vec<u16> = (0..4).map(|_| send("/login", &with(&ann), &wrong).0).collect();
    assert_eq!(tried, [403, 403, 429, 429]);
    assert_eq!(send("/login", &with(&bob), &right("Bob")).0, 200);
    // Another password needs the present one, which is counted by the browser too; and it makes the
    // browser another one.
    let change = json!({ "password": "password of Bob", "new": "password of Ann" });
    for _ in 0..3 {
        send("/login", "", &json!({ "name": "Bob", "password": "another password" }));
    }
    let (_, pass, _) = send("/login", &with(&bob), &right("Bob"));
    let pass = pass.expect("a pass");
    let (status, given, device) = send("/me/password", &format!("__Host-dagaz={pass}; {}", with(&bob)), &change);
    let device = device.expect("a cookie");
    assert_eq!((status, given, device == bob), (200, None, false));
    let changed = json!({ "name": "Bob", "password": "password of Ann" });
    assert_eq!(send("/login", &with(&bob), &changed).0, 429, "the former one");
    assert_eq!(send("/login", &with(&device), &changed).0, 200);
    // It does not allow access.
    assert_eq!(server.request("GET", "/api/v1/me", &[("Cookie", &with(&device))], "").0, 403);
    assert_eq!(server.as_person(&device, "GET", "/me", None).0, 403);
    assert_eq!(server.as_person(&ann_pass, "GET", "/me", None).0, 200, "whoever is in has noticed nothing");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn personal_data_can_be_exported_and_deleted() {
    let (_folder, server) = start().await;
    let ((ann, ann_id), (bob, _)) = (server.new_user("Ann"), server.new_user("Bob"));
    let game = begin(&server, &ann, two_seats("tic-tac-toe", "n"));
    let hidden = begin(&server, &ann, json!({ "rules": "chess", "nonce": "s", "study": true }));
    let (_, kept, _) = server.as_person(&ann, "GET", "/me/export", None);
    let games: Vec<&Value> = kept["games"].as_array().expect("games").iter().map(|game| &game["game"]).collect();
    assert_eq!(games, [&json!(hidden), &json!(game)]);
    assert!(kept["person"]["name"] == "Ann" && !kept.to_string().contains("argon2"), "{kept}");
    // Others find what is public.
    let (_, found, _) = server.as_person(&bob, "GET", &format!("/games?player={ann_id}"), None);
    assert_eq!(found["games"].as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found["games"][0]["seats"][0]["name"], "Ann");
    let mut socket = server.socket_of(&ann).await.expect("in");
    let delete = |password: &str| server.as_person(&ann, "POST", "/me/delete", Some(json!({ "password": password }))).0;
    assert_eq!(delete("wrong password"), 403);
    assert_eq!(delete("password of Ann"), 200);
    assert_eq!(socket.hear().await, Err(4001));
    assert_eq!(server.as_person(&ann, "GET", "/me", None).0, 403);
    assert_eq!(server.as_person(&bob, "GET", &format!("/people/{ann_id}"), None).0, 404);
    let (_, found, _) = server.as_person(&bob, "GET", "/games", None);
    assert!(found["games"][0]["game"] == json!(game) && !found.to_string().contains("Ann"), "{found}");
    server.stop().await;
}

/// A client that does not finish its request, or sends nothing, is disconnected.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_heads_and_silent_connections_are_cut_off() {
    use std::io::{Read, Write};
    let limits = Limits { header_time: Duration::from_millis(300), connections: 40, ..Limits::default() };
    let (_folder, server) = start_with(limits, RULES).await;
    let (pass, _) = server.new_user("");
    let mut playing = server.socket_of(&pass).await.expect("in");
    let mut slow: Vec<std::net::TcpStream> =
        (0..60).filter_map(|_| std::net::TcpStream::connect(server.address).ok()).collect();
    for stream in &mut slow {
        // More than forty at once are closed at the door.
        let _ = stream.write_all(b"GET /api/v1/hello HTTP/1.1\r\nHost: ");
    }
    assert_eq!(playing.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    let began = Instant::now();
    for mut stream in slow {
        stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a time");
        let mut rest = Vec::new();
        let end = stream.read_to_end(&mut rest);
        assert!(end.is_ok() || end.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset));
    }
    assert!(began.elapsed() < Duration::from_secs(3));
    assert_eq!(server.request("GET", "/healthz", &[], "").0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn confusable_and_id_like_names_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let limits = Limits { address_accounts: Measure { burst: 100, per_minute: 1 }, ..Limits::default() };
    let server = Running::start_public(folder.path(), limits, PassRules::default()).await;
    let enrol = |name: &str| {
        let body = json!({ "name": name, "password": "a long password" });
        server.as_person("", "POST", "/accounts", Some(body)).0
    };
    let (ann, id) = server.new_user("Alice");
    let (_, guest) = server.new_user("");
    assert_eq!(enrol("coco"), 200);
    for taken in ["alice", "AIice", "\u{441}\u{43E}\u{441}\u{43E}", "COCO", "c\u{43E}co"] {
        assert!([400, 409].contains(&enrol(taken)), "{taken}");
    }
    for like_an_id in [id.as_str(), guest.as_str(), &id.to_uppercase(), "m23456789abcd"] {
        assert_eq!(enrol(like_an_id), 400, "{like_an_id}");
    }
    assert_eq!(server.as_person(&ann, "GET", &format!("/people/{guest}"), None).0, 404, "a guest has no page");
    assert_eq!(server.as_person(&ann, "GET", &format!("/people/{id}"), None).1["person"]["name"], "Alice");
    assert_eq!(server.as_person(&ann, "GET", "/people/aLICE", None).1["person"]["person"], json!(id));
    // Deleting an account frees its name, with all confusable names.
    let password = json!({ "password": "password of Alice" });
    assert_eq!(server.as_person(&ann, "POST", "/me/delete", Some(password)).0, 200);
    assert_eq!(enrol("AIice"), 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_have_an_allowance_of_the_person_and_one_of_the_address() {
    let few = Measure { burst: 5, per_minute: 1 };
    for limits in
        [Limits { person_records: few, ..Limits::default() }, Limits { address_records: few, ..Limits::default() }]
    {
        let by_person = limits.person_records == few;
        let (_folder, server) = start_with(limits, RULES).await;
        let ((ann, _), (bob, _)) = (server.new_user("Ann"), server.new_user(""));
        let request = json!({ "rules": "tic-tac-toe", "nonce": "n", "study": true });
        let (_, begun, _) = server.as_person(&ann, "POST", "/games", Some(request));
        let game = begun["game"].as_str().expect("an id").to_string();
        let mut socket = server.socket_of(&ann).await.expect("in");
        let mut told = Vec::new();
        for number in 0..8 {
            let command = json!({ "do": "comment", "node": 0, "text": format!("comment {number}") });
            told.push(socket.act(&game, &format!("n{number}"), command).await["tell"].clone());
        }
        assert!(told[..5].iter().all(|tell| tell == "done"), "{told:?}");
        assert!(told[5..].iter().all(|tell| tell == "refused"), "{told:?}");
        let mut other = server.socket_of(&bob).await.expect("in");
        let answer = other.act(&game, "x", json!({ "do": "resign" })).await;
        let is_refused_as_too_many = answer["reason"] == "tooMany";
        assert_eq!(is_refused_as_too_many, !by_person, "they share an address: {answer}");
        server.stop().await;
    }
}
