//! Names and their numbers.

use std::collections::HashMap;

/// Names of one kind of thing, numbered in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameTable {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl NameTable {
    /// Returns the given names. Of a name that occurs twice, the first counts.
    pub(crate) fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> NameTable {
        let mut table = NameTable::default();
        for name in names {
            let number = table.names.len();
            table.names.push(name.to_string());
            table.numbers.entry(name.to_string()).or_insert(number);
        }
        table
    }

    /// Returns the number of a name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Returns the number of a name, which is added if it is new.
    pub(crate) fn add(&mut self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.numbers.insert(name.to_string(), self.names.len() - 1);
            self.names.len() - 1
        })
    }

    /// Returns all names in order.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns all names in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().map(String::as_str)
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}
