//! In which games a continuation of a move depends on the configuration alone, so that it need not
//! be tried again after other steps that lead to the same configuration.
//!
//! A move may not continue twice from one configuration. So a continuation depends on the steps
//! before it, in general. There are two exceptions:
//!
//! - Each step spends dice: no configuration leads back to an earlier one.
//! - Each step may end the move, and nothing else depends on the steps before it. A walk to a
//!   configuration can be made shorter until it meets none twice, so the same configurations are
//!   reached.

use dagaz_rules::path::{Continue, Distinct, Home, Onward, Part, Path, PathRules, Set};

use super::super::survey::each_part;
use super::analysis::is_test;
use super::{Effect, NumberNode, Plan, SetNode, Target, TruthNode};

/// Which continuations are tried once for each configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::paths) enum Merging {
    #[default]
    None,
    /// Those of moves that spend dice; the variables that count unused dice.
    Dice(Box<[u16]>),
    All,
}

/// Returns which continuations of a game are tried once for each configuration.
pub(super) fn of(plan: &Plan, rules: &PathRules) -> Merging {
    if matches!(rules.distinct, Distinct::Orders | Distinct::Paths) || asks_for_steps(plan) {
        return Merging::None;
    }
    let dice = dice(plan);
    if !dice.is_empty() && !plan.has_visit_marks {
        return Merging::Dice(dice);
    }
    let changes_turns = |effect: &Effect| matches!(effect, Effect::ExtraTurn | Effect::Skip(_) | Effect::Goto(_));
    let is_free = rules.variables.iter().all(|variable| variable.home != Home::Move)
        && !plan.asks_completion.contains(&true)
        && !plan.effects.iter().any(changes_turns)
        && rules.rules.iter().all(|rule| !continues(&rule.path, &|how| *how != Continue::May))
        // Chains of captures hardly ever meet again.
        && rules.rules.iter().all(|rule| !(acts(&rule.path) && continues(&rule.path, &|_| true)));
    match is_free && (!plan.has_visit_marks || visits_each_site_once(rules)) {
        true => Merging::All,
        false => Merging::None,
    }
}

/// Returns the variables that count unused dice; none if a move may get dice back.
fn dice(plan: &Plan) -> Box<[u16]> {
    let mut dice: Vec<u16> = Vec::new();
    for effect in &plan.effects {
        if let Effect::Spend { faces, .. } = effect {
            dice.extend(faces.iter().map(|(_, left)| *left));
        }
    }
    dice.sort_unstable();
    dice.dedup();
    let sets = |effect: &Effect| match effect {
        Effect::Assign { to: Target::State(place), .. } => dice.contains(place),
        Effect::Assign { to: Target::Element(array, _), .. } => {
            (0..array.count).any(|at| dice.contains(&(array.first + at * array.stride)))
        }
        _ => false,
    };
    if plan.effects.iter().any(sets) { Box::default() } else { dice.into() }
}

/// Whether a rule asks for what earlier steps of its move did, beyond the position and the sites
/// that the piece has visited.
fn asks_for_steps(plan: &Plan) -> bool {
    plan.asks_now
        || plan.numbers.iter().any(|number| matches!(number, NumberNode::Steps | NumberNode::CountCaptured))
        || plan.sets.iter().any(|set| matches!(set, SetNode::Captured))
        || plan.truths.iter().any(|truth| matches!(truth, TruthNode::Made(_) | TruthNode::MadeBy(_)))
}

/// Whether a path has a continuation of some kind.
pub(in crate::paths) fn continues(path: &Path, is_asked: &dyn Fn(&Continue) -> bool) -> bool {
    let mut found = false;
    path.each_part(&mut |part| found |= matches!(part, Path::Continue(how, _) if is_asked(how)));
    found
}

/// Whether a path has an effect.
fn acts(path: &Path) -> bool {
    let mut found = false;
    path.each_part(&mut |part| found |= matches!(part, Path::Do(_)));
    found
}

/// Whether rules ask for visited sites only to forbid a second visit, in games where a piece that
/// continues changes nothing but its own site. Then a configuration is the site of that piece.
fn visits_each_site_once(rules: &PathRules) -> bool {
    let (mut asked, mut acts) = (0, false);
    each_part(rules, &mut |part| match part {
        Part::Set(Set::Visited | Set::Passed) => asked += 1,
        Part::Act(_) => acts = true,
        _ => {}
    });
    let mut forbidden = 0;
    for rule in rules.rules.iter().filter(|rule| continues(&rule.path, &|_| true)) {
        let Path::Seq(parts) = &rule.path else { return false };
        let hop = parts.iter().rposition(|part| matches!(part, Path::Go(_)));
        let lands_on_empty = hop.is_some_and(|hop| parts[hop..].contains(&Path::Is(Set::Empty)));
        let is_plain = |part: &Path| match part {
            Path::Continue(_, onward) => !onward.contains(&Onward::Play),
            part => matches!(part, Path::Go(_)) || is_test(part),
        };
        if !lands_on_empty || !parts.iter().all(is_plain) {
            return false;
        }
        let forbids = |part: &&Path| matches!(part, Path::Is(Set::Not(set)) if **set == Set::Visited);
        forbidden += parts.iter().filter(forbids).count();
    }
    !acts && asked == forbidden
}
