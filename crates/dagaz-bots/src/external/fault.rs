//! Why a program of others does not play on.

use std::fmt;
use std::time::Duration;

/// See the [module documentation](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It cannot be started.
    NotStarted(String),
    /// It has ended by itself.
    Ended {
        /// How, as the system says it.
        how: Option<String>,
        /// The last that it said.
        words: Vec<String>,
    },
    /// It has not said a word that it was waited for.
    NeverSays(String, Duration),
    /// It thinks longer than its budget.
    Slow(Duration),
    /// It says nothing at all, and no time was given to it.
    Silent(Duration),
    /// It thinks on and on, and no time was given to it.
    Endless(Duration),
    /// It was stopped and continues.
    Unstoppable,
    /// Its move is illegal.
    Illegal(String),
    /// It says that the game is over, which it is not.
    NotOver(String),
    /// It rejects a command.
    Refuses {
        /// The rejected command.
        told: String,
        /// Its answer.
        answer: String,
    },
    /// It plays another variant.
    NoVariant(String, Vec<String>),
    /// The protocol cannot express the position.
    NoPosition(&'static str),
    /// The protocol cannot express the budget.
    NoBudget(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: &Duration| match time.as_secs() {
            whole if whole >= 120 => format!("{} minutes", whole / 60),
            _ => format!("{} seconds", time.as_secs_f64()),
        };
        match self {
            Fault::NotStarted(error) => write!(f, "it cannot be started: {error}"),
            Fault::Ended { how, words } => {
                f.write_str("it has ended")?;
                if let Some(how) = how {
                    write!(f, " ({how})")?;
                }
                match &words[..] {
                    [] => f.write_str(" without a word"),
                    words => write!(f, "; its last words: {}", words.join(" / ")),
                }
            }
            Fault::NeverSays(word, within) => {
                write!(f, "it does not say `{word}` within {}; does it speak this protocol?", seconds(within))
            }
            Fault::Slow(allowed) => write!(f, "it thinks longer than the {} that it may", seconds(allowed)),
            Fault::Silent(silence) => write!(
                f,
                "it has said nothing for {}; a time beside its budget would bound that, as in `1000n,60s`",
                seconds(silence)
            ),
            Fault::Endless(time) => write!(
                f,
                "it has thought about one move for {}; a time beside its budget would bound that, as in `1000n,60s`",
                seconds(time)
            ),
            Fault::Unstoppable => f.write_str("it does not stop when it is told to"),
            Fault::Illegal(word) => write!(f, "it plays `{word}`, which is no legal move here"),
            Fault::NotOver(said) => {
                write!(f, "it says that the game is over (`{said}`), which it is not by these rules")
            }
            Fault::Refuses { told, answer } => write!(f, "it refuses `{told}`: {answer}"),
            Fault::NoVariant(wanted, known) => {
                write!(f, "it does not play the variant `{wanted}`; it plays {}", known.join(", "))
            }
            Fault::NoPosition(why) | Fault::NoBudget(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Fault {}
