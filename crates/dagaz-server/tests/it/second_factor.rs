//! The second factor of accounts: setup, logins with codes, recovery codes, removal.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::common::Running;
use crate::leaps::Machine;
use dagaz_server::{Limits, Measure, PassRules};
use serde_json::{Value, json};
use tempfile::TempDir;
use totp_rs::{Builder, Secret};

/// Milliseconds of a time step.
const STEP: i64 = 30_000;

/// A server whose clock the test sets, and its only account.
struct Ann {
    _folder: TempDir,
    server: Running,
    machine: Machine,
    /// How far the clock is ahead, in milliseconds.
    ahead: i64,
    pass: String,
    secret: String,
}

impl Ann {
    async fn new(codes: Measure) -> Ann {
        let folder = TempDir::new().expect("a folder");
        let machine = Machine::default();
        // A code must not change between its computation and its use.
        let into = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as i64 % STEP;
        machine.leap(STEP - into);
        let many = Measure { burst: 1_000, per_minute: 1_000 };
        let limits = Limits { person_codes: codes, address_logins: many, name_logins: many, ..Limits::default() };
        let server = Running::start_limited_by(folder.path(), PassRules::default(), limits, machine.clock()).await;
        let (pass, _) = server.new_user("Ann");
        Ann { _folder: folder, server, machine, ahead: STEP - into, pass, secret: String::new() }
    }

    /// Moves the clock by time steps.
    fn wait(&mut self, steps: i64) {
        self.ahead += steps * STEP;
        self.machine.leap(self.ahead);
    }

    /// Returns the code that an authenticator shows so many time steps from now.
    fn code(&self, later: i64) -> String {
        let secret = Secret::try_from_base32(&self.secret).expect("base 32");
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as i64;
        let date = (now + self.ahead + later * STEP) / 1_000;
        Builder::new().with_secret(secret).build_noncompliant().generate(date as u64).to_string()
    }

    fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let (status, answer, _) = self.server.as_person(&self.pass, "POST", path, Some(body));
        (status, answer)
    }

    fn log_in(&self, password: &str, code: Option<&str>) -> (u16, Value, Option<String>) {
        let mut body = json!({ "name": "Ann", "password": password });
        if let Some(code) = code {
            body["code"] = code.into();
        }
        self.server.as_person("", "POST", "/login", Some(body))
    }

    /// The status of a login with the right password and a code.
    fn enters(&self, code: &str) -> bool {
        let (status, said, pass) = self.log_in("password of Ann", Some(code));
        assert!(matches!((status, &pass), (200, Some(_)) | (403, None)), "{status} {said}");
        status == 200
    }

    /// Turns the second factor on; returns the recovery codes.
    fn turn_on(&mut self) -> Vec<String> {
        let (status, setup) = self.post("/me/second-factor", json!({ "password": "password of Ann" }));
        assert_eq!(status, 200, "{setup}");
        self.secret = setup["secret"].as_str().expect("a secret").to_string();
        let url = setup["url"].as_str().expect("an address");
        assert!(url.starts_with("otpauth://totp/") && url.contains(&format!("secret={}&", self.secret)), "{url}");
        assert!(setup["picture"]["path"].as_str().is_some_and(|path| path.len() > 1_000));
        let (status, made) = self.post("/me/second-factor/confirm", json!({ "code": self.code(0) }));
        assert_eq!(status, 200, "{made}");
        serde_json::from_value(made["codes"].clone()).expect("codes")
    }

    fn state(&self) -> Value {
        self.server.as_person(&self.pass, "GET", "/me/second-factor", None).1
    }
}

const ENOUGH: Measure = Measure { burst: 1_000, per_minute: 1_000 };

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_with_a_second_factor_needs_a_code_that_was_not_used() {
    let mut ann = Ann::new(ENOUGH).await;
    assert_eq!(ann.state(), json!({ "on": false, "recoveryCodes": 0 }));
    let other = ann.log_in("password of Ann", None).2.expect("no code is needed yet");
    // A secret that was not confirmed changes nothing.
    assert_eq!(ann.post("/me/second-factor", json!({ "password": "password of Bob" })).0, 403);
    assert_eq!(ann.post("/me/second-factor", json!({ "password": "password of Ann" })).0, 200);
    assert_eq!(ann.post("/me/second-factor/confirm", json!({ "code": "000000" })).0, 403);
    assert_eq!(ann.log_in("password of Ann", None).0, 200);
    let codes = ann.turn_on();
    assert_eq!(ann.state(), json!({ "on": true, "recoveryCodes": 10 }));
    assert_eq!(codes.len(), 10);
    assert_eq!(ann.server.as_person(&other, "GET", "/me", None).0, 403, "other sessions have ended");
    assert_eq!(ann.server.as_person(&ann.pass, "GET", "/me", None).0, 200);
    // The password alone admits no client, and a wrong password does not ask for one.
    let (status, said, pass) = ann.log_in("password of Ann", None);
    assert_eq!((status, &said["reason"], pass), (403, &json!("codeNeeded"), None));
    let (status, said, _) = ann.log_in("password of Bob", Some(&ann.code(1)));
    assert_eq!((status, &said["reason"]), (403, &json!("forbidden")));
    // The code that confirmed the setup is used up, so is each other one.
    assert!(!ann.enters(&ann.code(0)));
    let next = ann.code(1);
    assert!(ann.enters(&next) && !ann.enters(&next));
    ann.wait(5);
    assert!(!ann.enters(&next), "an old code");
    let spaced = format!(" {} {}", &ann.code(0)[..3], &ann.code(0)[3..]);
    assert!(ann.enters(&spaced), "spaces are left out");
    for wrong in ["", "12345", "abcdef", &ann.code(3), &"9".repeat(1_000)] {
        assert!(!ann.enters(wrong), "{wrong}");
    }
    // An account with a second factor gets no second one.
    let (status, said) = ann.post("/me/second-factor", json!({ "password": "password of Ann" }));
    assert_eq!((status, &said["reason"]), (409, &json!("taken")));
    assert_eq!(ann.server.as_person(&ann.pass, "GET", "/me/export", None).1["secondFactor"], true);
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recovery_code_is_accepted_once_and_removal_needs_a_code() {
    let mut ann = Ann::new(ENOUGH).await;
    let codes = ann.turn_on();
    let upper = codes[0].to_uppercase();
    assert!(ann.enters(&upper) && !ann.enters(&codes[0]));
    assert!(ann.enters(&codes[1].replace('-', " ")));
    assert_eq!(ann.state()["recoveryCodes"], 8);
    let remove = |ann: &Ann, password: &str, code: &str| {
        ann.post("/me/second-factor/remove", json!({ "password": password, "code": code })).0
    };
    assert_eq!(remove(&ann, "password of Bob", &codes[2]), 403);
    assert_eq!(remove(&ann, "password of Ann", &codes[0]), 403);
    assert_eq!(ann.state()["recoveryCodes"], 8, "nothing was used up");
    assert_eq!(remove(&ann, "password of Ann", &codes[2]), 200);
    assert_eq!(ann.state(), json!({ "on": false, "recoveryCodes": 0 }));
    assert_eq!(ann.log_in("password of Ann", None).0, 200);
    assert_eq!(remove(&ann, "password of Ann", &codes[3]), 422, "there is none");
    // A new one has another secret and other recovery codes.
    ann.wait(5);
    let (before, again) = (ann.secret.clone(), ann.turn_on());
    assert!(ann.secret != before && !ann.enters(&codes[3]) && ann.enters(&again[3]));
    // A guest has none.
    let (guest, _) = ann.server.new_user("");
    for (method, path, body) in [
        ("GET", "/me/second-factor", None),
        ("POST", "/me/second-factor", Some(json!({ "password": "password" }))),
        ("POST", "/me/second-factor/confirm", Some(json!({ "code": "000000" }))),
    ] {
        assert_eq!(ann.server.as_person(&guest, method, path, body).0, 403, "{path}");
    }
    ann.server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn codes_cannot_be_guessed() {
    // Few at a time ...
    let mut ann = Ann::new(Measure { burst: 4, per_minute: 1 }).await;
    ann.turn_on();
    let attempts: Vec<u16> = (0..6).map(|_| ann.log_in("password of Ann", Some("000000")).0).collect();
    assert_eq!(attempts, [403, 403, 403, 429, 429, 429]);
    assert_eq!(ann.log_in("password of Ann", Some(&ann.code(1))).0, 429, "the right one has to wait as well");
    ann.server.stop().await;
    // ... and a hundred in a row. Then a recovery code is needed.
    let mut ann = Ann::new(ENOUGH).await;
    let codes = ann.turn_on();
    ann.wait(5);
    let right: Vec<String> = (-1..=1).map(|later| ann.code(later)).collect();
    let wrong: Vec<String> =
        (0..).map(|number| format!("{number:06}")).filter(|code| !right.contains(code)).take(100).collect();
    assert!(wrong.iter().all(|code| !ann.enters(code)));
    assert!(!ann.enters(&ann.code(0)));
    assert_eq!(ann.state(), json!({ "on": true, "recoveryCodes": 10, "locked": true }));
    assert!(ann.enters(&codes[0]) && ann.enters(&ann.code(0)));
    ann.server.stop().await;
}
