//! Games played against themselves: `dagaz autoplay`, and what goes with it.

pub(crate) mod autoplay;
pub(crate) mod compare;
pub(crate) mod evolve;
pub(crate) mod head_to_head;
pub(crate) mod interrupt;
pub(crate) mod merge;
pub(crate) mod players;
pub(crate) mod tournament;

mod autoplay_log;
mod depth;
mod earlier_games;
pub(crate) mod match_report;
mod match_setup;
mod outputs;
mod records;
mod results_file;
mod shard;
mod tables;

pub(crate) use shard::ShardSelector;
