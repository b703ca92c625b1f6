//! The updates of a table: to all subscribers after a change, and to single requests.

use std::collections::HashMap;

use dagaz_contract::Tell;
use dagaz_contract::message::{NodeView, Reason};
use dagaz_contract::view::View;
use dagaz_core::{PlayerId, State};
use dagaz_session::{Event, HolderId, NodeNo, Phase, Record, Said, Seat, Session};

use super::Table;
use crate::present::{self, Scene, Viewer, Words};
use crate::refused::Refused;
use crate::wire::{self, Text};

/// All that makes a difference between two who hear of the same thing.
#[derive(PartialEq, Eq)]
struct Audience {
    held: Vec<PlayerId>,
    side: Option<PlayerId>,
    owns: bool,
    /// The authors of the texts in a message, and the people who have muted them.
    unheard: Vec<HolderId>,
}

impl Audience {
    fn of(session: &Session, viewer: &Viewer, unheard: Vec<HolderId>) -> Audience {
        let owns = session.beginning().owner == viewer.holder;
        Audience { held: session.held_by(&viewer.holder), side: viewer.side, owns, unheard }
    }
}

impl Table {
    /// Publishes the change of a record.
    pub(super) fn show(&mut self, record: &Record, nodes_before: u32) {
        let mut nodes: Vec<NodeNo> = (nodes_before..self.session.node_count()).map(NodeNo).collect();
        let mut pruned = Vec::new();
        for node in &nodes {
            if let Some(words) = present::words(&self.session, &self.prepared.drawing, *node) {
                self.words.set(*node, words);
            }
        }
        let mut siblings = |of: NodeNo| {
            let parent = self.session.parent(of);
            nodes.extend(self.session.nodes().filter(|node| self.session.parent(*node) == parent && *node != of));
            nodes.push(of);
        };
        match &record.event {
            Event::Commented { node, .. } | Event::Judged { node, .. } => nodes.push(*node),
            Event::Promoted { node } => siblings(*node),
            // Another move at the same place makes the former one a variation.
            Event::Played { node, .. } if nodes.len() == 1 => {
                let new = nodes[0];
                if self.session.tree().children(self.session.id(*node).unwrap_or(dagaz_record::NodeId::ROOT)).len() > 1
                {
                    nodes.clear();
                    let parent = self.session.parent(new);
                    nodes.extend(self.session.nodes().filter(|other| self.session.parent(*other) == parent));
                }
            }
            Event::Pruned { node } => pruned.push(node.0),
            _ => {}
        }
        let said = match &record.event {
            Event::Said { .. } => self.session.said().last().cloned(),
            _ => None,
        };
        self.send_updates(&nodes, pruned, said.as_ref());
        if let Event::Played { .. } | Event::Seated { .. } | Event::Resumed = &record.event {
            self.call();
        }
    }

    pub(super) fn show_current(&mut self) {
        self.send_updates(&[], Vec::new(), None);
    }

    /// Shows all who follow the game as it is now, with nodes that are new or changed and a line
    /// that was said.
    pub(super) fn send_updates(&mut self, nodes: &[NodeNo], pruned: Vec<u32>, said: Option<&Said>) {
        let node = self.session.current();
        let writers = nodes.iter().filter_map(|node| self.session.commented_by(*node));
        let speakers: Vec<HolderId> = said.iter().map(|said| &said.by).chain(writers).cloned().collect();
        let next = self.session.next().map(|next| next.to_string());
        let talk = said.map(|said| present::talk_line(&self.session, &self.presence, said));
        let (now, drawing) = (self.host.now(), &self.prepared.drawing);
        let words = self.words.get(node);
        let mut scene = Scene::new(&mut self.session, drawing, &self.id, node, now, &self.presence, words);
        let mut made: Vec<(Audience, Text)> = Vec::new();
        for follower in &self.followers {
            let viewer = &follower.viewer;
            let mut unheard = speakers.clone();
            unheard.retain(|by| self.presence.is_muted(viewer, by));
            let hears = said.is_none_or(|said| !unheard.contains(&said.by));
            let audience = Audience::of(scene.session, viewer, unheard);
            if let Some((_, text)) = made.iter().find(|(known, _)| *known == audience) {
                follower.send(text.clone());
                continue;
            }
            let Ok(Some(view)) = scene.view(viewer) else { continue };
            let node_view = |node: &NodeNo| {
                present::node_view(scene.session, &self.presence, viewer, *node, self.words.get(*node)?)
            };
            let tell = Tell::Update {
                game: self.id.to_string(),
                nodes: nodes.iter().filter_map(node_view).collect(),
                pruned: pruned.clone(),
                view: Box::new(view),
                next: next.clone(),
                talk: talk.clone().filter(|_| hears).into_iter().collect(),
            };
            let text = wire::text(&tell);
            if let Tell::Update { view, .. } = tell {
                scene.reuse(*view);
            }
            follower.send(text.clone());
            made.push((audience, text));
        }
        if self.followers.is_empty() {
            self.session.forget();
        }
    }

    /// Tells those whose turn it is and who are looking at something else.
    pub(super) fn call(&self) {
        let Some(people) = &self.host.people else { return };
        if self.session.phase() != Phase::Playing {
            return;
        }
        for player in self.session.movers() {
            let Some(Seat::Held { by, .. }) = self.session.seats().get(player.index()) else { continue };
            if self.followers.iter().any(|follower| follower.viewer.holder == *by) {
                continue;
            }
            self.host.tell_everywhere(people, by, &wire::text(&Tell::Turn { game: self.id.to_string() }));
        }
    }

    pub(super) fn tell_all(&self, tell: &Tell) {
        let text = wire::text(tell);
        for follower in &self.followers {
            follower.send(text.clone());
        }
    }

    pub(super) fn view(&mut self, viewer: &Viewer, node: NodeNo) -> Result<View, Refused> {
        let now = self.host.now();
        let (drawing, words) = (&self.prepared.drawing, self.words.get(node));
        Scene::new(&mut self.session, drawing, &self.id, node, now, &self.presence, words)
            .view(viewer)
            .map_err(Refused::limit)?
            .ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))
    }

    pub(super) fn with_view(&mut self, mut refused: Refused, viewer: &Viewer) -> Refused {
        if refused.reason == Reason::Stale {
            refused.view = self.view(viewer, self.session.current()).ok().map(Box::new);
        }
        refused
    }

    pub(super) fn tree(&mut self, viewer: &Viewer) -> Vec<NodeView> {
        self.all_words();
        let nodes: Vec<NodeNo> = self.session.nodes().collect();
        nodes
            .into_iter()
            .filter_map(|node| present::node_view(&self.session, &self.presence, viewer, node, self.words.get(node)?))
            .collect()
    }

    /// The words of all nodes. Those not known yet are found in one walk through the tree.
    pub(super) fn all_words(&mut self) -> &Words {
        let nodes: Vec<NodeNo> = self.session.nodes().collect();
        if nodes.iter().all(|node| self.words.get(*node).is_some()) {
            return &self.words;
        }
        let mut states: HashMap<NodeNo, State> = HashMap::new();
        states.insert(NodeNo::ROOT, self.session.tree().start().clone());
        for node in nodes {
            let Some(before) = self.session.parent(node).and_then(|parent| states.get(&parent)).cloned() else {
                continue;
            };
            let Some(chosen) = self.session.id(node).and_then(|id| self.session.tree().chosen(id)) else { continue };
            let mut after = before.clone();
            self.session.game().play(&mut after, chosen, &mut dagaz_core::UndoLog::new());
            if self.words.get(node).is_none()
                && let Some(words) =
                    present::words_between(&self.session, &self.prepared.drawing, node, &before, &after)
            {
                self.words.set(node, words);
            }
            states.insert(node, after);
        }
        &self.words
    }
}
