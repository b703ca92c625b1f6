//! Games on boards of any size, of which it is known from elsewhere what they are worth.

use dagaz_engine::PathGame;

use crate::source::path_game_of_text;

/// So many discs in a row on a board of so many sites, where each comes to rest on the bottom or on
/// another.
pub fn in_a_row(row: usize, width: u8, height: u8) -> Result<PathGame, String> {
    let last = letter(width);
    path_game_of_text(&format!(
        r#"(drf 3)
(game "In a Row"
  (players Red Yellow)
  (symmetry (Yellow 0))
  (board (grid a-{last} 1-{height}) (lines row {row}))
  (piece Disc "D")
  (rule drop (at empty) (not s empty) (put Disc))
  (moves drop)
  (win  in-a-row (full row mine))
  (draw full     (no empty)))
"#
    ))
}

/// Kalah with so many houses on each side and so many seeds in each.
pub fn kalah(houses: u8, seeds: u8) -> Result<PathGame, String> {
    let last = letter(houses);
    path_game_of_text(&format!(
        r#"(drf 3)
(game "Kalah"
  (players South North)
  (board (grid a-{last} 1-2) (sites S N)
         (track next a1..{last}1 S {last}2..a2 N a1)
         (zone house South a1..{last}1) (zone store South S)
         (zone house North a2..{last}2) (zone store North N))
  (var seeds of site 0)
  (setup (seeds {seeds} a1..{last}2))
  (rule sow (at (and house seeds)) (let k seeds) (set seeds 0)
            (times k next (if (as enemy store) next) (add seeds 1))
            (if store (extra-turn))
            (if (house (= seeds 1) n seeds) capture))
  (define capture
            (add seeds (+ 1 (seeds (n here))) store)
            (set seeds 0 (or here (n here))))
  (moves sow)
  (define idle   (no (and house seeds)))
  (score seeds   (or idle (as enemy idle))
                 (seeds (or house store))))
"#
    ))
}

/// Reversi on a square board of an even number of sites a side.
pub fn reversi(side: u8) -> Result<PathGame, String> {
    let (last, low) = (letter(side), side / 2);
    let (left, right, high) = (letter(low), letter(low + 1), low + 1);
    path_game_of_text(&format!(
        r#"(drf 3)
(game "Reversi"
  (players Black White)
  (board (grid a-{last} 1-{side}))
  (setup (Black (Disc {right}{low} {left}{high})) (White (Disc {left}{low} {right}{high})))
  (piece Disc)
  (rule place (at empty) (let turned (from here (along d adjacent (run d enemy) (see (many d enemy) d mine))))
              (any turned) (put Disc) (give mover turned))
  (moves place)
  (pass forced)
  (score most (or (no empty) (= passes 2)) (count mine)))
"#
    ))
}

fn letter(number: u8) -> char {
    char::from(b'a' + number.saturating_sub(1).min(25))
}
