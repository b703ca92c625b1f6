//! The syntax of algebraic notation, before the legal move is found.

use dagaz_core::PieceTypeId;

use crate::formats::pgn::san::Square;

/// The parts of a move as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SanText {
    pub(crate) shape: Shape,
    /// Whether there is an `x`.
    pub(crate) captures: bool,
    /// What the piece becomes, or what enters behind it.
    pub(crate) becomes: Option<PieceTypeId>,
    /// Where a second piece stands behind the move.
    pub(crate) second_piece: Option<Square>,
}

/// Which kind of move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `--`.
    Pass,
    /// `O-O` or `O-O-O`.
    Castles { short: bool },
    /// `Nbd7`, `e2e4`, `N@f3`.
    Goes { piece: Option<PieceTypeId>, dropped: bool, file: Option<u8>, rank: Option<u16>, to: Square },
}

/// Longer texts are no moves.
const LONGEST: usize = 32;

/// One piece of a text that goes from square to square.
#[derive(Clone, Copy)]
enum Part {
    File(u8),
    Rank(u16),
}

impl SanText {
    /// Takes a text apart; none if it cannot be a move. The letters are those of the piece types,
    /// in capitals.
    pub(crate) fn parse(text: &str, letters: &[char]) -> Option<SanText> {
        let mut text = text.trim_end_matches(['+', '#', '!', '?']);
        for remark in ["e.p.", "e.p", "ep"] {
            text = text.strip_suffix(remark).map_or(text, str::trim_end);
        }
        if text.len() > LONGEST || !text.is_ascii() {
            return None;
        }
        if let Some((text, duck)) = text.split_once(',') {
            // UCI puts the square to which the piece has gone in front.
            let second_piece = Some(square_of(&duck[duck.rfind(|c: char| c.is_ascii_alphabetic())?..])?);
            return Some(SanText { second_piece, ..SanText::parse(text, letters)? });
        }
        if let Some((castles, entered)) = text.split_once('/').filter(|(text, _)| text.starts_with(['O', '0', 'o'])) {
            let letter = entered.chars().next()?;
            let kind = letters.iter().position(|known| *known == letter.to_ascii_uppercase()).map(PieceTypeId::at)?;
            let second_piece = if entered.len() > 1 { Some(square_of(&entered[1..])?) } else { None };
            return Some(SanText { becomes: Some(kind), second_piece, ..SanText::parse(castles, letters)? });
        }
        let plain = |shape| Some(SanText { shape, captures: false, becomes: None, second_piece: None });
        match text {
            "O-O" | "0-0" | "o-o" | "OO" => return plain(Shape::Castles { short: true }),
            "O-O-O" | "0-0-0" | "o-o-o" | "OOO" => return plain(Shape::Castles { short: false }),
            "--" | "Z0" | "z0" | "null" | "0000" | "@@@@" | "<>" | "pass" | "Pass" => return plain(Shape::Pass),
            _ => {}
        }
        let kind = |letter: u8| letters.iter().position(|&known| known == char::from(letter)).map(PieceTypeId::at);
        let mut rest = text.as_bytes();
        let piece = rest.first().filter(|letter| letter.is_ascii_uppercase()).map(|&letter| kind(letter));
        if let Some(piece) = piece {
            piece?;
            rest = &rest[1..];
        }
        let dropped = rest.first() == Some(&b'@');
        rest = &rest[usize::from(dropped)..];

        let (mut parts, mut captures, mut becomes): (Vec<Part>, bool, Option<PieceTypeId>) = (Vec::new(), false, None);
        while let Some((&first, after)) = rest.split_first() {
            rest = after;
            let promotes = matches!(parts.last(), Some(Part::Rank(_)));
            match first {
                b'x' | b':' => captures = true,
                b'-' => {}
                b'=' | b'(' | b'/' if promotes => {
                    let (letter, after) = rest.split_first()?;
                    becomes = Some(kind(letter.to_ascii_uppercase())?);
                    let end: &[u8] = if first == b'(' { b")" } else { b"" };
                    (after == end).then_some(())?;
                    break;
                }
                letter if rest.is_empty() && promotes && letter.is_ascii_alphabetic() => {
                    becomes = Some(kind(letter.to_ascii_uppercase())?);
                }
                b'a'..=b'w' => parts.push(Part::File(first)),
                b'1'..=b'9' => {
                    let second = rest.first().filter(|digit| digit.is_ascii_digit());
                    rest = &rest[usize::from(second.is_some())..];
                    let tens = u16::from(first - b'0');
                    parts.push(Part::Rank(second.map_or(tens, |&digit| tens * 10 + u16::from(digit - b'0'))));
                }
                _ => return None,
            }
        }
        let (file, rank, to) = match *parts {
            [Part::File(file), Part::Rank(rank)] => (None, None, (file, rank)),
            [Part::File(from), Part::File(file), Part::Rank(rank)] => (Some(from), None, (file, rank)),
            [Part::Rank(from), Part::File(file), Part::Rank(rank)] => (None, Some(from), (file, rank)),
            [Part::File(a), Part::Rank(b), Part::File(file), Part::Rank(rank)] => (Some(a), Some(b), (file, rank)),
            _ => return None,
        };
        let shape = Shape::Goes { piece: piece.flatten(), dropped, file, rank, to };
        Some(SanText { shape, captures, becomes, second_piece: None })
    }
}

/// A file and a rank.
fn square_of(text: &str) -> Option<Square> {
    let (&file, rank) = text.as_bytes().split_first()?;
    let rank = std::str::from_utf8(rank).ok()?.parse().ok()?;
    file.is_ascii_lowercase().then_some((file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: [char; 4] = ['K', 'Q', 'N', 'P'];

    /// Piece, file, rank, target, and what it becomes.
    type Parts = (Option<usize>, Option<char>, Option<u16>, String, Option<usize>);

    fn goes(text: &str) -> Option<Parts> {
        let read = SanText::parse(text, &LETTERS)?;
        let Shape::Goes { piece, file, rank, to, .. } = read.shape else { return None };
        let index = |kind: PieceTypeId| kind.index();
        let to = format!("{}{}", char::from(to.0), to.1);
        Some((piece.map(index), file.map(char::from), rank, to, read.becomes.map(index)))
    }

    #[test]
    fn match_parts_are_found() {
        let to = |square: &str| square.to_string();
        assert_eq!(goes("e4"), Some((None, None, None, to("e4"), None)));
        assert_eq!(goes("Nbd7+"), Some((Some(2), Some('b'), None, to("d7"), None)));
        assert_eq!(goes("N1xf3!?"), Some((Some(2), None, Some(1), to("f3"), None)));
        assert_eq!(goes("Qa10-b9"), Some((Some(1), Some('a'), Some(10), to("b9"), None)));
        for text in ["e7e8q", "e7-e8=Q", "e7xe8Q#", "e7e8(Q)", "e7e8/q"] {
            assert_eq!(goes(text), Some((None, Some('e'), Some(7), to("e8"), Some(1))), "{text}");
        }
        assert_eq!(goes("exd6e.p."), Some((None, Some('e'), None, to("d6"), None)));
    }

    #[test]
    fn non_moves_are_refused() {
        let long = "e".repeat(100);
        for text in ["", "x", "N", "Nf", "Xf3", "e4e5e6", "f333", "e8=X", "e0", "Né4", "4", long.as_str()] {
            assert_eq!(SanText::parse(text, &LETTERS), None, "{text}");
        }
    }

    #[test]
    fn castling_and_passing() {
        let shape = |text| SanText::parse(text, &LETTERS).map(|read| read.shape);
        assert_eq!(shape("0-0+"), Some(Shape::Castles { short: true }));
        assert_eq!(shape("O-O-O!"), Some(Shape::Castles { short: false }));
        assert_eq!(shape("--"), Some(Shape::Pass));
    }
}
