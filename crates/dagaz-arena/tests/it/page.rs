//! The page about the measures says what the code does.

use dagaz_arena::MEASURES;
use dagaz_arena::measures::of_match::MATCH_MEASURES;

const PAGE: &str = include_str!("../../../../docs/measures.md");

/// The entries of the page: what each is about, and its text on one line.
fn entries() -> Vec<(String, String)> {
    let mut entries: Vec<(String, String)> = Vec::new();
    let mut is_in_entry = false;
    for line in PAGE.lines() {
        if let Some((name, rest)) = line.strip_prefix("- **`").and_then(|line| line.split_once("`** ")) {
            entries.push((name.to_string(), rest.to_string()));
            is_in_entry = true;
        } else if let (true, Some(more), Some((_, text))) = (is_in_entry, line.strip_prefix("  "), entries.last_mut()) {
            *text = format!("{text} {more}");
        } else {
            is_in_entry = false;
        }
    }
    entries
}

#[test]
fn every_measure_is_on_the_page_as_it_is() {
    let of_games = MEASURES.iter().map(|own| (own.name, own.meaning, own.formula, own.source, own.is_share));
    let of_matches = MATCH_MEASURES.iter().map(|own| (own.name, own.meaning, own.formula, own.source, own.is_share));
    let all: Vec<_> = of_games.chain(of_matches).collect();
    let entries = entries();
    let names: Vec<&str> = entries.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, all.iter().map(|(name, ..)| *name).collect::<Vec<_>>(), "the same ones in the same order");
    for ((name, text), (_, meaning, formula, source, is_share)) in entries.iter().zip(all) {
        let start = format!("): {meaning}. *{formula}.* {source}. ");
        assert!(text.contains(&start), "{name}: the page should say `{start}`, and then how to read it");
        assert_eq!(text.starts_with("(0 to 1)"), is_share, "{name}: its range");
    }
}
