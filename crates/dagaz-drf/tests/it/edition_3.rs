//! What the reader of edition 3 says and makes, where it was once wrong.

use dagaz_core::{Limits, PlayerId};
use dagaz_drf::DrfFile;
use dagaz_rules::path::{Act, Path, PathRules};
use dagaz_syntax::NoIncludes;

fn read(text: &str) -> DrfFile {
    DrfFile::parse("test.drf", text.as_bytes(), &NoIncludes, &Limits::default())
}

/// Returns the messages of a text.
fn said(text: &str) -> String {
    let file = read(text);
    file.render(&file.check())
}

/// The rules of the item of that title.
fn rules(text: &str, title: &str) -> PathRules {
    let file = read(text);
    let found = file.check();
    assert!(found.is_empty(), "{}", file.render(&found));
    file.rules(file.titled(title).expect("there is such an item")).rules.expect("without faults")
}

#[test]
fn a_board_name_cannot_name_anything_else() {
    let said = said(
        "(drf 3) (game \"Count\" (board (grid a-c 1-3)) (var n of game 0) (piece Man)
           (rule place (at empty) (put Man) (add n 1)) (moves place))",
    );
    assert!(said.contains("`n` is a direction of this board, and cannot be a variable"), "{said}");
    assert!(said.contains("1:51") && said.contains("another name"), "{said}");
}

#[test]
fn alternative_forms_of_conditions_are_understood() {
    for (question, hint) in [
        ("(me)", "`(me White)`"),
        ("(= 3)", "(= (count mine) 3)"),
        ("(any)", "(any (and"),
        ("(all a1)", "(all mine home)"),
    ] {
        let said = said(&format!(
            "(drf 3) (game \"Ask\" (board (grid a-c 1-3)) (var x of game 0) (piece Man (moves (walk n))) (win w {question}))"
        ));
        assert!(said.contains(hint), "{question}: {said}");
    }
    let rules = rules(
        "(drf 3) (game \"Sum\" (board (grid a-c 1-3)) (var x of site 0) (piece Man (moves (walk n)))
           (setup (White (Man a1))) (win w (x board)))",
        "Sum",
    );
    assert_eq!(rules.endings.len(), 1, "a number is a question: is it anything but 0?");
}

#[test]
fn sets_that_variables_hold_are_no_numbers_wherever_numbers_are_read() {
    for place in [
        "(win w (= trail 2))",
        "(win w (= (trail 1) 2))",
        "(score s no-moves (trail 1))",
        "(score s no-moves (+ marked 0.5))",
        "(statistic s marked)",
        "(hint worth (* 2 (trail 2)))",
        "(rule go2 (times marked n))",
        "(prefer (walk) (trail 1))",
        "(rule go2 (pick k 1 marked) (times k n)) (moves go2)",
    ] {
        let said = said(&format!(
            "(drf 3) (game \"Sets\" (board (grid a-c 1-3)) (var trail of 1..2 none) (var marked of game none)
               (piece Man (moves (walk n))) (setup (White (Man a1)) (Black (Man c3))) {place})"
        ));
        let is_told = said.contains("a number is expected here") && said.contains("(count ");
        assert!(is_told || place.contains("go2 (times"), "{place}: {said}");
    }
}

#[test]
fn each_clause_that_a_phase_may_have_is_named_where_one_stands_elsewhere() {
    let heads = ["moves", "first", "prefer", "never", "win", "lose", "draw", "score"];
    for (turns, found) in [
        ("White Black (lose stuck no-moves)", "this belongs to no phase"),
        ("(phase p White Black (repeat White (moves pass)))", "this belongs to no phase"),
        ("(phase p White Black (pass forced))", "`pass` is said of the whole game, and not within its turn order"),
        ("(phase p White Black (loose stuck no-moves))", "did you mean `lose`?"),
        ("(phase p White Blak)", "did you mean `Black`?"),
    ] {
        let said = said(&format!(
            "(drf 3) (game \"Turns\" (players White Black) (board (grid a-c 1-3)) (piece Man (moves (walk n)))
               (setup (White (Man a1)) (Black (Man c3))) (turns {turns}))"
        ));
        assert!(said.contains(found), "{turns}: {said}");
        assert!(heads.iter().all(|head| said.contains(head)), "{turns}: {said}");
    }
}

#[test]
fn site_names_are_unique() {
    let said = said("(drf 3) (game \"Twice\" (board (grid a-c 1-3) (sites a1 yard)) (piece Man (moves (walk n))))");
    assert!(said.contains("several sites of this board are called `a1`"), "{said}");
}

#[test]
fn the_edge_of_a_board_may_be_a_zone() {
    let text = "(drf 3) (game \"Edges\" (board (hexhex 3) (zone rim (edge e ne nw w sw se)) (zone foot (edge sw se)))
        (piece Man) (rule place (at (and rim empty)) (put Man)) (moves place))
        (game \"Own\" (board (grid a-c 1-3) (zone goal (edge n)))
        (piece Man) (rule place (at (and goal empty)) (put Man)) (moves place))";
    let zone = |rules: &PathRules, name: &str, player: u8| {
        let zone = rules.topology.zones().iter().find(|zone| zone.name == name).expect("there is such a zone");
        let sites = zone.of(PlayerId(player)).iter();
        sites.map(|site| rules.topology.site(site).name.clone()).collect::<Vec<_>>()
    };
    let hexagon = rules(text, "Edges");
    assert_eq!(zone(&hexagon, "rim", 0).len(), 12, "all but the middle and its six neighbours");
    let own = rules(text, "Own");
    assert_eq!(zone(&own, "goal", 0), ["a3", "b3", "c3"]);
    assert_eq!(zone(&own, "goal", 1), ["a1", "b1", "c1"], "the second player sees the board mirrored");
}

#[test]
fn a_variant_replaces_the_hook_of_one_event() {
    let text = "(drf 3) (game \"Base\" (board (grid a-c 1-3)) (var count of game 0) (piece Man (moves (walk n)))
        (setup (White (Man a1)) (Black (Man c3)))
        (on move-end (add count 1)) (on capture (set count 0)) (draw long (> count 20)))
        (variant \"Other\" (of \"Base\") (on capture (set count 5)))";
    let other = rules(text, "Other");
    let sets = |path: &Path| matches!(path, Path::Do(Act::Assign { .. }));
    assert!(other.on_move_end.len() == 1 && sets(&other.on_move_end[0]), "the base's counter goes on");
    assert_eq!(other.on_capture.len(), 1);
}

#[test]
fn dice_words_name_missing_parts() {
    let game = |dice: &str, rule: &str| {
        said(&format!(
            "(drf 3) (game \"Dice\" (board (grid a-c 1-3)) {dice} (piece Man (moves go)) (setup (White (Man a1)))
               (rule go {rule} n))"
        ))
    };
    let none = game("", "(pick f (faces pips)) (spend f)");
    assert!(none.contains("there are no such dice") && none.contains("(dice pips 2 (1..6))"), "{none}");
    let two = game("(dice a 1 (1..6)) (dice b 1 (1..4))", "(pick f (faces a)) (spend f)");
    assert!(two.contains("does not say which die"), "{two}");
    let many = game("(dice pips 1 (1..200))", "(pick f (faces pips)) (spend f)");
    assert!(many.contains("at most 100"), "{many}");
}

#[test]
fn lists_of_arguments_that_multiply_are_refused_before_they_are_written_out() {
    for (moves, onward) in [
        ("1 1 1 1 1", "(may (up 1..20 1..20 1..20 1..20 1..20))"),
        ("1..60 1..60 1..60 1..60 1..60", ""),
        ("1..10 1..10 1..10 1 1", "(may (up 1..10 1..10 1..10 1 1))"),
    ] {
        let text = format!(
            "(drf 3) (game \"Many\" (board (grid a-c 1-3)) (rule (up a b c d e) n empty {onward})
               (piece Man (moves (up {moves}))))"
        );
        let said = said(&text);
        assert!(said.contains("the rules become too large here"), "{said}");
    }
}
