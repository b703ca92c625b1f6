//! The host of a page: its library and its games.

pub(crate) mod table;

use std::collections::HashMap;
use std::sync::Arc;

use dagaz_contract::catalog::GameSummary;
use dagaz_contract::message::{ClientMessage, Reason};
use dagaz_contract::view::BotChoice;
use dagaz_contract::{Board, ServerMessage};
use dagaz_session::{Actor, HolderId, Millis, NodeNo, Record, Session};
use dagaz_table::{Bundle, OWNER, Prepared, Presence, Refused, Viewer};

use crate::outbox::{Job, Needed, Out, Work};
use crate::sources::{Catalog, Rules, Sources};
use table::Table;

/// Fills bytes with randomness.
pub type Randomness = Box<dyn Fn(&mut [u8])>;

/// What a host takes from outside.
pub struct Environment {
    /// What time it is, in milliseconds since 1970.
    pub now: Box<dyn Fn() -> Millis>,
    /// Where seeds and the secrets of throws come from.
    pub random: Randomness,
}

/// Why a question has no answer yet.
pub(crate) enum Failure {
    /// Data must be supplied first.
    Needs(Needed),
    /// It is refused.
    Refused(Refused),
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refused)
    }
}

/// The host of one page: its library and its games.
pub struct Host {
    pub(crate) environment: Environment,
    pub(crate) sources: Sources,
    prepared: HashMap<(String, u32), Arc<Prepared>>,
    offered: HashMap<String, u32>,
    pub(crate) tables: HashMap<Arc<str>, Table>,
    /// All games that were begun, the latest first.
    pub(crate) listed: Vec<GameSummary>,
    pub(crate) out: Vec<Out>,
}

/// Returns the only viewer.
pub(crate) fn viewer() -> Viewer {
    Viewer { holder: HolderId::new(OWNER), side: None }
}

impl Host {
    /// Returns a host with a library, and the games that were begun before.
    pub fn new(environment: Environment, catalog: Catalog, listed: Vec<GameSummary>) -> Host {
        Host {
            environment,
            sources: Sources::new(catalog),
            prepared: HashMap::new(),
            offered: HashMap::new(),
            tables: HashMap::new(),
            listed,
            out: Vec::new(),
        }
    }

    pub(crate) fn now(&self) -> Millis {
        (self.environment.now)()
    }

    /// Returns the outputs since the last call.
    pub fn take(&mut self) -> Vec<Out> {
        std::mem::take(&mut self.out)
    }

    /// Takes files of rules that were needed; whether they are the right ones.
    pub fn supply(&mut self, id: &str, bundle: &[u8]) -> bool {
        Bundle::from_bytes(bundle).is_some_and(|bundle| self.sources.supply(id, bundle))
    }

    /// Returns the files of rules that are here, for a thinker or to be kept.
    pub fn files(&self, id: &str) -> Option<Vec<u8>> {
        self.sources.bundle(id).map(|bundle| bundle.to_bytes())
    }

    /// Returns a game made ready.
    pub(crate) fn prepare(&mut self, id: &str, variant: Option<u32>) -> Result<Arc<Prepared>, Failure> {
        let known = variant.or_else(|| self.offered.get(id).copied());
        if let Some(prepared) = known.and_then(|variant| self.prepared.get(&(id.to_string(), variant))) {
            return Ok(prepared.clone());
        }
        let bundle = self.files_of(id)?;
        let hash: Arc<str> = bundle.hash().into();
        let made = Arc::new(Prepared::new(&Rules::of(id), id.into(), hash, bundle, variant, |_| None)?);
        if variant.is_none() {
            self.offered.insert(id.to_string(), made.rules.variant);
        }
        self.prepared.insert((id.to_string(), made.rules.variant), made.clone());
        Ok(made)
    }

    /// Returns the files of rules, if they are here.
    pub(crate) fn files_of(&self, id: &str) -> Result<Arc<Bundle>, Failure> {
        if !self.sources.knows(id) {
            return Err(Refused::new(Reason::Unknown, "there are no such rules").into());
        }
        self.sources.bundle(id).ok_or_else(|| Failure::Needs(Needed::Rules(id.to_string())))
    }

    /// Takes the log of a game that was begun before; none if it is gone.
    pub fn restore(&mut self, game: &str, log: Vec<Record>) -> Result<(), Needed> {
        let Some(rules) = Session::rules_of(&log).cloned() else {
            self.listed.retain(|listed| listed.game != game);
            return Ok(());
        };
        let session = match self.prepare(&rules.id, Some(rules.variant)) {
            Ok(prepared) => Session::replay(prepared.game.clone(), &log).map(|session| (prepared, session)).ok(),
            Err(Failure::Needs(needed)) => return Err(needed),
            Err(Failure::Refused(_)) => None,
        };
        match session {
            Some((prepared, session)) => self.set_up(game.into(), prepared, session, log),
            // Its rules are no longer those by which it was played.
            None => self.listed.retain(|listed| listed.game != game),
        }
        Ok(())
    }

    /// Sets a table up.
    pub(crate) fn set_up(&mut self, id: Arc<str>, prepared: Arc<Prepared>, session: Session, log: Vec<Record>) {
        let presence = Presence { here: [HolderId::new(OWNER)].into(), ..Presence::default() };
        self.tables.insert(id.clone(), Table::new(id, prepared, session, presence, log));
    }

    /// Drops a game that is in memory alone, and its compiled rules if no other game has them.
    fn drop_draft(&mut self, game: &str) {
        if !self.tables.get(game).is_some_and(|table| table.is_draft) {
            return;
        }
        let Some(dropped) = self.tables.remove(game) else { return };
        let rules = &dropped.played.prepared.rules.id;
        if !self.tables.values().any(|table| table.played.prepared.rules.id == *rules) {
            self.prepared.retain(|(id, _), _| **id != **rules);
        }
    }

    /// Returns the table of a game.
    pub(crate) fn table(&mut self, game: &str) -> Result<&mut Table, Failure> {
        if self.tables.contains_key(game) {
            return self.tables.get_mut(game).ok_or_else(|| Refused::busy().into());
        }
        match self.listed.iter().any(|listed| listed.game == game) {
            true => Err(Failure::Needs(Needed::Log(game.to_string()))),
            false => Err(Refused::new(Reason::Unknown, "there is no such game").into()),
        }
    }

    /// Returns the board by which a game is played.
    pub(crate) fn board(&mut self, id: &str, variant: Option<u32>) -> Result<Arc<Board>, Failure> {
        Ok(self.prepare(id, variant)?.board.clone())
    }

    /// Handles a message of the page; answers go to the [outbox](Host::take). Returns what is
    /// needed before it can be answered.
    pub fn hear(&mut self, ask: &ClientMessage) -> Option<Needed> {
        let re = number(ask);
        let answer = match self.answer(ask) {
            Ok(answer) => answer,
            Err(Failure::Needs(needed)) => return Some(needed),
            Err(Failure::Refused(Refused { reason, say, view, .. })) => {
                Some(ServerMessage::Refused { re, reason, say, view })
            }
        };
        self.out.extend(answer.map(|tell| Out::ServerMessage(Box::new(tell))));
        None
    }

    fn answer(&mut self, ask: &ClientMessage) -> Result<Option<ServerMessage>, Failure> {
        let now = self.now();
        match ask {
            ClientMessage::Ping { re } => Ok(Some(ServerMessage::Ok { re: *re })),
            ClientMessage::Join { re, game, board, player: _ } => {
                let table = self.table(game)?;
                table.is_followed = true;
                let joined = table.played.joined(&viewer(), *re, board.as_deref(), now)?;
                self.out.push(Out::ServerMessage(Box::new(joined)));
                self.advance(game);
                Ok(None)
            }
            ClientMessage::Leave { re, game } => {
                if let Some(table) = self.tables.get_mut(game.as_str()) {
                    table.is_followed = false;
                }
                self.drop_draft(game);
                Ok(Some(ServerMessage::Ok { re: *re }))
            }
            ClientMessage::Do { re, game, nonce, command } => {
                let done = self.perform(game, nonce, command.clone())?;
                self.advance(game);
                Ok(Some(ServerMessage::Done {
                    re: *re,
                    nonce: nonce.clone(),
                    version: done.0,
                    node: done.1.map(|node| node.0),
                }))
            }
            ClientMessage::Look { re, game, node } => {
                let played = &mut self.table(game)?.played;
                let node = node.map_or(played.session.current(), NodeNo);
                let view = Box::new(played.view(&viewer(), node, now)?);
                Ok(Some(ServerMessage::View { re: *re, view }))
            }
            ClientMessage::Expand { re, game, node, prefix } => {
                let (moves, more) = self.table(game)?.played.expand(&viewer(), NodeNo(*node), prefix)?;
                Ok(Some(ServerMessage::Moves { re: *re, moves, more }))
            }
            ClientMessage::Why { re, game, node, picks } => {
                let puzzle = self.table(game)?.played.puzzle(&viewer(), NodeNo(*node))?;
                let rules = Rules::of(&puzzle.prepared.rules.id);
                Ok(Some(ServerMessage::Why { re: *re, why: dagaz_table::why(&rules, &puzzle, picks) }))
            }
            ClientMessage::Hint { re, game, node } => self.ponder(*re, game, *node, None, 1, false).map(|()| None),
            ClientMessage::Analyse { re, node: None, .. } => {
                self.out.push(Out::StopAnalysis);
                Ok(Some(ServerMessage::Ok { re: *re }))
            }
            ClientMessage::Analyse { re, game, node: Some(node), bot, lines } => {
                let lines = usize::from(lines.unwrap_or(1).clamp(1, 8));
                self.ponder(*re, game, *node, bot.clone(), lines, true).map(|()| None)
            }
            ClientMessage::Lobby { .. }
            | ClientMessage::Seek { .. }
            | ClientMessage::Withdraw { .. }
            | ClientMessage::Accept { .. }
            | ClientMessage::Tournament { .. } => {
                Err(Refused::new(Reason::NotHere, "people meet on servers; this page plays alone").into())
            }
        }
    }

    /// Starts a search of a bot; its results are sent separately.
    fn ponder(
        &mut self,
        re: u32,
        game: &str,
        node: u32,
        bot: Option<BotChoice>,
        lines: usize,
        endless: bool,
    ) -> Result<(), Failure> {
        let bot = bot.unwrap_or(BotChoice { bot: "best".to_string(), level: None });
        if !dagaz_table::bots::list().iter().any(|known| known.id == bot.bot && known.analyses) {
            let say = "there is no such bot, or it cannot say what it thinks";
            return Err(Refused::new(Reason::Unknown, say).into());
        }
        // Refused here if it would be refused there.
        self.table(game)?.played.ponder(&viewer(), NodeNo(node))?;
        let work = Work::Ponder { re, bot, lines, endless };
        if endless {
            self.out.push(Out::StopAnalysis);
        }
        self.think(game, node, work);
        Ok(())
    }

    /// Gives work to a thinker.
    pub(crate) fn think(&mut self, game: &str, node: u32, work: Work) {
        let now = self.now();
        let Some(table) = self.tables.get(game) else { return };
        let rules = &table.played.prepared.rules;
        let job = Job {
            game: game.to_string(),
            rules: rules.id.to_string(),
            hash: rules.hash.to_string(),
            log: table.log.clone(),
            node,
            now,
            work,
        };
        self.out.push(Out::Think(Box::new(job)));
    }

    /// Takes the move that a bot has chosen; none if it could not.
    pub fn chosen(&mut self, game: &str, player: u8, node: u32, index: Option<u32>) {
        let Some(table) = self.tables.get_mut(game) else { return };
        table.played.presence.thinking.remove(&player);
        match index {
            Some(index) => {
                let command = dagaz_session::Command::Play { node: NodeNo(node), player: Some(player), index };
                // A takeback or a pause may have come first: then the move is of no use.
                let _ = self.decide(game, &Actor::Bot(player), None, &command);
            }
            None => self.show(game, &Default::default()),
        }
        self.advance(game);
    }

    /// Returns the milliseconds until the next clock runs out.
    pub fn wakes_in(&self) -> Option<u64> {
        let now = self.now();
        let wakes = self.tables.values().filter_map(|table| table.played.session.wants().wake);
        wakes.map(|at| at.0.saturating_sub(now.0)).min()
    }

    /// Looks whose time has run out.
    pub fn wake(&mut self) {
        let now = self.now();
        let due = |table: &Table| table.played.session.wants().wake.is_some_and(|at| at <= now);
        let due: Vec<Arc<str>> =
            self.tables.iter().filter(|(_, table)| due(table)).map(|(game, _)| game.clone()).collect();
        for game in due {
            let _ = self.decide(&game, &Actor::Host, None, &dagaz_session::Command::Flag);
            self.advance(&game);
        }
    }
}

/// Returns the number of a message.
fn number(ask: &ClientMessage) -> u32 {
    match ask {
        ClientMessage::Join { re, .. }
        | ClientMessage::Leave { re, .. }
        | ClientMessage::Do { re, .. }
        | ClientMessage::Look { re, .. }
        | ClientMessage::Expand { re, .. }
        | ClientMessage::Why { re, .. }
        | ClientMessage::Hint { re, .. }
        | ClientMessage::Analyse { re, .. }
        | ClientMessage::Lobby { re, .. }
        | ClientMessage::Seek { re, .. }
        | ClientMessage::Withdraw { re, .. }
        | ClientMessage::Accept { re, .. }
        | ClientMessage::Tournament { re, .. }
        | ClientMessage::Ping { re } => *re,
    }
}
