//! Numbers of attributes and classes of moves, as recorded games of Zillions write them.
//!
//! They follow from the text in ways that only records betray: attributes are counted backwards
//! from the last declaration of the last piece; classes by first mention, the pieces read from the
//! last to the first, and of an `if` the `else` part before the first part.

use std::collections::HashSet;

use super::Lower;
use crate::expand::ItemId;
use crate::section::Key;

impl Lower<'_> {
    /// For each attribute its number in records.
    pub(super) fn attribute_numbers(&self) -> Vec<Option<u32>> {
        let mut numbers = vec![None; self.attributes.len()];
        let mut next = 0;
        for section in self.sections.iter().rev().filter(|section| matches!(section.key, Key::Piece(_))) {
            for &part in self.rest(section.item).iter().rev() {
                if self.head(part) != Some("attribute") {
                    continue;
                }
                let name = self.rest(part).first().and_then(|&name| self.x.word(name));
                if let Some(number) = name.and_then(|name| self.attributes.find(name)).map(|at| &mut numbers[at])
                    && number.is_none()
                {
                    *number = Some(next);
                    next += 1;
                }
            }
        }
        numbers
    }

    /// For each class of moves its number in records, counted from 1.
    pub(super) fn class_numbers(&self) -> Vec<Option<u32>> {
        let mut count = NumberedItems { numbers: vec![None; self.classes.len()], next: 1, done: HashSet::new() };
        for section in self.keywords("move-priorities") {
            for &group in self.rest(section) {
                for &name in std::iter::once(&group).chain(self.members(group)) {
                    self.mention(&mut count, name);
                }
            }
        }
        for section in self.sections.iter().rev().filter(|section| matches!(section.key, Key::Piece(_))) {
            for &part in self.rest(section.item) {
                if matches!(self.head(part), Some("moves" | "drops")) {
                    self.mentions(&mut count, self.rest(part));
                }
            }
        }
        count.numbers
    }

    /// Counts the classes that a list of blocks or commands mentions.
    fn mentions(&self, count: &mut NumberedItems, items: &[ItemId]) {
        for &item in items {
            // Whatever it mentions has its number since it was first seen.
            if !self.is_list(item) || !count.done.insert(item) {
                continue;
            }
            let rest = self.rest(item);
            match self.head(item) {
                Some("move-type") => rest.iter().take(1).for_each(|&name| self.mention(count, name)),
                Some("add-partial" | "add-copy-partial") => rest.iter().for_each(|&name| self.mention(count, name)),
                Some("if") => {
                    let at = rest.iter().position(|&command| self.x.word(command) == Some("else"));
                    let (first, otherwise) = rest.split_at(at.unwrap_or(rest.len()));
                    self.mentions(count, otherwise);
                    self.mentions(count, first);
                }
                _ => self.mentions(count, self.members(item)),
            }
        }
    }

    fn mention(&self, count: &mut NumberedItems, name: ItemId) {
        let class = self.x.word(name).filter(|name| self.pieces.find(name).is_none());
        if let Some(number) = class.and_then(|name| self.classes.find(name)).map(|at| &mut count.numbers[at])
            && number.is_none()
        {
            *number = Some(count.next);
            count.next += 1;
        }
    }
}

struct NumberedItems {
    numbers: Vec<Option<u32>>,
    next: u32,
    done: HashSet<ItemId>,
}
