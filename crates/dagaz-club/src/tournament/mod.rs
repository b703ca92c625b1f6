//! A tournament: entrants, pairings and standings.
//!
//! The state of a [`Tournament`] is the result of its [`TournamentAction`]s applied to a [`Plan`];
//! nothing else changes it. Requests ([`join`](Tournament::join), [`leave`](Tournament::leave), …)
//! change nothing and return an action or a [`Fault`]; actions due by time or by finished games are
//! returned by [`due`](Tournament::due). The caller stores the action durably, and then
//! [applies](Tournament::apply) it. So
//!
//! - **Round robin**: each player meets all others once or twice, by Berger's tables with random
//!   numbers. A round begins when the previous one has ended. Late entries are not possible. A
//!   player who leaves loses their remaining games; if they have played less than half of them, all
//!   their games are struck.
//! - **Swiss**: a given number of rounds; players meet who have equal points and have not met yet
//!   ([`swiss`]). Players may join until half of the rounds are paired. A player who leaves is not
//!   paired, and may return.
//! - **Arena**: a fixed time in which free, present players are paired repeatedly ([`arena`]).
//!   Players may join and leave at any time. Games in progress at the end still count.
//!
//! A player who does not make their first move loses that game by forfeit ([`PairResult::absent`]).
//! In the Swiss system and in an arena they also leave the tournament.

mod action;
pub mod arena;
mod plan;
mod round_robin;
mod standings;
pub mod swiss;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub use action::{Damaged, Fault, PairResult, TournamentAction};
pub use plan::{Plan, PlanFault, ROUND_ROBIN_MAX, ROUNDS_MAX, SWISS_MAX, TITLE_LETTERS, TournamentSystem, title};
pub use standings::{Standing, TieBreak};

use crate::account::PersonId;

/// A tournament that is not started within this time, one week, is cancelled.
pub const STALE: u64 = 7 * 24 * 3_600_000;

/// A tournament with so many actions accepts no further entries, so that joining and leaving
/// repeatedly cannot grow its log. The longest arena, with two hundred players, has half as many.
pub const ACTIONS_MAX: u32 = 100_000;

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has not begun.
    Coming,
    /// It is running.
    Running,
    /// It is over.
    Ended,
    /// It never was.
    Cancelled,
}

/// A user who takes part, or did.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Who.
    pub person: PersonId,
    /// Their rating when they joined.
    pub rating: f64,
    /// Whether they are to be paired: false once they have left.
    pub active: bool,
    /// The game that they play now, as a number of a pairing.
    pub playing: Option<u32>,
    /// Since when they play none.
    pub free_since: u64,
}

/// Two who meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number in the tournament, from 0.
    pub number: u32,
    /// Its round, from 1; in an arena how often was paired before it, and one.
    pub round: u32,
    /// The first player, as an index of the [entrants](Tournament::entrants).
    pub first: usize,
    /// The second player.
    pub second: usize,
    /// The result.
    pub result: Option<PairResult>,
}

impl Pairing {
    /// Returns the other one of the two.
    pub fn other(&self, entrant: usize) -> usize {
        if entrant == self.first { self.second } else { self.first }
    }

    /// Returns whether an entrant is one of the two.
    pub fn has(&self, entrant: usize) -> bool {
        entrant == self.first || entrant == self.second
    }
}

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub struct Tournament {
    plan: Plan,
    made: u64,
    phase: Phase,
    entrants: Vec<Entrant>,
    by_person: HashMap<PersonId, usize>,
    pairings: Vec<Pairing>,
    /// Who had no opponent in each round.
    byes: Vec<Option<usize>>,
    /// Pairings without a result.
    open: usize,
    seed: u64,
    began: Option<u64>,
    ended: Option<u64>,
    /// The time of the last event that a round waits for.
    settled: u64,
    version: u32,
}

impl Tournament {
    /// Returns a tournament that has not begun. The plan has been [checked](Plan::check).
    pub fn new(plan: Plan, made: u64) -> Tournament {
        Tournament {
            plan,
            made,
            phase: Phase::Coming,
            entrants: Vec::new(),
            by_person: HashMap::new(),
            pairings: Vec::new(),
            byes: Vec::new(),
            open: 0,
            seed: 0,
            began: None,
            ended: None,
            settled: made,
            version: 0,
        }
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns how far it is.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// When it was made.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// When it began.
    pub fn began(&self) -> Option<u64> {
        self.began
    }

    /// When it ended, or was called off.
    pub fn ended(&self) -> Option<u64> {
        self.ended
    }

    /// When the time of an arena that has begun is over.
    pub fn closes(&self) -> Option<u64> {
        match self.plan.kind {
            TournamentSystem::Arena { duration } => Some(self.began?.saturating_add(duration)),
            _ => None,
        }
    }

    /// Returns all entrants, including those who have left.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Returns how many take part.
    pub fn active(&self) -> usize {
        self.entrants.iter().filter(|entrant| entrant.active).count()
    }

    /// Returns the index of a user among the entrants.
    pub fn entrant(&self, person: &PersonId) -> Option<usize> {
        self.by_person.get(person).copied()
    }

    /// Returns all pairings so far, in their order.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Returns the pairings of a round.
    pub fn round_of(&self, round: u32) -> impl Iterator<Item = &Pairing> {
        self.pairings.iter().filter(move |pairing| pairing.round == round)
    }

    /// Returns the player with the bye in a paired round.
    pub fn bye_of(&self, round: u32) -> Option<usize> {
        (round as usize).checked_sub(1).and_then(|place| self.byes.get(place).copied().flatten())
    }

    /// Returns how many rounds have been paired.
    pub fn round(&self) -> u32 {
        self.byes.len() as u32
    }

    /// Returns the number of rounds with the present players; `None` in an arena.
    pub fn rounds(&self) -> Option<u32> {
        let count = self.entrants.len() as u32;
        // Of an odd number each is left out once.
        let once = if count.is_multiple_of(2) { count.saturating_sub(1) } else { count };
        match self.plan.kind {
            TournamentSystem::RoundRobin { double } => Some(if double { 2 * once } else { once }),
            // More rounds than there are opponents would only repeat.
            TournamentSystem::Swiss { rounds } if self.phase == Phase::Coming => Some(rounds),
            TournamentSystem::Swiss { rounds } => Some(rounds.min(once)),
            TournamentSystem::Arena { .. } => None,
        }
    }

    /// Returns the number of applied actions.
    pub fn version(&self) -> u32 {
        self.version
    }

    // ---- Requests of users ----

    /// Returns an error if joining is impossible now.
    pub fn admits(&self, now: u64) -> Result<(), Fault> {
        match (self.phase, self.plan.kind) {
            (Phase::Ended | Phase::Cancelled, _) => return Err(Fault::Over),
            (Phase::Coming, _) => {}
            (Phase::Running, TournamentSystem::RoundRobin { .. }) => return Err(Fault::TooLate),
            (Phase::Running, TournamentSystem::Swiss { rounds }) if 2 * self.round() > rounds => {
                return Err(Fault::TooLate);
            }
            (Phase::Running, TournamentSystem::Arena { .. }) if self.closes().is_some_and(|at| at <= now) => {
                return Err(Fault::TooLate);
            }
            (Phase::Running, _) => {}
        }
        if self.entrants.len() >= self.plan.entrants() { Err(Fault::Full) } else { Ok(()) }
    }

    /// Returns the action by which a user joins, for the first time or again.
    pub fn join(&self, person: &PersonId, rating: f64, now: u64) -> Result<TournamentAction, Fault> {
        let action = TournamentAction::Joined { person: person.clone(), rating };
        if self.version >= ACTIONS_MAX {
            return Err(Fault::Full);
        }
        match self.entrant(person).map(|place| &self.entrants[place]) {
            Some(entrant) if entrant.active => Err(Fault::Already),
            // A player who has left still occupies a place.
            Some(_) => match (self.phase, self.plan.kind) {
                (Phase::Ended | Phase::Cancelled, _) => Err(Fault::Over),
                (_, TournamentSystem::RoundRobin { .. }) => Err(Fault::TooLate),
                _ if self.closes().is_some_and(|at| at <= now) => Err(Fault::TooLate),
                _ => Ok(action),
            },
            None => self.admits(now).map(|()| action),
        }
    }

    /// Returns the action by which a user leaves. Their game in progress continues.
    pub fn leave(&self, person: &PersonId) -> Result<TournamentAction, Fault> {
        if matches!(self.phase, Phase::Ended | Phase::Cancelled) {
            return Err(Fault::Over);
        }
        let entrant = self.entrant(person).filter(|place| self.entrants[*place].active);
        entrant.map(|_| TournamentAction::Left { person: person.clone() }).ok_or(Fault::NotIn)
    }

    /// Starts it before its time, or where none is set.
    pub fn start(&self, seed: u64) -> Result<TournamentAction, Fault> {
        match self.phase {
            Phase::Coming if self.active() < 2 => Err(Fault::TooFew),
            Phase::Coming => Ok(TournamentAction::Started { seed }),
            Phase::Running => Err(Fault::Begun),
            Phase::Ended | Phase::Cancelled => Err(Fault::Over),
        }
    }

    /// Calls it off before it has begun.
    pub fn cancel(&self) -> Result<TournamentAction, Fault> {
        match self.phase {
            Phase::Coming => Ok(TournamentAction::Cancelled),
            Phase::Running => Err(Fault::Begun),
            Phase::Ended | Phase::Cancelled => Err(Fault::Over),
        }
    }

    /// Returns the action for the result of a game, or `None` if the result is known already: it
    /// may be reported twice.
    pub fn settle(&self, pairing: u32, result: PairResult) -> Result<Option<TournamentAction>, Fault> {
        let found = self.pairings.get(pairing as usize).ok_or(Fault::Unknown)?;
        Ok(found.result.is_none().then_some(TournamentAction::Settled { pairing, result }))
    }

    // ---- What time and games ask for ----

    /// Returns the action that is due now, or `None`. The caller asks again after each action.
    /// `here` returns whether a user could play at once, which an arena needs.
    pub fn due(&self, now: u64, seed: u64, here: impl Fn(&PersonId) -> bool) -> Option<TournamentAction> {
        match self.phase {
            Phase::Coming => match self.plan.start {
                Some(start) if start <= now && self.active() < 2 => Some(TournamentAction::Cancelled),
                Some(start) if start <= now => Some(TournamentAction::Started { seed }),
                Some(_) => None,
                None => (self.made.saturating_add(STALE) <= now).then_some(TournamentAction::Cancelled),
            },
            Phase::Running => match self.plan.kind {
                TournamentSystem::Arena { .. } => self.arena_due(now, here),
                _ => self.round_due(now),
            },
            Phase::Ended | Phase::Cancelled => None,
        }
    }

    /// Returns the time of the next action without further requests, or `None` if there will be
    /// none.
    pub fn wake(&self) -> Option<u64> {
        match self.phase {
            Phase::Coming => Some(self.plan.start.unwrap_or(self.made.saturating_add(STALE))),
            Phase::Running => match self.plan.kind {
                // Players return, and waiting allows further pairs.
                TournamentSystem::Arena { .. } => Some(0),
                _ if self.open == 0 && self.is_played_out() => Some(self.settled),
                _ if self.open == 0 => Some(self.next_round()),
                _ => None,
            },
            Phase::Ended | Phase::Cancelled => None,
        }
    }

    /// When the next round begins, once the games of this one have ended.
    pub fn next_round(&self) -> u64 {
        self.settled.saturating_add(if self.round() == 0 { 0 } else { self.plan.pause })
    }

    /// Returns whether there is no further round.
    fn is_played_out(&self) -> bool {
        self.round() >= self.rounds().unwrap_or(0) || self.active() < 2
    }

    fn round_due(&self, now: u64) -> Option<TournamentAction> {
        if self.open > 0 {
            return None;
        }
        if self.is_played_out() {
            return Some(TournamentAction::Finished);
        }
        if now < self.next_round() {
            return None;
        }
        let (pairs, bye) = match self.plan.kind {
            TournamentSystem::RoundRobin { double } => self.round_robin(double),
            _ => swiss::pairs(self),
        };
        let person = |place: usize| self.entrants[place].person.clone();
        let pairs = pairs.into_iter().map(|(first, second)| (person(first), person(second))).collect();
        Some(TournamentAction::Paired { pairs, bye: bye.map(person) })
    }

    fn round_robin(&self, double: bool) -> (Vec<(usize, usize)>, Option<usize>) {
        let mut numbers: Vec<usize> = (0..self.entrants.len()).collect();
        let mut rng = SplitMix64::seed_from_u64(self.seed);
        for place in (1..numbers.len()).rev() {
            numbers.swap(place, (rng.next_u64() % (place as u64 + 1)) as usize);
        }
        let round = round_robin::round(numbers.len(), self.round() as usize, double);
        let drawn = |(first, second): (usize, usize)| (numbers[first], numbers[second]);
        (round.pairs.into_iter().map(drawn).collect(), round.bye.map(|number| numbers[number]))
    }

    fn arena_due(&self, now: u64, here: impl Fn(&PersonId) -> bool) -> Option<TournamentAction> {
        if self.closes().is_some_and(|at| at <= now) {
            return (self.open == 0).then_some(TournamentAction::Finished);
        }
        let pairs = arena::pairs(self, now, here);
        if pairs.is_empty() {
            return None;
        }
        let person = |place: usize| self.entrants[place].person.clone();
        let pairs = pairs.into_iter().map(|(first, second)| (person(first), person(second))).collect();
        Some(TournamentAction::Paired { pairs, bye: None })
    }

    // ---- Events ----

    /// Applies an action that happened at the given time.
    pub fn apply(&mut self, at: u64, action: &TournamentAction) -> Result<(), Damaged> {
        match action {
            TournamentAction::Joined { person, rating } => match self.entrant(person) {
                Some(place) => {
                    let entrant = &mut self.entrants[place];
                    (entrant.active, entrant.free_since) = (true, at);
                }
                None => {
                    self.by_person.insert(person.clone(), self.entrants.len());
                    let (person, rating) = (person.clone(), *rating);
                    self.entrants.push(Entrant { person, rating, active: true, playing: None, free_since: at });
                }
            },
            TournamentAction::Left { person } => {
                let place = self.entrant(person).ok_or(Damaged)?;
                if self.phase == Phase::Coming {
                    self.entrants.remove(place);
                    let numbered = self.entrants.iter().enumerate();
                    self.by_person = numbered.map(|(place, entrant)| (entrant.person.clone(), place)).collect();
                } else {
                    self.entrants[place].active = false;
                }
            }
            TournamentAction::Started { seed } => {
                if self.phase != Phase::Coming {
                    return Err(Damaged);
                }
                (self.phase, self.seed, self.began, self.settled) = (Phase::Running, *seed, Some(at), at);
            }
            TournamentAction::Paired { pairs, bye } => self.apply_paired(at, pairs, bye.as_ref())?,
            TournamentAction::Settled { pairing, result } => {
                let found = self.pairings.get_mut(*pairing as usize).filter(|pairing| pairing.result.is_none());
                let found = found.ok_or(Damaged)?;
                found.result = Some(*result);
                let two = [found.first, found.second];
                let absent = result.absent().map(|second| two[usize::from(second)]);
                for place in two {
                    let entrant = &mut self.entrants[place];
                    (entrant.playing, entrant.free_since) = (None, at);
                    let all_are_needed = matches!(self.plan.kind, TournamentSystem::RoundRobin { .. });
                    if absent == Some(place) && !all_are_needed {
                        entrant.active = false;
                    }
                }
                self.open -= 1;
                self.settled = self.settled.max(at);
            }
            TournamentAction::Finished => (self.phase, self.ended) = (Phase::Ended, Some(at)),
            TournamentAction::Cancelled => (self.phase, self.ended) = (Phase::Cancelled, Some(at)),
        }
        self.version += 1;
        Ok(())
    }

    fn apply_paired(&mut self, at: u64, pairs: &[(PersonId, PersonId)], bye: Option<&PersonId>) -> Result<(), Damaged> {
        if self.phase != Phase::Running {
            return Err(Damaged);
        }
        let bye = bye.map(|person| self.entrant(person).ok_or(Damaged)).transpose()?;
        self.byes.push(bye);
        let round = self.round();
        for (first, second) in pairs {
            let first = self.entrant(first).ok_or(Damaged)?;
            let second = self.entrant(second).filter(|second| *second != first).ok_or(Damaged)?;
            let number = self.pairings.len() as u32;
            // Only a round robin pairs players who have left: their games are not played.
            let result = match (self.entrants[first].active, self.entrants[second].active) {
                (true, true) => None,
                (true, false) => Some(PairResult::FirstByForfeit),
                (false, true) => Some(PairResult::SecondByForfeit),
                (false, false) => Some(PairResult::Neither),
            };
            if result.is_none() {
                self.open += 1;
                for place in [first, second] {
                    self.entrants[place].playing = Some(number);
                }
            }
            self.pairings.push(Pairing { number, round, first, second, result });
        }
        self.settled = self.settled.max(at);
        Ok(())
    }

    /// Returns the standings. See [`Standing`].
    pub fn standings(&self) -> Vec<Standing> {
        standings::standings(self)
    }

    /// Returns the tie-breaks between players with equal points, in this order.
    pub fn tie_breaks(&self) -> &'static [TieBreak] {
        standings::tie_breaks(self.plan.kind)
    }
}
