//! The lobby as sockets see it, and the games that come of it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dagaz_club::{Lobby, LobbyFault, LobbyLimits, Met, PersonId, Posted, SeekId, Side, Wish};
use dagaz_contract::ServerMessage;
use dagaz_contract::message::Reason;
use dagaz_contract::people::{LobbyView, SeekView, SideWish, Terms};
use dagaz_core::PlayerKind;
use dagaz_session::HolderId;
use dagaz_store::Load;
use tokio::sync::watch;

use crate::caller::Who;
use crate::encoded::{self, Text};
use crate::game_start::{Pair, of_two, patience};
use crate::host::{Host, random_u64};
use crate::limits::Limits;
use crate::people::{Matter, People, members_only};
use crate::refused::Refused;
use dagaz_table::Names;
use dagaz_table::clock_rule;

/// Seeks that are shown.
const SHOWN: usize = 100;

/// Terms with the title of their game: the title follows from the rest, and is kept to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Titled {
    terms: Terms,
    title: Arc<str>,
}

/// See the [module documentation](self).
pub(crate) struct Meeting {
    lobby: Mutex<Lobby<Titled>>,
    /// The lobby as a message, rebuilt after changes.
    shown: watch::Sender<Text>,
}

impl Meeting {
    pub(crate) fn new(limits: &Limits) -> Meeting {
        let limits = LobbyLimits { each: limits.person_seeks, all: limits.seeks };
        Meeting { lobby: Mutex::new(Lobby::new(limits)), shown: watch::Sender::new("".into()) }
    }

    fn lobby(&self) -> MutexGuard<'_, Lobby<Titled>> {
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notified at each change of the lobby.
    pub(crate) fn watch(&self) -> watch::Receiver<Text> {
        self.shown.subscribe()
    }

    /// Returns the lobby as it is.
    pub(crate) fn view(&self, people: &People, crowd: Load) -> LobbyView {
        let seek = |seek: &dagaz_club::Seek<Titled>| SeekView {
            seek: seek.id.0,
            by: people.view_of(seek.wish.by.text()),
            rating: seek.wish.rating.round() as i32,
            title: seek.wish.terms.title.to_string(),
            terms: seek.wish.terms.terms.clone(),
            side: match seek.wish.side {
                Side::Any => SideWish::Any,
                Side::First => SideWish::First,
                Side::Second => SideWish::Second,
            },
        };
        let seeks: Vec<dagaz_club::Seek<Titled>> = self.lobby().seeks().take(SHOWN).cloned().collect();
        LobbyView { seeks: seeks.iter().map(seek).collect(), people: crowd.people, games: crowd.tables }
    }

    /// Tells all who look of what has changed.
    pub(crate) fn refresh(&self, people: &People, crowd: Load) {
        if self.shown.receiver_count() == 0 {
            return;
        }
        let tell = ServerMessage::Lobby { re: 0, lobby: self.view(people, crowd) };
        let text = encoded::text(&tell);
        self.shown.send_if_modified(|known| {
            let changed = *known != text;
            *known = text;
            changed
        });
    }

    /// Withdraws all seeks of a person who has left.
    pub(crate) fn forget(&self, holder: &HolderId) {
        self.lobby().withdraw_all(&PersonId::new(&holder.0));
    }

    pub(crate) fn withdraw(&self, holder: &HolderId, seek: u64) {
        self.lobby().withdraw(SeekId(seek), &PersonId::new(&holder.0));
    }
}

fn refused(fault: LobbyFault) -> Refused {
    let reason = match fault {
        LobbyFault::Enough => Reason::TooMany,
        LobbyFault::Full => Reason::Busy,
        LobbyFault::Gone => Reason::Taken,
        LobbyFault::Own | LobbyFault::Unwanted => Reason::Forbidden,
    };
    Refused::new(reason, &fault.to_string())
}

fn strangers(people: &People) -> impl Fn(&PersonId, &PersonId) -> bool + '_ {
    |one, other| {
        let (one, other) = (HolderId::new(one.text()), HolderId::new(other.text()));
        !people.has_muted(&one, &other) && !people.has_muted(&other, &one)
    }
}

/// What became of a wish.
pub(crate) enum Sought {
    /// It waits under this number.
    Waiting(u64),
    /// This game has begun.
    Paired(Arc<str>),
}

impl Host {
    fn meeting(&self) -> Result<(&Arc<People>, &Meeting), Refused> {
        let people = self.people.as_ref();
        people
            .map(|people| (people, &self.meeting))
            .ok_or_else(|| Refused::new(Reason::NotHere, "there is no lobby here"))
    }

    /// Checks the terms of a game for a person; returns them with its title.
    async fn titled(&self, who: &Who, terms: Terms) -> Result<Titled, Refused> {
        if terms.rated && !who.is_member() {
            return Err(members_only());
        }
        if terms.rated && terms.clock.is_none() {
            return Err(Refused::new(Reason::Malformed, "a game that counts needs a clock"));
        }
        terms.clock.map(clock_rule).transpose()?;
        let bundle = self.bundle_for_all(&terms.rules, &who.holder()).await?;
        let prepared = self.prepare(&terms.rules, bundle, Some(terms.variant)).await?;
        let players = &prepared.game.glossary().players;
        if players.iter().filter(|player| player.kind == PlayerKind::Chooser).count() != 2 {
            return Err(Refused::new(Reason::NotHere, "only games for two are sought here; begin one with open seats"));
        }
        Ok(Titled { terms, title: prepared.rules.title.clone() })
    }

    async fn rating_of(&self, people: &People, who: &Who, terms: &Terms) -> Result<f64, Refused> {
        let key = rating_key(&terms.rules, terms.variant);
        Ok(people.rating(&who.holder(), &key).await?.at(self.now().0).rating)
    }

    /// Creates a seek of a person.
    pub(crate) async fn seek(
        self: &Arc<Self>,
        who: &Who,
        terms: Terms,
        side: SideWish,
        range: Option<(i32, i32)>,
    ) -> Result<Sought, Refused> {
        let (people, meeting) = self.meeting()?;
        self.not_pressed()?;
        people.allowed.person_may(Matter::Game, &who.holder(), self.now().0)?;
        self.has_room(&who.holder()).await?;
        let rating = self.rating_of(people, who, &terms).await?;
        let terms = self.titled(who, terms).await?;
        let side = match side {
            SideWish::Any => Side::Any,
            SideWish::First => Side::First,
            SideWish::Second => Side::Second,
        };
        let by = PersonId::new(&who.holder().0);
        let range = range.map(|(low, high)| (f64::from(low), f64::from(high)));
        let wish = Wish { by, terms, side, rating, range };
        let coin = random_u64() & 1 == 0;
        let posted = meeting.lobby().post(wish, self.now().0, coin, strangers(people)).map_err(refused)?;
        match posted {
            Posted::Waiting(SeekId(id)) => Ok(Sought::Waiting(id)),
            Posted::Met(met) => self.begin_met(people, who, met).await.map(Sought::Paired),
        }
    }

    /// Accepts another person's seek.
    pub(crate) async fn accept(self: &Arc<Self>, who: &Who, seek: u64) -> Result<Arc<str>, Refused> {
        let (people, meeting) = self.meeting()?;
        self.not_pressed()?;
        people.allowed.person_may(Matter::Game, &who.holder(), self.now().0)?;
        self.has_room(&who.holder()).await?;
        let wanted = meeting.lobby().seeks().find(|one| one.id.0 == seek).map(|one| one.wish.terms.terms.clone());
        let terms = wanted.ok_or_else(|| refused(LobbyFault::Gone))?;
        if terms.rated && !who.is_member() {
            return Err(members_only());
        }
        let rating = self.rating_of(people, who, &terms).await?;
        let (by, coin) = (PersonId::new(&who.holder().0), random_u64() & 1 == 0);
        let met = meeting.lobby().accept(SeekId(seek), &by, rating, coin, strangers(people)).map_err(refused)?;
        self.begin_met(people, who, met).await
    }

    /// Begins the game of two who have met, and tells the one who waited.
    async fn begin_met(self: &Arc<Self>, people: &People, who: &Who, met: Met<Titled>) -> Result<Arc<str>, Refused> {
        let Terms { rules, variant, clock, rated } = met.terms.terms;
        let bundle = self.bundle(&rules).await?;
        let prepared = self.prepare(&rules, bundle, Some(variant)).await?;
        let clock = clock.map(clock_rule).transpose()?;
        let players = [&met.first, &met.second].map(|person| HolderId::new(person.text()));
        let owner = players[0].clone();
        let pair = Pair { players: &players, owner, clock, rated, patience: patience(clock), tournament: None };
        let beginning = of_two(&prepared, pair)?;
        let id = self.new_id()?;
        self.begin_as(&id, &prepared, beginning).await?;
        let tell = ServerMessage::Paired { re: 0, game: id.to_string() };
        let text = encoded::text(&tell);
        for person in [&met.first, &met.second] {
            let holder = HolderId::new(person.text());
            if holder != who.holder() {
                people.tell(&holder, &text);
            }
        }
        Ok(id)
    }
}

/// Under which a rating is kept: the rules and the variant.
pub(crate) fn rating_key(rules: &str, variant: u32) -> String {
    format!("{rules}:{variant}")
}
