//! A game as it is played: its session, and what each participant sees and may ask.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use dagaz_contract::ServerMessage;
use dagaz_contract::command::{Command as WireCommand, Sitter};
use dagaz_contract::draw::Listing;
use dagaz_contract::message::{NodeView, Reason};
use dagaz_contract::view::{MoveView, Pick, View};
use dagaz_core::{PlayerId, State};
use dagaz_record::{find_typed, known_at};
use dagaz_session::{
    Actor, Bot, Command, Event, HolderId, Millis, NodeNo, OfferKind, Phase, Record, Said, Seat, Session,
};

use crate::bots::{Asked, Memory, Pondered};
use crate::compiled_game::Prepared;
use crate::present::{self, Looked, Presence, Scene, Viewer, Words};
use crate::refused::Refused;

/// A game as it is played: its session, and what each participant sees and may ask.
pub struct Played {
    /// The id of the game.
    pub id: Arc<str>,
    /// By which rules it is played.
    pub prepared: Arc<Prepared>,
    /// How it stands.
    pub session: Session,
    /// Who is there.
    pub presence: Presence,
    /// Its moves in words.
    pub words: Words,
}

/// A position, and a request why picks make no legal move there.
pub struct Puzzle {
    /// By which rules it is played.
    pub prepared: Arc<Prepared>,
    /// The position.
    pub looked: Looked,
    /// The phase of the game.
    pub phase: Phase,
}

/// The effects of a record for viewers.
#[derive(Default)]
pub struct Changed {
    /// Nodes that are new or changed.
    pub nodes: Vec<NodeNo>,
    /// Nodes that are gone, with all behind them.
    pub pruned: Vec<u32>,
    /// A chat message.
    pub said: Option<Said>,
}

/// Decisions of the host about the participants of a game.
pub trait House {
    /// Checks whether a viewer may write to others at the table.
    fn may_write(&self, session: &Session, viewer: &Viewer) -> Result<(), Refused>;

    /// Checks whether a viewer may take a seat.
    fn may_sit(&self, session: &Session, viewer: &Viewer) -> Result<(), Refused>;

    /// Returns the seat of a holder.
    fn seat_of(&self, holder: &HolderId) -> Seat;

    /// Returns the seat that a holder takes or assigns.
    fn seat(&self, holder: &HolderId, by: &Sitter) -> Result<Seat, Refused>;

    /// Returns a chat message in its permitted form.
    fn line(&self, text: &str) -> Result<String, Refused>;

    /// Returns a comment as it may be written.
    fn comment(&self, text: &str) -> String;
}

/// Viewers with equal audiences get equal updates.
#[derive(PartialEq, Eq)]
struct Audience {
    held: Vec<PlayerId>,
    side: Option<PlayerId>,
    owns: bool,
    /// The authors of the update whom this audience has muted.
    unheard: Vec<HolderId>,
}

impl Audience {
    fn of(session: &Session, viewer: &Viewer, unheard: Vec<HolderId>) -> Audience {
        let owns = session.beginning().owner == viewer.holder;
        Audience { held: session.held_by(&viewer.holder), side: viewer.side, owns, unheard }
    }
}

impl Played {
    /// Returns a game as its log has made it.
    pub fn new(id: Arc<str>, prepared: Arc<Prepared>, session: Session, presence: Presence) -> Played {
        Played { id, prepared, session, presence, words: Words::default() }
    }

    /// Returns a command of a client, in the words of the session.
    pub fn translate(&mut self, viewer: &Viewer, command: WireCommand, house: &dyn House) -> Result<Command, Refused> {
        let game = self.session.game().clone();
        let player = |name: &str| -> Result<u8, Refused> {
            let player = game.glossary().player_named(name);
            player.map(|player| player.0).ok_or_else(|| Refused::new(Reason::Unknown, "there is no such player"))
        };
        Ok(match command {
            WireCommand::Play { node, id } => {
                Command::Play { node: NodeNo(node), player: viewer.side.map(|side| side.0), index: id }
            }
            WireCommand::Type { node, text } => {
                let node = NodeNo(node);
                let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
                let looked = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?;
                let Some((mover, list)) = looked.mover else {
                    return Err(Refused::new(Reason::NotYourTurn, "it is not your turn"));
                };
                let index = find_typed(&*game, &looked.state, &list, &text)
                    .map_err(|error| Refused::new(Reason::Unclear, &error.to_string()))?;
                Command::Play { node, player: Some(mover.0), index: index as u32 }
            }
            WireCommand::Draft { node, picks } => {
                let node = NodeNo(node);
                if !picks.is_empty() {
                    let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
                    let looked = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?;
                    let Some((_, list)) = &looked.mover else {
                        return Err(Refused::new(Reason::NotYourTurn, "it is not your turn"));
                    };
                    if !Listing::new(&self.prepared.drawing, &*game, &looked.shown, list).begins(&picks) {
                        return Err(Refused::new(Reason::Illegal, "no legal move begins so"));
                    }
                }
                let draft =
                    if picks.is_empty() { String::new() } else { serde_json::to_string(&picks).unwrap_or_default() };
                Command::Draft { node, draft: draft.into() }
            }
            WireCommand::Offer { kind, node } => {
                Command::Offer { kind: present::offer_of(kind), node: node.map(NodeNo) }
            }
            WireCommand::Decline { kind } => Command::Decline { kind: present::offer_of(kind) },
            WireCommand::Resign { player: who } => Command::Resign { player: who.as_deref().map(player).transpose()? },
            WireCommand::Resume => Command::Resume,
            WireCommand::Say { text } => {
                let text = house.line(&text)?;
                house.may_write(&self.session, viewer)?;
                Command::Say { text: text.into() }
            }
            WireCommand::Sit { player: who } => {
                house.may_sit(&self.session, viewer)?;
                Command::Sit { player: player(&who)?, seat: house.seat_of(&viewer.holder) }
            }
            WireCommand::Seat { player: who, by } => {
                Command::Sit { player: player(&who)?, seat: house.seat(&viewer.holder, &by)? }
            }
            WireCommand::Comment { node, text } => {
                house.may_write(&self.session, viewer)?;
                Command::Comment { node: NodeNo(node), text: house.comment(&text).into() }
            }
            WireCommand::Judge { node, glyphs } => Command::Judge { node: NodeNo(node), glyphs },
            WireCommand::Promote { node } => Command::Promote { node: NodeNo(node) },
            WireCommand::Prune { node } => Command::Prune { node: NodeNo(node) },
        })
    }

    /// Returns the whole state of the game for a new viewer. `board` is the hash of the board that
    /// the
    /// client already has.
    pub fn joined(
        &mut self,
        viewer: &Viewer,
        re: u32,
        board: Option<&str>,
        now: Millis,
    ) -> Result<ServerMessage, Refused> {
        let view = self.view(viewer, self.session.current(), now)?;
        let heard = self.session.said().filter(|said| !self.presence.is_muted(viewer, &said.by));
        let talk = heard.map(|said| present::talk_line(&self.session, &self.presence, said)).collect();
        let known = board == Some(&*self.prepared.board.rules);
        Ok(ServerMessage::Joined {
            re,
            game: self.id.to_string(),
            board: (!known).then(|| Box::new((*self.prepared.board).clone())),
            tree: self.tree(viewer),
            view: Box::new(view),
            problems: Vec::new(),
            talk,
        })
    }

    /// Returns the effects of a record that was just applied, after which new nodes begin at the
    /// given number.
    pub fn changed(&mut self, record: &Record, nodes_before: u32) -> Changed {
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
            Event::Played { .. } => {
                if let Some(&new) = nodes.first() {
                    let parent = self.session.parent(new);
                    let is_beside = |other: &NodeNo| *other < new && self.session.parent(*other) == parent;
                    let beside: Vec<NodeNo> = self.session.nodes().filter(is_beside).collect();
                    nodes.splice(0..0, beside);
                    // Events of the clock that others have replaced.
                    let is_timed = |parent: &NodeNo| {
                        let state = self.session.state_at(*parent);
                        state.is_some_and(|state| self.session.game().clock_tick(&state).is_some())
                    };
                    if let Some(parent) = parent.filter(is_timed).and_then(|parent| self.session.id(parent)) {
                        let children = self.session.tree().children(parent).iter();
                        let numbers = children.map(|child| self.session.number(*child));
                        pruned.extend(numbers.filter(|child| !self.session.has(*child)).map(|child| child.0));
                    }
                }
            }
            Event::Pruned { node } => pruned.push(node.0),
            _ => {}
        }
        let said = match &record.event {
            Event::Said { .. } => self.session.said().last().cloned(),
            _ => None,
        };
        Changed { nodes, pruned, said }
    }

    /// Sends an update to all viewers: the current view and what has changed. Viewers who see the
    /// same get one message, with their places in the list.
    pub fn tell_each(
        &mut self,
        viewers: &[&Viewer],
        changed: &Changed,
        now: Millis,
        mut tell: impl FnMut(&[usize], &ServerMessage),
    ) {
        let node = self.session.current();
        let (nodes, said) = (&changed.nodes, changed.said.as_ref());
        let writers = nodes.iter().filter_map(|node| self.session.commented_by(*node));
        let speakers: Vec<HolderId> = said.iter().map(|said| &said.by).chain(writers).cloned().collect();
        let next = self.session.next().map(|next| next.to_string());
        let talk = said.map(|said| present::talk_line(&self.session, &self.presence, said));
        let mut audiences: Vec<(Audience, Vec<usize>)> = Vec::new();
        for (place, viewer) in viewers.iter().enumerate() {
            let mut unheard = speakers.clone();
            unheard.retain(|by| self.presence.is_muted(viewer, by));
            let audience = Audience::of(&self.session, viewer, unheard);
            match audiences.iter_mut().find(|(known, _)| *known == audience) {
                Some((_, places)) => places.push(place),
                None => audiences.push((audience, vec![place])),
            }
        }
        let (drawing, words) = (&self.prepared.drawing, self.words.get(node));
        let mut scene = Scene::new(&mut self.session, drawing, &self.id, node, now, &self.presence, words);
        for (audience, places) in audiences {
            let viewer = viewers[places[0]];
            let hears = said.is_none_or(|said| !audience.unheard.contains(&said.by));
            let Ok(Some(view)) = scene.view(viewer) else { continue };
            let node_view = |node: &NodeNo| {
                present::node_view(scene.session, &self.presence, viewer, *node, self.words.get(*node)?)
            };
            let update = ServerMessage::Update {
                game: self.id.to_string(),
                nodes: nodes.iter().filter_map(node_view).collect(),
                pruned: changed.pruned.clone(),
                view: Box::new(view),
                next: next.clone(),
                talk: talk.clone().filter(|_| hears).into_iter().collect(),
            };
            tell(&places, &update);
            if let ServerMessage::Update { view, .. } = update {
                scene.reuse(*view);
            }
        }
        if viewers.is_empty() {
            self.session.forget();
        }
    }

    /// Returns a viewer's view of a node.
    pub fn view(&mut self, viewer: &Viewer, node: NodeNo, now: Millis) -> Result<View, Refused> {
        let (drawing, words) = (&self.prepared.drawing, self.words.get(node));
        Scene::new(&mut self.session, drawing, &self.id, node, now, &self.presence, words)
            .view(viewer)
            .map_err(Refused::limit)?
            .ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))
    }

    /// Returns all nodes for a viewer's list of moves.
    pub fn tree(&mut self, viewer: &Viewer) -> Vec<NodeView> {
        self.all_words();
        let nodes: Vec<NodeNo> = self.session.nodes().collect();
        nodes
            .into_iter()
            .filter_map(|node| present::node_view(&self.session, &self.presence, viewer, node, self.words.get(node)?))
            .collect()
    }

    /// Returns the words of all nodes. Those not known yet are found in one walk through the tree.
    pub fn all_words(&mut self) -> &Words {
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

    /// Returns the moves of a position that begin with the picks, and whether they are beginnings
    /// only.
    pub fn expand(&mut self, viewer: &Viewer, node: NodeNo, prefix: &[Pick]) -> Result<(Vec<MoveView>, bool), Refused> {
        let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
        let looked = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?;
        let Some((_, list)) = &looked.mover else { return Ok((Vec::new(), false)) };
        let game = self.session.game().clone();
        Ok(Listing::new(&self.prepared.drawing, &*game, &looked.shown, list).after(prefix))
    }

    /// Returns a position, to ask why picks make no legal move there.
    pub fn puzzle(&mut self, viewer: &Viewer, node: NodeNo) -> Result<Puzzle, Refused> {
        let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
        let looked = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?;
        Ok(Puzzle { prepared: self.prepared.clone(), looked, phase: self.session.phase() })
    }

    /// Returns a position for a bot to analyse, if the viewer may ask for that.
    pub fn ponder(&mut self, viewer: &Viewer, node: NodeNo) -> Result<Pondered, Refused> {
        let study = self.session.beginning().study;
        let held = self.session.held_by(&viewer.holder);
        let ended = self.session.phase() == Phase::Ended;
        // In a game against another person hints are refused.
        let against_people = self.session.seats().iter().any(|seat| match seat {
            Seat::Held { by, .. } => *by != viewer.holder,
            Seat::Open => true,
            _ => false,
        });
        if !study && !ended && (against_people || held.is_empty() && self.session.beginning().owner != viewer.holder) {
            return Err(Refused::new(Reason::Forbidden, "there are no hints in a game against another person"));
        }
        let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
        let state = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?.state;
        let game = self.session.game();
        let player = match game.turn(&state) {
            dagaz_core::Turn::Choice(player) => player,
            dagaz_core::Turn::Together(players) => {
                let own = players.iter().find(|player| held.contains(player)).or(players.first());
                *own.ok_or_else(|| Refused::new(Reason::Nothing, "no player moves here"))?
            }
            dagaz_core::Turn::Chance(_) => return Err(Refused::new(Reason::Nothing, "chance decides here")),
        };
        if game.outcome(&state).map_err(Refused::limit)?.is_some() {
            return Err(Refused::new(Reason::Ended, "the game is over here"));
        }
        if game.hides() && !ended && !study && !held.contains(&player) {
            return Err(Refused::new(Reason::Forbidden, "what another player knows is not told"));
        }
        let view = self.known(node, &state, player)?;
        let seed = self.session.beginning().seed ^ u64::from(node.0);
        Ok(Pondered { prepared: self.prepared.clone(), state, view, player, seed })
    }

    /// Returns the view of a player at a node, with all that the player has seen before.
    fn known(&self, node: NodeNo, state: &State, player: PlayerId) -> Result<dagaz_core::View, Refused> {
        let game = &**self.session.game();
        match self.session.id(node) {
            Some(id) => known_at(game, self.session.tree(), id, state, player).map_err(Refused::limit),
            None => Ok(game.view(state, player)),
        }
    }

    /// Returns the question to the bot of a seat, at the current position.
    pub fn asked(&self, player: PlayerId, bot: &Bot, memory: Memory, now: Millis) -> Asked {
        let state = self.session.state().clone();
        let known = self.known(self.session.current(), &state, player);
        let view = known.unwrap_or_else(|_| self.session.game().view(&state, player));
        Asked {
            prepared: self.prepared.clone(),
            state,
            view,
            player,
            bot: bot.clone(),
            seed: self.session.beginning().seed ^ (u64::from(self.session.node_count()) << 20),
            memory,
            time: self.thinking_time(player, now),
        }
    }

    /// Returns the time of a bot for a move if its clock is short: a thirtieth of the rest. If the
    /// time in the rules is about to change its choices, it is half of the time until then.
    fn thinking_time(&self, player: PlayerId, now: Millis) -> Option<Duration> {
        const PART: u64 = 30;
        const ENOUGH: u64 = 2_000;
        const ENOUGH_FOR_RULES: u64 = 10_000;
        let of_clock = self.session.clock(player, now).map(|clock| clock.left.0 / PART).filter(|time| *time < ENOUGH);
        let of_rules = self.session.alarm().map(|at| at.0.saturating_sub(now.0) / 2);
        let of_rules = of_rules.filter(|time| *time < ENOUGH_FOR_RULES);
        of_clock.into_iter().chain(of_rules).min().map(Duration::from_millis)
    }

    /// Returns the answer of bots to an open offer: they decline.
    pub fn answer_of_bots(&self) -> Option<(Actor, Command)> {
        let open = self.session.offers().iter().any(|offer| offer.kind == OfferKind::Draw);
        let bot = self.session.seats().iter().position(|seat| matches!(seat, Seat::Bot(_)));
        bot.filter(|_| open).map(|bot| (Actor::Bot(bot as u8), Command::Decline { kind: OfferKind::Draw }))
    }
}
