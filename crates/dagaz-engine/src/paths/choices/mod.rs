//! Games whose moves are choices of sites, in a form of their own: a site is chosen, or a piece and where it goes, and all
//! else follows: what is put there, turned over, taken; and then one choice more at most.
//!
//! Where on the board something can be chosen is found for all sites at once, by following what the rules look for back
//! from its end. So moves are counted and drawn without being made; only where a rule asks what its choice has led to
//! (whether a line is full now) is it made, and only for those sites for which that may be so.
//!
//! Which games these are is found in the rules (`read`, `rule`, `look`): whatever is not said there in so many words makes
//! the game one for the walker, which stays the judge.

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
