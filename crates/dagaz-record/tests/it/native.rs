//! Moves as players write them.

use crate::common::{JUMPS, PAWNS, after, game, moves};
use dagaz_core::Game;
use dagaz_record::{ListNotation, find_typed, move_text};

#[test]
fn every_native_text_is_read_back_as_its_move() {
    for text in [PAWNS, JUMPS] {
        let game = game(text);
        let mut state = game.initial();
        for _ in 0..12 {
            let list = moves(&game, &state);
            let texts = ListNotation::of(&game).texts(&game, &state, &list);
            for (index, text) in texts.iter().enumerate().filter_map(|(index, text)| Some((index, text.as_ref()?))) {
                let found =
                    find_typed(&game, &state, &list, text).map(|found| list.get(found).same_as(list.get(index)));
                assert_eq!(found, Ok(true), "{text}");
            }
            let Some(last) = list.iter().last().map(|one| move_text(&game, &state, one)) else { break };
            state = after(&game, &state, &last);
        }
    }
}

#[test]
fn a_game_that_has_san_is_listed_in_it() {
    let game = game(PAWNS);
    let state = game.initial();
    let texts: Vec<String> =
        ListNotation::of(&game).texts(&game, &state, &moves(&game, &state)).into_iter().flatten().collect();
    assert_eq!(texts, ["a2", "a3", "b2", "b3", "Kd2", "Kc1"]);
}

/// Stones of one type that are only placed. One name of a site is the end of another one.
const STONES: &str = r#"
(version "2.0")
(game
  (title "Stones")
  (players White Black)
  (turn-order White Black)
  (board
    (grid (start-rectangle 0 0 10 10)
      (dimensions ("a/b/aa" (10 0)) ("2/1" (0 10)))
      (directions (n 0 -1) (e 1 0))))
  (board-setup (White (Stone off 3)) (Black (Stone off 3)))
  (piece (name Stone) (drops ((verify empty?) add)))
  (draw-condition (White Black) stalemated))
"#;

#[test]
fn placed_stones_are_written_by_their_sites() {
    let game = game(STONES);
    let notation = ListNotation::of(&game);
    let mut state = game.initial();
    loop {
        let list = moves(&game, &state);
        let texts = notation.texts(&game, &state, &list);
        for (index, one) in list.iter().enumerate() {
            let text = texts[index].as_deref().expect("a text");
            assert_eq!(text, game.site_name(&state, one.target()), "the site alone");
            let found = find_typed(&game, &state, &list, text);
            assert_eq!(found, Ok(index), "{text}");
        }
        let Some(first) = list.iter().next().map(|one| move_text(&game, &state, one)) else { break };
        state = after(&game, &state, &first);
    }
}
