//! Finds access to the outside world in Rust source: files, network, clock, threads, environment,
//! output, and random numbers that are not arguments. It reads tokens, not meanings: names in
//! comments, strings and modules for tests do not count, and names that are renamed on import are
//! missed.

/// Modules of the standard library that reach outside.
const MODULES: [&str; 8] = ["fs", "net", "io", "env", "process", "thread", "time", "os"];
/// Macros that print.
const MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];
/// Sources of randomness that the caller did not choose.
const RANDOM: [&str; 8] =
    ["RandomState", "ThreadRng", "OsRng", "SysRng", "getrandom", "thread_rng", "from_entropy", "from_os_rng"];

/// What was found in one file.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Line and thing.
    pub(crate) findings: Vec<(usize, String)>,
    /// Modules with files of their own that are compiled for tests only.
    pub(crate) test_modules: Vec<String>,
}

/// Scans a source text.
pub(crate) fn scan(text: &str) -> Scan {
    let tokens = tokens(text);
    let mut scan = Scan::default();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(after) = test_attribute(&tokens, at) {
            at = skip_item(&tokens, after, &mut scan.test_modules);
            continue;
        }
        let (line, word) = (tokens[at].0, tokens[at].1.as_str());
        let next = |offset: usize| tokens.get(at + offset).map(|(_, word)| word.as_str());
        // A duration is a number; the clock is what is not pure about time.
        let duration = next(2) == Some("time") && next(4) == Some("Duration");
        if word == "std" && next(1) == Some("::") && !duration {
            let found = &mut scan.findings;
            for (line, module) in
                heads(&tokens, at + 2).into_iter().filter(|(_, name)| MODULES.contains(&name.as_str()))
            {
                found.push((line, format!("std::{module}")));
            }
        } else if MACROS.contains(&word) && next(1) == Some("!") {
            scan.findings.push((line, format!("{word}!")));
        } else if RANDOM.contains(&word) {
            scan.findings.push((line, word.to_string()));
        }
        at += 1;
    }
    scan
}

/// Returns the tokens of a source text without the items that are compiled for tests only.
pub(crate) fn without_tests(text: &str) -> Vec<(usize, String)> {
    let tokens = tokens(text);
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        match test_attribute(&tokens, at) {
            Some(after) => at = skip_item(&tokens, after, &mut Vec::new()),
            None => {
                kept.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    kept
}

/// Returns the names that a path or a group of imports begins with.
pub(crate) fn heads(tokens: &[(usize, String)], start: usize) -> Vec<(usize, String)> {
    match tokens.get(start) {
        Some((_, open)) if open == "{" => {
            let (mut found, mut depth, mut expected) = (Vec::new(), 0, true);
            for (line, word) in &tokens[start..] {
                match word.as_str() {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    "," if depth == 1 => expected = true,
                    _ if expected => {
                        found.push((*line, word.clone()));
                        expected = false;
                    }
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
            found
        }
        Some(token) => vec![token.clone()],
        None => Vec::new(),
    }
}

/// If an attribute that stands here makes its item one for tests only: where the item begins.
fn test_attribute(tokens: &[(usize, String)], at: usize) -> Option<usize> {
    let words: Vec<&str> = tokens[at..].iter().take(4).map(|(_, word)| word.as_str()).collect();
    if words != ["#", "[", "cfg", "("] {
        return None;
    }
    let length = tokens[at..].iter().position(|(_, word)| word == "]")?;
    let inside: Vec<&str> = tokens[at + 4..at + length].iter().map(|(_, word)| word.as_str()).collect();
    (inside.contains(&"test") && !inside.contains(&"not")).then_some(at + length + 1)
}

/// Where the item ends that begins here, further attributes and all.
fn skip_item(tokens: &[(usize, String)], start: usize, modules: &mut Vec<String>) -> usize {
    let mut depth = 0;
    for (index, (_, word)) in tokens.iter().enumerate().skip(start) {
        match word.as_str() {
            "{" | "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "}" => {
                depth -= 1;
                if depth == 0 {
                    return index + 1;
                }
            }
            ";" if depth == 0 => {
                if tokens[index.saturating_sub(2)].1 == "mod" {
                    modules.push(tokens[index - 1].1.clone());
                }
                return index + 1;
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Words and signs with their lines; comments, strings and characters are left out.
fn tokens(text: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = text.chars().collect();
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 1);
    let starts = |at: usize, sign: &str| sign.chars().enumerate().all(|(offset, c)| chars.get(at + offset) == Some(&c));
    while at < chars.len() {
        let begin = at;
        if starts(at, "//") {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if starts(at, "/*") {
            let mut depth = 0;
            while at < chars.len() {
                if starts(at, "/*") {
                    (depth, at) = (depth + 1, at + 2);
                } else if starts(at, "*/") {
                    (depth, at) = (depth - 1, at + 2);
                } else {
                    at += 1;
                }
                if depth == 0 {
                    break;
                }
            }
        } else if let Some(end) =
            raw_string(&chars, at).or_else(|| string(&chars, at)).or_else(|| character(&chars, at))
        {
            at = end;
        } else if chars[at].is_alphanumeric() || chars[at] == '_' {
            while at < chars.len() && (chars[at].is_alphanumeric() || chars[at] == '_') {
                at += 1;
            }
            tokens.push((line, chars[begin..at].iter().collect()));
        } else if starts(at, "::") {
            tokens.push((line, "::".to_string()));
            at += 2;
        } else {
            if !chars[at].is_whitespace() {
                tokens.push((line, chars[at].to_string()));
            }
            at += 1;
        }
        line += chars[begin..at.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

fn raw_string(chars: &[char], start: usize) -> Option<usize> {
    let mut at = start;
    at += usize::from(matches!(chars.get(at), Some('b' | 'c')));
    if chars.get(at) != Some(&'r') {
        return None;
    }
    let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
    at += 1 + hashes;
    if chars.get(at) != Some(&'"') {
        return None;
    }
    let ends = |at: usize| chars[at] == '"' && chars[at + 1..].iter().take_while(|c| **c == '#').count() >= hashes;
    let end = (at + 1..chars.len()).find(|&at| ends(at));
    Some(end.map_or(chars.len(), |end| end + 1 + hashes))
}

fn string(chars: &[char], start: usize) -> Option<usize> {
    let mut at = start + usize::from(matches!(chars.get(start), Some('b' | 'c')));
    if chars.get(at) != Some(&'"') {
        return None;
    }
    at += 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    Some((at + 1).min(chars.len()))
}

/// A character, but not a lifetime.
fn character(chars: &[char], start: usize) -> Option<usize> {
    if chars.get(start) != Some(&'\'') {
        return None;
    }
    match chars.get(start + 1)? {
        '\\' => {
            let end = chars[start + 3..].iter().position(|c| *c == '\'')?;
            Some(start + 3 + end + 1)
        }
        _ if chars.get(start + 2) == Some(&'\'') => Some(start + 3),
        _ => None,
    }
}

#[test]
fn side_effects_are_located() {
    let bad = r##"
use std::{collections::{HashMap, io}, fs::{self, File}, sync::Arc, io as input};
fn work<'a>(name: &'a str) -> char {
    // std::fs in a comment, println! too
    /* and /* nested */ std::net */
    let text = "std::env \" dbg!(";
    let raw = r#"std::process "quoted" thread_rng"#;
    let now = std::time::Instant::now() + std::time::Duration::ZERO;
    println!("{now:?}");
    let _ = ::std::thread
        ::spawn(|| ());
    let rng = rand::thread_rng();
    let state = std::collections::hash_map::RandomState::new();
    '"'
}
"##;
    let found = scan(bad).findings;
    let expected = [
        (2, "std::fs"),
        (2, "std::io"),
        (8, "std::time"),
        (9, "println!"),
        (10, "std::thread"),
        (12, "thread_rng"),
        (13, "RandomState"),
    ];
    assert_eq!(found, expected.map(|(line, what)| (line, what.to_string())));
}

#[test]
fn test_code_is_not_counted() {
    let text = r#"
#[cfg(test)]
mod tests {
    use std::fs;
    fn braces() -> [char; 2] { ['{', '}'] }
}
#[cfg(test)]
mod more;
#[cfg(all(test, unix))]
#[allow(dead_code)]
fn helper() { println!(); }
#[cfg(not(test))]
fn real() { dbg!(1); }
mod own;
fn print(io: usize, fs: usize) -> usize { io + fs }
"#;
    let scan = scan(text);
    assert_eq!(scan.findings, [(13, "dbg!".to_string())]);
    assert_eq!(scan.test_modules, ["more"]);
}
