//! How games begin here.

use std::sync::Arc;

use dagaz_contract::catalog::NewGame;
use dagaz_contract::command::Sitter;
use dagaz_contract::message::Reason;
use dagaz_core::Game;
use dagaz_record::{Format, GameTree};
use dagaz_session::{Beginning, NodeNo};
use dagaz_table::{Refused, clock_rule, seats, start_position};
use sha2::{Digest, Sha256};

use crate::host::table::seat;
use crate::host::{Failure, Host, viewer};

impl Host {
    /// Begins a game, or finds the one that the same request has begun before.
    pub(crate) fn begin(&mut self, new: &NewGame) -> Result<Arc<str>, Failure> {
        self.begin_by(new, None)
    }

    /// The same with the moves of a record in JSON.
    pub(crate) fn begin_by(&mut self, new: &NewGame, record: Option<Arc<str>>) -> Result<Arc<str>, Failure> {
        if new.nonce.is_empty() || new.nonce.len() > dagaz_session::limits::NONCE_BYTES {
            return Err(Refused::new(Reason::Malformed, "the nonce has 1 to 64 letters").into());
        }
        if new.rated {
            return Err(Refused::new(Reason::NotHere, "results count on servers; this page plays alone").into());
        }
        let id = self.id_of(&new.nonce);
        if self.tables.contains_key(&id) || self.listed.iter().any(|listed| *listed.game == *id) {
            return Ok(id);
        }
        if new.draft && new.seats.iter().any(|seat| seat.by == Sitter::Anyone) {
            return Err(Refused::new(Reason::Malformed, "a draft has no other players").into());
        }
        let prepared = self.prepare(&new.rules, new.variant)?;
        let game = prepared.game.clone();
        let seats = seats(&*game, new, seat)?;
        let position = new.position.as_deref().map(|text| start_position(&*game, text)).transpose()?;
        let (mut tree, mut at) = (record, NodeNo::ROOT);
        if let Some(from) = &new.from {
            let (game, record) = self.record(&from.game)?;
            let written = Format::Json.write(&*game, std::slice::from_ref(&record));
            let written = written.map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
            (tree, at) = (Some(written.text.into()), NodeNo(from.node.unwrap_or(0)));
        }
        let (seed, chance) = match new.seed {
            Some(seed) => (u64::from(seed), None),
            None => (self.random_u64(), Some(self.secret())),
        };
        let beginning = Beginning {
            rules: prepared.rules.clone(),
            owner: viewer().holder,
            seats,
            clock: new.clock.map(clock_rule).transpose()?,
            seed,
            chance,
            study: new.study,
            position,
            tree,
            at,
            rated: false,
            private: true,
            patience: None,
            tournament: None,
        };
        self.begin_as(&id, prepared, beginning, new.draft)?;
        Ok(id)
    }

    /// Returns a game as record.
    pub(crate) fn record(&mut self, game: &str) -> Result<(Arc<dyn Game>, GameTree), Failure> {
        let session = &self.table(game)?.played.session;
        Ok((session.game().clone(), session.record()))
    }

    /// Returns the id of a game that follows from a text: a question asked again finds the same
    /// game.
    pub(crate) fn id_of(&self, text: &str) -> Arc<str> {
        const LETTERS: &[u8] = b"23456789abcdefghijkmnpqrstuvwxyz";
        let hash = Sha256::digest(text.as_bytes());
        hash.iter().take(16).map(|byte| LETTERS[usize::from(byte % 32)] as char).collect::<String>().into()
    }

    pub(crate) fn random_u64(&self) -> u64 {
        let mut bytes = [0; 8];
        (self.environment.random)(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    /// What the throws of a new game follow from.
    pub(crate) fn secret(&self) -> Arc<str> {
        let mut bytes = [0; 32];
        (self.environment.random)(&mut bytes);
        dagaz_table::hex(&bytes).into()
    }
}
