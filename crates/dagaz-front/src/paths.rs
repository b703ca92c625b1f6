//! From rules of edition 3 to a game, and what may be wrong with it.

use std::sync::Arc;

use dagaz_core::{Fuel, Game, LimitHit, LimitKind, Limits, MoveList};
use dagaz_engine::PathGame;
use dagaz_rules::path::PathRules;
use dagaz_syntax::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::source::{FileId, Span};

use crate::game::GameFault;

/// Returns whether a file of that name is of edition 3.
pub fn is_paths(name: &str) -> bool {
    name.to_lowercase().ends_with(".drf")
}

/// Returns the rules of one item as a game.
pub fn make(rules: PathRules, limits: &Limits) -> Result<PathGame, GameFault> {
    PathGame::new(Arc::new(rules), limits).map_err(GameFault::Limit)
}

/// Returns the fault of a start position: no player can move, or moves cannot be listed.
pub fn first_fault(game: &PathGame) -> Option<GameFault> {
    let mut list = MoveList::new();
    match game.moves(&game.initial(), &mut list, &mut Fuel::new(game.limits().fuel)) {
        Ok(()) if list.is_empty() => Some(GameFault::OverAtOnce),
        Ok(()) => None,
        Err(hit) => Some(GameFault::Limit(hit)),
    }
}

/// A fault as the reader of the rules would report it.
pub fn diagnostic(fault: &GameFault, game: Option<&PathGame>, item: Span) -> Diagnostic {
    match (fault, game) {
        (GameFault::Limit(hit), Some(game)) if hit.rule.is_some() => in_rule(hit, game, item),
        (GameFault::OverAtOnce, game) => match game.and_then(ending_at_once) {
            Some(ending) => {
                let message = format!("the game is over before it begins: `{ending}` holds in the start position");
                let usual = "look at `setup`, and at what this ending asks for";
                Diagnostic::new(Code::OverAtOnce, item, message).hint(nobody_there(game).unwrap_or(usual))
            }
            None => {
                let usual = "look at `setup`, at `moves`, and at whose turn is the first";
                Diagnostic::new(Code::OverAtOnce, item, fault.to_string()).hint(nobody_there(game).unwrap_or(usual))
            }
        },
        _ => Diagnostic::new(Code::LimitReached, item, fault.to_string()),
    }
}

/// Returns a hint for an empty board in a game in which only pieces have moves.
fn nobody_there(game: Option<&PathGame>) -> Option<&'static str> {
    let rules = game?.rules();
    let has_moves = !rules.moves.is_empty() || rules.slots.iter().any(|slot| !slot.moves.is_empty());
    (rules.setup.pieces.is_empty() && !has_moves).then_some(
        "no piece is on the board: what a player puts there from outside is a rule of the game, and not of a piece, as in \
         `(moves enter)` with `(rule enter (at empty) (put Man))`",
    )
}

/// Returns the ending of the rules that holds in the start position, if it is one that has a name
/// in them.
fn ending_at_once(game: &PathGame) -> Option<String> {
    let ending = game.outcome(&game.initial()).ok()??.ending;
    game.rules().endings.iter().any(|known| known.name == ending).then(|| ending.to_string())
}

fn in_rule(hit: &LimitHit, game: &PathGame, item: Span) -> Diagnostic {
    let rule = hit.rule.and_then(|rule| game.rules().rules.get(rule.index()));
    let span = rule
        .map_or(item, |rule| Span { file: FileId(rule.span.file), start: rule.span.start, end: rule.span.end }.head());
    let name = rule.map_or("", |rule| &game.rules().names[rule.name.index()]);
    let found = Diagnostic::new(Code::LimitReached, span, format!("{hit}, in rule `{name}`"));
    if hit.kind == LimitKind::Fuel {
        found.hint("a loop or a chain has too many ways to go; `(not visited)` or a smaller set keeps them few")
    } else {
        found
    }
}
