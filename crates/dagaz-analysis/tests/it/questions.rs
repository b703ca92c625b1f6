//! Questions of the page and their answers.

use dagaz_analysis::{answer, applied};
use dagaz_contract::studio::{
    CountSums, Estimate, PlayoutCounts, PlayoutMeasures, TextAnswer, TextFinding, TextQuestion, TextTopic,
};
use dagaz_core::Limits;

/// A game with two mistakes behind characters of two units.
const TWO: &str = "(drf 3)
; \u{1f600} \u{1f600}
(game \"Two\"
  (players White Black)
  (board (grid a-e 1-5) (lines row 4))
  (piece Stone)
  (rule place (at emty) (put Stone))
  (moves place)
  (win row (full row mien)))
";

fn ask(name: &str, text: &str, about: TextTopic) -> Option<TextAnswer> {
    let question = TextQuestion { name: name.to_string(), text: text.to_string(), about };
    answer(&question, &Limits::default())
}

fn checked(text: &str) -> Vec<TextFinding> {
    match ask("two.drf", text, TextTopic::Check) {
        Some(TextAnswer::Checked { findings }) => findings,
        other => panic!("{other:?}"),
    }
}

/// Returns the part of a text between two places.
fn part(text: &str, from: u32, to: u32) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16(&units[from as usize..to as usize]).expect("whole characters")
}

fn place(text: &str, word: &str) -> u32 {
    let byte = text.find(word).expect("it is there");
    text[..byte].encode_utf16().count() as u32
}

#[test]
fn findings_and_their_fixes_have_places_in_utf_16() {
    let findings = checked(TWO);
    let places: Vec<String> = findings.iter().map(|one| part(TWO, one.from, one.to)).collect();
    assert_eq!(places, ["emty", "mien"], "{findings:#?}");
    assert!(findings.iter().all(|one| one.error), "{findings:#?}");
    let mut text = TWO.to_string();
    for finding in findings.iter().rev() {
        let fix = &finding.fix.as_ref().expect("a fix").edit;
        let byte = |unit: u32| part(&text, 0, unit).len();
        let edit = dagaz_analysis::Edit { range: byte(fix.from)..byte(fix.to), text: fix.text.clone() };
        text = applied(&text, &[edit]);
    }
    assert_eq!(checked(&text), Vec::new(), "{text}");
}

#[test]
fn words_are_completed_and_explained() {
    let at = place(TWO, "emty") + 2;
    let Some(TextAnswer::Completed { words }) = ask("two.drf", TWO, TextTopic::Complete { at }) else {
        panic!("no completions");
    };
    let word = words.iter().find(|word| word.name == "empty").unwrap_or_else(|| panic!("{words:?}"));
    assert_eq!((part(TWO, word.from, word.to).as_str(), word.keyword), ("emty", true));
    assert!(!word.meaning.is_empty());
    let at = place(TWO, "place)");
    let Some(TextAnswer::Hovered { hover: Some(hover) }) = ask("two.drf", TWO, TextTopic::Hover { at }) else {
        panic!("no explanation");
    };
    assert_eq!(part(TWO, hover.from, hover.to), "place");
}

#[test]
fn a_text_is_laid_out_and_other_files_are_refused() {
    let untidy = "(drf   3)\n(game \"A\")\n";
    let Some(TextAnswer::Formatted { edit: Some(edit) }) = ask("a.drf", untidy, TextTopic::Format) else {
        panic!("no change");
    };
    assert!(edit.text.len() < untidy.len() && edit.from < edit.to, "{edit:?}");
    assert_eq!(ask("a.txt", untidy, TextTopic::Check), None);
}

#[test]
fn a_text_beyond_the_limits_has_one_finding() {
    let findings = checked(&"(".repeat((1 << 20) + 1));
    assert_eq!(findings.len(), 1, "{findings:?}");
}

/// Tic-tac-toe with a piece and a rule that no move has.
const ROWS: &str = "(drf 3)
(game \"Rows\"
  (players X O)
  (board (grid a-c 1-3) (lines three 3))
  (piece Mark)
  (piece Ghost)
  (rule place (at empty) (put Mark))
  (rule haunt (at (and empty (not empty))) (put Ghost))
  (moves place haunt)
  (win three (full three mine))
  (draw full (no empty)))
";

/// Asks for batches of playouts until there are enough.
fn measured(text: &str, games: u32) -> (PlayoutCounts, PlayoutMeasures) {
    let mut counts = None;
    loop {
        let answer = ask("rows.drf", text, TextTopic::Measure { counts });
        let Some(TextAnswer::Measured { counts: more, measures: Some(measures) }) = answer else {
            panic!("{answer:?}")
        };
        assert_eq!(more.games, measures.games);
        if more.games >= games {
            return (more, *measures);
        }
        counts = Some(more);
    }
}

#[test]
fn random_games_are_measured_with_intervals_that_narrow() {
    let (_, few) = measured(ROWS, 1);
    let (counts, many) = measured(ROWS, 4_000);
    assert!(few.games < many.games, "{few:?}");
    let width = |one: &Estimate| one.high - one.low;
    assert!(width(&many.draws) < width(&few.draws) / 1.5, "{few:?} {many:?}");
    // Of all playouts X wins 737/1260, O 121/420 and 8/63 are drawn (by a walk of the whole tree).
    for (share, truth) in
        [(&many.wins[0].share, 737.0 / 1260.0), (&many.wins[1].share, 121.0 / 420.0), (&many.draws, 8.0 / 63.0)]
    {
        // The interval misses one in twenty truths; twice as wide it misses one in ten thousand.
        let half = share.high - share.low;
        assert!((share.value - truth).abs() < half, "{truth} in {share:?}");
    }
    assert_eq!((many.wins[0].player.as_str(), many.unfinished.value), ("X", 0.0));
    assert!(many.length.low > 5.0 && many.length.high < 9.0, "{:?}", many.length);
    assert_eq!(many.unused_pieces, ["Ghost"]);
    assert_eq!(many.unused_rules, ["haunt"]);
    assert_eq!(counts.wins.iter().sum::<u32>() + counts.draws, counts.games);
    // The same questions get the same answers.
    assert_eq!(measured(ROWS, 4_000), (counts, many));
}

#[test]
fn a_zone_and_a_site_have_their_sites() {
    let text = ROWS.replace("(lines three 3))", "(lines three 3) (zone corner a1 c3))");
    let sites = |word: &str| match ask("rows.drf", &text, TextTopic::Hover { at: place(&text, word) }) {
        Some(TextAnswer::Hovered { hover: Some(hover) }) => hover.sites,
        other => panic!("{other:?} for {word}"),
    };
    assert_eq!(sites("corner"), ["a1", "c3"]);
    assert_eq!(sites("c3"), ["c3"]);
    assert_eq!(sites("empty"), Vec::<String>::new());
}

#[test]
fn counts_of_a_client_are_not_trusted() {
    let strange = PlayoutCounts {
        games: u32::MAX,
        wins: vec![u32::MAX; 50],
        pieces: vec![7; 50],
        length: CountSums { count: u32::MAX, sum: u64::MAX, squares: u64::MAX },
        ..PlayoutCounts::default()
    };
    let answer = ask("rows.drf", ROWS, TextTopic::Measure { counts: Some(strange) });
    let Some(TextAnswer::Measured { measures: Some(measures), .. }) = answer else { panic!("{answer:?}") };
    assert_eq!(measures.wins.len(), 2);
    // A text with errors is not measured, and neither is one of no language.
    let answer = ask("two.drf", TWO, TextTopic::Measure { counts: None });
    assert!(matches!(answer, Some(TextAnswer::Measured { measures: None, .. })), "{answer:?}");
    assert_eq!(ask("two.txt", TWO, TextTopic::Measure { counts: None }), None);
}
