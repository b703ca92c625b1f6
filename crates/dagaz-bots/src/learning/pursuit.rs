//! Learning pursuit: whether the side far ahead should chase the remaining enemy pieces.

use dagaz_core::{Game, LimitHit};

use super::test_games::is_better;
use crate::analysis_budget::Effort;
use crate::evaluation::{Evaluation, Pursuit};
use crate::game_analysis::Facts;

/// Returns an evaluation with pursuit, if searches with it win.
pub(super) fn with_pursuit(
    game: &dyn Game,
    facts: &Facts,
    best: &Evaluation,
    effort: Effort<'_>,
) -> Result<Option<Evaluation>, LimitHit> {
    /// Value of a hop for the most valuable piece of a side with all material. In draughts half of
    /// it converts fewer leads, and three times as much distracts the side from material.
    const HOP: f32 = 120.0;
    let Some(pursuit) = Pursuit::of(game, &best.weights, HOP) else { return Ok(None) };
    let learned = Evaluation { pursuit: Some(pursuit), ..best.clone() };
    Ok(is_better(game, facts, &learned, best, effort)?.then_some(learned))
}
