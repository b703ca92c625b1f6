//! Messages as they go out: text that is made once and shared by all sockets that get it.

use std::cell::RefCell;

use axum::body::Bytes;
use dagaz_contract::ServerMessage;

/// A message on its way to sockets. A copy shares the text.
pub(crate) type Text = tokio_tungstenite::tungstenite::Utf8Bytes;

/// Room for text that is kept from message to message; what needed more gives it back.
const ROOM: usize = 256 << 10;

thread_local! {
    /// A buffer for text of unknown length, so that it is copied once instead of with every
    /// doubling.
    static DRAFT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns a message as text.
pub(crate) fn text(tell: &ServerMessage) -> Text {
    DRAFT.with_borrow_mut(|draft| {
        draft.clear();
        // What the contract has can always be written, and in UTF-8.
        let written = serde_json::to_writer(&mut *draft, tell).is_ok();
        let bytes = Bytes::copy_from_slice(if written { draft } else { &[] });
        draft.shrink_to(ROOM);
        Text::try_from(bytes).unwrap_or_default()
    })
}
