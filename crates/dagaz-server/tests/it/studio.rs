//! Questions about rules texts that are being written.

use std::time::Duration;

use dagaz_server::{Limits, PassRules};
use serde_json::{Value, json};

use crate::common::{Running, TestRules};
use crate::handed_in::start;

fn question(name: &str) -> Value {
    json!({ "name": name, "text": "(drf 3)", "about": { "ask": "format" } })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_of_a_server_asks_about_texts_of_bounded_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(folder.path(), std::sync::Arc::new(TestRules::default())).await;
    let (status, answer) = server.json("POST", "/studio", Some(question("a.drf")));
    assert_eq!((status, &answer["tell"]), (200, &json!("formatted")), "{answer}");
    assert_eq!(server.json("POST", "/studio", Some(question("a.txt"))).0, 404);
    // One byte more than the limit, so that the server has read all when it answers.
    let mut large = json!({ "name": "a.drf", "text": "", "about": { "ask": "format" } });
    let surplus = Limits::default().text_bytes + 1 - large.to_string().len();
    large["text"] = "x".repeat(surplus).into();
    assert_eq!(server.json("POST", "/studio", Some(large)).0, 413);
    let (status, _, _) = server.request("POST", "/api/v1/studio", &[("Content-Type", "application/json")], "{}");
    assert_eq!(status, 401);
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_answers_members_and_its_failure_is_that_of_the_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = json!({ "tell": "formatted" }).to_string();
    let bytes = [&(answer.len() as u32).to_le_bytes()[..], answer.as_bytes()].concat();
    let file = folder.path().join("answer");
    std::fs::write(&file, bytes).expect("it can be written");
    let good = format!("cat >/dev/null; cat '{}'", file.display());
    for (script, expected) in [
        (good.as_str(), (200, None)),
        ("cat >/dev/null; kill -SEGV $$", (422, Some("limit"))),
        ("exec sleep 30", (422, Some("limit"))),
        ("cat >/dev/null; echo nonsense", (422, Some("limit"))),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let server = start(folder.path(), script, Duration::from_millis(1_500)).await;
        let [(guest, _), (ann, _)] = ["", "ann"].map(|name| server.new_user(name));
        let ask = |pass: &str| server.as_person(pass, "POST", "/studio", Some(question("a.drf")));
        assert_eq!(ask(&guest).0, 403, "{script}");
        let (status, answer, _) = ask(&ann);
        assert_eq!((status, answer["reason"].as_str()), expected, "{script}: {answer}");
        server.stop().await;
    }
    // Where there is no worker no text is read.
    let server = Running::start_public(folder.path(), Limits::default(), PassRules::default()).await;
    let (ann, _) = server.new_user("ann");
    let (_, answer, _) = server.as_person(&ann, "POST", "/studio", Some(question("a.drf")));
    assert_eq!(answer["reason"], "notHere");
    server.stop().await;
}
