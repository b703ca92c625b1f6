//! Coming in and going: passes, accounts, passwords.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use dagaz_club::{Pass, PersonName, TokenVerdict};
use dagaz_contract::message::Reason;
use dagaz_contract::people::Credentials;
use dagaz_contract::second_factor::Login;
use dagaz_session::HolderId;
use dagaz_store::{PassRow, PersonRow, Register};

use super::{Matter, People, held, members_only};
use crate::caller::Who;
use crate::clock::Clock;
use crate::known_browsers;
use crate::passwords::{self, Unanswered};
use crate::refused::Refused;
use crate::tokens::{self, Shown};

/// An admitted client, with its new session token if it changed.
pub(crate) struct Admitted {
    pub(crate) who: Who,
    pub(crate) pass: Option<String>,
    /// By what their browser is to be known again.
    pub(crate) device: Option<String>,
}

/// The address of a password attempt.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a> {
    pub(crate) address: IpAddr,
    /// The device cookie of a request.
    pub(crate) device: Option<&'a str>,
}

impl People {
    /// Who shows this.
    pub(crate) async fn admit(&self, shown: Option<&str>, now: u64) -> Result<Admitted, Refused> {
        let admitted = |who| Admitted { who, pass: None, device: None };
        let Some(shown) = shown else { return Ok(admitted(Who::Nobody)) };
        match tokens::read(&self.token, shown, now) {
            Shown::Nothing => Ok(admitted(Who::Nobody)),
            Shown::Guest(random) => {
                let holder = HolderId::new(&tokens::guest_id(&self.token, random));
                Ok(admitted(if self.has_ended(&holder) { Who::Nobody } else { Who::Guest { holder } }))
            }
            Shown::Member(pass) => self.admit_member(pass, now).await,
        }
    }

    async fn admit_member(&self, pass: &str, now: u64) -> Result<Admitted, Refused> {
        let nobody = || Admitted { who: Who::Nobody, pass: None, device: None };
        let hash = tokens::hash(pass);
        let found = self.register(move |register| {
            let Some(pass) = register.pass(&hash)? else { return Ok(None) };
            Ok(register.person(&pass.person)?.map(|person| (pass, person)))
        });
        let Some((row, person)) = found.await?.filter(|(_, person)| !person.barred) else { return Ok(nobody()) };
        let judged = self.rules.judge(&Pass { began: row.began, made: row.made, replaced: row.replaced }, now);
        let mut new = None;
        match judged {
            TokenVerdict::Good => {}
            TokenVerdict::Expired => return Ok(nobody()),
            TokenVerdict::Replayed => {
                // This token was replaced before, so it may be stolen: the owner must log in again.
                self.replayed.fetch_add(1, Ordering::Relaxed);
                let (person, family) = (row.person.clone(), row.family.clone());
                self.register(move |register| register.end_family(&person, &family)).await?;
                self.cut(&HolderId::new(&row.person), |family| family == row.family);
                return Ok(nobody());
            }
            TokenVerdict::Renew => {
                let next = tokens::member().map_err(|_| Refused::busy())?;
                let next_hash = tokens::hash(&next);
                // Two requests at once: only one of them brings the new pass, and the old one is
                // good a little longer.
                if self.register(move |register| register.replace_pass(&hash, &next_hash, now)).await? {
                    new = Some(next);
                }
            }
        }
        let (id, name): (Arc<str>, Arc<str>) = (person.id.as_str().into(), person.name.as_str().into());
        self.remember(id.clone(), name.clone());
        let who = Who::Member { holder: HolderId(id), name, family: row.family.as_str().into() };
        Ok(Admitted { who, pass: new, device: None })
    }

    /// Refuses the token of a banned guest: it gets neither a new guest session nor an account.
    pub(crate) fn not_barred(&self, shown: Option<&str>, now: u64) -> Result<(), Refused> {
        match shown.map(|shown| tokens::read(&self.token, shown, now)) {
            Some(Shown::Guest(random)) if self.is_barred(&HolderId::new(&tokens::guest_id(&self.token, random))) => {
                Err(Refused::new(Reason::Forbidden, "you are let in no more"))
            }
            _ => Ok(()),
        }
    }

    /// Returns a pass for a new guest.
    pub(crate) fn new_guest(&self, now: u64) -> Result<Admitted, Refused> {
        let pass = tokens::guest(&self.token, now).map_err(|_| Refused::busy())?;
        let Shown::Guest(random) = tokens::read(&self.token, &pass, now) else { return Err(Refused::busy()) };
        let holder = HolderId::new(&tokens::guest_id(&self.token, random));
        Ok(Admitted { who: Who::Guest { holder }, pass: Some(pass), device: None })
    }

    /// Returns the number of the browser by which this person has come in before.
    fn known<'a>(&self, device: Option<&'a str>, person: &PersonRow) -> Option<&'a str> {
        known_browsers::read(&self.token, device?, person)
    }

    /// Takes one of what may be tried for a name: of the browser's own, if its owner has come in by
    /// it before.
    fn may_try(&self, folded: &str, person: Option<&PersonRow>, from: Origin<'_>, now: u64) -> Result<(), Refused> {
        match person.and_then(|person| self.known(from.device, person)) {
            Some(number) => self.allowed.device_may(number, now),
            None => self.allowed.name_may(folded, now),
        }
    }

    /// Admits a person after a password was verified or chosen. A known browser keeps its device
    /// cookie; otherwise each login would add attempts.
    async fn begin_family(&self, person: &PersonRow, device: Option<&str>, now: u64) -> Result<Admitted, Refused> {
        let device = match device.filter(|_| self.known(device, person).is_some()) {
            Some(device) => device.to_string(),
            None => known_browsers::given(&self.token, person).map_err(|_| Refused::busy())?,
        };
        let pass = tokens::member().map_err(|_| Refused::busy())?;
        let family = tokens::family().map_err(|_| Refused::busy())?;
        let (hash, id) = (tokens::hash(&pass), person.id.clone());
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
            device: Some(device),
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
        self.allowed.address_may(Matter::Account, address, now)?;
        let folded = name.folded();
        let taken =
            || Refused::new(Reason::Taken, "somebody has this name, or one that looks like it; choose another one");
        if self.register(move |register| register.person_named(&folded)).await?.is_some() {
            return Err(taken());
        }
        let secret = self.passwords.make(&wanted.password).await.map_err(unanswered)?;
        let id = tokens::person().map_err(|_| Refused::busy())?;
        let (shown, folded) = (name.text().to_string(), name.folded());
        let row = PersonRow { id, name: shown, folded, secret, since: now, barred: false };
        let (kept, look) = (row.clone(), name.look());
        // The name, or one that looks like it, may have gone while the password was hashed.
        let add = move |register: &Register| {
            if !register.take_look(&look, &kept.id)? {
                return Ok(false);
            }
            let added = register.add_person(&kept)?;
            if !added {
                register.give_looks_back(&kept.id)?;
            }
            Ok(added)
        };
        if !self.register(add).await? {
            return Err(taken());
        }
        self.begin_family(&row, None, now).await
    }

    /// Logs in.
    pub(crate) async fn log_in(&self, shown: &Login, from: Origin<'_>, clock: &Clock) -> Result<Admitted, Refused> {
        let now = clock.now().0;
        self.allowed.address_may(Matter::Login, from.address, now)?;
        let folded = PersonName::fold(&shown.name);
        let named = folded.clone();
        let found = self.register(move |register| register.person_named(&named)).await?;
        self.may_try(&folded, found.as_ref(), from, now)?;
        let right = shown.password.len() <= *passwords::BYTES.end()
            && self
                .passwords
                .check(&shown.password, found.as_ref().map(|person| person.secret.as_str().into()))
                .await
                .map_err(unanswered)?;
        // The same message for every cause, so that names cannot be tried.
        match found.filter(|person| right && !person.barred) {
            Some(person) => {
                self.second_step(&person.id, shown.code.as_deref(), clock).await?;
                self.begin_family(&person, from.device, now).await
            }
            None => {
                self.failed_logins.fetch_add(1, Ordering::Relaxed);
                Err(Refused::new(Reason::Forbidden, "there is no such name with such a password"))
            }
        }
    }

    /// Ends the presented session, and closes its sockets.
    pub(crate) async fn log_out(&self, who: &Who) -> Result<(), Refused> {
        let Who::Member { holder, family, .. } = who else { return Ok(()) };
        let (person, ended) = (holder.0.to_string(), family.to_string());
        self.register(move |register| register.end_family(&person, &ended)).await?;
        self.cut(holder, |one| *one == **family);
        Ok(())
    }

    /// Ends all sessions of a person but the presented one.
    pub(crate) async fn log_out_elsewhere(&self, who: &Who) -> Result<(), Refused> {
        let Who::Member { holder, family, .. } = who else { return Err(members_only()) };
        let (person, but) = (holder.0.to_string(), family.to_string());
        self.register(move |register| register.end_passes(&person, &but)).await?;
        self.cut(holder, |one| *one != **family);
        Ok(())
    }

    /// Verifies the caller's password.
    pub(crate) async fn confirm(&self, who: &Who, password: &str, from: Origin<'_>, now: u64) -> Result<(), Refused> {
        let Who::Member { holder, .. } = who else { return Err(members_only()) };
        self.allowed.address_may(Matter::Login, from.address, now)?;
        let id = holder.0.to_string();
        let person = self.register(move |register| register.person(&id)).await?;
        // A stolen session must not allow more password attempts than the login page.
        if let Some(person) = &person {
            self.may_try(&person.folded, Some(person), from, now)?;
        }
        let kept = person.map(|person| person.secret.as_str().into());
        if password.len() <= *passwords::BYTES.end()
            && self.passwords.check(password, kept).await.map_err(unanswered)?
        {
            return Ok(());
        }
        self.failed_logins.fetch_add(1, Ordering::Relaxed);
        Err(Refused::new(Reason::Forbidden, "this is not your password"))
    }

    /// Keeps another password, which ends all other passes. By what the browser is to be known
    /// again from now on.
    pub(crate) async fn change_password(&self, who: &Who, new: &str) -> Result<String, Refused> {
        fits(new)?;
        let secret = self.passwords.make(new).await.map_err(unanswered)?;
        let id = who.holder().0.to_string();
        let changed = self.register(move |register| {
            register.set_secret(&id, &secret)?;
            register.person(&id)
        });
        let person = changed.await?.ok_or_else(members_only)?;
        self.log_out_elsewhere(who).await?;
        known_browsers::given(&self.token, &person).map_err(|_| Refused::busy())
    }

    /// Removes an account. Its seats at tables keep their holder, who has no name any more.
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
