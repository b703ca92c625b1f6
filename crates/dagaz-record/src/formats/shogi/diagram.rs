//! A position of shogi as a picture: the board diagram of KIF and the position lines of CSA, by way
//! of SFEN.

use super::pieces;

/// A board with hands, of which [SFEN](crate::position::sfen) is the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Diagram {
    width: usize,
    /// Row by row from the top, each from the left: the letter of a piece, and whether it is of the
    /// second player.
    cells: Vec<Option<(&'static str, bool)>>,
    /// What the players have in hand: letters and numbers.
    pub(super) hands: [Vec<(&'static str, u32)>; 2],
    /// Whether the second player moves.
    pub(super) second_moves: bool,
}

/// Pieces in hand in the order in which they are written.
const HAND: [&str; 7] = ["R", "B", "G", "S", "N", "L", "P"];

impl Diagram {
    pub(super) fn empty(width: usize, height: usize) -> Diagram {
        Diagram { width, cells: vec![None; width * height], hands: [Vec::new(), Vec::new()], second_moves: false }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The diagram of an SFEN; none if that has pieces without names.
    pub(super) fn of_sfen(sfen: &str) -> Option<Diagram> {
        let mut fields = sfen.split_whitespace();
        let board = fields.next()?;
        let (mut cells, mut width, mut sign) = (Vec::new(), None, "");
        for row in board.split('/') {
            let begin = cells.len();
            let mut number = 0;
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = number * 10 + digit as usize;
                    continue;
                }
                cells.extend(std::iter::repeat_n(None, std::mem::take(&mut number)));
                if c == '+' {
                    sign = "+";
                    continue;
                }
                let letter = format!("{}{}", std::mem::take(&mut sign), c.to_ascii_uppercase());
                cells.push(Some((pieces::of_letter(&letter)?.letter, c.is_lowercase())));
            }
            cells.extend(std::iter::repeat_n(None, number));
            let here = cells.len() - begin;
            (*width.get_or_insert(here) == here).then_some(())?;
        }
        let second_moves = fields.next() == Some("w");
        let mut hands = [Vec::new(), Vec::new()];
        let mut number = 0;
        for c in fields.next().unwrap_or("-").chars().filter(|c| *c != '-') {
            match c.to_digit(10) {
                Some(digit) => number = number * 10 + digit,
                None => {
                    let letter = pieces::of_letter(&c.to_uppercase().to_string())?.letter;
                    hands[usize::from(c.is_lowercase())].push((letter, std::mem::take(&mut number).max(1)));
                }
            }
        }
        Some(Diagram { width: width?, cells, hands, second_moves })
    }

    /// The text of it.
    pub(super) fn sfen(&self) -> String {
        let cased = |letter: &str, second: bool| if second { letter.to_lowercase() } else { letter.to_string() };
        let mut rows = Vec::new();
        for row in self.cells.chunks(self.width) {
            let (mut text, mut empty) = (String::new(), 0);
            for cell in row {
                match cell {
                    None => empty += 1,
                    Some((letter, second)) => {
                        if empty > 0 {
                            text += &std::mem::take(&mut empty).to_string();
                        }
                        text += &cased(letter, *second);
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            rows.push(text);
        }
        let mut hands = String::new();
        for (second, hand) in self.hands.iter().enumerate() {
            for letter in HAND {
                let count: u32 = hand.iter().filter(|(known, _)| *known == letter).map(|(_, count)| *count).sum();
                match count {
                    0 => {}
                    1 => hands += &cased(letter, second == 1),
                    _ => hands += &format!("{count}{}", cased(letter, second == 1)),
                }
            }
        }
        let mover = if self.second_moves { "w" } else { "b" };
        format!("{} {mover} {} 1", rows.join("/"), if hands.is_empty() { "-" } else { &hands })
    }

    /// The piece on a file, counted from the right, and a rank, counted from the top, both from 1.
    pub(super) fn at(&self, file: usize, rank: usize) -> Option<(&'static str, bool)> {
        self.cells.get(self.place(file, rank)?).copied().flatten()
    }

    /// Puts a piece there, or takes it away; false if there is no such place.
    pub(super) fn put(&mut self, file: usize, rank: usize, piece: Option<(&'static str, bool)>) -> bool {
        let Some(place) = self.place(file, rank) else { return false };
        self.cells[place] = piece;
        true
    }

    fn place(&self, file: usize, rank: usize) -> Option<usize> {
        let column = self.width.checked_sub(file).filter(|_| file > 0)?;
        let place = rank.checked_sub(1)? * self.width + column;
        (place < self.cells.len()).then_some(place)
    }

    /// Reads a row of KIF's diagram, `|v香v桂 ・…|一`; false if it is none.
    pub(super) fn kif_row(&mut self, rank: usize, line: &str) -> bool {
        let Some(inside) = line.split('|').nth(1) else { return false };
        let signs: Vec<char> = inside.chars().collect();
        if signs.len() < 2 * self.width {
            return false;
        }
        for (column, cell) in signs.chunks(2).take(self.width).enumerate() {
            let piece = cell.get(1).and_then(|c| pieces::of_sign(*c)).map(|piece| piece.letter);
            self.put(self.width - column, rank, piece.map(|letter| (letter, matches!(cell[0], 'v' | 'V' | 'ｖ'))));
        }
        true
    }

    /// The rows of KIF's diagram with its frame.
    pub(super) fn kif_board(&self) -> String {
        let files: String = (1..=self.width).rev().filter_map(pieces::wide).map(|file| format!(" {file}")).collect();
        let frame = format!("+{}+\n", "-".repeat(3 * self.width));
        let mut text = format!(" {files}\n{frame}");
        for rank in 1..=self.height() {
            text.push('|');
            for file in (1..=self.width).rev() {
                match self.at(file, rank) {
                    None => text += " ・",
                    Some((letter, second)) => {
                        text.push(if second { 'v' } else { ' ' });
                        let names = pieces::of_letter(letter).map_or(&[][..], |piece| piece.kif);
                        let short = names.iter().find(|name| name.chars().count() == 1);
                        text += short.copied().unwrap_or("・");
                    }
                }
            }
            text.push('|');
            text.extend(pieces::kanji(rank));
            text.push('\n');
        }
        text + &frame
    }

    /// A hand as KIF writes it.
    pub(super) fn kif_hand(&self, second: bool) -> String {
        let hand = &self.hands[usize::from(second)];
        let mut held = Vec::new();
        for letter in HAND {
            let count: u32 = hand.iter().filter(|(known, _)| *known == letter).map(|(_, count)| *count).sum();
            if let Some(piece) = pieces::of_letter(letter).filter(|_| count > 0) {
                held.push(format!("{}{}", piece.kif[0], pieces::counted(count)));
            }
        }
        if held.is_empty() { "なし".to_string() } else { held.join("　") }
    }

    /// Reads a hand of KIF: `飛二　歩三`, `なし`.
    pub(super) fn read_kif_hand(text: &str) -> Option<Vec<(&'static str, u32)>> {
        let text = text.trim();
        let mut hand = Vec::new();
        if text == "なし" {
            return Some(hand);
        }
        for word in text.split(|c: char| c.is_whitespace()).filter(|word| !word.is_empty()) {
            // Pieces may stand without blanks between them: `飛二歩三`.
            let mut word = word;
            while !word.is_empty() {
                let (piece, rest) = pieces::of_kif(word)?;
                let end = rest.find(|c: char| pieces::of_sign(c).is_some()).unwrap_or(rest.len());
                hand.push((piece.letter, pieces::count(&rest[..end])?));
                word = &rest[end..];
            }
        }
        Some(hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_come_back() {
        let sfen = "lnsgk2nl/1r4+Bb1/p1pppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w Gb10p 1";
        let diagram = Diagram::of_sfen(sfen).expect("a position");
        assert_eq!(diagram.sfen(), sfen);
        let mut read = Diagram::empty(9, 9);
        for (rank, line) in diagram.kif_board().lines().filter(|line| line.starts_with('|')).enumerate() {
            assert!(read.kif_row(rank + 1, line), "{line}");
        }
        for second in [false, true] {
            let hand = Diagram::read_kif_hand(&diagram.kif_hand(second)).expect("a hand");
            read.hands[usize::from(second)] = hand;
        }
        read.second_moves = true;
        assert_eq!(read.sfen(), sfen);
        assert_eq!(Diagram::of_sfen("lnsgk2nl/1r b - 1"), None);
    }
}
