//! The flat executor: rules evaluated before the game begins, on a state of small numbers and sets of sites.
//!
//! Most rules ask little of a board: from one start a rule is a few questions about fixed sites. So each rule is run
//! from every start once, when a game is made ready ([`machine`]), and what is left is a graph ([`graph`]) that is
//! walked in a few nanoseconds. Attack questions are answered from the same graphs turned around ([`threats`]), endings
//! by sets of sites ([`endings`]). A game that asks for more has no flat form, and says why ([`Unfit`]); a position that
//! does is declined, and in both cases the general executor serves. `ARCHITECTURE.md` follows one rule all the way.

mod ahead;
mod chains;
mod codes;
mod counting;
mod draft;
mod endings;
mod families;
mod game;
mod gather;
mod graph;
mod list;
mod lockstep;
mod machine;
mod masks;
mod moves;
mod open;
mod safety;
mod sites;
mod state;
mod sweep;
mod tables;
mod threats;
mod units;
mod walk;
mod ways;

use dagaz_core::{
    Change, EndingId, Lookahead, MoveList, Piece, PlayerId, Playout, PlayoutLimits, Rng, SiteId, State, UndoLog,
    Weights,
};

use crate::game::CompiledGame;
use crate::report::{FlatReport, Unfit};
use counting::Played;
use game::FlatGame;
use list::FlatList;
pub(crate) use moves::Declined;
use moves::{Listed, Runner};
use state::FlatState;

/// A game in flat form, as wide as its board needs.
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
pub(crate) struct Progress {
    pub(crate) playout: Playout,
    pub(crate) quiet: usize,
    /// Whether it has not come to its end.
    pub(crate) goes_on: bool,
}

impl Flat {
    /// The flat form of a game, or why it has none.
    pub(crate) fn of(game: &CompiledGame) -> Result<Flat, Unfit> {
        Ok(match game.board().sites().div_ceil(64) {
            0 | 1 => Flat::One(Box::new(FlatGame::of(game)?)),
            2 => Flat::Two(Box::new(FlatGame::of(game)?)),
            3 | 4 => Flat::Four(Box::new(FlatGame::of(game)?)),
            5..=8 => Flat::Eight(Box::new(FlatGame::of(game)?)),
            _ => return Err(Unfit::Board),
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
    pub(crate) fn moves(&self, state: &State, list: &mut MoveList) -> Result<Option<(EndingId, PlayerId)>, Declined> {
        each_width!(self, game => {
            let mut flat = FlatState::of(&game.tables, state).ok_or(Declined)?;
            let mut moves = FlatList::default();
            let listed = Runner::new(game, true).moves(&mut flat, &mut moves)?;
            list.clear();
            moves.say(list);
            Ok(match listed {
                Listed::Moves => None,
                Listed::Ended(ending, player) => Some((ending, player)),
            })
        })
    }

    /// Looks ahead from a state; none if it is one for the general executor.
    pub(crate) fn lookahead<'a>(
        &'a self,
        owner: &'a CompiledGame,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Box<dyn Lookahead + 'a>> {
        each_width!(self, game => {
            ahead::FlatAhead::new(owner, game, state, weights).map(|ahead| Box::new(ahead) as Box<dyn Lookahead + 'a>)
        })
    }

    /// What the forms disagree about in a state, if they do.
    pub(crate) fn disagreement(&self, state: &State) -> Option<String> {
        each_width!(self, game => {
            let mut flat = FlatState::of(&game.tables, state)?;
            let (walked, swept, counted) = Runner::new(game, false).by_each_form(&mut flat).ok()?;
            if flat.into_state(&game.tables).words() != state.words() {
                return Some("the state is not left as it was".to_string());
            }
            if walked != swept || walked.len() as u64 != counted {
                return Some(format!("{} moves walked, {} swept, {counted} counted", walked.len(), swept.len()));
            }
            None
        })
    }

    /// The number of sequences of exactly `depth` plies from a state that does not remember positions.
    pub(crate) fn perft(&self, state: &State, depth: u32) -> Result<u64, Declined> {
        each_width!(self, game => {
            let mut flat = FlatState::of(&game.tables, state).ok_or(Declined)?;
            Runner::new(game, false).perft(&mut flat, depth)
        })
    }

    /// Plays on at random; `returns` tells whether a piece that goes from one site to another can come back.
    pub(crate) fn playout(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        returns: &dyn Fn(Piece, SiteId, SiteId) -> bool,
    ) -> Result<Progress, Declined> {
        each_width!(self, game => {
            let tables = &game.tables;
            let mut flat = FlatState::of(tables, state).ok_or(Declined)?;
            let Played { playout, ended, declined, quiet } =
                Runner::new(game, false).playout(&mut flat, rng, limits, returns);
            *state = flat.into_state(tables);
            if let Some((ending, player)) = ended {
                Change::begin(&tables.layout, state, &mut UndoLog::new()).set_ending(ending, player);
            }
            Ok(Progress { playout, quiet, goes_on: declined })
        })
    }
}
