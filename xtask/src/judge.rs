//! Compares the acknowledged moves with the log at the end.

use std::collections::HashMap;
use std::ops::RangeBounds;
use std::sync::Arc;

use dagaz_store::{Page, Store};
use serde_json::Value;

/// Something that the server has said is safe.
pub(crate) struct Acknowledged {
    pub(crate) game: Arc<str>,
    pub(crate) nonce: String,
    pub(crate) version: u64,
    pub(crate) node: Option<u64>,
    /// For a move the node at which it was played, and its place in the list of moves.
    pub(crate) played: Option<[u64; 2]>,
}

/// Returns the node and the place of a command to play a move.
pub(crate) fn played(command: &Value) -> Option<[u64; 2]> {
    let is_play = command["do"] == "play";
    Some([command["node"].as_u64()?, command["move"].as_u64()?]).filter(|_| is_play)
}

/// A record with a nonce: its place in the log, the moves up to it, and what it plays.
struct Found {
    place: usize,
    moves: u64,
    played: Option<[u64; 2]>,
}

/// Compares the disk, on which there are so many games, with what was acknowledged; gives the
/// number of records.
pub(crate) fn judge(
    store: &Store,
    acknowledged: &[Acknowledged],
    games: impl RangeBounds<usize> + std::fmt::Debug,
) -> Result<usize, String> {
    let mut place_of: HashMap<(String, String), Found> = HashMap::new();
    let mut records = 0;
    let mut page = Page { count: 1_000, ..Page::default() };
    let mut listed = 0;
    loop {
        let rows = store.list(&page).map_err(|fault| fault.to_string())?;
        for row in &rows {
            let (_, log) = store.log(&row.game).map_err(|fault| fault.to_string())?.ok_or("a listed game is gone")?;
            let mut moves = 0;
            for (place, bytes) in log.iter().enumerate() {
                let record: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
                let event = &record["event"]["played"];
                moves += u64::from(!event.is_null());
                let played = event["node"].as_u64().and_then(|node| Some([node, event["index"].as_u64()?]));
                let found = Found { place, moves, played };
                if let Some(nonce) = record["nonce"].as_str()
                    && place_of.insert((row.game.clone(), nonce.to_string()), found).is_some()
                {
                    return Err(format!("{nonce} of game {} was done twice", row.game));
                }
            }
            records += log.len();
        }
        listed += rows.len();
        match rows.last() {
            Some(row) => page.behind = Some(row.next),
            None => break,
        }
    }
    if !games.contains(&listed) {
        return Err(format!("{games:?} games were begun and {listed} are there"));
    }
    for done in acknowledged {
        let Some(Found { place, moves, played }) = place_of.get(&(done.game.to_string(), done.nonce.clone())) else {
            return Err(format!("{} of game {} was acknowledged and is lost", done.nonce, done.game));
        };
        if done.version != *place as u64 + 1 || done.node.is_some_and(|node| node != *moves) {
            return Err(format!("{} of game {} was acknowledged at another place", done.nonce, done.game));
        }
        if done.played.is_some() && done.played != *played {
            let (asked, there) = (&done.played, played);
            return Err(format!("{} of game {} is another move: {asked:?}, {there:?}", done.nonce, done.game));
        }
    }
    Ok(records)
}
