//! The numbers that the standard gives to games, by their titles.

/// Titles, in lower case, and numbers.
const NUMBERS: &[(&str, u32)] = &[
    ("go", 1),
    ("weiqi", 1),
    ("baduk", 1),
    ("othello", 2),
    ("reversi", 2),
    ("chess", 3),
    ("gomoku", 4),
    ("go-moku", 4),
    ("renju", 4),
    ("nine men's morris", 5),
    ("backgammon", 6),
    ("xiangqi", 7),
    ("chinese chess", 7),
    ("shogi", 8),
    ("lines of action", 9),
    ("ataxx", 10),
    ("hex", HEX),
    ("jungle", 12),
    ("neutron", 13),
    ("philosopher's football", 14),
    ("quadrature", 15),
    ("trax", 16),
    ("tantrix", 17),
    ("amazons", 18),
    ("octi", 19),
    ("gess", 20),
    ("twixt", 21),
    ("zertz", 22),
    ("plateau", 23),
    ("yinsh", 24),
    ("punct", 25),
    ("gobblet", 26),
    ("hive", 27),
    ("exxit", 28),
    ("hnefatafl", 29),
    ("kuba", 30),
    ("tripples", 31),
    ("chase", 32),
    ("tumbling down", 33),
    ("sahara", 34),
    ("byte", 35),
    ("focus", 36),
    ("dvonn", 37),
    ("tamsk", 38),
    ("gipf", 39),
    ("kropki", 40),
];

/// The number of Go, which many programs write into files of every game.
pub(super) const GO: u32 = 1;
/// The number of Hex, where points are named in a way of their own.
pub(super) const HEX: u32 = 11;

/// The number of the game with this title, if it has one. A title may go on behind a comma, a bracket or a size: `Hex
/// 9x9` is Hex.
pub(super) fn of_title(title: &str) -> Option<u32> {
    let title = title.trim().to_lowercase();
    let known = NUMBERS.iter().filter(|(name, _)| {
        title.strip_prefix(name).is_some_and(|rest| {
            let signs = rest.trim_start();
            let size = signs.len() < rest.len() && signs.starts_with(|c: char| c.is_ascii_digit());
            rest.is_empty() || size || signs.starts_with([',', '(', '[', ':'])
        })
    });
    known.map(|(_, number)| *number).next()
}

/// What the game of a number is called.
pub(super) fn title_of(number: u32) -> Option<String> {
    let (name, _) = NUMBERS.iter().find(|(_, known)| *known == number)?;
    let mut chars = name.chars();
    let first = chars.next()?;
    Some(first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_have_numbers() {
        for (title, number) in [
            ("Hex 9x9", Some(11)),
            ("Reversi, old opening", Some(2)),
            ("Gomoku", Some(4)),
            ("Hexade", None),
            ("Chess960", None),
            ("Chess for four", None),
            ("", None),
        ] {
            assert_eq!(of_title(title), number, "{title}");
        }
        assert_eq!(title_of(11).as_deref(), Some("Hex"));
    }
}
