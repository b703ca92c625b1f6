//! Judge of expansion: our tokens against the recorded expanded text.

use dagaz_ludii::Expanded;
use dagaz_ludii::text::{TokenKind, Traced, lex};

/// Returns the first difference between an expansion and the recorded text, or `None` if they
/// agree.
///
/// Blanks, a colon behind a head word and brackets around a bracketed list do not count.
pub fn difference(expanded: &Expanded, recorded: &str) -> Option<String> {
    let recorded = match lex(&Traced::new(recorded, 0)) {
        Ok(tokens) => tokens,
        Err(fault) => return Some(format!("the recorded text cannot be read: {}", fault.message)),
    };
    let ours = plain(expanded.tokens.iter().map(|token| &token.kind));
    let theirs = plain(recorded.iter().map(|token| &token.kind));
    let at = ours.iter().zip(&theirs).position(|(a, b)| !same(a, b));
    let at = at.or((ours.len() != theirs.len()).then(|| ours.len().min(theirs.len())))?;
    let part = |tokens: &[TokenKind]| {
        let shown = tokens.iter().skip(at.saturating_sub(4)).take(12);
        shown.map(|token| format!("{token:?}")).collect::<Vec<_>>().join(" ")
    };
    Some(format!("token {at}: ours {} | recorded {}", part(&ours), part(&theirs)))
}

fn same(a: &TokenKind, b: &TokenKind) -> bool {
    let number = |token: &TokenKind| match token {
        TokenKind::Integer(number) => Some(*number as f64),
        TokenKind::Float(number) => Some(*number),
        _ => None,
    };
    match (number(a), number(b)) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-6,
        _ => a == b,
    }
}

/// Tokens without doubled brackets and without colons of head words.
fn plain<'a>(tokens: impl Iterator<Item = &'a TokenKind>) -> Vec<TokenKind> {
    let mut out: Vec<TokenKind> = Vec::new();
    // Positions in `out` of the open brackets, and those that were doubled.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut tokens = tokens.peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenKind::Open => {
                let doubled = tokens.peek() == Some(&&TokenKind::Open);
                open.push((out.len(), doubled));
                if !doubled {
                    out.push(TokenKind::Open);
                }
            }
            TokenKind::Close => {
                if !open.pop().is_some_and(|(_, doubled)| doubled) {
                    out.push(TokenKind::Close);
                }
            }
            TokenKind::Name(name) if out.last() == Some(&TokenKind::Open) => out.push(TokenKind::Word(name.clone())),
            token => out.push(token.clone()),
        }
    }
    out
}
