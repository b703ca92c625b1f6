//! Threads that give way: bots and passwords must not take time from games.

/// Lowers the priority of the calling thread. Without system support for threads, nothing happens.
pub fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        // Being refused only means being as urgent as the rest.
        let _ = rustix::process::nice(10);
    }
}
