//! Records that are opened in a page: each game of a text is read by its own rules, with its
//! parameters.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use dagaz_table::Bundle;
use dagaz_testkit::source::path_library;
use dagaz_web::{Catalog, CatalogGame, Host, Needed, Out};
use serde_json::{Value, json};

use crate::environment;

/// A page with some games of the library.
struct Records {
    host: Host,
    files: HashMap<String, Vec<u8>>,
    /// The ids of rules that the page keeps.
    kept: Vec<String>,
}

impl Records {
    fn new(names: &[&str]) -> Records {
        let mut files = HashMap::new();
        let mut games = Vec::new();
        for name in names {
            let file = format!("{name}.drf");
            let path = path_library().into_iter().find(|path| path.ends_with(&file));
            let text = std::fs::read(path.expect("the library has it")).expect("it can be read");
            let bundle = Bundle { main: file.clone(), files: vec![(file, text)] };
            files.insert(name.to_string(), bundle.to_bytes());
            games.push(CatalogGame::new(name, "family", bundle).expect("it has no errors").0);
        }
        let time = Rc::new(Cell::new(1_000));
        Records { host: Host::new(environment(&time), Catalog { games }, Vec::new()), files, kept: Vec::new() }
    }

    fn request(&mut self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let (status, text) = loop {
            match self.host.request(method, path, body.as_bytes()) {
                Ok(answer) => break answer,
                Err(Needed::Rules(id)) => assert!(self.host.supply(&id, &self.files[&id]), "{id}"),
                Err(Needed::Log(game)) => panic!("{game} is there"),
            }
        };
        let kept = self.host.take().into_iter().filter_map(|out| match out {
            Out::KeepRules(id) => Some(id),
            _ => None,
        });
        self.kept.extend(kept);
        (status, serde_json::from_str(&text).expect("it is JSON"))
    }

    fn open(&mut self, text: &str, game: Option<u32>) -> (u16, Value) {
        let nonce = format!("{text}{game:?}").len().to_string();
        self.request("POST", "/records", &json!({"text": text, "game": game, "nonce": nonce}).to_string())
    }

    /// The record of an opened game in a format.
    fn written(&mut self, uploaded: &Value, format: &str) -> String {
        let game = uploaded["game"].as_str().unwrap_or_else(|| panic!("no game: {uploaded}"));
        let (status, record) = self.request("GET", &format!("/games/{game}/record?format={format}"), "");
        assert_eq!(status, 200, "{record}");
        record["text"].as_str().expect("a text").to_string()
    }
}

#[test]
fn a_page_opens_each_game_of_a_file_by_its_own_rules() {
    let mut page = Records::new(&["chess", "atomic"]);
    let text = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 {a comment} e5 *\n\n\
                [White \"Cy\"]\n[Variant \"Atomic\"]\n\n1. Nf3 d5 2. Ne5 *\n";
    let (status, first) = page.open(text, None);
    assert_eq!((status, &first["problems"]), (200, &json!([])), "{first}");
    assert_eq!(first["games"], json!(["Ann – Bob", "Cy, Atomic"]));
    let written = page.written(&first, "pgn");
    assert!(written.contains("[White \"Ann\"]") && written.contains("1. e4 {a comment} 1... e5"), "{written}");
    let (_, second) = page.open(text, Some(1));
    let written = page.written(&second, "pgn");
    assert!(written.contains("[Variant \"Atomic chess\"]") && written.contains("2. Ne5"), "{written}");
    assert_eq!(page.kept, Vec::<String>::new(), "the rules are those of the library");
}

#[test]
fn a_page_sets_the_parameters_that_a_record_asks_for() {
    let mut page = Records::new(&["hex"]);
    let (_, uploaded) = page.open("(;GM[11]SZ[13];B[m13];W[a1])", None);
    assert_eq!(uploaded["problems"], json!([]), "{uploaded}");
    let written = page.written(&uploaded, "sgf");
    assert!(written.contains("SZ[13]") && written.contains(";B[m13];W[a1]"), "{written}");
    assert_eq!(page.kept.len(), 1, "a copy of the rules with another size");
    let (_, usual) = page.open("(;GM[11]SZ[11];B[k11])", None);
    assert!(usual["game"].is_string() && page.kept.len() == 1, "{usual}");
    let (_, large) = page.open("(;GM[11]SZ[99];B[a1])", None);
    let said = large["problems"].to_string();
    assert!(said.contains("size 99"), "no such size: {large}");
}

#[test]
fn a_page_says_what_is_wrong_with_a_record() {
    let mut page = Records::new(&["chess"]);
    let (status, refused) = page.open("a letter", None);
    assert!(status >= 400 && refused["say"].as_str().is_some_and(|say| say.contains("format")), "{refused}");
    let (status, refused) = page.open("[Variant \"Atomic\"]\n\n1. e4 *\n", None);
    assert!(status >= 400 && refused["say"].as_str().is_some_and(|say| say.contains("Atomic")), "{refused}");
    let (status, uploaded) = page.open("[Event \"?\"]\n\n1. e4 e5\n2. Ke3 *\n", None);
    assert_eq!(status, 200, "{uploaded}");
    assert_eq!((&uploaded["problems"][0]["line"], &uploaded["problems"][0]["column"]), (&json!(4), &json!(4)));
    assert!(page.written(&uploaded, "pgn").contains("1. e4 e5"), "the valid part is there");
}
