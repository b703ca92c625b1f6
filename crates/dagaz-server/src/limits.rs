//! Limits of the server, all in one place.

use std::time::Duration;

/// What clients may ask for, and what the server keeps. All are inclusive.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of one message on a socket. The largest honest one is a comment.
    pub message_bytes: usize,
    /// Bytes of a request's body, handed-in files apart.
    pub body_bytes: usize,
    /// Bytes of a file that is handed in.
    pub upload_bytes: usize,
    /// Messages of one socket a second, in the long run.
    pub messages_per_second: u32,
    /// Messages of one socket at once.
    pub message_burst: u32,
    /// Messages that wait for a slow reader; then it is cut off.
    pub queue: usize,
    /// Open sockets.
    pub sockets: usize,
    /// Games that one socket follows.
    pub follows: usize,
    /// Requests that wait for one game.
    pub game_queue: usize,
    /// Games kept in memory beyond those that go on and that somebody looks at.
    pub idle: Duration,
    /// Questions to bots that wait.
    pub thoughts: usize,
    /// Games in one part of the archive.
    pub page: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: 16_384,
            body_bytes: 65_536,
            upload_bytes: 16 << 20,
            messages_per_second: 50,
            message_burst: 200,
            queue: 64,
            sockets: 10_000,
            follows: 64,
            game_queue: 256,
            idle: Duration::from_secs(60),
            thoughts: 256,
            page: 100,
        }
    }
}
