//! Games whose pieces wander, so that positions come back: what they are worth is worked out from
//! the ends backwards.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_bots::{
    Budget, SOLVER_MEMORY, SearchLimits, Solution, Solved, SolverLimits, Way, is_playable, opening, solve_with,
};
use dagaz_core::{Fuel, Game, MoveList, State, Turn, UndoLog, Verdict};
use dagaz_testkit::source;

fn solved(game: &dyn Game, state: &State, memory: usize) -> Solved {
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let limits = SolverLimits { memory, course: None, progress: &mut |_| {} };
    solve_with(game, state, &mut SearchLimits::new(Budget::nodes(1_000_000), &stop, &clock), limits)
        .expect("two players")
}

/// A program of some sixty lines with rules of its own, written for this alone, says the same of
/// all three, and that in the two games that are won no first move but the one to the centre wins.
#[test]
fn small_morris_games_are_solved() {
    for (name, plies) in [("three-mens-morris", None), ("tapatan", Some(9)), ("achi", Some(11))] {
        let game = source::named(name).expect("it is in the library");
        let found = solved(&*game, &game.initial(), SOLVER_MEMORY);
        assert!(matches!(found.way, Way::AllPositions(_)), "{name}");
        assert_eq!(found.plies, plies, "{name}");
        match (found.solution, plies) {
            (Solution::Win { moves, shortest: true, .. }, Some(plies)) => {
                assert_eq!(moves.len(), plies as usize);
                assert!(is_playable(&*game, &game.initial(), &moves));
                assert_eq!(game.topology().site(moves[0].as_ref().target()).name, "b2");
            }
            (Solution::Draw, None) => assert_eq!(found.best.len(), 1),
            (other, _) => panic!("{name}: {other:?}"),
        }
    }
}

/// The literature has 2,296 positions up to symmetry, so that eight times as many are reached with
/// each player to move, and no player has a forced win. The start counts once more: it has no
/// previous move.
#[test]
fn the_l_game_is_a_draw() {
    let game = source::named("l-game").expect("it is in the library");
    let found = solved(&*game, &game.initial(), SOLVER_MEMORY);
    assert_eq!((found.solution, found.way), (Solution::Draw, Way::AllPositions(2 * 8 * 2_296 + 1)));
}

/// Without memory nothing is claimed.
#[test]
fn the_solver_declines_games_that_do_not_fit() {
    let game = source::named("achi").expect("it is in the library");
    assert!(!matches!(solved(&*game, &game.initial(), 0).way, Way::AllPositions(_)));
}

/// Returns the value of a state for the player to move, and its distance in plies, by the reference
/// interpreter alone: value iteration over all positions until nothing changes.
fn looked_at_until_nothing_changes(game: &dyn Game, state: &State) -> (i32, u32) {
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut start = state.clone();
    start.forget_history();
    numbers.insert(start.key(), 0);
    let (mut states, mut after, mut worth) = (vec![start], Vec::new(), Vec::new());
    while let Some(here) = states.get(after.len()).cloned() {
        let Turn::Choice(mover) = game.turn(&here) else { panic!("nobody throws dice here") };
        let mut children = Vec::new();
        let ended = game.outcome(&here).expect("no limit");
        worth.push(ended.as_ref().map(|outcome| match outcome.verdicts[mover.index()] {
            Verdict::Win => (1, 0),
            Verdict::Loss => (-1, 0),
            _ => (0, 0),
        }));
        if ended.is_none() {
            let mut list = MoveList::new();
            game.moves(&here, &mut list, &mut Fuel::new(game.limits().fuel)).expect("no limit");
            for one in list.iter() {
                let mut next = here.clone();
                game.play(&mut next, one, &mut UndoLog::new());
                let number = *numbers.entry(next.key()).or_insert(states.len());
                let same = game.turn(&next) == Turn::Choice(mover);
                if number == states.len() {
                    states.push(next);
                }
                children.push((number, if same { 1 } else { -1 }));
            }
        }
        after.push(children);
    }
    for plies in 1.. {
        let mut changed = Vec::new();
        for (number, children) in after.iter().enumerate().filter(|(number, _)| worth[*number].is_none()) {
            let values: Vec<Option<i32>> =
                children.iter().map(|(child, sign)| worth[*child].map(|(value, _)| value * sign)).collect();
            if values.contains(&Some(1)) {
                changed.push((number, 1));
            } else if values.iter().all(|value| *value == Some(-1)) {
                changed.push((number, -1));
            }
        }
        if changed.is_empty() {
            break;
        }
        changed.into_iter().for_each(|(number, value)| worth[number] = Some((value, plies)));
    }
    worth[0].unwrap_or((0, 0))
}

#[test]
fn retrograde_analysis_equals_exhaustive_search() {
    for name in ["three-mens-morris", "tapatan", "achi", "tic-tac-toe"] {
        let game = source::named(name).expect("it is in the library");
        for seed in 0..8 {
            let state = opening(&*game, 1 + seed as usize, seed).expect("games last longer");
            let found = solved(&*game, &state, SOLVER_MEMORY);
            let (value, plies) = match found.solution {
                Solution::Win { plies, .. } => (1, plies.expect("all is known")),
                Solution::Draw => (0, 0),
                Solution::Loss => (-1, found.plies.expect("all is known")),
                other => panic!("{name} {seed}: {other:?}"),
            };
            assert!(matches!(found.way, Way::AllPositions(_)), "{name} {seed}");
            assert_eq!((value, plies), looked_at_until_nothing_changes(&*game, &state), "{name} {seed}");
        }
    }
}
