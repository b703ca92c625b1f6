//! `dagaz lsp`: an editor's session with the program, with files on disk.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::common::{Folder, dagaz};

struct Editor {
    program: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Editor {
    fn new() -> Editor {
        let mut program = Command::new(env!("CARGO_BIN_EXE_dagaz"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary has been built");
        let (to, from) = program.stdin.take().zip(program.stdout.take()).expect("pipes");
        Editor { program, to, from: BufReader::new(from) }
    }

    fn send(&mut self, message: &Value) {
        self.to.write_all(framed(message).as_bytes()).expect("the program reads");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Returns the next message that is meant.
    fn wait(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.read();
            if is_meant(&message) {
                return message;
            }
        }
    }

    fn read(&mut self) -> Value {
        let (mut length, mut line) = (0, String::new());
        while line != "\r\n" {
            line.clear();
            self.from.read_line(&mut line).expect("the program writes");
            if let Some(number) = line.strip_prefix("Content-Length: ") {
                length = number.trim().parse().expect("a number");
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).expect("the whole message");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn request(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait(|message| message["id"] == id)["result"].take()
    }

    fn diagnostics(&mut self, version: u32) -> Value {
        self.wait(|message| message["params"]["version"] == version)["params"]["diagnostics"].take()
    }
}

fn framed(message: &Value) -> String {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

#[test]
fn an_editor_is_served_from_initialize_to_exit() {
    let folder = Folder::new("lsp");
    folder.file("near.drf", "(define near adjacent)\n");
    let text = "(drf 3)\n(include \"near.drf\")\n(game \"A\"\n  (board (grid a-c 1-3))\n  (piece Man)\n  \
                (rule place (at (and emty (see near board))) (put Man))\n  (moves place)\n  (lose stuck no-moves))\n";
    let uri = format!("file://{}", folder.file("game.drf", text));
    let mut editor = Editor::new();
    let answer = editor.request(1, "initialize", json!({ "capabilities": {} }));
    assert_eq!(answer["serverInfo"]["name"], "dagaz");
    editor.notify("initialized", json!({}));
    let document = json!({ "uri": uri, "languageId": "drf", "version": 1, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let found = editor.diagnostics(1);
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    let asked =
        json!({ "textDocument": { "uri": uri }, "range": found[0]["range"], "context": { "diagnostics": found } });
    let actions = editor.request(2, "textDocument/codeAction", asked);
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    let change = json!({ "range": edit["range"], "text": edit["newText"] });
    let document = json!({ "uri": uri, "version": 2 });
    editor.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
    assert_eq!(editor.diagnostics(2), json!([]), "{actions}");
    assert_eq!(editor.request(3, "shutdown", Value::Null), Value::Null);
    editor.notify("exit", Value::Null);
    assert!(editor.program.wait().expect("the program ends").success());
}

#[test]
fn a_session_without_an_orderly_end_fails() {
    assert_eq!(dagaz(&["lsp"], "").code, Some(1));
    assert_eq!(dagaz(&["lsp"], "nonsense\r\n\r\n").code, Some(1));
    let exit = framed(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert_eq!(dagaz(&["lsp"], &exit).code, Some(1));
}
