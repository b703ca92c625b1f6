//! The state of the server during an abuse: how soon it answers `/healthz`, and its memory.

use std::time::Duration;

use tokio::time::Instant;

use crate::load::client_address::ClientAddress;
use crate::load::field::Field;
use crate::load::http::Http;

/// Between two questions.
const PAUSE: Duration = Duration::from_millis(200);

/// See the [module documentation](self).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Health {
    /// The longest time until an answer, in milliseconds.
    pub(super) longest_ms: f64,
    /// The most resident bytes.
    pub(super) memory: u64,
}

impl Health {
    /// Asks again and again for a while, on a connection of its own each time.
    pub(super) async fn watch(field: &Field, time: Duration) -> Result<Health, String> {
        let (until, mut health) = (Instant::now() + time, Health::default());
        while Instant::now() < until {
            let asked = Instant::now();
            let mut http = Http::connect(ClientAddress::usual(field.place.port)).await?;
            http.text("GET", "/healthz", "", None).await?;
            health.longest_ms = health.longest_ms.max(asked.elapsed().as_secs_f64() * 1e3);
            health.memory = health.memory.max(field.memory()?);
            tokio::time::sleep(PAUSE).await;
        }
        Ok(health)
    }
}
