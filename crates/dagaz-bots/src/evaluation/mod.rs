//! Evaluation: the value of a position, learned from the games of an analysis.
//!
//! It is a sum of piece values, piece-square values and mobility, with an optional lead term and
//! territory term. In games that fill the board there are values for the beginning and for the end,
//! and a search interpolates at its root.

mod gathering;
pub(crate) mod hops;
mod lead;
mod pursuit;
mod rows;
mod territory;

use std::borrow::Cow;

use dagaz_core::{Game, Lookahead, PlayerId, State, Weights};

use crate::Sides;
use crate::game_analysis::{Points, Stages, Tallies};

pub(crate) use gathering::Gathering;
pub(crate) use lead::Lead;
pub(crate) use pursuit::Pursuit;
pub(crate) use rows::Rows;
pub(crate) use territory::{Scratch, Territory};

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    /// Material, in hundredths.
    pub(crate) weights: Weights,
    /// Value of having all moves and the opponents none, in hundredths; 0 without mobility.
    pub(crate) mobility: i32,
    /// The lead term, if accepted.
    pub(crate) lead: Option<Lead>,
    /// Pursuit of the remaining enemy pieces by the side far ahead, if that wins.
    pub(crate) pursuit: Option<Pursuit>,
    /// The numbers for the end, where those above are for the beginning.
    pub(crate) late: Option<Late>,
    /// Who has the room, if that is what the game is about.
    pub(crate) territory: Option<Territory>,
    /// How near to one another pieces stand, if that is what the game is about.
    pub(crate) gathering: Option<Gathering>,
    /// Which rows win, if that is what the game is about.
    pub(crate) rows: Option<Rows>,
    /// The current score, if the end compares points.
    pub(crate) points: Option<Points>,
    /// The tallies, if they predict more than points.
    pub(crate) tallies: Option<Tallies>,
    /// Hundredths at which a player wins about 85 games of 100.
    pub(crate) scale: f64,
    /// Whether the game has an evaluation of its own.
    pub(crate) own: bool,
    /// Whether no term was accepted.
    pub(crate) blind: bool,
    /// Whether all values are 0.
    pub(crate) flat: bool,
    /// Who plays with whom.
    pub(crate) sides: Sides,
}

/// The values for a full board.
#[derive(Clone, Debug)]
pub(crate) struct Late {
    pub(crate) weights: Weights,
    pub(crate) mobility: i32,
    pub(crate) stages: Stages,
}

impl Evaluation {
    /// Returns an evaluation without any game knowledge: all values are 0.
    pub(crate) fn nothing(game: &dyn Game, sides: &Sides) -> Evaluation {
        Evaluation {
            weights: Weights::new(game, |_, _| 0, |_| 0),
            mobility: 0,
            lead: None,
            pursuit: None,
            late: None,
            territory: None,
            gathering: None,
            rows: None,
            points: None,
            tallies: None,
            scale: 400.0,
            own: false,
            blind: true,
            flat: true,
            sides: sides.clone(),
        }
    }

    /// Returns the evaluation for a search from a state.
    pub(crate) fn at(&self, game: &dyn Game, state: &State) -> Cow<'_, Evaluation> {
        /// The search looks this number of plies ahead.
        const AHEAD: usize = 6;
        if let Some(late) = &self.late {
            let pieces = game.topology().site_ids().filter(|site| !state.is_empty(*site)).count();
            return Cow::Owned(self.blend(game, late, late.stages.of(pieces + AHEAD)));
        }
        let pursued = self.pursuit.as_ref().and_then(|one| one.weights(game, state, &self.weights, &self.sides));
        pursued.map_or(Cow::Borrowed(self), |weights| Cow::Owned(Evaluation { weights, ..self.clone() }))
    }

    /// Returns the evaluation in the middle of a game.
    pub(crate) fn halfway(&self, game: &dyn Game) -> Cow<'_, Evaluation> {
        match &self.late {
            Some(late) => Cow::Owned(self.blend(game, late, 0.5)),
            None => Cow::Borrowed(self),
        }
    }

    fn blend(&self, game: &dyn Game, late: &Late, stage: f32) -> Evaluation {
        let between = |early: i32, late: i32| (early as f32 + stage * (late - early) as f32).round() as i32;
        Evaluation {
            weights: Weights::new(
                game,
                |piece, site| between(self.weights.on(piece, site), late.weights.on(piece, site)),
                |piece| between(self.weights.waiting(piece), late.weights.waiting(piece)),
            ),
            mobility: between(self.mobility, late.mobility),
            late: None,
            territory: self.territory.clone(),
            gathering: self.gathering.clone(),
            rows: self.rows.clone(),
            tallies: self.tallies.clone(),
            sides: self.sides.clone(),
            pursuit: None,
            ..*self
        }
    }

    /// Returns the value of the present state for a player against all others.
    #[inline]
    pub(crate) fn of(&self, game: &dyn Game, ahead: &mut dyn Lookahead, player: PlayerId) -> i32 {
        let worth = self.of_still(game, ahead, player);
        if self.own {
            return worth;
        }
        if let Some(territory) = &self.territory {
            let room = territory.worth(&ahead.state(), player, &mut Scratch::default());
            return (worth + room).clamp(-Self::MOST, Self::MOST);
        }
        if self.mobility == 0 {
            return worth;
        }
        let count = |player| ahead.mobility(player).map_or(0, |count| count as i32);
        let [mine, theirs] = self.sides.means(player, count);
        let share = i64::from(mine - theirs) * i64::from(self.mobility) / i64::from(mine + theirs + 1);
        (worth + share as i32).clamp(-Self::MOST, Self::MOST)
    }

    /// The same without mobility and territory.
    #[inline]
    pub(crate) fn of_still(&self, game: &dyn Game, ahead: &mut dyn Lookahead, player: PlayerId) -> i32 {
        if self.own {
            return self.by_game(game, &ahead.state(), player);
        }
        let sums = ahead.sums();
        let [mine, theirs] = self.sides.means(player, |one| sums.get(one.index()).copied().unwrap_or(0));
        let mut worth = mine.saturating_sub(theirs);
        if let Some(lead) = self.lead {
            worth = worth.saturating_add(lead.worth([mine, theirs]));
        }
        if self.gathering.is_some() || self.rows.is_some() || self.points.is_some() || self.tallies.is_some() {
            worth += self.of_whole(game, &ahead.state(), player);
        }
        worth.clamp(-Self::MOST, Self::MOST)
    }

    /// Terms that need the whole position.
    #[cold]
    fn of_whole(&self, game: &dyn Game, state: &State, player: PlayerId) -> i32 {
        let near = self.gathering.as_ref().map_or(0, |gathering| gathering.of_state(game, state, player, &self.sides));
        let tallies = self.tallies.as_ref().map_or(0, |tallies| tallies.worth(game, state, player, &self.sides));
        let rows = self.rows.as_ref().map_or(0, |rows| rows.worth(state, player, &self.sides));
        near + rows + tallies + self.points.map_or(0, |points| points.worth(game, state, player, &self.sides))
    }

    /// No evaluation is above this.
    pub(crate) const MOST: i32 = 50_000;

    #[cold]
    fn by_game(&self, game: &dyn Game, state: &State, player: PlayerId) -> i32 {
        game.evaluate(state, player).unwrap_or(0).clamp(-Self::MOST, Self::MOST)
    }

    /// Returns whether it knows who is free to move: by the number of moves, or by the room.
    pub(crate) fn tells_of_freedom(&self) -> bool {
        self.mobility > 0 || self.territory.is_some()
    }

    /// For each player the value of the present state, from -1 to 1; without mobility.
    pub(crate) fn shares(&self, game: &dyn Game, ahead: &mut dyn Lookahead, scratch: &mut Scratch) -> Vec<f32> {
        let mut worths = vec![0.0; game.glossary().players.len()];
        // With two players the value is zero-sum.
        if let (Some(territory), &[first, second]) = (&self.territory, self.sides.choosers()) {
            let worth = self.squashed(territory.worth(&ahead.state(), first, scratch));
            (worths[first.index()], worths[second.index()]) = (worth, -worth);
            return worths;
        }
        for &player in self.sides.choosers() {
            worths[player.index()] = self.squashed(self.of_still(game, ahead, player));
        }
        worths
    }

    /// Returns whether no term was accepted.
    pub(crate) fn is_blind(&self) -> bool {
        self.blind
    }

    /// Returns whether all positions are the same to it.
    pub(crate) fn is_flat(&self) -> bool {
        self.flat
    }

    /// Hundredths as a worth between -1 and 1.
    #[inline]
    pub(crate) fn squashed(&self, hundredths: i32) -> f32 {
        squash(hundredths as f32 / self.scale as f32)
    }

    /// Returns the winning chance for a value in hundredths, from 0 to 1.
    pub(crate) fn win_chance(&self, hundredths: i32) -> f64 {
        0.5 + 0.5 * f64::from(squash((f64::from(hundredths) / self.scale) as f32))
    }
}

/// From all numbers to those between -1 and 1.
#[inline]
pub(crate) fn squash(x: f32) -> f32 {
    x / (1.0 + x * x).sqrt()
}
