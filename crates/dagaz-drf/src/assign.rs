//! Variables that are set or added to: `(set x E)`, `(add x E S)`, and of a row of them
//! `(add heap E K)`.

use dagaz_rules::path::{Act, Home, Path, Set, VarId, VariableKind};

use super::environment::{EnvId, Name};
use super::kinds::ExpressionKind;
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    /// Returns whether a variable is one of a row.
    pub(super) fn is_row(&self, var: VarId) -> bool {
        self.numbers_of(var).is_some()
    }

    /// Returns the first and the last number of a row of variables.
    pub(super) fn numbers_of(&self, var: VarId) -> Option<(i32, i32)> {
        match self.variables[var.index()].home {
            Home::Numbers { from, count } => Some((from, from + i32::from(count) - 1)),
            _ => None,
        }
    }

    /// Returns whether a variable, or each of a row, holds sites.
    pub(super) fn holds_sets(&self, var: VarId) -> bool {
        self.variables[var.index()].kind == VariableKind::Set
    }

    /// Complains about a variable that holds sites and is asked for in a way in which only others
    /// are.
    pub(super) fn misused_set(&mut self, node: NodeId, var: VarId) {
        let name = self.variables[var.index()].name.clone();
        match self.numbers_of(var) {
            Some((from, _)) => {
                let message = format!("`{name}` is a row of sets, of which one is asked for by its number");
                self.wrong(node, &message, &format!("`({name} {from})`, or `{name}` for the sites of all"));
            }
            None => {
                let message = format!("`{name}` holds one set of sites, and there is nothing to choose from");
                self.wrong(node, &message, &format!("`{name}` alone"));
            }
        }
    }

    /// `(set x E [S])`, `(add x E [S])`, or of a row of variables which of them behind E.
    pub(super) fn assignment(&mut self, node: NodeId, head: &str, var: NodeId, values: &[NodeId], env: EnvId) -> Path {
        let id = match self.name(var).cloned() {
            Some(Name::Var(id)) => id,
            None if self.text(var) == "unmoved" => {
                // A right that is lost does not come back, so that a position can be compared with
                // earlier ones.
                if head != "set" || values.first().and_then(|value| self.integer(*value)) != Some(0) {
                    self.wrong(node, "a piece that has moved cannot be made unmoved", "`(set unmoved 0)`");
                    return Path::here();
                }
                self.unmoved_variable()
            }
            _ => {
                self.wrong(var, "this is no variable of the game", "`(var x of game 0)`, then `(set x 1)`");
                return Path::here();
            }
        };
        let usage = self.assigned_so(head, id);
        let Some((&value, behind)) = values.split_first() else {
            self.wrong(node, &format!("nothing says what `{head}` makes of this variable"), &usage);
            return Path::here();
        };
        let single = self.holds_sets(id) && !self.is_row(id);
        if let Some(&more) = behind.get(usize::from(!single)) {
            self.wrong(more, &format!("this is one word too many for `{head}`"), &usage);
            return Path::here();
        }
        if self.holds_sets(id) && self.kind_of(value, env) == ExpressionKind::Number {
            self.wrong(value, &format!("`{head}` is told here which sites, and this is a number"), &usage);
            return Path::here();
        }
        match self.numbers_of(id) {
            Some(numbers) => self.assignment_in_row(node, head, (id, numbers), (value, behind.first().copied()), env),
            None if single => {
                let set = self.set(value, env);
                let set = if head == "add" { Set::Or(vec![Set::Held(id), set]) } else { set };
                Path::Do(Act::AssignSet(id, set))
            }
            None => {
                if let Some(&site) = behind.first()
                    && matches!(self.variables[id.index()].home, Home::Game | Home::Move | Home::Step)
                {
                    let message =
                        format!("`{}` is one number, and not one of each site", self.variables[id.index()].name);
                    self.wrong(site, &message, &usage);
                    return Path::here();
                }
                let value = self.number(value, env);
                let at = behind.first().map_or(Set::Here, |set| self.set(*set, env));
                Path::Do(Act::Assign { var: id, value, add: head == "add", at })
            }
        }
    }

    fn assignment_in_row(
        &mut self,
        node: NodeId,
        head: &str,
        (id, (from, to)): (VarId, (i32, i32)),
        (value, index): (NodeId, Option<NodeId>),
        env: EnvId,
    ) -> Path {
        let (name, usage) = (self.variables[id.index()].name.clone(), self.assigned_so(head, id));
        let Some(index) = index else {
            let message = format!("`{name}` is a row of variables, and nothing says which of them");
            self.wrong(node, &message, &usage);
            return Path::here();
        };
        // A number that is written here is never one of the row; one that is worked out may be.
        if let Some(written) = self.integer(index).filter(|number| !(from..=to).contains(number)) {
            let message =
                format!("`{name}` goes from {from} to {to}, so `{head}` finds no number {written} and makes no move");
            self.wrong(index, &message, &usage);
            return Path::here();
        }
        if self.holds_sets(id) {
            let (index, set) = (self.number(index, env), self.set(value, env));
            let before = Set::HeldAt(id, Box::new(index.clone()));
            let set = if head == "add" { Set::Or(vec![before, set]) } else { set };
            return Path::Do(Act::AssignSetAt(id, index, set));
        }
        let (index, value) = (self.number(index, env), self.number(value, env));
        Path::Do(Act::AssignElement { var: id, index, value, add: head == "add" })
    }

    /// How a variable is set or added to, by what it holds and where it belongs.
    fn assigned_so(&self, head: &str, var: VarId) -> String {
        let variable = &self.variables[var.index()];
        let name = &variable.name;
        match (variable.kind, self.numbers_of(var)) {
            (VariableKind::Set, Some((from, to))) => {
                format!("`({head} {name} here {from})`: which sites, then which of the row, from {from} to {to}")
            }
            (VariableKind::Number, Some((from, to))) => {
                format!("`({head} {name} 1 {from})`: how much, then which of the row, from {from} to {to}")
            }
            (VariableKind::Set, None) => format!("`({head} {name} here)`: which sites, and nothing else"),
            (VariableKind::Number, None) if matches!(variable.home, Home::Piece | Home::Site) => {
                format!("`({head} {name} 1)` for here, or `({head} {name} 1 SET)`")
            }
            (VariableKind::Number, None) => format!("`({head} {name} 1)`"),
        }
    }
}
