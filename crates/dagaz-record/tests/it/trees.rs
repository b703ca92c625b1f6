//! The game tree: walked in any order, and what records of the world do to it.

use crate::common::{PAWNS, game, moves};
use dagaz_core::Game;
use dagaz_record::{Cursor, Format, GameTree, NodeId, ReadLimits, find_move};

fn play(game: &dyn Game, cursor: &mut Cursor<'_>, tree: &mut GameTree, typed: &str) -> NodeId {
    let list = moves(game, cursor.state());
    let index = find_move(game, cursor.state(), &list, typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
    cursor.play(tree, list.get(index))
}

#[test]
fn a_cursor_finds_every_node_from_everywhere() {
    let game = game(PAWNS);
    let mut tree = GameTree::of(&game);
    let mut cursor = Cursor::new(&game, &tree);
    for line in [["b1b2", "c4c3", "b2b3", "d4c4"], ["a1a3", "c4c3", "d1c1", "d4c4"], ["d1c1", "d4d3", "c1c2", "d3c3"]] {
        cursor.go_to(&tree, NodeId::ROOT);
        let mut last = NodeId::ROOT;
        for typed in line {
            // The tree itself never joins equal moves; callers have to search first.
            let list = moves(&game, cursor.state());
            let index = find_move(&game, cursor.state(), &list, typed).expect("legal");
            assert_eq!(tree.find(last, list.get(index)), None);
            last = play(&game, &mut cursor, &mut tree, typed);
        }
    }
    assert_eq!((tree.moves(), tree.children(NodeId::ROOT).len(), tree.is_line()), (12, 3, false));
    let fresh = |node: NodeId| {
        let mut cursor = Cursor::new(&game, &tree);
        tree.path(node).into_iter().for_each(|node| cursor.go_to(&tree, node));
        cursor.state().clone()
    };
    let nodes: Vec<NodeId> = tree.nodes().collect();
    for &from in &nodes {
        for &to in &nodes {
            cursor.go_to(&tree, from);
            cursor.go_to(&tree, to);
            assert_eq!((cursor.node(), cursor.state()), (to, &fresh(to)));
        }
    }
    let third = tree.children(NodeId::ROOT)[2];
    tree.promote(third);
    assert_eq!((tree.main_line()[0], tree.children(NodeId::ROOT).len()), (third, 3));
}

/// Two men that go to and fro until a position has come three times.
const SHUFFLE: &str = r#"
(version "2.0")
(define step ($1 (verify empty?) add))
(game (title "Shuffle") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0)) ("3/2/1" (0 10))) (directions (n 0 -1) (s 0 1))))
  (board-setup (White (Man a1)) (Black (Man b1)))
  (piece (name Man) (moves (step n) (step s)))
  (draw-condition (White Black) repetition)
  (loss-condition (White Black) stalemated))
"#;

#[test]
fn a_record_may_continue_after_a_repetition_with_a_remark() {
    let game = game(SHUFFLE);
    let round = "1. Man a1 - a2\n1. Man b1 - b2\n2. Man a2 - a1\n2. Man b2 - b1\n";
    let text = |rounds: usize, last: &str| {
        let rounds = round.repeat(rounds);
        format!("Zillions Save Game File Version 0.02 HH\nRulesFile=t.zrf\nVariantName=Shuffle\n{rounds}{last}")
    };
    let read = |text: &str| Format::Zsg.read(&game, text, &ReadLimits::default());
    let drawn = read(&text(2, ""));
    assert_eq!((drawn.games[0].moves(), drawn.remarks.len()), (8, 0));
    assert_eq!(drawn.games[0].facts.result.as_ref().map(|outcome| outcome.ending.as_str()), Some("repetition"));
    let unclaimed = read(&text(3, "9. Man a1 - a2\n"));
    assert_eq!(unclaimed.faults, []);
    assert_eq!((unclaimed.games[0].moves(), unclaimed.games[0].facts.result.clone()), (13, None));
    assert_eq!(unclaimed.remarks, ["game 1 goes on after a repetition that ends it by the rules"]);
    let wrong = read(&text(3, "9. Man a1 - b3\n"));
    assert_eq!((wrong.games[0].moves(), wrong.faults.len()), (12, 1), "what is illegal stays so");
    // Such a tree is written, read again and walked like any other.
    let written = Format::Json.write(&game, &unclaimed.games).expect("any game can be written");
    let again = Format::Json.read(&game, &written.text, &ReadLimits::default());
    let end = |tree: &GameTree| {
        let mut cursor = Cursor::new(&game, tree);
        tree.main_line().last().into_iter().for_each(|&node| cursor.go_to(tree, node));
        cursor.state().clone()
    };
    assert_eq!((again.faults.len(), again.remarks.len()), (0, 1));
    assert!(end(&again.games[0]) == end(&unclaimed.games[0]));
}
