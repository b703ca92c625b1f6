//! Rounds of loops: where they come to. A loop of edition 3 never comes back to where one of its
//! rounds has ended with the same variables, so that one that stays where it is, or comes back
//! there, and changes nothing would end at once.

use super::place::CursorPlace;
use super::sequence::{is_sequence, parts_of};
use super::text::{Step, Sx};

/// Where a round of a loop has come to, as far as that is known.
#[derive(Clone, Debug, PartialEq)]
enum Reached {
    /// So many hops from where it began.
    Away(Vec<Step>),
    /// At a site that is always the same.
    Fixed,
    Unknown,
}

/// Returns whether there may be another round: it leaves the site where it began, or changes
/// something on the spot.
pub(super) fn goes_on(round: &[Sx]) -> bool {
    match came_to(round, Reached::Away(Vec::new()), &mut Vec::new()) {
        Reached::Away(hops) if !hops.is_empty() => true,
        // All that it may change, its flags among them, is set to a given value.
        Reached::Away(_) | Reached::Fixed => round.iter().any(changes),
        Reached::Unknown => true,
    }
}

/// Returns whether a part of a path sets a variable.
fn changes(part: &Sx) -> bool {
    let mut found = false;
    part.each(&mut |part| found |= part.rest_of("set").is_some() || part.rest_of("add").is_some());
    found
}

fn came_to(path: &[Sx], mut now: Reached, noted: &mut Vec<(usize, Reached)>) -> Reached {
    for part in path {
        now = match part {
            Sx::Step(step) => match now {
                Reached::Away(hops) => {
                    let spot = CursorPlace::along(hops.into_iter().chain([step.clone()]).collect());
                    Reached::Away(spot.hops.unwrap_or_default())
                }
                other => other,
            },
            Sx::Note(which, _) => {
                noted.push((*which, now.clone()));
                now
            }
            Sx::List(parts) => {
                if let Some([to]) = part.rest_of("at") {
                    match to {
                        Sx::Noted(which) => {
                            let known = noted.iter().rev().find(|(known, _)| known == which);
                            known.map_or(Reached::Fixed, |(_, place)| place.clone())
                        }
                        Sx::Word(_) => Reached::Fixed,
                        Sx::List(hop) => match (hop.as_slice(), now) {
                            ([Sx::Step(step), from], Reached::Away(hops)) if from.is("here") => {
                                let spot = CursorPlace::along(hops.into_iter().chain([step.clone()]).collect());
                                Reached::Away(spot.hops.unwrap_or_default())
                            }
                            _ => Reached::Unknown,
                        },
                        _ => Reached::Unknown,
                    }
                } else if let Some([_, ways @ ..]) = part.rest_of("if") {
                    let mut ends =
                        ways.iter().map(|way| came_to(&parts_of(way.clone()), now.clone(), noted)).collect::<Vec<_>>();
                    if ends.len() == 1 {
                        ends.push(now.clone());
                    }
                    if ends.windows(2).all(|pair| pair[0] == pair[1]) { ends.remove(0) } else { Reached::Unknown }
                } else if part.rest_of("most").is_some() || part.rest_of("many").is_some() {
                    // From a site that is always the same a walk may well end at another that is.
                    if now == Reached::Fixed { Reached::Fixed } else { Reached::Unknown }
                } else if is_sequence(parts) {
                    came_to(parts, now, noted)
                } else {
                    now
                }
            }
            _ => now,
        };
    }
    now
}

/// Without ways to a place and straight on to another.
pub(super) fn straightened(mut path: Vec<Sx>) -> Vec<Sx> {
    let jump = |part: &Sx| match part.rest_of("at") {
        Some([to]) if !matches!(to, Sx::List(_)) => Some(to.clone()),
        _ => None,
    };
    let mut at = 0;
    while at + 1 < path.len() {
        let (one, other) = (jump(&path[at]), jump(&path[at + 1]));
        match (&path[at], one, other) {
            (_, Some(_), Some(_)) => {
                path.remove(at);
                at = at.saturating_sub(1);
            }
            (Sx::Note(which, _), _, Some(Sx::Noted(back))) if *which == back => {
                path.remove(at + 1);
            }
            _ => at += 1,
        }
    }
    path
}
