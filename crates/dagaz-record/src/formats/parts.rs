//! Divides a file into its games, and these into parts of the same rules, so that each game is read
//! by its own rules. It reads no moves.

use super::backgammon::mat;
use super::{Format, notation, pdn, pgn, sgf};
use crate::reading::{ReadLimits, Reading, line_and_column};
use crate::tree::RulesIdentity;
use dagaz_core::Game;

/// Consecutive games of a file that say the same of their rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'t> {
    /// The format.
    pub format: Format,
    /// The text of the games.
    pub text: &'t str,
    /// What the games say of their rules. What they do not say is empty.
    pub named: RulesIdentity,
    /// Where the text begins: line and column in the file, both counted from 1.
    place: (usize, usize),
}

impl<'t> Part<'t> {
    /// A whole text, by the rules of its first game.
    pub fn whole(format: Format, text: &'t str) -> Part<'t> {
        Part { format, text, named: format.rules_named(text), place: (1, 1) }
    }

    /// Returns the names of the players of the first game and what it says of its rules, in a line
    /// of words. It is empty if the game says nothing of them.
    pub fn about(&self) -> String {
        let players = match self.format {
            Format::Pgn | Format::Pdn => pgn::players(self.text),
            Format::Sgf => sgf::players(self.text),
            Format::Mat => mat::players(self.text),
            _ => Vec::new(),
        };
        let title = Some(self.named.title.clone()).filter(|title| !title.is_empty());
        let players = Some(players.join(" – ")).filter(|players| !players.is_empty());
        players.into_iter().chain(title).collect::<Vec<String>>().join(", ")
    }

    /// Reads the games. Faults have their places in the file.
    pub fn read(&self, game: &dyn Game, limits: &ReadLimits) -> Reading {
        let mut reading = self.format.read(game, self.text, limits);
        let (line, column) = self.place;
        for fault in &mut reading.faults {
            if fault.line == 1 {
                fault.column += column - 1;
            }
            fault.line += line - 1;
        }
        reading
    }
}

/// Returns a game of a file by its number, counted from 0, with its rules.
pub(super) fn game(format: Format, text: &str, number: usize) -> Option<Part<'_>> {
    let games = games(format, text);
    let before = games.get(..number)?.iter().map(|game| game.len()).sum();
    let place = line_and_column(text, before);
    Some(Part { place, ..Part::whole(format, games.get(number)?) })
}

/// Divides a file into parts. Formats whose files have one game, or games of one kind, have one
/// part.
pub(super) fn parts(format: Format, text: &str) -> Vec<Part<'_>> {
    let mut parts: Vec<(Part<'_>, Said)> = Vec::new();
    let (mut at, mut place) = (0, (1, 1));
    for game in games(format, text) {
        let named = format.rules_named(game);
        let said = Said::of(format, game);
        match parts.last_mut() {
            Some((last, known)) if last.named == named && *known == said => {
                last.text = &text[at - last.text.len()..at + game.len()];
            }
            _ => parts.push((Part { format, text: game, named, place }, said)),
        }
        at += game.len();
        let (lines, columns) = line_and_column(game, game.len());
        place = (place.0 + lines - 1, if lines == 1 { place.1 + columns - 1 } else { columns });
    }
    parts.into_iter().map(|(part, _)| part).collect()
}

/// What a game says of its rules besides its names.
#[derive(PartialEq, Eq)]
enum Said {
    Nothing,
    /// The number of `GameType` in PDN.
    Type(Option<u32>),
    /// The number, the size of the board and the komi in SGF.
    Board(Option<u32>, Option<usize>, Option<String>),
}

impl Said {
    fn of(format: Format, game: &str) -> Said {
        match format {
            Format::Pdn => Said::Type(pdn::game_type(game)),
            Format::Sgf => Said::Board(sgf::game_number(game), sgf::board_size(game), sgf::komi(game)),
            _ => Said::Nothing,
        }
    }
}

/// Divides a file into its games. Together they are the whole text.
pub(super) fn games(format: Format, text: &str) -> Vec<&str> {
    let marked = text.strip_prefix('\u{feff}').map_or(0, |rest| text.len() - rest.len());
    let begins = match format {
        Format::Pgn | Format::Pdn => pgn::game_begins(&text[marked..]),
        Format::Sgf => sgf::game_begins(&text[marked..]),
        Format::Text => notation::game_begins(&text[marked..]),
        Format::Mat => mat::game_begins(&text[marked..]),
        _ => Vec::new(),
    };
    // What stands before the first game belongs to it.
    let cuts = begins.into_iter().skip(1).map(|begin| marked + begin).chain([text.len()]);
    let mut from = 0;
    cuts.map(|cut| &text[std::mem::replace(&mut from, cut)..cut]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the parts, and where they begin.
    fn divided(format: Format, text: &str) -> Vec<(&str, (usize, usize))> {
        let found = parts(format, text);
        assert_eq!(found.iter().map(|part| part.text).collect::<String>(), text);
        found.into_iter().map(|part| (part.text, part.place)).collect()
    }

    #[test]
    fn games_of_other_variants_begin_a_part() {
        let chess = "[Event \"a\"]\n\n1. e4 {[%clk 0:01]\n[Site \"in a comment} e5 *\n\n";
        let atomic = "[Event \"b\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n";
        let text = format!("{chess}{chess}{atomic}{chess}");
        let expected = [(&*format!("{chess}{chess}"), (1, 1)), (atomic, (11, 1)), (chess, (16, 1))];
        assert_eq!(divided(Format::Pgn, &text), expected);
        assert_eq!(games(Format::Pgn, &text), [chess, chess, atomic, chess]);
    }

    #[test]
    fn draughts_of_another_type_begin_a_part() {
        let (first, second) = ("[GameType \"20\"]\n1. 32-28 *\n", "[GameType \"21\"]\n1. 11-15 *\n");
        assert_eq!(divided(Format::Pdn, &format!("{first}{second}")), [(first, (1, 1)), (second, (3, 1))]);
    }

    #[test]
    fn boards_of_another_size_begin_a_part() {
        let (small, large) = ("(;GM[1]SZ[9]C[a \\] (;b];B[aa](;W[bb])(;W[cc]))", "(;GM[1]SZ[19];B[aa])\n");
        let text = format!("{small}{small}{large}{small}");
        let width = small.chars().count();
        let expected = [(&*format!("{small}{small}"), (1, 1)), (large, (1, 2 * width + 1)), (small, (2, 1))];
        assert_eq!(divided(Format::Sgf, &text), expected);
    }

    #[test]
    fn texts_of_other_rules_begin_a_part() {
        let (one, other) = ("Dagaz record 1\nrules: a.drf\n\n1. a\n", "Dagaz record 1\nrules: b.drf\n\n1. b\n");
        assert_eq!(divided(Format::Text, &format!("{one}{one}{other}")).len(), 2);
        let bare = "rules: a.drf\n\n1. a\n";
        assert_eq!(divided(Format::Text, &format!("{bare}{other}")), [(bare, (1, 1)), (other, (4, 1))]);
    }

    #[test]
    fn a_game_is_found_by_its_number() {
        let text =
            "[White \"Ann\"]\n[Black \"?\"]\n\n1. e4 *\n[White \"Bob\"]\n[Black \"Cy\"]\n[Variant \"Atomic\"]\n\n*\n";
        let about = |number: usize| game(Format::Pgn, text, number).map(|part| (part.about(), part.place));
        assert_eq!(about(0), Some(("Ann".to_string(), (1, 1))));
        assert_eq!(about(1), Some(("Bob – Cy, Atomic".to_string(), (5, 1))));
        assert_eq!(about(2), None);
        let collection = "(;PB[Ann]PW[Bob];B[aa])(;GM[11])";
        let about = |number: usize| game(Format::Sgf, collection, number).map(|part| (part.about(), part.place));
        assert_eq!(about(0), Some(("Ann – Bob".to_string(), (1, 1))));
        assert_eq!(about(1), Some((String::new(), (1, 24))));
    }

    #[test]
    fn games_of_a_match_are_found() {
        let (head, first, second) = (" 3 point match\n\n", " Game 1\n a : 0   b : 0\n", " Game 2\n a : 1   b : 0\n");
        let text = format!("{head}{first}{second}");
        assert_eq!(games(Format::Mat, &text), [format!("{head}{first}").as_str(), second]);
        let about = |number: usize| game(Format::Mat, &text, number).map(|part| part.about());
        assert_eq!((about(1).as_deref(), about(2)), (Some("a – b"), None));
        assert_eq!(divided(Format::Mat, &text), [(text.as_str(), (1, 1))]);
    }

    #[test]
    fn texts_of_one_game_have_one_part() {
        for (format, text) in [
            (Format::Pgn, ""),
            (Format::Pgn, "1. e4 e5"),
            (Format::Pgn, "\u{feff}[Event \"a\"]\n\n1. e4 *\n"),
            (Format::Text, "\u{feff}Dagaz record 1\nrules: a.drf\n"),
            (Format::Pgn, "[Event \"never closed\n\n1. e4 {"),
            (Format::Sgf, "no game"),
            (Format::Sgf, "(;C[no end"),
            (Format::Kif, "手合割：平手\n"),
            (Format::Text, "1. e2 - e4\n"),
        ] {
            assert_eq!(divided(format, text), [(text, (1, 1))], "{text}");
        }
    }
}
