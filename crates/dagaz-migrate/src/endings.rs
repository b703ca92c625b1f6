//! How the game ends, and which results are forbidden.

use std::collections::HashSet;

use dagaz_core::PieceTypeId;
use dagaz_rules::{Ending, EndingKind, EndingRound, Holder, Number, PassRule, Place, SiteTest, Truth};

use super::draft::Draft;
use super::names::plain;
use super::question::QuestionContext;
use super::stop::Untranslated;
use super::text::{Step, Sx, list, word};

/// A clause, and what it is known by where a variant replaces it.
pub(super) type Clause = (String, Sx);

/// Lines that a pattern of endings asks for.
pub(super) struct Pattern {
    length: usize,
    kinds: Vec<PieceTypeId>,
}

impl Draft<'_> {
    /// Returns the clauses of endings and forbidden results; inexpressible ones are reported to
    /// `gap`.
    pub(super) fn endings(&self, gap: &mut dyn FnMut(&Ending, &'static str)) -> Vec<Clause> {
        let rules = self.rules;
        let mut clauses: Vec<Clause> = Vec::new();
        let mut named: HashSet<String> = HashSet::new();
        let everybody = |ending: &Ending| self.board.players.iter().all(|player| ending.players.contains(player));
        let mate = rules.endings.iter().find_map(|ending| self.mate(ending).filter(|_| everybody(ending)));
        let stalemate =
            |ending: &Ending| ending.kind == EndingKind::Draw && ending.when == Truth::Stuck && everybody(ending);
        let others_stuck = rules.endings.iter().any(|ending| {
            ending.when.mentions(&|part| *part == Truth::Stuck) && self.mate(ending).is_none() && !stalemate(ending)
        });
        // The module is asked first, and has a stalemate behind its mate: draws may come between
        // the two. A repetition may come before it, since no mate was there before.
        let repeats = |ending: &&Ending| ending.kind == EndingKind::Draw && ending.round() == EndingRound::Repetition;
        let mut behind = rules.endings.iter().skip_while(repeats);
        let in_order = behind.next().is_some_and(|first| self.mate(first) == mate)
            && behind.take_while(|ending| !stalemate(ending)).all(|ending| ending.kind == EndingKind::Draw);
        // A player without a move passes, if the rules of the game let them.
        let draws_stalemate = rules.pass == PassRule::Never || rules.endings.iter().any(stalemate);
        let whole = mate.clone().filter(|kinds| {
            kinds.len() == 1
                && draws_stalemate
                && in_order
                && !others_stuck
                && rules.nevers.len() == 1
                && rules.nevers[0].when == Truth::attacked_piece(kinds.clone())
                && self.board.players.iter().all(|player| rules.nevers[0].players.contains(player))
        });
        if let Some(kinds) = &whole {
            let king = word(self.pieces[kinds[0].index()].clone());
            clauses.push(("use".into(), list("use", [list("checkmate", [king])])));
        }
        for never in rules.nevers.iter().filter(|_| whole.is_none()) {
            let name = unused(&mut named, "never", &plain(&never.name));
            match self.conditions(&never.when) {
                Ok(conditions) => {
                    let who = self.who(&never.players);
                    let parts = std::iter::once(word(name.clone())).chain(who).chain(conditions);
                    clauses.push((format!("never {name}"), list("never", parts)));
                }
                Err(what) => {
                    if let Some(ending) = rules.endings.first() {
                        gap(&Ending { span: never.span, ..ending.clone() }, what);
                    }
                }
            }
        }
        let mut done: HashSet<usize> = HashSet::new();
        for (index, ending) in rules.endings.iter().enumerate() {
            let said = whole.is_some() && (self.mate(ending) == whole || stalemate(ending)) && everybody(ending);
            if said || done.contains(&index) {
                continue;
            }
            let head = match ending.kind {
                EndingKind::Win => "win",
                EndingKind::Loss => "lose",
                EndingKind::Draw => "draw",
                EndingKind::Count => "score",
            };
            // Patterns in all directions are lines.
            let conditions = match self.pattern(ending) {
                Some(pattern) if self.lines_are_said(ending, &pattern) => {
                    let same = |other: &Ending| {
                        other.kind == ending.kind
                            && other.players == ending.players
                            && self
                                .pattern(other)
                                .is_some_and(|one| (one.length, &one.kinds) == (pattern.length, &pattern.kinds))
                    };
                    let others = rules.endings.iter().enumerate().filter(|(_, other)| same(other));
                    done.extend(others.map(|(other, _)| other));
                    let stones = self.held(Holder::Own, &pattern.kinds);
                    let stones = if self.pieces.len() == pattern.kinds.len() { word("mine") } else { stones };
                    Ok(vec![list("full", [word(self.lines_name(pattern.length)), stones])])
                }
                _ => self.conditions(&ending.when),
            };
            let waits = self.style.after_move && !ending.when.mentions(&|part| *part == Truth::Stuck);
            let waiting = waits.then(|| list(">", [word("turn"), word("1")]));
            let conditions = match conditions {
                Ok(conditions) => waiting.into_iter().chain(conditions).collect::<Vec<Sx>>(),
                Err(what) => {
                    gap(ending, what);
                    continue;
                }
            };
            let is_won = matches!(ending.kind, EndingKind::Win | EndingKind::Loss);
            let asked: Vec<Option<Sx>> = match (ending.players.as_slice(), is_won) {
                ([], true) => vec![Some(word("my-turn"))],
                ([], false) => vec![None],
                // If it holds for one player it holds for all, and the first one is evaluated
                // first, for any mover.
                (players @ [_, _, ..], true) if is_about_nobody(&ending.when) => {
                    let first = players.iter().find(|player| self.board.players.contains(player));
                    vec![self.who(first.map_or(&[], std::slice::from_ref))]
                }
                (players, true) if self.style.exact && players.len() > 1 && ending.when != Truth::Stuck => {
                    players.iter().map(|player| self.who(&[*player])).collect()
                }
                (players, _) => vec![self.who(players)],
            };
            let counted = (ending.kind == EndingKind::Count).then(|| {
                let material = (0..self.pieces.len()).map(PieceTypeId::at);
                let material: Vec<PieceTypeId> =
                    material.filter(|kind| !rules.pieces[kind.index()].immaterial).collect();
                let kinds = if material.len() == self.pieces.len() { Vec::new() } else { material };
                list("count", [self.held(Holder::Own, &kinds)])
            });
            for who in asked {
                let name = unused(&mut named, head, &plain(&ending.name));
                let parts = std::iter::once(word(name.clone())).chain(who).chain(conditions.clone());
                clauses.push((format!("{head} {name}"), list(head, parts.chain(counted.clone()))));
            }
        }
        // Edition 2 ends a game in which players can only pass; edition 3 lets them pass.
        let asks = |ending: &Ending| matches!(ending.when, Truth::Stuck | Truth::AllStuck) && everybody(ending);
        if rules.pass == PassRule::Free && !rules.endings.iter().any(asks) {
            let name = unused(&mut named, "draw", "nobody-can-move");
            clauses.push((format!("draw {name}"), list("draw", [word(name), word("nobody-moves")])));
        }
        clauses
    }

    /// Returns the types of which an ending says that they are mated.
    fn mate(&self, ending: &Ending) -> Option<Vec<PieceTypeId>> {
        match (&ending.kind, &ending.when) {
            (EndingKind::Loss, Truth::All(parts)) => match parts.as_slice() {
                [Truth::Stuck, attacked] => attacked.kinds_attacked().map(<[PieceTypeId]>::to_vec),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the players of a condition, if not all.
    fn who(&self, players: &[dagaz_core::PlayerId]) -> Option<Sx> {
        if self.board.players.iter().all(|player| players.contains(player)) {
            return None;
        }
        let names = self.board.players.iter().filter(|player| players.contains(player));
        let mut asked: Vec<Sx> = names.map(|player| list("me", [word(self.player(*player))])).collect();
        Some(match asked.len() {
            0 => word("none"),
            1 => asked.remove(0),
            _ => list("or", asked),
        })
    }

    /// Returns a condition of an ending, as what all has to hold.
    fn conditions(&self, when: &Truth) -> Result<Vec<Sx>, &'static str> {
        if let Truth::All(parts) = when
            && let Some(goal) = self.all_on(parts)
        {
            return Ok(vec![goal]);
        }
        let parts = match when {
            Truth::All(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut all = Vec::new();
        for part in parts {
            let said = self.question(part, &QuestionContext::OF_THE_BOARD).map_err(|stop| match stop {
                Untranslated::Gap(what) => what,
                Untranslated::Alone => "this ending",
            })?;
            // A set in a condition asks whether there is such a site.
            all.push(match said.rest_of("any") {
                Some([set]) => set.clone(),
                _ => said,
            });
        }
        Ok(all)
    }

    /// Several sites that hold the same: every one of them does.
    fn all_on(&self, parts: &[Truth]) -> Option<Sx> {
        let mut sites = Vec::new();
        let mut test: Option<&SiteTest> = None;
        for part in parts {
            let Truth::Site(Place::At(site), one) = part else { return None };
            if test.is_some_and(|known| known != one) {
                return None;
            }
            test = Some(one);
            sites.push(*site);
        }
        let SiteTest::Holds(holder, kinds) = test? else { return None };
        let held = self.held(*holder, kinds);
        let mut places = self.board.described(&sites);
        let place = if places.len() == 1 { places.remove(0) } else { list("or", places) };
        (sites.len() > 1).then(|| list("all", [place, held]))
    }

    /// Returns a straight pattern of own pieces of one kind.
    fn pattern(&self, ending: &Ending) -> Option<Pattern> {
        self.run(&ending.when).map(|(pattern, _)| pattern)
    }

    /// Returns the pieces of a straight pattern, and its direction.
    fn run(&self, when: &Truth) -> Option<(Pattern, Vec<Vec<i32>>)> {
        let runs: Vec<&Truth> = match when {
            Truth::Any(parts) => parts.iter().collect(),
            one => vec![one],
        };
        let mut found: Option<Pattern> = None;
        let mut directions = Vec::new();
        for run in runs {
            let Truth::Somewhere(inner) = run else { return None };
            let Truth::All(parts) = &**inner else { return None };
            let mut direction = None;
            for (index, part) in parts.iter().enumerate() {
                let Truth::Site(place, SiteTest::Holds(Holder::Own, kinds)) = part else { return None };
                let hops = match place {
                    Place::Here => &[][..],
                    Place::Along(hops) => hops.as_slice(),
                    _ => return None,
                };
                let same = hops.len() == index && hops.windows(2).all(|pair| pair[0] == pair[1]);
                let known = direction.is_none_or(|known| hops.first().is_none_or(|hop| *hop == known));
                direction = hops.first().copied().or(direction);
                let fits = found.as_ref().is_none_or(|found| found.length == parts.len() && found.kinds == *kinds);
                if !same || !known || !fits {
                    return None;
                }
                if index == 0 && found.is_none() {
                    found = Some(Pattern { length: parts.len(), kinds: kinds.clone() });
                }
            }
            match self.board.way(direction?)? {
                Step::Vector(vector) if vector.len() == 2 && vector.iter().all(|along| along.abs() <= 1) => {
                    directions.push(vector);
                }
                _ => return None,
            }
        }
        Some((found?, directions))
    }

    /// Returns whether the patterns of all endings of this kind together go in all directions of
    /// the board.
    fn lines_are_said(&self, ending: &Ending, pattern: &Pattern) -> bool {
        let mut axes: HashSet<(i32, i32)> = HashSet::new();
        for other in &self.rules.endings {
            if other.kind != ending.kind || other.players != ending.players {
                continue;
            }
            if let Some((one, directions)) = self.run(&other.when)
                && one.length == pattern.length
                && one.kinds == pattern.kinds
            {
                axes.extend(directions.iter().map(|vector| {
                    let (x, y) = (vector[0], vector[1]);
                    if y < 0 || (y == 0 && x < 0) { (-x, -y) } else { (x, y) }
                }));
            }
        }
        axes.len() == 4 && self.board.has_rows() && pattern.length >= 2
    }

    /// Returns the name of the lines of a length.
    pub(super) fn lines_name(&self, length: usize) -> String {
        let names = ["two", "three", "four", "five", "six", "seven"];
        let name = names.get(length.wrapping_sub(2)).map_or(format!("line-{length}"), |name| name.to_string());
        let taken = self.pieces.contains(&name) || self.board.sites.contains(&name);
        if taken { format!("line-{length}") } else { name }
    }

    /// Returns the lengths of all lines that endings ask for.
    pub(super) fn lines(&self) -> Vec<usize> {
        let mut lengths: Vec<usize> = Vec::new();
        for ending in &self.rules.endings {
            if let Some(pattern) = self.pattern(ending)
                && self.lines_are_said(ending, &pattern)
                && !lengths.contains(&pattern.length)
            {
                lengths.push(pattern.length);
            }
        }
        lengths
    }
}

/// Returns whether a condition is the same for every viewer.
fn is_about_nobody(truth: &Truth) -> bool {
    let counts_all = |number: &Number| match number {
        Number::Is(_) => true,
        Number::Count { holder, .. } => matches!(holder, Holder::Anyone | Holder::Neutral),
    };
    match truth {
        Truth::Always(_) | Truth::AllStuck | Truth::Repeated(_) => true,
        Truth::Not(inner) => is_about_nobody(inner),
        Truth::All(parts) | Truth::Any(parts) => parts.iter().all(is_about_nobody),
        Truth::Compare(a, _, b) => counts_all(a) && counts_all(b),
        _ => false,
    }
}

/// Returns a name that no other clause with this head has.
fn unused(named: &mut HashSet<String>, head: &str, wanted: &str) -> String {
    let wanted = wanted.to_lowercase();
    let numbered = (2..).map(|number| format!("{wanted}-{number}"));
    let mut all = std::iter::once(wanted.clone()).chain(numbered);
    all.find(|name| named.insert(format!("{head} {name}"))).unwrap_or(wanted)
}
