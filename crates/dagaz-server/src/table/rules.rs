//! Changed rules for a game in progress.

use std::sync::Arc;

use dagaz_contract::ServerMessage;
use dagaz_contract::catalog::Problem;
use dagaz_contract::message::Reason;
use dagaz_session::{Actor, Command, Decided, Session};
use dagaz_table::{Prepared, Refused};

use super::{Broken, Log, Table};

impl Table {
    /// Continues with other rules: replays all moves. Returns the texts of moves that no longer
    /// exist.
    pub(super) async fn change_rules(
        &mut self,
        prepared: Arc<Prepared>,
    ) -> Result<Result<Vec<String>, Refused>, Broken> {
        if prepared.rules.hash == self.played.prepared.rules.hash {
            return Ok(Ok(Vec::new()));
        }
        let command = Command::Rule { rules: prepared.rules.clone() };
        let record = match self.played.session.decide(self.host.now(), &Actor::Host, None, &command) {
            Ok(Decided::New(record)) => *record,
            Ok(Decided::Again { .. }) => return Ok(Ok(Vec::new())),
            Err(refusal) => return Ok(Err(Refused::of(&refusal))),
        };
        let mut log = match &self.log {
            Log::Draft(log) => log.clone(),
            Log::Stored => match self.host.log(&self.played.id).await {
                Ok(log) => log,
                Err(refused) => return Ok(Err(refused)),
            },
        };
        log.push(record.clone());
        let session = match Session::replay(prepared.game.clone(), &log) {
            Ok(session) => session,
            Err(fault) => return Ok(Err(Refused::new(Reason::BadRules, &fault.to_string()))),
        };
        self.played.session = session;
        self.played.prepared = prepared;
        self.append(&record).await?;
        self.played.words.clear();
        self.asked.clear();
        self.memories.clear();
        self.played.presence.thinking.clear();
        let lost: Vec<String> = self.played.session.lost().iter().map(|(_, text)| text.to_string()).collect();
        let problems: Vec<_> = lost
            .iter()
            .map(|text| Problem {
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
            let tree = self.played.tree(&follower.viewer);
            let Ok(view) = self.view(&follower.viewer, self.played.session.current()) else { continue };
            let tell = ServerMessage::Joined {
                re: 0,
                game: self.played.id.to_string(),
                board: Some(Box::new((*self.played.prepared.board).clone())),
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
