//! Pictures that strangers hand in: whatever could hold a script is none, and nothing that is sent
//! is taken for anything else.
#![cfg(unix)]

use std::time::Duration;

use dagaz_table::Bundle;
use serde_json::json;

use crate::handed_in::{content, start};

const SVG: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>"#;

/// The smallest picture: one pixel.
pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\
    \x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

#[tokio::test(flavor = "multi_thread")]
async fn scripts_in_pictures_are_never_sent() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = std::fs::read(dagaz_testkit::source::root().join("games/lines/tic-tac-toe/tic-tac-toe.zrf"));
    let html = b"<!doctype html><script>alert(1)</script>".to_vec();
    // A file that begins as a picture and continues as a page.
    let both = [PNG, html.as_slice()].concat();
    let files = [
        ("board.svg", SVG.into()),
        ("board.svgz", SVG.into()),
        ("board.png", SVG.into()),
        ("board.bmp", [b"BM", SVG.as_bytes()].concat()),
        ("board.gif", format!("<?xml version=\"1.0\"?>{SVG}").into_bytes()),
        ("page.html", html.clone()),
        ("page.xml", SVG.into()),
        ("good.png", PNG.to_vec()),
        ("both.html", both.clone()),
        ("own.zrf", rules.expect("the library has it")),
    ];
    let files: Vec<(String, Vec<u8>)> =
        files.into_iter().map(|(name, bytes): (&str, Vec<u8>)| (name.to_string(), bytes)).collect();
    let bundle = Bundle { main: "own.zrf".to_string(), files: files.clone() };
    let server = start(folder.path(), &content(folder.path(), &bundle), Duration::from_secs(20)).await;
    let (ann, _) = server.new_user("ann");
    let (status, told, _) = server.as_person(&ann, "POST", "/rules?name=own.zrf&visible=public", Some(json!("(game)")));
    assert!(status == 200 && told["entry"].is_object(), "{told}");
    let bearer = format!("Bearer {ann}");
    for (name, _) in &files {
        let path = format!("/api/v1/rules/{}/files/{name}", bundle.hash());
        let (status, head, _) = server.request_bytes("GET", &path, &[("Authorization", &bearer)]);
        let kind = head.split("content-type: ").nth(1).and_then(|rest| rest.lines().next());
        let expected = match name.as_str() {
            // By its bytes a picture, whatever it is called: so it is sent as that and as nothing
            // else.
            "good.png" | "both.html" => (200, Some("image/png")),
            _ => (404, Some("application/json")),
        };
        assert_eq!((status, kind), expected, "{name}: {head}");
        assert!(head.contains("x-content-type-options: nosniff"), "{name}: {head}");
        assert!(head.contains("script-src 'self'") && head.contains("object-src 'none'"), "{name}: {head}");
        assert!(head.contains("cross-origin-resource-policy: same-origin"), "{name}: {head}");
    }
    server.stop().await;
}
