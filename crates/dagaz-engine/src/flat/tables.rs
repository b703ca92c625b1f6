//! What changes to a board mean, looked up by code.

use dagaz_core::{Layout, Piece, SlotId, WordPlaces, word_key};
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
    /// What each slot contributes to the key.
    slot_keys: Box<[u64]>,
    /// What the site contributes where the last step began, and where it ended; nowhere first, then site by site.
    last_keys: Box<[(u64, u64)]>,
    /// For each supply what small counts contribute.
    supply_keys: Box<[[u64; COUNTS]]>,
    /// For each code the row of its owner.
    owner: Box<[u8]>,
    /// For each code the supply to which a captured piece goes, or [`NO_SUPPLY`].
    captured: Box<[u8]>,
    /// For each code the bits that its capture raises.
    watch: Box<[u64]>,
}

const NO_SUPPLY: u8 = u8::MAX;

/// Counts of a supply of which the keys are kept.
const COUNTS: usize = 64;

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
        let places = layout.places();
        let counted = |place: usize| std::array::from_fn(|count| word_key(place, count as u32));
        let last = |site: u32| (word_key(places.last_from, site), word_key(places.last_to, site));
        let keeps_last = spec.keeps_last;
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
            slot_keys: (0..rules.turns.slots.len()).map(|slot| word_key(places.slot, slot as u32)).collect(),
            last_keys: if keeps_last { (0..=sites as u32).map(last).collect() } else { Box::default() },
            supply_keys: supplies.iter().map(|&(_, place)| counted(place)).collect(),
            places,
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
    pub(crate) fn slot_key(&self, slot: SlotId) -> u64 {
        self.slot_keys[slot.index()]
    }

    /// What the ends of the last step contribute to the key.
    #[inline]
    pub(crate) fn last_key(&self, from: u16, to: u16) -> u64 {
        self.last_keys[usize::from(from.wrapping_add(1))].0 ^ self.last_keys[usize::from(to.wrapping_add(1))].1
    }

    #[inline]
    pub(crate) fn supply_key(&self, index: usize, count: u32) -> u64 {
        let known = self.supply_keys[index].get(count as usize).copied();
        known.unwrap_or_else(|| word_key(self.supplies[index].1, count))
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
