//! Cascades in loops: an unknown number of pieces moves at once.
//!
//! Their sites are kept in rows of sets, one for each passed piece, and all of them move at the
//! emission: the last one first, so that each destination is empty. If the last one moves to the
//! site of the first, they rotate in a cycle.

use dagaz_rules::{Action, Node};

use super::draft::Draft;
use super::place::CursorPlace;
use super::rule_walk::Walk;
use super::stop::Untranslated;
use super::text::{Sx, list, word};

impl Draft<'_> {
    /// Returns the declarations that cascades need.
    pub(super) fn chain_variables(&self) -> Vec<(String, String, &'static str)> {
        let chain = &self.chain;
        let row = format!("1..{}", self.board.sites.len());
        let mut all = Vec::new();
        if chain.used.get() {
            all.push((chain.count.clone(), "step".to_string(), "0"));
            all.extend([&chain.from, &chain.to].map(|name| (name.clone(), row.clone(), "none")));
            all.push((chain.next.clone(), "game".to_string(), "none"));
        }
        if chain.has_goal.get() {
            all.push((chain.goal.clone(), "game".to_string(), "none"));
        }
        all
    }
}

impl Walk<'_, '_> {
    /// Returns whether it is a loop that says what moves.
    pub(super) fn has_chain(&self) -> bool {
        let nodes = (0..self.automaton.nodes.len()).map(|node| dagaz_rules::NodeId(node as u32));
        nodes.filter_map(|node| self.a_loop(node).map(|(_, body, _)| (node, body))).any(|(head, body)| {
            let inside = self.reached(body, Some(head));
            let moves =
                |node: &dagaz_rules::NodeId| matches!(self.node(*node), Node::Do(Action::Cascade | Action::Origin, _));
            inside.iter().any(moves)
        })
    }

    /// Returns whether a rule names destinations of pieces other than the cursor.
    fn has_goal(&self) -> bool {
        self.automaton.nodes.iter().any(|node| matches!(node, Node::Do(Action::Target, _)))
    }

    /// Where the piece stands that moves next.
    pub(super) fn chain_origin(&self) -> CursorPlace {
        CursorPlace { fixed: Some(word(self.draft.chain.next.clone())), ..CursorPlace::lost() }
    }

    /// Where it has been said to go.
    pub(super) fn chain_goal(&self) -> CursorPlace {
        CursorPlace { fixed: Some(word(self.draft.chain.goal.clone())), ..CursorPlace::lost() }
    }

    /// Where it goes.
    pub(super) fn chain_target(&self) -> CursorPlace {
        match self.has_goal() {
            true => {
                let goal = list("first", [word(self.draft.chain.goal.clone()), word("here")]);
                CursorPlace { fixed: Some(goal), ..CursorPlace::lost() }
            }
            false => CursorPlace::here(None),
        }
    }

    /// Where a rule begins, and where it restarts.
    pub(super) fn chain_begun(&self) -> Vec<Sx> {
        let chain = &self.draft.chain;
        chain.used.set(true);
        let mut begun = vec![
            list("set", [word(chain.count.clone()), word("0")]),
            list("set", [word(chain.next.clone()), word("start")]),
        ];
        if self.has_goal() {
            chain.has_goal.set(true);
            begun.push(list("set", [word(chain.goal.clone()), word("none")]));
        }
        begun
    }

    /// Returns the data that a cascade's effects record.
    pub(super) fn chain_action(&self, action: &Action) -> Result<Vec<Sx>, Untranslated> {
        let chain = &self.draft.chain;
        let count = || word(chain.count.clone());
        let at_count = |name: &String, site: Sx| list("set", [word(name.clone()), site, count()]);
        let here = |name: &String| list("set", [word(name.clone()), word("here")]);
        Ok(match action {
            Action::Origin => vec![here(&chain.next)],
            Action::Target => vec![here(&chain.goal)],
            _ => {
                let mut noted = vec![
                    list("add", [count(), word("1")]),
                    at_count(&chain.from, word(chain.next.clone())),
                    at_count(&chain.to, self.chain_target().set()?),
                    here(&chain.next),
                ];
                if self.has_goal() {
                    noted.push(list("set", [word(chain.goal.clone()), word("none")]));
                }
                noted
            }
        })
    }

    /// Returns all pieces of a cascade move.
    pub(super) fn chain_moves(&self) -> Result<Vec<Sx>, Untranslated> {
        let chain = &self.draft.chain;
        let target = self.chain_target().set()?;
        let count = || word(chain.count.clone());
        let nth = |name: &String| Sx::List(vec![word(name.clone()), count()]);
        let next = || word(chain.next.clone());
        let less = || list("add", [count(), word("-1")]);
        let gone = || [&chain.from, &chain.to].map(|name| list("set", [word(name.clone()), word("none"), count()]));
        // In a circle the first is where it belongs when all the others are.
        let all = |how: &str, left: &str| {
            let each = [list(">", [count(), word(left)]), list(how, [nth(&chain.from), nth(&chain.to)])];
            let rounds = list("most", each.into_iter().chain(gone()).chain([less()]));
            Sx::List(vec![list(how, [next(), target.clone()]), rounds])
        };
        let first = Sx::List(vec![word(chain.from.clone()), word("1")]);
        let circle = list("any", [list("and", [target.clone(), first])]);
        let last = list("if", [list(">", [count(), word("0")]), Sx::List(gone().into())]);
        Ok(vec![list("if", [circle, all("swap", "1"), all("move", "0")]), last])
    }

    /// A cascade has moved, and nothing is left of it.
    pub(super) fn chain_forgotten(&self) -> Result<Vec<Sx>, Untranslated> {
        let chain = &self.draft.chain;
        let none = |name: &String| list("set", [word(name.clone()), word("none")]);
        let mut path = vec![none(&chain.next)];
        if self.has_goal() {
            path.extend([list("at", [self.chain_target().set()?]), none(&chain.goal)]);
        }
        Ok(path)
    }
}
