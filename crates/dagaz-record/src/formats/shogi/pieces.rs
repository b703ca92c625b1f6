//! The names of pieces in KIF and CSA.

/// One piece type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The letter of SFEN, in upper case.
    pub(super) letter: &'static str,
    /// The code of CSA.
    pub(super) csa: &'static str,
    /// What KIF calls it; the first is written. In a diagram it is one character.
    pub(super) kif: &'static [&'static str],
}

/// All of them. Longer names come before those that they begin with.
pub(super) const PIECES: [Named; 14] = [
    named("+L", "NY", &["成香", "杏"]),
    named("+N", "NK", &["成桂", "圭"]),
    named("+S", "NG", &["成銀", "全"]),
    named("P", "FU", &["歩", "兵"]),
    named("L", "KY", &["香"]),
    named("N", "KE", &["桂"]),
    named("S", "GI", &["銀"]),
    named("G", "KI", &["金"]),
    named("B", "KA", &["角"]),
    named("R", "HI", &["飛"]),
    named("K", "OU", &["玉", "王"]),
    named("+P", "TO", &["と"]),
    named("+B", "UM", &["馬"]),
    named("+R", "RY", &["龍", "竜"]),
];

const fn named(letter: &'static str, csa: &'static str, kif: &'static [&'static str]) -> Named {
    Named { letter, csa, kif }
}

/// The names of a letter.
pub(super) fn of_letter(letter: &str) -> Option<&'static Named> {
    PIECES.iter().find(|piece| piece.letter == letter)
}

/// The names of a code of CSA.
pub(super) fn of_csa(code: &str) -> Option<&'static Named> {
    PIECES.iter().find(|piece| piece.csa == code)
}

/// The piece with whose name a text of KIF begins, and what follows.
pub(super) fn of_kif(text: &str) -> Option<(&'static Named, &str)> {
    PIECES.iter().find_map(|piece| {
        let rest = piece.kif.iter().find_map(|name| text.strip_prefix(name))?;
        Some((piece, rest))
    })
}

/// The piece that a single character of a diagram means.
pub(super) fn of_sign(sign: char) -> Option<&'static Named> {
    let alone = |name: &&str| name.chars().eq([sign]);
    PIECES.iter().find(|piece| piece.kif.iter().any(&alone))
}

const WIDE: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const KANJI: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A digit from 1 to 9, however it is written.
pub(super) fn digit(c: char) -> Option<usize> {
    let place = |row: &[char; 9]| row.iter().position(|known| *known == c).map(|place| place + 1);
    place(&WIDE)
        .or_else(|| place(&KANJI))
        .or_else(|| c.to_digit(10).map(|digit| digit as usize).filter(|digit| *digit > 0))
}

/// A file as KIF writes it.
pub(super) fn wide(digit: usize) -> Option<char> {
    WIDE.get(digit.checked_sub(1)?).copied()
}

/// A rank as KIF writes it.
pub(super) fn kanji(digit: usize) -> Option<char> {
    KANJI.get(digit.checked_sub(1)?).copied()
}

/// A number of pieces in hand: `十八` is 18, nothing is 1.
pub(super) fn count(text: &str) -> Option<u32> {
    let text = text.trim();
    if text.is_empty() {
        return Some(1);
    }
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let mut sum = 0;
    for c in text.chars() {
        sum += if c == '十' { 10 } else { digit(c)? as u32 };
    }
    (sum > 0).then_some(sum)
}

/// A number of pieces in hand as KIF writes it; nothing for one.
pub(super) fn counted(count: u32) -> String {
    let digit = |number: u32| kanji(number as usize).map(String::from).unwrap_or_default();
    match count {
        0 | 1 => String::new(),
        2..=9 => digit(count),
        10..=19 => format!("十{}", digit(count - 10)),
        _ => count.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_read() {
        let letter = |text: &str| of_kif(text).map(|(piece, rest)| (piece.letter, rest.to_string()));
        assert_eq!(letter("成銀(41)"), Some(("+S", "(41)".to_string())));
        assert_eq!(letter("竜引"), Some(("+R", "引".to_string())));
        assert_eq!(letter("王"), Some(("K", String::new())));
        assert_eq!((digit('７'), digit('七'), digit('7'), digit('〇')), (Some(7), Some(7), Some(7), None));
        for number in [1, 2, 9, 10, 11, 18] {
            assert_eq!(count(&counted(number)), Some(number));
        }
    }
}
