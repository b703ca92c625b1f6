//! What pieces are worth, from who had more of what and who won.
//!
//! The result of a game, 1 or 0 or -1 for the first seat, is explained by least squares as a sum
//! over the kinds of pieces: how many more of a kind the first seat had in a position, times what a
//! piece of that kind is worth.

use serde::Serialize;

use super::cholesky::Cholesky;
use crate::Material;

/// Added to each diagonal element of the normal equations, as if each kind had been seen in one
/// more position where it was worth nothing (ridge regression: Hoerl and Kennard 1970). Kinds that
/// come and go together share what they are worth.
const RIDGE: f64 = 1.0;
/// A value that many standard errors above 0 is surely positive.
const SURE: f64 = 2.0;

/// What a kind of piece is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceValue {
    /// The name of the kind.
    pub kind: String,
    /// How much it is worth; the cheapest kind that is surely worth something has 1.
    pub value: f64,
    /// The standard error of the value; 0 for the unit itself.
    pub error: f64,
}

/// Returns the values of all kinds of which one seat ever had more than the other, in the order of
/// the kinds. The unit is the smallest value that is more than two standard errors above 0; without
/// one nothing is known, and the list is empty.
///
/// The positions of one game are as like each other as can be, so errors are those of as many
/// observations as there were games (the design effect of Kish, "Survey sampling", 1965, with a
/// correlation of 1): rather too large than too small. Values are of those games only: other
/// players make other use of their pieces.
pub fn least_squares(material: &Material) -> Vec<PieceValue> {
    let all = material.kinds.len();
    let square = |one: usize, other: usize| material.squares.get(one * all + other).map_or(0.0, |sum| *sum as f64);
    let kinds: Vec<usize> = (0..all).filter(|kind| square(*kind, *kind) > 0.0).collect();
    let count = kinds.len();
    let mut matrix: Vec<f64> = kinds.iter().flat_map(|one| kinds.iter().map(|other| square(*one, *other))).collect();
    (0..count).for_each(|place| matrix[place * count + place] += RIDGE);
    let right: Vec<f64> = kinds.iter().map(|kind| material.results.get(*kind).map_or(0.0, |sum| *sum as f64)).collect();
    let Some(equations) = Cholesky::of(&matrix, count) else { return Vec::new() };
    let (raw, inverse) = (equations.solve(&right), equations.inverse());

    // What is left of the squares of the results, by position.
    let explained: f64 = raw.iter().zip(&right).map(|(value, sum)| value * sum).sum();
    let ridge: f64 = raw.iter().map(|value| RIDGE * value * value).sum();
    let rest = (material.decided as f64 - explained - ridge).max(0.0);
    let freedom = (material.positions as f64 - count as f64).max(1.0);
    let effect = material.positions as f64 / material.games.max(1) as f64;
    let covariance = |one: usize, other: usize| rest / freedom * effect * inverse[one * count + other];

    let sure = (0..count).filter(|place| raw[*place] > SURE * covariance(*place, *place).sqrt());
    let Some(unit) = sure.min_by(|one, other| raw[*one].total_cmp(&raw[*other])) else { return Vec::new() };
    let of = |place: usize| {
        let value = raw[place] / raw[unit];
        // The variance of a quotient, to first order.
        let variance =
            covariance(place, place) - 2.0 * value * covariance(place, unit) + value * value * covariance(unit, unit);
        let error = if place == unit { 0.0 } else { variance.max(0.0).sqrt() / raw[unit] };
        PieceValue { kind: material.kinds[kinds[place]].clone(), value, error }
    };
    (0..count).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums over games of one position: how many more there were of each kind, and the result.
    fn material(kinds: &[&str], games: &[(&[i64], i64)]) -> Material {
        let count = kinds.len();
        let sum = |of: &dyn Fn(&[i64], i64) -> i64| games.iter().map(|(more, result)| of(more, *result)).sum();
        Material {
            kinds: kinds.iter().map(ToString::to_string).collect(),
            squares: (0..count * count).map(|pair| sum(&|more, _| more[pair / count] * more[pair % count])).collect(),
            results: (0..count).map(|kind| sum(&|more, result| more[kind] * result)).collect(),
            positions: games.len() as u64,
            games: games.len() as u64,
            decided: sum(&|_, result| result * result) as u64,
        }
    }

    fn times<T: Clone>(games: &[T], count: usize) -> Vec<T> {
        games.iter().cycle().take(games.len() * count).cloned().collect()
    }

    #[test]
    fn values_are_those_of_the_normal_equations() {
        // Kings are never short. A Pawn more is half a win: 1, 0, 1, 0; a Rook more is a win
        // always.
        let games: [(&[i64], i64); 6] =
            [(&[0, 1, 0], 1), (&[0, 1, 0], 0), (&[0, -1, 0], -1), (&[0, -1, 0], 0), (&[0, 0, 1], 1), (&[0, 0, -1], -1)];
        let values = least_squares(&material(&["King", "Pawn", "Rook"], &times(&games, 100)));
        assert_eq!(values.iter().map(|value| &*value.kind).collect::<Vec<_>>(), ["Pawn", "Rook"]);
        // By hand: Pawn 200 / (400 + 1), Rook 200 / (200 + 1); of 400 squares 200 x 0.498753 + 200
        // x 0.995025 + 1.238825 are explained: 100.0056 left for 598 degrees.
        assert_eq!((values[0].value, values[0].error), (1.0, 0.0));
        let (pawn, rook) = (200.0 / 401.0, 200.0 / 201.0);
        assert!((values[1].value - rook / pawn).abs() < 1e-9, "{values:?}");
        let left = (400.0 - 200.0 * (pawn + rook) - pawn * pawn - rook * rook) / 598.0;
        let error = (left / 201.0 + (rook / pawn).powi(2) * left / 401.0).sqrt() / pawn;
        assert!((values[1].error - error).abs() < 1e-9 && (error - 0.100_09).abs() < 1e-4, "{values:?} {error}");
    }

    #[test]
    fn positions_of_one_game_are_not_independent() {
        let games: [(&[i64], i64); 4] = [(&[1, 0], 1), (&[1, 0], 0), (&[0, 1], 1), (&[0, -1], -1)];
        let many = material(&["Pawn", "Rook"], &times(&games, 50));
        let few = Material { games: many.games / 25, ..many.clone() };
        let (many, few) = (least_squares(&many), least_squares(&few));
        assert!((few[1].error / many[1].error - 5.0).abs() < 1e-9, "{many:?} {few:?}");
    }

    #[test]
    fn no_claim_without_certainty() {
        assert_eq!(least_squares(&Material::default()), []);
        assert_eq!(least_squares(&material(&["Stone"], &[(&[0], 1), (&[0], -1)])), []);
        // As often won as lost.
        assert_eq!(least_squares(&material(&["Stone"], &times(&[(&[1][..], 1), (&[1], -1)], 50))), []);
        // Two kinds that are always together share one value.
        let both = least_squares(&material(&["Cup", "Ball"], &times(&[(&[1, 1][..], 1), (&[-1, -1], -1)], 50)));
        assert_eq!(both.len(), 2);
        assert!(both.iter().all(|value| (value.value - 1.0).abs() < 1e-6), "{both:?}");
    }
}
