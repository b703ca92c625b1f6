//! Games played against themselves: `dagaz autoplay`, and what goes with it.

pub(crate) mod autoplay;
pub(crate) mod compare;
pub(crate) mod evolve;
pub(crate) mod interrupt;
pub(crate) mod meet;
pub(crate) mod merge;
pub(crate) mod players;
pub(crate) mod tournament;

mod arrange;
mod book;
mod classic;
mod depth;
mod kept;
mod outputs;
mod records;
mod shard;
mod tables;
pub(crate) mod tell;

pub(crate) use shard::Part;
