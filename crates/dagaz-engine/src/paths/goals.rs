//! Goals: sites that a player's pieces must occupy to win, all sites of a set or of any row, if the
//! rules name them directly.
//!
//! Games with many walking pieces are too long for playouts to end, so nothing can be learned from
//! them. The ending itself gives the direction.

use dagaz_core::{PlayerId, SiteSet};
use dagaz_rules::path::{Family, LinesId, Number, PathEndingKind, PathRules, PlayerRef, Set, Truth};

/// So many pieces have to arrive at least. That one does is seen by those who look ahead.
const PIECES_MIN: i32 = 2;

/// The sites to which a player has to bring pieces; none if no winning ending says so.
pub(super) fn of(rules: &PathRules, player: PlayerId) -> Option<SiteSet> {
    let wins = rules.endings.iter().filter(|ending| matches!(ending.kind, PathEndingKind::Win));
    wins.filter_map(|ending| of_truth(rules, &ending.when, player)).find(|goal| !goal.is_empty())
}

/// The rows of which a player wins by filling one with own pieces; of all winning rows.
pub(super) fn rows(rules: &PathRules) -> Vec<SiteSet> {
    let wins = rules.endings.iter().filter(|ending| matches!(ending.kind, PathEndingKind::Win));
    let lines: Vec<LinesId> = wins.filter_map(|ending| lines_of(&ending.when)).collect();
    let sites = rules.topology.sites().len();
    let runs = lines.into_iter().flat_map(|lines| &rules.lines[lines.index()].runs);
    runs.map(|run| SiteSet::of(sites, run.iter().copied())).collect()
}

fn lines_of(truth: &Truth) -> Option<LinesId> {
    match truth {
        Truth::And(all) => all.iter().find_map(lines_of),
        Truth::AnySet(Family::Full(lines, pieces, _)) if is_mine(pieces) => Some(*lines),
        _ => None,
    }
}

fn of_truth(rules: &PathRules, truth: &Truth, player: PlayerId) -> Option<SiteSet> {
    match truth {
        Truth::And(all) => all.iter().find_map(|one| of_truth(rules, one, player)),
        Truth::Within(pieces, place) if is_mine(pieces) => place_of(rules, place, player),
        Truth::Compare(Number::Count(pieces), how, Number::Is(count)) => {
            let asks = |there: i32| how.holds(i64::from(there), i64::from(*count));
            asks_for_many(*count, asks).then(|| of_pieces(rules, pieces, player)).flatten()
        }
        Truth::Compare(Number::Is(count), how, Number::Count(pieces)) => {
            let asks = |there: i32| how.holds(i64::from(*count), i64::from(there));
            asks_for_many(*count, asks).then(|| of_pieces(rules, pieces, player)).flatten()
        }
        _ => None,
    }
}

/// Whether a comparison of how many pieces are somewhere with a number asks for about as many.
fn asks_for_many(count: i32, asks: impl Fn(i32) -> bool) -> bool {
    count >= PIECES_MIN && !asks(0) && (asks(count) || asks(count.saturating_add(1)))
}

fn of_pieces(rules: &PathRules, pieces: &Set, player: PlayerId) -> Option<SiteSet> {
    is_mine(pieces).then(|| place_of(rules, pieces, player)).flatten()
}

/// Whether a set is of the player's own pieces.
fn is_mine(set: &Set) -> bool {
    match set {
        Set::Mine => true,
        Set::And(all) => all.iter().any(is_mine),
        _ => false,
    }
}

/// The part of a set that is the same whatever stands on the board; none if it has none.
fn place_of(rules: &PathRules, set: &Set, player: PlayerId) -> Option<SiteSet> {
    match set {
        Set::Fixed(sets) => sets.get(player.index()).or(sets.first()).cloned(),
        Set::And(all) => {
            let mut places = all.iter().filter_map(|one| place_of(rules, one, player));
            let first = places.next()?;
            let sites = rules.topology.sites().len();
            Some(places.fold(first, |both, one| SiteSet::of(sites, both.iter().filter(|site| one.contains(*site)))))
        }
        Set::Or(all) => {
            let mut places = all.iter().map(|one| place_of(rules, one, player));
            let mut union = places.next()??;
            for place in places {
                union.unite(&place?);
            }
            Some(union)
        }
        Set::As(who, inner) => {
            let who = match who {
                PlayerRef::Me => player,
                PlayerRef::Player(one) => *one,
                PlayerRef::Enemy | PlayerRef::Next if rules.players.len() == 2 => PlayerId::at(1 - player.index()),
                _ => return None,
            };
            place_of(rules, inner, who)
        }
        Set::If(question, yes, no) => match **question {
            Truth::Me(one) => place_of(rules, if one == player { yes } else { no }, player),
            _ => None,
        },
        _ => None,
    }
}
