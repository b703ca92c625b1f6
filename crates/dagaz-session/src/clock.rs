//! Clocks: the remaining time of each player.
//!
//! Each record has its time in milliseconds since 1970. A system clock that jumps back never adds
//! time: a session uses the later of the given and the last known time.

use dagaz_core::PlayerId;

use crate::clock_rule::{ClockRule, Millis};
use crate::lag::Allowance;

/// What one clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// Left of the main time, or of the present period.
    pub left: Millis,
    /// Periods left, the present one counted; none outside of them.
    pub periods: Option<u16>,
    /// Whether it runs.
    pub running: bool,
}

/// The remaining time of a stopped clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    main: u64,
    /// Periods not yet lost.
    periods: u16,
}

/// The clocks of all players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    rule: ClockRule,
    left: Vec<Left>,
    /// What may be given back of the time that moves are on their way.
    lags: Vec<Allowance>,
    /// Whose clocks run, one bit a player, and since when.
    running: Option<(u32, Millis)>,
}

impl Clocks {
    /// Returns stopped clocks for a number of players.
    pub fn new(rule: ClockRule, players: usize) -> Clocks {
        let left = match rule {
            ClockRule::Fischer { main, .. } => Left { main: main.0, periods: 0 },
            ClockRule::Byoyomi { main, periods, .. } => Left { main: main.0, periods },
            ClockRule::Correspondence { per_move } => Left { main: per_move.0, periods: 0 },
        };
        Clocks { rule, left: vec![left; players], lags: vec![Allowance::new(rule); players], running: None }
    }

    fn is_running(&self, player: usize) -> bool {
        self.running.is_some_and(|(mask, _)| mask & (1 << player) != 0)
    }

    /// Returns the remaining time of a player at a moment; `None` if it has run out.
    fn left_at(&self, player: usize, now: Millis) -> Option<Left> {
        let left = *self.left.get(player)?;
        let Some((_, since)) = self.running.filter(|_| self.is_running(player)) else { return Some(left) };
        let mut spent = now.0.saturating_sub(since.0);
        if spent < left.main {
            return Some(Left { main: left.main - spent, ..left });
        }
        let ClockRule::Byoyomi { period, .. } = self.rule else { return None };
        spent -= left.main;
        let lost = spent / period.0.max(1);
        if lost >= u64::from(left.periods) {
            return None;
        }
        // The rest of the present period is not stored: a move within it leaves it whole.
        Some(Left { main: 0, periods: left.periods - lost as u16 })
    }

    /// What a player's clock shows.
    pub fn face(&self, player: PlayerId, now: Millis) -> ClockFace {
        let running = self.is_running(player.index());
        let Some(left) = self.left_at(player.index(), now) else {
            let periods = matches!(self.rule, ClockRule::Byoyomi { .. }).then_some(0);
            return ClockFace { left: Millis(0), periods, running };
        };
        if left.main > 0 || left.periods == 0 {
            return ClockFace { left: Millis(left.main), periods: None, running };
        }
        let ClockRule::Byoyomi { period, .. } = self.rule else {
            return ClockFace { left: Millis(0), periods: None, running };
        };
        let into = match self.running.filter(|_| running) {
            Some((_, since)) => {
                let spent = now.0.saturating_sub(since.0).saturating_sub(self.left[player.index()].main);
                spent % period.0.max(1)
            }
            None => 0,
        };
        ClockFace { left: Millis(period.0 - into), periods: Some(left.periods), running }
    }

    /// Returns how much is given back to a player whose move was so long on its way.
    pub fn given_back(&self, player: PlayerId, lag: Millis) -> Millis {
        let allowance = self.lags.get(player.index()).filter(|_| self.is_running(player.index()));
        allowance.map_or(Millis(0), |allowance| allowance.of(lag))
    }

    /// Stops the clock of a player who has moved, at the time of the move and not of its arrival.
    pub fn stop(&mut self, player: PlayerId, arrived: Millis, given_back: Millis) {
        let Some((mask, since)) = self.running.filter(|_| self.is_running(player.index())) else { return };
        let made = arrived.before(given_back).max(since);
        self.left[player.index()] = self.left_at(player.index(), made).unwrap_or(Left { main: 0, periods: 0 });
        self.running = Some((mask & !(1 << player.index()), since));
        self.lags[player.index()].take(given_back);
    }

    /// Stops all clocks and lets those of `players` run from now on.
    pub fn switch(&mut self, players: impl Iterator<Item = PlayerId>, now: Millis) {
        for player in 0..self.left.len() {
            if self.is_running(player) {
                self.left[player] = self.left_at(player, now).unwrap_or(Left { main: 0, periods: 0 });
            }
        }
        let mask = players.filter(|player| player.index() < 32).fold(0, |mask, player| mask | 1 << player.index());
        self.running = (mask != 0).then_some((mask, now));
    }

    /// Gives a player what a move made earns.
    pub fn reward(&mut self, player: PlayerId) {
        let Some(left) = self.left.get_mut(player.index()) else { return };
        match self.rule {
            ClockRule::Fischer { add, .. } => left.main += add.0,
            ClockRule::Correspondence { per_move } => left.main = per_move.0,
            ClockRule::Byoyomi { .. } => {}
        }
    }

    /// Returns whether a player's time has run out.
    pub fn has_run_out(&self, player: PlayerId, now: Millis) -> bool {
        self.is_running(player.index()) && self.left_at(player.index(), now).is_none()
    }

    /// Returns the first player who will have lost if nothing happens, and when: time may have run
    /// out a little before, for as long as moves of that player were on their way in this game.
    pub fn deadline(&self) -> Option<(PlayerId, Millis)> {
        let (mask, since) = self.running?;
        let period = if let ClockRule::Byoyomi { period, .. } = self.rule { period.0 } else { 0 };
        let running = (0..self.left.len()).filter(|player| mask & (1 << player) != 0);
        running
            .map(|player| {
                let left = self.left[player];
                let span = left.main.saturating_add(period.saturating_mul(u64::from(left.periods)));
                (PlayerId::at(player), Millis(since.0.saturating_add(span).saturating_add(self.lags[player].grace())))
            })
            .min_by_key(|(_, at)| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: PlayerId = PlayerId(0);
    const B: PlayerId = PlayerId(1);

    fn at(seconds: u64) -> Millis {
        Millis(1_000_000 + seconds * 1000)
    }

    fn seconds(seconds: u64) -> Millis {
        Millis(seconds * 1000)
    }

    #[test]
    fn fischer_clocks_add_time_after_each_move() {
        let mut clocks = Clocks::new(ClockRule::Fischer { main: seconds(60), add: seconds(2) }, 2);
        clocks.switch([A].into_iter(), at(0));
        assert_eq!(clocks.face(A, at(10)).left, seconds(50));
        assert_eq!(clocks.deadline(), Some((A, at(60))));
        clocks.switch([B].into_iter(), at(10));
        clocks.reward(A);
        assert_eq!(clocks.face(A, at(40)), ClockFace { left: seconds(52), periods: None, running: false });
        assert_eq!(clocks.face(B, at(40)), ClockFace { left: seconds(30), periods: None, running: true });
        assert!(!clocks.has_run_out(B, Millis(at(70).0 - 1)));
        assert!(clocks.has_run_out(B, at(70)));
    }

    #[test]
    fn a_byo_yomi_period_resets_after_a_move_and_is_lost_when_it_runs_out() {
        let mut clocks = Clocks::new(ClockRule::Byoyomi { main: seconds(10), period: seconds(5), periods: 3 }, 2);
        clocks.switch([A].into_iter(), at(0));
        assert_eq!(clocks.deadline(), Some((A, at(25))));
        assert_eq!(clocks.face(A, at(12)), ClockFace { left: seconds(3), periods: Some(3), running: true });
        assert_eq!(clocks.face(A, at(16)), ClockFace { left: seconds(4), periods: Some(2), running: true });
        clocks.switch([B].into_iter(), at(16));
        clocks.reward(A);
        assert_eq!(clocks.face(A, at(99)), ClockFace { left: seconds(5), periods: Some(2), running: false });
        clocks.switch([A].into_iter(), at(20));
        assert_eq!(clocks.deadline(), Some((A, at(30))));
        assert!(clocks.has_run_out(A, at(30)));
        assert!(!clocks.has_run_out(A, Millis(at(30).0 - 1)));
    }

    #[test]
    fn by_mail_each_move_has_its_own_time() {
        let mut clocks = Clocks::new(ClockRule::Correspondence { per_move: seconds(100) }, 2);
        clocks.switch([A].into_iter(), at(0));
        clocks.switch([B].into_iter(), at(90));
        clocks.reward(A);
        assert_eq!(clocks.face(A, at(90)).left, seconds(100));
    }

    #[test]
    fn a_clock_that_runs_backwards_adds_no_time() {
        let mut clocks = Clocks::new(ClockRule::Fischer { main: seconds(60), add: seconds(0) }, 2);
        clocks.switch([A].into_iter(), at(50));
        clocks.switch([B].into_iter(), at(20));
        assert_eq!(clocks.face(A, at(20)).left, seconds(60));
    }

    #[test]
    fn network_lag_is_compensated_within_an_allowance() {
        // A minute earns 83 ms with each move, and three times that is there at the start.
        let mut clocks = Clocks::new(ClockRule::Fischer { main: seconds(60), add: seconds(0) }, 2);
        clocks.switch([A].into_iter(), at(0));
        assert_eq!(clocks.given_back(B, Millis(200)), Millis(0), "whose clock stands loses nothing");
        assert_eq!(clocks.given_back(A, Millis(200)), Millis(200));
        clocks.stop(A, Millis(at(10).0 + 200), Millis(200));
        clocks.switch([B].into_iter(), Millis(at(10).0 + 200));
        assert_eq!(clocks.face(A, at(11)).left, seconds(50));
        assert_eq!(clocks.face(B, at(11)).left.0, 60_000 - 800, "the other's clock runs from the arrival");
        // A lag of ten seconds is compensated as far as the allowance goes, repeatedly.
        let mut given = 0;
        for _ in 0..4 {
            clocks.switch([A].into_iter(), at(20));
            let back = clocks.given_back(A, seconds(10));
            clocks.stop(A, at(30), back);
            given += back.0;
        }
        assert_eq!(given, 3 * 83 - 200 + 83 + 3 * 83);
    }

    #[test]
    fn no_time_forfeit_while_a_timely_move_is_in_flight() {
        let mut clocks = Clocks::new(ClockRule::Fischer { main: seconds(60), add: seconds(0) }, 2);
        clocks.switch([A].into_iter(), at(0));
        assert_eq!(clocks.deadline(), Some((A, at(60))), "nothing is known of the way yet");
        clocks.stop(A, at(1), Millis(150));
        clocks.switch([A].into_iter(), at(1));
        // 850 ms of the minute are spent; what comes 150 ms late may have been in time.
        assert!(clocks.has_run_out(A, Millis(at(60).0 + 150)));
        assert_eq!(clocks.deadline(), Some((A, Millis(at(60).0 + 150 + 150))));
    }

    #[test]
    fn several_clocks_run_at_once_where_players_act_together() {
        let mut clocks = Clocks::new(ClockRule::Fischer { main: seconds(60), add: seconds(1) }, 2);
        clocks.switch([A, B].into_iter(), at(0));
        clocks.switch([B].into_iter(), at(5));
        clocks.reward(A);
        assert_eq!((clocks.face(A, at(9)).left, clocks.face(B, at(9)).left), (seconds(56), seconds(51)));
    }
}
