//! Verdicts: what an ending is worth to each player.

use dagaz_core::{EndingId, Layout, Outcome, Piece, PieceTypeId, PlayerId, Points, State, Verdict};
use dagaz_rules::{EndingKind, Rules};

/// Results of endings, cached for frequent callers: most are the same in every state.
#[derive(Debug, Default)]
pub(crate) struct Meanings(Vec<((EndingId, PlayerId), Vec<Verdict>)>);

impl Meanings {
    /// What an ending means; `outcome` is asked unless that is known.
    pub(crate) fn of(&mut self, ending: (EndingId, PlayerId), outcome: impl FnOnce() -> Outcome) -> Vec<Verdict> {
        if let Some((_, verdicts)) = self.0.iter().find(|(known, _)| *known == ending) {
            return verdicts.clone();
        }
        let outcome = outcome();
        // Only what is counted on the board depends on it.
        if outcome.scores.is_none() {
            self.0.push((ending, outcome.verdicts.clone()));
        }
        outcome.verdicts
    }
}

/// The outcome of an ending that was asked for `player`.
pub(crate) fn outcome(rules: &Rules, layout: &Layout, state: &State, (id, player): (EndingId, PlayerId)) -> Outcome {
    let ending = rules.endings.get(id.index());
    let name = ending.map_or("no legal move".to_string(), |ending| ending.name.clone());
    let kind = ending.map_or(EndingKind::Draw, |ending| ending.kind);
    let each = |verdict: &dyn Fn(PlayerId) -> Verdict| {
        let players = (0..rules.players.len()).map(PlayerId::at);
        players.map(|one| if rules.competes(one) { verdict(one) } else { Verdict::Aside }).collect::<Vec<_>>()
    };
    let competitors = || (0..rules.players.len()).map(PlayerId::at).filter(|one| rules.competes(*one));
    let won = |holds: bool| if holds { Verdict::Win } else { Verdict::Loss };
    match kind {
        EndingKind::Win => Outcome { ending: name, verdicts: each(&|one| won(one == player)), scores: None },
        EndingKind::Loss if competitors().count() == 1 => {
            Outcome { ending: name, verdicts: each(&|_| Verdict::Loss), scores: None }
        }
        EndingKind::Loss => Outcome { ending: name, verdicts: each(&|one| won(one != player)), scores: None },
        EndingKind::Draw => Outcome { ending: name, verdicts: each(&|_| Verdict::Draw), scores: None },
        EndingKind::Count => {
            let material = |owner: PlayerId| -> i64 {
                let counted = rules.pieces.iter().enumerate().filter(|(_, piece)| !piece.immaterial);
                counted.map(|(kind, _)| state.count(layout, Piece { kind: PieceTypeId::at(kind), owner }) as i64).sum()
            };
            let scores: Vec<Points> =
                (0..rules.players.len()).map(|index| Points::whole(material(PlayerId::at(index)))).collect();
            let best = competitors().map(|one| scores[one.index()]).max().unwrap_or_default();
            let leaders = competitors().filter(|one| scores[one.index()] == best).count();
            let verdicts = each(&|one| match (scores[one.index()] == best, leaders) {
                (true, 1) => Verdict::Win,
                (true, _) => Verdict::Draw,
                (false, _) => Verdict::Loss,
            });
            Outcome { ending: name, verdicts, scores: Some(scores) }
        }
    }
}
