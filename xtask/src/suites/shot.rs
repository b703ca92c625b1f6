//! Material that a side wins for certain by sacrifices and captures, where captures are compulsory.
//!
//! Only lines in which the other side can only choose among captures are examined, so a few
//! positions prove the gain, independent of the rest of the game. The attacker sacrifices, the
//! other side captures, the attacker captures, until no capture is left; then pieces are counted,
//! one each.

use dagaz_core::{Candidate, Fuel, Game, LimitHit, MoveList, PlayerId, Roster, State, Turn, UndoLog, Verdict};

/// A player who looks for shots.
pub(super) struct Shots<'g> {
    game: &'g dyn Game,
    roster: Roster,
    attacker: PlayerId,
}

/// More than all pieces of any game.
const ALL: i32 = 1_000;

impl<'g> Shots<'g> {
    /// The value for the player to move; `None` if no player chooses.
    pub(super) fn of(game: &'g dyn Game, state: &State) -> Option<Shots<'g>> {
        match game.turn(state) {
            Turn::Choice(attacker) => Some(Shots { game, roster: Roster::of(game), attacker }),
            _ => None,
        }
    }

    /// Pieces of the attacker less those of the others.
    pub(super) fn balance(&self, state: &State) -> i32 {
        let layout = self.game.layout();
        let players = (0..self.game.glossary().players.len()).map(PlayerId::at);
        let count = |player| state.count_all(layout, player) as i32;
        players.map(|player| if player == self.attacker { count(player) } else { -count(player) }).sum()
    }

    fn moves(&self, state: &State) -> Result<MoveList, LimitHit> {
        let mut list = MoveList::new();
        self.game.moves(state, &mut list, &mut Fuel::new(self.game.limits().fuel))?;
        Ok(list)
    }

    fn takes(&self, state: &State, one: dagaz_core::MoveRef<'_>) -> bool {
        Candidate::of(state, &self.roster, one).captures > 0
    }

    fn after(&self, state: &State, one: dagaz_core::MoveRef<'_>) -> State {
        let mut after = state.clone();
        self.game.play(&mut after, one, &mut UndoLog::new());
        after
    }

    /// The moves with which the attacker, who can take nothing yet, wins something for certain and
    /// gives something first; and how many pieces the best of them win. None if there are none, or
    /// if giving once is enough: that is seen at a glance.
    pub(super) fn best(&self, state: &State, gives_max: u32) -> Result<Option<Shot>, LimitHit> {
        let (list, before) = (self.moves(state)?, self.balance(state));
        if list.is_empty() || list.iter().any(|one| self.takes(state, one)) {
            return Ok(None);
        }
        if self.worth(state, 1)? > before {
            return Ok(None);
        }
        for gives in 2..=gives_max {
            let mut found = Shot { wins: 0, gives, moves: Vec::new() };
            for index in 0..list.len() {
                let wins = self.worth_of(state, &list, index, gives)?.map_or(0, |worth| worth - before);
                if wins > found.wins {
                    (found.wins, found.moves) = (wins, Vec::new());
                }
                if wins > 0 && wins == found.wins {
                    found.moves.push(index);
                }
            }
            if !found.moves.is_empty() {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The balance that the attacker, who is to move, is sure to come to, giving something away so
    /// often at most.
    fn worth(&self, state: &State, gives: u32) -> Result<i32, LimitHit> {
        let list = self.moves(state)?;
        let mut best = -ALL;
        for index in 0..list.len() {
            if let Some(worth) = self.worth_of(state, &list, index, gives)? {
                best = best.max(worth);
            }
        }
        Ok(best)
    }

    /// The balance that one of the attacker's moves leads to; none if it gives something away more
    /// often than that.
    fn worth_of(&self, state: &State, list: &MoveList, index: usize, gives: u32) -> Result<Option<i32>, LimitHit> {
        let after = self.after(state, list.get(index));
        if let Some(worth) = self.over(&after)? {
            return Ok(Some(worth));
        }
        let answers = self.moves(&after)?;
        if !answers.iter().any(|answer| self.takes(&after, answer)) {
            return Ok(Some(self.balance(&after)));
        }
        // After a capture it is the rest of the exchange, and nothing new is given.
        let left = if self.takes(state, list.get(index)) { Some(gives) } else { gives.checked_sub(1) };
        let Some(left) = left else { return Ok(None) };
        let mut worst = ALL;
        for answer in answers.iter() {
            let next = self.after(&after, answer);
            let worth = match self.over(&next)? {
                Some(worth) => worth,
                None => self.worth(&next, left)?,
            };
            worst = worst.min(worth);
        }
        Ok(Some(worst))
    }

    /// What a game that is over is worth; none if it is not.
    fn over(&self, state: &State) -> Result<Option<i32>, LimitHit> {
        let outcome = self.game.outcome(state)?;
        Ok(outcome.map(|outcome| match outcome.verdicts.get(self.attacker.index()) {
            Some(Verdict::Win) => ALL,
            Some(Verdict::Loss) => -ALL,
            _ => 0,
        }))
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shot {
    /// Pieces that are won in the end.
    pub(super) wins: i32,
    /// How often something has to be given.
    pub(super) gives: u32,
    /// The first moves that do it, by their numbers in the list.
    pub(super) moves: Vec<usize>,
}
