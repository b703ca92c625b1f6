//! Boards in XBoard's notation: columns are letters from the left, rows numbers from below,
//! for any names of squares in the rules.
//!
//! With more than nine rows they are counted from 0. Shogi is written as chess is: the first player
//! is `w` with capitals, and pieces in hand stand in brackets behind the board.

use std::collections::{BTreeMap, HashMap};

use dagaz_core::{Game, SiteId, State};
use dagaz_record::{Format, protocol_position};

/// Columns at most: there are no more letters.
const COLUMNS: usize = 26;

/// Returns the name of each square; `None` if the drawn board is not a rectangle.
pub(crate) fn squares(game: &dyn Game) -> Option<HashMap<SiteId, String>> {
    let topology = game.topology();
    let mut flat = topology.grids().iter().enumerate().filter(|(_, grid)| grid.labels.len() == 2);
    let (number, grid) = flat.next().filter(|_| flat.next().is_none())?;
    let mut places = Vec::new();
    for id in topology.site_ids() {
        let site = topology.site(id);
        if site.grid.as_ref().is_some_and(|place| usize::from(place.grid) == number) {
            let center = site.center?;
            places.push((id, hundredths(center.x), hundredths(center.y)));
        }
    }
    let across = in_order(places.iter().map(|(_, x, _)| *x));
    let down = in_order(places.iter().map(|(_, _, y)| *y));
    let mut sizes = [grid.labels[0].len(), grid.labels[1].len()];
    sizes.sort_unstable();
    let mut drawn = [across.len(), down.len()];
    drawn.sort_unstable();
    if sizes != drawn || across.len() > COLUMNS {
        return None;
    }
    let lowest = usize::from(down.len() <= 9);
    let name = |(id, x, y): (SiteId, i64, i64)| {
        let (column, row) = (across.binary_search(&x).ok()?, down.binary_search(&y).ok()?);
        let letter = char::from(b'a' + column as u8);
        Some((id, format!("{letter}{}", down.len() - 1 - row + lowest)))
    };
    places.into_iter().map(name).collect()
}

fn hundredths(place: f32) -> i64 {
    (f64::from(place) * 100.0).round() as i64
}

/// Numbers in order, each once.
fn in_order(numbers: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut numbers: Vec<i64> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Returns a position as XBoard writes it.
pub(crate) fn position(game: &dyn Game, state: &State) -> String {
    let text = protocol_position(game, state);
    if !Format::Usi.fits(game) {
        return text;
    }
    let mut fields = text.split_whitespace();
    let (Some(board), Some(mover), Some(hands)) = (fields.next(), fields.next(), fields.next()) else { return text };
    let mover = if mover == "b" { "w" } else { "b" };
    format!("{board}[{}] {mover} 0 1", spread(hands))
}

/// Pieces in hand, letter by letter: `2Pb` is `PPb`.
fn spread(hands: &str) -> String {
    let (mut said, mut count) = (String::new(), 0usize);
    for letter in hands.chars().filter(|letter| *letter != '-') {
        match letter.to_digit(10) {
            Some(digit) => count = (count * 10 + digit as usize).min(1_000),
            None => {
                said.extend(std::iter::repeat_n(letter, count.max(1)));
                count = 0;
            }
        }
    }
    said
}

/// Returns a position that XBoard has written, as this program reads it.
pub(crate) fn position_read(game: &dyn Game, text: &str) -> String {
    if !Format::Usi.fits(game) {
        return text.to_string();
    }
    let mut fields = text.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let (board, hands) = board.split_once('[').unwrap_or((board, ""));
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    hands.chars().filter(|letter| letter.is_alphabetic()).for_each(|letter| *counts.entry(letter).or_default() += 1);
    let hands: String = counts.iter().map(|(letter, count)| format!("{count}{letter}")).collect();
    let mover = if fields.next() == Some("b") { "w" } else { "b" };
    format!("{board} {mover} {} 1", if hands.is_empty() { "-" } else { &hands })
}
