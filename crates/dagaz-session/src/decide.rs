//! From a command to a record, or to a refusal. Nothing is changed here.

use dagaz_core::{MoveRef, PlayerId, Turn};

use crate::clock_rule::Millis;
use crate::command::{Command, Decided, Refusal};
use crate::lag::Arrival;
use crate::limits;
use crate::offers::OfferKind;
use crate::record::{Actor, Event, Nonce, Record};
use crate::seat::{HolderId, Seat};
use crate::session::{Phase, Session};
use crate::tree::NodeNo;

impl Session {
    /// Returns the decision about a command that arrives now. The session is not changed (`self` is
    /// mutable for its cached list of moves and its state ahead). The [`Arrival`] has the network
    /// delay of the command.
    pub fn decide(
        &mut self,
        arrival: impl Into<Arrival>,
        by: &Actor,
        nonce: Option<&Nonce>,
        command: &Command,
    ) -> Result<Decided, Refusal> {
        if let Some(nonce) = nonce {
            if nonce.len() > limits::NONCE_BYTES {
                return Err(Refusal::TooLarge);
            }
            if let Some((version, node)) = self.done.of(by, nonce) {
                return Ok(Decided::Again { version, node });
            }
        }
        let Arrival { at, lag } = arrival.into();
        let at = at.max(self.last_at);
        let event = self.event(Arrival { at, lag }, by, command)?;
        if let Event::Drafted { player, draft } = &event
            && self.draft.as_ref().map_or("", |(by, draft)| if by == player { draft } else { "" }) == &**draft
        {
            // Nothing changes by it, so nothing is written down.
            return Ok(Decided::Again { version: self.version, node: None });
        }
        if !self.has_room_for(&event) {
            return Err(Refusal::TooLarge);
        }
        Ok(Decided::New(Box::new(Record { at, by: by.clone(), nonce: nonce.cloned(), event })))
    }

    fn event(&mut self, arrival: Arrival, by: &Actor, command: &Command) -> Result<Event, Refusal> {
        let now = arrival.at;
        match command {
            Command::Play { node, player, index } => self.decide_play(arrival, by, *node, *player, *index),
            Command::Chance => self.decide_chance(by),
            Command::Go { node } => {
                self.study(by)?;
                self.there(*node)?;
                Ok(Event::Went { node: *node })
            }
            Command::Draft { node, draft } => {
                if draft.len() > limits::DRAFT_BYTES {
                    return Err(Refusal::TooLarge);
                }
                let player = self.mover_for(by, None)?;
                if *node != self.current {
                    return Err(Refusal::Stale);
                }
                Ok(Event::Drafted { player: player.0, draft: draft.clone() })
            }
            Command::Offer { kind, node } => self.decide_offer(by, *kind, *node),
            Command::Decline { kind } => {
                let player = match by {
                    Actor::Bot(player) => *player,
                    _ => self.held_by(person(by)?).first().ok_or(Refusal::Forbidden)?.0,
                };
                if !self.offers.iter().any(|offer| offer.kind == *kind) {
                    return Err(Refusal::Nothing);
                }
                Ok(Event::Declined { kind: *kind, player })
            }
            Command::Resign { player } => {
                self.going_on()?;
                let held = self.held_by(person(by)?);
                let movers = self.movers();
                let player = match player {
                    Some(player) => held.iter().copied().find(|one| one.0 == *player).ok_or(Refusal::Forbidden)?,
                    None => {
                        let to_move = held.iter().find(|one| movers.contains(one));
                        *to_move.or(held.first()).ok_or(Refusal::Forbidden)?
                    }
                };
                Ok(Event::Resigned { player: player.0 })
            }
            Command::Flag => {
                self.going_on()?;
                if self.first_move_until().is_some_and(|until| until <= now) {
                    return Ok(Event::Abandoned);
                }
                if let Some(event) = self.alarm_event(now) {
                    return Ok(event);
                }
                let run_out = self
                    .clocks
                    .as_ref()
                    .and_then(|clocks| clocks.deadline().filter(|(_, at)| *at <= now).map(|(player, _)| player));
                Ok(Event::Flagged { player: run_out.ok_or(Refusal::Nothing)?.0 })
            }
            Command::Resume => {
                if self.held_by(person(by)?).is_empty() {
                    return Err(Refusal::Forbidden);
                }
                if self.phase() != Phase::Paused {
                    return Err(Refusal::Nothing);
                }
                Ok(Event::Resumed)
            }
            Command::Sit { player, seat } => self.decide_sit(by, *player, seat),
            Command::Comment { node, text } => {
                self.annotate(by, *node)?;
                if text.len() > limits::COMMENT_BYTES {
                    return Err(Refusal::TooLarge);
                }
                Ok(Event::Commented { node: *node, text: text.clone() })
            }
            Command::Judge { node, glyphs } => {
                self.annotate(by, *node)?;
                if glyphs.len() > limits::GLYPHS {
                    return Err(Refusal::TooLarge);
                }
                Ok(Event::Judged { node: *node, glyphs: glyphs.clone() })
            }
            Command::Promote { node } | Command::Prune { node } => {
                self.study(by)?;
                self.there(*node)?;
                if *node == NodeNo::ROOT {
                    return Err(Refusal::Unknown);
                }
                Ok(match command {
                    Command::Promote { .. } => Event::Promoted { node: *node },
                    _ => Event::Pruned { node: *node },
                })
            }
            Command::Rule { rules } => {
                host(by)?;
                Ok(Event::Ruled { rules: rules.clone() })
            }
            Command::Follow { game } => {
                host(by)?;
                if self.next.is_some() {
                    return Err(Refusal::Nothing);
                }
                Ok(Event::Followed { game: game.clone() })
            }
            Command::Say { text } => {
                if text.len() > limits::LINE_BYTES || self.lines >= limits::LINES_EVER {
                    return Err(Refusal::TooLarge);
                }
                let held = self.held_by(person(by)?);
                let player = held.first().filter(|_| !self.beginning.study).ok_or(Refusal::Forbidden)?;
                Ok(Event::Said { player: player.0, text: text.clone() })
            }
            Command::Rate { changes } => {
                host(by)?;
                if !self.wants().rate {
                    return Err(Refusal::Nothing);
                }
                Ok(Event::Rated { changes: changes.clone() })
            }
        }
    }

    /// Returns whether the log may grow by this record. Everything but moves has a limit, and the
    /// end of a game always fits.
    fn has_room_for(&self, event: &Event) -> bool {
        match self.beginning.study {
            true => self.version < limits::RECORDS,
            false => !event.is_aside() || self.asides < limits::ASIDES,
        }
    }

    fn there(&self, node: NodeNo) -> Result<(), Refusal> {
        if self.has(node) { Ok(()) } else { Err(Refusal::Unknown) }
    }

    fn study(&self, by: &Actor) -> Result<(), Refusal> {
        if !self.beginning.study {
            return Err(Refusal::NotHere);
        }
        if *person(by)? == self.beginning.owner { Ok(()) } else { Err(Refusal::Forbidden) }
    }

    fn annotate(&self, by: &Actor, node: NodeNo) -> Result<(), Refusal> {
        let holder = person(by)?;
        self.there(node)?;
        if !self.beginning.study && self.phase() != Phase::Ended {
            return Err(Refusal::NotHere);
        }
        let may = *holder == self.beginning.owner || !self.held_by(holder).is_empty();
        if may { Ok(()) } else { Err(Refusal::Forbidden) }
    }

    fn going_on(&self) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Playing => Ok(()),
            Phase::Ended => Err(Refusal::Ended),
            Phase::Paused => Err(Refusal::Paused),
            Phase::Waiting => Err(Refusal::Waiting),
            Phase::Study => Err(Refusal::NotHere),
            Phase::Stuck => Err(self.stuck.clone().map_or(Refusal::Ended, Refusal::Limit)),
        }
    }

    /// Returns the player for whom the participant moves now.
    fn mover_for(&self, by: &Actor, player: Option<u8>) -> Result<PlayerId, Refusal> {
        if !self.beginning.study {
            self.going_on()?;
        }
        let movers = self.movers();
        match by {
            Actor::Holder(holder) => {
                let held = self.held_by(holder);
                if held.is_empty() {
                    return Err(Refusal::Forbidden);
                }
                let wanted = |one: &&PlayerId| player.is_none_or(|player| one.0 == player);
                let mover = movers.iter().find(|one| held.contains(one) && wanted(one)).copied();
                // In a study its owner throws the dice too.
                let chance = self.beginning.study.then(|| movers.first().copied()).flatten();
                mover.or(chance).ok_or(Refusal::NotYourTurn)
            }
            Actor::Bot(player) => {
                let sits = matches!(self.seats.get(usize::from(*player)), Some(Seat::Bot(_)));
                let mover = movers.iter().find(|one| one.0 == *player).copied();
                mover.filter(|_| sits).ok_or(Refusal::NotYourTurn)
            }
            Actor::Host => Err(Refusal::Forbidden),
        }
    }

    fn decide_play(
        &mut self,
        Arrival { at, lag }: Arrival,
        by: &Actor,
        node: NodeNo,
        player: Option<u8>,
        index: u32,
    ) -> Result<Event, Refusal> {
        if self.beginning.study {
            self.study(by)?;
            self.there(node)?;
            return self.decide_study_play(node, player, index);
        }
        self.going_on()?;
        let player = self.mover_for(by, player)?;
        if node != self.current {
            return Err(Refusal::Stale);
        }
        let lag = self.clocks.as_ref().map_or(Millis(0), |clocks| clocks.given_back(player, lag));
        // A move after the deadline loses on time, even if the clock was not checked yet.
        if self.clocks.as_ref().is_some_and(|clocks| clocks.has_run_out(player, at.before(lag))) {
            return Ok(Event::Flagged { player: player.0 });
        }
        if self.nodes.len() >= limits::NODES {
            return Err(Refusal::TooLarge);
        }
        if let Some(decided) = self.decide_late(Arrival { at, lag }, player, index) {
            return decided;
        }
        let list = self.list_of(player)?;
        if index as usize >= list.len() {
            return Err(Refusal::Illegal);
        }
        Ok(self.play_event(node, player, &list, index, lag))
    }

    fn play_event(
        &mut self,
        node: NodeNo,
        player: PlayerId,
        list: &dagaz_core::MoveList,
        index: u32,
        lag: Millis,
    ) -> Event {
        let key = self.after(list, player, index).key();
        let chosen = list.get(index as usize);
        let (text, from) = (self.words(chosen).into(), origin_of(chosen));
        Event::Played { node, player: player.0, index, key, text, from, lag, ticks: None }
    }

    /// Returns a move of a study, at any node. One that is in the tree already is only gone to.
    fn decide_study_play(&mut self, node: NodeNo, player: Option<u8>, index: u32) -> Result<Event, Refusal> {
        let state = self.state_at(node).ok_or(Refusal::Unknown)?;
        let movers = crate::movers::movers_of(&*self.game, &state);
        let player = player.map(PlayerId).or(movers.first().copied()).ok_or(Refusal::Illegal)?;
        let list = crate::movers::legal(&*self.game, &state, player)?;
        if index as usize >= list.len() {
            return Err(Refusal::Illegal);
        }
        let chosen = list.get(index as usize);
        let id = self.id(node).ok_or(Refusal::Unknown)?;
        let same = |child: &&dagaz_record::NodeId| {
            self.has(self.number(**child)) && self.tree.chosen(**child).is_some_and(|other| other.same_as(chosen))
        };
        if let Some(child) = self.tree.children(id).iter().find(same) {
            return Ok(Event::Went { node: self.number(*child) });
        }
        if self.nodes.len() >= limits::NODES {
            return Err(Refusal::TooLarge);
        }
        let mut after = (*state).clone();
        self.game.play(&mut after, chosen, &mut dagaz_core::UndoLog::new());
        let (text, from) = (dagaz_record::move_text(&*self.game, &state, chosen).into(), origin_of(chosen));
        Ok(Event::Played { node, player: player.0, index, key: after.key(), text, from, lag: Millis(0), ticks: None })
    }

    /// Chance is drawn from the secret and the number of the new node, so that a throw taken back
    /// is another throw.
    fn decide_chance(&mut self, by: &Actor) -> Result<Event, Refusal> {
        host(by)?;
        self.going_on()?;
        let Turn::Chance(player) = self.game.turn(&self.state) else { return Err(Refusal::NotYourTurn) };
        let list = self.list_of(player)?;
        if list.is_empty() {
            return Err(Refusal::Illegal);
        }
        let index = match self.game.clock_tick(&self.state) {
            // The time of the turn begins now.
            Some(_) => 0,
            None => self.beginning.throw(NodeNo(self.nodes.len() as u32), list.len()) as u32,
        };
        let node = self.current;
        Ok(self.play_event(node, player, &list, index, Millis(0)))
    }

    fn decide_offer(&self, by: &Actor, kind: OfferKind, node: Option<NodeNo>) -> Result<Event, Refusal> {
        if self.beginning.study {
            return Err(Refusal::NotHere);
        }
        let held = self.held_by(person(by)?);
        if held.is_empty() {
            return Err(Refusal::Forbidden);
        }
        // Others wait for the result.
        if self.beginning.tournament.is_some() && kind != OfferKind::Draw {
            return Err(Refusal::NotHere);
        }
        let players: Vec<u8> = held.iter().map(|player| player.0).collect();
        let on_table = self.offers.iter().find(|offer| offer.kind == kind);
        match kind {
            OfferKind::Rematch => {
                if self.phase() != Phase::Ended || self.rematch {
                    return Err(Refusal::Nothing);
                }
            }
            OfferKind::Takeback => {
                if self.beginning.rated {
                    return Err(Refusal::NotHere);
                }
                // After an end by resignation, time or agreement no move is taken back, nor after
                // the secret of later throws was revealed.
                let ended_by_rules = self.end.as_ref().is_some_and(|end| end.reason == crate::EndReason::Rules);
                if self.phase() == Phase::Ended && (!ended_by_rules || self.clocks.is_some() || self.has_chance()) {
                    return Err(Refusal::Ended);
                }
                if self.phase() == Phase::Paused {
                    return Err(Refusal::Paused);
                }
            }
            OfferKind::Abort if self.phase() == Phase::Waiting => {}
            _ => self.going_on()?,
        }
        let node = match (kind, node, on_table) {
            (OfferKind::Takeback, Some(node), _) => Some(self.ancestor(node)?),
            (OfferKind::Takeback, None, Some(offer)) => offer.node,
            (OfferKind::Takeback, None, None) => Some(self.before_last_of(&held)?),
            _ => None,
        };
        if on_table
            .is_some_and(|offer| offer.node == node && players.iter().all(|player| offer.agreed.contains(player)))
        {
            return Err(Refusal::Nothing);
        }
        Ok(Event::Agreed { kind, players, node })
    }

    /// Returns a node before the current one, or an error.
    fn ancestor(&self, node: NodeNo) -> Result<NodeNo, Refusal> {
        let mut at = self.current;
        while let Some(parent) = self.parent(at) {
            if parent == node {
                return Ok(node);
            }
            at = parent;
        }
        Err(if self.has(node) { Refusal::Stale } else { Refusal::Unknown })
    }

    /// Returns the node before the last move that one of these players chose.
    fn before_last_of(&self, players: &[PlayerId]) -> Result<NodeNo, Refusal> {
        let mut at = self.current;
        while let Some(parent) = self.parent(at) {
            let facts = &self.nodes[at.index()];
            if !facts.by_chance && players.contains(&facts.player) {
                return Ok(parent);
            }
            at = parent;
        }
        Err(Refusal::Nothing)
    }

    fn decide_sit(&self, by: &Actor, player: u8, seat: &Seat) -> Result<Event, Refusal> {
        let holder = person(by)?;
        if self.beginning.study {
            return Err(Refusal::NotHere);
        }
        if self.phase() == Phase::Ended {
            return Err(Refusal::Ended);
        }
        let index = usize::from(player);
        if self.choosers.get(index) != Some(&true) || *seat == Seat::Aside {
            return Err(Refusal::Unknown);
        }
        if let Seat::Held { by, .. } = seat
            && by.0.len() > limits::HOLDER_BYTES
        {
            return Err(Refusal::TooLarge);
        }
        let owner = *holder == self.beginning.owner;
        let own = matches!(seat, Seat::Held { by, .. } if by == holder);
        match &self.seats[index] {
            // In rated games the seat's holder plays.
            Seat::Open if own && self.beginning.rated && !self.held_by(holder).is_empty() => {
                return Err(Refusal::Forbidden);
            }
            Seat::Open if own => {}
            _ if self.beginning.rated => return Err(Refusal::Forbidden),
            Seat::Open if owner => {}
            // The creator of the game may give away a bot's seat or their own, never another
            // person's.
            Seat::Bot(_) if owner => {}
            Seat::Held { by, .. } if by == holder && owner && !own => {}
            Seat::Held { .. } | Seat::Bot(_) if own => return Err(Refusal::Taken),
            _ => return Err(Refusal::Forbidden),
        }
        Ok(Event::Seated { player, seat: seat.clone() })
    }
}

fn person(by: &Actor) -> Result<&HolderId, Refusal> {
    match by {
        Actor::Holder(holder) => Ok(holder),
        Actor::Bot(_) | Actor::Host => Err(Refusal::Forbidden),
    }
}

fn host(by: &Actor) -> Result<(), Refusal> {
    if *by == Actor::Host { Ok(()) } else { Err(Refusal::Forbidden) }
}

/// Returns the number of the site on which a move begins.
fn origin_of(chosen: MoveRef<'_>) -> Option<u16> {
    chosen.origin().some().map(|site| site.0)
}
