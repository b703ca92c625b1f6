//! Rides: rules that go one stretch farther each, written out one by one in a ZRF, are one rule
//! that goes any number of them.

use super::board::Board;
use super::family::Family;
use super::sequence::is_question;
use super::text::{Step, Sx, list, word};

/// Distinguishable stretches of a path.
const STRETCHES_MAX: usize = 60;

/// How one rule becomes another: where a stretch is put in, and how often it is there already.
struct Stretch {
    at: usize,
    part: Vec<Sx>,
    times: usize,
}

/// Puts together what differs in the number of stretches alone.
pub(super) fn rides(mut families: Vec<Family>, board: &Board<'_>) -> Vec<Family> {
    let mut which = 0;
    while which < families.len() {
        if let Some((ride, members)) = ride(&families, which, board) {
            families[which] = ride;
            let mut place = 0;
            families.retain(|_| {
                let gone = place != which && members.contains(&place);
                place += 1;
                !gone
            });
            which = which.saturating_sub(members.iter().filter(|member| **member < which).count());
        }
        which += 1;
    }
    families
}

/// Returns the ride that a family is the beginning of, and its members.
fn ride(families: &[Family], which: usize, board: &Board<'_>) -> Option<(Family, Vec<usize>)> {
    let first = &families[which];
    let alike = |other: &Family| {
        other.class == first.class
            && other.parameters == first.parameters
            && other.range.is_none()
            && first.range.is_none()
            && same_uses(first, other)
    };
    let others: Vec<usize> = (0..families.len())
        .filter(|other| *other != which && alike(&families[*other]) && families[*other].body.len() > first.body.len())
        .collect();
    let stretch = others
        .iter()
        .filter_map(|other| stretch(&first.body, &families[*other].body))
        .min_by_key(|stretch| stretch.part.len())?;
    let length = stretch.part.len();
    let begins_within = stretch.times > 0
        && families.iter().enumerate().any(|(other, family)| {
            other != which && alike(family) && family.body == with_stretches(&first.body, &stretch, stretch.times - 1)
        });
    if begins_within {
        return None;
    }
    let mut members = vec![which];
    let mut most = stretch.times;
    while most < STRETCHES_MAX {
        let wanted = with_stretches(&first.body, &stretch, most + 1);
        let Some(next) = others.iter().find(|other| families[**other].body == wanted) else { break };
        members.push(*next);
        most += 1;
    }
    let hop = stretch.part.iter().find(|part| matches!(part, Sx::Step(_)))?;
    let behind = &first.body[stretch.at + stretch.times * length..];
    let farther = usize::from(behind.first() == Some(hop));
    let covered = hops_of(first, hop)?.iter().all(|step| board.longest(step) <= most + farther);
    let before = &first.body[..stretch.at];
    let (middle, range) = match (covered, stretch.times) {
        (true, 0) => (vec![list("many", stretch.part.clone())], None),
        (true, times) => {
            let fixed = (1..times).flat_map(|_| stretch.part.clone());
            (fixed.chain([list("run", stretch.part.clone())]).collect(), None)
        }
        // Zero repetitions are not written.
        (false, 0) => return None,
        (false, times) => {
            let rounds = std::iter::once(word("k")).chain(stretch.part.clone());
            (vec![list("times", rounds)], Some((times, most)))
        }
    };
    if members.len() < 2 || (range.is_some() && members.len() < 3) {
        return None;
    }
    let body = before.iter().cloned().chain(middle).chain(behind.iter().cloned()).collect();
    let called = first.called.trim_end_matches(|c: char| c.is_ascii_digit());
    let called = if called.len() < first.called.len() { called.trim_end_matches('-') } else { &first.called };
    let called = if called.is_empty() { first.called.clone() } else { called.to_string() };
    let ride = Family { called, body, range, parameters: first.parameters.clone(), uses: first.uses.clone(), ..*first };
    Some((ride, members))
}

/// What has to be put into one path to make another of it: hops of one direction with questions
/// behind.
fn stretch(short: &[Sx], long: &[Sx]) -> Option<Stretch> {
    let length = long.len() - short.len();
    let at = (0..=short.len()).find(|at| long[..*at] == short[..*at] && long[*at + length..] == short[*at..])?;
    let part = &long[at..at + length];
    let hops = part.iter().filter(|part| matches!(part, Sx::Step(_))).count();
    let others = part.iter().filter(|part| !matches!(part, Sx::Step(_))).all(is_question);
    if hops != 1 || !others {
        return None;
    }
    let times = short[at..].chunks(length).take_while(|chunk| *chunk == part).count();
    Some(Stretch { at, part: part.to_vec(), times })
}

/// Returns a path with so many of its stretches.
fn with_stretches(body: &[Sx], stretch: &Stretch, times: usize) -> Vec<Sx> {
    let behind = &body[stretch.at + stretch.times * stretch.part.len()..];
    let middle = (0..times).flat_map(|_| stretch.part.iter());
    body[..stretch.at].iter().chain(middle).chain(behind).cloned().collect()
}

/// Returns the hops that a part of a rule stands for.
fn hops_of(family: &Family, hop: &Sx) -> Option<Vec<Step>> {
    match hop {
        Sx::Step(Step::Parameter(name)) => {
            let place = family.parameters.iter().position(|known| known == name)?;
            Some(family.uses.iter().flat_map(|(_, uses)| uses).map(|arguments| arguments[place].clone()).collect())
        }
        Sx::Step(step) => Some(vec![step.clone()]),
        _ => None,
    }
}

/// Returns whether two rules are used by the same pieces with the same arguments.
fn same_uses(one: &Family, other: &Family) -> bool {
    let sorted = |family: &Family| {
        let mut uses = family.uses.clone();
        uses.iter_mut().for_each(|(_, uses)| uses.sort());
        uses.sort();
        uses
    };
    sorted(one) == sorted(other)
}
