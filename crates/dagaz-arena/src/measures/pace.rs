//! How a game moves on: how long it is, how much there is to choose, and how much changes.

use super::{Measure, mean, share};
use crate::{Ply, Trace};

pub(super) const LENGTH: Measure = Measure {
    name: "length",
    meaning: "how many plies the game has",
    formula: "number of plies, those of a random opening and of chance among them",
    source: "Browne 2008, game length",
    is_share: false,
    of: |trace| Some(trace.plies.len() as f64),
};

pub(super) const MOVES: Measure = Measure {
    name: "moves",
    meaning: "how many moves the players make",
    formula: "plies that a player chose, passes not among them",
    source: "our own",
    is_share: false,
    of: |trace| Some(chosen(trace).filter(|ply| !ply.pass).count() as f64),
};

pub(super) const BRANCHING: Measure = Measure {
    name: "branching",
    meaning: "legal moves a turn",
    formula: "mean number of legal moves over the plies that a player chose",
    source: "Browne 2008, branching factor",
    is_share: false,
    of: |trace| mean(chosen(trace).map(|ply| f64::from(ply.choices))),
};

pub(super) const FORCED: Measure = Measure {
    name: "forced",
    meaning: "how often there is nothing to choose",
    formula: "plies with exactly one legal move, by plies that a player chose",
    source: "after Browne 2008, move effort and coolness",
    is_share: true,
    of: |trace| share(chosen(trace).map(|ply| ply.choices == 1)),
};

pub(super) const PASSES: Measure = Measure {
    name: "passes",
    meaning: "how often a turn is given up",
    formula: "passes by plies that a player chose",
    source: "our own",
    is_share: true,
    of: |trace| share(chosen(trace).map(|ply| ply.pass)),
};

pub(super) const CAPTURES: Measure = Measure {
    name: "captures",
    meaning: "pieces captured a turn",
    formula: "pieces captured by plies that a player chose",
    source: "our own",
    is_share: false,
    of: |trace| mean(chosen(trace).map(|ply| ply.captured.len() as f64)),
};

pub(super) const IRREVERSIBLE: Measure = Measure {
    name: "irreversible",
    meaning: "how often a move can never be taken back by further play, so that the game gets on",
    formula: "plies that capture, drop, create or change a piece or move one that only goes forward, by plies that a player chose",
    source: "our own",
    is_share: true,
    of: |trace| share(chosen(trace).map(|ply| ply.irreversible)),
};

/// Returns the plies that a player chose: not those of chance.
fn chosen(trace: &Trace) -> impl Iterator<Item = &Ply> {
    trace.plies.iter().filter(|ply| ply.seat.is_some())
}

#[cfg(test)]
mod tests {
    use dagaz_core::{Piece, PieceTypeId, PlayerId, SiteId};

    use super::super::tests::is;
    use super::*;

    #[test]
    fn by_hand() {
        let taken = (Piece { kind: PieceTypeId::at(0), owner: PlayerId::at(1) }, SiteId::at(2));
        let own = |choices| Ply { seat: Some(0), choices, ..Ply::default() };
        let trace = Trace {
            plies: vec![
                Ply { irreversible: true, captured: vec![taken, taken], ..own(5) },
                Ply { seat: None, ..own(6) },
                Ply { pass: true, ..own(1) },
                Ply { irreversible: true, captured: vec![taken], ..own(1) },
                own(3),
            ],
            ..Trace::default()
        };
        is(&LENGTH, &trace, 5.0);
        is(&MOVES, &trace, 3.0);
        // (5 + 1 + 1 + 3) / 4: the ply of chance does not count.
        is(&BRANCHING, &trace, 2.5);
        is(&FORCED, &trace, 0.5);
        is(&PASSES, &trace, 0.25);
        is(&CAPTURES, &trace, 0.75);
        is(&IRREVERSIBLE, &trace, 0.5);
    }
}
