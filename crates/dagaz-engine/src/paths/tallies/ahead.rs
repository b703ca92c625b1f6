//! Looking ahead where nothing but numbers changes: all moves of a position are made at once, and the one that is played is taken over.

use dagaz_core::{
    Candidate, EndingId, Found, Game, LimitHit, Lookahead, Plain, PlayerId, SiteId, State, Verdict, Weights,
};

use super::form::Tallies;
use super::make::NOWHERE;
use super::random::Run;
use crate::paths::game::PathGame;
use crate::paths::series::Run as _;
use crate::verdict::Meanings;

/// See [`Lookahead`]. Where the form declines, the plain one goes on from there and is left on the way back.
struct Ahead<'a> {
    form: &'a Tallies,
    game: &'a PathGame,
    weights: &'a Weights,
    /// One for each ply; the present one is at `depth`.
    plies: Vec<Run<'a>>,
    depth: usize,
    /// No piece ever moves, so they stay as they are.
    sums: Vec<i32>,
    general: Option<(usize, Plain<'a>)>,
    meanings: Meanings,
}

impl Tallies {
    /// None if the state is not one for this form.
    pub(in crate::paths) fn look_ahead<'a>(
        &'a self,
        game: &'a PathGame,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Box<dyn Lookahead + 'a>> {
        Some(Box::new(Ahead {
            form: self,
            game,
            weights,
            plies: vec![self.run(state)?],
            depth: 0,
            sums: weights.sums(game, state),
            general: None,
            meanings: Meanings::default(),
        }))
    }
}

impl<'a> Ahead<'a> {
    fn here(&self) -> &Run<'a> {
        &self.plies[self.depth]
    }

    /// Leaves the form at this depth.
    fn leave(&mut self) -> &mut Plain<'a> {
        let plain = Plain::new(self.game, self.here().state(), self.weights);
        &mut self.general.insert((self.depth, plain)).1
    }

    /// Makes room for the next ply, which is like this one.
    fn deeper(&mut self) {
        if self.plies.len() == self.depth + 1 {
            let next = self.here().beside();
            self.plies.push(next);
        }
        self.depth += 1;
    }
}

impl Lookahead for Ahead<'_> {
    fn key(&self) -> u64 {
        match &self.general {
            Some((_, plain)) => plain.key(),
            None => self.here().key(),
        }
    }

    fn state(&self) -> State {
        match &self.general {
            Some((_, plain)) => plain.state(),
            None => self.here().state(),
        }
    }

    fn mover(&self) -> PlayerId {
        match &self.general {
            Some((_, plain)) => plain.mover(),
            None => self.here().slot().mover,
        }
    }

    fn by_chance(&self) -> bool {
        false
    }

    fn chances(&self, _found: &[Candidate]) -> Vec<(usize, f64)> {
        Vec::new()
    }

    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Result<Found, LimitHit> {
        found.clear();
        if let Some((_, plain)) = &mut self.general {
            return plain.moves(loud, found);
        }
        let (form, run) = (self.form, &mut self.plies[self.depth]);
        if run.find().is_err() || run.moves > form.moves_max {
            return self.leave().moves(loud, found);
        }
        let stuck = run.moves == 0;
        if let Some(ended) = run.ended(stuck) {
            return Ok(Some(ended));
        }
        if stuck {
            if form.passes_if_stuck {
                return self.leave().moves(loud, found);
            }
            return Ok(Some((EndingId::at(form.sides[0].endings.len()), run.slot().mover)));
        }
        // No piece is taken, and none changes.
        if !loud {
            let site = |site: u8| if site == NOWHERE { SiteId::NONE } else { SiteId::at(usize::from(site)) };
            let ends = run.ends().map(|(from, to)| Candidate { from: site(from), to: site(to), ..Candidate::PASS });
            found.extend(ends);
        }
        Ok(None)
    }

    fn play(&mut self, index: usize) -> Result<Found, LimitHit> {
        if let Some((_, plain)) = &mut self.general {
            let found = plain.play(index)?;
            self.depth += 1;
            return Ok(found);
        }
        self.deeper();
        let (above, below) = self.plies.split_at_mut(self.depth);
        below[0].follow(&above[self.depth - 1], Some(index));
        Ok(None)
    }

    fn pass(&mut self) -> bool {
        if let Some((_, plain)) = &mut self.general {
            let passed = plain.pass();
            self.depth += usize::from(passed);
            return passed;
        }
        self.deeper();
        let (above, below) = self.plies.split_at_mut(self.depth);
        below[0].follow(&above[self.depth - 1], None);
        true
    }

    fn undo(&mut self) {
        match &mut self.general {
            Some((from, plain)) if self.depth > *from => {
                plain.undo();
                self.depth -= 1;
                return;
            }
            Some(_) => self.general = None,
            None => {}
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn sums(&self) -> &[i32] {
        match &self.general {
            Some((_, plain)) => plain.sums(),
            None => &self.sums,
        }
    }

    fn weights(&self) -> &Weights {
        self.weights
    }

    fn occurrences(&self) -> usize {
        match &self.general {
            Some((_, plain)) => plain.occurrences(),
            None => self.here().occurrences(),
        }
    }

    fn verdicts(&mut self, ending: (EndingId, PlayerId)) -> Vec<Verdict> {
        let mut meanings = std::mem::take(&mut self.meanings);
        let verdicts = meanings.of(ending, || self.game.outcome_of(&self.state(), ending));
        self.meanings = meanings;
        verdicts
    }

    fn mobility(&mut self, player: PlayerId) -> Option<u32> {
        if let Some((_, plain)) = &mut self.general {
            return plain.mobility(player);
        }
        let run = &mut self.plies[self.depth];
        if run.slot().mover == player {
            // The list made last stays as it is.
            let mut aside = run.beside();
            aside.find().ok()?;
            return Some(aside.moves as u32);
        }
        let mut aside = run.beside();
        aside.give_to(player)?;
        aside.find().ok()?;
        Some(aside.moves as u32)
    }

    fn in_check(&mut self) -> Option<bool> {
        None
    }

    fn is_quick(&self) -> bool {
        true
    }
}
