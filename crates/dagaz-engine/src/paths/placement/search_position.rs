//! Search position of placement games in which only lines count: the board is a few words, and an
//! ending is detected when the piece is placed.

use dagaz_core::{Candidate, EndingId, Found, Lookahead, PlayerId, Rank, Roster, SiteId, State, Weights, word_key};

use super::small_board::{Seen, lines};
use super::{NONE, Placement, Watch};
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;
use crate::paths::bits::setting::Setting;
use crate::paths::game::PathGame;
use crate::paths::search_position::{Ahead, Foresight};

/// What looking ahead needs to know of a game.
#[derive(Debug)]
pub(super) enum Sight {
    /// Of up to 64 sites.
    Small(Form<u64>),
    /// Of up to 128.
    Large(Form<u128>),
}

/// See [`Sight`].
#[derive(Debug)]
pub(super) struct Form<B> {
    setting: Setting<B>,
    /// For each player the code of the placed pieces.
    codes: Vec<usize>,
    room: B,
    /// For each site those that can be filled after it.
    above: Vec<B>,
    watches: Vec<Seen<B>>,
}

impl Sight {
    /// None if there are too many sites, or groups, or if positions hold more than pieces.
    pub(super) fn of(placement: &Placement, game: &PathGame) -> Option<Sight> {
        let small = || Form::of(placement, game).map(Sight::Small);
        small().or_else(|| Form::of(placement, game).map(Sight::Large))
    }

    /// None if the state is not one for this form, or is over.
    pub(super) fn ahead<'a>(
        &'a self,
        game: &'a PathGame,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Box<dyn Lookahead + 'a>> {
        Some(match self {
            Sight::Small(form) => Box::new(Ahead::new(Boards::new(form, game, state, weights)?, game, weights)),
            Sight::Large(form) => Box::new(Ahead::new(Boards::new(form, game, state, weights)?, game, weights)),
        })
    }
}

impl<B: Bits> Form<B> {
    fn of(placement: &Placement, game: &PathGame) -> Option<Form<B>> {
        if placement.sites > B::SITES {
            return None;
        }
        let setting: Setting<B> = Setting::of(game)?;
        if setting.remembers || setting.board.count() as usize != placement.sites {
            return None;
        }
        let code = |player: usize| {
            let of = |(piece, _): &(dagaz_core::Piece, u32)| {
                piece.kind == placement.kind && piece.owner == PlayerId::at(player)
            };
            setting.pieces.iter().position(of)
        };
        let room = (0..placement.sites).filter(|site| placement.room[*site]);
        let room = room.fold(B::NONE, |all, site| all | B::one(site));
        let above = |site: usize| {
            let sites = placement.supported.get(site).into_iter().flatten();
            sites.fold(B::NONE, |all, site| all | B::one(usize::from(*site))) & room
        };
        let seen = |watch: &Watch| match watch {
            Watch::Group(_) => None,
            Watch::Lines(through) => Some(lines(through)),
            Watch::Full => Some(Seen::Full),
            Watch::Stuck => Some(Seen::Stuck),
        };
        Some(Form {
            codes: (0..game.rules.players.len()).map(code).collect::<Option<_>>()?,
            above: (0..placement.sites).map(above).collect(),
            watches: placement.watches.iter().map(seen).collect::<Option<_>>()?,
            room,
            setting,
        })
    }

    /// Where something may be put.
    fn open(&self, placement: &Placement, board: &Board<B>) -> B {
        let empty = board.empty(&self.setting);
        let held = |site: &usize| match placement.support.get(*site) {
            Some(below) if *below != NONE => !empty.contains(usize::from(*below)),
            _ => true,
        };
        (empty & self.room).each().filter(held).fold(B::NONE, |all, site| all | B::one(site))
    }
}

/// See [`Foresight`].
struct Boards<'a, B> {
    form: &'a Form<B>,
    forgetful: bool,
    /// For each code its rank, and what it is worth on each site.
    ranks: Vec<Rank>,
    worth: Vec<i32>,
    /// One for each ply; the present one is at `depth`.
    plies: Vec<Ply<B>>,
    depth: usize,
    /// What the pieces of each owner are worth, a row for each ply.
    sums: Vec<i32>,
    owners: usize,
}

#[derive(Clone, Copy)]
struct Ply<B> {
    board: Board<B>,
    open: B,
    ended: Found,
}

impl<'a, B: Bits> Boards<'a, B> {
    fn new(form: &'a Form<B>, game: &PathGame, state: &State, weights: &Weights) -> Option<Boards<'a, B>> {
        let (placement, setting) = (game.placement.as_ref()?, &form.setting);
        let board = Board::of(setting, state)?;
        let open = form.open(placement, &board);
        if open.is_empty() || game.ended(state, Some(false)).ok()?.is_some() {
            return None;
        }
        let roster = Roster::of(game);
        let worth = |piece| (0..setting.sites).map(move |site| weights.on(piece, SiteId::at(site)));
        let sums = weights.sums(game, state);
        Some(Boards {
            form,
            forgetful: state.is_forgetful(),
            ranks: setting.pieces.iter().map(|(piece, _)| roster.rank(*piece)).collect(),
            worth: setting.pieces.iter().flat_map(|(piece, _)| worth(*piece)).collect(),
            plies: vec![Ply { board, open, ended: None }],
            depth: 0,
            owners: sums.len(),
            sums,
        })
    }

    #[inline]
    fn here(&self) -> &Ply<B> {
        &self.plies[self.depth]
    }

    /// Goes one ply deeper.
    #[inline]
    fn deeper(&mut self, ply: Ply<B>) {
        self.sums.truncate((self.depth + 1) * self.owners);
        self.sums.extend_from_within(self.depth * self.owners..);
        self.depth += 1;
        match self.plies.get_mut(self.depth) {
            Some(place) => *place = ply,
            None => self.plies.push(ply),
        }
    }

    /// How the game has ended with a piece put there.
    #[inline]
    fn ended(&self, board: &Board<B>, open: B, site: usize, mover: PlayerId) -> Found {
        let form = self.form;
        let held = board.sets[form.codes[mover.index()]];
        let next = form.setting.slots[usize::from(board.slot)].mover;
        for (rank, watch) in form.watches.iter().enumerate() {
            let (holds, player) = match watch {
                Seen::Lines(lines, ends) => {
                    let first = if site == 0 { 0 } else { ends[site - 1] };
                    let through = &lines[first as usize..ends[site] as usize];
                    (through.iter().any(|line| held & *line == *line), mover)
                }
                Seen::Full => (board.empty(&form.setting).is_empty(), mover),
                Seen::Stuck => (open.is_empty(), next),
            };
            if holds {
                return Some((EndingId::at(rank), player));
            }
        }
        open.is_empty().then(|| (EndingId::at(form.watches.len()), next))
    }
}

impl<B: Bits> Foresight for Boards<'_, B> {
    fn key(&self) -> u64 {
        let (setting, board) = (&self.form.setting, &self.here().board);
        let passes = setting.passes.map_or(0, |word| word_key(word, u32::from(board.passes)));
        let turns = setting.turns.map_or(0, |word| word_key(word, board.turns));
        board.key ^ passes ^ turns ^ word_key(setting.last_mover, u32::from(board.last_mover))
    }

    fn state(&self) -> State {
        self.here().board.state(&self.form.setting, &[], self.forgetful)
    }

    fn mover(&self) -> PlayerId {
        self.here().board.slot(&self.form.setting).mover
    }

    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Option<Found> {
        let here = self.here();
        if here.ended.is_some() {
            return Some(here.ended);
        }
        // Nothing is taken and nothing changes.
        if !loud {
            let rank = self.ranks[self.form.codes[self.mover().index()]];
            let put = |site| Candidate { to: SiteId::at(site), piece: rank, becomes: rank, ..Candidate::PASS };
            found.extend(here.open.each().map(put));
        }
        Some(None)
    }

    fn play(&mut self, index: usize) -> Found {
        let (form, Ply { mut board, open, .. }) = (self.form, *self.here());
        let (site, mover) = (open.nth(index as u32), board.slot(&form.setting).mover);
        let code = form.codes[mover.index()];
        board.turn_over(&form.setting, code, site);
        board.end_turn(&form.setting);
        let occupied = board.occupied();
        let open = open.less(B::one(site)) | form.above[site].less(occupied);
        let ended = self.ended(&board, open, site, mover);
        self.deeper(Ply { board, open, ended });
        let owner = mover.index().min(self.owners - 1);
        self.sums[self.depth * self.owners + owner] += self.worth[code * form.setting.sites + site];
        ended
    }

    fn pass(&mut self) {
        let mut ply = *self.here();
        ply.board.pass(&self.form.setting);
        self.deeper(ply);
    }

    fn undo(&mut self) {
        self.depth -= 1;
    }

    fn sums(&self) -> &[i32] {
        &self.sums[self.depth * self.owners..(self.depth + 1) * self.owners]
    }

    fn occurrences(&self) -> usize {
        1
    }

    fn mobility(&mut self, player: PlayerId) -> Option<u32> {
        let moves = self.form.setting.slots.iter().any(|slot| slot.mover == player);
        moves.then(|| self.here().open.count())
    }
}
