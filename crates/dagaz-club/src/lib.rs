//! People and how they meet, as pure logic.
//!
//! What a name may be, how long a pass holds and what its return means, who is paired with whom in
//! the lobby and in tournaments, what a result does to ratings, and how much anybody may ask for: decisions without a clock, a socket or a file. Moments are milliseconds
//! since 1970 and come in with every call; chance comes in as a number.

mod allowance;
mod lobby;
mod matching;
mod name;
mod pass;
mod person;
mod rating;
mod talk;
pub mod tournament;

pub use allowance::{Allowance, Allowances, Measure};
pub use lobby::{Lobby, LobbyFault, LobbyLimits, Met, Posted, Seek, SeekId, Side, Wish};
pub use name::{NameFault, PersonName};
pub use pass::{Judged, Pass, PassRules};
pub use person::PersonId;
pub use rating::{Rating, Score};
pub use talk::{LINE_BYTES, TalkFault, comment, line};
pub use tournament::Tournament;
