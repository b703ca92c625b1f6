//! The tag `GameType`: which draughts, on which board, and how its squares are named.
//!
//! `20,W,10,10,N2,0` is type 20, White begins, ten columns and ten rows, squares named by numbers
//! from the top left corner, and the bottom left corner is in use. All but the number may be left
//! out.

use super::board::{Board, Colour, Draughts, Pattern};
use super::numbering::{Corner, Notation, Script, corner_of_rules, usual_corner};
use crate::names;

/// Whether two numbers are types of the same rules: Portuguese draughts (28) are Spanish (24).
fn same_rules(one: u32, other: u32) -> bool {
    let rules = |number| names::of_pdn(number).map(|names| (names.game, names.variant));
    one == other || rules(one).is_some_and(|known| rules(other) == Some(known))
}

/// A game type of the standard.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameType {
    /// Its number.
    pub(super) number: u32,
    /// What such games are called.
    pub(super) name: &'static str,
    /// What stands behind the number, and whether all squares are in use.
    details: Details,
    full: bool,
    /// What stands between the squares of a capture.
    pub(super) separator: char,
    /// Whether a win counts two points.
    pub(super) two_points: bool,
}

/// What the tag says behind the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Details {
    first: Colour,
    width: usize,
    height: usize,
    notation: Notation,
    /// Whether the bottom left corner is not in use.
    inverted: bool,
}

const WHITE: Colour = Colour::White;
const BLACK: Colour = Colour::Black;
const A0: Notation = Notation { script: Script::Letters, corner: Corner::BottomLeft };
const N1: Notation = Notation { script: Script::Numbers, corner: Corner::BottomRight };
const N2: Notation = Notation { script: Script::Numbers, corner: Corner::TopLeft };

/// The table of the standard. Types that share a board and a first player stand in the order in
/// which they are tried.
const TYPES: [GameType; 14] = [
    GameType { two_points: true, ..kind(20, "International", WHITE, [10, 10], N2) },
    kind(21, "English", BLACK, [8, 8], N1),
    kind(22, "Italian", WHITE, [8, 8], N2).inverted(),
    kind(23, "Pool", BLACK, [8, 8], N1),
    kind(24, "Spanish", WHITE, [8, 8], N1).inverted(),
    GameType { separator: ':', ..kind(25, "Russian", WHITE, [8, 8], A0) },
    kind(26, "Brazilian", WHITE, [8, 8], A0),
    GameType { two_points: true, ..kind(27, "Canadian", WHITE, [12, 12], N2) },
    kind(28, "Portuguese", WHITE, [8, 8], N1).inverted(),
    kind(29, "Czech", WHITE, [8, 8], A0),
    GameType { full: true, ..kind(30, "Turkish", WHITE, [8, 8], A0) },
    GameType { separator: '-', ..kind(31, "Thai", BLACK, [8, 8], N2) },
    kind(40, "Frisian", WHITE, [10, 10], N2),
    GameType { separator: ':', ..kind(41, "Spantsiretti", WHITE, [10, 8], A0) },
];

const fn kind(number: u32, name: &'static str, first: Colour, size: [usize; 2], notation: Notation) -> GameType {
    let details = Details { first, width: size[0], height: size[1], notation, inverted: false };
    GameType { number, name, details, full: false, separator: 'x', two_points: false }
}

impl GameType {
    const fn inverted(mut self) -> GameType {
        self.details.inverted = true;
        self
    }

    fn has_board(&self, board: &Board) -> bool {
        let pattern = match board.pattern {
            Pattern::Full => self.full,
            Pattern::Checkered { corner } => !self.full && corner != self.details.inverted,
        };
        pattern && (self.details.width, self.details.height) == (board.width, board.height)
    }

    /// The type of a number.
    fn numbered(number: u32) -> Option<&'static GameType> {
        TYPES.iter().find(|kind| kind.number == number)
    }
}

/// What a game is by the standard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Classified {
    /// Its type, if the standard has one.
    pub(super) kind: Option<&'static GameType>,
    /// Whether its title says so. A game without such a title may be any of several types on the
    /// same board.
    named: bool,
    /// Whether its title, or another name of the game, says which type it has.
    known: bool,
    details: Details,
}

impl Classified {
    /// The type of a game, by its title, its board and the player who begins.
    pub(super) fn of(draughts: &Draughts<'_>) -> Classified {
        let (board, first) = (&draughts.board, draughts.first);
        let fitting = || TYPES.iter().filter(|kind| kind.details.first == first && kind.has_board(board));
        let title = draughts.game.glossary().title.to_lowercase();
        let named = fitting().find(|kind| title.contains(&kind.name.to_lowercase()));
        // Frysk! is a variant of Frisian draughts.
        let game = names::meant(&title).map(|names| names.game);
        let family = || names::all().iter().filter(|names| Some(names.game) == game).flat_map(|names| &names.pdn);
        let related = || family().find_map(|number| fitting().find(|kind| kind.number == *number));
        let known = named.or_else(related);
        let kind = known.or(fitting().next());
        let usual = Details {
            first,
            width: board.width,
            height: board.height,
            notation: usual_notation(draughts),
            inverted: board.pattern == Pattern::Checkered { corner: false },
        };
        let mut details = kind.map_or(usual, |kind| kind.details);
        // Readers of a record know squares by the numbers of the rules.
        if let Some(corner) = corner_of_rules(board, draughts.game.topology()) {
            details.notation = Notation { script: Script::Numbers, corner };
        }
        Classified { kind, named: named.is_some(), known: known.is_some(), details }
    }

    /// Whether its title says which type it has.
    pub(super) fn is_named(&self) -> bool {
        self.named
    }

    /// Whether a name of the game says which type it has.
    pub(super) fn is_known(&self) -> bool {
        self.known
    }

    /// How its squares are named.
    pub(super) fn notation(&self) -> Notation {
        self.details.notation
    }

    /// What stands between the squares of a capture.
    pub(super) fn separator(&self) -> char {
        self.kind.map_or('x', |kind| kind.separator)
    }

    /// Whether the game begins with another number of men than its type has: all rows are full but
    /// the two in the middle. Other programs then need the position.
    pub(super) fn begins_otherwise(&self, draughts: &Draughts<'_>) -> bool {
        let Details { width, height, .. } = self.details;
        let men = (height / 2).saturating_sub(1) * width;
        let start = draughts.game.position(&draughts.game.initial());
        !self.named && self.kind.is_some_and(|kind| !kind.full) && start.pieces.len() != men
    }

    /// Whether a win counts two points.
    pub(super) fn two_points(&self) -> bool {
        self.kind.is_some_and(|kind| kind.two_points)
    }

    /// The value of the tag; none if the standard has no number for the game.
    pub(super) fn tag(&self) -> Option<String> {
        let Details { first, width, height, notation, inverted } = self.details;
        let script = match notation.script {
            Script::Letters => 'A',
            Script::Numbers => 'N',
        };
        let (number, corner) = (self.kind?.number, notation.corner.digit());
        Some(format!("{number},{},{width},{height},{script}{corner},{}", first.letter(), u8::from(inverted)))
    }
}

fn usual_notation(draughts: &Draughts<'_>) -> Notation {
    let full = draughts.board.pattern == Pattern::Full;
    if full || draughts.first == Colour::White && draughts.board.width <= 8 {
        return A0;
    }
    Notation { script: Script::Numbers, corner: usual_corner(draughts.first) }
}

/// What is wrong with a tag: the byte of its value, and a sentence.
pub(super) type TagFault = (usize, String);

/// Reads a tag: how squares are named, and everything that is wrong or not meant for this game.
pub(super) fn read(draughts: &Draughts<'_>, own: &Classified, value: &str) -> (Notation, Vec<TagFault>) {
    let mut faults = Vec::new();
    let mut parts = Vec::new();
    for part in value.split(',') {
        parts.push((part.as_ptr() as usize - value.as_ptr() as usize, part.trim()));
    }
    let Ok(number) = parts[0].1.parse::<u32>() else {
        return (own.notation(), vec![(0, "GameType begins with a number".to_string())]);
    };
    let board = &draughts.board;
    // How the squares of another board are named says nothing about this one.
    let mut elsewhere = false;
    match GameType::numbered(number) {
        Some(kind) if !kind.has_board(board) => {
            elsewhere = true;
            let squares = match (kind.full, kind.details.inverted) {
                (true, _) => "all squares",
                (false, false) => "every second square, from the bottom left corner,",
                (false, true) => "every second square, without the bottom left corner,",
            };
            let Details { width, height, .. } = kind.details;
            let message = format!(
                "GameType {number} is {} draughts, on {squares} of {width}x{height}; these rules have another board",
                kind.name
            );
            faults.push((0, message));
        }
        Some(kind) if own.named && own.kind.is_some_and(|own| !same_rules(own.number, number)) => {
            faults.push((0, format!("GameType {number} is {} draughts; these rules are others", kind.name)));
        }
        None if parts.len() < 5 && names::of_pdn(number).is_none() => {
            faults.push((0, format!("GameType {number} is not known")))
        }
        _ => {}
    }
    let said = |index: usize| parts.get(index).copied().filter(|(_, text)| !text.is_empty());
    if let Some((at, text)) = said(1)
        && text.chars().next().and_then(Colour::of) != Some(draughts.first)
    {
        faults.push((at, format!("`{text}` begins by the tag; by these rules {} does", draughts.first.name())));
    }
    for (index, size, what) in [(2, board.width, "columns"), (3, board.height, "rows")] {
        if let Some((at, text)) = said(index)
            && text.parse() != Ok(size)
        {
            elsewhere = true;
            faults.push((at, format!("the board has {size} {what}, not {text}")));
        }
    }
    let notation = match said(4) {
        None => GameType::numbered(number).filter(|kind| kind.has_board(board)).map(|kind| kind.details.notation),
        Some((at, text)) => parse_notation(text).or_else(|| {
            faults.push((at, format!("`{text}` is no notation: A or N is expected, and a digit from 0 to 3")));
            None
        }),
    };
    if let (Some((at, text)), Pattern::Checkered { corner }) = (said(5), board.pattern)
        && text != if corner { "0" } else { "1" }
    {
        let not = if corner { "" } else { "not " };
        faults.push((at, format!("the bottom left corner is {not}in use by these rules; the tag says `{text}`")));
    }
    (notation.filter(|_| !elsewhere).unwrap_or(own.notation()), faults)
}

/// `A0`, `N2`; `S` is the short form of letters.
fn parse_notation(text: &str) -> Option<Notation> {
    let mut chars = text.chars();
    let script = match chars.next()?.to_ascii_uppercase() {
        'A' | 'S' => Script::Letters,
        'N' => Script::Numbers,
        _ => return None,
    };
    let corner = Corner::of(chars.next()?)?;
    chars.next().is_none().then_some(Notation { script, corner })
}
