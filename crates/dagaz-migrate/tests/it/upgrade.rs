//! Rules of edition 2 as text of edition 3: what shapes of automata become.

use dagaz_core::Limits;
use dagaz_drf::DrfFile;
use dagaz_migrate::{Remark, Style, Upgraded, text};
use dagaz_rules::Rules;
use dagaz_syntax::NoIncludes;
use dagaz_zrf::GameFile;

const GRID: &str =
    "(board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d/e/f/g/h\" (9 0)) (\"8/7/6/5/4/3/2/1\" (0 9)))
    (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))
    (zone (name last-row) (players White) (positions a8 b8 c8 d8 e8 f8 g8 h8))
    (zone (name last-row) (players Black) (positions a1 b1 c1 d1 e1 f1 g1 h1)))";

/// The rules of the first game of a text, or its diagnostics.
fn rules(text: &str) -> Result<Rules, String> {
    let mut file = GameFile::parse("game.zrf", text.as_bytes(), &NoIncludes, &Limits::default());
    let lowered = file.rules(0);
    lowered.rules.ok_or_else(|| file.render(&lowered.diagnostics))
}

/// The text of a game with these macros, moves of its man, drops and clauses.
fn upgraded(definitions: &str, moves: &str, drops: &str, clauses: &str) -> (String, Vec<String>) {
    let source = format!(
        "{definitions} (game (title \"Test\") (players White Black) (turn-order White Black) {GRID}
         (board-setup (White (Man a1 b1 off 3)) (Black (Man a8 b8 off 3)))
         (piece (name Man) (moves {moves}) (drops {drops})) (piece (name King) (moves (n (verify empty?) add))) {clauses})"
    );
    let rules = rules(&source).unwrap_or_else(|said| panic!("{moves}\n{said}"));
    let game = Upgraded::of(&rules, Style::default());
    let gaps = game.gaps().iter().map(|gap| gap.what.clone()).collect();
    (text(&[(&game, None, Remark::default())]), gaps)
}

/// Whether a text can be read as rules.
fn is_read(text: &str) {
    let file = DrfFile::parse("a.drf", text.as_bytes(), &NoIncludes, &Limits::default());
    let mut diagnostics = file.diagnostics();
    diagnostics.extend(&file.rules(0).diagnostics);
    assert!(!diagnostics.has_errors(), "{}\n{text}", file.render(&diagnostics));
}

#[test]
fn moves_become_paths() {
    let cases = [
        ("(n (verify not-friend?) add) (s (verify not-friend?) add)", "(moves (step (n s)))", ""),
        (
            "(n (while empty? add n) (verify enemy?) add) (e (while empty? add e) (verify enemy?) add)",
            "(moves (slide (n e)))",
            "",
        ),
        ("((while (empty? ne) ne add))", "(moves man-move)", "(rule man-move (run ne empty))"),
        ("(n (while empty? n) (verify enemy?) add)", "(moves man-move)", "(rule man-move (many n empty) n enemy)"),
        (
            "(n n e (verify not-friend?) add) (n n w (verify not-friend?) add) (s s e (verify not-friend?) add)
             (s s w (verify not-friend?) add) (e e n (verify not-friend?) add) (e e s (verify not-friend?) add)
             (w w n (verify not-friend?) add) (w w s (verify not-friend?) add)",
            "(moves (step (leaper 1 2)))",
            "",
        ),
        (
            "(ne (verify enemy?) capture ne (verify empty?) (add-partial))",
            "(moves man-move)",
            "(rule man-move ne enemy (take) ne empty (then man-move king-move))",
        ),
        (
            "(n (verify empty?) (if (in-zone? last-row) (add King) else add))",
            "(moves man-move)",
            "(rule man-move n empty (if last-row (become King)))",
        ),
        (
            "(n (verify empty?) ne (verify not-friend?) add) (n (verify empty?) nw (verify not-friend?) add)
             (e (verify empty?) ne (verify not-friend?) add) (e (verify empty?) se (verify not-friend?) add)",
            "(moves (man-move (n e)))",
            "(rule (man-move d) d empty (beside d) open)",
        ),
        (
            "(n (verify (defended? n)) add)",
            "(moves man-move)",
            "(rule man-move (at here) n (see n (as enemy (attacked-by (not start)))) (move start here))",
        ),
        (
            "(n (verify enemy?) cascade n (verify empty?) add)",
            "(moves man-move)",
            "(rule man-move (at here) n enemy (let next here) n empty (move (s here) here) (move start (s here)))",
        ),
    ];
    for (moves, calls, rule) in cases {
        let (text, gaps) = upgraded("", moves, "", "");
        assert!(gaps.is_empty(), "{moves}: {gaps:?}");
        is_read(&text);
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(calls), "{moves}:\n{text}");
        let found = flat.contains(rule) || flat.contains(&rule.replace("(let next here) ", ""));
        assert!(found, "{moves}:\n{text}");
    }
}

#[test]
fn drops_endings_and_orders_become_clauses() {
    let (text, gaps) = upgraded(
        "(define place ((verify empty?) add))",
        "(move-type jumping) (n (verify enemy?) capture n (verify empty?) add) (move-type walking) (n (verify empty?) add)",
        "(move-type dropping) (place)",
        "(move-priorities jumping (walking dropping)) (option \"pass turn\" forced) (option \"recycle captures\" true)
         (loss-condition (White Black) (pieces-remaining 1)) (win-condition (White) (absolute-config Man (h8)))
         (draw-condition (White Black) repetition)",
    );
    assert!(gaps.is_empty(), "{gaps:?}");
    is_read(&text);
    for clause in [
        "(rule place (at empty) (drop Man))",
        "(moves place)",
        "(first ",
        "(pass forced)",
        "(on capture (pocket owner))",
        "(lose 1-pieces-left (= (count mine) 1))",
        "(me White)",
        "(draw repetition (>= (repeats) 3))",
        "(hand (Man 3))",
    ] {
        assert!(text.contains(clause), "{clause}:\n{text}");
    }
}

#[test]
fn untranslatable_parts_become_gaps() {
    let (_, gaps) = upgraded("", "((while (flag? f) (set-flag g true)) n add)", "", "");
    assert!(gaps.iter().any(|gap| gap.contains("stays where it is") && gap.contains("of Man")), "{gaps:?}");
}
