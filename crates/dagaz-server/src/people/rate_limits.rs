//! Rate limits: an allowance of each matter for an address, a name or a person.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dagaz_club::Allowances;
use dagaz_contract::message::Reason;
use dagaz_session::HolderId;

use super::held;
use crate::limits::Limits;
use crate::refused::Refused;

/// Maximum number of tracked allowances at a time.
const KNOWN_MAX: usize = 100_000;

/// A matter with an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Matter {
    /// Connections.
    Connect,
    /// Bytes sent on sockets.
    Bytes,
    /// Files of the web application, and other requests outside of the protocol.
    File,
    /// Requests over HTTP.
    Request,
    /// Logins, and other requests with a password.
    Login,
    /// Codes of a second factor.
    Code,
    /// New accounts.
    Account,
    /// New guests.
    Guest,
    /// New games and seeks.
    Game,
    /// Commands to games, of which each is a record on the disk.
    Record,
    /// Bytes of records, on the disk.
    RecordBytes,
    /// Lines of talk, comments, and reports.
    Talk,
    /// Uploads of rules.
    Rules,
}

/// See the [module documentation](self).
pub(crate) struct RateLimits {
    by_address: Mutex<HashMap<Matter, Allowances<IpAddr>>>,
    by_name: Mutex<Allowances<String>>,
    by_device: Mutex<Allowances<String>>,
    by_person: Mutex<HashMap<Matter, Allowances<HolderId>>>,
    /// Counter of requests refused by a limit.
    pub(crate) throttled: AtomicU64,
}

pub(super) fn too_many() -> Refused {
    Refused::new(Reason::TooMany, "too many requests: wait a little")
}

impl RateLimits {
    pub(super) fn new(limits: &Limits) -> RateLimits {
        let address = |measure| Allowances::new(measure, KNOWN_MAX);
        let by_address = HashMap::from([
            (Matter::Connect, address(limits.address_connects)),
            (Matter::Bytes, address(limits.address_bytes)),
            (Matter::File, address(limits.address_files)),
            (Matter::Request, address(limits.address_requests)),
            (Matter::Login, address(limits.address_logins)),
            (Matter::Account, address(limits.address_accounts)),
            (Matter::Guest, address(limits.address_guests)),
            (Matter::Game, address(limits.address_games)),
            (Matter::Record, address(limits.address_records)),
            (Matter::RecordBytes, address(limits.address_record_bytes)),
        ]);
        let person = |measure| Allowances::new(measure, KNOWN_MAX);
        let by_person = HashMap::from([
            (Matter::Code, person(limits.person_codes)),
            (Matter::Game, person(limits.person_games)),
            (Matter::Record, person(limits.person_records)),
            (Matter::RecordBytes, person(limits.person_record_bytes)),
            (Matter::Talk, person(limits.person_talk)),
            (Matter::Rules, person(limits.person_rules)),
        ]);
        RateLimits {
            by_address: Mutex::new(by_address),
            by_name: Mutex::new(Allowances::new(limits.name_logins, KNOWN_MAX)),
            by_device: Mutex::new(Allowances::new(limits.device_logins, KNOWN_MAX)),
            by_person: Mutex::new(by_person),
            throttled: AtomicU64::new(0),
        }
    }

    /// Takes one of an address's allowance.
    pub(crate) fn address_may(&self, matter: Matter, address: IpAddr, now: u64) -> Result<(), Refused> {
        let mut all = held(&self.by_address);
        let may = all.get_mut(&matter).is_none_or(|one| one.take(network(address), now));
        self.counted(may)
    }

    /// Charges usage; returns how long the address has to wait.
    pub(crate) fn charge(&self, matter: Matter, address: IpAddr, used: u32, now: u64) -> Duration {
        let mut all = held(&self.by_address);
        Duration::from_millis(all.get_mut(&matter).map_or(0, |one| one.charge(network(address), used, now)))
    }

    /// Takes one attempt for a name, from any client.
    pub(crate) fn name_may(&self, folded: &str, now: u64) -> Result<(), Refused> {
        let may = held(&self.by_name).take(folded.chars().take(64).collect(), now);
        self.counted(may)
    }

    /// Takes one attempt of a known browser.
    pub(crate) fn device_may(&self, number: &str, now: u64) -> Result<(), Refused> {
        let may = held(&self.by_device).take(number.to_string(), now);
        self.counted(may)
    }

    /// Takes one of a person's allowance.
    pub(crate) fn person_may(&self, matter: Matter, holder: &HolderId, now: u64) -> Result<(), Refused> {
        let mut all = held(&self.by_person);
        let may = all.get_mut(&matter).is_none_or(|one| one.take(holder.clone(), now));
        self.counted(may)
    }

    /// Refuses while an address or a person owes bytes of records.
    pub(crate) fn may_record(&self, address: IpAddr, holder: &HolderId, now: u64) -> Result<(), Refused> {
        let owed = self.charge_records(address, holder, 0, now);
        self.counted(owed.is_zero())
    }

    /// Charges bytes of records that are durable; returns how long the address or the person has to
    /// wait before more are accepted.
    pub(crate) fn charge_records(&self, address: IpAddr, holder: &HolderId, bytes: u32, now: u64) -> Duration {
        let by_address = self.charge(Matter::RecordBytes, address, bytes, now);
        let mut all = held(&self.by_person);
        let owed = all.get_mut(&Matter::RecordBytes).map_or(0, |one| one.charge(holder.clone(), bytes, now));
        by_address.max(Duration::from_millis(owed))
    }

    fn counted(&self, may: bool) -> Result<(), Refused> {
        if may {
            return Ok(());
        }
        self.throttled.fetch_add(1, Ordering::Relaxed);
        Err(too_many())
    }
}

/// Returns the unit of an address limit: the address, or the smallest network that a subscriber
/// gets in IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let mut parts = six.segments();
            parts[4..].fill(0);
            IpAddr::from(parts)
        }
        four => four,
    }
}
