//! Coordinates at the edge of a board: the common parts of its sites' names, at the ends of the
//! rows that share them.

use std::collections::BTreeMap;

use dagaz_core::CompactSort;

use dagaz_contract::Board;

use super::picture::{Place, Spot};

/// From the middle of the outer sites to their coordinate.
const GAP: f64 = 80.0;
/// The same where rows are slanted, and bands may lie along them.
const SLANTED_GAP: f64 = 98.0;
/// Boards with more sites than this have no coordinates: they could not be read.
const SITES_MAX: usize = 400;

/// Returns the coordinates of a board; none if the names of its sites have no common parts.
pub(super) fn labels(board: &Board, spots: &[Spot], slanted: bool) -> Vec<(Place, String)> {
    let main: Vec<&Spot> = spots.iter().filter(|spot| !board.sites[spot.site].tray).collect();
    let level = |spot: &&Spot| board.sites[spot.site].z;
    if main.is_empty() || main.len() > SITES_MAX || main.iter().any(|spot| level(spot) != level(&main[0])) {
        return Vec::new();
    }
    let names: Option<Vec<(&str, &str)>> = main.iter().map(|spot| split(&board.sites[spot.site].id)).collect();
    let Some(names) = names else { return Vec::new() };
    let bound = |axis: fn(Place) -> f64, start: f64, pick: fn(f64, f64) -> f64| {
        main.iter().map(|spot| axis(spot.place)).fold(start, pick)
    };
    let bottom = bound(|place| place.1, f64::NEG_INFINITY, f64::max);
    let left = bound(|place| place.0, f64::INFINITY, f64::min);
    let mut labels = Vec::new();
    let (firsts, seconds): (Vec<&str>, Vec<&str>) = names.into_iter().unzip();
    for parts in [firsts, seconds] {
        let mut rows: BTreeMap<&str, Vec<Place>> = BTreeMap::new();
        for (part, spot) in parts.into_iter().zip(&main) {
            rows.entry(part).or_default().push(spot.place);
        }
        // On a hexagon of hexagons a number counts along each row from its beginning, so the sites
        // of one number lie in no row.
        if slanted && !rows.values().all(|row| is_straight(row)) {
            continue;
        }
        let Some(upright) = is_upright(rows.values()) else { return Vec::new() };
        for (text, row) in rows {
            let place = match (slanted, upright) {
                (true, _) => beyond(row, upright),
                (false, true) => (row[0].0, bottom + GAP),
                (false, false) => (left - GAP, row[0].1),
            };
            labels.push((place, text.to_string()));
        }
    }
    labels
}

/// Returns a name such as `e4` or `10c` in its two parts: letters and digits, one or two each.
fn split(name: &str) -> Option<(&str, &str)> {
    let at = name.find(|c: char| c.is_ascii_digit() != name.starts_with(|c: char| c.is_ascii_digit()))?;
    let (first, second) = name.split_at(at);
    let is = |part: &str, of: fn(&char) -> bool| !part.is_empty() && part.len() <= 2 && part.chars().all(|c| of(&c));
    let (letters, digits) = (|c: &char| c.is_ascii_alphabetic(), |c: &char| c.is_ascii_digit());
    (is(first, letters) && is(second, digits) || is(first, digits) && is(second, letters)).then_some((first, second))
}

/// Returns whether places lie on one line.
fn is_straight(row: &[Place]) -> bool {
    let Some(first) = row.first() else { return true };
    let way = |place: &Place| (place.0 - first.0, place.1 - first.1);
    let longest = row.iter().map(way).max_by(|one, other| one.0.hypot(one.1).total_cmp(&other.0.hypot(other.1)));
    let (dx, dy) = longest.unwrap_or_default();
    let length = dx.hypot(dy).max(1.0);
    row.iter().map(way).all(|(x, y)| (x * dy - y * dx).abs() / length < 10.0)
}

/// Returns whether sites with one common part stand above each other; `None` if names say nothing
/// about places.
fn is_upright<'a>(rows: impl Iterator<Item = &'a Vec<Place>>) -> Option<bool> {
    let (mut wide, mut high) = (0.0f64, 0.0f64);
    for row in rows {
        let span = |axis: fn(&Place) -> f64| {
            let (low, most) =
                row.iter().map(axis).fold((f64::MAX, f64::MIN), |(low, most), at| (low.min(at), most.max(at)));
            most - low
        };
        (wide, high) = (wide.max(span(|place| place.0)), high.max(span(|place| place.1)));
    }
    let unclear = wide > high * 0.8 && high > 1.0 && wide < high * 1.25;
    (!unclear && (wide >= 1.0 || high >= 1.0)).then_some(high > wide)
}

/// One step beyond the low or left end of a slanted row, on its own line.
fn beyond(mut row: Vec<Place>, upright: bool) -> Place {
    row.compact_sort_by(|one, other| if upright { other.1.total_cmp(&one.1) } else { one.0.total_cmp(&other.0) });
    let end = row[0];
    let Some(next) = row.get(1) else {
        return if upright { (end.0, end.1 + SLANTED_GAP) } else { (end.0 - SLANTED_GAP, end.1) };
    };
    let length = (end.0 - next.0).hypot(end.1 - next.1).max(1.0);
    (end.0 + (end.0 - next.0) / length * SLANTED_GAP, end.1 + (end.1 - next.1) / length * SLANTED_GAP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_where_letters_meet_digits() {
        assert_eq!(split("e4"), Some(("e", "4")));
        assert_eq!(split("10c"), Some(("10", "c")));
        assert_eq!(["pit", "4", "a4b", "abc1", "", "é4"].map(split), [None; 6]);
    }

    #[test]
    fn a_bent_line_is_not_a_row() {
        assert!(is_straight(&[(0.0, 0.0), (50.0, 87.0), (100.0, 174.0)]) && is_straight(&[(3.0, 4.0)]));
        assert!(is_straight(&[(50.0, 87.0), (100.0, 174.0), (0.0, 0.0)]));
        assert!(!is_straight(&[(0.0, 0.0), (50.0, 87.0), (0.0, 174.0)]));
    }
}
