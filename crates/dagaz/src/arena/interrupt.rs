//! Ctrl-C: the first stops with partial results, the second stops at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns a flag that becomes true when the process receives a request to stop. Without signal
/// support the process just ends.
pub(crate) fn watch() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            let mut before = false;
            while signalled().await {
                asked.store(true, Ordering::Relaxed);
                if std::mem::replace(&mut before, true) {
                    std::process::exit(INTERRUPTED);
                }
            }
        });
    });
    stop
}

/// The exit code of a process that was interrupted, as shells have it.
pub(crate) const INTERRUPTED: i32 = 130;

/// Waits for a signal; false if there will be none.
#[cfg(unix)]
async fn signalled() -> bool {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminated) = signal(SignalKind::terminate()) else { return tokio::signal::ctrl_c().await.is_ok() };
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted.is_ok(),
        asked = terminated.recv() => asked.is_some(),
    }
}

/// Waits for a signal; false if there will be none.
#[cfg(not(unix))]
async fn signalled() -> bool {
    tokio::signal::ctrl_c().await.is_ok()
}
