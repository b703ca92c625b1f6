//! Two games, move by move: whether one is the other in other words.
//!
//! Positions are equal if sites, hands and common variables have the same contents. In each
//! position visited, the successors must be the same in both games, and so must be the player to
//! move and the ending. Two games that agree are therefore the same as far as the comparison went,
//! with any names of moves.

use std::collections::HashMap;
use std::time::Duration;

use dagaz_core::{
    AttributeId, CompactSort, Fuel, Game, LimitHit, MoveList, Piece, PieceTypeId, PlayerId, SiteId, State, Turn,
    UndoLog, Verdict, below, word_key,
};
use dagaz_record::move_text;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::bench::clock::thread_time;

/// How much is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Moves listed in both games together, about.
    pub(crate) moves: u64,
    /// Plies of all sequences of moves that are looked at from the start.
    pub(crate) depth: u32,
    /// Plies of games played at random, of all of them together, about.
    pub(crate) plies: u64,
    /// Plies of each of them at most.
    pub(crate) length: u32,
    /// The processor time that it may take, about: how much is compared does not depend on other
    /// programs. The first ply from the start is looked at in any case.
    pub(crate) time: Duration,
}

/// The number of other moves tested for an ending in each position of a playout.
const ENDS: usize = 4;

/// What has been looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Agreement {
    /// Sequences of moves from the start, of one ply, of two, and so on.
    pub(crate) counts: Vec<SequenceCount>,
    /// The number of moves of each game in all positions of playouts, random outcomes once each.
    pub(crate) listed: [u64; 2],
    /// The number of positions of playouts.
    pub(crate) plies: u64,
    /// Games that were played to their end.
    pub(crate) ended: u32,
    /// Whether there was no time to look at as much as was wanted.
    pub(crate) cut_short: bool,
}

impl Agreement {
    /// Returns whether both list each move as often as the other.
    pub(crate) fn lists_alike(&self) -> bool {
        self.listed[0] == self.listed[1] && self.counts.iter().all(|count| count.ways[0] == count.ways[1])
    }
}

/// Sequences of moves of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SequenceCount {
    /// Those that lead to different positions ply by ply.
    pub(crate) results: u64,
    /// All that each game lists.
    pub(crate) ways: [u64; 2],
}

/// Where two games are different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The moves that lead there, in the words of the first game.
    pub(crate) after: Vec<String>,
    /// What is different there.
    pub(crate) what: String,
}

/// Why two games could not be compared to the end.
#[derive(Debug)]
pub(crate) enum ComparisonFailure {
    Different(Box<Difference>),
    Limit(LimitHit),
    /// There is no time left.
    Late,
}

impl From<LimitHit> for ComparisonFailure {
    fn from(hit: LimitHit) -> ComparisonFailure {
        ComparisonFailure::Limit(hit)
    }
}

/// What is the same in two games under other names.
pub(crate) struct Pair<'g> {
    pub(crate) old: &'g dyn Game,
    pub(crate) new: &'g dyn Game,
    /// For each site of the old game the new one's.
    pub(crate) sites: Vec<SiteId>,
    /// For each player of the new game the old one's.
    pub(crate) players: Vec<PlayerId>,
    /// For each piece type of the old game the new one's.
    pub(crate) kinds: Vec<PieceTypeId>,
    /// For each piece type of the old game whether it waits in hands in both.
    pub(crate) hands: Vec<bool>,
    /// Attributes that both have.
    pub(crate) attributes: Vec<(AttributeId, AttributeId)>,
}

/// A move by what it leads to.
struct Choice {
    /// Its place in each list, the first if there are several.
    places: [usize; 2],
    /// How many moves of each list lead there; an outcome of chance is one.
    ways: [u64; 2],
}

/// What one list says of a result.
#[derive(Default)]
struct FoundResult {
    place: usize,
    ways: u64,
    /// How likely it is, where chance moves.
    chance: f64,
}

/// Chances closer to each other than this are the same: they are sums of some thousand fractions at
/// most.
const SAME_CHANCE: f64 = 1e-9;

impl Pair<'_> {
    /// Compares from the start: all short sequences of moves, then playouts.
    pub(crate) fn compare(&self, budget: Budget) -> Result<Agreement, ComparisonFailure> {
        let mut agreement = Agreement::default();
        let mut left = budget.moves;
        // Sequences may use half of the time, playouts the rest.
        let begun = thread_time();
        let end = begun + budget.time;
        let counted = begun + budget.time / 2;
        for depth in 1..=budget.depth {
            let mut states = [self.old.initial(), self.new.initial()];
            // The next depth costs as many times more as the last did.
            let grown = match agreement.counts.as_slice() {
                [.., before, last] => last.results * (last.results / before.results.max(1)).max(2),
                [last] => last.results * last.results,
                [] => 1,
            };
            if grown.saturating_mul(2) > left {
                break;
            }
            let mut work = 0;
            let mut after = Vec::new();
            let until = (depth > 1).then_some(counted);
            let count = match self.count(&mut states, depth, &mut after, &mut work, until) {
                Err(ComparisonFailure::Late) => {
                    agreement.cut_short = true;
                    break;
                }
                count => count?,
            };
            left = left.saturating_sub(work);
            agreement.counts.push(count);
            if count.results == 0 {
                break;
            }
        }
        // Playouts reach positions that short sequences do not, so they have a budget of their own.
        left = budget.moves;
        for game in 0..budget.plies {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
            let mut states = [self.old.initial(), self.new.initial()];
            let mut after = Vec::new();
            for _ in 0..budget.length {
                if thread_time() >= end {
                    agreement.cut_short = true;
                    return Ok(agreement);
                }
                let mut work = 0;
                let choices = self.choices(&states, &after, &mut work)?;
                left = left.saturating_sub(work);
                for choice in &choices.0 {
                    agreement.listed[0] += choice.ways[0];
                    agreement.listed[1] += choice.ways[1];
                }
                let Some(choice) = choices.0.get(below(&mut rng, choices.0.len())) else {
                    agreement.ended += 1;
                    break;
                };
                agreement.plies += 1;
                // Games end seldom at random: where other moves lead is looked at as well.
                for _ in 0..ENDS.min(choices.0.len() - 1) {
                    let other = &choices.0[below(&mut rng, choices.0.len())];
                    let mut next = states.clone();
                    let text = self.play(&mut next, &choices.1, other);
                    self.end_alike(&next, || after.iter().cloned().chain([text]).collect())?;
                }
                after.push(self.play(&mut states, &choices.1, choice));
            }
            if agreement.plies >= budget.plies {
                break;
            }
            if left == 0 {
                agreement.cut_short = true;
                break;
            }
        }
        Ok(agreement)
    }

    /// Plays a move in both games, and says it.
    fn play(&self, states: &mut [State; 2], lists: &[MoveList; 2], choice: &Choice) -> String {
        let text = move_text(self.old, &states[0], lists[0].get(choice.places[0]));
        for (which, game) in [self.old, self.new].into_iter().enumerate() {
            game.play(&mut states[which], lists[which].get(choice.places[which]), &mut UndoLog::new());
        }
        text
    }

    /// Counts sequences of moves.
    fn count(
        &self,
        states: &mut [State; 2],
        depth: u32,
        after: &mut Vec<String>,
        work: &mut u64,
        end: Option<Duration>,
    ) -> Result<SequenceCount, ComparisonFailure> {
        if end.is_some_and(|end| thread_time() >= end) {
            return Err(ComparisonFailure::Late);
        }
        let (choices, lists) = self.choices(states, after, work)?;
        let mut sum = SequenceCount::default();
        for choice in &choices {
            let mut below = SequenceCount { results: 1, ways: [1, 1] };
            if depth > 1 {
                let mut next = states.clone();
                after.push(self.play(&mut next, &lists, choice));
                below = self.count(&mut next, depth - 1, after, work, end)?;
                after.pop();
            }
            sum.results += below.results;
            for which in 0..2 {
                // What two ways lead to is the same position, so that one of them is counted.
                sum.ways[which] += choice.ways[which] * below.ways[which];
            }
        }
        Ok(sum)
    }

    /// What can be done in both games, by what it leads to.
    fn choices(
        &self,
        states: &[State; 2],
        after: &[String],
        work: &mut u64,
    ) -> Result<(Vec<Choice>, [MoveList; 2]), ComparisonFailure> {
        let different =
            |what: String| ComparisonFailure::Different(Box::new(Difference { after: after.to_vec(), what }));
        let mut lists = [MoveList::new(), MoveList::new()];
        if self.end_alike(states, || after.to_vec())? {
            return Ok((Vec::new(), lists));
        }
        let movers = [self.mover(self.old, &states[0], false), self.mover(self.new, &states[1], true)];
        if movers[0] != movers[1] {
            return Err(different("another player is to move".into()));
        }
        let by_chance = matches!(self.old.turn(&states[0]), Turn::Chance(_));
        let mut found: [HashMap<u64, FoundResult>; 2] = Default::default();
        for (which, game) in [self.old, self.new].into_iter().enumerate() {
            game.moves(&states[which], &mut lists[which], &mut Fuel::new(game.limits().fuel))?;
            *work += lists[which].len() as u64 + 1;
            let (mut next, mut log) = (states[which].clone(), UndoLog::new());
            let mut add = |place: usize, chance: f64| {
                game.play(&mut next, lists[which].get(place), &mut log);
                let result = self.result(&next, which == 1);
                while game.undo(&mut next, &mut log) {}
                let known = found[which].entry(result).or_insert(FoundResult { place, ..FoundResult::default() });
                known.ways += 1;
                known.chance += chance;
            };
            match by_chance {
                true => game.chances(&lists[which]).into_iter().for_each(|(place, chance)| add(place, chance)),
                false => (0..lists[which].len()).for_each(|place| add(place, 0.0)),
            }
        }
        let only = |which: usize| {
            let other = &found[1 - which];
            let mut places: Vec<usize> = found[which]
                .iter()
                .filter(|(result, _)| !other.contains_key(result))
                .map(|(_, known)| known.place)
                .collect();
            places.sort_unstable();
            places
        };
        let only = [only(0), only(1)];
        if only.iter().any(|places| !places.is_empty()) {
            let told = |which: usize, game: &dyn Game| {
                let texts: Vec<String> = only[which]
                    .iter()
                    .take(3)
                    .map(|place| move_text(game, &states[which], lists[which].get(*place)))
                    .collect();
                let more = if only[which].len() > 3 { ", …" } else { "" };
                format!("{}{more}", texts.join(", "))
            };
            let mut parts = Vec::new();
            if !only[0].is_empty() {
                parts.push(format!("moves of the old game alone: {}", told(0, self.old)));
            }
            if !only[1].is_empty() {
                parts.push(format!("moves of the new game alone: {}", told(1, self.new)));
            }
            return Err(different(parts.join("; ")));
        }
        let mut choices = Vec::new();
        let mut known: Vec<(&u64, &FoundResult)> = found[0].iter().collect();
        known.compact_sort_by_key(|(result, _)| **result);
        for (result, old) in known {
            let new = &found[1][result];
            if (old.chance - new.chance).abs() > SAME_CHANCE {
                let text = move_text(self.old, &states[0], lists[0].get(old.place));
                let told = format!(
                    "{text} has a chance of {:.4} in the old game, of {:.4} in the new one",
                    old.chance, new.chance
                );
                return Err(different(told));
            }
            let ways = if by_chance { [1, 1] } else { [old.ways, new.ways] };
            choices.push(Choice { places: [old.place, new.place], ways });
        }
        Ok((choices, lists))
    }

    /// Returns whether both games have ended, in the same way; a difference if they have not.
    fn end_alike(&self, states: &[State; 2], after: impl FnOnce() -> Vec<String>) -> Result<bool, ComparisonFailure> {
        let ends = self.ends(states)?;
        if ends[0] != ends[1] {
            let told = ends.map(|end| end.unwrap_or("goes on".into()));
            let what = format!("the old game {}, the new one {}", told[0], told[1]);
            return Err(ComparisonFailure::Different(Box::new(Difference { after: after(), what })));
        }
        Ok(ends[0].is_some())
    }

    /// How both games have ended, in words that can be compared.
    fn ends(&self, states: &[State; 2]) -> Result<[Option<String>; 2], LimitHit> {
        let of = |outcome: Option<dagaz_core::Outcome>, players: Vec<usize>| {
            outcome.map(|outcome| {
                let of = |player: &usize| outcome.verdicts.get(*player).copied().unwrap_or(Verdict::Aside);
                let verdicts: Vec<&str> = players
                    .iter()
                    .map(of)
                    .map(|verdict| match verdict {
                        Verdict::Win => "a win",
                        Verdict::Loss => "a loss",
                        Verdict::Draw => "a draw",
                        Verdict::Aside => "nothing",
                    })
                    .collect();
                format!("has ended with {}", verdicts.join(", "))
            })
        };
        let old = of(self.old.outcome(&states[0])?, self.players.iter().map(|player| player.index()).collect());
        let new = of(self.new.outcome(&states[1])?, (0..self.players.len()).collect());
        Ok([old, new])
    }

    fn mover(&self, game: &dyn Game, state: &State, is_new: bool) -> Option<PlayerId> {
        match game.turn(state) {
            Turn::Choice(player) | Turn::Chance(player) => match is_new {
                true => self.players.get(player.index()).copied(),
                false => Some(player),
            },
            Turn::Together(_) => None,
        }
    }

    /// Returns a Zobrist key of the position, with the types, players and sites of the new game.
    fn result(&self, state: &State, is_new: bool) -> u64 {
        let (mut key, mut place) = (0, 0);
        let mut add = |value: u32| {
            key ^= word_key(place, value);
            place += 1;
        };
        let game = if is_new { self.new } else { self.old };
        let layout = game.layout();
        let owner = |owner: PlayerId| match is_new {
            true => owner,
            false => self.players.iter().position(|known| *known == owner).map_or(PlayerId::NONE, PlayerId::at),
        };
        for (index, to) in self.sites.iter().enumerate() {
            let site = if is_new { *to } else { SiteId::at(index) };
            let kind = |kind: PieceTypeId| match is_new {
                true => kind,
                false => self.kinds.get(kind.index()).copied().unwrap_or(kind),
            };
            let piece = state.piece(site);
            add(piece.map_or(0, |piece| 1 + (u32::from(kind(piece.kind).0) << 8 | u32::from(owner(piece.owner).0))));
            for (old, new) in &self.attributes {
                let attribute = if is_new { *new } else { *old };
                add(piece.map_or(0, |_| state.attribute(layout, site, attribute).cast_unsigned()));
            }
        }
        for (kind, _) in self.hands.iter().enumerate().filter(|(_, held)| **held) {
            for (new, old) in self.players.iter().enumerate() {
                let owner = if is_new { PlayerId::at(new) } else { *old };
                let kind = if is_new { self.kinds[kind] } else { PieceTypeId::at(kind) };
                add(state.supply(layout, Piece { kind, owner }));
            }
        }
        key
    }
}
