//! Parameters and statistics of edition 3: valid values, valid places, and messages for wrong ones.

use std::sync::Arc;

use dagaz_core::{Game, Limits, MoveList, UndoLog};
use dagaz_drf::{BadSetting, DrfFile};
use dagaz_engine::PathGame;
use dagaz_rules::path::Choices;
use dagaz_syntax::NoIncludes;

fn read(text: &str) -> DrfFile {
    DrfFile::parse("test.drf", text.as_bytes(), &NoIncludes, &Limits::default())
}

fn settings(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

/// The first game of a file with parameters set.
fn game(text: &str, pairs: &[(&str, &str)]) -> PathGame {
    let file = read(text);
    let lowered = file.rules_with(0, &settings(pairs)).expect("the settings fit");
    let found = file.render(&lowered.diagnostics);
    let rules = lowered.rules.unwrap_or_else(|| panic!("{found}"));
    assert_eq!(found, "");
    PathGame::new(Arc::new(rules), &Limits::default()).expect("a small game")
}

/// What is wrong with a game that has these clauses.
fn faults(clauses: &str) -> String {
    let file = read(&format!("(drf 3)\n(game \"Test\" (players White Black)\n{clauses})"));
    file.render(&file.check())
}

const LINES: &str = r#"(drf 3)
(game "Lines"   ; a comment
  (parameter size  5 3..9)
  (parameter goal  3 (2 3 4))
  (parameter area  all (all edges))
  (players White Black)
  (board (grid size size) (lines row goal) (zone edges (row 1) (row size)) (zone all board))
  (piece Stone)
  (rule place (at (and empty area)) (put Stone))
  (moves place)
  (win line (full row mine))
  (draw full (no (and area empty)))
  (statistic stones (count occupied))
  (statistic white  (- (count White) (count Black))))
"#;

#[test]
fn a_parameter_is_allowed_wherever_its_value_is() {
    let sites = |pairs: &[(&str, &str)]| game(LINES, pairs).topology().sites().len();
    assert_eq!((sites(&[]), sites(&[("size", "7")])), (25, 49));
    let count = |pairs: &[(&str, &str)]| {
        let game = game(LINES, pairs);
        game.perft(&game.initial(), 1, dagaz_core::Counting::Moves).expect("a small game")
    };
    assert_eq!((count(&[]), count(&[("area", "edges"), ("size", "4")])), (25, 8));
    assert_eq!(game(LINES, &[("goal", "2")]).rules().lines[0].runs[0].len(), 2);
    assert_eq!(game(LINES, &[]).topology().sites()[24].name, "e5");
}

#[test]
fn every_board_kind_accepts_numbers() {
    let names = |board: &str, size: &str| {
        let text = format!(
            "(drf 3) (game \"T\" (parameter size 3 1..40) (players A B) (board {board}) (piece P)
               (rule place (at empty) (put P)) (moves place) (draw full (no empty)))"
        );
        let game = game(&text, &[("size", size)]);
        let sites = game.topology().sites();
        (sites.len(), sites[sites.len() - 1].name.clone())
    };
    assert_eq!(names("(hex size)", "3"), (9, "c3".to_string()));
    assert_eq!(names("(hex size (+ size 1))", "3"), (12, "c4".to_string()));
    assert_eq!(names("(hexhex size)", "2"), (7, "c2".to_string()));
    assert_eq!(names("(tri size)", "4"), (10, "d1".to_string()));
    assert_eq!(names("(grid a-c 1-size)", "5"), (15, "c5".to_string()));
    assert_eq!(names("(grid (* 2 size) size size)", "2"), (16, "d2b".to_string()));
    assert_eq!(names("(rings size 8)", "2").0, 16);
    assert_eq!(names("(grid size size)", "28"), (784, "ab28".to_string()));
}

#[test]
fn a_word_chooses_between_alternatives_by_name() {
    let text = r#"(drf 3)
(game "Ways"
  (parameter stride walk (walk leap))
  (parameter reach 2 1..3)
  (parameter ending checkmate (checkmate last-royal))
  (players White Black)
  (board (grid a-h 1-8))
  (setup (White (King e1)) (Black (King e8)))
  (piece King (moves (stride n) (runs 1..reach)))
  (rule (leap d) d d open)
  (rule (runs k) (times k e) open)
  (use (ending King)))"#;
    let targets = |pairs: &[(&str, &str)]| {
        let game = game(text, pairs);
        let mut list = MoveList::new();
        game.moves(&game.initial(), &mut list, &mut dagaz_core::Fuel::new(100_000)).expect("a small game");
        let names = list.iter().filter_map(|one| one.target().some());
        names.map(|site| game.topology().sites()[site.index()].name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(targets(&[]), "e2 f1 g1");
    assert_eq!(targets(&[("stride", "leap"), ("reach", "1"), ("ending", "last-royal")]), "e3 f1");
}

#[test]
fn variants_have_parameters_of_their_own() {
    let text = format!("{LINES}(variant \"Large\" (of \"Lines\") (parameter size 8 6..12))");
    let file = read(&text);
    let size = |index: usize| file.parameters(index).into_iter().find(|one| one.name == "size").expect("it has one");
    assert_eq!((size(0).default, size(0).choices), ("5".to_string(), Choices::Range(3, 9)));
    assert_eq!((size(1).default, size(1).choices), ("8".to_string(), Choices::Range(6, 12)));
    assert_eq!(file.rules(1).rules.expect("no errors").topology.sites().len(), 64);
}

#[test]
fn settings_that_do_not_fit_are_refused_with_a_reason() {
    let file = read(LINES);
    let said = |pairs: &[(&str, &str)]| file.rules_with(0, &settings(pairs)).expect_err("it does not fit").to_string();
    assert_eq!(
        said(&[("siez", "4")]),
        "there is no parameter `siez`; did you mean `size`? This game has size, goal, area"
    );
    assert_eq!(said(&[("size", "10")]), "`size` cannot be `10`; it is a whole number from 3 to 9");
    assert_eq!(said(&[("size", "4.5")]), "`size` cannot be `4.5`; it is a whole number from 3 to 9");
    assert_eq!(said(&[("area", "edge")]), "`area` cannot be `edge`; did you mean `edges`? It is one of all, edges");
    assert_eq!(said(&[("goal", "3"), ("goal", "4")]), "`goal` is set twice");
    let none = read("(drf 3) (game \"T\" (players A B) (board (grid a-c 1-3)))");
    let refused = none.rules_with(0, &settings(&[("size", "3")])).expect_err("there is none");
    assert!(matches!(&refused, BadSetting::Unknown { known, .. } if known.is_empty()), "{refused}");
}

#[test]
fn wrong_declarations_are_reported_with_their_location() {
    let cases = [
        ("(parameter size)", "a parameter has a name, its usual value, and what it may be"),
        ("(parameter size (5) 4..9)", "a parameter and its usual value are words or numbers"),
        ("(parameter size 5 9..4)", "no number is in this range: the lower one comes first"),
        ("(parameter size 5 4..99999999999)", "this does not say what the parameter may be"),
        ("(parameter size 5 ())", "this does not say what the parameter may be"),
        ("(parameter size 3 4..9)", "the usual value of `size` is not among those that it may have"),
        ("(parameter size a (b c))", "the usual value of `size` is not among those that it may have"),
        ("(parameter size a (a a))", "one of these is named twice"),
        ("(parameter count 3 1..5)", "`count` means something already"),
        ("(parameter 7 3 1..5)", "`7` means something already"),
        ("(parameter size 3 1..5) (parameter size 4 1..5)", "`size` is declared twice"),
    ];
    for (clauses, expected) in cases {
        let said = faults(clauses);
        assert!(said.contains(expected), "{clauses}:\n{said}");
        assert_eq!(said.matches("error[").count(), 1, "{clauses}:\n{said}");
    }
}

#[test]
fn a_name_has_one_meaning() {
    let board = "(board (grid a-d 1-4)) (rule place (at empty) (put Stone)) (moves place) (draw full (no empty))";
    for (clauses, expected) in [
        ("(parameter Stone 3 1..5) (piece Stone)", "`Stone` is a parameter already"),
        ("(piece Stone) (rule Stone n)", "error[Z0310]: `Stone` is a piece already"),
        ("(piece Stone) (parameter White 3 1..5)", "`White` is a parameter already"),
        ("(piece Stone) (parameter d 3 1..5) (rule (go d) d)", "`d` is a parameter already"),
        ("(piece Stone) (parameter k 3 1..5) (define two (pick k 1 2))", "`k` is a parameter already"),
        ("(piece Stone) (parameter n 3 1..5)", "`n` is a direction already, and cannot be a parameter"),
        ("(piece Stone) (parameter a1 3 1..5)", "`a1` is a site already, and cannot be a parameter"),
        ("(piece Stone) (rule creep n) (parameter creep 3 1..5)", "`creep` is a parameter already"),
    ] {
        let said = faults(&format!("{clauses} {board}"));
        assert!(said.contains(expected), "{clauses}:\n{said}");
    }
    // What every game has gives way to the text's own: rules by their names, and names in rules.
    for clauses in [
        "(parameter walk 3 1..5) (win long (> turn walk))",
        "(var hop of game 0) (on move-end (add hop 1)) (win long (> hop 3))",
        "(define slide (> turn 3)) (win long slide)",
    ] {
        assert_eq!(faults(&format!("(piece Stone) {clauses} {board}")), "", "{clauses}");
    }
    let said = faults(&format!("(piece Stone (moves (walk n))) (parameter d 3 1..5) {board}"));
    assert_eq!(said, "");
}

#[test]
fn a_board_made_too_large_by_a_value_is_refused_with_its_location() {
    let file = read(&LINES.replace("3..9", "3..2000000000"));
    for size in ["400", "2000000000"] {
        let lowered = file.rules_with(0, &settings(&[("size", size)])).expect("it is in the range");
        let said = file.render(&lowered.diagnostics);
        assert!(lowered.rules.is_none() && said.contains("test.drf:7"), "{said}");
    }
}

#[test]
fn a_text_omits_only_default_values() {
    let file = read(LINES);
    let text = file.text_with(0, &settings(&[("area", "edges"), ("size", "9")])).expect("the settings fit");
    assert_eq!(text, LINES.replace("size  5", "size  9").replace("area  all (", "area  edges ("));
    let again = read(&text);
    assert_eq!(again.rules(0).rules.expect("no errors").topology.sites().len(), 81);
    assert_eq!(file.text_with(0, &[]).expect("nothing is set"), LINES);
}

#[test]
fn statistics_are_numbers_of_a_state() {
    let game = game(LINES, &[]);
    let mut state = game.initial();
    let of = |state: &_| game.statistics(state).into_iter().map(|(name, value)| format!("{name} {value}")).collect();
    let said: Vec<String> = of(&state);
    assert_eq!(said, ["stones 0", "white 0"]);
    let mut list = MoveList::new();
    game.moves(&state, &mut list, &mut dagaz_core::Fuel::new(100_000)).expect("a small game");
    let first = list.iter().next().expect("there is a move");
    game.play(&mut state, first, &mut UndoLog::new());
    let said: Vec<String> = of(&state);
    assert_eq!(said, ["stones 1", "white 1"]);
}

#[test]
fn wrong_statistics_are_reported() {
    let rest = "(board (grid a-d 1-4)) (piece Stone) (rule place (at empty) (put Stone)) (moves place)";
    for (clauses, expected) in [
        ("(statistic 3)", "a statistic has a name and a number"),
        ("(statistic stones occupied)", "`occupied` is a set of sites, and a number is expected here"),
        ("(statistic a (count mine)) (statistic a 3)", "there is a statistic of that name already"),
    ] {
        let said = faults(&format!("{clauses} {rest}"));
        assert!(said.contains(expected), "{clauses}:\n{said}");
    }
}
