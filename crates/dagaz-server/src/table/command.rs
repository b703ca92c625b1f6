//! From a command of a client to a record that is safe.

use dagaz_contract::command::{Command as WireCommand, Sitter};
use dagaz_contract::message::Reason;
use dagaz_session::{
    Actor, Arrival, Command, Decided, Event, HolderId, Millis, NodeNo, Nonce, OfferKind, Phase, Record, Refusal, Seat,
    Session,
};
use dagaz_store::Append;
use dagaz_table::{House, Refused, Viewer};

use super::messages::DoneAt;
use super::{Broken, Log, Table};
use crate::host::Host;
use crate::opening;
use crate::people::Matter;
use crate::summary::{summary, tags};

impl House for Host {
    /// Players may write, and in an analysis its owner; within a rate limit.
    fn may_write(&self, session: &Session, viewer: &Viewer) -> Result<(), Refused> {
        let Some(people) = &self.people else { return Ok(()) };
        if !session.beginning().study && session.held_by(&viewer.holder).is_empty() {
            return Err(Refused::of(&Refusal::Forbidden));
        }
        people.allowed.person_may(Matter::Talk, &viewer.holder, self.now().0)
    }

    fn may_sit(&self, session: &Session, viewer: &Viewer) -> Result<(), Refused> {
        match session.beginning().rated && !crate::tokens::is_member(&viewer.holder.0) {
            true => Err(crate::people::members_only()),
            false => Ok(()),
        }
    }

    fn seat_of(&self, holder: &HolderId) -> Seat {
        Seat::Held { by: holder.clone(), name: "".into() }
    }

    fn seat(&self, holder: &HolderId, by: &Sitter) -> Result<Seat, Refused> {
        Host::seat(self, holder, by)
    }

    fn line(&self, text: &str) -> Result<String, Refused> {
        dagaz_club::line(text).map_err(|fault| Refused::new(Reason::Malformed, &fault.to_string()))
    }

    fn comment(&self, text: &str) -> String {
        dagaz_club::comment(text)
    }
}

impl Table {
    pub(super) async fn perform(
        &mut self,
        viewer: &Viewer,
        nonce: Nonce,
        command: WireCommand,
        lag: Millis,
    ) -> Result<Result<DoneAt, Refused>, Broken> {
        let by = Actor::Holder(viewer.holder.clone());
        // A resend is answered, also after the position has changed.
        if let Some((version, node)) = self.played.session.done(&by, &nonce) {
            return Ok(Ok(self.done(version, node, 0)));
        }
        let command = match self.played.translate(viewer, command, &*self.host) {
            Ok(command) => command,
            Err(refused) => return Ok(Err(refused)),
        };
        if matches!(command, Command::Offer { kind: OfferKind::Rematch, .. })
            && matches!(self.log, Log::Stored)
            && let Err(refused) = self.host.has_room(&self.played.session.beginning().owner.clone()).await
        {
            return Ok(Err(refused));
        }
        let done = self.decide_and_do(Arrival { at: self.host.now(), lag }, &by, Some(nonce), &command).await?;
        self.let_bots_answer().await?;
        Ok(done)
    }

    /// Decides, makes durable, applies and shows.
    pub(super) async fn decide_and_do(
        &mut self,
        arrival: impl Into<Arrival>,
        by: &Actor,
        nonce: Option<Nonce>,
        command: &Command,
    ) -> Result<Result<DoneAt, Refused>, Broken> {
        let record = match self.played.session.decide(arrival, by, nonce.as_ref(), command) {
            Ok(Decided::New(record)) => *record,
            Ok(Decided::Again { version, node }) => return Ok(Ok(self.done(version, node, 0))),
            Err(refusal) => return Ok(Err(Refused::of(&refusal))),
        };
        let nodes = self.played.session.node_count();
        // Applied before it is durable, but not visible yet: if storing it fails, this session is
        // discarded.
        let node = self.played.session.apply(&record).map_err(|_| Broken::Log)?;
        let bytes = self.append(&record).await?;
        self.host.metrics.commands.inc();
        tracing::trace!(version = self.played.session.version(), "done");
        self.asked.retain(|_, at| *at == self.played.session.current());
        self.played.presence.thinking.retain(|player| self.asked.contains_key(player));
        self.show(&record, nodes);
        if let (Some(tournament), Phase::Ended | Phase::Stuck) =
            (&self.played.session.beginning().tournament, self.played.session.phase())
        {
            self.host.note_end(tournament, &self.played.id);
        }
        let went = match record.event {
            Event::Went { node } => Some(node),
            _ => None,
        };
        Ok(Ok(self.done(self.played.session.version(), node.or(went), bytes)))
    }

    fn done(&self, version: u32, node: Option<NodeNo>, bytes: u32) -> DoneAt {
        DoneAt { version, node, bytes, timed: self.is_timed() }
    }

    /// Makes a record durable that the session has applied already; returns its bytes. Those of a
    /// draft stay in memory.
    pub(super) async fn append(&mut self, record: &Record) -> Result<u32, Broken> {
        if let Log::Draft(log) = &mut self.log {
            log.push(record.clone());
            return Ok(0);
        }
        let bytes = serde_json::to_vec(record).map_err(|_| Broken::Log)?;
        let summary = summary(&self.played.session);
        let (plain, told) = (tags(&self.played.session, &[]), opening::is_told(&self.played.session));
        let other_line = matches!(record.event, Event::Agreed { kind: OfferKind::Takeback, .. } | Event::Ruled { .. });
        let changed = other_line || plain != self.tags || told != self.opening_told;
        let tags = changed.then(|| tags(&self.played.session, &opening::tags(&self.played.session)));
        // The session has applied it already.
        let after = self.played.session.version() - 1;
        let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let append = Append { game: self.played.id.to_string(), after, records: vec![bytes], summary, tags };
        self.host.append(append).await.map_err(Broken::Store)?;
        (self.tags, self.opening_told) = (plain, told);
        Ok(size)
    }
}
