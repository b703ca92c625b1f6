//! Sides: who plays with whom.
//!
//! Where players win and lose together, a partner's gain is one's own. With each player alone there
//! are as many sides as players.

use dagaz_core::{Game, PlayerId};

/// Which players win and lose together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    choosers: Vec<PlayerId>,
    /// For each player the first of its side.
    first: Vec<PlayerId>,
}

impl Sides {
    /// Returns the sides that those who choose are on.
    pub(crate) fn of(game: &dyn Game, choosers: &[PlayerId]) -> Sides {
        let players = (0..game.glossary().players.len()).map(PlayerId::at);
        let leads = |player: &PlayerId| choosers.iter().copied().find(|other| game.are_allied(*other, *player));
        let first = players.map(|player| leads(&player).unwrap_or(player)).collect();
        Sides { choosers: choosers.to_vec(), first }
    }

    /// Those who choose.
    pub(crate) fn choosers(&self) -> &[PlayerId] {
        &self.choosers
    }

    /// Returns how many sides there are.
    pub fn count(&self) -> usize {
        self.leaders().count()
    }

    /// Returns the first player of each side.
    pub(crate) fn leaders(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.choosers.iter().copied().filter(|player| self.leader(*player) == *player)
    }

    /// Returns the first player of a player's side.
    #[inline]
    pub(crate) fn leader(&self, player: PlayerId) -> PlayerId {
        self.first.get(player.index()).copied().unwrap_or(player)
    }

    /// Returns whether two players are on the same side.
    #[inline]
    pub(crate) fn are_allied(&self, one: PlayerId, other: PlayerId) -> bool {
        one == other || self.leader(one) == self.leader(other)
    }

    /// Returns the average of a player's side, and that of the others.
    #[inline]
    pub(crate) fn means(&self, player: PlayerId, mut worth: impl FnMut(PlayerId) -> i32) -> [i32; 2] {
        // Two alone, as nearly always.
        if let [first, second] = self.choosers[..]
            && !self.are_allied(first, second)
            && (player == first || player == second)
        {
            let other = if player == first { second } else { first };
            return [worth(player), worth(other)];
        }
        let mut sums = [(0, 0); 2];
        for &one in &self.choosers {
            let (sum, count) = &mut sums[usize::from(!self.are_allied(one, player))];
            (*sum, *count) = (*sum + i64::from(worth(one)), *count + 1);
        }
        sums.map(|(sum, count)| (sum / count.max(1)) as i32)
    }

    /// Returns the average of a player's side minus that of the others.
    #[inline]
    pub(crate) fn balance(&self, player: PlayerId, worth: impl FnMut(PlayerId) -> i32) -> i32 {
        let [ours, theirs] = self.means(player, worth);
        ours.saturating_sub(theirs)
    }
}
