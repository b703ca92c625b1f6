//! Variables and tables: what a game keeps count of, and what it looks up by piece type.

use dagaz_rules::path::{Home, Table, TableId, VarId, Variable, VariableKind};

use super::lower::Lower;
use super::names::Name;
use crate::tree::NodeId;

impl Lower<'_> {
    /// `(var x of HOME default [uncompared])`
    pub(super) fn variable(&mut self, form: NodeId) {
        let rest = self.rest(form);
        let Some(&name) = rest.first() else { return };
        let words: Vec<String> = rest.iter().map(|node| self.text(*node).to_string()).collect();
        let home = match (words.get(1).map(String::as_str), words.get(2).map(String::as_str)) {
            (Some("of"), Some("game")) => Home::Game,
            (Some("of"), Some("player")) => Home::Player,
            (Some("of"), Some("piece")) => Home::Piece,
            (Some("of"), Some("site")) => Home::Site,
            (Some("of"), Some("move")) => Home::Move,
            (Some("of"), Some("step")) => Home::Step,
            _ => {
                self.wrong(
                    form,
                    "a variable must say what it belongs to",
                    "`(var seeds of site 0)`: of game, player, piece, site, move or step",
                );
                return;
            }
        };
        let start = rest.get(3).copied();
        let value = start.and_then(|node| self.integer(node));
        let kind = match (value, words.get(3).map(String::as_str)) {
            (Some(_), _) => VariableKind::Number,
            (None, Some("none")) => VariableKind::Set,
            _ => {
                self.wrong(
                    form,
                    "a variable begins with a number, or with `none` if it holds sites",
                    "`(var seeds of site 0)`",
                );
                VariableKind::Number
            }
        };
        if kind == VariableKind::Set && home != Home::Game {
            self.not_yet(form, "sets that belong to anything but the game");
        }
        let uncompared = words.iter().any(|word| word == "uncompared");
        self.add_variable(Some(name), &words[0].clone(), home, kind, value.unwrap_or(0), uncompared, false);
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn add_variable(
        &mut self,
        node: Option<NodeId>,
        name: &str,
        home: Home,
        kind: VariableKind,
        start: i32,
        uncompared: bool,
        boolean: bool,
    ) -> VarId {
        let id = VarId::at(self.variables.len());
        if let Some(node) = node {
            self.declare(node, Name::Var(id));
        }
        self.variables.push(Variable { name: name.to_string(), home, kind, start, uncompared, boolean });
        id
    }

    pub(super) fn fill_tables(&mut self) {
        for clause in self.clauses_of("table") {
            let rest = self.rest(clause.form);
            let Some(Name::Table(id)) = rest.first().and_then(|node| self.name(*node)).cloned() else { continue };
            let mut entries = vec![None; self.pieces.len()];
            for &entry in &rest[1..] {
                let parts = self.members(entry);
                if let Some(&first) = parts.first()
                    && self.type_named(first).is_none()
                    && self.tree.word(first).is_some()
                {
                    self.no_piece(first);
                    continue;
                }
                let (Some(kind), Some(&value)) = (parts.first().and_then(|node| self.type_named(*node)), parts.get(1))
                else {
                    self.wrong(entry, "this is no entry of a table", "`(Rook Dragon)` or `(Man 1)`");
                    continue;
                };
                let value = self.integer(value).or_else(|| self.type_named(value).map(|kind| i32::from(kind.0)));
                match value {
                    Some(value) => entries[kind.index()] = Some(value),
                    None => self.wrong(entry, "a table leads to numbers or to pieces", "`(Rook Dragon)` or `(Man 1)`"),
                }
            }
            self.tables[id.index()].entries = entries;
        }
    }

    /// The table read backwards.
    pub(super) fn inverse(&mut self, table: TableId) -> TableId {
        let name = format!("inverse {}", self.tables[table.index()].name);
        if let Some(known) = self.tables.iter().position(|table| table.name == name) {
            return TableId::at(known);
        }
        let mut entries = vec![None; self.pieces.len()];
        for (from, to) in self.tables[table.index()].entries.iter().enumerate() {
            if let Some(to) = to.and_then(|to| entries.get_mut(to as usize)) {
                *to = Some(from as i32);
            }
        }
        self.tables.push(Table { name, entries });
        TableId::at(self.tables.len() - 1)
    }
}
