//! The course of games: who was ahead when, and how many moves there were to choose from.

use serde::Serialize;

use crate::sums::Detail;
use crate::{Curve, PARTS};

/// How games went, over their time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Course {
    /// What the later winner's chance was, from 0 to 1; only games with one winner count.
    pub winners: Vec<Part>,
    /// How far the leader was ahead of the next, from 0 to 1.
    pub leads: Vec<Part>,
    /// The legal moves at each ply that a player chose.
    pub branching: Vec<Branching>,
    /// Some games as they went.
    pub samples: Vec<Sample>,
}

/// A mean over a part of the time of all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Part {
    /// How much of a game is over, from 0 to 1.
    pub time: f64,
    /// The mean.
    pub mean: f64,
    /// Of how many positions.
    pub positions: u64,
}

/// The legal moves at a ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Branching {
    /// The ply, from 1.
    pub ply: usize,
    /// Their mean number.
    pub mean: f64,
    /// In how many games a player chose at that ply.
    pub games: u64,
}

/// One game as it went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sample {
    /// The number of the game.
    pub game: u64,
    /// The first seat's chance of winning in each position, from 0 to 1.
    pub chances: Vec<f64>,
    /// The seats that won.
    pub winners: Vec<usize>,
    /// How far and how long the later winner was behind, from 0 to 1: the mean, over the positions
    /// in which the winner of two was behind, of the square root of the difference (Browne 2008,
    /// drama). None without one winner of two.
    pub drama: Option<f64>,
}

impl Course {
    /// Returns the course of games between so many seats.
    pub fn of(detail: &Detail, seats: usize) -> Course {
        let branching = detail.branching.iter().enumerate().filter(|(_, (_, games))| *games > 0);
        Course {
            winners: parts(&detail.winners),
            leads: parts(&detail.leads),
            branching: branching
                .map(|(ply, (choices, games))| Branching {
                    ply: ply + 1,
                    mean: *choices as f64 / *games as f64,
                    games: *games,
                })
                .collect(),
            samples: detail.curves.iter().map(|curve| Sample::of(curve, seats)).collect(),
        }
    }
}

fn parts(sums: &[(u64, u64)]) -> Vec<Part> {
    let known = sums.iter().enumerate().filter(|(_, (_, positions))| *positions > 0);
    known
        .map(|(part, (millionths, positions))| Part {
            time: part as f64 / PARTS as f64,
            mean: *millionths as f64 / 1e6 / *positions as f64,
            positions: *positions,
        })
        .collect()
}

impl Sample {
    fn of(curve: &Curve, seats: usize) -> Sample {
        let chances: Vec<f64> = curve.chances.iter().map(|chance| f64::from(*chance) / 1e3).collect();
        let drama = match (curve.winners.as_slice(), seats) {
            (&[winner], 2) => {
                Some(drama(chances.iter().map(|chance| if winner == 0 { *chance } else { 1.0 - chance })))
            }
            _ => None,
        };
        Sample { game: curve.game, chances, winners: curve.winners.clone(), drama }
    }
}

/// Returns the drama of a game by its winner's chances against one other.
fn drama(winner: impl Iterator<Item = f64>) -> f64 {
    let behind = winner.map(|chance| 1.0 - 2.0 * chance).filter(|behind| *behind > 1e-9);
    let (sum, count) = behind.fold((0.0, 0.0), |(sum, count), behind| (sum + behind.sqrt(), count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comeback_is_dramatic_and_a_walkover_is_not() {
        let curve = |winner| Curve { game: 0, chances: vec![500, 320, 320, 900], winners: vec![winner] };
        // Behind by 0.36 twice.
        assert!((Sample::of(&curve(0), 2).drama.expect("a winner") - 0.6).abs() < 1e-9);
        // The other was behind once, by 0.8.
        assert!((Sample::of(&curve(1), 2).drama.expect("a winner") - 0.8f64.sqrt()).abs() < 1e-9);
        assert_eq!(Sample::of(&curve(0), 4).drama, None);
        assert_eq!(Sample::of(&Curve { chances: vec![500, 700, 1000], winners: vec![0], game: 0 }, 2).drama, Some(0.0));
    }

    #[test]
    fn board_parts_without_positions_are_skipped() {
        let detail = Detail { winners: vec![(500_000, 1), (0, 0), (2_000_000, 4)], ..Detail::default() };
        let course = Course::of(&detail, 2);
        assert_eq!(course.winners.len(), 2);
        assert_eq!((course.winners[1].mean, course.winners[1].time), (0.5, 2.0 / PARTS as f64));
    }
}
