//! The 960 starts of games with shuffled first rows, such as Chess960, by their numbers in the
//! order of Reinhard Scharnagl: 518 is the start of chess.

use dagaz_core::Game;

use super::fen::Fen;
use super::usual_position;

/// How many starts there are.
pub const STARTS: u32 = 960;
/// The pieces of a first row, in order of the alphabet.
const ROW: &str = "BBKNNQRR";

/// The pieces of a first row by the number of its start, from left to right.
fn row(number: u32) -> Option<[char; 8]> {
    let number = usize::try_from(number).ok().filter(|_| number < STARTS)?;
    let mut row = [' '; 8];
    let free = |row: &[char; 8]| -> Vec<usize> { (0..8).filter(|place| row[*place] == ' ').collect() };
    row[number % 4 * 2 + 1] = 'B';
    row[number / 4 % 4 * 2] = 'B';
    row[free(&row)[number / 16 % 6]] = 'Q';
    // The two knights of a number, among the five places that are left.
    let pairs = (0..5).flat_map(|first| (first + 1..5).map(move |second| [first, second]));
    let [first, second] = pairs.into_iter().nth(number / 96)?;
    let places = free(&row);
    (row[places[first]], row[places[second]]) = ('N', 'N');
    for (place, piece) in free(&row).into_iter().zip(['R', 'K', 'R']) {
        row[place] = piece;
    }
    Some(row)
}

/// Returns the FEN of the start with this number; none if there is no such number, or if the game
/// does not have such starts: its pieces must be those of chess, and all rooks keep their rights.
pub fn numbered_start(game: &dyn Game, number: u32) -> Option<String> {
    let pieces: String = row(number)?.iter().collect();
    let usual = usual_position(game, &game.initial());
    let (board, rest) = usual.split_once(' ')?;
    let mut rows: Vec<&str> = board.split('/').collect();
    let sorted = |row: &str| {
        let mut pieces: Vec<char> = row.chars().collect();
        pieces.sort_unstable();
        pieces.into_iter().collect::<String>()
    };
    let (first, last) = (rows.first()?.to_uppercase(), *rows.last()?);
    if rows.len() != 8 || first != last || sorted(last) != ROW {
        return None;
    }
    let small = pieces.to_lowercase();
    rows[0] = &small;
    rows[7] = &pieces;
    // Both kings and all rooks keep their rights, on all files.
    let mut fields: Vec<&str> = rest.split(' ').collect();
    *fields.get_mut(1)? = "KQkq";
    let text = format!("{} {}", rows.join("/"), fields.join(" "));
    let mut remarks = Vec::new();
    let position = Fen::of(game)?.parse_with(&text, &mut remarks).ok()?;
    (remarks.is_empty() && game.set_up(&position).is_ok()).then_some(text)
}

/// Returns the start that a text asks for: one that is drawn by a number of the caller for
/// `random`, and the one of a number. None if the text asks for none of the game.
pub fn asked_start(game: &dyn Game, text: &str, drawn: u64) -> Option<String> {
    let text = text.trim();
    let number = match text.eq_ignore_ascii_case("random") {
        true => (drawn % u64::from(STARTS)) as u32,
        false => text.parse().ok()?,
    };
    numbered_start(game, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_have_the_numbers_of_scharnagl() {
        let text = |number| row(number).map(|row| row.iter().collect::<String>());
        for (number, pieces) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")] {
            assert_eq!(text(number).as_deref(), Some(pieces), "{number}");
        }
        assert_eq!(text(960), None);
        let all: std::collections::HashSet<Option<String>> = (0..STARTS).map(text).collect();
        assert_eq!(all.len(), 960);
    }
}
