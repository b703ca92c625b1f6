//! Columns: where each token of a line begins.

use std::collections::{BTreeMap, HashSet};

use dagaz_core::CompactSort;

use super::lines::{FormatLine, FormatLines, FormatToken, INDENT, blank};
use crate::lexer::TokenKind;

/// Number of passes: aligned columns move text below them, and the reverse.
const ROUNDS: usize = 6;

/// The tokens of one column: those that were aligned, and similar members of adjacent lists.
type Column = Vec<(usize, usize)>;

/// The lines of a list that begin with a member of it, after the one where it opens: where each
/// stood, and its column. Looked up for each line, they are gathered as lines are placed, so that
/// deep and long lists take no longer.
type Begun = BTreeMap<usize, usize>;

/// Assigns columns to tokens and writes the text. If an alignment would push itself away without
/// end or overlap something, which happens only in unformatted texts, nothing is aligned.
pub(super) fn lay_out(lines: &mut FormatLines<'_>) -> String {
    if !settle(lines, &groups(lines)) {
        settle(lines, &[]);
    }
    write(lines)
}

/// Lays out a text without lining up anything.
pub(super) fn lay_out_plainly(lines: &mut FormatLines<'_>) -> String {
    settle(lines, &[]);
    write(lines)
}

/// Gives every token its column. Whether the columns have come to rest, each token apart from the
/// one before it.
fn settle(lines: &mut FormatLines<'_>, groups: &[Column]) -> bool {
    let lined_up: HashSet<(usize, usize)> = groups.iter().flatten().copied().collect();
    for _ in 0..ROUNDS {
        let before: Vec<usize> = all_columns(lines).collect();
        let mut begun = vec![Begun::new(); lines.lists.len()];
        for at in 0..lines.lines.len() {
            let column = indent(lines, at, &begun);
            place(&mut lines.lines[at], column, &|index| lined_up.contains(&(at, index)), &BTreeMap::new());
            if let Some(first) = lines.lines[at].items.first()
                && let Some(list) = first.list
            {
                begun[list].entry(first.stood).or_insert(first.column);
            }
        }
        line_up(lines, groups, &lined_up);
        if all_columns(lines).eq(before) {
            return lines.lines.iter().all(is_apart);
        }
    }
    false
}

/// Returns whether the tokens of a line stand one behind the other: what is lined up with two
/// columns at once could be written over.
fn is_apart(line: &FormatLine<'_>) -> bool {
    line.items.windows(2).all(|pair| pair[1].column >= pair[0].end(pair[0].column) + blank(&pair[0], &pair[1]).min(1))
}

fn all_columns<'a>(lines: &'a FormatLines<'_>) -> impl Iterator<Item = usize> + 'a {
    lines.lines.iter().flat_map(|line| line.items.iter().map(|item| item.column))
}

/// Returns the tokens that are lined up, from left to right. They are in lines without an empty one
/// between them.
fn groups(lines: &FormatLines<'_>) -> Vec<Column> {
    let mut groups = Vec::new();
    let mut from = 0;
    while from < lines.lines.len() {
        let more = lines.lines[from + 1..].iter().take_while(|line| !line.apart).count();
        groups.extend(groups_of(lines, from..from + 1 + more));
        from += 1 + more;
    }
    groups
}

/// What tells columns apart: comments, and members of lists that are members of the same list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Family {
    Comment,
    Member(Option<usize>),
}

fn family(lines: &FormatLines<'_>, item: &FormatToken<'_>) -> Option<Family> {
    match item.kind {
        TokenKind::Comment => Some(Family::Comment),
        TokenKind::Close => None,
        _ => item.list.map(|list| Family::Member(lines.lists[list].parent)),
    }
}

fn groups_of(lines: &FormatLines<'_>, range: std::ops::Range<usize>) -> Vec<Column> {
    let mut stood: BTreeMap<(usize, Family), Column> = BTreeMap::new();
    let mut wide: Vec<(usize, usize)> = Vec::new();
    for at in range {
        for (index, item) in lines.lines[at].items.iter().enumerate().skip(1) {
            // Nothing can stand away from the parenthesis before it.
            let Some(family) = family(lines, item).filter(|_| lines.lines[at].items[index - 1].kind != TokenKind::Open)
            else {
                continue;
            };
            if item.gap > 1 {
                wide.push((at, index));
            }
            stood.entry((item.stood, family)).or_default().push((at, index));
        }
    }
    let gap = |(at, index): &(usize, usize)| lines.lines[*at].items[*index].gap;
    let is_column = |column: &Column| column.len() > 1 && column.iter().any(|place| gap(place) > 1);
    let mut groups: Vec<Column> = stood.into_values().filter(is_column).collect();
    // A wide gap next to lists of the same kind means that the author wants an aligned column.
    for (at, index) in wide {
        if groups.iter().any(|group| group.contains(&(at, index))) {
            continue;
        }
        let alike = |(other, place): &(usize, usize)| {
            let (one, two) = (&lines.lines[at].items[index], &lines.lines[*other].items[*place]);
            *other != at
                && one.member == two.member
                && family(lines, one) == family(lines, two)
                && head(lines, one) == head(lines, two)
        };
        match groups.iter_mut().find(|group| group.iter().any(alike)) {
            Some(group) => {
                group.retain(|(line, _)| *line != at);
                group.push((at, index));
            }
            None => groups.push(vec![(at, index)]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Returns the first word of the list that a token belongs to.
fn head<'a>(lines: &FormatLines<'a>, item: &FormatToken<'a>) -> &'a str {
    let Some(list) = item.list else { return "" };
    let (line, open) = lines.lists[list].open;
    lines.lines[line].items.get(open + 1).map_or("", |item| item.text)
}

/// Where a line begins, those before it placed.
fn indent(lines: &FormatLines<'_>, at: usize, begun: &[Begun]) -> usize {
    let Some(item) = lines.lines[at].items.first() else { return 0 };
    let Some(list) = item.list else { return 0 };
    let (line, open) = lines.lists[list].open;
    let parenthesis = &lines.lines[line].items[open];
    if lines.lists[list].parent.is_none() {
        return parenthesis.column + INDENT;
    }
    // Below something that stands in the line where the list begins, or in a line of it that stands
    // before this one.
    let mut own = lines.lines[line].items[open + 1..]
        .iter()
        .filter(|other| other.list == Some(list) && other.kind != TokenKind::Close);
    let first = own.next().map(|first| (first.stood, first.column));
    // A line break inside gives no hint where the text continues.
    if item.gap > 0 {
        return own.next().map_or(parenthesis.column + INDENT, |second| second.column);
    }
    let own: Vec<(usize, usize)> = own.map(|other| (other.stood, other.column)).collect();
    let exact =
        |places: &[(usize, usize)]| places.iter().find(|(stood, _)| *stood == item.stood).map(|(_, column)| *column);
    let below = (parenthesis.stood + INDENT, parenthesis.column + INDENT);
    let later = |stood: usize| begun[list].get(&stood).copied();
    // A list without a name continues below its first member, such as a path.
    if let Some(column) =
        exact(&own).or_else(|| later(item.stood)).or_else(|| exact(&[below])).or_else(|| exact(first.as_slice()))
    {
        return column;
    }
    // Or below what stands in the line before that list.
    if let Some(before) = line.checked_sub(1).map(|before| &lines.lines[before])
        && !lines.lines[line].apart
        && let Some(column) = exact(&before.items.iter().map(|other| (other.stood, other.column)).collect::<Vec<_>>())
    {
        return column;
    }
    let around = [begun[list].range(..item.stood).next_back(), begun[list].range(item.stood..).next()];
    let around = around.into_iter().flatten().map(|(stood, column)| (*stood, *column));
    let places = own.into_iter().chain(around).chain([below]);
    places.min_by_key(|(stood, _)| (stood.abs_diff(item.stood), *stood)).map_or(below.1, |(_, column)| column)
}

/// Places the tokens of a line from a column on. Before those that are lined up the author's blanks
/// stay, unless they have been given a column.
fn place(line: &mut FormatLine<'_>, column: usize, lined_up: &dyn Fn(usize) -> bool, given: &BTreeMap<usize, usize>) {
    let mut column = column;
    for index in 0..line.items.len() {
        if index > 0 {
            let gap = blank(&line.items[index - 1], &line.items[index]);
            // A comment behind a line stands as far from it as its author wants.
            let keeps = line.items[index].kind == TokenKind::Comment || lined_up(index);
            column += if keeps { gap } else { gap.min(1) };
            column = given.get(&index).copied().unwrap_or(column);
        }
        line.items[index].column = column;
        column = line.items[index].end(column);
    }
}

/// Moves what is lined up to the first column in which all of it fits.
fn line_up(lines: &mut FormatLines<'_>, groups: &[Column], lined_up: &HashSet<(usize, usize)>) {
    let mut given: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    let mut order: Vec<&Column> = groups.iter().collect();
    order.compact_sort_by_key(|group| group.iter().map(|(at, index)| lines.lines[*at].items[*index].stood).min());
    for group in order {
        let gap = group.iter().map(|(at, index)| lines.lines[*at].items[*index].gap.max(1)).min().unwrap_or(1);
        let fits = group.iter().map(|(at, index)| {
            let before = &lines.lines[*at].items[index - 1];
            before.end(before.column) + gap
        });
        let column = fits.max().unwrap_or(0);
        for (at, index) in group {
            let first = lines.lines[*at].items.first().map_or(0, |item| item.column);
            let own = given.entry(*at).or_default();
            own.insert(*index, column);
            place(&mut lines.lines[*at], first, &|index| lined_up.contains(&(*at, index)), own);
        }
    }
}

fn write(lines: &FormatLines<'_>) -> String {
    let mut text = String::new();
    for line in &lines.lines {
        if line.apart {
            text.push('\n');
        }
        let mut column = 0;
        for item in &line.items {
            while column < item.column {
                text.push(' ');
                column += 1;
            }
            text.push_str(item.text);
            column = item.end(item.column);
        }
        text.push('\n');
    }
    text
}
