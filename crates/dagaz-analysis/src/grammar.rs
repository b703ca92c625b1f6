//! TextMate grammars, for editors that colour texts without a language server.

use crate::language::Language;
use crate::words::words;
use dagaz_core::CompactSort;

/// Types of words that begin clauses of a text.
const CLAUSES: [&str; 8] = ["clause", "file", "section", "board", "block", "defining", "control", "text"];

/// Returns the TextMate grammar of a language as JSON.
pub fn textmate(language: Language) -> String {
    let (name, scope) = match language {
        Language::Drf => ("DRF", "drf"),
        Language::Zrf => ("ZRF", "zrf"),
        Language::ForthScript => ("ForthScript", "forthscript"),
    };
    let keywords = |is_clause: bool| {
        let mut names = names(language, is_clause);
        names.compact_sort_by_key(|name| std::cmp::Reverse(name.len()));
        let names: Vec<String> = names.into_iter().map(escaped).collect();
        names.join("|")
    };
    let (before, after) = match language {
        Language::ForthScript => (r"(?<!\S)", r"(?!\S)"),
        Language::Drf | Language::Zrf => (r#"(?<![^\s()"])"#, r#"(?![^\s()";])"#),
    };
    let word = |inside: &str| format!("{before}(?:{inside}){after}");
    let mut patterns: Vec<String> = Vec::new();
    match language {
        Language::ForthScript => {
            patterns.push(rule("comment.line", r"(?<!\S)\\(?=\s|$).*$", scope));
            patterns.push(span("comment.block", r"(?<!\S)\((?=\s)", r"\)", scope));
            patterns.push(span("string.quoted", r#"(?<!\S)(?:\.|S|\^|ABORT)"\s"#, "\"", scope));
        }
        Language::Drf | Language::Zrf => {
            patterns.push(rule("comment.line", ";.*$", scope));
            patterns.push(span("string.quoted", "\"", "\"", scope));
        }
    }
    patterns.push(rule("constant.numeric", &word(r"-?\d+(?:\.\d+)?"), scope));
    if language == Language::ForthScript {
        let capture = r#""captures": { "2": { "name": "entity.name.function.forthscript" } }"#;
        let begin = quoted(r"(?<!\S)(:)\s+(\S+)");
        patterns.push(format!("{{ \"name\": \"meta.definition.{scope}\", \"match\": {begin}, {capture} }}"));
    } else {
        let begin = r"(?<=\((?:rule|define|piece|class|table|var)\s)\s*\(?[^\s()]+";
        patterns.push(rule("entity.name.function", begin, scope));
    }
    patterns.push(rule("keyword.control", &word(&keywords(true)), scope));
    patterns.push(rule("support.function", &word(&keywords(false)), scope));
    let patterns = patterns.join(",\n    ");
    format!(
        "{{\n  \"name\": \"{name}\",\n  \"scopeName\": \"source.{scope}\",\n  \"patterns\": [\n    {patterns}\n  ]\n}}\n"
    )
}

/// Returns the words of all languages as JSON, for the editor of the page: those that begin clauses
/// of a text, and the others.
pub fn word_lists() -> String {
    let list = |language, is_clause| {
        let names: Vec<String> = names(language, is_clause).into_iter().map(quoted).collect();
        names.join(", ")
    };
    let languages = [("drf", Language::Drf), ("zrf", Language::Zrf), ("forth", Language::ForthScript)];
    let lists = languages.map(|(name, language)| {
        let (clauses, others) = (list(language, true), list(language, false));
        format!("  \"{name}\": {{\n    \"clauses\": [{clauses}],\n    \"words\": [{others}]\n  }}")
    });
    format!("{{\n{}\n}}\n", lists.join(",\n"))
}

/// Returns the words of a language that begin clauses, or the others, in alphabetical order.
fn names(language: Language, is_clause: bool) -> Vec<&'static str> {
    let all = words(language).iter().filter(|word| !word.is_pattern());
    let mut names: Vec<&str> =
        all.filter(|word| CLAUSES.contains(&word.kind) == is_clause).map(|word| word.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn rule(name: &str, pattern: &str, scope: &str) -> String {
    format!("{{ \"name\": \"{name}.{scope}\", \"match\": {} }}", quoted(pattern))
}

fn span(name: &str, begin: &str, end: &str, scope: &str) -> String {
    format!("{{ \"name\": \"{name}.{scope}\", \"begin\": {}, \"end\": {} }}", quoted(begin), quoted(end))
}

/// Returns a pattern as a string of JSON.
fn quoted(pattern: &str) -> String {
    format!("\"{}\"", pattern.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a word as a pattern that matches it alone.
fn escaped(word: &str) -> String {
    let special = |c: char| r"\^$.|?*+()[]{}".contains(c);
    word.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammars_of_the_extension_have_the_words_of_today() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vscode/syntaxes");
        for (language, name) in [(Language::Drf, "drf"), (Language::Zrf, "zrf"), (Language::ForthScript, "forthscript")]
        {
            let kept = std::fs::read_to_string(format!("{folder}/{name}.tmLanguage.json")).unwrap_or_default();
            assert!(kept == textmate(language), "{name}: run `cargo run -p dagaz-analysis --example grammars`");
        }
    }

    #[test]
    fn the_editor_of_the_page_has_the_words_of_today() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/app/studio/words.json");
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(kept == word_lists(), "run `cargo run -p dagaz-analysis --example grammars`");
    }

    #[test]
    fn words_are_escaped_twice() {
        assert_eq!(escaped("+LOOP"), r"\+LOOP");
        assert_eq!(quoted(r#"\+""#), r#""\\+\"""#);
    }
}
