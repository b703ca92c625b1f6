//! Solutions that are known from elsewhere.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dagaz_bots::{Budget, Solution, Watch, is_playable, solve};
use dagaz_core::{Game, Limits};
use dagaz_engine::CompiledGame;
use dagaz_testkit::source::{self, Pair};

fn named(name: &str) -> CompiledGame {
    let path = source::library().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
    let limits = Limits::default();
    let mut file = source::read(&path.unwrap_or_else(|| panic!("there is no {name}")), &limits).expect("it is there");
    let index = file.default_index();
    let rules = file.rules(index).rules.expect("it has no errors");
    Pair::new(rules, &limits).expect("it is within all limits").compiled
}

fn solved(game: &dyn Game, position: Option<&str>, nodes: u64) -> Solution {
    let (stop, clock) = (AtomicBool::new(false), Instant::now());
    let state = match position {
        Some(text) => {
            let position = dagaz_record::parse_position(game, text).expect("it is a position");
            game.set_up(&position).expect("it is possible")
        }
        None => game.initial(),
    };
    let solution = solve(game, &state, &mut Watch::new(Budget::nodes(nodes), &stop, &clock)).expect("it can be solved");
    if let Solution::Win { moves, plies, .. } = &solution {
        assert!(is_playable(game, &state, moves));
        assert_eq!(moves.len(), *plies as usize);
    }
    solution
}

#[test]
fn tic_tac_toe_is_a_draw() {
    assert_eq!(solved(&named("tic-tac-toe"), None, 3_000_000), Solution::Draw);
}

#[test]
fn mates_are_proved() {
    let chess = named("chess");
    for (position, plies) in [("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1), ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3)] {
        match solved(&chess, Some(position), 2_000_000) {
            Solution::Win { plies: found, .. } => assert!(found >= plies, "{position}"),
            other => panic!("{position}: {other:?}"),
        }
    }
}

/// The king's one move is answered by mate.
#[test]
fn what_is_lost_is_lost() {
    assert_eq!(solved(&named("chess"), Some("k7/8/1K6/8/8/8/8/7R b - - 0 1"), 500_000), Solution::Loss);
}
