//! What changes to a board mean, looked up by code.

use dagaz_core::{Layout, Piece, WordPlaces, word_key};
use dagaz_rules::Rules;

use super::codes::Codes;
use super::graph::set_bit;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) codes: Codes,
    pub(crate) layout: Layout,
    pub(crate) places: WordPlaces,
    pub(crate) sites: usize,
    /// Owners of pieces: the players, and nobody as the last.
    pub(crate) owners: usize,
    /// The supplies, each with its word in a state.
    pub(crate) supplies: Vec<(Piece, usize)>,
    /// What a code on a site contributes to the key.
    keys: Box<[u64]>,
    /// For each code the row of its owner.
    owner: Box<[u8]>,
    /// For each code the supply to which a captured piece goes, or [`NO_SUPPLY`].
    captured: Box<[u8]>,
    /// For each code the bits that its capture raises.
    watch: Box<[u64]>,
}

const NO_SUPPLY: u8 = u8::MAX;

impl Tables {
    /// The tables of a game; none if it has something that they cannot say.
    pub(crate) fn of(rules: &Rules, layout: &Layout) -> Option<Tables> {
        let codes = Codes::of(rules, layout)?;
        let (sites, players) = (layout.sites(), rules.players.len());
        let spec = layout.spec();
        if spec.watched.len() > 64 || spec.variables > 0 || spec.counters > 0 || spec.recycle_promotions {
            return None;
        }
        let mut supplies: Vec<(Piece, usize)> = Vec::new();
        for &piece in &spec.supplies {
            let place = layout.supply_place(piece)?;
            if supplies.iter().all(|(known, _)| *known != piece) {
                supplies.push((piece, place));
            }
        }
        if supplies.len() >= usize::from(NO_SUPPLY) {
            return None;
        }
        let each = || (0..codes.len() as u8).map(|code| (code, codes.piece(code)));
        let keys = (0..sites).flat_map(|site| each().map(move |(code, _)| (site, code)));
        Some(Tables {
            keys: keys.map(|(site, code)| word_key(site, codes.word(code))).collect(),
            owner: each().map(|(_, piece)| piece.map_or(0, |piece| piece.owner.index().min(players) as u8)).collect(),
            captured: each()
                .map(|(_, piece)| {
                    let known = supplies.iter().position(|(known, _)| Some(*known) == piece && spec.recycle);
                    known.map_or(NO_SUPPLY, |index| index as u8)
                })
                .collect(),
            watch: each()
                .map(|(_, piece)| {
                    // The first of equal ones is the one that is watched.
                    spec.watched.iter().position(|watched| Some(*watched) == piece).map_or(0, |index| 1 << index)
                })
                .collect(),
            places: layout.places(),
            layout: layout.clone(),
            owners: players + 1,
            sites,
            supplies,
            codes,
        })
    }

    #[inline]
    pub(crate) fn key(&self, site: usize, code: u8) -> u64 {
        self.keys[site * self.codes.len() + usize::from(code)]
    }

    #[inline]
    pub(crate) fn owner(&self, code: u8) -> usize {
        usize::from(self.owner[usize::from(code)])
    }

    /// The supply to which a captured piece of that code goes.
    #[inline]
    pub(crate) fn captured(&self, code: u8) -> Option<usize> {
        match self.captured[usize::from(code)] {
            NO_SUPPLY => None,
            index => Some(usize::from(index)),
        }
    }

    #[inline]
    pub(crate) fn watch(&self, code: u8) -> u64 {
        self.watch[usize::from(code)]
    }

    pub(crate) fn supply(&self, piece: Piece) -> Option<usize> {
        self.supplies.iter().position(|(known, _)| *known == piece)
    }

    /// The code of a new piece.
    pub(crate) fn fresh(&self, piece: Piece) -> u8 {
        self.codes.code(self.layout.fresh_word(piece))
    }

    /// The code of a piece that has become another one, its attributes kept.
    pub(crate) fn as_piece(&self, code: u8, change: impl Fn(Piece) -> Piece) -> u8 {
        match self.codes.piece(code) {
            Some(piece) => self.codes.code(self.codes.word(code) ^ piece.code() ^ change(piece).code()),
            None => 0,
        }
    }

    /// The code of a piece with an attribute set.
    pub(crate) fn with(&self, code: u8, attribute: dagaz_core::AttributeId, value: bool) -> u8 {
        if code == 0 {
            return 0;
        }
        let word = set_bit(&self.layout, self.codes.word(code), attribute, value);
        word.map_or(Codes::NONE, |word| self.codes.code(word))
    }
}
