//! Games of the library, against what other programs know of them.

use crate::common::{game, rng};
use dagaz_core::{Fuel, Game, MoveList, PlayerId, State, UndoLog};

/// Black's stones, summed over all positions so many plies from here.
fn held(hold: &dyn Game, state: &State, depth: u32) -> usize {
    if depth == 0 {
        return state.count_all(hold.layout(), PlayerId(0));
    }
    let (mut list, mut sum) = (MoveList::new(), 0);
    hold.moves(state, &mut list, &mut Fuel::new(hold.limits().fuel)).expect("within the limits");
    for one in list.iter() {
        let mut next = state.clone();
        hold.play(&mut next, one, &mut UndoLog::new());
        sum += held(hold, &next, depth - 1);
    }
    sum
}

#[test]
fn flipped_stones_match_another_program() {
    let hold = game("axiom/hold/hold.4th");
    assert_eq!([2, 3].map(|depth| held(&hold, &hold.initial(), depth)), [372, 15_892]);
}

#[test]
fn the_greedy_bot_takes_the_second_turn() {
    let kalah = game("axiom/kalah-forth/kalah-forth.4th");
    let start = kalah.initial();
    let chosen = kalah.own_bot_move("Greedy", &start, &mut rng(1), &mut Fuel::new(1_000_000));
    let chosen = chosen.expect("within the limits").expect("it chooses");
    assert_eq!(kalah.move_string(&start, chosen.as_ref()), "South pit-of c1", "four seeds from c1 end in the store");
}

#[test]
fn a_solved_puzzle_says_so() {
    let pegs = game("axiom/pegs/pegs.4th");
    let text = "turn=You; You peg=a1,b1; value pegs-left=2";
    let position = dagaz_record::parse_position(&pegs, text).expect("a position");
    let mut state = pegs.set_up(&position).expect("a position");
    let mut list = MoveList::new();
    pegs.moves(&state, &mut list, &mut Fuel::new(10_000)).expect("within the limits");
    assert_eq!(list.len(), 1);
    pegs.play(&mut state, list.get(0), &mut UndoLog::new());
    let outcome = pegs.outcome(&state).expect("within the limits").expect("solved");
    assert_eq!(outcome.ending, "one peg is left");
    assert_eq!(outcome.verdicts, [dagaz_core::Verdict::Win]);
}
