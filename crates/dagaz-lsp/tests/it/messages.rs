//! The protocol itself: order of messages, faulty messages, ends.

use dagaz_lsp::Ended;
use serde_json::json;

use crate::client::{Client, position};

#[test]
fn a_session_begins_with_initialize_and_ends_with_exit() {
    let mut client = Client::raw();
    let early = client.request("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002, "{early}");
    drop(client);
    assert_eq!(Client::new().leave(), Ended::Orderly);
    let mut client = Client::new();
    client.notify("exit", json!(null));
    assert_eq!(client.ended().expect("the output works"), Ended::Abruptly);
    assert_eq!(Client::new().ended().expect("the output works"), Ended::Abruptly, "the input ends");
}

#[test]
fn nothing_is_answered_after_shutdown() {
    let mut client = Client::new();
    client.request("shutdown", json!(null));
    let late = client.request("textDocument/hover", json!({}));
    assert_eq!(late["error"]["code"], -32600, "{late}");
}

#[test]
fn faulty_messages_are_refused_and_the_session_continues() {
    let mut client = Client::new();
    client.write("Content-Length: 5\r\n\r\n{\"a\":");
    let answer = client.read();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(null), &json!(-32700)), "{answer}");
    client.write("Content-Length: 2\r\n\r\n[]");
    assert_eq!(client.read()["error"]["code"], -32700);
    let answer = client.request("no/such", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    for params in [json!(null), json!([]), json!({ "textDocument": 3 }), json!({ "position": position(0, 0) })] {
        let answer = client.request("textDocument/hover", params);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    client.notify("textDocument/didChange", json!({ "textDocument": { "uri": 1 } }));
    client.notify("textDocument/didOpen", json!("text"));
    let document = json!({ "textDocument": { "uri": "file:///none.drf" }, "position": position(0, 0) });
    assert_eq!(client.request("textDocument/hover", document)["result"], json!(null));
    assert_eq!(client.leave(), Ended::Orderly);
}

#[test]
fn headers_that_cannot_be_read_end_the_session() {
    for text in ["nonsense\r\n\r\n", "Content-Length: 99999999999999\r\n\r\n"] {
        let mut client = Client::new();
        client.write(text);
        assert!(client.ended().is_err(), "{text:?}");
    }
}
