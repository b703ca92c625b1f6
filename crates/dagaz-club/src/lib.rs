//! People and how they meet, as pure logic.
//!
//! What a name may be, how long a pass holds and what its return means, who is paired with whom in
//! the lobby and in tournaments, what a result does to ratings, and how much anybody may ask for:
//! decisions without a clock, a socket or a file. Moments are milliseconds since 1970 and come in
//! with every call; chance comes in as a number.

mod account;
mod chat;
mod lobby;
mod matching;
mod name;
mod rate_limit;
mod rating;
mod token;
pub mod tournament;

pub use account::PersonId;
pub use chat::{LINE_BYTES, TalkFault, comment, line};
pub use lobby::{Lobby, LobbyFault, LobbyLimits, Met, Posted, Seek, SeekId, Side, Wish};
pub use name::{NameFault, PersonName};
pub use rate_limit::{Allowance, Allowances, Measure};
pub use rating::{Rating, Score};
pub use token::{Judged, Pass, PassRules};
pub use tournament::Tournament;
