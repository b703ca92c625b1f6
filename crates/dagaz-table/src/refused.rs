//! A request that is refused, on its way to a client.

use dagaz_contract::catalog::{Problem, Trouble};
use dagaz_contract::message::Reason;
use dagaz_contract::view::View;
use dagaz_core::LimitHit;
use dagaz_session::Refusal;

/// A request that is refused: its reason, and what a client shows.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Why.
    pub reason: Reason,
    /// The same in a sentence, in English.
    pub say: String,
    /// The faults of rules or a record.
    pub problems: Vec<Problem>,
    /// For `stale`: the current position.
    pub view: Option<Box<View>>,
}

impl Refused {
    /// Returns a refusal without more.
    pub fn new(reason: Reason, say: &str) -> Refused {
        Refused { reason, say: say.to_string(), problems: Vec::new(), view: None }
    }

    /// Returns the refusal with faults.
    pub fn with(mut self, problems: Vec<Problem>) -> Refused {
        self.problems = problems;
        self
    }

    /// The rules have met one of their limits.
    pub fn limit(hit: LimitHit) -> Refused {
        Refused::new(Reason::Limit, &hit.to_string())
    }

    /// For a client without a token.
    pub fn nobody() -> Refused {
        Refused::new(Reason::Forbidden, "come in first: as a guest, or by name and password")
    }

    /// The same request may be sent again later.
    pub fn busy() -> Refused {
        Refused::new(Reason::Busy, "the server cannot do this now; try again")
    }

    /// Returns the status of HTTP that fits the reason.
    pub fn status(&self) -> u16 {
        match self.reason {
            Reason::Malformed => 400,
            Reason::Forbidden | Reason::CodeNeeded => 403,
            Reason::Unknown => 404,
            Reason::Stale | Reason::Taken => 409,
            Reason::TooLarge => 413,
            Reason::TooMany => 429,
            Reason::Storage => 500,
            Reason::Busy => 503,
            _ => 422,
        }
    }

    /// Returns the message to the client.
    pub fn trouble(self) -> Trouble {
        Trouble { reason: self.reason, say: self.say, problems: self.problems }
    }
}

#[cfg(feature = "http")]
impl axum::response::IntoResponse for Refused {
    fn into_response(self) -> axum::response::Response {
        let status = axum::http::StatusCode::from_u16(self.status()).unwrap_or_default();
        (status, axum::Json(self.trouble())).into_response()
    }
}

impl Refused {
    /// What a session has refused.
    pub fn of(refusal: &Refusal) -> Refused {
        let (reason, say) = match refusal {
            Refusal::Unknown => (Reason::Unknown, "there is no such node or player".to_string()),
            Refusal::Forbidden => (Reason::Forbidden, "you may not do this".to_string()),
            Refusal::Stale => (Reason::Stale, "the game has gone on meanwhile".to_string()),
            Refusal::NotYourTurn => (Reason::NotYourTurn, "it is not your turn".to_string()),
            Refusal::Ended => (Reason::Ended, "the game has ended".to_string()),
            Refusal::Paused => (Reason::Paused, "the game rests".to_string()),
            Refusal::Waiting => (Reason::Waiting, "a seat is still open".to_string()),
            Refusal::Illegal => (Reason::Illegal, "there is no such move".to_string()),
            Refusal::Nothing => (Reason::Nothing, "there is nothing to do so about".to_string()),
            Refusal::Taken => (Reason::Taken, "the seat is taken".to_string()),
            Refusal::NotHere => (Reason::NotHere, "this cannot be done in this game now".to_string()),
            Refusal::TooLarge => (Reason::TooLarge, "it is too large".to_string()),
            Refusal::Limit(hit) => (Reason::Limit, hit.to_string()),
        };
        Refused::new(reason, &say)
    }
}
