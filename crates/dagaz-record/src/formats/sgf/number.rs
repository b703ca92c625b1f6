//! The numbers that the standard gives to games, by the table of [names].

use crate::names;

/// The number of Go, which many programs write into files of every game.
pub(super) const GO: u32 = 1;
/// The number of Hex, where points are named in a way of their own.
pub(super) const HEX: u32 = 11;

/// The number of the game with this title, if it has one.
pub(super) fn of_title(title: &str) -> Option<u32> {
    names::sgf_number(title)
}

/// What the game of a number is called.
pub(super) fn title_of(number: u32) -> Option<String> {
    names::of_sgf(number).next().map(|names| names.title.to_string())
}
