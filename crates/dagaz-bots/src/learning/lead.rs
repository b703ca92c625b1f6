//! Learning the lead term: whether a material advantage counts more when less material is left.

use dagaz_core::{Game, LimitHit, Piece, PlayerId, SiteId, Weights};

use super::fit::correlation;
use super::test_games::is_better;
use crate::analysis_budget::Effort;
use crate::evaluation::{Evaluation, Lead};
use crate::game_analysis::{Facts, Sample};

/// Adds the lead term, if it correlates better with results than the difference alone, and if
/// searches with it win.
pub(super) fn with_lead(
    game: &dyn Game,
    facts: &Facts,
    best: &Evaluation,
    samples: &[Sample],
    effort: Effort<'_>,
) -> Result<Option<Evaluation>, LimitHit> {
    /// By how much it must agree better.
    const BETTER: f64 = 0.005;
    /// As a fraction of all initial material. In draughts this much and more converts most leads.
    const PART: f64 = 0.8;
    let Some(&first) = facts.choosers.first() else { return Ok(None) };
    let weights = &best.halfway(game).weights;
    let agreement = |of: fn([i32; 2]) -> f64| {
        let pair = |sample: &Sample| {
            let sums = sums(game, weights, sample);
            let means = facts.sides.means(first, |player| sums[player.index()]);
            (of(means), f64::from(sample.result[first.index()]))
        };
        correlation(samples.iter().map(pair))
    };
    let difference = agreement(|[mine, theirs]| f64::from(mine) - f64::from(theirs));
    let share = agreement(|[mine, theirs]| {
        let (mine, theirs) = (f64::from(mine), f64::from(theirs));
        (mine - theirs) / (mine.abs() + theirs.abs() + 1.0)
    });
    if share < difference + BETTER {
        return Ok(None);
    }
    let full: f64 = weights.sums(game, &game.initial()).iter().map(|sum| f64::from(sum.abs())).sum();
    let learned = Evaluation { lead: Some(Lead { all: (PART * full) as i32 }), ..best.clone() };
    Ok(is_better(game, facts, &learned, best, effort)?.then_some(learned))
}

/// For each player the material of a sample.
fn sums(game: &dyn Game, weights: &Weights, sample: &Sample) -> Vec<i32> {
    let roster = dagaz_core::Roster::of(game);
    let mut sums = vec![0; game.glossary().players.len()];
    let mut add = |owner: PlayerId, worth: i32| {
        if let Some(sum) = sums.get_mut(owner.index()) {
            *sum += worth;
        }
    };
    for &(rank, site) in &sample.pieces {
        let piece: Piece = roster.piece(rank);
        add(piece.owner, weights.on(piece, SiteId(site)));
    }
    for &(rank, count) in &sample.waiting {
        let piece = roster.piece(rank);
        add(piece.owner, i32::from(count) * weights.waiting(piece));
    }
    sums
}
