//! A playout on a board of any size, with groups by union-find.

use dagaz_core::{EndingId, PlayerId, Playout, Rng, SiteId, State, below};

use super::{NONE, Placement, Watch};

/// A game that is being played.
#[derive(Clone)]
pub(super) struct Run<'p> {
    placement: &'p Placement,
    /// One after the other, so that they are copied as one: for each site its owner (0: empty, else
    /// the player from 1 on); the open sites; for each site the next one on the way to the root of
    /// its group; for each root the zones of its group.
    cells: Vec<u16>,
    /// How many sites are open.
    pub(super) open: usize,
    /// How many sites are empty.
    empty: usize,
    slot: usize,
    /// Where pieces have been put.
    pub(super) moves: Vec<u16>,
}

impl Run<'_> {
    /// Begins like another one.
    pub(super) fn restart(&mut self, start: &Run<'_>) {
        self.cells.copy_from_slice(&start.cells);
        (self.open, self.empty, self.slot) = (start.open, start.empty, start.slot);
        self.moves.clear();
    }

    #[inline]
    fn unlock(&mut self, site: u16) {
        self.cells[self.placement.sites + self.open] = site;
        self.open += 1;
    }

    /// Puts a piece there, and joins it with its group.
    #[inline]
    fn put(&mut self, site: usize, owner: PlayerId) {
        let placement = self.placement;
        let code = u16::from(owner.0) + 1;
        self.cells[site] = code;
        if placement.degree == 0 || owner.index() * placement.sites >= placement.zones.len() {
            return;
        }
        let (roots, zones) = (2 * placement.sites, 3 * placement.sites);
        let place = owner.index() * placement.sites + site;
        let mut touched = placement.zones[place];
        for to in &placement.neighbours[place * placement.degree..][..placement.degree] {
            let to = usize::from(*to);
            if to == usize::from(NONE) {
                break;
            }
            if self.cells[to] == code {
                let root = self.root(to);
                touched |= self.cells[zones + root];
                self.cells[roots + root] = site as u16;
            }
        }
        self.cells[zones + site] = touched;
    }

    /// The root of a group, to which the way is shortened.
    #[inline]
    fn root(&mut self, mut site: usize) -> usize {
        let roots = 2 * self.placement.sites;
        loop {
            let next = usize::from(self.cells[roots + site]);
            if next == site {
                return site;
            }
            let after = self.cells[roots + next];
            self.cells[roots + site] = after;
            site = usize::from(after);
        }
    }

    /// Plays on at random.
    pub(super) fn play(&mut self, rng: &mut dyn Rng, plies_max: usize) -> Playout {
        let placement = self.placement;
        let mut playout = Playout::default();
        while playout.plies < plies_max {
            playout.choices += self.open as u64;
            playout.plies += 1;
            let drawn = placement.sites + below(rng, self.open);
            let site = self.cells[drawn];
            self.open -= 1;
            self.cells[drawn] = self.cells[placement.sites + self.open];
            let (mover, next) = placement.slots[self.slot];
            self.put(usize::from(site), mover);
            self.empty -= 1;
            self.slot = next;
            self.moves.push(site);
            for above in placement.supported.get(usize::from(site)).into_iter().flatten() {
                if placement.room[usize::from(*above)] && self.cells[usize::from(*above)] == 0 {
                    self.unlock(*above);
                }
            }
            playout.end = self.ended(usize::from(site), mover);
            if playout.end.is_some() {
                break;
            }
        }
        playout
    }

    /// How the game has ended with a piece put there.
    #[inline]
    fn ended(&self, site: usize, mover: PlayerId) -> Option<(EndingId, PlayerId)> {
        let placement = self.placement;
        let code = u16::from(mover.0) + 1;
        let next = placement.slots[self.slot].0;
        for (rank, watch) in placement.watches.iter().enumerate() {
            let holds = match watch {
                Watch::Group(zones) => self.cells[3 * placement.sites + site] & zones == *zones,
                Watch::Lines(through) => {
                    through[site].iter().any(|line| line.iter().all(|other| self.cells[usize::from(*other)] == code))
                }
                Watch::Full => self.empty == 0,
                Watch::Stuck => self.open == 0,
            };
            if holds {
                let player = if matches!(watch, Watch::Stuck) { next } else { mover };
                return Some((EndingId::at(rank), player));
            }
        }
        (self.open == 0).then(|| (EndingId::at(placement.watches.len()), next))
    }
}

impl Placement {
    /// Plays one game after the other from a state that is not over. None if the state holds
    /// something that this form does not know.
    pub(super) fn begin<'p>(&'p self, state: &State, layout: &dagaz_core::Layout) -> Option<Run<'p>> {
        if state.begun().is_some() || state.ending(layout).is_some() {
            return None;
        }
        let groups = if self.degree == 0 { 0 } else { self.sites };
        let mut run = Run {
            placement: self,
            cells: vec![0; 2 * self.sites + 2 * groups],
            open: 0,
            empty: 0,
            slot: state.slot(layout).index(),
            moves: Vec::with_capacity(self.sites),
        };
        for site in 0..groups {
            run.cells[2 * self.sites + site] = site as u16;
        }
        for site in 0..self.sites {
            match state.piece(SiteId::at(site)) {
                None => run.empty += 1,
                Some(piece) => run.put(site, piece.owner),
            }
        }
        run.open = 0;
        for site in 0..self.sites {
            let held = self.support.get(site).is_none_or(|below| *below == NONE || run.cells[usize::from(*below)] != 0);
            if run.cells[site] == 0 && self.room[site] && held {
                run.unlock(site as u16);
            }
        }
        Some(run)
    }
}
