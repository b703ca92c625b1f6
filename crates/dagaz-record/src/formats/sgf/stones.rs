//! Games that are nothing but putting stones on one rectangular board: Go, Gomoku, Hex, Reversi and
//! the like.
//!
//! Membership follows from the moves in the first plies of a sample game: each is a pass, or puts
//! one piece of the mover on an empty point, and no two put it on the same. Other effects (discs
//! turn over, stones are captured) follow from the point and are not written.

use std::collections::HashSet;

use dagaz_core::{Effect, Fuel, Game, MoveList, MoveRef, Piece, PieceTypeId, SiteId, State, UndoLog};

use super::colours::{Colour, Colours, mover};
use super::points::Points;

/// The number of plies tested: more than in games that begin with placements and continue with
/// movements.
const PROBED: usize = 40;

/// See the [module documentation](self).
pub(super) struct Stones {
    /// Black and White.
    pub(super) colours: Colours,
    /// The points of the board.
    pub(super) points: Points,
    /// What Black and White put on the board first.
    kinds: [PieceTypeId; 2],
}

impl Stones {
    /// What SGF needs of a game, if it is one of these.
    pub(super) fn of(game: &dyn Game) -> Option<Stones> {
        let (colours, points) = (Colours::of(game)?, Points::of(game)?);
        if !points.all_named() {
            return None;
        }
        let mut kinds = [None; 2];
        let (mut state, mut list) = (game.initial(), MoveList::new());
        for ply in 0..PROBED {
            let player = mover(game.turn(&state))?;
            if game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).is_err() || list.is_empty() {
                break;
            }
            let colour = colours.colour(player)?;
            let mut sites = HashSet::new();
            for one in list.iter().filter(|one| !one.is_idle()) {
                let (site, piece) = put(&state, one)?;
                if piece.owner != player || points.place(site).is_none() || !sites.insert(site) {
                    return None;
                }
                kinds[colour as usize].get_or_insert(piece.kind);
            }
            // Any walk serves; this one does not fill the board from a corner.
            let chosen = list.get((ply * 37 + 11) % list.len()).to_move();
            game.play(&mut state, chosen.as_ref(), &mut UndoLog::new());
        }
        let either = kinds[0].or(kinds[1])?;
        Some(Stones { colours, points, kinds: kinds.map(|kind| kind.unwrap_or(either)) })
    }

    /// The stone of a colour.
    pub(super) fn stone(&self, colour: Colour) -> Piece {
        Piece { kind: self.kinds[colour as usize], owner: self.colours.player(colour) }
    }
}

/// The site on which a move puts a piece, and the piece, if this is all that the mover decides.
pub(super) fn put(state: &State, chosen: MoveRef<'_>) -> Option<(SiteId, Piece)> {
    let mut steps = chosen.steps();
    let (step, effects) = steps.next().filter(|(step, _)| step.then.is_none())?;
    if steps.next().is_some() || step.is_pass() {
        return None;
    }
    let mut put = None;
    for effect in effects {
        match *effect {
            Effect::Place { .. } | Effect::Drop { .. } if put.is_some() => return None,
            Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner } => {
                put = Some((site, Piece { kind, owner }));
            }
            Effect::Move { .. } | Effect::Together { .. } => return None,
            _ => {}
        }
    }
    put.filter(|(site, _)| state.is_empty(*site))
}

/// The only move of a list that puts a piece on a site. An error holds how many there are.
pub(super) fn only_put(state: &State, list: &MoveList, site: SiteId) -> Result<usize, usize> {
    let mut fitting = (0..list.len()).filter(|&index| put(state, list.get(index)).is_some_and(|(at, _)| at == site));
    let first = fitting.next().ok_or(0usize)?;
    match fitting.count() {
        0 => Ok(first),
        others => Err(others + 1),
    }
}
