//! Agreement: two executors of the same rules must say the same about the same state.

use std::fmt;

use dagaz_core::{Effect, Fuel, Game, LimitHit, MoveList, MoveRef, State, UndoLog};

/// What two executors disagree about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What was compared.
    pub what: &'static str,
    /// What the first said and the second did not.
    pub only_first: Vec<String>,
    /// What the second said and the first did not.
    pub only_second: Vec<String>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = |said: &[String]| match said {
            [] => "nothing more".to_string(),
            [one] => one.clone(),
            [one, others @ ..] => format!("{one} (and {} more)", others.len()),
        };
        write!(f, "{}: the first says {}; the second {}", self.what, some(&self.only_first), some(&self.only_second))
    }
}

/// A move as comparable data: for each step where it began and ended and its effects, in a fixed order.
fn fingerprint(one: MoveRef<'_>) -> String {
    let steps = one.steps().map(|(step, effects)| {
        let mut effects: Vec<&Effect> = effects.iter().collect();
        effects.sort_unstable();
        format!("{:?}->{:?} pass={} {effects:?}", step.origin, step.target, step.is_pass())
    });
    steps.collect::<Vec<_>>().join(" + ")
}

fn difference(what: &'static str, mut first: Vec<String>, mut second: Vec<String>) -> Result<(), Box<Disagreement>> {
    first.sort_unstable();
    second.sort_unstable();
    if first == second {
        return Ok(());
    }
    let only = |mine: &[String], theirs: &[String]| {
        let mut theirs = theirs.to_vec();
        let mine = mine.iter().filter(|one| match theirs.iter().position(|other| other == *one) {
            Some(place) => {
                theirs.remove(place);
                false
            }
            None => true,
        });
        mine.cloned().collect()
    };
    Err(Box::new(Disagreement { what, only_first: only(&first, &second), only_second: only(&second, &first) }))
}

fn listed(game: &dyn Game, state: &State) -> Result<MoveList, LimitHit> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel))?;
    Ok(list)
}

/// Whether both list the same moves for a state, know the same ending of it, and come to the same states by each move.
pub fn agree(first: &dyn Game, second: &dyn Game, state: &State) -> Result<(), Box<Disagreement>> {
    let (ours, theirs) = match (listed(first, state), listed(second, state)) {
        (Ok(ours), Ok(theirs)) => (ours, theirs),
        (ours, theirs) => {
            let said = |result: Result<MoveList, LimitHit>| match result {
                Ok(list) => vec![format!("{} moves", list.len())],
                Err(hit) => vec![format!("{:?}", hit.kind)],
            };
            return difference("limits", said(ours), said(theirs));
        }
    };
    difference("moves", ours.iter().map(fingerprint).collect(), theirs.iter().map(fingerprint).collect())?;
    let ending = |game: &dyn Game| vec![format!("{:?}", game.ending(state))];
    difference("ending", ending(first), ending(second))?;
    let results = |game: &dyn Game, list: &MoveList| {
        let (mut copy, mut log) = (state.clone(), UndoLog::new());
        list.iter()
            .map(|one| {
                game.play(&mut copy, one, &mut log);
                let result = format!("{} {:016x} {:?}", fingerprint(one), copy.key(), copy.ending(game.layout()));
                game.undo(&mut copy, &mut log);
                result
            })
            .collect()
    };
    difference("results", results(first, &ours), results(second, &theirs))
}
