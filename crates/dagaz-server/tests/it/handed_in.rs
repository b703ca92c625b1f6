//! What members hand in is judged by a worker, and a worker that fails is a problem of what was handed in.

use std::path::Path;
use std::time::{Duration, Instant};

use dagaz_server::{Limits, PassRules, Worker};
use serde_json::{Value, json};

use crate::common::Running;

/// A server whose worker is a shell.
async fn start(folder: &Path, script: &str, patience: Duration) -> Running {
    let arguments = vec!["-c".to_string(), script.to_string()];
    let worker = Worker { program: "/bin/sh".into(), arguments, patience };
    Running::start_judging(folder, worker).await
}

fn hand_in(server: &Running, pass: &str) -> (u16, Value) {
    let (status, answer, _) = server.as_person(pass, "POST", "/rules?name=x.zrf", Some(json!("(game)")));
    (status, answer)
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_dies_hangs_or_babbles_is_a_problem_of_the_upload_alone() {
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
        let (ann, _) = server.somebody("ann");
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
    let (guest, _) = server.somebody("");
    let (ann, _) = server.somebody("ann");
    assert_eq!(hand_in(&server, &guest).0, 403);
    let hello = |pass: &str| server.as_person(pass, "GET", "/hello", None).1["uploadBytes"].clone();
    assert_eq!((hello(&guest), hello(&ann) != json!(0)), (json!(0), true));
    let statuses: Vec<u16> = (0..11).map(|_| hand_in(&server, &ann).0).collect();
    assert_eq!((statuses[9], statuses[10]), (200, 429));
    server.stop().await;
    // Where there is no worker nothing is taken.
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start_public(folder.path(), Limits::default(), PassRules::default()).await;
    let (ann, _) = server.somebody("ann");
    assert_eq!(hand_in(&server, &ann).1["reason"], "notHere");
    server.stop().await;
}
