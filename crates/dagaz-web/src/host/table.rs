//! A game of this page: commands become records at once, and records are shown and kept.

use std::collections::HashMap;
use std::sync::Arc;

use dagaz_contract::command::{Command as WireCommand, Sitter};
use dagaz_contract::message::Reason;
use dagaz_contract::view::BotChoice;
use dagaz_session::{
    Actor, Arrival, Beginning, Bot, Command, Decided, Event, HolderId, NodeNo, Nonce, Record, Seat, Session,
};
use dagaz_table::{Changed, House, Played, Prepared, Presence, Refused, Viewer, game_summary};

use super::{Failure, Host, viewer};
use crate::outbox::{Out, Work};

/// A game and its log.
pub(crate) struct Table {
    pub(crate) played: Played,
    pub(crate) log: Vec<Record>,
    /// Whether the page follows it.
    pub(crate) is_followed: bool,
    /// Whether it is in memory alone.
    pub(crate) is_draft: bool,
    /// At which node each bot was asked.
    asked: HashMap<u8, NodeNo>,
}

impl Table {
    pub(crate) fn new(
        id: Arc<str>,
        prepared: Arc<Prepared>,
        session: Session,
        presence: Presence,
        log: Vec<Record>,
    ) -> Table {
        let played = Played::new(id, prepared, session, presence);
        Table { played, log, is_followed: false, is_draft: false, asked: HashMap::new() }
    }
}

/// The only person of this page may do everything.
struct Home;

impl House for Home {
    fn may_write(&self, _: &Session, _: &Viewer) -> Result<(), Refused> {
        Ok(())
    }

    fn may_sit(&self, _: &Session, _: &Viewer) -> Result<(), Refused> {
        Ok(())
    }

    fn seat_of(&self, holder: &HolderId) -> Seat {
        Seat::Held { by: holder.clone(), name: "".into() }
    }

    fn seat(&self, holder: &HolderId, by: &Sitter) -> Result<Seat, Refused> {
        match by {
            Sitter::Me => Ok(self.seat_of(holder)),
            Sitter::Anyone => Err(Refused::new(Reason::NotHere, "others are met on servers; this page plays alone")),
            Sitter::Bot(BotChoice { bot, level }) if dagaz_table::bots::knows(bot, *level) => {
                Ok(Seat::Bot(Bot { name: bot.as_str().into(), level: *level }))
            }
            Sitter::Bot(_) => Err(Refused::new(Reason::Unknown, "there is no such bot")),
        }
    }

    fn line(&self, _: &str) -> Result<String, Refused> {
        Err(Refused::new(Reason::NotHere, "there is no other person here to read it"))
    }

    fn comment(&self, text: &str) -> String {
        text.to_string()
    }
}

/// Returns the seat that the person takes or assigns.
pub(crate) fn seat(by: &Sitter) -> Result<Seat, Refused> {
    Home.seat(&viewer().holder, by)
}

/// The version after a command, and its node.
pub(crate) type DoneAt = (u32, Option<NodeNo>);

impl Host {
    /// Does what the page commands.
    pub(crate) fn perform(&mut self, game: &str, nonce: &str, command: WireCommand) -> Result<DoneAt, Failure> {
        let nonce = Nonce::from(nonce);
        let by = Actor::Holder(viewer().holder);
        let now = self.now();
        let table = self.table(game)?;
        if let Some(done) = table.played.session.done(&by, &nonce) {
            return Ok(done);
        }
        let command = table.played.translate(&viewer(), command, &Home)?;
        let done = self.decide(game, &by, Some(nonce), &command).map_err(|mut refused| {
            if refused.reason == Reason::Stale
                && let Some(table) = self.tables.get_mut(game)
            {
                let current = table.played.session.current();
                refused.view = table.played.view(&viewer(), current, now).ok().map(Box::new);
            }
            refused
        })?;
        if let Some((bot, answer)) = self.tables.get(game).and_then(|table| table.played.answer_of_bots()) {
            let _ = self.decide(game, &bot, None, &answer);
        }
        Ok(done)
    }

    /// Decides, applies, keeps and shows.
    pub(crate) fn decide(
        &mut self,
        game: &str,
        by: &Actor,
        nonce: Option<Nonce>,
        command: &Command,
    ) -> Result<DoneAt, Refused> {
        let now = self.now();
        let table = self.tables.get_mut(game).ok_or_else(Refused::busy)?;
        let session = &mut table.played.session;
        let record = match session.decide(Arrival::from(now), by, nonce.as_ref(), command) {
            Ok(Decided::New(record)) => *record,
            Ok(Decided::Again { version, node }) => return Ok((version, node)),
            Err(refusal) => return Err(Refused::of(&refusal)),
        };
        let nodes = session.node_count();
        let node = session.apply(&record).map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
        let (version, current) = (session.version(), session.current());
        table.asked.retain(|_, at| *at == current);
        table.played.presence.thinking.retain(|player| table.asked.contains_key(player));
        let changed = table.played.changed(&record, nodes);
        let went = match record.event {
            Event::Went { node } => Some(node),
            _ => None,
        };
        self.keep(game, record);
        self.show(game, &changed);
        Ok((version, node.or(went)))
    }

    /// Keeps a record, and lists the game first. A draft is neither kept nor listed.
    fn keep(&mut self, game: &str, record: Record) {
        let Some(table) = self.tables.get_mut(game) else { return };
        let after = table.log.len() as u32;
        table.log.push(record.clone());
        if table.is_draft {
            return;
        }
        let summary = game_summary(&table.played.session, game);
        self.listed.retain(|listed| listed.game != game);
        self.listed.insert(0, summary.clone());
        let records = vec![record];
        self.out.push(Out::Keep { game: game.to_string(), after, records, summary: Box::new(summary) });
    }

    /// Sends the changes to the page.
    pub(crate) fn show(&mut self, game: &str, changed: &Changed) {
        let now = self.now();
        let Some(table) = self.tables.get_mut(game).filter(|table| table.is_followed) else { return };
        let (viewer, out) = (viewer(), &mut self.out);
        table
            .played
            .tell_each(&[&viewer], changed, now, |_, tell| out.push(Out::ServerMessage(Box::new(tell.clone()))));
    }

    /// Begins a game.
    pub(crate) fn begin_as(
        &mut self,
        id: &Arc<str>,
        prepared: Arc<Prepared>,
        beginning: Beginning,
        is_draft: bool,
    ) -> Result<(), Refused> {
        let by = Actor::Holder(beginning.owner.clone());
        let record = Record { at: self.now(), by, nonce: None, event: Event::Began(Box::new(beginning)) };
        let session = Session::replay(prepared.game.clone(), std::slice::from_ref(&record))
            .map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
        self.set_up(id.clone(), prepared, session, Vec::new());
        if let Some(table) = self.tables.get_mut(id) {
            table.is_draft = is_draft;
        }
        self.keep(id, record);
        Ok(())
    }

    /// Does what a game waits for.
    pub(crate) fn advance(&mut self, game: &str) {
        let Some(plies) = self.tables.get(game).map(|table| table.played.session.game().limits().plies) else { return };
        for _ in 0..plies {
            let Some(table) = self.tables.get_mut(game) else { return };
            let wants = table.played.session.wants();
            if wants.chance {
                if self.decide(game, &Actor::Host, None, &Command::Chance).is_err() {
                    break;
                }
                continue;
            }
            if wants.rematch {
                if let Some(next) = self.rematch(game)
                    && self.decide(game, &Actor::Host, None, &Command::Follow { game: next }).is_ok()
                {
                    continue;
                }
                break;
            }
            // A game without a viewer waits.
            if !table.is_followed {
                break;
            }
            let paced = !table.played.session.seats().iter().any(|seat| matches!(seat, Seat::Held { .. }));
            for (player, bot, node) in wants.think {
                let Some(table) = self.tables.get_mut(game) else { return };
                if table.asked.insert(player, node) != Some(node) {
                    table.played.presence.thinking.insert(player);
                    self.think(game, node.0, Work::Choose { player, bot, paced });
                    self.show(game, &Changed::default());
                }
            }
            break;
        }
    }

    /// Begins the game that follows one: the same players, each with the seat before its own.
    fn rematch(&mut self, game: &str) -> Option<Arc<str>> {
        let next = self.id_of(&format!("after {game}"));
        let table = self.tables.get(game)?;
        let (prepared, before) = (table.played.prepared.clone(), table.played.session.beginning().clone());
        let is_draft = table.is_draft;
        let mut seats = table.played.session.seats().to_vec();
        let taking: Vec<usize> = (0..seats.len()).filter(|&player| seats[player] != Seat::Aside).collect();
        for (place, &player) in taking.iter().enumerate() {
            seats[player] = table.played.session.seats()[taking[(place + taking.len() - 1) % taking.len()]].clone();
        }
        let (seed, chance) = (self.random_u64(), Some(self.secret()));
        let beginning = Beginning { seats, seed, chance, tree: None, at: NodeNo::ROOT, ..before };
        self.begin_as(&next, prepared, beginning, is_draft).ok()?;
        Some(next)
    }
}
