//! Pairing by the Swiss system.
//!
//! The basic rules of the FIDE Handbook (C.04.1), by weights instead of by lists: every possible
//! pair has a cost, and the pairing whose costs add up to least is made, exactly (`heaviest`).
//! The costs are of seven ranks, each of which outweighs all below it:
//!
//! 1. no player gets a bye twice: a bye counts like a win by forfeit;
//! 2. no two players meet twice;
//! 3. no player gets one side more than two times oftener than the other, or three times in a row;
//! 4. players meet who have the same points: the squares of the differences, in half points, and
//!    the bye goes to the fewest points;
//! 5. both get the side that they are due: the one they had less often, else the one they did not
//!    have last;
//! 6. within the same points the upper half meets the lower half, in its order (the first of eight
//!    meets the fifth);
//! 7. the bye goes to the lowest of those that are left.
//!
//! Ranks are by points, then by initial rating, then by the order of joining.

use super::Tournament;
use crate::matching::heaviest;

/// The costs of one step of each rank. For up to [`SWISS_MAX`](super::plan::SWISS_MAX) players the
/// sums of a rank stay below a step of the one above it: places differ by at most 200 a pair, sides
/// by two steps, points by the square of 40 half points, and more than four meetings count as four.
const ORDER: i64 = 1;
const SIDES: i64 = 30_000;
const POINTS: i64 = 10_000_000;
const STREAK: i64 = 2_000_000_000_000;
const AGAIN: i64 = 300_000_000_000_000;
const BYE_AGAIN: i64 = 150_000_000_000_000_000;
/// More than any pair costs.
const MOST: i64 = 1 << 59;

/// The largest difference of points whose square is counted, in halves.
const GAP_MAX: i64 = 40;

/// The facts about a player that pairing uses.
#[derive(Clone, Debug, Default)]
struct Card {
    entrant: usize,
    halves: u32,
    /// How much oftener they moved first than second.
    balance: i32,
    /// The sides they had last, latest first: whether they moved first.
    last: Option<bool>,
    before_last: Option<bool>,
    met: Vec<usize>,
    left_out: bool,
}

/// The side that a player is due.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Due {
    /// How strongly: 3 must, 2 had the other one more often, 1 had the other one last, 0 not at
    /// all.
    strength: u8,
    first: bool,
}

impl Card {
    fn due(&self) -> Due {
        let running = self.last.is_some() && self.last == self.before_last;
        let strength = match self.balance.abs() {
            2.. => 3,
            _ if running => 3,
            1 => 2,
            _ => u8::from(self.last.is_some()),
        };
        let first = if self.balance.abs() >= 2 || !running && self.balance != 0 {
            self.balance < 0
        } else {
            self.last != Some(true)
        };
        Due { strength, first }
    }
}

/// Returns the pairs of the next round, the first of each moving first, and who is left out.
pub(super) fn pairs(tournament: &Tournament) -> (Vec<(usize, usize)>, Option<usize>) {
    let cards = cards(tournament);
    let count = cards.len();
    // The place of each within those with the same points, and how many these are.
    let group = |place: usize| {
        let same = |card: &&Card| card.halves == cards[place].halves;
        (cards[..place].iter().filter(same).count(), cards.iter().filter(same).count())
    };
    let groups: Vec<(usize, usize)> = (0..count).map(group).collect();
    let fewest = cards.last().map_or(0, |card| card.halves);
    let odd = count % 2;
    // An odd number gets one more vertex: the player matched with it has the bye.
    let found = heaviest(count + odd, |one, other| {
        let cost = if other == count {
            bye_cost(&cards[one], fewest, count - 1 - one)
        } else {
            pair_cost(&cards[one], &cards[other], (one, groups[one]), (other, groups[other]))
        };
        MOST - cost
    });
    let (mut made, mut bye) = (Vec::new(), None);
    for (place, other) in found.iter().enumerate().take(count) {
        match *other {
            Some(other) if other == count => bye = Some(cards[place].entrant),
            Some(other) if place < other => {
                // The tables of the first round change sides from board to board.
                let drawn = (tournament.seed ^ made.len() as u64) & 1 == 0;
                made.push(sides(&cards[place], &cards[other], drawn));
            }
            _ => {}
        }
    }
    (made, bye)
}

/// Returns the players to pair, by rank.
fn cards(tournament: &Tournament) -> Vec<Card> {
    let mut cards: Vec<Card> =
        (0..tournament.entrants().len()).map(|entrant| Card { entrant, ..Card::default() }).collect();
    for pairing in tournament.pairings() {
        let Some(result) = pairing.result else { continue };
        let (first, second) = result.halves();
        for (place, other, halves, moved_first) in
            [(pairing.first, pairing.second, first, true), (pairing.second, pairing.first, second, false)]
        {
            let card = &mut cards[place];
            card.halves += halves;
            card.met.push(other);
            if result.is_played() {
                card.balance += if moved_first { 1 } else { -1 };
                (card.before_last, card.last) = (card.last, Some(moved_first));
            } else if halves > 0 {
                card.left_out = true;
            }
        }
    }
    for left_out in (1..=tournament.round()).filter_map(|round| tournament.bye_of(round)) {
        cards[left_out].halves += BYE_HALVES;
        cards[left_out].left_out = true;
    }
    let entrants = tournament.entrants();
    cards.retain(|card| entrants[card.entrant].active);
    cards.sort_by(|one, other| {
        let rating = |card: &Card| entrants[card.entrant].rating;
        let by_points = other.halves.cmp(&one.halves);
        by_points.then(rating(other).total_cmp(&rating(one))).then(one.entrant.cmp(&other.entrant))
    });
    cards
}

fn gap_cost(gap: u32) -> i64 {
    POINTS * i64::from(gap).min(GAP_MAX).pow(2)
}

fn bye_cost(card: &Card, fewest: u32, above_last: usize) -> i64 {
    let again = if card.left_out { BYE_AGAIN } else { 0 };
    again + gap_cost(card.halves - fewest) + ORDER * above_last as i64
}

fn pair_cost(
    one: &Card,
    other: &Card,
    (at, group): (usize, (usize, usize)),
    (to, beside): (usize, (usize, usize)),
) -> i64 {
    let met = one.met.iter().filter(|met| **met == other.entrant).count() as i64;
    let (a, b) = (one.due(), other.due());
    let clash = a.strength > 0 && b.strength > 0 && a.first == b.first;
    let weaker = a.strength.min(b.strength);
    let streak = if clash && weaker == 3 { STREAK } else { 0 };
    let sides = if clash { SIDES * i64::from(weaker.min(2)) } else { 0 };
    let gap = one.halves.abs_diff(other.halves);
    let half = group.1 / 2;
    let order = match (group.0 < half, beside.0 < half) {
        _ if gap > 0 => to - at,
        (true, false) => (beside.0 - half).abs_diff(group.0),
        _ => half + beside.0 - group.0,
    };
    AGAIN * met.min(4) + streak + gap_cost(gap) + sides + ORDER * order as i64
}

/// Returns which of two players moves first: the one with the stronger claim to that side, else the
/// one with the higher rank.
fn sides(one: &Card, other: &Card, drawn: bool) -> (usize, usize) {
    let (a, b) = (one.due(), other.due());
    let one_first = match a.strength.max(b.strength) {
        0 => drawn,
        _ if b.strength > a.strength || (b.strength == a.strength && other.balance.abs() > one.balance.abs()) => {
            !b.first
        }
        _ => a.first,
    };
    if one_first { (one.entrant, other.entrant) } else { (other.entrant, one.entrant) }
}

/// Half points for a bye: those of a win.
pub(super) const BYE_HALVES: u32 = 2;
