//! The rules as one player sees them.

use dagaz_core::{PlayerId, RuleId};
use dagaz_rules::path::{NameId, PathRules};

use super::form::{Does, Line, Node, NodeId, Number, Side, Use};
use crate::paths::bits::Bits;
use crate::paths::game::PathGame;

/// Reads the rules as one player sees them.
pub(super) struct Reader<'g, B> {
    pub(super) game: &'g PathGame,
    pub(super) rules: &'g PathRules,
    pub(super) me: PlayerId,
    pub(super) board: B,
    pub(super) side: Side<B>,
    /// For each node how many there are on all ways from it on.
    pub(super) ways: Vec<usize>,
    /// For each way its place among the hops, if it has been met.
    pub(super) hops: Vec<Option<u16>>,
}

impl<'g, B: Bits> Reader<'g, B> {
    pub(super) fn new(game: &'g PathGame, me: PlayerId, board: B) -> Reader<'g, B> {
        let side = Side {
            hops: Vec::new(),
            tests: Vec::new(),
            nodes: vec![Node::End],
            looks_back: false,
            trails: Vec::new(),
            lines: Vec::new(),
            stages: Vec::new(),
            always: Vec::new(),
            own: Vec::new(),
            roots: vec![None; game.rules.rules.len()],
            ends: Vec::new(),
            prefers: Vec::new(),
            endings: Vec::new(),
        };
        Reader { game, rules: &game.rules, me, board, side, ways: vec![1], hops: vec![None; game.rules.ways.len()] }
    }

    /// All of them.
    pub(super) fn side(mut self) -> Option<Side<B>> {
        let (kinds, players) = (self.rules.pieces.len(), self.rules.players.len());
        for code in 0..kinds * players {
            let ends = if code / kinds == self.me.index() { self.ends(code % kinds)? } else { Vec::new() };
            self.side.ends.push(ends);
        }
        let mut uses = Vec::new();
        for code in 0..kinds * players {
            let mut own = Vec::new();
            if code / kinds == self.me.index() {
                for call in &self.rules.pieces[code % kinds].moves {
                    let root = self.root(call.rule)?;
                    own.push((self.rules.rules[call.rule.index()].name, root));
                    uses.push((code as u8, call.rule, root));
                }
            }
            self.side.own.push(own);
        }
        // Continuing rules have continuing rules of their own.
        let mut met = 0;
        while met < self.side.nodes.len() {
            if let Node::Continue { rules, .. } = &self.side.nodes[met] {
                for rule in rules.clone() {
                    self.root(rule)?;
                }
            }
            met += 1;
        }
        for node in &mut self.side.nodes {
            if let Node::Continue { names, rules, roots, .. } = node {
                let by_rules: Vec<NodeId> = rules.iter().filter_map(|rule| self.side.roots[rule.index()]).collect();
                let of_code = |own: &Vec<(NameId, NodeId)>| {
                    let named = own.iter().filter(|(name, _)| names.contains(name));
                    named.map(|(_, root)| *root).chain(by_rules.iter().copied()).collect()
                };
                *roots = self.side.own.iter().map(of_code).collect();
            }
        }
        self.share_out(&uses);
        for prefer in &self.rules.prefer {
            let numbers: Option<Vec<Number>> = prefer.by.iter().map(|number| self.number(number)).collect();
            self.side.prefers.push(numbers.filter(|numbers| !numbers.iter().any(Number::asks_here))?);
        }
        for ending in &self.rules.endings {
            let when = self.truth(&ending.when)?;
            self.side.endings.push(when);
        }
        let before = self.everything().was;
        self.side.looks_back = self.side.tests.iter().any(|test| test.was != before);
        Some(self.side)
    }

    /// Where a rule begins.
    pub(super) fn root(&mut self, rule: RuleId) -> Option<NodeId> {
        if let Some(known) = self.side.roots[rule.index()] {
            return Some(known);
        }
        let root = self.path(&self.rules.rules[rule.index()].path, 0)?;
        if !self.sets_out(root) || !self.takes_before_going_on(root) {
            return None;
        }
        self.side.roots[rule.index()] = Some(root);
        Some(root)
    }

    /// Says for each rule how it is followed, and in which class it is.
    pub(super) fn share_out(&mut self, uses: &[(u8, RuleId, NodeId)]) {
        let name = |rule: RuleId| self.rules.rules[rule.index()].name;
        let competes = |rule: RuleId| self.rules.prefer.iter().any(|prefer| prefer.names.contains(&name(rule)));
        let mut lines: Vec<Option<Line<B>>> =
            uses.iter().map(|(code, rule, _)| if competes(*rule) { None } else { self.line(*code, *rule) }).collect();
        // What two rules give is one move, which must not be counted twice: such rules are walked.
        let of_code = |code: u8| (0..uses.len()).filter(move |index| uses[*index].0 == code);
        for code in self.side.own.iter().enumerate().filter(|(_, own)| !own.is_empty()).map(|(code, _)| code as u8) {
            let apart = of_code(code).all(|one| {
                let Some(line) = &lines[one] else { return self.only_captures(uses[one].2) };
                of_code(code).filter(|other| *other != one).all(|other| match &lines[other] {
                    Some(other) => self.never_meet(line, other),
                    None => !line.captures,
                })
            });
            if !apart {
                of_code(code).for_each(|index| lines[index] = None);
            }
        }
        let classes = self.rules.first.first().map_or(&[][..], |first| &first.classes);
        self.side.stages = vec![Vec::new(); classes.len()];
        for (&(code, rule, root), line) in uses.iter().zip(lines) {
            let name = self.rules.rules[rule.index()].name;
            let does = match line {
                Some(line) => {
                    self.side.lines.push(line);
                    Does::Line(self.side.lines.len() as u16 - 1)
                }
                None => {
                    let trail = self.trail(root);
                    self.side.trails.push(trail);
                    Does::Walk { root, trail: self.side.trails.len() as u16 - 1 }
                }
            };
            let one = Use { codes: 1 << code, name, does };
            let wanted = || classes.iter().enumerate().filter(|(_, class)| class.contains(&name));
            wanted().for_each(|(stage, _)| join(&mut self.side.stages[stage], one.clone()));
            if wanted().next().is_none() {
                join(&mut self.side.always, one);
            }
        }
    }
}

/// Adds a rule to others; pieces of several types follow one rule together.
fn join(uses: &mut Vec<Use>, one: Use) {
    let root = |does: Does| if let Does::Walk { root, .. } = does { Some(root) } else { None };
    let together = uses.iter_mut().find(|known| root(known.does).is_some() && root(known.does) == root(one.does));
    match together {
        Some(known) => known.codes |= one.codes,
        None => uses.push(one),
    }
}
