//! Threads for games by rules that were handed in: their authors determine what a list of moves
//! costs, and that must not be taken from those that serve sockets and the games of the library.

use std::future::Future;

use tokio::runtime::{Builder, Runtime};

/// Such games make their moves on so many threads, which give way to all others.
const THREADS: usize = 2;

/// See the [module documentation](self).
pub(crate) struct IsolatedThreads(Option<Runtime>);

impl IsolatedThreads {
    pub(crate) fn start() -> std::io::Result<IsolatedThreads> {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(THREADS).thread_name("dagaz-apart").enable_time();
        Ok(IsolatedThreads(Some(builder.on_thread_start(crate::low_priority::yield_to_others).build()?)))
    }

    /// Runs something there.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        match &self.0 {
            Some(runtime) => drop(runtime.spawn(task)),
            None => drop(tokio::spawn(task)),
        }
    }
}

impl Drop for IsolatedThreads {
    fn drop(&mut self) {
        // Tables have ended by now; and nothing may wait for them here.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
