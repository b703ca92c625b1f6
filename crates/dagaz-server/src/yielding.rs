//! Threads that give way: bots and passwords must not take time from games.

/// Lets the calling thread come last wherever somebody else wants the processor. Where the system has no such wish for a
/// single thread, nothing happens.
pub fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        // Being refused only means being as urgent as the rest.
        let _ = rustix::process::nice(10);
    }
}
