//! Starting games: by request, by a pairing, after another game, from the moves of a record.

use std::collections::HashSet;
use std::sync::Arc;

use dagaz_contract::catalog::{GameSummary, NewGame};
use dagaz_contract::command::Sitter;
use dagaz_contract::message::Reason;
use dagaz_contract::view::{BotChoice, SeatKind};
use dagaz_core::PlayerKind;
use dagaz_session::{Actor, Beginning, Bot, ClockRule, Event, HolderId, Millis, NodeNo, Record, Seat, Session};
use dagaz_store::{Append, StoreFault};
use dagaz_table::bots::knows;
use dagaz_table::{House, Prepared, Refused, clock_rule, seats, start_position};

use crate::host::{Host, game_id, random_u64};
use crate::peers::Where;
use crate::summary::{summary, tags};

/// A game of two paired users.
pub(crate) struct Pair<'a> {
    /// The first and the second player.
    pub(crate) players: &'a [HolderId; 2],
    /// The user who may assign seats.
    pub(crate) owner: HolderId,
    pub(crate) clock: Option<ClockRule>,
    pub(crate) rated: bool,
    /// How long the first move may take.
    pub(crate) patience: Option<Millis>,
    /// The tournament of which it is a game.
    pub(crate) tournament: Option<Arc<str>>,
}

/// How a game of two begins.
pub(crate) fn of_two(prepared: &Prepared, pair: Pair<'_>) -> Result<Beginning, Refused> {
    let Pair { players, owner, clock, rated, patience, tournament } = pair;
    let mut two = players.iter();
    let seats = prepared.game.glossary().players.iter().map(|player| match player.kind {
        PlayerKind::Chooser => two.next().map_or(Seat::Open, |by| Seat::Held { by: by.clone(), name: "".into() }),
        _ => Seat::Aside,
    });
    Ok(Beginning {
        rules: prepared.rules.clone(),
        owner,
        seats: seats.collect(),
        clock,
        seed: random_u64(),
        chance: Some(chance_secret()?),
        study: false,
        position: None,
        tree: None,
        at: NodeNo::ROOT,
        rated,
        private: false,
        patience,
        tournament,
    })
}

/// What the throws of a new game follow from.
fn chance_secret() -> Result<Arc<str>, Refused> {
    crate::tokens::random(32).map(Arc::from).map_err(|_| Refused::busy())
}

impl Host {
    pub(crate) fn seat(&self, holder: &HolderId, by: &Sitter) -> Result<Seat, Refused> {
        Ok(match by {
            Sitter::Me => self.seat_of(holder),
            Sitter::Anyone => Seat::Open,
            Sitter::Bot(BotChoice { bot, level }) => {
                if self.bots.is_full() {
                    return Err(Refused::new(Reason::Busy, "the bots have too much to do; try again"));
                }
                if !knows(bot, *level) {
                    return Err(Refused::new(Reason::Unknown, "there is no such bot"));
                }
                Seat::Bot(Bot { name: bot.as_str().into(), level: *level })
            }
        })
    }

    /// Begins a game, or finds the one that the same request has begun before. Returns its id and
    /// the bytes that were written.
    pub(crate) async fn begin(self: &Arc<Self>, holder: &HolderId, new: NewGame) -> Result<(Arc<str>, u32), Refused> {
        self.begin_with(holder, new, None).await
    }

    /// Checks whether a requested game is allowed on a public server.
    fn may_begin(&self, holder: &HolderId, new: &NewGame) -> Result<(), Refused> {
        let wrong = |say| Err(Refused::new(Reason::Malformed, say));
        if new.draft && (new.rated || new.seats.iter().any(|seat| seat.by == Sitter::Anyone)) {
            return wrong("a draft has no other players and does not count");
        }
        if !new.rated {
            return Ok(());
        }
        let member = self.people.is_some() && crate::tokens::is_member(&holder.0);
        if !member {
            return Err(crate::people::members_only());
        }
        if new.clock.is_none() {
            return wrong("a game that counts needs a clock");
        }
        if new.study || new.position.is_some() || new.from.is_some() {
            return wrong("a game that counts begins as the rules say");
        }
        if new.seats.iter().any(|seat| matches!(seat.by, Sitter::Bot(_))) {
            return wrong("a game against a bot does not count");
        }
        Ok(())
    }

    /// A study, or a game against a bot, that starts from a game between people would help a player
    /// of it. The player may use another account, so no game can start from a game between people
    /// in progress.
    async fn may_begin_from(&self, game: &str) -> Result<(), Refused> {
        if self.people.is_none() {
            return Ok(());
        }
        let game = game.to_string();
        let found = self.reading(move |store| store.log(&game)).await?;
        let summary = found.and_then(|(row, _)| serde_json::from_str::<GameSummary>(&row.summary.text).ok());
        if summary.is_some_and(|summary| goes_on_among_people(&summary)) {
            return Err(Refused::new(
                Reason::Forbidden,
                "people play one another in this game: wait until it has ended",
            ));
        }
        Ok(())
    }

    async fn begin_with(
        self: &Arc<Self>,
        holder: &HolderId,
        new: NewGame,
        planted: Option<Arc<str>>,
    ) -> Result<(Arc<str>, u32), Refused> {
        if new.nonce.is_empty() || new.nonce.len() > dagaz_session::limits::NONCE_BYTES {
            return Err(Refused::new(Reason::Malformed, "the nonce has 1 to 64 letters"));
        }
        self.may_begin(holder, &new)?;
        let is_draft = new.draft && self.has_drafts();
        // The id follows from the request, so that the same one cannot begin two games.
        let id: Arc<str> = game_id(&format!("{}\n{}", holder.0, new.nonce), &self.token).into();
        if self.exists(&id).await? {
            return Ok((id, 0));
        }
        self.not_pressed()?;
        if !is_draft {
            self.has_room(holder).await?;
        }
        let bundle = self.bundle_for(&new.rules, holder).await?;
        let prepared = self.prepare(&new.rules, bundle, new.variant).await?;
        let game = prepared.game.clone();
        let seats = seats(&*game, &new, |by| self.seat(holder, by))?;
        let position = new.position.as_deref().map(|text| start_position(&*game, text)).transpose()?;
        let (mut tree, mut at) = (planted, dagaz_session::NodeNo::ROOT);
        if let Some(from) = &new.from {
            self.may_begin_from(&from.game).await?;
            let text = self.record_json(&from.game).await?;
            (tree, at) = (Some(text), dagaz_session::NodeNo(from.node.unwrap_or(0)));
        }
        let own = seats.iter().filter(|seat| seat.is_held_by(holder)).count();
        if new.rated && (own != 1 || seats.iter().filter(|seat| **seat != Seat::Aside).count() != 2) {
            return Err(Refused::new(
                Reason::Malformed,
                "a game that counts has one seat for you and one for somebody else",
            ));
        }
        // A chosen seed would reveal the dice of a game against others.
        let (seed, chance) = match new.seed.filter(|_| self.people.is_none()) {
            Some(seed) => (u64::from(seed), None),
            None => (random_u64(), Some(chance_secret()?)),
        };
        let clock = new.clock.map(clock_rule).transpose()?;
        let beginning = Beginning {
            rules: prepared.rules.clone(),
            owner: holder.clone(),
            seats,
            clock,
            seed,
            chance,
            study: new.study,
            position,
            tree,
            at,
            rated: new.rated,
            private: new.private || new.draft || self.are_private(&new.rules, holder).await?,
            patience: if self.people.is_some() { patience(clock) } else { None },
            tournament: None,
        };
        if is_draft {
            self.begin_draft(&id, prepared, beginning)?;
            return Ok((id, 0));
        }
        let bytes = self.begin_as(&id, &prepared, beginning).await?;
        Ok((id, bytes))
    }

    /// Begins a study with the moves of a record.
    pub(crate) async fn begin_study(
        self: &Arc<Self>,
        holder: &HolderId,
        new: NewGame,
        tree: Arc<str>,
    ) -> Result<Arc<str>, Refused> {
        Ok(self.begin_with(holder, new, Some(tree)).await?.0)
    }

    /// Writes the first record of a game; returns its bytes. A game that is there already is left
    /// as it is.
    pub(crate) async fn begin_as(&self, id: &str, prepared: &Prepared, beginning: Beginning) -> Result<u32, Refused> {
        // Uploaded rules are stored already.
        if crate::bundles::handed_in(&prepared.rules.id).is_none() {
            self.keep(&prepared.bundle).await?;
        }
        let (record, session) = self.begun(prepared, beginning)?;
        let bytes = serde_json::to_vec(&record).map_err(|_| Refused::busy())?;
        let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let (summary, tags) = (summary(&session), Some(tags(&session, &[])));
        let append = Append { game: id.to_string(), after: 0, records: vec![bytes], summary, tags };
        self.metrics.begun.inc();
        match self.append(append).await {
            Ok(_) => Ok(size),
            Err(StoreFault::Conflict { .. } | StoreFault::Elsewhere(_)) => Ok(0),
            Err(fault) => Err(crate::refused::by_store(&fault)),
        }
    }

    /// Begins a game whose log is in memory alone.
    fn begin_draft(
        self: &Arc<Self>,
        id: &Arc<str>,
        prepared: Arc<Prepared>,
        beginning: Beginning,
    ) -> Result<(), Refused> {
        let (record, session) = self.begun(&prepared, beginning)?;
        self.metrics.begun.inc();
        self.open_draft(id, prepared, session, record);
        Ok(())
    }

    /// Returns the first record of a game, and the session that it begins.
    fn begun(&self, prepared: &Prepared, beginning: Beginning) -> Result<(Record, Session), Refused> {
        let by = Actor::Holder(beginning.owner.clone());
        let record = Record { at: self.now(), by, nonce: None, event: Event::Began(Box::new(beginning)) };
        let session = Session::replay(prepared.game.clone(), std::slice::from_ref(&record))
            .map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
        Ok((record, session))
    }

    /// Begins the game that follows one: the same players, each with the seat before its own. The
    /// successor of a draft is a draft, by the same prepared rules.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        id: &str,
        session: &Session,
        draft: Option<Arc<Prepared>>,
    ) -> Option<Arc<str>> {
        let next: Arc<str> = game_id(&format!("after {id}"), &self.token).into();
        let before = session.beginning();
        let is_draft = draft.is_some();
        let prepared = match draft {
            Some(prepared) => prepared,
            None => self.prepare_again(&before.rules).await.ok()?,
        };
        let mut seats = session.seats().to_vec();
        let taking: Vec<usize> = (0..seats.len()).filter(|&player| seats[player] != Seat::Aside).collect();
        for (place, &player) in taking.iter().enumerate() {
            seats[player] = session.seats()[taking[(place + taking.len() - 1) % taking.len()]].clone();
        }
        let (rules, at) = (prepared.rules.clone(), Default::default());
        let (seed, chance) = (random_u64(), Some(chance_secret().ok()?));
        let beginning = Beginning { rules, seats, seed, chance, tree: None, at, ..before.clone() };
        if is_draft {
            self.begin_draft(&next, prepared, beginning).ok()?;
        } else {
            self.begin_as(&next, &prepared, beginning).await.ok()?;
        }
        Some(next)
    }

    /// Returns a game as JSON record, for another one to begin with.
    pub(crate) async fn record_json(self: &Arc<Self>, id: &str) -> Result<Arc<str>, Refused> {
        if let Where::There(member) = self.whereabouts(id).await? {
            return self.record_there(&member, id).await;
        }
        let (game, tree) = self.record(id).await?;
        let written = dagaz_record::Format::Json
            .write(&*game, std::slice::from_ref(&tree))
            .map_err(|fault| Refused::new(Reason::BadRecord, &fault.to_string()))?;
        Ok(written.text.into())
    }
}

/// Returns whether the game has two users, or waits for a second one, and has not ended.
fn goes_on_among_people(game: &GameSummary) -> bool {
    let people: HashSet<&str> = game.seats.iter().filter_map(|seat| seat.person.as_deref()).collect();
    let open = game.seats.iter().any(|seat| seat.by == SeatKind::Open);
    game.ending.is_none() && !game.study && people.len() + usize::from(open) > 1
}

/// Returns how long the first move of a game with such a clock may take: what a move may take at
/// most, within bounds.
pub(crate) fn patience(clock: Option<ClockRule>) -> Option<Millis> {
    const SHORTEST: u64 = 30_000;
    const LONGEST: u64 = 120_000;
    Some(match clock? {
        ClockRule::Fischer { main, .. } | ClockRule::Byoyomi { main, .. } => Millis(main.0.clamp(SHORTEST, LONGEST)),
        ClockRule::Correspondence { per_move } => per_move,
    })
}
