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
            let piece = state.piece(from).filter(|piece| piece.owner == PlayerId::NOBODY)?;
            Some(SecondPiece { piece, site: to })
        }
        _ => None,
    })
}

/// Returns king and rook of a castling in which the king does not move, as in Chess960: the rook
/// has the right to castle and passes its own king.
pub fn king_that_stays(game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> Option<(SiteId, SiteId)> {
    let (_, effects) = chosen.steps().next()?;
    let mut moved = effects.iter().filter_map(|effect| match *effect {
        Effect::Move { from, to } if from != to => Some((from, to)),
        _ => None,
    });
    let ((from, to), None) = (moved.next()?, moved.next()) else { return None };
    let glossary = game.glossary();
    glossary.fen.rights.iter().find(|(_, _, sites)| sites[..] == [from])?;
    let owner = state.piece(from)?.owner;
    let place = |site: SiteId| game.topology().site(site).center.map(|center| (center.x, center.y));
    let ((begin, row), (end, other)) = (place(from)?, place(to)?);
    let is_king = |piece: Piece| {
        let letter = glossary.pieces.get(piece.kind.index()).and_then(|named| named.letter.as_deref());
        piece.owner == owner && letter == Some("K")
    };
    let stays = |site: &SiteId| {
        let passed = place(*site).is_some_and(|(x, y)| y == row && x > begin.min(end) && x < begin.max(end));
        passed && state.piece(*site).is_some_and(is_king)
    };
    game.topology().site_ids().find(stays).filter(|_| row == other).map(|king| (king, from))
}
