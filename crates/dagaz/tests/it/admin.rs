//! `dagaz admin` with the folder of a public server, and the arguments that `dagaz serve` refuses.

use crate::common::{Folder, dagaz, fine, json};
use dagaz_store::{
    Append, Options, PassRow, PersonRow, Register, ReportRow, RulesRow, Store, Summary, TournamentRow, Visible,
};
use dagaz_testkit::postgres::shared;

fn ann() -> PersonRow {
    let text = |text: &str| text.to_string();
    PersonRow { id: text("m1"), name: text("Ann"), folded: text("ann"), secret: text("x"), since: 5, barred: false }
}

/// A folder with a game, an account with a pass, and a report.
fn filled(name: &str) -> Folder {
    let folder = Folder::new(name);
    let store = Store::open(&folder.0.join("games.sqlite"), Options::default()).expect("it opens");
    for (game, tag, records) in [("g", "c:m1", 1), ("h", "c:m1", 2), ("i", "c:g23456789abcd", 1), ("k", "all", 9)] {
        let records = vec![b"one".to_vec(); records];
        let (summary, tags) = (Summary { touched: 7, ..Summary::default() }, Some(vec![tag.to_string()]));
        let (sender, receiver) = std::sync::mpsc::channel();
        store.append(Append { game: game.to_string(), after: 0, records, summary, tags }, move |done| {
            sender.send(done).expect("somebody waits");
        });
        receiver.recv().expect("an answer").expect("it is written");
    }
    let register = Register::open(&folder.0.join("people.sqlite")).expect("it opens");
    let text = |text: &str| text.to_string();
    let ann = ann();
    assert!(
        register.add_person(&ann).expect("it is written") && !register.add_person(&ann).expect("the name is taken")
    );
    let pass = PassRow { person: text("m1"), family: text("f"), began: 1, made: 1, replaced: None };
    register.add_pass(b"hash", &pass).expect("it is written");
    let (by, about, game) = (text("g2"), text("m1"), text("g"));
    let report = ReportRow { id: 0, at: 1, by, about, game, text: text("bad\u{1B}[2Jword"), said: None };
    register.report(&report).expect("it is written");
    folder.file("token", &"0".repeat(32));
    folder
}

#[test]
fn accounts_are_administered_while_the_server_runs() {
    let folder = filled("admin-people");
    let data = folder.0.display().to_string();
    let admin = |rest: &[&str]| fine(&[&["admin", "--data", &data], rest].concat(), "");
    assert_eq!(json(&["admin", "--data", &data, "person", "ANN"])["person"], "m1");
    let reports = admin(&["reports"]);
    assert!(reports.contains("bad\\u{1b}[2Jword") && !reports.contains('\u{1B}'), "{reports:?}");
    admin(&["settle", "1"]);
    assert_eq!(admin(&["reports"]), "");
    let register = Register::open(&folder.0.join("people.sqlite")).expect("it opens");
    let (by, about, game) = ("g2".to_string(), "m1".to_string(), "g".to_string());
    let said = Some("worse\u{1B}[2Jword".to_string());
    let report = ReportRow { id: 0, at: 1, by, about, game, text: String::new(), said };
    register.report(&report).expect("it is written");
    assert_eq!(admin(&["reports"]), "2  game g  about m1  by g2  \"\"  who said \"worse\\u{1b}[2Jword\"\n");
    admin(&["settle", "2"]);
    assert!(register.has_family("m1", "f").expect("it is read"));
    assert!(admin(&["revoke", "m1"]).contains("1 browsers"));
    assert!(!register.has_family("m1", "f").expect("it is read"));
    // A second factor whose owner has lost phone and recovery codes.
    let said = dagaz(&["admin", "--data", &data, "remove-second-factor", "Ann"], "");
    assert!(said.code == Some(1) && said.err.contains("Ann has no second factor"), "{}", said.err);
    register.begin_second_factor("m1", "seed").expect("it is written");
    register.confirm_second_factor("m1", "seed", 1, &[[1; 32]]).expect("it is written");
    let second_factor = || json(&["admin", "--data", &data, "person", "m1"])["secondFactor"].clone();
    assert_eq!(second_factor(), true);
    let pass = PassRow { person: "m1".into(), family: "f".into(), began: 1, made: 1, replaced: None };
    register.add_pass(b"hash", &pass).expect("it is written");
    assert!(admin(&["remove-second-factor", "Ann"]).contains("Ann logs in by the password alone"));
    assert_eq!((second_factor(), register.has_family("m1", "f")), (false.into(), Ok(false)));
    admin(&["bar", "Ann"]);
    assert!(register.person("m1").expect("it is read").expect("she is there").barred);
    admin(&["unbar", "Ann"]);
    // Ids come before names: a user with another user's id as name is not found by it.
    let hiding = PersonRow { id: "m3".into(), name: "m1".into(), folded: "m1".into(), ..ann() };
    assert!(register.add_person(&hiding).expect("it is written"));
    assert_eq!(json(&["admin", "--data", &data, "person", "m1"])["name"], "Ann");
    assert_eq!(admin(&["tournaments"]), "");
    let summary = r#"{"tournament":"t1","title":"a\u001b[2Jb","by":{"person":"m1","name":"Ann"},"game":"Chess",
        "terms":{"rules":"chess","variant":0},"kind":{"kind":"arena","minutes":5},"phase":"coming","entrants":2,"winners":[]}"#;
    let tournament = TournamentRow {
        id: "t1".to_string(),
        maker: "m1".to_string(),
        made: 1,
        touched: 1,
        over: false,
        about: String::new(),
        summary: summary.to_string(),
    };
    register.add_tournament(&tournament, 1, 1).expect("it is kept");
    let listed = admin(&["tournaments"]);
    assert!(listed.starts_with("t1  by Ann  2 people") && !listed.contains('\u{1B}'), "{listed:?}");
    admin(&["call-off", "t1"]);
    assert_eq!(admin(&["tournaments"]), "");
    let said = dagaz(&["admin", "--data", &data, "call-off", "t1"], "");
    assert!(said.code == Some(1) && said.err.contains("no tournament t1 that is not over"), "{}", said.err);
    let said = dagaz(&["admin", "--data", &data, "bar", "Nobody"], "");
    assert!(said.code == Some(1) && said.err.contains("nobody has the name or id Nobody"), "{}", said.err);
    let said = dagaz(&["admin", "--data", &format!("{data}/none"), "reports"], "");
    assert!(said.code == Some(2) && said.err.contains("people.sqlite"), "{}", said.err);
}

/// Of guests nothing is kept but that their passes have ended.
#[test]
fn guests_are_banned_and_unbanned_while_the_server_runs() {
    let folder = filled("admin-guests");
    let data = folder.0.display().to_string();
    let admin = |rest: &[&str]| fine(&[&["admin", "--data", &data], rest].concat(), "");
    let guest = "g23456789abcd";
    let told = |ended: bool, barred: bool| {
        let told = json(&["admin", "--data", &data, "person", guest]);
        assert_eq!((&told["guest"], &told["ended"], &told["barred"]), (&true.into(), &ended.into(), &barred.into()));
    };
    told(false, false);
    assert!(admin(&["revoke", guest]).contains(guest));
    told(true, false);
    assert!(admin(&["bar", guest]).contains("is let in no more"));
    told(true, true);
    admin(&["unbar", guest]);
    told(false, false);
    let said = dagaz(&["admin", "--data", &data, "unbar", guest], "");
    assert!(said.code == Some(1) && said.err.contains("is not barred"), "{}", said.err);
    // No account with the id for a name stands before a guest.
    let register = Register::open(&folder.0.join("people.sqlite")).expect("it opens");
    let hiding = PersonRow { id: "m3".into(), name: guest.into(), folded: guest.into(), ..ann() };
    assert!(register.add_person(&hiding).expect("it is written"));
    admin(&["bar", guest]);
    told(true, true);
    assert!(!register.person("m3").expect("it is read").expect("it is there").barred);
}

#[test]
fn space_on_the_disk_is_listed_by_creator_while_the_server_runs() {
    let folder = filled("admin-usage");
    let data = folder.0.display().to_string();
    // A server that has the games open.
    let _open = Store::open(&folder.0.join("games.sqlite"), Options::default()).expect("it opens");
    let told = json(&["admin", "--data", &data, "usage", "--json"]);
    let expected = |person: &str, name: Option<&str>, games: u64, records: u64| {
        serde_json::json!({
            "person": person, "name": name, "guest": name.is_none(), "games": games, "records": records,
            "bytes": 3 * records + 24 * records + 1_024 * games, "touched": 7, "rulesFiles": 0,
        })
    };
    assert_eq!(told, serde_json::json!([expected("m1", Some("Ann"), 2, 3), expected("g23456789abcd", None, 1, 1)]));
    let lines = fine(&["admin", "--data", &data, "usage", "--most", "1"], "");
    assert_eq!(lines, "        2129 bytes        2 games          3 records     0 rules files  m1  Ann\n");
}

/// Rules of two people, as `dagaz admin` of that place shows and withdraws them.
fn looks_after_rules(register: &Register, place: &[&str]) {
    let hand_in = |hash: &str, person: &str, at: u64, visible: Visible, title: &str| {
        let entry = serde_json::json!({ "id": hash, "title": title }).to_string();
        let row = RulesRow { hash: hash.to_string(), person: person.to_string(), at, visible, entry };
        assert!(register.hand_in_rules(&row, 10).expect("it is written"));
    };
    hand_in("sha256:aa", "m1", 1, Visible::Public, "bad\u{1B}[2Jword");
    hand_in("sha256:aa", "m2", 2, Visible::Unlisted, "the same");
    hand_in("sha256:bb", "m2", 3, Visible::Public, "Good");
    hand_in("sha256:cc", "m2", 4, Visible::Private, "Mine");
    let admin = |rest: &[&str]| fine(&[&["admin"], place, rest].concat(), "");
    let listed = admin(&["rules"]);
    assert_eq!(
        listed, "sha256:bb  by m2  \"Good\"\nsha256:aa  by m1  \"bad\\u{1b}[2Jword\"\n",
        "those that everybody has"
    );
    assert_eq!(admin(&["withdraw", "sha256:aa"]), "");
    assert_eq!(admin(&["rules"]), "sha256:bb  by m2  \"Good\"\n");
    // The rules are withdrawn from the library, and still belong to their authors.
    let left = register.rules_of_hash("sha256:aa").expect("they are read");
    assert_eq!(left.len(), 2);
    assert!(left.iter().all(|row| row.visible == Visible::Private), "{left:?}");
    let of_others = register.rules_of_person("m2").expect("they are read");
    let others: Vec<Visible> = of_others.iter().map(|row| row.visible).collect();
    assert_eq!(others, [Visible::Private, Visible::Public, Visible::Private], "nobody else's were touched");
    let said = dagaz(&[&["admin"], place, &["withdraw", "sha256:dd"]].concat(), "");
    assert!(said.code == Some(1) && said.err.contains("nobody has handed in rules sha256:dd"), "{}", said.err);
}

#[test]
fn member_rules_are_listed_and_withdrawn_while_the_server_runs() {
    let folder = Folder::new("admin-rules");
    let register = Register::open(&folder.0.join("people.sqlite")).expect("it opens");
    looks_after_rules(&register, &["--data", &folder.0.display().to_string()]);
    let Some(cluster) = shared() else { return };
    let address = cluster.database().expect("it is made");
    looks_after_rules(&Register::open_database(&address).expect("it opens"), &["--db", &address]);
}

#[test]
fn a_backup_is_complete_and_can_be_served() {
    let folder = filled("admin-backup");
    let data = folder.0.display().to_string();
    // The store is in use meanwhile.
    let _store = Store::open(&folder.0.join("games.sqlite"), Options::default()).expect("it opens");
    let to = folder.0.join("copy");
    let said = fine(&["admin", "--data", &data, "backup", &to.display().to_string()], "");
    assert!(said.starts_with("4 games and 1 accounts"), "{said}");
    let copy = Store::open(&to.join("games.sqlite"), Options::default()).expect("it opens");
    assert_eq!(copy.log("g").expect("it is whole").expect("it is there").1, [b"one".to_vec()]);
    let again = dagaz(&["admin", "--data", &data, "backup", &to.display().to_string()], "");
    assert_eq!(again.code, Some(1), "nothing is written over");
}

#[test]
fn a_public_server_requires_https() {
    let folder = Folder::new("admin-public");
    let data = folder.0.display().to_string();
    for (origin, words) in [
        ("http://games.example.org", "a public server is reached by https://"),
        ("games.example.org", "--public takes the address by which browsers come"),
        ("https://", "--public takes the address"),
        ("https://games.example.org/path", "--public takes the address"),
    ] {
        let said = dagaz(&["serve", "--public", origin, "--no-open", "--data", &data], "");
        assert!(said.code == Some(2) && said.err.contains(words), "{origin}: {}", said.err);
    }
    let said = dagaz(&["serve", "--no-open", "--data", &data, "--limit", "socks=5"], "");
    assert!(said.code == Some(2) && said.err.contains("there is no limit socks; there are sockets,"), "{}", said.err);
}
