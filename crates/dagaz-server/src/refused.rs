//! A request that is refused, on its way to a client.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use dagaz_contract::catalog::{Problem, Trouble};
use dagaz_contract::message::Reason;
use dagaz_contract::view::View;
use dagaz_core::LimitHit;

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

    /// Of somebody who has shown no pass.
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
