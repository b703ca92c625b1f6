//! The web application in a real browser: runs the tests of `web/tests/e2e/` against this very
//! binary.
//!
//! They need Node, Chromium, and the application built (`cargo build --release` does that, or `npm
//! ci && npm run build` in `web/`). Where something of it is missing, the test says what and
//! passes; with `DAGAZ_BROWSER=required` it fails.

use std::path::Path;
use std::process::Command;

#[test]
fn the_web_application_works_in_a_browser() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    // The same places as in `web/playwright.config.ts`.
    let mut chromium = vec!["/usr/bin/chromium-headless-shell".to_string(), "/usr/bin/chromium".to_string()];
    chromium.extend(std::env::var("CHROMIUM"));
    let runs =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    let missing = if !runs("npm") {
        Some("npm")
    } else if !chromium.iter().any(|path| Path::new(path).exists()) {
        Some("Chromium")
    } else if !web.join("node_modules").is_dir() || !web.join("dist/index.html").is_file() {
        Some("the built application in web/dist")
    } else {
        None
    };
    if let Some(what) = missing {
        let required = std::env::var("DAGAZ_BROWSER").is_ok_and(|wish| wish == "required");
        assert!(!required, "the browser tests cannot run: there is no {what}");
        dagaz_testkit::skipped(&format!("the browser tests; there is no {what}"));
        return;
    }
    let output = Command::new("npm")
        .args(["run", "e2e"])
        .current_dir(&web)
        .env("DAGAZ_BIN", env!("CARGO_BIN_EXE_dagaz"))
        .output()
        .expect("npm can be run");
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}\n{wrong}");
}
