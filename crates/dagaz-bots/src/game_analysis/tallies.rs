//! Tallies: the value of each of the game's own numbers.
//!
//! Points are the score if the game ended now. But a seed in a store stays there, while one in a
//! house may end with either player. The weights are fitted to the results of playouts, and
//! accepted if searches with them win.

use dagaz_core::{Game, PlayerId, State};

use crate::Sides;

/// Maximum number of tallies: for more there are too few games to learn from.
const MANY: usize = 64;

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Tallies {
    /// The player whose values these are; the opponent's have the opposite sign.
    pub(crate) first: PlayerId,
    /// The weight of each number, in hundredths.
    pub(crate) each: Vec<f32>,
}

impl Tallies {
    /// Returns the numbers of a state; nothing where there are none, or too many.
    pub(crate) fn counted(game: &dyn Game, state: &State) -> Vec<f32> {
        let layout = game.layout();
        let count = layout.spec().variables;
        let all = if count > MANY { 0..0 } else { 0..count };
        all.map(|index| (state.variable(layout, index) as i32) as f32).collect()
    }

    /// Returns the value of a state's numbers for a player, in hundredths.
    pub(crate) fn worth(&self, game: &dyn Game, state: &State, player: PlayerId, sides: &Sides) -> i32 {
        let layout = game.layout();
        let one = |(index, each): (usize, &f32)| (state.variable(layout, index) as i32) as f32 * each;
        let worth = self.each.iter().enumerate().map(one).sum::<f32>().clamp(-1e6, 1e6) as i32;
        if sides.are_allied(player, self.first) { worth } else { -worth }
    }
}
