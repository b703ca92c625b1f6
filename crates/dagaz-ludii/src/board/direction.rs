//! Absolute directions: compass points, up and down, and those of rings.

/// An absolute direction that a step can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the directions")]
pub enum Direction {
    N,
    NNE,
    NE,
    ENE,
    E,
    ESE,
    SE,
    SSE,
    S,
    SSW,
    SW,
    WSW,
    W,
    WNW,
    NW,
    NNW,
    CW,
    CCW,
    In,
    Out,
    U,
    UN,
    UNE,
    UE,
    USE,
    US,
    USW,
    UW,
    UNW,
    D,
    DN,
    DNE,
    DE,
    DSE,
    DS,
    DSW,
    DW,
    DNW,
}

impl Direction {
    /// All directions; the compass points come first, clockwise from north.
    pub const ALL: [Direction; 38] = [
        Direction::N,
        Direction::NNE,
        Direction::NE,
        Direction::ENE,
        Direction::E,
        Direction::ESE,
        Direction::SE,
        Direction::SSE,
        Direction::S,
        Direction::SSW,
        Direction::SW,
        Direction::WSW,
        Direction::W,
        Direction::WNW,
        Direction::NW,
        Direction::NNW,
        Direction::CW,
        Direction::CCW,
        Direction::In,
        Direction::Out,
        Direction::U,
        Direction::UN,
        Direction::UNE,
        Direction::UE,
        Direction::USE,
        Direction::US,
        Direction::USW,
        Direction::UW,
        Direction::UNW,
        Direction::D,
        Direction::DN,
        Direction::DNE,
        Direction::DE,
        Direction::DSE,
        Direction::DS,
        Direction::DSW,
        Direction::DW,
        Direction::DNW,
    ];

    /// Returns the direction with this name.
    pub fn named(name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Returns the name, as descriptions write it.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 38] = [
            "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW", "CW",
            "CCW", "In", "Out", "U", "UN", "UNE", "UE", "USE", "US", "USW", "UW", "UNW", "D", "DN", "DNE", "DE", "DSE",
            "DS", "DSW", "DW", "DNW",
        ];
        NAMES[self as usize]
    }

    /// Returns the compass point of a number from 0 (north) to 15, clockwise.
    pub fn compass(point: usize) -> Direction {
        Direction::ALL[point % 16]
    }

    /// Returns the number of a compass point from 0 (north) to 15, clockwise.
    pub fn point(self) -> Option<usize> {
        Some(self as usize).filter(|point| *point < 16)
    }
}
