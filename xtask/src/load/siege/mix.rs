//! Several abuses at once, from twenty addresses.

use futures_util::future::join_all;

use super::scenario::Scenario;
use super::{Done, connections, floods, frames, uploads, work};

/// Addresses of the mix.
pub(super) const HOUSES: usize = 20;

/// The abuses that cost a server the most: frames, messages, requests, connections, uploads, work.
pub(super) async fn worst(ground: &Scenario) -> Result<(), String> {
    let all: [(&str, Done<'_>); 8] = [
        ("frames", Box::pin(frames::oversize(ground))),
        ("fragments", Box::pin(frames::fragments(ground))),
        ("messages", Box::pin(floods::messages(ground))),
        ("requests", Box::pin(floods::requests(ground))),
        ("slow readers", Box::pin(floods::slow_readers(ground))),
        ("connects", Box::pin(connections::connects(ground))),
        ("uploads", Box::pin(uploads::explode(ground))),
        ("work", Box::pin(work::everything(ground))),
    ];
    join_all(all.map(|(name, abuse)| async move {
        // The limits of an address may refuse one abuse what another needs.
        if let Err(why) = abuse.await {
            ground.count(format!("{name} could not begin ({why})"));
        }
    }))
    .await;
    Ok(())
}
