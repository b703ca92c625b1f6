//! Moves as players write them.

use crate::common::{JUMPS, PAWNS, after, game, moves};
use dagaz_core::Game;
use dagaz_record::{find_typed, move_text, short_only};

#[test]
fn every_native_text_is_read_back_as_its_move() {
    for text in [PAWNS, JUMPS] {
        let game = game(text);
        let mut state = game.initial();
        for _ in 0..12 {
            let list = moves(&game, &state);
            let texts = short_only(&game, &state, &list);
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
fn a_native_text_names_no_more_than_it_needs() {
    let game = game(PAWNS);
    let state = game.initial();
    let list = moves(&game, &state);
    let texts = short_only(&game, &state, &list);
    assert!(texts.contains(&Some("a1-a3".to_string())), "{texts:?}");
}
