//! Whole tournaments, played by seeded chance.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;

const START: u64 = 1_000_000;

fn person(number: usize) -> PersonId {
    PersonId::new(&format!("p{number}"))
}

/// A tournament with its log, which is replayed at the end.
struct Held {
    tournament: Tournament,
    log: Vec<(u64, TournamentAction)>,
    now: u64,
    rng: Xoshiro256PlusPlus,
}

impl Held {
    fn new(kind: TournamentSystem, count: usize, seed: u64) -> Held {
        let plan = Plan { kind, start: None, pause: 5_000, most: 200 };
        plan.check(START).expect("it can be held");
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut held = Held { tournament: Tournament::new(plan, START), log: Vec::new(), now: START, rng };
        (0..count).for_each(|number| held.join(number));
        held
    }

    fn below(&mut self, count: usize) -> usize {
        (self.rng.next_u64() % count as u64) as usize
    }

    fn apply(&mut self, action: TournamentAction) {
        self.tournament.apply(self.now, &action).expect("it fits");
        self.log.push((self.now, action));
    }

    fn join(&mut self, number: usize) {
        let rating = 1500.0 + (number * 37 % 400) as f64;
        let action = self.tournament.join(&person(number), rating, self.now).expect("there is room");
        self.apply(action);
    }

    fn leave(&mut self, number: usize) {
        let action = self.tournament.leave(&person(number)).expect("they take part");
        self.apply(action);
    }

    fn start(&mut self) {
        let seed = self.rng.next_u64();
        let action = self.tournament.start(seed).expect("there are two");
        self.apply(action);
    }

    /// Does what is due, whatever that is.
    fn look(&mut self) -> bool {
        let due = self.tournament.due(self.now, 7, |_| true);
        let is_due = due.is_some();
        due.into_iter().for_each(|action| self.apply(action));
        is_due
    }

    fn settle(&mut self, pairing: u32, result: PairResult) {
        let action = self.tournament.settle(pairing, result).expect("there is one").expect("it has no result yet");
        self.apply(action);
    }

    fn chance(&mut self) -> PairResult {
        match self.below(10) {
            0..4 => PairResult::First,
            4..7 => PairResult::Second,
            7..9 => PairResult::Draw,
            _ => [PairResult::FirstByForfeit, PairResult::SecondByForfeit, PairResult::Neither][self.below(3)],
        }
    }

    fn open(&self) -> Vec<u32> {
        let open = self.tournament.pairings().iter().filter(|pairing| pairing.result.is_none());
        open.map(|pairing| pairing.number).collect()
    }

    /// Plays all rounds, by `result` for each game; `between` is done before each of them.
    fn play(&mut self, mut result: impl FnMut(&mut Held, u32) -> PairResult, mut between: impl FnMut(&mut Held)) {
        self.start();
        while self.tournament.phase() == Phase::Running {
            between(self);
            self.now = self.now.max(self.tournament.wake().expect("something will be due"));
            assert!(self.look(), "what it waits for has come");
            let mut open = self.open();
            while !open.is_empty() {
                self.now += 1;
                let pairing = open.swap_remove(self.below(open.len()));
                let result = result(self, pairing);
                self.settle(pairing, result);
            }
        }
        self.check_log();
    }

    /// What is written down and read again is the same tournament.
    fn check_log(&self) {
        let mut replayed = Tournament::new(self.tournament.plan.clone(), START);
        for (at, action) in &self.log {
            let text = serde_json::to_string(action).expect("it can be written");
            let read: TournamentAction = serde_json::from_str(&text).expect("it can be read");
            assert_eq!(read, *action);
            replayed.apply(*at, &read).expect("it fits");
        }
        assert_eq!(replayed.standings(), self.tournament.standings());
        assert_eq!(replayed.version(), self.tournament.version());
    }
}

fn points(tournament: &Tournament) -> Vec<(String, f64)> {
    let standings = tournament.standings();
    standings.iter().map(|one| (one.person.text().to_string(), f64::from(one.halves) / 2.0)).collect()
}

#[test]
fn in_a_round_robin_everybody_meets_everybody() {
    for seed in 0..40u64 {
        let count = 2 + (seed as usize * 7) % 11;
        let double = seed % 3 == 0;
        let mut held = Held::new(TournamentSystem::RoundRobin { double }, count, seed);
        held.play(|held, _| held.chance(), |_| {});
        let times = if double { 2 } else { 1 };
        assert_eq!(held.tournament.pairings().len(), count * (count - 1) / 2 * times);
        for one in 0..count {
            for other in 0..one {
                let met = held.tournament.pairings().iter().filter(|pairing| pairing.has(one) && pairing.has(other));
                assert_eq!(met.count(), times);
            }
        }
    }
}

/// Four hundred by chance, half of them with people who come late, leave and stay away.
#[test]
fn a_swiss_tournament_keeps_its_rules() {
    let mut rounds = 0;
    for seed in 0..400u64 {
        let count = 2 + (seed as usize * 5) % 23;
        let longest = 1 + (seed % 9) as u32;
        let mut held = Held::new(TournamentSystem::Swiss { rounds: longest }, count, seed);
        let steady = seed % 2 == 0;
        held.play(
            |held, _| {
                if steady {
                    [PairResult::First, PairResult::Second, PairResult::Draw][held.below(3)]
                } else {
                    held.chance()
                }
            },
            |held| {
                if !steady && held.below(3) == 0 && held.tournament.admits(held.now).is_ok() {
                    held.join(held.tournament.entrants().len());
                }
                let leaving = held.below(4 * count);
                if !steady && leaving < count && held.tournament.entrants()[leaving].active {
                    held.leave(leaving);
                }
            },
        );
        let tournament = &held.tournament;
        rounds += tournament.round();
        let once = (if count.is_multiple_of(2) { count - 1 } else { count }) as u32;
        if steady {
            assert_eq!(tournament.round(), longest.min(once), "seed {seed}");
            // With an even number each player has an opponent in each round; with an odd number no
            // player has the bye twice.
            let byes: Vec<usize> = (1..=tournament.round()).filter_map(|round| tournament.bye_of(round)).collect();
            assert_eq!(byes.len() as u32, tournament.round() * (count as u32 % 2));
            for place in 0..count {
                assert!(byes.iter().filter(|bye| **bye == place).count() <= 1, "seed {seed}: left out twice");
            }
            // Where there are so many opponents that repetitions can be avoided from round to
            // round, none is made.
            if 2 * tournament.round() < once {
                for one in 0..count {
                    for other in 0..one {
                        let met = tournament.pairings().iter().filter(|two| two.has(one) && two.has(other)).count();
                        assert!(met <= 1, "seed {seed}: {one} and {other} met {met} times");
                    }
                }
                for place in 0..count {
                    let sides: Vec<bool> = tournament
                        .pairings()
                        .iter()
                        .filter(|two| two.has(place))
                        .map(|two| two.first == place)
                        .collect();
                    let balance: i32 = sides.iter().map(|first| if *first { 1 } else { -1 }).sum();
                    assert!(balance.abs() <= 2, "seed {seed}: {place} {sides:?}");
                    assert!(
                        !sides.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]),
                        "seed {seed}: {sides:?}"
                    );
                }
            }
        }
        for round in 1..=tournament.round() {
            let mut busy = vec![false; tournament.entrants().len()];
            for pairing in tournament.round_of(round) {
                for place in [pairing.first, pairing.second] {
                    assert!(!std::mem::replace(&mut busy[place], true), "seed {seed}: two games at once");
                }
            }
            assert!(tournament.bye_of(round).is_none_or(|bye| !busy[bye]));
        }
    }
    assert!(rounds > 1_000, "{rounds}");
}

/// Repetitions are made only where every pairing of the round has one: found by trying all pairings
/// of small fields.
#[test]
fn a_bot_repeats_only_if_nothing_better_exists() {
    /// Returns whether the remaining players have a pairing without repetition; one of `alone` may
    /// have the bye.
    fn avoidable(left: u32, met: &[Vec<bool>], alone: u32) -> bool {
        let Some(first) = (0..met.len()).find(|one| left & (1 << one) != 0) else { return true };
        let left = left & !(1 << first);
        let mut others = (0..met.len()).filter(|other| left & (1 << other) != 0);
        others.any(|other| !met[first][other] && avoidable(left & !(1 << other), met, alone))
            || alone & (1 << first) != 0 && avoidable(left, met, 0)
    }
    let mut repeated = 0;
    for seed in 0..300u64 {
        let count = 3 + (seed % 6) as usize;
        let mut held = Held::new(TournamentSystem::Swiss { rounds: 7 }, count, seed);
        held.start();
        let mut met = vec![vec![false; count]; count];
        // The players who may have the bye: with an odd number those who have not had it yet.
        let mut alone = if count % 2 == 1 { (1 << count) - 1 } else { 0 };
        while held.tournament.phase() == Phase::Running {
            held.now = held.now.max(held.tournament.wake().expect("something will be due"));
            held.look();
            let round = held.tournament.round();
            let fresh = |pairing: &Pairing| !met[pairing.first][pairing.second];
            if held.tournament.phase() == Phase::Running && !held.tournament.round_of(round).all(fresh) {
                assert!(!avoidable((1 << count) - 1, &met, alone), "seed {seed}, round {round}");
                repeated += 1;
            }
            held.tournament.bye_of(round).into_iter().for_each(|bye| alone &= !(1 << bye));
            for pairing in held.tournament.round_of(round) {
                met[pairing.first][pairing.second] = true;
                met[pairing.second][pairing.first] = true;
            }
            for pairing in held.open() {
                let result = [PairResult::First, PairResult::Second, PairResult::Draw][held.below(3)];
                held.settle(pairing, result);
            }
        }
    }
    assert!(repeated > 0, "the trial met none");
}

/// Eight, the higher rating always winning: the first round is upper against lower half, and the
/// strongest is first alone.
#[test]
fn the_upper_half_meets_the_lower_half() {
    let mut held = Held::new(TournamentSystem::Swiss { rounds: 3 }, 0, 5);
    for number in 0..8 {
        let action =
            held.tournament.join(&person(number), 2000.0 - 10.0 * number as f64, START).expect("there is room");
        held.apply(action);
    }
    held.start();
    let mut seen = Vec::new();
    while held.tournament.phase() == Phase::Running {
        held.now = held.now.max(held.tournament.wake().expect("something will be due"));
        held.look();
        for number in held.open() {
            let pairing = held.tournament.pairings()[number as usize].clone();
            let result = if pairing.first < pairing.second { PairResult::First } else { PairResult::Second };
            seen.push((pairing.round, pairing.first.min(pairing.second), pairing.first.max(pairing.second)));
            held.settle(number, result);
        }
    }
    let round = |wanted: u32| seen.iter().filter(|one| one.0 == wanted).map(|one| (one.1, one.2)).collect::<Vec<_>>();
    assert_eq!(round(1), [(0, 4), (1, 5), (2, 6), (3, 7)]);
    // By their order 0 would meet 2, but both have moved first.
    assert_eq!(round(2), [(0, 3), (1, 2), (4, 7), (5, 6)]);
    assert_eq!(round(3).first(), Some(&(0, 1)), "the two who have won both games");
    assert_eq!(points(&held.tournament).first(), Some(&("p0".to_string(), 3.0)));
}

/// The same results told in any order make the same standings.
#[test]
fn standings_do_not_depend_on_the_order_of_results() {
    for seed in 0..60u64 {
        let kind = [
            TournamentSystem::RoundRobin { double: false },
            TournamentSystem::Swiss { rounds: 4 },
            TournamentSystem::Arena { duration: 100_000 },
        ][(seed % 3) as usize];
        let count = 5 + (seed as usize) % 8;
        let mut one = Held::new(kind, count, seed);
        one.start();
        for _ in 0..6 {
            one.now += 6_000;
            while one.look() && one.open().is_empty() && one.tournament.phase() == Phase::Running {}
            let open = one.open();
            let mut results: Vec<(u32, PairResult)> = open.iter().map(|number| (*number, one.chance())).collect();
            let mut other = one.tournament.clone();
            for (number, result) in &results {
                one.settle(*number, *result);
            }
            while !results.is_empty() {
                let (number, result) = results.swap_remove(one.below(results.len()));
                let action = other.settle(number, result).expect("there is one").expect("it is open");
                other.apply(one.now, &action).expect("it fits");
            }
            assert_eq!(one.tournament.standings(), other.standings(), "seed {seed}");
        }
    }
}

/// Four players in a round robin, computed by hand: the tie at 2 points is broken by the direct
/// encounter, the tie at 1 by Sonneborn-Berger.
#[test]
fn ties_are_broken_as_the_handbook_says() {
    let mut held = Held::new(TournamentSystem::RoundRobin { double: false }, 4, 1);
    // Who beats whom: p0 > p1, p0 > p2, p3 > p0, p1 > p2, p1 > p3, p2 > p3.
    let beats = [(0, 1), (0, 2), (3, 0), (1, 2), (1, 3), (2, 3)];
    held.play(
        |held, number| {
            let pairing = &held.tournament.pairings()[number as usize];
            if beats.contains(&(pairing.first, pairing.second)) { PairResult::First } else { PairResult::Second }
        },
        |_| {},
    );
    let standings = held.tournament.standings();
    let said: Vec<(u32, &str, u32, &[i64])> =
        standings.iter().map(|one| (one.place, one.person.text(), one.halves, &one.ties[..])).collect();
    assert_eq!(
        said,
        [
            // Direct encounter 1 : 0; Sonneborn-Berger 2 + 1 = 3 and 1 + 1 = 2.
            (1, "p0", 4, &[4, 12, 8][..]),
            (2, "p1", 4, &[0, 8, 8][..]),
            // p2 beat p3; p3 beat p0, who has 2 points.
            (3, "p2", 2, &[4, 4, 4][..]),
            (4, "p3", 2, &[0, 8, 4][..]),
        ]
    );
}

#[test]
fn buchholz_counts_a_bye_as_a_game_against_an_equal() {
    let mut held = Held::new(TournamentSystem::Swiss { rounds: 2 }, 3, 3);
    held.play(|_, _| PairResult::First, |_| {});
    let tournament = &held.tournament;
    for standing in tournament.standings() {
        let mut sum = 0;
        for round in 1..=2 {
            let pairing = tournament.round_of(round).find(|pairing| pairing.has(standing.entrant));
            let against = pairing.map_or(standing.entrant, |pairing| pairing.other(standing.entrant));
            sum += tournament.standings().iter().find(|one| one.entrant == against).expect("they are there").halves;
        }
        assert_eq!(standing.ties[0], 2 * i64::from(sum));
    }
    assert_eq!(tournament.standings().iter().map(|one| one.halves).sum::<u32>(), 2 * 4, "two games and two byes");
}

#[test]
fn early_leavers_of_a_round_robin_are_removed() {
    let mut held = Held::new(TournamentSystem::RoundRobin { double: false }, 6, 2);
    let mut rounds = 0;
    held.play(
        |_, _| PairResult::First,
        |held| {
            rounds += 1;
            if rounds == 3 {
                // Two of five games played.
                held.leave(0);
            }
            if rounds == 5 {
                // Four of five.
                held.leave(1);
            }
        },
    );
    let standings = held.tournament.standings();
    let of = |name: &str| standings.iter().find(|one| one.person.text() == name).expect("they are listed");
    assert_eq!((of("p0").halves, of("p0").games), (0, 0));
    assert!(of("p1").games >= 3, "what p1 has played counts");
    for standing in &standings {
        let own = |pairing: &&Pairing| pairing.has(standing.entrant) && !pairing.has(0) && standing.entrant != 0;
        let halves = |pairing: &Pairing| {
            let (first, second) = pairing.result.expect("it is over").halves();
            if pairing.first == standing.entrant { first } else { second }
        };
        assert_eq!(standing.halves, held.tournament.pairings().iter().filter(own).map(halves).sum::<u32>());
    }
    let left: Vec<PairResult> =
        held.tournament.pairings().iter().filter_map(|one| one.result.filter(|_| one.has(0))).collect();
    assert_eq!((left.len(), left.iter().filter(|result| result.is_played()).count()), (5, 2));
    assert_eq!(held.tournament.join(&person(0), 1500.0, held.now), Err(Fault::Over));
}

#[test]
fn an_arena_tournament_pairs_free_connected_players() {
    let mut held = Held::new(TournamentSystem::Arena { duration: 600_000 }, 9, 4);
    held.start();
    let (mut games, mut repeated) = (0, 0);
    while held.tournament.phase() == Phase::Running {
        held.now += 1_000;
        while held.look() {}
        let now = held.now;
        // No player has two games at once, and no player waits although a pairing exists.
        let mut busy = [false; 10];
        for number in held.open() {
            let pairing = &held.tournament.pairings()[number as usize];
            for place in [pairing.first, pairing.second] {
                assert!(!std::mem::replace(&mut busy[place], true));
            }
        }
        let waiting = held.tournament.entrants().iter().filter(|one| one.active && one.playing.is_none()).count();
        assert!(waiting <= 3 || held.tournament.closes().is_some_and(|at| at <= now), "{waiting} wait");
        for number in held.open() {
            if held.below(20) == 0 {
                let result = [PairResult::First, PairResult::Second, PairResult::Draw][held.below(3)];
                held.settle(number, result);
                games += 1;
            }
        }
        if now == START + 300_000 {
            held.join(9);
            held.leave(0);
        }
    }
    held.check_log();
    let tournament = &held.tournament;
    assert!(games > 60 && tournament.pairings().iter().all(|pairing| pairing.result.is_some()), "{games}");
    for place in 0..10 {
        let own: Vec<&Pairing> = tournament.pairings().iter().filter(|pairing| pairing.has(place)).collect();
        repeated += own.windows(2).filter(|two| two[0].other(place) == two[1].other(place)).count();
        let balance: i32 = own.iter().map(|pairing| if pairing.first == place { 1 } else { -1 }).sum();
        assert!(balance.abs() <= 3, "{place}: {balance}");
    }
    assert!(repeated < games / 5, "{repeated} of {games} met at once again");
}

#[test]
fn arena_points_double_during_a_winning_streak() {
    const WIN: Option<u32> = Some(2);
    const DRAW: Option<u32> = Some(1);
    const LOSS: Option<u32> = Some(0);
    for (row, expected) in [
        (&[][..], (0, false)),
        (&[WIN], (2, false)),
        (&[WIN, WIN], (4, true)),
        (&[WIN, WIN, WIN, WIN], (12, true)),
        (&[WIN, WIN, DRAW], (6, false)),
        (&[WIN, WIN, LOSS, WIN], (6, false)),
        (&[WIN, DRAW, WIN], (5, false)),
        // What is won without a game changes no fire, and is not doubled.
        (&[WIN, None, WIN, None, WIN], (12, true)),
    ] {
        assert_eq!(arena::points(row.iter().copied()), expected, "{row:?}");
    }
}

#[test]
fn recent_opponents_wait_unless_alone() {
    let mut held = Held::new(TournamentSystem::Arena { duration: 600_000 }, 3, 6);
    held.start();
    assert!(held.look());
    let first = held.tournament.pairings()[0].clone();
    held.now += 1_000;
    let third = (0..3).find(|place| !first.has(*place)).expect("one is left over");
    let away = held.tournament.entrants()[third].person.clone();
    held.settle(0, PairResult::First);
    let here = |one: &PersonId| *one != away;
    assert_eq!(held.tournament.due(held.now + 1_000, 0, here), None, "the third one may come back");
    assert!(held.tournament.due(held.now + arena::AGAIN_AFTER, 0, here).is_some());
    held.leave(third);
    assert!(held.tournament.due(held.now + 1_000, 0, here).is_some(), "nobody else takes part");
}

#[test]
fn absent_players_are_not_paired_again() {
    for kind in [
        TournamentSystem::Swiss { rounds: 3 },
        TournamentSystem::Arena { duration: 60_000 },
        TournamentSystem::RoundRobin { double: false },
    ] {
        let mut held = Held::new(kind, 4, 8);
        held.start();
        assert!(held.look());
        let pairing = held.tournament.pairings()[0].clone();
        held.settle(0, PairResult::SecondByForfeit);
        let active = |place: usize| held.tournament.entrants()[place].active;
        assert_eq!(active(pairing.first), matches!(kind, TournamentSystem::RoundRobin { .. }));
        assert!(active(pairing.second));
        assert_eq!(held.tournament.settle(0, PairResult::First), Ok(None), "what is known is known");
        assert_eq!(held.tournament.settle(99, PairResult::First), Err(Fault::Unknown));
    }
}

#[test]
fn impossible_requests_are_refused() {
    let mut held = Held::new(TournamentSystem::RoundRobin { double: false }, 1, 9);
    let now = held.now;
    assert_eq!(held.tournament.start(1), Err(Fault::TooFew));
    assert_eq!(held.tournament.join(&person(0), 1500.0, now), Err(Fault::Already));
    assert_eq!(held.tournament.leave(&person(7)), Err(Fault::NotIn));
    (1..ROUND_ROBIN_MAX).for_each(|number| held.join(number));
    assert_eq!(held.tournament.join(&person(99), 1500.0, now), Err(Fault::Full));
    held.leave(3);
    assert_eq!(held.tournament.entrants().len(), ROUND_ROBIN_MAX - 1, "who leaves before it begins was never in it");
    held.start();
    assert_eq!(held.tournament.start(1), Err(Fault::Begun));
    assert_eq!(held.tournament.cancel(), Err(Fault::Begun));
    assert_eq!(held.tournament.join(&person(99), 1500.0, now), Err(Fault::TooLate));
    let mut long = Held::new(TournamentSystem::Arena { duration: 60_000 }, 2, 9);
    long.leave(0);
    assert!(long.tournament.join(&person(0), 1500.0, now).is_ok());
    long.tournament.version = ACTIONS_MAX;
    assert_eq!(long.tournament.join(&person(0), 1500.0, now), Err(Fault::Full), "nobody comes and goes for ever");
    let mut called_off = Held::new(TournamentSystem::Swiss { rounds: 2 }, 2, 9);
    let action = called_off.tournament.cancel().expect("it has not begun");
    called_off.apply(action);
    assert_eq!(called_off.tournament.join(&person(5), 1500.0, now), Err(Fault::Over));
    assert_eq!(called_off.tournament.leave(&person(0)), Err(Fault::Over));
    assert_eq!(called_off.tournament.wake(), None);
    assert_eq!(called_off.tournament.apply(now, &TournamentAction::Started { seed: 0 }), Err(Damaged));
}

#[test]
fn a_tournament_starts_by_itself_or_is_cancelled() {
    let timed = Plan { kind: TournamentSystem::Swiss { rounds: 3 }, start: Some(START + 60_000), pause: 0, most: 9 };
    let mut few = Tournament::new(timed.clone(), START);
    few.apply(START, &TournamentAction::Joined { person: person(1), rating: 1500.0 }).expect("it fits");
    assert_eq!((few.due(START + 59_999, 5, |_| true), few.wake()), (None, Some(START + 60_000)));
    assert_eq!(few.due(START + 60_000, 5, |_| true), Some(TournamentAction::Cancelled));
    few.apply(START, &TournamentAction::Joined { person: person(2), rating: 1500.0 }).expect("it fits");
    assert_eq!(few.due(START + 60_000, 5, |_| true), Some(TournamentAction::Started { seed: 5 }));
    let forgotten = Tournament::new(Plan { start: None, ..timed.clone() }, START);
    assert_eq!(forgotten.due(START + STALE, 5, |_| true), Some(TournamentAction::Cancelled));
    for (plan, fault) in [
        (Plan { start: Some(START - 1), ..timed.clone() }, PlanFault::Start),
        (Plan { start: Some(u64::MAX), ..timed.clone() }, PlanFault::Start),
        (Plan { kind: TournamentSystem::Swiss { rounds: 0 }, ..timed.clone() }, PlanFault::Rounds),
        (Plan { kind: TournamentSystem::Swiss { rounds: ROUNDS_MAX + 1 }, ..timed.clone() }, PlanFault::Rounds),
        (Plan { kind: TournamentSystem::Arena { duration: 59_999 }, ..timed.clone() }, PlanFault::Duration),
        (Plan { kind: TournamentSystem::Arena { duration: u64::MAX }, ..timed.clone() }, PlanFault::Duration),
    ] {
        assert_eq!(plan.check(START), Err(fault), "{plan:?}");
    }
    assert_eq!(title(" Friday\n\u{202E}<b>night</b> "), Ok("Friday <b>night</b>".to_string()));
    assert_eq!(title("\u{1B}"), Err(PlanFault::NoTitle));
    assert_eq!(title(&"x".repeat(TITLE_LETTERS + 1)), Err(PlanFault::LongTitle));
}

/// The largest field there may be is paired without any sum running over.
#[test]
fn the_largest_field_is_paired() {
    let mut held = Held::new(TournamentSystem::Swiss { rounds: 3 }, 0, 11);
    held.tournament.plan.most = SWISS_MAX;
    (0..SWISS_MAX - 1).for_each(|number| held.join(number));
    held.play(|held, _| [PairResult::First, PairResult::Second][held.below(2)], |_| {});
    assert_eq!(held.tournament.pairings().len(), 3 * (SWISS_MAX - 2) / 2);
}
