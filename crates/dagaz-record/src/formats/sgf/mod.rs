//! The Smart Game Format, FF\[4\], with variations: for the games that it knows, and for every
//! other.
//!
//! Where a game is nothing but putting stones on one rectangular board (`stones`), its moves are
//! the `B` and `W` of the standard and its set-up `AB`, `AW`, `AE` and `PL`, so that any program
//! for such files shows them. Everything else stands in properties of our own, which begin with
//! `DG`; every other program keeps or skips them. They have more than two letters, since the short
//! names that suggest themselves are taken (`DM` is an even position).
//!
//! | property | meaning |
//! |---|---|
//! | `DGM[text]`, `DGP[player]` | a move, in the notation of saved games, and who makes it |
//! | `DGS[text]` | the position of the start, where the standard properties cannot say it |
//! | `DGR[file:…][title:…][edition:…][hash:…]` | the rules |
//! | `DGN[name]…`, `DGB[number:bot]…` | who sat in the seats, in the order of players; the bots by the number of the seat |
//! | `DGE[ending:…][verdicts:…][scores:…]` | how the game ended, where `RE` does not say all of it |
//! | `DGT[name:value]…`, `DGX[number]` | all tags, where the standard properties do not say them; the seed |
//! | `DGA[text]`, `DGQ[text]` | a comment to the letter, where `C` cannot have it; the comment before a move |
//! | `DGG[number]…`, `DGK[seconds]`, `DGU[seconds]` | judgements, clock and time spent, where no standard property says them |
//!
//! In their texts `%` and two digits stand for a byte that other programs might change (`text`).
//!
//! The tokenizer is our own, since `sgf-parse` (4.2) gives no places for its errors, keeps nothing
//! of a game that is damaged unless it keeps silent about the damage, and overflows the stack when
//! a line of a million moves is dropped.

mod colours;
mod ggf;
mod header;
pub(in crate::formats) mod marks;
mod notes;
mod number;
mod played;
mod points;
mod reader;
mod result;
mod root;
mod setup;
mod stones;
mod tags;
mod text;
mod token;
mod writer;

use dagaz_core::{Game, State};

use crate::formats::{WriteFault, Written};
use crate::names;
use crate::reading::{ReadLimits, Reading};
use crate::tree::{GameTree, RulesIdentity};

/// Returns the state behind a swap of pieces, if this is a game with the points of Hex in which
/// only one stone has been played.
pub fn swapped_pieces(game: &dyn Game, state: &State) -> Option<State> {
    let stones = stones::Stones::of(game).filter(|stones| stones.points.are_of_hex())?;
    let standing = game.topology().site_ids().filter(|site| state.piece(*site).is_some()).count();
    if standing == 1 { setup::swapped(game, &stones, state) } else { None }
}

/// Reads games in this format.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    match colours::Colours::of(game).filter(|_| ggf::is_ggf(text)) {
        Some(colours) => ggf::read(game, colours, text, limits),
        None => reader::Reader::new(game, text, limits).read(),
    }
}

/// Writes games in this format.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    writer::write(game, trees)
}

/// Returns the names of the players that the root of the first game says.
pub(crate) fn players(text: &str) -> Vec<String> {
    let root = root::first(text);
    let named = ["PB", "PW"].into_iter().filter_map(|name| root.iter().find(|property| property.name == name));
    named.map(|property| text::read_simple(property.first())).filter(|name| !name.is_empty()).collect()
}

/// Returns the bytes at which the games of a text begin.
pub(crate) fn game_begins(text: &str) -> Vec<usize> {
    let mut tokens = token::Tokens::new(text);
    let (mut begins, mut depth) = (Vec::new(), 0usize);
    while tokens.seek_game().is_ok() {
        begins.push(tokens.at());
        while let Some((_, found)) = tokens.take() {
            match found {
                token::Token::Open => depth += 1,
                token::Token::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    begins
}

/// What the first game says of its rules.
pub(crate) fn rules_named(text: &str) -> RulesIdentity {
    root::rules(&root::first(text))
}

/// The size of the board, if the text says it and the board is a square. The default of Go is 19
/// columns.
pub fn board_size(text: &str) -> Option<usize> {
    let root = root::first(text);
    let said = root.iter().find(|property| property.name == "SZ");
    let size = said.map_or("", |property| property.first()).trim();
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    columns.trim().parse().ok().filter(|_| columns.trim() == rows.trim())
}

/// The komi, if the text says it as a number that rules can have.
pub fn komi(text: &str) -> Option<String> {
    let root = root::first(text);
    points_of_komi(root.iter().find(|property| property.name == "KM")?.first())
}

/// The points of a komi, if it is a number that rules can have: of half points at most, and not out
/// of all measure. Words behind it, such as `目`, mean nothing.
///
/// Servers write it in two other ways. A whole number above 100 counts hundredths: `650` is 6.5.
/// The komi of Chinese rules is counted in stones, two points each: `3.75` and `375` are 7.5.
fn points_of_komi(value: &str) -> Option<String> {
    let said = value.trim().replace(',', ".").replace('½', ".5");
    let end = said.find(|c: char| !matches!(c, '0'..='9' | '.' | '-' | '+' | 'e' | 'E')).unwrap_or(said.len());
    let said: f64 = said[..end].parse().ok().filter(|komi: &f64| komi.abs() <= KOMI_MAX * HUNDREDTHS)?;
    let points = if said.abs() > KOMI_MAX && said.fract() == 0.0 { said / HUNDREDTHS } else { said };
    let is_half = |points: f64| (points * 2.0).fract() == 0.0;
    let komi = Some(points).filter(|points| is_half(*points)).or(Some(points * 2.0).filter(|points| is_half(*points)));
    komi.filter(|komi| komi.abs() <= KOMI_MAX).map(|komi| format!("{komi}"))
}

/// The most points that White may be given.
const KOMI_MAX: f64 = 100.0;

/// Parts of a point that some servers count.
const HUNDREDTHS: f64 = 100.0;

/// The number that the standard gives to the game, if the text says it.
pub fn game_number(text: &str) -> Option<u32> {
    let root = root::first(text);
    let said = root.iter().find(|property| property.name == "GM");
    let number = said.and_then(|property| property.first().trim().parse().ok());
    // Files of the Generic Game Server have the name of the game.
    let by_name = || names::meant(said?.first())?.sgf;
    number.or_else(by_name).or_else(|| little_golem(&root).and_then(|kind| names::meant(kind)?.sgf))
}

/// The kind of game in a file of the server Little Golem, which has no `GM`: its events begin with
/// it, as in `EV[hex.mc.2010.oct.1.11]`.
fn little_golem<'t>(root: &[token::Property<'t>]) -> Option<&'t str> {
    let value = |name: &str| root.iter().find(|property| property.name == name).map(token::Property::first);
    let kind = value("EV")?.split('.').next()?.trim_end_matches(|c: char| c.is_ascii_digit());
    value("SO").filter(|source| source.contains("littlegolem"))?;
    (value("GM").is_none() && !kind.is_empty()).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::komi;

    #[test]
    fn komi_is_read_as_servers_write_it() {
        for (said, points) in [
            ("6.5", Some("6.5")),
            ("7,5", Some("7.5")),
            ("7½", Some("7.5")),
            ("6.5目", Some("6.5")),
            ("0", Some("0")),
            ("-3.5", Some("-3.5")),
            ("375", Some("7.5")),
            ("3.75", Some("7.5")),
            ("650", Some("6.5")),
            ("100", Some("100")),
            ("6.1", None),
            ("1e9", None),
            ("nan", None),
            ("", None),
        ] {
            assert_eq!(komi(&format!("(;GM[1]KM[{said}])")).as_deref(), points, "{said}");
        }
    }
}
