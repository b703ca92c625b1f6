//! What single moves change, and what becomes of that.

use super::{LEAST, Measure, judged, mean, share};
use crate::Trace;

pub(super) const KILLER_MOVE: Measure = Measure {
    name: "killer-move",
    meaning: "how much the best stroke of the game changed",
    formula: "half the largest growth of the mover's lead by one ply between judged positions; 0 if no ply gained anything",
    source: "Browne 2008, killer moves",
    is_share: true,
    of: |trace| gains(trace).map(|(_, gain)| gain.max(0.0) / 2.0).reduce(f64::max),
};

pub(super) const PERMANENCE: Measure = Measure {
    name: "permanence",
    meaning: "how much of what a move gains the reply cannot undo",
    formula: "1 - (what replies by another seat took back of gains of lead) / (those gains)",
    source: "Browne 2008, permanence; weighted by the gains",
    is_share: true,
    of: permanence,
};

pub(super) const STABILITY: Measure = Measure {
    name: "stability",
    meaning: "how little the standing changes from ply to ply",
    formula: "1 - mean over plies between judged positions of half the sum of the absolute changes of all chances",
    source: "after Browne 2008, stability",
    is_share: true,
    of: stability,
};

pub(super) const MOMENTUM: Measure = Measure {
    name: "momentum",
    meaning: "how often the leader gets further ahead",
    formula: "plies of the seat in the lead that made its lead larger, by plies of the seat in the lead",
    source: "after Browne 2008, momentum; the formula is ours",
    is_share: true,
    of: |trace| {
        share(
            gains(trace).filter(|(ply, _)| trace.leader(*ply) == trace.plies[*ply].seat).map(|(_, gain)| gain > LEAST),
        )
    },
};

pub(super) const CORRECTION: Measure = Measure {
    name: "correction",
    meaning: "how often the side that is behind catches up a little",
    formula: "plies of a seat that is behind that made its arrears smaller, by plies of a seat that is behind",
    source: "after Browne 2008, correction; the formula is ours",
    is_share: true,
    of: |trace| share(gains(trace).filter(|(ply, _)| is_behind(trace, *ply)).map(|(_, gain)| gain > LEAST)),
};

/// Returns the plies of players that lead from one judged position to another, each with the growth
/// of the mover's lead.
fn gains(trace: &Trace) -> impl Iterator<Item = (usize, f64)> {
    let last = judged(trace).saturating_sub(1);
    let movers = trace.plies.iter().enumerate().take(last).filter_map(|(ply, of)| Some((ply, of.seat?)));
    movers.map(|(ply, seat)| (ply, trace.lead(ply + 1, seat) - trace.lead(ply, seat)))
}

fn is_behind(trace: &Trace, ply: usize) -> bool {
    trace.plies[ply].seat.is_some_and(|seat| trace.lead(ply, seat) < -LEAST)
}

fn permanence(trace: &Trace) -> Option<f64> {
    let (mut gained, mut lost) = (0.0, 0.0);
    for (ply, gain) in gains(trace).filter(|(_, gain)| *gain > LEAST) {
        let (Some(mover), Some(reply)) = (trace.plies[ply].seat, trace.plies.get(ply + 1).and_then(|ply| ply.seat))
        else {
            continue;
        };
        if reply != mover && ply + 2 < judged(trace) {
            gained += gain;
            lost += (trace.lead(ply + 1, mover) - trace.lead(ply + 2, mover)).clamp(0.0, gain);
        }
    }
    (gained > 0.0).then(|| 1.0 - lost / gained)
}

fn stability(trace: &Trace) -> Option<f64> {
    let positions = &trace.standings[..judged(trace)];
    let change =
        |pair: &[Vec<f64>]| pair[0].iter().zip(&pair[1]).map(|(old, new)| (new - old).abs()).sum::<f64>() / 2.0;
    Some(1.0 - mean(positions.windows(2).map(change))?)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{duel, is};
    use super::*;
    use crate::Ply;

    #[test]
    fn by_hand() {
        // The first seat leads by 0, 0.4, 0.3, 0.1, 0.5, then the game is over. It moves first,
        // third and fifth.
        let trace = duel(&[0.5, 0.7, 0.65, 0.55, 0.75, 1.0], Some(0));
        // Gains of the movers: 0.4, 0.1, -0.2, -0.4; the last ply is the result.
        is(&KILLER_MOVE, &trace, 0.2);
        // Of 0.4 the reply takes back 0.1, of 0.1 nothing since the first seat itself loses 0.2: 1
        // - 0.1 / 0.5.
        is(&PERMANENCE, &trace, 0.8);
        // Changes of chance 0.2, 0.05, 0.1, 0.2.
        is(&STABILITY, &trace, 1.0 - 0.55 / 4.0);
        // The leader moves in position 2 only, and loses.
        is(&MOMENTUM, &trace, 0.0);
        // The other one moves in positions 1 and 3: one gain of two.
        is(&CORRECTION, &trace, 0.5);
    }

    #[test]
    fn exchange_evaluation_is_bounded_by_the_gain() {
        // A gain of 0.2, after which everything is lost: none of it stays, and the loser's gain of
        // 0.8 does.
        let trace = duel(&[0.5, 0.6, 0.2, 0.2, 0.0], Some(1));
        is(&PERMANENCE, &trace, 1.0 - 0.2 / (0.2 + 0.8));
        is(&KILLER_MOVE, &trace, 0.4);
        // No ply gained anything.
        let trace = duel(&[0.5, 0.5, 0.5, 0.5], None);
        is(&PERMANENCE, &trace, None);
        is(&KILLER_MOVE, &trace, 0.0);
        is(&MOMENTUM, &trace, None);
        is(&STABILITY, &trace, 1.0);
    }

    #[test]
    fn a_second_ply_of_the_same_seat_is_no_reply() {
        let mut trace = duel(&[0.5, 0.7, 0.6, 0.6, 1.0], Some(0));
        is(&PERMANENCE, &trace, 1.0 - 0.2 / (0.4 + 0.2));
        trace.plies[1].seat = Some(0);
        // Now the loss of 0.2 was the first seat's own doing, and nothing else was ever answered.
        is(&PERMANENCE, &trace, None);
        is(&MOMENTUM, &trace, 0.0);
        // Chance events are not moves of a player.
        trace.plies = vec![Ply::default(); 4];
        is(&KILLER_MOVE, &trace, None);
        is(&STABILITY, &trace, 0.9);
    }
}
