//! Puzzles by deepening: as long as those that are found breadth first, and the bound that it goes
//! by never too high.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_bots::{Budget, PuzzleMethod, SearchLimits, Solution, Solved, SolverLimits, Way, solve_with};
use dagaz_core::{Fuel, Game, MoveList, PlayerId, SiteId, State, UndoLog};
use dagaz_testkit::{source, walk};

const NODES: u64 = 3_000_000;

fn by(game: &dyn Game, state: &State, course: PuzzleMethod) -> Solution {
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let mut watch = SearchLimits::new(Budget::nodes(NODES), &stop, &clock);
    let limits = SolverLimits { memory: 64 << 20, course: Some(course), progress: &mut |_| {} };
    let Solved { solution, way, .. } = solve_with(game, state, &mut watch, limits).expect("it can be solved");
    assert_eq!(way, Way::Puzzle(course));
    solution
}

/// How many plies a shortest solution takes.
fn shortest(solution: &Solution) -> Option<usize> {
    match solution {
        Solution::Win { moves, shortest: true, .. } => Some(moves.len()),
        _ => None,
    }
}

#[test]
fn iterative_deepening_finds_shortest_solutions() {
    let bounded = ["four-knights", "frogs-and-toads", "sokoban.drf"];
    let others = ["hanoi", "wolf-goat-and-cabbage", "triangle-solitaire"];
    for (name, is_bounded) in bounded.map(|name| (name, true)).into_iter().chain(others.map(|name| (name, false))) {
        // Of sokoban people get the text of edition 2, of which nothing is read.
        let game = match name.strip_suffix(".drf") {
            Some(stem) => source::open(&source::root().join(format!("games/puzzle/{stem}/{name}"))),
            None => source::named(name),
        };
        let game = game.expect("it is in the library");
        let state = game.initial();
        let bound = game.plies_to_win(PlayerId(0));
        assert_eq!(bound.is_some(), is_bounded, "{name}");
        let breadth = by(&*game, &state, PuzzleMethod::Breadth);
        let plies = shortest(&breadth).unwrap_or_else(|| panic!("{name} breadth first: {breadth:?}"));
        let found = by(&*game, &state, PuzzleMethod::Deepening);
        assert_eq!(shortest(&found), Some(plies), "{name}: {found:?}");
        // On a shortest way each ply may bring the end nearer by one, and what is left is never too
        // much.
        let (Some(bound), Solution::Win { moves, .. }) = (bound, &breadth) else { continue };
        let mut state = state;
        for (gone, one) in moves.iter().enumerate() {
            assert!(bound(&state) as usize <= plies - gone, "{name} after {gone} plies: {}", bound(&state));
            game.play(&mut state, one.as_ref(), &mut UndoLog::new());
        }
        assert_eq!(bound(&state), 0, "{name}");
    }
}

/// From wherever play at random leads, a bound of the eight puzzle is at most what breadth first
/// finds, and never changes by more than a ply.
#[test]
fn a_bound_is_never_too_high() {
    let game = source::named("eight-puzzle").expect("it is in the library");
    let bound = game.plies_to_win(PlayerId(0)).expect("its ending says what has to stand where");
    assert_eq!(bound(&game.initial()), 21, "the hops of all eight together");
    let Solution::Win { moves, .. } = by(&*game, &game.initial(), PuzzleMethod::Breadth) else {
        panic!("it has a solution")
    };
    assert_eq!(moves.len(), 31);
    let mut state = game.initial();
    moves[..9].iter().for_each(|one| game.play(&mut state, one.as_ref(), &mut UndoLog::new()));
    for seed in 0..6 {
        let mut before = bound(&state);
        let from = walk::walk(&*game, state.clone(), seed, 6, &mut |state, _| {
            assert!(bound(state).abs_diff(before) <= 1);
            before = bound(state);
            std::ops::ControlFlow::Continue(())
        });
        let from = from.expect("no limit");
        let plies = shortest(&by(&*game, &from, PuzzleMethod::Breadth)).expect("all these can be solved");
        assert!(bound(&from) as usize <= plies, "{} and {plies}", bound(&from));
        assert_eq!(shortest(&by(&*game, &from, PuzzleMethod::Deepening)), Some(plies));
    }
}

/// Two frogs one behind the other, and no toad can pass them.
#[test]
fn unsolvable_puzzles_are_proved_unsolvable() {
    let game = source::named("frogs-and-toads").expect("it is in the library");
    let (mut state, mut list) = (game.initial(), MoveList::new());
    for way in [["c1", "d1"], ["b1", "c1"]] {
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("no limit");
        let name = |site: SiteId| game.topology().site(site).name.clone();
        let is_it = |index: &usize| {
            let one = list.get(*index);
            [name(one.origin()), name(one.target())] == way
        };
        let index = (0..list.len()).find(is_it).expect("it is a move");
        game.play(&mut state, list.get(index), &mut UndoLog::new());
    }
    assert_eq!(by(&*game, &state, PuzzleMethod::Breadth), Solution::Loss);
    assert_eq!(by(&*game, &state, PuzzleMethod::Deepening), Solution::Loss);
}
