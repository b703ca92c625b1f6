//! Descriptions as a whole: title, metadata, refusals, and texts that are broken.

use dagaz_ludii::text::Severity;
use dagaz_ludii::{Defines, Description, Options};

const GAME: &str = r#"
    (game "Small"
        (players 2)
        (equipment { (board (square <Size:cells>)) (hand Each size:2) (dice d:4 num:3) })
        (rules (play (forEach Piece))))
    (option "Size" <Size> args:{ <cells> } { (item "Three" <3> "small")* (item "Four" <4> "large") })
    (metadata (info {
        (description "A game with a \"quoted\" word.")
        (aliases {"Tiny" "Little"})
        (useFor {"Size/Four"} (rules "Sixteen cells."))
        (useFor {"Size/Three"} (rules "Nine cells."))
    }) (graphics { (piece Scale 0.8) }))"#;

fn read(text: &str, options: &Options) -> Description {
    Description::read("small.lud", text, &Defines::default(), options).unwrap_or_else(|all| panic!("{}", all.render()))
}

#[test]
fn metadata_follows_the_options() {
    let game = read(GAME, &Options::default());
    assert_eq!(game.title, "Small");
    assert_eq!(game.metadata.text("description"), Some("A game with a \"quoted\" word."));
    assert_eq!(game.metadata.text("rules"), Some("Nine cells."));
    assert_eq!(game.metadata.entries[1].texts, ["Tiny", "Little"]);
    assert_eq!(game.metadata.graphics.len(), 1);
    let four = read(GAME, &Options { choices: vec!["Size/Four".to_string()], ruleset: None });
    assert_eq!(four.metadata.text("rules"), Some("Sixteen cells."));
    assert_eq!(four.equipment.board.cells.sites.len(), 16);
}

#[test]
fn hands_and_dice_are_numbered_after_the_board() {
    let game = read(GAME, &Options::default());
    let containers: Vec<(&str, u32, u32)> =
        game.equipment.containers.iter().map(|one| (one.name.as_str(), one.from, one.sites)).collect();
    assert_eq!(containers, [("Board", 0, 9), ("Hand1", 9, 2), ("Hand2", 11, 2), ("Dice0", 13, 3)]);
    // On vertices the cells can be more than the sites of the default type.
    let rows = GAME.replace("(square <Size:cells>)", "(add (square 2) vertices:{{9 9}}) use:Vertex");
    let game = read(&rows, &Options::default());
    assert_eq!(game.equipment.containers[1].from, 5);
}

#[test]
fn unsupported_board_is_refused_where_it_stands() {
    let text = "(game \"G\" (players 2) (equipment {\n  (boardless Square) }) (rules (play (pass))))";
    let all = Description::read("g.lud", text, &Defines::default(), &Options::default()).expect_err("it is refused");
    assert!(all.is_refusal());
    assert_eq!(all.list[0].severity, Severity::Unsupported);
    let text = all.render();
    assert!(text.contains("`(boardless …)` is not supported") && text.contains("g.lud:2:4"), "{text}");
}

/// Texts with one fault each and the expected message, separated by `=>`.
const FAULTS: &[(&str, &str)] = &[
    ("(game \"G\" (players 2))", "no equipment"),
    ("(game \"G\" (players 99) (equipment {(board (square 3))}))", "at most 16 players"),
    ("(game \"G\" (equipment {(hand Each)}))", "no board"),
    ("(game \"G\" (equipment {(board 3)}))", "made of a graph"),
    ("(game \"G\" (equipment {(board (square 3000))}))", "at most 10000 vertices"),
    ("(game \"G\" (equipment {(board (square x))}))", "needs `a number`"),
    ("(game \"G\" (equipment {(board (square (- 2 5)))}))", "-3 is no size"),
    ("(game \"G\" (equipment {(board (square 3) use:Corner)}))", "takes Cell, Vertex or Edge"),
    ("(game \"G\" (equipment {(board (blob 3))}))", "`(blob …)` is not supported"),
    ("(game \"G\" (equipment {(board (graph vertices:{{0 0} {1 0}} edges:{{0 7}}))}))", "vertex 7 does not exist"),
    ("(game \"G\" (equipment {(board (square 3) (track \"T\" \"0,Q\"))}))", "`Q` is no step"),
    ("(game 3 (equipment {(board (square 3))}))", "has no name"),
    (r#"(game "G") (option "Size" >Size< args:{ <a> } { (item "One" <1> "one") })"#, "this option has no tag"),
];

#[test]
fn broken_descriptions_get_diagnostics() {
    for (text, message) in FAULTS {
        let all = Description::read("g.lud", text, &Defines::default(), &Options::default());
        let all = all.expect_err(text).render();
        assert!(all.contains(message), "{text}: {all}");
    }
}

#[test]
fn no_mutated_text_panics() {
    let seeds: Vec<String> = std::iter::once(GAME.to_string())
        .chain(crate::board::boards().map(|board| format!("(game \"G\" (players 2) (equipment {{ {board} }}))")))
        .collect();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    for round in 0..2_000 {
        let mut text: Vec<char> = seeds[round % seeds.len()].chars().collect();
        for _ in 0..=next(3) {
            let at = next(text.len());
            match next(5) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, ['(', ')', '{', '}', '"', '<', '-', '0', '9', ':', '#'][next(11)]),
                2 => text[at] = ['(', ')', '{', '}', ' ', '1', '8', '.'][next(8)],
                3 => text.truncate(at.max(1)),
                _ => {
                    let end = (at + next(30)).min(text.len());
                    let part: Vec<char> = text[at..end].to_vec();
                    let to = next(text.len());
                    text.splice(to..to, part);
                }
            }
        }
        let text: String = text.into_iter().collect();
        // A broken text gives diagnostics; none may panic.
        if let Err(all) = Description::read("g.lud", &text, &Defines::default(), &Options::default()) {
            assert!(!all.render().is_empty());
        }
    }
}
