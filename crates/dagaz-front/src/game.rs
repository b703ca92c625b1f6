//! From rules of edition 2 to a game, and what may be wrong with it.

use std::fmt;
use std::sync::Arc;

use dagaz_core::{Game, LimitHit, LimitKind, Limits, MoveList};
use dagaz_engine::CompiledGame;
use dagaz_rules::Rules;
use dagaz_syntax::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::source::{FileId, Span};

/// Why a game with good rules cannot be played.
#[derive(Debug)]
pub enum GameFault {
    /// No player can move in the start position.
    OverAtOnce,
    /// They ask for too much.
    Limit(LimitHit),
    /// The front end has made a mistake.
    Flaw(dagaz_rules::Flaw),
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameFault::Limit(hit) => hit.fmt(f),
            GameFault::OverAtOnce => {
                f.write_str("the game is over before it begins: no player can move in the start position")
            }
            GameFault::Flaw(flaw) => write!(f, "a mistake of dagaz, not of this file: {}", flaw.what),
        }
    }
}

impl GameFault {
    /// Returns the fault as the reader of the rules would report it.
    pub fn diagnostic(&self, rules: &Rules, item: Span) -> Diagnostic {
        match self {
            GameFault::Limit(hit) => {
                let rule = hit.rule.and_then(|rule| rules.rules.get(rule.index()));
                let span = rule.map_or(item, |rule| span_of(rule.span));
                let message = match rule {
                    Some(rule) => format!("{self}, in rule `{}`", rule.name),
                    None => self.to_string(),
                };
                Diagnostic::new(Code::LimitReached, span, message)
            }
            GameFault::OverAtOnce => {
                let hint = "look at `board-setup`, and at the moves of the pieces that it names";
                Diagnostic::new(Code::OverAtOnce, item, self.to_string()).hint(hint)
            }
            GameFault::Flaw(flaw) => Diagnostic::new(Code::LimitReached, span_of(flaw.span), self.to_string()),
        }
    }
}

/// Lists the moves of the start position, which finds endless rules and too many moves. Returns the
/// fuel used in any case.
pub fn first_moves(game: &CompiledGame, fuel: u64) -> (u64, Result<(), GameFault>) {
    let mut list = MoveList::new();
    match game.moves_with_cost(&game.initial(), &mut list, fuel) {
        Ok(used) if list.is_empty() => (used, Err(GameFault::OverAtOnce)),
        Ok(used) => (used, Ok(())),
        // A limit that was met has used up what there was: for questions about attacks that is
        // another budget.
        Err(hit) if hit.kind == LimitKind::Fuel => (hit.max.max(fuel), Err(GameFault::Limit(hit))),
        Err(hit) => (fuel, Err(GameFault::Limit(hit))),
    }
}

fn span_of(span: dagaz_rules::Span) -> Span {
    Span { file: FileId(span.file), start: span.start, end: span.end }
}

/// Compiles rules, which must hold together.
pub fn compile(rules: &Arc<Rules>, limits: &Limits) -> Result<CompiledGame, GameFault> {
    if let Some(flaw) = dagaz_rules::validate(rules).into_iter().next() {
        return Err(GameFault::Flaw(flaw));
    }
    CompiledGame::new(rules.clone(), limits).map_err(GameFault::Limit)
}

/// Returns how much work it is to compile rules, in the units of [`Limits::file_work`].
pub fn compile_work(rules: &Rules) -> u64 {
    let nodes: usize = rules.rules.iter().map(|rule| rule.automaton.nodes.len()).sum();
    let groups = rules.first.as_ref().map_or(0, |first| first.groups.len());
    let tables = rules.pieces.len() * (rules.classes.len() + groups + rules.players.len());
    let others = rules.rules.len() * rules.players.len() + rules.turns.slots.len() + rules.setup.pieces.len();
    (nodes + tables + others) as u64 + rules.ending_nodes()
}

#[cfg(test)]
mod tests {
    use dagaz_zrf::GameFile;

    use super::*;

    fn rules(moves: &str, goal: &str) -> Arc<Rules> {
        let text = format!(
            "(game (players A B) (turn-order A B) (board (grid (dimensions (\"a/b\" (1 0)) (\"1\" (0 1))) (directions (e 1 0))))
              (piece (name M) (moves ({moves}))) (board-setup (A (M b1)) (B (M a1))) (win-condition (A B) {goal}))"
        );
        let mut file = GameFile::parse("x.zrf", text.as_bytes(), &dagaz_syntax::NoIncludes, &Limits::default());
        let lowered = file.rules(0);
        Arc::new(lowered.rules.unwrap_or_else(|| panic!("{}", file.render(&lowered.diagnostics))))
    }

    #[test]
    fn move_generation_without_moves_is_charged() {
        let over = |tests: usize| {
            let rules = rules(&"(verify (not-attacked?)) ".repeat(tests), "stalemated");
            first_moves(&compile(&rules, &Limits::default()).expect("a small game"), 5_000)
        };
        let (few, many) = (over(1), over(1_000));
        assert!(matches!((&few.1, &many.1), (Err(GameFault::OverAtOnce), Err(GameFault::OverAtOnce))));
        assert!(many.0 > few.0 + 200, "{} and {}", many.0, few.0);
        assert!(matches!(over(30_000), (5_000.., Err(GameFault::Limit(_)))));
    }

    #[test]
    fn endings_are_charged_for_each_player() {
        let work = |goal: &str| compile_work(&rules("e add", goal));
        assert!(
            work(&format!("(or {})", "(pieces-remaining 9) ".repeat(100))) >= work("(pieces-remaining 9)") + 2 * 99
        );
    }
}
