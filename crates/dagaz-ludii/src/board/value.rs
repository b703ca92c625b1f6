//! Numbers in board expressions, worked out when the board is built.

use crate::text::{Diagnostic, Node};

/// Largest number that a board expression may have.
const NUMBER_MAX: f64 = 1e6;

/// Returns a whole number. Division drops the fraction.
pub(super) fn integer(node: &Node) -> Result<i64, Diagnostic> {
    Ok(number(node, true)? as i64)
}

/// Returns a whole number that is not below zero.
pub(super) fn size(node: &Node) -> Result<usize, Diagnostic> {
    let value = integer(node)?;
    usize::try_from(value).map_err(|_| Diagnostic::error(node.span, format!("{value} is no size")))
}

/// Returns a number.
pub(super) fn float(node: &Node) -> Result<f64, Diagnostic> {
    number(node, false)
}

/// Returns whether a node can be a number.
pub(super) fn is_number(node: &Node) -> bool {
    number(node, false).is_ok()
}

fn number(node: &Node, whole: bool) -> Result<f64, Diagnostic> {
    use crate::text::Value;
    let wrong = || Diagnostic::error(node.span, "a number is expected here");
    let value = match &node.value {
        Value::Integer(number) => *number as f64,
        Value::Float(number) if whole => number.trunc(),
        Value::Float(number) => *number,
        Value::Word(_) => node.integer().ok_or_else(wrong)? as f64,
        Value::List(list) => {
            let mut elements: Vec<&Node> = list.args.iter().collect();
            // `(+ {1 2 3})` is the sum of a list.
            if let [one] = elements[..]
                && let Some(inner) = one.braces()
            {
                elements = inner.iter().collect();
            }
            let numbers = elements.iter().map(|one| number(one, whole)).collect::<Result<Vec<f64>, _>>()?;
            operation(&list.head, &numbers, whole).ok_or_else(wrong)?
        }
        _ => return Err(wrong()),
    };
    if value.is_nan() || value.abs() > NUMBER_MAX {
        return Err(Diagnostic::error(node.span, "this number is too large for a board"));
    }
    Ok(value)
}

fn operation(head: &str, numbers: &[f64], whole: bool) -> Option<f64> {
    let round = |value: f64| if whole { value.trunc() } else { value };
    Some(match (head, numbers) {
        ("+", numbers) => numbers.iter().sum(),
        ("*", numbers) => numbers.iter().product(),
        ("-", [a]) => -a,
        ("-", [a, b]) => a - b,
        ("/", [_, b]) if *b == 0.0 => return None,
        ("/", [a, b]) => round(a / b),
        ("%", [_, b]) if *b == 0.0 => return None,
        ("%", [a, b]) => a % b,
        ("^", [a, b]) => round(a.powf(*b)),
        ("abs", [a]) => a.abs(),
        ("min", [a, b]) => a.min(*b),
        ("max", [a, b]) => a.max(*b),
        ("sqrt", [a]) => round(a.sqrt()),
        ("sin", [a]) => a.sin(),
        ("cos", [a]) => a.cos(),
        ("tan", [a]) => a.tan(),
        ("exp", [a]) => a.exp(),
        ("log", [a]) => a.ln(),
        ("log10", [a]) => a.log10(),
        _ => return None,
    })
}
