//! The lobby: open seeks with their terms, and the pairing of compatible ones.
//!
//! Terms are the settings that both users must share: the game, the clock, whether it is rated. The
//! lobby only compares them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::hash::Hash;

use crate::account::PersonId;

/// The number of a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeekId(pub u64);

/// The side that a user prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Either.
    #[default]
    Any,
    /// The one that moves first.
    First,
    /// The other one.
    Second,
}

/// The settings and the side that a user asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish<T> {
    /// Who.
    pub by: PersonId,
    /// The terms.
    pub terms: T,
    /// Which side.
    pub side: Side,
    /// Their rating in this game.
    pub rating: f64,
    /// The ratings that they will play against, both ends included; none: any.
    pub range: Option<(f64, f64)>,
}

/// A wish that waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Seek<T> {
    /// Its number.
    pub id: SeekId,
    /// The request.
    pub wish: Wish<T>,
    /// Since when.
    pub since: u64,
}

/// Two who have found each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Met<T> {
    /// The first player.
    pub first: PersonId,
    /// The second player.
    pub second: PersonId,
    /// What they play.
    pub terms: T,
}

/// The result of posting an offer.
#[derive(Clone, Debug, PartialEq)]
pub enum Posted<T> {
    /// No equal offer exists yet.
    Waiting(SeekId),
    /// An opponent was found. All offers of both users are removed.
    Met(Met<T>),
}

/// How many may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyLimits {
    /// Seeks of one person.
    pub each: usize,
    /// Seeks of all.
    pub all: usize,
}

/// Why a request to the lobby is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LobbyFault {
    /// The person seeks enough already.
    Enough,
    /// The lobby is full.
    Full,
    /// The offer is gone: withdrawn, or accepted by another user.
    Gone,
    /// It is one's own.
    Own,
    /// One of the two users refuses to play the other.
    Unwanted,
}

impl fmt::Display for LobbyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LobbyFault::Enough => "you seek as many games as anybody may",
            LobbyFault::Full => "the lobby is full; try again",
            LobbyFault::Gone => "this game is no longer sought",
            LobbyFault::Own => "this is your own",
            LobbyFault::Unwanted => "they seek somebody else",
        })
    }
}

impl std::error::Error for LobbyFault {}

/// The open seeks, and the pairing of those with compatible terms `T`.
#[derive(Debug)]
pub struct Lobby<T> {
    seeks: BTreeMap<SeekId, Seek<T>>,
    by_terms: HashMap<T, BTreeSet<SeekId>>,
    by_person: HashMap<PersonId, BTreeSet<SeekId>>,
    next: u64,
    limits: LobbyLimits,
}

impl<T: Clone + Eq + Hash> Lobby<T> {
    /// Returns an empty one.
    pub fn new(limits: LobbyLimits) -> Lobby<T> {
        Lobby { seeks: BTreeMap::new(), by_terms: HashMap::new(), by_person: HashMap::new(), next: 1, limits }
    }

    /// Posts an offer. Of the users with equal terms, the longest waiting one becomes the opponent.
    /// `may_meet` returns whether two users accept each other; `coin` decides who moves first if
    /// neither has a preference.
    pub fn post(
        &mut self,
        wish: Wish<T>,
        now: u64,
        coin: bool,
        may_meet: impl Fn(&PersonId, &PersonId) -> bool,
    ) -> Result<Posted<T>, LobbyFault> {
        let fitting = self.by_terms.get(&wish.terms).and_then(|ids| {
            ids.iter().copied().find(|id| {
                self.seeks.get(id).is_some_and(|seek| {
                    seek.wish.by != wish.by && suit(&seek.wish, &wish) && may_meet(&seek.wish.by, &wish.by)
                })
            })
        });
        if let Some(seek) = fitting.and_then(|id| self.seeks.get(&id)).cloned() {
            return Ok(Posted::Met(self.pair(&seek.wish, &wish.by, wish.side, coin)));
        }
        if self.by_person.get(&wish.by).is_some_and(|own| own.len() >= self.limits.each) {
            return Err(LobbyFault::Enough);
        }
        if self.seeks.len() >= self.limits.all {
            return Err(LobbyFault::Full);
        }
        let id = SeekId(self.next);
        self.next += 1;
        self.by_terms.entry(wish.terms.clone()).or_default().insert(id);
        self.by_person.entry(wish.by.clone()).or_default().insert(id);
        self.seeks.insert(id, Seek { id, wish, since: now });
        Ok(Posted::Waiting(id))
    }

    /// Accepts a seek that is seen in the list.
    pub fn accept(
        &mut self,
        id: SeekId,
        by: &PersonId,
        rating: f64,
        coin: bool,
        may_meet: impl Fn(&PersonId, &PersonId) -> bool,
    ) -> Result<Met<T>, LobbyFault> {
        let seek = self.seeks.get(&id).cloned().ok_or(LobbyFault::Gone)?;
        if seek.wish.by == *by {
            return Err(LobbyFault::Own);
        }
        if !within(seek.wish.range, rating) || !may_meet(&seek.wish.by, by) {
            return Err(LobbyFault::Unwanted);
        }
        Ok(self.pair(&seek.wish, by, Side::Any, coin))
    }

    fn pair(&mut self, waiting: &Wish<T>, by: &PersonId, side: Side, coin: bool) -> Met<T> {
        let waiting_first = match (waiting.side, side) {
            (Side::First, _) | (Side::Any, Side::Second) => true,
            (Side::Second, _) | (Side::Any, Side::First) => false,
            (Side::Any, Side::Any) => coin,
        };
        self.withdraw_all(&waiting.by);
        self.withdraw_all(by);
        let (first, second) = if waiting_first { (&waiting.by, by) } else { (by, &waiting.by) };
        Met { first: first.clone(), second: second.clone(), terms: waiting.terms.clone() }
    }

    /// Takes a seek back. Whether there was one, and it was theirs.
    pub fn withdraw(&mut self, id: SeekId, by: &PersonId) -> bool {
        let own = self.seeks.get(&id).is_some_and(|seek| seek.wish.by == *by);
        if own {
            self.remove(id);
        }
        own
    }

    /// Withdraws all offers of a user. Returns whether there were any.
    pub fn withdraw_all(&mut self, by: &PersonId) -> bool {
        let own = self.by_person.get(by).cloned().unwrap_or_default();
        own.iter().for_each(|id| self.remove(*id));
        !own.is_empty()
    }

    fn remove(&mut self, id: SeekId) {
        let Some(seek) = self.seeks.remove(&id) else { return };
        if let Some(ids) = self.by_terms.get_mut(&seek.wish.terms) {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_terms.remove(&seek.wish.terms);
            }
        }
        if let Some(ids) = self.by_person.get_mut(&seek.wish.by) {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_person.remove(&seek.wish.by);
            }
        }
    }

    /// Returns all seeks, those first that have waited longest.
    pub fn seeks(&self) -> impl Iterator<Item = &Seek<T>> {
        self.seeks.values()
    }
}

fn within(range: Option<(f64, f64)>, rating: f64) -> bool {
    range.is_none_or(|(low, high)| low <= rating && rating <= high)
}

/// Returns whether two wishes of the same terms go together.
fn suit<T>(one: &Wish<T>, other: &Wish<T>) -> bool {
    let sides = one.side == Side::Any || one.side != other.side;
    sides && within(one.range, other.rating) && within(other.range, one.rating)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    const LIMITS: LobbyLimits = LobbyLimits { each: 3, all: 50 };

    fn wish(by: &str, terms: u8) -> Wish<u8> {
        Wish { by: PersonId::new(by), terms, side: Side::Any, rating: 1500.0, range: None }
    }

    fn post(lobby: &mut Lobby<u8>, wish: Wish<u8>) -> Result<Posted<u8>, LobbyFault> {
        lobby.post(wish, 0, true, |_, _| true)
    }

    #[test]
    fn pairing_prefers_the_longest_waiting_player() {
        let mut lobby = Lobby::new(LIMITS);
        assert_eq!(post(&mut lobby, wish("ann", 1)), Ok(Posted::Waiting(SeekId(1))));
        assert_eq!(post(&mut lobby, wish("bob", 2)), Ok(Posted::Waiting(SeekId(2))));
        assert_eq!(
            post(&mut lobby, wish("cay", 2)),
            Ok(Posted::Met(Met { first: PersonId::new("bob"), second: PersonId::new("cay"), terms: 2 }))
        );
        assert_eq!(post(&mut lobby, wish("ann", 1)), Ok(Posted::Waiting(SeekId(3))), "nobody meets themselves");
        let Ok(Posted::Met(met)) = post(&mut lobby, Wish { side: Side::First, ..wish("dan", 1) }) else {
            panic!("ann waits")
        };
        assert_eq!(met.first, PersonId::new("dan"));
        assert_eq!(lobby.seeks().count(), 0, "ann's other seek is gone too");
    }

    #[test]
    fn sides_ratings_and_dislikes_are_respected() {
        let mut lobby = Lobby::new(LIMITS);
        let first = |by| Wish { side: Side::First, ..wish(by, 1) };
        assert!(matches!(post(&mut lobby, first("ann")), Ok(Posted::Waiting(_))));
        assert!(matches!(post(&mut lobby, first("bob")), Ok(Posted::Waiting(_))), "both want to begin");
        let strong = Wish { rating: 2000.0, range: Some((1900.0, 2100.0)), side: Side::Second, ..wish("cay", 1) };
        assert!(matches!(post(&mut lobby, strong), Ok(Posted::Waiting(_))), "neither is strong enough");
        let second = Wish { side: Side::Second, ..wish("dan", 1) };
        let not_ann = |one: &PersonId, other: &PersonId| one.text() != "ann" && other.text() != "ann";
        let Ok(Posted::Met(met)) = lobby.post(second, 0, true, not_ann) else { panic!("bob waits") };
        assert_eq!(met.first, PersonId::new("bob"));
        let cays = lobby.seeks().last().expect("cay waits").id;
        let accept =
            |lobby: &mut Lobby<u8>, by: &str, rating| lobby.accept(cays, &PersonId::new(by), rating, true, |_, _| true);
        assert_eq!(accept(&mut lobby, "dan", 1500.0), Err(LobbyFault::Unwanted));
        assert_eq!(accept(&mut lobby, "cay", 2000.0), Err(LobbyFault::Own));
        assert_eq!(
            accept(&mut lobby, "dan", 2000.0).map(|met| met.first),
            Ok(PersonId::new("dan")),
            "cay wants the second side"
        );
        assert_eq!(accept(&mut lobby, "eve", 2000.0), Err(LobbyFault::Gone));
    }

    #[test]
    fn one_account_cannot_fill_the_lobby() {
        let mut lobby = Lobby::new(LobbyLimits { each: 2, all: 3 });
        assert!(post(&mut lobby, wish("ann", 1)).is_ok() && post(&mut lobby, wish("ann", 2)).is_ok());
        assert_eq!(post(&mut lobby, wish("ann", 3)), Err(LobbyFault::Enough));
        assert!(post(&mut lobby, wish("bob", 4)).is_ok());
        assert_eq!(post(&mut lobby, wish("cay", 5)), Err(LobbyFault::Full));
        assert!(matches!(post(&mut lobby, wish("cay", 4)), Ok(Posted::Met(_))), "a full lobby still pairs");
        assert!(!lobby.withdraw(SeekId(1), &PersonId::new("bob")) && lobby.withdraw(SeekId(1), &PersonId::new("ann")));
    }

    /// A hundred thousand random requests: no user is paired twice by one offer, or with an
    /// unsuitable opponent.
    #[test]
    fn random_requests_keep_the_lobby_whole() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut lobby = Lobby::new(LIMITS);
        let (mut met, mut taken) = (0, std::collections::HashSet::new());
        for now in 0..100_000 {
            let mut below = |count: u32| rng.next_u32() % count;
            let person = PersonId::new(&format!("p{}", below(20)));
            let terms = below(4) as u8;
            let side = [Side::Any, Side::First, Side::Second][below(3) as usize];
            let known: Vec<SeekId> = lobby.seeks().map(|seek| seek.id).collect();
            let pick = (!known.is_empty()).then(|| known[below(known.len() as u32) as usize]);
            match (below(4), pick) {
                (0, Some(id)) => {
                    if lobby.accept(id, &person, 1500.0, false, |_, _| true).is_ok() {
                        assert!(taken.insert(id), "{id:?} was taken twice");
                        met += 1;
                    }
                }
                (1, Some(id)) => {
                    lobby.withdraw(id, &person);
                }
                _ => {
                    let before: Vec<Wish<u8>> = lobby.seeks().map(|seek| seek.wish.clone()).collect();
                    let wish = Wish { by: person.clone(), terms, side, rating: 1500.0, range: None };
                    match lobby.post(wish.clone(), now, true, |_, _| true) {
                        Ok(Posted::Met(pair)) => {
                            met += 1;
                            let other = if pair.first == person { &pair.second } else { &pair.first };
                            assert!(before.iter().any(|seek| seek.by == *other && suit(seek, &wish)));
                            assert_ne!(pair.first, pair.second);
                            assert!(
                                lobby.seeks().all(|seek| seek.wish.by != pair.first && seek.wish.by != pair.second)
                            );
                        }
                        Ok(Posted::Waiting(_)) => {
                            let suits = |seek: &Wish<u8>| seek.by != person && seek.terms == terms && suit(seek, &wish);
                            assert!(!before.iter().any(suits), "somebody waits for just this");
                        }
                        Err(fault) => assert!(matches!(fault, LobbyFault::Enough | LobbyFault::Full)),
                    }
                }
            }
            assert!(lobby.seeks.len() <= LIMITS.all && lobby.by_person.values().all(|own| own.len() <= LIMITS.each));
            assert_eq!(lobby.by_terms.values().map(BTreeSet::len).sum::<usize>(), lobby.seeks.len());
        }
        assert!(met > 10_000, "{met} pairs");
    }
}
