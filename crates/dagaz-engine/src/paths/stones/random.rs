//! Playouts of stones.

use dagaz_core::{LimitHit, Playout, PlayoutLimits, Rng, Series, State, below};

use super::{Action, Chains};
use crate::paths::game::PathGame;

impl Chains<'_> {
    /// Plays on at random. `counts`: the moves that there were to choose from are counted.
    fn play(&mut self, rng: &mut dyn Rng, limits: PlayoutLimits, counts: bool) -> Playout {
        let (mut playout, mut quiet) = (Playout::default(), 0);
        loop {
            playout.end = self.ended(false);
            if playout.end.is_some() {
                return playout;
            }
            let cut = playout.plies >= limits.plies || limits.quiet_plies.is_some_and(|most| quiet >= most);
            if cut {
                playout.end = self.ended(!self.can_move());
                return playout;
            }
            if counts {
                playout.choices += self.count() as u64;
            }
            match self.draw(rng) {
                None => {
                    playout.end = self.ended(true);
                    return playout;
                }
                Some(placed) => quiet = if placed { 0 } else { quiet + 1 },
            }
            playout.plies += 1;
        }
    }

    /// Plays a uniformly random move, and returns whether it placed a stone; `None` without a legal
    /// move. An illegal draw is set aside, and another one is drawn.
    #[inline]
    fn draw(&mut self, rng: &mut dyn Rng) -> Option<bool> {
        let passes = self.actions(|action| matches!(action, Action::Pass(_)));
        let places = self.actions(|action| matches!(action, Action::Place(_)));
        let mut left = if places > 0 { self.empty.len() } else { 0 };
        while left + passes > 0 {
            let drawn = below(rng, left + passes);
            if drawn >= left {
                self.pass();
                return Some(false);
            }
            let site = usize::from(self.empty[drawn]);
            if let Some(taken) = self.taking(site) {
                self.place(site, &taken);
                return Some(true);
            }
            left -= 1;
            self.change_places(drawn, left);
        }
        None
    }

    /// How many moves there are.
    fn count(&self) -> usize {
        let placed = self.empty.iter().filter(|site| self.taking(usize::from(**site)).is_some()).count();
        let places = self.actions(|action| matches!(action, Action::Place(_)));
        places * placed + self.actions(|action| matches!(action, Action::Pass(_)))
    }

    fn can_move(&self) -> bool {
        self.actions(|action| matches!(action, Action::Pass(_))) > 0
            || self.empty.iter().any(|site| self.taking(usize::from(*site)).is_some())
    }
}

impl PathGame {
    fn begin_stones(&self, start: &State) -> Result<Option<Chains<'_>>, LimitHit> {
        let begun = self.stones.as_ref().and_then(|stones| Chains::of(stones, start, &self.layout));
        let Some(chains) = begun else { return Ok(None) };
        // A finished game is left to the reference interpreter.
        let over = self.ended(start, Some(false))?.is_some();
        Ok((!over).then_some(chains))
    }

    /// Plays one game at random by this form, if the state is one for it and not over.
    pub(in crate::paths) fn place_stones(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Result<Option<Playout>, LimitHit> {
        let Some(mut chains) = self.begin_stones(state)? else { return Ok(None) };
        let playout = chains.play(rng, limits, counts);
        *state = chains.to_state(state, &self.layout);
        Ok(Some(playout))
    }

    /// Plays one game after the other so. False if the state is not one for this form, or is over.
    pub(in crate::paths) fn place_stones_in_series(
        &self,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Result<bool, LimitHit> {
        let Some(first) = self.begin_stones(start)? else { return Ok(false) };
        let mut chains = first.clone();
        while let Some(rng) = series.begin() {
            chains.copy(&first);
            let playout = chains.play(rng, limits, false);
            series.end(&playout, &mut || chains.to_state(start, &self.layout));
        }
        Ok(true)
    }
}
