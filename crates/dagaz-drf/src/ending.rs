//! Legal moves, endings and statistics.

use std::collections::HashSet;

use dagaz_core::CompactSort;

use dagaz_rules::Comparison;
use dagaz_rules::path::{
    AskedFirst, EndingOrder, NameId, Number, PathEnding, PathEndingKind, PathFirst, PathNever, Prefer, Statistic,
    Truth, in_order,
};

use super::clauses::Origin;
use super::environment::{EnvId, Name};
use super::lower::Lower;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::tree::NodeId;

/// Words about a move, and what they are where none is being made.
const IN_A_MOVE: [(&str, &str); 5] =
    [("captured", "empty"), ("taken", "empty"), ("visited", "empty"), ("passed", "empty"), ("steps", "0")];

/// Says that forbidden moves take part where it is decided which moves come first, or are best.
pub const PSEUDO_LEGAL: &str = "pseudo-legal";

/// Rules of which each precedes the next, and the last the first, if the new statement closes such
/// a cycle; the result begins with the two rules of that statement.
fn circle(known: &[PathFirst], next: &PathFirst) -> Option<Vec<NameId>> {
    for (place, class) in next.classes.iter().enumerate() {
        // From what comes behind this class on, by what has been said before.
        let mut reached: Vec<(NameId, Option<usize>)> =
            next.classes[place + 1..].iter().flatten().map(|name| (*name, None)).collect();
        let mut seen: HashSet<NameId> = reached.iter().map(|(name, _)| *name).collect();
        let mut at = 0;
        while let Some(&(name, _)) = reached.get(at) {
            for first in known {
                let Some(own) = first.classes.iter().position(|class| class.contains(&name)) else { continue };
                for behind in first.classes[own + 1..].iter().flatten().filter(|behind| seen.insert(**behind)) {
                    reached.push((*behind, Some(at)));
                }
            }
            at += 1;
        }
        if let Some(end) = reached.iter().position(|(name, from)| from.is_some() && class.contains(name)) {
            let mut way: Vec<NameId> =
                std::iter::successors(Some(end), |at| reached[*at].1).map(|at| reached[at].0).collect();
            way[1..].reverse();
            return Some(way);
        }
    }
    None
}

/// Returns whether the first is a draw, the second is none, and they can hold of one position.
fn may_hide(first: &PathEnding, later: &PathEnding) -> bool {
    let again = |truth: &Truth| {
        let least = match truth {
            Truth::Compare(Number::Repeats(_), Comparison::Less, Number::Is(least)) => *least,
            _ => return false,
        };
        least > 1
    };
    // What the position shows by itself has ended the game when it first came up.
    let comes_again = match &first.when {
        Truth::Not(inner) => again(inner),
        Truth::And(parts) => parts.iter().any(|part| matches!(part, Truth::Not(inner) if again(inner))),
        _ => false,
    };
    first.kind == PathEndingKind::Draw && later.kind != PathEndingKind::Draw && !comes_again
}

/// Returns whether one truth demands what the other denies.
fn excludes(one: &Truth, other: &Truth) -> bool {
    fn parts(truth: &Truth) -> Vec<&Truth> {
        match truth {
            Truth::And(all) => all.iter().flat_map(parts).collect(),
            truth => vec![truth],
        }
    }
    let denied = |a: &Truth, b: &Truth| matches!(a, Truth::Not(inner) if **inner == *b);
    let (one, other) = (parts(one), parts(other));
    one.iter().any(|a| other.iter().any(|b| denied(a, b) || denied(b, a)))
}

impl Lower<'_> {
    /// `(first capture (walk fly-out))`
    pub(super) fn firsts(&mut self) -> Vec<PathFirst> {
        let mut firsts: Vec<PathFirst> = Vec::new();
        for clause in self.clauses_of("first") {
            let first = self.first(clause);
            if let Some(round) = circle(&firsts, &first) {
                let names: Vec<String> =
                    round.iter().map(|name| format!("`{}`", self.rule_names[name.index()])).collect();
                let message = match names.as_slice() {
                    [one, other] => {
                        format!("{other} comes before {one} already, so that neither could be played beside the other")
                    }
                    _ => format!(
                        "{} before {}: that goes round in a circle, so that none of them could be played beside the others",
                        names.join(" before "),
                        names[0]
                    ),
                };
                self.wrong(
                    clause,
                    &message,
                    if names.len() == 2 { "one order of the two" } else { "one order of them all" },
                );
            }
            firsts.push(first);
        }
        firsts
    }

    pub(super) fn first(&mut self, clause: NodeId) -> PathFirst {
        let (pseudo_legal, rest) = self.pseudo_legal(self.rest(clause));
        let mut classes: Vec<Vec<NameId>> = Vec::new();
        for class in rest {
            let names = self.rule_names_of(class, EnvId::EMPTY);
            if let Some(again) = names.iter().find(|name| classes.iter().flatten().any(|known| known == *name)) {
                let again = self.rule_names[again.index()].clone();
                let message = format!("`{again}` has its place before this already");
                self.wrong(class, &message, "each rule once, those that come first foremost: `(first capture walk)`");
            }
            classes.push(names);
        }
        PathFirst { pseudo_legal, classes }
    }

    /// Returns whether what comes first, or is best, is decided among pseudo-legal moves; and what
    /// stands behind the word for it.
    fn pseudo_legal(&self, mut rest: Vec<NodeId>) -> (bool, Vec<NodeId>) {
        let is_rule = |word| matches!(self.names.get(&word), Some(Name::Rule(_) | Name::Class(_)));
        let said = rest.first().is_some_and(|first| {
            self.text(*first) == PSEUDO_LEGAL && self.tree.word(*first).is_some_and(|word| !is_rule(word))
        });
        if said {
            rest.remove(0);
        }
        (said, rest)
    }

    /// `(prefer (jump swoop) (count captured))`
    pub(super) fn prefers(&mut self) -> Vec<Prefer> {
        self.clauses_of("prefer").into_iter().filter_map(|clause| self.prefer(clause)).collect()
    }

    pub(super) fn prefer(&mut self, clause: NodeId) -> Option<Prefer> {
        let (pseudo_legal, rest) = self.pseudo_legal(self.rest(clause));
        let Some((&classes, numbers)) = rest.split_first().filter(|(_, numbers)| !numbers.is_empty()) else {
            self.wrong(
                clause,
                "a preference names the moves that compete and what is compared",
                "`(prefer (jump) (count captured))`",
            );
            return None;
        };
        let names = self.rule_names_of(classes, EnvId::EMPTY);
        let by = numbers.iter().map(|number| self.number(*number, EnvId::EMPTY)).collect();
        Some(Prefer { pseudo_legal, names, by })
    }

    /// `(never check (and mine King attacked))`
    pub(super) fn nevers(&mut self) -> Vec<PathNever> {
        let mut nevers = Vec::new();
        for (clause, phase) in self.clauses_of_phases(&["never"]) {
            let rest = self.rest(clause);
            let Some((&name, conditions)) = rest.split_first().filter(|(_, conditions)| !conditions.is_empty()) else {
                self.wrong(
                    clause,
                    "a forbidden result has a name and a condition",
                    "`(never check (and mine King attacked))`",
                );
                continue;
            };
            let name = self.text(name).to_string();
            let when = self.truths(conditions, EnvId::EMPTY);
            // What a turn of the phase may not lead to.
            let when = match phase {
                Some(phase) => Truth::And(vec![Truth::Was(Box::new(Truth::InPhase(phase))), when]),
                None => when,
            };
            nevers.push(PathNever { name, when, span: self.rules_span(clause) });
        }
        nevers
    }

    /// Endings, in the order in which they are asked.
    pub(super) fn endings(&mut self) -> Vec<PathEnding> {
        let faults = self.diagnostics.errors();
        let mut endings: Vec<PathEnding> = Vec::new();
        let heads = ["win", "lose", "draw", "score"];
        let mut clauses = self.clauses_of_phases(&heads);
        // As written; what a module brings stands where it is used.
        let turns = self.clauses_of("turns").last().copied();
        let origin_of = |clause: NodeId| {
            let written = self.origins.get(&clause).copied();
            let in_turns = turns.and_then(|turns| self.origins.get(&turns));
            written.unwrap_or(Origin { variant: in_turns.map_or(0, |turns| turns.variant), brought_by: clause, clause })
        };
        clauses.compact_sort_by_key(|(clause, _)| {
            let Origin { brought_by, clause, .. } = origin_of(*clause);
            (brought_by.0, clause.0)
        });
        let variants: Vec<u16> = clauses.iter().map(|(clause, _)| origin_of(*clause).variant).collect();
        let nodes: Vec<NodeId> = clauses.iter().map(|(clause, _)| *clause).collect();
        for (text, (clause, phase)) in clauses.into_iter().enumerate() {
            // Each is compared with all before it.
            self.pay(1 + text);
            if self.stops_at(clause) {
                break;
            }
            let head = self.head(clause).unwrap_or_default().to_string();
            let rest = self.rest(clause);
            self.find_past(clause);
            let ranks: Vec<NodeId> = rest.iter().copied().filter(|part| self.head(*part) == Some("rank")).collect();
            let rank = ranks.first().and_then(|part| self.rest(*part).first().and_then(|node| self.integer(*node)));
            self.nothing_more(&ranks, 1, "one rank for an ending");
            if let (Some(&written), None) = (ranks.first(), rank) {
                self.wrong(
                    written,
                    "a rank is a number, and of two endings the one of the greater rank counts",
                    "`(rank 1)`",
                );
            }
            let mut conditions: Vec<NodeId> =
                rest.iter().skip(1).copied().filter(|part| !ranks.contains(part)).collect();
            let name = rest.first().map_or(String::new(), |node| self.text(*node).to_string());
            let kind = match head.as_str() {
                "win" => PathEndingKind::Win,
                "lose" => PathEndingKind::Loss,
                "draw" => PathEndingKind::Draw,
                _ => match conditions.pop().filter(|_| !conditions.is_empty()) {
                    Some(number) => {
                        let parts = if self.has_halves(number) { 2 } else { 1 };
                        PathEndingKind::Score { by: self.score(number, EnvId::EMPTY, parts), parts }
                    }
                    None => {
                        self.wrong(
                            clause,
                            "a score needs a condition and a number",
                            "`(score area (= passes 2) (count area))`",
                        );
                        continue;
                    }
                },
            };
            if name.is_empty() || conditions.is_empty() {
                self.wrong(clause, "an ending has a name and a condition", &format!("`({head} name (no mine))`"));
                continue;
            }
            for &condition in conditions.iter().filter(|condition| self.name(**condition).is_none()) {
                if let word @ ("here" | "start") = self.text(condition) {
                    let message = format!("nothing is under way, so that there is no `{word}`");
                    self.wrong(condition, &message, "a set of sites, such as `(and mine goal)`");
                    break;
                }
            }
            let when = self.truths(&conditions, EnvId::EMPTY);
            // What is asked while a turn of the phase is due.
            let when = match phase {
                Some(phase) => Truth::And(vec![Truth::InPhase(phase), when]),
                None => when,
            };
            let span = self.rules_span(clause);
            let order = EndingOrder { rank: rank.unwrap_or(0), variant: variants[text], text: text as u32 };
            endings.push(PathEnding { name, kind, when, order, span });
        }
        let endings = in_order(endings);
        // What an ending with a mistake in it would hide is not known.
        if self.diagnostics.errors() == faults {
            self.check_order(&endings, &nodes);
        }
        endings
    }

    /// Reports endings that an earlier one hides, and draws that precede a win or a loss only by
    /// the order of the text. `clauses`: the clauses of the endings, in the order of the text.
    fn check_order(&mut self, endings: &[PathEnding], clauses: &[NodeId]) {
        let node = |ending: &PathEnding| clauses[ending.order.text as usize];
        for (place, ending) in endings.iter().enumerate() {
            if let Some(before) = endings[..place].iter().find(|before| before.when == ending.when) {
                let message = format!("the game has ended by `{}` whenever this holds", before.name);
                let hint = "another condition; `dagaz explain` tells which ending is asked before which, and why";
                let span = self.tree.node(node(ending)).span.head();
                self.push(Diagnostic::new(Code::Unused, span, message).hint(hint));
            }
        }
        for (place, draw) in endings.iter().enumerate() {
            let hidden = endings[place + 1..].iter().find(|later| {
                draw.asked_before(later) == AskedFirst::Text
                    && may_hide(draw, later)
                    && !excludes(&draw.when, &later.when)
            });
            let Some(hidden) = hidden else { continue };
            let (draw_name, name) = (&draw.name, &hidden.name);
            let message =
                format!("the draw `{draw_name}` is asked before `{name}`: where both hold at once, nobody wins");
            let hint = format!(
                "write it behind `{name}`; if it is meant so, say it: `(rank {})` in `{draw_name}`",
                draw.order.rank + 1
            );
            let span = self.tree.node(node(draw)).span.head();
            self.push(Diagnostic::new(Code::EndingOrder, span, message).hint(hint));
        }
    }

    /// `(statistic pieces (count occupied))`
    pub(super) fn statistics(&mut self) -> Vec<Statistic> {
        let mut statistics: Vec<Statistic> = Vec::new();
        for clause in self.clauses_of("statistic") {
            self.pay(1 + statistics.len());
            if self.stops_at(clause) {
                break;
            }
            let rest = self.rest(clause);
            self.find_past(clause);
            let name = rest.first().map_or("", |node| self.text(*node)).to_string();
            let (&[_, number], false) = (rest.as_slice(), name.is_empty()) else {
                self.wrong(clause, "a statistic has a name and a number", "`(statistic pieces (count occupied))`");
                continue;
            };
            if statistics.iter().any(|known| known.name == name) {
                self.wrong(rest[0], "there is a statistic of that name already", "another name");
                continue;
            }
            let of = self.number(number, EnvId::EMPTY);
            statistics.push(Statistic { name, of, span: self.rules_span(clause) });
        }
        statistics
    }

    /// Complains about what belongs to a move where a position is looked at by itself: a game may
    /// begin with it, and no move has led there.
    fn find_past(&mut self, form: NodeId) {
        // It may be called like one of these.
        let Some(name) = self.tree.members(form).nth(1) else { return };
        for node in (self.tree.node(name).end.0..self.tree.node(form).end.0).map(NodeId) {
            let word = self.text(node);
            let is = match (self.head(node), IN_A_MOVE.iter().find(|(known, _)| *known == word)) {
                // Whose turn it was is known.
                (Some("was"), _) if self.members(node).get(1).is_none_or(|was| self.head(*was) != Some("phase")) => {
                    "as it is now"
                }
                (None, Some((_, is))) if self.name(node).is_none() => is,
                _ => continue,
            };
            let message =
                format!("`{}` is {is} here: what belonged to a move is not known afterwards", self.tree.text(node));
            let hint =
                "keep it in a variable, by a rule, `(on capture …)` or `(on move-end …)`; a `never` knows the move";
            self.push(Diagnostic::new(Code::Foregone, self.tree.node(node).span, message).hint(hint));
            return;
        }
    }

    /// Returns whether a fraction is written somewhere in a text.
    fn has_halves(&self, node: NodeId) -> bool {
        let end = self.tree.node(node).end;
        (node.0..end.0).any(|index| {
            let text = self.text(NodeId(index));
            text.contains('.') && text.parse::<f64>().is_ok()
        })
    }
}
