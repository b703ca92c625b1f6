//! What rules and endings became, and which words keep them slow: `info --compiled`,
//! `check --speed` and `bench --reference`.

use std::path::Path;

use serde_json::Value;

use super::common::{dagaz, fine, json};

fn herders() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compiled_parts/herders.drf").display().to_string()
}

#[test]
fn each_rule_and_ending_names_the_word_that_keeps_it_slow() {
    let value = json(&["info", &herders(), "--compiled", "--json"]);
    let parts = value["compiled"]["parts"].as_array().expect("parts");
    let find = |name: &str| parts.iter().find(|part| part["name"] == name).expect("a part of that name");
    let (glide, walk) = (find("glide"), find("walk"));
    assert_eq!((&glide["part"], &glide["form"], &walk["form"]), (&"rule".into(), &"paths".into(), &"lanes".into()));
    // The comment of the rule has the word, too, on the line before.
    assert_eq!((&glide["slow"]["word"], &glide["slow"]["at"]), (&"most".into(), &"herders.drf:10".into()));
    assert_eq!(walk["slow"], Value::Null);
    assert!(glide["operations"].as_u64() > walk["operations"].as_u64(), "{value:#}");
    for (name, part, word, at) in
        [("huddle", "never", "can", "herders.drf:12"), ("still", "draw", "nobody-moves", "herders.drf:14")]
    {
        let of = find(name);
        assert_eq!((&of["part"], &of["slow"]["word"]), (&part.into(), &word.into()), "{of}");
        assert_eq!(of["slow"]["at"], at, "{of}");
    }
    assert_eq!(find("long")["slow"], Value::Null);
    let text = fine(&["info", &herders(), "--compiled"], "");
    assert!(text.contains("slow: `most` (herders.drf:10) follows a loop to its last round"), "{text}");
}

#[test]
fn check_warns_of_slow_words_when_asked() {
    let said = fine(&["check", &herders(), "--speed"], "");
    for remark in [
        "herders.drf:9: slow: rule glide: `most` (herders.drf:10) follows a loop to its last round",
        "herders.drf:14: slow: draw still: `nobody-moves` (herders.drf:14) looks for a move of each player",
    ] {
        assert!(said.lines().any(|line| line == remark), "{remark}: {said}");
    }
    assert!(said.ends_with("0 errors, 0 warnings\n"), "{said}");
    assert!(!fine(&["check", &herders()], "").contains("slow:"));
    let value = json(&["check", &herders(), "--speed", "--json"]);
    assert_eq!(value["files"][0]["speed"].as_array().map(Vec::len), Some(3), "{value:#}");
}

#[test]
fn the_reference_interpreter_is_measured_when_asked() {
    let words = ["bench", &herders(), "--perft", "3", "--seconds", "0.01", "--json"];
    let (fast, slow) = (json(&words), json(&[&words[..], &["--reference"]].concat()));
    let count = |value: &Value| value["leaves"].as_u64().expect("a count");
    assert!(count(&fast) > 200 && count(&fast) == count(&slow), "{fast:#} {slow:#}");
    let said = dagaz(&["bench", "tic-tac-toe", "--playouts", "1", "--reference"], "");
    assert_eq!(said.code, Some(0), "{}", said.err);
    let zrf = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/flipping/reversi/reversi.zrf");
    let said = dagaz(&["bench", zrf, "--reference"], "");
    assert_eq!(said.code, Some(2), "{}", said.out);
    assert!(said.err.contains("`--reference` is for rules of edition 3"), "{}", said.err);
}
