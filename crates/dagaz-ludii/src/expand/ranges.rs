//! Ranges: `2..5` and `"A1".."C3"` are written out.

use super::Budget;
use crate::text::{Diagnostic, Span, Traced, string_end};

/// Numbers that one range may have.
const WIDTH_MAX: i64 = 1000;

/// Returns the text with all ranges written out.
pub(super) fn expand(text: &Traced, budget: &mut Budget) -> Result<Traced, Diagnostic> {
    let bytes = text.bytes();
    let mut out = Traced::default();
    let (mut at, mut kept) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == b'"' {
            let Some(end) = string_end(bytes, at) else { break };
            if bytes[end + 1..].starts_with(b"..\"")
                && let Some(last) = string_end(bytes, end + 3)
            {
                let span = text.span(at, last + 1);
                let (from, to) = (coordinate(&bytes[at + 1..end]), coordinate(&bytes[end + 4..last]));
                if let (Some(from), Some(to)) = (from, to) {
                    out.push(text, kept, at);
                    out.push_made(&rectangle(from, to, span)?, span.start);
                    kept = last + 1;
                }
                at = last + 1;
                continue;
            }
            at = end + 1;
            continue;
        }
        if bytes[at] != b'.' || bytes.get(at + 1) != Some(&b'.') {
            at += 1;
            continue;
        }
        let before = bytes[kept..at].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let after = bytes[(at + 2).min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if before == 0 || after == 0 {
            at += 1;
            continue;
        }
        let (start, end) = (at - before, at + 2 + after);
        let span = text.span(start, end);
        let (from, to) = (number(&bytes[start..at], span)?, number(&bytes[at + 2..end], span)?);
        if (from - to).abs() > WIDTH_MAX {
            return Err(Diagnostic::error(span, format!("a range has at most {WIDTH_MAX} numbers")));
        }
        out.push(text, kept, start);
        let numbers: Vec<i64> = if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() };
        let written: Vec<String> = numbers.iter().map(i64::to_string).collect();
        out.push_made(&written.join(" "), span.start);
        budget.check_length(out.len(), span)?;
        // The last number may begin the next range.
        (at, kept) = (end, end);
    }
    out.push(text, kept, bytes.len());
    Ok(out)
}

fn number(bytes: &[u8], span: Span) -> Result<i64, Diagnostic> {
    let number = std::str::from_utf8(bytes).ok().and_then(|text| text.parse::<i32>().ok());
    number.map(i64::from).ok_or_else(|| Diagnostic::error(span, "this number is too large"))
}

/// Returns column and row of a coordinate such as `C3` or `AB12`, both from 0.
fn coordinate(bytes: &[u8]) -> Option<(usize, usize)> {
    let letters = bytes.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    if letters == 0 || letters > 2 || letters == bytes.len() {
        return None;
    }
    let column = bytes[..letters].iter().fold(0, |sum, byte| sum * 26 + usize::from(byte - b'A') + 1) - 1;
    let row: usize = std::str::from_utf8(&bytes[letters..]).ok()?.parse().ok()?;
    Some((column, row.checked_sub(1)?))
}

/// Returns a column as letters: `A` … `Z`, `AA` …
pub(crate) fn column_letters(column: usize) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    if column < 26 { last.to_string() } else { format!("{}{last}", column_letters(column / 26 - 1)) }
}

/// Returns the coordinates of a rectangle, column by column.
fn rectangle(from: (usize, usize), to: (usize, usize), span: Span) -> Result<String, Diagnostic> {
    let (columns, rows) = (from.0.min(to.0)..=from.0.max(to.0), from.1.min(to.1)..=from.1.max(to.1));
    let size = (columns.end() - columns.start() + 1).saturating_mul(rows.end() - rows.start() + 1);
    if size > WIDTH_MAX as usize {
        return Err(Diagnostic::error(span, format!("a range has at most {WIDTH_MAX} coordinates")));
    }
    let all = columns.flat_map(|column| {
        let letters = column_letters(column);
        rows.clone().map(move |row| format!("\"{letters}{}\"", row + 1))
    });
    Ok(all.collect::<Vec<_>>().join(" "))
}
