//! What is done with numbers of rules: arithmetic that saturates, and never fails.

use dagaz_rules::path::Operation;

/// An operation on numbers, of which there is at least one.
pub(super) fn compute<E>(
    operation: Operation,
    mut numbers: impl ExactSizeIterator<Item = Result<i64, E>>,
) -> Result<i64, E> {
    let alone = numbers.len() == 1;
    let first = numbers.next().unwrap_or(Ok(0))?;
    if alone {
        return Ok(match operation {
            Operation::Subtract => first.saturating_neg(),
            Operation::Size => first.saturating_abs(),
            _ => first,
        });
    }
    numbers.try_fold(first, |a, b| b.map(|b| of_two(operation, a, b)))
}

fn of_two(operation: Operation, a: i64, b: i64) -> i64 {
    match operation {
        Operation::Add => a.saturating_add(b),
        Operation::Subtract => a.saturating_sub(b),
        Operation::Multiply => a.saturating_mul(b),
        Operation::Divide => a.checked_div(b).unwrap_or(0),
        Operation::Remainder => a.checked_rem(b).unwrap_or(0),
        Operation::Least => a.min(b),
        Operation::Greatest => a.max(b),
        Operation::Size => a.saturating_abs(),
    }
}
