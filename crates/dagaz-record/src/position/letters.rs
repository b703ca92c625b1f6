//! Letters for piece types: those that the rules give, or those that the names suggest.

use dagaz_core::{Glossary, PieceTypeId};

/// For each piece type the letter that FEN uses, in upper case: any signs, then one letter (`N`,
/// `+R`). None where a type has no such letter, or shares it with another.
///
/// If the rules give no usable letter at all, the first letters of the names serve, when they are
/// distinct.
pub fn fen_letters(glossary: &Glossary) -> Vec<Option<String>> {
    let usable = |letter: &str| (letter == NEUTRAL || is_fen_letter(letter)).then(|| letter.to_uppercase());
    let given: Vec<Option<String>> =
        glossary.pieces.iter().map(|piece| piece.letter.as_deref().and_then(usable)).collect();
    let letters = if given.iter().any(Option::is_some) {
        given
    } else {
        let first: Vec<Option<String>> =
            glossary.pieces.iter().map(|piece| usable(&piece.name.chars().take(1).collect::<String>())).collect();
        let distinct = (0..first.len()).all(|index| first[index].is_some() && !first[..index].contains(&first[index]));
        if distinct { first } else { vec![None; first.len()] }
    };
    let alone = |letter: &Option<String>| letters.iter().filter(|other| *other == letter).count() == 1;
    letters.iter().map(|letter| letter.clone().filter(|_| alone(letter))).collect()
}

/// The letter of pieces without an owner, such as the duck.
pub const NEUTRAL: &str = "*";

/// Signs that mean something else in a FEN.
const RESERVED: &[char] = &['*', '/', '[', ']', '=', ';', ','];

fn is_fen_letter(text: &str) -> bool {
    let mut chars: Vec<char> = text.chars().collect();
    let Some(last) = chars.pop() else { return false };
    let cased = last.is_alphabetic() && last.to_uppercase().ne(last.to_lowercase());
    cased && chars.iter().all(|c| !c.is_alphanumeric() && !c.is_whitespace() && !RESERVED.contains(c))
}

/// For each piece type a short mark for diagrams, in upper case where it has a case, of at most
/// `most` characters: its letter if no other type has it; else the first letter of its name if no
/// other name begins so; else the whole name, if it is that short, or its shortest beginning that
/// is not taken.
pub fn marks(glossary: &Glossary, most: usize) -> Vec<String> {
    let short = |text: &str| (1..=most).contains(&text.chars().count());
    let letters: Vec<Option<String>> = glossary
        .pieces
        .iter()
        .map(|piece| piece.letter.as_deref().map(|letter| letter.trim().to_uppercase()).filter(|letter| short(letter)))
        .collect();
    let mut marks: Vec<Option<String>> = letters
        .iter()
        .map(|letter| letter.clone().filter(|_| letters.iter().filter(|other| *other == letter).count() == 1))
        .collect();
    let names: Vec<String> =
        (0..marks.len()).map(|kind| glossary.piece(PieceTypeId::at(kind)).to_uppercase()).collect();
    let alone = |name: &str| names.iter().filter(|other| other.chars().next() == name.chars().next()).count() == 1;
    for (index, name) in names.iter().enumerate() {
        if marks[index].is_some() {
            continue;
        }
        let taken = |mark: &String| marks.iter().flatten().any(|other| other == mark);
        let prefix = |length: usize| name.chars().take(length).collect::<String>();
        let whole = Some(name.clone()).filter(|name| short(name) && !alone(name));
        let prefixes = (1..=most).map(prefix).filter(|prefix| !prefix.is_empty());
        let numbered = (2..100).map(|number| format!("{}{number}", prefix(most.saturating_sub(1).max(1))));
        let mark = whole.into_iter().chain(prefixes).chain(numbered).find(|mark| !taken(mark));
        marks[index] = Some(mark.unwrap_or_else(|| "?".to_string()));
    }
    marks.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dagaz_core::PieceName;

    fn glossary(pieces: &[(&str, Option<&str>)]) -> Glossary {
        let pieces = pieces.iter().map(|(name, letter)| PieceName {
            name: name.to_string(),
            letter: letter.map(str::to_string),
            ..PieceName::default()
        });
        Glossary { pieces: pieces.collect(), ..Glossary::default() }
    }

    #[test]
    fn letters_are_given_or_derived() {
        let of = |pieces: &[(&str, Option<&str>)]| {
            fen_letters(&glossary(pieces)).into_iter().map(|letter| letter.unwrap_or("-".into())).collect::<String>()
        };
        assert_eq!(of(&[("Knight", Some("n")), ("Rook", Some("+R"))]), "N+R");
        assert_eq!(of(&[("Knight", Some("Kn")), ("Rook", Some("R"))]), "-R");
        assert_eq!(of(&[("Man", Some("M")), ("Mad", Some("m")), ("King", Some("K"))]), "--K");
        assert_eq!(of(&[("Man", None), ("King", None)]), "MK");
        assert_eq!(of(&[("Man", None), ("Moose", None)]), "--");
    }

    #[test]
    fn piece_letters_are_short_and_distinct() {
        let given =
            glossary(&[("Man", None), ("Moose", None), ("man", None), ("King", Some("K")), ("Kite", Some("K"))]);
        assert_eq!(marks(&given, 2), ["M", "MO", "MA", "K", "KI"]);
    }
}
