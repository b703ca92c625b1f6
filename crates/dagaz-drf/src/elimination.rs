//! Players who leave the game before it ends.
//!
//! Leaving is a move: its path is walked, and the turn order skips the player from then on. So it
//! is a rule that cannot be chosen and cannot be declined.

use dagaz_core::{RuleId, RuleName};
use dagaz_rules::path::{Act, OwnerRef, Path, PathOut, PathRule, PlayerRef};

use super::environment::EnvId;
use super::lower::Lower;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::tree::NodeId;

impl Lower<'_> {
    /// `(out mated no-moves in-check)`
    pub(super) fn outs(&mut self) -> Vec<PathOut> {
        let mut outs = Vec::new();
        for clause in self.clauses_of("out") {
            let rest = self.rest(clause);
            let name = rest.first().map_or("", |node| self.text(*node)).to_string();
            if name.is_empty() || rest.len() < 2 {
                let example = "`(out mated no-moves in-check)`";
                self.wrong(clause, "a way to leave the game has a name and a condition", example);
                continue;
            }
            let when = self.truths(&rest[1..], EnvId::EMPTY);
            let span = self.rules_span(clause);
            let rule = RuleId::at(self.rules.len());
            self.bound = 0;
            let leaving: Vec<NodeId> =
                self.clauses_of("on").into_iter().filter(|on| self.is_hook_of_leaving(*on)).collect();
            let mut parts: Vec<Path> = Vec::new();
            for on in leaving {
                let path = self.rest(on);
                parts.push(self.sequence(&path[1..], EnvId::EMPTY));
            }
            parts.push(Path::Do(Act::Out(OwnerRef::Player(PlayerRef::Me))));
            let name_id = self.name_id(&name);
            self.rules.push(PathRule { name: name_id, path: Path::Seq(parts), may_be_idle: false, span });
            self.rule_texts.push(RuleName { name: name.clone(), ..RuleName::default() });
            outs.push(PathOut { name, when, rule, span });
        }
        if outs.is_empty() {
            let mut hooks = self.clauses_of("on");
            hooks.retain(|on| self.is_hook_of_leaving(*on));
            for hook in hooks {
                let span = self.tree.node(hook).span.head();
                let message = "nobody leaves the game, so this is never done";
                let hint = "who leaves it, and when: `(out mated no-moves in-check)`";
                self.push(Diagnostic::new(Code::Unused, span, message).hint(hint));
            }
        }
        outs
    }

    /// Returns whether a clause says what is done when a player leaves: `(on out …)`.
    pub(super) fn is_hook_of_leaving(&self, form: NodeId) -> bool {
        self.rest(form).first().is_some_and(|node| self.text(*node) == "out")
    }
}
