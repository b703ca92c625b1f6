//! Which hops over others are open, known for every site and kept from move to move: a move changes
//! two sites, and with them a dozen hops or two, while to look for a way over others looks at the
//! hops of many.

use super::form::Chain;
use crate::paths::bits::board::CODES_MAX;

/// What stands on a site, as a bit: that of its code, or this for nothing.
pub(super) const NOTHING: u16 = 1 << CODES_MAX;

/// Hops that one site may have.
const HOPS_MAX: usize = u16::BITS as usize;

/// The hops of a chain.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Net {
    /// For each site so many, of which those that there are not are never open: over what, and
    /// where to.
    width: usize,
    hops: Vec<(u8, u8)>,
    /// For each site the hops that begin a chain, and those that continue it.
    firsts: Vec<u16>,
    ons: Vec<u16>,
    /// A mask of the codes over which they lead.
    over: u16,
    /// For each site the hops over it, and those onto it.
    over_it: Vec<Vec<Hop>>,
    onto_it: Vec<Vec<Hop>>,
}

/// One hop: where it begins, its bit there, and the other site on which it depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hop {
    from: u8,
    bit: u16,
    other: u8,
}

impl Net {
    /// None if a site has too many hops.
    pub(super) fn of(chain: &Chain) -> Option<Net> {
        let sites = chain.firsts.len();
        let all = |site: usize| {
            let mut all: Vec<(u8, u8)> = chain.firsts[site].iter().chain(&chain.ons[site]).copied().collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let all: Vec<Vec<(u8, u8)>> = (0..sites).map(all).collect();
        let width = all.iter().map(Vec::len).max()?.max(1);
        if width > HOPS_MAX {
            return None;
        }
        let masks = |of: &[Vec<(u8, u8)>]| {
            let mask = |site: usize| {
                let own = all[site].iter().enumerate().filter(|(_, hop)| of[site].contains(hop));
                own.fold(0, |mask, (bit, _)| mask | 1 << bit)
            };
            (0..sites).map(mask).collect()
        };
        let (firsts, ons) = (masks(&chain.firsts), masks(&chain.ons));
        let (mut over_it, mut onto_it) = (vec![Vec::new(); sites], vec![Vec::new(); sites]);
        let mut hops = vec![(0, 0); sites * width];
        for (from, own) in all.iter().enumerate() {
            for (bit, (by, to)) in own.iter().enumerate() {
                hops[from * width + bit] = (*by, *to);
                let hop = |other: u8| Hop { from: from as u8, bit: 1 << bit, other };
                over_it[usize::from(*by)].push(hop(*to));
                onto_it[usize::from(*to)].push(hop(*by));
            }
        }
        Some(Net { width, hops, firsts, ons, over: chain.over as u16, over_it, onto_it })
    }

    /// For each site the hops that are open, by what stands where.
    pub(super) fn open(&self, stands: &[u16]) -> Vec<u16> {
        let mut open = vec![0; self.firsts.len()];
        for (_, hops) in self.onto_it.iter().enumerate().filter(|(site, _)| stands[*site] == NOTHING) {
            for hop in hops.iter().filter(|hop| stands[usize::from(hop.other)] & self.over != 0) {
                open[usize::from(hop.from)] |= hop.bit;
            }
        }
        open
    }

    /// A piece has gone from a site to another, as `stands` shows already.
    #[inline]
    pub(super) fn went(&self, open: &mut [u16], stands: &[u16], from: usize, to: usize) {
        let mut set = |hop: &Hop, is: bool| {
            let open = &mut open[usize::from(hop.from)];
            *open = (*open & !hop.bit) | if is { hop.bit } else { 0 };
        };
        // Only occupied sites can be hopped over, and only empty sites can be landed on.
        self.over_it[from].iter().for_each(|hop| set(hop, false));
        self.onto_it[to].iter().for_each(|hop| set(hop, false));
        let leads = stands[to] & self.over != 0;
        for hop in &self.over_it[to] {
            set(hop, leads && stands[usize::from(hop.other)] == NOTHING);
        }
        for hop in &self.onto_it[from] {
            set(hop, stands[usize::from(hop.other)] & self.over != 0);
        }
    }
}

/// Where a piece can come to by hopping, looked up again and again.
#[derive(Debug)]
pub(super) struct Reach {
    /// For each site which look has come there last.
    came: Vec<u32>,
    look: u32,
    /// Sites still to be expanded.
    left: Vec<u8>,
}

impl Reach {
    /// On a board of so many sites.
    pub(super) fn new(sites: usize) -> Reach {
        Reach { came: vec![0; sites], look: 0, left: Vec::with_capacity(sites) }
    }

    /// Whether a piece comes from one site to another. If it does not, it is known afterwards where
    /// it does.
    #[inline]
    pub(super) fn leads(&mut self, net: &Net, open: &[u16], origin: u8, wanted: Option<u8>) -> bool {
        self.look = self.look.wrapping_add(1);
        if self.look == 0 {
            self.came.fill(0);
            self.look = 1;
        }
        let mut hops = open[usize::from(origin)] & net.firsts[usize::from(origin)];
        let mut row = usize::from(origin) * net.width;
        self.left.clear();
        loop {
            while hops != 0 {
                let (by, to) = net.hops[row + hops.trailing_zeros() as usize];
                hops &= hops - 1;
                // The moving piece cannot be hopped over at its origin.
                if by == origin {
                    continue;
                }
                if wanted == Some(to) {
                    return true;
                }
                if std::mem::replace(&mut self.came[usize::from(to)], self.look) != self.look {
                    self.left.push(to);
                }
            }
            let Some(at) = self.left.pop() else { return false };
            hops = open[usize::from(at)] & net.ons[usize::from(at)];
            row = usize::from(at) * net.width;
        }
    }

    /// Whether the last look, which was to no site, has come there.
    pub(super) fn has(&self, site: u8) -> bool {
        self.came[usize::from(site)] == self.look
    }
}
