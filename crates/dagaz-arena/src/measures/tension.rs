//! How the outcome comes about: who leads, for how long, and when it is settled.

use super::{LEAST, Measure, judged, mean, share};
use crate::Trace;

/// Winning chance from which on a game counts as decided.
const WON: f64 = 0.9;

pub(super) const DRAMA: Measure = Measure {
    name: "drama",
    meaning: "how far behind the winner was while it was behind",
    formula: "mean of the square root of -lead of the winner over the positions in which it was behind; 0 if it never was",
    source: "Browne 2008, drama (average)",
    is_share: true,
    of: |trace| Some(mean(deficits(trace)?).unwrap_or(0.0)),
};

pub(super) const GREATEST_DRAMA: Measure = Measure {
    name: "greatest-drama",
    meaning: "how far behind the winner was when it was worst",
    formula: "largest square root of -lead of the winner; 0 if it never was behind",
    source: "Browne 2008, drama (maximum)",
    is_share: true,
    of: |trace| Some(deficits(trace)?.fold(0.0, f64::max)),
};

pub(super) const LEAD_CHANGE: Measure = Measure {
    name: "lead-change",
    meaning: "how often the lead changes hands",
    formula: "plies after which another seat leads than the last that led, by plies",
    source: "Browne 2008, lead change",
    is_share: true,
    of: lead_change,
};

pub(super) const UNCERTAINTY: Measure = Measure {
    name: "uncertainty",
    meaning: "how open the outcome is on average",
    formula: "mean of 1 - lead of the leader over the judged positions",
    source: "after Browne 2008, uncertainty",
    is_share: true,
    of: |trace| openness(trace, 0),
};

pub(super) const LATE_UNCERTAINTY: Measure = Measure {
    name: "late-uncertainty",
    meaning: "how open the outcome is near the end",
    formula: "mean of 1 - lead of the leader over the judged positions after three quarters of the plies",
    source: "after Browne 2008, uncertainty (late)",
    is_share: true,
    of: |trace| openness(trace, (3 * trace.plies.len()).div_ceil(4)),
};

pub(super) const DECISIVENESS: Measure = Measure {
    name: "decisiveness",
    meaning: "how soon the game ends once it is decided",
    formula: "plies after which the winner's chance stays at 0.9 or more, by plies",
    source: "after Browne 2008, decisiveness; the threshold is ours",
    is_share: true,
    of: decisiveness,
};

pub(super) const CONTROL: Measure = Measure {
    name: "control",
    meaning: "how much of the game the winner was ahead",
    formula: "judged positions in which the winner leads, by judged positions",
    source: "our own; Browne 2008 has a measure of this name that needs more than standings",
    is_share: true,
    of: |trace| {
        let winner = trace.winner()?;
        share((0..judged(trace)).map(|position| trace.leader(position) == Some(winner)))
    },
};

/// Returns the roots of the winner's arrears, where it was behind; `None` without a winner who was
/// judged.
fn deficits(trace: &Trace) -> Option<impl Iterator<Item = f64>> {
    let winner = trace.winner()?;
    let leads = (0..judged(trace)).map(move |position| trace.lead(position, winner));
    (judged(trace) > 0).then(|| leads.filter(|lead| *lead < -LEAST).map(|lead| (-lead).sqrt()))
}

fn lead_change(trace: &Trace) -> Option<f64> {
    // The result counts here: the winner leads.
    let positions = if judged(trace) > 0 { trace.standings.len() } else { 0 };
    let plies = positions.checked_sub(1).filter(|plies| *plies > 0)?;
    let leaders: Vec<usize> = (0..positions).filter_map(|position| trace.leader(position)).collect();
    let changes = leaders.windows(2).filter(|pair| pair[0] != pair[1]).count();
    Some(changes as f64 / plies as f64)
}

fn openness(trace: &Trace, from: usize) -> Option<f64> {
    let lead = |position| trace.leader(position).map_or(0.0, |seat| trace.lead(position, seat));
    mean((from..judged(trace)).map(|position| 1.0 - lead(position)))
}

fn decisiveness(trace: &Trace) -> Option<f64> {
    let winner = trace.winner()?;
    let plies = trace.plies.len();
    if judged(trace) == 0 || plies == 0 {
        return None;
    }
    let is_open = |position: &usize| trace.standings[*position].get(winner).is_none_or(|chance| *chance < WON);
    // The result is no longer open, whatever its standing says of draws and teams.
    let decided = (0..judged(trace)).rev().find(is_open).map_or(0, |open| open + 1);
    Some(decided.min(plies) as f64 / plies as f64)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{duel, is};
    use super::*;

    #[test]
    fn a_game_that_turns() {
        // The first seat leads by 0, -0.36, 0.2, -0.16, 0.9, and wins.
        let trace = duel(&[0.5, 0.32, 0.6, 0.42, 0.95, 1.0], Some(0));
        // Roots 0.6 and 0.4.
        is(&DRAMA, &trace, 0.5);
        is(&GREATEST_DRAMA, &trace, 0.6);
        // Second, first, second, first, first: three changes in five plies.
        is(&LEAD_CHANGE, &trace, 0.6);
        // (1 + 0.64 + 0.8 + 0.84 + 0.1) / 5.
        is(&UNCERTAINTY, &trace, 0.676);
        // From position 4 on, since 3.75 of 5 plies are three quarters; the last is the result.
        is(&LATE_UNCERTAINTY, &trace, 0.1);
        // At 0.95 after four of five plies.
        is(&DECISIVENESS, &trace, 0.8);
        // Ahead in two of five.
        is(&CONTROL, &trace, 0.4);
    }

    #[test]
    fn a_decided_game_needs_no_further_play() {
        let trace = duel(&[0.5, 0.95, 0.97, 0.95, 1.0], Some(0));
        is(&DRAMA, &trace, 0.0);
        is(&GREATEST_DRAMA, &trace, 0.0);
        is(&LEAD_CHANGE, &trace, 0.0);
        is(&DECISIVENESS, &trace, 0.25);
        is(&CONTROL, &trace, 0.75);
        // Once more open at the end: decided by the last ply only.
        is(&DECISIVENESS, &duel(&[0.5, 0.95, 0.97, 0.5, 1.0], Some(0)), 1.0);
    }

    #[test]
    fn a_draw_has_no_winner() {
        let trace = duel(&[0.5, 0.75, 0.5], None);
        for measure in [&DRAMA, &GREATEST_DRAMA, &DECISIVENESS, &CONTROL] {
            is(measure, &trace, None);
        }
        // An even position changes no lead.
        is(&LEAD_CHANGE, &trace, 0.0);
        is(&UNCERTAINTY, &trace, 0.75);
        // Cut off: the last position is one like all others.
        is(&UNCERTAINTY, &Trace { ended: false, ..trace }, (1.0 + 0.5 + 1.0) / 3.0);
    }

    #[test]
    fn three_seats() {
        let standings = vec![vec![0.4, 0.4, 0.2], vec![0.2, 0.3, 0.5], vec![0.0, 0.0, 1.0]];
        let trace = Trace { standings, ..duel(&[0.5; 3], Some(2)) };
        // The third is 0.2 behind the best, then 0.2 before the second best.
        is(&DRAMA, &trace, 0.2f64.sqrt());
        is(&UNCERTAINTY, &trace, (1.0 + 0.8) / 2.0);
        is(&CONTROL, &trace, 0.5);
    }
}
