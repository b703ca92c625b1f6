//! Rules that are walked: paths as nodes.

use dagaz_core::{PieceTypeId, SiteId};
use dagaz_rules::path::{self as rules, Act, KindOf, Onward, Path, Set};

use super::form::{Back, Node, NodeId, Trail};
use super::side::Reader;
use crate::paths::bits::Bits;
use crate::paths::bits::hop::{Hop, NOWHERE};
use crate::paths::tables::Place;

/// Nodes that one player's rules may have.
const NODES_MAX: usize = 20_000;

/// Nodes on all ways from one node to where a step ends, those on which ways have joined counted
/// for each: who can step is found by following all of them, in each position.
pub(super) const WAYS_MAX: usize = 1_024;

impl<B: Bits> Reader<'_, B> {
    /// How the step that a rule begins with goes, backwards.
    pub(super) fn trail(&self, root: NodeId) -> Trail {
        let (mut back, mut at) = (Vec::new(), root);
        loop {
            at = match self.side.nodes[usize::from(at)] {
                Node::Go { hop, then } => {
                    back.push(Back::Go { hop });
                    then
                }
                Node::Is { test, then } => {
                    match back.last_mut() {
                        Some(last @ &mut Back::Go { hop }) => *last = Back::Onto { hop, test },
                        _ => back.push(Back::Is { test }),
                    }
                    then
                }
                Node::Run { hop, test, once, then } => {
                    back.push(Back::Run { hop, test, once });
                    then
                }
                Node::Take { then, .. }
                | Node::Assign { then, .. }
                | Node::Become { then, .. }
                | Node::Note { then, .. }
                | Node::See { then, .. } => then,
                Node::If { .. } | Node::Or(_) | Node::First(_) => break,
                Node::Continue { .. } | Node::End => {
                    back.reverse();
                    return Trail { end: None, back };
                }
            };
        }
        back.reverse();
        Trail { end: Some(at), back }
    }

    pub(super) fn code(&self, kind: PieceTypeId) -> u8 {
        (self.me.index() * self.rules.pieces.len() + kind.index()) as u8
    }

    /// The codes of types; none for one that stays as it is.
    pub(super) fn kinds(&self, kinds: &[KindOf]) -> Option<Vec<Option<u8>>> {
        let code = |kind: &KindOf| match kind {
            KindOf::Type(kind) => Some(Some(self.code(*kind))),
            KindOf::Table(_) => None,
        };
        kinds.iter().map(code).collect()
    }

    /// Whether every way through a rule takes something.
    pub(super) fn only_captures(&self, root: NodeId) -> bool {
        !self.comes_to(root, Node::takes, |node| matches!(node, Node::End | Node::Continue { .. }))
    }

    /// Whether a rule begins by going, so that nothing is asked of the site where the piece stands.
    pub(super) fn sets_out(&self, root: NodeId) -> bool {
        let goes = |node: &Node| matches!(node, Node::Go { .. } | Node::Run { once: true, .. });
        let may_go = |node: &Node| goes(node) || matches!(node, Node::Run { .. } | Node::Or(_) | Node::First(_));
        !self.comes_to(root, goes, |node| !may_go(node))
    }

    /// Whether every continuation follows a capture, so that chains terminate.
    pub(super) fn takes_before_going_on(&self, root: NodeId) -> bool {
        !self.comes_to(root, Node::takes, |node| matches!(node, Node::Continue { .. }))
    }

    /// Whether some way from a node comes to one that is looked for, before it comes to a bar.
    fn comes_to(&self, root: NodeId, bar: impl Fn(&Node) -> bool, wanted: impl Fn(&Node) -> bool) -> bool {
        let mut met = vec![false; self.side.nodes.len()];
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            let node = &self.side.nodes[usize::from(at)];
            if std::mem::replace(&mut met[usize::from(at)], true) || bar(node) {
                continue;
            }
            if wanted(node) {
                return true;
            }
            node.followers(|then| open.push(then));
        }
        false
    }

    pub(super) fn node(&mut self, node: Node) -> Option<NodeId> {
        let mut ways = 1;
        node.followers(|then| ways += self.ways[usize::from(then)]);
        self.ways.push(ways);
        self.side.nodes.push(node);
        (self.side.nodes.len() <= NODES_MAX && ways <= WAYS_MAX).then(|| self.side.nodes.len() as NodeId - 1)
    }

    /// A path, with what follows it.
    pub(super) fn path(&mut self, path: &Path, then: NodeId) -> Option<NodeId> {
        let node = match path {
            Path::Seq(parts) => return parts.iter().rev().try_fold(then, |then, part| self.path(part, then)),
            Path::Go(ways) => {
                let hops: Option<Vec<u16>> = ways.iter().map(|way| self.hop(*way)).collect();
                let all: Option<Vec<NodeId>> = hops?.into_iter().map(|hop| self.node(Node::Go { hop, then })).collect();
                match all?.as_slice() {
                    [only] => return Some(*only),
                    all => Node::Or(all.to_vec()),
                }
            }
            Path::Is(set) => Node::Is { test: self.test(set)?, then },
            Path::Many { least, body } => {
                let Path::Seq(body) = &**body else { return None };
                let [Path::Go(ways), Path::Is(set)] = &body[..] else { return None };
                let [way] = ways[..] else { return None };
                let (hop, test) = (self.hop(way)?, self.test(set)?);
                if !self.side.hops[usize::from(hop)].never_returns() {
                    return None;
                }
                Node::Run { hop, test, once: *least == 1, then }
            }
            Path::Or(parts) | Path::First(parts) => {
                let all: Option<Vec<NodeId>> = parts.iter().map(|part| self.path(part, then)).collect();
                if matches!(path, Path::Or(_)) { Node::Or(all?) } else { Node::First(all?) }
            }
            Path::If(question, yes, no) => {
                let Path::Is(set) = &**question else { return None };
                Node::If { test: self.test(set)?, yes: self.path(yes, then)?, no: self.path(no, then)? }
            }
            Path::LetSet(local, Set::Here) => Node::Note { local: u8::try_from(local.index()).ok()?, then },
            Path::See(body) => {
                let Path::Seq(body) = &**body else { return None };
                let [Path::At(Set::Local(local)), Path::Is(set)] = &body[..] else { return None };
                let test = self.test(set)?;
                // A look lands the piece first, and so changes the board.
                if self.side.tests[usize::from(test)].now != self.everything().now {
                    return None;
                }
                Node::See { local: u8::try_from(local.index()).ok()?, test, then }
            }
            Path::Continue(how, onward) => {
                let (mut names, mut rules) = (Vec::new(), Vec::new());
                for way in onward {
                    match way {
                        Onward::Own(own) => names.extend(own),
                        Onward::Rule(rule) => rules.push(*rule),
                        Onward::Play => return None,
                    }
                }
                if !matches!(self.side.nodes[usize::from(then)], Node::End) {
                    return None;
                }
                Node::Continue { how: *how, names, rules, roots: Vec::new() }
            }
            Path::Do(Act::Take { at: Set::Here, later }) => Node::Take { later: *later, then },
            Path::Do(Act::Become { kinds, at: Set::Here }) => Node::Become { codes: self.kinds(kinds)?, then },
            Path::Do(Act::Assign { var, value, add, at: _ }) => {
                let Place::Passing(place) = self.game.tables.places[var.index()] else { return None };
                Node::Assign { var: u8::try_from(place).ok()?, value: self.number(value)?, add: *add, then }
            }
            _ => return None,
        };
        self.node(node)
    }

    pub(super) fn hop(&mut self, way: rules::WayId) -> Option<u16> {
        if let Some(known) = self.hops[way.index()] {
            return Some(known);
        }
        let sites = self.rules.topology.sites().len();
        let to = (0..sites).map(|site| self.game.tables.link(self.me, way, SiteId::at(site)));
        let to = to.map(|to| to.some().map_or(NOWHERE, |to| to.0 as u8)).collect();
        self.side.hops.push(Hop::new(to)?);
        let hop = self.side.hops.len() as u16 - 1;
        self.hops[way.index()] = Some(hop);
        Some(hop)
    }
}
