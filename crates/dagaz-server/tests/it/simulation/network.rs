//! A simulated network: connections in memory that delay, lose their end, or break.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dagaz_server::Connector;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::watch;

/// Bytes under way in one direction.
const BUFFER: usize = 64 << 10;

/// The process that answers now, if one runs.
#[derive(Clone)]
pub(super) struct Network {
    state: Arc<Mutex<(Option<Connector>, Xoshiro256PlusPlus)>>,
    /// Changes when all connections break.
    cut: Arc<watch::Sender<u32>>,
    /// Whether messages are delayed and connections break by themselves.
    is_faulty: bool,
}

impl Network {
    pub(super) fn new(seed: u64) -> Network {
        let state = (None, Xoshiro256PlusPlus::seed_from_u64(seed));
        Network { state: Arc::new(Mutex::new(state)), cut: Arc::new(watch::channel(0).0), is_faulty: true }
    }

    /// Returns the same network without faults.
    pub(super) fn calm(&self) -> Network {
        Network { is_faulty: false, ..self.clone() }
    }

    /// Connects to another process, or to none; all connections break.
    pub(super) fn lead_to(&self, connector: Option<Connector>) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).0 = connector;
        self.cut();
    }

    pub(super) fn cut(&self) {
        self.cut.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Opens a connection; `None` while no process runs.
    pub(super) fn connect(&self) -> Option<DuplexStream> {
        let (connector, seed) = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            (state.0.clone()?, state.1.next_u64())
        };
        let ((client, near), (far, server)) = (duplex(BUFFER), duplex(BUFFER));
        let peer = SocketAddr::from(([10, 0, 0, 1], 1));
        tokio::spawn(connector.serve(server, peer));
        let rng = self.is_faulty.then(|| Xoshiro256PlusPlus::seed_from_u64(seed));
        tokio::spawn(relay(near, far, rng, self.cut.subscribe()));
        Some(client)
    }
}

/// Passes bytes between a client and a server until one of them ends or the connection breaks. What
/// is under way then is lost.
async fn relay(
    mut near: DuplexStream,
    mut far: DuplexStream,
    mut rng: Option<Xoshiro256PlusPlus>,
    mut cut: watch::Receiver<u32>,
) {
    let pass = async {
        let (mut up, mut down) = (vec![0; 4_096], vec![0; 4_096]);
        loop {
            let (bytes, to) = tokio::select! {
                read = near.read(&mut up) => (&up[..read.unwrap_or(0)], &mut far),
                read = far.read(&mut down) => (&down[..read.unwrap_or(0)], &mut near),
            };
            if bytes.is_empty() {
                return;
            }
            if let Some(rng) = &mut rng {
                let slow = if rng.next_u32() % 12 == 0 { 800 } else { 30 };
                tokio::time::sleep(Duration::from_millis(u64::from(rng.next_u32() % slow))).await;
                if rng.next_u32() % 40 == 0 {
                    return;
                }
            }
            if to.write_all(bytes).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = pass => {}
        _ = cut.changed() => {}
    }
}
