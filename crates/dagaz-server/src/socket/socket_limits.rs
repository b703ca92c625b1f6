//! How many sockets there are, in all and of each address.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::host::Host;
use crate::per_address::Share;

/// One of the sockets that there may be, of all and of an address.
pub(super) struct Place {
    host: Arc<Host>,
    _share: Option<Share>,
}

impl Place {
    pub(super) fn take(host: &Arc<Host>, address: Option<IpAddr>) -> Option<Place> {
        let share = match address.filter(|_| host.people.is_some()) {
            Some(address) => Some(host.sockets_of.take(address, host.limits.address_sockets)?),
            None => None,
        };
        if host.sockets.fetch_add(1, Ordering::Relaxed) >= host.limits.sockets {
            host.sockets.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        Some(Place { host: host.clone(), _share: share })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.host.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}
