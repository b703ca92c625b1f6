//! Turns with too many whole moves, played step by step through the protocol of the page.

use dagaz_contract::catalog::Uploaded;
use dagaz_table::Bundle;
use dagaz_testkit::source::root;
use serde_json::json;

use super::{Page, play};

/// Plays turns of a text of `tests/chains` with the first step of each view. Returns the number of
/// views of single steps.
fn play_turns(name: &str) -> usize {
    let mut page = Page::new();
    let text = std::fs::read(root().join("crates/dagaz-testkit/tests/chains").join(name)).expect("it can be read");
    page.files = Bundle { main: name.into(), files: vec![(name.into(), text.clone())] }.to_bytes();
    let (_, taken) = page.request("POST", &format!("/rules?name={name}"), &text);
    let entry = serde_json::from_value::<Uploaded>(taken).expect("an answer").entry.expect("it can be played");
    let wish = json!({ "rules": entry.id, "nonce": "long", "seed": 3 });
    let game = page.begin(&wish);
    let mut view = Page::view(&page.ask(&json!({ "ask": "join", "re": 1, "game": game })));
    let (mut stepwise, mut turns) = (0, 0);
    for re in 2..40 {
        assert!(!view.moves.is_empty(), "{name}: nothing to play: {:?}", view.status);
        let mover = view.status.turn.clone();
        if view.stepwise {
            stepwise += 1;
            // The page is opened again in the middle of the turn.
            page.again();
            let restored = Page::view(&page.ask(&json!({ "ask": "join", "re": 100, "game": game })));
            assert_eq!((restored.stepwise, restored.moves.len()), (true, view.moves.len()), "{name}");
        }
        view = Page::view(&page.ask(&play(&game, &view, re)));
        turns += usize::from(view.status.turn != mover);
        if turns > 2 || view.status.ending.is_some() {
            break;
        }
    }
    assert!(turns > 0, "{name}: the turn ends");
    stepwise
}

#[test]
fn the_page_plays_long_turns_of_both_editions_step_by_step() {
    for name in ["long-chains.zrf", "kings-on-twelve.drf"] {
        assert!(play_turns(name) > 1, "{name}");
    }
}
