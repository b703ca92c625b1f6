//! Small games to write about.

use std::sync::Arc;

use dagaz_core::{Fuel, Game, Limits, MoveList, State, UndoLog};
use dagaz_engine::CompiledGame;
use dagaz_rules::Rules;
use dagaz_syntax::NoIncludes;
use dagaz_zrf::GameFile;

/// A small chess: pawns that promote, a knight, and captures in passing.
pub(crate) const PAWNS: &str = r#"
(version "2.0")
(define add-pawn (if (in-zone? last) (add Queen Knight) else add))
(define step ($1 (verify not-friend?) (set-attribute rested? false) add))
(game
  (title "Pawns")
  (players White Black)
  (turn-order White Black)
  (board
    (grid (start-rectangle 0 0 10 10)
      (dimensions ("a/b/c/d" (10 0)) ("4/3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))
    (zone (name last) (players White) (positions a4 b4 c4 d4))
    (zone (name last) (players Black) (positions a1 b1 c1 d1)))
  (board-setup (White (Pawn a1 b1) (King d1)) (Black (Pawn c4) (King d4)))
  (piece (name Pawn) (notation "P")
    (moves
      (n (verify empty?) (add-pawn))
      (n (verify empty?) n (verify empty?) add)
      (ne (verify enemy?) (add-pawn))
      (w (verify enemy?) (verify last-to?) capture n (verify empty?) add)))
  (piece (name Queen) (notation "Q") (moves (n (verify not-friend?) add)))
  (piece (name Knight) (notation "N") (moves (n n e (verify not-friend?) add)))
  (piece (name King) (notation "K") (attribute rested? true)
    (moves (step n) (step w)))
  (loss-condition (White Black) (captured King)))
"#;

/// Men that jump on and on, and may stop; a supply of them.
pub(crate) const JUMPS: &str = r#"
(version "2.0")
(define jump ($1 (verify enemy?) capture $1 (verify empty?) (add-partial on)))
(game
  (title "Jumps")
  (option "pass partial" true)
  (players White Black)
  (turn-order White Black)
  (board
    (grid (start-rectangle 0 0 10 10)
      (dimensions ("a/b/c/d/e/f" (10 0)) ("2/1" (0 10)))
      (directions (n 0 -1) (e 1 0))))
  (board-setup (White (Man a1 off 2)) (Black (Man b1 d1)))
  (piece (name Man)
    (drops ((verify empty?) add))
    (moves (jump e) (n (verify empty?) add) (move-type on) (jump e)))
  (loss-condition (White Black) stalemated))
"#;

/// The rules of a text.
pub(crate) fn rules(text: &str) -> Rules {
    let mut file = GameFile::parse("test.zrf", text.as_bytes(), &NoIncludes, &Limits::default());
    let lowered = file.rules(0);
    assert!(lowered.rules.is_some(), "{}{}", file.render(&file.diagnostics()), file.render(&lowered.diagnostics));
    lowered.rules.expect("checked")
}

/// The game of a text.
pub(crate) fn game(text: &str) -> CompiledGame {
    compiled(rules(text))
}

/// The game of some rules.
pub(crate) fn compiled(rules: Rules) -> CompiledGame {
    CompiledGame::new(Arc::new(rules), &Limits::default()).expect("a small game")
}

/// The legal moves.
pub(crate) fn moves(game: &dyn Game, state: &State) -> MoveList {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("a small game");
    list
}

/// The state after a typed move.
pub(crate) fn after(game: &dyn Game, state: &State, typed: &str) -> State {
    let list = moves(game, state);
    let index = dagaz_record::find_move(game, state, &list, typed).unwrap_or_else(|error| panic!("{error}"));
    let mut state = state.clone();
    game.play(&mut state, list.get(index), &mut UndoLog::new());
    state
}
