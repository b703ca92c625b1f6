//! Which moves remain of those that the rules give, explained.

use dagaz_rules::path::{Distinct, PathFirst, Prefer};

use super::Explanation;
use super::paths::Explainer;

/// What an order of classes means.
fn comes_later(first: &PathFirst) -> &'static str {
    match first.pseudo_legal {
        true => {
            "what stands later is allowed only if nothing before it has a move, legal or forbidden; rules not named are free"
        }
        false => "what stands later is allowed only if nothing before it has a legal move; rules not named are free",
    }
}

impl Explainer<'_> {
    /// What is forbidden, what comes first, what is preferred, and which moves are one: of every
    /// turn, then phase by phase.
    pub(super) fn obligations(&self) -> Vec<Explanation> {
        let rules = self.rules;
        let mut items = Vec::new();
        for never in &rules.nevers {
            let item = self.written_at(format!("never {}", never.name), never.span);
            items.push(
                item.line(format!("no move after which {}, as its mover sees it", self.words.truth(&never.when))),
            );
        }
        if rules.nevers.is_empty() {
            items.push(Explanation::new("no result of a move is forbidden").unsaid(true));
        }
        let mut firsts = self.clauses("first");
        for first in &rules.first {
            let title = self.first_title(first);
            let item =
                firsts.next().map_or_else(|| Explanation::new(title.clone()), |said| self.written(title.clone(), said));
            items.push(item.line(comes_later(first)));
        }
        let mut prefers = self.clauses("prefer");
        let mut preferred = Vec::new();
        for prefer in &rules.prefer {
            let title = self.prefer_title(prefer);
            let item = prefers
                .next()
                .map_or_else(|| Explanation::new(title.clone()), |said| self.written(title.clone(), said));
            preferred.push(item.lines(self.preferred(prefer)));
        }
        let mut ordered = !rules.first.is_empty();
        for (phase, slot) in self.turns_of_phases() {
            for (place, first) in slot.first.iter().enumerate() {
                ordered = true;
                let title = format!("in the phase {}: {}", phase.name, self.first_title(first));
                items.push(self.written_in(phase, "first", place, title).line(comes_later(first)));
            }
            for (place, prefer) in slot.prefer.iter().enumerate() {
                let title = format!("in the phase {}: {}", phase.name, self.prefer_title(prefer));
                preferred.push(self.written_in(phase, "prefer", place, title).lines(self.preferred(prefer)));
            }
        }
        if !ordered {
            items.push(Explanation::new("no rule comes before another").unsaid(true));
        }
        items.extend(preferred);
        let same = match rules.distinct {
            Distinct::Paths => "moves that differ in the order or place of their captures are different moves",
            Distinct::Orders => "moves that differ in the order of their captures are different moves",
            Distinct::Pieces => "moves that bring each piece to the same place are one move, whichever they begin with",
            Distinct::Positions => "moves with the same result are one move, wherever they begin and end",
            Distinct::Results => "moves with the same origin, destination and result are one move",
        };
        items.push(Explanation::new(same).unsaid(rules.distinct == Distinct::Results));
        items
    }

    fn first_title(&self, first: &PathFirst) -> String {
        let classes: Vec<String> = first.classes.iter().map(|class| self.words.names(class)).collect();
        format!("first {}", classes.join("; then "))
    }

    fn prefer_title(&self, prefer: &Prefer) -> String {
        format!("of the moves by {} only those are legal that have", self.words.names(&prefer.names))
    }

    /// What is compared, the most important first.
    fn preferred(&self, prefer: &Prefer) -> impl Iterator<Item = (usize, String)> {
        let words = prefer.by.iter().map(|number| self.words.number(number));
        // `the number of sites` is the greatest number of sites.
        let among = if prefer.pseudo_legal { ", forbidden moves included" } else { "" };
        words.map(move |words| (0, format!("the greatest {}{among}", words.strip_prefix("the ").unwrap_or(&words))))
    }
}
