//! The text that is written: lists over several lines, and comments that end where their line does.

use crate::source::shown;

/// Letters of a line, if its words allow it.
const WIDTH: usize = 110;
/// Blanks of one depth.
const INDENT: usize = 2;

/// See the [module documentation](self).
#[derive(Default)]
pub(super) struct Page {
    pub(super) text: String,
    /// Whether a parenthesis may stand behind the last line.
    closable: bool,
}

impl Page {
    /// A line.
    pub(super) fn line(&mut self, depth: usize, line: &str) {
        self.text += &" ".repeat(depth * INDENT);
        self.text += line;
        self.text.push('\n');
        self.closable = true;
    }

    /// An empty line.
    pub(super) fn gap(&mut self) {
        self.text.push('\n');
        self.closable = false;
    }

    /// A remark, line by line, none of which can be anything but a comment.
    pub(super) fn comment(&mut self, depth: usize, text: &str) {
        for line in text.split(['\n', '\r']) {
            let line: String = line.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
            self.line(depth, format!("; {line}").trim_end());
        }
        self.closable = false;
    }

    /// Lines of a script as comments.
    pub(super) fn source(&mut self, depth: usize, bytes: &[u8]) {
        for line in bytes.split(|byte| *byte == b'\n') {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let blanks: Vec<u8> =
                line.iter().flat_map(|&byte| if byte == b'\t' { vec![b' '; 2] } else { vec![byte] }).collect();
            self.comment(depth, &shown(&blanks));
        }
    }

    /// `(head item …)`, over several lines if need be.
    pub(super) fn list(&mut self, depth: usize, head: &str, items: &[String]) {
        let (mut line, mut inner) = (format!("({head}"), depth);
        for item in items {
            if inner * INDENT + line.chars().count() + 1 + item.chars().count() > WIDTH {
                self.line(inner, &line);
                line.clear();
                inner = depth + 1;
            } else {
                line.push(' ');
            }
            line += item;
        }
        line.push(')');
        self.line(inner, &line);
    }

    /// Ends a list that other lines began.
    pub(super) fn close(&mut self, depth: usize) {
        if self.closable && self.text.ends_with('\n') {
            self.text.pop();
            self.text += ")\n";
        } else {
            self.line(depth, ")");
        }
    }
}
