//! From a command of a client to a record that is safe.

use dagaz_contract::command::Command as WireCommand;
use dagaz_contract::draw::Listing;
use dagaz_contract::message::Reason;
use dagaz_record::find_typed;
use dagaz_session::{
    Actor, Arrival, Command, Decided, Event, Millis, NodeNo, Nonce, OfferKind, Phase, Record, Refusal,
};
use dagaz_store::Append;

use super::ask::DoneAt;
use super::{Broken, Table};
use crate::opening;
use crate::people::Matter;
use crate::present::{self, Viewer};
use crate::refused::Refused;
use crate::summary::{summary, tags};

impl Table {
    pub(super) async fn perform(
        &mut self,
        viewer: &Viewer,
        nonce: Nonce,
        command: WireCommand,
        lag: Millis,
    ) -> Result<Result<DoneAt, Refused>, Broken> {
        let by = Actor::Holder(viewer.holder.clone());
        // A resend is answered whatever has become of the position since.
        if let Some((version, node)) = self.session.done(&by, &nonce) {
            return Ok(Ok(self.done(version, node)));
        }
        let command = match self.translate(viewer, command) {
            Ok(command) => command,
            Err(refused) => return Ok(Err(refused)),
        };
        let done = self.decide_and_do(Arrival { at: self.host.now(), lag }, &by, Some(nonce), &command).await?;
        self.let_bots_answer().await?;
        Ok(done)
    }

    /// A command of a client, in the words of the session.
    pub(super) fn translate(&mut self, viewer: &Viewer, command: WireCommand) -> Result<Command, Refused> {
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
                let text =
                    dagaz_club::line(&text).map_err(|fault| Refused::new(Reason::Malformed, &fault.to_string()))?;
                self.may_write(viewer)?;
                Command::Say { text: text.into() }
            }
            WireCommand::Sit { player: who } => {
                if self.session.beginning().rated && !crate::passes::is_member(&viewer.holder.0) {
                    return Err(crate::people::members_only());
                }
                Command::Sit { player: player(&who)?, seat: self.host.seat_of(&viewer.holder) }
            }
            WireCommand::Seat { player: who, by } => {
                Command::Sit { player: player(&who)?, seat: self.host.seat(&viewer.holder, &by)? }
            }
            WireCommand::Comment { node, text } => {
                self.may_write(viewer)?;
                Command::Comment { node: NodeNo(node), text: dagaz_club::comment(&text).into() }
            }
            WireCommand::Judge { node, glyphs } => Command::Judge { node: NodeNo(node), glyphs },
            WireCommand::Promote { node } => Command::Promote { node: NodeNo(node) },
            WireCommand::Prune { node } => Command::Prune { node: NodeNo(node) },
        })
    }

    /// Whether somebody may write something that others at the table read: who holds a seat may, and in a study its owner; so
    /// much a minute.
    fn may_write(&self, viewer: &Viewer) -> Result<(), Refused> {
        let Some(people) = &self.host.people else { return Ok(()) };
        if !self.session.beginning().study && self.session.held_by(&viewer.holder).is_empty() {
            return Err(Refused::of(&Refusal::Forbidden));
        }
        people.allowed.person_may(Matter::Talk, &viewer.holder, self.host.now().0)
    }

    /// Decides, makes durable, applies and shows.
    pub(super) async fn decide_and_do(
        &mut self,
        arrival: impl Into<Arrival>,
        by: &Actor,
        nonce: Option<Nonce>,
        command: &Command,
    ) -> Result<Result<DoneAt, Refused>, Broken> {
        let record = match self.session.decide(arrival, by, nonce.as_ref(), command) {
            Ok(Decided::New(record)) => *record,
            Ok(Decided::Again { version, node }) => return Ok(Ok(self.done(version, node))),
            Err(refusal) => return Ok(Err(Refused::of(&refusal))),
        };
        let nodes = self.session.node_count();
        // Applied before it is durable, but seen by nobody: if it cannot be made durable, this session is given up.
        let node = self.session.apply(&record).map_err(|_| Broken::Log)?;
        self.append(&record).await?;
        self.host.metrics.commands.inc();
        tracing::trace!(version = self.session.version(), "done");
        self.asked.retain(|_, at| *at == self.session.current());
        self.presence.thinking.retain(|player| self.asked.contains_key(player));
        self.show(&record, nodes);
        if let (Some(tournament), Phase::Ended | Phase::Stuck) =
            (&self.session.beginning().tournament, self.session.phase())
        {
            self.host.note_end(tournament, &self.id);
        }
        let went = match record.event {
            Event::Went { node } => Some(node),
            _ => None,
        };
        Ok(Ok(self.done(self.session.version(), node.or(went))))
    }

    fn done(&self, version: u32, node: Option<NodeNo>) -> DoneAt {
        DoneAt { version, node, timed: self.is_timed() }
    }

    /// Makes a record durable that the session has applied already.
    pub(super) async fn append(&mut self, record: &Record) -> Result<(), Broken> {
        let bytes = serde_json::to_vec(record).map_err(|_| Broken::Log)?;
        let summary = summary(&self.session);
        let (plain, told) = (tags(&self.session, &[]), opening::is_told(&self.session));
        let other_line = matches!(record.event, Event::Agreed { kind: OfferKind::Takeback, .. } | Event::Ruled { .. });
        let changed = other_line || plain != self.tags || told != self.opening_told;
        let tags = changed.then(|| tags(&self.session, &opening::tags(&self.session)));
        // The session has applied it already.
        let after = self.session.version() - 1;
        let append = Append { game: self.id.to_string(), after, records: vec![bytes], summary, tags };
        self.host.append(append).await.map_err(Broken::Store)?;
        (self.tags, self.opening_told) = (plain, told);
        Ok(())
    }
}
