//! Selection and backpropagation: by a fast search position, or by stored move lists.
//!
//! With a fast search position, lists are regenerated at each visit. Otherwise a list costs more
//! than everything else, so it is made once for each node.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use dagaz_core::{Candidate, Found, Game, LimitHit, Lookahead, MoveList, Plain, State, Weights};

/// Moves that are kept at most, of all lists together: some 60 MB.
const KEPT_MAX: usize = 1_000_000;

/// See the [module documentation](self).
pub(crate) enum Walk<'a> {
    /// By a lookahead of the game's own.
    Quick {
        ahead: Box<dyn Lookahead + 'a>,
        /// Whether the last list is that of the present position.
        listed: bool,
    },
    /// By kept lists.
    ReusedTree {
        plain: Box<Plain<'a>>,
        /// By node.
        lists: HashMap<usize, MoveList>,
        /// How many moves they hold together.
        moves: usize,
    },
}

impl<'a> Walk<'a> {
    /// Returns a walk that begins at a state; `stop` ends lists that take long.
    pub(crate) fn new(game: &'a dyn Game, state: &State, weights: &'a Weights, stop: &'a AtomicBool) -> Walk<'a> {
        match game.lookahead(state, weights) {
            Some(ahead) => Walk::Quick { ahead, listed: false },
            None => Walk::ReusedTree {
                plain: Box::new(Plain::new(game, state.clone(), weights).until(stop)),
                lists: HashMap::new(),
                moves: 0,
            },
        }
    }

    /// Returns the present position.
    pub(crate) fn here(&mut self) -> &mut (dyn Lookahead + 'a) {
        match self {
            Walk::Quick { ahead, .. } => &mut **ahead,
            Walk::ReusedTree { plain, .. } => &mut **plain,
        }
    }

    /// Lists the moves of the present node, unless they are those of `found` already.
    pub(crate) fn list(&mut self, node: usize, found: &mut Vec<Candidate>) -> Result<Found, LimitHit> {
        match self {
            Walk::Quick { listed: true, .. } => return Ok(None),
            Walk::Quick { ahead, listed } => {
                let ended = ahead.moves(false, found)?;
                *listed = ended.is_none();
                return Ok(ended);
            }
            Walk::ReusedTree { .. } => {}
        }
        let ended = self.here().moves(false, found)?;
        if let Walk::ReusedTree { plain, lists, moves } = self
            && ended.is_none()
            && *moves + found.len() <= KEPT_MAX
            && !lists.contains_key(&node)
        {
            *moves += found.len();
            lists.insert(node, plain.list().clone());
        }
        Ok(ended)
    }

    /// Goes from a node whose moves have been listed once to the child of that number.
    pub(crate) fn play(&mut self, node: usize, index: usize, scratch: &mut Vec<Candidate>) -> Result<Found, LimitHit> {
        match self {
            Walk::Quick { ahead, listed } => {
                if !std::mem::take(listed) {
                    ahead.moves(false, scratch)?;
                }
                ahead.play(index)
            }
            Walk::ReusedTree { plain, lists, .. } if lists.contains_key(&node) => {
                Ok(plain.play_move(lists[&node].get(index)))
            }
            Walk::ReusedTree { plain, lists, moves } => {
                plain.moves(false, scratch)?;
                // The node may come from another search, whose lists are gone.
                if *moves + scratch.len() <= KEPT_MAX {
                    *moves += scratch.len();
                    lists.insert(node, plain.list().clone());
                }
                plain.play(index)
            }
        }
    }

    /// Returns the stored lists, to be freed by the caller; this ends the walk.
    pub(crate) fn take_lists(&mut self) -> HashMap<usize, MoveList> {
        match self {
            Walk::Quick { .. } => HashMap::new(),
            Walk::ReusedTree { lists, .. } => std::mem::take(lists),
        }
    }

    /// Undoes this number of moves.
    pub(crate) fn back(&mut self, moves: usize) {
        if let Walk::Quick { listed, .. } = self {
            *listed = false;
        }
        (0..moves).for_each(|_| self.here().undo());
    }
}
