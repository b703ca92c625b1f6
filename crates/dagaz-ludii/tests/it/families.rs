//! Small games of our own for families of ludemes: tracks that come back, sowing, teams, stacks.

use super::play::{count, play, rules};

#[test]
fn a_piece_remembers_its_place_on_a_track_that_comes_back() {
    let game = rules(
        "(board (rectangle 1 4) (track \"Way\" {0 1 2 3 2 1 0} directed:True)) \
         (piece \"Man\" Each (move (from) (to (trackSite Move \"Way\" steps:2))))",
        "(start {(place \"Man1\" 1) (place \"Man2\" 0)}) (play (forEach Piece)) \
         (end (if (no Moves Next) (result Mover Win)))",
    );
    // From the second site it goes to the fourth and back to the second. The track has one more
    // step there, too few for another move.
    assert!(!play(&game, &[(1, 3), (0, 2), (3, 1)]).is_over());
    assert!(play(&game, &[(1, 3), (0, 2), (3, 1), (2, 2)]).is_over());
    assert_eq!(play(&game, &[(1, 3), (0, 2)]).position_text(), "2=2 3=1");
}

#[test]
fn holes_are_passed_over_by_the_position_before_the_sowing() {
    let game = rules(
        "(mancalaBoard 2 3 store:None (track \"Track\" \"0,E,N,W\" loop:True)) (piece \"Seed\" Shared) \
         (regions P1 (sites Bottom)) (regions P2 (sites Top))",
        "(start {(set Count 8 at:0) (set Count 2 at:1) (set Count 3 at:2)}) \
         (play (move Select (from (sites Mover) if:(< 4 (count at:(from)))) \
           (then (sow \"Track\" skipIf:(= 3 (count at:(to)))))))",
    );
    // The second hole has three seeds after the first round, and still gets one in the second.
    let run = play(&game, &[(0, 0)]);
    assert_eq!(run.position_text(), "0=1 1=1x4 2=1x3 3=1 4=1x2 5=1x2");
}

#[test]
fn captures_backwards_end_at_the_hole_where_the_sowing_began() {
    let game = rules(
        "(mancalaBoard 2 3 store:None (track \"Track\" \"0,E,N,W\" loop:True)) \
         (piece \"Seed\" Shared) (hand Each) \
         (regions P1 (sites Bottom)) (regions P2 (sites Top))",
        "(start {(set Count 2 at:0) (set Count 1 to:(sites {1 2 3 4 5}))}) \
         (play (move Select (from (sites Mover) if:(= 2 (count at:(from)))) \
           (then (sow \"Track\" backtracking:True \
             apply:(if (< 0 (count at:(to))) \
               (fromTo (from (to)) (to (handSite Mover)) count:(count at:(to))))))))",
    );
    let run = play(&game, &[(0, 0)]);
    assert_eq!(run.position_text(), "3=1 4=1 5=1 6=1x4");
}

#[test]
fn levels_are_listed_from_the_top() {
    let game = rules(
        "(board (square 2)) (piece \"Man\" Each)",
        "(start {(place Stack \"Man1\" 0 count:2) (place Stack \"Man2\" 0)}) \
         (play (move Select (from 0) (then (forEach Level (last From) (remove (last From) level:(level))))))",
    );
    assert_eq!(play(&game, &[(0, 0)]).position_text(), "");
}

#[test]
fn targets_of_results_depend_on_the_site_at_hand() {
    let game = rules(
        "(board (square 3)) (piece \"Stone\" Each)",
        "(play (move Add (to (sites Empty)) (then (set Score Mover \
           (max (results from:(sites Occupied by:Mover) to:(from) (column of:(to)))))))) \
         (end (if (= 2 (score P1)) (result P1 Win)))",
    );
    assert!(!play(&game, &[(0, 0)]).is_over());
    assert!(play(&game, &[(5, 5)]).is_over());
}

#[test]
fn ways_lead_over_sites_that_meet_a_condition() {
    let game = rules(
        "(board (square 3)) (piece \"Stone\" Each)",
        "(start {(place \"Stone2\" {1 4})}) \
         (play (move Add (to (sites Empty) \
           if:(= Infinity (count Steps (step Orthogonal (to if:(is Empty (to)))) (to) 2)))))",
    );
    // From the left column the only way leads through the upper row.
    assert_eq!(count(&mut play(&game, &[])), 1);
    let closed = rules(
        "(board (square 3)) (piece \"Stone\" Each)",
        "(start {(place \"Stone2\" {1 4 7})}) \
         (play (move Add (to (sites Empty) \
           if:(= Infinity (count Steps (step Orthogonal (to if:(is Empty (to)))) (to) 2)))))",
    );
    assert_eq!(count(&mut play(&closed, &[])), 3);
}

#[test]
fn winning_sites_are_found_by_playing_them() {
    let game = rules(
        "(board (square 3)) (piece \"Stone\" Each)",
        "(start {(place \"Stone1\" {0 1}) (place \"Stone2\" {6})}) \
         (play (priority {(move Add (to (sites Winning Mover (add (to (sites Empty)))))) \
           (move Add (to (sites Empty)))})) \
         (end (if (is Line 3) (result Mover Win)))",
    );
    let mut run = play(&game, &[]);
    assert_eq!(count(&mut run), 1);
    assert!(play(&game, &[(2, 2)]).is_over());
}

#[test]
fn the_last_pair_of_a_key_counts() {
    let game = rules(
        "(board (square 3)) (piece \"Stone\" Each) (map \"Way\" {(pair 0 1) (pair 0 2)})",
        "(start (place \"Stone1\" 0)) (play (move (from 0) (to (mapEntry \"Way\" 0))))",
    );
    assert_eq!(play(&game, &[(0, 2)]).position_text(), "2=1");
}

#[test]
fn a_second_piece_on_a_site_leaves_the_first() {
    let game = rules(
        "(board (square 2)) (piece \"Stone\" Each)",
        "(start {(place \"Stone1\" 0) (place \"Stone2\" {0 1})}) (play (move Add (to (sites Empty))))",
    );
    assert_eq!(play(&game, &[]).position_text(), "0=1 1=2");
}
