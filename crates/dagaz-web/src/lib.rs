//! Games in a page without a server.
//!
//! A [`Host`] answers the requests and messages of the [contract](dagaz_contract) that a server
//! answers; a [`Thinker`] lets bots think. Both run in Web Workers of the page. What they need from
//! outside (files of games, logs of games that were begun before, time, randomness) is handed to
//! them: there is no clock, file or network in this crate.

mod begin;
mod host;
mod outbox;
mod records;
mod requests;
mod sources;
mod speed;
mod thinker;
#[cfg(target_arch = "wasm32")]
mod worker;

pub use host::{Environment, Host, Randomness};
pub use outbox::{Job, Needed, Out, Work};
pub use requests::Answer;
pub use sources::{Catalog, CatalogGame};
pub use speed::Speed;
pub use thinker::{Thinker, ThinkerMessage};
