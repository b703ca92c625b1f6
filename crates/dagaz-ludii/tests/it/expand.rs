//! Options, rulesets, defines and ranges.

use std::time::{Duration, Instant};

use dagaz_ludii::text::{TokenKind, Traced, lex};
use dagaz_ludii::{Defines, Expanded, Options, expand};

/// Texts before and after expansion, apart by `=>`, tests apart by a line of dashes.
const CASES: &str = include_str!("expand.txt");

fn library() -> Defines {
    let file = |name: &str, text: &str| (name.to_string(), text.to_string());
    Defines::new([
        file("Twice.def", "// Twice the same.\n(define \"Twice\" (both #1 #1))"),
        file("Around.def", "(define \"Around\" (or (left #1) (\"Twice\" #2)))"),
    ])
}

fn expanded(text: &str, options: &Options) -> Expanded {
    expand("test.lud", text, &library(), options).unwrap_or_else(|faults| panic!("{}", faults.render()))
}

fn kinds(text: &str) -> Vec<TokenKind> {
    let tokens = lex(&Traced::new(text, 0)).expect("the text is sound");
    tokens.into_iter().map(|token| token.kind).collect()
}

fn options(choices: &[&str]) -> Options {
    Options { choices: choices.iter().map(|one| one.to_string()).collect(), ruleset: None }
}

fn assert_fault(text: &str, message: &str) {
    let start = Instant::now();
    let faults = match expand("test.lud", text, &library(), &Options::default()) {
        Ok(expanded) => expanded.tree().expect_err("the text is broken"),
        Err(faults) => faults,
    };
    let rendered = faults.render();
    assert!(rendered.contains(message), "{rendered}");
    assert!(start.elapsed() < Duration::from_secs(1), "it took {:?}", start.elapsed());
}

#[test]
fn texts_expand_as_listed() {
    for case in CASES.split("\n----\n") {
        let (before, after) = case.split_once("=>").expect("a case has two texts");
        let ours: Vec<TokenKind> =
            expanded(before, &Options::default()).tokens.into_iter().map(|token| token.kind).collect();
        assert_eq!(ours, kinds(after), "{before}");
    }
}

const SIZES: &str = r#"
    (game "Sizes" (board (square <Size:cells>)) <Goal>)
    (option "Size" <Size> args:{ <cells> <line> } {
        (item "Small" <3> <3> "three")
        (item "Large" <5> <4> "five")*
    })
    (option "Goal" <Goal> args:{ <rule> } {
        (item "Line" <(if (< 1 (is Line <Size:line>)) Win)> "a line")**
        (item "Nothing" <(none)> "no goal")
    })
    (rulesets { (ruleset "Ruleset/Tiny" { "Size/Small" "Goal/Nothing" }) })"#;

#[test]
fn default_of_an_option_is_the_item_with_most_asterisks() {
    let game = expanded(SIZES, &Options::default());
    let text = r#"(game "Sizes" (board (square 5)) (if (< 1 (is Line 4)) Win))"#;
    assert_eq!(game.tokens.into_iter().map(|token| token.kind).collect::<Vec<_>>(), kinds(text));
    assert_eq!(game.categories[0].chosen, "Large");
    assert_eq!(game.rulesets[0].choices, ["Size/Small", "Goal/Nothing"]);
}

#[test]
fn options_and_rulesets_choose_items() {
    let text = r#"(game "Sizes" (board (square 3)) (if (< 1 (is Line 3)) Win))"#;
    let game = expanded(SIZES, &options(&["Size/Small"]));
    assert_eq!(game.tokens.into_iter().map(|token| token.kind).collect::<Vec<_>>(), kinds(text));
    let tiny = Options { choices: Vec::new(), ruleset: Some("Tiny".to_string()) };
    let text = r#"(game "Sizes" (board (square 3)) (none))"#;
    assert_eq!(expanded(SIZES, &tiny).tokens.into_iter().map(|token| token.kind).collect::<Vec<_>>(), kinds(text));
}

#[test]
fn unknown_choice_is_refused_with_those_that_exist() {
    let faults = expand("sizes.lud", SIZES, &library(), &options(&["Size/Huge"])).expect_err("it does not exist");
    let text = faults.render();
    assert!(text.contains("`Size/Huge` does not exist") && text.contains("Size/Small, Size/Large"), "{text}");
}

#[test]
fn token_from_a_define_is_located_in_it() {
    let game = expanded("(define \"One\"\n  (first 1))\n(game \"G\" (\"One\") (\"Twice\" 2))", &Options::default());
    let place = |word: &str| {
        let token = game.tokens.iter().find(|token| token.kind == TokenKind::Word(word.into()));
        let place = game.sources.locate(token.expect("the word is there").span.start);
        (place.file, place.line, place.column)
    };
    assert_eq!(place("first"), ("test.lud".to_string(), 2, 4));
    assert_eq!(place("both"), ("Twice.def".to_string(), 2, 18));
}

#[test]
fn defines_that_use_each_other_end_in_an_error() {
    assert_fault(r#"(define "A" ("B")) (define "B" ("A")) (game "G" ("A"))"#, "put in without end");
    assert_fault(r#"(define "A" ("A") ("A")) (game "G" ("A"))"#, "put in without end");
    let doubling: String = (0..40).map(|n| format!("(define \"D{n}\" (\"D{}\") (\"D{}\"))", n + 1, n + 1)).collect();
    assert_fault(&format!("{doubling} (game \"G\" (\"D0\"))"), "put in without end");
}

#[test]
fn hostile_texts_end_in_an_error_within_a_second() {
    assert_fault(&"(a ".repeat(10_000), "nested");
    assert_fault(&format!("(game {}{})", "{".repeat(10_000), "}".repeat(10_000)), "nested");
    assert_fault(&"x ".repeat(3_000_000), "too large");
    assert_fault(&"<T:".repeat(600_000), "has no value");
    assert_fault(&format!("(define \"A\" #1) (game {}{})", "(\"A\" ".repeat(50_000), ")".repeat(50_000)), "too large");
    assert_fault(&format!("(game {})", "7".repeat(1_900_000) + "..1"), "too large");
    assert_fault("(game {0..90000})", "at most 1000 numbers");
    assert_fault("(game \"open", "no end");
    assert_fault("(game (\"Unknown\" 1))", "\"Unknown\" is not known");
    assert_fault("(game a:)", "`a:` has no value");
    assert_fault("(game {)", "opened");
    assert_fault("", "no `(game");
}
