//! Endings: results, ranks and players who leave the game.

use crate::ludeme::Block;
use crate::ludeme::op::{Bound, Players};
use crate::rules::{End, Ending, Verdict};

use super::position::{LOSERS, OVER, WINNERS};
use super::run::Run;

impl<'g> Run<'g> {
    /// Evaluates the endings of the mover's phase and of the game.
    pub(crate) fn end_rules(&mut self, mover: usize) {
        let rules = self.rules;
        let phase = self.phase_of(mover);
        self.losing = 0;
        for list in [&rules.phases[phase].end, &rules.end] {
            if self.position.get(OVER) != 0 {
                return;
            }
            if list.is_empty() {
                continue;
            }
            for end in list {
                self.end_rule(end);
            }
            if self.position.get(OVER) == 0 && rules.pass_draws && self.all_passed() {
                self.draw();
            }
        }
    }

    fn end_rule(&mut self, end: &'g End) -> bool {
        match end {
            End::If { test, subs, result } => {
                if !self.truth(test) {
                    return false;
                }
                for sub in subs {
                    if self.end_rule(sub) {
                        return true;
                    }
                }
                if let Some(result) = result {
                    self.conclude(result);
                }
                result.is_some()
            }
            End::ForEachPlayer(players, test, result) => {
                let saved = self.bound;
                let players = self.players(players);
                let mut any = false;
                for player in 1..=self.rules.ground.players {
                    if players >> player & 1 == 0 || !self.is_active(player) {
                        continue;
                    }
                    self.bind(Bound::Player, player as i32);
                    if self.truth(test) {
                        self.conclude(result);
                        any = true;
                    }
                }
                self.bound = saved;
                any
            }
        }
    }

    fn conclude(&mut self, ending: &'g Ending) {
        match ending {
            Ending::Result(players, verdict) => {
                let as_team = matches!(players, Players::Friends | Players::Team(_));
                let players = self.players(players);
                if *verdict == Verdict::Draw {
                    self.draw();
                    return;
                }
                if *verdict == Verdict::Win && as_team && self.rules.teams {
                    self.win_together(players);
                    return;
                }
                for player in 1..=self.rules.ground.players {
                    if players >> player & 1 != 0 {
                        self.leave_with(player, *verdict);
                    }
                }
            }
            Ending::ByScore { scores, misere } => {
                let block = self.block(Block::Score);
                let scores: Vec<(i32, i32)> =
                    scores.iter().map(|(player, score)| (self.number(player), self.number(score))).collect();
                for (player, score) in scores {
                    if player > 0 && player as usize <= self.rules.ground.players {
                        self.position.set(block + player as usize, score);
                    }
                }
                let misere = self.truth(misere);
                self.rank_by_score(misere);
            }
        }
    }

    /// A team wins: its players share the best free rank, the others the next one, and the game
    /// ends.
    fn win_together(&mut self, team: u32) {
        let rank = self.block(Block::Rank);
        let winners = self.position.get(WINNERS);
        let active = |this: &Self, player: &usize| this.is_active(*player);
        let players: Vec<usize> = (1..=self.rules.ground.players).filter(|one| active(self, one)).collect();
        let own = players.iter().filter(|player| team >> **player & 1 != 0).count() as i32;
        for player in players {
            let better = if team >> player & 1 != 0 { 0 } else { own };
            self.position.set(rank + player, 2 * (1 + winners + better));
        }
        self.position.set(WINNERS, winners + own);
        self.position.set(OVER, 1);
    }

    /// A player wins or loses and leaves the game.
    fn leave_with(&mut self, player: usize, verdict: Verdict) {
        if !self.is_active(player) || self.position.get(OVER) != 0 {
            return;
        }
        let n = self.rules.ground.players as i32;
        let rank = self.block(Block::Rank);
        let (winners, losers) = (self.position.get(WINNERS), self.position.get(LOSERS));
        if n == 1 {
            self.position.set(rank + player, if verdict == Verdict::Win { 2 } else { 0 });
            self.position.set(OVER, 1);
            return;
        }
        if verdict == Verdict::Win {
            self.position.set(rank + player, 2 * (1 + winners));
            self.position.set(WINNERS, winners + 1);
        } else {
            // Players who lose at the same time share the mean of their ranks.
            self.losing |= 1 << player;
            let together = self.losing.count_ones() as i32;
            let worst = 2 * (n - (losers + 1 - together));
            for one in 1..=self.rules.ground.players {
                if self.losing >> one & 1 != 0 {
                    self.position.set(rank + one, worst - (together - 1));
                }
            }
            self.position.set(LOSERS, losers + 1);
        }
        let inactive = self.block(Block::Inactive);
        self.position.set(inactive + player, 1);
        let mut rest = (1..=self.rules.ground.players).filter(|one| self.is_active(*one));
        let (first, second) = (rest.next(), rest.next());
        if second.is_none() {
            if let Some(last) = first {
                let winners = self.position.get(WINNERS);
                self.position.set(rank + last, 2 * (1 + winners));
            }
            self.position.set(OVER, 1);
        }
    }

    /// All players that are left share the free ranks.
    pub(crate) fn draw(&mut self) {
        let n = self.rules.ground.players as i32;
        let rank = self.block(Block::Rank);
        let (best, worst) = (1 + self.position.get(WINNERS), n - self.position.get(LOSERS));
        for player in 1..=self.rules.ground.players {
            if self.is_active(player) {
                self.position.set(rank + player, if n == 1 { 0 } else { best + worst });
            }
        }
        self.position.set(OVER, 1);
    }

    fn rank_by_score(&mut self, misere: bool) {
        let n = self.rules.ground.players;
        let (score, rank) = (self.block(Block::Score), self.block(Block::Rank));
        let winners = self.position.get(WINNERS);
        let active: Vec<usize> = (1..=n).filter(|player| self.is_active(*player)).collect();
        let value = |this: &Self, player: usize| {
            let score = this.position.get(score + player);
            if misere { -score } else { score }
        };
        for player in &active {
            let own = value(self, *player);
            let better = active.iter().filter(|one| value(self, **one) > own).count() as i32;
            let equal = active.iter().filter(|one| value(self, **one) == own).count() as i32;
            self.position.set(rank + player, 2 * (winners + better + 1) + equal - 1);
        }
        self.position.set(OVER, 1);
    }

    /// Returns whether a player has left the game as a loser.
    pub(crate) fn has_lost(&self, player: usize) -> bool {
        let rank = self.position.get(self.block(Block::Rank) + player);
        let n = self.rules.ground.players as i32;
        rank == 2 * n && n > 1 || n == 1 && self.position.get(OVER) != 0 && rank == 0
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.position.get(OVER) != 0
    }

    /// Returns the rank of each player from 1, doubled; 0 for players without one.
    pub fn ranks(&self) -> Vec<i32> {
        let rank = self.block(Block::Rank);
        (1..=self.rules.ground.players).map(|player| self.position.get(rank + player)).collect()
    }
}
