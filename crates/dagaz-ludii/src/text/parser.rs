//! From tokens to the syntax tree.
//!
//! The parser keeps its own stack and limits the depth of the tree, so a walk over the tree may
//! recurse.

use super::{Diagnostic, List, Node, Span, Token, TokenKind, Value};

/// Depth of nested lists. The deepest real description has 47.
const NESTING_MAX: usize = 200;

/// A list that is still open.
struct Open {
    name: Option<Box<str>>,
    braces: bool,
    span: Span,
    /// The head, once it was read; a list that holds only a list has none.
    head: Option<(Box<str>, Span)>,
    nodes: Vec<Node>,
}

/// Returns the nodes of a text, or the first fault in it.
///
/// Brackets that hold only ludemes go: `(a ((b) (c)))` is read as `(a (b) (c))`. A colon behind a
/// head word is dropped.
pub fn parse(tokens: &[Token]) -> Result<Vec<Node>, Diagnostic> {
    let mut done = Vec::new();
    let mut stack: Vec<Open> = Vec::new();
    let mut name: Option<(Box<str>, Span)> = None;
    for token in tokens {
        let span = token.span;
        let fresh = stack.last().is_some_and(|open| !open.braces && open.head.is_none() && open.nodes.is_empty());
        let value = match &token.kind {
            TokenKind::Open | TokenKind::OpenBrace => {
                if stack.len() >= NESTING_MAX {
                    let message = format!("lists are nested more than {NESTING_MAX} deep");
                    return Err(Diagnostic::error(span, message));
                }
                let (name, start) = name.take().map_or((None, span), |(name, at)| (Some(name), at.to(span)));
                let braces = token.kind == TokenKind::OpenBrace;
                stack.push(Open { name, braces, span: start, head: None, nodes: Vec::new() });
                continue;
            }
            TokenKind::Close | TokenKind::CloseBrace => {
                if let Some((name, at)) = name.take() {
                    return Err(Diagnostic::error(at, format!("`{name}:` has no value")));
                }
                let nodes = close(stack.pop(), token)?;
                stack.last_mut().map_or(&mut done, |open| &mut open.nodes).extend(nodes);
                continue;
            }
            TokenKind::Name(word) if fresh => {
                stack.last_mut().expect("a list is open").head = Some((word.clone(), span));
                continue;
            }
            TokenKind::Name(word) => {
                if let Some((before, at)) = name.replace((word.clone(), span)) {
                    return Err(Diagnostic::error(at, format!("`{before}:` has no value")));
                }
                continue;
            }
            TokenKind::Word(word) if fresh => {
                stack.last_mut().expect("a list is open").head = Some((word.clone(), span));
                continue;
            }
            TokenKind::Text(text) if fresh => {
                return Err(Diagnostic::error(span, format!("the define \"{text}\" is not known"))
                    .hint("give the folder of the library's defines by --defines"));
            }
            TokenKind::Word(word) => Value::Word(word.clone()),
            TokenKind::Integer(number) => Value::Integer(*number),
            TokenKind::Float(number) => Value::Float(*number),
            TokenKind::Boolean(value) => Value::Boolean(*value),
            TokenKind::Text(text) => Value::Text(text.clone()),
        };
        let (name, start) = name.take().map_or((None, span), |(name, at)| (Some(name), at.to(span)));
        stack.last_mut().map_or(&mut done, |open| &mut open.nodes).push(Node { name, value, span: start });
    }
    match (stack.pop(), name) {
        (Some(open), _) => Err(Diagnostic::error(open.span, "this bracket is never closed")),
        (None, Some((name, at))) => Err(Diagnostic::error(at, format!("`{name}:` has no value"))),
        (None, None) => Ok(done),
    }
}

/// Returns the nodes of a list that ends with this token.
fn close(open: Option<Open>, token: &Token) -> Result<Vec<Node>, Diagnostic> {
    let braces = token.kind == TokenKind::CloseBrace;
    let Some(mut open) = open else {
        return Err(Diagnostic::error(token.span, "this bracket closes nothing"));
    };
    if open.braces != braces {
        let message = if braces { "`}` closes a list that `(` opened" } else { "`)` closes an array that `{` opened" };
        return Err(Diagnostic::error(token.span, message));
    }
    let span = open.span.to(token.span);
    let value = match open.head {
        _ if braces => Value::Braces(open.nodes),
        Some((head, head_span)) => Value::List(List { head, head_span, args: open.nodes }),
        None if open.nodes.len() == 1 && open.nodes[0].list().is_some() => open.nodes.remove(0).value,
        None if open.name.is_none()
            && !open.nodes.is_empty()
            && open.nodes.iter().all(|node| node.list().is_some()) =>
        {
            return Ok(open.nodes);
        }
        None => return Err(Diagnostic::error(span, "a list begins with the name of a ludeme")),
    };
    Ok(vec![Node { name: open.name, value, span }])
}
