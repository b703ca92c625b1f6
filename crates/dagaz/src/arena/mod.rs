//! Games played against themselves: `dagaz autoplay`, and what goes with it.

pub(crate) mod autoplay;
pub(crate) mod merge;

mod arrange;
mod book;
mod depth;
mod interrupt;
mod players;
mod records;
mod shard;
mod tables;
mod tell;

pub(crate) use shard::Part;
