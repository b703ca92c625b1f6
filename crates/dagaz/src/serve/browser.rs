//! Opens an address in the user's browser.

use std::process::{Command, Stdio};

/// Returns whether it was opened, as far as is known.
pub(super) fn open(url: &str) -> bool {
    let commands: &[&[&str]] = if cfg!(windows) {
        &[&["rundll32", "url.dll,FileProtocolHandler"]]
    } else if cfg!(target_os = "macos") {
        &[&["open"]]
    } else {
        &[&["xdg-open"], &["gio", "open"], &["wslview"]]
    };
    // On a machine without a screen these would open a browser in the terminal, over our own
    // output.
    let screen = cfg!(any(windows, target_os = "macos"))
        || std::env::var_os("DISPLAY").is_some()
        || std::env::var_os("WAYLAND_DISPLAY").is_some()
        || std::env::var_os("WSL_DISTRO_NAME").is_some();
    screen
        && commands.iter().any(|command| {
            let silent = || Stdio::null();
            let run = Command::new(command[0])
                .args(&command[1..])
                .arg(url)
                .stdin(silent())
                .stdout(silent())
                .stderr(silent())
                .spawn();
            run.is_ok()
        })
}
