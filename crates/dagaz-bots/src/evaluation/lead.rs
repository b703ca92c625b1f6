//! Lead: a material advantage counts more when less material is left.
//!
//! Two extra pieces are little of twelve and nearly all of three. Where material decides, the side
//! ahead should exchange. An evaluation of the difference alone does not reward this, and wins are
//! not converted.

use dagaz_core::{Game, LimitHit, Piece, PlayerId, SiteId, Weights};

use super::Evaluation;
use super::fit::correlation;
use super::proof::is_better;
use crate::analysis_budget::Effort;
use crate::game_analysis::{Facts, Sample};

/// See the [module documentation](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead {
    /// Value of having all remaining material, in addition to the difference, in hundredths.
    pub(crate) all: i32,
}

impl Lead {
    /// Additional value of a lead, given the material of the two sides.
    #[inline]
    pub(super) fn worth(self, [mine, theirs]: [i32; 2]) -> i32 {
        let (mine, theirs) = (i64::from(mine), i64::from(theirs));
        ((mine - theirs) * i64::from(self.all) / (mine.abs() + theirs.abs() + 1)) as i32
    }
}

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
