//! Why a command could not do its work, and the exit code that says so.

use std::fmt;
use std::io;

use dagaz_bots::BotError;
use dagaz_core::LimitHit;

use crate::load::GameFault;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command was called wrongly: exit code 2.
    Usage(String),
    /// The rules, the position or a move has errors, or a limit is met: exit code 1.
    Errors(String),
    /// The game cannot be played on, for a reason that
    /// [`Loaded::explain`](crate::load::Loaded::explain) can point at in the rules: exit code 1.
    Game(GameFault),
    /// The same explained, as text that is complete by itself: exit code 1.
    Explained(String),
    /// The errors have been printed: exit code 1.
    Reported,
    /// The process was interrupted, and partial results were printed: exit code 130, as in shells.
    Interrupted,
    /// Output or input failed: exit code 1, or 0 if the reader of the output has closed it.
    Io(io::Error),
}

impl Failure {
    /// Returns the exit code of the process.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Errors(_) | Failure::Game(_) | Failure::Explained(_) | Failure::Reported => 1,
            Failure::Interrupted => 130,
            // The reader of the output has closed it.
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Io(_) => 1,
        }
    }

    /// Returns the message, if there is one.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Failure::Usage(text) | Failure::Errors(text) => Some(text.clone()),
            Failure::Game(fault) => Some(fault.to_string()),
            Failure::Explained(text) => Some(text.clone()),
            Failure::Reported | Failure::Interrupted => None,
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Failure::Io(error) => Some(error.to_string()),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().unwrap_or_default())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<BotError> for Failure {
    fn from(error: BotError) -> Failure {
        match error {
            BotError::Limit(hit) => hit.into(),
            other => Failure::Errors(other.to_string()),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Io(error.into())
    }
}

impl From<LimitHit> for Failure {
    fn from(hit: LimitHit) -> Failure {
        Failure::Game(GameFault::Limit(hit))
    }
}
