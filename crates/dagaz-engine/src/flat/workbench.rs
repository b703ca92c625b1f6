//! The workbench: reused memory for building the graphs of a game one after the other. Allocating
//! it for each graph took half of the time of many games.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use dagaz_core::{Effect, SiteId};

use super::codes::CodeSet;
use super::graph::{Graph, Made, Node, Shaped};
use super::machine::{Event, Machine, Question};
use crate::fast_hash::FastHasher;
use crate::vm::Waiting;

/// The graph so far. See the [module documentation](self).
#[derive(Default)]
pub(crate) struct Workbench {
    /// The node of each machine that has stopped somewhere.
    pub(crate) known: HashMap<Machine, u32, BuildHasherDefault<FastHasher>>,
    /// Nodes that are to be followed.
    pub(crate) waiting: Vec<(u32, Machine, Event)>,
    pub(crate) nodes: Vec<Node>,
    /// For each node the fuel from the stop before it, at most.
    pub(crate) fuel: Vec<u32>,
    pub(crate) sets: Vec<CodeSet>,
    pub(crate) questions: Vec<Question>,
    pub(crate) made: Vec<Made>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) landings: Vec<u8>,
    pub(crate) shaped: Vec<Shaped>,
    pub(crate) resumed: Vec<(Machine, Event)>,
}

impl Workbench {
    /// Begins another graph. Its first node is its end.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
        self.waiting.clear();
        self.nodes.clear();
        self.fuel.clear();
        self.sets.clear();
        self.questions.clear();
        self.made.clear();
        self.effects.clear();
        self.landings.clear();
        self.shaped.clear();
        self.resumed.clear();
        self.nodes.push(Node::End);
        self.fuel.push(0);
    }

    /// The graph.
    pub(crate) fn graph(&mut self, start: u32, fuel: u64, live: bool) -> Graph {
        let each = self.gather_captures();
        Graph {
            nodes: self.nodes[..].into(),
            sets: self.sets[..].into(),
            questions: self.questions[..].into(),
            made: self.made[..].into(),
            effects: self.effects[..].into(),
            landings: self.landings[..].into(),
            shaped: self.shaped.drain(..).collect(),
            each: each.into_boxed_slice(),
            resumed: self.resumed.drain(..).collect(),
            start,
            fuel,
            live,
        }
    }

    /// Puts tours that capture whatever is such and such into one node each, for most of them find
    /// little; gives the sites of all of them.
    fn gather_captures(&mut self) -> Vec<SiteId> {
        let tour = |nodes: &[Node], id: u32| match nodes[id as usize] {
            Node::Ask { site, set, then, otherwise } => match nodes[then as usize] {
                Node::Wait { action: Waiting::Capture(captured), next } if captured == site && next == otherwise => {
                    Some((site, set, next))
                }
                _ => None,
            },
            _ => None,
        };
        let mut each = Vec::new();
        let mut covered = vec![false; self.nodes.len()];
        for id in 0..self.nodes.len() as u32 {
            let Some((_, set, _)) = tour(&self.nodes, id).filter(|_| !covered[id as usize]) else { continue };
            let (first, mut next) = (each.len() as u32, id);
            while let Some((site, _, after)) = tour(&self.nodes, next).filter(|(_, other, _)| *other == set) {
                each.push(site);
                covered[next as usize] = true;
                next = after;
            }
            let last = each.len() as u32;
            if last - first < 4 {
                each.truncate(first as usize);
                continue;
            }
            self.nodes[id as usize] = Node::CaptureEach { first, last, set, next };
        }
        each
    }
}
