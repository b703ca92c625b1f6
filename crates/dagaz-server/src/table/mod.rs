//! A table: the task that runs one game. It is the only one that touches the session.
//!
//! A command is decided, its record is made durable, and only then it is applied, shown and
//! acknowledged. While a record is on its way to the disk, everything else about this game waits;
//! other games do not.

mod bots;
mod broadcast;
mod command;
mod follow;
mod messages;
mod result;
mod rules;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use dagaz_contract::ServerMessage;
use dagaz_contract::message::Reason;
use dagaz_session::{Actor, Command, NodeNo, Phase, Record, Session};
use dagaz_store::StoreFault;
use dagaz_table::bots::Memory;
use dagaz_table::{Names, Played, Prepared, Presence, Refused};
use tokio::sync::mpsc;
use tracing::Instrument;

use crate::host::Host;
use crate::opening;
use crate::summary::tags;

pub(crate) use follow::Follower;
pub(crate) use messages::{TableAsk, TableHandle};

pub(crate) struct Table {
    host: Arc<Host>,
    played: Played,
    followers: Vec<Follower>,
    /// At which node each bot was asked.
    asked: HashMap<u8, NodeNo>,
    /// What each bot remembers.
    memories: HashMap<u8, Memory>,
    /// By which tags the store finds the game, those of its opening apart.
    tags: Vec<String>,
    /// Whether it is listed by its opening, which is only recomputed after changes.
    opening_told: bool,
    log: Log,
    sender: mpsc::WeakSender<TableAsk>,
}

/// Where the log of a game is.
pub(crate) enum Log {
    /// In the store.
    Stored,
    /// In memory alone: the game is a draft.
    Draft(Vec<Record>),
}

/// Why a table is given up.
enum Broken {
    Store(StoreFault),
    Log,
}

impl Table {
    /// Starts a table with a session that has been played from its log.
    pub(crate) fn start(
        id: Arc<str>,
        host: Arc<Host>,
        prepared: Arc<Prepared>,
        session: Session,
        log: Log,
    ) -> TableHandle {
        let (sender, receiver) = mpsc::channel(host.limits.game_queue);
        let apart = crate::bundles::handed_in(&prepared.rules.id).map(|_| host.clone());
        let people = host.people.clone().map(|people| people as Arc<dyn Names>);
        let table = Table {
            tags: tags(&session, &[]),
            opening_told: opening::is_told(&session),
            played: Played::new(id, prepared, session, Presence { people, ..Presence::default() }),
            followers: Vec::new(),
            asked: HashMap::new(),
            memories: HashMap::new(),
            log,
            sender: sender.downgrade(),
            host,
        };
        let span = tracing::debug_span!(parent: None, "table", game = &*table.played.id);
        let task = table.run(receiver).instrument(span);
        match apart {
            Some(host) => host.apart.spawn(task),
            None => drop(tokio::spawn(task)),
        }
        TableHandle { sender }
    }

    async fn run(mut self, mut receiver: mpsc::Receiver<TableAsk>) {
        let broken = loop {
            if let Err(broken) = self.advance().await {
                break Some(broken);
            }
            let now = self.host.now();
            let wants = self.played.session.wants();
            let idle = self.followers.is_empty() && wants.think.is_empty();
            let alarm = wants.wake.map(|at| Duration::from_millis(at.0.saturating_sub(now.0)));
            let patience = match (alarm, idle) {
                (Some(alarm), true) => alarm.min(self.host.limits.idle),
                (Some(alarm), false) => alarm,
                (None, true) => self.host.limits.idle,
                (None, false) => Duration::from_secs(3600),
            };
            match tokio::time::timeout(patience, receiver.recv()).await {
                Ok(Some(ask)) => {
                    if let Err(broken) = self.answer(ask).await {
                        break Some(broken);
                    }
                }
                Ok(None) => break None,
                Err(_) => {
                    if let Err(broken) = self.flag().await {
                        break Some(broken);
                    }
                    // A game with a near deadline stays; one by mail is woken by its deadline in
                    // the store.
                    let near = alarm.is_some_and(|alarm| alarm <= self.host.limits.idle);
                    if idle && !near && receiver.is_empty() {
                        self.host.forget(&self.played.id);
                        // Clients that obtained the table before still get their answers.
                        receiver.close();
                        while let Some(ask) = receiver.recv().await {
                            if self.answer(ask).await.is_err() {
                                break;
                            }
                        }
                        break None;
                    }
                }
            }
        };
        if let Some(broken) = broken {
            self.give_up(&broken, &mut receiver);
        }
    }

    /// The state of the disk is unknown, or differs: the next request reads it again.
    fn give_up(&mut self, broken: &Broken, receiver: &mut mpsc::Receiver<TableAsk>) {
        self.host.forget(&self.played.id);
        let lost = matches!(broken, Broken::Store(StoreFault::Fenced | StoreFault::Elsewhere(_)));
        match broken {
            Broken::Store(fault) if lost => tracing::info!(%fault, "the game has moved to another process"),
            Broken::Store(fault) => tracing::error!(%fault, "a game is given up"),
            Broken::Log => tracing::error!("a game is given up: its log does not fit its rules"),
        }
        let say = match broken {
            Broken::Store(fault) => fault.to_string(),
            Broken::Log => "the log of this game does not fit its rules".to_string(),
        };
        let tell = ServerMessage::Refused { re: 0, reason: Reason::Storage, say, view: None };
        self.tell_all(&tell);
        // Subscribers reconnect, and find the game wherever it is then.
        self.followers.iter().for_each(|follower| follower.slow.notify_one());
        receiver.close();
    }

    async fn answer(&mut self, ask: TableAsk) -> Result<(), Broken> {
        match ask {
            TableAsk::Join { mut follower, side, re, board, asker, reply } => {
                follower.viewer.side = side.and_then(|side| self.played.session.game().glossary().player_named(&side));
                let viewer = follower.viewer.clone();
                let host = self.host.clone();
                let joined = host.work.charged(&asker, || self.join(follower, re, board.as_deref()));
                let _ = reply.send(joined.map(|()| (viewer, self.is_timed())));
            }
            TableAsk::Leave { socket } => {
                self.followers.retain(|follower| follower.socket != socket);
                self.here_changed();
            }
            TableAsk::Do { viewer, nonce, command, lag, reply } => {
                let done = self.perform(&viewer, nonce, command, lag).await?;
                let done = done.map_err(|refused| self.with_view(refused, &viewer));
                let _ = reply.send(done);
            }
            TableAsk::Look { viewer, node, asker, reply } => {
                let node = node.unwrap_or(self.played.session.current());
                let host = self.host.clone();
                let view = host.work.charged(&asker, || self.view(&viewer, node));
                let _ = reply.send(view);
            }
            TableAsk::Expand { viewer, node, prefix, asker, reply } => {
                let host = self.host.clone();
                let _ = reply.send(host.work.charged(&asker, || self.played.expand(&viewer, node, &prefix)));
            }
            TableAsk::Why { viewer, node, reply } => {
                let _ = reply.send(self.played.puzzle(&viewer, node));
            }
            TableAsk::Ponder { viewer, node, reply } => {
                let _ = reply.send(self.played.ponder(&viewer, node));
            }
            TableAsk::Record { reply } => {
                let secret = self.played.all_words().hide();
                let over = matches!(self.played.session.phase(), Phase::Ended | Phase::Study);
                let record = if over || !secret {
                    Ok((self.played.session.game().clone(), self.played.session.record()))
                } else {
                    Err(Refused::new(Reason::Forbidden, "the game hides something until it has ended"))
                };
                let _ = reply.send(record);
            }
            TableAsk::BotChose { player, node, index } => {
                self.played.presence.thinking.remove(&player);
                let command = Command::Play { node, player: Some(player), index };
                // A takeback or a pause may have come first: then the move is of no use.
                let _ = self.decide_and_do(self.host.now(), &Actor::Bot(player), None, &command).await?;
            }
            TableAsk::BotFailed { player } => {
                self.played.presence.thinking.remove(&player);
                self.show_current();
            }
            TableAsk::Rules { prepared, reply } => {
                let lost = self.change_rules(prepared).await?;
                let _ = reply.send(lost);
            }
            TableAsk::Board { reply } => {
                let _ = reply.send(Ok(self.played.prepared.clone()));
            }
            TableAsk::Result { reply } => {
                let _ = reply.send(Ok(crate::tournaments::result(&self.played.session)));
            }
            TableAsk::RulesOf { reply } => {
                let _ = reply.send(Ok(self.played.session.beginning().rules.clone()));
            }
            TableAsk::Tick => self.flag().await?,
            TableAsk::GiveUp => return Err(Broken::Store(StoreFault::Fenced)),
        }
        Ok(())
    }

    /// Returns whether clocks run in the game.
    fn is_timed(&self) -> bool {
        self.played.session.beginning().clock.is_some() && self.played.session.phase() == Phase::Playing
    }

    async fn flag(&mut self) -> Result<(), Broken> {
        let due = self.played.session.wants().wake.is_some_and(|at| at <= self.host.now());
        if due {
            let _ = self.decide_and_do(self.host.now(), &Actor::Host, None, &Command::Flag).await?;
        }
        Ok(())
    }

    /// Does what the session waits for.
    async fn advance(&mut self) -> Result<(), Broken> {
        for _ in 0..self.played.session.game().limits().plies {
            let wants = self.played.session.wants();
            if wants.chance {
                if self.decide_and_do(self.host.now(), &Actor::Host, None, &Command::Chance).await?.is_err() {
                    break;
                }
                continue;
            }
            if wants.rematch {
                let draft = matches!(self.log, Log::Draft(_)).then(|| self.played.prepared.clone());
                let next = self.host.rematch(&self.played.id, &self.played.session, draft).await;
                if let Some(game) = next {
                    let _ = self.decide_and_do(self.host.now(), &Actor::Host, None, &Command::Follow { game }).await?;
                    continue;
                }
            }
            if wants.rate {
                // If it cannot be counted now, the deadline in the store brings it back.
                let Some(changes) = self.count_result().await else { break };
                if self.decide_and_do(self.host.now(), &Actor::Host, None, &Command::Rate { changes }).await?.is_err() {
                    break;
                }
                continue;
            }
            for (player, bot, node) in wants.think {
                if self.asked.insert(player, node) != Some(node) {
                    self.ask_bot(player, &bot, node);
                }
            }
            break;
        }
        Ok(())
    }
}
