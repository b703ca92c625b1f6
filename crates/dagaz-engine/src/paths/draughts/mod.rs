//! Specialised executor of the draughts family: pieces move straight, or capture in chains.
//!
//! The reference interpreter makes each move to know its effects. Most questions need no moves:
//! their number, a random one, an approximate description. Here the board is a few words of one bit
//! per site, all pieces of a kind move at once, and a chain is walked only where its first step
//! exists.
//!
//! The rules decide whether a game is supported (`read`, `side`): unsupported constructs leave it
//! to the reference interpreter, which is also used for comparison and makes the lists that people
//! see. A position beyond the executor's capacity falls back.

mod counters;
mod endings;
mod form;
mod line;
mod material;
mod path;
mod question;
mod read;
mod side;
mod turn;
mod walk;

pub(super) use self::form::Form;
pub(super) use self::read::form;
pub(super) use self::turn::Turn;
