//! Users, pairing, ratings and tournaments, as pure logic.
//!
//! The rules of a club: valid names, the lifetime of session tokens and their reuse, pairing in the
//! lobby and in tournaments, ratings, and rate limits. The decisions use no clock, socket or file.
//! Times are milliseconds since 1970 and come in with every call; random numbers come in as
//! arguments.

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
pub use token::{Pass, PassRules, TokenVerdict};
pub use tournament::Tournament;
