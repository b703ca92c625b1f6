//! The positions that can be reached from a state, breadth first, each once, and which follow
//! which.

use std::collections::BTreeSet;

use dagaz_core::{Game, LimitHit, PlayerId, State, Verdict, Weights, look_ahead};

use super::packed::Packed;
use crate::SearchLimits;

/// The special entries for positions after which the game is over: won for the player, lost, and
/// neither.
pub(super) const WON: u32 = u32::MAX;
pub(super) const LOST: u32 = u32::MAX - 1;
pub(super) const DRAWN: u32 = u32::MAX - 2;
/// Positions at most, by their numbers.
const POSITIONS_MAX: usize = DRAWN as usize - 1;
/// Positions between two looks at the memory, and two reports.
const BETWEEN: usize = 4_096;

/// Data of a position in addition to its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionKind {
    /// The player is to move.
    Ours,
    /// The other is.
    Theirs,
    /// The game is over, with this value for the player.
    Over(i8),
}

/// Keys and their numbers, in the order in which they were found.
#[derive(Default)]
pub(in crate::solve) struct Index {
    keys: Vec<u64>,
    kinds: Vec<PositionKind>,
    /// For each place the number of a key and one; 0 where there is none.
    places: Vec<u32>,
}

impl Index {
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn kind(&self, node: usize) -> PositionKind {
        self.kinds[node]
    }

    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (key >> 16) as usize & mask;
        while let Some(number) = self.places[place].checked_sub(1) {
            if self.keys[number as usize] == key {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }

    pub(super) fn find(&self, key: u64) -> Option<usize> {
        if self.places.is_empty() {
            return None;
        }
        self.places[self.place(key)].checked_sub(1).map(|number| number as usize)
    }

    /// Returns the number of a key, and whether it is new.
    fn add(&mut self, key: u64) -> (u32, bool) {
        if self.places.len() * 3 <= self.keys.len() * 4 {
            let places = (self.places.len() * 2).max(1 << 10);
            self.places = vec![0; places];
            for (number, &key) in self.keys.iter().enumerate() {
                let mut place = (key >> 16) as usize & (places - 1);
                while self.places[place] != 0 {
                    place = (place + 1) & (places - 1);
                }
                self.places[place] = number as u32 + 1;
            }
        }
        let place = self.place(key);
        if let Some(number) = self.places[place].checked_sub(1) {
            return (number, false);
        }
        self.keys.push(key);
        self.kinds.push(PositionKind::Ours);
        self.places[place] = self.keys.len() as u32;
        (self.keys.len() as u32 - 1, true)
    }

    fn bytes(&self) -> usize {
        self.keys.capacity() * 8 + self.kinds.capacity() * 2 + self.places.capacity() * 4
    }
}

/// Which positions follow which: those behind position `n` end at `ends[n]`.
#[derive(Default)]
pub(in crate::solve) struct Edges {
    pub(super) ends: Vec<u32>,
    pub(super) to: Vec<u32>,
}

/// Why not all positions have been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) enum Stopped {
    /// The budget is used up, or that share of it.
    Share,
    /// They do not fit into the memory.
    Memory,
    /// A state cannot be put away and taken out again, the same position may be worth something
    /// else for what was before, or the game stands still without an end.
    Unsuited,
}

/// How far to go.
pub(in crate::solve) struct Bounds<'b> {
    /// Maximum number of positions.
    pub(in crate::solve) positions: usize,
    pub(in crate::solve) memory: usize,
    /// Whether the share of the budget is used up.
    pub(in crate::solve) over: &'b dyn Fn(&SearchLimits<'_>) -> bool,
    /// Reports at intervals the positions found, and how many of them were expanded.
    pub(in crate::solve) told: &'b mut dyn FnMut(usize, usize),
}

/// See the [module documentation](self).
pub(in crate::solve) struct Reached<'a> {
    game: &'a dyn Game,
    weights: &'a Weights,
    player: PlayerId,
    index: Index,
    edges: Edges,
    /// The states of this wave, which of them is next, and those of the next wave.
    wave: Packed,
    at: usize,
    next: Packed,
    looked_at: usize,
    /// The keys of the positions as rules compare them, where they do.
    compared: Option<Vec<u64>>,
    stopped: Option<Stopped>,
}

/// Returns the value of an ending for a player.
pub(super) fn value_of(verdicts: &[Verdict], player: PlayerId) -> i32 {
    match verdicts.get(player.index()) {
        Some(Verdict::Win) => 1,
        Some(Verdict::Loss) => -1,
        _ => 0,
    }
}

impl<'a> Reached<'a> {
    pub(super) fn new(game: &'a dyn Game, state: &State, weights: &'a Weights, player: PlayerId) -> Reached<'a> {
        let compares = game.layout().spec().keeps_history;
        let mut reached = Reached {
            game,
            weights,
            player,
            index: Index::default(),
            edges: Edges::default(),
            wave: Packed::default(),
            at: 0,
            next: Packed::default(),
            looked_at: 0,
            compared: compares.then(Vec::new),
            stopped: None,
        };
        let mut start = state.clone();
        start.forget_history();
        reached.index.add(start.key_but_ending(game.layout()));
        reached.put_away(&start);
        reached
    }

    /// Stores a state for later expansion.
    fn put_away(&mut self, state: &State) {
        if let Some(compared) = &mut self.compared {
            compared.push(state.position_key());
        }
        // The middle of a turn has data in addition to its words.
        if state.begun().is_some() {
            self.stopped = Some(Stopped::Unsuited);
        }
        self.next.push(state);
    }

    pub(super) fn into_parts(self) -> (Index, Edges) {
        (self.index, self.edges)
    }

    /// Memory in use, and needed for the backward pass.
    fn bytes(&self) -> usize {
        let edges = (self.edges.to.capacity() + self.edges.to.len()) * 4;
        let compared = self.compared.as_ref().map_or(0, |compared| compared.capacity() * 8);
        self.index.bytes() + edges + self.index.len() * 20 + self.wave.capacity() + self.next.capacity() + compared
    }

    /// Looks at positions until there is none left or it must stop; may be called again after
    /// [`Stopped::Share`].
    pub(super) fn run(
        &mut self,
        watch: &mut SearchLimits<'_>,
        bounds: Bounds<'_>,
    ) -> Result<Result<(), Stopped>, LimitHit> {
        let layout = self.game.layout();
        while self.stopped.is_none() {
            if self.looked_at.is_multiple_of(BETWEEN) {
                if self.bytes() > bounds.memory || self.index.len() >= POSITIONS_MAX {
                    self.stopped = Some(Stopped::Memory);
                    break;
                }
                (bounds.told)(self.index.len(), self.looked_at);
            }
            if self.looked_at >= bounds.positions || watch.is_over() || (bounds.over)(watch) {
                return Ok(Err(Stopped::Share));
            }
            match self.wave.at(layout, self.at) {
                Some((state, next)) => {
                    self.look_at(&state, watch)?;
                    self.at = next;
                }
                None if self.looked_at == self.index.len() => {
                    if self.asks_what_was_before() {
                        self.stopped = Some(Stopped::Unsuited);
                        break;
                    }
                    return Ok(Ok(()));
                }
                None => {
                    std::mem::swap(&mut self.wave, &mut self.next);
                    self.next.clear();
                    self.at = 0;
                }
            }
        }
        Ok(Err(self.stopped.unwrap_or(Stopped::Unsuited)))
    }

    /// Returns whether two positions that the rules compare as equal have different continuations.
    /// With equal continuations they are equivalent, and no shortest line contains both.
    fn asks_what_was_before(&self) -> bool {
        let Some(compared) = &self.compared else { return false };
        let mut nodes: Vec<usize> = (0..compared.len()).collect();
        nodes.sort_unstable_by_key(|node| compared[*node]);
        nodes
            .windows(2)
            .any(|two| compared[two[0]] == compared[two[1]] && self.followers(two[0]) != self.followers(two[1]))
    }

    /// Where the moves of a position lead.
    fn followers(&self, node: usize) -> BTreeSet<u32> {
        let begin = node.checked_sub(1).map_or(0, |before| self.edges.ends[before]);
        self.edges.to[begin as usize..self.edges.ends[node] as usize].iter().copied().collect()
    }

    fn look_at(&mut self, state: &State, watch: &mut SearchLimits<'_>) -> Result<(), LimitHit> {
        let node = self.looked_at;
        let mut ahead = look_ahead(self.game, state, self.weights);
        let mut list = Vec::new();
        watch.node();
        self.index.kinds[node] = match ahead.moves(false, &mut list)? {
            Some(ending) => PositionKind::Over(value_of(&ahead.verdicts(ending), self.player) as i8),
            None if ahead.mover() == self.player => PositionKind::Ours,
            None => PositionKind::Theirs,
        };
        // No move and no ending: the rules define no value.
        if list.is_empty() && !matches!(self.index.kinds[node], PositionKind::Over(_))
            || list.len() > usize::from(u16::MAX)
        {
            self.stopped = Some(Stopped::Unsuited);
        }
        for index in 0..list.len() {
            let to = match ahead.play(index)? {
                Some(ending) => match value_of(&ahead.verdicts(ending), self.player) {
                    1 => WON,
                    -1 => LOST,
                    _ => DRAWN,
                },
                None => {
                    let (number, new) = self.index.add(ahead.key());
                    if new {
                        self.put_away(&ahead.state());
                    }
                    number
                }
            };
            ahead.undo();
            self.edges.to.push(to);
        }
        let Ok(end) = u32::try_from(self.edges.to.len()) else {
            self.stopped = Some(Stopped::Memory);
            return Ok(());
        };
        self.edges.ends.push(end);
        self.looked_at += 1;
        Ok(())
    }
}
