//! Decks and dice as the clauses declare them.

use dagaz_core::{PieceTypeId, PlayerId};
use dagaz_rules::path::{Dice, Roll, VarId};
use dagaz_syntax::tree::NodeId;

/// A deck that the rules declare.
pub(super) struct Deck {
    /// The player of chance who has the cards in hand.
    pub(super) player: PlayerId,
    /// The clause.
    pub(super) clause: NodeId,
    /// The different cards.
    pub(super) cards: Vec<PieceTypeId>,
}

/// Dice, as they were declared.
#[derive(Clone, Debug)]
pub(super) struct DiceInfo {
    pub(super) name: String,
    pub(super) sum: VarId,
    pub(super) count: usize,
    /// The faces of one die, equal ones as often as it has them.
    pub(super) sides: Vec<i32>,
    /// Whether equal dice count twice.
    pub(super) doubles: bool,
    /// The milliseconds of a tick, if these are no dice but the clock.
    pub(super) tick: Option<u32>,
    /// The different faces with their variables; empty unless the rules use dice one by one.
    pub(super) faces: Vec<(i32, VarId)>,
}

impl DiceInfo {
    pub(super) fn rules(&self) -> Dice {
        Dice { sum: self.sum, faces: self.faces.clone() }
    }

    /// Returns all ways to fall, each equally likely.
    pub(super) fn roll(&self) -> Roll {
        let mut falls: Vec<Vec<i32>> = vec![Vec::new()];
        for _ in 0..self.count {
            let longer = |fall: &Vec<i32>| {
                self.sides.iter().map(|side| [fall.as_slice(), &[*side]].concat()).collect::<Vec<_>>()
            };
            falls = falls.iter().flat_map(longer).collect();
        }
        let values = |fall: &Vec<i32>| {
            let alike = self.doubles && fall.len() > 1 && fall.windows(2).all(|pair| pair[0] == pair[1]);
            let times = if alike { 2 } else { 1 };
            let shown = |face: i32| fall.iter().filter(|one| **one == face).count() as i32;
            let sum = fall.iter().sum::<i32>();
            std::iter::once(sum)
                .chain(self.faces.iter().map(|(face, _)| shown(*face)))
                .map(|value| value * times)
                .collect()
        };
        let vars = std::iter::once(self.sum).chain(self.faces.iter().map(|(_, var)| *var)).collect();
        Roll { vars, results: falls.iter().map(values).collect(), clock: None }
    }
}
