//! Territory: which player is nearer to each empty site, in blocking games without captures.
//!
//! Neither pieces nor present mobility predict who will have room. So each empty site is given to
//! the player who needs fewer moves to reach it. The moves of a piece are learned from a board with
//! that piece alone. Where they continue along a direction, all sites before the destination must
//! be empty.

use dagaz_core::{
    Effect, Fuel, Game, LimitHit, MoveList, MoveRef, Piece, Placement, PlayerId, Position, Rank, Roster, SiteId,
    SlotId, State,
};

use crate::game_analysis::Facts;

/// Farther than any site.
const NEVER: u8 = u8::MAX;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Territory {
    choosers: [PlayerId; 2],
    roster: Roster,
    sites: usize,
    /// Movement of each rank; `None` for pieces that do not move or have no owner.
    ways: Vec<Option<Ways>>,
    /// Value of owning all remaining sites, and of owning one site, in hundredths.
    pub(crate) share: i32,
    pub(crate) site: i32,
    /// Value of being near to all remaining sites, as a fraction of them, in hundredths.
    pub(crate) closeness: i32,
}

/// How a piece moves on an empty board: from each site ways, of which a site is reached if it and
/// all before it are empty.
#[derive(Clone, Debug)]
struct Ways {
    /// For each site where its ways begin in `ends`, and one more.
    first: Vec<u32>,
    /// For each way where its sites end in `sites`; they begin where those of the way before end.
    ends: Vec<u32>,
    sites: Vec<u16>,
}

/// The features of a position, seen by the first choosing player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Room {
    /// Sites owned more than the other has, as a share of all that are left.
    pub(crate) share: f32,
    /// The same as a number.
    pub(crate) sites: f32,
    /// How much nearer everything is, as a share of the sites that are left.
    pub(crate) closeness: f32,
}

/// Reused buffers for a measurement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    distance: [Vec<u8>; 2],
    here: Vec<u8>,
    queue: Vec<u16>,
    board: Vec<Rank>,
}

impl Territory {
    /// Learns how pieces move; `None` if territory means nothing: with captures, with placements
    /// only, or if a lone piece cannot be examined.
    pub(crate) fn of(game: &dyn Game, facts: &Facts) -> Result<Option<Territory>, LimitHit> {
        let &[first, second] = &facts.choosers[..] else { return Ok(None) };
        if facts.captures > 0.0 || facts.is_placing() || facts.chance {
            return Ok(None);
        }
        let roster = Roster::of(game);
        let mut ways = Vec::new();
        for rank in (0..roster.len()).map(|rank| Rank(rank as u16)) {
            let piece = roster.piece(rank);
            let moves = facts.choosers.contains(&piece.owner);
            ways.push(if moves { Ways::of(game, piece)? } else { None });
        }
        let known = ways.iter().any(Option::is_some);
        Ok(known.then(|| Territory {
            choosers: [first, second],
            roster,
            sites: game.topology().sites().len(),
            ways,
            share: 0,
            site: 0,
            closeness: 0,
        }))
    }

    /// Returns the value of a state for a player.
    pub(crate) fn worth(&self, state: &State, player: PlayerId, scratch: &mut Scratch) -> i32 {
        let mut board = std::mem::take(&mut scratch.board);
        board.clear();
        let on = |site| state.piece(SiteId::at(site)).map_or(Rank::NONE, |piece| self.roster.rank(piece));
        board.extend((0..self.sites).map(on));
        let room = self.room(&board, scratch);
        scratch.board = board;
        let worth =
            room.share * self.share as f32 + room.sites * self.site as f32 + room.closeness * self.closeness as f32;
        if player == self.choosers[0] { worth as i32 } else { -(worth as i32) }
    }

    /// Returns the features of a board, given as the content of each site.
    pub(crate) fn room(&self, board: &[Rank], scratch: &mut Scratch) -> Room {
        for (side, &player) in self.choosers.iter().enumerate() {
            self.distances(board, player, side, scratch);
        }
        let (mut sites, mut closeness, mut left) = (0, 0.0, 0);
        for (site, rank) in board.iter().enumerate() {
            if *rank != Rank::NONE {
                continue;
            }
            left += 1;
            let [mine, theirs] = [0, 1].map(|side| scratch.distance[side][site]);
            sites += i32::from(mine < theirs) - i32::from(theirs < mine);
            closeness += near(mine) - near(theirs);
        }
        let all = (left + 1) as f32;
        Room { share: sites as f32 / all, sites: sites as f32, closeness: closeness / all }
    }

    /// How many moves a player needs to each site, whichever piece makes them.
    fn distances(&self, board: &[Rank], player: PlayerId, side: usize, scratch: &mut Scratch) {
        let Scratch { distance, here, queue, .. } = scratch;
        let distance = &mut distance[side];
        distance.clear();
        distance.resize(self.sites, NEVER);
        for (rank, ways) in self.ways.iter().enumerate() {
            let (rank, Some(ways)) = (Rank(rank as u16), ways) else { continue };
            if self.roster.piece(rank).owner != player {
                continue;
            }
            here.clear();
            here.resize(self.sites, NEVER);
            queue.clear();
            for site in (0..self.sites).filter(|&site| board[site] == rank) {
                here[site] = 0;
                queue.push(site as u16);
            }
            let mut next = 0;
            while let Some(&from) = queue.get(next) {
                next += 1;
                let farther = here[usize::from(from)].saturating_add(1);
                ways.each(usize::from(from), |to| {
                    if board[usize::from(to)] != Rank::NONE {
                        return false;
                    }
                    if here[usize::from(to)] == NEVER {
                        here[usize::from(to)] = farther;
                        queue.push(to);
                    }
                    true
                });
            }
            distance.iter_mut().zip(&*here).for_each(|(least, one)| *least = (*least).min(*one));
        }
    }
}

/// The weight of a site by its distance in moves: from 0 to 1, halved with each move.
fn near(moves: u8) -> f32 {
    if moves >= 16 { 0.0 } else { 1.0 / (1u32 << moves) as f32 }
}

/// Where the piece is after a move that stood on a site before it. What it shoots or puts elsewhere
/// on the way may be the end of the move, and is not where it goes.
fn end_of(one: MoveRef<'_>, from: SiteId) -> SiteId {
    let effects = one.steps().flat_map(|(_, effects)| effects);
    effects.fold(from, |at, effect| match *effect {
        Effect::Move { from, to } if from == at => to,
        _ => at,
    })
}

impl Ways {
    /// Returns the movement of a piece; `None` if it does not move, or cannot be alone on the
    /// board.
    fn of(game: &dyn Game, piece: Piece) -> Result<Option<Ways>, LimitHit> {
        let (topology, sites) = (game.topology(), game.topology().sites().len());
        let slot = game.glossary().slots.iter().position(|slot| slot.mover == piece.owner);
        let mut list = MoveList::new();
        let mut found = Ways { first: vec![0], ends: Vec::new(), sites: Vec::new() };
        for from in topology.site_ids() {
            let position = Position {
                pieces: vec![Placement { site: from, piece, attributes: Vec::new() }],
                slot: slot.map(SlotId::at),
                ..Position::default()
            };
            let Ok(state) = game.set_up(&position) else { return Ok(None) };
            game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
            let mut reached = vec![false; sites];
            for one in list.iter().filter(|one| one.origin() == from) {
                let to = end_of(one, from);
                reached[to.index()] = to != from;
            }
            let mut ways: Vec<Vec<u16>> = Vec::new();
            for direction in (0..topology.directions().len()).map(dagaz_core::DirectionId::at) {
                let mut way: Vec<u16> = Vec::new();
                let mut at = topology.link(from, direction);
                while at != SiteId::NONE && reached[at.index()] && !way.contains(&at.0) {
                    way.push(at.0);
                    at = topology.link(at, direction);
                }
                ways.push(way);
            }
            // Destinations without a direction are leaps.
            let leaps = (0..sites).filter(|&to| reached[to] && ways.iter().all(|way| !way.contains(&(to as u16))));
            let leaps: Vec<Vec<u16>> = leaps.map(|to| vec![to as u16]).collect();
            for way in ways.into_iter().chain(leaps).filter(|way| !way.is_empty()) {
                found.sites.extend(way);
                found.ends.push(found.sites.len() as u32);
            }
            found.first.push(found.ends.len() as u32);
        }
        Ok((!found.sites.is_empty()).then_some(found))
    }

    /// Goes along each way from a site as long as `goes_on` wants to.
    #[inline]
    fn each(&self, from: usize, mut goes_on: impl FnMut(u16) -> bool) {
        for way in self.first[from]..self.first[from + 1] {
            let begin = if way == 0 { 0 } else { self.ends[way as usize - 1] };
            for &to in &self.sites[begin as usize..self.ends[way as usize] as usize] {
                if !goes_on(to) {
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use dagaz_core::Turn;
    use dagaz_testkit::{source, walk};

    use super::*;

    /// The reach of one move is taken from the move list, which respects blocking pieces. This
    /// holds whether the arrow is a separate step (edition 3) or not (edition 2).
    #[test]
    fn sites_a_move_away_are_move_targets() {
        for name in ["amazons.zrf", "amazons.drf"] {
            let path = source::root().join("games/territory/amazons").join(name);
            let game = &*source::open(&path).expect("it has no errors");
            let facts = Facts { choosers: vec![PlayerId(0), PlayerId(1)], ..Facts::default() };
            let territory = Territory::of(game, &facts).expect("no limit").expect("nothing is captured");
            let (mut scratch, mut looked_at, mut list) = (Scratch::default(), 0, MoveList::new());
            for state in walk::sample(game, 3, 20, 70).expect("no limit") {
                let on = |site| state.piece(site).map_or(Rank::NONE, |piece| territory.roster.rank(piece));
                let board: Vec<Rank> = game.topology().site_ids().map(on).collect();
                territory.room(&board, &mut scratch);
                let Turn::Choice(player) = game.turn(&state) else { panic!("somebody chooses") };
                let fuel = &mut Fuel::new(game.limits().fuel);
                if game.moves(&state, &mut list, fuel).is_err() || list.is_empty() {
                    continue;
                }
                let mut reached = vec![false; board.len()];
                list.iter().for_each(|one| reached[end_of(one, one.origin()).index()] = true);
                let near = &scratch.distance[player.index()];
                for (site, reached) in reached.into_iter().enumerate() {
                    assert_eq!(near[site] == 1, reached, "{name}: site {site}");
                }
                looked_at += 1;
            }
            assert!(looked_at > 10);
        }
    }
}
