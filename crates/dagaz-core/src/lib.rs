//! The nouns of a board game.
//!
//! Topology, pieces, players, state, moves, outcomes and limits, and the [`Game`] trait between
//! front ends and controllers, bots, records and views. This crate has no rules and no language,
//! does no I/O, reads no clock, starts no thread, and takes its randomness from the caller.

mod belief;
mod change;
mod clock_event;
mod compact_sort;
mod game;
mod glossary;
mod ids;
mod information;
mod layout;
mod limits;
mod lookahead;
mod moves;
mod outcome;
mod perft_table;
mod position;
mod random;
mod sites;
mod state;
mod topology;

pub use belief::{imagine, observe_all};
pub use change::{Change, UndoLog, undo};
pub use clock_event::{ClockEvent, same_choice};
pub use compact_sort::CompactSort;
pub use game::{
    Counting, Game, Playout, PlayoutLimits, PliesLeft, SearchMethod, Series, StepChoice, Turn, View, playout_by_lists,
    playout_by_lists_after, position_of,
};
pub use glossary::{FenRights, Glossary, PieceName, PlayerKind, PlayerName, RuleName, SlotName, Texts};
pub use ids::*;
pub use information::{Information, Sight, action, blind, find_action, find_like, view_key};
pub use layout::{Field, Layout, LayoutSpec, Piece, Values, WordPlaces};
pub use limits::{Fuel, LimitHit, LimitKind, Limits};
pub use lookahead::{Candidate, Found, Lookahead, Plain, Rank, Roster, Weights, look_ahead, look_ahead_until};
pub use moves::{Continuation, Effect, Move, MoveList, MoveRef, Step, apply};
pub use outcome::{Outcome, Points, Verdict};
pub use perft_table::{Identity, PerftTable, Print};
pub use position::{Placement, Position, PositionError};
pub use rand_core::Rng;
pub use random::below;
pub use sites::{Bits, SiteSet};
pub use state::{State, word_key};
pub use topology::{Grid, GridPlace, Point, Site, SiteKind, Topology, TopologyBuilder, Zone};
