//! A request that is refused, on its way to a client.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use dagaz_contract::catalog::{Problem, Trouble};
use dagaz_contract::message::Reason;
use dagaz_contract::view::View;
use dagaz_core::LimitHit;
use dagaz_session::Refusal;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) reason: Reason,
    pub(crate) say: String,
    pub(crate) problems: Vec<Problem>,
    pub(crate) view: Option<Box<View>>,
}

impl Refused {
    pub(crate) fn new(reason: Reason, say: &str) -> Refused {
        Refused { reason, say: say.to_string(), problems: Vec::new(), view: None }
    }

    pub(crate) fn with(mut self, problems: Vec<Problem>) -> Refused {
        self.problems = problems;
        self
    }

    pub(crate) fn limit(hit: LimitHit) -> Refused {
        Refused::new(Reason::Limit, &hit.to_string())
    }

    /// The client has no session.
    pub(crate) fn nobody() -> Refused {
        Refused::new(Reason::Forbidden, "come in first: as a guest, or by name and password")
    }

    pub(crate) fn busy() -> Refused {
        Refused::new(Reason::Busy, "the server cannot do this now; try again")
    }

    pub(crate) fn store(fault: &dagaz_store::StoreFault) -> Refused {
        let reason = if *fault == dagaz_store::StoreFault::Busy { Reason::Busy } else { Reason::Storage };
        Refused::new(reason, &fault.to_string())
    }

    /// The answer with a status of its own, where the reason alone does not give it.
    pub(crate) fn with_status(self, status: StatusCode) -> Response {
        let mut response = self.into_response();
        *response.status_mut() = status;
        response
    }

    fn status(&self) -> StatusCode {
        match self.reason {
            Reason::Unknown => StatusCode::NOT_FOUND,
            Reason::Forbidden => StatusCode::FORBIDDEN,
            Reason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Reason::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Reason::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Reason::Storage => StatusCode::INTERNAL_SERVER_ERROR,
            Reason::Stale | Reason::Taken => StatusCode::CONFLICT,
            Reason::Malformed => StatusCode::BAD_REQUEST,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = self.status();
        (status, Json(Trouble { reason: self.reason, say: self.say, problems: self.problems })).into_response()
    }
}

impl Refused {
    pub(crate) fn of(refusal: &Refusal) -> Refused {
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
