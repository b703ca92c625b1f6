//! A clause as a tree of lists, words and strings that can be changed.

use std::fmt;

/// The greatest depth of lists. The rules of the library nest less than half as deep, and all
/// functions here may recurse.
const DEPTH_MAX: usize = 64;

/// A word, a string or a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Expression {
    /// A word.
    Word(String),
    /// A string, without its quotes.
    String(String),
    /// A list.
    List(Vec<Expression>),
}

/// A place in a tree: the index of a member, then of a member of that, and so on.
pub(super) type Place = Vec<usize>;

impl Expression {
    /// Returns a word.
    pub(super) fn of_word(word: impl Into<String>) -> Expression {
        Expression::Word(word.into())
    }

    /// Returns the first expression of a text; `None` if it has none that is closed, or nests too
    /// deeply. The text has no comments.
    pub(super) fn read(text: &str) -> Option<Expression> {
        let mut open: Vec<Vec<Expression>> = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let done = match first {
                '(' => {
                    open.push(Vec::new());
                    rest = &rest[1..];
                    if open.len() > DEPTH_MAX {
                        return None;
                    }
                    None
                }
                ')' => {
                    rest = &rest[1..];
                    Some(Expression::List(open.pop()?))
                }
                '"' => {
                    let (inner, behind) = rest[1..].split_once('"')?;
                    rest = behind;
                    Some(Expression::String(inner.to_string()))
                }
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"'));
                    let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
                    rest = behind;
                    Some(Expression::of_word(word))
                }
            };
            rest = rest.trim_start();
            match (done, open.last_mut()) {
                (Some(done), None) => return Some(done),
                (Some(done), Some(list)) => list.push(done),
                (None, _) => {}
            }
        }
        None
    }

    /// Returns the members of a list; none of anything else.
    pub(super) fn members(&self) -> &[Expression] {
        match self {
            Expression::List(members) => members,
            _ => &[],
        }
    }

    /// Returns the word that this is.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Expression::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the word that a list begins with; the empty text if there is none.
    pub(super) fn head(&self) -> &str {
        self.members().first().and_then(Expression::word).unwrap_or("")
    }

    /// Returns what a clause names: its second member, or the head of that.
    pub(super) fn name(&self) -> Option<&str> {
        let second = self.members().get(1)?;
        second.word().or_else(|| Some(second.head()).filter(|head| !head.is_empty()))
    }

    /// Returns what stands at a place.
    pub(super) fn at(&self, place: &[usize]) -> Option<&Expression> {
        place.iter().try_fold(self, |inner, index| inner.members().get(*index))
    }

    /// Returns what stands at a place, to be changed.
    pub(super) fn at_mut(&mut self, place: &[usize]) -> Option<&mut Expression> {
        place.iter().try_fold(self, |inner, index| match inner {
            Expression::List(members) => members.get_mut(*index),
            _ => None,
        })
    }

    /// Returns the list of members, to be changed.
    pub(super) fn members_mut(&mut self) -> Option<&mut Vec<Expression>> {
        match self {
            Expression::List(members) => Some(members),
            _ => None,
        }
    }

    /// Calls `see` for this and for everything in it, outer lists first.
    pub(super) fn each<'a>(&'a self, see: &mut dyn FnMut(&[usize], &'a Expression)) {
        fn walk<'a>(one: &'a Expression, place: &mut Place, see: &mut dyn FnMut(&[usize], &'a Expression)) {
            see(place, one);
            for (index, member) in one.members().iter().enumerate() {
                place.push(index);
                walk(member, place, see);
                place.pop();
            }
        }
        walk(self, &mut Vec::new(), see);
    }

    /// Returns the places of everything in it that fits.
    pub(super) fn places(&self, fits: impl Fn(&Expression) -> bool) -> Vec<Place> {
        let mut found = Vec::new();
        self.each(&mut |place, one| {
            if fits(one) {
                found.push(place.to_vec());
            }
        });
        found
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Word(word) => f.write_str(word),
            Expression::String(text) => write!(f, "\"{text}\""),
            Expression::List(members) => {
                f.write_str("(")?;
                for (index, member) in members.iter().enumerate() {
                    let blank = if index > 0 { " " } else { "" };
                    write!(f, "{blank}{member}")?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_is_read_and_written_alike() {
        let text = "(piece King \"K\" (moves (step (leaper 1 2)) castle))";
        let read = Expression::read(text).expect("it is a list");
        assert_eq!(read.to_string(), text);
        assert_eq!((read.head(), read.name()), ("piece", Some("King")));
        assert_eq!(read.at(&[3, 1, 1, 2]).and_then(Expression::word), Some("2"));
        let rule = Expression::read("(rule (step d) d open)").expect("it is a list");
        assert_eq!(rule.name(), Some("step"));
        assert_eq!(rule.places(|one| one.word() == Some("d")), [vec![1, 1], vec![2]]);
    }

    #[test]
    fn broken_and_deep_texts_are_refused() {
        for text in
            ["", "(", "(a", "(a \"b)", ")", &"(".repeat(100_000), &format!("{}{}", "(a ".repeat(65), ")".repeat(65))]
        {
            assert_eq!(Expression::read(text), None, "{}", &text[..text.len().min(20)]);
        }
        assert!(Expression::read(&format!("{}{}", "(a ".repeat(64), ")".repeat(64))).is_some());
    }
}
