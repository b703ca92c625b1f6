//! Tournaments: who meets whom, and how they stand.

use dagaz_core::CompactSort;
use serde::Serialize;

use crate::Score;
use crate::stats::{Rating, Zero, ratings};

/// How a tournament is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Round robin.
    RoundRobin,
    /// The first one meets all others.
    Gauntlet,
    /// In each of so many rounds those meet who stand about equal, and have not met.
    Swiss {
        /// How many rounds.
        rounds: usize,
    },
}

/// A tournament that is held.
#[derive(Clone, Debug)]
pub struct Tournament {
    system: System,
    players: usize,
    /// Row by row what each player has scored against each.
    cross: Vec<Score>,
    /// Whom each has met, in which order; itself where it had no opponent.
    met: Vec<Vec<usize>>,
    /// Rounds that have been drawn.
    rounds: usize,
}

/// How a player stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Which player.
    pub player: usize,
    /// All its games.
    pub score: Score,
    /// How strong it is, the mean of all being 0 (Bradley and Terry's model).
    pub rating: Rating,
    /// What it has scored against each; nothing against itself.
    pub against: Vec<Score>,
}

impl Tournament {
    /// Returns a tournament of so many players, two or more.
    pub fn new(system: System, players: usize) -> Tournament {
        Tournament {
            system,
            players,
            cross: vec![Score::default(); players * players],
            met: vec![Vec::new(); players],
            rounds: 0,
        }
    }

    /// Returns the pairings of the next round; empty at the end of the tournament.
    pub fn next_round(&mut self) -> Vec<(usize, usize)> {
        self.rounds += 1;
        let players = self.players;
        match self.system {
            System::RoundRobin | System::Gauntlet if self.rounds > 1 => Vec::new(),
            System::RoundRobin => (0..players).flat_map(|one| (one + 1..players).map(move |two| (one, two))).collect(),
            System::Gauntlet => (1..players).map(|other| (0, other)).collect(),
            System::Swiss { rounds } if self.rounds > rounds => Vec::new(),
            System::Swiss { .. } => self.swiss(),
        }
    }

    /// Notes what one player has scored against another.
    pub fn add(&mut self, (one, other): (usize, usize), score: Score) {
        self.cross[one * self.players + other].merge(&score);
        self.cross[other * self.players + one].merge(&score.turned());
    }

    /// Returns the table: the strongest first; equal ones in the order of the players.
    pub fn table(&self) -> Vec<Place> {
        let rated = ratings(&self.cross, Zero::Mean);
        let mut places: Vec<Place> = rated
            .into_iter()
            .enumerate()
            .map(|(player, rating)| {
                let against = self.cross[player * self.players..(player + 1) * self.players].to_vec();
                let mut score = Score::default();
                against.iter().for_each(|one| score.merge(one));
                Place { player, score, rating, against }
            })
            .collect();
        places.compact_sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo).then(a.player.cmp(&b.player)));
        places
    }

    /// Returns the points of a player by game, so that a round without an opponent counts as an
    /// average one.
    fn points(&self, player: usize) -> f64 {
        let mut score = Score::default();
        self.cross[player * self.players..(player + 1) * self.players].iter().for_each(|one| score.merge(one));
        score.share()
    }

    /// Pairs neighbours of the table who have not met; if the number is odd, the last one who has
    /// not been left out yet has no opponent. Among the ways to pair it takes the first that
    /// repeats no pairing, looking ahead; if there is none, neighbours meet again.
    fn swiss(&mut self) -> Vec<(usize, usize)> {
        let mut order: Vec<usize> = (0..self.players).collect();
        order.compact_sort_by(|a, b| self.points(*b).total_cmp(&self.points(*a)).then(a.cmp(b)));
        if order.len() % 2 == 1 {
            let was_out = |player: &usize| self.met[*player].iter().filter(|other| *other == player).count();
            let fewest = order.iter().map(was_out).min().unwrap_or(0);
            if let Some(place) = order.iter().rposition(|player| was_out(player) == fewest) {
                let out = order.remove(place);
                self.met[out].push(out);
            }
        }
        let mut steps = PAIRING_STEPS;
        let pairs = self
            .pair(&order, &mut steps)
            .unwrap_or_else(|| order.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect());
        for &(one, other) in &pairs {
            self.met[one].push(other);
            self.met[other].push(one);
        }
        pairs.into_iter().map(|(one, other)| (one.min(other), one.max(other))).collect()
    }

    fn pair(&self, order: &[usize], steps: &mut usize) -> Option<Vec<(usize, usize)>> {
        let Some((&first, rest)) = order.split_first() else { return Some(Vec::new()) };
        for (place, &other) in rest.iter().enumerate() {
            *steps = steps.checked_sub(1)?;
            if self.met[first].contains(&other) {
                continue;
            }
            let left: Vec<usize> = rest[..place].iter().chain(&rest[place + 1..]).copied().collect();
            if let Some(mut pairs) = self.pair(&left, steps) {
                pairs.insert(0, (first, other));
                return Some(pairs);
            }
        }
        None
    }
}

/// Pairings that are tried before neighbours meet again.
const PAIRING_STEPS: usize = 100_000;

#[cfg(test)]
mod tests {
    use super::*;

    const WON: Score = Score { wins: 1, draws: 0, losses: 0 };

    #[test]
    fn match_schedules_are_round_robin_or_gauntlet() {
        let mut all = Tournament::new(System::RoundRobin, 4);
        assert_eq!(all.next_round(), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
        assert!(all.next_round().is_empty());
        assert_eq!(Tournament::new(System::Gauntlet, 4).next_round(), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn a_swiss_tournament_pairs_equals_who_have_not_met() {
        let mut swiss = Tournament::new(System::Swiss { rounds: 3 }, 8);
        let mut met = Vec::new();
        for _ in 0..3 {
            let pairs = swiss.next_round();
            assert_eq!(pairs.len(), 4);
            for &(one, other) in &pairs {
                let pair = (one.min(other), one.max(other));
                assert!(!met.contains(&pair), "{pair:?} again");
                met.push(pair);
                // The one with the lower number is stronger.
                swiss.add(pair, WON);
            }
        }
        assert!(swiss.next_round().is_empty());
        let table = swiss.table();
        assert_eq!((table[0].player, table[0].score.wins), (0, 3));
        assert_eq!((table[7].player, table[7].score.losses), (7, 3));
    }

    #[test]
    fn byes_are_not_repeated_and_pairings_always_exist() {
        let mut swiss = Tournament::new(System::Swiss { rounds: 9 }, 5);
        for round in 0..9 {
            let pairs = swiss.next_round();
            assert_eq!(pairs.len(), 2, "round {round}");
            pairs.into_iter().for_each(|pair| swiss.add(pair, WON));
        }
        let left_out: Vec<usize> =
            (0..5).map(|player| swiss.met[player].iter().filter(|other| **other == player).count()).collect();
        assert!(left_out.iter().all(|times| (1..=2).contains(times)), "{left_out:?}");
    }

    #[test]
    fn the_table_has_everybodys_scores() {
        let mut all = Tournament::new(System::RoundRobin, 3);
        all.add((0, 1), Score { wins: 6, draws: 2, losses: 2 });
        all.add((1, 2), Score { wins: 5, draws: 0, losses: 5 });
        all.add((0, 2), Score { wins: 7, draws: 0, losses: 3 });
        let table = all.table();
        assert_eq!(table[0].player, 0);
        assert_eq!(table[0].score, Score { wins: 13, draws: 2, losses: 5 });
        let second = table.iter().find(|place| place.player == 1).expect("everybody has a place");
        assert_eq!(second.against[0], Score { wins: 2, draws: 2, losses: 6 });
        let sum: f64 = table.iter().map(|place| place.rating.elo).sum();
        assert!(sum.abs() < 1e-6, "the mean is 0: {sum}");
    }
}
