//! Facts that players do not see.

use dagaz_rules::path::{Act, Hidden, HiddenPart, Home, Path, Truth, VarId};

use super::environment::{EnvId, Name};
use super::lower::Lower;
use dagaz_syntax::tree::NodeId;

/// What views call a piece, or a site, of which nothing is seen, and its letter.
const UNSEEN: (&str, &str) = ("unseen", "?");

/// What can be hidden.
const USUAL: &str = "`(hidden (and enemy Card))`, `(hidden (type enemy))`, `(hidden hand)` or the name of a variable";

impl Lower<'_> {
    /// Adds the type that stands in views in place of what is not seen, if the rules hide anything.
    pub(super) fn declare_unseen(&mut self) {
        if self.clauses_of("hidden").is_empty() {
            return;
        }
        let letter = (!self.letters.iter().flatten().any(|letter| letter == UNSEEN.1)).then(|| UNSEEN.1.to_string());
        self.unseen = Some(dagaz_core::PieceTypeId::at(self.pieces.len()));
        self.add_piece(UNSEEN.0, letter, dagaz_rules::Span::default());
    }

    /// `(hidden S Q…)`, `(hidden (type S) Q…)`, `(hidden hand Q…)`, `(hidden x Q…)`, and what is
    /// hidden in turns that several players take together.
    pub(super) fn hidden(&mut self) -> Vec<Hidden> {
        let mut all = Vec::new();
        for clause in self.clauses_of("hidden") {
            let rest = self.rest(clause);
            let Some((&what, when)) = rest.split_first() else {
                self.wrong(clause, "this hides nothing", USUAL);
                continue;
            };
            let Some(part) = self.hidden_part(what) else { continue };
            let when = if when.is_empty() { Truth::Always(true) } else { self.truths(when, EnvId::EMPTY) };
            all.push(Hidden { part, when });
        }
        all.extend(self.hidden_together());
        all
    }

    fn hidden_part(&mut self, what: NodeId) -> Option<HiddenPart> {
        if let Some(Name::Var(var)) = self.name(what).cloned() {
            let variable = &self.variables[var.index()];
            if matches!(variable.home, Home::Move | Home::Step) {
                let message = format!("`{}` is forgotten when the move is over", variable.name);
                self.wrong(what, &message, "a variable of the game, of players, sites or pieces");
                return None;
            }
            return Some(HiddenPart::Variable(var));
        }
        if self.text(what) == "hand" && self.name(what).is_none() {
            return Some(HiddenPart::Hands);
        }
        if self.head(what) == Some("type") {
            let sets = self.rest(what);
            let [set] = sets.as_slice() else {
                self.wrong(what, "`type` says of which pieces the type is not seen", "`(hidden (type enemy))`");
                return None;
            };
            return Some(HiddenPart::Types(self.set(*set, EnvId::EMPTY)));
        }
        Some(HiddenPart::Sites(self.set(what, EnvId::EMPTY)))
    }

    /// In a turn of several players a choice is a variable of the player, which the others see once
    /// all have chosen.
    fn hidden_together(&mut self) -> Vec<Hidden> {
        let mut all = Vec::new();
        for (item, slots, phase) in self.together_turns() {
            let mut written: Vec<VarId> = Vec::new();
            let mut other = false;
            for rule in slots {
                // A choice may be the last one again.
                self.rules[rule.index()].may_be_idle = true;
                self.rules[rule.index()].path.each_part(&mut |part| match part {
                    Path::Do(Act::Assign { var, .. } | Act::AssignSet(var, _)) => {
                        match self.variables[var.index()].home {
                            Home::Player => written.push(*var),
                            Home::Move | Home::Step => {}
                            _ => other = true,
                        }
                    }
                    Path::Do(_) | Path::Go(_) | Path::Fly(_) | Path::Like(_) => other = true,
                    _ => {}
                });
            }
            if other {
                self.wrong(
                    item,
                    "players who choose together only note what they choose; the turn behind theirs does it",
                    "`(rule (bid k) (set bid k))` with `(var bid of player 0)`, then a turn that reads `(as White bid)`",
                );
            }
            written.sort_unstable();
            written.dedup();
            let when = Truth::InPhase(phase);
            all.extend(written.into_iter().map(|var| Hidden { part: HiddenPart::Variable(var), when: when.clone() }));
        }
        all
    }
}
