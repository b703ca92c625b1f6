//! Cached facts about users: names, mutes, and locked guests.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use dagaz_club::PersonName;
use dagaz_contract::people::{PersonView, Profile};
use dagaz_session::HolderId;
use dagaz_store::{Register, StoreFault};
use dagaz_table::Names;

use super::rate_limits::too_many;
use super::{People, held, rating_view};
use crate::caller::Who;
use crate::refused::Refused;
use crate::tokens;

/// The maximum number of cached names; others are looked up again.
const NAMES_MAX: usize = 50_000;

/// The cached part of the register.
pub(super) struct RegisterCache {
    pub(super) mutes: HashMap<HolderId, HashSet<HolderId>>,
    /// Whether they are locked out.
    pub(super) ended_guests: HashMap<HolderId, bool>,
}

impl RegisterCache {
    pub(super) fn read(register: &Register) -> Result<RegisterCache, StoreFault> {
        let mut mutes: HashMap<HolderId, HashSet<HolderId>> = HashMap::new();
        for (by, about) in register.mutes()? {
            mutes.entry(HolderId::new(&by)).or_default().insert(HolderId::new(&about));
        }
        let ended = register.ended_guests()?.into_iter().map(|row| (HolderId::new(&row.guest), row.barred));
        Ok(RegisterCache { mutes, ended_guests: ended.collect() })
    }
}

/// Computes the look of account names that are older than this feature. Of equal looks the oldest
/// account has the look; the others stay, and no new account can use it.
pub(super) fn note_looks(register: &Register) -> Result<(), StoreFault> {
    for person in register.people_without_look()? {
        if let Ok(name) = PersonName::parse(&person.name) {
            register.take_look(&name.look(), &person.id)?;
        }
    }
    Ok(())
}

impl Names for People {
    fn name_of(&self, id: &str) -> Arc<str> {
        if id.starts_with('g') {
            return tokens::guest_name(id).into();
        }
        if let Some(known) = held(&self.names).get(id) {
            return known.clone();
        }
        // Only known names are cached: a request after a fault must find the name.
        let Ok(found) = self.register.person(id) else { return "".into() };
        let name: Arc<str> = found.map_or_else(String::new, |person| person.name).into();
        self.remember(id.into(), name.clone());
        name
    }

    fn view_of(&self, id: &str) -> PersonView {
        PersonView { person: id.to_string(), name: self.name_of(id).to_string(), guest: id.starts_with('g') }
    }

    fn has_muted(&self, by: &HolderId, about: &HolderId) -> bool {
        held(&self.mutes).get(by).is_some_and(|muted| muted.contains(about))
    }
}

impl People {
    /// Forgets names, and learns the rest again.
    pub(super) async fn read_anew(&self) -> Result<(), Refused> {
        held(&self.names).clear();
        let known = self.register(RegisterCache::read).await?;
        *held(&self.mutes) = known.mutes;
        *held(&self.ended_guests) = known.ended_guests;
        Ok(())
    }

    /// Returns whether the pass of a guest has ended before its time.
    pub(super) fn has_ended(&self, guest: &HolderId) -> bool {
        held(&self.ended_guests).contains_key(guest)
    }

    /// Returns whether a guest is locked out: their token is not replaced.
    pub(super) fn is_barred(&self, guest: &HolderId) -> bool {
        held(&self.ended_guests).get(guest) == Some(&true)
    }

    pub(super) fn remember(&self, id: Arc<str>, name: Arc<str>) {
        let mut names = held(&self.names);
        if names.len() >= NAMES_MAX {
            names.clear();
        }
        names.insert(id, name);
    }

    /// Stores whether a user mutes another user.
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

    /// Returns the public profile of a person; `None` for an unknown id or name.
    pub(crate) async fn profile(&self, asked: &str, by: &Who) -> Result<Option<Profile>, Refused> {
        let (id, folded) = (asked.to_string(), PersonName::fold(asked));
        let found = self.register(move |register| {
            let person = match register.person(&id)? {
                Some(person) => Some(person),
                None if PersonName::is_like_id(&id) => None,
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
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use dagaz_table::Names;

    use crate::people::of_tests;

    /// A register that cannot be read temporarily removes no names.
    #[tokio::test]
    async fn a_registry_error_is_not_cached_as_a_name() {
        let folder = TempDir::new().expect("a folder");
        let people = of_tests::people(&folder);
        let (ann, _) = of_tests::new_user(&people, "Ann").await;
        people.read_anew().await.expect("the register can be read");
        let file = rusqlite::Connection::open(folder.path().join("people.sqlite")).expect("it opens");
        file.execute_batch("ALTER TABLE people RENAME TO elsewhere").expect("it is renamed");
        assert_eq!(&*people.name_of(&ann.0), "", "nobody can know it now");
        file.execute_batch("ALTER TABLE elsewhere RENAME TO people").expect("it is renamed");
        assert_eq!(&*people.name_of(&ann.0), "Ann");
        // A missing person is cached.
        assert_eq!(&*people.name_of("m2"), "");
        assert!(super::held(&people.names).contains_key("m2"));
    }
}
