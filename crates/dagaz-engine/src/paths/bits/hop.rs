//! Hops of whole sets of sites.

use super::Bits;

/// No site.
pub(in crate::paths) const NOWHERE: u8 = u8::MAX;

/// Where a way leads one player: from each site, and from whole sets. On a board whose rows are
/// numbered one after the other sets are only turned, on a diagonal of the dark squares alone by
/// two different numbers.
#[derive(Clone, Debug)]
pub(in crate::paths) struct Hop<B> {
    /// From each site where to, and from where one comes to it.
    pub(in crate::paths) to: Box<[u8]>,
    pub(in crate::paths) from: Box<[u8]>,
    ahead: Shift<B>,
    behind: Shift<B>,
}

/// A hop of sets: sites that all go equally far, and how far. Most boards have no more than two
/// such parts.
#[derive(Clone, Debug)]
struct Shift<B> {
    two: [(B, u32); 2],
    more: Vec<(B, u32)>,
    /// Whether there is just one.
    single: bool,
}

impl<B: Bits> Shift<B> {
    fn new(mut parts: Vec<(B, u32)>) -> Shift<B> {
        let single = parts.len() == 1;
        parts.resize(parts.len().max(2), (B::NONE, 0));
        let more = parts.split_off(2);
        Shift { two: [parts[0], parts[1]], more, single }
    }

    #[inline]
    fn of(&self, set: B) -> B {
        let part = |(of, by): (B, u32)| (set & of).turned(by);
        if self.single {
            return part(self.two[0]);
        }
        let two = part(self.two[0]) | part(self.two[1]);
        if self.more.is_empty() { two } else { self.more.iter().fold(two, |all, one| all | part(*one)) }
    }
}

impl<B: Bits> Hop<B> {
    /// None if two sites lead to the same one.
    pub(in crate::paths) fn new(to: Box<[u8]>) -> Option<Hop<B>> {
        let mut from = vec![NOWHERE; to.len()].into_boxed_slice();
        let (mut parts, mut back) = (Vec::new(), Vec::new());
        let add = |parts: &mut Vec<(B, u32)>, site: usize, by: u32| match parts.iter_mut().find(|part| part.1 == by) {
            Some(part) => part.0 |= B::one(site),
            None => parts.push((B::one(site), by)),
        };
        let sites = B::SITES as u32;
        for (site, to) in to.iter().enumerate().filter(|(_, to)| **to != NOWHERE) {
            let to = usize::from(*to);
            if std::mem::replace(&mut from[to], site as u8) != NOWHERE {
                return None;
            }
            let by = (to as u32 + sites - site as u32) % sites;
            add(&mut parts, site, by);
            add(&mut back, to, (sites - by) % sites);
        }
        Some(Hop { to, from, ahead: Shift::new(parts), behind: Shift::new(back) })
    }

    /// Where the sites of a set lead.
    #[inline]
    pub(in crate::paths) fn ahead(&self, set: B) -> B {
        self.ahead.of(set)
    }

    /// From where one comes to the sites of a set.
    #[inline]
    pub(in crate::paths) fn behind(&self, set: B) -> B {
        self.behind.of(set)
    }

    /// Whether one never comes back to a site by this way alone.
    pub(in crate::paths) fn never_returns(&self) -> bool {
        (0..self.to.len()).all(|first| {
            let mut site = first;
            for _ in 0..self.to.len() {
                match self.to[site] {
                    NOWHERE => return true,
                    to => site = usize::from(to),
                }
            }
            false
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_sets_go_where_each_site_leads() {
        // Two rows of three, the second shifted: one half leads 3 on, the other 4.
        let to: Box<[u8]> = [3, 5, NOWHERE, NOWHERE, NOWHERE, NOWHERE].into();
        let hop = Hop::<u64>::new(to).expect("one to one");
        for set in 0..64u64 {
            let each = |table: &[u8]| {
                let led = set.each().map(|site| table[site]).filter(|to| *to != NOWHERE);
                led.fold(0u64, |all, to| all | u64::one(usize::from(to)))
            };
            assert_eq!((hop.ahead(set), hop.behind(set)), (each(&hop.to), each(&hop.from)));
        }
        assert!(hop.never_returns());
        assert!(Hop::<u64>::new([1, NOWHERE, 1].into()).is_none());
        assert!(!Hop::<u64>::new([1, 0].into()).expect("one to one").never_returns());
        assert_eq!(0b1011u64.nth(2), 3);
    }
}
