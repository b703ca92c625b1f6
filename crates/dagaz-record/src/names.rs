//! Names of games in other programs and standards: one table for the command line, protocols,
//! records and search.
//!
//! The table `names.csv` has a row for each game: its name in the library, the variant of its rules
//! file, its title, what Lichess, Fairy-Stockfish, cutechess and XBoard call it, other names, and
//! its numbers in PDN (`GameType`), in SGF (`GM`) and at BoardGameGeek. Games without a name in the
//! library are known by their number alone. It holds no rules.

use std::sync::OnceLock;

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The name in the library; empty if the library does not have the game.
    pub game: &'static str,
    /// The variant of its rules file; empty for the game that the file offers first.
    pub variant: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What `UCI_Variant` of Fairy-Stockfish is for it; empty if that program does not have it.
    pub fairy: &'static str,
    /// What XBoard calls it; empty if that program does not have it.
    pub xboard: &'static str,
    /// The numbers of PDN's `GameType`: that of the standard, and those of Lidraughts.
    pub pdn: Vec<u32>,
    /// The number of SGF's `GM`.
    pub sgf: Option<u32>,
    /// The number at BoardGameGeek.
    pub bgg: Option<u32>,
    /// All its names, folded.
    folded: Vec<String>,
}

/// The places of the columns.
const COLUMNS: usize = 12;

/// Returns the rows of the table.
pub fn all() -> &'static [Names] {
    static TABLE: OnceLock<Vec<Names>> = OnceLock::new();
    TABLE.get_or_init(|| include_str!("names.csv").lines().skip(1).filter_map(row).collect())
}

fn row(line: &'static str) -> Option<Names> {
    let cells: Vec<&'static str> = line.split(',').collect();
    let [game, variant, title, lichess, fairy, cutechess, xboard, others, pdn, sgf, bga, bgg] =
        <[&'static str; COLUMNS]>::try_from(cells).ok()?;
    let names = [game, title, lichess, fairy, cutechess, xboard, bga].into_iter().chain(others.split(';'));
    // A variant is not called as the game whose file it stands in.
    let names = names.filter(|name| !name.is_empty() && (variant.is_empty() || *name != game));
    let mut folded: Vec<String> = names.map(fold).collect();
    folded.sort();
    folded.dedup();
    let number = |text: &str| text.parse().ok();
    let pdn = pdn.split(';').filter_map(number).collect();
    Some(Names { game, variant, title, fairy, xboard, pdn, sgf: number(sgf), bgg: number(bgg), folded })
}

/// A name without regard to capitals and signs.
pub fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the game of the library that a name means, in any program's naming.
pub fn meant(name: &str) -> Option<&'static Names> {
    let name = fold(name);
    let in_library = || all().iter().filter(|names| !names.game.is_empty());
    let named = |wanted: &str| in_library().find(|names| names.folded.iter().any(|known| known == wanted));
    // `Atomic chess` is `atomic`, but `chess` is a name of its own.
    let short = || name.strip_suffix("chess").filter(|short| !short.is_empty());
    (!name.is_empty()).then(|| named(&name).or_else(|| named(short()?)))?
}

/// Returns the games of the library that have this part in one of their names.
pub fn named_like(part: &str) -> Vec<&'static str> {
    let part = fold(part);
    let has = |names: &&Names| !names.game.is_empty() && names.folded.iter().any(|name| name.contains(&part));
    let found = all().iter().filter(|names| !part.is_empty() && has(names));
    found.map(|names| names.game).collect()
}

/// Returns the game of a PDN number.
pub fn of_pdn(number: u32) -> Option<&'static Names> {
    all().iter().find(|names| names.pdn.contains(&number))
}

/// Returns the games of an SGF number, the usual one first.
pub fn of_sgf(number: u32) -> impl Iterator<Item = &'static Names> {
    all().iter().filter(move |names| names.sgf == Some(number))
}

/// Returns the SGF number of the game with this title. A title may continue after a comma, a
/// bracket or a size: `Hex 9x9` is Hex.
pub fn sgf_number(title: &str) -> Option<u32> {
    let title = title.trim().to_lowercase();
    let end = |at: &usize| {
        let rest = &title[*at..];
        let signs = rest.trim_start();
        let size = signs.len() < rest.len() && signs.starts_with(|c: char| c.is_ascii_digit());
        rest.is_empty() || size || signs.starts_with([',', '(', '[', ':'])
    };
    let ends = title.char_indices().map(|(at, _)| at).chain([title.len()]).filter(|at| *at > 0);
    let names: Vec<String> = ends.filter(end).map(|at| fold(&title[..at])).collect();
    let known = |names_of: &&Names| names.iter().any(|name| names_of.folded.contains(name));
    all().iter().filter(|names| names.sgf.is_some()).find(known)?.sgf
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_no_name_means_two_games() {
        assert_eq!(all().len(), include_str!("names.csv").lines().count() - 1);
        let mut seen = std::collections::HashMap::new();
        for names in all() {
            for name in &names.folded {
                let other = seen.insert(name.clone(), (names.game, names.variant, names.title));
                let same = other.is_none_or(|(game, ..)| game == names.game && !game.is_empty());
                assert!(same, "{name} is {} and {other:?}", names.title);
            }
        }
    }

    #[test]
    fn names_of_other_programs_mean_games() {
        for (name, game) in [
            ("kingofthehill", "king-of-the-hill"),
            ("King of the Hill", "king-of-the-hill"),
            ("3check", "three-check"),
            ("racingKings", "racing-kings"),
            ("fischerandom", "chess960"),
            ("Fischer Random Chess", "chess960"),
            ("schess", "seirawan"),
            ("Seirawan", "seirawan"),
            ("flipello", "reversi"),
            ("othello", "reversi"),
            ("chess", "chess"),
        ] {
            assert_eq!(meant(name).map(|names| names.game), Some(game), "{name}");
        }
        assert_eq!(meant("5check").map(|names| names.variant), Some("Five-check"));
        assert_eq!((meant("trax"), meant("")), (None, None));
        assert_eq!(named_like("Fischer"), ["chess960"]);
        assert_eq!(named_like("koth"), ["king-of-the-hill"]);
        assert_eq!((named_like(""), named_like("Tantrix")), (vec![], vec![]));
    }

    #[test]
    fn numbers_of_standards_mean_games() {
        for (number, game, variant) in [
            (26, "brazilian-draughts", ""),
            (97, "frisian-draughts", "Frysk!"),
            (98, "international-draughts", "Antidraughts"),
            (99, "international-draughts", ""),
        ] {
            assert_eq!(of_pdn(number).map(|names| (names.game, names.variant)), Some((game, variant)), "{number}");
        }
        assert_eq!(of_pdn(42), None);
        assert_eq!(of_sgf(1).next().map(|names| names.game), Some("go-19x19"));
        for (title, number) in [
            ("Hex 9x9", Some(11)),
            ("Go 13x13", Some(1)),
            ("Reversi, old opening", Some(2)),
            ("Gomoku", Some(4)),
            ("Nine men's morris", Some(5)),
            ("Hexade", None),
            ("Chess960", None),
            ("Chess for four", None),
            ("", None),
        ] {
            assert_eq!(sgf_number(title), number, "{title}");
        }
    }
}
