//! The tournaments of a public server: opening, advancing, starting their games.
//!
//! [`dagaz_club::Tournament`] has the decisions; its events are in the register before they count.
//! The ids of games follow from the tournament and the number of the pairing. So a crash between
//! pairing and start, or between the end of a game and its recording, loses nothing and repeats
//! nothing: [`Host::reconcile`] finds what is missing.

mod admin;
mod keep;
mod play;
mod requests;
mod show;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dagaz_club::tournament::{Fault, Phase, Plan, Tournament, TournamentAction, TournamentSystem};
use dagaz_club::{PersonId, tournament};
use dagaz_contract::message::Reason;
use dagaz_contract::people::Terms;
use dagaz_contract::tournament::{NewTournament, TournamentKind};
use dagaz_core::PlayerKind;
use dagaz_session::HolderId;
use dagaz_store::{ActionRow, Entered, TournamentRow};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, watch};

pub use admin::{OpenTournament, call_off, open_tournaments};
pub(crate) use play::result;
pub(crate) use requests::routes;

use crate::caller::Who;
use crate::host::{Host, random_u64};
use crate::people::{People, members_only};
use crate::refused::Refused;
use dagaz_table::clock_rule;

/// The maximum number of cached finished tournaments; others are read again.
const PAST_MAX: usize = 32;

/// What a tournament is, as the register keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct About {
    title: String,
    maker: String,
    /// The title of the game.
    game: String,
    terms: Terms,
    plan: Plan,
    /// How long a first move may take, in milliseconds.
    first_move: u64,
}

/// A tournament with the ids of its games.
#[derive(Clone)]
struct State {
    tournament: Tournament,
    /// By the number of the pairing.
    games: Vec<Arc<str>>,
    /// When games were last compared with the store.
    compared: u64,
}

/// A tournament that is held.
pub(crate) struct HostedTournament {
    id: Arc<str>,
    about: About,
    state: tokio::sync::Mutex<State>,
    version: watch::Sender<u32>,
}

/// See the [module documentation](self).
#[derive(Default)]
pub(crate) struct Tournaments {
    /// Those that are not over.
    open: Mutex<HashMap<Arc<str>, Arc<HostedTournament>>>,
    /// Some finished ones: a tournament that has just ended has many viewers.
    past: Mutex<VecDeque<Arc<HostedTournament>>>,
    /// Games that have ended, with their tournament.
    ended: Mutex<Vec<(Arc<str>, Arc<str>)>>,
    /// As which member this process runs the tournaments of several; none while another one does.
    since: tokio::sync::Mutex<Option<i64>>,
    stirred: Notify,
}

/// Returns a lock, ignoring poisoning: its data changes in single steps.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refused(fault: Fault) -> Refused {
    let reason = match fault {
        Fault::Already | Fault::Full => Reason::Taken,
        Fault::NotIn => Reason::Nothing,
        Fault::TooLate | Fault::Begun => Reason::Stale,
        Fault::Over => Reason::Ended,
        Fault::TooFew => Reason::Waiting,
        Fault::Unknown => Reason::Unknown,
    };
    Refused::new(reason, &fault.to_string())
}

fn malformed(fault: &impl ToString) -> Refused {
    Refused::new(Reason::Malformed, &fault.to_string())
}

fn person(holder: &HolderId) -> PersonId {
    PersonId::new(&holder.0)
}

fn damaged() -> Refused {
    Refused::new(Reason::Storage, "the log of this tournament cannot be read")
}

fn is_over(tournament: &Tournament) -> bool {
    matches!(tournament.phase(), Phase::Ended | Phase::Cancelled)
}

impl Tournaments {
    /// A tournament game has ended. The coordinator will find its result.
    fn note_end(&self, tournament: &str, game: &str) {
        held(&self.ended).push((tournament.into(), game.into()));
        self.stirred.notify_one();
    }

    /// The same, of a game of another process.
    pub(crate) fn note_said(&self, text: &str) {
        if let Some((tournament, game)) = text.split_once('\n') {
            self.note_end(tournament, game);
        }
    }

    /// Clears the cache.
    fn lay_down(&self) {
        held(&self.open).clear();
        held(&self.past).clear();
    }

    /// What changes in a tournament that is not over.
    pub(crate) fn watch(&self, id: &str) -> Option<watch::Receiver<u32>> {
        held(&self.open).get(id).map(|one| one.version.subscribe())
    }

    fn keep_past(&self, one: Arc<HostedTournament>) {
        let mut past = held(&self.past);
        past.push_front(one);
        past.truncate(PAST_MAX);
    }

    fn open(&self) -> Vec<Arc<HostedTournament>> {
        held(&self.open).values().cloned().collect()
    }
}

impl Host {
    fn tournament_people(&self) -> Result<&Arc<People>, Refused> {
        let nobody = || Refused::new(Reason::NotHere, "there are no tournaments here");
        self.people.as_ref().ok_or_else(nobody)
    }

    /// Returns the id of the game of a pairing.
    fn tournament_game(&self, id: &str, number: usize) -> Arc<str> {
        self.id_from(&format!("game {number} of {id}"))
    }

    /// Returns a tournament from its log; read off the asynchronous threads, since logs of arenas
    /// are long.
    async fn state(&self, id: &str, plan: &Plan, made: u64, actions: Vec<ActionRow>) -> Result<State, Refused> {
        let mut tournament = Tournament::new(plan.clone(), made);
        let replayed = tokio::task::spawn_blocking(move || {
            for row in actions {
                let action: TournamentAction = serde_json::from_str(&row.action).ok()?;
                tournament.apply(row.at, &action).ok()?;
            }
            Some(tournament)
        });
        let tournament = replayed.await.map_err(|_| Refused::busy())?.ok_or_else(damaged)?;
        let games = (0..tournament.pairings().len()).map(|number| self.tournament_game(id, number)).collect();
        Ok(State { tournament, games, compared: 0 })
    }

    /// Reads a tournament from the register.
    async fn read_tournament(&self, id: &str) -> Result<Arc<HostedTournament>, Refused> {
        let unknown = || Refused::new(Reason::Unknown, "there is no such tournament");
        if id.len() > 64 {
            return Err(unknown());
        }
        let wanted = id.to_string();
        let found = self.tournament_people()?.register(move |register| register.tournament(&wanted)).await?;
        let (row, actions) = found.ok_or_else(unknown)?;
        let about: About = serde_json::from_str(&row.about).map_err(|_| damaged())?;
        let state = self.state(id, &about.plan, row.made, actions).await?;
        let version = watch::Sender::new(state.tournament.version());
        Ok(Arc::new(HostedTournament { id: id.into(), about, state: tokio::sync::Mutex::new(state), version }))
    }

    /// Returns a tournament, from memory if it is not over, or was asked for lately.
    async fn tournament(&self, id: &str) -> Result<Arc<HostedTournament>, Refused> {
        self.tournament_people()?;
        let known = held(&self.tournaments.open).get(id).cloned();
        let past = || held(&self.tournaments.past).iter().find(|one| *one.id == *id).cloned();
        if let Some(known) = known.or_else(past) {
            return Ok(known);
        }
        let read = self.read_tournament(id).await?;
        if is_over(&read.state.lock().await.tournament) {
            self.tournaments.keep_past(read.clone());
            return Ok(read);
        }
        // The first one creates the instance that all use.
        Ok(held(&self.tournaments.open).entry(read.id.clone()).or_insert(read).clone())
    }

    /// Makes a tournament, or finds the one that the same request has made before.
    pub(crate) async fn make_tournament(&self, who: &Who, new: NewTournament) -> Result<Arc<str>, Refused> {
        let people = self.tournament_people()?;
        if !who.is_member() {
            return Err(members_only());
        }
        if new.nonce.is_empty() || new.nonce.len() > dagaz_session::limits::NONCE_BYTES {
            return Err(Refused::new(Reason::Malformed, "the nonce has 1 to 64 letters"));
        }
        let now = self.now().0;
        let title = tournament::title(&new.title).map_err(|fault| malformed(&fault))?;
        let clock = new.terms.clock.map(clock_rule).transpose()?;
        let by_mail = matches!(clock, Some(dagaz_session::ClockRule::Correspondence { .. }));
        let kind = match new.kind {
            TournamentKind::RoundRobin { double } => TournamentSystem::RoundRobin { double },
            TournamentKind::Swiss { rounds } => TournamentSystem::Swiss { rounds },
            TournamentKind::Arena { minutes } => TournamentSystem::Arena { duration: u64::from(minutes) * 60_000 },
        };
        if clock.is_none() || by_mail && matches!(kind, TournamentSystem::Arena { .. }) {
            return Err(Refused::new(
                Reason::Malformed,
                "a tournament needs a clock, and an arena one that runs at once",
            ));
        }
        let pause = self.limits.round_pause.as_millis() as u64;
        let plan = Plan { kind, start: new.start, pause, most: self.limits.entrants };
        plan.check(self.clock.date().0).map_err(|fault| malformed(&fault))?;
        let game = self.title_for_two(&new.terms, &who.holder()).await?;
        let first_move = match clock {
            Some(dagaz_session::ClockRule::Correspondence { per_move }) => per_move.0,
            _ => self.limits.first_move.as_millis() as u64,
        };
        let maker = who.holder().0.to_string();
        let id = self.id_from(&format!("tournament {maker}\n{}", new.nonce));
        let about = About { title, maker: maker.clone(), game, terms: new.terms, plan: plan.clone(), first_move };
        let state = State { tournament: Tournament::new(plan, now), games: Vec::new(), compared: now };
        let row = self.tournament_row(people, &id, &about, &state.tournament, now)?;
        let (most_own, most) = (self.limits.person_tournaments, self.limits.tournaments);
        match people.register(move |register| register.add_tournament(&row, most_own, most)).await? {
            Entered::There => return Ok(id),
            Entered::Enough => {
                let say = "you have as many tournaments going on as anybody may; end or call off one of them";
                return Err(Refused::new(Reason::TooMany, say));
            }
            Entered::Full => {
                return Err(Refused::new(
                    Reason::Busy,
                    "there are as many tournaments as the server holds; try again later",
                ));
            }
            Entered::Done => {}
        }
        let version = watch::Sender::new(0);
        let made = HostedTournament { id: id.clone(), about, state: tokio::sync::Mutex::new(state), version };
        held(&self.tournaments.open).insert(id.clone(), Arc::new(made));
        Ok(id)
    }

    /// Returns the title of the game of terms, if it is one for two.
    async fn title_for_two(&self, terms: &Terms, maker: &HolderId) -> Result<String, Refused> {
        let bundle = self.bundle_for_all(&terms.rules, maker).await?;
        let prepared = self.prepare(&terms.rules, bundle, Some(terms.variant)).await?;
        let players = &prepared.game.glossary().players;
        if players.iter().filter(|player| player.kind == PlayerKind::Chooser).count() != 2 {
            return Err(Refused::new(Reason::NotHere, "tournaments are held in games for two"));
        }
        Ok(prepared.rules.title.to_string())
    }

    fn tournament_row(
        &self,
        people: &People,
        id: &str,
        about: &About,
        tournament: &Tournament,
        touched: u64,
    ) -> Result<TournamentRow, Refused> {
        let summary = show::summary(people, id, about, tournament);
        Ok(TournamentRow {
            id: id.to_string(),
            maker: about.maker.clone(),
            made: tournament.made(),
            touched,
            over: is_over(tournament),
            about: serde_json::to_string(about).map_err(|_| Refused::busy())?,
            summary: serde_json::to_string(&summary).map_err(|_| Refused::busy())?,
        })
    }

    /// Makes an event durable, and applies it.
    async fn commit(
        &self,
        one: &HostedTournament,
        state: &mut State,
        action: &TournamentAction,
    ) -> Result<(), Refused> {
        let people = self.tournament_people()?;
        let now = self.now().0;
        let mut next = state.tournament.clone();
        next.apply(now, action).map_err(|_| damaged())?;
        let row = self.tournament_row(people, &one.id, &one.about, &next, now)?;
        let after = state.tournament.version();
        let kept = ActionRow { at: now, action: serde_json::to_string(action).map_err(|_| Refused::busy())? };
        let joined = match action {
            TournamentAction::Joined { person, .. } => Some(person.text().to_string()),
            _ => None,
        };
        let done =
            people.register(move |register| register.append_action(after, &kept, &row, joined.as_deref())).await?;
        if !done {
            // Another process was faster: read its event, and decide again.
            self.read_again(one, state).await?;
            return Err(Refused::busy());
        }
        let games = state.games.len()..next.pairings().len();
        state.games.extend(games.map(|number| self.tournament_game(&one.id, number)));
        state.tournament = next;
        self.made_known(one, state);
        Ok(())
    }

    /// Executes a person's action in a tournament, if it is allowed.
    async fn do_in_tournament(
        &self,
        id: &str,
        decide: impl Fn(&Tournament, u64) -> Result<TournamentAction, Fault>,
    ) -> Result<Arc<HostedTournament>, Refused> {
        let one = self.tournament(id).await?;
        let mut state = one.state.lock().await;
        let action = decide(&state.tournament, self.now().0).map_err(refused)?;
        self.commit(&one, &mut state, &action).await?;
        drop(state);
        self.tournaments.stirred.notify_one();
        Ok(one)
    }

    async fn join_tournament(&self, id: &str, who: &Who) -> Result<Arc<HostedTournament>, Refused> {
        let people = self.tournament_people()?;
        let one = self.tournament(id).await?;
        if *who == Who::Nobody {
            return Err(Refused::nobody());
        }
        if one.about.terms.rated && !who.is_member() {
            return Err(members_only());
        }
        let holder = who.holder();
        let key = crate::lobby::rating_key(&one.about.terms.rules, one.about.terms.variant);
        let rating = people.rating(&holder, &key).await?.at(self.now().0).rating;
        self.do_in_tournament(id, |tournament, now| tournament.join(&person(&holder), rating, now)).await
    }

    async fn leave_tournament(&self, id: &str, who: &Who) -> Result<Arc<HostedTournament>, Refused> {
        let holder = who.holder();
        self.do_in_tournament(id, |tournament, _| tournament.leave(&person(&holder))).await
    }

    /// Starts a tournament (or calls it off), which only its maker may.
    async fn decide_tournament(&self, id: &str, who: &Who, start: bool) -> Result<Arc<HostedTournament>, Refused> {
        let one = self.tournament(id).await?;
        if *one.about.maker != *who.holder().0 {
            return Err(Refused::new(Reason::Forbidden, "only who made the tournament may do this"));
        }
        let seed = random_u64();
        self.do_in_tournament(id, |tournament, _| if start { tournament.start(seed) } else { tournament.cancel() })
            .await
    }

    /// Removes a deleted account from all current tournaments.
    pub(crate) async fn leave_tournaments(&self, holder: &HolderId) {
        for one in self.tournaments.open() {
            // Who does not take part cannot leave.
            let _ = self.do_in_tournament(&one.id, |tournament, _| tournament.leave(&person(holder))).await;
        }
    }

    /// Reads the events of a tournament from other processes.
    async fn read_again(&self, one: &HostedTournament, state: &mut State) -> Result<(), Refused> {
        let id = one.id.to_string();
        let found = self.tournament_people()?.register(move |register| register.tournament(&id)).await?;
        let (row, actions) = found.ok_or_else(damaged)?;
        *state = self.state(&one.id, &one.about.plan, row.made, actions).await?;
        self.made_known(one, state);
        Ok(())
    }

    /// Notifies the followers of a change.
    fn made_known(&self, one: &HostedTournament, state: &State) {
        one.version.send_replace(state.tournament.version());
        if is_over(&state.tournament) {
            let past = held(&self.tournaments.open).remove(&one.id);
            past.into_iter().for_each(|one| self.tournaments.keep_past(one));
        }
    }
}
