//! Upgraded rules list each move as often as the old ones did, likely outcomes more often, and end
//! as they do.

use crate::common::{Folder, dagaz};
use crate::upgrade_same::{flat, game, same_moves};

#[test]
fn redrawing_keeps_the_distribution() {
    // Two ways lead north, three to the east: that says how likely it is.
    let clouds = "(piece (name Cloud) (moves (go n) (go n) (go s) (go e) (go e) (go e)))";
    let rules = game("(define go ($1 (verify empty?) add))", "", "(go n) (go s) (go e) (go w)", clouds)
        .replace(
            "(players White Black) (turn-order White Black)",
            "(players White Black ?Sky) (turn-order White ?Sky Black)",
        )
        .replace("(White (Man a1 b1))", "(White (Man a1 b1)) (?Sky (Cloud b3))");
    let text = flat(&same_moves("likely", &rules));
    assert!(text.contains("(piece Cloud (moves (walk (n s e)) (walk (n e)) (walk e)))"), "{text}");
    // So are drops: one way leads to each site, and another to one of them.
    let places = "(piece (name Mark) (drops ((verify empty?) add) (a4 (verify empty?) add)))";
    let rules = rules.replace(clouds, places).replace("(?Sky (Cloud b3))", "(?Sky (Mark off 9))");
    let text = flat(&same_moves("likely-drops", &rules));
    assert!(text.contains("(moves place-mark place-mark-2)"), "{text}");
}

#[test]
fn a_chain_may_return_to_its_start_and_continue_by_other_rules() {
    let go = |class: &str, emit: &str| {
        let ways = ["n", "s", "e", "w"].map(|way| format!("({way} (verify empty?) {emit})")).concat();
        format!("(move-type {class}) {ways}")
    };
    let moves =
        format!("{}{}{}", go("first", "(add-partial second)"), go("second", "(add-partial third)"), go("third", "add"));
    let rules = game("", "", &moves, "(move-priorities first)");
    let text = flat(&same_moves("home", &rules));
    assert!(text.contains("(distinct paths)"), "{text}");
}

#[test]
fn an_arriving_piece_may_change_owner() {
    let moves = "(n (verify not-friend?) flip add) (e (verify empty?) add) (s (verify friend?) flip add)
        (w (verify enemy?) change-owner add)";
    let rules = game("", "", moves, "").replace("(Man a1 b1)", "(Man a1 b1 b2 c3)");
    let text = flat(&same_moves("sides", &rules));
    assert!(text.contains("(if enemy (give mover) (give next))"), "{text}");
}

#[test]
fn unmarked_back_returns_to_the_start_site() {
    // The way to the side has to be free, and then the piece goes ahead: castling is written so.
    let rules = game("", "", "(e (verify empty?) back n (verify empty?) add) (e (verify empty?) add)", "");
    same_moves("back", &rules);
    let folder = Folder::new("upgrade-same-back-moves");
    let said = dagaz(&["moves", &folder.file("a.zrf", &rules)], "");
    assert_eq!(said.out.lines().collect::<Vec<_>>(), ["Man b1 - b2", "Man b1 - c1"], "{}", said.err);
}

#[test]
fn endings_ranked_before_checkmate_are_tested_first() {
    let king = "(piece (name King) (moves (n (verify not-friend?) add) (s (verify not-friend?) add)
        (e (verify not-friend?) add) (w (verify not-friend?) add)))";
    let ends = |first: &str, then: &str| {
        game("", "", "(n (verify not-friend?) add) (e (verify not-friend?) add)", king)
            .replace("(loss-condition (White Black) stalemated)", &format!("{first} {then}"))
            .replace("(Man a1 b1)", "(Man a1 b1) (King c1)")
            .replace("(Man c4 d4)", "(Man c4 d4) (King b4)")
    };
    let (mate, few) =
        ("(loss-condition (White Black) (checkmated King))", "(loss-condition (White Black) (pieces-remaining 1))");
    let stalemate = "(draw-condition (White Black) stalemated)";
    assert!(same_moves("mate-alone", &ends(mate, stalemate)).contains("(use (checkmate King))"));
    let text = same_moves("mate-later", &ends(few, mate));
    assert!(!text.contains("(use (checkmate"), "{text}");
    assert!(text.find("(= (count mine) 1)") < text.find("(lose checkmate"), "{text}");
    let text = same_moves("stalemate-first", &ends(stalemate, mate));
    assert!(text.find("(draw stalemate") < text.find("(lose checkmate"), "{text}");
    // Playouts of edition 2 also agree if only one player can be mated.
    let folder = Folder::new("upgrade-same-mate-of-one");
    let file = folder.file("a.zrf", &ends("", &mate.replace("(White Black)", "(White)")));
    let said = dagaz(&["bench", &file, "--playouts", "10"], "");
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
}

#[test]
fn a_player_who_must_pass_is_not_drawn_by_stalemate() {
    let king = "(piece (name King) (moves (n (verify not-friend?) add) (s (verify not-friend?) add)))
        (loss-condition (White Black) (checkmated King))";
    let rules = |pass: &str, more: &str| {
        game("", "", "(n (verify empty?) add)", &format!("{king} {more} (option \"pass turn\" {pass})"))
            .replace("(loss-condition (White Black) stalemated)", "")
            .replace("(Man a1 b1)", "(Man a1 a2) (King a3)")
            .replace("(Man c4 d4)", "(Man c4 d4) (King b4)")
    };
    let text = same_moves("must-pass", &rules("forced", ""));
    assert!(text.contains("(pass forced)") && !text.contains("(use (checkmate"), "{text}");
    let text = same_moves("must-pass-or-draw", &rules("forced", "(draw-condition (White Black) stalemated)"));
    assert!(text.contains("(use (checkmate King))"), "{text}");
    // A pass that check forbids has no word in edition 3.
    let folder = Folder::new("upgrade-same-free-pass");
    let said = dagaz(&["upgrade", &folder.file("a.zrf", &rules("true", ""))], "");
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.contains("a free pass that a player in check may not make"), "{}", said.err);
}

#[test]
fn a_piece_captured_on_arrival_has_arrived() {
    // A man that comes to the last row leaves the board, and so does one that strikes.
    let zone =
        "(zone (name far) (players White) (positions a4 b4 c4 d4)) (zone (name far) (players Black) (positions d1))";
    let moves = "(n (verify empty?) (if (in-zone? far) capture) add) (e (verify not-friend?) (if enemy? capture) add)";
    let rules =
        game("", zone, moves, "").replace("(Man a1 b1)", "(Man a3 b3 c2)").replace("(Man c4 d4)", "(Man c3 d2)");
    same_moves("arrives", &rules);
}

#[test]
fn a_pattern_may_require_absence() {
    let rules = game("", "", "(n (verify empty?) add) (e (verify empty?) add)", "").replace(
        "(loss-condition (White Black) stalemated)",
        "(win-condition (White Black) (relative-config Man n (not Man) n Man))",
    );
    let text = same_moves("pattern", &rules);
    assert!(text.contains("(not (see n"), "{text}");
}

#[test]
fn the_chance_player_is_no_board_player() {
    let text = "(drf 3) (game \"Weather\" (players White Black (chance Sky)) (board (grid 4 4))
        (setup (each (Man (row 1)))) (piece Man (moves step)) (piece Stone) (rule step n empty)
        (rule hail (at empty) (put Stone nobody)) (moves hail) (turns (White step) (Black step) (Sky hail))
        (lose stuck no-moves))";
    let folder = Folder::new("chance-is-none-of-two");
    let file = folder.file("a.drf", text);
    let said = dagaz(&["moves", &file, "--after", "a1a2"], "");
    assert_eq!(said.out.lines().next(), Some("Man a4 - a3"), "{}{}", said.out, said.err);
}

#[test]
fn chains_over_other_pieces_end() {
    let hop = |way: &str| format!("({way} (verify not-empty?) {way} (verify empty?) (add-partial hop))");
    let hops = format!("(move-type hop) {}", ["n", "s", "e", "w"].map(hop).concat());
    let rules =
        game("", "", &hops, "").replace("(Man a1 b1)", "(Man a1 b1 b2 c2)").replace("(Man c4 d4)", "(Man c4 d4 d3 c3)");
    let text = flat(&same_moves("round", &rules));
    assert!(text.contains("d occupied d empty (then man-move))"), "{text}");
    let text = flat(&same_moves("round-or-not", &rules.replace("(loss-", "(option \"pass partial\" true) (loss-")));
    assert!(text.contains("(may man-move)"), "{text}");
}

/// What upgrading says of rules that it does not translate.
fn refused(name: &str, rules: &str) -> String {
    let folder = Folder::new(&format!("upgrade-refused-{name}"));
    let said = dagaz(&["upgrade", &folder.file("a.zrf", rules)], "");
    assert_eq!(said.code, Some(1), "{name}: {}{}", said.out, said.err);
    flat(&format!("{}{}", said.out, said.err))
}

#[test]
fn the_last_move_before_a_pass_is_kept_or_refused() {
    let pass = "(option \"pass turn\" true)";
    let stalemate = "(loss-condition (White Black) stalemated)";
    let goal = "(win-condition (White Black) (absolute-config Man (d1)))";
    let rules = |moves: &str| game("", "", moves, pass).replace(stalemate, goal);
    same_moves("last-from-pass", &rules("(n (verify empty?) add) (e (verify last-from?) add)"));
    let said = refused("last-to-pass", &rules("(n (verify empty?) add) (e (verify (last-to? w)) add)"));
    assert!(said.contains("`last-to` after a pass"), "{said}");
    // Without passes both are translated.
    let moves = "(n (verify empty?) add) (e (verify (last-to? w)) (verify empty?) add)";
    same_moves("last-to", &game("", "", moves, ""));
}

#[test]
fn a_turn_with_pieces_of_others_is_refused_where_an_ending_asks_for_moves() {
    let rules = game("", "", "(n (verify empty?) add) (s (verify empty?) add)", "")
        .replace("(turn-order White Black)", "(turn-order White (Black White))");
    let said = refused("moves-of-others", &rules);
    assert!(said.contains("a turn with pieces of another player"), "{said}");
    let goal = "(win-condition (White Black) (absolute-config Man (d1)))";
    same_moves("pieces-of-others", &rules.replace("(loss-condition (White Black) stalemated)", goal));
}

#[test]
fn a_goal_that_holds_in_the_setup_waits_for_the_first_move() {
    for goal in
        ["(win-condition (White) (absolute-config Man (a1)))", "(draw-condition (White Black) (total-piece-count 4))"]
    {
        let rules = game("", "", "(n (verify empty?) add) (s (verify empty?) add)", goal);
        let text = same_moves("goal-at-start", &rules);
        assert!(text.contains("(> turn 1)"), "{goal}: {text}");
    }
}
