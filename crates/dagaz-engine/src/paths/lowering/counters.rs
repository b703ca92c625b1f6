//! Counters that hooks update after each move, and that the bitboard executor supports: idle turns,
//! and checks of a player.

use dagaz_core::PieceTypeId;
use dagaz_rules::path::{Act, Home, Number, Path, PathRules, PlayerRef, Set, Truth, VarId};

use super::NotLowered;
use super::endings::own_attacked;

/// What happens after each move, if it is nothing but that these are kept.
#[derive(Default)]
pub(super) struct Counters {
    pub(super) idle: Option<Counter>,
    pub(super) checks: Option<Counter>,
    /// Whether a turn without a check resets the count.
    pub(super) in_a_row: bool,
}

/// A variable that counts: turns in which nothing is captured and none of these pieces moves, or
/// turns that attack one of them.
pub(super) struct Counter {
    pub(super) var: VarId,
    pub(super) kinds: Vec<PieceTypeId>,
}

impl Counters {
    pub(super) fn of(rules: &PathRules) -> Result<Counters, NotLowered> {
        let mut counters = Counters::default();
        for path in rules.on_move_end.iter().flat_map(in_turn) {
            let (place, counter) = match (idle_of(rules, path), checks_of(rules, path)) {
                (Some(idle), _) => (&mut counters.idle, idle),
                (None, Some((checks, in_a_row))) => {
                    counters.in_a_row = in_a_row;
                    (&mut counters.checks, checks)
                }
                (None, None) => return Err(NotLowered::Hook),
            };
            if place.replace(counter).is_some() {
                return Err(NotLowered::Hook);
            }
        }
        Ok(counters)
    }

    /// Whether it is one of these.
    pub(super) fn has(&self, var: VarId) -> bool {
        self.idle.iter().chain(&self.checks).any(|counter| counter.var == var)
    }
}

/// What a path does one after the other.
pub(super) fn in_turn(path: &Path) -> Vec<&Path> {
    match path {
        Path::Seq(parts) => parts.iter().flat_map(in_turn).collect(),
        path => vec![path],
    }
}

/// The counter of checks, if a path has this form: it increases if an own piece attacks the next
/// player's piece; the flag: whether it is reset otherwise.
fn checks_of(rules: &PathRules, path: &Path) -> Option<(Counter, bool)> {
    let Path::If(question, yes, no) = alone(path) else { return None };
    let Path::Holds(Truth::Any(Set::As(PlayerRef::Next, attacked))) = alone(question) else { return None };
    let Path::Do(Act::Assign { var, value: Number::Is(1), add: true, .. }) = alone(yes) else { return None };
    let in_a_row = match alone(no) {
        Path::Seq(nothing) if nothing.is_empty() => false,
        Path::Do(Act::Assign { var: cleared, value: Number::Is(0), add: false, .. }) if cleared == var => true,
        _ => return None,
    };
    let kinds = own_attacked(attacked)?;
    let fits = rules.variables[var.index()].home == Home::Player && rules.players.len() == 2;
    fits.then_some((Counter { var: *var, kinds }, in_a_row))
}

/// The counter of idle turns, if a path keeps it.
fn idle_of(rules: &PathRules, path: &Path) -> Option<Counter> {
    let Path::If(question, yes, no) = alone(path) else { return None };
    let Path::Holds(Truth::Any(stirs)) = alone(question) else { return None };
    let Path::Do(Act::Assign { var, value: Number::Is(0), add: false, .. }) = alone(yes) else { return None };
    let Path::Do(Act::Assign { var: counted, value: Number::Is(1), add: true, .. }) = alone(no) else {
        return None;
    };
    let of_game = rules.variables[var.index()].home == Home::Game;
    let kinds = match stirs {
        Set::Captured => Vec::new(),
        Set::Or(parts) => match parts.as_slice() {
            [Set::Captured, Set::And(origin)] => match origin.as_slice() {
                [Set::Origin, Set::Was(was)] => match &**was {
                    Set::Kinds(kinds) => kinds.clone(),
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    (of_game && var == counted).then_some(Counter { var: *var, kinds })
}

fn alone(path: &Path) -> &Path {
    match path {
        Path::Seq(parts) if parts.len() == 1 => alone(&parts[0]),
        path => path,
    }
}
