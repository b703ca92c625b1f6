//! The untyped syntax tree.

use super::Span;

/// A node of the tree: an argument of a ludeme or an element of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The name in front: `if` in `if:(is Empty (to))`.
    pub name: Option<Box<str>>,
    /// What stands there.
    pub value: Value,
    /// Where it came from, the name included.
    pub span: Span,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `(head args…)`.
    List(List),
    /// `{elements…}`.
    Braces(Vec<Node>),
    /// An enum word, a role, a special integer such as `Off`.
    Word(Box<str>),
    /// An integer.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// `True` or `False`.
    Boolean(bool),
    /// A quoted text, without its quotes.
    Text(Box<str>),
}

/// A ludeme with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// The first word.
    pub head: Box<str>,
    /// Where the first word came from.
    pub head_span: Span,
    /// The arguments in their order, named ones in their place.
    pub args: Vec<Node>,
}

impl List {
    /// Returns the first argument with this name.
    pub fn named(&self, name: &str) -> Option<&Node> {
        self.args.iter().find(|arg| arg.name.as_deref() == Some(name))
    }

    /// Returns the arguments without a name, in their order.
    pub fn positional(&self) -> impl Iterator<Item = &Node> {
        self.args.iter().filter(|arg| arg.name.is_none())
    }

    /// Returns the first list among the arguments with this head.
    pub fn child(&self, head: &str) -> Option<&Node> {
        self.args.iter().find(|arg| arg.list_of(head).is_some())
    }

    /// Returns the first argument if it is a word, as in `(is Line 3)`.
    pub fn first_word(&self) -> Option<&str> {
        self.args.first().filter(|arg| arg.name.is_none()).and_then(Node::word)
    }
}

impl Node {
    /// Returns the ludeme, if the node is one.
    pub fn list(&self) -> Option<&List> {
        if let Value::List(list) = &self.value { Some(list) } else { None }
    }

    /// Returns the ludeme, if the node is one with this head.
    pub fn list_of(&self, head: &str) -> Option<&List> {
        self.list().filter(|list| list.head.as_ref() == head)
    }

    /// Returns the elements, if the node is an array.
    pub fn braces(&self) -> Option<&[Node]> {
        if let Value::Braces(nodes) = &self.value { Some(nodes) } else { None }
    }

    /// Returns the word, if the node is one.
    pub fn word(&self) -> Option<&str> {
        if let Value::Word(word) = &self.value { Some(word) } else { None }
    }

    /// Returns the quoted text, if the node is one.
    pub fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// Returns the integer, if the node is one or a special word for one.
    pub fn integer(&self) -> Option<i64> {
        match &self.value {
            Value::Integer(number) => Some(*number),
            Value::Word(word) => match word.as_ref() {
                "Off" | "Undefined" => Some(-1),
                "End" => Some(-2),
                "Infinity" => Some(1_000_000_000),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the truth value, if the node is one.
    pub fn boolean(&self) -> Option<bool> {
        if let Value::Boolean(value) = self.value { Some(value) } else { None }
    }
}
