//! An arena: who is free is paired, and every game counts at once.
//!
//! **Points**: a win is worth 2, a draw 1, a loss 0. A player who has won two played games in a row
//! is *on fire*: from the next game on points are doubled (4, 2, 0) until a game is not won; that
//! game is the last one doubled. A game won by forfeit is worth 2, and changes no fire.
//!
//! **Pairing**: of the players who are free and present, neighbours in the standings meet. Longer
//! waiting has priority, and earlier meetings count against a pair. Two players are not paired
//! twice in a row, unless both have waited [`AGAIN_AFTER`] or no other player takes part.

use super::{PairResult, Tournament};
use crate::account::PersonId;
use crate::matching::heaviest;

/// How long two wait who have just met each other, in milliseconds.
pub const AGAIN_AFTER: u64 = 20_000;

/// The number of neighbours in the standings that are matched together.
const TOGETHER: usize = 64;

/// Weights of a pair: its base value, the bonus for a second of waiting, and the costs of a place
/// between the two and of a former meeting.
const PAIR: i64 = 1_000_000_000;
const SECOND_WAITED: i64 = 20;
const PLACE: i64 = 10;
const MET: i64 = 60;

/// The longest wait that is counted, in seconds.
const WAIT_MAX: u64 = 600;

/// Returns the points of a row of games, oldest first: for each the result in half points, or none
/// where it was won without being played. Also whether the next one would be doubled.
pub fn points(games: impl IntoIterator<Item = Option<u32>>) -> (u32, bool) {
    let (mut points, mut running) = (0, 0);
    for game in games {
        let Some(halves) = game else {
            points += 2;
            continue;
        };
        points += if running >= 2 { 2 * halves } else { halves };
        running = if halves == 2 { running + 1 } else { 0 };
    }
    (points, running >= 2)
}

/// What a result is in a row of games of one of the two: see [`points`]. `None` if it is no game of
/// theirs to be counted.
pub(super) fn in_a_row(result: PairResult, first: bool) -> Option<Option<u32>> {
    let (one, other) = result.halves();
    let own = if first { one } else { other };
    match result {
        PairResult::First | PairResult::Second | PairResult::Draw => Some(Some(own)),
        PairResult::FirstByForfeit | PairResult::SecondByForfeit if own > 0 => Some(None),
        PairResult::FirstByForfeit | PairResult::SecondByForfeit | PairResult::Neither => None,
    }
}

/// Returns the pairs that are to be made now, the first of each moving first.
pub(super) fn pairs(tournament: &Tournament, now: u64, here: impl Fn(&PersonId) -> bool) -> Vec<(usize, usize)> {
    let entrants = tournament.entrants();
    let free = |place: &usize| {
        let entrant = &entrants[*place];
        entrant.active && entrant.playing.is_none() && here(&entrant.person)
    };
    if (0..entrants.len()).filter(free).nth(1).is_none() {
        return Vec::new();
    }
    let ranked: Vec<usize> = tournament.standings().iter().map(|standing| standing.entrant).filter(free).collect();
    let histories: Vec<History> = ranked.iter().map(|place| History::of(tournament, *place)).collect();
    let alone = tournament.active() == 2;
    let waited = |place: usize| now.saturating_sub(entrants[place].free_since);
    let mut made = Vec::new();
    for (chunk, histories) in ranked.chunks(TOGETHER).zip(histories.chunks(TOGETHER)) {
        let weight = |one: usize, other: usize| {
            let (a, b) = (chunk[one], chunk[other]);
            let just_met = histories[one].last == Some(b) && histories[other].last == Some(a);
            if just_met && !alone && waited(a).min(waited(b)) < AGAIN_AFTER {
                return 0;
            }
            let seconds = (waited(a) / 1_000).min(WAIT_MAX) + (waited(b) / 1_000).min(WAIT_MAX);
            let met = histories[one].met.iter().filter(|met| **met == b).count() as i64;
            PAIR + SECOND_WAITED * seconds as i64 - PLACE * (other - one) as i64 - MET * met.min(1_000)
        };
        for (one, other) in heaviest(chunk.len(), weight).into_iter().enumerate() {
            let Some(other) = other.filter(|other| one < *other) else { continue };
            let (a, b) = (&histories[one], &histories[other]);
            let one_first = match (b.balance - a.balance, a.moved_first) {
                (1.., _) => true,
                (0, Some(first)) => !first,
                (0, None) => (tournament.seed ^ tournament.pairings().len() as u64 ^ one as u64) & 1 == 0,
                _ => false,
            };
            made.push(if one_first { (chunk[one], chunk[other]) } else { (chunk[other], chunk[one]) });
        }
    }
    made
}

/// The games of a player so far.
#[derive(Default)]
struct History {
    met: Vec<usize>,
    last: Option<usize>,
    balance: i32,
    moved_first: Option<bool>,
}

impl History {
    fn of(tournament: &Tournament, place: usize) -> History {
        let mut history = History::default();
        for pairing in tournament.pairings().iter().filter(|pairing| pairing.has(place)) {
            let first = pairing.first == place;
            history.met.push(pairing.other(place));
            history.last = Some(pairing.other(place));
            history.balance += if first { 1 } else { -1 };
            history.moved_first = Some(first);
        }
        history
    }
}
