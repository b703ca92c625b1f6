//! Games of `counted/`, whose move trees other programs have counted: `counts.txt` has the counts.

use dagaz_core::{Counting, Game, Limits, UndoLog};
use dagaz_drf::DrfFile;
use dagaz_record::{find_typed, parse_position};
use dagaz_syntax::NoIncludes;
use dagaz_testkit::source::{path_game, root};

use crate::common::moves;

#[test]
fn move_trees_have_the_counts_of_independent_programs() {
    let folder = root().join("crates/dagaz-testkit/tests/counted");
    let counts = std::fs::read_to_string(folder.join("counts.txt")).expect("the counts are there");
    let lines: Vec<&str> = counts.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 8, "counts are missing");
    for line in lines {
        let [name, first, counts] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}: three parts are expected")
        };
        let text = std::fs::read(folder.join(format!("{name}.drf"))).expect("the game is there");
        let file = DrfFile::parse(&format!("{name}.drf"), &text, &NoIncludes, &Limits::default());
        let found = file.check();
        assert!(!found.has_errors(), "{}", file.render(&found));
        let game = path_game(&file, 0, &Limits::default()).unwrap_or_else(|why| panic!("{name}: {why}"));
        let mut state = game.initial();
        match first.strip_prefix("position ") {
            Some(position) => {
                let position = parse_position(&game, position).unwrap_or_else(|fault| panic!("{name}: {fault}"));
                state = game.set_up(&position).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
            }
            None => {
                for typed in first.split(';').map(str::trim).filter(|typed| !typed.is_empty()) {
                    let list = moves(&game, &state);
                    let index = find_typed(&game, &state, &list, typed)
                        .unwrap_or_else(|error| panic!("{name}, {typed}: {error}"));
                    game.play(&mut state, list.get(index), &mut UndoLog::new());
                }
            }
        }
        for (ply, expected) in counts.split_whitespace().enumerate() {
            let counted = game.perft(&state, ply as u32 + 1, Counting::Moves).expect("within the limits");
            assert_eq!(counted.to_string(), expected, "{name} at depth {}", ply + 1);
        }
    }
}
