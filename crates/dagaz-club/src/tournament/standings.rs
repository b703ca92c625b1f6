//! Standings and their tie-breaks.
//!
//! Points are 1, ½ and 0, and 1 for a bye or an opponent who did not come; in an arena they are
//! those of [`arena::points`](super::arena::points). Names and formulas of the tie-breaks are those
//! of the FIDE Handbook (C.07, "Tie-Break Regulations"); they are taken in this order:
//!
//! | kind | tie-breaks |
//! |---|---|
//! | round robin | direct encounter, Sonneborn-Berger, wins |
//! | Swiss | Buchholz, direct encounter, Sonneborn-Berger, wins |
//! | arena | wins |
//!
//! - **Direct encounter**: the points of the tied players against each other, if all of them have
//!   met.
//! - **Buchholz**: the sum of the points of one's opponents.
//! - **Sonneborn-Berger**: the points of each opponent times what one has scored against them,
//!   summed.
//! - **Wins**: how many whole points one has got, played or not.
//!
//! A missed round counts in Buchholz as a game against an opponent with the player's own points,
//! and in Sonneborn-Berger too if it scored. In a round robin, the games of a player who left
//! before playing half of them are struck. All values are whole numbers (quarters of a point), so
//! the order of addition does not matter. Players who are still tied share a rank.

use std::collections::HashMap;

use super::swiss::BYE_HALVES;
use super::{Phase, Tournament, TournamentSystem, arena};
use crate::account::PersonId;

/// The tie-breaks between players with equal points, named as in FIDE's handbook (C.07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The games among the tied players.
    DirectEncounter,
    /// The points of the opponents.
    Buchholz,
    /// The points of the defeated opponents, and half of those of drawn ones.
    SonnebornBerger,
    /// How many whole points.
    Wins,
}

/// The standing of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The place, from 1; shared by all who are the same in everything.
    pub place: u32,
    /// Who.
    pub person: PersonId,
    /// The same, as a place among the [entrants](Tournament::entrants).
    pub entrant: usize,
    /// Half points; in an arena twice the points.
    pub halves: u32,
    /// Games with a result that were played.
    pub games: u32,
    /// The values of the tie-breaks in their order, in quarters of a point.
    pub ties: Vec<i64>,
    /// In an arena: whether the next game is worth twice as much.
    pub on_fire: bool,
}

/// Returns the tie-breaks of a kind.
pub(super) fn tie_breaks(kind: TournamentSystem) -> &'static [TieBreak] {
    match kind {
        TournamentSystem::RoundRobin { .. } => &[TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::Wins],
        TournamentSystem::Swiss { .. } => {
            &[TieBreak::Buchholz, TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::Wins]
        }
        TournamentSystem::Arena { .. } => &[TieBreak::Wins],
    }
}

/// A finished round of a player.
#[derive(Clone, Copy)]
struct Game {
    /// Against whom, if it was played.
    against: Option<usize>,
    halves: u32,
}

#[derive(Clone, Default)]
struct Sheet {
    games: Vec<Game>,
    halves: u32,
    wins: u32,
    played: u32,
    on_fire: bool,
}

pub(super) fn standings(tournament: &Tournament) -> Vec<Standing> {
    let sheets = sheets(tournament);
    let entrants = tournament.entrants();
    let mut keys: Vec<Vec<i64>> = sheets.iter().map(|sheet| vec![2 * i64::from(sheet.halves)]).collect();
    for tie_break in tournament.tie_breaks() {
        let values: Vec<i64> = match tie_break {
            TieBreak::DirectEncounter => direct_encounters(&sheets, &keys),
            TieBreak::Buchholz => sheets.iter().map(|sheet| buchholz(sheet, &sheets)).collect(),
            TieBreak::SonnebornBerger => sheets.iter().map(|sheet| sonneborn_berger(sheet, &sheets)).collect(),
            TieBreak::Wins => sheets.iter().map(|sheet| 4 * i64::from(sheet.wins)).collect(),
        };
        keys.iter_mut().zip(values).for_each(|(key, value)| key.push(value));
    }
    let mut order: Vec<usize> = (0..sheets.len()).collect();
    order.sort_by(|&one, &other| {
        let (a, b) = (&entrants[one], &entrants[other]);
        let by_key = keys[other].cmp(&keys[one]);
        by_key.then(b.rating.total_cmp(&a.rating)).then_with(|| a.person.cmp(&b.person))
    });
    let mut made: Vec<Standing> = Vec::with_capacity(order.len());
    for (at, &entrant) in order.iter().enumerate() {
        let tied = at > 0 && keys[order[at - 1]] == keys[entrant];
        let place = if tied { made[at - 1].place } else { at as u32 + 1 };
        let sheet = &sheets[entrant];
        made.push(Standing {
            place,
            person: entrants[entrant].person.clone(),
            entrant,
            halves: sheet.halves,
            games: sheet.played,
            ties: keys[entrant][1..].to_vec(),
            on_fire: sheet.on_fire && tournament.phase() == Phase::Running,
        });
    }
    made
}

/// Returns whether a player has left a round robin before playing half of their games.
fn is_struck(tournament: &Tournament, played: &[u32], place: usize) -> bool {
    let all = match tournament.plan().kind {
        TournamentSystem::RoundRobin { double } => {
            (tournament.entrants().len() as u32 - 1) * if double { 2 } else { 1 }
        }
        _ => return false,
    };
    tournament.phase() != Phase::Coming && !tournament.entrants()[place].active && 2 * played[place] < all
}

fn sheets(tournament: &Tournament) -> Vec<Sheet> {
    let count = tournament.entrants().len();
    let mut sheets = vec![Sheet::default(); count];
    let settled = || tournament.pairings().iter().filter_map(|pairing| Some((pairing, pairing.result?)));
    let mut played = vec![0; count];
    for (pairing, _) in settled().filter(|(_, result)| result.is_played()) {
        played[pairing.first] += 1;
        played[pairing.second] += 1;
    }
    let struck: Vec<bool> = (0..count).map(|place| is_struck(tournament, &played, place)).collect();
    let mut rows: Vec<Vec<Option<u32>>> = vec![Vec::new(); count];
    // The rounds in which a player has been paired, finished or not.
    let mut paired = vec![0; count];
    for pairing in tournament.pairings() {
        paired[pairing.first] += 1;
        paired[pairing.second] += 1;
    }
    for (pairing, result) in settled().filter(|(pairing, _)| !struck[pairing.first] && !struck[pairing.second]) {
        let (first, second) = result.halves();
        let two = [(pairing.first, pairing.second, first, true), (pairing.second, pairing.first, second, false)];
        for (place, other, halves, is_first) in two {
            let against = result.is_played().then_some(other);
            sheets[place].games.push(Game { against, halves });
            rows[place].extend(arena::in_a_row(result, is_first));
        }
    }
    for left_out in (1..=tournament.round()).filter_map(|round| tournament.bye_of(round)) {
        paired[left_out] += 1;
        if let TournamentSystem::Swiss { .. } = tournament.plan().kind {
            sheets[left_out].games.push(Game { against: None, halves: BYE_HALVES });
        }
    }
    for (place, sheet) in sheets.iter_mut().enumerate() {
        if let TournamentSystem::Swiss { .. } = tournament.plan().kind {
            // The rounds that a player missed.
            let missed = tournament.round().saturating_sub(paired[place]);
            sheet.games.extend((0..missed).map(|_| Game { against: None, halves: 0 }));
        }
        sheet.halves = sheet.games.iter().map(|game| game.halves).sum();
        sheet.wins = sheet.games.iter().filter(|game| game.halves == 2).count() as u32;
        sheet.played = sheet.games.iter().filter(|game| game.against.is_some()).count() as u32;
        if let TournamentSystem::Arena { .. } = tournament.plan().kind {
            let (points, on_fire) = arena::points(rows[place].iter().copied());
            (sheet.halves, sheet.on_fire) = (2 * points, on_fire);
        }
    }
    sheets
}

/// What an opponent's points are in a round: one's own where none was played.
fn opposed(game: &Game, own: &Sheet, sheets: &[Sheet]) -> i64 {
    i64::from(game.against.map_or(own.halves, |other| sheets[other].halves))
}

fn buchholz(sheet: &Sheet, sheets: &[Sheet]) -> i64 {
    2 * sheet.games.iter().map(|game| opposed(game, sheet, sheets)).sum::<i64>()
}

fn sonneborn_berger(sheet: &Sheet, sheets: &[Sheet]) -> i64 {
    sheet.games.iter().map(|game| opposed(game, sheet, sheets) * i64::from(game.halves)).sum()
}

/// Returns for each of the players tied so far the points against the others of them, if all have
/// met; else nothing.
fn direct_encounters(sheets: &[Sheet], keys: &[Vec<i64>]) -> Vec<i64> {
    let mut groups: HashMap<&[i64], Vec<usize>> = HashMap::new();
    for (place, key) in keys.iter().enumerate() {
        groups.entry(key).or_default().push(place);
    }
    let mut values = vec![0; sheets.len()];
    for tied in groups.values().filter(|tied| tied.len() > 1) {
        let among = |place: usize| {
            let games = sheets[place].games.iter();
            games.filter(|game| game.against.is_some_and(|other| tied.contains(&other))).copied().collect::<Vec<Game>>()
        };
        let has_met = |one: usize, other: usize| sheets[one].games.iter().any(|game| game.against == Some(other));
        if tied.iter().all(|&one| tied.iter().all(|&other| one == other || has_met(one, other))) {
            for &place in tied {
                values[place] = 2 * i64::from(among(place).iter().map(|game| game.halves).sum::<u32>());
            }
        }
    }
    values
}
