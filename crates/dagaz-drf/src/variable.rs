//! Variables and tables: what a game keeps count of, and what it looks up by piece type.

use dagaz_rules::path::{Home, Table, TableId, VarId, Variable, VariableKind};

use super::environment::Name;
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// So many variables a row may have.
const ROW_MAX: u16 = 10_000;

/// Keywords after the initial value of a variable.
const BEHIND: [&str; 2] = ["uncompared", "hidden"];

impl Lower<'_> {
    /// `(var x of HOME default [uncompared] [hidden])`
    pub(super) fn variable(&mut self, form: NodeId) {
        let rest = self.rest(form);
        let Some(&name) = rest.first() else { return };
        if matches!(self.name(name), Some(Name::Var(_))) && self.is_declared(name) {
            self.wrong(name, "there is a variable of that name already", "another name, or one of the two alone");
        }
        let words: Vec<String> = rest.iter().map(|node| self.text(*node).to_string()).collect();
        let home = match (words.get(1).map(String::as_str), words.get(2).map(String::as_str)) {
            (Some("of"), Some("game")) => Home::Game,
            (Some("of"), Some("player")) => Home::Player,
            (Some("of"), Some("piece")) => Home::Piece,
            (Some("of"), Some("site")) => Home::Site,
            (Some("of"), Some("move")) => Home::Move,
            (Some("of"), Some("step")) => Home::Step,
            (Some("of"), Some(row)) if row.contains("..") => match self.row_of_numbers(rest[2]) {
                Some(home) => home,
                None => return,
            },
            _ => {
                self.wrong(
                    form,
                    "a variable must say what it belongs to",
                    "`(var seeds of site 0)`: of game, player, piece, site, move or step, or of numbers such as `1..6`",
                );
                return;
            }
        };
        let start = rest.get(3).copied();
        let value = start.and_then(|node| self.integer(node));
        let values = start.map_or(Vec::new(), |node| self.values(node));
        let kind = match (value, words.get(3).map(String::as_str)) {
            (Some(_), _) => VariableKind::Number,
            (None, _) if !values.is_empty() => VariableKind::Number,
            (None, Some("none")) => VariableKind::Set,
            _ => {
                self.wrong(
                    form,
                    "a variable begins with a number, with `none` if it holds sites, or has a list of values",
                    "`(var seeds of site 0)`, or `(var weather of game (calm storm))`",
                );
                VariableKind::Number
            }
        };
        if kind == VariableKind::Set && !matches!(home, Home::Game | Home::Player | Home::Numbers { .. }) {
            let message = "a set of sites belongs to the game, to each player or to each number of a row";
            self.wrong(
                form,
                message,
                "`(var marked of game none)`, or a number for each site: `(var marked of site 0)`",
            );
        }
        let behind = rest.get(4..).unwrap_or_default();
        self.check_behind(behind);
        let has = |wanted: &str| words.iter().skip(4).any(|word| word == wanted);
        let (uncompared, hidden) = (has("uncompared"), has("hidden"));
        let id = self.add_variable(Some(name), &words[0].clone(), home, kind, value.unwrap_or(0), uncompared, false);
        self.variables[id.index()].values = values;
        self.variables[id.index()].hidden = hidden;
    }

    /// Complains about what stands behind the value at the start and says nothing there, or says it
    /// again.
    fn check_behind(&mut self, behind: &[NodeId]) {
        for (place, &node) in behind.iter().enumerate() {
            let word = self.text(node).to_string();
            let is_again = behind[..place].iter().any(|before| self.text(*before) == word);
            if BEHIND.contains(&word.as_str()) {
                if is_again {
                    self.wrong(node, &format!("`{word}` has been said of this variable already"), "it once");
                }
            } else if word.is_empty() || word == "none" || super::words::is_numeral(&word) {
                let example = "nothing more, or `uncompared` and `hidden`: `(var idle of game 0 uncompared)`";
                self.wrong(node, "a variable begins with one value, and this is one more", example);
            } else {
                let list = "behind its value at the start may stand";
                self.unknown(node, "this says nothing about a variable", &word, list, &BEHIND);
            }
        }
    }

    /// `(calm storm)`: the names of the values that a variable can have; the first is its value at
    /// the start.
    fn values(&mut self, node: NodeId) -> Vec<String> {
        if self.tree.word(node).is_some() || self.string(node).is_some() {
            return Vec::new();
        }
        let members = self.members(node);
        for (number, &member) in members.iter().enumerate() {
            let value = Name::Value(number as i32);
            match self.name(member) {
                Some(Name::Value(_)) if self.name(member) != Some(&value) => {
                    let word = self.text(member).to_string();
                    let message = format!("`{word}` has another place in another list of values");
                    self.wrong(member, &message, "another name: a name means one thing in the whole game");
                }
                _ => self.declare(member, value),
            }
        }
        members.iter().map(|member| self.text(*member).to_string()).collect()
    }

    /// `1..6`: a row of variables.
    fn row_of_numbers(&mut self, node: NodeId) -> Option<Home> {
        let bounds =
            self.text(node).split_once("..").and_then(|(a, b)| Some((a.parse::<i32>().ok()?, b.parse().ok()?)));
        let count = bounds.and_then(|(from, to): (i32, i32)| to.checked_sub(from)?.checked_add(1));
        match (bounds, count.and_then(|count| u16::try_from(count).ok())) {
            (Some((from, _)), Some(count @ 1..=ROW_MAX)) => Some(Home::Numbers { from, count }),
            _ => {
                let message = format!("a row of variables has from one to {ROW_MAX} numbers");
                self.wrong(node, &message, "`(var heap of 1..6 0)`: the least number first");
                None
            }
        }
    }

    /// Returns the variable that says which sites have vanished.
    pub(super) fn closed_variable(&mut self) -> VarId {
        match self.closed {
            Some(var) => var,
            None => {
                let var = self.add_variable(None, "closed", Home::Site, VariableKind::Number, 0, false, true);
                if let Some(symbol) = self.symbol("closed")
                    && let (Some(&node), Some(other)) = (self.declared.get(&symbol), self.names.get(&symbol))
                {
                    let message =
                        format!("`closed` are the sites that have vanished, and it cannot be {}", other.what());
                    self.wrong(node, &message, "another name: a name means one thing in the whole game");
                }
                self.closed = Some(var);
                var
            }
        }
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
        self.variables.push(Variable {
            name: name.to_string(),
            home,
            kind,
            start,
            uncompared,
            boolean,
            hidden: false,
            values: Vec::new(),
        });
        id
    }

    pub(super) fn fill_tables(&mut self) {
        for clause in self.clauses_of("table") {
            let rest = self.rest(clause);
            let Some(Name::Table(id)) = rest.first().and_then(|node| self.name(*node)).cloned() else { continue };
            let mut entries = vec![None; self.pieces.len()];
            let mut to_pieces = None;
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
                if self.leads_elsewhere(value, &mut to_pieces) {
                    self.wrong(entry, "a table leads to numbers or to pieces, and not to both", "entries of one kind");
                    continue;
                }
                let value = self.constant(value).or_else(|| self.type_named(value).map(|kind| i32::from(kind.0)));
                match value {
                    Some(_) if entries[kind.index()].is_some() => {
                        let message = format!("{} has an entry in this table already", self.pieces[kind.index()].name);
                        self.wrong(entry, &message, "one entry for each piece");
                    }
                    Some(value) => entries[kind.index()] = Some(value),
                    None => self.wrong(entry, "a table leads to numbers or to pieces", "`(Rook Dragon)` or `(Man 1)`"),
                }
            }
            self.tables[id.index()].entries = entries;
            if to_pieces == Some(false) {
                self.number_tables.insert(id);
            }
        }
    }

    /// Returns whether an entry leads to a piece where those before it lead to numbers, or the
    /// other way round.
    fn leads_elsewhere(&self, value: NodeId, to_pieces: &mut Option<bool>) -> bool {
        let is_piece = self.type_named(value).is_some();
        *to_pieces.get_or_insert(is_piece) != is_piece
    }

    /// Returns the table read backwards.
    pub(super) fn inverse(&mut self, table: TableId) -> TableId {
        let name = format!("inverse {}", self.tables[table.index()].name);
        if let Some(known) = self.tables.iter().position(|table| table.name == name) {
            return TableId::at(known);
        }
        let (mut entries, mut sources) = (vec![None; self.pieces.len()], vec![0; self.pieces.len()]);
        for (from, to) in self.tables[table.index()].entries.iter().enumerate() {
            if let Some(entry) = to.and_then(|to| entries.get_mut(to as usize)) {
                sources[to.unwrap_or_default() as usize] += 1;
                *entry = Some(from as i32);
            }
        }
        // If several lead to one piece, the inverse is ambiguous.
        entries.iter_mut().zip(sources).filter(|(_, sources)| *sources > 1).for_each(|(entry, _)| *entry = None);
        self.tables.push(Table { name, entries });
        TableId::at(self.tables.len() - 1)
    }
}
