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
mod ending_check;
mod evaluate;
mod form;
mod hop_graph;
mod hop_playout;
mod line_playout;
mod list;
mod look;
mod make;
mod moves;
mod quiet_playout;
mod read;
mod rule;
mod second_steps;
mod step_playout;
mod turn;

pub(super) use self::form::Form;
pub(super) use self::quiet_playout::QuietPlayout;
pub(super) use self::read::form;
pub(super) use self::turn::Turn;
