//! Which game of the library a record is of: what it says itself, else the usual game of its
//! format. The command line and the server find games of records by it.

use crate::Format;
use crate::formats::shogi::{csa, kif};
use crate::formats::{pdn, pgn, sgf, transcript, usi};
use crate::names::{self, Names};

/// The number of Go in SGF.
const GO: u32 = 1;

/// Rows of the board of minishogi.
const MINI_ROWS: usize = 5;

/// Returns the game of the library that a text in a format is of, unless its tags name another: by
/// `GM` of SGF, by `GameType` and the squares of PDN, or the usual game of the format. `None` where
/// the format is for any game.
pub fn usual_game(format: Format, text: &str) -> Option<&'static Names> {
    let named = |game: &str| names::all().iter().find(|names| names.game == game && names.variant.is_empty());
    let shogi = |rows: Option<usize>| named(if rows == Some(MINI_ROWS) { "minishogi" } else { "shogi" });
    match format {
        Format::Pgn => named("chess"),
        Format::Ucci => named("xiangqi"),
        Format::Usi => named(if usi::is_mini(text) { "minishogi" } else { "shogi" }),
        Format::Pdn => pdn::usual_type(text).and_then(names::of_pdn).or_else(|| named("english-draughts")),
        // A text that does not say its game is one of Go, for which the format was made.
        Format::Sgf => names::of_sgf(sgf::game_number(text).unwrap_or(GO)).find(|names| !names.game.is_empty()),
        Format::Kif | Format::Ki2 => shogi(kif::diagram_rows(text)),
        Format::Csa => shogi(csa::rows(text)),
        Format::Mat => named("backgammon"),
        Format::Text if transcript::is_transcript(text) => named("reversi"),
        Format::Zsg | Format::Text | Format::Json => None,
    }
}

/// Returns the game that the title of a record means; `None` if the title says no more than that
/// it is the usual game of the format.
pub fn titled_game(title: &str, usual: Option<&Names>) -> Option<&'static Names> {
    let is_usual = pgn::means("", title) || usual.is_some_and(|usual| pgn::means(usual.title, title));
    names::meant(title).filter(|_| !is_usual)
}

/// Returns the title, as [`names::fold`] leaves it, of the game of a family that has boards of
/// `size` by `size`: that of the game without its own size, then the size.
pub fn sized_title(title: &str, size: usize) -> String {
    let number = |text: &str| text.parse::<u32>().is_ok();
    let by = |word: &&str| word.split_once('x').is_some_and(|(columns, rows)| number(columns) && number(rows));
    let words = title.split(',').next().unwrap_or(title).split_whitespace();
    let family: Vec<&str> = words.filter(|word| !by(word)).collect();
    names::fold(&format!("{} {size}x{size}", family.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_of_the_game_that_it_says() {
        let game = |format: Format, text: &str| usual_game(format, text).map(|names| names.game);
        for (format, text, expected) in [
            (Format::Pgn, "1. e4", Some("chess")),
            (Format::Sgf, "(;GM[1]SZ[13];B[aa])", Some("go-19x19")),
            (Format::Sgf, "(;GM[11];B[a1])", Some("hex")),
            (Format::Sgf, "(;B[aa])", Some("go-19x19")),
            (Format::Pdn, "[GameType \"26\"]\n", Some("brazilian-draughts")),
            (Format::Pdn, "1. 32-28 19-23 *", Some("international-draughts")),
            (Format::Csa, "PI\n+\n", Some("shogi")),
            (Format::Csa, "P1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3\nP4\nP5\n+\n", Some("minishogi")),
            (Format::Kif, "+---+\n|v飛|一\n| 王|二\n| ・|三\n| ・|四\n| ・|五\n+---+\n", Some("minishogi")),
            (Format::Mat, "", Some("backgammon")),
            (Format::Text, "f5d6c3d3", Some("reversi")),
            (Format::Text, "1. e2 - e4", None),
            (Format::Json, "{}", None),
        ] {
            assert_eq!(game(format, text), expected, "{text}");
        }
    }

    #[test]
    fn a_title_means_a_game_unless_it_is_the_usual_one() {
        let chess = usual_game(Format::Pgn, "");
        let game = |title: &str| titled_game(title, chess).map(|names| (names.game, names.variant));
        assert_eq!(game("Crazyhouse"), Some(("crazyhouse", "")));
        assert_eq!(game("5check"), Some(("three-check", "Five-check")));
        assert_eq!((game("Standard"), game("From Position"), game("Chess"), game("")), (None, None, None, None));
        assert_eq!((sized_title("Go 19x19", 13), sized_title("Hex", 9)), ("go13x13".to_string(), "hex9x9".to_string()));
    }
}
