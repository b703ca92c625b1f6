//! Questions of the page and their answers.

use dagaz_analysis::{answer, applied};
use dagaz_contract::studio::{TextAnswer, TextFinding, TextQuestion, TextTopic};
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
