//! Identifiers of the parts of a game.
//!
//! Each is a small number of its own type, so that a site can never be used as a piece. They index
//! the tables of a game's [`Glossary`](crate::Glossary) and [`Topology`](crate::Topology), in order
//! of declaration.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($raw:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $raw);

        impl $name {
            /// Returns the place of this thing in its table.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the thing at a place of its table. Tables are bounded by
            /// [`Limits`](crate::Limits), all of which fit.
            #[inline]
            pub const fn at(index: usize) -> Self {
                Self(index as $raw)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "#{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A place on the board (ZRF: position, chess: square), in a hand or in a store.
    SiteId(u16);
    /// A named direction: a function from sites to sites.
    DirectionId(u16);
    /// A named set of sites, possibly another one for each player.
    ZoneId(u16);
    /// A participant: a person's seat, a random mover, or a neutral owner of pieces.
    PlayerId(u8);
    /// A kind of piece.
    PieceTypeId(u16);
    /// A named value that pieces carry.
    AttributeId(u8);
    /// A class of moves (ZRF: move-type).
    MoveClassId(u16);
    /// A named move generator.
    RuleId(u32);
    /// A slot of the turn order: a player and their move types.
    SlotId(u16);
    /// A way in which the game can finish.
    EndingId(u16);
}

impl SiteId {
    /// No site: the origin of a drop, a missing link.
    pub const NONE: SiteId = SiteId(u16::MAX);

    /// This site, unless it is [`SiteId::NONE`].
    #[inline]
    pub fn some(self) -> Option<SiteId> {
        (self != SiteId::NONE).then_some(self)
    }
}

impl PlayerId {
    /// No player: the owner of a wall or of a site.
    pub const NONE: PlayerId = PlayerId(u8::MAX);
}
