//! Messages as they go out: text that is made once and shared by all sockets that get it.

use dagaz_contract::Tell;

/// A message on its way to sockets. A copy shares the text.
pub(crate) type Text = axum::extract::ws::Utf8Bytes;

/// A message as text.
pub(crate) fn text(tell: &Tell) -> Text {
    // What the contract has can always be written.
    serde_json::to_string(tell).unwrap_or_default().into()
}
