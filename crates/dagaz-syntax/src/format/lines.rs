//! A text as lines of tokens: which line each token stands in, where it stood, and to which list it
//! belongs.

use std::collections::HashMap;

use dagaz_core::CompactSort;

use super::Unformattable;
use crate::lexer::{Lexer, TokenKind};

/// A list of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    /// The list around it; none at the top.
    pub(super) parent: Option<usize>,
    /// How many lists are around it.
    depth: usize,
    /// The place of its parenthesis: line, and token of the line.
    pub(super) open: (usize, usize),
}

/// A token with its place.
#[derive(Clone, Debug)]
pub(super) struct FormatToken<'a> {
    pub(super) text: &'a str,
    pub(super) kind: TokenKind,
    /// Characters before it in the line of the author.
    pub(super) stood: usize,
    /// Blanks before it in the line of the author, if it is not the first.
    pub(super) gap: usize,
    /// Where it stands now.
    pub(super) column: usize,
    /// The list that it is a member of; for a closing parenthesis the list that it ends.
    pub(super) list: Option<usize>,
    /// Which member of it.
    pub(super) member: usize,
}

impl FormatToken<'_> {
    /// Returns the column after it, if it begins in that one.
    pub(super) fn end(&self, column: usize) -> usize {
        match self.text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => column + self.text.chars().count(),
        }
    }
}

/// A line.
#[derive(Clone, Debug, Default)]
pub(super) struct FormatLine<'a> {
    /// Whether an empty line stands before it.
    pub(super) apart: bool,
    pub(super) items: Vec<FormatToken<'a>>,
}

/// All lines.
#[derive(Clone, Debug, Default)]
pub(super) struct FormatLines<'a> {
    pub(super) lines: Vec<FormatLine<'a>>,
    pub(super) lists: Vec<List>,
}

/// What the author has put between two tokens.
struct Between {
    line_ends: usize,
    /// Columns of the token behind it.
    stood: usize,
    gap: usize,
}

impl<'a> FormatLines<'a> {
    /// Reads a text. Lines that are longer than `width` are broken.
    pub(super) fn read(text: &'a str, width: usize) -> Result<FormatLines<'a>, Unformattable> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = FormatLines::default();
        let mut open: Vec<(usize, u32, usize)> = Vec::new();
        let (mut before, mut last): (usize, Option<TokenKind>) = (0, None);
        let mut top = 0;
        let mut ruler = Ruler::default();
        for token in Lexer::new(text) {
            let (start, end) = (token.start as usize, token.end as usize);
            let between = ruler.between(text, before, start);
            let breaks = match (token.kind, last) {
                (_, None) => 2,
                (_, Some(TokenKind::Comment)) => between.line_ends.max(1),
                (TokenKind::Close, _) => 0,
                (TokenKind::Comment, _) => between.line_ends,
                (_, Some(TokenKind::Open)) => 0,
                // Each list of the top level has a line of its own.
                _ if open.is_empty() => between.line_ends.max(1),
                _ => between.line_ends,
            };
            // Nothing is kept apart from the parenthesis that ends its list.
            let apart = breaks > 1 && token.kind != TokenKind::Close && last.is_some();
            if breaks > 0 || lines.lines.is_empty() {
                lines.lines.push(FormatLine { apart, items: Vec::new() });
            }
            let (list, member) = match (token.kind, open.last_mut()) {
                (TokenKind::UnfinishedString, _) => return Err(Unformattable::UnfinishedString(token.start)),
                (TokenKind::Close, None) => return Err(Unformattable::Unopened(token.start)),
                (TokenKind::Close | TokenKind::Comment, inside) => (inside.map(|inside| inside.0), usize::MAX),
                (_, Some((list, _, members))) => {
                    *members += 1;
                    (Some(*list), *members - 1)
                }
                (_, None) => {
                    top += 1;
                    (None, top - 1)
                }
            };
            let at = lines.lines.len() - 1;
            if token.kind == TokenKind::Open {
                let list_of = List { parent: list, depth: open.len(), open: (0, 0) };
                open.push((lines.lists.len(), token.start, 0));
                lines.lists.push(list_of);
            }
            let text = text[start..end].trim_end_matches([' ', '\t']);
            let Between { stood, gap, .. } = between;
            lines.lines[at].items.push(FormatToken { text, kind: token.kind, stood, gap, column: 0, list, member });
            if token.kind == TokenKind::Close {
                open.pop();
            }
            (before, last) = (end, Some(token.kind));
        }
        match open.first() {
            Some((_, at, _)) => Err(Unformattable::Unclosed(*at)),
            None => {
                lines.break_long(width);
                Ok(lines)
            }
        }
    }

    /// Breaks lines that are too long where lists are shallow. Of a list of the top level each list
    /// gets a line of its own.
    fn break_long(&mut self, width: usize) {
        let mut broken = Vec::with_capacity(self.lines.len());
        for line in std::mem::take(&mut self.lines) {
            // For each list the column of its second member: broken lines continue below it.
            let mut seconds = HashMap::new();
            let (mut apart, mut rest) = (line.apart, line.items.into_iter());
            while let Some(place) = self.place_to_break(rest.as_slice(), width, &mut seconds) {
                broken.push(FormatLine { apart, items: rest.by_ref().take(place).collect() });
                apart = false;
            }
            broken.push(FormatLine { apart, items: rest.collect() });
        }
        self.lines = broken;
        // Lists are numbered in the order of their parentheses.
        let mut lists = self.lists.iter_mut();
        for (at, line) in self.lines.iter().enumerate() {
            let opens = line.items.iter().enumerate().filter(|(_, item)| item.kind == TokenKind::Open);
            for (place, _) in opens {
                if let Some(list) = lists.next() {
                    list.open = (at, place);
                }
            }
        }
    }

    /// Returns the token before which a line has to be broken, if it is too long and can be.
    fn place_to_break(
        &self,
        items: &[FormatToken<'_>],
        width: usize,
        seconds: &mut HashMap<usize, usize>,
    ) -> Option<usize> {
        let first = items.first()?;
        let indent = match first.list.filter(|_| first.gap > 0) {
            Some(list) => seconds.get(&list).copied().unwrap_or(2 * INDENT),
            None => first.stood,
        };
        let mut column = indent;
        let mut places = Vec::new();
        let mut is_long = false;
        for (index, item) in items.iter().enumerate() {
            if item.text.contains('\n') {
                return None;
            }
            if index > 0 {
                column += blank(&items[index - 1], item).min(1);
            }
            // Not in front of the second member: what a list is called stays with its head.
            let may = !matches!(item.kind, TokenKind::Close | TokenKind::Comment) && item.member > 1;
            if let Some(list) = item.list.filter(|_| may && index > 0 && column <= width) {
                places.push((self.lists[list].depth, index));
            }
            if item.member == 1
                && let Some(list) = item.list
            {
                seconds.insert(list, column);
            }
            column = item.end(column);
            is_long |= column > width && item.kind != TokenKind::Comment;
            if is_long {
                break;
            }
        }
        if !is_long {
            return None;
        }
        places.compact_sort_by_key(|(depth, index)| (*depth, *index));
        // A list of which all but the name would go to the next line is rather broken further
        // inside.
        let lonely = |(depth, index): &(usize, usize)| {
            places.iter().filter(|(other, _)| other == depth).count() == 1 && items[*index].member == 2
        };
        let shallow = places.iter().find(|place| !lonely(place)).or(places.first()).map(|(depth, _)| *depth)?;
        let places: Vec<usize> =
            places.iter().filter(|(depth, _)| *depth == shallow).map(|(_, index)| *index).collect();
        // Clauses of a game each begin a line; what is deeper fills lines.
        let clause = places.iter().find(|index| shallow == 0 && items[**index].kind == TokenKind::Open);
        clause.or(places.last()).copied()
    }
}

/// Blanks before what stands in a list of the top level.
pub(super) const INDENT: usize = 2;

/// Returns the blanks that belong between two tokens of a line, if nothing is lined up.
pub(super) fn blank(before: &FormatToken<'_>, item: &FormatToken<'_>) -> usize {
    match (before.kind, item.kind) {
        (_, TokenKind::Comment) => item.gap.max(1),
        (TokenKind::Open, _) | (_, TokenKind::Close) => 0,
        _ => item.gap.max(1),
    }
}

/// Measures the columns of a text from its beginning on. A tab goes to the next column that four
/// divides.
#[derive(Clone, Copy, Debug, Default)]
struct Ruler {
    /// The byte up to which has been measured.
    at: usize,
    /// Characters before it in its line.
    column: usize,
}

impl Ruler {
    /// Returns the column of a byte further on.
    fn go_to(&mut self, text: &str, at: usize) -> usize {
        for c in text[self.at..at].chars() {
            self.column = match c {
                '\n' => 0,
                '\t' => (self.column / 4 + 1) * 4,
                _ => self.column + 1,
            };
        }
        self.at = at;
        self.column
    }

    /// What stands between two tokens: the end of one, and the start of the next.
    fn between(&mut self, text: &str, before: usize, start: usize) -> Between {
        let line_ends = text[before..start].matches('\n').count();
        let (ended, stood) = (self.go_to(text, before), self.go_to(text, start));
        Between { line_ends, stood, gap: if line_ends > 0 { 0 } else { stood - ended } }
    }
}
