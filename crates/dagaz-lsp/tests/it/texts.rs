//! Questions about open texts.

use dagaz_lsp::Ended;
use serde_json::{Value, json};

use crate::client::{Client, position, range};

const URI: &str = "file:///games/my%20game.drf";

/// Line 6 has the mistake, behind characters of two UTF-16 units each.
const TEXT: &str = "(drf 3)
(include \"near.drf\")
(game \"\u{1f600}\u{1f600}\"
  (board (grid a-e 1-5) (zone camp (row 1)))
  (setup (White (Man a1)) (Black (Man e5)))
  (piece Man \"\u{e9}\" (moves (step near)))
  (win \u{1f600}\u{1f600}  (emty camp))
  (rule (step d) d empty)
  (lose stuck no-moves))
";

fn place(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": position(line, character) })
}

/// Applies the edits of an answer to a text, as an editor does.
fn applied(client: &mut Client, version: i64, edit: &Value) {
    for edit in edit["changes"][URI].as_array().expect("edits") {
        client.change(URI, version, edit["range"].clone(), edit["newText"].as_str().expect("a text"));
    }
}

#[test]
fn a_mistake_is_shown_fixed_and_gone() {
    let mut client = Client::new();
    client.open(URI, &TEXT.replace("(emty camp)", "(no emty)"));
    let found = client.diagnostics(1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"], range(6, 17, 21), "columns are UTF-16 units: {}", found[0]);
    assert_eq!(found[0]["severity"], 1);
    let asked = json!({ "textDocument": { "uri": URI }, "range": found[0]["range"], "context": { "diagnostics": [] } });
    let actions = client.request("textDocument/codeAction", asked)["result"].clone();
    assert_eq!(actions[0]["title"], "Write `empty` instead of `emty`", "{actions}");
    assert_eq!(actions[0]["kind"], "quickfix");
    applied(&mut client, 2, &actions[0]["edit"]);
    assert!(client.diagnostics(2).is_empty());
    assert_eq!(client.leave(), Ended::Orderly);
}

#[test]
fn incremental_changes_make_the_same_text_as_a_whole_one() {
    let mut client = Client::new();
    client.open(URI, "");
    client.diagnostics(1);
    let whole = TEXT.replace("(emty camp)", "(no empty)");
    // Each character by itself, the last first.
    let mut version = 1;
    for character in whole.chars().rev() {
        version += 1;
        client.change(URI, version, range(0, 0, 0), &character.to_string());
    }
    let found = client.diagnostics(version);
    assert!(found.is_empty(), "{found:?}");
    // A range beyond the text is its end; a reversed one changes nothing before it.
    client.change(URI, version + 1, range(999, 0, 9), " ; the end");
    assert!(client.diagnostics(version + 1).is_empty());
    client.change(URI, version + 2, range(0, 5, 1), "");
    assert!(client.diagnostics(version + 2).is_empty());
}

#[test]
fn questions_about_names_are_answered() {
    let mut client = Client::new();
    client.open(URI, TEXT);
    let hover = client.request("textDocument/hover", place(3, 31))["result"].clone();
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("camp")), "{hover}");
    let definition = client.request("textDocument/definition", place(5, 28))["result"].clone();
    assert_eq!(definition[0]["uri"], URI, "{definition}");
    assert_eq!(definition[0]["range"], range(7, 9, 13));
    let elsewhere = client.request("textDocument/definition", place(5, 32))["result"].clone();
    assert_eq!(elsewhere[0]["uri"], "file:///games/near.drf", "{elsewhere}");
    assert_eq!(elsewhere[0]["range"], range(0, 8, 12));
    let mut asked = place(5, 28);
    asked["context"] = json!({ "includeDeclaration": true });
    let uses = client.request("textDocument/references", asked.clone())["result"].clone();
    assert_eq!(uses.as_array().map(Vec::len), Some(2), "{uses}");
    asked["context"] = json!({ "includeDeclaration": false });
    assert_eq!(client.request("textDocument/references", asked)["result"].as_array().map(Vec::len), Some(1));
    let name = client.request("textDocument/prepareRename", place(5, 28))["result"].clone();
    assert_eq!(name["placeholder"], "step", "{name}");
    assert_eq!(client.request("textDocument/prepareRename", place(5, 32))["result"], json!(null), "in another file");
    let mut asked = place(5, 28);
    asked["newName"] = json!("walk");
    let renamed = client.request("textDocument/rename", asked.clone())["result"].clone();
    assert_eq!(renamed["changes"][URI].as_array().map(Vec::len), Some(2), "{renamed}");
    asked["newName"] = json!("two words");
    assert_eq!(client.request("textDocument/rename", asked)["error"]["code"], -32803);
}

#[test]
fn questions_about_whole_texts_are_answered() {
    let mut client = Client::new();
    client.open(URI, &TEXT.replace("(emty camp)", "(no   empty)"));
    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = client.request("textDocument/documentSymbol", document.clone())["result"].clone();
    let game = &symbols[1];
    assert_eq!(game["name"], "\u{1f600}\u{1f600}", "{symbols}");
    assert_eq!(game["children"].as_array().map(Vec::len), Some(6), "{game}");
    let mut asked = document.clone();
    asked["options"] = json!({ "tabSize": 2, "insertSpaces": true });
    let edits = client.request("textDocument/formatting", asked)["result"].clone();
    assert_eq!(edits.as_array().map(Vec::len), Some(1), "{edits}");
    let tokens = client.request("textDocument/semanticTokens/full", document.clone())["result"].clone();
    let numbers = tokens["data"].as_array().expect("numbers");
    assert!(numbers.len() > 100 && numbers.len().is_multiple_of(5), "{}", numbers.len());
    let completed = client.request("textDocument/completion", place(7, 18))["result"].clone();
    let names: Vec<&str> =
        completed.as_array().expect("a list").iter().filter_map(|one| one["label"].as_str()).collect();
    assert!(names.contains(&"d"), "{names:?}");
    let mut asked = document;
    asked["range"] = json!({ "start": position(0, 0), "end": position(20, 0) });
    let hints = client.request("textDocument/inlayHint", asked)["result"].clone();
    assert_eq!(hints[0]["label"], "5 sites", "{hints}");
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.leave(), Ended::Orderly);
}

#[test]
fn huge_and_unknown_texts_get_diagnostics() {
    let mut client = Client::new();
    client.open(URI, &"(a ".repeat(3_500_000));
    assert!(!client.diagnostics(1).is_empty());
    client.open("file:///notes.txt", "(a");
    assert!(client.diagnostics(1).is_empty());
    client.open("untitled:Game.4th", ": a nothing ;");
    let found = client.diagnostics(1);
    assert!(
        found.iter().any(|one| one["message"].as_str().is_some_and(|text| text.contains("`nothing`"))),
        "{found:?}"
    );
    assert_eq!(client.leave(), Ended::Orderly);
}
