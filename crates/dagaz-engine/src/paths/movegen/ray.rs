//! Rays: the sites that hops along a row come to, and how far they are open.

use super::super::position::Bitset;
use super::NONE;
use super::bitset::{and, has, insert};

/// The rays of one row from each site.
#[derive(Debug)]
pub(super) struct Rays<const W: usize> {
    pub(super) sites: Box<[Bitset<W>]>,
    /// The direction in which the numbers of sites go along every ray, if it is the same.
    order: Option<Order>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Rising,
    Falling,
}

impl<const W: usize> Rays<W> {
    pub(super) fn of(links: &[u16]) -> Rays<W> {
        let ray = |from: usize| {
            let mut ray = [0; W];
            let mut site = links[from];
            while site != NONE && !has(&ray, site) {
                insert(&mut ray, site);
                site = links[usize::from(site)];
            }
            ray
        };
        let hops = || links.iter().enumerate().filter(|(_, to)| **to != NONE);
        let order = if hops().all(|(from, to)| usize::from(*to) > from) {
            Some(Order::Rising)
        } else if hops().all(|(from, to)| usize::from(*to) < from) {
            Some(Order::Falling)
        } else {
            None
        };
        Rays { sites: (0..links.len()).map(ray).collect(), order }
    }

    /// The sites of a ray up to the first blocker, which is one of them; `None` if the numbers of
    /// the sites do not tell which is the first.
    #[inline]
    pub(super) fn open(&self, from: u16, blockers: &Bitset<W>) -> Option<Bitset<W>> {
        let mut ray = self.sites[usize::from(from)];
        let blocked = and(ray, blockers);
        match self.order? {
            Order::Rising => {
                let mut open = u64::MAX;
                for word in 0..W {
                    // The bits up to the lowest one that is set; all if there is none.
                    ray[word] &= open & (blocked[word] ^ blocked[word].wrapping_sub(1));
                    if blocked[word] != 0 {
                        open = 0;
                    }
                }
            }
            Order::Falling => {
                let mut open = u64::MAX;
                for word in (0..W).rev() {
                    if let Some(highest) = blocked[word].checked_ilog2() {
                        ray[word] &= open & (u64::MAX << highest);
                        open = 0;
                    } else {
                        ray[word] &= open;
                    }
                }
            }
        }
        Some(ray)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sites up to the first blocker, hop by hop.
    fn hop_by_hop(links: &[u16], from: u16, blockers: &Bitset<2>) -> Bitset<2> {
        let (mut open, mut site) = ([0; 2], links[usize::from(from)]);
        while site != NONE {
            insert(&mut open, site);
            if has(blockers, site) {
                break;
            }
            site = links[usize::from(site)];
        }
        open
    }

    #[test]
    fn rays_are_open_up_to_the_first_blocker() {
        let step = |by: i32| move |site: i32| u16::try_from(site + by).ok().filter(|to| *to < 100).unwrap_or(NONE);
        for by in [1, -1, 9, -9, 31, -31] {
            let links: Vec<u16> = (0..100).map(step(by)).collect();
            let rays = Rays::<2>::of(&links);
            for blockers in [[0, 0], [1 << 40, 0], [1 << 63 | 1, 1], [0x8421_0842_1084_2108, 0x1_0842_1084]] {
                for from in 0..100 {
                    assert_eq!(rays.open(from, &blockers), Some(hop_by_hop(&links, from, &blockers)));
                }
            }
        }
    }

    #[test]
    fn rays_of_rings_tell_no_first_blocker() {
        let ring: Vec<u16> = (0..10).map(|site| (site + 1) % 10).collect();
        assert_eq!(Rays::<1>::of(&ring).open(3, &[1 << 5]), None);
    }
}
