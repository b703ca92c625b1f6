//! Games whose turns have too many whole moves to list, in the commands that play them.

use crate::common::{Folder, dagaz, fine};

const GAME: &str = "../dagaz-testkit/tests/chains/long-chains.zrf";

#[test]
fn a_search_of_long_turns_ends_with_its_time() {
    let begun = std::time::Instant::now();
    let said = fine(&["analyse", GAME, "--time", "1s"], "");
    assert!(said.contains("Best: King c1"), "{said}");
    // The study of the game, the search, and what a busy machine takes.
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn games_of_long_turns_are_played_saved_and_replayed() {
    let folder = Folder::new("long-turns");
    let record = folder.0.join("game.txt").display().to_string();
    let args = ["play", GAME, "--seat", "White=random", "--seat", "Black=random", "--seed", "3", "--save", &record];
    let said = dagaz(&args, "");
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let said = fine(&["replay", &record, "--rules", GAME], "");
    assert!(said.contains("plies are legal"), "{said}");
    let said = fine(&["autoplay", GAME, "-n", "1", "--bots", "random"], "");
    assert!(said.contains("1 game by random"), "{said}");
}
