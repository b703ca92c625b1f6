//! WXF: moves of xiangqi as people write them, by piece, file and direction.
//!
//! `C2=5`: the cannon of file 2 goes sideways to file 5. `H8+7`: the horse of file 8 goes forward
//! to file 7. `R1-2`: the chariot of file 1 goes back two points. Files are counted from the right
//! of the player to move. Of two equal pieces on a file the front one is `R+`, the rear one `R-`;
//! advisors and elephants need no sign, since only one of the two can go that way. Three soldiers
//! on a file are `P+`, `P` with the file, and `P-`; of four or five the outermost are `++` and
//! `--`; where two files have several, they are the file with a sign, and the file twice for one in
//! the middle.
//!
//! When moves are read, `.` is `=`, a sign may stand before the letter (`+R=4`), small letters are
//! as good, `N` is `H`, `B` is `E`, and the soldiers of a file may be counted from the front, the
//! file behind the number (`27=6`). The Chinese characters of the notation are read as the letters
//! that they stand for: `炮二平五` is `C2=5`, `前車進一` is `R++1`.

use dagaz_core::{Game, MoveList, MoveRef, Piece, SiteId, State};

use crate::formats::ucci::Ucci;
use crate::position::two_player::TwoPlayerGame;

/// Writes a move of `list`, which are the legal moves of `state`. None if the game has no such
/// notation, or if the text would fit another move too.
pub fn wxf(game: &dyn Game, state: &State, list: &MoveList, chosen: MoveRef<'_>) -> Option<String> {
    let ucci = Ucci::of(game)?;
    let text = Wxf { duel: &ucci.duel }.text(state, chosen)?;
    let mut same = Wxf { duel: &ucci.duel }.meant(state, list, &text).into_iter();
    same.all(|index| list.get(index).same_as(chosen)).then_some(text)
}

/// The index of the one move of `list`, the legal moves of `state`, that a text means; none if the
/// game has no such notation.
pub fn find(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Option<usize> {
    let ucci = Ucci::of(game)?;
    let mut meant = Wxf { duel: &ucci.duel }.meant(state, list, typed).into_iter();
    let first = meant.next()?;
    meant.all(|other| list.get(other).same_as(list.get(first))).then_some(first)
}

/// Files are single digits.
const MOST_FILES: usize = 9;

pub(crate) struct Wxf<'d, 'a> {
    pub(crate) duel: &'d TwoPlayerGame<'a>,
}

/// What a move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    /// Which piece: two characters.
    which: [char; 2],
    way: Way,
}

/// Where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    /// `+`, `-` or `=`.
    sign: char,
    /// A file, or a number of points.
    number: usize,
}

/// Where a piece stands among its equals.
struct Standing {
    letter: char,
    file: usize,
    /// How many of its kind are before it on the file.
    before: usize,
    /// How many of its kind are on the file, itself counted.
    count: usize,
    /// Whether another file has several of its kind.
    elsewhere: bool,
}

impl Wxf<'_, '_> {
    /// The legal moves that a text could mean.
    pub(crate) fn meant(&self, state: &State, list: &MoveList, typed: &str) -> Vec<usize> {
        let Some(typed) = parse(typed).filter(|_| self.duel.width() <= MOST_FILES) else { return Vec::new() };
        let standing = |index: &usize| -> Option<Standing> {
            let (piece, from, way) = self.way(state, list.get(*index))?;
            if way == typed.way { self.standing(state, piece, from) } else { None }
        };
        let going: Vec<(usize, Standing)> =
            (0..list.len()).filter_map(|index| Some((index, standing(&index)?))).collect();
        let fits = |fit: &dyn Fn(&Standing) -> bool| -> Vec<usize> {
            going.iter().filter(|(_, standing)| fit(standing)).map(|(index, _)| *index).collect()
        };
        let exact = fits(&|standing| standing.name() == typed.which);
        if exact.is_empty() { fits(&|standing| standing.fits(typed.which)) } else { exact }
    }

    /// The text of a move, whether or not another one has the same.
    pub(crate) fn text(&self, state: &State, chosen: MoveRef<'_>) -> Option<String> {
        if self.duel.width() > MOST_FILES {
            return None;
        }
        let (piece, from, way) = self.way(state, chosen)?;
        let [first, second] = self.standing(state, piece, from)?.name();
        Some(format!("{first}{second}{}{}", way.sign, way.number))
    }

    fn way(&self, state: &State, chosen: MoveRef<'_>) -> Option<(Piece, SiteId, Way)> {
        let (from, to) = (chosen.origin().some()?, chosen.target().some()?);
        let piece = state.piece(from)?;
        let ((row, column), (new_row, new_column)) = (self.duel.place(from)?, self.duel.place(to)?);
        let ahead = if self.is_first(piece) { new_row < row } else { new_row > row };
        let sign = if row == new_row { '=' } else { if ahead { '+' } else { '-' } };
        let number = if column == new_column { row.abs_diff(new_row) } else { self.file(piece, new_column) };
        Some((piece, from, Way { sign, number }))
    }

    fn is_first(&self, piece: Piece) -> bool {
        piece.owner == self.duel.players[0]
    }

    /// The number of a file, as the owner of a piece counts.
    fn file(&self, piece: Piece, column: usize) -> usize {
        if self.is_first(piece) { self.duel.width() - column } else { column + 1 }
    }

    fn standing(&self, state: &State, piece: Piece, from: SiteId) -> Option<Standing> {
        let letter = match self.duel.letter(piece.kind)?.chars().next()? {
            'N' => 'H',
            'B' => 'E',
            other => other,
        };
        let (row, column) = self.duel.place(from)?;
        let rows_with = |column: usize| {
            let same =
                move |row: &usize| self.duel.site(*row, column).and_then(|site| state.piece(site)) == Some(piece);
            (0..self.duel.height()).filter(same)
        };
        let before = rows_with(column).filter(|&other| if self.is_first(piece) { other < row } else { other > row });
        let several = |other: usize| other != column && rows_with(other).count() > 1;
        Some(Standing {
            letter,
            file: self.file(piece, column),
            before: before.count(),
            count: rows_with(column).count(),
            elsewhere: letter == SOLDIER && (0..self.duel.width()).any(several),
        })
    }
}

const SOLDIER: char = 'P';

impl Standing {
    /// The two characters with which the piece is written.
    fn name(&self) -> [char; 2] {
        let file = digit(self.file);
        let behind = self.count - 1 - self.before;
        if self.count == 1 || matches!(self.letter, 'A' | 'E') {
            return [self.letter, file];
        }
        // Of five soldiers the second is `+` to the middle one, as the first of three is.
        let sign = match self.before.cmp(&behind) {
            std::cmp::Ordering::Less => '+',
            std::cmp::Ordering::Equal => file,
            std::cmp::Ordering::Greater => '-',
        };
        let outermost = self.count > 3 && (self.before == 0 || behind == 0);
        match (self.letter == SOLDIER && outermost, self.elsewhere) {
            (true, _) => [sign, sign],
            (false, true) => [file, sign],
            (false, false) => [self.letter, sign],
        }
    }

    /// Returns whether two characters could name the piece, by a lenient reading.
    fn fits(&self, [first, second]: [char; 2]) -> bool {
        let behind = self.count - 1 - self.before;
        let sign = |sign: char| self.count > 1 && (sign == '+' && self.before == 0 || sign == '-' && behind == 0);
        let file = digit(self.file);
        let soldier = self.letter == SOLDIER;
        [first, second] == [self.letter, file]
            || first == self.letter && sign(second)
            || soldier && first == file && sign(second)
            || soldier && self.count > 1 && first == digit(self.before + 1) && second == file
    }
}

fn digit(number: usize) -> char {
    char::from_digit(number as u32, 10).unwrap_or('?')
}

/// Whether a text has the form of this notation.
pub(crate) fn is_wxf(text: &str) -> bool {
    parse(text).is_some()
}

fn parse(typed: &str) -> Option<Said> {
    let chars: Vec<char> = typed.chars().map(|c| of_chinese(c).unwrap_or(c.to_ascii_uppercase())).collect();
    let [first, second, sign, number] = chars[..] else { return None };
    let letter = |c: char| match c {
        'N' => 'H',
        'B' => 'E',
        other => other,
    };
    let is_sign = |c: char| matches!(c, '+' | '-');
    let which = match (is_sign(first), second.is_ascii_alphabetic()) {
        (true, true) => [letter(second), first],
        _ => [letter(first), second],
    };
    let sign = match sign {
        '+' | '-' | '=' => sign,
        '.' => '=',
        _ => return None,
    };
    let number = number.to_digit(10)? as usize;
    Some(Said { which, way: Way { sign, number } })
}

/// The letter, digit or sign of a character of the Chinese notation, traditional or simplified.
fn of_chinese(c: char) -> Option<char> {
    const PIECES: [(&str, char); 7] = [
        ("帥帅將将", 'K'),
        ("仕士", 'A'),
        ("相象", 'E'),
        ("傌馬马", 'H'),
        ("俥車车", 'R'),
        ("炮砲包", 'C'),
        ("兵卒", 'P'),
    ];
    const SIGNS: [(&str, char); 3] = [("進进前", '+'), ("退後后", '-'), ("平", '=')];
    const DIGITS: [&str; 2] = ["一二三四五六七八九", "１２３４５６７８９"];
    let digit = || DIGITS.iter().find_map(|digits| digits.chars().position(|known| known == c));
    let named = PIECES.iter().chain(&SIGNS).find(|(known, _)| known.contains(c)).map(|(_, letter)| *letter);
    named.or_else(|| digit().map(|place| self::digit(place + 1)))
}
