//! The number of connections or sockets of each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::people::network;

/// See the [module documentation](self).
#[derive(Default)]
pub(crate) struct PerAddress(Mutex<HashMap<IpAddr, usize>>);

/// One of those that an address has, as long as it lasts.
pub(crate) struct AddressSlot {
    all: Arc<PerAddress>,
    address: IpAddr,
}

impl PerAddress {
    /// A number is changed in a single step, so a panic elsewhere has left it as it should be.
    fn held(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot of an address, unless it has the maximum.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<AddressSlot> {
        let address = network(address);
        let mut all = self.held();
        let count = all.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(AddressSlot { all: self.clone(), address })
    }
}

impl Drop for AddressSlot {
    fn drop(&mut self) {
        let mut all = self.all.held();
        if let Some(count) = all.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_by_address_and_network() {
        let all = Arc::new(PerAddress::default());
        let take = |text: &str| all.take(text.parse().expect("an address"), 2);
        let held =
            [take("192.0.2.1"), take("192.0.2.1"), take("192.0.2.2"), take("2001:db8::1"), take("2001:db8::2:1")];
        assert!(held.iter().all(Option::is_some));
        assert!(
            take("192.0.2.1").is_none() && take("2001:db8:0:0:ffff::3").is_none() && take("2001:db8:0:1::").is_some()
        );
        drop(held);
        assert!(take("192.0.2.1").is_some());
        assert!(all.held().is_empty(), "whoever has none needs no room");
    }
}
