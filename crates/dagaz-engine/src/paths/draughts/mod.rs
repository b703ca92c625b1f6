//! Games of the draughts family in a form of their own: pieces go straight on, or take one another in chains.
//!
//! The walker makes each move to see what it is. Most of what is asked of such games needs no moves: how many there are,
//! one of them at random, what each does roughly. Here the board is a few numbers of as many bits as there are sites, all
//! pieces of a kind go at once, and a chain is walked only where its first step can be made.
//!
//! Which games these are is found in the rules (`read`, `side`): whatever is not said there in so many words makes the game one for the
//! walker, which stays the judge and makes the lists that people see. A position for which the form has too little room
//! is declined, and the walker goes on from there.

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
