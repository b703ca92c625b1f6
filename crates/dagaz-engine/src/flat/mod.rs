//! The bitboard executor: rules precomputed before the game, on a state of small numbers and sets
//! of sites.
//!
//! Most rules depend on few sites: from one start a rule is a few tests of fixed sites. So each
//! rule is partially evaluated from every start once, at compile time ([`machine`]). The rest is a
//! graph ([`graph`]) that is walked in a few nanoseconds. Attack questions use the reversed graphs
//! ([`attack_index`]), endings use sets of sites ([`endings`]). An unsupported game reports the
//! reason ([`Unfit`]); an unsupported position falls back. In both cases the general executor
//! serves. `ARCHITECTURE.md` follows one rule from text to move.

mod attack_index;
mod builder;
mod chains;
mod checks;
mod codes;
mod counting;
mod draft;
mod endings;
mod entries;
mod facing_lines;
mod families;
mod fixed;
mod follower;
mod forbidden_placements;
mod forget;
mod game;
mod gather;
mod graph;
mod history;
mod list;
mod lockstep;
mod machine;
mod masks;
mod mates;
mod move_sink;
mod moves;
mod open;
mod piece_generators;
mod playout;
mod profile;
mod resume;
mod search_position;
mod shared;
mod side_generator;
mod sites;
mod state;
mod tables;
mod tally;
mod walk;
mod ways;
mod workbench;

use dagaz_core::{
    Change, Counting, EndingId, Game, LimitHit, Lookahead, MoveList, PerftTable, PlayerId, Playout, Rng, Series,
    SiteId, State, UndoLog, Weights,
};

use crate::game::CompiledGame;
use crate::profile::{Part, Work};
use crate::report::{FlatReport, Unfit};
use game::FlatGame;
use list::FlatList;
pub(crate) use moves::Declined;
use moves::{Listed, Runner};
pub(crate) use playout::Course;
use playout::{Played, Tray};
use state::FlatState;

/// Sites of the widest sets.
const SITES_MAX: usize = 8 * 64;

/// Why a list of moves is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unlisted {
    /// The general executor lists them.
    Declined,
    /// There are more whole moves than may be listed, so single steps are to be listed.
    TooLong,
}

/// A game on bitboards as wide as its board needs.
#[derive(Debug)]
pub(crate) enum Flat {
    One(Box<FlatGame<1>>),
    Two(Box<FlatGame<2>>),
    Four(Box<FlatGame<4>>),
    Eight(Box<FlatGame<8>>),
}

/// The same for each width.
macro_rules! each_width {
    ($flat:expr, $game:ident => $done:expr) => {
        match $flat {
            Flat::One($game) => $done,
            Flat::Two($game) => $done,
            Flat::Four($game) => $done,
            Flat::Eight($game) => $done,
        }
    };
}

/// Where a playout has come to.
#[derive(Default)]
pub(crate) struct Progress {
    pub(crate) playout: Playout,
    pub(crate) quiet: usize,
    /// Whether it has not come to its end.
    pub(crate) goes_on: bool,
}

/// Plays a game to its end that has come so far.
pub(crate) type GoOn<'a> = dyn Fn(&mut State, &mut dyn Rng, Progress) -> Result<Playout, LimitHit> + 'a;

// `of` is the game that this is the form of.
impl Flat {
    /// Compiles a game for the bitboard executor, or returns the reason why it is not supported.
    pub(crate) fn of(game: &CompiledGame) -> Result<Flat, Unfit> {
        Ok(match game.board().sites().div_ceil(64) {
            0 | 1 => Flat::One(Box::new(FlatGame::of(game)?)),
            2 => Flat::Two(Box::new(FlatGame::of(game)?)),
            3 | 4 => Flat::Four(Box::new(FlatGame::of(game)?)),
            5..=8 => Flat::Eight(Box::new(FlatGame::of(game)?)),
            _ => return Err(Unfit::Sites(game.board().sites(), SITES_MAX)),
        })
    }

    /// What has become of the rules.
    pub(crate) fn report(&self) -> FlatReport {
        each_width!(self, game => game.report())
    }

    /// The most fuel that a list of moves can need.
    pub(crate) fn fuel(&self) -> u64 {
        each_width!(self, game => game.fuel)
    }

    /// Lists the legal moves, or tells how the game has ended.
    pub(crate) fn moves(
        &self,
        of: &CompiledGame,
        state: &State,
        list: &mut MoveList,
    ) -> Result<Option<(EndingId, PlayerId)>, Unlisted> {
        each_width!(self, game => {
            let mut flat = game.begin(state).ok_or(Unlisted::Declined)?;
            let mut moves = FlatList::default();
            let mut runner = Runner::new(game, of, true);
            let Ok(listed) = runner.moves(&mut flat, &mut moves) else {
                return Err(if runner.too_long { Unlisted::TooLong } else { Unlisted::Declined });
            };
            list.clear();
            moves.say(list);
            Ok(match listed {
                Listed::Moves => None,
                Listed::Ended(ending, player) => Some((ending, player)),
            })
        })
    }

    /// How a game ends in a state; `None` if it continues. It falls back for games that have ended
    /// before moves are examined.
    pub(crate) fn ending(&self, of: &CompiledGame, state: &State) -> Result<Option<(EndingId, PlayerId)>, Declined> {
        each_width!(self, game => {
            let mut flat = game.begin(state).ok_or(Declined)?;
            let mut runner = Runner::new(game, of, false);
            if runner.end_at_first(&mut flat)?.is_some() {
                return Err(Declined);
            }
            Ok(match runner.moves(&mut flat, &mut FlatList::default())? {
                Listed::Moves => None,
                Listed::Ended(ending, player) => Some((ending, player)),
            })
        })
    }

    /// Lists the moves of the piece on a site, legal or not; false if these are not to be had
    /// without the others'.
    pub(crate) fn moves_of_piece(
        &self,
        of: &CompiledGame,
        state: &State,
        origin: SiteId,
        list: &mut MoveList,
    ) -> Result<bool, Declined> {
        each_width!(self, game => {
            let flat = game.begin(state).ok_or(Declined)?;
            let mut moves = FlatList::default();
            let whole = Runner::new(game, of, true).moves_of_piece(&flat, origin.index(), &mut moves)?;
            list.clear();
            if whole {
                moves.say(list);
            }
            Ok(whole)
        })
    }

    /// Looks ahead from a state; none if it is one for the general executor. `owner` is the game
    /// whose states these are.
    pub(crate) fn lookahead<'a>(
        &'a self,
        of: &'a CompiledGame,
        owner: &'a dyn Game,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Box<dyn Lookahead + 'a>> {
        each_width!(self, game => {
            search_position::FlatSearchPosition::new(of, game, owner, state, weights).map(|ahead| Box::new(ahead) as Box<dyn Lookahead + 'a>)
        })
    }

    /// What can be measured.
    pub(crate) fn parts(&self) -> Vec<Part> {
        each_width!(self, game => game.parts())
    }

    /// Does some work in a state so many times; see [`CompiledGame::work`].
    pub(crate) fn work(
        &self,
        of: &CompiledGame,
        state: &State,
        work: Work,
        times: u32,
    ) -> Result<Option<u64>, Declined> {
        each_width!(self, game => {
            let mut flat = game.begin(state).ok_or(Declined)?;
            Runner::new(game, of, false).work(&mut flat, work, times)
        })
    }

    /// What the forms disagree about in a state, if they do.
    pub(crate) fn disagreement(&self, of: &CompiledGame, state: &State) -> Option<String> {
        each_width!(self, game => {
            let mut flat = game.begin(state)?;
            let (walked, swept, counted) = Runner::new(game, of, false).by_each_form(&mut flat).ok()?;
            if flat.to_state(&game.tables).words() != state.words() {
                return Some("the state is not left as it was".to_string());
            }
            if walked != swept || walked.len() as u64 != counted {
                return Some(format!("{} moves walked, {} swept, {counted} counted", walked.len(), swept.len()));
            }
            None
        })
    }

    /// The number of sequences of exactly `depth` plies from a state that does not remember
    /// positions.
    pub(crate) fn perft(
        &self,
        of: &CompiledGame,
        state: &State,
        depth: u32,
        counting: Counting,
        table: Option<&mut PerftTable>,
    ) -> Result<u64, Declined> {
        each_width!(self, game => {
            let mut flat = game.begin(state).ok_or(Declined)?;
            let mut runner = Runner::new(game, of, false);
            match runner.end_at_first(&mut flat)? {
                Some(_) if depth > 0 => Ok(0),
                _ => runner.perft(&mut flat, depth, counting, table),
            }
        })
    }

    /// Plays on at random.
    pub(crate) fn playout(
        &self,
        of: &CompiledGame,
        state: &mut State,
        rng: &mut dyn Rng,
        course: Course<'_>,
    ) -> Result<Progress, Declined> {
        each_width!(self, game => {
            let mut flat = game.begin(state).ok_or(Declined)?;
            let mut runner = Runner::new(game, of, false);
            let incremental = runner.nothing_holds(&flat);
            let played = runner.playout(&mut flat, rng, course, incremental, &mut Tray::default());
            *state = left(game, &flat, &played);
            let Played { playout, declined, quiet, .. } = played;
            Ok(Progress { playout, quiet, goes_on: declined })
        })
    }

    /// Plays one game after another from a state; `go_on` plays those on that ask for more.
    pub(crate) fn playouts(
        &self,
        of: &CompiledGame,
        start: &State,
        series: &mut dyn Series,
        course: Course<'_>,
        go_on: &GoOn<'_>,
    ) -> Result<Result<(), LimitHit>, Declined> {
        each_width!(self, game => {
            let start = game.begin(start).ok_or(Declined)?;
            let mut flat = game.begin(&start.to_state(&game.tables)).ok_or(Declined)?;
            let (mut runner, mut tray) = (Runner::new(game, of, false), Tray::default());
            let incremental = runner.nothing_holds(&start);
            while let Some(rng) = series.begin() {
                flat.copy_from(&start);
                let played = runner.playout(&mut flat, rng, course, incremental, &mut tray);
                if !played.declined {
                    series.end(&played.playout, &mut || left(game, &flat, &played));
                    continue;
                }
                let mut state = left(game, &flat, &played);
                let Played { playout, quiet, .. } = played;
                match go_on(&mut state, rng, Progress { playout, quiet, goes_on: true }) {
                    Ok(playout) => series.end(&playout, &mut || state.clone()),
                    Err(hit) => return Ok(Err(hit)),
                }
            }
            Ok(Ok(()))
        })
    }
}

/// The state in which a playout has left the board.
fn left<const W: usize>(game: &FlatGame<W>, flat: &FlatState<W>, played: &Played) -> State {
    let mut state = flat.to_state(&game.tables);
    // In edition 3 a state does not say that it is one in which the game is over.
    if let Some((ending, player)) = played.ended.filter(|_| game.tables.beside.is_none()) {
        Change::begin(&game.tables.layout, &mut state, &mut UndoLog::new()).set_ending(ending, player);
    }
    state
}
