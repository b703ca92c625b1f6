//! Texts that no author meant: every answer comes, and soon.

use std::time::{Duration, Instant};

use dagaz_analysis::{Analysis, Language};
use dagaz_core::Limits;
use dagaz_syntax::NoIncludes;

use crate::{read, root};

/// Asks everything at some places of a text.
fn ask_everything(analysis: &Analysis) {
    let text = analysis.text().to_string();
    let length = text.len();
    for finding in analysis.findings() {
        assert!(text.get(finding.range.clone()).is_some(), "{finding:?}");
        if let Some(fix) = &finding.fix {
            assert!(text.get(fix.edit.range.clone()).is_some(), "{finding:?}");
        }
    }
    for at in (0..=length).step_by((length / 7).max(1)).chain([length, length + 9]) {
        analysis.hover(at);
        analysis.complete(at);
        analysis.references(at);
        analysis.definition(at);
    }
    let tokens = analysis.semantic_tokens();
    assert!(tokens.iter().all(|token| text.get(token.range.clone()).is_some()));
    analysis.format();
    analysis.zone_sizes();
}

#[test]
fn any_beginning_of_a_text_is_answered() {
    let texts = [
        ("a.drf", std::fs::read_to_string(root().join("games/tafl/tablut/tablut.drf")).unwrap_or_default()),
        ("a.drf", "(drf 3)\n(game \"\u{e9}\" (board (grid a-c 1-3)) (rule (\u{1f600} d) d.\u{e9} (at \"x".to_string()),
        ("a.zrf", "(define a $1) (game (players a) (board (positions (\u{e9} 1))) (a (a \"".to_string()),
        ("a.4th", ": a ( b ) .\" \u{e9} \" 1 2 + ; {board {grid} 3 3 board} [] \\".to_string()),
    ];
    for (name, text) in texts {
        let step = (text.len() / 60).max(1);
        for end in (0..=text.len()).step_by(step) {
            ask_everything(&read(name, &text[..text.floor_char_boundary(end)]));
        }
    }
}

#[test]
fn nonsense_is_answered() {
    let texts = [
        "",
        "(",
        ")",
        "\"",
        ";",
        "((((((",
        "))))",
        "\u{feff}",
        "\0",
        "a\0b\0",
        "\0a\0b",
        "(.)",
        "(...)",
        "(|)",
        "(drf",
        "(rule)",
        "(rule ())",
        "(rule (a a) a)",
        "(game)",
        "(game (var))",
        "(module)",
        "(piece (var))",
        "(let)",
        "(game \"\" (board) (players (chance)))",
        "(define)",
        "(define ())",
        "\u{85}\u{2028}(\u{a0})",
        "\r\r\n(a\r",
    ];
    for language in Language::ALL {
        for text in texts {
            ask_everything(&read(&format!("x.{}", language.ending()), text));
        }
    }
    assert!(Analysis::new("x.txt", "", &NoIncludes, &Limits::default()).is_none());
}

#[test]
fn large_texts_take_bounded_time() {
    let many = |text: &str| text.repeat(100_000 / text.len());
    let texts = [
        format!("(drf 3)(game \"a\" {}", many("(rule (a d) d)")),
        format!("(drf 3)(game \"a\" {}", many("(piece A)")),
        many("("),
        many("((a) "),
        many("a "),
        many("(rule (a d) (let d 1) d)\n"),
        many("(game \"a\")\n"),
        many("(define a a)"),
        many("\""),
        many(": a a ; "),
        "x".repeat(10 << 20),
    ];
    for language in Language::ALL {
        for text in &texts {
            let begin = Instant::now();
            ask_everything(&read(&format!("x.{}", language.ending()), text));
            let shown = &text[..20];
            assert!(begin.elapsed() < Duration::from_secs(30), "{language:?} {shown}: {:?}", begin.elapsed());
        }
    }
}
