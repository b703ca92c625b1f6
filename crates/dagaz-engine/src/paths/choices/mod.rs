//! Specialised executor of games whose moves are choices of sites: a site, or a piece and its
//! destination, determines all effects (placing, flipping, capturing), with one more choice at
//! most.
//!
//! The possible choices are found for all sites at once, backwards from the end of what a rule
//! looks for. So moves are counted and drawn without being made. Only if a rule depends on the
//! result of its choice (is a line full now?) is the move made, and only for the sites concerned.
//!
//! The rules decide whether a game is supported (`read`, `rule`, `look`): unsupported constructs
//! leave it to the reference interpreter, which is also used for comparison.

mod bound;
mod chain;
mod eye;
mod fan;
mod form;
mod going;
mod list;
mod look;
mod make;
mod moves;
mod net;
mod read;
mod rows;
mod rule;
mod strides;
mod turn;
mod wander;
mod watch;

pub(super) use self::form::Form;
pub(super) use self::going::Going;
pub(super) use self::read::form;
pub(super) use self::turn::Turn;
