//! How many sockets there are, in all and of each address.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::host::Host;

/// One of the sockets that there may be, of all and of an address.
pub(super) struct Place {
    host: Arc<Host>,
    address: Option<IpAddr>,
}

impl Place {
    pub(super) fn take(host: &Arc<Host>, address: Option<IpAddr>) -> Option<Place> {
        if host.sockets.fetch_add(1, Ordering::Relaxed) >= host.limits.sockets {
            host.sockets.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        let mut place = Place { host: host.clone(), address: None };
        if host.people.is_some()
            && let Some(address) = address
        {
            let mut all = host.addresses.lock().ok()?;
            let count = all.entry(address).or_default();
            if *count >= host.limits.address_sockets {
                return None;
            }
            *count += 1;
            place.address = Some(address);
        }
        Some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.host.sockets.fetch_sub(1, Ordering::Relaxed);
        let Some(address) = self.address else { return };
        let Ok(mut all) = self.host.addresses.lock() else { return };
        if let Some(count) = all.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                all.remove(&address);
            }
        }
    }
}
