//! Huffing on other boards and with other captures than those of the library: which landing sites
//! of a capture let the opponent huff, judged by hand in the comments of each text.

use dagaz_core::{Effect, Game, MoveRef, UndoLog};
use dagaz_testkit::source::{files, open, root};

use crate::common::{at, moves, texts};

/// Plays the captures of a position that end on these sites, and compares whether they are huffed.
fn judge(game: &dyn Game, position: &str, landings: &str, huffed: bool) -> usize {
    let (start, topology) = (at(game, position), game.topology());
    let list = moves(game, &start);
    for landing in landings.split(' ') {
        let ends_there = |one: &MoveRef<'_>| {
            one.steps().len() == 1
                && one.steps().any(|(_, effects)| effects.iter().any(|effect| matches!(effect, Effect::Remove { .. })))
                && one.steps().all(|(step, _)| topology.site(step.target).name == landing)
        };
        let one = list.iter().find(ends_there).unwrap_or_else(|| panic!("{position}: no capture ends on {landing}"));
        let mut after = start.clone();
        game.play(&mut after, one, &mut UndoLog::new());
        let huff = format!("partial 1 x {landing} + ");
        let found = texts(game, &after).iter().any(|text| text.starts_with(&huff));
        assert_eq!(found, huffed, "{}: {position}: {landing}", game.glossary().title);
    }
    landings.split(' ').count()
}

#[test]
fn captures_that_could_continue_are_huffed_on_every_board() {
    let texts = files(&root().join("crates/dagaz-testkit/tests/huffs"), "drf");
    assert_eq!(texts.len(), 5, "a text is gone, or is not counted");
    for path in texts {
        let game = open(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let (mut position, mut judged) = ("", 0);
        for line in text.lines().filter_map(|line| line.strip_prefix("; ")) {
            match line.split_once(": ") {
                Some(("position", text)) => position = text,
                Some(("huffed", sites)) => judged += judge(&*game, position, sites, true),
                Some(("not huffed", sites)) => judged += judge(&*game, position, sites, false),
                _ => {}
            }
        }
        assert!(judged > 1, "{}: {judged} captures", path.display());
    }
}
