//! The second piece of a move: one that enters behind the piece that has moved, as in Seirawan
//! chess, or the duck.

use dagaz_core::{Effect, Game, MoveRef, Piece, PlayerId, SiteId, State};

/// A piece that is placed or moved in addition to the one that makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondPiece {
    /// The piece.
    pub piece: Piece,
    /// Where it stands behind the move.
    pub site: SiteId,
}

/// Returns the second piece of a move of one step: a new one away from the target, or a moved one
/// without an owner.
pub fn second_piece(state: &State, chosen: MoveRef<'_>) -> Option<SecondPiece> {
    let mut steps = chosen.steps();
    let (Some((_, effects)), None) = (steps.next(), steps.next()) else { return None };
    let target = chosen.target().some()?;
    effects.iter().find_map(|effect| match *effect {
        Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner } if site != target => {
            Some(SecondPiece { piece: Piece { kind, owner }, site })
        }
        Effect::Move { from, to } if to != target => {
            let piece = state.piece(from).filter(|piece| piece.owner == PlayerId::NONE)?;
            Some(SecondPiece { piece, site: to })
        }
        _ => None,
    })
}

/// Returns king and rook of a castling in which the king does not move, as in Chess960: the rook
/// has the right to castle and passes its own king.
pub fn king_that_stays(game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> Option<(SiteId, SiteId)> {
    let (from, to) = only_way(chosen)?;
    let owner = state.piece(from).filter(|_| has_right(game, from))?.owner;
    let is_own_king =
        |site: SiteId| state.piece(site).is_some_and(|piece| piece.owner == owner && is_king(game, piece));
    let stays = |site: &SiteId| is_own_king(*site) && is_passed(game, (from, to), *site);
    game.topology().site_ids().find(stays).map(|king| (king, from))
}

/// Returns king and rook of a castling in which the rook does not move, as in Chess960: the king
/// passes its own rook, which has the right to castle.
pub fn rook_that_stays(game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> Option<(SiteId, SiteId)> {
    let (from, to) = only_way(chosen)?;
    let owner = state.piece(from).filter(|piece| is_king(game, *piece))?.owner;
    let is_own = |site: SiteId| state.piece(site).is_some_and(|piece| piece.owner == owner);
    let stays = |site: &SiteId| is_own(*site) && has_right(game, *site) && is_passed(game, (from, to), *site);
    game.topology().site_ids().find(stays).map(|rook| (from, rook))
}

/// From where to where the only piece goes that a move of one step moves.
fn only_way(chosen: MoveRef<'_>) -> Option<(SiteId, SiteId)> {
    let (_, effects) = chosen.steps().next()?;
    let mut moved = effects.iter().filter_map(|effect| match *effect {
        Effect::Move { from, to } if from != to => Some((from, to)),
        _ => None,
    });
    let (way, None) = (moved.next()?, moved.next()) else { return None };
    Some(way)
}

/// Whether a FEN has a right for the piece on this site alone.
fn has_right(game: &dyn Game, site: SiteId) -> bool {
    game.glossary().fen.rights.iter().any(|(_, _, sites)| sites[..] == [site])
}

fn is_king(game: &dyn Game, piece: Piece) -> bool {
    let named = game.glossary().pieces.get(piece.kind.index());
    named.and_then(|named| named.letter.as_deref()) == Some("K")
}

/// Whether a site lies between two others of its row.
fn is_passed(game: &dyn Game, (from, to): (SiteId, SiteId), site: SiteId) -> bool {
    let place = |site: SiteId| game.topology().site(site).center.map(|center| (center.x, center.y));
    let (Some((begin, row)), Some((end, other)), Some((x, y))) = (place(from), place(to), place(site)) else {
        return false;
    };
    row == other && y == row && x > begin.min(end) && x < begin.max(end)
}
