//! Uploads of rules while operations of the disk fail.

use std::path::Path;
use std::time::Duration;

use dagaz_server::Worker;
use dagaz_table::Bundle;
use serde_json::json;

use super::disk::Trouble;
use super::network::Network;
use super::player::{Answer, request, send};
use super::{History, simulate};
use crate::handed_in::content;

/// Returns a worker that finds every upload to be the rules of tic-tac-toe.
fn worker(folder: &Path) -> Worker {
    let text = std::fs::read(dagaz_testkit::source::root().join("games/lines/tic-tac-toe/tic-tac-toe.zrf"));
    let files = vec![("own.zrf".to_string(), text.expect("the library has it"))];
    let script = content(folder, &Bundle { main: "own.zrf".to_string(), files });
    let arguments = vec!["-c".to_string(), script];
    Worker { program: "/bin/sh".into(), arguments, patience: Duration::from_secs(600) }
}

async fn upload(network: &Network, pass: &str) -> Option<Answer> {
    let to = ("POST", "/rules?name=own.zrf&visible=public");
    send(network, pass, to, ("application/octet-stream", b"(game)")).await
}

/// Uploads rules while the operation of this number fails. Returns false if the upload has fewer.
async fn fails(history: &mut History, at: u64, trouble: Trouble) -> bool {
    let calm = history.network.calm();
    history.worker = Some(worker(history.folder.path()));
    history.start().await;
    let made = request(&calm, "", "/accounts", &json!({ "name": "Ann", "password": "a password" })).await;
    let Some((200, Some(pass), _)) = made else { panic!("no account is made: {made:?}") };
    let before = history.world.operations();
    history.world.plan(Some((before + at, trouble)));
    let first = upload(&calm, &pass).await;
    let reached = history.world.operations() >= before + at;
    history.world.plan(None);
    let refused = matches!(first, Some((500 | 503, ..)));
    let accepted = matches!(first, Some((200, ..)));
    assert!(refused || accepted, "operation {at}, {trouble:?}: {first:?}");
    if history.world.is_off() {
        history.kill();
        history.world.restart();
        history.start().await;
    }
    // The same upload works, in time, and the rules can be read.
    for attempt in 0.. {
        match upload(&calm, &pass).await {
            Some((200, _, made)) => {
                let id = made["entry"]["id"].as_str().expect("an id").to_string();
                let found = send(&calm, &pass, ("GET", &format!("/library/{id}/board")), ("text/plain", b"")).await;
                let Some((200, _, found)) = found else { panic!("operation {at}, {trouble:?}: {found:?}") };
                assert_eq!(found["sites"].as_array().map(Vec::len), Some(9));
                break;
            }
            answer if attempt == 20 => panic!("operation {at}, {trouble:?}: {answer:?}"),
            _ => tokio::time::sleep(Duration::from_secs(1)).await,
        }
    }
    history.kill();
    reached
}

#[test]
fn each_disk_operation_of_an_upload_fails_in_turn_and_is_refused() {
    for trouble in [Trouble::Fails, Trouble::PowerFails] {
        let mut at = 1;
        while simulate(at, async |history: &mut History| fails(history, at, trouble).await) {
            at += 1;
        }
        assert!(at > 3, "an upload has {at} operations");
    }
}
