//! Looking ahead in this form.

use dagaz_core::{
    Candidate, EndingId, Found, Game, LimitHit, Lookahead, Plain, PlayerId, Rank, Roster, SiteId, State, Verdict,
    Weights, word_key,
};

use super::board::Board;
use super::endings::Past;
use super::form::{Form, Move};
use super::turn::{Declined, Turn};
use crate::paths::bits::Bits;
use crate::paths::game::PathGame;
use crate::verdict::Meanings;

/// See [`Lookahead`]. Where the form declines, the plain one goes on from there and is left on the way back.
pub(super) struct Ahead<'a, B> {
    form: &'a Form<B>,
    game: &'a PathGame,
    weights: &'a Weights,
    /// For each code its rank, and what it is worth on each site.
    ranks: Vec<Rank>,
    worth: Vec<i32>,
    past: Past,
    /// For each ply its position and moves; the present one is at `depth`.
    plies: Vec<Ply<'a, B>>,
    depth: usize,
    general: Option<(usize, Plain<'a>)>,
    meanings: Meanings,
}

struct Ply<'a, B> {
    turn: Turn<'a, B>,
    /// The moves listed last.
    moves: Vec<Move<B>>,
    sums: Vec<i32>,
    /// What there was to be remembered before.
    mark: (usize, usize),
}

impl<'a, B: Bits> Ahead<'a, B> {
    /// None if the state is not one for this form.
    pub(super) fn new(
        form: &'a Form<B>,
        game: &'a PathGame,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Ahead<'a, B>> {
        let board = Board::of(form, state)?;
        let roster = Roster::of(game);
        let past = Past::new(state.history(), state.is_forgetful());
        let first =
            Ply { turn: Turn::new(form, board), moves: Vec::new(), sums: weights.sums(game, state), mark: past.mark() };
        let worth = |piece| (0..form.sites).map(move |site| weights.on(piece, SiteId::at(site)));
        Some(Ahead {
            form,
            game,
            weights,
            ranks: form.pieces.iter().map(|(piece, _)| roster.rank(*piece)).collect(),
            worth: form.pieces.iter().flat_map(|(piece, _)| worth(*piece)).collect(),
            past,
            plies: vec![first],
            depth: 0,
            general: None,
            meanings: Meanings::default(),
        })
    }

    fn board(&self) -> &Board<B> {
        &self.plies[self.depth].turn.board
    }

    fn candidate(&self, one: &Move<B>) -> Candidate {
        let mut candidate = Candidate {
            from: SiteId(u16::from(one.from)),
            to: SiteId(u16::from(one.to)),
            piece: self.ranks[usize::from(one.before)],
            becomes: self.ranks[usize::from(one.after)],
            captured: Rank::NONE,
            captures: 0,
        };
        for site in one.captured.each() {
            let code = self.board().code_on(site);
            candidate.capture(code.map_or(Rank::NONE, |code| self.ranks[code]));
        }
        candidate
    }

    /// Goes one ply deeper, to a position with these sums.
    fn deeper(&mut self, board: Board<B>, sums: impl FnOnce(&[i32], &mut Vec<i32>), mark: (usize, usize)) {
        self.depth += 1;
        if self.plies.len() <= self.depth {
            let turn = Turn::new(self.form, board);
            self.plies.push(Ply { turn, moves: Vec::new(), sums: Vec::new(), mark });
        }
        let (above, below) = self.plies.split_at_mut(self.depth);
        let ply = &mut below[0];
        ply.turn.turn_to(board);
        ply.mark = mark;
        sums(&above[self.depth - 1].sums, &mut ply.sums);
    }

    /// Leaves the form at this depth.
    fn leave(&mut self) -> &mut Plain<'a> {
        let plain = Plain::new(self.game, self.present(), self.weights);
        &mut self.general.insert((self.depth, plain)).1
    }

    fn present(&self) -> State {
        self.board().state(self.form, self.past.keys(), self.past.is_forgetful())
    }
}

impl<B: Bits> Lookahead for Ahead<'_, B> {
    fn key(&self) -> u64 {
        match &self.general {
            Some((_, plain)) => plain.key(),
            None => self.board().key ^ word_key(self.form.last_mover, u32::from(self.board().last_mover)),
        }
    }

    fn state(&self) -> State {
        match &self.general {
            Some((_, plain)) => plain.state(),
            None => self.present(),
        }
    }

    fn mover(&self) -> PlayerId {
        match &self.general {
            Some((_, plain)) => plain.mover(),
            None => self.board().slot(self.form).mover,
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
        let ply = &mut self.plies[self.depth];
        if ply.turn.find() == Err(Declined) {
            return self.leave().moves(loud, found);
        }
        if let Some(ended) = ply.turn.ended(&self.past) {
            return Ok(Some(ended));
        }
        let Ply { turn, moves, .. } = ply;
        moves.clear();
        turn.each(|one| {
            if !loud || !one.is_quiet() {
                moves.push(one);
            }
        });
        let moves = &self.plies[self.depth].moves;
        found.extend(moves.iter().map(|one| self.candidate(one)));
        Ok(None)
    }

    fn play(&mut self, index: usize) -> Result<Found, LimitHit> {
        if let Some((_, plain)) = &mut self.general {
            let found = plain.play(index)?;
            self.depth += 1;
            return Ok(found);
        }
        let ply = &self.plies[self.depth];
        let played = ply.moves[index];
        let before = ply.turn.board;
        let mut board = before;
        board.play(self.form, &played);
        let mark = self.past.mark();
        self.past.note(self.form, &played, &board);
        let (form, worth) = (self.form, std::mem::take(&mut self.worth));
        let on = |code: usize, site: usize| worth[code * form.sites + site];
        let owner = |code: usize| form.pieces[code].0.owner.index();
        self.deeper(
            board,
            |above, sums| {
                sums.clear();
                sums.extend_from_slice(above);
                for site in played.captured.each() {
                    if let Some(code) = before.code_on(site) {
                        sums[owner(code)] -= on(code, site);
                    }
                }
                let (code, after) = (usize::from(played.before), usize::from(played.after));
                sums[owner(code)] -= on(code, usize::from(played.from));
                sums[owner(after)] += on(after, usize::from(played.to));
            },
            mark,
        );
        self.worth = worth;
        Ok(None)
    }

    fn pass(&mut self) -> bool {
        if let Some((_, plain)) = &mut self.general {
            let passed = plain.pass();
            self.depth += usize::from(passed);
            return passed;
        }
        let mut board = *self.board();
        board.pass(self.form);
        let mark = self.past.mark();
        self.deeper(
            board,
            |above, sums| {
                sums.clear();
                sums.extend_from_slice(above);
            },
            mark,
        );
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
        if let Some(above) = self.depth.checked_sub(1) {
            self.past.back_to(self.plies[self.depth].mark);
            self.depth = above;
        }
    }

    fn sums(&self) -> &[i32] {
        match &self.general {
            Some((_, plain)) => plain.sums(),
            None => &self.plies[self.depth].sums,
        }
    }

    fn weights(&self) -> &Weights {
        self.weights
    }

    fn occurrences(&self) -> usize {
        match &self.general {
            Some((_, plain)) => plain.occurrences(),
            None => self.past.times(self.board().key),
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
        let slots = &self.form.slots;
        let mut board = *self.board();
        let now = usize::from(board.slot);
        let ahead = (0..slots.len()).map(|ahead| (now + ahead) % slots.len());
        let slot = ahead.into_iter().find(|slot| slots[*slot].mover == player)?;
        board.slot = slot as u16;
        let mut turn = Turn::new(self.form, board);
        turn.find().ok().map(|()| turn.len() as u32)
    }

    fn in_check(&mut self) -> Option<bool> {
        None
    }

    fn is_quick(&self) -> bool {
        true
    }
}
