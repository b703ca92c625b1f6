//! How many sockets there are, in all and of each address.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::host::Host;
use crate::per_address::AddressSlot;

/// One of the sockets that there may be, of all and of an address.
pub(super) struct SocketSlot {
    host: Arc<Host>,
    _share: Option<AddressSlot>,
}

impl SocketSlot {
    pub(super) fn take(host: &Arc<Host>, address: Option<IpAddr>) -> Option<SocketSlot> {
        let share = match address.filter(|_| host.people.is_some()) {
            Some(address) => Some(host.sockets_of.take(address, host.limits.address_sockets)?),
            None => None,
        };
        if host.sockets.fetch_add(1, Ordering::Relaxed) >= host.limits.sockets {
            host.sockets.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        Some(SocketSlot { host: host.clone(), _share: share })
    }
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        self.host.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}
