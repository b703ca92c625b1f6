//! The client: writes messages to the server and collects what it writes.

use std::io::{BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::path::Path;
use std::thread::JoinHandle;

use dagaz_lsp::{Ended, Files, serve};
use dagaz_syntax::Includes;
use dagaz_syntax::source::MemoryIncludes;
use serde_json::{Value, json};

/// One file that texts can include.
pub(crate) const INCLUDED: &str = "(define near adjacent)\n";

struct Memory;

impl Files for Memory {
    fn includes(&self, _main: Option<&Path>) -> Box<dyn Includes> {
        Box::new(MemoryIncludes::new([("/games/near.drf", INCLUDED.as_bytes())]))
    }

    fn read(&self, path: &Path) -> Option<String> {
        (path == Path::new("/games/near.drf")).then(|| INCLUDED.to_string())
    }
}

pub(crate) struct Client {
    to: PipeWriter,
    from: PipeReader,
    server: JoinHandle<std::io::Result<Ended>>,
    next: u64,
}

impl Client {
    /// Starts a server and initializes it.
    pub(crate) fn new() -> Client {
        let mut client = Client::raw();
        let answer = client.request("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        assert_eq!(answer["result"]["capabilities"]["textDocumentSync"]["change"], 2, "{answer}");
        client.notify("initialized", json!({}));
        client
    }

    /// Starts a server.
    pub(crate) fn raw() -> Client {
        let (server_input, to) = pipe().expect("a pipe");
        let (from, server_output) = pipe().expect("a pipe");
        let server = std::thread::spawn(move || serve(BufReader::new(server_input), server_output, &Memory));
        Client { to, from, server, next: 0 }
    }

    pub(crate) fn write(&mut self, text: &str) {
        self.to.write_all(text.as_bytes()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.write(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Returns the next message of the server.
    pub(crate) fn read(&mut self) -> Value {
        let mut header = Vec::new();
        while !header.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            self.from.read_exact(&mut byte).expect("the server writes");
            header.push(byte[0]);
        }
        let header = String::from_utf8(header).expect("a text");
        let length = header.trim().strip_prefix("Content-Length: ").expect("a length").parse().expect("a number");
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).expect("the whole message");
        serde_json::from_slice(&body).expect("JSON")
    }

    /// Returns the answer to a request; diagnostics in between are passed over.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Returns the diagnostics of a version of a text.
    pub(crate) fn diagnostics(&mut self, version: i64) -> Vec<Value> {
        loop {
            let message = self.read();
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version {
                return message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
            }
        }
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "drf", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a part of a text.
    pub(crate) fn change(&mut self, uri: &str, version: i64, range: Value, text: &str) {
        let change = json!({ "range": range, "text": text });
        let document = json!({ "uri": uri, "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
    }

    /// Shuts the server down and returns how it has ended.
    pub(crate) fn leave(mut self) -> Ended {
        let answer = self.request("shutdown", Value::Null);
        assert_eq!(answer["result"], Value::Null);
        assert!(answer.get("error").is_none(), "{answer}");
        self.notify("exit", Value::Null);
        self.ended().expect("the output works")
    }

    /// Closes the input and returns how the server has ended.
    pub(crate) fn ended(self) -> std::io::Result<Ended> {
        drop(self.to);
        self.server.join().expect("the server does not panic")
    }
}

/// Returns a position.
pub(crate) fn position(line: u32, character: u32) -> Value {
    json!({ "line": line, "character": character })
}

/// Returns the range of one line.
pub(crate) fn range(line: u32, start: u32, end: u32) -> Value {
    json!({ "start": position(line, start), "end": position(line, end) })
}
