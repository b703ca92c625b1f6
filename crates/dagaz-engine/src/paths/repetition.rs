//! Use of past positions by the rules: whether it is only a draw by repetition.
//!
//! Then a winning player wins whatever the past, since the shortest win repeats no position, and a
//! player who can hold a draw can do so without end. So a solver may ignore the past.

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
    // With any further question, the past can affect more than a draw.
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
