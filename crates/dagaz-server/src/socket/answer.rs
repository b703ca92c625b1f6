//! The answers to the messages of a client.

use dagaz_contract::message::{ClientMessage, Reason, ServerMessage};
use dagaz_session::NodeNo;

use super::Connection;
use crate::encoded;
use crate::host::ask;
use crate::lobby::Sought;
use crate::people::Matter;
use crate::refused::Refused;
use crate::table::{Follower, TableAsk, TableHandle};
use crate::work::Asker;
use dagaz_table::Viewer;

impl Connection {
    /// Answers a message. What work that is is theirs who have sent it.
    pub(super) async fn hear(&mut self, text: &str) -> Option<ServerMessage> {
        let asker = Asker::new(self.from, &self.who);
        // On the heap: a socket that waits must not hold the room that its largest answer takes.
        asker.working(Box::pin(self.answer(text))).await
    }

    async fn answer(&mut self, text: &str) -> Option<ServerMessage> {
        let refused = |re, refused: Refused| ServerMessage::Refused {
            re,
            reason: refused.reason,
            say: refused.say,
            view: refused.view,
        };
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                // The request number is read even from an invalid message, so that the client gets
                // an answer.
                let re = serde_json::from_str::<serde_json::Value>(text).ok().and_then(|value| value["re"].as_u64());
                let re = re.and_then(|re| u32::try_from(re).ok()).unwrap_or(0);
                return Some(refused(re, Refused::new(Reason::Malformed, &error.to_string())));
            }
        };
        if self.host.store.is_shared() {
            match self.pass_on(&message, text).await {
                Ok(true) => return None,
                Ok(false) => {}
                Err((re, failure)) => return Some(refused(re, failure)),
            }
        }
        match message {
            ClientMessage::Ping { re } => Some(ServerMessage::Ok { re }),
            ClientMessage::Lobby { re, on } => {
                let Some(people) = &self.host.people else {
                    return Some(refused(re, Refused::new(Reason::NotHere, "there is no lobby here")));
                };
                self.lobby = on.then(|| self.host.meeting.watch());
                if let Some(lobby) = &mut self.lobby {
                    // The value in the channel is older than the answer.
                    lobby.mark_unchanged();
                }
                Some(ServerMessage::Lobby { re, lobby: self.host.meeting.view(people, self.host.crowd()) })
            }
            ClientMessage::Seek { re, terms, side, range } => {
                Some(match self.host.seek(&self.who, terms, side, range).await {
                    Ok(Sought::Waiting(seek)) => ServerMessage::Sought { re, seek },
                    Ok(Sought::Paired(game)) => ServerMessage::Paired { re, game: game.to_string() },
                    Err(failure) => refused(re, failure),
                })
            }
            ClientMessage::Withdraw { re, seek } => {
                self.host.meeting.withdraw(&self.viewer.holder, seek);
                Some(ServerMessage::Ok { re })
            }
            ClientMessage::Accept { re, seek } => Some(match self.host.accept(&self.who, seek).await {
                Ok(game) => ServerMessage::Paired { re, game: game.to_string() },
                Err(failure) => refused(re, failure),
            }),
            ClientMessage::Tournament { re, tournament, on } => {
                let watched = match self.host.take_up_tournaments().await {
                    Ok(()) => self.host.tournaments.watch(&tournament).filter(|_| on),
                    Err(failure) => return Some(refused(re, failure)),
                };
                self.tournament = watched.map(|watched| (tournament, watched));
                Some(ServerMessage::Ok { re })
            }
            ClientMessage::Join { re, game, board, player } => {
                self.join(re, game, board, player).await.err().map(|failure| refused(re, failure))
            }
            ClientMessage::Leave { re, game } => {
                if let Some((table, _)) = self.follows.remove(&game) {
                    let _ = table.sender.try_send(TableAsk::Leave { socket: self.number });
                }
                Some(ServerMessage::Ok { re })
            }
            ClientMessage::Do { re, game, nonce, command } => {
                let done = async {
                    if let Some(people) = &self.host.people {
                        let now = self.host.now().0;
                        people.allowed.address_may(Matter::Record, self.from, now)?;
                        people.allowed.person_may(Matter::Record, &self.viewer.holder, now)?;
                        people.allowed.may_record(self.from, &self.viewer.holder, now)?;
                    }
                    let (table, viewer) = self.table(&game).await?;
                    let (nonce, lag) = (nonce.as_str().into(), self.way.lag());
                    let done = ask(&table, |reply| TableAsk::Do { viewer, nonce, command, lag, reply }).await?;
                    if let Some(people) = &self.host.people {
                        let now = self.host.now().0;
                        people.allowed.charge_records(self.from, &self.viewer.holder, done.bytes, now);
                    }
                    Ok(done)
                };
                Some(match done.await {
                    Ok(done) => {
                        self.timed = done.timed;
                        ServerMessage::Done { re, nonce, version: done.version, node: done.node.map(|node| node.0) }
                    }
                    Err(failure) => {
                        self.host.metrics.refusals.inc();
                        refused(re, failure)
                    }
                })
            }
            ClientMessage::Look { re, game, node } => {
                let look = async {
                    let asker = self.admitted()?;
                    let (table, viewer) = self.table(&game).await?;
                    ask(&table, |reply| TableAsk::Look { viewer, node: node.map(NodeNo), asker, reply }).await
                };
                Some(look.await.map_or_else(
                    |failure| refused(re, failure),
                    |view| ServerMessage::View { re, view: Box::new(view) },
                ))
            }
            ClientMessage::Expand { re, game, node, prefix } => {
                let expand = async {
                    let asker = self.admitted()?;
                    let (table, viewer) = self.table(&game).await?;
                    ask(&table, |reply| TableAsk::Expand { viewer, node: NodeNo(node), prefix, asker, reply }).await
                };
                Some(match expand.await {
                    Ok((moves, more)) => ServerMessage::Moves { re, moves, more },
                    Err(failure) => refused(re, failure),
                })
            }
            ClientMessage::Why { re, game, node, picks } => {
                let why = async {
                    let (table, viewer) = self.table(&game).await?;
                    let puzzle = ask(&table, |reply| TableAsk::Why { viewer, node: NodeNo(node), reply }).await?;
                    let rules = self.host.rules.clone();
                    self.host.work.run(&Asker::current(), move || dagaz_table::why(&*rules, &puzzle, &picks)).await
                };
                Some(why.await.map_or_else(|failure| refused(re, failure), |why| ServerMessage::Why { re, why }))
            }
            ClientMessage::Hint { re, game, node } => {
                self.ponder(re, game, node, None, 1, false).await.err().map(|failure| refused(re, failure))
            }
            ClientMessage::Analyse { re, game: _, node: None, .. } => {
                self.analysis = None;
                Some(ServerMessage::Ok { re })
            }
            ClientMessage::Analyse { re, game, node: Some(node), bot, lines } => {
                let lines = usize::from(lines.unwrap_or(1).clamp(1, 8));
                self.ponder(re, game, node, bot, lines, true).await.err().map(|failure| refused(re, failure))
            }
        }
    }

    /// The client, unless it has used up its allowance of processor time.
    fn admitted(&self) -> Result<Asker, Refused> {
        let asker = Asker::current();
        self.host.work.admit(&asker).map(|()| asker)
    }

    async fn table(&self, game: &str) -> Result<(TableHandle, Viewer), Refused> {
        match self.follows.get(game).filter(|(table, _)| !table.sender.is_closed()) {
            Some((table, viewer)) => Ok((table.clone(), viewer.clone())),
            None => Ok((self.host.table(game).await?, self.viewer.clone())),
        }
    }

    async fn join(
        &mut self,
        re: u32,
        game: String,
        board: Option<String>,
        side: Option<String>,
    ) -> Result<(), Refused> {
        if self.follows.len() >= self.host.limits.follows && !self.follows.contains_key(&game) {
            return Err(Refused::new(Reason::TooMany, "this socket follows too many games already"));
        }
        let asker = self.admitted()?;
        let table = self.host.table(&game).await?;
        let follower = Follower {
            socket: self.number,
            viewer: self.viewer.clone(),
            from: self.from,
            out: self.out.clone(),
            slow: self.slow.clone(),
        };
        let (viewer, timed) = ask(&table, |reply| TableAsk::Join { follower, side, re, board, asker, reply }).await?;
        self.timed = timed;
        self.follows.insert(game, (table, viewer));
        Ok(())
    }

    /// Starts a search of a bot; its results are sent separately.
    async fn ponder(
        &mut self,
        re: u32,
        game: String,
        node: u32,
        bot: Option<dagaz_contract::view::BotChoice>,
        lines: usize,
        endless: bool,
    ) -> Result<(), Refused> {
        let (table, viewer) = self.table(&game).await?;
        let pondered = ask(&table, |reply| TableAsk::Ponder { viewer, node: NodeNo(node), reply }).await?;
        let out = self.out.clone();
        let tell = move |thought| {
            let tell = ServerMessage::Thought { re, game: game.clone(), node, thought };
            let _ = out.try_send(encoded::text(&tell));
        };
        let stop = self.host.bots.ponder(self.from, pondered, bot, lines, endless, tell)?;
        if endless {
            // The one before stops when it is dropped.
            self.analysis = Some(stop);
        } else {
            stop.let_go();
        }
        Ok(())
    }
}
