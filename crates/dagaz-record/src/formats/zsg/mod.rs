//! Files of games as Zillions saved them (ZSG): three lines of headers, changes to the start
//! position, and a line for each step, numbered by rounds.
//!
//! Steps are found among the legal ones by what they do, never by how they are written: the order
//! of side effects differs between the program that wrote a file and the rules. The numbers of the
//! lines are not looked at: whose turn it is, the rules know.

mod choose;
mod fit;
mod line;
mod read;
mod write;

pub(super) use choose::{choose, fitting, unknown};
pub use read::{Header, header, read};
pub use write::write;
