//! Small rules of edition 2 that a translation may easily get wrong: what they become plays the
//! same, and says it shortly.

use serde_json::Value;

use crate::common::{Folder, dagaz};

/// A board of these ranks, on which players see the same directions.
fn board(more: &str) -> String {
    format!(
        "(board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d\" (9 0)) (\"4/3/2/1\" (0 9)))
          (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))) {more})"
    )
}

/// A game of men with these definitions, moves, set-up and clauses, on a board with more to it.
pub(crate) fn game(definitions: &str, on_board: &str, moves: &str, clauses: &str) -> String {
    let board = board(on_board);
    format!(
        "{definitions}
(game (title \"Test\") (players White Black) (turn-order White Black) {board}
  (board-setup (White (Man a1 b1)) (Black (Man c4 d4)))
  (piece (name Man) (moves {moves}))
  (loss-condition (White Black) stalemated) {clauses})"
    )
}

/// The text that rules become, which plays the same and of which nothing is unused.
pub(crate) fn same(name: &str, rules: &str) -> String {
    let folder = Folder::new(&format!("upgrade-same-{name}"));
    let file = folder.file("a.zrf", rules);
    let said = dagaz(&["upgrade", "--json", &file], "");
    let value: Value = serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{name}: {error}: {}", said.err));
    assert_eq!(said.code, Some(0), "{name}: {value:#}\n{}", value["text"].as_str().unwrap_or_default());
    let text = value["text"].as_str().expect("a text").to_string();
    let checked = dagaz(&["check", &folder.file("a.drf", &text)], "");
    assert_eq!(checked.code, Some(0), "{name}: {}{}\n{text}", checked.out, checked.err);
    assert!(!checked.err.contains("Z0311") && !checked.out.contains("Z0311"), "{name}: {}{}", checked.out, checked.err);
    text
}

/// The same of rules that list every move as often as before.
pub(crate) fn same_moves(name: &str, rules: &str) -> String {
    let folder = Folder::new(&format!("upgrade-same-moves-{name}"));
    let said = dagaz(&["upgrade", &folder.file("a.zrf", rules)], "");
    assert!(said.err.contains(": same moves: perft "), "{name}: {}{}", said.out, said.err);
    same(name, rules)
}

pub(crate) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn steps_that_differ_in_their_number_are_a_ride() {
    let definitions = "(define go-1 ($1 (verify empty?) add))
        (define go-2 ($1 (verify empty?) $1 (verify empty?) add))
        (define go-3 ($1 (verify empty?) $1 (verify empty?) $1 (verify empty?) add))";
    let moves =
        "(go-1 n) (go-1 e) (go-1 s) (go-1 w) (go-2 n) (go-2 e) (go-2 s) (go-2 w) (go-3 n) (go-3 e) (go-3 s) (go-3 w)";
    let text = flat(&same("ride", &game(definitions, "", moves, "")));
    assert!(text.contains("(rule (go d) (run d empty))"), "{text}");
    assert!(text.contains("(moves (go orthogonal))"), "{text}");
}

#[test]
fn a_chain_keeps_the_start_of_its_last_step() {
    let definitions = "(define begin ($1 (verify empty?) (add-partial going)))
        (define on ($1 (verify empty?) (verify not-last-from?) add))";
    let moves = "(move-type first) (begin n) (begin s) (begin e) (begin w)
        (move-type going) (on n) (on s) (on e) (on w)";
    let text = same("last", &game(definitions, "", moves, "(move-priorities first)"));
    assert!(text.contains("(set step-from start)") && text.contains("(not step-from)"), "{text}");
}

#[test]
fn simultaneous_moves_leave_before_they_arrive() {
    // The man moves one way, and the one behind takes its place.
    let moves = "(n (verify empty?) cascade s s (verify friend?) from n to add) (e (verify empty?) add) (n (verify empty?) add)";
    let rules = game("", "", moves, "").replace("(Man a1 b1)", "(Man a1 a2)");
    same("cascade", &rules);
    // Two men change places.
    same("swap", &game("", "", "(e (verify friend?) cascade w add) (n (verify not-friend?) add)", ""));
}

#[test]
fn a_created_piece_has_the_initial_attributes() {
    let moves = "(n (verify empty?) (create Fresh s) add) (e (verify empty?) (set-attribute rested? false) add)";
    let rules = game(
        "",
        "",
        moves,
        "(piece (name Fresh) (attribute rested? true)
        (moves (w (verify rested?) (verify empty?) (set-attribute rested? false) add)))",
    );
    let rules = rules.replace("(name Man)", "(name Man) (attribute rested? false)");
    let text = same("made", &rules);
    assert!(text.contains("(set rested? 1"), "{text}");
}

#[test]
fn repetition_is_asked_of_the_first_player_whoever_has_moved() {
    let moves = "(n (verify empty?) add) (s (verify empty?) add)";
    let text = flat(&same("repetition", &game("", "", moves, "(loss-condition (White Black) repetition)")));
    assert!(text.contains("(lose repetition (me White) (>= (repeats) 3))"), "{text}");
}

#[test]
fn unused_definitions_are_not_written() {
    let on_board =
        "(links next (a1 b1) (b1 c1)) (links other (a1 a3)) (zone (name camp) (players White Black) (positions a1))";
    let moves = "(move-type quiet) (n (verify empty?) (set-flag seen true) add) (e (verify empty?) add)
        (move-type odd) (next (verify empty?) add)";
    let text = same("unused", &game("", on_board, moves, "(option \"recycle captures\" true)"));
    for unused in ["other", "camp", "(class", "pocket"] {
        assert!(!text.contains(unused), "{unused}: {text}");
    }
}

#[test]
fn the_default_choice_is_listed_first() {
    let base = game("", "", "(n (verify empty?) add)", "(win-condition (White Black) (pieces-remaining 1))");
    let variant = "(variant (title \"Wide\") (default) (piece (name Man) (moves (n (verify empty?) add) (e (verify empty?) add))))";
    let text = same("default", &format!("{base} {variant}"));
    assert!(text.contains("(game \"Wide\"") && text.contains("(variant \"Test\" (of \"Wide\")"), "{text}");
}

#[test]
fn a_variant_may_remove_parts_of_its_base_game() {
    let base = game("", "", "(n (verify empty?) add) (e e (verify (friend? n)) add)", "");
    let variant = "(variant (title \"Narrow\") (piece (name Man) (moves (n (verify empty?) add))))";
    let text = flat(&same("without", &format!("{base} {variant}")));
    let narrow = text.split("(variant \"Narrow\"").nth(1).expect("a variant");
    assert!(narrow.contains("(without (rule") && !narrow.contains("(board"), "{text}");
}

#[test]
fn branches_that_emit_are_printed_once() {
    let parts: String = (0..14).map(|_| "(if (enemy? n) add) (if (friend? e) (add King))".to_string()).collect();
    let rules = game(
        "",
        "",
        &format!("(n (verify empty?) {parts} add)"),
        "(piece (name King) (moves (s (verify empty?) add)))",
    );
    let text = same("branches", &rules);
    assert!(text.len() < 20_000, "{} letters", text.len());
}

#[test]
fn down_directions_and_parameters_have_unique_names() {
    let board = "(board (grid (start-rectangle 0 0 9 9)
          (dimensions (\"a/b/c\" (9 0)) (\"3/2/1\" (0 9)) (\"x/y\" (40 0)))
          (directions (n 0 -1 0) (s 0 1 0) (e 1 0 0) (w -1 0 0) (u 0 0 1) (d 0 0 -1))))";
    let rules = format!(
        "(define hop (u $1 d (verify empty?) add))
         (define stand ($1 (verify empty?) (create Mark u) add))
         (game (title \"Storeys\") (players White Black) (turn-order White Black) {board}
          (board-setup (White (Man a1x)) (Black (Man c3x)))
          (piece (name Man) (moves (hop n) (hop e) (stand s) (stand w))) (piece (name Mark))
          (loss-condition (White Black) stalemated))"
    );
    same("storeys", &rules);
}

#[test]
fn reverse_links_have_the_visibility_of_links() {
    let on_board = "(links skip (a1 b2) (b2 c3) (c3 d4)) (links hop (d1 c2) (c2 b3) (b3 a4)) (symmetry Black (skip hop) (hop skip))";
    let moves =
        "(skip (verify friend?) cascade skip (verify empty?) add) (skip (verify empty?) add) (hop (verify empty?) add)";
    let rules =
        game("", on_board, moves, "").replace("(Man a1 b1)", "(Man a1 b2 d1)").replace("(Man c4 d4)", "(Man d1 c2 a1)");
    let rules = rules.replace("(Man a1 b2 d1)", "(Man a1 b2)").replace("(Man d1 c2 a1)", "(Man d1 c2)");
    same("back", &rules);
}

#[test]
fn chance_moves_pieces_of_all_players() {
    let to = |way: &str| format!("({way} (verify empty?) add)");
    let rules = game("", "", &["n", "s", "e", "w"].map(to).concat(), "").replace(
        "(players White Black) (turn-order White Black)",
        "(players White Black ?Dice) (turn-order ?Dice White (?Dice Black) Black)",
    );
    let rules = rules.replace("(White (Man a1 b1))", "(White (Man a1 b1)) (?Dice (Man a3))");
    same("chance", &rules);
    let folder = Folder::new("upgrade-same-chance");
    let said = dagaz(&["upgrade", &folder.file("a.zrf", &rules)], "");
    assert!(said.out.contains("(players White Black (chance ?Dice))"), "{}", said.out);
    assert!(said.out.contains("(turns ?Dice White (by ?Dice Black) Black)"), "{}", said.out);
}

#[test]
fn a_pure_counting_game_has_no_moves() {
    // A player without a move passes; if all players have none the pieces are counted.
    let moves = "(n (verify empty?) add) (e (verify enemy?) add)";
    let rules =
        game("", "", moves, "(count-condition stalemated)").replace("(loss-condition (White Black) stalemated)", "");
    let rules = rules.replace("(title \"Test\")", "(title \"Test\") (option \"pass turn\" forced)");
    let text = same("nobody", &rules);
    assert!(text.contains("nobody-moves"), "{text}");
}

#[test]
fn one_of_several_pieces_has_been_captured() {
    let moves = "(n (verify not-friend?) add) (s (verify not-friend?) add) (e (verify not-friend?) add)";
    let clauses = "(piece (name King) (moves (n (verify not-friend?) add) (w (verify not-friend?) add)))
        (loss-condition (White Black) (captured King))";
    let rules = game("", "", moves, clauses)
        .replace("(White (Man a1 b1))", "(White (Man a1 b1) (King c1 d1))")
        .replace("(Black (Man c4 d4))", "(Black (Man c3 d4) (King a3 b3))");
    let text = flat(&same("captured", &rules));
    assert!(text.contains("(on capture (if (and White King) (set white-lost 1))"), "{text}");
}

#[test]
fn loops_may_count_without_hops() {
    // A number of two bits is taken down, and another goes up as often.
    let definitions = "
        (define down (if (flag? x-1) (set-flag x-1 false) else (set-flag x-1 true) (set-flag x-2 false)))
        (define up (if (flag? y-1) (set-flag y-1 false) (set-flag y-2 true) else (set-flag y-1 true)))
        (define sum (while (or (flag? x-1) (flag? x-2)) (down) (up)))";
    let moves = "(n (verify empty?) (set-flag x-1 (friend? e)) (set-flag x-2 (enemy? n)) (sum)
        (verify (or (flag? y-1) (flag? y-2))) add)
        (e (verify empty?) (set-flag x-2 true) (sum) (verify (and (flag? y-2) (not-flag? y-1))) add)";
    let rules = game(definitions, "", moves, "").replace("(Man a1 b1)", "(Man a1 b1 b2)");
    same("counting", &rules);
}

#[test]
fn perft_counts_all_pieces_that_move() {
    // A row of men is pushed, and what stands behind it is captured.
    let push = |way: &str| format!("({way} (while friend? cascade {way}) add)");
    let moves = ["n", "s", "e", "w"].map(push).concat();
    let rules =
        game("", "", &moves, "").replace("(Man a1 b1)", "(Man a1 b1 a2)").replace("(Man c4 d4)", "(Man c1 d4 d3)");
    let text = flat(&same("pushed", &rules));
    assert!(text.contains("(var moved-from of 1..16 none)"), "{text}");
    // On a ring they may go round in a circle.
    let ring = "(links r (a1 b1) (b1 b2) (b2 a2) (a2 a1))";
    let circle = "((set-position-flag begun? true) r (verify friend?)
        (while (and friend? (not-position-flag? begun?)) cascade r) add)
        (n (verify empty?) add)";
    let rules = game("", ring, circle, "").replace("(Man a1 b1)", "(Man a1 b1) (King b2) (Rook a2)");
    let kinds =
        "(piece (name King) (moves (n (verify empty?) add))) (piece (name Rook) (moves (e (verify empty?) add)))";
    let text = same_moves("circle", &format!("{} {kinds})", rules.trim_end().trim_end_matches(')')));
    // Whichever of the two men begins, the circle comes round to the same: the old edition lists
    // that once.
    assert!(text.contains("(distinct pieces)"), "{text}");
    // A rule may say where its pieces go, and begin with others.
    let said = "(n (verify friend?) from n (while friend? to cascade from n) to add) (e (verify empty?) add)";
    let rules = game("", "", said, "").replace("(Man a1 b1)", "(Man a1 a2 a3 b1)");
    same("said", &rules);
}

#[test]
fn a_move_may_change_nothing() {
    let moves = "((verify (empty? n)) (add Man)) (n (verify not-friend?) add) ((verify (friend? e)) add)";
    let text = same("idle", &game("", "", moves, ""));
    assert!(text.contains("pass)"), "{text}");
}

#[test]
fn unmoved_pieces_are_not_captured() {
    let definitions = "(define burst capture (if (enemy? n) (capture n)) (if (enemy? e) (capture e)))";
    let moves =
        "((verify (enemy? n)) (burst) add) (n (verify not-friend?) (if enemy? (burst)) add) (e (verify empty?) add)";
    let rules = game(definitions, "", moves, "").replace("(Man c4 d4)", "(Man a2 b2 c4 d4)");
    same("burst", &rules);
}

#[test]
fn sites_beyond_the_cursor_are_recorded() {
    let on_board = "(links over (a1 c3) (b1 c4) (a2 d3) (b2 d4))";
    let moves = "((create Mark over) n (verify empty?) n (verify empty?) n add) (n (verify empty?) add)";
    same("beyond", &game("", on_board, moves, "(piece (name Mark))"));
}

#[test]
fn noted_names_are_unique() {
    let on_board = "(links next (a1 a2) (a2 a3) (a3 b3) (b3 b2)) (links target (b1 b2) (b2 c2))
        (zone (name mark) (players White Black) (positions b2 b3))";
    let moves = "(next (verify friend?) cascade next (verify empty?) add) (next (verify empty?) add)
        (mark target (verify empty?) (verify (in-zone? mark)) back n (verify empty?) add)";
    let rules = game("", on_board, moves, "").replace("(Man a1 b1)", "(Man a1 a2 b1)");
    same("names", &rules);
}

#[test]
fn common_parts_of_long_rules_are_written_once() {
    let looks: String = ["n", "s", "e", "w"]
        .map(|way| {
            format!(
                "(if (friend? {way}) (set-flag a true)) (if (enemy? {way}) (set-flag b true) else (if (flag? a) \
                 (set-flag c true) else (set-flag b (not-flag? c))))"
            )
        })
        .concat();
    let looks = looks.repeat(40);
    let moves: String = ["n", "s", "e", "w"]
        .map(|way| format!("({way} (verify empty?) {looks} (if (flag? b) (capture n)) (verify (flag? c)) {looks} add)"))
        .concat();
    let text = same("common", &game("", "", &format!("{moves} (n (verify empty?) add)"), ""));
    assert!(text.contains("(define part") && text.len() < 30_000, "{} letters", text.len());
}

#[test]
fn an_attribute_may_store_the_value_of_a_condition() {
    let moves = "(n (verify (and alone? empty?)) (set-attribute alone? (empty? e)) add)
        (e (verify empty?) (set-attribute alone? (friend? n)) (set-attribute alone? (not-friend? w) w) add)";
    let rules = game("", "", moves, "").replace("(name Man)", "(name Man) (attribute alone? true)");
    same("answer", &rules);
}

#[test]
fn effects_of_a_loop_are_not_visible_inside_it() {
    let made = "(s n s (while (friend? w) (create s) (verify (enemy? s)) s) add) (n (verify empty?) add) (w (verify empty?) add)";
    same("made-in-a-loop", &game("", "", made, "").replace("(Man c4 d4)", "(Man b4 c4 d4 c3)"));
    let turned = "(n (while not-empty? flip n) (verify empty?) add) (e (verify empty?) add)";
    same(
        "turned",
        &game("", "", turned, "").replace("(Man a1 b1)", "(Man a1 b1 b2)").replace("(Man c4 d4)", "(Man b3 d4 a3)"),
    );
    let carried = "(n (if not-empty? flip n) (verify empty?) add) (e (verify empty?) add)";
    same(
        "carried",
        &game("", "", carried, "").replace("(Man a1 b1)", "(Man a1 b1 b2)").replace("(Man c4 d4)", "(Man b3 d4 a3)"),
    );
    let begun = "(n (while friend? from n) (verify empty?) add) (e (verify empty?) add)";
    same("from-in-a-loop", &game("", "", begun, "").replace("(Man a1 b1)", "(Man a1 b1 a2)"));
}

#[test]
fn possibly_empty_effects_form_a_move() {
    let moves = "((while empty? n) add) (e (verify empty?) add)";
    same("no-round", &game("", "", moves, ""));
    same("back", &game("", "", "(mark (while friend? n) (verify empty?) back to add) (n (verify empty?) add)", ""));
    same("last", &game("", "", "((last-to) add) (n (verify empty?) add)", ""));
}

#[test]
fn words_starting_with_open_open_no_site() {
    let moves = "(n (if (empty? n) (verify not-friend?) n) (verify not-friend?) add) (e (verify empty?) add)";
    same("open", &game("", "", moves, ""));
}

#[test]
fn answers_about_other_sites_are_cached() {
    let moves = "(n (verify empty?) (set-attribute x? (enemy? n)) add) (e (verify x?) (verify not-friend?) (set-attribute x? (x? w)) add)";
    let rules = game("", "", moves, "").replace("(name Man)", "(name Man) (attribute x? true)");
    same("answers", &rules.replace("(Man c4 d4)", "(Man a3 b4 c4)"));
}

#[test]
fn captures_inside_a_move_are_kept() {
    let moves = "(move-type s) (n (verify not-friend?) (add-partial j)) (e (verify not-friend?) (add-partial j))
        (move-type j) (w (verify empty?) add)";
    let clauses = "(piece (name King) (moves (move-type s) (n (verify not-friend?) add)))
        (move-priorities s) (loss-condition (White Black) (captured King))";
    let rules = game("", "", moves, clauses).replace("(White (Man a1 b1))", "(White (Man a1 b1) (King c1 d1))");
    same("chain", &rules.replace("(Black (Man c4 d4))", "(Black (Man c3 d4) (King b2 a4))"));
    let any = "(n (verify not-friend?) add) (e (verify not-friend?) add)";
    let rules = game("", "", any, "(loss-condition (White Black) (captured))");
    same("any", &rules.replace("(Man c4 d4)", "(Man a3 d4)"));
}

#[test]
fn known_answers_are_not_asked_again() {
    // Each run of the macro sets the flags again, and tests all of them.
    let counted = "(define counted (set-flag one (friend? e)) (set-flag two (friend? w))
        (if (and (flag? one) (flag? two)) (change-type Man) add)
        (if (and (flag? one) (not-flag? two)) (capture s) add)
        (if (and (not-flag? one) (flag? two)) (capture n) add)
        (if (and (not-flag? one) (not-flag? two)) (verify (in-zone? yard a1)) add))";
    let moves = "(n (verify empty?) (counted)) (e (verify not-friend?) (if enemy? (verify not-empty?) (counted) else (counted)))";
    let zone = "(zone (name yard) (players White Black) (positions a1 b2))";
    let rules = game(counted, zone, moves, "").replace("(Man a1 b1)", "(Man a1 b1 d1 a2)");
    let text = flat(&same("known", &rules));
    assert!(!text.contains("yard") && !text.contains("(and (= "), "{text}");
}

#[test]
fn long_hops_are_named_by_their_direction() {
    let define = "(define put-behind ($1 (verify empty?) $1 (verify empty?) (create (opposite $1)) $1 (verify empty?) mark (opposite $1)
        (opposite $1) (verify empty?) (create Man) back add))";
    let moves = "(put-behind n) (put-behind s) (put-behind e) (put-behind w)";
    let text = flat(&same("long-hops", &game(define, "", moves, "")));
    assert!(text.contains("(moves (put-behind orthogonal))"), "{text}");
    let leap = "(define leap ($1 (verify not-empty?) $1 $1 (verify empty?) add))";
    let text = flat(&same("leap", &game(leap, "", "(leap n) (leap s) (leap e) (leap w)", "")));
    assert!(text.contains("(rule (leap d) d occupied d.d empty)"), "{text}");
}

#[test]
fn converging_links_get_distinct_reverse_directions() {
    let meet = "(links meet (a1 b2) (b1 b2) (b2 c3)) (links apart (c3 d4))";
    let moves = "(n (verify empty?) add) ((opposite meet) (verify empty?) add) (meet (verify (friend? (opposite meet))) \
        (verify empty?) (capture (opposite meet)) add) ((opposite apart) (verify not-friend?) add)";
    let text = flat(&same(
        "links-meet",
        &game("", meet, &moves.replace('\\', ""), "").replace("(Man a1 b1)", "(Man a1 b1 b2)"),
    ));
    assert!(text.contains("(track meet-back c3 b2 a1)"), "{text}");
}

#[test]
fn promotions_use_the_hand() {
    let rules = |captures: &str| {
        let moves =
            "(n (verify not-friend?) (if (in-zone? end) (add Queen Rook) else add)) (e (verify not-friend?) add)";
        let zone = "(zone (name end) (players White) (positions a3 b3 c3 d3)) (zone (name end) (players Black) (positions a2 b2 c2 d2))";
        let pieces = "(piece (name Queen) (moves (s (verify not-friend?) (add Man Queen)) (n (verify empty?) add)))
            (piece (name Rook) (moves (w (verify not-friend?) add)))
            (option \"recycle promotions\" true)";
        let board = "(symmetry Black (n s) (s n))";
        game("", &format!("{zone} {board}"), moves, &format!("{pieces} {captures}"))
            .replace("(White (Man a1 b1))", "(White (Man a1 b1) (Queen off 1))")
            .replace("(Black (Man c4 d4))", "(Black (Man c4 d4) (Rook off 1))")
    };
    let text = flat(&same("recycled", &rules("")));
    assert!(text.contains("(> (hand Queen) 0)") && text.contains("(pocket) (drop Queen)"), "{text}");
    same("recycled-captures", &rules("(option \"recycle captures\" true)"));
}

#[test]
fn attacks_of_one_move_type_are_asked_for() {
    let moves = "(move-type usual) (n (verify empty?) (verify (not-attacked? jumping)) add) (e (verify empty?) (if (defended? usual) (add-partial usual) else add))
        (move-type jumping) (n (verify enemy?) (verify (attacked? usual)) add) (s (verify enemy?) add) (w (verify enemy?) (verify (not-defended? jumping)) add)";
    let rules = game("", "", moves, "").replace("(Man c4 d4)", "(Man c3 d2 a2 b3)");
    let text = flat(&same("attacked-by", &rules));
    assert!(text.contains("(attacked-by usual)"), "{text}");
    assert!(text.contains("(as enemy (attacked-by (not start) jumping))"), "{text}");
    // A piece that is on its way does not defend where it goes.
    let moves = "(n (verify not-friend?) (verify not-defended?) add) (s (verify not-friend?) (if defended? add))
        (e (verify empty?) (if defended? add else (verify not-attacked?) add)) (w (verify not-friend?) add)";
    let rules =
        game("", "", moves, "").replace("(Man a1 b1)", "(Man a1 b1 c2)").replace("(Man c4 d4)", "(Man a3 d2 b3 c3)");
    let text = flat(&same("defended", &rules));
    assert!(text.contains("(as enemy (attacked-by (not start)))"), "{text}");
}

#[test]
fn possible_emissions_keep_effects() {
    let zone = "(zone (name za) (players White Black) (positions b2 c2))";
    let king = "(piece (name King) (moves (n (verify empty?) add)))";
    let moves = "(n (verify empty?) (if (in-zone? za) (capture e) (if (enemy? n) (add King))) add)";
    let rules = game("", zone, moves, king).replace("(Man c4 d4)", "(Man a4 c4 c2 d2)");
    same("may-be-emitted", &rules);
    let looped = "(n (verify empty?) (while (empty? n) n (capture e) (if (enemy? w) add)) add)";
    same("may-be-emitted-in-a-loop", &game("", zone, looped, "").replace("(Man c4 d4)", "(Man b4 c4 c2 d2)"));
}

#[test]
fn a_branch_without_members_is_still_a_branch() {
    let zone = "(zone (name za) (players White Black) (positions b2 c2))";
    let marked = "(n (verify empty?) (if (in-zone? za) mark else (capture e)) add)";
    same("marked", &game("", zone, marked, "").replace("(Man c4 d4)", "(Man b3 c4 d2)"));
    let either = "(n (verify empty?) (if (in-zone? za) mark else n) (verify empty?) add)";
    same("marked-or-gone", &game("", zone, either, "").replace("(Man c4 d4)", "(Man b3 c4 d2)"));
}

#[test]
fn repeated_second_directions_become_arguments() {
    let griffon = "(define griffon ($1 (verify empty?) $2 (verify empty?) $2 $2 (verify not-friend?) add))";
    let moves = "(griffon n e) (griffon n w) (griffon s e) (griffon s w)";
    same("griffon", &game(griffon, "", moves, ""));
}

#[test]
fn a_returning_piece_may_change_nothing() {
    for (name, moves) in [
        ("there-and-back", "(n s (while (friend? n) n) add) (n (verify empty?) add)"),
        ("aside", "(e (if enemy? else add w) add) (n (verify empty?) add)"),
        ("itself-or-king", "(e w (add Man King)) (n (verify empty?) add)"),
    ] {
        let king = if moves.contains("King") { "(piece (name King) (moves (n (verify empty?) add)))" } else { "" };
        same(name, &game("", "", moves, king));
    }
    same(
        "jump-back",
        &game("", "(links jump (a1 a2))", "(jump s (verify not-enemy?) add) (n (verify empty?) add)", ""),
    );
}

#[test]
fn a_branch_asks_about_the_site_under_the_cursor() {
    let moves = "(n (set-position-flag pf true a3) (if (or empty? (position-flag? pf)) add (verify not-enemy?) else (verify (empty? e))) add)";
    same("branches", &game("", "", moves, "").replace("(Man c4 d4)", "(Man a2 b2 c4)"));
}

#[test]
fn copied_pieces_have_initial_attributes() {
    let moves = "(n (verify empty?) add-copy) ((verify fat?) e (verify empty?) (set-attribute fat? false) add) \
        (w (verify empty?) (set-attribute fat? true) add)";
    let rules = game("", "", &moves.replace('\\', ""), "");
    same("copies", &rules.replace("(name Man)", "(name Man) (attribute fat? true)"));
}

#[test]
fn a_piece_changes_where_it_lands() {
    let zone = "(zone (name far) (players White Black) (positions a2 b2 c3))";
    let king = "(piece (name King) (moves (n (verify not-friend?) add) (e (verify empty?) add)))";
    let text = flat(&same(
        "lands",
        &game("", zone, "(n (verify not-friend?) (if (in-zone? far) (change-type King)) add)", king),
    ));
    assert!(text.contains("(rule man-move n open (if far (become King)))"), "{text}");
}

/// Returns the rules files of a folder in the tests of all executors, by name.
fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../dagaz-testkit/tests").join(folder);
    let files = std::fs::read_dir(&folder).expect("the folder").map(|file| file.expect("a file").path());
    let name = |path: &std::path::PathBuf| path.file_stem().expect("a name").to_string_lossy().to_string();
    let mut texts: Vec<(String, String)> =
        files.map(|path| (name(&path), std::fs::read_to_string(&path).expect("a text"))).collect();
    texts.sort();
    texts
}

#[test]
fn effects_find_the_piece_that_arrives() {
    let texts = texts("effects");
    assert_eq!(texts.len(), 18, "a text is gone, or is not counted");
    for (name, rules) in texts {
        same(&name, &rules);
    }
}

#[test]
fn displaced_kings_are_attacked() {
    let texts = texts("attacks");
    assert_eq!(texts.len(), 4, "a text is gone, or is not counted");
    for (name, rules) in texts {
        let text = same(&name, &rules);
        assert!(text.contains("(use (checkmate King))"), "{name}: {text}");
    }
    let hands = include_str!("../../../dagaz-testkit/tests/recorded/hand-shogi.zrf");
    same("captured-pieces-in-hands-on-the-board", hands);
}

#[test]
fn priorities_apply_before_check_tests() {
    let mut said = Vec::new();
    for (name, rules) in texts("priorities") {
        let text = flat(&same(&name, &rules));
        said.extend(["(first pseudo-legal", "(prefer pseudo-legal"].into_iter().filter(|word| text.contains(word)));
    }
    assert_eq!(said, ["(first pseudo-legal", "(prefer pseudo-legal", "(first pseudo-legal"]);
    // Where nothing is forbidden the word is not needed.
    let moves = "(move-type jumping) (n (verify enemy?) capture n (verify empty?) add) (move-type walking) (n (verify empty?) add)";
    let text = flat(&same("plain-priorities", &game("", "", moves, "(move-priorities jumping walking)")));
    assert!(text.contains("(first") && !text.contains("pseudo-legal"), "{text}");
}
