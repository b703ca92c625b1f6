//! Checks of the comments in one source file. Only comments that have their lines to themselves
//! count. Rows of tables may be wide, as in documents.

use super::words::Words;
use super::{COLUMNS, Finding};

pub(super) fn check(file: &str, text: &str, list: &Words) -> Vec<Finding> {
    let finding =
        |line: usize, found: String, suggestion: String| Finding { file: file.into(), line, found, suggestion };
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(comment) = comment(line) else { continue };
        let width = line.chars().count();
        if width > COLUMNS && !comment.trim_start().starts_with('|') {
            findings.push(finding(index + 1, format!("a comment of {width} columns"), "wrap it at 100 columns".into()));
        }
        for (_, found, suggestion) in list.find(&without_code(comment)) {
            findings.push(finding(index + 1, found, suggestion));
        }
    }
    findings
}

/// Returns the text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["///", "//!", "//", "/*", "* "].into_iter().find_map(|mark| line.strip_prefix(mark))
}

/// Replaces what stands in backticks.
fn without_code(comment: &str) -> String {
    comment.split('`').enumerate().map(|(index, part)| if index % 2 == 0 { part } else { "x" }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_checked_and_code_is_not() {
        let list: Words = toml::from_str("[[rule]]\nwords = [\"whoever\"]\nwhy = \"w\"\nplain = \"p\"").expect("valid");
        let wide = "a ".repeat(60);
        let text = format!("/// Whoever\nlet whoever = 1;\n    // `whoever` and whoever\n// {wide}\n/// | {wide} |\n");
        let found: Vec<usize> = check("a.rs", &text, &list).into_iter().map(|finding| finding.line).collect();
        assert_eq!(found, [1, 3, 4]);
    }
}
