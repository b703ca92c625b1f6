//! A table: the task that runs one game. It is the only one that touches the session.
//!
//! A command is decided, its record is made durable, and only then it is applied, shown and acknowledged. While a record
//! is on its way to the disk, everything else about this game waits; other games do not.

use std::collections::HashMap;
use std::sync::Arc;

use dagaz_club::Score;
use dagaz_club::tournament::PairResult;
use dagaz_contract::command::Command as WireCommand;
use dagaz_contract::draw::Listing;
use dagaz_contract::message::{NodeView, Reason, Why, WhyReason};
use dagaz_contract::view::{MoveView, Pick, View};
use dagaz_contract::{Board, Tell};
use dagaz_core::{Game, PlayerId, State, Verdict};
use dagaz_record::{GameTree, find_typed};
use dagaz_session::{
    Actor, Bot, Command, Decided, HolderId, Millis, NodeNo, Nonce, Phase, Record, Refusal, Rerated, RulesRef, Said,
    Seat, Session,
};
use dagaz_store::{Append, StoreFault};
use tokio::sync::{mpsc, oneshot};

use crate::host::{Host, Prepared};
use crate::people::Matter;
use crate::present::{self, NodeWords, Presence, Viewer};
use crate::refused::Refused;
use crate::summary::{summary, tags};

/// A socket that follows a game.
#[derive(Clone)]
pub(crate) struct Follower {
    /// Its number among all sockets.
    pub(crate) socket: u64,
    /// Who.
    pub(crate) viewer: Viewer,
    /// Where to send.
    pub(crate) out: mpsc::Sender<Arc<str>>,
    /// Told when `out` is full: the socket is to be closed.
    pub(crate) slow: Arc<tokio::sync::Notify>,
}

impl Follower {
    fn tell(&self, tell: &Tell) {
        self.send(serde_json::to_string(tell).unwrap_or_default().into());
    }

    fn send(&self, text: Arc<str>) {
        if self.out.try_send(text).is_err() {
            self.slow.notify_one();
        }
    }
}

/// The answer to a command that was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DoneAt {
    pub(crate) version: u32,
    pub(crate) node: Option<NodeNo>,
}

type Reply<T> = oneshot::Sender<Result<T, Refused>>;

/// What a table is asked.
pub(crate) enum TableAsk {
    Join {
        follower: Follower,
        side: Option<String>,
        /// The number of the question, for its answer.
        re: u32,
        /// The board that is known, by its hash.
        board: Option<String>,
        /// From whose side the game is seen; the answer itself goes the way of all that the follower hears.
        reply: Reply<Viewer>,
    },
    Leave {
        socket: u64,
    },
    Do {
        viewer: Viewer,
        nonce: Nonce,
        command: WireCommand,
        reply: Reply<DoneAt>,
    },
    Look {
        viewer: Viewer,
        node: Option<NodeNo>,
        reply: Reply<View>,
    },
    Expand {
        viewer: Viewer,
        node: NodeNo,
        prefix: Vec<Pick>,
        reply: Reply<(Vec<MoveView>, bool)>,
    },
    Why {
        viewer: Viewer,
        node: NodeNo,
        picks: Vec<Pick>,
        reply: Reply<Why>,
    },
    /// A state to think about, if the viewer may have it thought about.
    Ponder {
        viewer: Viewer,
        node: NodeNo,
        reply: Reply<Pondered>,
    },
    Record {
        reply: Reply<(Arc<dyn Game>, GameTree)>,
    },
    BotChose {
        player: u8,
        node: NodeNo,
        index: u32,
    },
    BotFailed {
        player: u8,
    },
    Rules {
        prepared: Arc<Prepared>,
        reply: Reply<Vec<String>>,
    },
    Board {
        reply: Reply<Arc<Board>>,
    },
    /// What became of a game of a tournament; nothing while it goes on.
    Result {
        reply: Reply<Option<PairResult>>,
    },
    /// By which rules it is played.
    RulesOf {
        reply: Reply<RulesRef>,
    },
    Tick,
    /// Others may have the game now.
    GiveUp,
}

/// A state that a bot thinks about for somebody.
pub(crate) struct Pondered {
    pub(crate) prepared: Arc<Prepared>,
    pub(crate) state: State,
    pub(crate) player: PlayerId,
    pub(crate) seed: u64,
}

/// A table as others see it.
#[derive(Clone)]
pub(crate) struct TableHandle {
    pub(crate) sender: mpsc::Sender<TableAsk>,
}

pub(crate) struct Table {
    id: Arc<str>,
    host: Arc<Host>,
    prepared: Arc<Prepared>,
    session: Session,
    followers: Vec<Follower>,
    presence: Presence,
    words: HashMap<NodeNo, NodeWords>,
    /// At which node each bot was asked.
    asked: HashMap<u8, NodeNo>,
    /// What each bot remembers.
    memories: HashMap<u8, crate::bots::Memory>,
    /// By which tags the store finds the game.
    tags: Vec<String>,
    sender: mpsc::WeakSender<TableAsk>,
}

/// Why a table is given up.
enum Broken {
    Store(StoreFault),
    Log,
}

impl Table {
    /// Starts a table with a session that has been played from its log.
    pub(crate) fn start(id: Arc<str>, host: Arc<Host>, prepared: Arc<Prepared>, session: Session) -> TableHandle {
        let (sender, receiver) = mpsc::channel(host.limits.game_queue);
        let table = Table {
            id,
            prepared,
            tags: tags(&session),
            session,
            followers: Vec::new(),
            presence: Presence { people: host.people.clone(), ..Presence::default() },
            words: HashMap::new(),
            asked: HashMap::new(),
            memories: HashMap::new(),
            sender: sender.downgrade(),
            host,
        };
        tokio::spawn(table.run(receiver));
        TableHandle { sender }
    }

    async fn run(mut self, mut receiver: mpsc::Receiver<TableAsk>) {
        let broken = loop {
            if let Err(broken) = self.advance().await {
                break Some(broken);
            }
            let now = self.host.now();
            let wants = self.session.wants();
            let idle = self.followers.is_empty() && wants.think.is_empty();
            let alarm = wants.wake.map(|at| std::time::Duration::from_millis(at.0.saturating_sub(now.0)));
            let patience = match (alarm, idle) {
                (Some(alarm), true) => alarm.min(self.host.limits.idle),
                (Some(alarm), false) => alarm,
                (None, true) => self.host.limits.idle,
                (None, false) => std::time::Duration::from_secs(3600),
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
                    // A game with a near deadline stays; one by mail is woken by its deadline in the store.
                    let near = alarm.is_some_and(|alarm| alarm <= self.host.limits.idle);
                    if idle && !near && receiver.is_empty() {
                        self.host.forget(&self.id);
                        // Whoever got hold of the table before is still answered.
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

    /// What is on the disk is unknown, or is not what it was: whoever asks next reads it anew.
    fn give_up(&mut self, broken: &Broken, receiver: &mut mpsc::Receiver<TableAsk>) {
        self.host.forget(&self.id);
        let say = match broken {
            Broken::Store(fault) => fault.to_string(),
            Broken::Log => "the log of this game does not fit its rules".to_string(),
        };
        let tell = Tell::Refused { re: 0, reason: Reason::Storage, say, view: None };
        self.tell_all(&tell);
        if self.host.store.is_shared() {
            // Whoever follows comes back, and finds the game wherever it is then.
            self.followers.iter().for_each(|follower| follower.slow.notify_one());
        }
        receiver.close();
    }

    async fn answer(&mut self, ask: TableAsk) -> Result<(), Broken> {
        match ask {
            TableAsk::Join { mut follower, side, re, board, reply } => {
                follower.viewer.side = side.and_then(|side| self.session.game().glossary().player_named(&side));
                let viewer = follower.viewer.clone();
                let _ = reply.send(self.join(follower, re, board.as_deref()).map(|()| viewer));
            }
            TableAsk::Leave { socket } => {
                self.followers.retain(|follower| follower.socket != socket);
                self.here_changed();
            }
            TableAsk::Do { viewer, nonce, command, reply } => {
                let done = self.perform(&viewer, nonce, command).await?;
                let done = done.map_err(|refused| self.with_view(refused, &viewer));
                let _ = reply.send(done);
            }
            TableAsk::Look { viewer, node, reply } => {
                let node = node.unwrap_or(self.session.current());
                let view = self.view(&viewer, node);
                let _ = reply.send(view);
            }
            TableAsk::Expand { viewer, node, prefix, reply } => {
                let _ = reply.send(self.expand(&viewer, node, &prefix));
            }
            TableAsk::Why { viewer, node, picks, reply } => {
                let _ = reply.send(self.why(&viewer, node, &picks));
            }
            TableAsk::Ponder { viewer, node, reply } => {
                let _ = reply.send(self.ponder(&viewer, node));
            }
            TableAsk::Record { reply } => {
                let secret = self.all_words().values().any(|words| words.secret);
                let over = matches!(self.session.phase(), Phase::Ended | Phase::Study);
                let record = if over || !secret {
                    Ok((self.session.game().clone(), self.session.record()))
                } else {
                    Err(Refused::new(Reason::Forbidden, "the game hides something until it has ended"))
                };
                let _ = reply.send(record);
            }
            TableAsk::BotChose { player, node, index } => {
                self.presence.thinking.remove(&player);
                let command = Command::Play { node, player: Some(player), index };
                // A takeback or a pause may have come first: then the move is of no use.
                let _ = self.decide_and_do(&Actor::Bot(player), None, &command).await?;
            }
            TableAsk::BotFailed { player } => {
                self.presence.thinking.remove(&player);
                self.show_current();
            }
            TableAsk::Rules { prepared, reply } => {
                let lost = self.change_rules(prepared).await?;
                let _ = reply.send(lost);
            }
            TableAsk::Board { reply } => {
                let _ = reply.send(Ok(self.prepared.board.clone()));
            }
            TableAsk::Result { reply } => {
                let _ = reply.send(Ok(crate::tournaments::result(&self.session)));
            }
            TableAsk::RulesOf { reply } => {
                let _ = reply.send(Ok(self.session.beginning().rules.clone()));
            }
            TableAsk::Tick => self.flag().await?,
            TableAsk::GiveUp => return Err(Broken::Store(StoreFault::Fenced)),
        }
        Ok(())
    }

    /// Lets somebody follow. Everything that there is goes the same way as all that comes later, so that it comes first.
    fn join(&mut self, follower: Follower, re: u32, board: Option<&str>) -> Result<(), Refused> {
        let viewer = follower.viewer.clone();
        self.followers.retain(|other| other.socket != follower.socket);
        self.followers.push(follower.clone());
        let changed = self.note_here();
        let view = self.view(&viewer, self.session.current())?;
        let heard = self.session.said().filter(|said| !self.is_muted(&viewer, &said.by));
        let talk = heard.map(|said| present::talk_line(&self.session, &self.presence, said)).collect();
        let known = board == Some(&*self.prepared.board.rules);
        let tell = Tell::Joined {
            re,
            game: self.id.to_string(),
            board: (!known).then(|| Box::new((*self.prepared.board).clone())),
            tree: self.tree(&viewer),
            view: Box::new(view),
            problems: Vec::new(),
            talk,
        };
        follower.tell(&tell);
        if changed {
            self.show_current();
        }
        Ok(())
    }

    fn here_changed(&mut self) {
        if self.note_here() {
            self.show_current();
        }
    }

    /// Notes who is here now, and tells whether others were before.
    fn note_here(&mut self) -> bool {
        let here = self.followers.iter().map(|follower| follower.viewer.holder.clone()).collect();
        std::mem::replace(&mut self.presence.here, here) != self.presence.here
    }

    fn tree(&mut self, viewer: &Viewer) -> Vec<NodeView> {
        self.all_words();
        let nodes: Vec<NodeNo> = self.session.nodes().collect();
        nodes
            .into_iter()
            .filter_map(|node| present::node_view(&self.session, viewer, node, self.words.get(&node)?))
            .collect()
    }

    /// The words of all nodes. Those not known yet are found in one walk through the tree.
    fn all_words(&mut self) -> &HashMap<NodeNo, NodeWords> {
        let nodes: Vec<NodeNo> = self.session.nodes().collect();
        if nodes.iter().all(|node| self.words.contains_key(node)) {
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
            if !self.words.contains_key(&node)
                && let Some(words) = present::words_between(&self.session, node, &before, &after)
            {
                self.words.insert(node, words);
            }
            states.insert(node, after);
        }
        &self.words
    }

    fn view(&mut self, viewer: &Viewer, node: NodeNo) -> Result<View, Refused> {
        let now = self.host.now();
        let drawing = &self.prepared.drawing;
        present::view(&mut self.session, drawing, &self.id, viewer, node, now, &self.presence)
            .map_err(Refused::limit)?
            .ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))
    }

    fn with_view(&mut self, mut refused: Refused, viewer: &Viewer) -> Refused {
        if refused.reason == Reason::Stale {
            refused.view = self.view(viewer, self.session.current()).ok().map(Box::new);
        }
        refused
    }

    fn expand(&mut self, viewer: &Viewer, node: NodeNo, prefix: &[Pick]) -> Result<(Vec<MoveView>, bool), Refused> {
        let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
        let looked = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?;
        let Some((_, list)) = &looked.mover else { return Ok((Vec::new(), false)) };
        let game = self.session.game().clone();
        Ok(Listing::new(&self.prepared.drawing, &*game, &looked.state, list).after(prefix))
    }

    fn why(&mut self, viewer: &Viewer, node: NodeNo, picks: &[Pick]) -> Result<Why, Refused> {
        let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
        let looked = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?;
        Ok(crate::why::why(&self.host, &self.prepared, &self.session, &looked, picks))
    }

    fn ponder(&mut self, viewer: &Viewer, node: NodeNo) -> Result<Pondered, Refused> {
        let study = self.session.beginning().study;
        let held = self.session.held_by(&viewer.holder);
        let ended = self.session.phase() == Phase::Ended;
        // In a game against another person nobody is helped.
        let against_people = self.session.seats().iter().any(|seat| match seat {
            Seat::Held { by, .. } => *by != viewer.holder,
            Seat::Open => true,
            _ => false,
        });
        if !study && !ended && (against_people || held.is_empty() && self.session.beginning().owner != viewer.holder) {
            return Err(Refused::new(Reason::Forbidden, "nobody is helped in a game against another person"));
        }
        let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
        let state = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?.state;
        let game = self.session.game();
        let player = match game.turn(&state) {
            dagaz_core::Turn::Choice(player) => player,
            dagaz_core::Turn::Together(players) => {
                let own = players.iter().find(|player| held.contains(player)).or(players.first());
                *own.ok_or_else(|| Refused::new(Reason::Nothing, "nobody moves here"))?
            }
            dagaz_core::Turn::Chance(_) => return Err(Refused::new(Reason::Nothing, "chance decides here")),
        };
        if game.outcome(&state).map_err(Refused::limit)?.is_some() {
            return Err(Refused::new(Reason::Ended, "the game is over here"));
        }
        let seed = self.session.beginning().seed ^ u64::from(node.0);
        Ok(Pondered { prepared: self.prepared.clone(), state, player, seed })
    }

    /// A command of a client, in the words of the session.
    fn translate(&mut self, viewer: &Viewer, command: WireCommand) -> Result<Command, Refused> {
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
                    if !Listing::new(&self.prepared.drawing, &*game, &looked.state, list).begins(&picks) {
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
                if let Some(people) = &self.host.people {
                    people.person_may(Matter::Talk, &viewer.holder, self.host.now().0)?;
                }
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
            WireCommand::Comment { node, text } => Command::Comment { node: NodeNo(node), text: text.into() },
            WireCommand::Judge { node, glyphs } => Command::Judge { node: NodeNo(node), glyphs },
            WireCommand::Promote { node } => Command::Promote { node: NodeNo(node) },
            WireCommand::Prune { node } => Command::Prune { node: NodeNo(node) },
        })
    }

    async fn perform(
        &mut self,
        viewer: &Viewer,
        nonce: Nonce,
        command: WireCommand,
    ) -> Result<Result<DoneAt, Refused>, Broken> {
        let by = Actor::Holder(viewer.holder.clone());
        // A resend is answered whatever has become of the position since.
        if let Some((version, node)) = self.session.done(&by, &nonce) {
            return Ok(Ok(DoneAt { version, node }));
        }
        let command = match self.translate(viewer, command) {
            Ok(command) => command,
            Err(refused) => return Ok(Err(refused)),
        };
        let done = self.decide_and_do(&by, Some(nonce), &command).await?;
        self.let_bots_answer().await?;
        Ok(done)
    }

    /// Decides, makes durable, applies and shows.
    async fn decide_and_do(
        &mut self,
        by: &Actor,
        nonce: Option<Nonce>,
        command: &Command,
    ) -> Result<Result<DoneAt, Refused>, Broken> {
        let now = self.host.now();
        let record = match self.session.decide(now, by, nonce.as_ref(), command) {
            Ok(Decided::New(record)) => *record,
            Ok(Decided::Again { version, node }) => return Ok(Ok(DoneAt { version, node })),
            Err(refusal) => return Ok(Err(Refused::of(&refusal))),
        };
        let nodes = self.session.node_count();
        // Applied before it is durable, but seen by nobody: if it cannot be made durable, this session is given up.
        let node = self.session.apply(&record).map_err(|_| Broken::Log)?;
        self.append(&record).await?;
        self.host.metrics.commands.inc();
        self.asked.retain(|_, at| *at == self.session.current());
        self.presence.thinking.retain(|player| self.asked.contains_key(player));
        self.show(&record, nodes);
        if let (Some(tournament), Phase::Ended | Phase::Stuck) =
            (&self.session.beginning().tournament, self.session.phase())
        {
            self.host.note_end(tournament, &self.id);
        }
        Ok(Ok(DoneAt { version: self.session.version(), node: node.or(self.went(&record)) }))
    }

    fn went(&self, record: &Record) -> Option<NodeNo> {
        match record.event {
            dagaz_session::Event::Went { node } => Some(node),
            _ => None,
        }
    }

    /// Makes a record durable that the session has applied already.
    async fn append(&mut self, record: &Record) -> Result<(), Broken> {
        let bytes = serde_json::to_vec(record).map_err(|_| Broken::Log)?;
        let summary = summary(&self.session);
        // The session has applied it already.
        let (tags, after) = (tags(&self.session), self.session.version() - 1);
        let changed = (tags != self.tags).then(|| tags.clone());
        let append = Append { game: self.id.to_string(), after, records: vec![bytes], summary, tags: changed };
        self.host.append(append).await.map_err(Broken::Store)?;
        self.tags = tags;
        Ok(())
    }

    async fn flag(&mut self) -> Result<(), Broken> {
        let due = self.session.wants().wake.is_some_and(|at| at <= self.host.now());
        if due {
            let _ = self.decide_and_do(&Actor::Host, None, &Command::Flag).await?;
        }
        Ok(())
    }

    /// Does what the session waits for.
    async fn advance(&mut self) -> Result<(), Broken> {
        for _ in 0..self.session.game().limits().plies {
            let wants = self.session.wants();
            if wants.chance {
                if self.decide_and_do(&Actor::Host, None, &Command::Chance).await?.is_err() {
                    break;
                }
                continue;
            }
            if wants.rematch {
                let next = self.host.rematch(&self.id, &self.session).await;
                if let Some(game) = next {
                    let _ = self.decide_and_do(&Actor::Host, None, &Command::Follow { game }).await?;
                    continue;
                }
            }
            if wants.rate {
                // If it cannot be counted now, the deadline in the store brings it back.
                let Some(changes) = self.count_result().await else { break };
                if self.decide_and_do(&Actor::Host, None, &Command::Rate { changes }).await?.is_err() {
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

    /// Lets the result count for those who have played.
    async fn count_result(&self) -> Option<Vec<Rerated>> {
        let (people, end) = (self.host.people.as_ref()?, self.session.end()?);
        let holder = |(player, seat): (usize, &Seat)| match seat {
            Seat::Held { by, .. } => Some((player as u8, by.clone())),
            _ => None,
        };
        let players: Vec<(u8, HolderId)> = self.session.seats().iter().enumerate().filter_map(holder).collect();
        let verdict = |place: usize| end.outcome.verdicts.get(usize::from(players.get(place)?.0)).copied();
        let score = match verdict(0) {
            Some(Verdict::Win) => Score::Win,
            Some(Verdict::Draw) => Score::Draw,
            Some(Verdict::Loss) => Score::Loss,
            Some(Verdict::Aside) | None => return Some(Vec::new()),
        };
        let Ok(players) = <[(u8, HolderId); 2]>::try_from(players) else { return Some(Vec::new()) };
        if players[0].1 == players[1].1 {
            return Some(Vec::new());
        }
        let rules = &self.session.beginning().rules;
        let key = crate::meeting::rating_key(&rules.id, rules.variant);
        people.rate(&self.id, &key, &rules.title, players, score, self.session.touched().0).await.ok()
    }

    /// What bots say to an offer that is on the table: they play on to the end.
    async fn let_bots_answer(&mut self) -> Result<(), Broken> {
        let open = self.session.offers().iter().any(|offer| offer.kind == dagaz_session::OfferKind::Draw);
        let bot = self.session.seats().iter().position(|seat| matches!(seat, Seat::Bot(_)));
        if let (true, Some(bot)) = (open, bot) {
            let command = Command::Decline { kind: dagaz_session::OfferKind::Draw };
            let _ = self.decide_and_do(&Actor::Bot(bot as u8), None, &command).await?;
        }
        Ok(())
    }

    fn ask_bot(&mut self, player: u8, bot: &Bot, node: NodeNo) {
        let Some(sender) = self.sender.upgrade() else { return };
        // A game without people is there to be watched: its moves come one by one. Where clocks run they are the pace.
        let nobody_plays = !self.session.seats().iter().any(|seat| matches!(seat, Seat::Held { .. } | Seat::Open));
        let untimed = self.session.clock(PlayerId(player), self.host.now()).is_none();
        let not_before = tokio::time::Instant::now() + self.host.limits.watching_pace;
        let paced = (nobody_plays && untimed).then(tokio::runtime::Handle::current);
        self.presence.thinking.insert(player);
        self.host.bots.choose(
            crate::bots::Asked {
                prepared: self.prepared.clone(),
                state: self.session.state().clone(),
                player: PlayerId(player),
                bot: bot.clone(),
                seed: self.session.beginning().seed ^ (u64::from(self.session.node_count()) << 20),
                memory: self.memories.entry(player).or_default().clone(),
                time: self.thinking_time(PlayerId(player)),
            },
            move |chosen| {
                let ask = match chosen {
                    Some(index) => TableAsk::BotChose { player, node, index },
                    None => TableAsk::BotFailed { player },
                };
                match paced {
                    Some(runtime) => {
                        runtime.spawn(async move {
                            tokio::time::sleep_until(not_before).await;
                            let _ = sender.send(ask).await;
                        });
                    }
                    None => {
                        let _ = sender.blocking_send(ask);
                    }
                }
            },
        );
        self.show_current();
    }

    /// What a bot may spend on a move where its clock leaves less than it would like: a thirtieth of what is left.
    fn thinking_time(&self, player: PlayerId) -> Option<std::time::Duration> {
        const PART: u64 = 30;
        const ENOUGH: u64 = 2_000;
        let left = self.session.clock(player, self.host.now())?.left.0;
        (left / PART < ENOUGH).then(|| std::time::Duration::from_millis(left / PART))
    }

    fn show_current(&mut self) {
        self.send_updates(&[], Vec::new(), None);
    }

    /// Tells those whose turn it is and who are looking at something else.
    fn call(&self) {
        let Some(people) = &self.host.people else { return };
        if self.session.phase() != Phase::Playing {
            return;
        }
        for player in self.session.movers() {
            let Some(Seat::Held { by, .. }) = self.session.seats().get(player.index()) else { continue };
            if self.followers.iter().any(|follower| follower.viewer.holder == *by) {
                continue;
            }
            let tell = Tell::Turn { game: self.id.to_string() };
            let text: Arc<str> = serde_json::to_string(&tell).unwrap_or_default().into();
            self.host.tell_everywhere(people, by, &text);
        }
    }

    /// Whether somebody does not want to hear somebody else.
    fn is_muted(&self, viewer: &Viewer, by: &HolderId) -> bool {
        self.host.people.as_ref().is_some_and(|people| people.has_muted(&viewer.holder, by))
    }

    /// Shows everybody what a record has changed.
    fn show(&mut self, record: &Record, nodes_before: u32) {
        use dagaz_session::Event;
        let mut nodes: Vec<NodeNo> = (nodes_before..self.session.node_count()).map(NodeNo).collect();
        let mut pruned = Vec::new();
        for node in &nodes {
            if let Some(words) = present::words(&self.session, *node) {
                self.words.insert(*node, words);
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

    fn send_updates(&mut self, nodes: &[NodeNo], pruned: Vec<u32>, said: Option<&Said>) {
        let mut made: HashMap<Viewer, Arc<str>> = HashMap::new();
        let followers = self.followers.clone();
        for follower in followers {
            let text = match made.get(&follower.viewer) {
                Some(text) => text.clone(),
                None => {
                    let Ok(view) = self.view(&follower.viewer, self.session.current()) else { continue };
                    let nodes = nodes
                        .iter()
                        .filter_map(|node| {
                            present::node_view(&self.session, &follower.viewer, *node, self.words.get(node)?)
                        })
                        .collect();
                    let tell = Tell::Update {
                        game: self.id.to_string(),
                        nodes,
                        pruned: pruned.clone(),
                        view: Box::new(view),
                        next: self.session.next().map(|next| next.to_string()),
                        talk: said
                            .filter(|said| !self.is_muted(&follower.viewer, &said.by))
                            .map(|said| present::talk_line(&self.session, &self.presence, said))
                            .into_iter()
                            .collect(),
                    };
                    let text: Arc<str> = serde_json::to_string(&tell).unwrap_or_default().into();
                    made.insert(follower.viewer.clone(), text.clone());
                    text
                }
            };
            follower.send(text);
        }
        if self.followers.is_empty() {
            self.session.forget();
        }
    }

    fn tell_all(&self, tell: &Tell) {
        let text: Arc<str> = serde_json::to_string(tell).unwrap_or_default().into();
        for follower in &self.followers {
            follower.send(text.clone());
        }
    }

    /// Goes on by other rules: all moves so far are played again by them. Gives the words of moves that no longer exist.
    async fn change_rules(&mut self, prepared: Arc<Prepared>) -> Result<Result<Vec<String>, Refused>, Broken> {
        if prepared.rules.hash == self.prepared.rules.hash {
            return Ok(Ok(Vec::new()));
        }
        let command = Command::Rule { rules: prepared.rules.clone() };
        let record = match self.session.decide(self.host.now(), &Actor::Host, None, &command) {
            Ok(Decided::New(record)) => *record,
            Ok(Decided::Again { .. }) => return Ok(Ok(Vec::new())),
            Err(refusal) => return Ok(Err(Refused::of(&refusal))),
        };
        let mut log = match self.host.log(&self.id).await {
            Ok(log) => log,
            Err(refused) => return Ok(Err(refused)),
        };
        log.push(record.clone());
        let session = match Session::replay(prepared.game.clone(), &log) {
            Ok(session) => session,
            Err(fault) => return Ok(Err(Refused::new(Reason::BadRules, &fault.to_string()))),
        };
        self.session = session;
        self.prepared = prepared;
        self.append(&record).await?;
        self.words.clear();
        self.asked.clear();
        self.memories.clear();
        self.presence.thinking.clear();
        let lost: Vec<String> = self.session.lost().iter().map(|(_, text)| text.to_string()).collect();
        let problems: Vec<_> = lost
            .iter()
            .map(|text| dagaz_contract::catalog::Problem {
                code: "moveGone".to_string(),
                error: false,
                say: format!("the move {text} no longer exists by the changed rules"),
                file: None,
                line: None,
                column: None,
                text: Some(text.clone()),
                mark: None,
                hint: None,
            })
            .collect();
        let followers = self.followers.clone();
        for follower in followers {
            let tree = self.tree(&follower.viewer);
            let Ok(view) = self.view(&follower.viewer, self.session.current()) else { continue };
            let tell = Tell::Joined {
                re: 0,
                game: self.id.to_string(),
                board: Some(Box::new((*self.prepared.board).clone())),
                tree,
                view: Box::new(view),
                problems: problems.clone(),
                talk: Vec::new(),
            };
            follower.tell(&tell);
        }
        Ok(Ok(lost))
    }
}

impl Refused {
    pub(crate) fn of(refusal: &Refusal) -> Refused {
        let (reason, say) = match refusal {
            Refusal::Unknown => (Reason::Unknown, "there is no such node or player".to_string()),
            Refusal::Forbidden => (Reason::Forbidden, "you may not do this".to_string()),
            Refusal::Stale => (Reason::Stale, "the game has gone on meanwhile".to_string()),
            Refusal::NotYourTurn => (Reason::NotYourTurn, "it is not your turn".to_string()),
            Refusal::Ended => (Reason::Ended, "the game has ended".to_string()),
            Refusal::Paused => (Reason::Paused, "the game rests".to_string()),
            Refusal::Waiting => (Reason::Waiting, "a seat is still open".to_string()),
            Refusal::Illegal => (Reason::Illegal, "there is no such move".to_string()),
            Refusal::Nothing => (Reason::Nothing, "there is nothing to do so about".to_string()),
            Refusal::Taken => (Reason::Taken, "the seat is taken".to_string()),
            Refusal::NotHere => (Reason::NotHere, "this cannot be done in this game now".to_string()),
            Refusal::TooLarge => (Reason::TooLarge, "it is too large".to_string()),
            Refusal::Limit(hit) => (Reason::Limit, hit.to_string()),
        };
        Refused::new(reason, &say)
    }
}

/// Why nothing can be picked, as far as the state of the game says it.
pub(crate) fn not_playing(phase: Phase) -> Option<(WhyReason, &'static str)> {
    match phase {
        Phase::Ended => Some((WhyReason::NotPlaying, "the game has ended")),
        Phase::Paused => Some((WhyReason::NotPlaying, "the game rests")),
        Phase::Waiting => Some((WhyReason::NotPlaying, "a seat is still open")),
        Phase::Stuck => Some((WhyReason::NotPlaying, "the rules have met one of their limits")),
        Phase::Playing | Phase::Study => None,
    }
}

/// A moment as the session counts it.
pub(crate) fn millis(now: std::time::SystemTime) -> Millis {
    Millis(now.duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}
