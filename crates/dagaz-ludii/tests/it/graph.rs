//! Small games of our own for questions about edges, patterns and loops, and for boards.

use dagaz_ludii::text::Severity;

use super::play::{compile, count, play, rules};

const EDGES: &str = "(board (square 2) use:Vertex) (piece \"Mark\" Each)";
const DRAW: &str = "(play (move Add (to Edge (sites Empty Edge))))";

#[test]
fn a_spanning_tree_reaches_every_vertex_without_a_cycle() {
    let game = rules(EDGES, &format!("{DRAW} (end (if (is SpanningTree Mover) (result Mover Win)))"));
    assert!(!play(&game, &[(0, 0), (3, 3)]).is_over());
    let one = rules(EDGES, "(play (do (move Add (to Edge (sites Empty Edge))) ifAfterwards:(is Tree Shared)))");
    // The fourth edge of the square would close a cycle.
    assert_eq!(count(&mut play(&one, &[(0, 0), (1, 1)])), 2);
    assert_eq!(count(&mut play(&one, &[(0, 0), (1, 1), (2, 2)])), 1);
}

#[test]
fn an_edge_that_closes_a_cycle_of_the_given_length_wins() {
    let path = |length: &str| {
        let end = format!("(end (if (is Path Edge Shared length:({length}) closed:True) (result Mover Win)))");
        rules(EDGES, &format!("{DRAW} {end}"))
    };
    let all = [(0, 0), (1, 1), (2, 2), (3, 3)];
    assert!(play(&path("exact 4"), &all).is_over());
    assert!(!play(&path("exact 3"), &all).is_over());
    assert!(!play(&path("exact 4"), &all[..3]).is_over());
}

#[test]
fn costs_of_sites_are_those_of_the_set_up() {
    let game = rules(
        EDGES,
        "(start {(set Cost 5 Edge at:0) (set Cost 7 Edge at:3)}) \
         (play (move Add (to Edge (sites Empty Edge)) (then (addScore Mover (cost Edge at:(last To)))))) \
         (end (if (= 7 (score Mover)) (result Mover Win)))",
    );
    assert!(!play(&game, &[(0, 0)]).is_over());
    assert!(play(&game, &[(3, 3)]).is_over());
}

#[test]
fn crossing_edges_are_those_that_meet_inside_both() {
    let game = rules(
        "(board (graph vertices:{{0 0} {2 0} {2 2} {0 2}} edges:{{0 2} {1 3} {0 1}}) use:Vertex) \
         (piece \"Mark\" Shared)",
        "(start (set Shared Edge (sites Board Edge))) \
         (play (move Remove (sites Occupied by:Shared on:Edge) \
           (then (forEach Site (sites Crossing at:(last To) All) (remove Edge (to))))))",
    );
    assert_eq!(play(&game, &[(0, 0)]).position_text(), "E2=1");
}

#[test]
fn a_pattern_is_found_in_every_direction() {
    let game = rules(
        "(board (square 3)) (piece \"Stone\" Each)",
        "(play (move Add (to (sites Empty)))) (end (if (is Pattern {F R F R F}) (result Mover Win)))",
    );
    let square = [(4, 4), (0, 0), (5, 5), (1, 1), (7, 7), (2, 2), (8, 8)];
    assert!(!play(&game, &square[..6]).is_over());
    assert!(play(&game, &square).is_over());
}

#[test]
fn a_ring_around_a_site_is_a_loop() {
    let game = rules(
        "(board (hex 3)) (piece \"Stone\" P1) (piece \"Other\" P2)",
        "(play (if (is Mover P1) (move Add (to (sites Empty))) (move Pass))) \
         (end (if (is Loop) (result Mover Win)))",
    );
    let ring = [4, 5, 8, 10, 13, 14];
    let mut moves = Vec::new();
    for site in ring {
        moves.extend([(site, site), (-1, -1)]);
    }
    moves.pop();
    assert!(play(&game, &moves).is_over());
    assert!(!play(&game, &moves[..9]).is_over());
}

#[test]
fn different_pieces_on_sites_that_meet_a_condition_win() {
    let game = rules(
        "(board (rectangle 1 2)) (piece \"Stone\" Each)",
        "(play (move Add (to (sites Empty)))) \
         (end (if (all Different (sites Board) if:(is Occupied (site))) (result Mover Win)))",
    );
    assert!(!play(&game, &[(0, 0)]).is_over());
    assert!(play(&game, &[(0, 0), (1, 1)]).is_over());
}

#[test]
fn the_last_hurdle_of_a_hop_is_bound_where_its_target_is_tested() {
    let hop = |site: u8| {
        let to = format!("(to if:(and (is Empty (to)) (= {site} (between))))");
        let piece =
            format!("(piece \"Man\" Each (move Hop Orthogonal (between if:(is Enemy (who at:(between)))) {to}))");
        let items = format!("(board (rectangle 1 3)) {piece}");
        rules(&items, "(start {(place \"Man1\" 0) (place \"Man2\" 1)}) (play (forEach Piece))")
    };
    assert_eq!(play(&hop(1), &[(0, 2)]).position_text(), "1=2 2=1");
    play(&hop(2), &[(-1, -1)]);
}

#[test]
fn only_sites_before_the_last_one_are_between() {
    let game = rules(
        "(board (rectangle 1 3)) (piece \"Man\" Each (forEach Direction Orthogonal \
         (between (exact 2) if:(is Empty (between))) (move (from) (to (apply (remove (to)))))))",
        "(start {(place \"Man1\" 0) (place \"Man2\" 2)}) (play (forEach Piece))",
    );
    assert_eq!(play(&game, &[(0, 2)]).position_text(), "2=1");
}

#[test]
fn clockwise_polygons_grow_and_others_shrink() {
    let cells = |corners: &str| {
        let board = format!("(board (square (poly {{{corners}}}))) (piece \"Stone\" Each)");
        count(&mut play(&rules(&board, "(play (move Add (to (sites Empty))))"), &[]))
    };
    assert_eq!(cells("{0 0} {0 3} {3 3} {3 0}"), 9);
    assert_eq!(cells("{0 0} {3 0} {3 3} {0 3}"), 1);
}

#[test]
fn ludemes_that_cannot_be_played_right_are_refused() {
    let tile = "(board (square 3)) (tile \"Bar\" Each {F} numSides:4)";
    let stone = "(board (square 3)) (piece \"Stone\" Each)";
    let add = "(play (move Add (to (sites Empty))))";
    let cases = [
        (tile, add, "tile"),
        (stone, "(play (move Add (to (sites Empty)) (then (take Control of:P2 by:P1))))", "take"),
        (stone, "(play (move Add (to (sites Empty)))) (end (if (is Line 3 SameLayer) (result Mover Win)))", "is Line"),
    ];
    for (items, text, name) in cases {
        let Err(fault) = compile(items, text) else { panic!("{name} is not refused") };
        assert_eq!(fault.severity, Severity::Unsupported, "{name}");
        assert!(fault.message.contains(name), "{}", fault.message);
    }
}
