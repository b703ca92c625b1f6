//! Looking ahead where nothing but numbers changes: all moves of a position are made at once, and
//! the one that is played is taken over.

use dagaz_core::{Candidate, EndingId, Found, Lookahead, PlayerId, SiteId, State, Weights};

use super::form::Tallies;
use super::make::NOWHERE;
use super::random::Run;
use crate::paths::game::PathGame;
use crate::paths::search_position::{Ahead, Foresight};
use crate::paths::series::Run as _;

/// See [`Foresight`].
struct Numbers<'a> {
    form: &'a Tallies,
    /// One for each ply; the present one is at `depth`.
    plies: Vec<Run<'a>>,
    depth: usize,
    /// No piece ever moves, so they stay as they are.
    sums: Vec<i32>,
}

impl Tallies {
    /// None if the state is not one for this form.
    pub(in crate::paths) fn look_ahead<'a>(
        &'a self,
        game: &'a PathGame,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Box<dyn Lookahead + 'a>> {
        let sight = Numbers { form: self, plies: vec![self.run(state)?], depth: 0, sums: weights.sums(game, state) };
        Some(Box::new(Ahead::new(sight, game, weights)))
    }
}

impl<'a> Numbers<'a> {
    fn here(&self) -> &Run<'a> {
        &self.plies[self.depth]
    }

    /// Continues with the next ply, by a move of the last list or by a pass.
    fn follow(&mut self, index: Option<usize>) {
        if self.plies.len() == self.depth + 1 {
            let next = self.here().beside();
            self.plies.push(next);
        }
        self.depth += 1;
        let (above, below) = self.plies.split_at_mut(self.depth);
        below[0].follow(&above[self.depth - 1], index);
    }
}

impl Foresight for Numbers<'_> {
    fn key(&self) -> u64 {
        self.here().key()
    }

    fn state(&self) -> State {
        self.here().state()
    }

    fn mover(&self) -> PlayerId {
        self.here().slot().mover
    }

    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Option<Found> {
        let (form, run) = (self.form, &mut self.plies[self.depth]);
        if run.find().is_err() || run.moves > form.moves_max {
            return None;
        }
        let stuck = run.moves == 0;
        if let Some(ended) = run.ended(stuck) {
            return Some(Some(ended));
        }
        if stuck {
            let lost = || Some((EndingId::at(form.sides[0].endings.len()), run.slot().mover));
            return (!form.passes_if_stuck).then(lost);
        }
        // No piece is taken, and none changes.
        if !loud {
            let site = |site: u8| if site == NOWHERE { SiteId::NONE } else { SiteId::at(usize::from(site)) };
            let ends = run.ends().map(|(from, to)| Candidate { from: site(from), to: site(to), ..Candidate::PASS });
            found.extend(ends);
        }
        Some(None)
    }

    fn play(&mut self, index: usize) -> Found {
        self.follow(Some(index));
        None
    }

    fn pass(&mut self) {
        self.follow(None);
    }

    fn undo(&mut self) {
        self.depth -= 1;
    }

    fn sums(&self) -> &[i32] {
        &self.sums
    }

    fn occurrences(&self) -> usize {
        self.here().occurrences()
    }

    fn mobility(&mut self, player: PlayerId) -> Option<u32> {
        // The list made last stays as it is.
        let mut aside = self.here().beside();
        if aside.slot().mover != player {
            aside.give_to(player)?;
        }
        aside.find().ok()?;
        Some(aside.moves as u32)
    }
}
