//! Macro arguments, each stored once, so that equal calls are found by comparing numbers.

use std::collections::HashMap;
use std::hash::Hash;

use crate::macros::ArgumentSet;
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::NodeId;

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ArgumentValue {
    /// Nothing: an argument that was itself not given.
    Nothing,
    /// A word.
    Word(Symbol),
    /// A string.
    String(Symbol),
    /// A list of the text, in which the arguments of a frame are to be put.
    List(NodeId, FrameId),
}

/// A stored [`ArgumentValue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ValueId(pub(crate) u32);

/// Stored arguments of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FrameId(pub(crate) u32);

impl FrameId {
    /// No arguments.
    pub(crate) const EMPTY: FrameId = FrameId(0);
}

/// Things stored once each and known by number.
#[derive(Debug)]
pub(crate) struct Shelf<T> {
    things: Vec<T>,
    known: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Shelf<T> {
    pub(crate) fn new() -> Shelf<T> {
        Shelf { things: Vec::new(), known: HashMap::new() }
    }

    /// Returns the number of a thing, which is stored now if it is new.
    pub(crate) fn store(&mut self, thing: T) -> u32 {
        if let Some(&known) = self.known.get(&thing) {
            return known;
        }
        let number = self.things.len() as u32;
        self.things.push(thing.clone());
        self.known.insert(thing, number);
        number
    }

    pub(crate) fn get(&self, number: u32) -> &T {
        &self.things[number as usize]
    }

    /// Forgets what was stored after the first `count` things.
    pub(crate) fn truncate(&mut self, count: usize) {
        for thing in self.things.drain(count.min(self.things.len())..) {
            self.known.remove(&thing);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.things.len()
    }
}

/// The arguments of a call: their numbers, counted from 1, and what they are, in order.
pub(crate) type Frame = Box<[(u8, ValueId)]>;

/// Returns the argument of that number in a frame.
pub(crate) fn argument(frame: &Frame, number: usize) -> Option<ValueId> {
    let at = frame.binary_search_by_key(&number, |(known, _)| usize::from(*known)).ok()?;
    Some(frame[at].1)
}

/// Returns the set of the arguments in a frame.
pub(crate) fn numbers(frame: &Frame) -> ArgumentSet {
    frame.iter().fold(0, |set, (number, _)| set | crate::macros::argument_bit(usize::from(*number)))
}
