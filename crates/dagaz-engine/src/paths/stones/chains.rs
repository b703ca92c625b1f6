//! A position as chains of stones.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use dagaz_core::{Effect, EndingId, MoveList, PlayerId, SiteId, State, word_key};

use super::{Action, Ended, Ko, NONE, Stones, Watch};
use crate::fast_hash::FastHasher;

/// See the [module documentation](self).
///
/// Liberties are counted once for each adjacent stone, so a liberty between two stones of a chain
/// counts twice: only whether there are any matters.
#[derive(Clone, Debug)]
pub(in crate::paths) struct Chains<'s> {
    stones: &'s Stones,
    /// For each site its owner, a player's number from 1 on; 0: empty.
    owners: Vec<u8>,
    /// For each stone the one that its chain is known by, and the next one of the chain, round and
    /// round.
    heads: Vec<u16>,
    next: Vec<u16>,
    /// For each chain, by its head: its stones, its liberties, the zones that it touches.
    sizes: Vec<u16>,
    liberties: Vec<u16>,
    touches: Vec<u16>,
    /// The empty sites in any order, and for each site its place among them.
    pub(super) empty: Vec<u16>,
    places: Vec<u16>,
    /// What the stones contribute to the key of the position.
    key: u64,
    slot: usize,
    passes: u32,
    last_mover: u32,
    /// The keys of earlier positions as the rules of repetition ask for them, in order and to look
    /// them up.
    past: Vec<u64>,
    known: HashSet<u64, BuildHasherDefault<FastHasher>>,
    /// Whether no position is remembered any more.
    forgetful: bool,
    /// Where the last stone was put.
    last: u16,
}

impl<'s> Chains<'s> {
    /// The position of a state; none if it holds something that does not occur when it is played by
    /// these rules.
    pub(in crate::paths) fn of(stones: &'s Stones, state: &State, layout: &dagaz_core::Layout) -> Option<Chains<'s>> {
        if state.begun().is_some() || state.ending(layout).is_some() || state.pending(layout).is_some() {
            return None;
        }
        let sites = stones.sites;
        let mut chains = Chains {
            stones,
            owners: vec![0; sites],
            heads: vec![NONE; sites],
            next: vec![NONE; sites],
            sizes: vec![0; sites],
            liberties: vec![0; sites],
            touches: vec![0; sites],
            empty: Vec::with_capacity(sites),
            places: vec![NONE; sites],
            key: 0,
            slot: state.slot(layout).index(),
            passes: stones.passes.map_or(0, |word| state.words()[word]),
            last_mover: state.words()[stones.last_mover],
            past: state.history().to_vec(),
            known: state.history().iter().copied().collect(),
            forgetful: state.is_forgetful(),
            last: NONE,
        };
        for site in 0..sites {
            chains.vacate(site);
        }
        for (site, word) in state.words()[..sites].iter().enumerate().filter(|(_, word)| **word != 0) {
            let player = stones.words.iter().position(|known| known == word)?;
            chains.settle(site, player);
        }
        // A chain without liberties would be taken wherever a stone is put.
        let alive = |site: usize| chains.owners[site] == 0 || chains.liberties[usize::from(chains.heads[site])] > 0;
        (0..sites).all(alive).then_some(chains)
    }

    /// Becomes a copy of another position of the same game.
    pub(super) fn copy(&mut self, other: &Chains<'s>) {
        let rows = |chains: &mut Chains<'s>| {
            [&mut chains.heads, &mut chains.next, &mut chains.sizes, &mut chains.liberties, &mut chains.touches]
                .map(std::mem::take)
        };
        let from = [&other.heads, &other.next, &other.sizes, &other.liberties, &other.touches];
        let mut kept = rows(self);
        kept.iter_mut().zip(from).for_each(|(row, from)| row.clone_from(from));
        [self.heads, self.next, self.sizes, self.liberties, self.touches] = kept;
        self.owners.clone_from(&other.owners);
        self.empty.clone_from(&other.empty);
        self.places.clone_from(&other.places);
        self.past.clone_from(&other.past);
        self.known.clone_from(&other.known);
        (self.key, self.slot, self.passes) = (other.key, other.slot, other.passes);
        (self.last_mover, self.last) = (other.last_mover, other.last);
    }

    /// The state that it is. `start`: one of the same game, for all that this does not know of.
    pub(super) fn to_state(&self, start: &State, layout: &dagaz_core::Layout) -> State {
        let mut words = start.words().to_vec();
        for (word, owner) in words.iter_mut().zip(&self.owners) {
            *word = usize::from(*owner).checked_sub(1).map_or(0, |player| self.stones.words[player]);
        }
        words[layout.places().slot] = self.slot as u32;
        words[self.stones.last_mover] = self.last_mover;
        if let Some(place) = self.stones.passes {
            words[place] = self.passes;
        }
        let key = self.key ^ self.stones.slots[self.slot].2;
        State::from_words(layout, words, key, self.past.clone(), self.forgetful)
    }

    /// How many things there are to do of a kind.
    pub(super) fn actions(&self, of: impl Fn(&Action) -> bool) -> usize {
        self.stones.actions.iter().filter(|action| of(action)).count()
    }

    /// Two empty sites change places in their row.
    #[inline]
    pub(super) fn change_places(&mut self, one: usize, other: usize) {
        self.empty.swap(one, other);
        for place in [one, other] {
            self.places[usize::from(self.empty[place])] = place as u16;
        }
    }

    fn mover(&self) -> PlayerId {
        self.stones.slots[self.slot].0
    }

    /// The neighbours of a site.
    #[inline]
    fn around(&self, site: usize) -> &'s [u16] {
        let row = &self.stones.neighbours[site * self.stones.degree..][..self.stones.degree];
        let len = row.iter().position(|to| *to == NONE).unwrap_or(row.len());
        &row[..len]
    }

    /// A site is empty from now on.
    #[inline]
    fn vacate(&mut self, site: usize) {
        self.owners[site] = 0;
        self.places[site] = self.empty.len() as u16;
        self.empty.push(site as u16);
    }

    fn stone_key(&self, site: usize, player: usize) -> u64 {
        word_key(site, self.stones.words[player])
    }

    /// Puts a stone of a player on an empty site, and takes nothing.
    #[inline]
    fn settle(&mut self, site: usize, player: usize) {
        let own = player as u8 + 1;
        // The place of the site among the empty ones goes to the last of them.
        let place = usize::from(self.places[site]);
        self.empty.swap_remove(place);
        if let Some(moved) = self.empty.get(place) {
            self.places[usize::from(*moved)] = place as u16;
        }
        self.owners[site] = own;
        self.heads[site] = site as u16;
        self.next[site] = site as u16;
        self.sizes[site] = 1;
        self.touches[site] = self.stones.zones.get(player * self.stones.sites + site).copied().unwrap_or(0);
        let mut liberties = 0;
        for to in self.around(site) {
            match usize::from(*to) {
                to if self.owners[to] == 0 => liberties += 1,
                to => self.liberties[usize::from(self.heads[to])] -= 1,
            }
        }
        self.liberties[site] = liberties;
        for to in self.around(site) {
            let to = usize::from(*to);
            if self.owners[to] == own && self.heads[to] != self.heads[site] {
                self.join(usize::from(self.heads[site]), usize::from(self.heads[to]));
            }
        }
        self.key ^= self.stone_key(site, player);
    }

    /// Two chains become one.
    fn join(&mut self, one: usize, other: usize) {
        let (head, gone) = if self.sizes[one] >= self.sizes[other] { (one, other) } else { (other, one) };
        let mut stone = gone;
        loop {
            self.heads[stone] = head as u16;
            stone = usize::from(self.next[stone]);
            if stone == gone {
                break;
            }
        }
        self.next.swap(head, gone);
        self.sizes[head] += self.sizes[gone];
        self.liberties[head] += self.liberties[gone];
        self.touches[head] |= self.touches[gone];
    }

    /// Takes a chain off the board.
    fn take(&mut self, head: usize) {
        let player = usize::from(self.owners[head]) - 1;
        let mut stone = head;
        loop {
            self.vacate(stone);
            self.key ^= self.stone_key(stone, player);
            for to in self.around(stone) {
                let to = usize::from(*to);
                if self.owners[to] != 0 {
                    self.liberties[usize::from(self.heads[to])] += 1;
                }
            }
            stone = usize::from(self.next[stone]);
            if stone == head {
                break;
            }
        }
    }

    /// The heads of the enemy's chains that a stone put there would take; none if it may not be put
    /// there.
    #[inline]
    pub(super) fn taking(&self, site: usize) -> Option<Taken> {
        let player = self.mover().index();
        let own = player as u8 + 1;
        let (mut breathes, mut taken) = (false, Taken::default());
        for to in self.around(site) {
            let to = usize::from(*to);
            if self.owners[to] == 0 {
                breathes = true;
                continue;
            }
            let head = self.heads[to];
            let beside = self.around(site).iter().filter(|other| self.is_in(usize::from(**other), head)).count();
            let left = usize::from(self.liberties[usize::from(head)]) > beside;
            match (self.owners[to] == own, left) {
                (true, left) => breathes |= left,
                (false, false) => taken.add(head),
                (false, true) => {}
            }
        }
        if !breathes && taken.0.is_empty() || self.is_forbidden(site, player, &taken) {
            return None;
        }
        Some(taken)
    }

    #[inline]
    fn is_in(&self, site: usize, head: u16) -> bool {
        self.owners[site] != 0 && self.heads[site] == head
    }

    /// Whether a stone put there leads back to a position that may not come again.
    #[inline]
    fn is_forbidden(&self, site: usize, player: usize, taken: &Taken) -> bool {
        let Some(ko) = self.stones.ko else { return false };
        let mut key = self.key ^ self.stone_key(site, player);
        for head in &taken.0 {
            let owner = usize::from(self.owners[usize::from(*head)]) - 1;
            self.chain(*head).for_each(|stone| key ^= self.stone_key(stone, owner));
        }
        self.known.contains(&self.remembered(key, self.stones.slots[self.slot].1, ko))
    }

    /// What is remembered of a position with these stones.
    fn remembered(&self, key: u64, slot: usize, ko: Ko) -> u64 {
        match ko {
            Ko::Position => key,
            Ko::Situation => key ^ self.stones.slots[slot].2,
        }
    }

    /// The stones of a chain.
    fn chain(&self, head: u16) -> impl Iterator<Item = usize> + '_ {
        let next = move |stone: &usize| Some(usize::from(self.next[*stone])).filter(|next| *next != usize::from(head));
        std::iter::successors(Some(usize::from(head)), next)
    }

    /// Puts a stone where it may be put.
    #[inline]
    pub(super) fn place(&mut self, site: usize, taken: &Taken) {
        let player = self.mover().index();
        self.settle(site, player);
        taken.0.iter().for_each(|head| self.take(usize::from(*head)));
        self.last = site as u16;
        self.end_turn(0);
    }

    pub(super) fn pass(&mut self) {
        self.last = NONE;
        self.end_turn(self.passes + 1);
    }

    fn end_turn(&mut self, passes: u32) {
        let (mover, next, _) = self.stones.slots[self.slot];
        self.last_mover = u32::from(mover.0) + 1;
        self.slot = next;
        if self.stones.passes.is_some() {
            self.passes = passes;
        }
        if let Some(ko) = self.stones.ko.filter(|_| !self.forgetful) {
            let now = self.remembered(self.key, next, ko);
            self.past.push(now);
            self.known.insert(now);
        }
    }

    /// The ending after the last move. `stuck`: whether there is no legal move.
    #[inline]
    pub(super) fn ended(&self, stuck: bool) -> Ended {
        let (mover, last) = (self.mover(), PlayerId((self.last_mover.max(1) - 1) as u8));
        for (rank, watch) in self.stones.watches.iter().enumerate() {
            let ended = match watch {
                Watch::Passes(count) => (self.passes == *count).then_some(last),
                Watch::Joined(zones) => {
                    let joined = self.last != NONE && {
                        let head = usize::from(self.heads[usize::from(self.last)]);
                        self.touches[head] & zones == *zones
                    };
                    joined.then_some(last)
                }
                Watch::Stuck => stuck.then_some(mover),
            };
            if let Some(player) = ended {
                return Some((EndingId::at(rank), player));
            }
        }
        stuck.then(|| (EndingId::at(self.stones.watches.len()), mover))
    }

    /// Lists the moves in the order in which a walk over the board finds them.
    pub(in crate::paths) fn list(&self, list: &mut MoveList) {
        let owner = self.mover();
        let mut effects = Vec::new();
        for action in &self.stones.actions {
            let rule = match *action {
                Action::Pass(rule) => {
                    list.push_step(Some(rule), SiteId::NONE, SiteId::NONE, None, &[]);
                    continue;
                }
                Action::Place(rule) => rule,
            };
            for site in (0..self.stones.sites).filter(|site| self.owners[*site] == 0) {
                let Some(taken) = self.taking(site) else { continue };
                effects.clear();
                effects.push(Effect::Place { site: SiteId::at(site), kind: self.stones.kind, owner });
                let mut gone: Vec<usize> = taken.0.iter().flat_map(|head| self.chain(*head)).collect();
                gone.sort_unstable();
                effects.extend(gone.into_iter().map(|site| Effect::Remove { site: SiteId::at(site) }));
                list.push_step(Some(rule), SiteId::NONE, SiteId::at(site), None, &effects);
            }
        }
    }
}

/// The heads of chains that a stone takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken(smallvec::SmallVec<[u16; 4]>);

impl Taken {
    fn add(&mut self, head: u16) {
        if !self.0.contains(&head) {
            self.0.push(head);
        }
    }
}
