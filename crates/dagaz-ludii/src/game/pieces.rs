//! Components as pieces: a type, which several players' components may share, and an owner.

use dagaz_core::{Piece, PieceTypeId, PlayerId};

use crate::rules::Rules;

/// Which piece each component is.
#[derive(Debug)]
pub(super) struct Pieces {
    /// By component, number 0 being none.
    pieces: Vec<Option<Piece>>,
    /// The component of each type and owner, the neutral owner last; 0 for none.
    whats: Vec<u16>,
    owners: usize,
    /// Names of the types.
    pub(super) names: Vec<String>,
}

impl Pieces {
    pub(super) fn new(rules: &Rules) -> Pieces {
        let mut names: Vec<String> = Vec::new();
        let mut pieces: Vec<Option<Piece>> = vec![None];
        for component in rules.components.iter().skip(1) {
            let owner = match component.owner {
                owner if (1..=rules.ground.players).contains(&owner) => PlayerId::at(owner - 1),
                _ => PlayerId::NONE,
            };
            let mut kind_of = |name: &str| match names.iter().position(|known| known == name) {
                Some(known) => PieceTypeId::at(known),
                None => {
                    names.push(name.to_string());
                    PieceTypeId::at(names.len() - 1)
                }
            };
            let plain = if component.plain.is_empty() { &component.name } else { &component.plain };
            let mut piece = Piece { kind: kind_of(plain), owner };
            // Neutral and shared are one owner here, and a name may occur twice.
            let mut number = 1;
            while pieces.contains(&Some(piece)) {
                number += 1;
                piece.kind = kind_of(&format!("{plain}~{number}"));
            }
            pieces.push(Some(piece));
        }
        let owners = rules.ground.players + 1;
        let mut all = Pieces { whats: vec![0; names.len() * owners], pieces, owners, names };
        for what in 1..all.pieces.len() {
            if let Some(at) = all.pieces[what].and_then(|piece| all.place(piece)) {
                all.whats[at] = what as u16;
            }
        }
        all
    }

    /// Returns the number of types.
    pub(super) fn kinds(&self) -> usize {
        self.names.len()
    }

    /// Returns the piece that a component is.
    pub(super) fn piece(&self, what: u16) -> Option<Piece> {
        self.pieces.get(usize::from(what)).copied().flatten()
    }

    /// Returns the component that a piece is; 0 if it is none.
    pub(super) fn what(&self, piece: Piece) -> u16 {
        self.place(piece).and_then(|at| self.whats.get(at)).copied().unwrap_or(0)
    }

    fn place(&self, piece: Piece) -> Option<usize> {
        let owner = if piece.owner == PlayerId::NONE { self.owners - 1 } else { piece.owner.index() };
        (owner < self.owners).then(|| piece.kind.index() * self.owners + owner)
    }

    /// Returns a number as a component; 0 if there is none of that number.
    pub(super) fn checked(&self, number: i32) -> u16 {
        u16::try_from(number).ok().filter(|what| usize::from(*what) < self.pieces.len()).unwrap_or(0)
    }
}
