//! Completion, hover, definitions, uses and new names.

use dagaz_analysis::{RenameFault, SemanticKind, SymbolKind, applied};
use dagaz_core::Limits;
use dagaz_syntax::NoIncludes;

use crate::{marked, read};

const GAME: &str = "(drf 3)
(game \"G\"
  (board (grid a-e 1-5) (zone camp (row 1)))
  (setup (White (Man a1)) (Black (Man e5)))
  ; Goes to a neighbour.
  (rule (step d) d empty)
  (rule (hop d) d.d (or empty camp))
  (piece Man (moves (step adjacent) (hop n)))
  (lose stuck no-moves))
";

/// Returns the game with a mark before the first place of a text.
fn at(text: &str) -> String {
    GAME.replacen(text, &format!("|{text}"), 1)
}

fn completions(text: &str) -> Vec<String> {
    let (analysis, at) = marked("g.drf", text);
    analysis.complete(at).into_iter().map(|one| one.name).collect()
}

#[test]
fn completion_knows_the_place() {
    let game = "(drf 3)\n(game \"G\" (board (grid a-c 1-3) (zone camp a1)) (piece Man) (rule (step dir) ";
    let heads = completions("(drf 3)\n(|");
    assert!(heads.contains(&"game".to_string()) && !heads.contains(&"board".to_string()), "{heads:?}");
    let clauses = completions("(drf 3)\n(game \"G\" (|");
    assert!(clauses.contains(&"board".to_string()) && !clauses.contains(&"mine".to_string()), "{clauses:?}");
    let parts = completions("(drf 3)\n(game \"G\" (board (|");
    assert!(parts.contains(&"zone".to_string()) && !parts.contains(&"rule".to_string()), "{parts:?}");
    let sets = completions(&format!("{game}e|"));
    assert!(sets.contains(&"empty".to_string()) && sets.iter().all(|name| name.starts_with('e')), "{sets:?}");
    let names = completions(&format!("{game}|"));
    assert_eq!(names[0], "dir", "the nearest name comes first");
    for name in ["camp", "Man", "step", "mine"] {
        assert!(names.contains(&name.to_string()), "{name}: {names:?}");
    }
    assert!(completions("(drf 3) ; a comment |").is_empty());
    assert!(completions("(game \"a string |").is_empty());
}

#[test]
fn completion_offers_sites_and_directions_of_a_sound_game() {
    let (analysis, place) = marked("g.drf", &at("empty)"));
    let names: Vec<String> = analysis.complete(place).into_iter().map(|one| one.name).collect();
    for name in ["a1", "ne", "d"] {
        assert!(names.contains(&name.to_string()), "{name}");
    }
}

#[test]
fn hover_tells_meanings_sites_and_comments() {
    let hover = |text: &str| {
        let (analysis, place) = marked("g.drf", &at(text));
        analysis.hover(place).map(|hover| hover.text).unwrap_or_default()
    };
    assert!(hover("empty)").contains("The sites without a piece"), "{}", hover("empty)"));
    assert!(hover("camp))").contains("5 sites"), "{}", hover("camp))"));
    let rule = hover("step adjacent");
    assert!(rule.contains("Goes to a neighbour.") && rule.contains("(rule (step d) d empty)"), "{rule}");
    assert!(hover("lose").contains("The player loses"), "{}", hover("lose"));
    assert!(hover("or empty").contains("path"), "{}", hover("or empty"));
    assert!(hover("n))").contains("direction"), "{}", hover("n))"));
}

#[test]
fn names_lead_to_their_declarations_and_uses() {
    let (analysis, place) = marked("g.drf", &at("step adjacent"));
    let declared = analysis.definition(place);
    assert_eq!(declared.len(), 1);
    assert_eq!(declared[0].range.start, GAME.find("step d").unwrap_or_default());
    assert_eq!(analysis.references(place).len(), 2);
    let (analysis, place) = marked("g.drf", &at("d.d"));
    assert_eq!(analysis.references(place).len(), 3, "the parameter of one rule, not that of the other");
}

#[test]
fn new_names_are_checked() {
    let rename = |mark: &str, name: &str| {
        let (analysis, place) = marked("g.drf", &at(mark));
        analysis.rename(place, name, &NoIncludes, &Limits::default()).map(|edits| applied(GAME, &edits))
    };
    let text = rename("step adjacent", "walk").expect("a new name");
    assert!(text.contains("(rule (walk d) d empty)") && text.contains("(walk adjacent)"), "{text}");
    assert!(read("g.drf", &text).findings().is_empty());
    let text = rename("d.d", "way").expect("a new name");
    assert!(text.contains("(rule (hop way) way.way ") && text.contains("(rule (step d) d empty)"), "{text}");
    assert_eq!(rename("step adjacent", "hop"), Err(RenameFault::Taken));
    assert_eq!(rename("step adjacent", "empty"), Err(RenameFault::Taken));
    assert_eq!(rename("step adjacent", "a b"), Err(RenameFault::NoWord));
    assert_eq!(rename("empty)", "full"), Err(RenameFault::NoName));
    assert!(matches!(rename("step adjacent", "a1"), Err(RenameFault::Taken | RenameFault::Breaks(_))));
}

#[test]
fn macros_of_zrf_and_words_of_scripts_are_names() {
    let zrf = "(define leap ($1 (verify empty?) add))\n(game (piece (name M) (moves (lea|p n) (leap s))))";
    let (analysis, place) = marked("z.zrf", zrf);
    assert_eq!(analysis.references(place).len(), 3);
    let script = "VARIABLE count\n: bump count ++ ; \\ count\n: twice bu|mp bump ;";
    let (analysis, place) = marked("s.4th", script);
    assert_eq!(analysis.references(place).len(), 3);
    assert_eq!(analysis.definition(place).len(), 1);
    let hover = analysis.hover(place).expect("a name").text;
    assert!(hover.contains(": bump count ++ ;"), "{hover}");
}

#[test]
fn tokens_have_kinds_and_do_not_overlap() {
    let analysis = read("g.drf", GAME);
    let tokens = analysis.semantic_tokens();
    let kind = |text: &str| {
        let found = tokens.iter().find(|token| &GAME[token.range.clone()] == text);
        found.map(|token| token.kind)
    };
    assert_eq!(kind("step"), Some(SemanticKind::Name(SymbolKind::Rule)));
    assert_eq!(kind("d"), Some(SemanticKind::Name(SymbolKind::Local)));
    assert_eq!(kind("camp"), Some(SemanticKind::Name(SymbolKind::Zone)));
    assert_eq!(kind("empty"), Some(SemanticKind::Keyword));
    assert_eq!(kind("e5"), Some(SemanticKind::Name(SymbolKind::Site)));
    assert_eq!(kind("; Goes to a neighbour."), Some(SemanticKind::Comment));
    assert!(tokens.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
}

#[test]
fn the_outline_has_games_and_clauses() {
    let analysis = read("g.drf", GAME);
    let games: Vec<&str> = analysis.outline().iter().map(|item| item.name.as_str()).collect();
    assert_eq!(games, ["drf", "G"]);
    let clauses: Vec<&str> = analysis.outline()[1].children.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(clauses, ["board", "setup", "step", "hop", "Man", "stuck"]);
    assert_eq!(analysis.zone_sizes().iter().map(|(_, size)| *size).collect::<Vec<_>>(), [5]);
}
