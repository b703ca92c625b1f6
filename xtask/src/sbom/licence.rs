//! Licence expressions of SPDX: names joined by AND, OR and WITH, in parentheses.

/// An expression.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    /// One licence, with its exception if it has one.
    Licence(String),
    Both(Box<Expression>, Box<Expression>),
    Either(Box<Expression>, Box<Expression>),
}

/// Parentheses in one another, so that no input overflows the stack.
const DEPTH: usize = 32;

impl Expression {
    /// Reads an expression. Older crates write `MIT/Apache-2.0` for OR.
    pub(crate) fn parse(text: &str) -> Result<Expression, String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut rest = words.as_slice();
        let read = either(&mut rest, 0)?;
        match rest {
            [] => Ok(read),
            [word, ..] => Err(format!("{word} is not expected")),
        }
    }

    /// Returns whether the expression holds if exactly these licences are accepted.
    pub(crate) fn holds(&self, accepted: &impl Fn(&str) -> bool) -> bool {
        match self {
            Expression::Licence(name) => accepted(name),
            Expression::Both(one, other) => one.holds(accepted) && other.holds(accepted),
            Expression::Either(one, other) => one.holds(accepted) || other.holds(accepted),
        }
    }
}

/// Reads what OR joins; AND binds more tightly.
fn either(rest: &mut &[&str], depth: usize) -> Result<Expression, String> {
    let mut read = both(rest, depth)?;
    while let ["OR", behind @ ..] = *rest {
        *rest = behind;
        read = Expression::Either(Box::new(read), Box::new(both(rest, depth)?));
    }
    Ok(read)
}

fn both(rest: &mut &[&str], depth: usize) -> Result<Expression, String> {
    let mut read = one(rest, depth)?;
    while let ["AND", behind @ ..] = *rest {
        *rest = behind;
        read = Expression::Both(Box::new(read), Box::new(one(rest, depth)?));
    }
    Ok(read)
}

fn one(rest: &mut &[&str], depth: usize) -> Result<Expression, String> {
    match *rest {
        ["(", behind @ ..] if depth < DEPTH => {
            *rest = behind;
            let read = either(rest, depth + 1)?;
            let [")", behind @ ..] = *rest else { return Err("a parenthesis is not closed".to_string()) };
            *rest = behind;
            Ok(read)
        }
        [] | ["(" | ")" | "AND" | "OR" | "WITH", ..] => Err("a licence is expected".to_string()),
        [name, "WITH", exception, behind @ ..] => {
            *rest = behind;
            Ok(Expression::Licence(format!("{name} WITH {exception}")))
        }
        [name, behind @ ..] => {
            *rest = behind;
            Ok(Expression::Licence((*name).to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_hold_by_their_accepted_licences() {
        for (text, accepted, holds) in [
            ("MIT", "MIT", true),
            ("MIT", "ISC", false),
            ("MIT OR Apache-2.0", "Apache-2.0", true),
            ("MIT/Apache-2.0", "MIT", true),
            ("MIT AND BSD-3-Clause", "MIT", false),
            ("MIT AND BSD-3-Clause", "MIT BSD-3-Clause", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", "MIT", false),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", "Apache-2.0 Unicode-3.0", true),
            ("MIT OR Apache-2.0 AND Unicode-3.0", "MIT", true),
            ("Apache-2.0 WITH LLVM-exception", "Apache-2.0", false),
        ] {
            let known: Vec<&str> = accepted.split(' ').collect();
            let read = Expression::parse(text).expect("it can be read");
            assert_eq!(read.holds(&|name: &str| known.contains(&name)), holds, "{text} with {accepted}");
        }
        let read = Expression::parse("Apache-2.0 WITH LLVM-exception").expect("it can be read");
        assert_eq!(read, Expression::Licence("Apache-2.0 WITH LLVM-exception".to_string()));
    }

    #[test]
    fn wrong_expressions_are_refused() {
        let deep = format!("{}MIT{}", "(".repeat(50), ")".repeat(50));
        for text in ["", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT Apache-2.0", "MIT WITH", &deep] {
            assert!(Expression::parse(text).is_err(), "{text}");
        }
    }
}
