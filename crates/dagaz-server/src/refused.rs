//! Requests that are refused, as far as only a server refuses them.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use dagaz_contract::message::Reason;
use dagaz_store::StoreFault;

pub(crate) use dagaz_table::Refused;

/// What the store cannot do.
pub(crate) fn by_store(fault: &StoreFault) -> Refused {
    let reason = if *fault == StoreFault::Busy { Reason::Busy } else { Reason::Storage };
    Refused::new(reason, &fault.to_string())
}

/// Returns the refusal of an upload on a server that accepts none.
pub(crate) fn no_uploads() -> Refused {
    Refused::new(Reason::NotHere, "this server does not take such files; they can be opened with your own `dagaz`")
}

/// Returns the answer with a status of its own, where the reason alone does not give it.
pub(crate) fn with_status(refused: Refused, status: StatusCode) -> Response {
    let mut response = refused.into_response();
    *response.status_mut() = status;
    response
}
