//! The formatter: the same tokens with normalised white space.
//!
//! Authors format rules by hand, and the layout has meaning: one line is one thought, and one
//! column holds similar things. So line ends stay, and aligned columns stay aligned, also when a
//! name grows. Everything else is normalised: indentation, blanks, empty lines, closing
//! parentheses, and long lines. Only white space changes, so the rules cannot.

mod columns;
mod lines;

use std::fmt;

/// Lines are broken so that they are no longer than this, where they can be.
const WIDTH: usize = 120;

/// How often a text is laid out until nothing changes any more. Twice is what real texts need.
const ROUNDS: usize = 6;

/// Why a text cannot be formatted: it is no nested lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unformattable {
    /// A parenthesis is opened and never closed, at this byte.
    Unclosed(u32),
    /// A parenthesis is closed that nothing has opened.
    Unopened(u32),
    /// A string has no end.
    UnfinishedString(u32),
}

impl Unformattable {
    /// Returns the byte of the text where it is.
    pub fn at(self) -> u32 {
        match self {
            Unformattable::Unclosed(at) | Unformattable::Unopened(at) | Unformattable::UnfinishedString(at) => at,
        }
    }
}

impl fmt::Display for Unformattable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unformattable::Unclosed(_) => "this parenthesis is never closed",
            Unformattable::Unopened(_) => "nothing has opened what is closed here",
            Unformattable::UnfinishedString(_) => "this string has no end",
        })
    }
}

impl std::error::Error for Unformattable {}

/// Returns a rules text of either edition, formatted. What is formatted already stays as it is.
///
/// # Errors
/// If parentheses or quotes do not match.
pub fn format(text: &str) -> Result<String, Unformattable> {
    let mut now = columns::lay_out(&mut lines::FormatLines::read(text, WIDTH)?);
    for _ in 1..ROUNDS {
        let again = columns::lay_out(&mut lines::FormatLines::read(&now, WIDTH)?);
        if again == now {
            return Ok(now);
        }
        now = again;
    }
    // Two layouts that make each other: one without columns is the same the next time.
    for _ in 0..ROUNDS {
        now = columns::lay_out_plainly(&mut lines::FormatLines::read(&now, WIDTH)?);
    }
    Ok(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_white_space_is_normalised() {
        let cases = [
            ("", ""),
            (
                "( drf   3 )\n\n\n\n(game \"A\"\n(players A B)   \n\t(board (grid 3 3)\n) )",
                "(drf 3)\n\n(game \"A\"\n  (players A B)\n  (board (grid 3 3)))\n",
            ),
            ("(a)(b)", "(a)\n(b)\n"),
            ("; one  \n(a ; two\n) ; three", "; one\n(a ; two\n  ) ; three\n"),
            ("(a\n  ; inside\n  b)\n", "(a\n  ; inside\n  b)\n"),
            ("(a \"x  y\nz\"   b)", "(a \"x  y\nz\" b)\n"),
            // Columns that were lined up stay so, and one that is none disappears.
            (
                "(g\n  (p King   \"K\")\n  (p Rook   \"R\")\n  (p Bishop \"B\"))",
                "(g\n  (p King   \"K\")\n  (p Rook   \"R\")\n  (p Bishop \"B\"))\n",
            ),
            ("(g\n  (p King    \"K\")\n  (p Emperor   \"R\"))", "(g\n  (p King      \"K\")\n  (p Emperor   \"R\"))\n"),
            ("(g\n  (p   King)\n\n  (p Rook))", "(g\n  (p King)\n\n  (p Rook))\n"),
            // A continuation line keeps its alignment.
            ("(g\n (rule a b\n         c))", "(g\n  (rule a b\n          c))\n"),
            ("(g\n    (rule a b\n            c))", "(g\n  (rule a b\n          c))\n"),
            ("(g\n    (rule (a b\n           c)))", "(g\n  (rule (a b\n         c)))\n"),
        ];
        for (text, expected) in cases {
            let formatted = format(text).expect("it is well formed");
            assert_eq!(formatted, expected, "{text:?}");
            assert_eq!(format(&formatted).as_deref(), Ok(expected), "{text:?} twice");
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_broken_where_it_is_shallow() {
        let clause = "(rule long (and (many orthogonal enemy) (many diagonal enemy)))";
        let text = format(&format!("(game \"Long\" {clause} {clause} {clause})")).expect("it is well formed");
        assert_eq!(text, format!("(game \"Long\"\n  {clause}\n  {clause}\n  {clause})\n").as_str());
        let text = format(&format!("(a {})", "word ".repeat(60))).expect("it is well formed");
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.len() <= WIDTH), "{text}");
        // A broken line continues below the second member, also in a list that begins far to the
        // right.
        let text = format(&format!("(game \"Far\" (setup (Attackers Attackers (Man {}))))", "a1 b2 ".repeat(40)));
        let text = text.expect("it is well formed");
        assert!(text.lines().count() <= 6 && text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(format(&text).as_deref(), Ok(text.as_str()));
    }

    #[test]
    fn unbalanced_nesting_is_refused() {
        assert_eq!(format("(a (b)"), Err(Unformattable::Unclosed(0)));
        assert_eq!(format("(a))"), Err(Unformattable::Unopened(3)));
        assert_eq!(format("(a \"b)"), Err(Unformattable::UnfinishedString(3)));
    }
}
