//! Games made ready: compiled from a bundle of rules, with what is needed to show them.
//!
//! A game made ready is megabytes and takes a good part of a second, and all tables by the same rules share one: whoever wants one that is
//! just being made waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dagaz_contract::Board;
use dagaz_contract::draw::Drawing;
use dagaz_contract::message::Reason;
use dagaz_core::Game;
use dagaz_session::RulesRef;
use tokio::sync::OnceCell;

use crate::bundles::handed_in;
use crate::host::Host;
use crate::pictures;
use crate::refused::Refused;
use crate::rules::{Bundle, Loaded, hex};

/// A game made ready to be played and shown.
pub(crate) struct Prepared {
    pub(crate) rules: RulesRef,
    /// Its files; of what was handed in those that are no pictures.
    pub(crate) bundle: Arc<Bundle>,
    pub(crate) loaded: Loaded,
    pub(crate) game: Arc<dyn Game>,
    pub(crate) drawing: Drawing,
    pub(crate) board: Arc<Board>,
    pub(crate) mind: crate::bots::Mind,
}

/// Prepared games that are kept though nobody plays them.
const PREPARED_MAX: usize = 64;

/// Rules of which it is remembered which of their games is offered first.
const OFFERED_MAX: usize = 1_024;

/// The name by which rules are asked for, and the hash of their bundle.
type Whose = (Arc<str>, Arc<str>);

/// One game made ready, or just being made.
type Place = Arc<OnceCell<Arc<Prepared>>>;

/// All games that are ready.
#[derive(Default)]
pub(crate) struct Shelf(Mutex<Places>);

#[derive(Default)]
struct Places {
    /// By the number of the game among those of its rules.
    made: HashMap<(Whose, u32), Place>,
    /// Which game is offered first.
    offered: HashMap<Whose, Arc<OnceCell<u32>>>,
}

impl Shelf {
    fn places(&self) -> MutexGuard<'_, Places> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a game.
    fn place(&self, whose: &Whose, variant: u32) -> Place {
        let mut places = self.places();
        if places.made.len() >= PREPARED_MAX {
            // Those by which some table plays, or that are just being made, stay.
            places.made.retain(|_, place| {
                Arc::strong_count(place) > 1 || place.get().is_some_and(|made| Arc::strong_count(made) > 1)
            });
        }
        places.made.entry((whose.clone(), variant)).or_default().clone()
    }

    /// The game by which another one was begun, if it is ready.
    pub(crate) fn ready(&self, rules: &RulesRef) -> Option<Arc<Prepared>> {
        let whose: Whose = (rules.id.clone(), rules.hash.clone());
        self.places().made.get(&(whose, rules.variant))?.get().cloned()
    }

    /// Which game of some rules is offered first.
    fn offered(&self, whose: &Whose) -> Arc<OnceCell<u32>> {
        let mut places = self.places();
        if places.offered.len() >= OFFERED_MAX {
            places.offered.retain(|_, number| Arc::strong_count(number) > 1);
        }
        places.offered.entry(whose.clone()).or_default().clone()
    }
}

impl Host {
    /// A game ready to be played, by a bundle; by its number, or the one that is offered first.
    pub(crate) async fn prepare(
        &self,
        id: &str,
        bundle: Arc<Bundle>,
        variant: Option<u32>,
    ) -> Result<Arc<Prepared>, Refused> {
        // What was handed in goes by its hash, and was read by it.
        let hash: Arc<str> = handed_in(id).map_or_else(|| bundle.hash().into(), Arc::from);
        let whose: Whose = (id.into(), hash);
        let variant = match variant {
            Some(variant) => variant,
            None => {
                let offered = self.prepared.offered(&whose);
                *offered.get_or_try_init(|| self.make_offered(&whose, bundle.clone())).await?
            }
        };
        let place = self.prepared.place(&whose, variant);
        place.get_or_try_init(|| self.make(&whose, bundle, Some(variant))).await.cloned()
    }

    /// The game by which another one was begun. What was kept of its rules is read only if it is not ready: ten thousand
    /// games may be asked for at once.
    pub(crate) async fn prepare_again(&self, rules: &RulesRef) -> Result<Arc<Prepared>, Refused> {
        let whose: Whose = (rules.id.clone(), rules.hash.clone());
        let place = self.prepared.place(&whose, rules.variant);
        let make = async || {
            let bundle = self.kept(&rules.hash).await.map_err(|refused| match refused.reason {
                Reason::Unknown => Refused::new(Reason::Storage, "the rules of this game are gone"),
                _ => refused,
            })?;
            self.make(&whose, bundle, Some(rules.variant)).await
        };
        place.get_or_try_init(make).await.cloned()
    }

    /// Makes the game ready that is offered first, and gives its number.
    async fn make_offered(&self, whose: &Whose, bundle: Arc<Bundle>) -> Result<u32, Refused> {
        let made = self.make(whose, bundle, None).await?;
        let variant = made.rules.variant;
        self.prepared.place(whose, variant).get_or_init(async || made).await;
        Ok(variant)
    }

    /// Makes a game ready. Off the asynchronous threads.
    async fn make(
        &self,
        (id, hash): &Whose,
        bundle: Arc<Bundle>,
        variant: Option<u32>,
    ) -> Result<Arc<Prepared>, Refused> {
        let (rules, id, hash) = (self.rules.clone(), id.clone(), hash.clone());
        let made = tokio::task::spawn_blocking(move || {
            let loaded = rules.load(&bundle, variant)?;
            let whole = sha_of(&hash, loaded.variant);
            let rules_ref =
                RulesRef { id, variant: loaded.variant, hash: hash.clone(), title: loaded.title.as_str().into() };
            let mut drawing = Drawing::new(&*loaded.game, &whole);
            drawing.board_mut().title.clone_from(&loaded.title);
            if drawing.board().texts.description.is_empty() {
                drawing.board_mut().texts.description.clone_from(&loaded.about);
            }
            drawing.board_mut().images = loaded
                .images
                .iter()
                .map(|(kind, owner, file)| {
                    let url = format!("/api/v1/rules/{hash}/files/{}", encoded(file));
                    drawing.picture(kind.clone(), owner.clone(), url, bundle.file(file).and_then(pictures::size))
                })
                .collect();
            let board = Arc::new(drawing.board().clone());
            let bundle = match handed_in(&rules_ref.id) {
                // They may be tens of megabytes, for as long as somebody plays by them.
                Some(_) => Arc::new(bundle.without(|bytes| pictures::size(bytes).is_some())),
                None => bundle,
            };
            let game = loaded.game.clone();
            Ok(Arc::new(Prepared {
                rules: rules_ref,
                bundle,
                game,
                loaded,
                drawing,
                board,
                mind: crate::bots::Mind::default(),
            }))
        })
        .await
        .map_err(|_| Refused::busy())?;
        made.map_err(|problems| Refused::new(Reason::BadRules, "the rules have errors").with(problems))
    }
}

fn sha_of(hash: &str, variant: u32) -> String {
    use sha2::Digest;
    hex(&sha2::Sha256::digest(format!("{hash}:{variant}:{}", dagaz_contract::VERSION)))
}

/// A file name in an address.
fn encoded(name: &str) -> String {
    name.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'/' => (byte as char).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
