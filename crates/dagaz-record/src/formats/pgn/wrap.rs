//! Lines of at most 79 characters, as the export format wants them.

/// The most characters of a line.
const WIDTH: usize = 79;

/// Movetext that is broken into lines as it grows.
#[derive(Default)]
pub(crate) struct Lines {
    text: String,
    column: usize,
    /// Whether the next word stands close to the one before.
    glued: bool,
}

impl Lines {
    /// Adds a word behind a blank or a line break.
    pub(crate) fn word(&mut self, word: &str) {
        self.put(word);
    }

    /// Makes the next word stand close: behind `(`.
    pub(crate) fn glue(&mut self) {
        self.glued = true;
    }

    /// Adds a sign to the word before: `)`.
    pub(crate) fn close(&mut self, sign: &str) {
        if self.column + sign.len() > WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        self.text += sign;
        self.column += sign.len();
    }

    /// Adds a comment. It is broken only at single blanks, so that reading gives the same text
    /// again, and never before what would mean something at the beginning of a line.
    pub(crate) fn comment(&mut self, text: &str) {
        let whole = format!("{{{text}}}");
        let mut rest = whole.as_str();
        while !rest.is_empty() {
            let end = break_in(rest).unwrap_or(rest.len());
            let word = &rest[..end];
            self.put(word);
            rest = rest.get(end + 1..).unwrap_or("");
        }
    }

    /// The lines, each ended.
    pub(crate) fn finish(mut self) -> String {
        if self.column > 0 {
            self.text.push('\n');
        }
        self.text
    }

    fn put(&mut self, word: &str) {
        let length = word.chars().count();
        let glued = std::mem::take(&mut self.glued);
        // A `)` may follow.
        let full = self.column + usize::from(!glued) + length >= WIDTH;
        if glued {
            // The word to which this one belongs goes to the next line with it.
            if full && let Some(blank) = self.text.rfind([' ', '\n']).filter(|&at| self.text.as_bytes()[at] == b' ') {
                self.text.replace_range(blank..=blank, "\n");
                self.column = self.text[blank + 1..].chars().count();
            }
        } else if self.column > 0 {
            self.text.push(if full { '\n' } else { ' ' });
            self.column = if full { 0 } else { self.column + 1 };
        }
        self.text += word;
        self.column += length;
    }
}

/// The first single blank at which a line may be broken.
fn break_in(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    // The reader trims lines, of any white space.
    let spaced =
        |at: usize| text[..at].ends_with(char::is_whitespace) || text[at + 1..].starts_with(char::is_whitespace);
    let single = |at: usize| bytes[at] == b' ' && at > 0 && !spaced(at);
    let harmless = |at: usize| !bytes[at + 1..].starts_with(b"%") && !bytes[at + 1..].starts_with(b"[Event");
    // Nor within `[%clk 1:00:00]`.
    let command =
        |at: usize| text[..at].rsplit(' ').next().is_some_and(|word| word.contains("[%") && !word.contains(']'));
    (0..bytes.len()).find(|&at| single(at) && harmless(at) && !command(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_tokens_stay_together() {
        let mut lines = Lines::default();
        lines.word(&"x".repeat(WIDTH - 3));
        lines.word("(");
        lines.glue();
        lines.word("12.");
        assert!(lines.finish().ends_with("x\n(12.\n"));
    }

    #[test]
    fn wrapped_lines_are_short_and_equal_in_meaning() {
        let mut lines = Lines::default();
        for number in 0..40 {
            lines.word(&number.to_string());
        }
        let long = "many words  with two blanks and \u{a0}one that is kept ".repeat(8) + "[Event \"x\"]";
        lines.comment(&long);
        lines.word("(");
        lines.glue();
        lines.word("e4");
        lines.close(")");
        let text = lines.finish();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.replace('\n', " ").contains(&format!("{{{long}}} (e4)")), "{text}");
        assert!(!text.contains("\n["), "{text}");

        let mut lines = Lines::default();
        lines.comment(&"[%clk 1:00:00] ".repeat(20));
        assert!(lines.finish().lines().all(|line| line.len() <= WIDTH && !line.ends_with("clk")));
    }
}
