//! The people of a public server: who comes in, who is connected, whom nobody wants to hear, and what results do to ratings.
//!
//! What is decided here is decided by `dagaz-club`; what is kept is kept by the register.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dagaz_club::{Allowances, Judged, Pass, PassRules, PersonName, Rating, Score};
use dagaz_contract::message::Reason;
use dagaz_contract::people::{Credentials, PersonView, Profile, RatingView};
use dagaz_session::{HolderId, Rerated};
use dagaz_store::{PassRow, PersonRow, RatingRow, Register, StoreFault};
use tokio::sync::{Notify, mpsc};

use crate::guard::Token;
use crate::limits::Limits;
use crate::passes::{self, Shown};
use crate::passwords::{self, PasswordCost, Passwords, Unanswered};
use crate::refused::Refused;
use crate::who::Who;
use crate::wire::Text;

/// Names that are kept at hand; more are looked up again.
const NAMES_MAX: usize = 50_000;

/// People whose allowances are told apart at one time.
const KNOWN_MAX: usize = 100_000;

/// A socket of somebody.
#[derive(Clone)]
pub(crate) struct Connected {
    /// Its number among all sockets.
    pub(crate) socket: u64,
    /// The family of the pass by which it came in; none for guests.
    pub(crate) family: Option<Arc<str>>,
    /// Where to send.
    pub(crate) out: mpsc::Sender<Text>,
    /// Told when the pass has ended.
    pub(crate) ended: Arc<Notify>,
    /// Whether it is one of another process, for somebody who is connected there.
    pub(crate) relay: bool,
}

/// Something of which everybody has an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Matter {
    /// Requests over HTTP.
    Request,
    /// Logins, and whatever else is answered by a password.
    Login,
    /// New accounts.
    Account,
    /// New guests.
    Guest,
    /// New games and seeks.
    Game,
    /// Lines of talk, and reports.
    Talk,
    /// Rules that are handed in.
    Rules,
}

/// See the [module documentation](self).
pub(crate) struct People {
    register: Arc<Register>,
    token: Token,
    passwords: Passwords,
    rules: PassRules,
    names: Mutex<HashMap<Arc<str>, Arc<str>>>,
    mutes: Mutex<HashMap<HolderId, HashSet<HolderId>>>,
    connected: Mutex<HashMap<HolderId, Vec<Connected>>>,
    by_address: Mutex<HashMap<Matter, Allowances<IpAddr>>>,
    by_name: Mutex<Allowances<String>>,
    by_person: Mutex<HashMap<Matter, Allowances<HolderId>>>,
    /// What was refused because somebody asked for too much.
    pub(crate) throttled: AtomicU64,
    /// Logins that failed.
    pub(crate) failed_logins: AtomicU64,
    /// Passes that came back after they were replaced.
    pub(crate) replayed: AtomicU64,
}

/// A lock that a panic elsewhere has not made useless: what it guards is changed in single steps.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn too_many() -> Refused {
    Refused::new(Reason::TooMany, "too many requests: wait a little")
}

/// Somebody let in, and the pass that they are to show from now on, if it is another one.
pub(crate) struct Admitted {
    pub(crate) who: Who,
    pub(crate) pass: Option<String>,
}

impl People {
    pub(crate) fn new(
        register: Arc<Register>,
        token: Token,
        cost: PasswordCost,
        rules: PassRules,
        limits: &Limits,
    ) -> std::io::Result<People> {
        let mut mutes: HashMap<HolderId, HashSet<HolderId>> = HashMap::new();
        for (by, about) in register.mutes().map_err(|fault| std::io::Error::other(fault.to_string()))? {
            mutes.entry(HolderId::new(&by)).or_default().insert(HolderId::new(&about));
        }
        let address = |measure| Allowances::new(measure, KNOWN_MAX);
        let by_address = HashMap::from([
            (Matter::Request, address(limits.address_requests)),
            (Matter::Login, address(limits.address_logins)),
            (Matter::Account, address(limits.address_accounts)),
            (Matter::Guest, address(limits.address_guests)),
            (Matter::Game, address(limits.address_games)),
        ]);
        let person = |measure| Allowances::new(measure, KNOWN_MAX);
        let by_person = HashMap::from([
            (Matter::Game, person(limits.person_games)),
            (Matter::Talk, person(limits.person_talk)),
            (Matter::Rules, person(limits.person_rules)),
        ]);
        Ok(People {
            register,
            token,
            passwords: Passwords::start(cost, limits.passwords)?,
            rules,
            names: Mutex::default(),
            mutes: Mutex::new(mutes),
            connected: Mutex::default(),
            by_address: Mutex::new(by_address),
            by_name: Mutex::new(Allowances::new(limits.name_logins, KNOWN_MAX)),
            by_person: Mutex::new(by_person),
            throttled: AtomicU64::new(0),
            failed_logins: AtomicU64::new(0),
            replayed: AtomicU64::new(0),
        })
    }

    /// Does something with the register, which may wait for the disk.
    pub(crate) async fn register<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Register) -> Result<T, StoreFault> + Send + 'static,
    ) -> Result<T, Refused> {
        let register = self.register.clone();
        match tokio::task::spawn_blocking(move || work(&register)).await {
            Ok(result) => result.map_err(|fault| Refused::store(&fault)),
            Err(_) => Err(Refused::busy()),
        }
    }

    // ---- Allowances ----

    /// Takes one of an address's allowance.
    pub(crate) fn address_may(&self, matter: Matter, address: IpAddr, now: u64) -> Result<(), Refused> {
        let mut all = held(&self.by_address);
        let may = all.get_mut(&matter).is_none_or(|one| one.take(network(address), now));
        self.counted(may)
    }

    /// Takes one of a person's allowance.
    pub(crate) fn person_may(&self, matter: Matter, holder: &HolderId, now: u64) -> Result<(), Refused> {
        let mut all = held(&self.by_person);
        let may = all.get_mut(&matter).is_none_or(|one| one.take(holder.clone(), now));
        self.counted(may)
    }

    fn counted(&self, may: bool) -> Result<(), Refused> {
        if may {
            return Ok(());
        }
        self.throttled.fetch_add(1, Ordering::Relaxed);
        Err(too_many())
    }

    // ---- Coming in ----

    /// Who shows this.
    pub(crate) async fn admit(&self, shown: Option<&str>, now: u64) -> Result<Admitted, Refused> {
        let admitted = |who| Admitted { who, pass: None };
        let Some(shown) = shown else { return Ok(admitted(Who::Nobody)) };
        match passes::read(&self.token, shown, now) {
            Shown::Nothing => Ok(admitted(Who::Nobody)),
            Shown::Guest(random) => {
                Ok(admitted(Who::Guest { holder: HolderId::new(&passes::guest_id(&self.token, random)) }))
            }
            Shown::Member(pass) => self.admit_member(pass, now).await,
        }
    }

    async fn admit_member(&self, pass: &str, now: u64) -> Result<Admitted, Refused> {
        let nobody = || Admitted { who: Who::Nobody, pass: None };
        let hash = passes::hash(pass);
        let found = self.register(move |register| {
            let Some(pass) = register.pass(&hash)? else { return Ok(None) };
            Ok(register.person(&pass.person)?.map(|person| (pass, person)))
        });
        let Some((row, person)) = found.await?.filter(|(_, person)| !person.barred) else { return Ok(nobody()) };
        let judged = self.rules.judge(&Pass { began: row.began, made: row.made, replaced: row.replaced }, now);
        let mut new = None;
        match judged {
            Judged::Good => {}
            Judged::Expired => return Ok(nobody()),
            Judged::Replayed => {
                // Somebody else has this pass, or had it: whoever is the right one logs in again.
                self.replayed.fetch_add(1, Ordering::Relaxed);
                let (person, family) = (row.person.clone(), row.family.clone());
                self.register(move |register| register.end_family(&person, &family)).await?;
                self.cut(&HolderId::new(&row.person), |family| family == row.family);
                return Ok(nobody());
            }
            Judged::Renew => {
                let next = passes::member().map_err(|_| Refused::busy())?;
                let next_hash = passes::hash(&next);
                // Two requests at once: only one of them brings the new pass, and the old one is good a little longer.
                if self.register(move |register| register.replace_pass(&hash, &next_hash, now)).await? {
                    new = Some(next);
                }
            }
        }
        let (id, name): (Arc<str>, Arc<str>) = (person.id.as_str().into(), person.name.as_str().into());
        self.remember(id.clone(), name.clone());
        let who = Who::Member { holder: HolderId(id), name, family: row.family.as_str().into() };
        Ok(Admitted { who, pass: new })
    }

    /// A pass for a new guest.
    pub(crate) fn new_guest(&self, now: u64) -> Result<Admitted, Refused> {
        let pass = passes::guest(&self.token, now).map_err(|_| Refused::busy())?;
        let Shown::Guest(random) = passes::read(&self.token, &pass, now) else { return Err(Refused::busy()) };
        let holder = HolderId::new(&passes::guest_id(&self.token, random));
        Ok(Admitted { who: Who::Guest { holder }, pass: Some(pass) })
    }

    async fn begin_family(&self, person: &PersonRow, now: u64) -> Result<Admitted, Refused> {
        let pass = passes::member().map_err(|_| Refused::busy())?;
        let family = passes::family().map_err(|_| Refused::busy())?;
        let (hash, id) = (passes::hash(&pass), person.id.clone());
        let row = PassRow { person: id.clone(), family: family.clone(), began: now, made: now, replaced: None };
        let oldest = now.saturating_sub(self.rules.life);
        self.register(move |register| {
            register.forget_passes(oldest)?;
            register.add_pass(&hash, &row)
        })
        .await?;
        let (id, name): (Arc<str>, Arc<str>) = (id.as_str().into(), person.name.as_str().into());
        self.remember(id.clone(), name.clone());
        Ok(Admitted {
            who: Who::Member { holder: HolderId(id), name, family: family.as_str().into() },
            pass: Some(pass),
        })
    }

    /// Makes an account and logs in.
    pub(crate) async fn enrol(&self, wanted: &Credentials, address: IpAddr, now: u64) -> Result<Admitted, Refused> {
        let name =
            PersonName::parse(&wanted.name).map_err(|fault| Refused::new(Reason::Malformed, &fault.to_string()))?;
        fits(&wanted.password)?;
        if PersonName::fold(&wanted.password) == name.folded() {
            return Err(Refused::new(Reason::Malformed, "a password that is the name is none"));
        }
        self.address_may(Matter::Account, address, now)?;
        let folded = name.folded();
        let taken = || Refused::new(Reason::Taken, "somebody has this name; choose another one");
        if self.register(move |register| register.person_named(&folded)).await?.is_some() {
            return Err(taken());
        }
        let secret = self.passwords.make(&wanted.password).await.map_err(unanswered)?;
        let id = passes::person().map_err(|_| Refused::busy())?;
        let (shown, folded) = (name.text().to_string(), name.folded());
        let row = PersonRow { id, name: shown, folded, secret, since: now, barred: false };
        let kept = row.clone();
        // The name may have gone while the password was hashed.
        if !self.register(move |register| register.add_person(&kept)).await? {
            return Err(taken());
        }
        self.begin_family(&row, now).await
    }

    /// Logs in.
    pub(crate) async fn log_in(&self, shown: &Credentials, address: IpAddr, now: u64) -> Result<Admitted, Refused> {
        self.address_may(Matter::Login, address, now)?;
        let folded = PersonName::fold(&shown.name);
        let may = held(&self.by_name).take(folded.chars().take(64).collect(), now);
        self.counted(may)?;
        let found = self.register(move |register| register.person_named(&folded)).await?;
        let right = shown.password.len() <= *passwords::BYTES.end()
            && self
                .passwords
                .check(&shown.password, found.as_ref().map(|person| person.secret.as_str().into()))
                .await
                .map_err(unanswered)?;
        // The same words whatever was wrong: names are not to be tried out.
        match found.filter(|person| right && !person.barred) {
            Some(person) => self.begin_family(&person, now).await,
            None => {
                self.failed_logins.fetch_add(1, Ordering::Relaxed);
                Err(Refused::new(Reason::Forbidden, "there is no such name with such a password"))
            }
        }
    }

    /// Ends the pass that somebody has shown, and closes the sockets that came in by it.
    pub(crate) async fn log_out(&self, who: &Who) -> Result<(), Refused> {
        let Who::Member { holder, family, .. } = who else { return Ok(()) };
        let (person, ended) = (holder.0.to_string(), family.to_string());
        self.register(move |register| register.end_family(&person, &ended)).await?;
        self.cut(holder, |one| *one == **family);
        Ok(())
    }

    /// Ends all passes of somebody but the one that was shown.
    pub(crate) async fn log_out_elsewhere(&self, who: &Who) -> Result<(), Refused> {
        let Who::Member { holder, family, .. } = who else { return Err(members_only()) };
        let (person, but) = (holder.0.to_string(), family.to_string());
        self.register(move |register| register.end_passes(&person, &but)).await?;
        self.cut(holder, |one| *one != **family);
        Ok(())
    }

    /// Whether this is the password of whoever asks.
    pub(crate) async fn confirm(&self, who: &Who, password: &str, address: IpAddr, now: u64) -> Result<(), Refused> {
        let Who::Member { holder, .. } = who else { return Err(members_only()) };
        self.address_may(Matter::Login, address, now)?;
        let id = holder.0.to_string();
        let person = self.register(move |register| register.person(&id)).await?;
        let kept = person.map(|person| person.secret.as_str().into());
        if password.len() <= *passwords::BYTES.end()
            && self.passwords.check(password, kept).await.map_err(unanswered)?
        {
            return Ok(());
        }
        self.failed_logins.fetch_add(1, Ordering::Relaxed);
        Err(Refused::new(Reason::Forbidden, "this is not your password"))
    }

    /// Keeps another password, which ends all other passes.
    pub(crate) async fn change_password(&self, who: &Who, new: &str) -> Result<(), Refused> {
        fits(new)?;
        let secret = self.passwords.make(new).await.map_err(unanswered)?;
        let id = who.holder().0.to_string();
        self.register(move |register| register.set_secret(&id, &secret)).await?;
        self.log_out_elsewhere(who).await
    }

    /// Removes an account. At tables its seats stay held by somebody who has no name any more.
    pub(crate) async fn remove(&self, who: &Who) -> Result<(), Refused> {
        let holder = who.holder();
        let id = holder.0.to_string();
        self.register(move |register| register.remove_person(&id)).await?;
        held(&self.names).insert(holder.0.clone(), "".into());
        let mut mutes = held(&self.mutes);
        mutes.remove(&holder);
        mutes.values_mut().for_each(|muted| {
            muted.remove(&holder);
        });
        drop(mutes);
        self.cut(&holder, |_| true);
        Ok(())
    }

    // ---- Who is there ----

    pub(crate) fn connect(&self, holder: &HolderId, socket: Connected) {
        held(&self.connected).entry(holder.clone()).or_default().push(socket);
    }

    /// Whether this was the last socket of somebody.
    pub(crate) fn disconnect(&self, holder: &HolderId, socket: u64) -> bool {
        let mut connected = held(&self.connected);
        let Some(sockets) = connected.get_mut(holder) else { return true };
        sockets.retain(|one| one.socket != socket);
        let gone = sockets.is_empty();
        if gone {
            connected.remove(holder);
        }
        gone
    }

    /// Whether somebody is connected.
    pub(crate) fn is_here(&self, holder: &HolderId) -> bool {
        held(&self.connected).contains_key(holder)
    }

    /// How many people are connected to this process.
    pub(crate) fn count(&self) -> u32 {
        let connected = held(&self.connected);
        connected.values().filter(|sockets| sockets.iter().any(|one| !one.relay)).count() as u32
    }

    /// Tells all sockets of somebody something. Who is too slow to hear hears nothing.
    pub(crate) fn tell(&self, holder: &HolderId, text: &Text) {
        for one in held(&self.connected).get(holder).into_iter().flatten() {
            let _ = one.out.try_send(text.clone());
        }
    }

    /// The same, but only sockets of this process itself.
    pub(crate) fn tell_own(&self, holder: &HolderId, text: &Text) {
        for one in held(&self.connected).get(holder).into_iter().flatten().filter(|one| !one.relay) {
            let _ = one.out.try_send(text.clone());
        }
    }

    /// Closes the sockets of somebody whose pass is of such a family.
    fn cut(&self, holder: &HolderId, ended: impl Fn(&str) -> bool) {
        let connected = held(&self.connected);
        for one in connected.get(holder).into_iter().flatten() {
            if one.family.as_deref().is_some_and(&ended) {
                one.ended.notify_one();
            }
        }
    }

    /// Looks whether the passes of all who are connected still hold: another process may have ended them. `changed`: it has
    /// said that something has changed.
    pub(crate) async fn look_after(&self, changed: bool) {
        if changed {
            self.read_anew().await;
        }
        let members: Vec<(HolderId, Arc<str>)> = held(&self.connected)
            .iter()
            .flat_map(|(holder, sockets)| sockets.iter().filter_map(|one| Some((holder.clone(), one.family.clone()?))))
            .collect();
        if members.is_empty() {
            return;
        }
        let gone = self.register(move |register| {
            let mut gone = Vec::new();
            if !register.changed_elsewhere()? && !changed {
                return Ok(gone);
            }
            for (holder, family) in members {
                if !register.has_family(&holder.0, &family)? {
                    gone.push((holder, family));
                }
            }
            Ok(gone)
        });
        for (holder, family) in gone.await.unwrap_or_default() {
            self.cut(&holder, |one| *one == *family);
        }
    }

    /// Forgets names, and learns mutes again.
    async fn read_anew(&self) {
        held(&self.names).clear();
        let Ok(all) = self.register(|register| register.mutes()).await else { return };
        let mut mutes: HashMap<HolderId, HashSet<HolderId>> = HashMap::new();
        for (by, about) in all {
            mutes.entry(HolderId::new(&by)).or_default().insert(HolderId::new(&about));
        }
        *held(&self.mutes) = mutes;
    }

    // ---- Names, mutes, ratings ----

    fn remember(&self, id: Arc<str>, name: Arc<str>) {
        let mut names = held(&self.names);
        if names.len() >= NAMES_MAX {
            names.clear();
        }
        names.insert(id, name);
    }

    /// The name of somebody; empty if the account is gone.
    pub(crate) fn name_of(&self, id: &str) -> Arc<str> {
        if id.starts_with('g') {
            return passes::guest_name(id).into();
        }
        if let Some(known) = held(&self.names).get(id) {
            return known.clone();
        }
        let found = self.register.person(id).ok().flatten();
        let name: Arc<str> = found.map_or_else(String::new, |person| person.name).into();
        self.remember(id.into(), name.clone());
        name
    }

    /// Somebody as others see them.
    pub(crate) fn view_of(&self, id: &str) -> PersonView {
        PersonView { person: id.to_string(), name: self.name_of(id).to_string(), guest: id.starts_with('g') }
    }

    /// Whether somebody has muted somebody else.
    pub(crate) fn has_muted(&self, by: &HolderId, about: &HolderId) -> bool {
        held(&self.mutes).get(by).is_some_and(|muted| muted.contains(about))
    }

    /// Notes whether somebody wants to hear somebody else.
    pub(crate) async fn mute(&self, by: &HolderId, about: &HolderId, muted: bool) -> Result<(), Refused> {
        const MUTES_MAX: usize = 1_000;
        {
            let mut mutes = held(&self.mutes);
            let own = mutes.entry(by.clone()).or_default();
            if muted && own.len() >= MUTES_MAX {
                return Err(too_many());
            }
            if muted {
                own.insert(about.clone())
            } else {
                own.remove(about)
            };
        }
        let (by, about) = (by.0.to_string(), about.0.to_string());
        self.register(move |register| register.mute(&by, &about, muted)).await
    }

    /// What everybody may know of somebody; none if there is nobody of that id or name.
    pub(crate) async fn profile(&self, asked: &str, by: &Who) -> Result<Option<Profile>, Refused> {
        let (id, folded) = (asked.to_string(), PersonName::fold(asked));
        let found = self.register(move |register| {
            let person = match register.person(&id)? {
                Some(person) => Some(person),
                None => register.person_named(&folded)?,
            };
            let Some(person) = person else { return Ok(None) };
            let ratings = register.ratings(&person.id)?;
            Ok(Some((person, ratings)))
        });
        Ok(found.await?.map(|(person, ratings)| Profile {
            muted: self.has_muted(&by.holder(), &HolderId::new(&person.id)),
            person: PersonView { person: person.id, name: person.name, guest: false },
            since: person.since,
            ratings: ratings.iter().map(rating_view).collect(),
        }))
    }

    /// The rating of somebody in a game, as it is before the first game if there is none.
    pub(crate) async fn rating(&self, holder: &HolderId, rules: &str) -> Result<Rating, Refused> {
        let (id, rules) = (holder.0.to_string(), rules.to_string());
        let row = self.register(move |register| register.rating(&id, &rules)).await?;
        Ok(row.as_ref().map_or_else(Rating::default, rating_of))
    }

    /// Counts a result, once, and tells what it has done; nothing if one of the two is no member any more.
    pub(crate) async fn rate(
        &self,
        game: &str,
        rules: &str,
        title: &str,
        players: [(u8, HolderId); 2],
        score: Score,
        at: u64,
    ) -> Result<Vec<Rerated>, Refused> {
        let (game, rules, title) = (game.to_string(), rules.to_string(), title.to_string());
        let words = self.register(move |register| {
            for (_, holder) in &players {
                if register.person(&holder.0)?.is_none() {
                    return Ok("[]".to_string());
                }
            }
            let people = [&*players[0].1.0, &*players[1].1.0];
            register.rate(&game, people, &rules, |before| {
                let before = before.map(|row| row.as_ref().map_or_else(Rating::default, rating_of));
                let (one, other) = Rating::after(&before[0], &before[1], score, at);
                let mut rows = Vec::new();
                let mut changes = Vec::new();
                for (place, after) in [one, other].into_iter().enumerate() {
                    let points = |rating: &Rating| rating.rating.round() as i32;
                    let (player, before) = (players[place].0, &before[place]);
                    changes.push(Rerated { player, before: points(before), after: points(&after) });
                    rows.push(RatingRow {
                        person: people[place].to_string(),
                        rules: rules.clone(),
                        title: title.clone(),
                        rating: after.rating,
                        deviation: after.deviation,
                        volatility: after.volatility,
                        games: after.games,
                        at,
                    });
                }
                (rows, serde_json::to_string(&changes).unwrap_or_else(|_| "[]".to_string()))
            })
        });
        Ok(serde_json::from_str(&words.await?).unwrap_or_default())
    }
}

fn rating_of(row: &RatingRow) -> Rating {
    Rating { rating: row.rating, deviation: row.deviation, volatility: row.volatility, games: row.games, at: row.at }
}

/// A rating as others see it. The key of its game is the rules and the variant.
pub(crate) fn rating_view(row: &RatingRow) -> RatingView {
    let (rules, variant) = row.rules.rsplit_once(':').unwrap_or((&row.rules, "0"));
    RatingView {
        rules: rules.to_string(),
        variant: variant.parse().unwrap_or(0),
        title: row.title.clone(),
        rating: row.rating.round() as i32,
        deviation: row.deviation.round().max(0.0) as u32,
        games: row.games,
        provisional: rating_of(row).is_provisional(),
    }
}

fn fits(password: &str) -> Result<(), Refused> {
    if passwords::BYTES.contains(&password.len()) {
        return Ok(());
    }
    let (least, most) = (passwords::BYTES.start(), passwords::BYTES.end());
    Err(Refused::new(Reason::Malformed, &format!("a password has {least} to {most} bytes")))
}

fn unanswered(_: Unanswered) -> Refused {
    Refused::busy()
}

/// Only for who has an account.
pub(crate) fn members_only() -> Refused {
    Refused::new(Reason::Forbidden, "this needs an account")
}

/// Who pays for an address: it alone, or the smallest network that somebody gets in IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let mut parts = six.segments();
            parts[4..].fill(0);
            IpAddr::from(parts)
        }
        four => four,
    }
}
