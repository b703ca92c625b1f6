//! A server from outside: the door, games over sockets, what survives a restart, and clients that
//! behave badly.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Running, TestRules};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

async fn start() -> (TempDir, Running) {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start(folder.path(), Arc::default()).await;
    (folder, server)
}

fn play(view: &Value, index: u32) -> Value {
    json!({ "do": "play", "node": view["node"], "move": index })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_own_pages_with_the_token_are_admitted() {
    let (_folder, server) = start().await;
    let bearer = server.bearer();
    let with = |headers: &[(&str, &str)]| server.request("GET", "/api/v1/hello", headers, "").0;
    let own = format!("http://{}", server.address);
    assert_eq!(with(&[("Authorization", &bearer)]), 200);
    assert_eq!(with(&[]), 401);
    assert_eq!(with(&[("Authorization", "Bearer 00112233445566778899aabbccddeefe")]), 401);
    assert_eq!(with(&[("Authorization", &bearer), ("Origin", &own)]), 200);
    assert_eq!(with(&[("Authorization", &bearer), ("Origin", "http://evil.example")]), 403);
    assert_eq!(with(&[("Authorization", &bearer), ("Origin", "null")]), 403);
    assert_eq!(with(&[("Authorization", &bearer), ("Sec-Fetch-Site", "cross-site")]), 403);
    // A name that an attacker has made to mean this machine.
    assert_eq!(with(&[("Authorization", &bearer), ("Host", "evil.example:8417")]), 421);
    let (status, head, _) = server.request("GET", "/open?token=wrong", &[], "");
    assert!(status == 403 && !head.contains("set-cookie"));
    let mut head = String::new();
    for to in ["//evil.example", "/%09/evil.example", "/%0a/evil.example", "/%5cevil.example", "https://evil.example"] {
        let path = format!("/open?token={}&to={to}", server.token);
        let (status, answer, _) = server.request("GET", &path, &[], "");
        assert_eq!(status, 303, "{to}");
        assert!(answer.contains("location: /\r\n"), "{to}: {answer}");
        head = answer;
    }
    let cookie =
        head.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next()).expect("a cookie").to_string();
    assert!(head.contains("httponly") && head.contains("samesite=strict"));
    assert_eq!(with(&[("Cookie", &cookie)]), 200);
    let (_, head, _) = server.request("GET", "/", &[], "");
    assert!(head.contains("content-security-policy: default-src 'self'") && head.contains("frame-ancestors 'none'"));
    assert!(!head.contains("unsafe"), "no script and no style stands in a page: {head}");
    assert!(head.contains("x-content-type-options: nosniff"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_needs_the_token_and_an_own_page() {
    let (_folder, server) = start().await;
    let upgrade = |headers: &[(&str, &str)]| {
        let mut all = vec![
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        all.extend(headers);
        server.request("GET", "/api/v1/socket", &all, "").0
    };
    let bearer = server.bearer();
    assert_eq!(upgrade(&[]), 401);
    assert_eq!(upgrade(&[("Authorization", &bearer), ("Origin", "http://evil.example")]), 403);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resent_command_gets_the_same_answer() {
    let (_folder, server) = start().await;
    let request = json!({ "rules": "tic-tac-toe", "nonce": "begin" });
    let game = server.begin(request.clone());
    assert_eq!(server.begin(request), game, "the same request begins no second game");
    let (mut ann, mut watcher) = (server.socket().await, server.socket().await);
    let joined = ann.ask(json!({ "ask": "join", "game": game })).await;
    assert_eq!(joined["board"]["sites"].as_array().map(Vec::len), Some(9));
    assert_eq!(joined["view"]["moves"].as_array().map(Vec::len), Some(9));
    let known = joined["board"]["rules"].clone();
    let joined_too = watcher.ask(json!({ "ask": "join", "game": game, "board": known })).await;
    assert!(joined_too["board"].is_null());
    let done = ann.act(&game, "n1", play(&joined["view"], 0)).await;
    assert_eq!((&done["tell"], &done["node"], &done["version"]), (&json!("done"), &json!(1), &json!(2)));
    // The update comes before its acknowledgement, and reaches all clients.
    let update = ann.news.pop().expect("an update came first");
    assert_eq!((&update["tell"], &update["view"]["node"]), (&json!("update"), &json!(1)));
    watcher.wait_for(|news| news["view"]["node"] == 1).await;
    let again = ann.act(&game, "n1", play(&joined["view"], 0)).await;
    assert_eq!((&again["node"], &again["version"]), (&done["node"], &done["version"]));
    let stale = ann.act(&game, "n2", play(&joined["view"], 1)).await;
    assert_eq!((&stale["reason"], &stale["view"]["node"]), (&json!("stale"), &json!(1)));
    let typed = ann.act(&game, "n3", json!({ "do": "type", "node": 1, "text": "b2" })).await;
    assert_eq!(typed["node"], 2, "{typed}");
    let unclear = ann.act(&game, "n4", json!({ "do": "type", "node": 2, "text": "z9" })).await;
    assert_eq!(unclear["reason"], "unclear");
    let (status, archive) = server.json("GET", "/games", None);
    assert_eq!((status, &archive["games"][0]["game"], &archive["games"][0]["plies"]), (200, &json!(game), &json!(2)));
    let (status, record) = server.json("GET", &format!("/games/{game}/record?format=txt"), None);
    assert_eq!(status, 200, "{record}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_continues_after_a_restart_with_its_draft() {
    let (folder, server) = start().await;
    let game = server.begin(json!({ "rules": "chess", "nonce": "begin" }));
    let mut client = server.socket().await;
    let joined = client.ask(json!({ "ask": "join", "game": game })).await;
    client.act(&game, "n1", play(&joined["view"], 4)).await;
    let first = json!([{ "site": "e7" }]);
    let drafted = client.act(&game, "n2", json!({ "do": "draft", "node": 1, "picks": first })).await;
    assert_eq!(drafted["tell"], "done", "{drafted}");
    let nonsense = json!([{ "site": "e4" }]);
    let refused = client.act(&game, "n3", json!({ "do": "draft", "node": 1, "picks": nonsense })).await;
    assert_eq!(refused["reason"], "illegal");
    server.stop().await;
    let server = Running::start(folder.path(), Arc::default()).await;
    let mut client = server.socket().await;
    let joined = client.ask(json!({ "ask": "join", "game": game })).await;
    assert_eq!((&joined["view"]["node"], &joined["view"]["draft"]["picks"]), (&json!(1), &first));
    assert_eq!(joined["tree"].as_array().map(Vec::len), Some(1));
    let again = client.act(&game, "n1", play(&json!({ "node": 0 }), 4)).await;
    assert_eq!((&again["tell"], &again["node"]), (&json!("done"), &json!(1)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_and_dice_are_rolled() {
    let (_folder, server) = start().await;
    let bot = json!({ "bot": { "bot": "random" } });
    let game = server.begin(
        json!({ "rules": "twenty-squares", "nonce": "b", "seed": 3, "seats": [{ "player": "Dark", "by": bot }] }),
    );
    let mut client = server.socket().await;
    let mut view = client.ask(json!({ "ask": "join", "game": game })).await["view"].clone();
    let mut version = 0;
    for turn in 0..6 {
        // What was sent before the last move is old.
        while view["version"].as_u64() <= Some(version) || view["moves"].as_array().is_none_or(Vec::is_empty) {
            view = client.wait_for(|news| news["tell"] == "update").await["view"].clone();
        }
        assert_eq!(view["status"]["turn"], json!(["Light"]));
        let done = client.act(&game, &format!("n{turn}"), play(&view, 0)).await;
        version = done["version"].as_u64().unwrap_or_else(|| panic!("{done}"));
    }
    let unknown = json!({ "rules": "chess", "nonce": "c", "seats": [{ "player": "Black", "by": { "bot": { "bot": "nobody" } } }] });
    assert_eq!(server.json("POST", "/games", Some(unknown)).0, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changed_rules_keep_the_moves_that_still_exist() {
    let rules = |moves: &str| {
        format!(
            "(game (title \"T\") (players A B) (turn-order A B)
               (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d\" (9 0)) (\"1/2\" (0 9))) (directions (e 1 0))))
               (piece (name M) (moves {moves})) (board-setup (A (M a1)) (B (M a2))) (win-condition (A B) (absolute-config M (d1))))"
        )
    };
    let source = Arc::new(TestRules::default());
    source.save(&rules("(e (verify empty?) add) (e e (verify empty?) add)"));
    let folder = TempDir::new().expect("a folder");
    let server = Running::start(folder.path(), source.clone()).await;
    let game = server.begin(json!({ "rules": "file", "nonce": "begin" }));
    let mut client = server.socket().await;
    client.ask(json!({ "ask": "join", "game": game })).await;
    for (node, text) in [(0, "a1 - b1"), (1, "a2 - c2")] {
        let done = client.act(&game, text, json!({ "do": "type", "node": node, "text": text })).await;
        assert_eq!(done["tell"], "done", "{done}");
    }
    source.save("(game (title");
    let bad = client.wait_for(|news| news["tell"] == "rules" && news["problems"][0]["error"] == true).await;
    assert_eq!(bad["rules"], "file");
    source.save(&rules("(e (verify empty?) add)"));
    let anew = client.wait_for(|news| news["tell"] == "joined").await;
    assert_eq!(anew["view"]["node"], 1);
    assert!(anew["problems"][0]["text"].as_str().is_some_and(|text| text.contains("a2")), "{anew}");
    server.stop().await;
    // The old log, the new rules: the same game.
    let server = Running::start(folder.path(), source).await;
    let joined = server.socket().await.ask(json!({ "ask": "join", "game": game })).await;
    assert_eq!((&joined["view"]["node"], &joined["view"]["version"]), (&json!(1), &anew["view"]["version"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn misbehaving_clients_are_answered_or_disconnected() {
    let (_folder, server) = start().await;
    let game = server.begin(json!({ "rules": "chess", "nonce": "begin" }));
    let mut client = server.socket().await;
    let malformed = [
        "",
        "null",
        "[]",
        "{}",
        "{\"ask\":\"dance\",\"re\":1}",
        "{\"ask\":\"ping\",\"re\":-1}",
        "{\"ask\":\"ping\",\"re\":1e99}",
    ];
    for text in malformed.map(str::to_string).into_iter().chain(["[".repeat(10_000), "{\"ask\":".repeat(2_000)]) {
        client.send(&text).await;
        let answer = client.hear().await.expect("it is open");
        assert_eq!((&answer["tell"], &answer["reason"]), (&json!("refused"), &json!("malformed")), "{text:.40}");
    }
    for (ask, reason) in [
        (json!({ "ask": "join", "game": "nothing" }), "unknown"),
        (json!({ "ask": "look", "game": game, "node": 99 }), "unknown"),
        (json!({ "ask": "do", "game": game, "nonce": "n".repeat(65), "command": { "do": "resume" } }), "tooLarge"),
        (
            json!({ "ask": "do", "game": game, "nonce": "n", "command": { "do": "play", "node": 0, "move": 4_000_000 } }),
            "illegal",
        ),
        (json!({ "ask": "do", "game": game, "nonce": "n", "command": { "do": "resume" } }), "nothing"),
        (json!({ "ask": "do", "game": game, "nonce": "n", "command": { "do": "prune", "node": 0 } }), "notHere"),
    ] {
        assert_eq!(client.ask(ask.clone()).await["reason"], reason, "{ask}");
    }
    let mut large = server.socket().await;
    large.send(&format!("{{\"ask\":\"ping\",\"re\":1,\"x\":\"{}\"}}", "x".repeat(20_000))).await;
    assert_eq!(large.hear().await, Err(1009));
    let mut binary = server.socket().await;
    futures_util::SinkExt::send(&mut binary.socket, Message::binary(vec![1, 2, 3])).await.expect("it is open");
    assert_eq!(binary.hear().await, Err(1003));
    let mut flood = server.socket().await;
    let mut cut_off = false;
    for _ in 0..2_000 {
        if futures_util::SinkExt::send(&mut flood.socket, Message::text("{\"ask\":\"ping\",\"re\":1}")).await.is_err() {
            cut_off = true;
            break;
        }
    }
    while !cut_off {
        cut_off = flood.hear().await.is_err();
    }
    let body = format!("{{\"rules\":\"{}\"}}", "x".repeat(100_000));
    let (status, _, _) = server.request(
        "POST",
        "/api/v1/games",
        &[("Authorization", &server.bearer()), ("Content-Type", "application/json")],
        &body,
    );
    assert_eq!(status, 413);
    // A client within the limits is not affected.
    assert_eq!(client.ask(json!({ "ask": "ping" })).await["tell"], "ok");
    server.stop().await;
}

/// Messages in pieces are messages all the same, and are counted as such.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_in_pieces_are_read_up_to_their_bound() {
    let (_folder, server) = start().await;
    let piece = |first: bool, last: bool, text: &str| {
        let kind = if first { Data::Text } else { Data::Continue };
        Message::Frame(Frame::message(text.to_string(), OpCode::Data(kind), last))
    };
    let mut whole = server.socket().await;
    // A control frame between the fragments is not a part of the message.
    let ping = Message::Frame(Frame::ping("between"));
    let pieces =
        [piece(true, false, "{\"ask\":\"pi"), ping, piece(false, false, ""), piece(false, true, "ng\",\"re\":7}")];
    for message in pieces {
        futures_util::SinkExt::send(&mut whole.socket, message).await.expect("it is open");
    }
    let answer = whole.hear().await.expect("it is open");
    assert_eq!((&answer["tell"], &answer["re"]), (&json!("ok"), &json!(7)));
    let mut endless = server.socket().await;
    futures_util::SinkExt::send(&mut endless.socket, piece(true, false, "{\"x\":\"")).await.expect("it is open");
    for _ in 0..40 {
        // Each is small enough; the message is not, and is given up before it ends.
        if futures_util::SinkExt::send(&mut endless.socket, piece(false, false, &"x".repeat(1_000))).await.is_err() {
            break;
        }
    }
    assert_eq!(endless.hear().await, Err(1009));
    let mut headless = server.socket().await;
    futures_util::SinkExt::send(&mut headless.socket, piece(false, true, "ng\"}")).await.expect("it is open");
    assert!(headless.hear().await.is_err(), "the end of a message that has not begun");
    assert_eq!(whole.ask(json!({ "ask": "ping" })).await["tell"], "ok", "whoever behaves has noticed nothing");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_client_is_disconnected_and_the_game_continues() {
    let (_folder, server) = start().await;
    let game = server.begin(json!({ "rules": "amazons", "nonce": "begin", "study": true }));
    let mut slow = server.socket().await;
    slow.ask(json!({ "ask": "join", "game": game })).await;
    let mut ann = server.socket().await;
    ann.ask(json!({ "ask": "join", "game": game })).await;
    // Updates are large, and the client does not read them.
    for turn in 0..150 {
        let done = ann.act(&game, &format!("n{turn}"), json!({ "do": "play", "node": turn % 2, "move": 0 })).await;
        assert_eq!(done["tell"], "done", "{done}");
        ann.news.clear();
        tokio::time::sleep(std::time::Duration::from_millis(15)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_becomes_a_study_and_a_rules_file_can_be_played() {
    let (_folder, server) = start().await;
    let text = "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {good} *\n";
    let (status, answer) =
        server.json("POST", "/records", Some(json!({ "text": text, "format": "pgn", "rules": "chess", "nonce": "r" })));
    let game = answer["game"].as_str().unwrap_or_else(|| panic!("{status} {answer}")).to_string();
    let mut client = server.socket().await;
    let joined = client.ask(json!({ "ask": "join", "game": game })).await;
    assert_eq!(joined["tree"].as_array().map(Vec::len), Some(5));
    assert_eq!(joined["view"]["status"]["state"], "study");
    let played = client.act(&game, "n1", json!({ "do": "play", "node": 2, "move": 3 })).await;
    assert_eq!(played["node"], 6, "{played}");
    let (status, back) = server.json("GET", &format!("/games/{game}/record?format=pgn"), None);
    assert!(
        status == 200 && back["text"].as_str().is_some_and(|text| text.contains("{ good }") || text.contains("{good}")),
        "{back}"
    );
    let bearer = server.bearer();
    let rules = std::fs::read_to_string(dagaz_testkit::source::root().join("games/lines/tic-tac-toe/tic-tac-toe.zrf"))
        .expect("it is there");
    let (status, _, body) =
        server.request("POST", "/api/v1/rules?name=mine.zrf", &[("Authorization", &bearer)], &rules);
    let handed: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(status, 200);
    let id = handed["entry"]["id"].as_str().expect("it can be played");
    assert!(id.starts_with("sha256:"));
    server.begin(json!({ "rules": id, "nonce": "mine" }));
    let (_, _, body) =
        server.request("POST", "/api/v1/rules?name=bad.zrf", &[("Authorization", &bearer)], "(game (title");
    let handed: Value = serde_json::from_str(&body).expect("JSON");
    assert!(handed["entry"].is_null() && handed["problems"][0]["error"] == true);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_refusals_have_one_format() {
    let (_folder, server) = start().await;
    let bearer = server.bearer();
    let pass = ("Authorization", bearer.as_str());
    let kind = ("Content-Type", "application/json");
    let large = format!("{{\"rules\":\"{}\"}}", "x".repeat(70_000));
    /// Method, path, headers and body; status and reason of the answer.
    type Case<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a str, u16, &'a str);
    let cases: [Case<'_>; 8] = [
        ("POST", "/api/v1/games", &[pass, kind], "{", 400, "malformed"),
        ("POST", "/api/v1/games", &[pass, kind], "{\"rules\":7}", 422, "malformed"),
        ("POST", "/api/v1/games", &[pass], "{}", 415, "malformed"),
        ("POST", "/api/v1/games", &[pass, kind], &large, 413, "tooLarge"),
        ("POST", "/api/v1/rules", &[pass], "(game)", 400, "malformed"),
        ("DELETE", "/api/v1/library", &[pass], "", 405, "unknown"),
        ("GET", "/api/v1/library", &[pass, ("Host", "evil.example")], "", 421, "unknown"),
        ("GET", "/api/v1/library", &[pass, ("Origin", "http://evil.example")], "", 403, "forbidden"),
    ];
    for (method, path, headers, body, expected, reason) in cases {
        let (status, head, told) = server.request(method, path, headers, body);
        let told: Value = serde_json::from_str(&told).unwrap_or_else(|_| panic!("{method} {path}: {head}{told}"));
        assert_eq!((status, &told["reason"]), (expected, &json!(reason)), "{method} {path}: {told}");
        assert!(told["say"].as_str().is_some_and(|say| !say.is_empty()), "{told}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_are_explained() {
    let (_folder, server) = start().await;
    let chess = |position: &str| {
        server.begin(json!({ "rules": "chess", "nonce": position, "position": position, "study": true }))
    };
    let cases = [
        ("8/8/8/8/8/5k2/5q2/7K w - - 0 1", "h1", "g1", "forbidden", "g1"),
        ("7k/8/8/8/8/8/P7/RK6 w - - 0 1", "a1", "a4", "blocked", "a2"),
        ("7k/8/8/8/8/8/P7/RK6 w - - 0 1", "a1", "a2", "occupied", "a2"),
        ("7k/8/8/8/8/8/P7/RK6 w - - 0 1", "h8", "h7", "notYours", "h8"),
        ("7k/8/8/8/8/8/P7/RK6 w - - 0 1", "b1", "d3", "notItsWay", "d3"),
    ];
    let mut client = server.socket().await;
    for (position, from, to, reason, site) in cases {
        let game = chess(position);
        let picks = json!([{ "site": from }, { "site": to }]);
        let answer = client.ask(json!({ "ask": "why", "game": game, "node": 0, "picks": picks })).await;
        assert_eq!((&answer["why"]["reason"], &answer["why"]["sites"][0]), (&json!(reason), &json!(site)), "{answer}");
    }
    // One man can capture, so the other one cannot step.
    let draughts =
        server.begin(json!({ "rules": "english-draughts", "nonce": "d", "position": "W:W22,32:B18,1", "study": true }));
    let joined = client.ask(json!({ "ask": "join", "game": draughts })).await;
    let moves = joined["view"]["moves"].as_array().expect("moves");
    let capturing = &moves[0]["steps"][0]["pick"][0]["site"];
    let pieces = joined["view"]["pieces"].as_array().expect("pieces");
    let other =
        pieces.iter().find(|piece| piece["owner"] == "White" && piece["site"] != *capturing).expect("another man");
    let links = joined["board"]["links"].as_array().expect("links");
    let near = links.iter().find(|link| link["a"] == other["site"]).map(|link| &link["b"]);
    let near =
        near.or(links.iter().find(|link| link["b"] == other["site"]).map(|link| &link["a"])).expect("a neighbour");
    let picks = json!([{ "site": other["site"] }, { "site": near }]);
    let answer = client.ask(json!({ "ask": "why", "game": draughts, "node": 0, "picks": picks })).await;
    assert_eq!((&answer["why"]["reason"], &answer["why"]["sites"][0]), (&json!("obliged"), capturing), "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_close_with_a_code() {
    let folder = TempDir::new().expect("a folder");
    let server = Running::start(folder.path(), Arc::default()).await;
    let head = format!(
        "GET /api/v1/socket HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: {}\r\n\r\n",
        server.address,
        server.bearer()
    );
    for (frame, code) in [
        // Reserved bits, a kind that there is not, no mask, a control frame that is too long, an
        // end without a beginning.
        (vec![0xF1, 0x82, 0, 0, 0, 0, b'{', b'}'], 1002),
        (vec![0x83, 0x82, 0, 0, 0, 0, b'{', b'}'], 1002),
        (vec![0x81, 2, b'{', b'}'], 1002),
        ([vec![0x89, 0xFE, 0, 200, 0, 0, 0, 0], vec![0; 200]].concat(), 1002),
        (vec![0x80, 0x81, 0, 0, 0, 0, b'}'], 1002),
        // A text that is none, and one that is too long.
        (vec![0x81, 0x83, 0, 0, 0, 0, 0xFF, 0xFE, 0xC0], 1007),
        ([vec![0x81, 0xFE, 0xFF, 0xFF, 0, 0, 0, 0], vec![b' '; 65_535]].concat(), 1009),
    ] {
        let mut stream = std::net::TcpStream::connect(server.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a time");
        std::io::Write::write_all(&mut stream, head.as_bytes()).expect("it listens");
        let mut answer = Vec::new();
        let mut part = [0; 1_024];
        while !answer.windows(4).any(|four| four == b"\r\n\r\n") {
            let read = std::io::Read::read(&mut stream, &mut part).expect("it answers");
            answer.extend_from_slice(&part[..read]);
        }
        let _ = std::io::Write::write_all(&mut stream, &frame);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
        let mut said = answer.split_off(end);
        while said.len() < 4 {
            match std::io::Read::read(&mut stream, &mut part) {
                Ok(read) if read > 0 => said.extend_from_slice(&part[..read]),
                _ => break,
            }
        }
        assert_eq!(said.first(), Some(&0x88), "a closing frame for {:?}", &frame[..2]);
        assert_eq!(u16::from_be_bytes([said[2], said[3]]), code, "{:?}", &frame[..2]);
    }
    server.stop().await;
}
