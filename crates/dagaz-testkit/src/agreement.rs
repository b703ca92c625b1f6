//! Agreement: two executors of the same rules must say the same about the same state.

use std::fmt;

use dagaz_core::{Effect, EndingId, Fuel, Game, LimitHit, MoveList, MoveRef, PlayerId, SiteId, State, UndoLog};

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

/// A step as comparable data: where it began and ended, whether it is a pass, and its effects in a
/// fixed order.
type StepPrint = (SiteId, SiteId, bool, Vec<Effect>);
/// A move as comparable data.
type Print = Vec<StepPrint>;
/// A move and what it leads to: the key, and the ending noted in the state.
type Reached = (Print, u64, Option<(EndingId, PlayerId)>);

fn print(one: MoveRef<'_>) -> Print {
    let steps = one.steps().map(|(step, effects)| {
        let mut effects = effects.to_vec();
        effects.sort_unstable();
        (step.origin, step.target, step.is_pass(), effects)
    });
    steps.collect()
}

/// A move in words, by the names of the game.
fn words(game: &dyn Game, print: &Print) -> String {
    let site = |site: SiteId| site.some().map_or("-", |site| &game.topology().site(site).name);
    let names = game.glossary();
    let effect = |effect: &Effect| match *effect {
        Effect::Move { from, to } => format!("move {} {}", site(from), site(to)),
        Effect::Together { count } => format!("{count} together"),
        Effect::Remove { site: at } => format!("remove {}", site(at)),
        Effect::Place { site: at, kind, owner } => {
            format!("place {} {} {}", names.player(owner), names.piece(kind), site(at))
        }
        Effect::Drop { site: at, kind, owner } => {
            format!("drop {} {} {}", names.player(owner), names.piece(kind), site(at))
        }
        Effect::Become { site: at, kind } => format!("become {} {}", names.piece(kind), site(at)),
        Effect::Give { site: at, owner } => format!("give {} {}", names.player(owner), site(at)),
        Effect::Set { site: at, attribute, value } => {
            let name = names.attributes.get(attribute.index()).map_or("?", |name| name);
            format!("set {name} {value} {}", site(at))
        }
        Effect::Assign { variable, value } => format!("variable {variable} = {value}"),
        Effect::Supply { kind, owner, count } => format!("hand {} {} {count}", names.player(owner), names.piece(kind)),
        Effect::Jump { slot } => format!("go to slot {}", slot.0),
        Effect::Own { action, value } => format!("own {action} {value}"),
        Effect::Pile { from, to, count } => format!("pile {count} {} {}", from.0, to.0),
        Effect::Tuck { from, to } => format!("tuck {} {}", from.0, to.0),
        Effect::Pluck { site, level } => format!("pluck {} {level}", site.0),
    };
    let steps = print.iter().map(|(origin, target, pass, effects)| {
        if *pass {
            return "pass".to_string();
        }
        let effects: Vec<String> = effects.iter().map(effect).collect();
        format!("{}->{} [{}]", site(*origin), site(*target), effects.join(", "))
    });
    steps.collect::<Vec<_>>().join(" + ")
}

fn difference<T: Ord>(
    what: &'static str,
    mut first: Vec<T>,
    mut second: Vec<T>,
    words: impl Fn(&T) -> String,
) -> Result<(), Box<Disagreement>> {
    first.sort_unstable();
    second.sort_unstable();
    if first == second {
        return Ok(());
    }
    // Both are sorted: what is left when equal ones are paired off, as often as they occur.
    let (mut only_first, mut only_second) = (Vec::new(), Vec::new());
    let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
    loop {
        match (first.peek(), second.peek()) {
            (None, None) => break,
            (Some(a), Some(b)) if a == b => {
                first.next();
                second.next();
            }
            (Some(a), b) if b.is_none_or(|b| a < b) => {
                only_first.push(words(a));
                first.next();
            }
            (_, Some(b)) => {
                only_second.push(words(b));
                second.next();
            }
            (Some(_), None) => {}
        }
    }
    Err(Box::new(Disagreement { what, only_first, only_second }))
}

fn listed(game: &dyn Game, state: &State) -> Result<MoveList, LimitHit> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel))?;
    Ok(list)
}

/// The moves of a list and what they lead to.
fn results(game: &dyn Game, state: &State, list: &MoveList) -> Vec<Reached> {
    let (mut copy, mut log) = (state.clone(), UndoLog::new());
    let results = list.iter().map(|one| {
        game.play(&mut copy, one, &mut log);
        let result = (print(one), copy.key(), copy.ending(game.layout()));
        game.undo(&mut copy, &mut log);
        result
    });
    results.collect()
}

/// Whether both list the same moves for a state, know the same ending of it, and come to the same
/// states by each move.
pub fn agree(first: &dyn Game, second: &dyn Game, state: &State) -> Result<(), Box<Disagreement>> {
    let (ours, theirs) = match (listed(first, state), listed(second, state)) {
        (Ok(ours), Ok(theirs)) => (ours, theirs),
        (ours, theirs) => {
            let said = |result: Result<MoveList, LimitHit>| match result {
                Ok(list) => vec![format!("{} moves", list.len())],
                Err(hit) => vec![format!("{:?}", hit.kind)],
            };
            return difference("limits", said(ours), said(theirs), String::clone);
        }
    };
    difference("moves", ours.iter().map(print).collect(), theirs.iter().map(print).collect(), |one| words(first, one))?;
    // Where there are moves the battery knows that there is no ending.
    if ours.is_empty() {
        let ending = |game: &dyn Game| vec![format!("{:?}", game.ending(state))];
        difference("ending", ending(first), ending(second), String::clone)?;
    }
    difference("results", results(first, state, &ours), results(second, state, &theirs), |(one, key, ending)| {
        format!("{} to {key:016x}, ending {ending:?}", words(first, one))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_counted_with_multiplicity() {
        let found = difference("numbers", vec![3, 1, 1, 2], vec![4, 2, 1], i32::to_string).expect_err("they differ");
        assert_eq!((found.only_first, found.only_second), (vec!["1".into(), "3".into()], vec!["4".to_string()]));
        assert_eq!(difference("numbers", vec![2, 1], vec![1, 2], i32::to_string), Ok(()));
    }
}
