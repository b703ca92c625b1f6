//! Looking ahead on a board of bits.

use dagaz_core::{Candidate, Found, Lookahead, PlayerId, Rank, Roster, SiteId, State, Weights, word_key};

use super::Bits;
use super::board::Board;
use super::past::Past;
use super::setting::Setting;
use super::turning::{Declined, Turning};
use crate::paths::game::PathGame;
use crate::paths::search_position::{Ahead, Foresight};

/// Looks ahead from the position of a turn; `state` is the same one.
pub(in crate::paths) fn look_ahead<'a, T: Turning<'a> + 'a>(
    turn: T,
    game: &'a PathGame,
    state: &State,
    weights: &'a Weights,
) -> Box<dyn Lookahead + 'a> {
    Box::new(Ahead::new(Boards::new(turn, game, state, weights), game, weights))
}

/// See [`Foresight`].
struct Boards<'a, T: Turning<'a>> {
    setting: &'a Setting<T::Bits>,
    weights: &'a Weights,
    /// For each code its rank, and what it is worth on each site.
    ranks: Vec<Rank>,
    worth: Vec<i32>,
    past: Past,
    /// For each ply its position and moves; the present one is at `depth`.
    plies: Vec<Ply<'a, T>>,
    depth: usize,
}

struct Ply<'a, T: Turning<'a>> {
    turn: T,
    /// The moves listed last.
    moves: Vec<T::Move>,
    sums: Vec<i32>,
    /// What there was to be remembered before.
    mark: (usize, usize),
}

impl<'a, T: Turning<'a>> Boards<'a, T> {
    fn new(turn: T, game: &PathGame, state: &State, weights: &'a Weights) -> Boards<'a, T> {
        let setting = turn.setting();
        let roster = Roster::of(game);
        let past = Past::new(state.history(), state.is_forgetful(), setting.remembers);
        let first = Ply { turn, moves: Vec::new(), sums: weights.sums(game, state), mark: past.mark() };
        let worth = |piece| (0..setting.sites).map(move |site| weights.on(piece, SiteId::at(site)));
        Boards {
            setting,
            weights,
            ranks: setting.pieces.iter().map(|(piece, _)| roster.rank(*piece)).collect(),
            worth: setting.pieces.iter().flat_map(|(piece, _)| worth(*piece)).collect(),
            past,
            plies: vec![first],
            depth: 0,
        }
    }

    fn board(&self) -> &Board<T::Bits> {
        self.plies[self.depth].turn.board()
    }

    fn candidate(&self, chosen: T::Move) -> Candidate {
        let turn = &self.plies[self.depth].turn;
        let site = |site: Option<usize>| site.map_or(SiteId::NONE, SiteId::at);
        let rank = |code: Option<usize>| code.map_or(Rank::NONE, |code| self.ranks[code]);
        let ((from, to), (before, after)) = (turn.ends(chosen), turn.pieces(chosen));
        let mut candidate = Candidate {
            from: site(from),
            to: site(to),
            piece: rank(before),
            becomes: rank(after),
            captured: Rank::NONE,
            captures: 0,
        };
        turn.captured(chosen).each().for_each(|site| candidate.capture(rank(self.board().code_on(site))));
        candidate
    }

    /// Goes one ply deeper, with what there was to be remembered before.
    fn deeper(&mut self, board: Board<T::Bits>, mark: (usize, usize)) {
        self.depth += 1;
        if self.plies.len() <= self.depth {
            let turn = self.plies[self.depth - 1].turn.beside(board);
            self.plies.push(Ply { turn, moves: Vec::new(), sums: Vec::new(), mark });
        }
        let (above, below) = self.plies.split_at_mut(self.depth);
        let (above, ply) = (&above[self.depth - 1], &mut below[0]);
        ply.turn.turn_to(board);
        ply.mark = mark;
        ply.sums.clone_from(&above.sums);
        let before = above.turn.board();
        for (code, (piece, _)) in self.setting.pieces.iter().enumerate() {
            let (old, new) = (before.sets[code], board.sets[code]);
            let worth = &self.worth[code * self.setting.sites..];
            let sum = |set: T::Bits| set.each().map(|site| worth[site]).sum::<i32>();
            let waiting = i32::from(board.hands[code]) - i32::from(before.hands[code]);
            let held = if waiting == 0 { 0 } else { waiting * self.weights.waiting(*piece) };
            // "No owner" is last.
            let owner = piece.owner.index().min(ply.sums.len() - 1);
            ply.sums[owner] += sum(new.less(old)) - sum(old.less(new)) + held;
        }
    }
}

impl<'a, T: Turning<'a>> Foresight for Boards<'a, T> {
    fn key(&self) -> u64 {
        let board = self.board();
        let passes = self.setting.passes.map_or(0, |word| word_key(word, u32::from(board.passes)));
        let turns = self.setting.turns.map_or(0, |word| word_key(word, board.turns));
        let counters = board.counters.iter().zip(&self.setting.counters);
        let counters = counters.fold(0, |key, (counter, word)| key ^ word_key(*word, u32::from(*counter)));
        board.key ^ passes ^ turns ^ counters ^ word_key(self.setting.last_mover, u32::from(board.last_mover))
    }

    fn state(&self) -> State {
        self.board().state(self.setting, self.past.keys(), self.past.is_forgetful())
    }

    fn mover(&self) -> PlayerId {
        self.board().slot(self.setting).mover
    }

    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Option<Found> {
        let Ply { turn, moves, .. } = &mut self.plies[self.depth];
        if turn.find() == Err(Declined) {
            return None;
        }
        if let Some(ended) = turn.ended(&self.past) {
            return Some(Some(ended));
        }
        moves.clear();
        turn.each(|one| {
            if !loud || turn.is_loud(one) {
                moves.push(one);
            }
        });
        let moves = &self.plies[self.depth].moves;
        found.extend(moves.iter().map(|one| self.candidate(*one)));
        Some(None)
    }

    fn play(&mut self, index: usize) -> Found {
        let ply = &self.plies[self.depth];
        let chosen = ply.moves[index];
        let board = ply.turn.played(chosen);
        let is_quiet = ply.turn.is_quiet(chosen, Some(&board));
        let for_good = ply.turn.is_for_good(chosen, is_quiet, &board);
        let mark = self.past.mark();
        self.past.note(board.key, for_good);
        self.deeper(board, mark);
        None
    }

    fn pass(&mut self) {
        let mut board = *self.board();
        board.pass(self.setting);
        self.deeper(board, self.past.mark());
    }

    fn undo(&mut self) {
        self.past.back_to(self.plies[self.depth].mark);
        self.depth -= 1;
    }

    fn sums(&self) -> &[i32] {
        &self.plies[self.depth].sums
    }

    fn occurrences(&self) -> usize {
        self.past.times(self.board().key)
    }

    fn mobility(&mut self, player: PlayerId) -> Option<u32> {
        let slots = &self.setting.slots;
        let mut board = *self.board();
        let now = usize::from(board.slot);
        let ahead = (0..slots.len()).map(|ahead| (now + ahead) % slots.len());
        let slot = ahead.into_iter().find(|slot| slots[*slot].mover == player)?;
        board.slot = slot as u16;
        let mut turn = self.plies[self.depth].turn.beside(board);
        turn.find().ok().map(|()| turn.count() as u32)
    }
}
