//! Analyses of paths that decide how they are lowered.

use dagaz_core::PlayerId;
use dagaz_rules::path::{Act, Home, Number, Part, Path, PathRules, Set, Truth, WayId, in_path, in_set};

use super::super::game::PathGame;
use super::super::survey::each_part;

/// Whether a set depends on the site under the cursor.
pub(super) fn depends_on_cursor(rules: &PathRules, set: &Set) -> bool {
    let mut depends = false;
    in_set(set, &mut |part| depends |= is_of_cursor(rules, part));
    depends
}

/// Whether what a path asks of sets and numbers depends on the site under the cursor.
pub(super) fn truth_depends_on_cursor(rules: &PathRules, truth: &dagaz_rules::path::Truth) -> bool {
    let mut depends = false;
    dagaz_rules::path::in_truth(truth, &mut |part| depends |= is_of_cursor(rules, part));
    depends
}

fn is_of_cursor(rules: &PathRules, part: Part<'_>) -> bool {
    match part {
        Part::Set(Set::Here) => true,
        Part::Number(Number::Var(var)) => {
            matches!(rules.variables[var.index()].home, Home::Piece | Home::Site)
        }
        _ => false,
    }
}

/// Whether a path reads a piece variable at the cursor, which means the carried piece while one is
/// carried.
pub(super) fn reads_carried_piece(rules: &PathRules, path: &Path) -> bool {
    let mut reads = false;
    in_path(path, &mut |part| {
        reads |= matches!(part, Part::Number(Number::Var(var)) if rules.variables[var.index()].home == Home::Piece);
    });
    reads
}

/// Whether a loop never comes to a site twice: each round makes a hop, all hops together form no
/// cycle, and no two ways of a round can meet.
pub(super) fn never_returns(game: &PathGame, me: PlayerId, body: &Path) -> bool {
    let mut ways = Vec::new();
    matches!(hops(body, &mut ways), Some(true)) && ways.len() == 1 && has_no_cycle(game, me, &ways)
}

/// Collects the ways of all hops; whether every walk of the path makes one. `None`: the cursor
/// moves in other ways.
fn hops(path: &Path, ways: &mut Vec<WayId>) -> Option<bool> {
    match path {
        Path::Go(all) => {
            ways.extend(all);
            Some(true)
        }
        Path::Seq(parts) => {
            let mut goes = false;
            for part in parts {
                goes |= hops(part, ways)?;
            }
            Some(goes)
        }
        Path::Or(parts) | Path::First(parts) => {
            let mut goes = true;
            for part in parts {
                goes &= hops(part, ways)?;
            }
            Some(goes)
        }
        Path::If(_, yes, no) => {
            let (yes, no) = (hops(yes, ways)?, hops(no, ways)?);
            Some(yes && no)
        }
        Path::Many { body, least } => Some(hops(body, ways)? && *least > 0),
        Path::Most(body) | Path::Times(_, body) => hops(body, ways).map(|_| false),
        Path::At(_) | Path::Fly(_) | Path::Like(_) | Path::Continue(..) | Path::Each(..) => None,
        _ => Some(false),
    }
}

pub(super) fn has_no_cycle(game: &PathGame, me: PlayerId, ways: &[WayId]) -> bool {
    let sites = game.rules.topology.sites().len();
    let links = |site: usize| {
        let site = dagaz_core::SiteId::at(site);
        ways.iter().filter_map(move |way| game.tables.link(me, *way, site).some())
    };
    let mut into = vec![0u32; sites];
    (0..sites).flat_map(links).for_each(|to| {
        if let Some(count) = into.get_mut(to.index()) {
            *count += 1;
        }
    });
    // Topological sorting (Kahn 1962).
    let mut free: Vec<usize> = (0..sites).filter(|site| into[*site] == 0).collect();
    let mut sorted = 0;
    while let Some(site) = free.pop() {
        sorted += 1;
        for to in links(site).map(|to| to.index()).filter(|to| *to < sites) {
            into[to] -= 1;
            if into[to] == 0 {
                free.push(to);
            }
        }
    }
    sorted == sites
}

/// Whether membership of a site depends only on the piece on that site and on constants.
pub(super) fn is_local(set: &Set) -> bool {
    match set {
        Set::Fixed(_)
        | Set::Board
        | Set::Empty
        | Set::Occupied
        | Set::Mine
        | Set::Friend
        | Set::Enemy
        | Set::Nobody
        | Set::Open
        | Set::Of(_)
        | Set::Kinds(_) => true,
        Set::And(parts) | Set::Or(parts) => parts.iter().all(is_local),
        Set::Not(inner) | Set::As(_, inner) => is_local(inner),
        _ => false,
    }
}

/// Whether membership of a site depends only on the piece and the variables of that site, and on
/// constants.
pub(super) fn is_local_with_variables(rules: &PathRules, set: &Set) -> bool {
    match set {
        Set::Var(var) => rules.variables[var.index()].home == Home::Site,
        Set::And(parts) | Set::Or(parts) => parts.iter().all(|part| is_local_with_variables(rules, part)),
        Set::Not(inner) => is_local_with_variables(rules, inner),
        set => is_local(set),
    }
}

/// Whether a path only hops and tests the sites that it comes to, and never comes back to where it
/// began.
pub(super) fn only_hops(game: &PathGame, me: PlayerId, path: &Path) -> bool {
    let mut ways = Vec::new();
    hops_and_tests(path) && matches!(hops(path, &mut ways), Some(true)) && has_no_cycle(game, me, &ways)
}

/// Whether a path only hops and tests pieces where it comes to.
pub(super) fn hops_and_tests(path: &Path) -> bool {
    match path {
        Path::Go(_) => true,
        Path::Is(set) => is_local(set),
        Path::Seq(parts) | Path::Or(parts) => parts.iter().all(hops_and_tests),
        Path::Many { body, .. } => hops_and_tests(body),
        _ => false,
    }
}

/// Whether a question does not depend on the move that is being made.
fn is_of_position(rules: &PathRules, part: Part<'_>) -> bool {
    let passes = |var: dagaz_rules::path::VarId| matches!(rules.variables[var.index()].home, Home::Move | Home::Step);
    match part {
        Part::Set(
            Set::Local(_)
            | Set::Start
            | Set::Origin
            | Set::It
            | Set::Visited
            | Set::Passed
            | Set::Captured
            | Set::Taken
            | Set::Was(_),
        ) => false,
        // Rules of attackers may ask which sites the moving piece has visited.
        Part::Set(Set::Attacked(_) | Set::Can(_)) => !asks_for_visits(rules),
        Part::Set(Set::Var(var)) | Part::Number(Number::Var(var) | Number::Sum(var, _)) => !passes(*var),
        Part::Number(Number::Local(_) | Number::Steps | Number::Was(_)) => false,
        Part::Truth(Truth::Was(_)) => false,
        _ => true,
    }
}

/// Whether what a path asks does not depend on the move that is being made.
pub(super) fn asks_position(rules: &PathRules, path: &Path) -> bool {
    let mut asks = true;
    in_path(path, &mut |part| asks &= is_of_position(rules, part));
    asks
}

/// Whether a path only asks questions about the site under the cursor, so that all its results are
/// equal.
pub(super) fn is_test(path: &Path) -> bool {
    match path {
        Path::Is(_) | Path::Holds(_) | Path::See(_) | Path::Not(_) => true,
        Path::Seq(parts) | Path::Or(parts) | Path::First(parts) => parts.iter().all(is_test),
        Path::If(_, yes, no) => is_test(yes) && is_test(no),
        _ => false,
    }
}

/// Whether a path has one result at most, on the site where it begins.
pub(super) fn has_one_result_at_most(path: &Path) -> bool {
    has_one_walk(path, false)
}

/// Whether a path has one result at most, wherever it ends.
pub(super) fn has_one_end_at_most(path: &Path) -> bool {
    has_one_walk(path, true)
}

fn has_one_walk(path: &Path, may_move: bool) -> bool {
    match path {
        Path::Is(_) | Path::Holds(_) | Path::See(_) | Path::Not(_) | Path::Let(..) | Path::LetSet(..) => true,
        Path::Go(ways) => may_move && ways.len() == 1,
        Path::Land => may_move,
        Path::Seq(parts) => parts.iter().all(|part| has_one_walk(part, may_move)),
        Path::If(_, yes, no) => has_one_walk(yes, may_move) && has_one_walk(no, may_move),
        Path::Times(_, body) => has_one_walk(body, may_move),
        // A loop as often as possible is left after its last round alone.
        Path::Most(body) => may_move && has_one_walk(body, may_move),
        // The cursor comes back.
        Path::Each(_, body) => has_one_walk(body, true),
        Path::Or(_) | Path::First(_) => is_test(path),
        Path::Do(Act::Become { kinds, .. }) => kinds.len() == 1,
        Path::Do(Act::Swap(..) | Act::Move { .. }) => false,
        Path::Do(_) => true,
        _ => false,
    }
}

/// Whether rules ask which sites the piece has passed or visited.
pub(super) fn asks_for_visits(rules: &PathRules) -> bool {
    let mut asks = false;
    each_part(rules, &mut |part| asks |= matches!(part, Part::Set(Set::Visited | Set::Passed)));
    asks
}
