//! Playouts on small boards where only lines count: the whole position is a few words.

use dagaz_core::{EndingId, PlayerId, Playout, Rng, Series, SiteId, State, below};

use super::{NONE, Placement, Watch};
use crate::paths::bits::Bits;
use crate::paths::game::PathGame;

/// Sites that a board may have.
const SITES_MAX: usize = 128;
/// Players who may put pieces.
const PLAYERS_MAX: usize = 4;

/// See the [module documentation](self).
#[derive(Debug)]
pub(super) enum Few {
    /// Up to 64 sites.
    Small(Form<u64>),
    /// Up to 128.
    Large(Form<u128>),
}

/// The board and what is looked at on it.
#[derive(Debug)]
pub(super) struct Form<B> {
    /// For each slot who moves, and the slot that follows.
    slots: Vec<(u8, u8)>,
    /// For each site the one that can be filled after it, if that waits for it.
    above: Vec<Option<u8>>,
    watches: Vec<Seen<B>>,
}

/// See [`Watch`].
#[derive(Debug)]
pub(super) enum Seen<B> {
    /// The other sites of each line through a site, row after row, and where the row of each site
    /// ends.
    Lines(Vec<B>, Vec<u32>),
    Full,
    Stuck,
}

impl Few {
    /// None if there are too many sites, or groups.
    pub(super) fn of(placement: &Placement) -> Option<Few> {
        let small = || Form::of(placement).map(Few::Small);
        small().or_else(|| Form::of(placement).map(Few::Large))
    }

    /// Plays one game after the other from a state that is not over. False if it holds what this
    /// form does not know.
    pub(super) fn play_series(
        &self,
        game: &PathGame,
        start: &State,
        plies_max: usize,
        series: &mut dyn Series,
    ) -> bool {
        match self {
            Few::Small(form) => form.play_series(game, start, plies_max, series),
            Few::Large(form) => form.play_series(game, start, plies_max, series),
        }
    }
}

impl<B: Bits> Form<B> {
    fn of(placement: &Placement) -> Option<Form<B>> {
        let fits = placement.sites <= B::SITES && placement.slots.len() <= usize::from(u8::MAX);
        if !fits || placement.slots.iter().any(|(mover, _)| mover.index() >= PLAYERS_MAX) {
            return None;
        }
        let above = |site: usize| match placement.supported.get(site).map_or(&[][..], Vec::as_slice) {
            [] => Some(None),
            [above] => Some(placement.room[usize::from(*above)].then_some(*above as u8)),
            _ => None,
        };
        let seen = |watch: &Watch| match watch {
            Watch::Group(_) => None,
            Watch::Lines(through) => Some(lines(through)),
            Watch::Full => Some(Seen::Full),
            Watch::Stuck => Some(Seen::Stuck),
        };
        Some(Form {
            slots: placement.slots.iter().map(|(mover, next)| (mover.0, *next as u8)).collect(),
            above: (0..placement.sites).map(above).collect::<Option<_>>()?,
            watches: placement.watches.iter().map(seen).collect::<Option<_>>()?,
        })
    }

    fn play_series(&self, game: &PathGame, start: &State, plies_max: usize, series: &mut dyn Series) -> bool {
        let begun = game.placement.as_ref().and_then(|placement| Board::of(placement, game, start));
        let Some(first) = begun else { return false };
        while let Some(rng) = series.begin() {
            let mut board = first;
            let playout = board.play(self, rng, plies_max);
            series.end(&playout, &mut || {
                let sites: Vec<u16> = board.moves[..playout.plies].iter().map(|site| u16::from(*site)).collect();
                game.placed(start, &sites)
            });
        }
        true
    }
}

/// The lines through each site.
pub(super) fn lines<B: Bits>(through: &[Vec<Vec<u16>>]) -> Seen<B> {
    let (mut lines, mut ends) = (Vec::new(), Vec::new());
    for of_site in through {
        lines
            .extend(of_site.iter().map(|line| line.iter().fold(B::NONE, |all, site| all | B::one(usize::from(*site)))));
        ends.push(lines.len() as u32);
    }
    Seen::Lines(lines, ends)
}

/// A game that is being played.
#[derive(Clone, Copy)]
struct Board<B> {
    /// Where the pieces of each player are.
    held: [B; PLAYERS_MAX],
    /// The sites on which one may put something, in any order.
    open: [u8; SITES_MAX],
    openings: usize,
    empty: usize,
    slot: usize,
    /// Where pieces have been put.
    moves: [u8; SITES_MAX],
}

impl<B: Bits> Board<B> {
    /// None if there are pieces of others than those who put them.
    fn of(placement: &Placement, game: &PathGame, state: &State) -> Option<Board<B>> {
        let mut board = Board {
            held: [B::NONE; PLAYERS_MAX],
            open: [0; SITES_MAX],
            openings: 0,
            empty: 0,
            slot: state.slot(&game.layout).index(),
            moves: [0; SITES_MAX],
        };
        let owner = |site: usize| state.piece(SiteId::at(site)).map(|piece| piece.owner.index());
        for site in 0..placement.sites {
            match owner(site) {
                Some(player) => *board.held.get_mut(player)? |= B::one(site),
                None => {
                    board.empty += 1;
                    let below = placement.support.get(site).filter(|below| **below != NONE);
                    if placement.room[site] && below.is_none_or(|below| owner(usize::from(*below)).is_some()) {
                        board.unlock(site as u8);
                    }
                }
            }
        }
        Some(board)
    }

    #[inline]
    fn unlock(&mut self, site: u8) {
        self.open[self.openings] = site;
        self.openings += 1;
    }

    /// Plays on at random.
    fn play(&mut self, form: &Form<B>, rng: &mut dyn Rng, plies_max: usize) -> Playout {
        let mut playout = Playout::default();
        while playout.plies < plies_max {
            let drawn = below(rng, self.openings);
            let site = self.open[drawn];
            playout.choices += self.openings as u64;
            self.moves[playout.plies] = site;
            playout.plies += 1;
            self.openings -= 1;
            self.open[drawn] = self.open[self.openings];
            let (mover, next) = form.slots[self.slot];
            self.held[usize::from(mover)] |= B::one(usize::from(site));
            self.empty -= 1;
            self.slot = usize::from(next);
            if let Some(above) = form.above[usize::from(site)] {
                self.unlock_if_empty(above);
            }
            playout.end = self.ended(form, usize::from(site), mover);
            if playout.end.is_some() {
                break;
            }
        }
        playout
    }

    #[inline]
    fn unlock_if_empty(&mut self, site: u8) {
        let filled = self.held.iter().any(|held| held.contains(usize::from(site)));
        if !filled {
            self.unlock(site);
        }
    }

    /// How the game has ended with a piece put there.
    #[inline]
    fn ended(&self, form: &Form<B>, site: usize, mover: u8) -> Option<(EndingId, PlayerId)> {
        let held = self.held[usize::from(mover)];
        for (rank, watch) in form.watches.iter().enumerate() {
            let holds = match watch {
                Seen::Lines(lines, ends) => {
                    let from = site.checked_sub(1).map_or(0, |before| ends[before] as usize);
                    lines[from..ends[site] as usize].iter().any(|line| held & *line == *line)
                }
                Seen::Full => self.empty == 0,
                Seen::Stuck => self.openings == 0,
            };
            if holds {
                let stuck = matches!(watch, Seen::Stuck);
                return Some((EndingId::at(rank), PlayerId(if stuck { form.slots[self.slot].0 } else { mover })));
            }
        }
        (self.openings == 0).then(|| (EndingId::at(form.watches.len()), PlayerId(form.slots[self.slot].0)))
    }
}
