//! How long to think about a move by a clock that many moves share.

use std::time::Duration;

/// The fraction of the remaining time for one move, if the number of moves to come is unknown.
const SHARE: u32 = 30;
/// What is kept for the way there and back, and of a long time a twentieth.
const RESERVE: Duration = Duration::from_millis(30);
/// Less than that is no time.
const LEAST: Duration = Duration::from_millis(1);

/// Returns how long to think about a move, with so much left on the clock, so much more for each
/// move, and so many moves until the next time.
pub(super) fn pace(left: Duration, more: Duration, moves: Option<u64>) -> Duration {
    let moves = moves.map_or(SHARE, |moves| moves.clamp(1, u64::from(SHARE)) as u32);
    let all = left.saturating_sub(RESERVE.max(left / 20));
    // Of the last move before more time comes nothing need be kept but the reserve.
    let most = if moves == 1 { all } else { left / 2 };
    let share = (left / moves).saturating_add(more.saturating_mul(3) / 4);
    share.min(most).min(all).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_shared_by_the_moves_to_come() {
        let millis = Duration::from_millis;
        assert_eq!(pace(millis(60_000), millis(0), None), millis(2_000));
        assert_eq!(pace(millis(60_000), millis(1_000), None), millis(2_750));
        assert_eq!(pace(millis(60_000), millis(0), Some(5)), millis(12_000));
        assert_eq!(pace(millis(1_000), millis(0), Some(1)), millis(950));
        assert_eq!(pace(millis(1_000), millis(90_000), None), millis(500), "an increment is not there yet");
        assert_eq!(pace(millis(0), millis(0), None), LEAST);
        assert!(pace(Duration::MAX, Duration::MAX, Some(u64::MAX)) < Duration::MAX, "whatever is said");
    }
}
