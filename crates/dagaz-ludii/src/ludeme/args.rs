//! The arguments of a ludeme, taken in their order; what is left over is a fault.

use crate::text::{Diagnostic, List, Node, Span};

/// The result of reading a part.
pub(crate) type Read<T> = Result<T, Diagnostic>;

/// A cursor over the arguments of one ludeme.
pub(crate) struct Args<'a> {
    /// The ludeme.
    pub(crate) list: &'a List,
    /// Where it is.
    pub(crate) span: Span,
    used: Vec<bool>,
}

impl<'a> Args<'a> {
    /// Returns a cursor before the first argument, or a fault if the node is no ludeme.
    pub(crate) fn of(node: &'a Node) -> Read<Args<'a>> {
        match node.list() {
            Some(list) => Ok(Args { list, span: node.span, used: vec![false; list.args.len()] }),
            None => Err(Diagnostic::error(node.span, "a ludeme in brackets is expected here")),
        }
    }

    /// Returns the first word of the ludeme.
    pub(crate) fn head(&self) -> &'a str {
        &self.list.head
    }

    /// Takes an argument by its name.
    pub(crate) fn named(&mut self, name: &str) -> Option<&'a Node> {
        let at = self.list.args.iter().position(|arg| arg.name.as_deref() == Some(name))?;
        self.used[at] = true;
        Some(&self.list.args[at])
    }

    fn next_at(&self) -> Option<usize> {
        (0..self.used.len()).find(|at| !self.used[*at] && self.list.args[*at].name.is_none())
    }

    /// Returns the next argument without a name, and leaves it.
    pub(crate) fn peek(&self) -> Option<&'a Node> {
        self.next_at().map(|at| &self.list.args[at])
    }

    /// Takes the next argument without a name.
    pub(crate) fn next(&mut self) -> Option<&'a Node> {
        let at = self.next_at()?;
        self.used[at] = true;
        Some(&self.list.args[at])
    }

    /// Takes the next argument without a name if it fits.
    pub(crate) fn next_if(&mut self, fits: impl FnOnce(&Node) -> bool) -> Option<&'a Node> {
        self.peek().filter(|node| fits(node))?;
        self.next()
    }

    /// Takes the next argument without a name, which must be there.
    pub(crate) fn expect(&mut self, what: &str) -> Read<&'a Node> {
        let span = self.span;
        let head = self.head();
        self.next().ok_or_else(|| Diagnostic::error(span, format!("`{head}` lacks {what}")))
    }

    /// Takes the next argument if it is a word that `read` knows.
    pub(crate) fn word<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let found = read(self.peek()?.word()?)?;
        self.next();
        Some(found)
    }

    /// Takes the next argument if it is this word.
    pub(crate) fn is_word(&mut self, word: &str) -> bool {
        self.word(|one| (one == word).then_some(())).is_some()
    }

    /// Takes the next argument if it is a quoted text.
    pub(crate) fn text(&mut self) -> Option<&'a str> {
        self.next_if(|node| node.text().is_some())?.text()
    }

    /// Takes the next argument if it is a ludeme with this head.
    pub(crate) fn child(&mut self, head: &str) -> Option<&'a Node> {
        self.next_if(|node| node.list_of(head).is_some())
    }

    /// Returns the refusal of this ludeme.
    pub(crate) fn refuse<T>(&self) -> Read<T> {
        let first = self.list.first_word().unwrap_or_default();
        let name = format!("{} {first}", self.list.head);
        Err(Diagnostic::unsupported(self.span, name.trim_end()))
    }

    /// Returns an error for the first unused argument.
    pub(crate) fn finish(&self) -> Read<()> {
        let Some(at) = self.used.iter().position(|used| !used) else { return Ok(()) };
        let arg = &self.list.args[at];
        let what = match (&arg.name, arg.list(), arg.word()) {
            (Some(name), ..) => format!("{name}:"),
            (_, Some(list), _) => format!("({} …)", list.head),
            (.., Some(word)) => word.to_string(),
            _ => "value".to_string(),
        };
        Err(Diagnostic::unsupported(arg.span, format!("{} … {what}", self.list.head)))
    }
}

/// Returns the refusal of a node.
pub(crate) fn refuse<T>(node: &Node) -> Read<T> {
    let name = match (node.list(), node.word()) {
        (Some(list), _) => {
            let mut name = list.head.to_string();
            if let Some(word) = list.first_word() {
                name.push(' ');
                name.push_str(word);
            }
            name
        }
        (_, Some(word)) => word.to_string(),
        _ => "value".to_string(),
    };
    Err(Diagnostic::unsupported(node.span, name))
}
