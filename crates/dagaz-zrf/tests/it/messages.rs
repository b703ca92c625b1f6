//! The words that authors of rules see, frozen. A change here is a change for them.

use crate::common::file;
use dagaz_core::Limits;
use dagaz_syntax::{Code, Diagnostics, NoIncludes};
use dagaz_zrf::GameFile;

/// Returns all messages of a game with faults.
fn said(more: &str) -> String {
    let text = format!(
        "(game (title \"T\") (players White Black) (turn-order White Black)
  (board (grid (dimensions (\"a/b\" (1 0)) (\"1/2\" (0 1))) (directions (n 0 -1) (ne 1 -1))) (zone (name top) (positions a2)))
  (piece (name Man) (attribute fresh? true) (moves (n add)))
{more}
)"
    );
    let mut file = file(&text);
    let said = file.check();
    file.render(&said).replace("game.zrf:", "")
}

#[test]
fn messages_in_full() {
    let cases = [
        (
            "(piece (name King) (moves (nne add)))",
            "\
4:28: error[Z0602]: `nne` is no command, direction or position
    |
 4  | (piece (name King) (moves (nne add)))
    |                            ^^^
    = hint: did you mean `ne`? The directions of this board are n, ne

",
        ),
        (
            "(piece (name King) (moves (n (verify (in-zone? tip)) add)))",
            "\
4:48: error[Z0503]: unknown zone `tip`
    |
 4  | (piece (name King) (moves (n (verify (in-zone? tip)) add)))
    |                                                ^^^
    = hint: did you mean `top`? The zones of this board are top

",
        ),
        (
            "(piece (name King) (moves (n (verify (empty? x)) (verify fresk?) (shift n) add)))",
            "\
4:46: error[Z0504]: unknown direction or position `x`
    |
 4  | (piece (name King) (moves (n (verify (empty? x)) (verify fresk?) (shift n) add)))
    |                                              ^
    = hint: this board has n, ne, a1, a2, b1, b2

4:58: error[Z0603]: unknown condition `fresk?`
    |
 4  | (piece (name King) (moves (n (verify (empty? x)) (verify fresk?) (shift n) add)))
    |                                                          ^^^^^^
    = hint: did you mean `fresh?`?

4:67: error[Z0602]: unknown command or macro `shift`
    |
 4  | (piece (name King) (moves (n (verify (empty? x)) (verify fresk?) (shift n) add)))
    |                                                                   ^^^^^

",
        ),
        (
            "(board-setup (White (Main a1) (Man a9)) (Green (Man a1)))",
            "\
4:22: error[Z0601]: unknown piece `Main`
    |
 4  | (board-setup (White (Main a1) (Man a9)) (Green (Man a1)))
    |                      ^^^^
    = hint: did you mean `Man`? The pieces are Man

4:36: error[Z0501]: unknown position `a9`
    |
 4  | (board-setup (White (Main a1) (Man a9)) (Green (Man a1)))
    |                                    ^^
    = hint: did you mean `a1`? This board has a1, a2, b1, b2

4:42: error[Z0401]: unknown player `Green`
    |
 4  | (board-setup (White (Main a1) (Man a9)) (Green (Man a1)))
    |                                          ^^^^^
    = hint: the players are White, Black

",
        ),
        (
            "(los-condition (White) stalemated) (option \"pas turn\" true) (option \"pass turn\" maybe)",
            "\
4:2: warning[Z0304]: unknown section `los-condition` is ignored
    |
 4  | (los-condition (White) stalemated) (option \"pas turn\" true) (option \"pass turn\" maybe)
    |  ^^^^^^^^^^^^^
    = hint: did you mean `loss-condition`?

4:44: warning[Z0801]: unknown option `pas turn` is ignored
    |
 4  | (los-condition (White) stalemated) (option \"pas turn\" true) (option \"pass turn\" maybe)
    |                                            ^^^^^^^^^^
    = hint: did you mean `pass turn`?

4:81: warning[Z0803]: this option cannot have this value, and is ignored
    |
 4  | (los-condition (White) stalemated) (option \"pas turn\" true) (option \"pass turn\" maybe)
    |                                                                                 ^^^^^
    = expected true, false or forced, found `maybe`

",
        ),
        (
            "(option \"ko\" true) (board-setup (White (Man a1 off -3)) (Black (Man a1)))",
            "\
4:1: warning[Z0802]: the option `ko` is not supported and is ignored
    |
 4  | (option \"ko\" true) (board-setup (White (Man a1 off -3)) (Black (Man a1)))
    | ^^^^^^^^^^^^^^^^^^
    = hint: the game is played without it: a move may bring back the position before it

4:52: warning[Z0507]: -3 pieces cannot wait off the board
    |
 4  | (option \"ko\" true) (board-setup (White (Man a1 off -3)) (Black (Man a1)))
    |                                                    ^^
    = hint: none will wait there; write a number from 0

4:69: warning[Z0506]: this position is set up twice
    |
 4  | (option \"ko\" true) (board-setup (White (Man a1 off -3)) (Black (Man a1)))
    |                                                                     ^^
    = 4:45: set up here before
    |
 4  | (option \"ko\" true) (board-setup (White (Man a1 off -3)) (Black (Man a1)))
    |                                             --
    = hint: the later piece stands there

",
        ),
        (
            "(engine \"Axiom.dll\")",
            "\
4:1: error[Z0305]: the rules of this game are in the program `Axiom.dll`, not in this file
    |
 4  | (engine \"Axiom.dll\")
    | ^^^^^^^^^^^^^^^^^^^^
    = hint: only the board and the pictures are here; without that program the game cannot be played

",
        ),
        (
            "(win-condition (White) (captured Man) (pieces-remaining few) (eaten Man))",
            "\
4:57: error[Z0308]: this must be a whole number
    |
 4  | (win-condition (White) (captured Man) (pieces-remaining few) (eaten Man))
    |                                                         ^^^
    = expected a number such as 3 or -1, found `few`

4:62: error[Z0701]: unknown goal `(eaten Man)`
    |
 4  | (win-condition (White) (captured Man) (pieces-remaining few) (eaten Man))
    |                                                              ^^^^^^^^^^^
    = hint: the goals are stalemated, checkmated, captured, pieces-remaining, total-piece-count, absolute-config, relative-config, repetition, and, or, not

",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(said(text), expected, "{text}");
    }
}

#[test]
fn every_error_has_its_code() {
    let cases = [
        ("(option \"go-extension\" true)", "Z0802"),
        ("(option \"ko\" true)", "Z0802"),
        ("(option \"maximal captures\" 2)", "Z0803"),
        ("(option \"fen passed square\" \"n Man\")", ""),
        ("(option \"fen passed square\" n)", ""),
        ("(option \"fen passed square\" \"n Moose\")", "Z0307"),
        ("(option \"fen passed square\" \"up Man\")", "Z0307"),
        ("stray (players White Black)", "Z0307 Z0309"),
        ("(piece (name Man))", "Z0310"),
        ("(board-setup (White (Man a1 off -3)))", "Z0507"),
        ("(board-setup (White (Man a1 b1 a1)))", "Z0506"),
        ("(board-setup (White (Man a1)) (Black (Man a1)))", "Z0506"),
        ("(board-setup (White (Man a1 off 3)) (White (Man off 2)))", "Z0506"),
        ("(board-setup (White (Man a1 off 0)) (Black (Man b1 off 2)))", ""),
        ("(players White White)", "Z0309 Z0310 Z0401"),
        ("(turn-order)", "Z0309 Z0402"),
        ("(turn-order (White Man step now))", "Z0309 Z0307"),
        ("(turn-order White (Black stpe)) (piece (name X) (moves (move-type step) (n add)))", "Z0309 Z0403"),
        ("(piece)", "Z0307"),
        ("(piece (name X) (wings 2))", "Z0605"),
        ("(piece (name X) (attribute a maybe))", "Z0307"),
        ("(piece (name X) (moves add (move-type) ((add Nobody))))", "Z0307 Z0601"),
        ("(piece (name X) (moves ((set-attribute b? true))))", "Z0604"),
        ("(piece (name X) (moves ((verify (position? z9)))))", "Z0501"),
        (
            "(piece (name X) (moves ((opposite up) (go nowhere) (capture n b1) \"text\" (verify) (if) (while) (set-flag))))",
            "Z0307 Z0502",
        ),
        (
            "(piece (name X) (moves ((verify (and)) (verify ()) (verify (not)) (verify (piece?)) (verify empty? enemy?))))",
            "Z0307",
        ),
        ("(piece (name X) (moves ((n e add))))", "Z0307"),
        ("(piece (name X) (moves (else add)))", "Z0602"),
        (
            "(win-condition (White) (checkmated) (absolute-config) (relative-config) (absolute-config Man (z9)))",
            "Z0307 Z0504",
        ),
        ("(win-condition (Red White) stalemated)", "Z0401"),
        ("(win-condition (White))", "Z0307"),
        (
            "(board (grid) (links) (links n (a)) (dummy d) (links n (d e)) (symmetry) (zone) (kill-positions f))",
            "Z0309 Z0307 Z0505",
        ),
        ("(board (grid (dimensions (\"a\" (1 0)) (\"1\" (0 1))) (directions (n 1) (w x y))))", "Z0309 Z0307 Z0308"),
        ("(board (dummy a) (symmetry White (n s)) (frame 3))", "Z0309 Z0502 Z0605"),
    ];
    for (text, expected) in cases {
        let said = said(text);
        let mut codes: Vec<&str> = Vec::new();
        for code in said.split("[").skip(1).filter_map(|rest| rest.get(..5)).filter(|code| code.starts_with("Z0")) {
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        let mut expected: Vec<&str> = expected.split_whitespace().collect();
        codes.sort_unstable();
        expected.sort_unstable();
        // A board that was replaced no longer has what the piece of the frame needs.
        codes.retain(|code| expected.contains(code) || !text.starts_with("(board "));
        assert_eq!(codes, expected, "{text}\n{said}");
    }
}

#[test]
fn the_order_of_endings_is_reported_where_it_decides() {
    let codes = |goals: &str| -> Vec<u16> {
        let text = format!(
            "(game (title \"T\") (players White Black) (turn-order White Black)
  (board (grid (dimensions (\"a/b\" (1 0)) (\"1/2\" (0 1))) (directions (n 0 -1))) (zone (name top) (positions a2)))
  (piece (name Man) (moves (n add))) (board-setup (White (Man a1)) (Black (Man b1))) {goals})"
        );
        file(&text).check().list().iter().map(|diagnostic| diagnostic.code.number()).collect()
    };
    let draw = "(draw-condition (White Black) (total-piece-count 1))";
    let win = "(win-condition (White Black) (absolute-config Man (top)))";
    let stuck = "(draw-condition (White Black) stalemated)";
    let mated = "(loss-condition (White Black) (checkmated Man))";
    let again = "(draw-condition (White Black) repetition)";
    let order = Code::EndingOrder.number();
    assert_eq!(codes(&format!("{draw} {win}")), [order], "a draw first");
    assert_eq!(codes(&format!("{win} {draw}")), [], "a win first");
    assert_eq!(codes(&format!("{stuck} {mated}")), [order], "stalemate hides mate");
    assert_eq!(codes(&format!("{mated} {stuck}")), [], "mate first");
    assert_eq!(codes(&format!("{stuck} {win}")), [], "the board comes before moves");
    assert_eq!(codes(&format!("{again} {mated}")), [], "repetition comes before moves");
    let others = "(draw-condition (White) stalemated) (loss-condition (Black) stalemated)";
    assert_eq!(codes(others), [], "of different movers");
    let denied = "(draw-condition (White Black) (and (total-piece-count 1) (not (absolute-config Man (top)))))";
    assert_eq!(codes(&format!("{denied} {win}")), [], "one denies the other");
    assert_eq!(codes(&format!("{win} {win}")), [Code::Unused.number()], "one is never reached");
    let others = "(win-condition (White) (pieces-remaining 0)) (win-condition (Black) (pieces-remaining 0))";
    assert_eq!(codes(others), [], "for different players");
}

#[test]
fn files_without_a_game() {
    let cases = [
        ("", "Z0303"),
        ("(variant (title \"V\"))", "Z0302"),
        ("(players A B)", "Z0303 Z0301"),
        ("(gaem (title \"x\"))", "Z0303 Z0301"),
        ("(game)", "Z0306"),
        ("(game (players A))", "Z0306"),
    ];
    for (text, expected) in cases {
        let mut file = file(text);
        let said = file.check();
        let mut codes: Vec<String> = said.list().iter().map(|d| d.code.to_string()).collect();
        codes.dedup();
        assert_eq!(codes.join(" "), expected, "{text}");
    }
}

#[test]
fn hints_name_all_allowed_words() {
    let text = "(game (players A B) (board (dummy x y) (links n (x y)) (unlink (x q))) (piece (name M) (moves (n add)))
        (board-setup (A (M off 4294967295) (M off -99999999999))))";
    let said = check(text, &Limits::default());
    let said: Vec<String> =
        said.list().iter().map(|d| format!("{}: {}", d.message, d.hint.clone().unwrap_or_default())).collect();
    assert_eq!(
        said,
        [
            "unknown position or direction `q`: this board has n, x, y",
            "this number is too large: at most 2147483647 is allowed: ",
            "this number is too small: at least -2147483648 is allowed: ",
        ]
    );
}

/// Checks a text under small limits.
fn check(text: &str, limits: &Limits) -> Diagnostics {
    GameFile::parse("x.zrf", text.as_bytes(), &NoIncludes, limits).check()
}

#[test]
fn every_limit_has_its_error() {
    let limits = Limits {
        sites: 20,
        directions: 4,
        links: 30,
        piece_types: 3,
        players: 3,
        zones: 1,
        attributes: 2,
        slots: 4,
        flags: 2,
        rule_nodes: 50,
        ..Limits::default()
    };
    let board = "(grid (dimensions (\"a/b\" (1 0)) (\"1/2\" (0 1))) (directions (n 0 -1)))";
    let game = |players: &str, board: &str, more: &str| {
        format!("(game (players {players}) (board {board}) (piece (name M) (moves (n add))) {more})")
    };
    let adds = "add ".repeat(60);
    let deep = format!("(verify (and {}))", "empty? ".repeat(60));
    let cases = [
        (game("A B", board, ""), ""),
        (game("A B C D", board, ""), "players"),
        (game("A B", "(grid (dimensions (\"1/2/3/4/5\" (1 0)) (\"1/2/3/4/5\" (0 1))))", ""), "sites of the board"),
        (game("A B", "(dummy 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21)", ""), "sites of the board"),
        (game("A B", "(links a) (links b) (links c) (links d) (links e)", ""), "directions"),
        (
            game(
                "A B",
                "(grid (dimensions (\"1/2/3/4\" (1 0)) (\"1/2/3/4\" (0 1))) (directions (n 0 1) (s 0 -1) (e 1 0)))",
                "",
            ),
            "links between sites",
        ),
        (game("A B", &format!("{board} (zone (name a)) (zone (name b))"), ""), "zones"),
        (game("A B", board, "(piece (name A)) (piece (name B)) (piece (name C))"), "piece types"),
        (game("A B", board, "(piece (name A) (attribute a) (attribute b) (attribute c))"), "attributes"),
        (game("A B", board, "(turn-order A B A B A)"), "slots of the turn order"),
        (
            game("A B", board, "(piece (name A) (moves ((set-flag a true) (set-flag b true) (verify (flag? b)) add)))"),
            "",
        ),
        (
            game("A B", board, "(piece (name A) (moves ((set-flag a true) (set-flag b true) (verify (flag? c)) add)))"),
            "flags",
        ),
        (
            game(
                "A B",
                board,
                "(piece (name A) (moves ((set-position-flag a true) (set-position-flag b true) (set-position-flag c true) add)))",
            ),
            "flags",
        ),
        (game("A B", board, &format!("(piece (name A) (moves ({adds})))")), "size of the move rules"),
        (game("A B", board, &format!("(piece (name A) (moves ({deep})))")), "size of the move rules"),
    ];
    for (text, expected) in cases {
        let said = check(&text, &limits);
        let limit = said.list().iter().find(|d| d.code == Code::LimitReached);
        match (expected, limit) {
            ("", None) => assert!(said.is_empty(), "{said:?}"),
            (what, Some(limit)) => {
                assert!(limit.message.starts_with(&format!("too many {what}:")), "{}", limit.message)
            }
            (what, None) => panic!("no limit on {what}: {said:?}"),
        }
    }
}

/// The reader of edition 2 says where a text of edition 3 belongs.
#[test]
fn a_later_edition_is_recognised() {
    let file = GameFile::parse("game.zrf", b"(drf 3)\n(game \"Late\")", &NoIncludes, &Limits::default());
    let said = file.render(&file.diagnostics());
    assert!(said.contains("name ends in `.drf`") && said.contains("error"), "{said}");
}
