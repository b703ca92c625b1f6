//! The layout: which word of a state holds what.
//!
//! A state is one row of 32-bit words, so that copying, undoing and hashing know nothing of what
//! the words mean, and a new kind of fact about a game is only some more words. The layout is made
//! once when a game is loaded, of the size that this game needs: a tic-tac-toe state has 14 words,
//! a chess state about 70.
//!
//! A site's word holds type, owner and the narrow attributes of the piece there; other attributes
//! are in further *planes*, each with one word per site. Zero is an empty site.
//!
//! Where pieces stand on one another, the planes hold the topmost piece of each site, which is the
//! piece that tests and moves use; each *level* below has planes of its own behind them.

use crate::{AttributeId, PieceTypeId, PlayerId, SiteId};

/// Bits of a site's word that name the piece type, plus one.
pub(crate) const KIND_BITS: u32 = 11;
/// Bits that name the owner, plus one.
pub(crate) const OWNER_BITS: u32 = 5;
/// First bit of the attributes.
pub(crate) const ATTRIBUTE_SHIFT: u32 = KIND_BITS + OWNER_BITS;
/// The bits of a site's word that identify the piece.
pub(crate) const PIECE_MASK: u32 = (1 << ATTRIBUTE_SHIFT) - 1;
pub(crate) const KIND_MASK: u32 = (1 << KIND_BITS) - 1;

/// A piece: a type with an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Its type.
    pub kind: PieceTypeId,
    /// Its owner, or [`PlayerId::NONE`].
    pub owner: PlayerId,
}

impl Piece {
    /// Returns the code of this piece in the low bits of a site's word.
    #[inline]
    pub const fn code(self) -> u32 {
        (self.kind.0 as u32 + 1) | (self.owner.0.wrapping_add(1) as u32) << KIND_BITS
    }

    /// Returns the bit of an owner in a mask: `owner + 1`, or bit 0 without an owner.
    #[inline]
    pub const fn owner_bit(word: u32) -> u32 {
        word >> KIND_BITS & ((1 << OWNER_BITS) - 1)
    }

    /// Returns the type of the piece in a site's word.
    #[inline]
    pub const fn kind_of(word: u32) -> Option<PieceTypeId> {
        match word & KIND_MASK {
            0 => None,
            kind => Some(PieceTypeId(kind as u16 - 1)),
        }
    }

    /// Returns whether two words of a site name different pieces.
    #[inline]
    pub const fn is_other(one: u32, other: u32) -> bool {
        (one ^ other) & PIECE_MASK != 0
    }

    /// Returns a site's word with this piece, its attributes unchanged.
    #[inline]
    pub const fn with_word(piece: Piece, word: u32) -> u32 {
        word & !PIECE_MASK | piece.code()
    }

    /// Returns the piece of a site's word, ignoring attributes.
    #[inline]
    pub const fn from_word(word: u32) -> Option<Piece> {
        if word & KIND_MASK == 0 {
            return None;
        }
        let owner = (word >> KIND_BITS & ((1 << OWNER_BITS) - 1)) as u8;
        Some(Piece { kind: PieceTypeId((word & KIND_MASK) as u16 - 1), owner: PlayerId(owner.wrapping_sub(1)) })
    }
}

/// Where an attribute of the pieces is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// 0: in the site's own word; k: in the k-th further plane.
    pub(crate) plane: u32,
    pub(crate) shift: u32,
    pub(crate) mask: u32,
}

impl Field {
    /// Returns the plane that holds the attribute; 0 is the site's own word.
    #[inline]
    pub fn plane(self) -> usize {
        self.plane as usize
    }

    /// Returns the value that a word of that plane holds.
    #[inline]
    pub fn value(self, word: u32) -> i32 {
        (word >> self.shift & self.mask) as i32
    }

    /// Returns the word with another value of the attribute.
    #[inline]
    pub fn with_value(self, word: u32, value: i32) -> u32 {
        word & !(self.mask << self.shift) | (value as u32 & self.mask) << self.shift
    }
}

/// The values that one attribute can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// 0 or 1.
    Truth,
    /// Any 32-bit integer.
    Integer,
}

/// What a game needs of its states. Everything is bounded by [`Limits`](crate::Limits).
#[derive(Clone, Debug, Default)]
pub struct LayoutSpec {
    /// Number of sites.
    pub sites: usize,
    /// How many pieces can stand on one another; with 0 or 1 a site holds one piece.
    pub levels: usize,
    /// Number of players, random and neutral ones counted.
    pub players: usize,
    /// Number of piece types.
    pub kinds: usize,
    /// The attributes that pieces carry.
    pub attributes: Vec<Values>,
    /// For each piece type the values with which a new piece starts, where they are not 0.
    pub starts: Vec<Vec<(AttributeId, i32)>>,
    /// The pieces that can wait in a supply.
    pub supplies: Vec<Piece>,
    /// Whether captured pieces return to their owner's supply.
    pub recycle: bool,
    /// Whether a change of type takes the new type from the owner's supply and returns the old one
    /// to it.
    pub recycle_promotions: bool,
    /// Whether the rules ask from where and to where the last step went.
    pub keeps_last: bool,
    /// Whether the rules ask how often a position has occurred.
    pub keeps_history: bool,
    /// The pieces whose capture within the turn the rules ask for.
    pub watched: Vec<Piece>,
    /// Further words that the game keeps for itself, part of the position.
    pub variables: usize,
    /// Further words that are part of the state but not compared for repetition.
    pub counters: usize,
}

/// Which word of a [`State`](crate::State) holds what.
#[derive(Clone, Debug)]
pub struct Layout {
    spec: LayoutSpec,
    fields: Vec<Field>,
    planes: usize,
    /// For each type, the words of a new piece without its owner: site's word, then planes.
    fresh: Vec<Box<[u32]>>,
    /// `supply_words[player * kinds + kind]`: word of that supply, or `u32::MAX`.
    supply_words: Vec<u32>,
    scalars: usize,
    counters: usize,
    words: usize,
}

/// The words that every game has, by their place after the planes and supplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Slot,
    PendingSite,
    PendingClass,
    Ending,
    EndingPlayer,
    LastFrom,
    LastTo,
}
const SCALARS: usize = 7;

/// Which words of a state hold what besides the board. Each holds its value plus one, 0 for none,
/// but for the slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordPlaces {
    /// The slot of the turn order, as it is.
    pub slot: usize,
    /// The site of the piece that must or may continue.
    pub pending_site: usize,
    /// The class of moves with which it continues.
    pub pending_class: usize,
    /// The ending that has been reached.
    pub ending: usize,
    /// For whom it was asked.
    pub ending_player: usize,
    /// Where the last step began.
    pub last_from: usize,
    /// Where it ended.
    pub last_to: usize,
    /// The first of the [variables](LayoutSpec::variables).
    pub variables: usize,
    /// A bit for each [watched](LayoutSpec::watched) piece that was captured. Not compared for
    /// repetition.
    pub watched: std::ops::Range<usize>,
    /// The first of the [counters](LayoutSpec::counters).
    pub counters: usize,
}

impl Layout {
    /// Lays out the states of a game.
    pub fn new(spec: LayoutSpec) -> Layout {
        let (mut fields, mut planes, mut shift) = (Vec::new(), 1, ATTRIBUTE_SHIFT);
        for values in &spec.attributes {
            let width = match values {
                Values::Truth => 1,
                Values::Integer => 32,
            };
            if shift + width > 32 {
                planes += 1;
                shift = 0;
            }
            let mask = if width == 32 { u32::MAX } else { (1 << width) - 1 };
            fields.push(Field { plane: planes as u32 - 1, shift, mask });
            shift += width;
        }
        let fresh = (0..spec.kinds)
            .map(|kind| {
                let mut words = vec![0u32; planes].into_boxed_slice();
                words[0] = Piece { kind: PieceTypeId::at(kind), owner: PlayerId::NONE }.code();
                for &(attribute, value) in spec.starts.get(kind).into_iter().flatten() {
                    let field = fields[attribute.index()];
                    words[field.plane as usize] |= (value as u32 & field.mask) << field.shift;
                }
                words
            })
            .collect();
        let mut words = spec.sites * planes * spec.levels.max(1);
        let mut supply_words = vec![u32::MAX; spec.players * spec.kinds];
        for piece in &spec.supplies {
            let word = &mut supply_words[piece.owner.index() * spec.kinds + piece.kind.index()];
            if *word == u32::MAX {
                *word = words as u32;
                words += 1;
            }
        }
        let scalars = words;
        words += SCALARS + spec.variables;
        let counters = words;
        words += spec.watched.len().div_ceil(32) + spec.counters;
        Layout { spec, fields, planes, fresh, supply_words, scalars, counters, words }
    }

    /// What the layout was made for.
    pub fn spec(&self) -> &LayoutSpec {
        &self.spec
    }

    /// Number of sites.
    #[inline]
    pub fn sites(&self) -> usize {
        self.spec.sites
    }

    /// Returns how many pieces can stand on one another: 1 where a site holds one piece.
    #[inline]
    pub fn levels(&self) -> usize {
        self.spec.levels.max(1)
    }

    /// Returns whether pieces stand on one another.
    #[inline]
    pub fn has_columns(&self) -> bool {
        self.spec.levels > 1
    }

    /// Words of one state. With the derived sets and counts a state takes
    /// [`state_bytes`](Layout::state_bytes) bytes.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Memory of one state in bytes, without the history that repetition rules need.
    pub fn state_bytes(&self) -> usize {
        let sets = (self.spec.players + 1) * self.set_words() * 8;
        let counts = (self.spec.players + 1) * self.spec.kinds * 2;
        std::mem::size_of::<crate::State>() + self.words * 4 + sets + counts
    }

    /// 64-bit words of a set of sites.
    #[inline]
    pub(crate) fn set_words(&self) -> usize {
        self.spec.sites.div_ceil(64)
    }

    /// Words of the piece on a site: one for each plane.
    #[inline]
    pub fn planes(&self) -> usize {
        self.planes
    }

    /// Where an attribute is kept.
    #[inline]
    pub fn field(&self, attribute: AttributeId) -> Field {
        self.fields[attribute.index()]
    }

    /// Returns all words of a new piece without an owner, one for each plane.
    #[inline]
    pub fn fresh(&self, kind: PieceTypeId) -> &[u32] {
        &self.fresh[kind.index()]
    }

    #[inline]
    pub(crate) fn plane_word(&self, site: SiteId, plane: usize) -> usize {
        plane * self.spec.sites + site.index()
    }

    /// Returns the index of the word of a piece with `level` others on top of it.
    #[inline]
    pub fn level_word(&self, site: SiteId, level: usize, plane: usize) -> usize {
        self.plane_word(site, level * self.planes + plane)
    }

    #[inline]
    /// Returns the word that counts those of a piece that wait in a supply, if any ever do.
    pub fn supply_word(&self, piece: Piece) -> Option<usize> {
        match self.supply_words.get(piece.owner.index() * self.spec.kinds + piece.kind.index()) {
            Some(&word) if word != u32::MAX => Some(word as usize),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn scalar(&self, scalar: Scalar) -> usize {
        self.scalars + scalar as usize
    }

    /// Captures since the start of the turn: not compared, since they do not affect later play.
    #[inline]
    pub(crate) fn watch_words(&self) -> std::ops::Range<usize> {
        self.counters..self.counters + self.spec.watched.len().div_ceil(32)
    }

    pub(crate) fn watch_bit(&self, piece: Piece) -> Option<(usize, u32)> {
        let index = self.spec.watched.iter().position(|watched| *watched == piece)?;
        Some((self.counters + index / 32, 1 << (index % 32)))
    }

    #[inline]
    pub(crate) fn variable(&self, index: usize) -> usize {
        self.scalars + SCALARS + index
    }

    /// Returns a counter of the game's own.
    #[inline]
    pub(crate) fn counter(&self, index: usize) -> usize {
        self.watch_words().end + index
    }

    /// Which words hold what besides the board: for executors that keep states in a form of their
    /// own.
    pub fn places(&self) -> WordPlaces {
        let scalar = |scalar| self.scalar(scalar);
        WordPlaces {
            slot: scalar(Scalar::Slot),
            pending_site: scalar(Scalar::PendingSite),
            pending_class: scalar(Scalar::PendingClass),
            ending: scalar(Scalar::Ending),
            ending_player: scalar(Scalar::EndingPlayer),
            last_from: scalar(Scalar::LastFrom),
            last_to: scalar(Scalar::LastTo),
            variables: self.variable(0),
            watched: self.watch_words(),
            counters: self.counter(0),
        }
    }

    /// Returns the word that counts a supply, if that piece can wait in one.
    pub fn supply_place(&self, piece: Piece) -> Option<usize> {
        self.supply_word(piece)
    }

    /// Returns the words of a new piece on the board, site's word first.
    pub fn fresh_word(&self, piece: Piece) -> u32 {
        self.fresh(piece.kind)[0] & !PIECE_MASK | piece.code()
    }

    /// Returns whether a site's word is complete: without attributes in further planes.
    pub fn is_plain(&self) -> bool {
        self.planes == 1
    }

    /// Returns the bit of a site's word that holds an attribute, if the attribute is a truth kept
    /// there.
    pub fn attribute_bit(&self, attribute: AttributeId) -> Option<u32> {
        let field = self.field(attribute);
        (field.plane == 0 && field.mask == 1).then_some(field.shift)
    }

    /// First word that is not compared for repetition.
    #[inline]
    pub fn first_counter(&self) -> usize {
        self.counters
    }
}
