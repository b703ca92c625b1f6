//! Something of one game put into another, with the declarations that it uses.

use std::collections::BTreeMap;

use rand_xoshiro::rand_core::Rng;

use super::expression::Expression;
use super::mutation::any;
use super::rule_set::RuleSet;

/// Clauses that are taken over with what uses them.
const TAKEN: [&str; 5] = ["rule", "define", "class", "table", "var"];

/// Heads of lists whose second member is a name that they bind.
const BINDERS: [&str; 3] = ["let", "pick", "along"];

/// The most clauses that come with one expression.
const CLAUSES_MAX: usize = 24;

/// See the [module documentation](self).
pub(super) struct Transplant<'a> {
    donor: &'a RuleSet,
    target: &'a mut RuleSet,
    rng: &'a mut dyn Rng,
    /// The names of the donor that were met, and what they are called in the target.
    names: BTreeMap<String, String>,
    taken: usize,
}

/// What a game declares by a name.
enum Declared<'a> {
    /// A clause that can be taken over.
    Clause(&'a Expression),
    /// Lines, in the board.
    Lines(&'a Expression),
    /// Another part of the board, such as a zone.
    Part(&'a str),
    /// A piece.
    Piece,
    /// A player, by their place in the order.
    Player(usize),
    /// A parameter with its usual value.
    Parameter(&'a str),
    /// Anything else.
    Other,
}

/// Returns what a game declares by that name.
fn declared<'a>(set: &'a RuleSet, name: &str) -> Option<Declared<'a>> {
    if let Some(place) = set.names.players.iter().position(|player| player == name) {
        return Some(Declared::Player(place));
    }
    for clause in &set.clauses {
        if clause.head() == "board" {
            for part in clause.members().iter().filter(|part| part.name() == Some(name)) {
                match part.head() {
                    "lines" => return Some(Declared::Lines(part)),
                    head @ ("zone" | "track" | "link" | "regions") => return Some(Declared::Part(head)),
                    _ => {}
                }
            }
        } else if clause.name() == Some(name) {
            match clause.head() {
                head if TAKEN.contains(&head) => return Some(Declared::Clause(clause)),
                "piece" => return Some(Declared::Piece),
                "parameter" => {
                    let usual = clause.members().get(2).and_then(Expression::word);
                    return Some(usual.map_or(Declared::Other, Declared::Parameter));
                }
                "dice" | "deck" | "clock" | "timer" => return Some(Declared::Other),
                _ => {}
            }
        }
    }
    None
}

impl<'a> Transplant<'a> {
    pub(super) fn new(donor: &'a RuleSet, target: &'a mut RuleSet, rng: &'a mut dyn Rng) -> Transplant<'a> {
        Transplant { donor, target, rng, names: BTreeMap::new(), taken: 0 }
    }

    /// Returns an expression of the donor in the words of the target, which gets the declarations
    /// that it uses. `None` if a name has no meaning in the target.
    pub(super) fn whole(&mut self, one: &Expression) -> Option<Expression> {
        // What a clause binds is its own, wherever it stands in it.
        let mut bound: Vec<&str> = Vec::new();
        if matches!(one.head(), "rule" | "define") {
            let parameters = one.members().get(1).map_or(&[][..], Expression::members);
            bound.extend(parameters.iter().skip(1).filter_map(Expression::word));
        }
        one.each(&mut |_, inner| {
            if BINDERS.contains(&inner.head()) {
                bound.extend(inner.members().get(1).and_then(Expression::word));
            }
        });
        self.within(one, &bound)
    }

    fn within(&mut self, one: &Expression, bound: &[&str]) -> Option<Expression> {
        match one {
            Expression::String(_) => Some(one.clone()),
            Expression::Word(word) if bound.contains(&word.as_str()) => Some(one.clone()),
            Expression::Word(word) => self.name(word).map(Expression::Word),
            Expression::List(members) => {
                // The name of an ending or a hook is not that of a rule.
                let is_label = matches!(one.head(), "win" | "lose" | "draw" | "score" | "never" | "on");
                let member = |(index, member): (usize, &Expression)| match (index, member) {
                    (0, Expression::Word(_)) if self.is_clause(one) => Some(member.clone()),
                    // Lines may have the name of a word of the language: `(row 1)`.
                    (0, Expression::Word(word)) if matches!(declared(self.donor, word), Some(Declared::Lines(_))) => {
                        Some(member.clone())
                    }
                    (1, Expression::Word(_)) if is_label => Some(member.clone()),
                    _ => self.within(member, bound),
                };
                members.iter().enumerate().map(member).collect::<Option<Vec<Expression>>>().map(Expression::List)
            }
        }
    }

    /// Returns whether a list begins with the word of a clause and not with a name.
    fn is_clause(&self, one: &Expression) -> bool {
        matches!(one.head(), "rule" | "define" | "class" | "table" | "var" | "moves" | "win" | "lose" | "draw")
    }

    /// Returns what a name of the donor is called in the target.
    fn name(&mut self, word: &str) -> Option<String> {
        if let Some(known) = self.names.get(word) {
            return Some(known.clone());
        }
        let donor = self.donor;
        let new = match declared(donor, word) {
            None => return Some(word.to_string()),
            Some(Declared::Clause(clause)) => return self.clause(word, clause),
            Some(Declared::Lines(lines)) => return self.lines(word, lines),
            Some(Declared::Parameter(usual)) => usual.to_string(),
            Some(Declared::Player(place)) => self.target.names.players.get(place)?.clone(),
            Some(Declared::Piece) => self.piece(word)?,
            Some(Declared::Part(head)) => match declared(self.target, word) {
                Some(Declared::Part(own)) if own == head => word.to_string(),
                _ => return None,
            },
            Some(Declared::Other) => return None,
        };
        self.names.insert(word.to_string(), new.clone());
        Some(new)
    }

    /// A piece of the same name, or any.
    fn piece(&mut self, word: &str) -> Option<String> {
        let pieces: Vec<&str> = self.target.headed(&["piece"]).filter_map(|(_, piece)| piece.name()).collect();
        if pieces.contains(&word) {
            return Some(word.to_string());
        }
        any(&pieces, self.rng).map(|piece| piece.to_string())
    }

    /// Returns a name that the target does not have.
    fn fresh(&self, word: &str) -> Option<String> {
        let is_free = |name: &String| {
            declared(self.target, name).is_none()
                && !self.target.names.directions.contains(name)
                && !self.names.values().any(|taken| taken == name)
        };
        let numbered = (2..=CLAUSES_MAX).map(|number| format!("{word}{number}"));
        std::iter::once(word.to_string()).chain(numbered).find(is_free)
    }

    fn clause(&mut self, word: &str, clause: &Expression) -> Option<String> {
        if self.target.clauses.contains(clause) {
            self.names.insert(word.to_string(), word.to_string());
            return Some(word.to_string());
        }
        self.taken += 1;
        if self.taken > CLAUSES_MAX {
            return None;
        }
        let new = self.fresh(word)?;
        // Known before it is read, since a continuation may name the rule that contains it.
        self.names.insert(word.to_string(), new.clone());
        let taken = self.whole(clause)?;
        self.target.clauses.push(taken);
        Some(new)
    }

    fn lines(&mut self, word: &str, lines: &Expression) -> Option<String> {
        let (index, board) = self.target.headed(&["board"]).next()?;
        let new = if board.members().contains(lines) { word.to_string() } else { self.fresh(word)? };
        self.names.insert(word.to_string(), new.clone());
        if !board.members().contains(lines) {
            let taken = self.whole(lines)?;
            self.target.clauses.get_mut(index)?.members_mut()?.push(taken);
        }
        Some(new)
    }
}

#[cfg(test)]
mod tests {
    use dagaz_core::Limits;
    use dagaz_drf::DrfFile;
    use dagaz_syntax::NoIncludes;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    const DONOR: &str = "(players White Black) (board (grid a-c 1-3) (lines row 3) (zone camp a1..b1)) \
        (setup (White (Man a1)) (Black (Man c3))) \
        (piece Man (moves (jump n))) (define far (row -1)) (rule (jump d) d (or empty enemy) (then (jump d))) \
        (win reached far-line (me White) (full row mine) (any (and Man far))) (define far-line (no (and mine far))) \
        (lose camp (no (and mine camp)))";
    const TARGET: &str = "(players Cross Nought) (board (grid a-d 1-4) (lines row 4)) (piece Stone) \
        (rule place (at empty) (put Stone)) (moves place) (define far (row 2)) (win row (full row mine) far)";

    fn set(rules: &str) -> RuleSet {
        let text = format!("(drf 3) (game \"Test\" {rules})");
        let file = DrfFile::parse("test.drf", text.as_bytes(), &NoIncludes, &Limits::default());
        RuleSet::of(&file, 0).unwrap_or_else(|_| panic!("{}", file.render(&file.rules(0).diagnostics)))
    }

    fn taken(head: &str, name: &str) -> (Option<String>, RuleSet) {
        let (donor, mut target) = (set(DONOR), set(TARGET));
        let one = donor.clauses.iter().find(|one| one.head() == head && one.name() == Some(name)).expect("a clause");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let new = Transplant::new(&donor, &mut target, &mut rng).whole(one);
        (new.map(|new| new.to_string()), target)
    }

    #[test]
    fn declarations_come_with_what_uses_them() {
        let (new, target) = taken("win", "reached");
        let text = target.placed_text().0;
        let new = new.expect("all names have a meaning");
        assert_eq!(new, "(win reached far-line (me Cross) (full row2 mine) (any (and Stone far2)))");
        assert!(text.contains("(define far (row 2))") && text.contains("(define far2 (row -1))"), "{text}");
        assert!(text.contains("(define far-line (no (and mine far2)))"), "{text}");
        assert!(text.contains("(lines row 4) (lines row2 3)"), "{text}");
    }

    #[test]
    fn a_rule_may_name_itself_and_keeps_its_parameters() {
        let (new, target) = taken("rule", "jump");
        assert_eq!(new.as_deref(), Some("(rule (jump d) d (or empty enemy) (then (jump d)))"));
        assert!(target.clauses.len() <= set(TARGET).clauses.len() + 1);
    }

    #[test]
    fn a_zone_that_the_target_lacks_is_refused() {
        assert_eq!(taken("lose", "camp").0, None);
    }
}
