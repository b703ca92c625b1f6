//! Properties that are not supported: they are counted and reported.

use std::collections::BTreeMap;

use super::tags;
use super::token::{Property, shown};
use crate::faults::Faults;

/// Properties read in addition to tags and to our own, and properties of the file instead of the
/// game.
const KNOWN: [&str; 26] = [
    "AB", "AE", "AP", "AW", "B", "BL", "BM", "C", "CA", "DM", "DO", "FF", "GB", "GM", "GW", "IT", "PB", "PL", "PW",
    "RE", "ST", "SZ", "TE", "UC", "W", "WL",
];

/// The maximum number of names in a message.
const NAMES: usize = 20;

/// See the [module documentation](self).
#[derive(Default)]
pub(super) struct Foreign {
    counts: BTreeMap<String, usize>,
    others: usize,
}

impl Foreign {
    /// Looks at the properties of a node.
    pub(super) fn meet(&mut self, properties: &[Property<'_>]) {
        for property in properties {
            let name = &*property.name;
            if KNOWN.contains(&name) || name.starts_with("DG") || tags::of_property(name).is_some() {
                continue;
            }
            let name = shown(name);
            if self.counts.len() < NAMES || self.counts.contains_key(&name) {
                *self.counts.entry(name).or_default() += 1;
            } else {
                self.others += 1;
            }
        }
    }

    /// Says what was met.
    pub(super) fn tell(self, faults: &mut Faults) {
        for (name, count) in self.counts {
            match count {
                1 => faults.remark(format!("1 property `{name}` was not kept")),
                _ => faults.remark(format!("{count} properties `{name}` were not kept")),
            }
        }
        if self.others > 0 {
            faults.remark(format!("{} properties of other names were not kept", self.others));
        }
    }
}
