//! What rules ask of positions that were before: whether all of it is that the game is drawn when one comes again.
//!
//! Then whoever has a win has it whatever was before, since the shortest way to it comes to no position twice; and whoever can hold a draw for
//! ever holds it. A solver may forget the past.

use dagaz_rules::Comparison;
use dagaz_rules::path::{Number, Part, PathEndingKind, PathRules, RepeatsOf, Truth};

use super::survey::each_part;

/// How often a position has occurred when the game is drawn, if nothing else is asked of the past.
pub(super) fn drawn_by_repetition(rules: &PathRules) -> Option<u32> {
    let mut asked = 0;
    each_part(rules, &mut |part| {
        asked += usize::from(matches!(part, Part::Number(Number::Repeats(_) | Number::Cycle)));
    });
    let draws = rules.endings.iter().filter(|ending| ending.kind == PathEndingKind::Draw);
    let times: Vec<u32> = draws.filter_map(|ending| at_least(&ending.when)).collect();
    // With any question beside these the past is worth more than a draw.
    if times.len() != asked { None } else { times.into_iter().min() }
}

/// How often a situation must have come up for a truth to hold, if that is all that it says.
fn at_least(truth: &Truth) -> Option<u32> {
    let least = match truth {
        Truth::Not(inner) => match &**inner {
            Truth::Compare(Number::Repeats(RepeatsOf::Situation), Comparison::Less, Number::Is(least)) => *least,
            _ => return None,
        },
        Truth::Compare(Number::Repeats(RepeatsOf::Situation), Comparison::Greater, Number::Is(most)) => {
            most.checked_add(1)?
        }
        _ => return None,
    };
    u32::try_from(least).ok().filter(|least| *least > 1)
}
