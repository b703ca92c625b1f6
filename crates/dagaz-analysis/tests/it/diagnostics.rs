//! Diagnostics with their fixes.

use dagaz_analysis::{Analysis, applied};

use crate::read;

/// A game with three independent mistakes.
const THREE: &str = "(drf 3)
(game \"Three\"
  (players White Black)
  (board (grid a-e 1-5))
  (setup (White (Man a1)) (Black (Mann e5)))
  (piece Man (moves (step adjacent)))
  (rule (step d) d (or emty enemy))
  (win  across (and mine Man (rwo -1)))
  (lose stuck no-moves))
";

fn fixes(analysis: &Analysis) -> Vec<(&str, String)> {
    let findings = analysis.findings().iter();
    let fixed = findings.filter_map(|finding| finding.fix.as_ref());
    fixed.map(|fix| (&analysis.text()[fix.edit.range.clone()], fix.edit.text.clone())).collect()
}

/// Applies the first fix until none is left.
fn fixed(name: &str, text: &str) -> String {
    let mut text = text.to_string();
    for _ in 0..10 {
        let analysis = read(name, &text);
        let Some(fix) = analysis.findings().iter().find_map(|finding| finding.fix.clone()) else { break };
        text = applied(&text, &[fix.edit]);
    }
    text
}

#[test]
fn independent_mistakes_are_found_at_once_and_fixed() {
    let analysis = read("three.drf", THREE);
    let errors = analysis.findings().iter().filter(|finding| finding.is_error).count();
    assert_eq!(errors, 3, "{:#?}", analysis.findings());
    let expected = [("Mann", "Man"), ("emty", "empty"), ("rwo", "row")];
    let expected: Vec<(&str, String)> = expected.iter().map(|(a, b)| (*a, (*b).to_string())).collect();
    assert_eq!(fixes(&analysis), expected);
    let text = fixed("three.drf", THREE);
    assert!(read("three.drf", &text).findings().is_empty(), "{text}");
}

#[test]
fn missing_and_surplus_signs_are_fixed() {
    let sound = "(drf 3)
(game \"A\"
  (board (grid a-c 1-3))
  (piece Man) ; the only one
  (rule place (at empty) (put Man))
  (moves place)
  (lose stuck no-moves))
";
    assert!(read("a.drf", sound).findings().is_empty(), "{:#?}", read("a.drf", sound).findings());
    let cases = [
        ("(piece Man) ;", "(piece Man ;"),
        ("no-moves))", "no-moves)"),
        ("no-moves))", "no-moves)))"),
        ("(put Man))", "(put Man)"),
        ("\"A\"", "\"A"),
        ("(drf 3)\n", ""),
        ("(put Man)", "(putt Man)"),
        ("(at empty)", "(at empty?)"),
        ("(board (grid", "(bord (grid"),
    ];
    for (right, wrong) in cases {
        let broken = sound.replacen(right, wrong, 1);
        assert!(!read("a.drf", &broken).findings().is_empty(), "{wrong}");
        let text = fixed("a.drf", &broken);
        assert!(read("a.drf", &text).findings().is_empty(), "{wrong}: {text}");
    }
}

#[test]
fn zrf_and_scripts_have_findings_with_places() {
    let zrf = "(game (title \"Z\") (players A B) (turn-order A B)
  (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b\" (1 0)) (\"1\" (0 1))) (directions (e 1 0))))
  (piece (name M) (moves (e (verify emty?) add)))
  (board-setup (A (M a1)) (B (M b1)))
  (loss-condition (A B) stalemated))";
    let analysis = read("z.zrf", zrf);
    assert_eq!(fixes(&analysis), [("emty?", "empty?".to_string())], "{:#?}", analysis.findings());
    let script = ": a 1 ;\n: b nothing ;\n";
    let analysis = read("s.4th", script);
    let found = analysis.findings().iter().find(|finding| finding.message.contains("nothing")).expect("a finding");
    assert_eq!(&analysis.text()[found.range.clone()], "nothing");
}

#[test]
fn a_byte_order_mark_moves_no_range() {
    let text = format!("\u{feff}{THREE}");
    let analysis = read("three.drf", &text);
    let places: Vec<&str> = analysis.findings().iter().map(|finding| &text[finding.range.clone()]).collect();
    assert!(places.contains(&"emty"), "{places:?}");
}
