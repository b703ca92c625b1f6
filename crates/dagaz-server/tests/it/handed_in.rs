//! What members hand in is judged by a worker, and a worker that fails is a problem of what was
//! handed in.

use std::path::Path;
use std::time::{Duration, Instant};

use dagaz_server::{Limits, PassRules, Worker};
use dagaz_table::Bundle;
use serde_json::{Value, json};

use crate::common::Running;

/// A server whose worker is a shell.
pub(crate) async fn start(folder: &Path, script: &str, patience: Duration) -> Running {
    start_within(folder, script, patience, Limits::default()).await
}

async fn start_within(folder: &Path, script: &str, patience: Duration, limits: Limits) -> Running {
    let arguments = vec!["-c".to_string(), script.to_string()];
    let worker = Worker { program: "/bin/sh".into(), arguments, patience };
    Running::start_judging(folder, worker, limits).await
}

fn hand_in(server: &Running, pass: &str) -> (u16, Value) {
    let (status, answer, _) = server.as_person(pass, "POST", "/rules?name=x.zrf", Some(json!("(game)")));
    (status, answer)
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_faulty_worker_affects_only_its_upload() {
    for script in [
        "cat >/dev/null; kill -SEGV $$",
        "cat >/dev/null; kill -ABRT $$",
        "exit 3",
        "exec sleep 30",
        "cat >/dev/null; exec yes",
        "cat >/dev/null; echo nonsense",
        "cat >/dev/null",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let server = start(folder.path(), script, Duration::from_millis(1_500)).await;
        let (ann, _) = server.new_user("ann");
        let begun = Instant::now();
        let (status, answer) = hand_in(&server, &ann);
        assert_eq!((status, &answer["problems"][0]["code"]), (200, &json!("tooMuch")), "{script}: {answer}");
        assert!(answer["entry"].is_null(), "{script}: {answer}");
        assert!(begun.elapsed() < Duration::from_secs(8), "{script}");
        assert_eq!(server.request("GET", "/healthz", &[], "").0, 200, "{script}");
        server.stop().await;
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn only_members_hand_in_rules_and_not_too_many() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = start(folder.path(), "exit 1", Duration::from_secs(5)).await;
    let (guest, _) = server.new_user("");
    let (ann, _) = server.new_user("ann");
    assert_eq!(hand_in(&server, &guest).0, 403);
    let hello = |pass: &str| server.as_person(pass, "GET", "/hello", None).1["uploadBytes"].clone();
    assert_eq!((hello(&guest), hello(&ann) != json!(0)), (json!(0), true));
    let statuses: Vec<u16> = (0..11).map(|_| hand_in(&server, &ann).0).collect();
    assert_eq!((statuses[9], statuses[10]), (200, 429));
    server.stop().await;
    // Where there is no worker nothing is taken.
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start_public(folder.path(), Limits::default(), PassRules::default()).await;
    let (ann, _) = server.new_user("ann");
    assert_eq!(hand_in(&server, &ann).1["reason"], "notHere");
    server.stop().await;
}

/// A worker that finds whatever it is asked about to be these rules, and good.
pub(crate) fn content(folder: &Path, bundle: &Bundle) -> String {
    let entry = json!({
        "id": format!("sha256:{}", bundle.hash()), "title": "Own\u{202e}\nGame", "variants": ["Own Game"], "default": 0,
        "about": "", "choosers": 2,
    });
    let mut answer = Vec::new();
    for part in [json!({ "entry": entry, "problems": [] }).to_string().into_bytes(), bundle.to_bytes()] {
        answer.extend((part.len() as u32).to_le_bytes());
        answer.extend(part);
    }
    let file = folder.join("answer");
    std::fs::write(&file, answer).expect("it can be written");
    format!("cat >/dev/null; cat '{}'", file.display())
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn rules_are_visible_to_their_audience_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read(dagaz_testkit::source::root().join("games/lines/tic-tac-toe/tic-tac-toe.zrf"));
    let files = vec![("own.zrf".to_string(), text.expect("the library has it"))];
    let bundle = Bundle { main: "own.zrf".to_string(), files };
    let (hash, id) = (bundle.hash(), format!("sha256:{}", bundle.hash()));
    let server = start(folder.path(), &content(folder.path(), &bundle), Duration::from_secs(20)).await;
    let [(ann, ann_id), (bob, _), (guest, _)] = ["ann", "bob", ""].map(|name| server.new_user(name));
    let hand_in = |pass: &str, visible: &str| {
        server.as_person(pass, "POST", &format!("/rules?name=own.zrf&visible={visible}"), Some(json!("(game)"))).1
    };
    let show = |pass: &str, visible: &str| {
        server.as_person(pass, "POST", &format!("/rules/{hash}/visible"), Some(json!({ "visible": visible }))).0
    };
    let begin = |pass: &str, nonce: &str| {
        let request = json!({ "rules": id, "nonce": nonce, "seats": [{ "player": "O", "by": "anyone" }] });
        server.as_person(pass, "POST", "/games", Some(request))
    };
    let reads = |pass: &str| server.as_person(pass, "GET", &format!("/library/{id}/text"), None).0;
    let listed = |pass: &str| {
        let library = server.as_person(pass, "GET", "/library", None).1;
        library["games"].as_array().expect("a list").iter().find(|entry| entry["id"] == *id).cloned()
    };
    let entry_of = |pass: &str| {
        let (status, entry, _) = server.as_person(pass, "GET", &format!("/library/{id}"), None);
        (status, entry["visible"].clone(), entry["by"]["name"].clone())
    };
    let open = |pass: &str| {
        let games = server.as_person(pass, "GET", "/games?waiting=true", None).1;
        games["games"].as_array().expect("a list").len()
    };

    // Private: no other user can begin or read anything, or learn that the rules exist.
    let entry = hand_in(&ann, "private")["entry"].clone();
    assert_eq!((&entry["visible"], &entry["by"]["person"]), (&json!("private"), &json!(ann_id)), "{entry}");
    assert_eq!(entry["title"], "Own Game", "a title in a list is a line of plain text");
    let (status, begun, _) = begin(&ann, "first");
    assert_eq!(status, 201, "{begun}");
    let first = begun["game"].as_str().expect("an id").to_string();
    for other in [&bob, &guest] {
        assert_eq!((begin(other, "second").0, reads(other), listed(other)), (404, 404, None));
        assert_eq!(entry_of(other).0, 404);
    }
    assert_eq!((reads(&ann), listed(&ann).is_some()), (200, true));
    // A game by these rules is in no list, and is visible to invited users.
    assert_eq!(open(&bob), 0);
    assert_eq!(server.as_person(&bob, "GET", &format!("/games/{first}/board"), None).0, 200);
    // Whom one does not know one cannot meet by them.
    let mut socket = server.socket_of(&ann).await.expect("a socket");
    let terms = json!({ "rules": id, "variant": 0, "rated": false });
    let sought = socket.ask(json!({ "ask": "seek", "terms": terms, "side": "any" })).await;
    assert_eq!(sought["reason"], "notHere", "{sought}");

    // Unlisted: visible to users who know the id.
    assert_eq!((show(&bob, "public"), show(&guest, "public"), show(&ann, "unlisted")), (404, 403, 200));
    let (status, begun, _) = begin(&bob, "third");
    assert_eq!((status, reads(&guest), listed(&bob), open(&guest)), (201, 200, None, 1));
    assert_eq!(entry_of(&guest), (200, json!("unlisted"), json!("ann")), "a link is enough");

    // Public: in the library of all users, with the author.
    assert_eq!(show(&ann, "public"), 200);
    let seen = listed(&guest).expect("it is listed");
    assert_eq!((&seen["by"]["name"], &seen["visible"]), (&json!("ann"), &json!("public")), "{seen}");

    // Withdrawn: games in progress keep their rules.
    assert_eq!(show(&ann, "private"), 200);
    assert_eq!((begin(&bob, "fourth").0, listed(&guest)), (404, None));
    let third = begun["game"].as_str().expect("an id").to_string();
    assert_eq!(server.as_person(&bob, "GET", &format!("/games/{third}/view"), None).0, 200);
    server.stop().await;
    let server = start(folder.path(), "exit 1", Duration::from_secs(20)).await;
    let (status, view, _) = server.as_person(&bob, "GET", &format!("/games/{third}/view"), None);
    assert_eq!((status, &view["choices"]), (200, &json!(0)), "{view}");

    // The same text uploaded by another user belongs to that user too.
    server.stop().await;
    let server = start(folder.path(), &content(folder.path(), &bundle), Duration::from_secs(20)).await;
    let path = "/rules?name=own.zrf&visible=private";
    assert_eq!(server.as_person(&bob, "POST", path, Some(json!("(game)"))).0, 200);
    let begin = |pass: &str, nonce: &str| {
        server.as_person(pass, "POST", "/games", Some(json!({ "rules": id, "nonce": nonce }))).0
    };
    assert_eq!(begin(&bob, "fifth"), 201);

    // The export of a user's data contains their uploads.
    let public = json!({ "visible": "public" });
    assert_eq!(server.as_person(&ann, "POST", &format!("/rules/{hash}/visible"), Some(public)).0, 200);
    assert_eq!(begin(&guest, "sixth"), 201);
    let (_, kept, _) = server.as_person(&ann, "GET", "/me/export", None);
    let told = &kept["rules"][0];
    assert_eq!((&told["id"], &told["visible"]), (&json!(id), &json!("public")), "{kept}");
    let path = told["text"].as_str().and_then(|path| path.strip_prefix("/api/v1")).expect("it says where the text is");
    assert_eq!(server.as_person(&ann, "GET", path, None).0, 200);

    // It is removed with the account, except for users who uploaded the same text; games in
    // progress keep it.
    let delete = |pass: &str, name: &str| {
        let body = json!({ "password": format!("password of {name}") });
        assert_eq!(server.as_person(pass, "POST", "/me/delete", Some(body)).0, 200);
    };
    delete(&ann, "ann");
    assert_eq!((begin(&guest, "seventh"), begin(&bob, "eighth")), (404, 201));
    assert_eq!(server.as_person(&guest, "GET", path, None).0, 404);
    let (_, library, _) = server.as_person(&guest, "GET", "/library", None);
    assert!(!library.to_string().contains(&hash), "{library}");
    delete(&bob, "bob");
    assert_eq!(begin(&guest, "ninth"), 404);
    assert_eq!(server.as_person(&guest, "GET", &format!("/games/{third}/view"), None).0, 200);
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn rules_beyond_the_quota_of_an_account_are_not_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read(dagaz_testkit::source::root().join("games/lines/tic-tac-toe/tic-tac-toe.zrf"));
    let text = text.expect("the library has it");
    let of_size = |size: usize| {
        // Bytes after the end of a picture are kept with it, but never sent.
        let picture = [crate::pictures::PNG, &vec![7; size]].concat();
        let files = vec![("own.zrf".to_string(), text.clone()), ("own.png".to_string(), picture)];
        Bundle { main: "own.zrf".to_string(), files }
    };
    let limits = Limits { person_rule_bytes: 100_000, ..Limits::default() };
    let hand_in = async |bundle: &Bundle, name: &str| {
        let script = content(folder.path(), bundle);
        let server = start_within(folder.path(), &script, Duration::from_secs(20), limits.clone()).await;
        let (pass, _) = server.new_user(name);
        let handed_in = server.as_person(&pass, "POST", "/rules?name=own.zrf", Some(json!("(game)")));
        let board = server.as_person(&pass, "GET", &format!("/library/sha256:{}/board", bundle.hash()), None).0;
        let picture = format!("/api/v1/rules/{}/files/own.png", bundle.hash());
        let bearer = format!("Bearer {pass}");
        let (shown, _, bytes) = server.request_bytes("GET", &picture, &[("Authorization", &bearer)]);
        server.stop().await;
        (handed_in.0, handed_in.1["reason"].clone(), board, shown, bytes.len())
    };
    assert_eq!(hand_in(&of_size(200_000), "ann").await.1, "tooMany");
    assert_eq!(hand_in(&of_size(200_000), "bob").await.2, 404, "what is refused leaves nothing behind");
    let (status, _, board, shown, length) = hand_in(&of_size(50_000), "eve").await;
    assert_eq!((status, board, shown), (200, 200, 200));
    assert!(length < 500, "{length}");
}

/// A refusal is sent before the body of a large request is read.
#[tokio::test(flavor = "multi_thread")]
async fn unrequested_output_is_not_read() {
    use std::io::{Read, Write};
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start_public(folder.path(), Limits::default(), PassRules::default()).await;
    let (guest, _) = server.new_user("");
    for path in ["/rules?name=a.zrf", "/records"] {
        let mut stream = std::net::TcpStream::connect(server.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a time");
        let head = format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {guest}\r\n\
             Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).expect("it listens");
        let mut answer = [0; 64];
        let read = stream.read(&mut answer).expect("it answers, though nothing more has come");
        let answer = String::from_utf8_lossy(&answer[..read]);
        assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    server.stop().await;
}
